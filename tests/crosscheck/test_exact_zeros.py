"""Numbers in radicals are told from 0, and from a cut, by enough bits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NoReturn

import pytest
import sympy
from hypothesis import given, settings, strategies as st

from casbridge.algebra import PolynomialSystem, Ring
from casbridge.algebra.answers import Answer
from casbridge.algebra.arithmetic import precision
from casbridge.algebra.branches import Branch
from casbridge.algebra.formats import read_system
from casbridge.algebra.radical_parsing import parse_expression
from casbridge.algebra.radicals import Expression, Number, Power, Root, add, multiply
from casbridge.crosscheck import Fault, VerdictKind, crosscheck
from casbridge.crosscheck.branches import converting
from casbridge.crosscheck.branches.constants import compare_in_decimals
from casbridge.crosscheck.branches.converting import convert, prepare
from casbridge.crosscheck.branches.numerics import UncertainError, are_zero, ball, values
from casbridge.crosscheck.branches.separation import separation, separation_from_conjugate
from casbridge.crosscheck.verdicts import Witness
from casbridge.errors import LimitError
from casbridge.limits import Deadline
from tests.crosscheck.puppets import Puppet, registered
from tests.effort import examples

#: 2*sqrt(2)*cos(t/3), for the angle t of (1 + I*sqrt(31))/2: a real number, written with complex ones.
REAL = "((1+I*sqrt(31))/2)^(1/3)+((1-I*sqrt(31))/2)^(1/3)"
#: The other two roots of x^3 - 6*x - 1.
TURNED = [
    f"(-1/2{one}I*sqrt(3)/2)*((1+I*sqrt(31))/2)^(1/3)+(-1/2{other}I*sqrt(3)/2)*((1-I*sqrt(31))/2)^(1/3)"
    for one, other in ("+-", "-+")
]


def number(text: str) -> Expression:
    return parse_expression(text, [])


@pytest.mark.parametrize(
    ("text", "zero"),
    [
        ("sqrt(2)*sqrt(3) - sqrt(6)", True),
        ("sqrt(5 + 2*sqrt(6)) - sqrt(2) - sqrt(3)", True),
        ("1/(sqrt(2) - 1) - sqrt(2) - 1", True),
        ("(7 + 5*sqrt(2))^(1/3) - 1 - sqrt(2)", True),
        ("RootOf(x^5 - x - 1, 0)^5 - RootOf(x^5 - x - 1, 0) - 1", True),
        ("RootOf(x^5 - x - 1, 0) - RootOf(x^5 - x - 1, 1)", False),
        (f"({REAL})^3 - 6*({REAL}) - 1", True),
        ("sqrt(-2)*sqrt(-3) - sqrt(6)", False),
        ("sqrt(10^300 + 1) - 10^150", False),
        ("sqrt(10^300 + 1)/10^150 - 1 - 1/2/10^300", False),
    ],
)
def test_numbers_are_told_from_zero(text: str, zero: bool) -> None:
    assert are_zero([number(text)]) is zero


def test_too_many_bits_decide_nothing() -> None:
    nested = "2"
    for prime in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47):
        nested = f"sqrt({nested} + sqrt({prime}))"
    root = number(nested)
    assert are_zero([root]) is False
    assert are_zero([add(Power(root, 4), multiply(Number(-1), Power(Power(root, 2), 2)))]) is None


small = st.integers(-4, 4).map(Number)
leaves = st.one_of(small, st.just(Power(Number(-1), Fraction(1, 2))), st.just(Root((-1, -1, 0, 1), 1)))


def grown(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pairs = st.tuples(inner, inner)
    roots = st.tuples(inner, st.sampled_from((Fraction(1, 2), Fraction(1, 3), Fraction(-1, 2), -1)))
    return st.one_of(
        pairs.map(lambda two: add(*two)),
        pairs.map(lambda two: multiply(*two)),
        roots.filter(lambda one: one[0] != Number(0)).map(lambda one: Power(*one)),
    )


@settings(max_examples=examples(100), deadline=None)
@given(st.recursive(leaves, grown, max_leaves=6))
def test_no_number_is_smaller_than_its_bound_and_none_is_closer_to_the_real_axis(expression: Expression) -> None:
    bits, beside = separation(expression), separation_from_conjugate(expression)
    if max(bits, beside) > 5_000:
        return
    with precision(max(bits, beside) + 200):
        try:
            places = values([expression], {})
        except UncertainError:
            return
        for (place,) in places:
            least = 2.0 ** -min(bits, 1_000)
            assert place.contains(0) or float(place.abs_lower()) >= least or bits > 1_000
            beyond = 2.0 ** -min(beside, 1_000)
            assert place.imag.contains(0) or float(abs(place.imag).lower()) >= beyond or beside > 1_000


@pytest.mark.parametrize("sign", [1, -1])
def test_a_root_of_a_real_negative_number_is_above_the_real_axis(sign: int) -> None:
    text = f"sqrt(-({REAL}))"
    with precision():
        ((place,),) = values([number(text)], {})
        assert place.imag > 0
        # So it is for a number that comes from the values of names, if they are exact.
        expression = parse_expression(f"sqrt(x*({REAL}))", ["x"])
        found = values([expression], {"x": ball(sign)})
        assert len(found) == 1
        assert (found[0][0].imag > 0) is (sign < 0)


class TestConjugatesOfACut:
    """x^6 - 6*x^2 + 1 has the six zeros ±sqrt(-c), for the three roots c of c^3 - 6*c - 1."""

    SYSTEM = read_system("variables: x\nx^6 - 6*x^2 + 1")
    ALL = tuple(f"{sign}sqrt(-({c}))" for c in (REAL, *TURNED) for sign in ("", "-"))

    def faults(self, texts: tuple[str, ...]) -> list[str]:
        branches = [Branch((("x", parse_expression(one, ["x"])),)) for one in texts]
        answer = Answer.of_branches(Ring.of("x"), branches)
        converted = convert("it", answer, self.SYSTEM, Deadline.after(60))
        assert not converted.reason
        assert (converted.answer is None) == bool(converted.faults)
        return [one.approximation[0] for one in converted.faults]

    def test_all_of_them_are_right(self) -> None:
        assert self.faults(self.ALL) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("lost", range(6))
    def test_one_that_is_lost_is_missed(self, lost: int) -> None:
        # Its partner is given twice, so that the number of branches is right.
        kept = tuple(one if place != lost else self.ALL[lost ^ 1] for place, one in enumerate(self.ALL))
        (near,) = self.faults(kept)
        value = sympy.sympify(near)
        expected = sympy.sympify(self.ALL[lost].replace("^", "**")).evalf(20)
        assert abs(complex(value - expected)) < 1e-9


class TestDecimals:
    """What is left where an elimination takes too long: the six zeros again, next to each other."""

    SYSTEM = TestConjugatesOfACut.SYSTEM
    ALL = TestConjugatesOfACut.ALL

    def compared(self, texts: Iterable[str], system: PolynomialSystem = SYSTEM) -> tuple[str, Witness | None]:
        branches = [Branch((("x", parse_expression(one, ["x"])),)) for one in texts]
        parts, faults = prepare("it", branches, system, Deadline.after(60))
        assert not faults
        return compare_in_decimals("it", parts, system)

    def test_all_zeros_are_evidence_and_no_proof(self) -> None:
        evidence, fault = self.compared(self.ALL)
        assert fault is None
        assert re.fullmatch(r"to (59|60)\d digits its branches \(6\) are the zeros of the system \(6\)", evidence)

    def test_a_lost_zero_is_a_fault(self) -> None:
        evidence, fault = self.compared(self.ALL[1:])
        assert not evidence
        assert fault is not None
        assert fault.fault is Fault.MISSING_ZERO
        (near,) = fault.approximation
        assert (
            abs(complex(sympy.sympify(near)) - complex(sympy.sympify(self.ALL[0].replace("^", "**")).evalf(20))) < 1e-9
        )

    def test_there_is_no_evidence_where_branches_are_free(self) -> None:
        assert self.compared(["1"], read_system("variables: x y\nx - 1")) == ("", None)

    @pytest.mark.slow
    def test_a_verdict_by_decimals_is_consistent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def given_up(*given: object) -> NoReturn:
            raise LimitError("too slow")

        monkeypatch.setattr(converting, "_closures", given_up)
        branches = [Branch((("x", parse_expression(one, ["x"])),)) for one in self.ALL]
        told = Puppet("it", Answer.of_branches(Ring.of("x"), branches))
        with registered(told) as names:
            verdict = crosscheck(self.SYSTEM, ["reference", *names])
        assert verdict.kind is VerdictKind.CONSISTENT
        assert "but no proof; " in verdict.reason
        assert "its branches (6) are the zeros of the system (6)" in verdict.reason
        with registered(Puppet("it", Answer.of_branches(Ring.of("x"), branches[1:]))) as names:
            verdict = crosscheck(self.SYSTEM, ["reference", *names])
        assert verdict.kind is VerdictKind.DISAGREE
