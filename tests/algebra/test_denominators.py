"""Quotients by polynomials in parameters: what is read is the expression times a unit of the field."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

from casbridge.algebra import Field, Ring
from casbridge.algebra.expressions import parse_polynomial
from casbridge.errors import InputError

P = 32003
RING = Ring.of("x y", Field(P), parameters="a b")

#: Texts in the parameters alone, and their values.
_units = st.recursive(
    st.sampled_from(["a", "b", "(a + 1)", "(a - b)", "3", "(a*b - 2)"]),
    lambda inner: st.tuples(inner, st.sampled_from(["*", "/"]), inner).map(lambda t: f"({t[0]}{t[1]}({t[2]}))"),
    max_leaves=4,
)
_expressions = st.recursive(
    st.sampled_from(["x", "y", "x^2", "a*y", "1", "b"]),
    lambda inner: (
        st.tuples(inner, _units).map(lambda t: f"({t[0]}/({t[1]}))")
        | st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})")
    ),
    max_leaves=6,
)
_values = st.integers(1, P - 1)


def value(text: str, point: tuple[int, ...]) -> int:
    """The value of an expression of ours at a point, by Python's own grammar; ZeroDivisionError at a pole."""

    class Number(int):
        def __add__(self, other: int) -> Number:
            return Number(int(self) + int(other))

        def __sub__(self, other: int) -> Number:
            return Number(int(self) - int(other))

        def __mul__(self, other: int) -> Number:
            return Number(int(self) * int(other) % P)

        def __truediv__(self, other: int) -> Number:
            if int(other) % P == 0:
                raise ZeroDivisionError
            return Number(int(self) * pow(int(other), -1, P) % P)

        def __pow__(self, other: int) -> Number:  # type: ignore[override]
            return Number(pow(int(self), int(other), P))

        __radd__, __rmul__ = __add__, __mul__

    names = dict(zip(RING.variables, map(Number, point), strict=True))
    numbers = "".join(f"N({c})" if c.isdigit() else c for c in text).replace("^N(2)", "**2")
    return int(eval(numbers, {"__builtins__": {}, "N": Number}, names)) % P


@given(_expressions, _values, _values, st.lists(st.tuples(_values, _values), min_size=2, max_size=2))
def test_the_polynomial_is_the_expression_times_a_unit(
    text: str, a: int, b: int, points: list[tuple[int, int]]
) -> None:
    polynomial = parse_polynomial(text, RING)
    try:
        (first, second) = (value(text, (a, b, *point)) for point in points)
    except ZeroDivisionError:
        assume(False)
    read = [int(polynomial.evaluate((a, b, *point))) for point in points]
    # The unit has the same value at both points.
    assert read[0] * second % P == read[1] * first % P
    if first:
        assert any(polynomial.terms)


@given(_expressions)
def test_an_expression_minus_itself_is_zero(text: str) -> None:
    assert not parse_polynomial(f"{text} - ({text})", RING)


@given(_expressions, _units)
def test_a_common_factor_of_a_quotient_goes(text: str, unit: str) -> None:
    assert parse_polynomial(f"({text})*({unit})/({unit})", RING).normal() == parse_polynomial(text, RING).normal()


def test_singulars_and_sages_coefficients_are_read() -> None:
    ring = Ring.of("x y", parameters="a b")
    singular = parse_polynomial("(a)/(a+1)*x^2+y+(-b)/(a+1)*x", ring)
    assert str(singular) == "a*y + y + a*x**2 - b*x"
    assert parse_polynomial("a/(a + 1)*x**2 + y - (b/(a + 1))*x", ring) == singular


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x/y", "line 1, column 3: a division by 'y'; expected a divisor in the parameters (a, b)"),
        ("x/(a + y)", "line 1, column 3: a division by a polynomial; expected a divisor in the parameters (a, b)"),
        ("x/(a - a)", "line 1, column 3: a division by zero in QQ; expected a divisor that is not zero"),
        ("x/(1/a - 1/a)", "line 1, column 3: a division by zero in QQ; expected a divisor that is not zero"),
        ("1/(1/y)", "line 1, column 6: a division by 'y'; expected a divisor in the parameters (a, b)"),
        ("x/(a^9999 + 1) + y/(a^9998 + 1)", "a common denominator of a degree above 10000"),
        ("x/a^999999999", "a common denominator of a degree above 10000"),
    ],
)
def test_what_cannot_be_divided_by(text: str, found: str) -> None:
    with pytest.raises(InputError) as error:
        parse_polynomial(text, Ring.of("x y", parameters="a b"))
    assert found in str(error.value)


def test_without_parameters_only_constants_divide() -> None:
    with pytest.raises(InputError, match="a division by 'a'; expected a constant divisor"):
        parse_polynomial("x/a", Ring.of("a x"))
