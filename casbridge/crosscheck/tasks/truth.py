"""The reference's results about a system, computed once for all answers that are judged.

Nothing of it counts as a proof before a second way has confirmed it, see `second_ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, permutations
from math import prod
from typing import Any, Generic, TypeVar

from casbridge.algebra.answers import Task
from casbridge.algebra.extensions import Step, tower_of
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import class_of
from casbridge.charset.ideals.components import Prime, intersection, minimal_primes
from casbridge.charset.ideals.factors import OverTower
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import dimension_and_degree
from casbridge.charset.ideals.operations import eliminated, in_radical, intersected, saturated
from casbridge.charset.ideals.quotients import FullChain, OrderedBasis
from casbridge.charset.ideals.real import RealZero, closed_fields, number_by_sturm, real_zeros
from casbridge.charset.ideals.zeros import number_of_zeros
from casbridge.crosscheck.division import Divisor, failing_pair
from casbridge.crosscheck.tasks.assessment import listed
from casbridge.crosscheck.tasks.irreducibility import is_irreducible
from casbridge.crosscheck.tasks.second_ways import (
    are_numbers,
    have_all,
    is_elimination,
    is_intersection,
    is_of_chain,
    is_saturation,
    is_separable,
)
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The part of the time that is left which one second way may take.
_SHARE = 0.5
#: So many orders of the variables are tried for a separable chain.
_MOST_ORDERS = 24

Value = TypeVar("Value")


class _Shared(Generic[Value]):
    """A property that is computed once, with the doubts about it: each answer that needs it has these doubts."""

    def __init__(self, compute: Callable[[Truth], Value]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, truth: Truth, owner: type) -> Value:
        return truth.shared(self.name, partial(self.compute, truth))


class Truth:
    """The reference's ideals of a system. Everything is computed when it is first asked for.

    deadline: work after it raises LimitError. The methods raise UnsupportedError where the reference cannot tell, and
    BackendError where one of its checks fails: then nothing that it says counts.
    doubts: what no second way has confirmed of what was used since `begin`, in words.

    >>> from casbridge.algebra.formats import read_system
    >>> truth = Truth(read_system("x^2*y"))
    >>> truth.target(Task.RADICAL), truth.numbers
    (⟨x*y⟩, (1, 3))
    """

    def __init__(self, system: PolynomialSystem, deadline: Deadline = NEVER) -> None:
        self.system = system
        self.ring = system.ring
        self.deadline = deadline
        self.doubts: list[str] = []
        self._computed: dict[Hashable, tuple[Any, list[str]]] = {}

    def begin(self) -> None:
        """Begin with the next answer: no doubt about the last one concerns it."""
        self.doubts = []

    def shared(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """What is computed once under a key, with the doubts about it."""
        if key not in self._computed:
            before, self.doubts = self.doubts, []
            try:
                self._computed[key] = compute(), self.doubts
            finally:
                self.doubts = before
        value: Value
        value, doubts = self._computed[key]
        self.doubts += [doubt for doubt in doubts if doubt not in self.doubts]
        return value

    def confirm_by(self, second_way: Callable[[Deadline], bool], what: str) -> None:
        """Check something by a second way; a doubt is kept where it does not come to an end.

        what: in words. Raises BackendError where the second way says the opposite, LimitError after the deadline.
        """
        soon = self.deadline.share(_SHARE)
        try:
            right = second_way(soon)
        except (LimitError, UnsupportedError) as error:
            self.deadline.check("no second way")
            self.doubts.append(f"no second way confirms {what}: {error}")
            return
        if not right:
            raise BackendError(f"the reference contradicts itself: a second way denies {what}")

    def intersection(self, ideals: Sequence[Ideal]) -> Ideal:
        """The intersection of ideals, confirmed step by step; the whole ring where there are none."""
        found = intersection([], self.ideal)
        for ideal in ideals:
            before, found = found, intersected([found, ideal])
            self.confirm_by(partial(is_intersection, found, before, ideal), "an intersection")
        return found

    def confirm_radical(self, prime: Prime) -> Prime:
        """Check by a second way that an ideal is the radical ideal of a chain. The result has that chain."""
        used = self._separable(prime)
        self.confirm_by(partial(is_of_chain, used), "the ideal of a chain")
        return used

    def confirm_prime(self, prime: Prime) -> None:
        """Check by second ways that an ideal is the ideal of its chain, and that the chain is irreducible."""
        used = self.confirm_radical(prime)
        steps = [Step(class_of(polynomial) - 1, polynomial) for polynomial in used.chain]
        for number, step in enumerate(steps):
            second_way = partial(is_irreducible, step.polynomial, [step.variable], steps[:number])
            self.confirm_by(second_way, "that a chain is irreducible")

    def _separable(self, prime: Prime) -> Prime:
        """A prime with a chain in an order of the variables in which no separant is 0; as it is where none is tried.

        There is one over a perfect field: some variables are a separating transcendence basis (Mac Lane, "Modular
        fields I", 1939).
        """
        ring, soon = prime.ideal.ring, self.deadline.share(_SHARE)
        if is_separable(prime.chain):
            return prime
        with suppress(LimitError, UnsupportedError):
            for order in islice(permutations(range(ring.size)), 1, _MOST_ORDERS):
                turned = Ring(ring.field, tuple(ring.variables[v] for v in order))
                positions = [order.index(v) for v in range(ring.size)]
                ideal = Ideal(turned, [f.rename(turned, positions) for f in prime.ideal.basis], soon)
                found = minimal_primes(ideal)
                if len(found) == 1 and is_separable(found[0].chain):
                    return Prime(found[0].chain, ideal)
        return prime

    def ideal_of(self, polynomials: tuple[Polynomial, ...]) -> Ideal:
        """The ideal of some polynomials, within the deadline."""
        return Ideal(self.ring, polynomials, self.deadline)

    @_Shared
    def ideal(self) -> Ideal:
        """The ideal of the equations."""
        found = self.ideal_of(tuple(self.system.polynomials()))
        self.confirm(found)
        self.confirm_by(partial(have_all, found.generators, found.basis), "the basis")
        return found

    @_Shared
    def primes(self) -> list[Prime]:
        """The minimal primes over the ideal of the equations.

        Each is the prime of an irreducible chain and has the equations. That none is missing only `radical` checks.
        """
        found = minimal_primes(self.ideal)
        if any(prime.ideal.outside(self.ideal.generators) is not None for prime in found):
            raise BackendError("the reference contradicts itself: an equation is not in one of its primes")
        for prime in found:
            self.confirm_radical(prime)
        return found

    @_Shared
    def radical(self) -> Ideal:
        """The radical of the ideal of the equations: the intersection of the primes.

        Each element has a power in the ideal.
        """
        found = self.intersection([prime.ideal for prime in self.primes])
        if not all(in_radical(self.ideal, polynomial) for polynomial in found.basis):
            raise BackendError("the reference contradicts itself: its primes are not all")
        return found

    @_Shared
    def saturation(self) -> Ideal:
        """The saturation of the ideal by the goal's polynomials."""
        by = self.system.goal.saturate
        found = saturated(self.ideal, by)
        self.confirm_by(partial(is_saturation, found, self.ideal, by), "the saturation")
        return found

    @_Shared
    def elimination(self) -> Ideal:
        """What the ideal has without the goal's variables."""
        positions = self.system.goal.eliminate
        found = eliminated(self.ideal, positions)
        self.confirm_by(partial(is_elimination, found, self.ideal, positions), "the elimination")
        return found

    @_Shared
    def numbers(self) -> tuple[int, int]:
        """The dimension and the degree."""
        found = dimension_and_degree(self.ideal)
        self.confirm_by(partial(are_numbers, *found, self.ideal), "the dimension and the degree")
        return found

    @_Shared
    def real_zeros(self) -> list[RealZero]:
        """The real zeros. Raises UnsupportedError where the zeros are infinitely many.

        At each point of a field the equations and its chain are 0. None is there twice: the chains have as many
        different zeros as the degrees of the fields say. None is missing: there are as many as Bezout's bound (Fulton,
        *Intersection Theory*, 1998, example 8.4.6), or as the ideal has. Sturm's sequences confirm the number of real
        ones.
        """
        equations = tuple(self.system.polynomials())
        fields = closed_fields(self.ideal_of(equations))
        if not all(field.has_zeros_of((*equations, *field.chain), self.deadline) for field in fields):
            raise BackendError("the reference contradicts itself: an equation is not 0 at one of its zeros")
        found = real_zeros(fields, self.deadline)

        degrees = sum(field.minimal.degree() for field in fields)
        alike: list[list[FullChain | OrderedBasis]] = [[field.chain for field in fields]]
        if degrees != prod(polynomial.total_degree for polynomial in equations if polynomial):
            alike.append([OrderedBasis(self.ring, self.ideal.basis, "degrevlex")])

        def are_all(deadline: Deadline) -> bool:
            return all(number_of_zeros(self.ring, parts, deadline) == degrees for parts in alike)

        def are_real(deadline: Deadline) -> bool:
            return sum(number_by_sturm(field.minimal, deadline) for field in fields) == len(found)

        self.confirm_by(are_all, "the number of zeros")
        self.confirm_by(are_real, "the number of real zeros")
        return found

    @_Shared
    def over_tower(self) -> OverTower:
        """The polynomials over the tower that the equations define. Raises UnsupportedError where it is no field."""
        over = OverTower(self.ring, tower_of(self.system), self.deadline)
        if over.reducible_step is not None:
            step, factors = over.reducible_step
            raise UnsupportedError(f"the equations define no field: {step} has the factors {listed(factors)}")
        return over

    def target(self, task: Task) -> Ideal:
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
        self.shared((ideal.basis, ideal.generators), partial(self._confirm, ideal))

    def _confirm(self, ideal: Ideal) -> None:
        divisor = Divisor(ideal.basis, "degrevlex", self.deadline)
        whole = all(not divisor.remainder(polynomial) for polynomial in ideal.generators)
        if not whole or failing_pair(ideal.basis, "degrevlex", self.deadline) is not None:
            raise BackendError("the reference contradicts itself: a basis of its own is no Groebner basis")
