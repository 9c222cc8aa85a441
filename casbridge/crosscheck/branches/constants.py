"""Closures of branches without free variables, from the closed points of the system.

The closure of a point in radicals is the closed point that it lies on. Where the system has this closed point, nothing
is to be eliminated: its polynomials are put at the point, and bits that are enough decide whether they are 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.algebra.answers import Component
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.radicals import Expression, Number, add, multiply, power
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.series import series_of
from casbridge.crosscheck.branches.eliminating import Prime
from casbridge.crosscheck.branches.numerics import are_zero, polynomial_value, precision, values
from casbridge.crosscheck.branches.points import Part
from casbridge.crosscheck.closed_points import triangular_basis
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline


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
    bases = [triangular_basis(tuple(chain.polynomials), system.ring, deadline) for chain in series_of(system, deadline)]
    for place, part in enumerate(parts):
        if is_nested(part):
            found[place] = _closed_point(part, [basis for basis in bases if basis], deadline)
    return found


def _closed_point(part: Part, bases: Sequence[Component], deadline: Deadline) -> tuple[Prime] | None:
    resolved = part.resolved
    try:
        with precision():
            places = [one[: resolved.ring.size] for one in values(resolved.expressions, {})]
    except UnsupportedError:
        return None
    for basis in bases:
        deadline.check("the closed points were not compared")
        with precision():
            near = all(polynomial_value(one, place).contains(0) for place in places for one in basis)
        if near and are_zero([_at(one, resolved.expressions) for one in basis]):
            if any(are_zero([condition]) is not False for condition in resolved.conditions):
                return None
            return _lowered(part, basis)
    return None


def _at(polynomial: Polynomial, expressions: Sequence[Expression]) -> Expression:
    """The value of a polynomial, as an expression."""
    terms = []
    for exponents, coefficient in polynomial.cleared().terms.items():
        powers = [power(one, exponent) for one, exponent in zip(expressions, exponents, strict=True) if exponent]
        terms.append(multiply(Number(coefficient), *powers))
    return add(*terms)


def _lowered(part: Part, basis: Component) -> tuple[Prime] | None:
    """The prime in the kept variables: without the polynomials that the branch gives directly."""
    stated = part.stated
    kept = [one for one in basis if set(one.support()) <= set(stated.kept)]
    if len(kept) != len(stated.kept):
        return None
    low = stated.low_ring
    lowered = tuple(
        Polynomial(low, {tuple(exponents[place] for place in stated.kept): c for exponents, c in one.terms.items()})
        for one in kept
    )
    return (Prime(lowered, lowered),)
