"""The chain of a closed point: an irreducible triangular set with exactly the zeros of one factor of a parametrisation.

    factor φ of M, xᵥ as polynomials in t ──▶ modulo primes: how each xᵥ depends on the lower ones ──▶ lifted ──▶ proved

The variables are taken in their order, lowest first. Each one is algebraic over the field of those below. Its minimal
polynomial there is linear algebra over the prime field. The degrees multiply to the degree of φ.

The proof is of the chain alone. Where the lowest variable generates the field, the chain is a parametrisation by it.
Its polynomial is irreducible, and the equations vanish at its zeros. Otherwise the equations and the chain vanish at
the roots of φ. Then the chain is irreducible, since it has deg φ zeros and they are conjugate.

Polynomials in many variables of high degree are slow to prove zero at the roots of φ. Let the equations have finitely
many zeros, all of them integers over a prime and different modulo the prime, and let them vanish at the roots of φ.
Then it is enough that the equations are in the ideal of the chain, and that the chain vanishes modulo the prime at the
roots of φ. For the zeros of the chain are zeros of the equations, so each of them is the root that it is modulo the
prime. They are as many as deg φ modulo the prime, so the chain has each of the roots once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.lifting import Lifting
from casbridge.charset.groebner.pairs import times
from casbridge.charset.groebner.parametrisation import Parametrisation, Values, vanish
from casbridge.charset.groebner.primes import half_primes
from casbridge.charset.groebner.quotient import Parametrized
from casbridge.limits import NEVER, Deadline

#: Points of higher degree have variables as fractions with the derivative of φ below: much smaller numbers.
MOST_FOR_POLYNOMIALS = 6

_Terms = dict[Exponents, int]


class _Level(NamedTuple):
    """A variable, the degree of its minimal polynomial, and the monomials below.

    rows: places of coefficients in t at which the monomials are independent.
    """

    variable: int
    degree: int
    monomials: list[Exponents]
    rows: list[int]


def closed_point(
    parametrisation: Parametrisation,
    factor: Any,
    equations: Sequence[Mapping[Exponents, int]],
    deadline: Deadline = NEVER,
    *,
    good: int = 0,
) -> Generator[int, None, list[_Terms] | None]:
    """The chain of a factor of M, lowest variable first, as integer polynomials; None where it is not proved.

    equations: integer polynomials. They are proved to vanish at the zeros of the chain. Yields the work of each step.
    good: 0, or a prime with these properties. The equations are proved to vanish at the roots of the factor. All zeros
    of the equations are integers over the prime, and differ modulo the prime. Then the proof is shorter.

    >>> from flint import fmpz_poly
    >>> points = Parametrisation(fmpz_poly([-2, 0, 1]), (fmpz_poly([0, 8]), fmpz_poly([4])), 1, (0, 1))
    >>> def steps():
    ...     print((yield from closed_point(points, points.minimal, [{(2, 0): 1, (0, 0): -16}])))
    >>> all(work > 0 for work in steps())
    [{(0, 0): -2, (0, 2): 1}, {(1, 0): 1, (0, 0): -4}]
    True
    """
    size, degree = len(parametrisation.form), factor.degree()
    levels: list[_Level] | None = None
    lifting: Lifting | None = None
    for p in half_primes():
        deadline.check("no zeros were found")
        point = parametrisation.modulo(p, factor)
        if point is None:
            continue
        if levels is None or lifting is None:
            levels = _levels(*point, size)
            lifting = Lifting([len(level.monomials) for level in levels])
            is_simple = levels[0].degree == degree
            scaled = is_simple or (degree > MOST_FOR_POLYNOMIALS and not good)
        residues = _residues(levels, *point, scaled=scaled)
        yield 100 + degree**3 // 200 + degree * degree * size // 8
        if residues is None:
            if not lifting.taken:
                levels = None
            continue
        lifting.take(p, residues)
        if not lifting.is_due():
            continue
        rationals = lifting.rationals()
        yield lifting.taken * degree * size // 4
        if rationals is None:
            continue
        if is_simple:
            simple = _by_lowest(levels, rationals)
            irreducible = [f.degree() for f, _ in simple.minimal.factor()[1]] == [degree]
            proved = irreducible and (yield from vanish(simple, equations, [simple.minimal], deadline))
            chain = chain_of(simple)
        else:
            chain = _chain(levels, rationals, scaled=scaled)
            if good and _vanishes_modulo(parametrisation, factor, chain, good):
                proved = yield from _implies(chain, equations, deadline)
            else:
                values = Values(*point)
                proved = all(values.at(_initial(terms)) for terms in chain) and (
                    yield from vanish(parametrisation, [*equations, *chain], [factor], deadline)
                )
        if proved:
            return chain
    return None


def _vanishes_modulo(parametrisation: Parametrisation, factor: Any, chain: list[_Terms], p: int) -> bool:
    """Whether a chain vanishes at the roots of a factor modulo a prime, and no initial, a constant, does so."""
    point = parametrisation.modulo(p, factor)
    if point is None or not all(terms[max(terms)] % p for terms in chain):
        return False
    values = Values(*point)
    return not any(values.at(terms) for terms in chain)


def _implies(
    chain: list[_Terms], equations: Sequence[Mapping[Exponents, int]], deadline: Deadline
) -> Generator[int, None, bool]:
    """Whether equations are in the ideal of a chain with constant initials: it is a lexicographic Gröbner basis."""
    from flint import fmpz_mpoly_ctx, fmpz_mpoly_vec

    size = len(chain)
    context = fmpz_mpoly_ctx.get([f"x{v}" for v in range(size)], "lex")
    divisors = fmpz_mpoly_vec([context.from_dict(terms) for terms in chain], context)
    for terms in equations:
        deadline.check("no zeros were found")
        if context.from_dict(terms).reduction_primitive_part(divisors):
            return False
        yield 100
    return True


def closed_points_modulo(points: Parametrized, p: int) -> Iterator[list[_Terms]]:
    """The chain of each closed point over GF(p), lowest variable first.

    points: of a ring that the powers of t span. Each irreducible factor of t's minimal polynomial gives one point of
    this ring, once or many times.

    >>> from casbridge.charset.groebner.quotient import Parametrized
    >>> [*closed_points_modulo(Parametrized([5, 0, 1], [[0, 2], [0, 1]]), 11)]
    [[{(0, 2): 1, (0, 0): 5}, {(1, 0): 1, (0, 1): 9}]]
    """
    from flint import nmod_poly

    for modulus, _ in nmod_poly(points.minimal, p).factor()[1]:
        point = [nmod_poly(one, p) % modulus for one in points.variables]
        levels = _levels(modulus, point, len(point))
        residues = _residues(levels, modulus, point, scaled=False)
        assert residues is not None
        values = iter(residues)
        chain = []
        for level in levels:
            power = _power(len(point), level.variable, level.degree)
            terms = {e: -c % p for e, c in zip(level.monomials, values, strict=False) if c}
            chain.append({power: 1, **terms})
        yield chain


def _by_lowest(levels: list[_Level], rationals: list[tuple[list[int], int]]) -> Parametrisation:
    """The parametrisation by the lowest variable."""
    from flint import fmpz_poly

    size = len(levels)
    (coefficients, lead), *others = rationals
    minimal = fmpz_poly([*(-c for c in coefficients), lead])
    common = lcm(*(denominator for _, denominator in others))
    numerators = [fmpz_poly([0, 1]) * minimal.derivative() * common] * size
    for level, (values, denominator) in zip(levels[1:], others, strict=True):
        numerators[level.variable] = fmpz_poly(values) * (lead * (common // denominator))
    return Parametrisation(minimal, tuple(numerators), common, (*[0] * (size - 1), 1))


def chain_of(simple: Parametrisation) -> list[_Terms]:
    """The chain of a parametrisation by the lowest variable. Where the degree is small, initials are constants.

    >>> from flint import fmpz_poly
    >>> chain_of(Parametrisation(fmpz_poly([-2, 0, 1]), (fmpz_poly([0, 8]), fmpz_poly([4])), 1, (0, 1)))
    [{(0, 0): -2, (0, 2): 1}, {(1, 0): 1, (0, 0): -4}]
    """
    from flint import fmpq_poly

    size, minimal = len(simple.form), simple.minimal

    def terms(polynomial: Any, *others: int) -> _Terms:
        """The terms of a polynomial in the lowest variable. others: the powers of the other variables, by default 0."""
        powers = others or (0,) * (size - 1)
        return {(*powers, e): int(c) for e, c in enumerate(polynomial.coeffs()) if c}

    chain = [terms(minimal)]
    for variable in range(size - 2, -1, -1):
        top, bottom = simple.numerators[variable], minimal.derivative() * simple.denominator
        if minimal.degree() <= MOST_FOR_POLYNOMIALS:
            inverse = fmpq_poly(bottom).xgcd(fmpq_poly(minimal))[1]
            value = fmpq_poly(top) * inverse % fmpq_poly(minimal)
            top, bottom = value.numer(), minimal * 0 + value.denom()
        others = _power(size - 1, variable, 1)
        chain.append(terms(bottom, *others) | terms(-top))
    return chain


def _power(size: int, variable: int, power: int) -> Exponents:
    return (*[0] * variable, power, *[0] * (size - 1 - variable))


def _levels(modulus: Any, point: list[Any], size: int) -> list[_Level]:
    """How each variable depends on the lower ones, modulo a prime."""
    degree, p = modulus.degree(), modulus.modulus()
    levels: list[_Level] = []
    monomials, values, rows = [(0,) * size], [point[0] * 0 + 1], [0]
    for variable in range(size - 1, -1, -1):
        power, below = 0, [*zip(monomials, values, strict=True)]
        rest, last = degree // len(values), values
        while True:
            power += 1
            last = [value * point[variable] % modulus for value in last]
            # The degree of a field over another one divides the degree of a larger field.
            if power == rest or (not rest % power and _rank([*values, last[0]], degree, p) == len(values)):
                break
            monomials += [_sum(e, _power(size, variable, power)) for e, _ in below]
            values = values + last
        if power > 1 or not levels:
            rows = _pivots(values, degree, p)
        levels.append(_Level(variable, power, [*monomials], rows))
    return levels


def _sum(one: Exponents, other: Exponents) -> Exponents:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def padded(polynomial: Any, degree: int) -> list[int]:
    """The coefficients of one of FLINT's polynomials in one variable, lowest first, and zeros.

    >>> from flint import nmod_poly
    >>> padded(nmod_poly([1, 2], 7), 3)
    [1, 2, 0]
    """
    coefficients = [int(c) for c in polynomial.coeffs()]
    return coefficients + [0] * (degree - len(coefficients))


def _rank(values: list[Any], degree: int, p: int) -> int:
    from flint import nmod_mat

    return int(nmod_mat(len(values), degree, [c for value in values for c in padded(value, degree)], p).rank())


def _pivots(values: list[Any], degree: int, p: int) -> list[int]:
    """Places at which the values are independent."""
    from flint import nmod_mat

    echelon, rank = nmod_mat(len(values), degree, [c for value in values for c in padded(value, degree)], p).rref()
    rows = echelon.tolist()[:rank]
    return [next(place for place, c in enumerate(row) if int(c)) for row in rows]


def _residues(levels: list[_Level], modulus: Any, point: list[Any], *, scaled: bool) -> list[int] | None:
    """The coefficients of each level's polynomial modulo a prime; None where the prime is bad.

    scaled: above a variable of degree over 1, the powers are multiplied by the derivative of this variable's
    polynomial. The coefficients are much smaller then: they are traces.
    """
    from flint import nmod_mat

    degree, p = modulus.degree(), modulus.modulus()
    value = Values(modulus, point).monomial
    found: list[int] = []
    scale = value((0,) * len(point))
    together: dict[int, list[_Level]] = {}
    for level in levels:  # levels with the same monomials need one system of equations
        together.setdefault(len(level.monomials), []).append(level)
    for many, alike in together.items():
        first = alike[0]
        columns = [padded(value(e), degree) for e in first.monomials]
        matrix = nmod_mat(many, many, [column[row] for row in first.rows for column in columns], p)
        for part in filter(None, [alike[:1], alike[1:]] if scaled else [alike]):
            powers = [value(_power(len(point), level.variable, level.degree)) * scale % modulus for level in part]
            wanted = [padded(power, degree) for power in powers]
            right = nmod_mat(many, len(part), [column[row] for row in first.rows for column in wanted], p)
            try:
                solved = [[int(c) for c in row] for row in matrix.solve(right).transpose().tolist()]
            except ZeroDivisionError:
                return None
            for row in solved:
                found += row
            if scaled and part == alike[:1] and first.degree > 1:
                scale *= first.degree * value(_power(len(point), first.variable, first.degree - 1))
                for e, c in zip(first.monomials, solved[0], strict=True):
                    if power := e[first.variable]:
                        scale -= c * power % p * value(times(e, first.variable, -1))
                scale %= modulus
    return found


def _chain(levels: list[_Level], rationals: list[tuple[list[int], int]], *, scaled: bool) -> list[_Terms]:
    """The polynomials of the levels, from their coefficients. scaled: see `_residues`."""
    chain = []
    scale = {(0,) * len(levels): Fraction(1)}
    for level, (numerators, denominator) in zip(levels, rationals, strict=True):
        power = _power(len(levels), level.variable, level.degree)
        terms = {_sum(e, power): c for e, c in scale.items()}
        terms |= {e: Fraction(-c, denominator) for e, c in zip(level.monomials, numerators, strict=True) if c}
        common = lcm(*(c.denominator for c in terms.values()))
        chain.append({e: int(c * common) for e, c in terms.items()})
        if scaled and level.degree > 1:
            v = level.variable
            scale = {times(e, v, -1): c * e[v] for e, c in terms.items() if e[v]}
    return chain


def _initial(terms: _Terms) -> _Terms:
    """The coefficient of the highest power of the main variable."""
    variable = next(v for v, e in enumerate(max(terms)) if e)
    degree = max(e[variable] for e in terms)
    return {(*e[:variable], 0, *e[variable + 1 :]): c for e, c in terms.items() if e[variable] == degree}
