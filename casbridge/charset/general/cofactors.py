"""Membership with its reason: f = c₁·f₁ + … + cₘ·fₘ, by Buchberger's algorithm with a memory.

Each member of the basis keeps its recipe: the multiples of earlier polynomials that it is the sum of. A polynomial that
reduces to zero is such a sum too, and the recipes are followed back to the generators. Coefficients are in QQ or GF(p).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from operator import sub
from typing import Any

from casbridge.algebra.arithmetic import Exponents, FlintArithmetic, chosen_arithmetic
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.general.groebner import leading_monomial
from casbridge.charset.groebner.pairs import GrowingBasis, divides
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

_NOT_IN_TIME = "no identity was found"
_CLOCK_STEPS = 64

# Terms of a sum, each with the source that it multiplies: a member by its number, generator i by -1 - i.
_Recipe = list[tuple[Any, int]]


class ExplainedBasis:
    """A Gröbner basis (degrevlex) of polynomials in which each member knows how the polynomials make it.

    polynomials: at least one, all of one ring.
    deadline: LimitError after it, here and in the methods.
    Raises UnsupportedError without python-flint.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> basis = ExplainedBasis([x * y - 1, x**2 - y])
    >>> basis.cofactors(x**3 - 1)
    (1, x)
    >>> basis.cofactors(x - 1) is None
    True
    """

    def __init__(self, polynomials: Sequence[Polynomial], deadline: Deadline = NEVER) -> None:
        if chosen_arithmetic() != "flint":
            raise UnsupportedError("identities need python-flint here; install it, or Singular")
        self.ring = polynomials[0].ring
        self.deadline = deadline
        self._arithmetic = FlintArithmetic(self.ring, "degrevlex")
        self._growing = GrowingBasis[Any]()
        self._recipes: list[_Recipe] = []
        self._size = len(polynomials)
        self._generators = [self._native(polynomial) for polynomial in polynomials]
        self._steps = 0
        for number in sorted(range(len(polynomials)), key=lambda i: polynomials[i].total_degree):
            self._take(self._generators[number], [(self._arithmetic.constant(1), -1 - number)], 0)
        self._complete()

    @property
    def is_whole_ring(self) -> bool:
        """Whether 1 is in the ideal: the polynomials have no common zero."""
        return any(not sum(leading_monomial(self._growing.members[i].polynomial)) for i in self._growing.current)

    @property
    def members(self) -> list[Polynomial]:
        """The polynomials of the basis."""
        return [self._polynomial(self._growing.members[i].polynomial) for i in self._growing.current]

    def is_explained(self) -> bool:
        """Whether each member that was ever in the basis is the sum that its recipe says: the sums are expanded."""
        natives = [member.polynomial for member in self._growing.members]
        for native, recipe in zip(natives, self._recipes, strict=True):
            self.deadline.check(_NOT_IN_TIME)
            total = self._arithmetic.constant(0)
            for term, source in recipe:
                total += term * (natives[source] if source >= 0 else self._generators[-1 - source])
            if total != native:
                return False
        return True

    def remainder(self, polynomial: Polynomial) -> Polynomial:
        """A polynomial that differs by a member of the ideal, with a smaller or irreducible leading monomial."""
        return self._polynomial(self._reduced(self._native(polynomial))[0])

    def cofactors(self, polynomial: Polynomial) -> tuple[Polynomial, ...] | None:
        """A polynomial for each generator: the products sum up to `polynomial`. None outside the ideal."""
        left, recipe = self._reduced(self._native(polynomial))
        if left:
            return None
        weights: defaultdict[int, Any] = defaultdict(lambda: self._arithmetic.constant(0))
        for term, source in recipe:
            weights[source] -= term
        for number in range(len(self._recipes) - 1, -1, -1):
            weight = weights.pop(number, None)
            if weight:
                self._watch()
                for term, source in self._recipes[number]:
                    weights[source] += weight * term
        return tuple(self._polynomial(weights[-1 - i]) for i in range(self._size))

    def _complete(self) -> None:
        growing = self._growing
        while growing.pairs and not self.is_whole_ring:
            sugar, _, i, j, multiple = heapq.heappop(growing.pairs)
            up, down = (
                self._term(growing.members[k].polynomial, tuple(map(sub, multiple, growing.members[k].leading)), 1)
                for k in (i, j)
            )
            native = up * growing.members[i].polynomial - down * growing.members[j].polynomial
            self._take(native, [(up, i), (-down, j)], sugar)

    def _take(self, native: Any, recipe: _Recipe, sugar: int) -> None:
        """Add what is left of a polynomial after reduction, made monic. recipe: how the polynomial is made."""
        left, further = self._reduced(native)
        if left:
            scale = self._term(left, (0,) * self.ring.size, 1)
            self._recipes.append([(scale * term, source) for term, source in (*recipe, *further)])
            self._growing.add(scale * left, leading_monomial(left), sugar)

    def _reduced(self, native: Any) -> tuple[Any, _Recipe]:
        """The remainder of a polynomial, and the multiples of members that the polynomial needs to become it."""
        members = self._growing.members
        divisors = sorted(self._growing.current, key=lambda i: len(members[i].polynomial))
        recipe: _Recipe = []
        while native:
            leading = leading_monomial(native)
            number = next((i for i in divisors if divides(members[i].leading, leading)), None)
            if number is None:
                break
            self._watch()
            shift = tuple(map(sub, leading, members[number].leading))
            # Members are monic.
            term = self._arithmetic.context.term(coeff=-native.coefficient(0), exp_vec=shift)
            native = native + term * members[number].polynomial
            recipe.append((term, number))
        return native, recipe

    def _term(self, native: Any, exponents: Exponents, numerator: int) -> Any:
        """numerator / the leading coefficient of a polynomial, times a monomial."""
        leading = native.coefficient(0)
        p = self.ring.field.characteristic
        value = numerator * pow(int(leading), -1, p) if p else numerator / leading
        return self._arithmetic.context.term(coeff=value, exp_vec=exponents)

    def _watch(self) -> None:
        self._steps += 1
        if self._steps % _CLOCK_STEPS == 0:
            self.deadline.check(_NOT_IN_TIME)

    def _native(self, polynomial: Polynomial) -> Any:
        return self._arithmetic.from_terms(polynomial.terms)

    def _polynomial(self, native: Any) -> Polynomial:
        return Polynomial(self.ring, self._arithmetic.terms(native))
