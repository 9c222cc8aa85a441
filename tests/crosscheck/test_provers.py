"""What is shown is said, and no more: bases, witnesses, limits, names, and a prover of one's own."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.crosscheck import Fault, Verdict, VerdictKind, crosscheck, judging
from casbridge.crosscheck.checking import check
from casbridge.crosscheck.claims import SYSTEM, Within
from casbridge.crosscheck.judging import PROVERS, Prover, judge_checked
from casbridge.crosscheck.ledger import Finding, Proof
from casbridge.crosscheck.provers import direct
from casbridge.crosscheck.provers.protocol import Question
from casbridge.crosscheck.verdicts import Extension, Witness
from casbridge.limits import Deadline
from tests.crosscheck.puppets import Puppet, registered, series
from tests.crosscheck.series_cases import SeriesCase

AGREE, DISAGREE = VerdictKind.AGREE, VerdictKind.DISAGREE


def told(case: SeriesCase, *answers: Answer, seconds: float | None = None) -> Verdict:
    with registered(*(Puppet(f"puppet{i}", answer) for i, answer in enumerate(answers))) as names:
        return crosscheck(case.system, names, seconds=seconds)


def basis(case: SeriesCase, text: str, order: str = "lex") -> Answer:
    return Answer(Task.BASIS, case.system.ring, case.components(text), order)


# -- bases ------------------------------------------------------------------------------------------------------------

#: A system, its basis, and generators of the same ideal that are no Gröbner basis.
NO_BASES = [
    ("variables: x y", "x*y - 1, y^2 - x", "x^3 - 1, y - x^2", "x*y - 1, y^2 - x"),
    ("variables: x y z", "x*z, y*z - x", "y*z - x, x*z, x^2", "y*z - x, x*z"),
    ("variables: x y\nfield: 7", "x*y - 1, y^2 - x", "x^3 - 1, y - x^2", "x*y - 1, y^2 - x"),
]


@pytest.mark.parametrize(("head", "system", "right", "wrong"), NO_BASES)
def test_generators_that_are_no_groebner_basis(head: str, system: str, right: str, wrong: str) -> None:
    """The same ideal: nothing is said to be outside of it, and no ideals are said to be different."""
    case = SeriesCase(head, system, ())
    for answers in ((right, wrong), (wrong, right)):
        verdict = told(case, *(basis(case, text) for text in answers))
        if verdict.kind is DISAGREE:
            assert verdict.witness is not None
            assert verdict.witness.fault is Fault.NO_BASIS
            assert verdict.reason == f"wrong: puppet{answers.index(wrong)}:told"
            assert "the S-polynomial of" in verdict.witness.text
            assert verdict.witness.polynomial is not None
    # An equation that does not reduce to zero accuses nobody of having lost it.
    more = SeriesCase(head, f"{system}, {right}", ())
    fault = next(iter(check(Result("it", "", Status.COMPLETE, basis(more, wrong)), more.system).faults))
    assert fault.fault is Fault.NO_BASIS
    assert "does not reduce to zero" in fault.text


def test_a_basis_of_another_ideal_is_named() -> None:
    case = SeriesCase("variables: x y", "x^2 - 2, y^2 - x*y", ())
    right = basis(case, "x^2 - 2, y^2 - x*y")
    for wrong, said in (
        ("x^2 - 2, y - x", "has a polynomial that is not in the ideal"),
        ("x^2 - 3, y^2", "an equation"),
    ):
        verdict = told(case, right, basis(case, wrong))
        assert verdict.reason == "wrong: puppet1:told"
        assert verdict.witness is not None
        assert Fault.NOT_IN_IDEAL in {fault.fault for one in verdict.checked for fault in one.faults}
        assert any(said in fault.text for fault in verdict.checked[1].faults)


def test_bases_with_readable_points_are_compared_as_ideals() -> None:
    """x² and x have the same zeros, but only one of them is a basis of the ideal of x²."""
    case = SeriesCase("variables: x y", "x^2, y", ())
    verdict = told(case, basis(case, "x^2, y"), basis(case, "x, y"))
    assert verdict.kind is DISAGREE
    assert verdict.reason == "wrong: puppet1:told"
    assert verdict.witness is not None
    assert verdict.witness.fault in (Fault.NOT_IN_IDEAL, Fault.FOREIGN_POLYNOMIAL)
    assert told(case, basis(case, "x^2, y"), basis(case, "x^2, y", "degrevlex")).kind is AGREE
    primes = Answer(Task.PRIMES, case.system.ring, case.components("x, y"))
    assert told(case, basis(case, "x^2, y"), primes).kind is AGREE


# -- the witness of a missing zero ------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(4))
def test_a_missing_zero_is_a_point(place: int) -> None:
    """In GF(7) or GF(49)."""
    chains = ("x, y + 1", "x, y - 1", "x + 1, y^2 + y - 1", "x - 1, y^2 - y - 1")
    case = SeriesCase("variables: x y\nfield: 7", "x^3 - x, y^2 - x*y - 1", chains)
    whole = case.series()
    part = Answer(Task.SERIES, case.system.ring, tuple(c for i, c in enumerate(whole.components) if i != place))
    verdict = told(case, whole, part)
    assert verdict.reason == "wrong: puppet1:told"
    witness = verdict.witness
    assert witness is not None
    assert witness.fault is Fault.MISSING_ZERO
    assert witness.polynomial is not None
    if place < 2:
        assert witness.point == (0, 6 if place == 0 else 1)
        assert case.system.first_violated(witness.point) is None
        assert str(case.system.ring.field.symmetric(witness.polynomial.evaluate(witness.point))) == witness.value != "0"
    else:
        assert witness.extension is not None
        document = witness.as_dict(["x", "y"])
        assert document["point"] == {"x": "-1" if place == 2 else "1", "y": "a"}
        assert document["extension"] == ("a**2 + a - 1" if place == 2 else "a**2 - a - 1")


def test_a_missing_zero_over_the_rationals_is_a_point() -> None:
    case = SeriesCase("variables: x y", "x^3 - 2*x, y - x", ("x, y", "x^2 - 2, y - x"))
    whole = case.series()
    verdict = told(case, whole, case.series("x^2 - 2, y - x"))
    assert verdict.witness is not None
    assert verdict.witness.point == (0, 0)
    verdict = told(case, whole, case.series("x, y"))
    assert verdict.witness is not None
    assert verdict.witness.extension is not None
    assert verdict.witness.extension.coordinates == ("a", "a")
    assert verdict.witness.polynomial is not None
    assert str(verdict.witness.polynomial) == "x"


def test_a_witness_by_a_basis_claims_no_point_that_it_does_not_know() -> None:
    """The basis has the zeros ±√2 and ±√3; which of them is missing cannot be read off it."""
    case = SeriesCase("variables: x y", "(x^2 - 2)*(x^2 - 3), y", ("x^2 - 2, y", "x^2 - 3, y"))
    verdict = told(case, basis(case, "x^4 - 5*x^2 + 6, y", "degrevlex"), case.series("x^2 - 2, y"))
    assert verdict.reason == "wrong: puppet1:told"
    assert verdict.witness is not None
    assert (verdict.witness.point, verdict.witness.extension) == (None, None)
    assert verdict.witness.polynomial is not None
    assert verdict.witness.polynomial.evaluate((3, 0)) != 0


def test_a_missing_curve_is_shown_by_a_point() -> None:
    """Over GF(5), x² − 2y² has no point but (0, 0) in the field; the others are in GF(25)."""
    case = SeriesCase("variables: x y\nfield: 5", "(x^2 - 2*y^2)*(x - 1)", ())
    whole = Answer(Task.PRIMES, case.system.ring, case.components("x^2 - 2*y^2", "x - 1"))
    verdict = told(case, whole, Answer(Task.PRIMES, case.system.ring, case.components("x - 1")))
    assert verdict.witness is not None
    assert verdict.witness.point is not None or verdict.witness.extension is not None


# -- names, limits, a prover of one's own -----------------------------------------------------------------------------


def test_a_backend_has_the_name_by_which_it_was_asked_for() -> None:
    system = read_system("field: 11\nx^2 - x")
    document = crosscheck(system, ["reference", "reference:basis"]).as_dict()
    assert [(one["name"], one["backend"], one["method"]) for one in document["backends"]] == [
        ("reference", "reference", "split"),
        ("reference:basis", "reference", "basis"),
    ]


class Slow(Puppet):
    """A backend that keeps its limit, as others do."""

    def run(self, job: Job) -> Result:
        assert job.limits.seconds is not None
        time.sleep(job.limits.seconds)
        return Result(self.name, "told", Status.TIMEOUT, reason="too slow")


@pytest.mark.slow
def test_the_comparison_is_one_more_job() -> None:
    """Four backends and a comparison that no prover ends: twice the limit, and little more."""
    names = " ".join(f"x{i}" for i in range(8))
    equations = [f"x{i}^5*x{(i + 1) % 8} + x{(i + 2) % 8}^4*x{(i + 5) % 8} - x{(i + 3) % 8}*x{i} - 1" for i in range(7)]
    system = read_system(f"variables: {names}\n" + "\n".join(equations))
    first = Answer(Task.COMPONENTS, system.ring, (tuple(system.polynomials()),))
    second = Answer(Task.COMPONENTS, system.ring, (tuple(p * p for p in system.polynomials()),))
    backends = [Puppet("a", first), Puppet("b", second), Slow("c", None), Slow("d", None)]
    with registered(*backends) as asked:
        started = time.monotonic()
        verdict = crosscheck(system, asked, seconds=1)
        assert time.monotonic() - started < 5
    assert verdict.kind in (VerdictKind.UNDECIDED, VerdictKind.CONSISTENT)
    assert verdict.stopped == {"time"}
    assert [one.result.status for one in verdict.checked[2:]] == [Status.TIMEOUT] * 2


def test_a_prover_of_ones_own_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    case = SeriesCase("variables: x y z", "x*z, y*z", ("z", "x, y"))
    other = Answer(Task.PRIMES, case.system.ring, case.components("z", "x + y, x - y"))
    asked: list[tuple[int, ...]] = []

    def by_faith(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Finding]:
        asked.append(question.concerned)
        yield from (Finding(goal, Proof("faith")) for goal in question.goals)

    of_zeros = Prover("faith", by_faith, lambda claim, _: isinstance(claim, Within))
    monkeypatch.setattr(judging, "PROVERS", (PROVERS[0], of_zeros, *PROVERS[-4:-1]))
    verdict = told(case, case.series(), other)
    assert (verdict.kind, asked) == (AGREE, [(0, 1)])
    assert verdict.rests_on == ("faith",)


@pytest.mark.parametrize(
    ("fault", "coordinates", "polynomial"),
    [
        (Fault.FALSE_ZERO, ("a", "0"), "x^2 + y^2 - 4"),
        (Fault.FALSE_ZERO, ("a", "a"), None),  # a zero of the system
        (Fault.FALSE_ZERO, ("0", "a"), None),  # no zero of the answer
        (Fault.MISSING_ZERO, ("a", "a"), ""),
        (Fault.MISSING_ZERO, ("a", "0"), None),
    ],
)
def test_a_point_in_an_extension_is_substituted(
    monkeypatch: pytest.MonkeyPatch, fault: Fault, coordinates: tuple[str, str], polynomial: str | None
) -> None:
    """polynomial: the equation that is shown; None where the point shows nothing."""
    system = read_system("variables: x y\nx^2 + y^2 - 4\nx^2 - 2")
    (component,) = (tuple(read_system(f"variables: x y\n{text}").polynomials()) for text in ["x^2 - 2\ny"])
    answer = Answer(Task.PRIMES, system.ring, (component,))

    def accuse(question: Question, _: Deadline, __: int | None) -> Iterator[Finding]:
        witness = Witness(fault, question.name(0), f"{question.name(0)} is wrong")
        claim = Within(0, SYSTEM) if fault is Fault.FALSE_ZERO else Within(SYSTEM, 0)
        yield Finding(claim, witness.at(Extension("a**2 - 2", coordinates)))

    monkeypatch.setattr(judging, "PROVERS", (Prover("accuser", accuse, lambda claim, _: isinstance(claim, Within)),))
    question = Question.of(system, it=answer)
    verdict = judge_checked(question.answers, system)
    if polynomial is None:
        assert not verdict.checked[0].faults
        return
    (shown,) = verdict.checked[0].faults
    assert shown.extension == Extension("a**2 - 2", coordinates)
    if polynomial:
        assert [shown.polynomial] == list(read_system(f"variables: x y\n{polynomial}").polynomials())
        assert shown.value == "-2"


def test_what_joins_two_answers_may_be_a_third() -> None:
    """A prover that knows a and b, and one that knows b and c, are enough."""
    case = SeriesCase("variables: x y", "x*y", ("x", "y"))
    one = Answer(Task.PRIMES, case.system.ring, case.components("x", "y"))
    verdict = told(case, one, case.series(), Answer(Task.PRIMES, case.system.ring, case.components("y", "2*x")))
    assert verdict.kind is AGREE


def test_a_partial_answer_joins_nobody() -> None:
    system = read_system("field: 11\nx^3 - x")
    components = list(series(system).components)
    part = series(system, components[:1])
    whole = [Puppet(name, series(system)) for name in "ab"]
    with registered(whole[0], Puppet("part", part, Status.PARTIAL), whole[1]) as n:
        assert crosscheck(system, n).kind is VerdictKind.CONSISTENT
    with registered(Puppet("part", part, Status.PARTIAL), Puppet("b", series(system, components[1:]))) as n:
        verdict = crosscheck(system, n)
    assert verdict.reason == "wrong: b:told"
    assert "part" not in registry.names()


def test_closed_points_lie_on_components_that_are_no_closed_points() -> None:
    """Primes by generators that are no chain: one complete answer that is proved proves the others."""
    case = SeriesCase("variables: x y", "x^2 - 2, y^2 - x^2", ())
    results = [
        Result(name, "", Status.COMPLETE, Answer(Task.PRIMES, case.system.ring, case.components(*components)))
        for name, components in {
            "chain": ["x^2 - 2, y - x", "x^2 - 2, y + x"],
            "generators": ["x^2 - 2, x*y - 2", "x^2 - 2, x*y + 2"],
            "part": ["x^2 - 2, x*y - 2"],
        }.items()
    ]
    checked = tuple(check(result, case.system) for result in results)
    findings = [*direct.prove(Question(case.system, checked, ()), Deadline.after(60), None)]
    proved = {finding.claim for finding in findings if isinstance(finding.outcome, Proof)}
    assert Within(0, 1) in proved
    assert Within(0, 2) not in proved


def test_the_form_of_chains_takes_no_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen at sight is known also where no time is left for provers."""
    case = SeriesCase("variables: x y", "x^2 - 2, y^2 - x^2", ("x^2 - 2, y - x", "x^2 - 2, y + x"))
    crossed = Answer(Task.SERIES, case.system.ring, case.components("y - x, y + x"))
    monkeypatch.setattr(judging, "PROVERS", ())
    verdict = told(case, case.series(), crossed)
    first, second = (one.judgement for one in verdict.checked)
    assert first is not None
    assert second is not None
    assert "each chain is triangular: its main variables" in first.proofs
    assert Fault.NOT_TRIANGULAR in {fault.fault for fault in second.faults}
