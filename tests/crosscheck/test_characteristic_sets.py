"""Characteristic sets: what the reference says is right, and planted lies get a witness that is checked here."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from script_cases import counted

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Result, Status
from casbridge.backends.transcripts import parse
from casbridge.charset.definitions.division import pseudo_remainder
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.definitions.wu import characteristic_set
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.operations import in_radical
from casbridge.crosscheck import Verdict, VerdictKind
from casbridge.crosscheck.judging import judge
from casbridge.crosscheck.measures import measure
from casbridge.crosscheck.tasks.characteristic import judge_characteristic_set
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import BackendError
from casbridge.limits import Deadline


def charset(system: PolynomialSystem, text: str) -> Answer:
    found = tuple(parse_polynomial(one, system.ring) for one in text.split(",") if one.strip())
    return Answer(Task.CHARSET, system.ring, (found,))


def compared(system: PolynomialSystem, *texts: str) -> Verdict:
    results = [Result(f"cas{n}", "m", Status.COMPLETE, charset(system, text)) for n, text in enumerate(texts)]
    return judge(results, system, deadline=Deadline.after(60))


@pytest.mark.parametrize(
    ("system", "sets"),
    [
        ("variables: x y\nx*y - 1\nx^2", ["x^2, x*y - 1", "1", "-3"]),
        ("variables: x y\nx^2\nx*y\ny^2", ["x^2, x*y", "x, y", "x, y^2"]),
        ("variables: x y\nx^2 - 2\ny - x^3", ["x^2 - 2, y - 2*x", "2*x^2 - 4, y - x^3"]),
        ("variables: x y\n0", ["", ""]),
        ("field: 5\nvariables: x y\nx*y^2 + y + 1", ["x*y^2 + y + 1", "2*x*y^2 + 2*y + 2"]),
    ],
)
def test_a_system_has_several_characteristic_sets(system: str, sets: list[str]) -> None:
    verdict = compared(read_system(system), *sets)
    assert verdict.kind is VerdictKind.AGREE, verdict.reason
    assert verdict.reason.endswith(
        "have a characteristic set, proved by pseudo-division, and the ideal of the equations"
    )


@pytest.mark.parametrize(
    ("system", "lie", "fault"),
    [
        ("variables: x y\nx*y\ny^2 + 1", "x", Fault.NONZERO_REMAINDER),
        ("variables: x y\nx*y\ny^2 + 1", "", Fault.NONZERO_REMAINDER),
        ("variables: x y\nx*y", "x", Fault.FOREIGN_POLYNOMIAL),
        ("variables: x y\nx*y\ny^2 + 1", "2", Fault.FOREIGN_POLYNOMIAL),
        ("variables: x y\nx*y\ny^2 + 1", "y^2 + 1, x", Fault.NOT_TRIANGULAR),
        ("variables: x y\nx*y\ny^2 + 1", "x, 1", Fault.NOT_TRIANGULAR),
        ("field: 7\nvariables: x y\nx^2 - 3\ny - x", "x^2 - 3, y + x", Fault.NONZERO_REMAINDER),
    ],
)
def test_lies_about_characteristic_sets(system: str, lie: str, fault: Fault) -> None:
    given, answer = read_system(system), charset(read_system(system), lie)
    # Two that lie alike are no proof.
    verdict = compared(given, lie, lie)
    assert verdict.kind is VerdictKind.DISAGREE
    witness = verdict.witness
    assert witness is not None
    assert witness.fault is fault, witness.text
    (found,) = answer.components
    match fault:
        case Fault.NONZERO_REMAINDER:
            assert witness.polynomial in list(given.polynomials())
            assert pseudo_remainder(witness.polynomial, found)
            if witness.point is not None:
                assert not any(f.evaluate(witness.point) for f in found)
                assert all(initial(f).evaluate(witness.point) for f in found)
                assert witness.polynomial.evaluate(witness.point)
        case Fault.FOREIGN_POLYNOMIAL:
            assert witness.polynomial in found
            assert not in_radical(Ideal(given.ring, given.polynomials()), witness.polynomial)
            if witness.point is not None:
                assert given.first_violated(witness.point) is None
                assert witness.polynomial.evaluate(witness.point)
        case _:
            assert witness.chain == found


def test_the_point_of_a_witness_is_on_the_set_alone() -> None:
    system = read_system("variables: x y\nx*y\ny^2 + 1")
    (fault,) = judge_characteristic_set("it", charset(system, "x"), Truth(system)).faults
    assert fault.point == (0, -3)
    assert fault.value == "10"


_COEFFICIENT = st.integers(-2, 2)
_QUADRIC = st.lists(_COEFFICIENT, min_size=6, max_size=6)


@settings(max_examples=12, deadline=None)
@given(st.lists(_QUADRIC, min_size=1, max_size=2), st.sampled_from(["QQ", "2", "7"]))
def test_what_the_textbook_gives_is_a_characteristic_set(rows: list[list[int]], field: str) -> None:
    monomials = ("1", "x", "y", "x*y", "x^2", "y^2")
    lines = [" + ".join(f"({c})*{m}" for c, m in zip(row, monomials, strict=True)) for row in rows]
    system = read_system("\n".join([f"field: {field}", "variables: x y", *lines]))
    answer = Answer(Task.CHARSET, system.ring, (characteristic_set(system).polynomials,))
    judged = judge_characteristic_set("it", answer, Truth(system, Deadline.after(60)))
    assert judged.is_right, judged


def test_what_a_characteristic_set_says_of_zeros() -> None:
    system = read_system("variables: x y\nx*y - 1\nx")
    answer = registry.run(system, "reference:charset").answer
    assert answer is not None
    assert answer.components == charset(system, "1").components
    assert measure(answer, system).dimension == -1
    found = measure(charset(system, "x^2 - 1, y"), system)
    assert (found.dimension, found.degree) == (None, None)
    assert "more zeros than the system" in found.reason


_TEXT = (
    "casbridge:begin 1f2e3d4c5b6a\ntask: characteristic set\nfield: QQ\nvariables: x y\n{}casbridge:end 1f2e3d4c5b6a {}"
)


def test_reading_characteristic_sets() -> None:
    assert len(parse(counted(_TEXT.format("component:\nx\ny^2 + 1\n", 1))).components[0]) == 2
    assert parse(counted(_TEXT.format("component:\n3\n", 1))).components[0][0].is_constant
    assert parse(counted(_TEXT.format("component:\n", 1))).components == ((),)


@pytest.mark.parametrize(
    ("lines", "count", "words"),
    [
        ("", 0, "0 components; expected one"),
        ("component:\nx\ncomponent:\ny\n", 2, "2 components; expected one"),
        ("component:\ny\nx\n", 1, "is not triangular"),
        ("component:\n1\nx\n", 1, "is not triangular"),
        ("component:\n1\n2\n", 1, "is not triangular"),
        ("component:\nx\nx + 1\n", 1, "is not triangular"),
    ],
)
def test_reading_refuses_what_is_no_set(lines: str, count: int, words: str) -> None:
    with pytest.raises(BackendError, match=words):
        parse(counted(_TEXT.format(lines, count)))
