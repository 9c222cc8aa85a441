"""Families of polynomial systems in which computer algebra systems err, drawn by chance or by Hypothesis.

    name, Chance ──draw──▶ Generated: a system, and zeros that were planted in it
    seed, number ──generated──▶ Generated: the same ones in every process and with every version of Hypothesis
    name ──strategy──▶ a Hypothesis strategy of the same systems, for tests

Each family is a function of a stream of choices. The first choice of each kind is the simplest one, so that Hypothesis
shrinks well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, count, permutations
from math import prod
from operator import mul
from typing import TYPE_CHECKING

from casbridge.algebra.answers import Point
from casbridge.algebra.fields import QQ, Coefficient, Field, Ring, is_prime
from casbridge.algebra.members import closest
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.brief import Brief
from casbridge.chance import Chance
from casbridge.crosscheck.metamorphic import Substitution
from casbridge.errors import InputError, UnsupportedError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: Zeros that a system has for certain: the image of each variable, a constant or a polynomial in variables that are
#: free. A planted component is irreducible.
Planted = Substitution

_NAMES = ("x", "y", "z", "u", "v", "w")
_COORDINATES = (0, 1, -1, 2, -2, 3)
_SMALL = (1, -1, 2, -2, 3, 5)
_FIELDS = (QQ, QQ, QQ, QQ, Field(32003), Field(7))
_SMALL_FIELDS = (Field(2), Field(3), Field(5), Field(7))
_ATTEMPTS = 1000
_MOST_TERMS = 5_000
# Families whose systems take long come in each so many turns.
_EVERY = {"thresholds": 8}
_LONGEST_TURN = max(_EVERY.values())
_THRESHOLDS = (512, 511, 513, 510, 514)


@dataclass(frozen=True, repr=False)
class Generated(Brief):
    """A system of a family, and what was planted in it.

    planted: each is substituted into each equation when the system is made, and gives 0.

    >>> made = generated(1, 0)
    >>> made.family in FAMILIES, all(not zeros(f) for zeros in made.planted for f in made.system.polynomials())
    (True, True)
    """

    family: str
    system: PolynomialSystem
    planted: tuple[Planted, ...] = ()


def generated(seed: int, number: int, families: Sequence[str] = ()) -> Generated:
    """System `number` of the stream that a seed begins, from 0. The families take turns.

    families: names; () is all of them. Systems of thresholds take long. So this family comes in each eighth turn only.

    Raises InputError for a name that is none, and for a seed that is none.

    >>> generated(1, 5) == generated(1, 5), [generated(1, n).family for n in range(2)]
    (True, ['common-factors', 'products'])
    """
    names = families_of(families)
    turns = [name for turn in range(_LONGEST_TURN) for name in names if not turn % _EVERY.get(name, 1)]
    return drawn(turns[number % len(turns)], Chance(seed, number))


def families_of(names: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of families, all where none are given. Raises InputError for a name that is none.

    >>> families_of(["towers"])
    ('towers',)
    """
    for name in names:
        if name not in FAMILIES:
            near = closest(name, [*FAMILIES])
            hint = f"did you mean {near}?" if near else None
            raise InputError(f"family {name!r}", expected=f"some of {', '.join(FAMILIES)}", hint=hint)
    return tuple(dict.fromkeys(names)) or tuple(FAMILIES)


def drawn(family: str, chance: Chance) -> Generated:
    """A system of a family that is not trivial: no equation is a constant or stands twice, and each variable occurs.

    >>> print(*drawn("binomials", Chance(1)).system.polynomials(), sep="; ")
    x**2*u**2 + 4*x*y**2*z; y**2*u - 2*z**2
    """
    for _ in range(_ATTEMPTS):
        polynomials, planted = FAMILIES[family](chance)
        different = tuple(dict.fromkeys(f.normal() for f in polynomials if f))
        if different and not _is_trivial(different):
            ring = different[0].ring
            zeros = tuple(one for one in dict.fromkeys(planted) if not any(map(one, different)))
            facts = (("family", family),)
            return Generated(family, replace(PolynomialSystem.of(ring, different), facts=facts), zeros)
    raise UnsupportedError(f"{_ATTEMPTS} systems of the family {family} were trivial")


def strategy(family: str = "") -> SearchStrategy[Generated]:
    """A Hypothesis strategy of a family's systems, or of all families'. It shrinks towards simple choices.

    Raises UnsupportedError where Hypothesis is not installed, InputError for a name that is none.

    >>> from hypothesis import find
    >>> find(strategy("towers"), lambda made: len(made.system) > 1).system.ring
    QQ[x, y]
    """
    names = families_of([family] if family else ())
    try:
        from hypothesis import strategies as st
    except ImportError:
        hint = "python -m pip install 'casbridge[fuzz]'"
        raise UnsupportedError(f"Hypothesis is not installed; strategies of systems need it ({hint})") from None

    class Drawing(Chance):
        """Choices that Hypothesis makes, and shrinks."""

        def __init__(self, draw: st.DrawFn) -> None:
            self._draw = draw

        def below(self, end: int) -> int:
            return self._draw(st.integers(0, end - 1))

    @st.composite
    def systems(draw: st.DrawFn) -> Generated:
        return drawn(draw(st.sampled_from(names)), Drawing(draw))

    return systems()


def _is_trivial(polynomials: Sequence[Polynomial]) -> bool:
    ring = polynomials[0].ring
    if any(f.is_constant or len(f.terms) > _MOST_TERMS for f in polynomials):
        return True
    return len({v for f in polynomials for v in f.support()}) < ring.size


# -- parts ------------------------------------------------------------------------------------------------------------


def _ring(chance: Chance, least: int, most: int, fields: Sequence[Field] = _FIELDS) -> Ring:
    size = least + chance.below(most - least + 1)
    return Ring.of(_NAMES[:size], chance.pick(fields))


def _sparse(chance: Chance, ring: Ring, terms: int = 3, degree: int = 2, among: Sequence[int] = ()) -> Polynomial:
    """A polynomial with few terms, each with a small degree in each of a few variables."""
    found: dict[tuple[int, ...], Coefficient] = {}
    for _ in range(1 + chance.below(terms)):
        exponents = [0] * ring.size
        for _ in range(1 + chance.below(2)):
            exponents[chance.pick(among or range(ring.size))] = chance.below(degree + 1)
        found[tuple(exponents)] = chance.pick(_SMALL)
    return Polynomial(ring, found)


def _linear(chance: Chance, ring: Ring) -> Polynomial:
    generators = variables(ring)
    terms = [generator * chance.pick(_SMALL) for generator in chance.shuffled(generators)[: 1 + chance.below(2)]]
    return sum(terms, Polynomial.constant(ring, chance.below(7) - 3))


def _point(chance: Chance, ring: Ring, values: Sequence[Coefficient] = _COORDINATES) -> Point:
    return tuple(ring.field.element(chance.pick(values)) for _ in range(ring.size))


def _planted_point(ring: Ring, point: Sequence[Coefficient]) -> Planted:
    return Substitution(ring, tuple(Polynomial.constant(ring, value) for value in point))


def _through(polynomial: Polynomial, point: Sequence[Coefficient]) -> Polynomial:
    """The polynomial less its value at a point."""
    return polynomial - polynomial.evaluate(point)


@cache
def numbers() -> tuple[int, ...]:
    """Numbers at which algorithms that compute modulo primes may err: the primes that they draw first.

    These are the largest primes below 2^15, 2^16, 2^26, 2^29, 2^31, 2^32, 2^62, 2^63 and 2^64, the second largest ones,
    and 32003.

    >>> numbers()[:6], 67108859 in numbers()
    ((32003, 32749, 32719, 65521, 65519, 67108859), True)
    """
    found = [32003]
    for bits in (15, 16, 26, 29, 31, 32, 62, 63, 64):
        below = filter(is_prime, count(2**bits - 1, -1))
        found += [next(below), next(below)]
    return tuple(found)


def _special(chance: Chance) -> int:
    """One of the numbers, or a product of two of them."""
    return prod(chance.pick(numbers()) for _ in range(1 + chance.below(2))) * chance.pick((1, -1))


# -- families ---------------------------------------------------------------------------------------------------------

_Drawn = tuple[Sequence[Polynomial], Sequence[Planted]]


def _common_factors(chance: Chance) -> _Drawn:
    """Sparse equations with common factors. One of these is x - h(others), whose zeros are planted."""
    ring = _ring(chance, 2, 3)
    place = chance.below(ring.size)
    others = [v for v in range(ring.size) if v != place]
    image = _sparse(chance, ring, 2, 2, others)
    generators = variables(ring)
    first, second = generators[place] - image, _sparse(chance, ring)
    shared = chance.below(2)
    polynomials = [
        _sparse(chance, ring) * (first if shared else chance.pick((first, second))) for _ in range(2 + chance.below(2))
    ]
    planted = Substitution(ring, tuple(image if v == place else generators[v] for v in range(ring.size)))
    return polynomials, [planted]


def _products(
    chance: Chance, fields: Sequence[Field] = _FIELDS, values: Sequence[Coefficient] = _COORDINATES
) -> _Drawn:
    """Products of linear forms: each has, for each of some points, a factor that vanishes there."""
    ring = _ring(chance, 2, 3, fields)
    points = [_point(chance, ring, values) for _ in range(1 + chance.below(3))]
    polynomials = []
    for _ in range(2 + chance.below(2)):
        factors = [_through(_linear(chance, ring), point) for point in points]
        if chance.below(2):
            factors.append(_linear(chance, ring))
        polynomials.append(reduce(mul, factors))
    return polynomials, [_planted_point(ring, point) for point in points]


def _binomials(chance: Chance) -> _Drawn:
    """Differences of two monomials that vanish at a point without zeros as coordinates."""
    ring = _ring(chance, 2, 4)
    point = _point(chance, ring, (1, -1, 2, 3))
    if not all(point):
        return [], []
    polynomials = []
    for _ in range(2 + chance.below(2)):
        monomials = [Polynomial(ring, {tuple(chance.below(3) for _ in range(ring.size)): 1}) for _ in range(2)]
        first, second = monomials
        polynomials.append(first * second.evaluate(point) - second * first.evaluate(point))
    return polynomials, [_planted_point(ring, point)]


def _lagrange(chance: Chance) -> _Drawn:
    """The critical points of a polynomial on a hypersurface, with a multiplier t."""
    size = 2 + chance.below(2)
    ring = Ring.of([*_NAMES[:size], "t"], chance.pick((QQ, QQ, QQ, Field(32003))))
    generators = variables(ring)
    among = range(size)
    goal = _sparse(chance, ring, 2, 2, among) * chance.pick([Polynomial.constant(ring, 1), *generators[:size]])
    powers = [generators[v] ** (1 + chance.below(2)) * chance.pick((1, 1, 2, -1)) for v in among]
    side = sum(powers, Polynomial.constant(ring, chance.below(5) - 2))
    multiplier = generators[size]
    return [*(goal.derivative(v) - multiplier * side.derivative(v) for v in among), side], []


def _towers(chance: Chance) -> _Drawn:
    """Triangular systems: roots of roots, and a factor at each level through a point that is planted."""
    ring = _ring(chance, 2, 3)
    generators = variables(ring)
    point: list[Coefficient] = []
    polynomials = []
    for place, generator in enumerate(generators):
        lower = (
            _sparse(chance, ring, 2, 1, range(place))
            if place
            else Polynomial.constant(ring, chance.pick((2, 3, -1, 5)))
        )
        factor = generator ** (2 + chance.below(2)) - lower
        value = ring.field.element(chance.below(5) - 2)
        chosen = chance.below(3)
        if chosen == 1:
            factor = factor * (generator - value)
        elif chosen == 2:
            factor = factor * factor
        point.append(value)
        polynomials.append(factor)
    return polynomials, [_planted_point(ring, point)]


def _determinants(chance: Chance) -> _Drawn:
    """Minors of a matrix of forms: without constants, 0 is planted."""
    ring = _ring(chance, 3, 5)
    generators = variables(ring)
    rows, columns = 2, 2 + chance.below(2)
    if chance.below(4) == 3:
        rows = columns = 3
    homogeneous = chance.below(2)
    zero = Polynomial(ring)
    entries = [
        [
            chance.pick([*generators, *generators, zero]) + (0 if homogeneous else chance.below(3) - 1)
            for _ in range(columns)
        ]
        for _ in range(rows)
    ]
    if rows == 3:
        a, b, c = entries
        minor = [b[i] * c[j] - b[j] * c[i] for i, j in ((1, 2), (0, 2), (0, 1))]
        minors = [a[0] * minor[0] - a[1] * minor[1] + a[2] * minor[2]]
    else:
        minors = [
            entries[0][i] * entries[1][j] - entries[0][j] * entries[1][i] for i, j in combinations(range(columns), 2)
        ]
    more = [_through(_sparse(chance, ring), (0,) * ring.size) for _ in range(chance.below(3))]
    return [*minors, *more], [_planted_point(ring, (0,) * ring.size)]


def _symmetric(chance: Chance) -> _Drawn:
    """Elementary symmetric functions or power sums, through a point and its permutations."""
    ring = _ring(chance, 2, 4)
    generators, point = variables(ring), _point(chance, ring)
    polynomials = []
    for k in chance.shuffled(range(1, ring.size + 1))[: 2 + chance.below(2)]:
        if chance.below(2):
            whole = sum((generator**k for generator in generators), Polynomial(ring))
        else:
            whole = sum((reduce(mul, some) for some in combinations(generators, k)), Polynomial(ring))
        polynomials.append(_through(whole * chance.pick((1, 1, 2)), point))
    return polynomials, [_planted_point(ring, one) for one in dict.fromkeys(permutations(point))]


def _small_characteristic(chance: Chance) -> _Drawn:
    """Sparse systems over GF(2) to GF(7) through a point, with exponents at the characteristic."""
    ring = _ring(chance, 2, 3, _SMALL_FIELDS)
    point = tuple(chance.below(ring.field.characteristic) for _ in range(ring.size))
    degree = ring.field.characteristic + 1 if chance.below(2) else 2
    polynomials = [_through(_sparse(chance, ring, 3, min(degree, 6)), point) for _ in range(2 + chance.below(2))]
    return polynomials, [_planted_point(ring, point)]


def _idempotents(chance: Chance) -> _Drawn:
    """Matrices or numbers that are their own squares, with a further equation."""
    if chance.below(2):
        ring = _ring(chance, 2, 4)
        generators = variables(ring)
        squares: list[Polynomial] = [g * g - g for g in generators]
        point = tuple(chance.below(2) for _ in generators)
    else:
        ring = Ring.of("a b c d", chance.pick(_FIELDS))
        a, b, c, d = variables(ring)
        squares = [a * a + b * c - a, a * b + b * d - b, c * a + d * c - c, c * b + d * d - d]
        one = chance.below(2)
        point = (one, 0, 0, one)
    more = [_through(_sparse(chance, ring), point) for _ in range(chance.below(2))]
    return [*squares[chance.below(2) :], *more], [_planted_point(ring, point)]


def _modular(chance: Chance) -> _Drawn:
    """Products and common factors over QQ with numbers at which modular algorithms may err."""
    if chance.below(2):
        values = tuple(Fraction(chance.pick((1, -1, 2)), abs(_special(chance))) for _ in range(2))
        return _products(chance, (QQ,), (*values, _special(chance), 1))
    ring = _ring(chance, 2, 3, (QQ,))
    generators = variables(ring)
    shared = _sparse(chance, ring) * _special(chance) + chance.pick(generators) + chance.below(3)
    return [shared * (_sparse(chance, ring) * chance.pick((1, _special(chance))) + 1) for _ in range(2)], []


def _large_fields(chance: Chance) -> _Drawn:
    """Products of linear forms over GF(p), p among the numbers."""
    field = Field(chance.pick([p for p in numbers() if p < 2**31]))
    ring = _ring(chance, 2, 3, (field,))
    points = [_point(chance, ring, (0, 1, -1, 2, field.characteristic // 2)) for _ in range(1 + chance.below(2))]
    factors = [[_through(_linear(chance, ring), point) for point in points] for _ in range(2 + chance.below(2))]
    return [reduce(mul, some) for some in factors], [_planted_point(ring, point) for point in points]


def _thresholds(chance: Chance) -> _Drawn:
    """Dense equations with about 512 terms, the size from which on some dense algorithms take another way.

    They are products of powers of linear factors, so that their zeros are few.
    """
    ring = Ring.of("x y", Field(32003))
    x, y = variables(ring)
    left, value = chance.pick(_THRESHOLDS) - 1, chance.below(5)
    dense = Polynomial.constant(ring, 1)
    roots = chance.shuffled((1, -1, 2, -2, 3))[: 2 + chance.below(2)]
    for number, root in enumerate(roots, 1):
        times = left if number == len(roots) else 1 + chance.below(left // 2)
        dense, left = dense * (x - root) ** times, left - times
    points = [(ring.field.element(root), root**2 + value) for root in roots]
    return [dense, y - x**2 - value], [_planted_point(ring, point) for point in points]


def _parametric(chance: Chance) -> _Drawn:
    """Equations whose coefficients are parameters, or variables of their own: then all cases count."""
    parameters = 1 + chance.below(2)
    ring = Ring.of(_NAMES[:2], chance.pick(_FIELDS), "ab"[:parameters].replace("ab", "a b"))
    ring = ring if chance.below(2) else ring.without_parameters()
    generators = variables(ring)
    unknowns = range(parameters, ring.size)
    polynomials = []
    for _ in range(2):
        coefficients = [
            chance.pick(generators[:parameters]) * chance.pick((1, 1, -1)) + chance.below(3) - 1 for _ in range(2)
        ]
        terms = [_sparse(chance, ring, 1, 2, unknowns) for _ in range(2)]
        polynomials.append(coefficients[0] * terms[0] + coefficients[1] * terms[1] + chance.below(2))
    return polynomials, []


def _monomials(chance: Chance) -> _Drawn:
    """Products of variables, and of sums of two: unions of coordinate planes and of others."""
    ring = _ring(chance, 3, 4)
    generators = variables(ring)
    polynomials = []
    for _ in range(2 + chance.below(3)):
        factors = [chance.pick(generators) for _ in range(1 + chance.below(2))]
        factors.append(chance.pick([*generators, generators[0] + generators[1] * chance.pick((1, -1, 2))]))
        polynomials.append(reduce(mul, factors))
    return polynomials, [_planted_point(ring, (0,) * ring.size)]


def _eigenvectors(chance: Chance) -> _Drawn:
    """The eigenvectors of a matrix: (A - t)x = 0, and perhaps an equation for the length of x."""
    size = 2 + chance.below(2)
    ring = Ring.of([*_NAMES[:size], "t"], chance.pick((QQ, QQ, QQ, Field(32003))))
    *vector, value = variables(ring)
    half = [[chance.pick((0, 1, -1, 2)) for _ in range(size)] for _ in range(size)]
    symmetric = chance.below(2)
    polynomials = []
    for i in range(size):
        row = [half[min(i, j)][max(i, j)] if symmetric else half[i][j] for j in range(size)]
        whole = sum((x * c for x, c in zip(vector, row, strict=True)), Polynomial(ring))
        polynomials.append(whole - value * vector[i])
    if not chance.below(2):
        generators = variables(ring)
        none = [Polynomial(ring)] * size
        return polynomials, [Substitution(ring, (*none, generators[size]))]
    length = sum((x * x for x in vector), Polynomial.constant(ring, -1))
    return [*polynomials, length], []


#: Name → the function that draws equations, and zeros that are planted in them.
FAMILIES: dict[str, Callable[[Chance], _Drawn]] = {
    "common-factors": _common_factors,
    "products": _products,
    "binomials": _binomials,
    "lagrange": _lagrange,
    "eigenvectors": _eigenvectors,
    "monomials": _monomials,
    "parameters": _parametric,
    "towers": _towers,
    "determinants": _determinants,
    "symmetric": _symmetric,
    "small-characteristic": _small_characteristic,
    "idempotents": _idempotents,
    "modular": _modular,
    "large-fields": _large_fields,
    "thresholds": _thresholds,
}
