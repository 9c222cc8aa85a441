"""Square roots in towers, step by step: quadratic polynomials need no norms from a whole tower.

Let L = M(z) with z² = A in M, not in characteristic 2. An element p + q·z with q = 0 is a square exactly if p or p·A is
a square in M. With q ≠ 0 it is a square exactly if n² = p² − q²·A has a root n in M, and r² = (p + n)/2 or
r² = (p − n)/2 has a root r in M. Then (r + q/(2r)·z)² = p + q·z. In an extension of odd degree an element of M is a
square only if it is one in M.
"""

from __future__ import annotations

from typing import Protocol

from casbridge.algebra.arithmetic import Native
from casbridge.charset.towers.residue_points import ResiduePoints
from casbridge.charset.towers.tower import Tower

#: An element of a tower: a numerator in normal form and a denominator in K[u].
_TowerFraction = tuple[Native, Native]


class _FieldWithSquares(Protocol):
    """The parts of a `TowerField` that square roots need. Its module imports this module."""

    @property
    def tower(self) -> Tower: ...

    @property
    def points(self) -> ResiduePoints: ...

    def below(self) -> _FieldWithSquares:
        """The field of all steps but the last."""
        ...

    def by_norms(self, native: Native, variable: int) -> list[Native]:
        """The irreducible factors of a separable polynomial."""
        ...


def quadratic_factors(field: _FieldWithSquares, native: Native, variable: int) -> list[Native]:
    """The irreducible factors of a squarefree polynomial of degree 2.

    field: a `TowerField` of characteristic other than 2.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> from casbridge.charset.towers.factoring import TowerField
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> field = TowerField(Tower(elements, [elements.of_polynomial(x**2 - 2)]))
    >>> len(quadratic_factors(field, elements.of_polynomial(y**2 - 2).native, 1))
    2
    """
    tower = field.tower
    constant = tower.arithmetic.constant
    second, first, absolute = _quadratic(tower, native, variable)
    root = _root_of(field, first * first - constant(4) * second * absolute, variable)
    if root is None:
        return [native]
    numerator, denominator = root
    linear = denominator * (constant(2) * second * tower.arithmetic.generator(variable) + first)
    return [tower.reduced(linear + numerator), tower.reduced(linear - numerator)]


def _quadratic(tower: Tower, native: Native, variable: int) -> tuple[Native, Native, Native]:
    """The three coefficients of a polynomial of degree 2, the highest first."""
    coefficients = tower.coefficients(native, variable)
    zero = tower.arithmetic.constant(0)
    return coefficients[2], coefficients.get(1, zero), coefficients.get(0, zero)


def _root_of(field: _FieldWithSquares, native: Native, variable: int) -> _TowerFraction | None:
    """The square root of a polynomial that stands for an element."""
    reduced, multiplier = field.tower.reduce(native)
    root = _square_root(field, reduced * multiplier, variable)
    return None if root is None else (root[0], root[1] * multiplier)


def _square_root(field: _FieldWithSquares, native: Native, variable: int) -> _TowerFraction | None:
    """The square root of an element in normal form. variable: above the tower."""
    tower = field.tower
    tower.elements.check()
    one = tower.arithmetic.constant(1)
    if not native:
        return native, one
    native, outside = _without_squares(tower, native)
    found = _inner_root(field, native, variable)
    return None if found is None else _cancelled(tower, found[0] * outside, found[1])


def _inner_root(field: _FieldWithSquares, native: Native, variable: int) -> _TowerFraction | None:
    tower, arithmetic = field.tower, field.tower.arithmetic
    if not tower.steps:
        root = _polynomial_root(tower, native, variable)
        return None if root is None else (root, arithmetic.constant(1))
    square = arithmetic.generator(variable) ** 2 - native
    if field.points.judge(square, variable)[0]:
        return None
    step = tower.steps[-1]
    if step.degree == 2:
        return _root_over_quadratic(field, native, variable)
    if step.degree % 2 and not tower.degree_in(native, step.variable):
        return _square_root(field.below(), native, variable)
    factors = field.by_norms(square, variable)
    if len(factors) == 1:
        return None
    linear = tower.coefficients(tower.normalised(factors[0], variable), variable)
    return -linear[0], linear[1]


def _root_over_quadratic(field: _FieldWithSquares, native: Native, variable: int) -> _TowerFraction | None:
    """Over the step a·y² + b·y + c: z = 2a·y + b, A = b² − 4ac."""
    tower, arithmetic, below = field.tower, field.tower.arithmetic, field.below()
    constant, step = arithmetic.constant, tower.steps[-1]
    two, zero = constant(2), constant(0)
    a, b, c = _quadratic(tower, step.native, step.variable)
    discriminant = b * b - two * two * a * c
    z = two * a * arithmetic.generator(step.variable) + b
    parts = tower.coefficients(native, step.variable)
    if 1 not in parts:
        root = _square_root(below, native, variable)
        if root is not None:
            return root
        root = _root_of(below, native * discriminant, variable)
        if root is None:
            return None
        return _product(tower, (root[0] * z, root[1]), _inverse(tower, tower.reduce(discriminant)))
    # (2a)²·native = p + q·z
    p, q = two * a * (two * a * parts.get(0, zero) - b * parts[1]), two * a * parts[1]
    norm = _root_of(below, p * p - q * q * discriminant, variable)
    if norm is None:
        return None
    for sign in (1, -1):
        n = norm[0] if sign > 0 else -norm[0]
        whole = norm[1] * p + n
        # r² = whole/(2·norm[1])
        root = _root_of(below, two * norm[1] * whole, variable)
        if root is None:
            continue
        r = (root[0], root[1] * two * norm[1])
        # r + q·z/(2r) = (whole + norm[1]·q·z)/(2r·norm[1])
        numerator = (whole + norm[1] * q * z) * r[1]
        unit = tower.reduce(two * r[0] * norm[1] * two * a)
        return _product(tower, tower.reduce(numerator), _inverse(tower, unit))
    return None


def _product(tower: Tower, first: _TowerFraction, second: _TowerFraction) -> _TowerFraction:
    numerator, multiplier = tower.reduce(first[0] * second[0])
    return _cancelled(tower, numerator, first[1] * second[1] * multiplier)


def _inverse(tower: Tower, element: _TowerFraction) -> _TowerFraction:
    """1/element for an element that is not zero."""
    cofactor = tower.cofactor(element[0])
    scalar, multiplier = tower.reduce(cofactor * element[0])
    return _cancelled(tower, cofactor * multiplier * element[1], scalar)


def _cancelled(tower: Tower, numerator: Native, denominator: Native) -> _TowerFraction:
    """Without common factors."""
    divide = tower.arithmetic.divide
    if tower.arithmetic.main(denominator)[0] < 0:
        return divide(numerator, denominator)[0], tower.arithmetic.constant(1)
    common = tower.content([denominator, *tower.parts(numerator)])
    return divide(numerator, common)[0], divide(denominator, common)[0]


def _without_squares(tower: Tower, native: Native) -> tuple[Native, Native]:
    """e and k in K[u] with native = e·k²; the content of e in K[u] is squarefree."""
    arithmetic = tower.arithmetic
    outside = arithmetic.constant(1)
    content = tower.content(tower.parts(native))
    if arithmetic.main(content)[0] >= 0:
        for factor, multiplicity in arithmetic.factor(content):
            outside = outside * factor ** (multiplicity // 2)
    return arithmetic.divide(native, outside * outside)[0], outside


def _polynomial_root(tower: Tower, native: Native, variable: int) -> Native | None:
    """The square root of a polynomial over the field, in which the variable does not occur."""
    arithmetic = tower.arithmetic
    root = arithmetic.constant(1)
    for factor, multiplicity in arithmetic.factor(native):
        if multiplicity % 2:
            return None
        root = root * factor ** (multiplicity // 2)
    constant = arithmetic.divide(native, root * root)[0]
    roots, _ = arithmetic.roots(arithmetic.generator(variable) ** 2 - constant, variable)
    return root * arithmetic.constant(roots[0]) if roots else None
