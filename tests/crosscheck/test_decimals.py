"""Zeros in decimals: each digit is right, by mpmath and by substitution; refusals and limits."""

from __future__ import annotations

import time
from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import assume, given, settings, strategies as st

from casbridge.algebra import PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.families import family
from casbridge.algebra.formats import read_system
from casbridge.algebra.parametrisations import Parametrisation
from casbridge.backends.registry import run
from casbridge.crosscheck.decimals import DecimalZero, decimals
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline
from tests.effort import examples


def zeros_of(text: str, digits: int = 20, backend: str = "reference") -> tuple[DecimalZero, ...]:
    system = read_system(text)
    answer = run(system, backend, seconds=30).answer
    assert answer is not None
    return decimals(answer, system, digits, Deadline.after(30))


def number(text: str) -> mpmath.mpc:
    """A coordinate as mpmath has it."""
    real, sign, imaginary = text.partition(" + ") if " + " in text else text.partition(" - ")
    value = mpmath.mpf(real)
    return mpmath.mpc(value, mpmath.mpf((sign.strip() or "+") + imaginary.removesuffix("*I")) if imaginary else 0)


def test_what_is_printed() -> None:
    assert [zero.coordinates for zero in zeros_of("x^2 - 1/2")] == [
        ("-0.70710678118654752440",),
        ("0.70710678118654752440",),
    ]
    golden = ["-1.6180339887", "0.6180339887"]
    assert [zero.coordinates[0] for zero in zeros_of("x^2 + x - 1", 10)] == golden
    assert [zero.coordinates for zero in zeros_of("x^2 + x + 1\ny - x^2", 3)] == [
        ("-0.500 - 0.866*I", "-0.500 + 0.866*I"),
        ("-0.500 + 0.866*I", "-0.500 - 0.866*I"),
    ]
    assert zeros_of("x\nx - 1") == ()
    assert zeros_of("x - 1/3\ny + 2/3", 5) == (DecimalZero(("0.33333", "-0.66667"), True),)


def test_answers_of_other_tasks() -> None:
    x, y = variables(Ring.of("x y"))
    system = PolynomialSystem.of(x.ring, [x**2 - 2, y - x])
    points = [("-1.4142", "-1.4142"), ("1.4142", "1.4142")]
    parametrisation = Parametrisation((-2, 0, 1), (((0, 1), (1,)), ((4,), (0, 2))), (1, 0))
    for answer in (
        # Triangular sets: with a multiple root, and with an initial that is no number.
        Answer(Task.TRIANGULAR, x.ring, (((x**2 - 2) ** 2, y - x),)),
        Answer(Task.TRIANGULAR, x.ring, ((x**2 - 2, x * y - 2),)),
        Answer.of_parametrisations(x.ring, [parametrisation]),
        run(system, "sympy:solve", seconds=30).answer,
    ):
        assert answer is not None
        assert [zero.coordinates for zero in decimals(answer, system, 4, Deadline.after(30))] == points
    with pytest.raises(UnsupportedError, match="infinitely many"):
        decimals(Answer(Task.TRIANGULAR, x.ring, ((x**2 - 2,),)), system, 4)


def test_half_a_unit_goes_to_the_even_digit() -> None:
    assert zeros_of("(x - 1/4)*(x - 3/4)", 1) == (DecimalZero(("0.2",), True), DecimalZero(("0.8",), True))
    assert zeros_of("(x - 1/20)*(x + 1/20)", 1) == (DecimalZero(("0.0",), True), DecimalZero(("0.0",), True))
    # The real part is 1/4, beside a number that is not rational.
    with pytest.raises(UnsupportedError, match="ask for more digits"):
        zeros_of("x^2 - x/2 + 1\ny - x/5", 1)
    assert zeros_of("x^2 - x/2 + 1\ny - x/5", 2)[0].coordinates[0] == "0.25 - 0.97*I"


@given(st.lists(st.integers(-9, 9), min_size=3, max_size=7), st.integers(1, 30))
@settings(max_examples=examples(15))
def test_roots_as_mpmath_has_them(coefficients: list[int], digits: int) -> None:
    """x is a root of f, and (x + 7)·y = x² + 1."""
    x, y = variables(Ring.of("x y"))
    f = x**8
    for power, coefficient in enumerate(coefficients):
        f = f + x**power * coefficient
    free = sympy.Poly(f.text(style=("**", "*")), sympy.Symbol("x"))
    free = free.quo(free.gcd(free.diff()))
    assume(free.eval(-7) != 0)
    system = PolynomialSystem.of(x.ring, [f, (x + 7) * y - x**2 - 1])
    answer = run(system, "reference", seconds=20).answer
    assert answer is not None
    try:
        found = decimals(answer, system, digits, Deadline.after(20))
    except UnsupportedError as error:  # a real part in the middle between two decimals
        assume("ask for more digits" not in str(error))
        raise
    assert sum(zero.is_real for zero in found) == free.count_roots()
    with mpmath.workdps(120):
        roots = mpmath.polyroots([int(c) for c in free.all_coeffs()], maxsteps=500, extraprec=1000)
        assert len(found) == len(roots)
        half = mpmath.mpf(10) ** -digits / 2 * (1 + mpmath.mpf(10) ** -20)

        def is_near(zero: DecimalZero, root: mpmath.mpc) -> bool:
            exact = (root, (root**2 + 1) / (root + 7))
            apart = [number(text) - value for text, value in zip(zero.coordinates, exact, strict=True)]
            return all(abs(one.real) <= half and abs(one.imag) <= half for one in apart)

        for root in roots:
            assert sum(is_near(zero, root) for zero in found) == 1 or digits < 4


@pytest.mark.parametrize(
    ("name", "n", "all_zeros", "real"), [("noon", 3, 21, 7), ("katsura", 4, 16, 12), ("eco", 6, 16, 4)]
)
@pytest.mark.parametrize("backend", ["reference", "reference:basis"])
def test_the_equations_hold(name: str, n: int, all_zeros: int, real: int, backend: str) -> None:
    system = family(name, n)
    answer = run(system, backend, seconds=30).answer
    assert answer is not None
    found = decimals(answer, system, 40, Deadline.after(30))
    assert (len(found), sum(zero.is_real for zero in found)) == (all_zeros, real)
    assert len(set(found)) == all_zeros
    with mpmath.workdps(60):
        for zero in found:
            at = [number(text) for text in zero.coordinates]
            for f in system.polynomials():
                value = mpmath.mpf(0)
                for exponents, coefficient in f.terms.items():
                    exact = Fraction(coefficient)
                    term = mpmath.mpf(exact.numerator) / exact.denominator
                    for x, exponent in zip(at, exponents, strict=True):
                        term *= x**exponent
                    value += term
                assert abs(value) < mpmath.mpf(10) ** -30


def test_a_cluster() -> None:
    """Roots that differ in the 26th digit, and a zero that two chains have."""
    found = zeros_of("(x^2 - 2)*((10^25*x - 1)^2 - 2*10^50)", 40)
    assert [zero.coordinates[0][:30] for zero in found[2:]] == [
        "1.4142135623730950488016887242",
        "1.4142135623730950488016888242",
    ]
    x, y = variables(Ring.of("x y"))
    twice = Answer(Task.SERIES, x.ring, ((x**2 - 2, y), (x**2 - 2, y**2 - 3 * y)))
    assert len(decimals(twice, PolynomialSystem(x.ring, ()), 5)) == 4


def test_refusals() -> None:
    with pytest.raises(UnsupportedError, match="the zeros are infinitely many \\(dimension 1\\)"):
        zeros_of("x^2*y")
    with pytest.raises(UsageError, match="decimals over GF\\(7\\); expected a system over QQ"):
        zeros_of("field: GF(7)\nx^2 - 2")
    with pytest.raises(UsageError, match="0 digits; expected 1 to 1000"):
        zeros_of("x^2 - 2", 0)


def test_limits() -> None:
    system = family("katsura", 6)
    answer = Answer(Task.PRIMES, system.ring, (tuple(system.polynomials()),))
    started = time.monotonic()
    with pytest.raises((LimitError, UnsupportedError)):
        decimals(answer, system, 1000, Deadline.after(0.2))
    assert time.monotonic() - started < 5
