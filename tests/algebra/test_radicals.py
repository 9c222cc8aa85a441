"""Expressions in radicals: what is read, what is refused with its place, and that printing is read back the same."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import Ring
from casbridge.algebra.branches import Branch
from casbridge.algebra.radical_parsing import parse_condition, parse_expression
from casbridge.algebra.radicals import (
    IMAGINARY,
    Expression,
    Name,
    Number,
    Power,
    Root,
    add,
    multiply,
    names_in,
    power,
)
from casbridge.errors import InputError

NAMES = ("x", "y")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2 + 3*4 - 1/2", "27/2"),
        ("-x^2", "-1*(x^2)"),
        ("x**2**3", "x^8"),
        ("2^-3", "1/8"),
        ("x/y/2", "x*y^-1*(1/2)"),
        ("sqrt(x)", "x^(1/2)"),
        ("I^2", "((-1)^(1/2))^2"),
        ("x^(-3/2)", "x^(-(3/2))"),
        ("--x", "x"),
        ("0*x", "0"),
        ("CRootOf(t^2 - 2, 1)", "RootOf(-3*z**2 + 6, 1)"),
        ("RootOf(x^3/2 - 1, 0)", "RootOf(x^3 - 2, 0)"),
        ("1^(1/2) + 0^(1/3)", "1"),
    ],
)
def test_the_grammar(text: str, same: str) -> None:
    assert parse_expression(text, NAMES) == parse_expression(same, NAMES)


def test_the_index_of_a_root_is_kept() -> None:
    assert parse_expression("RootOf(x^5 - x + 1, 3)", ()) == Root((1, -1, 0, 0, 0, 1), 3)


def test_a_number_to_a_fraction_is_left_as_it_is() -> None:
    assert parse_expression("4^(1/2)", ()) == Power(Number(4), Fraction(1, 2))


def test_a_variable_called_i_hides_the_imaginary_unit() -> None:
    assert parse_expression("I", ["I"]) == Name("I")
    assert parse_expression("I", []) == IMAGINARY


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Abs(x)", "column 1: unknown name 'Abs'"),
        ("x + sign(y)", "column 5: unknown name 'sign'"),
        ("Piecewise((x, x > 0), (0, True))", "unknown name 'Piecewise'"),
        ("0.5*x", "a decimal number"),
        ("x*1.5e3", "column 3: a decimal number"),
        ("ConditionSet(x, Eq(x, 0), Complexes)", "unknown name 'ConditionSet'"),
        ("{x, y}", "found '{'"),
        ("x^y", "an exponent y"),
        ("x^1000000000", "an exponent 1000000000; expected at most 10000"),
        ("x^(1/1000000007)", "an exponent"),
        ("7^(10^9)", "an exponent 1000000000"),
        ("(10^9000)^9000", "a power that grows too large"),
        ("1/0", "a division by zero"),
        ("1/(x - x)*0^(-1/2)", "a division by zero"),
        ("x 2", "found '2'"),
        ("(x", "expected ')'"),
        ("", "ends early"),
        ("x +", "ends early"),
        ("I(2)", "found '('"),
        ("sqrt 2", "unknown name 'sqrt'"),
        ("RootOf(x^5 - x + 1)", "RootOf(polynomial in one variable, index)"),
        ("RootOf(x^5 - x + 1, 5)", "index 5; expected 0 to 4"),
        ("RootOf(x*y - 1, 0)", "RootOf(polynomial in one variable, index)"),
        ("RootOf(x^2, 0)", "multiple roots"),
        ("RootOf(3, 0)", "RootOf(polynomial in one variable, index)"),
        ("RootOf(x^1000000000 - 2, 0)", "degree 1000000000"),
        ("(" * 300 + "x" + ")" * 300, "inside each other"),
        ("__import__('os')", "unknown name '__import__'"),
        ("9" * 100_000, "a number with 100000 digits"),
    ],
)
def test_what_cannot_be_stated_is_refused_with_its_place(text: str, why: str) -> None:
    started = time.monotonic()
    with pytest.raises(InputError) as caught:
        parse_expression(text, NAMES)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("text", ["x", "x > 0", "x != 1", "x != ", "x != 0 != 0"])
def test_a_condition_is_that_something_is_not_0(text: str) -> None:
    with pytest.raises(InputError):
        parse_condition(text, NAMES)
    assert parse_condition("x - y != 0", NAMES) == parse_expression("x - y", NAMES)


def expressions() -> st.SearchStrategy[Expression]:
    exponents = st.fractions(-3, 3, max_denominator=4).filter(bool)
    leaves: st.SearchStrategy[Expression] = st.one_of(
        st.fractions(-9, 9, max_denominator=5).map(Number),
        st.sampled_from([Name("x"), Name("y"), IMAGINARY, Root((-2, 0, 1), 1), Root((1, -1, 0, 0, 0, 1), 4)]),
    )

    def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        nonzero = inner.filter(lambda one: one != Number(0))
        return st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda terms: add(*terms)),
            st.lists(inner, min_size=2, max_size=3).map(lambda factors: multiply(*factors)),
            st.builds(power, nonzero, exponents),
        )

    return st.recursive(leaves, larger, max_leaves=8)


@given(expressions())
def test_what_is_printed_is_read_back(expression: Expression) -> None:
    again = parse_expression(str(expression), NAMES)
    assert again == parse_expression(str(again), NAMES)
    assert names_in(again) <= names_in(expression)


@given(st.text(alphabet="xyI0123456789+-*/^() ,sqrtRootOf.", max_size=40))
def test_no_text_does_more_than_raise_an_input_error(text: str) -> None:
    with suppress(InputError):
        parse_expression(text, NAMES)


def test_a_branch_that_is_a_point() -> None:
    ring = Ring.of("x y")
    assert Branch((("x", Number(1)), ("y", Number(Fraction(1, 2))))).point(ring) == (1, Fraction(1, 2))
    assert Branch((("x", Number(1)),)).point(ring) is None, "y is free"
    assert Branch((("x", Number(1)), ("y", IMAGINARY))).point(ring) is None
    assert Branch((("x", Number(1)), ("y", Number(2))), (Number(0),)).point(ring) is None, "a condition is left"
