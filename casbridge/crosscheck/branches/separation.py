"""How small a number in radicals can be without being 0.

A number in radicals is U/L, where U and L are algebraic integers. All conjugates of U are at most u in absolute value,
those of L at most l; both bounds come from the expression. Let the field that its radicals generate have degree at most
d. If the number is not 0, the norm of U is a whole number other than 0, so |U| >= u^(1-d), and |U/L| >= u^(1-d)/l.
Source: Burnikel, Funke, Mehlhorn, Schirra and Schmitt, "A separation bound for real algebraic expressions", 2001.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, lcm, log2, prod
from operator import add

from casbridge.algebra.radicals import Expression, Name, Number, Power, Product, Root, Sum, parts
from casbridge.errors import UnsupportedError

#: What a radical or root satisfies over the numbers in it: itself, by its base, and the degree.
_Radical = tuple[Expression, int]
#: What a number is divided by, each with its exponent and the logarithm of its bound.
_Others = Mapping[tuple[Expression, int], tuple[int, float]]
#: For what rounding does to a logarithm.
_SLACK = 1e-6


def separation(expression: Expression) -> int:
    """A number s of bits: the value of an expression without names is 0, or larger than 2^(-s) in absolute value.

    Raises UnsupportedError for an expression with names.

    >>> from casbridge.algebra.radicals import add
    >>> root = Power(Number(2), Fraction(1, 2))
    >>> s = separation(add(root, Number(Fraction(-7, 5))))
    >>> s, 2**0.5 - 7 / 5 > 2 ** (-s)
    (8, True)
    """
    found = _bounds(expression)
    return ceil((_degree(_radicals(expression)) - 1) * found.upper + found.lower) + 1


def separation_from_conjugate(expression: Expression) -> int:
    """A number s of bits: the imaginary part is 0, or larger than 2^(-s) in absolute value.

    Raises UnsupportedError for an expression with names.

    >>> separation_from_conjugate(Power(Number(-1), Fraction(1, 2)))
    4
    """
    found = _bounds(expression)
    radicals = _radicals(expression)
    # The conjugate of a radical is a root of the conjugate of its base. It may generate a field of its own.
    degree = _degree(radicals) * _degree(one for one in radicals if not _is_its_conjugate(*one))
    # The value less its conjugate is twice the imaginary part.
    return ceil((degree - 1) * (found.upper + found.lower + 1) + 2 * found.lower) + 2


def _is_its_conjugate(base: Expression, index: int) -> bool:
    """Whether a radical is surely its own conjugate, up to the sign."""
    return isinstance(base, Number) and (base.value > 0 or index == 2)


def _radicals(expression: Expression) -> set[_Radical]:
    found: set[_Radical] = set()
    for part in parts(expression):
        if isinstance(part, Power) and Fraction(part.exponent).denominator > 1:
            found.add((part.base, Fraction(part.exponent).denominator))
        elif isinstance(part, Root):
            found.add((part, len(part.coefficients) - 1))
    return found


def _degree(radicals: Iterable[_Radical]) -> int:
    return prod(index for _, index in radicals)


@dataclass(frozen=True)
class _Bounds:
    """A number as U/L. upper: the binary logarithm of u.

    whole, others: L is the product of a whole number and of powers of others, by what they are, each with its exponent
        and the logarithm of its bound. So sums have a common denominator.
    """

    upper: float
    whole: int = 1
    others: _Others = field(default_factory=dict)

    @cached_property
    def lower(self) -> float:
        """The binary logarithm of l."""
        return log2(self.whole) + sum(times * bits for times, bits in self.others.values()) + _SLACK

    def power(self, times: int) -> _Bounds:
        others = {key: (own * times, bits) for key, (own, bits) in self.others.items()}
        return _Bounds(self.upper * times, self.whole**times, others)


@lru_cache(maxsize=1_000)
def _bounds(expression: Expression) -> _Bounds:
    """The bounds for an expression without names."""
    found = _of_parts(expression)
    return replace(found, upper=max(found.upper, 0.0) + _SLACK)


def _of_parts(expression: Expression) -> _Bounds:
    match expression:
        case Number(value):
            return _Bounds(log2(max(abs(value.numerator), 1)), value.denominator)
        case Sum(terms):
            return _of_sum([_bounds(one) for one in terms])
        case Product(factors):
            return _of_product([_bounds(one) for one in factors])
        case Root(coefficients):
            leading = abs(coefficients[-1])
            return _Bounds(log2(leading + max(map(abs, coefficients[:-1]))), leading)
        case Power(base, exponent):
            return _of_power(base, Fraction(exponent))
        case Name():
            raise UnsupportedError(f"{expression} has no value")


def _of_power(base: Expression, exponent: Fraction) -> _Bounds:
    index, found = exponent.denominator, _bounds(base)
    if index > 1:
        # root(U/L) is root(U·L^(index-1))/L.
        found = replace(found, upper=(found.upper + (index - 1) * found.lower) / index + _SLACK)
    if exponent < 0:
        found = _Bounds(found.lower, 1, {(base, index): (1, found.upper)})
    return found.power(abs(exponent.numerator))


def _of_product(found: Sequence[_Bounds]) -> _Bounds:
    return _Bounds(sum(one.upper for one in found), prod(one.whole for one in found), _others(found, add))


def _of_sum(found: Sequence[_Bounds]) -> _Bounds:
    common = _Bounds(0.0, lcm(*(one.whole for one in found)), _others(found, max))
    return replace(common, upper=max(one.upper + common.lower - one.lower for one in found) + log2(len(found)))


def _others(found: Sequence[_Bounds], together: Callable[[int, int], int]) -> _Others:
    """The divisors of several numbers. together: joins the two exponents of a divisor that two numbers share."""
    others: dict[tuple[Expression, int], tuple[int, float]] = {}
    for one in found:
        for key, (times, bits) in one.others.items():
            others[key] = (together(others.get(key, (0, 0.0))[0], times), bits)
    return others
