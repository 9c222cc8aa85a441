"""Polynomials written out are read back, and what would take long is refused."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, Ring
from casbridge.algebra.expressions import natural_key, parse_polynomial, parse_terms
from casbridge.algebra.polynomials import CARET, PYTHON
from casbridge.errors import InputError, Location
from tests.malformed import BAD_POLYNOMIALS

FIELDS = st.sampled_from([QQ, Field(2), Field(11), Field(2147483647)])


@st.composite
def rings(draw: st.DrawFn) -> Ring:
    return Ring(draw(FIELDS), ("x", "y1", "long_name")[: draw(st.integers(1, 3))])


@st.composite
def polynomials(draw: st.DrawFn, ring: Ring | None = None) -> Polynomial:
    ring = ring or draw(rings())
    exponents = st.tuples(*[st.integers(0, 9)] * ring.size)
    p = ring.field.characteristic
    coefficients = st.integers(-(10**30), 10**30) if p else st.fractions(max_denominator=10**6)
    return Polynomial(ring, draw(st.dictionaries(exponents, coefficients, max_size=6)))


@settings(deadline=None)
@given(polynomials(), st.sampled_from([PYTHON, CARET]))
def test_what_is_printed_is_read(polynomial: Polynomial, style: tuple[str, str]) -> None:
    assert parse_polynomial(polynomial.text(style=style), polynomial.ring) == polynomial


@settings(deadline=None)
@given(st.data())
def test_operators_mean_what_they_mean(data: st.DataObject) -> None:
    ring = data.draw(rings())
    f, g = data.draw(polynomials(ring)), data.draw(polynomials(ring))
    assert parse_polynomial(f"({f}) + ({g})", ring) == f + g
    assert parse_polynomial(f"({f}) - ({g})", ring) == f - g
    assert parse_polynomial(f"({f})*({g})", ring) == f * g
    assert parse_polynomial(f"-({f})^2*({g})", ring) == -(f**2) * g
    assert parse_polynomial(f"(({f}))**3", ring) == f**3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2^3^2", 512),
        ("-2^2", -4),
        ("2*-3", -6),
        ("- - 3", 3),
        ("12/2/3", 2),
        ("1/2*4", 2),
        ("1/(2/3)", Fraction(3, 2)),
        ("(1/2)^3", Fraction(1, 8)),
        ("2^(1+2)", 8),
        ("0^0", 1),
        ("1^2000000000", 1),
        ("(-1)^1999999999", -1),
        ("007", 7),
        (" 1\n+ 1\t", 2),
    ],
)
def test_constants(text: str, value: int | Fraction) -> None:
    assert parse_terms(text, {}, QQ) == {(): value}


def test_exponents_are_no_field_elements() -> None:
    assert parse_terms("x^11", {"x": 0}, Field(11)) == {((0, 11),): 1}
    assert parse_terms("x^(5+6)", {"x": 0}, Field(11)) == {((0, 11),): 1}
    with pytest.raises(InputError, match="an exponent that is no non-negative integer"):
        parse_terms("x^(1/2)", {"x": 0}, Field(11))
    with pytest.raises(InputError, match=r"a division by zero in GF\(11\)"):
        parse_terms("x/22", {"x": 0}, Field(11))


def test_sparse_terms_of_high_degree_are_read() -> None:
    assert parse_terms("x^1000000000 - y", {"x": 0, "y": 1}, QQ) == {((0, 1_000_000_000),): 1, ((1, 1),): -1}


def test_long_numbers_are_read() -> None:
    assert parse_terms("1" + "0" * 9_999, {}, QQ) == {(): 10**9_999}


@pytest.mark.parametrize("text", BAD_POLYNOMIALS, ids=[str(i) for i in range(len(BAD_POLYNOMIALS))])
def test_what_is_no_polynomial_is_refused_soon(text: str) -> None:
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        parse_terms(text, {"x": 0, "y": 1, "z": 2}, QQ)
    assert caught.value.line is not None
    assert caught.value.column is not None
    assert time.process_time() - start < 20


def test_the_place_counts_from_where_the_text_begins() -> None:
    with pytest.raises(InputError) as caught:
        parse_terms("x +\n  @", {"x": 0}, QQ, at=Location("f", 10, 7))
    assert (caught.value.source, caught.value.line, caught.value.column) == ("f", 11, 3)
    with pytest.raises(InputError) as caught:
        parse_terms("x + @", {"x": 0}, QQ, at=Location(None, 10, 7))
    assert (caught.value.line, caught.value.column) == (10, 11)


def test_natural_order() -> None:
    assert sorted(["x10", "y", "x9", "x", "a1b2", "a1b10"], key=natural_key) == ["a1b2", "a1b10", "x", "x9", "x10", "y"]
