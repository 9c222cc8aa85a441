"""Gröbner bases over QQ within limits on sizes, as starts for the decomposition.

`buchberger` is FLINT's, quick for small systems. `degree_basis` and `saturated_basis` go further, in steps. They use
the criteria of Gebauer and Möller ("On an installation of Buchberger's algorithm", 1988) and the sugar strategy of
Giovini et al. ("One sugar cube, please", 1991). FLINT computes their reductions.

`lexicographic_basis` goes by way of a degree order. The change of order is that of Faugère, Gianni, Lazard and
Mora ("Efficient computation of zero-dimensional Gröbner bases by change of ordering", 1993), with exact linear algebra.
A lexicographic basis is nearly triangular and has no extraneous factors: a good start for the decomposition.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import lcm
from typing import Any, NamedTuple

from casbridge.algebra.arithmetic import Exponents, chosen_arithmetic
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.groebner.pairs import GrowingBasis, Member, degree_key, divides, times
from casbridge.charset.groebner.primes import PRIMES, BadPrime
from casbridge.limits import NEVER, Deadline

_MOST_REDUCTIONS = 4_000

#: Zeros up to which it is tried first whether the lowest variable has different values at all of them.
_FEW = 40

#: The terms of a polynomial with whole coefficients, lowest variable first.
_WholeTerms = dict[Exponents, int]


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


def lexicographic_basis(
    ring: Ring, polynomials: Sequence[Polynomial], sizes: Sizes, deadline: Deadline = NEVER
) -> tuple[Polynomial, ...] | None:
    """The lexicographic basis of an ideal with finitely many zeros, by way of a degree order.

    None with infinitely many zeros, and where a size was exceeded. The sizes have to be small: FLINT's
    functions do not return before they are done.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> lexicographic_basis(x.ring, [x * y - 1, y - x], Sizes(50, 50, 500, 50))
    (x**2 - 1, y - x)
    """
    if not is_available(ring):
        return None
    by_degree = buchberger(ring, polynomials, sizes)
    if by_degree is None:
        return None
    standard = standard_monomials(ring.size, {leading_monomial(native)[::-1] for native in by_degree}, sizes.zeros)
    if standard is None:
        return None
    if not standard:
        return (Polynomial.constant(ring, 1),)
    leading = {max(terms, key=degree_key): terms for terms in reduced(by_degree)}
    image = _normal_forms(standard, leading)
    if len(standard) <= _FEW and (found := _by_lowest(ring, standard, image, deadline)) is not None:
        return found
    matrices = [_multiplications(standard, variable, image) for variable in range(ring.size)]
    for prime in PRIMES:
        with suppress(BadPrime):
            return _change_order(ring, standard, matrices, prime, deadline)
    return None


def buchberger(ring: Ring, polynomials: Iterable[Polynomial], sizes: Sizes) -> Any | None:
    """A basis in the degree order, as FLINT's vector of polynomials; None where a size was exceeded.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(buchberger(x.ring, [x * y, y - x], Sizes(50, 50, 500, 0)))
    [y - x, x^2]
    """
    from flint import fmpz_mpoly_vec

    context = _context(ring, "degrevlex")
    found, complete = fmpz_mpoly_vec(_natives(context, polynomials), context).buchberger_naive(sizes[:3])
    return found if complete else None


def degree_basis(
    ring: Ring, polynomials: Iterable[Polynomial], sizes: Sizes, order: str = "degrevlex"
) -> Generator[int, None, tuple[Polynomial, ...] | None]:
    """Computes the reduced basis; None where a size was exceeded. order: "lex" or "degrevlex".

    A generator that yields the work of each step, in about microseconds, and returns the basis. So it can be
    interrupted.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> def steps():
    ...     print((yield from degree_basis(x.ring, [x**2 * y - x, x * y**2 - x], Sizes(50, 50, 500, 0))))
    >>> all(work > 0 for work in steps())
    (x*y - x**2, x**3 - x)
    True
    """
    context = _context(ring, order)
    basis = yield from _LongBuchberger(context, sizes).basis(_natives(context, polynomials))
    return None if basis is None else tuple(Polynomial(ring, terms) for terms in basis)


def saturated_basis(
    ring: Ring, basis: Sequence[Polynomial], divisor: Polynomial, sizes: Sizes
) -> Generator[int, None, tuple[Polynomial, ...] | None]:
    """Computes the reduced basis (degree order) of the saturation ⟨basis⟩ : h^∞; a generator like `degree_basis`.

    basis: reduced, in the degree order.
    divisor: h.

    The saturation is the ideal ⟨basis, 1 − t·h⟩ with t eliminated. t gets a weight: a power of t stands for t. The
    weight was large enough if every polynomial of the result that has t has t in its leading monomial.

    Returns None where a size was exceeded, or the weight was too small.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> def steps():
    ...     print((yield from saturated_basis(x.ring, [x**2 * y - x], x, Sizes(50, 50, 500, 0))))
    >>> all(work > 0 for work in steps())
    (x*y - 1,)
    True
    """
    context = _context(
        ring, "degrevlex", "t" * (1 + max(map(len, ring.variables), default=0))
    )  # no variable has this name
    weight = 4 * max(polynomial.total_degree for polynomial in (divisor, *basis))
    (inverse,) = _natives(context, [divisor], max(weight, 1))
    with_inverse = yield from _LongBuchberger(context, sizes, _natives(context, basis, 0)).basis([inverse - 1])
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


def _context(ring: Ring, order: str, *greatest: str) -> Any:
    """FLINT's first variable is its greatest."""
    from flint import fmpz_mpoly_ctx

    return fmpz_mpoly_ctx.get([*greatest, *reversed(ring.variables)], order)


def _natives(context: Any, polynomials: Iterable[Polynomial], *powers: int) -> list[Any]:
    """Multiples with whole coefficients of the nonzero polynomials. powers: of more, greater variables."""
    terms = (integer_terms(polynomial) for polynomial in polynomials if polynomial)
    return [context.from_dict({(*powers, *e): c for e, c in each.items()}) for each in terms]


def integer_terms(polynomial: Polynomial) -> dict[Exponents, int]:
    """The terms of a multiple with whole coefficients, with exponents greatest variable first.

    >>> from casbridge.algebra import variables
    >>> from fractions import Fraction
    >>> x, y = variables(Ring.of("x y"))
    >>> integer_terms(x * Fraction(1, 2) + y * Fraction(1, 3))
    {(1, 0): 2, (0, 1): 3}
    """
    scale = lcm(*(c.denominator for c in polynomial.terms.values()))
    return {e[::-1]: int(c * scale) for e, c in polynomial.terms.items()}


def reduced(basis: Any) -> list[_WholeTerms]:
    """The terms, lowest variable first, of the reduced basis. basis: FLINT's vector.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> reduced(buchberger(x.ring, [x * y, y - x], Sizes(50, 50, 500, 0)))
    [{(0, 1): 1, (1, 0): -1}, {(2, 0): 1}]
    """
    found = basis.autoreduction()
    natives = [found[i] for i in range(len(found))]
    # Quicker than to_dict.
    return [
        {tuple(map(int, e[::-1])): int(c) for e, c in zip(native.monoms(), native.coeffs(), strict=True)}
        for native in natives
    ]


class _LongBuchberger(GrowingBasis[Any]):
    """One run of Buchberger's algorithm in a context with the order degrevlex.

    known: a reduced basis of a part.
    """

    def __init__(self, context: Any, sizes: Sizes, known: Sequence[Any] = ()) -> None:
        super().__init__()
        self._context = context
        self._sizes = sizes
        self.members = [Member(one, leading_monomial(one), sum(leading_monomial(one))) for one in known]
        self.current = list(range(len(known)))
        self._divisors: Any = None
        self._length = 0  # the divisors' mean number of terms

    def basis(self, natives: Iterable[Any]) -> Generator[int, None, list[_WholeTerms] | None]:
        """The reduced basis of natives and known; None where a size was exceeded."""
        from flint import fmpz_mpoly_vec

        for native, sugar in self._candidates(natives):
            work = self._step(native, sugar)
            if work is None:
                return None
            yield work
        if self.pairs:
            return None
        return reduced(fmpz_mpoly_vec([self.members[i].polynomial for i in self.current], self._context))

    def _candidates(self, natives: Iterable[Any]) -> Iterator[tuple[Any, int]]:
        """The polynomials to reduce, with the sugar of their pair."""
        for native in sorted(natives, key=lambda native: (degree_key(leading_monomial(native)[::-1]), len(native))):
            yield native, 0
        for _ in range(_MOST_REDUCTIONS):
            if not self.pairs:
                return
            sugar, _, i, j, _ = heapq.heappop(self.pairs)
            yield self.members[i].polynomial.spoly(self.members[j].polynomial), sugar

    def _step(self, native: Any, sugar: int) -> int | None:
        """Reduce a polynomial, and add it. The work of this in about microseconds; None where it is too large."""
        from flint import fmpz_mpoly_vec

        work = 40 + len(self.current)
        if native and self.current:
            if self._divisors is None:
                divisors = sorted((self.members[i].polynomial for i in self.current), key=len)
                self._divisors = fmpz_mpoly_vec(divisors, self._context)
                self._length = sum(map(len, divisors)) // len(divisors)
            work += len(native) * self._length * (1 + _bits(native) // 64) // 10
            native = native.reduction_primitive_part(self._divisors)
        if not native:
            return work
        bits = _bits(native)
        if len(native) > self._sizes.terms or bits > self._sizes.bits:
            return None
        self.add(native, leading_monomial(native), sugar)
        self._divisors = None
        if len(self.current) > self._sizes.polynomials:
            return None
        return work + 4 * len(self.current) + len(self.pairs) + len(native) * (5 + bits // 10)


def _bits(native: Any) -> int:
    """Bits of the largest coefficient of a polynomial that is not 0."""
    return max(abs(int(c)) for c in native.coeffs()).bit_length()


def leading_monomial(native: Any) -> Exponents:
    """The exponents of the leading monomial, greatest variable first.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> leading_monomial(_natives(_context(x.ring, "degrevlex"), [x * y - x])[0])
    (1, 1)
    """
    return tuple(map(int, native.monomial(0)))


def standard_monomials(size: int, leading: Collection[Exponents], most: int) -> list[Exponents] | None:
    """The monomials that no leading one divides, lowest first: a basis of the ring modulo the ideal.

    size: of the ring. leading: of a basis. None where there are more than `most`.

    >>> standard_monomials(2, [(2, 0), (0, 1)], 10), standard_monomials(2, [(2, 0)], 10)
    ([(0, 0), (1, 0)], None)
    """
    one = (0,) * size
    if one not in leading and any(all(e[v] < sum(e) for e in leading) for v in range(size)):
        return None  # no power of v is leading
    standard: list[Exponents] = []
    todo = [one]
    seen = {one}
    for monomial in todo:
        if not any(divides(e, monomial) for e in leading):
            standard.append(monomial)
            if len(standard) > most:
                return None
            larger = {times(monomial, variable) for variable in range(size)} - seen
            seen |= larger
            todo += larger
    standard.sort(key=degree_key)
    return standard


def _normal_forms(
    standard: Sequence[Exponents], leading: Mapping[Exponents, _WholeTerms]
) -> Callable[[Exponents], list[Any]]:
    """The normal forms of products of a standard monomial and a variable, as coordinates."""
    from flint import fmpq

    place = {monomial: i for i, monomial in enumerate(standard)}

    @cache
    def image(monomial: Exponents) -> list[Any]:
        vector: list[Any] = [fmpq(0)] * len(standard)
        if monomial in place:
            vector[place[monomial]] = fmpq(1)
        elif monomial in leading:
            terms = leading[monomial]
            scale = fmpq(-1, terms[monomial])
            for exponents, coefficient in terms.items():
                if exponents != monomial:
                    vector[place[exponents]] = scale * coefficient
        else:
            # A multiple of a smaller monomial that is not standard: by linearity from that one's normal form.
            lower = ((v, times(monomial, v, -1)) for v, e in enumerate(monomial) if e)
            variable, smaller = next((v, e) for v, e in lower if e not in place)
            for other, coefficient in zip(standard, image(smaller), strict=True):
                if coefficient:
                    for j, entry in enumerate(image(times(other, variable))):
                        if entry:
                            vector[j] += coefficient * entry
        return vector

    return image


def _multiplications(standard: Sequence[Exponents], variable: int, image: Callable[[Exponents], list[Any]]) -> Any:
    """The matrix of a variable: its rows are the products of the standard monomials with it."""
    from flint import fmpq_mat

    size = len(standard)
    return fmpq_mat(size, size, [c for monomial in standard for c in image(times(monomial, variable))])


def _by_lowest(
    ring: Ring, standard: Sequence[Exponents], image: Callable[[Exponents], list[Any]], deadline: Deadline
) -> tuple[Polynomial, ...] | None:
    """The lexicographic basis, lowest leading monomial first, if the powers of the lowest variable span the ring.

    None if they do not. `lexicographic_relations` finds each basis, but its steps are many.
    """
    from flint import fmpq_mat

    size, one = len(standard), (0,) * ring.size
    matrix = _multiplications(standard, 0, image)
    row = fmpq_mat(1, size, image(one))
    powers = [row.entries()]
    for _ in range(size):
        deadline.check("no complete decomposition")
        row = row * matrix
        powers.append(row.entries())
    wanted = [powers.pop(), *(image(times(one, variable)) for variable in range(1, ring.size))]
    columns = fmpq_mat(size, size, [c for entries in zip(*powers, strict=True) for c in entries])
    try:
        solved = columns.solve(fmpq_mat(size, ring.size, [c for entries in zip(*wanted, strict=True) for c in entries]))
    except ZeroDivisionError:
        return None
    below = [(power, *one[1:]) for power in range(size)]
    above = [(size, *one[1:]), *(times(one, variable) for variable in range(1, ring.size))]
    return tuple(
        _relation(ring, monomial, [(other, solved[i, column]) for i, other in enumerate(below)])
        for column, monomial in enumerate(above)
    )


def _relation(ring: Ring, monomial: Exponents, values: Iterable[tuple[Exponents, Any]]) -> Polynomial:
    """The monomial minus multiples of others, times the common denominator: in normal form."""
    values = [(other, value) for other, value in values if value]
    common = lcm(*[int(value.q) for _, value in values])
    return Polynomial(ring, {monomial: common, **{other: -int(value * common) for other, value in values}})


def _change_order(
    ring: Ring, standard: Sequence[Exponents], matrices: Sequence[Any], prime: int, deadline: Deadline
) -> tuple[Polynomial, ...]:
    """The lexicographic basis, lowest leading monomial first. Raises BadPrime."""
    from flint import fmpq_mat

    one = (0,) * ring.size
    start = fmpq_mat(1, len(standard), [monomial == one for monomial in standard])
    rank, found = lexicographic_relations(ring, start, matrices, prime, deadline)
    if rank != len(standard):
        raise BadPrime
    return found


def lexicographic_relations(
    ring: Ring, start: Any, matrices: Sequence[Any], prime: int, deadline: Deadline
) -> tuple[int, tuple[Polynomial, ...]]:
    """The polynomials f with start·f(matrices) = 0: their reduced lexicographic basis, lowest leading monomial first.

    In lexicographic order each monomial is independent of the smaller ones, or gives a relation. Returns the number of
    independent monomials too. Raises BadPrime where arithmetic modulo the prime misled.

    start: a row, as a matrix of python-flint. matrices: one a variable; they commute.

    >>> from flint import fmpq_mat
    >>> ring = Ring.of("x")
    >>> lexicographic_relations(ring, fmpq_mat([[1, 0]]), [fmpq_mat([[0, 1], [2, 0]])], PRIMES[0], NEVER)
    (2, (x**2 - 2,))
    """
    from flint import fmpq_mat

    one = (0,) * ring.size
    vectors = {one: start}
    independent: list[Exponents] = []
    dependent: list[Exponents] = []
    rows: list[tuple[int, list[int]]] = []
    # Monomials with the highest variable first, each with a smaller one and the variable between them.
    todo = [(one, one, -1)]
    seen = {one}
    while todo:
        deadline.check("no complete decomposition")
        reverse, before, variable = heapq.heappop(todo)
        monomial = reverse[::-1]
        if any(divides(e, monomial) for e in dependent):
            continue
        if variable >= 0:
            vectors[monomial] = vectors[before] * matrices[variable]
        if _is_independent(vectors[monomial], rows, prime):
            independent.append(monomial)
            for v in range(ring.size):
                larger = times(monomial, v)
                if larger not in seen:
                    seen.add(larger)
                    heapq.heappush(todo, (larger[::-1], monomial, v))
        else:
            dependent.append(monomial)
    pivots = sorted(pivot for pivot, _ in rows)

    entries = {monomial: vectors[monomial].entries() for monomial in (*independent, *dependent)}

    def columns(monomials: Sequence[Exponents], places: Sequence[int]) -> Any:
        return fmpq_mat(len(places), len(monomials), [entries[m][place] for place in places for m in monomials])

    if not dependent:
        return len(independent), ()
    solved = fmpq_mat(0, len(dependent), [])
    if independent:
        solved = columns(independent, pivots).solve(columns(dependent, pivots))
    everywhere = range(start.ncols())
    if len(pivots) < len(everywhere) and columns(independent, everywhere) * solved != columns(dependent, everywhere):
        raise BadPrime
    found = []
    for column, monomial in enumerate(dependent):
        values = [(other, value) for row, other in enumerate(independent) if (value := solved[row, column])]
        if any(other[::-1] > monomial[::-1] for other, _ in values):
            raise BadPrime
        found.append(_relation(ring, monomial, values))
    return len(independent), tuple(found)


def _is_independent(vector: Any, rows: list[tuple[int, list[int]]], p: int) -> bool:
    """Whether a vector is independent of the rows modulo p. Then it is added, with its pivot."""
    numerators, denominator = vector.numer_denom()
    if denominator % p == 0:
        raise BadPrime
    row = [int(value % p) for value in numerators.entries()]
    for pivot, known in rows:
        factor = row[pivot]
        if factor:
            row = [(a - factor * b) % p for a, b in zip(row, known, strict=True)]
    pivot = next((i for i, c in enumerate(row) if c), -1)
    if pivot < 0:
        return False
    scale = pow(row[pivot], -1, p)
    rows.append((pivot, [c * scale % p for c in row]))
    return True
