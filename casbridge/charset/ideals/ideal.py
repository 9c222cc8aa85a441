"""An ideal with its Gröbner basis: membership, inclusion, equality, and powers of members of the radical."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.brief import in_short
from casbridge.charset.ideals.bases import Reducer, groebner_basis
from casbridge.errors import InputError, LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The highest power that is tried where a power of a polynomial is known to be in an ideal.
_HIGHEST_POWER = 10_000


class Ideal:
    """The ideal that polynomials generate.

    deadline: work after it raises LimitError.
    Raises InputError for polynomials of other rings, UnsupportedError for rings with parameters and without
    python-flint.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> ideal = Ideal(x.ring, [x * y - 1, y**2 - x])
    >>> ideal.contains(x**3 - 1), ideal.is_whole, Ideal(x.ring, [x**3 * y]).power(x, y)
    (True, False, 3)
    """

    def __init__(self, ring: Ring, generators: Iterable[Polynomial], deadline: Deadline = NEVER) -> None:
        self.ring = ring
        self.generators = tuple(dict.fromkeys(f.normal() for f in generators if f))
        self.deadline = deadline
        if ring.parameters:
            raise UnsupportedError("the reference has no ideals over fields with parameters")
        other = next((f.ring for f in self.generators if f.ring != ring), None)
        if other is not None:
            raise InputError(f"a polynomial of {other}", expected=f"one of {ring}")

    def __str__(self) -> str:
        return f"⟨{', '.join(map(str, self.generators))}⟩"

    def __repr__(self) -> str:
        return f"⟨{in_short(map(repr, self.generators), len(self.generators))[1:-1]}⟩"

    @cached_property
    def basis(self) -> tuple[Polynomial, ...]:
        """The reduced Gröbner basis (degrevlex), in normal form."""
        return groebner_basis(self.ring, self.generators, "degrevlex", self.deadline)

    @property
    def is_whole(self) -> bool:
        """Whether 1 is in the ideal."""
        return any(polynomial.is_constant for polynomial in self.basis)

    @property
    def is_zero(self) -> bool:
        """Whether the ideal has nothing but 0."""
        return not self.generators

    def remainder(self, polynomial: Polynomial) -> Polynomial:
        """The normal form of a polynomial modulo the basis, up to a number; 0 exactly for members."""
        self.deadline.check("no remainder")
        native = self._reducer.native({e[::-1]: c for e, c in polynomial.terms.items()})
        left = self._reducer.terms(self._reducer.remainder(native))
        return Polynomial(self.ring, {e[::-1]: c for e, c in left.items()})

    @cached_property
    def _reducer(self) -> Reducer:
        reducer = Reducer(self.ring.field, self.ring.variables[::-1], "degrevlex")
        reducer.take([reducer.native({e[::-1]: c for e, c in f.terms.items()}) for f in self.basis])
        return reducer

    def contains(self, polynomial: Polynomial) -> bool:
        """Whether a polynomial is in the ideal."""
        return not self.remainder(polynomial)

    def outside(self, polynomials: Iterable[Polynomial]) -> Polynomial | None:
        """The first of some polynomials that is not in the ideal; None where all are."""
        return next((f for f in polynomials if not self.contains(f)), None)

    def includes(self, other: Ideal) -> bool:
        """Whether another ideal lies in this one."""
        return self.outside(other.generators) is None

    def equals(self, other: Ideal) -> bool:
        """Whether the ideals are the same."""
        return self.basis == other.basis

    def plus(self, polynomials: Sequence[Polynomial]) -> Ideal:
        """The ideal with more generators."""
        return Ideal(self.ring, (*self.basis, *polynomials), self.deadline)

    def power(self, polynomial: Polynomial, times: Polynomial | None = None) -> int:
        """The least n with polynomialⁿ · times in the ideal, where it is known that there is one. times: None is 1.

        Raises LimitError where n would be more than some thousands.
        """
        left = self.remainder(Polynomial.constant(self.ring, 1) if times is None else times)
        for exponent in range(_HIGHEST_POWER):
            if not left:
                return exponent
            left = self.remainder(left * polynomial)
        raise LimitError(f"no power up to {_HIGHEST_POWER} of {polynomial} is in the ideal")
