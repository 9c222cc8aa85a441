"""Equations between rational functions: numerators, and the conditions that no denominator is 0."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest
import sympy

import casbridge
from casbridge.algebra import Field, PolynomialSystem, Ring
from casbridge.algebra.answers import Task
from casbridge.algebra.denominators import inverse_variables, with_conditions
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.extensions import goal_objection
from casbridge.algebra.formats import read_system, with_goal, write_list, write_plain, write_symbolicdata
from casbridge.algebra.notation import Notation
from casbridge.algebra.subjects import read_subject
from casbridge.backends import registry
from casbridge.errors import InputError
from casbridge.scripts import render


def stated(system: PolynomialSystem) -> tuple[str, list[str]]:
    """The variables of a system, and its left sides."""
    return " ".join(system.ring.variables), [str(one.normal()) for one in system.polynomials()]


@pytest.mark.parametrize(
    ("text", "variables", "polynomials"),
    [
        ("25/4/a^2 - 9/16/b^2 = 1", "a b t", ["16*a**2*b**2 - 100*b**2 + 9*a**2", "t*b*a - 1"]),
        ("x/(y - 1) = 2", "x y t", ["2*y - x - 2", "t*y - t - 1"]),
        ("1/x + 1/y = 1", "x y t", ["y*x - y - x", "t*y*x - 1"]),
        ("y = x^-1", "x y t", ["y*x - 1", "t*x - 1"]),
        ("y = (x + 1)**(-2)", "x y t", ["y*x**2 + 2*y*x + y - 1", "t*x + t - 1"]),
        ("y = 2^-1*x - 4^-2", "x y", ["16*y - 8*x + 1"]),
        # Both x and 1 + 1/x are not 0.
        ("1/(1 + 1/x) = y", "x y t", ["y*x + y - x", "t*x**2 + t*x - 1"]),
        ("x/(1/y)", "x y t", ["y*x", "t*y - 1"]),
        ("x/y^-1", "x y t", ["y*x", "t*y - 1"]),
        # What cancels is not 0 either, and what is multiplied by 0.
        ("x/x = 1", "x t", ["t*x - 1"]),
        ("(x^2 - 1)/(x - 1) = 0", "x t", ["x**2 - 1", "t*x - t - 1"]),
        ("0/x = y", "x y t", ["y", "t*x - 1"]),
        ("1/x + y = 1/x", "x y t", ["y", "t*x - 1"]),
        # One variable for all denominators, each once.
        ("1/x = y\n1/(x^2*y) = 1/(x*y - x)", "x y t", ["y*x - 1", "y*x - y + 1", "t*y**2*x - t*y*x - 1"]),
        ("1/(x^2 - 1) = y\n1/(x - 1) = 3", "x y t", ["y*x**2 - y - 1", "3*x - 4", "t*x**2 - t - 1"]),
        # The further variable has a new name, and is the highest.
        ("1/t + 1/t1 = z", "t t1 z t2", ["z*t1*t - t1 - t", "t2*t1*t - 1"]),
        ("variables: t a\n1/a", "t a t1", ["1", "t1*a - 1"]),
        ("field: GF(3)\n1/(2*x) = y", "x y t", ["y*x + 1", "t*x - 1"]),
        # Parameters are elements of the field.
        ("parameters: a\nx/a = 1/(a + 1)", "a x", ["x*a + x - a"]),
        ("parameters: a\nx/(a*y) = a^-1", "a x y t", ["y - x", "t*y - 1"]),
        ("parameters: a\n1/(x + a) = 2", "a x t", ["2*x + 2*a - 1", "t*x + t*a - 1"]),
        ("solve([x/y = 1, x^2 = 1], [x, y])", "x y t", ["y - x", "x**2 - 1", "t*y - 1"]),
        ("Solve[{x/y == 1, x^2 == 1}, {x, y}]", "x y t", ["y - x", "x**2 - 1", "t*y - 1"]),
        ("[x/y - 1, x^2 - 1]", "x y t", ["y - x", "x**2 - 1", "t*y - 1"]),
        ("from sympy import *\nsolve([x/y - 1, x**2 - 1], [x, y])", "x y t", ["y - x", "x**2 - 1", "t*y - 1"]),
    ],
)
def test_numerators_and_the_product_of_the_denominators(text: str, variables: str, polynomials: list[str]) -> None:
    system = read_system(text)
    names = system.ring.variables
    ring = Ring(system.ring.field, names)
    wanted = [parse_polynomial(one, ring).normal() for one in polynomials]
    assert " ".join(names) == variables
    assert [parse_polynomial(str(one), ring).normal() for one in system.polynomials()] == wanted


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("x\ny/(x - x)", 2, 3, "zero"),
        ("y + (x + 1 - x - 1)^-2", 1, 5, "zero"),
        ("y*0^-1", 1, 3, "zero"),
        ("1/(1/x - 1/x)", 1, 3, "zero"),
        ("field: GF(3)\n1/(3*y)", 2, 3, "zero"),
        ("x^-y", 1, 4, "exponent"),
        ("x^(-1/2)", 1, 3, "integer"),
        ("x^-2147483648", 1, 3, "exponent"),
        ("x/(y + 1)^10001", 1, 1, "degree"),
        (" + ".join(f"1/(x{n} + 1)" for n in range(40)), 1, 1, "too many terms"),
        # A quotient is no polynomial.
        ("saturate: 1/x\nx", 1, 13, "division by 'x'"),
        ("saturate: x^-1\nx", 1, 13, "exponent"),
        # In a ring of polynomials the sign is another division, or an error.
        ("R = QQ[x, y]; I = ideal(x/y)", 1, 27, "division by 'y'"),
        ("R<y, x> := PolynomialRing(Rationals(), 2); I := ideal<R | x/y>;", 1, 61, "division by 'y'"),
        ("x,y\n0\nx/y - 1", 3, 3, "division by 'y'"),
        ("<INTPS><vars>x,y</vars><basis><poly>x/y - 1</poly></basis></INTPS>", 1, 39, "division by 'y'"),
    ],
)
def test_what_is_refused_and_where(text: str, line: int, column: int, word: str) -> None:
    with pytest.raises(InputError) as error:
        read_system(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert word in str(error.value)


class _Pole(Exception):
    """A denominator is 0."""


class _Residue:
    """An element of GF(p), for Python's own evaluation of a fraction as it is written."""

    def __init__(self, value: int, p: int) -> None:
        self.value, self.p = value % p, p

    def _with(self, other: Any) -> int:
        return other.value if isinstance(other, _Residue) else int(other)

    def __add__(self, other: Any) -> _Residue:
        return _Residue(self.value + self._with(other), self.p)

    def __sub__(self, other: Any) -> _Residue:
        return _Residue(self.value - self._with(other), self.p)

    def __mul__(self, other: Any) -> _Residue:
        return _Residue(self.value * self._with(other), self.p)

    def __truediv__(self, other: Any) -> _Residue:
        if not self._with(other) % self.p:
            raise _Pole
        return _Residue(self.value * pow(self._with(other), -1, self.p), self.p)

    def __pow__(self, exponent: int) -> _Residue:
        if exponent < 0 and not self.value:
            raise _Pole
        return _Residue(pow(self.value, exponent, self.p), self.p)


def random_expression(chance: random.Random, names: Sequence[str], depth: int) -> str:
    """A rational function with nested fractions and negative exponents."""
    if not depth or chance.random() < 0.2:
        return chance.choice([*names, *names, f"N({chance.randint(0, 4)})"])
    first, second = (random_expression(chance, names, depth - 1) for _ in range(2))
    if chance.random() < 0.2:
        return f"({first})**{chance.choice([-2, -1, 2])}"
    return f"({first}{chance.choice('+-*//')}{second})"


@pytest.mark.parametrize("p", [3, 5])
@pytest.mark.parametrize("seed", range(40))
def test_the_zeros_are_those_of_the_fractions_as_written(p: int, seed: int) -> None:
    chance = random.Random(seed)
    names = ["x", "y"]
    texts = [random_expression(chance, names, 3) for _ in range(chance.randint(1, 2))]
    zeros = set()
    for point in itertools.product(range(p), repeat=2):
        values = {name: _Residue(value, p) for name, value in zip(names, point, strict=True)}
        try:
            # All are evaluated: a pole of one is a pole of the system.
            given = [eval(text, {"N": lambda n: _Residue(n, p)} | values).value for text in texts]
        except _Pole:
            continue
        if not any(given):
            zeros.add(point)
    lines = "\n".join(text.replace("N(", "(") for text in texts)
    try:
        system = read_system(f"variables: x y\n{lines}", field=Field(p))
    except InputError:  # a denominator that is 0 everywhere
        assert not zeros
        return
    # Each zero has one value of the further variable, if there is one.
    further = system.ring.size - 2
    points = itertools.product(range(p), repeat=2 + further)
    assert sorted(point[:2] for point in points if system.first_violated(point) is None) == sorted(zeros)
    # In the same way by the reference, with each variable in the field.
    for variable in names:
        power = parse_polynomial(f"{variable}^{p} - {variable}", system.ring)
        system = PolynomialSystem.of(system.ring, [*system.polynomials(), power])
    assert sorted(point[:2] for point in casbridge.solutions(system)) == sorted(zeros)


#: Of each computer algebra system, with the methods that are asked about all equations.
METHODS = (
    *("singular:minAssGTZ", "sympy:groebner", "sympy:solve", "sage:groebner_basis", "gap:ReducedGroebnerBasis"),
    *("macaulay2:decompose", "maxima:solve", "giac:solve", "fricas:groebner", "maple:Basis", "magma:GroebnerBasis"),
    *("mathematica:Solve", "oscar:minimal_primes", "msolve:groebner", "phcpack:phc", "bertini:isolated"),
)


@pytest.mark.parametrize("method", METHODS)
def test_every_script_has_the_condition(method: str) -> None:
    system = read_system("x/(y - 1) = 2\ny^2 = 1/x")
    backend, _, name = method.partition(":")
    target = registry.get(backend).target
    assert target is not None
    script = render(system, target, name)
    left_side = script.text.replace(" ", "").replace("**", "^")
    assert any(one in left_side for one in ("t*x*y-t*x-1", "t*y*x-t*x-1", "x*y*t-x*t-1"))
    if backend not in ("msolve", "phcpack", "bertini"):  # forms that have no comments everywhere
        assert "the denominators y - 1, x are not 0" in script.text
        assert stated(read_system(script.text)) == stated(system)


def test_why_there_is_a_further_variable(caplog: pytest.LogCaptureFixture) -> None:
    system = read_system("x/(y - 1) = 1/x")
    assert [equation.origin for equation in system.equations] == [
        "polynomial 1",
        "the denominators y - 1, x are not 0",
    ]
    assert inverse_variables(system) == (2,)
    ((name, text),) = system.facts
    assert (name, text.partition(",")[0]) == ("variable t", "1/((y - 1)*x)")
    assert [record.name for record in caplog.records] == ["casbridge.reading"]
    assert "variable t" in caplog.text
    assert not read_system("x^2/3 = 1").facts


def test_written_and_read_again() -> None:
    system = read_system("eliminate: x\nsaturate: y\nx/(y - 1) = 1/x")
    for text in (write_plain(system), write_symbolicdata(read_system("x/(y - 1) = 1/x"))):
        again = read_system(text)
        assert stated(again) == stated(system)
        assert not again.facts
    assert read_system(write_plain(system)).goal == system.goal
    assert stated(read_system(write_list(read_system("1/a = 2")))) == stated(read_system("1/a = 2"))


def test_goals() -> None:
    system = read_system("eliminate: x\nsaturate: x - y\n1/x = y/3")
    assert system.goal.eliminate == (0, 2)
    assert [str(one) for one in system.goal.saturate] == ["-y + x"]
    assert with_goal(read_system("1/x = y"), eliminate="y").goal.eliminate == (1, 2)
    assert with_goal(read_system("1/x = y"), eliminate="t x").goal.eliminate == (2, 0)
    assert "denominators" in str(goal_objection(read_system("factor: x^2 - 2\ns = 2/s"), Task.FACTORS))
    wider = with_goal(read_system("1/x = y"), factor="z^2 - x")
    assert wider.ring.variables == ("x", "y", "t", "z")
    # The closure of the image of the curve y = 1/x lies in all of the line.
    for text, generators in (("eliminate: y\n1/x = y", []), ("eliminate: x\nx^2/y = 1\nx = 1/x", ["y - 1"])):
        answer = casbridge.run(read_system(text), "reference:eliminate").answer
        assert answer is not None
        assert [str(one) for component in answer.components for one in component if one] == generators


def test_counts_and_verdict() -> None:
    system = read_system("25/4/a^2 - 9/16/b^2 = 1\n100/9/a^2 - 16/9/b^2 = 1")
    assert casbridge.count(system).number == 4
    verdict = casbridge.crosscheck(system, ["reference", "sympy:groebner"])
    assert str(verdict.kind) == "agree"
    # Multiplied by the denominators there is one more.
    assert casbridge.count(read_system("25/4*b^2 - 9/16*a^2 = a^2*b^2\n100/9*b^2 - 16/9*a^2 = a^2*b^2")).number == 5


def test_a_long_product_gets_several_variables() -> None:
    system = read_system("\n".join(f"1/(x{n} + 1) = 1" for n in range(1, 9)))
    assert system.ring.variables[8:] == ("t", "t1")
    assert max(len(one.terms) for one in system.polynomials()) <= 101
    assert len(list(casbridge.solutions(system))) == 1


class TestSymPy:
    def test_equations(self) -> None:
        x, y, t = sympy.symbols("x y t")
        read = read_subject([sympy.Eq(x / (y - 1), 2), 1 / (1 + 1 / t)])
        assert list(map(str, read.symbols.symbols)) == ["x", "y", "t", "t1"]
        assert [str(one) for one in read.system.polynomials()][:2] == ["-2*y + x + 2", "t"]
        condition = read.symbols.expression([*read.system.polynomials()][2])
        assert sympy.expand(condition - sympy.Symbol("t1") * (y - 1) * t * (t + 1)) == -1

    def test_both_sides_state_denominators(self) -> None:
        x, y = sympy.symbols("x y")
        read = casbridge.from_sympy(sympy.Eq(1 / x + y, 1 / x), x, y)
        assert [str(one) for one in read.system.polynomials()] == ["y", "x*t - 1"]

    def test_a_divisor_that_is_zero(self) -> None:
        x, y = sympy.symbols("x y")
        with pytest.raises(InputError, match="division"):
            casbridge.from_sympy(y / ((x + 1) ** 2 - x**2 - 2 * x - 1), x, y)
        with pytest.raises(InputError, match="division"):
            casbridge.from_sympy(x / (3 * y), modulus=3)

    @pytest.mark.parametrize("text", ["exp(-x)/y", "x**(-y)", "1/sqrt(x)", "y/(x + sqrt(2))", "sin(1/x)"])
    def test_other_functions_are_refused(self, text: str) -> None:
        with pytest.raises(InputError):
            casbridge.from_sympy(sympy.sympify(text))

    def test_zeros(self) -> None:
        x, y = sympy.symbols("x y")
        equations = [sympy.Eq((x**2 - 1) / (x - 1), 0), sympy.Eq(y, 1 / x)]
        assert casbridge.count(equations).number == 1
        assert casbridge.count([x**2 - 1, x * y - 1]).number == 2


def test_products_without_a_sign() -> None:
    notation = Notation(implicit=True)
    assert stated(read_system("1/2x = y", notation=notation)) == ("x y", ["2*y - x"])
    assert stated(read_system("2xy^-1 = 1/(x y)", notation=notation._replace(variables=("x", "y"))))[1] == [
        "2*x**2 - 1",
        "x*y*t - 1",
    ]
    with pytest.raises(InputError, match="parentheses"):
        read_system("1/x y", notation=notation)


def test_conditions_of_a_system_that_is_there() -> None:
    ring = Ring.of("x y")
    system = PolynomialSystem.of(ring, [parse_polynomial("x*y", ring)])
    with_one = with_conditions(system, [parse_polynomial("x", ring), parse_polynomial("3", ring)])
    assert stated(with_one) == ("x y t", ["x*y", "x*t - 1"])
    assert with_conditions(system, []) == system
