"""Smaller systems beside a system: what shrinking tries, and how small a system is.

    PolynomialSystem ──one of REDUCTIONS──▶ candidates, each of a smaller `size_of`

The polynomials of a system's goal (to saturate by, to factor) are reduced like its equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient, Field, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Goal, PolynomialSystem, equation_of
from casbridge.errors import InputError
from casbridge.limits import NEVER, Deadline
from casbridge.processes.apart import attempt

#: What a variable is replaced by.
VALUES = (0, 1, -1, 2)
#: Primes whose fields are tried instead of QQ or of a larger field.
PRIMES = (2, 3, 5, 7, 11, 101, 32003)

#: Of one polynomial.
_SECONDS_TO_FACTOR = 5.0
#: QQ is larger than each prime field.
_RANK_OF_QQ = 2**31
#: The largest power of 2 that a value gives.
_MOST_SQUARINGS = 1000

#: Gives smaller systems, the most promising first.
Reduction = Callable[[PolynomialSystem, Deadline], Iterator[PolynomialSystem]]


@dataclass(frozen=True, order=True)
class Size:
    """How large a system is; sizes are compared in the order of the fields.

    pieces: the equations, and the polynomials to saturate by.
    degrees: the sum of their total degrees. exponents: the sum of all exponents.
    field: p for GF(p), 2³¹ for QQ. heights: the sum of numerators and denominators, as absolute values.

    >>> from casbridge.algebra.formats import read_system
    >>> size_of(read_system("x^2 - 3*x*y"))
    Size(pieces=1, variables=2, degrees=2, terms=2, exponents=4, field=2147483648, heights=6, negative=1, renamed=1)
    """

    pieces: int
    variables: int
    degrees: int
    terms: int
    exponents: int
    field: int
    heights: int
    negative: int
    renamed: int

    def __str__(self) -> str:
        counts = ((self.pieces, "equation"), (self.variables, "variable"), (self.terms, "term"))
        said = ", ".join(f"{number} {name}{'s' * (number != 1)}" for number, name in counts)
        return f"{said}, degree sum {self.degrees}"


def size_of(system: PolynomialSystem) -> Size:
    """The size of a system.

    >>> from casbridge.algebra.formats import read_system
    >>> size_of(read_system("x^2 - y")) < size_of(read_system("x^3 - y"))
    True
    """
    polynomials, field = pieces_of(system), system.ring.field
    terms = [(e, field.symmetric(c)) for f in polynomials for e, c in f.terms.items()]
    return Size(
        len(system) + len(system.goal.saturate),
        system.ring.size,
        sum(f.total_degree for f in polynomials),
        len(terms),
        sum(sum(e) for e, _ in terms),
        field.characteristic or _RANK_OF_QQ,
        sum(_height(c) for _, c in terms),
        sum(c < 0 for _, c in terms),
        int(system.ring.variables != plain_names(system.ring.size)),
    )


def plain_names(number: int) -> tuple[str, ...]:
    """The names that a shrunk system's variables get, lowest first.

    >>> plain_names(3), plain_names(4)
    (('z', 'y', 'x'), ('x4', 'x3', 'x2', 'x1'))
    """
    names = "xyz"[:number] if number <= 3 else [f"x{place}" for place in range(1, number + 1)]
    return tuple(reversed(names))


def pieces_of(system: PolynomialSystem) -> list[Polynomial]:
    """The system's equations, then the polynomials of its goal.

    >>> from casbridge.algebra.formats import read_system
    >>> pieces_of(read_system("saturate: x\\nx*y - x"))
    [x*y - x, x]
    """
    goal = system.goal
    return [*system.polynomials(), *goal.saturate, *([] if goal.factor is None else [goal.factor])]


def with_pieces(
    system: PolynomialSystem,
    pieces: Sequence[Polynomial],
    ring: Ring | None = None,
    places: Sequence[int] | None = None,
) -> PolynomialSystem | None:
    """The system with other polynomials in the places of its own; None where that is no system.

    Polynomials that are 0 are dropped. ring: the ring of the polynomials, if it is another one.
    places: where each old variable is in the new ring, -1 for one that is gone.

    >>> from casbridge.algebra.formats import read_system
    >>> system = read_system("x*y - x\\ny^2")
    >>> x, y = (read_system(f"variables: x y\\n{name}").equations[0].polynomial(system.ring) for name in "xy")
    >>> list(with_pieces(system, [x - x, y]).polynomials())
    [y]
    """
    number, goal = len(system), system.goal
    saturate = tuple(f for f in pieces[number : number + len(goal.saturate)] if f)
    eliminate = [v if places is None else places[v] for v in goal.eliminate]
    try:
        made = Goal(tuple(v for v in eliminate if v >= 0), saturate, None if goal.factor is None else pieces[-1])
        equations = tuple(equation_of(f) for f in pieces[:number] if f)
        return PolynomialSystem(ring or system.ring, equations, goal=made)
    except InputError:  # no factors of 0
        return None


def without_terms(system: PolynomialSystem, kept: Iterable[int]) -> PolynomialSystem | None:
    """The system with some of its terms, which are numbered through all its pieces.

    >>> from casbridge.algebra.formats import read_system
    >>> list(without_terms(read_system("x^2 + x + 1\\nx"), [0, 2]).polynomials())
    [x**2 + 1]
    """
    wanted, number, pieces = set(kept), 0, []
    for f in pieces_of(system):
        terms = f.sorted_terms()
        pieces.append(Polynomial(f.ring, {e: c for place, (e, c) in enumerate(terms, number) if place in wanted}))
        number += len(terms)
    return with_pieces(system, pieces)


def without_pieces(system: PolynomialSystem, kept: Iterable[int]) -> PolynomialSystem | None:
    """The system with some of its equations and polynomials to saturate by, numbered through.

    >>> from casbridge.algebra.formats import read_system
    >>> list(without_pieces(read_system("x\\ny\\nz"), [1]).polynomials())
    [y]
    """
    wanted, pieces = set(kept), pieces_of(system)
    last = len(system) + len(system.goal.saturate)
    return with_pieces(system, [f if i in wanted or i >= last else f - f for i, f in enumerate(pieces)])


# -- reductions -------------------------------------------------------------------------------------------------------


def fewer_variables(system: PolynomialSystem, deadline: Deadline = NEVER) -> Iterator[PolynomialSystem]:
    """Without the variables that do not occur; with a value, or another variable, for each variable.

    >>> from casbridge.algebra.formats import read_system
    >>> found = fewer_variables(read_system("variables: x y z\\nx^2 - z"))
    >>> [list(one.polynomials()) for one in found][:3]
    [[-z + x**2], [-z], [-z + 1]]
    """
    ring = system.ring
    used = {v for f in pieces_of(system) for v in f.support()}
    unused = [v for v in range(ring.size) if v not in used]
    if len(unused) > 1:
        yield from _with_values(system, dict.fromkeys(unused, 0))
    for v in unused:
        yield from _with_values(system, {v: 0})
    for v in sorted(used):
        for value in VALUES:
            yield from _with_values(system, {v: value})
    for low, high in combinations(sorted(used), 2):
        yield from _with_values(system, {high: low}, equal=True)


def factors_for_products(system: PolynomialSystem, deadline: Deadline = NEVER) -> Iterator[PolynomialSystem]:
    """One factor, or all factors but one, or each factor once, in the place of a polynomial.

    >>> from casbridge.algebra.formats import read_system
    >>> [list(one.polynomials()) for one in factors_for_products(read_system("x^2*y - x^2"))]
    [[x], [y - 1], [x*y - x]]
    """
    pieces = pieces_of(system)
    for place, f in enumerate(pieces):
        if f.is_constant:
            continue
        done = attempt(_factors, f, deadline=deadline.share(1.0, most=_SECONDS_TO_FACTOR))
        found: list[tuple[Polynomial, int]] = done.value or []
        if sum(multiplicity for _, multiplicity in found) < 2:
            continue
        alone = [factor for factor, _ in found]
        options = [[factor] for factor in alone] if len(alone) > 1 else []
        options += [[*alone[:i], *alone[i + 1 :]] for i in range(len(alone))] if len(alone) > 2 else []
        options += [alone] if any(multiplicity > 1 for _, multiplicity in found) else []
        for factors in options:
            product = Polynomial.constant(f.ring, 1)
            for factor in factors:
                product = product * factor
            yield from _made(with_pieces(system, [*pieces[:place], product, *pieces[place + 1 :]]))


def _factors(polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
    return polynomial.factors()


def lower_exponents(system: PolynomialSystem, deadline: Deadline = NEVER) -> Iterator[PolynomialSystem]:
    """With smaller exponents: of one variable everywhere, then of one variable in one term.

    >>> from casbridge.algebra.formats import read_system
    >>> found = lower_exponents(read_system("variables: y x\\nx^4 - y"))
    >>> [list(one.polynomials()) for one in found][:3]
    [[x - y], [x**3 - y], [-y + 1]]
    """
    pieces = pieces_of(system)
    for v in range(system.ring.size):
        known = sorted({e[v] for f in pieces for e in f.terms if e[v]}, reverse=True)
        if not known or known == [1]:
            continue
        # 1, 2, 3, … for the exponents that occur; then each of them one less.
        dense = {exponent: rank for rank, exponent in enumerate(sorted(known), 1)}
        yield from _made(with_pieces(system, [_mapped(f, v, dense) for f in pieces]))
        for exponent in known:
            if exponent > 1:
                yield from _made(with_pieces(system, [_mapped(f, v, {exponent: exponent - 1}) for f in pieces]))
    for place, f in enumerate(pieces):
        for exponents, c in f.sorted_terms():
            rest = {e: b for e, b in f.terms.items() if e != exponents}
            for v, exponent in enumerate(exponents):
                for lower in dict.fromkeys((0, 1, exponent - 1)):
                    if 0 <= lower < exponent:
                        other = (*exponents[:v], lower, *exponents[v + 1 :])
                        g = Polynomial(f.ring, {**rest, other: rest.get(other, 0) + c})
                        yield from _made(with_pieces(system, [*pieces[:place], g, *pieces[place + 1 :]]))


def smaller_fields(system: PolynomialSystem, deadline: Deadline = NEVER) -> Iterator[PolynomialSystem]:
    """Over smaller prime fields.

    >>> from casbridge.algebra.formats import read_system
    >>> [str(one.ring) for one in smaller_fields(read_system("field: 5\\nx - 1"))]
    ['GF(2)[x]', 'GF(3)[x]']
    """
    field = system.ring.field
    for p in PRIMES:
        if p < (field.characteristic or _RANK_OF_QQ):
            ring = replace(system.ring, field=Field(p))
            try:
                pieces = [
                    Polynomial(ring, {e: ring.field.element(field.symmetric(c)) for e, c in f.terms.items()})
                    for f in pieces_of(system)
                ]
            except InputError:  # a denominator that p divides
                continue
            yield from _made(with_pieces(system, pieces, ring))


def smaller_coefficients(system: PolynomialSystem, deadline: Deadline = NEVER) -> Iterator[PolynomialSystem]:
    """With 1 and -1 for all coefficients; then with smaller and with positive ones, one after the other.

    >>> from casbridge.algebra.formats import read_system
    >>> [list(one.polynomials()) for one in smaller_coefficients(read_system("x - 7"))]
    [[x - 1], [x + 1], [x - 1], [x - 3], [x + 7]]
    """
    pieces, field = pieces_of(system), system.ring.field
    signs = [{e: 1 if field.symmetric(c) > 0 else -1 for e, c in f.terms.items()} for f in pieces]
    yield from _made(with_pieces(system, [Polynomial(f.ring, terms) for f, terms in zip(pieces, signs, strict=True)]))
    positive = [Polynomial(f.ring, dict.fromkeys(f.terms, 1)) for f in pieces]
    yield from _made(with_pieces(system, positive))
    for place, f in enumerate(pieces):
        others = [f.normal()] if f.normal() != f else []
        for e, c in f.sorted_terms():
            others += [Polynomial(f.ring, {**f.terms, e: value}) for value in _smaller(field.symmetric(c))]
        for g in others:
            yield from _made(with_pieces(system, [*pieces[:place], g, *pieces[place + 1 :]]))


def plainer_names(system: PolynomialSystem, deadline: Deadline = NEVER) -> Iterator[PolynomialSystem]:
    """With the variables called x, y, z, or x1, x2, …

    >>> from casbridge.algebra.formats import read_system
    >>> [str(one.ring) for one in plainer_names(read_system("variables: b a\\na - b"))]
    ['QQ[y, x]']
    """
    names = plain_names(system.ring.size)
    ring = _ring(system.ring, names, names[: len(system.ring.parameters)])
    if ring != system.ring:
        yield from _made(with_pieces(system, [Polynomial(ring, f.terms) for f in pieces_of(system)], ring))


#: The reductions beside taking away equations and terms, in the order in which they are tried.
REDUCTIONS: tuple[Reduction, ...] = (
    fewer_variables,
    factors_for_products,
    lower_exponents,
    smaller_fields,
    smaller_coefficients,
    plainer_names,
)


# -- parts ------------------------------------------------------------------------------------------------------------


def _made(system: PolynomialSystem | None) -> Iterator[PolynomialSystem]:
    if system is not None:
        yield system


def _height(c: Coefficient) -> int:
    value = Fraction(c)
    return abs(value.numerator) + value.denominator


def _smaller(c: Coefficient) -> Iterator[Coefficient]:
    """The coefficients that are smaller than a given one. For a negative one, also its opposite."""
    sign = -1 if c < 0 else 1
    if c != sign:
        yield sign
    if isinstance(c, Fraction):
        yield c.numerator
    whole = abs(c.numerator) // 2
    if whole > 1:
        yield sign * whole
    if sign < 0:
        yield -c


def _mapped(f: Polynomial, v: int, exponents: dict[int, int]) -> Polynomial:
    """With other exponents of one variable."""
    terms: dict[tuple[int, ...], Coefficient] = {}
    for e, c in f.terms.items():
        other = (*e[:v], exponents.get(e[v], e[v]), *e[v + 1 :])
        terms[other] = terms.get(other, 0) + c
    return Polynomial(f.ring, terms)


def _ring(ring: Ring, names: Sequence[str], parameters: Sequence[str]) -> Ring:
    """A ring over the same field with other names, the first of them parameters."""
    return Ring(ring.field, tuple(names), tuple(parameters))


def _with_values(
    system: PolynomialSystem, values: Mapping[int, int], *, equal: bool = False
) -> Iterator[PolynomialSystem]:
    """The system with a number for each of some variables, which are gone from the ring.

    equal: the numbers are positions of other variables.
    """
    ring = system.ring
    kept = [v for v in range(ring.size) if v not in values]
    too_large = any(abs(value) > 1 and _degree(system, v) > _MOST_SQUARINGS for v, value in values.items())
    if not kept or (too_large and not equal):
        return
    names = [ring.variables[v] for v in kept]
    smaller = _ring(ring, names, [name for name in ring.parameters if name in names])
    images = {v: values[v] if equal and v in values else v for v in range(ring.size)}
    places = [kept.index(images[v]) if images[v] in kept else -1 for v in range(ring.size)]

    def substituted(f: Polynomial) -> Polynomial:
        terms: dict[Exponents, Coefficient] = {}
        for exponents, c in f.terms.items():
            new = [0] * len(kept)
            for v, exponent in enumerate(exponents):
                if places[v] >= 0:
                    new[places[v]] += exponent
                elif exponent:
                    c = ring.field.element(c * values[v] ** exponent)
            terms[tuple(new)] = terms.get(tuple(new), 0) + c
        return Polynomial(smaller, terms)

    gone = [-1 if v in values else places[v] for v in range(ring.size)]
    yield from _made(with_pieces(system, [substituted(f) for f in pieces_of(system)], smaller, gone))


def _degree(system: PolynomialSystem, v: int) -> int:
    return max((f.degree(v) for f in pieces_of(system)), default=0)
