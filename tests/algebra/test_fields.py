"""QQ and GF(p)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import QQ, Field, next_prime
from casbridge.algebra.fields import is_prime
from casbridge.errors import InputError

PRIMES = [2, 3, 5, 11, 101, 32003, 2147483647]


@given(st.sampled_from(PRIMES), st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_elements(p: int, a: int, b: int) -> None:
    field = Field(p)
    x = field.element(a)
    assert 0 <= x < p
    assert field.element(a + b) == field.element(x + field.element(b))
    symmetric = field.symmetric(x)
    assert -(p // 2) <= symmetric <= p // 2
    assert field.element(symmetric) == x
    if x:
        assert field.element(x * field.inverse(a)) == 1
        assert field.element(Fraction(b, x)) == field.element(b * int(field.inverse(x)))
    else:
        with pytest.raises(ZeroDivisionError):
            field.inverse(a)


@given(st.fractions())
def test_rationals(a: Fraction) -> None:
    x = QQ.element(a)
    assert x == a
    assert isinstance(x, int) is (a.denominator == 1)
    assert QQ.symmetric(x) == x
    if a:
        assert QQ.inverse(x) * a == 1


def test_primes() -> None:
    sieve = [n for n in range(2, 500) if not any(n % d == 0 for d in range(2, n))]
    assert [n for n in range(500) if is_prime(n)] == sieve
    assert [next_prime(n) for n in (0, 2, 10, 46340, 2147483629)] == [2, 3, 11, 46349, 2147483647]


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("QQ", QQ),
        ("q", QQ),
        ("0", QQ),
        ("11", Field(11)),
        ("GF(11)", Field(11)),
        ("F_11", Field(11)),
        (" gf( 2 ) ", Field(2)),
    ],
)
def test_names(name: str, field: Field) -> None:
    assert Field.from_name(name) == field
    assert Field.from_name(field.name) == field


@pytest.mark.parametrize(
    "name", ["", "1", "4", "RR", "GF()", "GF(0)", "F_0", "GF(9)", "-7", "2147483648", "9" * 50, "GF(11", "١١"]
)
def test_no_names(name: str) -> None:
    with pytest.raises(InputError):
        Field.from_name(name)


@pytest.mark.parametrize(
    ("name", "field"),
    [("4", "GF(2^2)"), ("F_9", "GF(3^2)"), ("GF(2^3)", "GF(2^3)"), ("GF(4,a)", "GF(2^2)"), ("2,5", "GF(2^5)")],
)
def test_an_extension_of_a_prime_field_is_named(name: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        Field.from_name(name)
    assert field in caught.value.found
    assert "try" not in (caught.value.hint or "")
