"""Inputs that say the same under several names: each job runs once, and each input has its rows and its verdicts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.limits import Limits
from casbridge.studies import driver as driving
from casbridge.studies.driver import Summary
from casbridge.studies.filters import only
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.progress import Progress
from casbridge.studies.reading import plan_of_text
from casbridge.studies.rows import Counts
from casbridge.studies.starting import start
from casbridge.studies.store import Store
from casbridge.studies.values import Input, Outcome, VerdictOutcome

PLAN = Plan("twins", (), ("reference", "sympy"), limits=Limits(seconds=10), repeat=2, seed=1)
LINES = [(Input(name, "system", text), ()) for name, text in (("a", "x - 1"), ("b", "x - 2"), ("c", "x - 1"))]

STUDY = """
[[inputs]]
family = "cyclic"
n = [2, 3]
[[inputs]]
family = "cyclic"
n = [2, 3]
name = "again"
[[inputs]]
files = "sys*.txt"
[[inputs]]
files = "*tem.txt"
name = "other"
[[inputs]]
puzzles = "grids.puzzles"
encoding = ["colouring", "symmetric"]
[matrix]
backends = ["reference", "reference:general"]
[limits]
seconds = 60
[run]
repeat = 2
"""
# Lines 1, 2 and 4 are one puzzle.
GRIDS = ".4.....1..3.2...\n.4.....1..3.2...\n14............12\n.4.....1..3.2...\n"


@pytest.fixture
def study(tmp_path: Path) -> Plan:
    (tmp_path / "system.txt").write_text("x^2 - y\ny^2 - x\n")
    (tmp_path / "grids.puzzles").write_text(GRIDS)
    return plan_of_text(STUDY, tmp_path / "study.toml")


def run(plan: Plan, path: Path, **options: object) -> tuple[Summary, Progress, Counts]:
    progress = Progress()
    summary = start(plan, path, workers=2, progress=progress, **options)  # type: ignore[arg-type]
    with Store.open(path) as store:
        return summary, progress, store.counts()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_counts_are_the_same_everywhere_and_each_input_has_its_verdicts(study: Plan, tmp_path: Path, seed: int) -> None:
    plan = replace(study, seed=seed)
    summary, progress, counts = run(plan, tmp_path / "study.sqlite")
    # 6 systems of 3 kinds, and 4 puzzles of 2 kinds in two encodings; two backends and two repeats each.
    assert (counts.jobs, counts.statuses, counts.verdicts) == (56, {"complete": 56}, {"agree": 28})
    assert (summary.done, summary.known) == (28, 28)
    assert (progress.total, progress.finished) == (56, 56)
    assert (progress.statuses, progress.verdicts) == (counts.statuses, counts.verdicts)
    with Store.open(tmp_path / "study.sqlite") as store:
        rows = [*store.rows()]
        assert {row.verdict for row in rows} == {"agree"}
        # Repeats have keys of their own.
        assert Counter(Counter(row.key for row in rows).values()) == {2: 12, 3: 8, 1: 8}
        before = {(row["input"], row["repeat"], row["key"]) for row in store.verdict_rows()}
    summary, progress, again = run(plan, tmp_path / "study.sqlite")
    assert (summary.waiting, summary.done, summary.verdicts, again) == (0, 0, {}, counts)
    with Store.open(tmp_path / "study.sqlite") as store:
        assert {(row["input"], row["repeat"], row["key"]) for row in store.verdict_rows()} == before


def test_one_of_two_jobs_runs_and_both_have_its_result(tmp_path: Path) -> None:
    with Store.create(tmp_path / "twins.sqlite", PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, LINES))
        works = [*store.waiting()]
        assert store.number_waiting() == 12
        assert len(works) == 8
        names = Counter(work.case.input.name for work in works)
        assert names["b"] == names["a"] + names["c"] == 4
        for work in works:
            assert len(store.sharing([work.number])) == (work.case.input.name != "b")
            store.keep([Outcome(work.number, f"key {work.number}", "timeout", limits=PLAN.limits)])
            assert not store.sharing([work.number])
        assert store.counts().statuses == {"timeout": 12}
        results = {(row.input, row.backend, row.repeat): row.key for row in store.rows()}
        for backend in PLAN.backends:
            assert [results["a", backend, n] == results["c", backend, n] for n in (1, 2)] == [True, True]
            assert results["a", backend, 1] != results["a", backend, 2]
        # A raised limit: again one of both.
        assert store.number_waiting(limits=Limits(seconds=20)) == 12
        assert len([*store.waiting(limits=Limits(seconds=20))]) == 8


def test_a_result_without_a_key_is_that_of_both(tmp_path: Path) -> None:
    with Store.create(tmp_path / "twins.sqlite", PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, LINES))
        store.keep([Outcome(work.number, "", "crashed") for work in store.waiting()])
        assert store.counts().statuses == {"crashed": 12}
        store.keep([Outcome(work.number, "", "crashed") for work in store.waiting(retry=["crashed"])])
        assert store.counts().statuses == {"crashed": 12}
        assert store.query("SELECT count(*) FROM results") == [(12,)]


def test_a_filter_chooses_which_of_both_runs(tmp_path: Path) -> None:
    with Store.create(tmp_path / "twins.sqlite", PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, LINES))
        for name in "ac":
            works = [*store.waiting([only([name])])]
            assert [work.case.input.name for work in works] == [name] * 4
            assert store.sharing(work.number for work in works) == {}
            store.keep([Outcome(work.number, f"k {work.number}", "complete") for work in works])
        assert store.counts().statuses == {"complete": 8, "waiting": 4}


def test_a_complete_result_and_its_verdict_stay_when_another_job_brings_the_same_key(tmp_path: Path) -> None:
    with Store.create(tmp_path / "twins.sqlite", PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, LINES))
        numbers = {(row.input, row.backend, row.repeat): row.number for row in store.rows()}
        for name, ended in (("a", 1.0), ("c", 2.0)):
            for backend in PLAN.backends:
                store.keep([Outcome(numbers[name, backend, 1], backend, "complete", ended=ended, host=name)])
            asked = [*store.to_judge()]
            assert [work.case.input.name for work in asked] == [name]
            kept = store.keep_verdicts([VerdictOutcome(one.number, 1, "k", "agree", "equal") for one in asked])
            assert len(kept) == 1
        assert {row.host for row in store.rows(status="complete")} == {"a"}
        assert store.counts().verdicts == {"agree": 2}
        # The job itself may be done again: then the verdicts over its result go, and are made anew.
        store.keep([Outcome(numbers["a", "sympy", 1], "sympy", "complete", ended=3.0, host="again")])
        assert {row.host for row in store.rows(backend="sympy", status="complete")} == {"again"}
        assert store.counts().verdicts == {}


def test_a_verdict_that_is_not_kept_is_not_told(tmp_path: Path) -> None:
    plan = replace(PLAN, repeat=1)
    with Store.create(tmp_path / "twins.sqlite", plan) as store:
        store.sync(plan, jobs_of(plan, LINES[:1]))
        works = [*store.waiting()]
        store.keep([Outcome(work.number, f"k {work.number}", "crashed") for work in works])
        (asked,) = store.to_judge()
        store.keep([Outcome(works[0].number, f"k {works[0].number}", "complete")])
        progress = Progress()
        driver = driving._Driver(plan, store, progress, only=(), retry=())
        driver.keep_verdicts([(asked, VerdictOutcome(asked.number, 1, "k", "agree", "equal"))])
        assert (progress.verdicts, driver.verdicts, store.counts().verdicts) == ({}, {}, {})


def test_an_input_that_says_the_same_comes_later(tmp_path: Path) -> None:
    plan = replace(PLAN, backends=("reference:split", "reference:general"))
    path = tmp_path / "twins.sqlite"
    with Store.create(path, plan) as store:
        for inputs, done, known in ((LINES[:2], 8, 0), (LINES, 0, 4)):
            store.sync(plan, jobs_of(plan, inputs))
            summary = driving.run_study(plan, store, workers=1)
            assert (summary.done, summary.known) == (done, known)
            assert summary.verdicts == {"agree": (done + known) // 2}
        assert store.counts().verdicts == {"agree": 6}


def test_an_input_that_says_the_same_and_cannot_be_read(tmp_path: Path) -> None:
    inputs = [(Input(name, "invalid", "", reason="no such file"), ()) for name in "ab"]
    plan = replace(PLAN, backends=("reference",))
    progress = Progress()
    with Store.create(tmp_path / "twins.sqlite", plan) as store:
        store.sync(plan, jobs_of(plan, inputs))
        summary = driving.run_study(plan, store, workers=1, progress=progress)
        assert (summary.done, summary.known, dict(progress.statuses)) == (1, 1, {"invalid": 2})
        assert store.counts().statuses == {"invalid": 2}
