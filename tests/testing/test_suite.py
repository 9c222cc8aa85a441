"""The conformance suite finds what is wrong: with backends that lie, refuse, stay silent or let texts through."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import casbridge
from casbridge.algebra.answers import Answer, Task
from casbridge.backends.gap import GAP, GapBackend
from casbridge.backends.oneshot import OneShotBackend, ScriptRun
from casbridge.backends.protocol import Job, Result, Status
from casbridge.errors import UsageError
from casbridge.processes.ended import Finished
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Sizes, Target, rendering
from casbridge.testing import (
    FAULTS,
    MAIN_FAULTS,
    SYSTEMS,
    Exclusion,
    Kind,
    check_backend,
    check_contract,
    check_fault,
    check_system,
)
from casbridge.testing.smuggling import FORBIDDEN, smuggled_text, texts
from casbridge.testing.systems import case_named


class Puppet:
    """A backend in this process whose results a test makes."""

    name = "puppet"
    methods = (Method("told", Task.PRIMES, "what it was told"),)
    default_method = "told"
    target: Target | None = None

    def __init__(self, tell: Callable[[Job], Result]) -> None:
        self._tell = tell

    def availability(self) -> Availability:
        return Availability(True, version="1")

    def run(self, job: Job) -> Result:
        return self._tell(job)


def told(components: Callable[[Job], object]) -> Puppet:
    def tell(job: Job) -> Result:
        answer = Answer(Task.PRIMES, job.system.ring, tuple(components(job)))  # type: ignore[arg-type]
        return Result("puppet", "told", Status.COMPLETE, answer)

    return Puppet(tell)


def truth(job: Job) -> object:
    return next(case for case in SYSTEMS if case.system is job.system).known().components


@pytest.mark.parametrize("system", ["rational", "positive", "irrational-7", "inconsistent", "zero-ideal"])
def test_a_right_answer_passes(system: str) -> None:
    assert check_system(told(truth), "told", system).kind is Kind.PASSED


@pytest.mark.parametrize(
    ("system", "components"),
    [
        ("rational", lambda job: list(truth(job))[:1]),  # type: ignore[call-overload]
        ("positive", lambda job: list(truth(job))[1:]),  # type: ignore[call-overload]
        ("inconsistent", lambda job: [()]),
        ("one-point", lambda job: []),
        ("zero-ideal", lambda job: []),
        ("irrational", lambda job: case_named("rational").known().components),
    ],
)
def test_a_wrong_answer_fails(system: str, components: Callable[[Job], object]) -> None:
    outcome = check_system(told(components), "told", system)
    assert outcome.kind is Kind.FAILED
    assert outcome.reason.startswith("wrong: ")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (Status.TIMEOUT, Kind.FAILED),
        (Status.CRASHED, Kind.FAILED),
        (Status.UNPARSABLE, Kind.FAILED),
        (Status.UNSUPPORTED, Kind.UNSUPPORTED),
        (Status.MISSING, Kind.MISSING),
    ],
)
def test_other_statuses(status: Status, kind: Kind) -> None:
    puppet = Puppet(lambda job: Result("puppet", "told", status, reason="for a reason"))
    outcome = check_system(puppet, "told", "rational")
    assert outcome.kind is kind
    assert "for a reason" in outcome.reason


def test_an_answer_where_the_method_objects_fails() -> None:
    puppet = told(truth)
    puppet.methods = (replace(puppet.methods[0], objection=lambda system: "never"),)
    assert check_system(puppet, "told", "rational").kind is Kind.FAILED


def test_an_exclusion_that_is_not_needed_fails_and_one_that_is_needed_does_not() -> None:
    known = [Exclusion("rational", "told", "it lies", "https://example.org/1")]
    assert check_system(told(truth), "told", "rational", known).kind is Kind.FAILED
    outcome = check_system(told(lambda job: []), "told", "rational", known)
    assert outcome.kind is Kind.EXCLUDED
    assert "https://example.org/1" in outcome.reason
    with pytest.raises(ValueError, match="has no reason"):
        Exclusion("rational", "told", " ")


def test_the_contract_is_checked() -> None:
    puppet = told(truth)
    found = {outcome.case: outcome.kind for outcome in check_contract(puppet)}
    # Its run takes any method.
    assert found == {
        "is a backend": Kind.PASSED,
        "methods are listed": Kind.PASSED,
        "availability is told": Kind.PASSED,
        "unknown methods raise": Kind.FAILED,
        "scripts render": Kind.PASSED,
    }
    puppet.methods = puppet.methods * 2
    assert any("listed twice" in outcome.reason for outcome in check_contract(puppet))


@pytest.mark.parametrize("chosen", [{"methods": ["std"]}, {"systems": ["points"]}, {"faults": ["hung"]}])
def test_a_name_that_does_not_exist_is_refused(chosen: dict[str, list[str]]) -> None:
    """A report without the checks that were meant would be a report without failures."""
    with pytest.raises(UsageError, match="expected one of"):
        check_backend(told(truth), **chosen)  # type: ignore[arg-type]


def test_what_is_no_backend_fails_the_first_check() -> None:
    class Half:
        name = "half"
        methods = Puppet.methods

    for given, words in (
        (Half(), "it lacks default_method, target, availability, run of"),
        (GapBackend, "it is the class"),
    ):
        (outcome,) = check_backend(given).outcomes  # type: ignore[arg-type]
        assert (outcome.kind, outcome.case) == (Kind.FAILED, "is a backend")
        assert outcome.reason.startswith(words)


def test_an_exception_is_a_failed_check() -> None:
    """A backend's run gives a status. What it raises is in the report, and the other checks go on."""

    def tell(job: Job) -> Result:
        raise LookupError("nothing there")

    report = check_backend(Puppet(tell), systems=["rational", "one-point"])
    assert all("LookupError: nothing there (line " in outcome.reason for outcome in report.failed)
    assert {outcome.case for outcome in report.failed} == {"unknown methods raise", "rational", "one-point"}


def test_a_template_that_is_broken_is_a_failed_check(tmp_path: Path) -> None:
    class Broken(GapBackend):
        script_target = replace(GAP, templates=tmp_path)

    method = GAP.default_method
    (tmp_path / "gap").mkdir()
    (tmp_path / "gap" / f"{method}.g.j2").write_text("{{ nothing_of_this_name }}", encoding="utf-8")
    report = check_backend(Broken(), methods=[method], systems=["one-point"], faults=["half-answer"])
    assert {outcome.part for outcome in report.failed} >= {"contract", "smuggling", "faults"}
    assert all("nothing_of_this_name" in outcome.reason for outcome in report.failed)


def test_a_linear_solver_must_hear_the_characteristic() -> None:
    """It takes no other system over GF(7) than a linear one."""
    case = case_named("linear-7")
    assert all(f.total_degree <= 1 for f in case.system.polynomials())
    x, y, z = casbridge.variables(case.system.ring)
    # The one zero over QQ.
    assert check_system(told(lambda job: [(x - 1, y, z - 3)]), "told", "linear-7").kind is Kind.FAILED


class OneVariable(GapBackend):
    """A backend whose only method takes one variable."""

    script_target = replace(
        GAP,
        methods=(replace(GAP.method("ReducedGroebnerBasis"), sizes=Sizes(most_variables=1)),),
        default_method=GAP.default_method,
    )


@pytest.mark.parametrize("fault", ["", "half-answer", "lost-line", "doubled-line", "lie"])
def test_a_method_for_one_variable_has_faults_too(fault: str) -> None:
    assert check_fault(OneVariable(), fault).kind is Kind.PASSED


class Trusting(GapBackend):
    """A backend that takes each answer for one, whatever the program did."""

    def _outcome(self, finished: Finished, judged: tuple[Status, str], text: str | None, said: str = "") -> ScriptRun:
        return super()._outcome(finished, (Status.COMPLETE, ""), text, said)


@pytest.mark.parametrize(
    ("backend", "fault", "why"),
    [
        (Trusting(), "answer-and-die", "complete, not crashed"),
        (Trusting(), "be-killed", "unparsable, not crashed"),
    ],
)
def test_a_fault_that_is_not_seen_fails(backend: OneShotBackend, fault: str, why: str) -> None:
    outcome = check_fault(backend, fault)
    assert outcome.kind is Kind.FAILED, outcome
    assert why in outcome.reason


def test_the_main_faults_are_faults() -> None:
    assert set(MAIN_FAULTS) <= set(FAULTS)


def test_a_text_that_is_not_cleaned_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "clean", lambda text: text.replace("\n", " "))
    assert "is left of" in smuggled_text(GapBackend(), "Factors")


def test_no_sign_that_ends_a_text_or_a_comment_is_left() -> None:
    for text in texts("made"):
        cleaned = rendering.clean(text)
        assert cleaned.isprintable()
        assert not [sign for sign in FORBIDDEN if sign in cleaned], text
        assert rendering.clean(cleaned) == cleaned


def test_a_report() -> None:
    report = check_backend(told(lambda job: []), systems=["inconsistent", "rational"])
    assert not report.ok
    assert report.version == "1"
    document = json.loads(json.dumps(report.as_dict()))
    assert {one["outcome"] for one in document["outcomes"]} == {"passed", "failed"}
    with pytest.raises(AssertionError, match="told: rational"):
        report.require()


TESTS = """
from casbridge.backends import registry
from casbridge.testing import BackendTests, Exclusion

class TestReference(BackendTests):
    backend = registry.get("reference")
    systems = ("rational", "points-2")

class TestExcluded(TestReference):
    exclusions = (Exclusion("points-2", "split", "it is right"),)
"""


@pytest.fixture
def pytest_in(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    root = Path(__file__).parents[2]

    def run(*arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "casbridge.testing.plugin", "-p", "no:cacheprovider", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done.returncode, done.stdout + done.stderr

    (tmp_path / "test_mine.py").write_text(TESTS, encoding="utf-8")
    return run


@pytest.mark.slow
class TestPytest:
    def test_a_subclass_has_a_test_for_each_check(self, pytest_in: Callable[..., tuple[int, str]]) -> None:
        code, output = pytest_in("-q", "-k", "TestReference")
        assert code == 0, output
        code, output = pytest_in("-q", "-k", "TestExcluded")
        assert code == 1
        assert "the exclusion is no longer needed: it is right" in output
        assert "1 failed" in output

    def test_a_backend_that_is_named(self, pytest_in: Callable[..., tuple[int, str]]) -> None:
        named = ("-q", "--pyargs", "casbridge.testing.conformance")
        code, output = pytest_in(*named, "--casbridge-backend", "gap", "-k", "contract or half")
        assert code == 0, output
        assert "2 passed" in output
        code, output = pytest_in(*named)
        assert code != 0
        assert "no backend to check" in output
        code, output = pytest_in(*named, "--casbridge-backend", "no-such")
        assert code != 0
        assert "no backend 'no-such'" in output

    def test_nothing_changes_without_the_option(
        self, pytest_in: Callable[..., tuple[int, str]], tmp_path: Path
    ) -> None:
        (tmp_path / "test_mine.py").write_text("def test_mine(): assert True\n", encoding="utf-8")
        code, output = pytest_in("-q")
        assert code == 0
        assert "1 passed" in output


def test_generators_that_are_no_groebner_basis_fail() -> None:
    """Giac 1.9.0.996 gives these for a lexicographical basis: they have the right zeros, none."""
    case = case_named("inconsistent")

    def tell(job: Job) -> Result:
        answer = Answer(Task.BASIS, job.system.ring, (tuple(job.system.polynomials()),), order="lex")
        return Result("puppet", "told", Status.COMPLETE, answer)

    puppet = Puppet(tell)
    puppet.methods = (Method("told", Task.BASIS, "what it was told", order="lex"),)
    outcome = check_system(puppet, "told", case.name)
    assert outcome.kind is Kind.FAILED
    assert "no Groebner basis" in outcome.reason
