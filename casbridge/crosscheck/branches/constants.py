"""Closures of branches without free variables, from the closed points of the system.

The closure of a point in radicals is the closed point that it lies on. Where the system has this closed point, nothing
is to be eliminated. Division in the algebra of the radicals shows that each coordinate is a root of the polynomial that
the closed point's coordinates have; balls tell its roots apart. Or the closed point's polynomials are put at the point,
and bits that are enough decide whether they are 0. Where too many bits would be needed, the zeros of the system are
compared with the branches in decimals. That proves what is missing, and is evidence of the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from math import log, prod
from typing import TypeVar

from casbridge.algebra.answers import Component
from casbridge.algebra.arithmetic import precision, rational
from casbridge.algebra.fields import QQ, Coefficient, Ring, local_ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.radicals import Expression, Number, add, multiply, value_of
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import main_degree
from casbridge.charset.series import series_of
from casbridge.crosscheck.branches.algebras import Algebra
from casbridge.crosscheck.branches.eliminating import Prime, given_values
from casbridge.crosscheck.branches.numerics import (
    Ball,
    UndefinedError,
    are_zero,
    decimal,
    polynomial_value,
    sign_of_imaginary_part,
    value_at,
    values,
)
from casbridge.crosscheck.branches.points import Part, Place, roots_at, zeros_of_chain
from casbridge.crosscheck.closed_points import triangular_basis
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

_BITS_OF_EVIDENCE = 2_000
_Answer = TypeVar("_Answer")
_MOST_ZEROS = 400


def is_nested(part: Part) -> bool:
    """Whether a branch has no free variables, and at least two radicals, roots or denominators.

    >>> from casbridge.algebra import Ring
    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> resolved = resolve(Branch(), Ring.of("x"))
    >>> is_nested(Part(1, "", resolved, state(resolved)))
    False
    """
    return not part.resolved.free and not part.resolved.parameters and len(part.stated.extras) > 1


def closed_points_of(
    parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline = NEVER
) -> list[tuple[Prime] | None]:
    """For each branch its closure, where it is nested and is proved to lie on a closed point of the system; else None.

    Raises LimitError.

    >>> from fractions import Fraction
    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.algebra.branches import Branch
    >>> from casbridge.algebra.radicals import Name, Power
    >>> from casbridge.crosscheck.branches.equations import resolve, state
    >>> (x,) = variables(Ring.of("x"))
    >>> root = Power(add(Number(1), Power(Number(2), Fraction(1, 2))), Fraction(1, 2))
    >>> resolved = resolve(Branch((("x", root),)), x.ring)
    >>> part = Part(1, "", resolved, state(resolved))
    >>> closed_points_of([part], PolynomialSystem.of(x.ring, [(x**2 - 1) ** 2 - 2]))[0][0].chain
    (x**4 - 2*x**2 - 1,)
    """
    found: list[tuple[Prime] | None] = [None for _ in parts]
    if not any(map(is_nested, parts)):
        return found
    closed = [_Conjugates(basis) for basis in _bases(system, deadline) if basis]
    for number, part in enumerate(parts):
        if is_nested(part):
            found[number] = _closed_point(part, closed, deadline)
    return found


def _bases(system: PolynomialSystem, deadline: Deadline) -> list[Component | None]:
    """The closed points of a system, and None for each chain of its series that is none."""
    return [triangular_basis(tuple(one.polynomials), system.ring, deadline) for one in series_of(system, deadline)]


def compare_in_decimals(
    name: str, parts: Sequence[Part], system: PolynomialSystem, deadline: Deadline = NEVER
) -> tuple[str, Witness | None]:
    """Evidence, or a fault, that decimals show of an answer.

    The answer has no free variables, and the system finitely many zeros. The evidence is "" where there is none. The
    fault is a zero that is certainly missing.

    name: whose answer it is.
    Raises LimitError, UnsupportedError.

    >>> compare_in_decimals("it", [], PolynomialSystem(Ring.of("x"), ()))
    ('', None)
    """
    if not parts or any(part.resolved.free or part.resolved.parameters for part in parts):
        return "", None
    bases = _bases(system, deadline)
    closed = [
        one for one in bases if one and not any(map(Divisor(one, "lex", deadline).remainder, system.polynomials()))
    ]
    if len(closed) < len(bases) or sum(prod(map(main_degree, basis)) for basis in closed) > _MOST_ZEROS:
        return "", None
    with precision(_BITS_OF_EVIDENCE):
        evaluated = [values(part.resolved.expressions, {}) for part in parts]
        if any(len(one) > 1 for one in evaluated):
            return "", None
        own = [one[0] for one in evaluated]
        distances: list[list[Ball]] = [[] for _ in parts]
        count = 0
        for basis in closed:
            for zero in _zeros(basis, system.ring):
                deadline.check("the zeros were not compared")
                count += 1
                near = [place for place, point in enumerate(own) if _overlap(zero, point)]
                for place in near:
                    distances[place].append(_distance(zero, own[place]))
                if not near:
                    text = f"{name} lacks a zero of the system"
                    decimals = tuple(map(decimal, zero))
                    return "", Witness(Fault.MISSING_ZERO, name, text, chain=basis, approximation=decimals)
        if any(len(one) != 1 for one in distances):
            return "", None
        digits = min(_digits(one) for (one,) in distances)
    return f"to {digits} digits its branches ({len(parts)}) are the zeros of the system ({count})", None


def _stated_points(
    parts: Sequence[Part], at: Mapping[str, Coefficient], deadline: Deadline = NEVER
) -> list[tuple[Expression, ...]]:
    """The different points of branches without free parameters, where their free variables have given values.

    Raises LimitError, and UnsupportedError where numbers in radicals cannot be told apart.
    """
    points: list[tuple[Expression, ...]] = []
    places: list[Place] = []
    for part in parts:
        deadline.check("the points of the branches were not counted")
        try:
            point = tuple([value_at(one, at) for one in part.resolved.expressions])
            if any(_certain(are_zero([value_at(one, at)])) for one in part.resolved.denominators):
                continue
        except UndefinedError:
            continue
        with precision():
            balls = values(point, {})
            place = _certain(balls[0] if len(balls) == 1 else None)
            near = [other for other, known in zip(points, places, strict=True) if _overlap(place, known)]
        if not any(_are_equal(point, other) for other in near):
            points.append(point)
            places.append(place)
    return points


def count_points(parts: Sequence[Part], deadline: Deadline = NEVER) -> tuple[int, int]:
    """How many different points branches without free variables have, and how many of them are real.

    Raises LimitError, and UnsupportedError where numbers in radicals cannot be told apart.

    >>> count_points([])
    (0, 0)
    """
    points = _stated_points(parts, {}, deadline)
    return len(points), sum(all(_certain(sign_of_imaginary_part(one)) == 0 for one in point) for point in points)


def have_all_zeros(parts: Sequence[Part], chain: Component, deadline: Deadline = NEVER) -> bool:
    """Whether branches are seen to have each zero of an irreducible chain with finitely many zeros: by counting.

    Their free variables must have rational values on the chain.
    Raises LimitError, and UnsupportedError where numbers in radicals cannot be told apart.

    >>> from casbridge.algebra import variables
    >>> (x,) = variables(Ring.of("x"))
    >>> have_all_zeros([], (x**2 - 2,))
    False
    """
    if not chain or len(chain) < chain[0].ring.size:
        return False
    ring = chain[0].ring
    at: dict[str, Coefficient] = {}
    for polynomial in chain:
        if polynomial.total_degree == 1 and len(polynomial.support()) == 1:
            at_0, at_1 = (Fraction(polynomial.evaluate((value,) * ring.size)) for value in (0, 1))
            at[ring.variables[polynomial.support()[0]]] = rational(at_0 / (at_0 - at_1))
    own = [part for part in parts if not part.resolved.parameters and at.keys() >= set(part.resolved.free)]
    points = _stated_points(own, at, deadline)
    on = [point for point in points if _certain(are_zero([value_of(one.cleared(), point) for one in chain]))]
    return len(on) == prod(map(main_degree, chain))


def _are_equal(first: Sequence[Expression], second: Sequence[Expression]) -> bool:
    differences = [add(a, multiply(Number(-1), b)) for a, b in zip(first, second, strict=True)]
    return _certain(are_zero(differences))


def _certain(answer: _Answer | None) -> _Answer:
    if answer is None:
        raise UnsupportedError("numbers in radicals cannot be told apart")
    return answer


def _zeros(basis: Component, ring: Ring) -> list[Place]:
    """All zeros of a triangular basis whose initials are constant, lowest variable first."""
    return [tuple([zero[v] for v in range(ring.size)]) for zero in zeros_of_chain(basis, {})]


def _overlap(first: Place, second: Place) -> bool:
    return all(a.overlaps(b) for a, b in zip(first, second, strict=False))


def _distance(first: Place, second: Place) -> Ball:
    """The largest distance of two coordinates, at most."""
    return max(((a - b).abs_upper() for a, b in zip(first, second, strict=False)), key=float)


def _digits(distance: Ball) -> int:
    return _BITS_OF_EVIDENCE if distance == 0 else max(int(float(-distance.log().mid()) / log(10)), 0)


class _Conjugates:
    """A closed point of a system, with what many branches need of it, computed once."""

    def __init__(self, basis: Component) -> None:
        self.basis, self.ring = basis, basis[0].ring
        self._minimal: list[Polynomial] = []

    def minimal(self, deadline: Deadline) -> list[Polynomial]:
        """For each coordinate its minimal polynomial. Raises LimitError, UnsupportedError."""
        if not self._minimal:
            algebra = Algebra(self.ring, range(self.ring.size), self.basis, deadline)
            line = local_ring(QQ, 1)
            self._minimal = [algebra.relations(line, [variable])[0] for variable in variables(self.ring)]
        return self._minimal

    @cached_property
    def roots(self) -> list[list[Ball]]:
        """For each coordinate the roots of its minimal polynomial, after `minimal`."""
        with precision():
            return [roots_at(one, 0, {}) for one in self._minimal]

    @cached_property
    def numbers(self) -> list[list[int] | None]:
        """For each zero the numbers of the roots that its coordinates are."""
        with precision():
            return [_numbers(self.roots, zero) for zero in _zeros(self.basis, self.ring)]


def _closed_point(part: Part, closed: Sequence[_Conjugates], deadline: Deadline) -> tuple[Prime] | None:
    resolved = part.resolved
    try:
        with precision():
            places = [one[: resolved.ring.size] for one in values(resolved.expressions, {})]
    except UnsupportedError:
        return None
    for point in closed:
        deadline.check("the closed points were not compared")
        with precision():
            near = all(polynomial_value(one, place).contains(0) for place in places for one in point.basis)
        is_zero = False
        with suppress(LimitError, UnsupportedError):
            is_zero = near and _is_zero_of(part, places, point, deadline.share(0.2))
        if is_zero or (near and are_zero([value_of(one.cleared(), resolved.expressions) for one in point.basis])):
            if any(are_zero([condition]) is not False for condition in resolved.conditions):
                return None
            return _lowered(part, point.basis)
    return None


def _is_zero_of(part: Part, places: Sequence[Place], point: _Conjugates, deadline: Deadline) -> bool:
    """Whether a branch is a zero of a closed point, shown without many bits.

    By division each coordinate is a root of the polynomial that the zeros' coordinates have. Balls say which root it
    is, and which zero has the same ones.
    """
    stated, size = part.stated, part.stated.ring.size
    if len(places) != 1 or not stated.is_constant:
        return False
    equations, number = list(stated.system.polynomials()), len(stated.extras)
    radicals = Divisor(equations[:number], "lex", deadline)
    values_of = dict(zip(stated.kept, given_values(equations[number:], len(stated.kept)), strict=True))
    for one in stated.direct:
        values_of[one.support()[0]] = Polynomial.constant(stated.system.ring, -one.terms.get((0,) * size, 0))
    for v, minimal in enumerate(point.minimal(deadline)):
        total = Polynomial(stated.system.ring)
        for exponent in range(minimal.total_degree, -1, -1):
            total = radicals.remainder(total * values_of[v] + minimal.terms.get((exponent,), 0))
        if total:
            return False
    with precision():
        own = _numbers(point.roots, places[0])
    return own is not None and own in point.numbers


def _numbers(roots: Sequence[Sequence[Ball]], place: Place) -> list[int] | None:
    """For each coordinate of a place the number of its root; None where a ball overlaps several roots."""
    numbers = [[n for n, root in enumerate(each) if root.overlaps(c)] for each, c in zip(roots, place, strict=True)]
    return [one[0] for one in numbers] if all(len(one) == 1 for one in numbers) else None


def _lowered(part: Part, basis: Component) -> tuple[Prime] | None:
    """The prime in the kept variables: without the polynomials that the branch gives directly."""
    stated = part.stated
    kept = [one for one in basis if set(one.support()) <= set(stated.kept)]
    if len(kept) != len(stated.kept):
        return None
    lowered = tuple(one.within(stated.low_ring, stated.kept) for one in kept)
    return (Prime(lowered, lowered),)
