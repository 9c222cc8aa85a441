"""Gröbner bases over QQ within limits on sizes, as starts for the decomposition.

`buchberger` is FLINT's, quick for small systems. `degree_basis` and `saturated_basis` go further. They use the criteria
of Gebauer and Möller ("On an installation of Buchberger's algorithm", 1988) and the sugar strategy of Giovini et al.
("One sugar cube, please", 1991). FLINT computes their reductions.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterable, Sequence
from math import lcm
from operator import le
from typing import Any, NamedTuple, TypeVar

from casbridge.algebra.arithmetic import Exponents, chosen_arithmetic
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring

_MOST_REDUCTIONS = 4_000

_Returned = TypeVar("_Returned")


class Sizes(NamedTuple):
    """Sizes beyond which Buchberger's algorithm is given up.

    polynomials: in the basis. terms: of a polynomial. bits: of a coefficient.
    zeros: their number, with multiplicities, beyond which the order is not changed.

    >>> Sizes(polynomials=30, terms=60, bits=300, zeros=16).bits
    300
    """

    polynomials: int
    terms: int
    bits: int
    zeros: int


def is_available(ring: Ring) -> bool:
    """Whether Gröbner bases can be computed here: over QQ with python-flint.

    >>> from casbridge.algebra import Field
    >>> is_available(Ring.of("x", Field(7)))
    False
    """
    return not ring.field.characteristic and chosen_arithmetic() == "flint"


def buchberger(
    ring: Ring, polynomials: Iterable[Polynomial], order: str, sizes: Sizes
) -> list[dict[Exponents, int]] | None:
    """The reduced basis, as terms with whole coefficients; None where a size was exceeded.

    order: "lex" or "degrevlex", highest variable greatest.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> buchberger(x.ring, [x * y, y - x], "lex", Sizes(50, 50, 500, 0))
    [{(0, 1): 1, (1, 0): -1}, {(2, 0): 1}]
    """
    import flint

    context = flint.fmpz_mpoly_ctx.get(list(reversed(ring.variables)), order)  # FLINT's first variable is its greatest
    natives = [context.from_dict(_whole_terms(polynomial)) for polynomial in polynomials if polynomial]
    found, complete = flint.fmpz_mpoly_vec(natives, context).buchberger_naive(sizes[:3])
    return _reduced(found) if complete else None


def degree_basis(
    ring: Ring, polynomials: Iterable[Polynomial], sizes: Sizes
) -> Generator[int, None, tuple[Polynomial, ...] | None]:
    """Computes the reduced basis in the degree order; None where a size was exceeded.

    A generator that yields the work of each step, in about microseconds, and returns the basis. So it can be
    interrupted. `finished` waits for it.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> finished(degree_basis(x.ring, [x**2 * y - x, x * y**2 - x], Sizes(50, 50, 500, 0)))
    (x*y - x**2, x**3 - x)
    """
    import flint

    context = flint.fmpz_mpoly_ctx.get(list(reversed(ring.variables)), "degrevlex")
    natives = [context.from_dict(_whole_terms(polynomial)) for polynomial in polynomials if polynomial]
    basis = yield from _LongBuchberger(context, sizes).basis(natives)
    return None if basis is None else tuple(Polynomial(ring, terms) for terms in basis)


def saturated_basis(
    ring: Ring,
    basis: Sequence[Polynomial],
    divisor: Polynomial,
    sizes: Sizes,
) -> Generator[int, None, tuple[Polynomial, ...] | None]:
    """Computes the reduced basis (degree order) of the saturation ⟨basis⟩ : h^∞; a generator like `degree_basis`.

    basis: reduced, in the degree order.
    divisor: h.

    The saturation is the ideal ⟨basis, 1 − t·h⟩ with t eliminated. t gets a weight: a power of t stands for t. The
    weight was large enough if every polynomial of the result that has t has t in its leading monomial.

    Returns None where a size was exceeded, or the weight was too small.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> finished(saturated_basis(x.ring, [x**2 * y - x], x, Sizes(50, 50, 500, 0)))
    (x*y - 1,)
    """
    import flint

    context = flint.fmpz_mpoly_ctx.get([_free_name(ring), *reversed(ring.variables)], "degrevlex")
    known = [context.from_dict({(0, *e): c for e, c in _whole_terms(polynomial).items()}) for polynomial in basis]
    weight = 4 * max(polynomial.total_degree for polynomial in (divisor, *basis))
    inverse = context.from_dict({(max(weight, 1), *e): c for e, c in _whole_terms(divisor).items()})
    with_inverse = yield from _LongBuchberger(context, sizes).basis([inverse - 1], known)
    if with_inverse is None:
        return None
    found = []
    for terms in with_inverse:
        without_t, with_t = (max((sum(e) for e in terms if bool(e[-1]) is t), default=-1) for t in (False, True))
        if with_t < 0:
            found.append(Polynomial(ring, {e[:-1]: c for e, c in terms.items()}))
        elif with_t <= without_t:
            return None  # the weight was too small: the basis may lack polynomials without t
    return tuple(found)


def finished(steps: Generator[int, None, _Returned]) -> _Returned:
    """The value that a generator returns at its end.

    >>> def two_steps():
    ...     yield 1
    ...     return "basis"
    >>> finished(two_steps())
    'basis'
    """
    while True:
        try:
            next(steps)
        except StopIteration as stopped:
            returned: _Returned = stopped.value
            return returned


def _free_name(ring: Ring) -> str:
    """A name that no variable of the ring has."""
    name = "t"
    while name in ring.index:
        name += "_"
    return name


def _whole_terms(polynomial: Polynomial) -> dict[Exponents, int]:
    """The terms of a multiple with whole coefficients, highest variable first."""
    scale = lcm(*(c.denominator for c in polynomial.terms.values()))
    return {e[::-1]: int(c * scale) for e, c in polynomial.terms.items()}


def _reduced(basis: Any) -> list[dict[Exponents, int]]:
    """The terms of the reduced basis, highest variable last."""
    reduced = basis.autoreduction()
    return [{tuple(map(int, e[::-1])): int(c) for e, c in reduced[i].to_dict().items()} for i in range(len(reduced))]


class _LongBuchberger:
    """One run of Buchberger's algorithm in a context with the order degrevlex.

    polynomials, leading, sugar: every polynomial that was ever in the basis, its leading exponents, its sugar.
    current: the numbers of the polynomials in the basis.
    pairs: a heap of (sugar, order of the common multiple, first number, second number, common multiple).
    """

    def __init__(self, context: Any, sizes: Sizes) -> None:
        self._context = context
        self._sizes = sizes
        self._polynomials: list[Any] = []
        self._leading: list[Exponents] = []
        self._sugar: list[int] = []
        self._current: list[int] = []
        self._pairs: list[tuple[int, tuple[int, ...], int, int, Exponents]] = []
        self._divisors: Any = None

    def basis(
        self, natives: Iterable[Any], known: Sequence[Any] = ()
    ) -> Generator[int, None, list[dict[Exponents, int]] | None]:
        """The reduced basis of natives and known, a reduced basis; None where a size was exceeded."""
        self._polynomials.extend(known)
        self._leading.extend(map(_leading, known))
        self._sugar.extend(int(native.total_degree()) for native in known)
        self._current.extend(range(len(known)))
        for native in sorted(natives, key=lambda native: (degree_key(_leading(native)[::-1]), len(native))):
            reduced = self._reduce(native)
            if reduced and not self._add(reduced, int(reduced.total_degree())):
                return None
            yield self._work_of_a_step(reduced)
        for _ in range(_MOST_REDUCTIONS):
            if not self._pairs:
                import flint

                return _reduced(flint.fmpz_mpoly_vec([self._polynomials[i] for i in self._current], self._context))
            sugar, _, i, j, _ = heapq.heappop(self._pairs)
            reduced = self._reduce(self._polynomials[i].spoly(self._polynomials[j]))
            if reduced and not self._add(reduced, max(sugar, int(reduced.total_degree()))):
                return None
            yield self._work_of_a_step(reduced)
        return None

    def _work_of_a_step(self, reduced: Any) -> int:
        """The work of a step, in about microseconds."""
        work = 40 + len(self._current)
        if reduced:
            bits = abs(int(reduced.coefficient(len(reduced) - 1))).bit_length()
            work += 4 * len(self._current) + len(self._pairs) + len(reduced) * (5 + bits // 10)
        return work

    def _reduce(self, native: Any) -> Any:
        import flint

        if not native or not self._current:
            return native
        if self._divisors is None:
            divisors = sorted((self._polynomials[i] for i in self._current), key=len)
            self._divisors = flint.fmpz_mpoly_vec(divisors, self._context)
        return native.reduction_primitive_part(self._divisors)

    def _add(self, native: Any, sugar: int) -> bool:
        """Take a reduced polynomial into the basis, and add the pairs that are needed; False where it is too large."""
        sizes, new, leading = self._sizes, len(self._polynomials), _leading(native)
        if len(native) > sizes.terms or max(abs(c).bit_length() for c in map(int, native.coeffs())) > sizes.bits:
            return False
        degree = sum(leading)
        multiples = [(i, tuple(map(max, self._leading[i], leading))) for i in self._current]
        coprime = {i for i, multiple in multiples if sum(multiple) == sum(self._leading[i]) + degree}
        multiples.sort(key=lambda pair: (sum(pair[1]), pair[0] not in coprime))
        least: list[tuple[int, Exponents]] = []
        for i, multiple in multiples:
            if i in coprime or not any(_divides(other, multiple) for _, other in least):
                least.append((i, multiple))
        kept = [pair for pair in least if pair[0] not in coprime]
        pairs = [
            pair
            for pair in self._pairs
            if not _divides(leading, pair[4])
            or pair[4] in (tuple(map(max, self._leading[i], leading)) for i in (pair[2], pair[3]))
        ]
        for i, multiple in kept:
            total = sum(multiple)
            own = max(self._sugar[i] + total - sum(self._leading[i]), sugar + total - degree)
            pairs.append((own, degree_key(multiple[::-1]), i, new, multiple))
        heapq.heapify(pairs)
        self._pairs = pairs
        self._polynomials.append(native)
        self._leading.append(leading)
        self._sugar.append(sugar)
        self._current = [i for i in self._current if not _divides(leading, self._leading[i])]
        self._current.append(new)
        self._divisors = None
        return len(self._current) <= sizes.polynomials


def _leading(native: Any) -> Exponents:
    return tuple(map(int, native.monomial(0)))


def degree_key(exponents: Exponents) -> tuple[int, ...]:
    """A key that sorts exponents in the order degrevlex, last variable greatest.

    >>> sorted([(0, 2), (1, 0), (0, 1)], key=degree_key)
    [(1, 0), (0, 1), (0, 2)]
    """
    return (sum(exponents), *(-e for e in exponents))


def _divides(first: Sequence[int], second: Sequence[int]) -> bool:
    return all(map(le, first, second))
