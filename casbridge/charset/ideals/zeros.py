"""The number of different zeros of ideals that have finitely many, over the algebraic closure, without multiplicities.

Let A = K[x1, …, xn]/I have the dimension D, and let M be the matrix of multiplication with a linear form u. The
eigenvalues of M are the values of u at the zeros of I. So the number of zeros is at least the number of different
eigenvalues, and at most D. Over QQ both are compared modulo a prime p at which the Gröbner basis stays one: there may
be fewer different eigenvalues modulo p, never more. Equal bounds are a proof. They are equal for a radical ideal, a
large p and most u.

A chain C with a polynomial for each variable has at most ∏ dᵢ zeros at which no initial vanishes, where dᵢ are its main
degrees. If each initial is invertible modulo p and the polynomials below, then C has the same zeros as a chain that is
monic, with coefficients that may be taken modulo p, and the same argument holds. Parameters are replaced by numbers.

Otherwise the radical is I + ⟨g1, …, gn⟩, where gi is the squarefree part of the characteristic polynomial of xi. This
holds over perfect fields, and so over QQ and GF(p) (Seidenberg's lemma 92). The number of zeros is the dimension modulo
the radical: D minus the rank of all gi(Mi).
Sources: Cox, Little and O'Shea, *Using Algebraic Geometry*, 2005, chapter 2; Kreuzer and Robbiano, *Computational
Commutative Algebra 1*, 2000, section 3.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.groebner.primes import PRIMES
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import in_radical, saturated
from casbridge.charset.ideals.quotients import (
    FORMS,
    NOT_COUNTED,
    Algebra,
    FullChain,
    OrderedBasis,
    basis_of,
    linear_form,
    quotient_algebra,
    squarefree_part,
    tower_algebra,
)
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline


def number_of_zeros(ring: Ring, parts: Sequence[OrderedBasis | FullChain], deadline: Deadline = NEVER) -> int:
    """How many different zeros some ideals and chains have together, over the algebraic closure. The number is proved.

    parts: bases of ideals with finitely many zeros, and chains with a polynomial for each variable, lowest first.

    Raises LimitError after the deadline, and UnsupportedError for ideals over rings with parameters, for ideals whose
    quotient ring is too large, and where no proof is found.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> points, double = (x**2 - 2, x * y - 1), OrderedBasis(x.ring, (x**2, y), "lex")
    >>> number_of_zeros(x.ring, [points]), number_of_zeros(x.ring, [double]), number_of_zeros(x.ring, [points, double])
    (2, 1, 3)
    """
    different = dict.fromkeys(parts)
    counted = [one for one in (_Counted(ring, part, deadline) for part in different) if one.dimension]
    total = sum(one.zeros for one in counted)
    return total if _are_all_disjoint(counted, total) else _union(ring, counted, deadline)


def has_zeros(ring: Ring, chain: Sequence[Polynomial], deadline: Deadline = NEVER) -> bool:
    """Whether a chain has a zero at which no initial of it vanishes, over the algebraic closure.

    A zero with special values of the variables that are no main variables is one. Where none is found, a Gröbner basis
    decides. Raises LimitError, and UnsupportedError where the ring has parameters and no special zero is found.

    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> has_zeros(x.ring, (x * y**2 - 1,)), has_zeros(x.ring, (y**2 - x, (y**2 - x) * z - 1))
    (True, False)
    """
    if any(f.is_constant for f in chain):
        return False
    initials = [one for one in dict.fromkeys(map(initial, chain)) if not one.is_constant]
    if not initials:
        return True
    for p in PRIMES[: 1 if ring.field.characteristic else None]:
        for seed in range(FORMS):
            if tower_algebra(ring, chain, ring.field.characteristic or p, seed, deadline) is not None:
                return True
    product = Polynomial.constant(ring, 1)
    for one in initials:
        product = product * one
    return not in_radical(Ideal(ring, chain, deadline), product)


class _Counted:
    """One part: a bound for the number of its zeros, and characteristic polynomials modulo a prime.

    dimension: of the quotient ring, or the product of the main degrees; 0 exactly where there are no zeros.
    """

    def __init__(self, ring: Ring, part: OrderedBasis | FullChain, deadline: Deadline) -> None:
        self.ring, self.deadline = ring, deadline
        self._part = part
        self.p = ring.field.characteristic or PRIMES[0]
        tower = None if isinstance(part, OrderedBasis) else tower_algebra(ring, part, self.p, 0, deadline)
        self.is_chain = tower is not None
        if tower is None:
            self.p = ring.field.characteristic or _good_prime(self.part)
            tower = quotient_algebra(self.part, self.part.standard(), self.p, deadline)
        self.quotient = tower
        self.dimension = tower.size
        self._forms: dict[int, Any] = {}

    @cached_property
    def part(self) -> OrderedBasis:
        """A Gröbner basis of the part."""
        return basis_of(self.ring, self._part, self.deadline)

    def characteristic(self, number: int) -> Any:
        """The characteristic polynomial of linear form `number`, modulo the prime."""
        if number not in self._forms:
            self._forms[number] = self.quotient.form(linear_form(number, len(self.ring.unknowns), self.p))
        return self._forms[number]

    @cached_property
    def zeros(self) -> int:
        """The number of zeros. Raises UnsupportedError where no proof is found."""
        lower = 0
        for number in range(FORMS):
            lower = max(lower, int(squarefree_part(self.characteristic(number)).degree()))
            if lower == self.dimension:
                return lower
        if self.is_chain:
            return number_of_zeros(self.ring, [self.part], self.deadline)
        if self.ring.field.characteristic:
            squarefree = [squarefree_part(self.quotient.form(form)) for form in self._variables]
            return self._over(self.quotient, squarefree)
        return self._over_rationals(lower)

    def _over_rationals(self, lower: int) -> int:
        """The number of zeros over QQ: at least `lower`.

        The gi are in the radical over QQ. Their rank modulo the prime is at most the one over QQ: an upper bound.
        """
        rational = quotient_algebra(self.part, self.part.standard(), 0, self.deadline)
        squarefree = [squarefree_part(rational.minimal(form)) for form in self._variables]
        modular = [_modulo(one, self.p) for one in squarefree]
        if all(one is not None for one in modular) and self._over(self.quotient, modular) == lower:
            return lower
        return self._over(rational, squarefree)

    @property
    def _variables(self) -> list[list[int]]:
        """The variables as linear forms."""
        return [[int(v == variable) for v in range(self.ring.size)] for variable in range(self.ring.size)]

    def _over(self, own: Algebra, squarefree: Sequence[Any]) -> int:
        """The dimension modulo polynomials in one variable each."""
        return self.dimension - own.stacked_rank([own.value(one, v) for v, one in enumerate(squarefree)])


def _good_prime(part: OrderedBasis) -> int:
    """A prime modulo which the basis stays a Gröbner basis with the same leading monomials."""
    coefficients = [int(f.normal().terms[e]) for e, f in part.leading().items()]
    for p in PRIMES:
        if all(coefficient % p for coefficient in coefficients):
            return p
    raise UnsupportedError("no prime is known that divides no leading coefficient")


def _modulo(polynomial: Any, p: int) -> Any:
    """A polynomial over QQ modulo a prime; None where a denominator is 0 there."""
    from flint import nmod_poly

    denominator = int(polynomial.denom())
    return nmod_poly(polynomial.numer(), p) * pow(denominator, -1, p) if denominator % p else None


def _are_all_disjoint(counted: Sequence[_Counted], total: int) -> bool:
    """Whether one linear form has `total` different values at the zeros of ideals that have so many, each by itself."""
    if len({one.p for one in counted}) > 1:
        return False
    for number in range(FORMS):
        product: Any = None
        for one in counted:
            own = squarefree_part(one.characteristic(number))
            product = own if product is None else product * own
        if product is None or squarefree_part(product).degree() == total:
            return True
    return False


def _union(ring: Ring, counted: Sequence[_Counted], deadline: Deadline) -> int:
    """The number of zeros of ideals that may have zeros in common: of each, those that no earlier one has."""
    total = 0
    for place, one in enumerate(counted):
        ideal = Ideal(ring, one.part.basis, deadline)
        changed = False
        for other in counted[:place]:
            deadline.check(NOT_COUNTED)
            if not _are_disjoint(one, other) and not ideal.plus(other.part.basis).is_whole:
                ideal, changed = saturated(ideal, other.part.basis), True
        rest = [OrderedBasis(ring, ideal.basis, "degrevlex")]
        total += number_of_zeros(ring, rest, deadline) if changed else one.zeros
    return total


def _are_disjoint(one: _Counted, other: _Counted) -> bool:
    """Whether linear forms show that two ideals have no zero in common."""
    return one.p == other.p and any(
        one.characteristic(number).gcd(other.characteristic(number)).degree() == 0 for number in range(FORMS)
    )
