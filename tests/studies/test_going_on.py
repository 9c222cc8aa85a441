"""A study goes on: with a real store, what is missing runs, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.errors import LimitError
from casbridge.limits import Limits
from casbridge.studies import driver as driving, keys, verdicts
from casbridge.studies.driver import Summary, run_study
from casbridge.studies.filters import only
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.values import Input, Outcome
from casbridge.version import version

PLAN = Plan("on", (), ("reference:split", "reference:general"), limits=Limits(seconds=30), crosscheck=False)
INPUTS = [(Input(f"line {n}", "system", f"x - {n}"), ()) for n in range(6)]
INVALID = [(Input("bad", "invalid", "", reason="no such file"), ())]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "on.sqlite", PLAN) as made:
        yield made


def go_on(store: Store, plan: Plan = PLAN, inputs: list = INPUTS, **options: object) -> tuple[int, int]:  # type: ignore[type-arg]
    """Jobs that ran, and jobs whose result was there."""
    store.sync(plan, jobs_of(plan, inputs))
    summary: Summary = run_study(plan, store, workers=1, **options)  # type: ignore[arg-type]
    assert set(store.counts().statuses) <= {"complete", "invalid", "waiting"}
    return summary.done, summary.known


def test_a_second_start_does_nothing(store: Store) -> None:
    assert go_on(store) == (12, 0)
    assert go_on(store) == (0, 0)
    assert [run["limits"]["seconds"] for run in store.runs()] == [30, 30]


def test_what_is_new_runs(store: Store) -> None:
    assert go_on(store, inputs=INPUTS[:4]) == (8, 0)
    assert go_on(store) == (4, 0)
    assert go_on(store, replace(PLAN, repeat=2)) == (12, 0)


def test_some_jobs_alone(store: Store) -> None:
    assert go_on(store, only=[only(["line 3", "backends=reference:split"])]) == (1, 0)
    assert go_on(store) == (11, 0)


def test_other_limits_make_no_difference_to_complete_answers(store: Store) -> None:
    assert go_on(store) == (12, 0)
    assert go_on(store, replace(PLAN, limits=Limits(seconds=1))) == (0, 0)


def test_changed_code_costs_keys_and_no_jobs(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert go_on(store) == (12, 0)
    monkeypatch.setattr(keys, "_code", lambda: "changed")
    dry = run_study(PLAN, store, workers=1, dry_run=True)
    assert (dry.waiting, dry.unsure, dry.at_most) == (12, 12, True)
    assert go_on(store) == (0, 12)
    assert go_on(store) == (0, 0)


def test_a_method_that_changed_runs_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert go_on(store) == (12, 0)
    methods = dict(keys._methods("reference")) | {"general": 2}
    monkeypatch.setattr(keys, "_methods", lambda base: tuple(methods.items()))
    # The jobs run in this process, where the method has changed.
    with ThreadPoolExecutor(1) as threads:
        store.sync(PLAN, jobs_of(PLAN, INPUTS))
        summary = run_study(PLAN, store, threads)
    assert (summary.done, summary.known) == (6, 6)


def test_an_input_that_changed_runs_again(store: Store) -> None:
    assert go_on(store) == (12, 0)
    changed = [(Input("line 2", "system", "x - 77"), ()), *INPUTS[:2], *INPUTS[3:]]
    assert go_on(store, inputs=changed) == (2, 0)


def test_results_of_a_job_that_went_and_came_back_are_found(store: Store) -> None:
    assert go_on(store) == (12, 0)
    assert go_on(store, inputs=INPUTS[:2]) == (0, 0)
    store.sync(PLAN, jobs_of(PLAN, INPUTS))
    dry = run_study(PLAN, store, workers=1, dry_run=True)
    assert (dry.waiting, dry.unsure, dry.at_most) == (8, 0, True)
    assert go_on(store) == (0, 8)


def test_results_of_another_study_are_taken_over(store: Store, tmp_path: Path) -> None:
    assert go_on(store, inputs=INPUTS[:4]) == (8, 0)
    plan = replace(PLAN, name="another")
    renamed = [(replace(one, name=f"other {one.name}"), ()) for one, _ in INPUTS]
    with Store.create(tmp_path / "other.sqlite", plan) as other:
        assert go_on(other, plan, renamed, reuse=[store]) == (4, 8)
        assert other.counts().statuses == {"complete": 12}


def test_an_input_that_cannot_be_read_is_a_row(store: Store) -> None:
    assert go_on(store, inputs=INPUTS[:1] + INVALID) == (4, 0)
    rows = [row for row in store.rows() if row.input == "bad"]
    assert {(row.status, row.reason) for row in rows} == {("invalid", "no such file")}
    assert go_on(store, inputs=INPUTS[:1] + INVALID) == (0, 0)


def test_stopped_jobs_run_again_where_the_limit_was_raised(store: Store) -> None:
    store.sync(PLAN, jobs_of(PLAN, INPUTS))
    short = replace(PLAN, limits=Limits(seconds=1))
    stopped = [
        Outcome(
            work.number,
            f"key {work.number}",
            "timeout",
            "stopped after 1 s",
            limits=short.limits,
            basis=keys.basis_of(work.backend, version()),
        )
        for work in list(store.waiting())[:2]
    ]
    store.keep(stopped)
    assert run_study(short, store, workers=1).done == 10
    assert run_study(short, store, workers=1).done == 0
    assert run_study(short, store, workers=1, retry=["timeout"], dry_run=True).waiting == 2
    assert run_study(PLAN, store, workers=1).done == 2
    assert store.counts().statuses == {"complete": 12}


def test_a_verdict_that_a_limit_stopped_is_made_again_where_it_was_raised(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(seconds: float) -> dict[str, int]:
        plan = replace(PLAN, crosscheck=True, limits=Limits(seconds))
        store.sync(plan, jobs_of(plan, INPUTS[:3]))
        with ThreadPoolExecutor(1) as threads:
            return dict(run_study(plan, store, threads).verdicts)

    def stopped(*_: object, **__: object) -> None:
        raise LimitError("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(verdicts, "judge_mixture", stopped)
        assert judged(20) == {"undecided": 3}
        assert judged(20) == judged(10) == {}
        assert judged(21) == {"undecided": 3}
    assert judged(21) == {}
    assert judged(30) == {"agree": 3}
    assert judged(60) == {}
    assert store.counts().verdicts == {"agree": 3}


@pytest.mark.parametrize("retry", [[], ["timeout", "complete"]])
def test_a_case_is_judged_once_all_its_jobs_that_wait_again_are_done(
    store: Store, monkeypatch: pytest.MonkeyPatch, retry: list[str]
) -> None:
    """The limit was raised, or the jobs are done again as they were. No verdict comes before a case's last job."""
    plan = replace(PLAN, backends=(*PLAN.backends, "reference"), crosscheck=True)
    store.sync(plan, jobs_of(plan, INPUTS))
    old = Limits(seconds=30 if retry else 1)
    store.keep(
        [
            Outcome(
                work.number,
                f"key {work.number}",
                "timeout",
                "stopped",
                limits=old,
                ended=1.0,
                basis=keys.basis_of(work.backend, version()),
            )
            for work in list(store.waiting())
        ]
    )
    seen: list[tuple[int, int]] = []
    kept = driving._Driver.keep_verdicts

    def watched(self: driving._Driver, pairs: list) -> None:  # type: ignore[type-arg]
        seen.extend((work.number, work.repeat) for work, _ in pairs)
        for work, _ in pairs:
            asked = {answer.status for _, _, answer in work.answers}
            assert (len(work.answers), asked) == (3, {"complete"})
        kept(self, pairs)

    monkeypatch.setattr(driving._Driver, "keep_verdicts", watched)
    with ThreadPoolExecutor(1) as threads:
        summary = run_study(plan, store, threads, retry=retry)
    assert (summary.done, summary.verdicts) == (18, {"agree": 6})
    assert len(seen) == len({*seen}) == 6


def test_jobs_that_only_leaves_out_do_not_keep_a_case_back(store: Store) -> None:
    plan = replace(PLAN, crosscheck=True)
    store.sync(plan, jobs_of(plan, INPUTS[:2]))
    store.keep([Outcome(work.number, f"key {work.number}", "complete") for work in store.waiting()])
    split = only(["backends=reference:split"])
    store.hold([split], retry=["complete"])
    assert not [*store.to_judge()]
    numbers = [work.number for work in store.waiting([split], retry=["complete"])]
    store.release(numbers[:1])
    assert len([*store.to_judge()]) == 1
    store.release(numbers[1:])
    assert len([*store.to_judge()]) == 2


def test_verdicts_over_closures_are_verdicts_of_their_own(store: Store) -> None:
    """SymPy's x = b/a lacks the zeros at which a and b are 0."""
    plan = replace(PLAN, backends=("reference", "sympy:solve"), crosscheck=True)
    line = [(Input("line", "system", "variables: a b x\na*x - b"), ())]
    for generic, kind in ((False, "disagree"), (True, "agree"), (False, "disagree")):
        go_on(store, replace(plan, generic=generic), line)
        (row,) = store.verdict_rows()
        assert (row["kind"], "generic" in row["reason"]) == (kind, generic)
        document = json.loads(store.text("verdict", next(store.rows()).number) or "")
        assert document.get("generic", False) is generic


def test_an_interrupted_study_is_told_so_in_its_runs(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: driving._Driver) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(driving._Driver, "loop", interrupted)
    store.sync(PLAN, jobs_of(PLAN, INPUTS))
    with pytest.raises(KeyboardInterrupt):
        run_study(PLAN, store, workers=1)
    assert store.runs()[0]["ended"] is not None
