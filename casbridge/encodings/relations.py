"""The equations of a layout's relations: of killer sums, thermometers, dots, sandwiches and their like.

All are exact: modulo the domain polynomials of the cells they vanish at the digits that fulfil the relation, and at no
others. With a variable for each cell, where D(x) is the digit of the value x (x itself where values are the digits):

    Tuples     one cell: ∏ (x − v) over its values. Two cells: ∏ (y − x − k) over the differences k of the allowed
               values, if it vanishes at no other values in the field; else Σ N_a(x)·N_b(y) over the pairs (a, b) that
               are not allowed, where N_a = ∏ (t − v) over all values v but a. It has at most n² terms.
    Sum        Σ w·D(x) − total. Over GF(p) it is exact where no other total that the cells can have is the same
               modulo p; `require_relations_fit` refuses other fields.
    Sandwich   for each two places between which the total can lie P(x)·P(y)·(Σ D(z) − total), z between them, and for
               other pairs of places P(x)·P(y). P = ∏ (t − v) over the values of 2 … n − 1 is 0 unless the digit is 1
               or n. With n cells these are n·(n − 1)/2 equations, of degree up to 2n − 3.

With indicators D(x) is Σ d·x_d, and a pair that is not allowed is x_a·y_b. In place of P(x)·P(y) stand x_1·y_n and
x_n·y_1, in n·(n − 1) equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from math import lcm, prod

from casbridge.algebra import Equation, Field, Polynomial, local_ring, variables
from casbridge.algebra.fields import next_prime
from casbridge.encodings import patterns
from casbridge.encodings.names import Encoding
from casbridge.errors import EncodingError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, Tuples, between_totals

_UNFINISHED = "the puzzle was not encoded"
#: Larger grids have patterns of pairs with too many terms, and sandwiches with too many equations.
_MOST_DIGITS = 25
#: The most terms of the equations of all sandwiches together.
_MOST_TERMS = 2_000_000
#: Patterns with the cells or bits that they are applied to, and their roles.
_Made = Iterator[tuple[Polynomial, tuple[int, ...], str]]


def equations_of(
    layout: Layout, encoding: Encoding, field: Field, values: tuple[int, ...], deadline: Deadline = NEVER
) -> Iterator[Equation]:
    """The equations of a layout's relations, in their order. Call `require_relations_fit` before.

    values: of the digits, as `encode` has them.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import Cage
    >>> layout = with_constraints(latin(3), [Cage((0, 1), 4)])
    >>> (equation,) = equations_of(layout, Encoding.COLOURING, Field(11), (1, 2, 3))
    >>> equation.pattern, equation.variables, equation.origin
    (t2 + t1 - 4, (0, 1), 'cage r1c1-r1c2: r1c1 + r1c2 = 4')
    """
    for relation in deadline.over(layout.relations, _UNFINISHED, every=10):
        yield from relation_equations(relation, layout.digits, encoding is Encoding.INDICATORS, field, values)


def relation_equations(
    relation: Relation, n: int, bits: bool, field: Field, values: tuple[int, ...]
) -> Iterator[Equation]:
    """The equations of one relation with n digits. bits: whether in indicators.

    >>> cage = Sum((0, 1), "r1c1 + r1c2 = 3", "a cage", weights=(1, 1), total=3)
    >>> [equation.pattern for equation in relation_equations(cage, 2, True, Field(11), (1, 2))]
    [2*t4 + t3 + 2*t2 + t1 - 3]
    """
    said = f"{relation.clue}: {relation.name}"
    made = _made(relation, n, bits, field, values)
    for pattern, own, role in made:
        if not pattern:
            continue
        used = pattern.support()
        if not used:
            pattern, own = patterns.constant(field, 1), ()
        elif len(used) < len(own):
            pattern = pattern.rename(local_ring(field, len(used)), _places(used, len(own)))
            own = tuple(own[i] for i in used)
        yield Equation(pattern, own, said, role)


def _made(relation: Relation, n: int, bits: bool, field: Field, values: tuple[int, ...]) -> _Made:
    if isinstance(relation, Tuples):
        yield from _forbidden(relation, n, field) if bits else _tuples(relation, n, field, values)
    elif isinstance(relation, Sum):
        cells = relation.cells
        pattern = _weighted(field, values, relation.weights, relation.total, bits)
        yield pattern, _bits_of(cells, n) if bits else cells, ""
    else:
        assert isinstance(relation, Sandwich)
        yield from _sandwich(relation, n, field, values, bits)


def _places(used: Sequence[int], size: int) -> tuple[int, ...]:
    """For each local variable its new place; variables that do not occur get any."""
    place = {old: new for new, old in enumerate(used)}
    return tuple(place.get(old, 0) for old in range(size))


def _bits_of(cells: Sequence[int], n: int) -> tuple[int, ...]:
    return tuple(cell * n + d for cell in cells for d in range(n))


# -- pairs ------------------------------------------------------------------------------------------------------------


def _forbidden(relation: Tuples, n: int, field: Field) -> _Made:
    """Indicators: each tuple that is not allowed has a product that vanishes."""
    zero, not_both = patterns.domain(field, (0,)), patterns.not_both(field)
    for digits in product(range(1, n + 1), repeat=len(relation.cells)):
        if digits not in relation.allowed:
            places = tuple(cell * n + digit - 1 for cell, digit in zip(relation.cells, digits, strict=True))
            yield (zero, places, "zero") if len(places) == 1 else (not_both, places, "pair")


def _tuples(relation: Tuples, n: int, field: Field, values: tuple[int, ...]) -> _Made:
    pattern = _pattern_of(relation.allowed, len(relation.cells), n, field, values)
    if pattern:
        yield pattern, relation.cells, "" if pattern.is_constant else "R"


@lru_cache(maxsize=512)
def _pattern_of(
    allowed: frozenset[tuple[int, ...]], cells: int, n: int, field: Field, values: tuple[int, ...]
) -> Polynomial:
    """A polynomial that vanishes at the values of the allowed tuples, and not at those of other digits."""
    own = {tuple(values[digit - 1] for digit in digits) for digits in allowed}
    if not own:
        return patterns.constant(field, 1)
    if cells == 1:
        return patterns.domain(field, sorted(value for (value,) in own))
    x, y = variables(local_ring(field, 2))
    differences = sorted({field.element(b - a) for a, b in own})
    same = {(a, b) for a, b in product(values, repeat=2) if field.element(b - a) in differences}
    if same == own:
        return prod((y - x - k for k in differences[1:]), start=y - x - differences[0])
    without_x, without_y = ({value: _without(values, value, t) for value in values} for t in (x, y))
    zero = x - x
    partners = {a: sum((without_y[b] for b in values if (a, b) not in own), zero) for a in values}
    return sum((without_x[a] * partners[a] for a in values), zero)


def _without(values: Sequence[int], value: int, t: Polynomial) -> Polynomial:
    """∏ (t − v) over all values but one."""
    return prod((t - other for other in values if other != value), start=t - t + 1)


# -- sums -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _digit(field: Field, values: tuple[int, ...]) -> tuple[Polynomial, int]:
    """D, times a number that is not 0 in the field: the number of the digit with a value, by interpolation."""
    (t,) = variables(local_ring(field, 1))
    if values == tuple(range(1, len(values) + 1)):
        return t, 1
    weights = [prod(value - other for other in values if other != value) for value in values]
    scale = 1 if field.characteristic else lcm(*weights)
    total = t - t
    for digit, (value, weight) in enumerate(zip(values, weights, strict=True), 1):
        total = total + _without(values, value, t) * field.element(digit * scale * field.inverse(field.element(weight)))
    return total, scale


@lru_cache(maxsize=512)
def _weighted(field: Field, values: tuple[int, ...], weights: tuple[int, ...], total: int, bits: bool) -> Polynomial:
    """Σ weight·D(x) − total, times a number that is not 0 in the field."""
    n, size = len(values), len(weights)
    if bits:
        ring = local_ring(field, size * n)
        terms = {(0,) * (size * n): -total}
        for i, weight in enumerate(weights):
            for d in range(n):
                terms[tuple(int(k == i * n + d) for k in range(size * n))] = weight * (d + 1)
        return Polynomial(ring, {e: field.element(c) for e, c in terms.items()})
    ring = local_ring(field, size)
    digit, scale = _digit(field, values)
    found = Polynomial.constant(ring, -total * scale)
    for i, weight in enumerate(weights):
        found = found + digit.rename(ring, (i,)) * weight
    return found


def _sandwich(relation: Sandwich, n: int, field: Field, values: tuple[int, ...], bits: bool) -> _Made:
    cells = relation.cells
    possible = set(relation.places())
    for start, end in combinations(range(n), 2):
        is_possible = (start, end) in possible
        inside = tuple(cells[start + 1 : end]) if is_possible else ()
        if is_possible and not inside:
            continue  # the total 0, and nothing between
        pattern = _between(field, values, len(inside), relation.total if is_possible else None, bits)
        if not bits:
            yield pattern, (cells[start], cells[end], *inside), "" if inside else "P"
            continue
        first, last, between = cells[start] * n, cells[end] * n, _bits_of(inside, n)
        yield pattern, (first, last + n - 1, *between), "" if inside else "pair"
        yield pattern, (first + n - 1, last, *between), "" if inside else "pair"


@lru_cache(maxsize=256)
def _between(field: Field, values: tuple[int, ...], size: int, total: int | None, bits: bool) -> Polynomial:
    """P(x)·P(y)·(Σ D(z) − total) for so many z, or P(x)·P(y). With bits it is x·y instead of P(x)·P(y)."""
    n = len(values)
    ring = local_ring(field, 2 + size * (n if bits else 1))
    both = Polynomial.constant(ring, 1)
    for end in variables(ring)[:2]:
        both = both * (end if bits else prod((end - value for value in values[1 : n - 1]), start=end - end + 1))
    if total is None:
        return both
    inner = _weighted(field, values, (1,) * size, total, bits)
    return both * inner.rename(ring, tuple(range(2, ring.size)))


# -- fields -----------------------------------------------------------------------------------------------------------


def _sums_of(relation: Relation, n: int) -> Iterator[tuple[range, int]]:
    """For each sum in its equations: the possible totals, and the wanted one."""
    if isinstance(relation, Sum):
        yield relation.totals(n), relation.total
    elif isinstance(relation, Sandwich):
        for size in range(1, n - 1):
            if relation.total in between_totals(n, size):
                yield between_totals(n, size), relation.total


def _confused(p: int, totals: range, total: int) -> int | None:
    """Another possible total that is the same modulo p as the wanted one; None if there is none, and for p = 0."""
    same = range(totals.start + (total - totals.start) % p, totals.stop, p) if p else ()
    return next((other for other in same if other != total), None)


def least_exact(relations: Iterable[Relation], digits: int, start: int) -> int:
    """The least prime, from `start` on, modulo which the sums of all relations are exact.

    >>> four = Sum((0, 1, 2, 9), "", "", weights=(1,) * 4, total=15, differ=True)
    >>> least_exact([], 9, 11), least_exact([four], 9, 11)
    (11, 17)
    """
    sums = {own for relation in relations for own in _sums_of(relation, digits)}
    p = next_prime(start - 1)
    while any(_confused(p, *own) is not None for own in sums):
        p = next_prime(p)
    return p


def least_exact_apart(relations: Iterable[Relation], digits: int, start: int) -> int:
    """`least_exact` where nothing is known of which cells differ.

    >>> least_exact_apart([Sum((0, 1, 2), "", "", weights=(1,) * 3, total=6, differ=True)], 9, 11)
    23
    """
    bare = [replace(one, differ=False) if isinstance(one, Sum) else one for one in relations]
    return least_exact(bare, digits, start)


def require_relations_fit(layout: Layout, encoding: Encoding, field: Field | None, domains: bool) -> None:
    """Raise EncodingError where an encoding cannot state the relations of a layout, or would be too large for them.

    field: None for the default, which is chosen to fit.

    >>> from casbridge.puzzles import sudoku, with_constraints
    >>> from casbridge.puzzles.variants import Cage
    >>> layout = with_constraints(sudoku(3, 3), [Cage((0, 1, 9, 10), 15)])
    >>> require_relations_fit(layout, Encoding.COLOURING, Field(11), True)
    Traceback (most recent call last):
    casbridge.errors.EncodingError: cage r1c1-r2c2: r1c1 + r1c2 + r2c1 + r2c2 = 15 over GF(11), where the sum 26 is \
the same; expected QQ or a larger prime field (try GF(17), the least)
    """
    if not layout.relations:
        return
    n = layout.digits
    if n > _MOST_DIGITS:
        raise EncodingError(f"{layout.relations[0].clue} with {n} digits", expected=f"at most {_MOST_DIGITS}")
    if encoding is Encoding.SUM_PRODUCT and not domains:
        found = "sum-product without domain polynomials, for cells whose digits fulfil more than to differ"
        raise EncodingError(found, expected="domain polynomials")
    ends = 2 if encoding is Encoding.INDICATORS else (n - 1) ** 2
    inside = n if encoding is Encoding.INDICATORS else 1
    each = n * (n - 1) // 2 * ends * (n * inside // 3 + 1)
    terms = each * sum(isinstance(relation, Sandwich) for relation in layout.relations)
    if terms > _MOST_TERMS:
        found = f"some {terms} terms of sandwiches in the encoding {encoding}"
        raise EncodingError(found, expected=f"at most {_MOST_TERMS}", hint="the encoding indicators has fewer terms")
    if field is None:
        return
    for relation in layout.relations:
        for totals, total in _sums_of(relation, n):
            if (other := _confused(field.characteristic, totals, total)) is not None:
                found = f"{relation.clue}: {relation.name} over {field}, where the sum {other} is the same"
                least = least_exact(layout.relations, n, n + 1)
                raise EncodingError(found, expected="QQ or a larger prime field", hint=f"try GF({least}), the least")
