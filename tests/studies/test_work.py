"""What a worker does with a job: every outcome is a value, and nothing is tidied up."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.crosscheck import measures
from casbridge.errors import InputError
from casbridge.limits import Limits
from casbridge.processes.apart import call, is_limited, limited_memory
from casbridge.studies import keys, work as working
from casbridge.studies.texts import unpacked
from casbridge.studies.values import Case, Input, Work
from casbridge.studies.work import do_chunk, do_job, keys_of_chunk, subject_of, versions_here

TWO_POINTS = Case(Input("two points", "system", "x^2 - 1"))
SHIDOKU = Input("shidoku", "puzzle", ".4.....1..3.2...")


def work_of(case: Case = TWO_POINTS, backend: str = "reference", order: str = "given", repeat: int = 1) -> Work:
    return Work(7, case, order, backend, repeat, Limits(seconds=20), "basis")


class Strange(ReferenceBackend):
    """A backend that does what a test says."""

    name = "strange"
    raised: BaseException | None = None

    def run(self, job: Job) -> Result:
        if self.raised is not None:
            raise self.raised
        return super().run(job)


@pytest.fixture
def strange() -> Iterator[Strange]:
    backend = Strange()
    registry.register(backend)
    yield backend
    registry.unregister("strange")


@pytest.mark.parametrize(
    ("text", "backend", "size"),
    [
        ("x^2 - 1\ny - x", "reference", (2, 0, 2)),
        ("x^2 - 2\ny^3 - x", "reference", (1, 0, 6)),
        ("x^2*(x - 1)\ny^2", "reference:basis", (1, 0, 2)),
        ("x*y", "reference:primes", (2, 1, None)),
        ("x\nx - 1", "reference", (0, -1, 0)),
    ],
)
def test_an_answer_is_measured(text: str, backend: str, size: tuple[int, int, int | None]) -> None:
    outcome = do_job(work_of(Case(Input("it", "system", text)), backend))
    assert (outcome.components, outcome.dimension, outcome.degree) == size


@pytest.mark.parametrize(
    ("text", "backend", "size"),
    [
        ("x^2 - 2\ny^3 - x", "reference", (None, 0, 2)),
        ("x^2*(x - 1)\ny^2 - 2*x", "reference:basis", (6, 1, 3)),
        ("x^2 + 1\ny - x", "reference:primes", (None, 0, 0)),
        ("x*y", "reference:basis", (None, None, None)),
        ("x\nx - 1", "reference:basis", (0, 0, 0)),
    ],
)
def test_the_zeros_of_an_answer_are_located(text: str, backend: str, size: tuple[int | None, ...]) -> None:
    outcome = do_job(work_of(Case(Input("it", "system", text)), backend))
    assert (outcome.multiplicity, outcome.rational, outcome.real) == size


def test_zeros_are_located_only_where_that_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The degree has all the time of measuring; where the zeros lie has a short one."""
    monkeypatch.setattr(working, "LOCATE_SECONDS", 0.0)
    outcome = do_job(work_of(Case(Input("it", "system", "x^2*(x - 1)\ny^2 - x")), "reference:basis"))
    assert (outcome.degree, outcome.multiplicity, outcome.rational, outcome.real) == (3, 6, None, None)


def test_an_outcome_says_what_came_of_the_job() -> None:
    outcome = do_job(work_of())
    assert (outcome.number, outcome.status, outcome.used, outcome.components) == (7, "complete", "reference:split", 2)
    assert (outcome.degree, outcome.dimension) == (2, 0)
    assert outcome.limits == Limits(seconds=20)
    assert outcome.basis == "basis"
    assert outcome.version == outcome.casbridge != ""
    assert outcome.host
    assert outcome.started <= outcome.ended
    assert outcome.script is None


@pytest.mark.parametrize("order", ["given", "auto"])
def test_a_subject_is_what_was_asked_for(order: str) -> None:
    system = system_of(
        subject_of(Case(Input("s", "system", "variables: a b c d\nd*a - 1\nd*b - 1\nd*c - 1"), field="GF(7)"), order)
    )
    assert system.ring.field.characteristic == 7
    assert (system.ring.variables == ("a", "b", "c", "d")) == (order == "given")
    puzzle = subject_of(Case(SHIDOKU, "symmetric", "GF(13)"), order)
    assert isinstance(puzzle, PolynomialSystem) == (order == "auto")
    assert system_of(puzzle).ring.field.characteristic == 13


@pytest.mark.parametrize(
    ("given", "status", "reason"),
    [
        (Input("no file", "invalid", "", reason="no such file"), "invalid", "no such file"),
        (Input("two", "puzzle", ".4.....1..3.2...\n.4.....1..3.2..."), "invalid", "2 puzzles"),
        (Input("bad", "system", "x^2 - +"), "invalid", "bad:1:"),
    ],
)
def test_an_input_that_cannot_be_read_is_an_outcome(given: Input, status: str, reason: str) -> None:
    outcome = do_job(work_of(Case(given)))
    assert outcome.status == status
    assert reason in outcome.reason
    assert outcome.key


def test_what_an_encoding_cannot_state_is_unsupported() -> None:
    outcome = do_job(work_of(Case(SHIDOKU, "colouring", "GF(2)")))
    assert outcome.status == "unsupported"


@pytest.mark.parametrize("backend", ["nonsense", "reference:nonsense"])
def test_what_a_worker_does_not_have_is_an_outcome(backend: str) -> None:
    outcome = do_job(work_of(backend=backend))
    assert outcome.status == "unsupported"
    assert "nonsense" in outcome.reason


@pytest.mark.parametrize(
    ("raised", "status"),
    [
        (MemoryError(), "memory"),
        (ZeroDivisionError("no"), "crashed"),
        (RecursionError(), "crashed"),
        (InputError("odd"), "invalid"),
        (SystemExit(3), "crashed"),
    ],
)
def test_a_fault_of_casbridge_is_an_outcome(strange: Strange, raised: BaseException, status: str) -> None:
    strange.raised = raised
    outcome = do_job(work_of(backend="strange"))
    assert outcome.status == status
    assert outcome.reason
    assert outcome.key
    assert outcome.answer is None


@pytest.mark.parametrize("stopped", [None, Status.TIMEOUT, Status.MEMORY])
def test_an_outcome_says_which_limit_stopped_a_partial_answer(
    strange: Strange, monkeypatch: pytest.MonkeyPatch, stopped: Status | None
) -> None:
    def run(job: Job) -> Result:
        full = ReferenceBackend.run(strange, job)
        return replace(full, status=Status.PARTIAL, reason="1 chain so far", stopped=stopped)

    monkeypatch.setattr(strange, "run", run)
    outcome = do_job(work_of(backend="strange"))
    assert (outcome.status, outcome.stopped) == ("partial", "" if stopped is None else str(stopped))


def test_an_answer_that_cannot_be_measured_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(*_: object, **named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(measures, "measure", measure)
    outcome = do_job(work_of())
    assert (outcome.status, outcome.components, outcome.degree) == ("complete", 2, None)
    assert outcome.answer is not None


def test_an_interrupt_is_no_outcome(strange: Strange) -> None:
    strange.raised = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        do_job(work_of(backend="strange"))


def test_a_chunk_goes_back_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    works = [replace(work_of(), number=number) for number in range(5)]
    assert [outcome.number for outcome in do_chunk(works)] == [0, 1, 2, 3, 4]
    monkeypatch.setattr(working, "CHUNK_SECONDS", 0.0)
    assert [outcome.number for outcome in do_chunk(works)] == [0]


def test_works_and_outcomes_travel() -> None:
    work = work_of(Case(SHIDOKU, "colouring"))
    (outcome,) = do_chunk(pickle.loads(pickle.dumps([work])))
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_remembered_systems_are_few() -> None:
    for number in range(60):
        do_job(work_of(Case(Input("s", "system", f"x - {number}"))))
    assert len(working._systems) <= 32


def test_versions_here_are_those_of_the_backends() -> None:
    host, versions = versions_here(["reference", "reference:split", "nonsense"])
    assert host
    assert versions["nonsense"] == ""
    assert versions.keys() == {"casbridge", "reference", "nonsense"}
    assert versions["casbridge"].endswith(f" (code {keys.own_code()[:8]})")


# -- keys -------------------------------------------------------------------------------------------------------------


def test_keys_tell_apart_all_that_determines_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Case(Input("two points", "system", "x^2 - 4"))
    works = [
        work_of(),
        work_of(other),
        work_of(replace(TWO_POINTS, field="GF(7)")),
        work_of(order="auto"),
        work_of(repeat=2),
        work_of(backend="reference:split"),
        work_of(Case(SHIDOKU, "colouring")),
        work_of(Case(SHIDOKU, "symmetric")),
    ]
    found = [keys.key_of(work, "1") for work in works]
    assert len(set(found)) == len(works)
    assert keys.key_of(works[0], "2") != found[0]
    monkeypatch.setattr(keys, "own_version", lambda: "another")
    assert keys.key_of(works[0], "1") != found[0]


def test_keys_do_not_depend_on_limits_and_names() -> None:
    work = work_of()
    renamed = Case(replace(TWO_POINTS.input, name="other"))
    for same in (replace(work, limits=Limits()), replace(work, case=renamed), replace(work, number=9, basis="")):
        assert keys.key_of(same, "1") == keys.key_of(work, "1")


def test_a_method_s_version_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = keys.key_of(work_of(), "1")
    monkeypatch.setattr(keys, "_methods", lambda base: (("series", 2),))
    assert keys.key_of(work_of(), "1") != before


@pytest.mark.singular
def test_a_script_s_key_is_known_before_the_cas_is_asked() -> None:
    works = [work_of(backend="singular:std"), work_of(Case(SHIDOKU, "colouring"), "singular:std", "auto")]
    outcomes = [do_job(work) for work in works]
    assert [outcome.key for outcome in outcomes] == keys_of_chunk(works)
    assert [outcome.status for outcome in outcomes] == ["complete", "complete"]
    assert outcomes[0].script is not None
    assert "Job " in unpacked(outcomes[0].script)


@pytest.mark.singular
def test_casbridge_s_version_in_a_script_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    from casbridge.scripts import rendering

    (before,) = keys_of_chunk([work_of(backend="singular:std")])
    monkeypatch.setattr(rendering, "version", lambda: "9.9")
    monkeypatch.setattr(keys, "own_version", lambda: "9.9")
    assert keys_of_chunk([work_of(backend="singular:std")]) == [before]


def test_a_missing_cas_is_an_outcome_with_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the variable of a version names is taken or refused, whatever other programs are here.
    monkeypatch.setenv("CASBRIDGE_SINGULAR_0_0_1", "/no/such/Singular")
    work = work_of(backend="singular@0.0.1:std")
    outcome = do_job(work)
    assert (outcome.status, outcome.version) == ("missing", ""), outcome
    assert [outcome.key] == keys_of_chunk([work])


@pytest.mark.parametrize("script", ["exit 126", "exit 127", "exec /no/such/program", None])
@pytest.mark.usefixtures("nothing_hidden")
def test_a_cas_that_does_not_start_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None
) -> None:
    program = tmp_path / "Singular"
    program.write_text(f"#!/bin/sh\n{script or ''}\n")
    program.chmod(0o644 if script is None else 0o755)
    monkeypatch.setenv("CASBRIDGE_SINGULAR_0_0_1", str(program))
    outcome = do_job(work_of(backend="singular@0.0.1:std"))
    assert outcome.status == "missing"
    assert str(program) in outcome.reason


def test_the_basis_follows_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = keys.basis_of("reference", "1")
    assert keys.basis_of("reference", "1") == before
    assert keys.basis_of("reference:split", "1") != before
    monkeypatch.setattr(keys, "_code", lambda: "other")
    assert keys.basis_of("reference", "1") != before


# -- memory -----------------------------------------------------------------------------------------------------------


def _greedy(memory: int) -> tuple[bool, bool, str]:
    with limited_memory(memory):
        inside = is_limited(memory)
        try:
            ended = "fits" if bytearray(memory * 2) else ""
        except MemoryError:
            ended = "memory"
    return inside, is_limited(memory), ended if bytearray(memory * 2) else ""


def test_memory_is_limited_in_a_call_alone() -> None:
    assert call(_greedy, 1 << 26) == (True, False, "memory")
    assert _greedy(1 << 20) == (False, False, "fits")


def test_a_worker_that_splits_by_itself_measures_its_memory() -> None:
    case = Case(Input("s", "system", "x^2 - 1"))
    (outcome,) = call(do_chunk, [Work(1, case, "given", "reference", 1, Limits(seconds=9, memory=1 << 30))])
    assert 1 << 22 < outcome.peak_memory < 1 << 30


def _is_apart(text: str) -> bool:
    """Whether the reference made another process for a job by splitting."""
    from casbridge.processes import apart

    while apart._idle:  # of an earlier call in this worker
        apart._idle.pop().end()
    do_chunk([Work(1, Case(Input("s", "system", text)), "given", "reference", 1, Limits(seconds=9, memory=1 << 30))])
    return bool(apart._idle)


def test_a_worker_splits_by_itself_within_the_limit_of_memory() -> None:
    assert not call(_is_apart, "x^2 - 1")
    assert call(_is_apart, "x*y - 1")


def test_statuses_are_those_of_results() -> None:
    assert {status.value for status in Status} >= {"invalid", "unsupported", "missing"}
