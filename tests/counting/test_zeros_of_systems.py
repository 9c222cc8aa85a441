"""Zeros of systems: over the algebraic closure, with multiplicity, in the field, real; limits and refusals."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.algebra.families import family
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Status
from casbridge.counting import Zeros, count_zeros
from casbridge.errors import UsageError
from casbridge.limits import Limits
from tests.effort import examples

#: A system, and for each of `Zeros` the number; None where there is none.
SYSTEMS = [
    ("x^2 - 2", 2, 2, 0, 2),
    ("x^2 + 2", 2, 2, 0, 0),
    ("x^3*(x^2 - 2)\ny - x", 3, 5, 1, 3),
    ("x^2*(x - 1)\ny - x", 2, 3, 2, 2),
    ("x^2*(x - 1)\n(y - x)^2", 2, 6, 2, 2),
    ("x\nx - 1", 0, 0, 0, 0),
    ("(x^2 + 1)*(x - 3)\ny^2 - x", 6, 6, 0, 2),
    ("x - 1/2", 1, 1, 1, 1),
]


@pytest.mark.parametrize(("text", "numbers"), [(text, numbers) for text, *numbers in SYSTEMS])
def test_all_four_numbers(text: str, numbers: list[int]) -> None:
    system = read_system(text)
    found = [count_zeros(system, which=which) for which in Zeros]
    assert [one.number for one in found] == numbers
    for one in found:
        assert one.status is Status.COMPLETE
        assert one.size is not None
        # Each document has all the numbers.
        assert [one.size.degree, one.size.multiplicity, one.size.rational, one.size.real] == numbers


@pytest.mark.parametrize("backend", ["reference", "reference:split", "reference:series", "reference:general"])
@pytest.mark.parametrize(
    ("text", "dimension"), [("variables: x y\nx^2 - 1", 1), ("x - x", 1), ("field: 7\nvariables: x y\n0", 2)]
)
def test_a_variable_without_an_equation_has_infinitely_many_values(backend: str, text: str, dimension: int) -> None:
    found = count_zeros(read_system(text), backend)
    assert found.status is Status.COMPLETE
    assert found.number is None
    assert found.size is not None
    assert (found.size.dimension, found.size.degree, found.size.rational) == (dimension, None, None)
    # Without zeros it makes no difference.
    assert count_zeros(read_system("variables: x y\nx*(x - 1)\nx - 2"), backend).number == 0


@pytest.mark.parametrize("backend", ["reference:general", "reference:primes", "reference:basis", "reference:series"])
def test_the_backend_does_not_matter(backend: str) -> None:
    noon = family("noon", 3)
    found = {which: count_zeros(noon, backend, which=which) for which in Zeros}
    assert [found[which].number for which in (Zeros.CLOSURE, Zeros.RATIONAL, Zeros.REAL)] == [21, 0, 7]
    if backend == "reference:basis":
        assert found[Zeros.MULTIPLICITY].number == 21
    else:
        assert found[Zeros.MULTIPLICITY].status is Status.UNSUPPORTED
        assert "reference:basis" in found[Zeros.MULTIPLICITY].reason


def test_a_method_for_real_zeros_counts_these() -> None:
    found = count_zeros(family("noon", 3), "reference:real", which=Zeros.REAL)
    assert (found.number, found.size and found.size.real, found.size and found.size.degree) == (7, 7, None)
    assert count_zeros(read_system("x^2 + 1"), "reference:real", which=Zeros.REAL).number == 0
    for which in set(Zeros) - {Zeros.REAL}:
        with pytest.raises(UsageError, match="reference:real gives real zeros; expected --real with it"):
            count_zeros(family("noon", 3), "reference:real", which=which)


@pytest.mark.singular
def test_by_singular() -> None:
    for which, number in zip(Zeros, (16, 16, 2, 12), strict=True):
        assert count_zeros(family("katsura", 4), "singular:std", which=which).number == number


@pytest.mark.parametrize("backend", ["reference:dimension", pytest.param("singular:vdim", marks=pytest.mark.singular)])
def test_a_method_that_gives_numbers(backend: str) -> None:
    system = read_system("x^3*(x^2 - 2)\ny - x")
    assert count_zeros(system, backend, which=Zeros.MULTIPLICITY).number == 5
    found = count_zeros(system, backend)
    assert (found.status, found.number) == (Status.UNSUPPORTED, None)
    assert "its degree counts multiplicities" in found.reason


def test_infinitely_many() -> None:
    for which in (Zeros.CLOSURE, Zeros.MULTIPLICITY):
        found = count_zeros(read_system("x*y"), which=which)
        assert (found.status, found.number, found.reason) == (Status.COMPLETE, None, "")
        assert found.size is not None
        assert (found.size.dimension, found.size.degree, found.size.multiplicity) == (1, None, None)
    for which in (Zeros.RATIONAL, Zeros.REAL):
        found = count_zeros(read_system("x^2 + y^2"), which=which)
        assert (found.status, found.number) == (Status.UNSUPPORTED, None)
        assert "infinitely many (dimension 1)" in found.reason
    found = count_zeros(read_system("field: GF(7)\nx*y"), which=Zeros.RATIONAL)
    assert "add x^p - x" in found.reason


def test_usage() -> None:
    with pytest.raises(UsageError, match="real zeros over GF\\(7\\); expected a system over QQ"):
        count_zeros(read_system("field: GF(7)\nx^2 - 2"), which=Zeros.REAL)
    with pytest.raises(UsageError, match="a method that gives zeros"):
        count_zeros(read_system("x^2 - 2"), "reference:radical")


@given(st.sampled_from([2, 3, 5]), st.lists(st.integers(0, 4), min_size=16, max_size=16))
@settings(max_examples=examples(50))
def test_zeros_in_the_field_by_brute_force(p: int, numbers: list[int]) -> None:
    x, y = variables(Ring.of("x y", Field(p)))
    f, g = x**3 + y, y**3 + x * y
    low = list(product(range(3), range(3)))[:8]
    for (a, b), left, right in zip(low, numbers[:8], numbers[8:], strict=True):
        f, g = f + x**a * y**b * left, g + x**a * y**b * right
    brute = sum(f.evaluate(at) == g.evaluate(at) == 0 for at in product(range(p), repeat=2))
    found = count_zeros(PolynomialSystem.of(x.ring, [f, g]), which=Zeros.RATIONAL)
    assert found.number == brute or (found.size is not None and found.size.is_infinite)
    for backend in ("reference", "reference:basis"):
        closed = PolynomialSystem.of(x.ring, [f, g, x**p - x, y**p - y])
        sizes = [count_zeros(closed, backend, which=which).number for which in (Zeros.CLOSURE, Zeros.MULTIPLICITY)]
        assert sizes == [brute, brute]


def test_limits() -> None:
    text = "variables: a b c d e f\n" + "\n".join(
        f"{u}^7 + {v}^5*{w}^2 - 3*{u}*{w} + {v} - 7" for u, v, w in ("abc", "bcd", "cde", "def", "efa", "fab")
    )
    started = time.monotonic()
    found = count_zeros(read_system(text), limits=Limits(0.2))
    assert time.monotonic() - started < 5
    assert (found.status, found.number, found.reason) == (Status.TIMEOUT, None, "no count within 0.2 s")
    found = count_zeros(read_system(text), limits=Limits(20.0, 1 << 20))
    assert (found.status, found.number) == (Status.MEMORY, None)
