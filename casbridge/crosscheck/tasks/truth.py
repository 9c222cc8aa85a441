"""What the reference computes of a system, once for all answers that are judged beside it."""

from __future__ import annotations

from functools import cached_property

from casbridge.algebra.answers import Task
from casbridge.algebra.extensions import tower_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.ideals.components import Prime, intersection, minimal_primes
from casbridge.charset.ideals.factors import OverTower
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import dimension_and_degree
from casbridge.charset.ideals.operations import eliminated, in_radical, saturated
from casbridge.crosscheck.division import Divisor, failing_pair
from casbridge.errors import BackendError
from casbridge.limits import NEVER, Deadline


class Truth:
    """The reference's ideals of a system. Everything is computed when it is first asked for.

    deadline: work after it raises LimitError. The methods raise UnsupportedError where the reference cannot tell, and
    BackendError where one of its checks fails: then nothing that it says counts.

    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2*y"))
    >>> truth.right(Task.RADICAL), truth.numbers
    (⟨x*y⟩, (1, 3))
    """

    def __init__(self, system: PolynomialSystem, deadline: Deadline = NEVER) -> None:
        self.system = system
        self.ring = system.ring
        self.deadline = deadline
        self._confirmed: dict[tuple[Polynomial, ...], None] = {}

    def ideal_of(self, polynomials: tuple[Polynomial, ...]) -> Ideal:
        """The ideal of some polynomials, within the deadline."""
        return Ideal(self.ring, polynomials, self.deadline)

    @cached_property
    def ideal(self) -> Ideal:
        """The ideal of the equations."""
        found = self.ideal_of(tuple(self.system.polynomials()))
        self.confirm(found)
        return found

    @cached_property
    def primes(self) -> list[Prime]:
        """The minimal primes over the ideal of the equations.

        Each is one of an irreducible chain and has the equations. None is missing: what all of them have in common has
        a power in the ideal.
        """
        found = minimal_primes(self.ideal)
        if any(prime.ideal.outside(self.ideal.generators) is not None for prime in found):
            raise BackendError("the reference contradicts itself: an equation is not in one of its primes")
        common = intersection([prime.ideal for prime in found], self.ideal)
        if not all(in_radical(self.ideal, polynomial) for polynomial in common.basis):
            raise BackendError("the reference contradicts itself: its primes are not all")
        return found

    @cached_property
    def radical(self) -> Ideal:
        """The radical of the ideal of the equations."""
        return intersection([prime.ideal for prime in self.primes], self.ideal)

    @cached_property
    def saturation(self) -> Ideal:
        """The saturation of the ideal by the goal's polynomials."""
        return saturated(self.ideal, self.system.goal.saturate)

    @cached_property
    def elimination(self) -> Ideal:
        """What the ideal has without the goal's variables."""
        return eliminated(self.ideal, self.system.goal.eliminate)

    @cached_property
    def numbers(self) -> tuple[int, int]:
        """The dimension and the degree."""
        return dimension_and_degree(self.ideal)

    @cached_property
    def over_tower(self) -> OverTower:
        """The polynomials over the tower that the equations define."""
        return OverTower(self.ring, tower_of(self.system), self.deadline)

    def right(self, task: Task) -> Ideal:
        """The ideal that a task asks for: BASIS, RADICAL, SATURATION or ELIMINATION."""
        ideals = {
            Task.BASIS: lambda: self.ideal,
            Task.RADICAL: lambda: self.radical,
            Task.SATURATION: lambda: self.saturation,
            Task.ELIMINATION: lambda: self.elimination,
        }
        return ideals[task]()

    def confirm(self, ideal: Ideal) -> None:
        """Check a basis by Buchberger's criterion, with a division that is not the one that made it.

        Raises BackendError where the check fails, LimitError after the deadline.
        """
        if ideal.basis in self._confirmed:
            return
        divisor = Divisor(ideal.basis, "degrevlex", self.deadline)
        whole = all(not divisor.remainder(polynomial) for polynomial in ideal.generators)
        if not whole or failing_pair(ideal.basis, "degrevlex", self.deadline) is not None:
            raise BackendError("the reference contradicts itself: a basis of its own is no Groebner basis")
        self._confirmed[ideal.basis] = None
