"""Boxes with rational corners, for points with real coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import number_text

#: The least and the greatest value of one coordinate; both belong to the interval.
Interval = tuple[Coefficient, Coefficient]
#: An interval for each variable, lowest first.
Box = tuple[Interval, ...]

_DIGITS = 12


def are_apart(one: Box, other: Box) -> bool:
    """Whether two boxes have no common point.

    >>> are_apart(((0, 1), (0, 0)), ((1, 2), (0, 0))), are_apart(((0, 1), (0, 0)), ((0, 1), (1, 1)))
    (False, True)
    """
    pairs = zip(one, other, strict=True)
    return any(high < other_low or other_high < low for (low, high), (other_low, other_high) in pairs)


def is_box(box: Box) -> bool:
    """Whether each interval has a number: its least value is not greater than its greatest one.

    >>> is_box(((0, 1),)), is_box(((1, 0),))
    (True, False)
    """
    return all(low <= high for low, high in box)


def box_text(box: Box, names: Sequence[str]) -> str:
    """A box for a sentence: an interval for each variable, a number where it is one; long numbers in decimals.

    >>> box_text(((1, 1), (-1, 2)), ["x", "y"])
    'x = 1, y in [-1, 2]'
    """
    return ", ".join(
        f"{name} = {_shown(low)}" if low == high else f"{name} in [{_shown(low)}, {_shown(high)}]"
        for name, (low, high) in zip(names, box, strict=True)
    )


def _shown(value: Coefficient) -> str:
    from decimal import Context, Decimal

    if max(value.numerator.bit_length(), value.denominator.bit_length()) <= 40:
        return number_text(value)
    quotient = Context(prec=_DIGITS).divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{quotient}..."
