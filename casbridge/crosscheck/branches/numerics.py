"""Certified numerics: expressions in radicals as balls, which contain the exact value, by python-flint (Arb).

A ball that does not contain 0 proves that the exact number is not 0. A ball that contains 0 proves nothing.

A power has a cut along the negative real axis. A ball may lie across it. Where the number under the power has no names,
more bits decide on which side it is, or that it is on the cut. Otherwise both sides are tried: `values` gives a list of
balls for a list of expressions, and the exact value is in one of them. `are_zero` decides whether numbers are 0. Its
bits are enough for the smallest number of that kind, see `separation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from casbridge.algebra.arithmetic import PRECISION, precision
from casbridge.algebra.fields import QQ, Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.radicals import (
    IMAGINARY,
    Expression,
    Name,
    Number,
    Power,
    Product,
    Root,
    Sum,
    add,
    multiply,
    names_in,
    power,
    replaced,
)
from casbridge.crosscheck.branches.separation import separation, separation_from_conjugate
from casbridge.errors import UnsupportedError

#: A complex ball of python-flint.
Ball = Any

_MOST_CUTS = 4
#: Bits with which a number is told from 0, and from a cut.
_MOST_BITS = 300_000
_TOO_CLOSE = "its value cannot be told from 0, or from a cut"


class UncertainError(UnsupportedError):
    """A value that balls cannot give: a division by what may be 0, or too many cuts."""


def ball(value: Coefficient | complex) -> Ball:
    """A rational number, or a complex one with small whole parts, as a ball.

    >>> ball(Fraction(1, 2)) == 0.5, ball(1 + 2j) == 1 + 2j
    (True, True)
    """
    from flint import acb, arb, fmpq

    if isinstance(value, complex):
        return acb(int(value.real), int(value.imag))
    return acb(arb(fmpq(value.numerator, value.denominator)))


def values(expressions: Sequence[Expression], at: Mapping[str, Ball]) -> list[tuple[Ball, ...]]:
    """Balls for expressions at given values of their names; the exact values are in one of the tuples.

    The same radical has the same value in all of them. Raises UncertainError.

    >>> with precision(64):
    ...     ((root, inverse),) = values([Power(Number(2), Fraction(1, 2)), Power(Name("x"), -1)], {"x": ball(4)})
    ...     print((root * root - 2).contains(0), inverse == 0.25)
    True True
    """
    found = []
    for cuts in range(_MOST_CUTS + 1):
        try:
            found = [_Evaluation(at, sides).tuple(expressions) for sides in product((True, False), repeat=cuts)]
        except _MoreCuts:
            continue
        return found
    raise UncertainError(_TOO_CLOSE)


def are_zero(expressions: Sequence[Expression]) -> bool | None:
    """Whether numbers in radicals, without names, are all 0; None where that would take too many bits.

    >>> two, three, six = (Power(Number(n), Fraction(1, 2)) for n in (2, 3, 6))
    >>> are_zero([Sum((Product((two, three)), Product((Number(-1), six))))])
    True
    """
    try:
        bits = max(map(separation, expressions), default=0)
        for size in _sizes(bits):
            with precision(size):
                found = values(expressions, {})
                if all(any(not one.contains(0) for one in each) for each in found):
                    return False
                if size > bits and len(found) == 1 and all(_is_below(one, bits) for one in found[0]):
                    return True
    except UnsupportedError:
        return None
    return None


def _sizes(bits: int) -> tuple[int, ...]:
    """Precisions to try in turn, the last ones enough for so many bits after the point."""
    return PRECISION, *((bits + PRECISION, 2 * bits + PRECISION) if bits <= _MOST_BITS else ())


def _is_below(value: Ball, bits: int) -> bool:
    """Whether a ball lies within a circle of radius 2^(-bits) around 0."""
    from flint import arb

    return bool(value.abs_upper() < arb(2) ** -bits)


@lru_cache(maxsize=1_000)
def sign_of_imaginary_part(base: Expression) -> int | None:
    """1, 0 or -1 for a number that is above the real axis, on it, or below it; None where that takes too many bits.

    >>> sign_of_imaginary_part(Power(Number(-2), Fraction(1, 3))), sign_of_imaginary_part(Power(IMAGINARY, 2))
    (1, 0)
    """
    try:
        bits = separation_from_conjugate(base)
        for size in _sizes(bits):
            with precision(size):
                found = values([base], {})
                if len(found) != 1:
                    return None
                imaginary = found[0][0].imag
                if not imaginary.contains(0):
                    return 1 if imaginary > 0 else -1
                if size > bits and _is_below(imaginary, bits):
                    return 0
    except UnsupportedError:
        return None
    return None


class _MoreCuts(Exception):
    """There are more cuts than sides are given for."""


class _Evaluation:
    """One evaluation. sides: for each cut in turn, whether the value above the cut is taken."""

    def __init__(self, at: Mapping[str, Ball], sides: Sequence[bool]) -> None:
        self.at = at
        self.sides = sides
        self.cuts = 0
        self.known: dict[Expression, Ball] = {}

    def tuple(self, expressions: Sequence[Expression]) -> tuple[Ball, ...]:
        return tuple([self.ball(one) for one in expressions])

    def ball(self, expression: Expression) -> Ball:
        if expression not in self.known:
            self.known[expression] = found = self._ball(expression)
            if not found.is_finite():
                raise UncertainError(_TOO_CLOSE)
        return self.known[expression]

    def _ball(self, expression: Expression) -> Ball:
        match expression:
            case Number(value):
                return ball(value)
            case Name(name):
                return self.at[name]
            case Sum(terms):
                return sum((self.ball(one) for one in terms[1:]), self.ball(terms[0]))
            case Product(factors):
                found = self.ball(factors[0])
                for one in factors[1:]:
                    found = found * self.ball(one)
                return found
            case Root(coefficients, index):
                return roots(coefficients)[index]
            case Power(base, exponent):
                return self._power(base, self.ball(base), Fraction(exponent))

    def _side(self, expression: Expression) -> bool:
        """Whether the value above the cut is taken, or on it."""
        exact = {name: value for name in names_in(expression) if (value := _exact(self.at[name])) is not None}
        number = replaced(expression, exact)
        sign = None if names_in(number) else sign_of_imaginary_part(number)
        if sign is not None:
            return sign >= 0
        if self.cuts >= len(self.sides):
            raise _MoreCuts
        self.cuts += 1
        return self.sides[self.cuts - 1]

    def _power(self, expression: Expression, base: Ball, exponent: Fraction) -> Ball:
        if exponent < 0 and base.contains(0):
            raise UncertainError(_TOO_CLOSE)
        if exponent.denominator == 1:
            return base ** int(exponent)
        if base.is_zero():
            return base
        if base.contains(0):
            raise UncertainError(_TOO_CLOSE)
        root = base.root(exponent.denominator)
        if not base.imag.is_exact() and base.imag.contains(0) and base.real < 0:
            # On the other side the root is a conjugate: that of −base, turned by half a turn over the exponent.
            turn = ball(Fraction(1 if self._side(expression) else -1, exponent.denominator)).exp_pi_i()
            root = (-base).root(exponent.denominator) * turn
        return root ** int(exponent.numerator)


def _exact(value: Ball) -> Expression | None:
    """A ball that is one number, as a number; else None."""
    if not value.is_exact():
        return None
    real, imaginary = (Fraction(int(one.p), int(one.q)) for one in (value.real.fmpq(), value.imag.fmpq()))
    return add(Number(QQ.element(real)), multiply(Number(QQ.element(imaginary)), IMAGINARY))


def roots(coefficients: Sequence[int]) -> list[Ball]:
    """The roots of a squarefree polynomial, given lowest coefficient first.

    Real roots come first, ascending; then the others by real part, and where real parts are equal by imaginary part.

    >>> with precision(64):
    ...     print([round(float(root.real.mid())) for root in roots([-6, 11, -6, 1])])
    [1, 2, 3]
    """
    from flint import fmpz_poly

    found = [root for root, _ in fmpz_poly(list(coefficients)).complex_roots()]
    real = sorted((root for root in found if root.imag.is_zero()), key=lambda root: root.real.mid())
    others = [root for root in found if not root.imag.is_zero()]
    classes: list[list[Ball]] = []
    for root in sorted(others, key=lambda root: root.real.mid()):
        if classes and classes[-1][0].real.overlaps(root.real):
            classes[-1].append(root)
        else:
            classes.append([root])
    return real + [root for equal in classes for root in sorted(equal, key=lambda root: root.imag.mid())]


def polynomial_value(polynomial: Polynomial, point: Sequence[Ball]) -> Ball:
    """A polynomial over QQ at a point of balls, one a variable.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> with precision(64):
    ...     print(polynomial_value(x * y - 6, [ball(2), ball(3)]).is_zero())
    True
    """
    total = ball(0)
    for exponents, coefficient in polynomial.terms.items():
        term = ball(coefficient)
        for coordinate, exponent in zip(point, exponents, strict=True):
            if exponent:
                term = term * coordinate**exponent
        total = total + term
    return total


class UndefinedError(UnsupportedError):
    """An expression without a value at a point, since a denominator is 0 there."""


def value_at(expression: Expression, at: Mapping[str, Coefficient]) -> Expression:
    """The expression at rational values of its names, with whatever is rational as a number.

    Raises UndefinedError where a denominator is 0, and UncertainError where it takes too many bits to decide that.

    >>> inverse = Power(Sum((Power(Name("x"), Fraction(1, 2)), Number(-1))), -1)
    >>> str(value_at(inverse, {"x": 4})), str(value_at(inverse, {"x": 2}))
    ('1', '(sqrt(2) - 1)^(-1)')
    >>> value_at(inverse, {"x": 1})
    Traceback (most recent call last):
    casbridge.crosscheck.branches.numerics.UndefinedError: a denominator is 0
    """
    match expression:
        case Name(name):
            return Number(at[name])
        case Sum(terms):
            return add(*[value_at(one, at) for one in terms])
        case Product(factors):
            return multiply(*[value_at(one, at) for one in factors])
        case Power(base, exponent):
            inside = value_at(base, at)
            is_zero = are_zero([inside])
            if is_zero is None:
                raise UncertainError(_TOO_CLOSE)
            if is_zero and exponent < 0:
                raise UndefinedError("a denominator is 0")
            inside = Number(0) if is_zero else inside
            root = exact_root(inside.value, Fraction(exponent).denominator) if isinstance(inside, Number) else None
            return power(inside, exponent) if root is None else power(Number(root), Fraction(exponent).numerator)
        case _:
            return expression


def exact_root(value: Coefficient, index: int) -> Coefficient | None:
    """The principal root of a rational number, where it is rational; else None.

    >>> exact_root(Fraction(8, 27), 3), exact_root(-8, 3), exact_root(2, 2)
    (Fraction(2, 3), None, None)
    """
    from flint import fmpz

    if index == 1:
        return value
    if value < 0:
        return None
    parts = [int(fmpz(part).root(index)) for part in (value.numerator, value.denominator)]
    if any(root**index != part for root, part in zip(parts, (value.numerator, value.denominator), strict=True)):
        return None
    return QQ.element(Fraction(*parts))


def decimal(value: Ball, digits: int = 20) -> str:
    """A ball's midpoint in decimals, as `1.5 + 2.25*I`.

    >>> with precision(64):
    ...     print(decimal(ball(2).sqrt(), 5), decimal(ball(3 - 2j), 5))
    1.4142 3.0000 - 2.0000*I
    """
    real, imaginary = value.real, value.imag
    parts = []
    if not real.contains(0) or imaginary.contains(0):
        parts.append("0" if real.contains(0) else real.str(digits, radius=False))
    if not imaginary.contains(0):
        parts.append(f"{imaginary.str(digits, radius=False)}*I")
    return " + ".join(parts).replace("+ -", "- ")
