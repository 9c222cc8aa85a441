"""Bundles: what goes in comes out, what is no bundle is told with its place, and a job is run again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.branches import Branch
from casbridge.algebra.formats import read_system, write_plain
from casbridge.algebra.radicals import Name, Number
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Job, Result, Status
from casbridge.bugs import asking
from casbridge.bugs.asking import Run, ask, ask_each, others_of, whole_name
from casbridge.bugs.bundle import FIELDS, Bundle, RunNote, bundle_text
from casbridge.bugs.bundle_reading import parse_bundle
from casbridge.bugs.bundles import bundle_of, bundle_of_runs, read_bundle, write_bundle
from casbridge.bugs.failures import COMPONENT, CONJUGATE, NO_ZEROS, POINT, Failure, failures_of, fault_of, message_shape
from casbridge.bugs.rerunning import rerun
from casbridge.crosscheck import judging
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from tests.algebra.strategies import polynomials
from tests.crosscheck.puppets import Puppet, registered

RING = Ring.of("x y")
X, Y = variables(RING)
#: The points (1, 2) and (3, 4).
TWO_POINTS = PolynomialSystem.of(RING, [(X - 1) * (X - 3), Y - X - 1])
ONE_LOST = Answer(Task.POINTS, RING, ((X - 1, Y - 2),))
BOTH = Answer(Task.POINTS, RING, ((X - 1, Y - 2), (X - 3, Y - 4)))
#: The lines x = 0 and y = 0.
CROSS = PolynomialSystem.of(RING, [X * Y])


class Moody(Puppet):
    """Wrong with odd seeds only."""

    def run(self, job: Job) -> Result:
        answer = ONE_LOST if job.seed % 2 else BOTH
        return Result(self.name, "told", Status.COMPLETE, answer, version="1")


# -- what a bundle is about -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "backend", "against"),
    [
        ("factor: x^2 - 4\n", "sympy", "reference:factor"),
        pytest.param(
            "variables: y x\neliminate: y\nx^2 - y\ny - 4\n",
            "sympy:eliminate",
            "reference:eliminate",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_answers_that_are_no_zeros_have_their_own_comparison(problem: str, backend: str, against: str) -> None:
    bundle = bundle_of(read_system(problem), backend)
    assert (bundle.fault, bundle.against, bundle.verdict["verdict"]) == (None, (against,), "agree")
    (again,) = rerun(parse_bundle(bundle_text(bundle)))
    assert again.same


def test_a_wrong_number_is_no_lost_zero() -> None:
    system = read_system("variables: y x\nx*y\n")
    told = {"right": (1, 2), "wrong": (1, -2)}
    answers = {name: Answer(Task.DIMENSION, system.ring, (), dimension=d, degree=n) for name, (d, n) in told.items()}
    puppets = [Puppet(name, answer) for name, answer in answers.items()]
    with registered(*puppets):
        assert bundle_of(system, "right", ["reference:dimension"]).fault is None
        wrong = bundle_of(system, "wrong", ["reference:dimension"])
        assert wrong.fault == Failure("wrong:told", str(Fault.WRONG_NUMBER))
        assert parse_bundle(bundle_text(wrong)) == wrong
        assert rerun(wrong)[0].same
        with pytest.raises(UsageError, match="methods for different tasks"):
            bundle_of(system, "right", ["reference"])


def test_a_task_without_its_goal() -> None:
    with pytest.raises(UsageError, match="no variables to eliminate"):
        bundle_of(read_system("x*y - 1"), "sympy:eliminate")


def test_the_witness_is_that_of_the_fault() -> None:
    """A verdict over two wrong backends, one of them with two faults."""
    results = [Result(name, "told", Status.COMPLETE, ONE_LOST, version="1") for name in ("first", "second")]
    other = Witness(Fault.MISSING_ZERO, "first:told", "first", (3, 4))
    lost = Witness(Fault.MISSING_ZERO, "second:told", "second lacks", (3, 4))
    false = Witness(Fault.FALSE_ZERO, "second:told", "second has", (5, 6), Y - X - 1)
    checked = (CheckedResult(results[0], faults=(other,)), CheckedResult(results[1], faults=(lost, false)))
    verdict = Verdict(VerdictKind.DISAGREE, "wrong", checked, other, RING.variables)
    for failure, witness in zip(failures_of(verdict, "second:told"), (lost, false), strict=True):
        run = Run(0, results[1], verdict, (failure,))
        bundle = bundle_of_runs(TWO_POINTS, [run], "second:told", ["first:told"], Limits())
        assert bundle.fault == failure
        assert bundle.verdict["witness"]["text"] == witness.text


# -- round trips ------------------------------------------------------------------------------------------------------

_words = st.text(st.characters(categories=("L", "N", "P", "S")), max_size=30)
_long = st.text(st.characters(codec="utf-8"), max_size=200)
_names = st.sampled_from(["sympy:solve", "singular@4.4:std", "mycas:told"])
_failures = st.builds(Failure, _names, st.sampled_from(["crashed", "missing zero"]), _words)
_branches = st.fixed_dictionaries(
    {
        "values": st.dictionaries(_words, _words, max_size=2),
        "conditions": st.lists(_words, max_size=1),
        "parameters": st.lists(_words, max_size=1),
    }
)
_answers = st.fixed_dictionaries(
    {
        "task": st.sampled_from([str(task) for task in Task]),
        "order": st.none() | st.just("lex"),
        "count": st.integers(0, 3),
        "dimension": st.none() | st.integers(-1, 3),
        "degree": st.none() | st.integers(-3, 3),
        "multiplicities": st.lists(st.integers(1, 3), max_size=2),
        "branches": st.none() | st.lists(_branches, max_size=2),
        "components": st.none() | st.lists(st.lists(_words, max_size=2), max_size=3),
    }
)
_points = st.none() | st.dictionaries(_words, _words, max_size=2)
_witnesses = st.fixed_dictionaries({"fault": _words, "backend": _words, "text": _words, "point": _points})
_verdicts = st.fixed_dictionaries(
    {
        "verdict": st.sampled_from(["agree", "consistent", "disagree", "undecided"]),
        "reason": _long,
        "backends": st.lists(st.fixed_dictionaries({"name": _words, "faults": st.just([])}), max_size=2),
        "witness": st.none() | _witnesses,
    }
)
_limits = st.builds(
    Limits,
    st.none() | st.integers(1, 10**6) | st.floats(1e-3, 1e6),
    st.none() | st.integers(1, 2**50),
    st.none() | st.integers(1, 10**9),
)
_systems = st.lists(polynomials(RING), max_size=3).map(lambda found: PolynomialSystem.of(RING, found))
_notes = st.builds(RunNote, st.integers(0, 2**31 - 2), st.sampled_from(Status), st.none() | _failures)
_bundles = st.builds(
    Bundle,
    problem=_systems.map(write_plain),
    backend=_names,
    against=st.lists(_names, max_size=3).map(tuple),
    status=st.sampled_from(Status),
    reason=_words,
    fault=st.none() | _failures,
    runs=st.lists(_notes, min_size=1, max_size=3).map(tuple),
    answer=st.none() | _answers,
    warnings=st.lists(_words, max_size=2).map(tuple),
    verdict=_verdicts,
    script=_long,
    transcript=_long,
    versions=st.dictionaries(_words, _words, max_size=3),
    limits=_limits,
)


@given(_bundles)
def test_a_bundle_is_read_as_it_was_written(bundle: Bundle) -> None:
    again = parse_bundle(bundle_text(bundle))
    assert again == bundle
    assert again.digest == bundle.digest
    assert list(again.system.polynomials()) == list(bundle.system.polynomials())
    assert json.loads(bundle_text(again)) == json.loads(bundle_text(bundle))


def test_the_text_is_ascii_and_its_fields_are_in_order() -> None:
    text = bundle_text(bundle_of(TWO_POINTS, "reference", []))
    assert text.isascii()
    assert tuple(json.loads(text)) == FIELDS


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    with registered(Puppet("honest", BOTH)) as (honest,):
        bundle = bundle_of(TWO_POINTS, "reference:split", [honest], Limits(seconds=60))
    write_bundle(bundle, path)
    assert read_bundle(str(path)) == bundle
    assert bundle.verdict["verdict"] == "agree"
    assert bundle.versions["reference:split"]
    assert list(bundle.system.polynomials()) == list(TWO_POINTS.polynomials())
    assert bundle.answer is not None
    assert bundle.answer["components"] == [["x - 1", "y - 2"], ["x - 3", "y - 4"]]


def test_a_long_answer_is_left_out() -> None:
    many = Answer(Task.COMPONENTS, RING, ((X - 10**400,),) * 3000)
    with registered(Puppet("chatty", many)) as (name,):
        bundle = bundle_of(TWO_POINTS, name, [])
    assert bundle.answer is not None
    assert (bundle.answer["count"], bundle.answer["components"]) == (3000, None)
    assert parse_bundle(bundle_text(bundle)) == bundle


# -- what is no bundle ------------------------------------------------------------------------------------------------


def liars_bundle() -> str:
    with registered(Puppet("liar", ONE_LOST)) as (name,):
        return bundle_text(bundle_of(TWO_POINTS, name, ["reference"]))


@pytest.fixture(scope="module")
def liars() -> str:
    """The text of a bundle with a fault."""
    return liars_bundle()


def changed(text: str, path: str, value: Any) -> str:
    """A document with another value at a place."""
    made: Any = json.loads(text)
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place = made
    for part in parents:
        place = place[part]
    place[last] = value
    return json.dumps(made)


WRONG_VALUES: list[tuple[str, Any, str]] = [
    ("schema", "casbridge-bundle/2", "schema is"),
    ("schema", 1, "schema is 1"),
    ("digest", "000000000000", "digest is"),
    ("problem", "x +* y", "problem line 1:4:"),
    ("problem", "field: GF(4)\nx", "problem line 1:"),
    ("problem", "", "problem is"),
    ("problem", 7, "problem is 7; expected a text"),
    ("problem", "x" * (5 << 20), "has 5242880 characters"),
    ("backend", "", "backend is"),
    ("backend", "a,b", "backend is"),
    ("backend", ["a"], "backend is"),
    ("against", "reference", "against is"),
    ("against", ["reference"] * 21, "against has 21 elements"),
    ("against.0", None, "against[0] is null"),
    ("status", "fine", "status is"),
    ("status", None, "status is null"),
    ("reason", 3, "reason is 3"),
    ("reason", "two\nlines", "reason is"),
    ("fault", "missing zero", "fault is"),
    ("fault.kind", "", "fault.kind is"),
    ("fault.more", "", "fault has a field 'more'"),
    ("runs", [], "runs has 0 elements"),
    ("runs.0", {}, "runs[0] has no field 'seed'"),
    ("runs.0.seed", -1, "runs[0].seed is -1"),
    ("runs.0.seed", True, "runs[0].seed is true"),
    ("runs.0.seed", 1.5, "runs[0].seed is 1.5"),
    ("runs.0.status", "lost", "runs[0].status is"),
    ("answer", [], "answer is []"),
    ("answer.components", "x", "answer.components is"),
    ("answer.components.0.0", {"x": 1}, "answer.components[0][0] is"),
    ("answer.count", -1, "answer.count is -1"),
    ("answer.branches", [1], "answer.branches[0] is 1"),
    ("answer.multiplicities", [0], "answer.multiplicities[0] is 0"),
    ("warnings", None, "warnings is null"),
    ("verdict", None, "verdict is null"),
    ("verdict.verdict", "perhaps", "verdict.verdict is"),
    ("verdict.backends", {}, "verdict.backends is"),
    ("verdict.backends.0", 1, "verdict.backends[0] is 1"),
    ("verdict.witness", "x", "verdict.witness is"),
    ("verdict.witness.text", None, "verdict.witness.text is null"),
    ("verdict.witness.point.x", 3, "verdict.witness.point.x is 3"),
    ("verdict.witness.approximation", [], "verdict.witness.approximation is []"),
    ("script", 1, "script is 1"),
    ("transcript", ["a"], "transcript is"),
    ("versions", [], "versions is []"),
    ("versions.python", 3.11, "versions.python is 3.11"),
    ("limits", {}, "limits has no field 'seconds'"),
    ("limits.seconds", -1, "limits.seconds is -1"),
    ("limits.seconds", "60", "limits.seconds is"),
    ("limits.memory", 1.5, "limits.memory is 1.5"),
    ("limits.limit", 0, "limits.limit is 0"),
    ("rerun", None, "rerun is null"),
    ("more", 1, "the document has a field 'more'"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG_VALUES, ids=[f"{p}-{m[-12:]}" for p, _, m in WRONG_VALUES])
def test_a_wrong_value_is_told_with_its_place(liars: str, path: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_bundle(changed(liars, path, value), "find.json")
    said = str(caught.value)
    assert said.startswith("find.json: ")
    assert message in said
    assert said.isprintable()
    assert len(said) < 500


@pytest.mark.parametrize("name", FIELDS)
def test_a_missing_field_is_told(liars: str, name: str) -> None:
    made = json.loads(liars)
    del made[name]
    with pytest.raises(InputError, match=f"schema is null|no field '{name}'"):
        parse_bundle(json.dumps(made))


NO_JSON = [
    ("", "no JSON"),
    ("{", "line 1, column 2: no JSON"),
    ("[]", "the document is []"),
    ("null", "the document is null"),
    ('{"schema": NaN}', "NaN in JSON"),
    ('{"schema": 1, "schema": 2}', "the field 'schema' stands twice"),
    ('{"schema": 1e999}', "the number 1e999"),
    ('{"schema": ' + "9" * 5000 + "}", "a number of 5000 digits"),
    ("[" * 100_000, "nested too deeply"),
    ("[" * 60 + "]" * 60, "nested too deeply"),
    ('{"schema": "\\ud800"}', "lone surrogate"),
    ('{"schema": "a\nb"}', "no JSON: invalid control character"),
    ("import os; os.system('true')", "no JSON"),
]


@pytest.mark.parametrize(("text", "message"), NO_JSON, ids=[str(i) for i in range(len(NO_JSON))])
def test_what_is_no_json_is_told(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_bundle(text)
    assert message in str(caught.value)


def test_a_file_that_is_too_large() -> None:
    with pytest.raises(InputError, match="at most 33554432 for a bundle"):
        parse_bundle(" " * (33 << 20))


@given(st.data())
def test_noise_in_a_bundle_gives_a_bundle_or_one_line(liars: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(liars) - 1))
    what = data.draw(st.sampled_from(["", "\x00", '"', "{", "]", "9", "\\", "é", "null", "\n"]))
    noisy = liars[:place] + what + liars[place + data.draw(st.integers(0, 20)) :]
    try:
        parse_bundle(noisy, "find.json")
        said = "find.json:"
    except InputError as error:
        said = str(error)
    assert said.startswith("find.json:")
    assert said.isprintable()


# -- failures ---------------------------------------------------------------------------------------------------------


def failure_of(system: PolynomialSystem, answer: Answer) -> Failure | None:
    with registered(Puppet("liar", answer)) as (name,):
        return ask(system, name, ["reference"]).failure


def test_the_shape_of_a_failure() -> None:
    def primes(*components: Any) -> Answer:
        return Answer(Task.PRIMES, RING, components)

    assert failure_of(TWO_POINTS, ONE_LOST) == Failure("liar:told", "missing zero", POINT)
    assert failure_of(TWO_POINTS, Answer(Task.POINTS, RING, ())) == Failure("liar:told", "missing zero", NO_ZEROS)
    false = Answer(Task.POINTS, RING, ((X - 1, Y - 5),))
    assert failure_of(TWO_POINTS, false) == Failure("liar:told", "false zero", POINT)
    assert failure_of(CROSS, primes((X,))) == Failure("liar:told", "missing zero", COMPONENT)
    assert failure_of(CROSS, primes((X,), (Y - 1,), (Y,))) == Failure("liar:told", "false zero", COMPONENT)
    assert failure_of(CROSS, primes((X,), (Y,))) is None
    # An isolated point is lost beside a line.
    system = PolynomialSystem.of(RING, [X * Y, Y * (Y - 1)])
    assert failure_of(system, primes((Y,))) == Failure("liar:told", "missing zero", POINT)


def test_the_shape_of_a_failure_in_branches() -> None:
    free, point = Branch((("x", Name("y")),)), Branch((("x", Number(1)), ("y", Number(2))))
    answer = Answer.of_branches(RING, [free, point])
    result = Result("it", "solve", Status.COMPLETE, answer)

    def shape(fault: Fault, text: str) -> str:
        verdict = Verdict(
            VerdictKind.DISAGREE, "", (CheckedResult(result, faults=(Witness(fault, "it:solve", text),)),)
        )
        (found,) = failures_of(verdict, "it:solve")
        return found.shape

    assert shape(Fault.FALSE_ZERO, "an equation is 1, not 0, in branch 1: x = y") == COMPONENT
    assert shape(Fault.FALSE_ZERO, "an equation is 1, not 0, in branch 2: x = 1, y = 2") == POINT
    assert shape(Fault.FALSE_ZERO, "an equation is 1, not 0, in branch 7: x = 1") == POINT
    assert shape(Fault.MISSING_ZERO, "a zero that only the conjugates of its branches have") == CONJUGATE


def test_statuses_are_failures_or_not() -> None:
    def result(status: Status) -> Result:
        return Result("it", "solve", status, reason="because of 17 things")

    kinds = {status: fault_of(result(status)) for status in Status if status not in (Status.COMPLETE, Status.PARTIAL)}
    assert {str(status) for status, failure in kinds.items() if failure is None} == {
        "unsupported",
        "missing",
        "invalid",
    }
    assert kinds[Status.TIMEOUT] == Failure("it:solve", "timeout")
    assert kinds[Status.CRASHED] == Failure("it:solve", "crashed", "because of N things")


def test_messages_that_are_alike() -> None:
    a = "SymPy exited with code 1; it said: ZeroDivisionError: x**2 + 3*y divided at line 31 of /tmp/a7/job.py"
    b = "SymPy exited with code 1; it said: ZeroDivisionError: z**4 - 12*t divided at line 9 of /tmp/b/job.py"
    assert message_shape(a) == message_shape(b)
    assert message_shape("signal 6") != message_shape("signal 11")
    assert message_shape("a non-zero divisor") == "a non-zero divisor"


def test_the_failures_of_one_backend_in_a_verdict() -> None:
    with registered(Puppet("liar", ONE_LOST)) as (name,):
        run = ask(TWO_POINTS, name, ["reference"])
    assert failures_of(run.verdict) == run.failures
    assert failures_of(run.verdict, "reference:split") == ()
    assert fault_of(run.verdict) == run.failure
    assert run.failure is not None
    assert run.shows(run.failure)
    assert not run.shows(replace(run.failure, shape=COMPONENT))


def test_a_version_does_not_make_another_failure() -> None:
    result = Result("sympy@1.13", "solve", Status.TIMEOUT, reason="slow")
    assert fault_of(result) == Failure("sympy:solve", "timeout")


# -- asking -----------------------------------------------------------------------------------------------------------


def test_names() -> None:
    assert whole_name("singular") == "singular:minAssGTZ"
    assert others_of("reference") == ("singular",)
    with pytest.raises(UsageError, match="no backend 'nosuch'"):
        whole_name("nosuch")
    with pytest.raises(UsageError, match="named twice"):
        ask(TWO_POINTS, "reference", ["reference:series"])


def test_lazily_asks_nobody_who_is_not_needed() -> None:
    with registered(Puppet("dead", None, Status.CRASHED), Puppet("liar", ONE_LOST)) as (dead, liar):
        assert len(ask(TWO_POINTS, dead, [liar], lazily=True).verdict.checked) == 1
        assert len(ask(TWO_POINTS, liar, ["reference"], lazily=True).verdict.checked) == 2
        assert len(ask(TWO_POINTS, dead, [liar]).verdict.checked) == 2


def test_each_seed_is_a_run() -> None:
    with registered(Moody("moody", ONE_LOST)) as (name,):
        runs = ask_each(TWO_POINTS, name, ["reference"], seeds=(2, 3, 4, 5))
    assert [(run.seed, bool(run.failures)) for run in runs] == [(2, False), (3, True), (4, False), (5, True)]


def test_the_others_are_asked_once_and_equal_answers_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    compared: list[int] = []

    class Counted(Puppet):
        def run(self, job: Job) -> Result:
            asked.append(job.seed)
            return super().run(job)

    judge = asking.judge_checked

    def counted(*given: Any, **how: Any) -> Verdict:
        compared.append(1)
        return judge(*given, **how)

    monkeypatch.setattr(asking, "judge_checked", counted)
    with registered(Moody("moody", ONE_LOST), Counted("other", BOTH)) as (moody, other):
        for lazily in (False, True):
            asked.clear()
            compared.clear()
            runs = ask_each(TWO_POINTS, moody, [other], seeds=range(2, 10), lazily=lazily)
            assert [bool(run.failures) for run in runs] == [False, True] * 4
            assert [len(run.verdict.checked) for run in runs] == [2] * 8
            assert all(run.verdict.checked[0].result is run.result for run in runs)
            assert (len(asked), len(compared)) == (1, 2)


def test_runs_end_when_the_failure_shows() -> None:
    with registered(Moody("moody", ONE_LOST)) as (name,):
        wanted = Failure("moody:told", "missing zero", POINT)
        runs = ask_each(TWO_POINTS, name, ["reference"], seeds=range(2, 100), until=wanted)
        assert len(runs) <= 2 * max(1, asking.processors())
        assert any(run.shows(wanted) for run in runs)


# -- running again ----------------------------------------------------------------------------------------------------


def test_a_fault_in_some_runs() -> None:
    with registered(Moody("moody", ONE_LOST)) as (name,):
        bundle = bundle_of(TWO_POINTS, name, ["reference"], seeds=range(1, 6))
        assert (bundle.seeds, bundle.shown) == ((1, 2, 3, 4, 5), 3)
        assert bundle.fault == Failure("moody:told", "missing zero", POINT)
        (again,) = rerun(bundle)
        assert (again.same, again.shown) == (True, 3)
        (even,) = rerun(bundle, seeds=(2, 4))
        assert (even.same, even.shown) == (False, 0)


def test_another_backend_is_asked_the_same() -> None:
    with registered(Puppet("liar", ONE_LOST), Puppet("honest", BOTH)) as (liar, honest):
        bundle = bundle_of(TWO_POINTS, liar, ["reference"])
        found = rerun(bundle, [liar, honest, "reference:split"], against=[honest])
    assert [(one.backend, one.same) for one in found] == [(liar, True), (honest, False), ("reference:split", False)]


def test_the_zero_of_the_witness_is_looked_for_where_nobody_else_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with registered(Puppet("liar", ONE_LOST), Puppet("honest", BOTH), Puppet("dead", None, Status.CRASHED)) as names:
        liar, honest, dead = names
        bundle = bundle_of(TWO_POINTS, liar, ["reference"])
        assert bundle.verdict["witness"]["point"] == {"x": "3", "y": "4"}
        monkeypatch.setattr(judging, "PROVERS", ())
        found = rerun(bundle, [liar, honest], against=[dead])
        assert [one.same for one in found] == [True, False]
        assert found[0].chosen.verdict.kind is VerdictKind.UNDECIDED
        # A point that is no zero of the system, or no point, shows nothing.
        for y in ("5", "1e999999999", "4/0", "", "a", "1" * 5000):
            told = {**bundle.verdict, "witness": {**bundle.verdict["witness"], "point": {"x": "3", "y": y}}}
            assert not rerun(replace(bundle, verdict=told), [liar], against=[dead])[0].same


def test_without_a_fault_the_status_counts() -> None:
    bundle = bundle_of(TWO_POINTS, "reference:split", [])
    assert bundle.fault is None
    (again,) = rerun(bundle)
    assert again.same
    with registered(Puppet("liar", ONE_LOST), Puppet("slow", None, Status.TIMEOUT)) as names:
        assert [one.same for one in rerun(bundle, names)] == [False, False]


@pytest.mark.singular
def test_a_problem_is_asked_as_it_is_read_back() -> None:
    """A rerun gives the CAS the same script."""
    from casbridge.encodings import encode
    from casbridge.puzzles.reading import read_puzzles

    (puzzle,) = read_puzzles(".4.....1..3.2...")
    bundle = bundle_of(encode(puzzle), "singular:std", [])
    (again,) = rerun(bundle)
    script = again.runs[0].result.script
    assert script is not None
    assert script.text == bundle.script
    assert bundle.system.ring.size == 16


@pytest.mark.singular
def test_a_crash_of_singular() -> None:
    """A polynomial over GF(2) on which the library FLINT that Singular 4.3.1 uses ends the process."""
    text = Path(__file__).with_name("flint2.txt").read_text(encoding="utf-8")
    bundle = bundle_of(read_system(text), "singular:minAssGTZ", [])
    if bundle.status is Status.COMPLETE:
        pytest.skip("this Singular does not crash")
    assert bundle.status is Status.CRASHED
    assert bundle.fault is not None
    assert "signal 6" in bundle.fault.shape
    assert rerun(bundle)[0].same
