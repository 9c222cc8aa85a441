"""Reduced Gröbner bases over QQ and GF(p), by Buchberger's algorithm with FLINT's arithmetic.

An order that compares some variables first is emulated in the order degrevlex: their exponents are multiplied by a
weight. Several weights take turns. One was large enough if each polynomial of the basis with one of these variables
has one in its leading monomial. Then the polynomials without them generate all that the ideal has without them: such a
polynomial reduces to zero, and only by polynomials without these variables.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from math import lcm
from operator import sub
from typing import Any

from casbridge.algebra.arithmetic import Exponents, need_flint
from casbridge.algebra.fields import Field, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.general.groebner import leading_monomial
from casbridge.charset.groebner.pairs import GrowingBasis
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

_NOT_IN_TIME = "no Groebner basis"
#: Weights that are tried in turn, and the factor to a further one where all of them are too small.
_WEIGHTS, _HEAVIER = (2, 3, 5, 9, 20), 3
#: Seconds for each attempt in the first round, and the factor from round to round. How long a weight takes is not known
#: before: it may be a thousand times as long as another one.
_FIRST_SECONDS, _MORE = 0.3, 5.0


class Reducer:
    """Polynomials that divide others, in one context of FLINT.

    field: of the coefficients. names: of the variables, greatest first. order: "lex" or "degrevlex".
    Raises UnsupportedError without python-flint.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> reducer = Reducer(x.ring.field, ["y", "x"], "lex")
    >>> reducer.take([reducer.native({(1, 0): 1, (0, 1): -2})])
    >>> reducer.terms(reducer.remainder(reducer.native({(1, 1): 1})))
    {(0, 2): 1}
    """

    def __init__(self, field: Field, names: Sequence[str], order: str) -> None:
        need_flint("ideals")
        from flint import fmpz_mpoly_ctx, fmpz_mpoly_vec, nmod_mpoly_ctx

        self._p = field.characteristic
        self._vector = fmpz_mpoly_vec
        if self._p:
            self._context = nmod_mpoly_ctx.get(list(names), modulus=self._p, ordering=order)
        else:
            self._context = fmpz_mpoly_ctx.get(list(names), order)
        self._divisors: Any = []

    def native(self, terms: dict[Exponents, Any]) -> Any:
        """FLINT's polynomial of terms, greatest variable first; over QQ a multiple with whole coefficients."""
        if self._p:
            return self._context.from_dict({e: int(c) for e, c in terms.items()})
        scale = lcm(*(c.denominator for c in terms.values()))
        return self._context.from_dict({e: int(c * scale) for e, c in terms.items()})

    def terms(self, native: Any) -> dict[Exponents, int]:
        """The terms of a multiple of FLINT's polynomial, leading term first: monic over GF(p), primitive over QQ."""
        terms = {tuple(map(int, e)): int(c) for e, c in native.to_dict().items()}
        if not terms:
            return terms
        if self._p:
            inverse = pow(int(native.coefficient(0)), -1, self._p)
            return {e: c * inverse % self._p for e, c in terms.items()}
        content = int(native.content()) * (-1 if int(native.coefficient(0)) < 0 else 1)
        return {e: c // content for e, c in terms.items()}

    def take(self, natives: Iterable[Any]) -> None:
        """Divide by these polynomials from now on."""
        divisors = sorted(natives, key=len)
        self._divisors = divisors if self._p else self._vector(divisors, self._context)

    def remainder(self, native: Any) -> Any:
        """What is left of a polynomial, up to a factor: no leading monomial of the divisors divides a monomial."""
        if not len(self._divisors):
            return native
        if not self._p:
            return native.reduction_primitive_part(self._divisors) if native else native
        changed = True
        while changed and native:
            changed = False
            for divisor in self._divisors:
                quotient, rest = divmod(native, divisor)
                if quotient:
                    native, changed = rest, True
        return native

    def s_polynomial(self, first: Any, second: Any) -> Any:
        """The S-polynomial of two polynomials."""
        if not self._p:
            return first.spoly(second)
        one, other = leading_monomial(first), leading_monomial(second)
        common = tuple(map(max, one, other))
        up = self._context.term(coeff=int(second.coefficient(0)), exp_vec=tuple(map(sub, common, one)))
        down = self._context.term(coeff=int(first.coefficient(0)), exp_vec=tuple(map(sub, common, other)))
        return up * first - down * second


def groebner_basis(
    ring: Ring, polynomials: Iterable[Polynomial], order: str = "degrevlex", deadline: Deadline = NEVER
) -> tuple[Polynomial, ...]:
    """The reduced Gröbner basis, in normal form, leading monomials of low degree first; () for the zero ideal.

    order: "lex" or "degrevlex", the highest variable greatest.
    Raises LimitError after the deadline, UnsupportedError without python-flint.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> groebner_basis(x.ring, [x * y - 1, y**2 - x], "lex")
    (y - x**2, x**3 - 1)
    """
    places = tuple(reversed(range(ring.size)))
    return _in_ring(ring, places, _basis(ring, places, [1] * ring.size, polynomials, order, deadline))


def without_variables(
    ring: Ring, polynomials: Sequence[Polynomial], eliminated: Sequence[int], deadline: Deadline = NEVER
) -> tuple[Polynomial, ...]:
    """Generators of what an ideal has without some variables: a Gröbner basis (degrevlex) of it.

    eliminated: the positions of the variables. Raises what `groebner_basis` raises.

    >>> from casbridge.algebra import variables
    >>> t, x, y = variables(Ring.of("t x y"))
    >>> without_variables(t.ring, [x - t**2, y - t**3], [0])
    (y**2 - x**3,)
    """
    found, _ = elimination_basis(ring, polynomials, eliminated, deadline)
    return tuple(f for f in found if not any(v in eliminated for v in f.support()))


def elimination_basis(
    ring: Ring, polynomials: Sequence[Polynomial], eliminated: Sequence[int], deadline: Deadline = NEVER
) -> tuple[tuple[Polynomial, ...], int]:
    """A Gröbner basis from which the elimination can be read off, and its weight.

    The basis is one for the order degrevlex after the exponents of the eliminated variables were multiplied by the
    weight. There these variables are greater than the others, and each polynomial of the basis that has one of them
    has one in its leading monomial.

    eliminated: the positions of the variables. Raises what `groebner_basis` raises.

    >>> from casbridge.algebra import variables
    >>> t, x, y = variables(Ring.of("t x y"))
    >>> elimination_basis(t.ring, [x - t**2, y - t**3], [0])
    ((y**2 - x**3, y - t*x, t*y - x**2, x - t**2), 2)
    """
    places = (*eliminated, *(v for v in reversed(range(ring.size)) if v not in eliminated))
    first = len(eliminated)
    waiting = list(_WEIGHTS)
    for seconds in count_up(_FIRST_SECONDS, _MORE):
        for weight in list(waiting):
            weights = [weight if v in eliminated else 1 for v in places]
            soon = deadline.share(1.0, most=seconds)
            try:
                found = _basis(ring, places, weights, polynomials, "degrevlex", soon)
            except LimitError:
                deadline.check(_NOT_IN_TIME)
                continue
            # The first term is the leading one.
            mixed = any(not any(next(iter(terms))[:first]) and any(any(e[:first]) for e in terms) for terms in found)
            if not mixed:
                return _in_ring(ring, places, found), weight
            waiting.remove(weight)
            if not waiting:
                waiting.append(_HEAVIER * weight)
    raise AssertionError("unreachable")


def count_up(start: float, factor: float) -> Iterator[float]:
    """start, start·factor, start·factor², …

    >>> [number for number, _ in zip(count_up(1, 2), "abc")]
    [1, 2, 4]
    """
    while True:
        yield start
        start *= factor


def _in_ring(ring: Ring, places: Sequence[int], found: Sequence[dict[Exponents, int]]) -> tuple[Polynomial, ...]:
    back = [places.index(v) for v in range(ring.size)]
    moved = ({tuple([e[i] for i in back]): c for e, c in terms.items()} for terms in found)
    return tuple(Polynomial(ring, terms).normal() for terms in moved)


def _basis(
    ring: Ring,
    places: Sequence[int],
    weights: Sequence[int],
    polynomials: Iterable[Polynomial],
    order: str,
    deadline: Deadline,
) -> list[dict[Exponents, int]]:
    """The reduced basis: terms with the exponents of the variables at `places`, leading term first, without weights.

    weights: for the variables at `places`; in the computation each exponent is multiplied by its weight.
    """
    reducer = Reducer(ring.field, [ring.variables[v] for v in places], order)
    natives = [
        reducer.native({tuple([e[v] * w for v, w in zip(places, weights, strict=True)]): c for e, c in f.terms.items()})
        for f in polynomials
        if f
    ]
    reduced = _buchberger(reducer, natives, deadline)
    return [
        {tuple([x // w for x, w in zip(e, weights, strict=True)]): c for e, c in reducer.terms(native).items()}
        for native in reduced
    ]


def _buchberger(reducer: Reducer, natives: Sequence[Any], deadline: Deadline) -> list[Any]:
    """The reduced basis of natives, each one up to a factor, smallest leading monomial first."""
    growing: GrowingBasis[Any] = GrowingBasis()

    def step(native: Any, sugar: int) -> None:
        deadline.check(_NOT_IN_TIME)
        left = reducer.remainder(native)
        if left:
            growing.add(left, leading_monomial(left), sugar)
            if not any(leading_monomial(left)):
                growing.pairs.clear()
            reducer.take(growing.members[i].polynomial for i in growing.current)

    for native in sorted(natives, key=lambda native: (sum(leading_monomial(native)), len(native))):
        step(native, 0)
    while growing.pairs:
        sugar, _, i, j, _ = heapq.heappop(growing.pairs)
        step(reducer.s_polynomial(growing.members[i].polynomial, growing.members[j].polynomial), sugar)
    members = [growing.members[i].polynomial for i in growing.current]
    found = []
    for native in members:
        deadline.check(_NOT_IN_TIME)
        reducer.take(other for other in members if other is not native)
        found.append(reducer.remainder(native))
    return sorted(found, key=lambda native: (sum(leading_monomial(native)), leading_monomial(native)))
