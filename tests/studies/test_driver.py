"""The driver: all jobs are done once, each is kept before it is told, and deaths of workers cost what they should."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_store import FakeStore, plan_of, works_of

from benchmarks.simulated import SimulatedWorkers
from casbridge.errors import BackendError, UsageError
from casbridge.processes.pool import ProcessPool
from casbridge.studies import driver as driving
from casbridge.studies.driver import run_study
from casbridge.studies.executors import Crew, deaths_in, differing
from casbridge.studies.progress import Progress, duration, watching
from casbridge.studies.values import Outcome, VerdictOutcome, Work
from casbridge.studies.work import do_chunk, keys_of_chunk


def outcomes_of(works: Sequence[Work]) -> list[Outcome]:
    return [Outcome(work.number, f"key {work.number}", "complete", basis=work.basis) for work in works]


class Watched(Progress):
    """Checks that what is told is in the store."""

    def __init__(self, store: FakeStore) -> None:
        super().__init__()
        self.store = store
        self.warnings: list[str] = []

    def done(self, pairs: Sequence[tuple[Work, Outcome]]) -> None:
        for work, outcome in pairs:
            assert self.store.outcomes[work.number] == outcome
        super().done(pairs)

    def warn(self, event: str, text: str, **fields: Any) -> None:
        self.warnings.append(text)
        super().warn(event, text, **fields)


# -- with processes of this machine -----------------------------------------------------------------------------------


def test_all_jobs_are_done_once() -> None:
    store = FakeStore(works_of(50))
    summary = run_study(plan_of(), store, workers=2, progress=Watched(store))
    assert (summary.waiting, summary.done, summary.statuses) == (50, 50, {"complete": 50})
    assert {outcome.status for outcome in store.outcomes.values()} == {"complete"}
    assert set(store.kept.values()) == {1}
    assert store.transactions < 50
    assert store.runs[0]["executor"] == "processes on this machine"
    assert store.runs[0]["ended"]
    assert (store.runs[0]["done"], store.runs[0]["statuses"], store.runs[0]["running"]) == (50, {"complete": 50}, [])
    again = run_study(plan_of(), store, workers=2)
    assert (again.waiting, again.done) == (0, 0)


def test_what_runs_is_told_without_what_waits_for_a_worker() -> None:
    store = FakeStore(works_of(12))
    told: list[int] = []

    class Telling(Watched):
        def done(self, pairs: Sequence[tuple[Work, Outcome]]) -> None:
            told.append(len(self.running))
            super().done(pairs)

    run_study(plan_of(), store, workers=1, progress=Telling(store))
    assert set(told) <= {0, 1}


def test_a_dry_run() -> None:
    store = FakeStore(works_of(9))
    dry = run_study(plan_of(), store, workers=2, dry_run=True)
    assert (dry.waiting, dry.workers, dry.longest, store.outcomes) == (9, 2, 100.0, {})
    assert run_study(plan_of(), store, workers=1).waiting == dry.waiting
    assert run_study(plan_of(), store, workers=2, dry_run=True).waiting == 0


def test_memory_is_shared_among_workers() -> None:
    limits = []

    class Store(FakeStore):
        def waiting(self, *given: Any) -> Any:
            limits.append(given[2].memory)
            return super().waiting(*given)

    for workers in (1, 4):
        run_study(plan_of(), Store([]), SimulatedWorkers(workers, outcomes_of))
    assert limits[0] // 4 <= limits[-1] < limits[0]


class Dying(SimulatedWorkers):
    """Dies with each call that has one of some jobs."""

    def __init__(self, killers: Sequence[int], workers: int = 3, error: BaseException | None = None) -> None:
        super().__init__(workers, outcomes_of)
        self.killers, self.error = killers, error or OSError("the worker died")
        self.calls: list[tuple[int, ...]] = []

    def step(self) -> bool:
        if not self._due:
            return False
        _, _, future, works = min(self._due, key=lambda one: one[1])
        self._due = [one for one in self._due if one[2] is not future]
        numbers = tuple(work.number for work in works)
        self.calls.append(numbers)
        if set(numbers) & set(self.killers):
            future.set_exception(self.error)
        else:
            future.set_result(self._answer(works))
        return True


def run_simulated(store: FakeStore, executor: SimulatedWorkers, **options: Any) -> driving.Summary:
    """Run with an executor whose calls come back when the driver waits."""

    class Back:
        """A queue that lets a call come back when it is asked."""

        def __init__(self) -> None:
            self.items: list[Any] = []

        def put(self, item: Any) -> None:
            self.items.append(item)

        def get(self, timeout: float) -> Any:
            while not self.items and executor.step():
                pass
            return self.get_nowait()

        def get_nowait(self) -> Any:
            if not self.items:
                raise driving.Empty
            return self.items.pop(0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driving, "SimpleQueue", Back)
        return run_study(plan_of(), store, executor, **options)


def test_a_job_that_kills_three_workers_is_set_aside() -> None:
    store = FakeStore(works_of(20))
    executor = Dying([3, 11])
    progress = Watched(store)
    summary = run_simulated(store, executor, progress=progress)
    assert {number for number, one in store.outcomes.items() if one.status == "crashed"} == {3, 11}
    assert store.attempts == {3: 3, 11: 3}
    assert (summary.set_aside, summary.done) == (2, 20)
    assert "3 workers died with it; the last one: the worker died" in store.outcomes[3].reason
    assert store.outcomes[3].key
    # It was in a chunk first, then alone, then alone with nothing else out; the last three count.
    assert [call for call in executor.calls if 3 in call][1:] == [(3,)] * 4
    assert set(store.kept.values()) == {1}
    assert any("alone" in text for text in progress.warnings)


def test_a_suspect_runs_with_nothing_else_where_a_death_may_be_another_s() -> None:
    store = FakeStore(works_of(40))
    beside: list[int] = []

    class Counting(Dying):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(args[0]) == 1 and args[0][0].number in self.killers and self.calls:
                beside.append(len(self._due))
            return super().submit(fn, *args, **kwargs)

    run_simulated(store, Counting([5], workers=4))
    assert beside[-3:] == [0, 0, 0]
    assert store.outcomes[5].status == "crashed"
    assert sum(one.status == "complete" for one in store.outcomes.values()) == 39


def test_deaths_that_are_no_job_s_fault_cost_no_job() -> None:
    store = FakeStore(works_of(2000))
    executor = SimulatedWorkers(50, outcomes_of, seed=3, death=0.02)
    summary = run_simulated(store, executor)
    assert executor.deaths > 3
    assert summary.statuses == {"complete": 2000}
    assert set(store.kept.values()) == {1}


def test_few_calls_are_out_at_any_time() -> None:
    executor = SimulatedWorkers(10, outcomes_of)
    run_simulated(FakeStore(works_of(3000)), executor)
    assert executor.most_out <= 2 * 10


def test_fewer_outcomes_than_jobs_go_out_again() -> None:
    store = FakeStore(works_of(30))
    run_simulated(store, SimulatedWorkers(3, lambda works: outcomes_of(works[:1])))
    assert store.kept == dict.fromkeys(range(30), 1)


def _die_on_seven(works: Sequence[Work]) -> list[Outcome]:
    if any(work.number == 7 for work in works):
        os.kill(os.getpid(), signal.SIGKILL)
    return outcomes_of(works)


def test_a_process_that_dies_costs_its_own_job_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "do_chunk", _die_on_seven)
    store = FakeStore(works_of(30))
    run_study(plan_of(), store, workers=2)
    assert [number for number, one in store.outcomes.items() if one.status == "crashed"] == [7]
    assert "SIGKILL" in store.outcomes[7].reason
    assert store.kept == dict.fromkeys(range(30), 1)


@pytest.mark.slow
def test_an_executor_that_breaks_as_a_whole_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "do_chunk", _die_on_seven)
    store = FakeStore(works_of(30))
    run_study(plan_of(), store, lambda: ProcessPoolExecutor(2))
    assert [number for number, one in store.outcomes.items() if one.status == "crashed"] == [7]
    assert store.kept == dict.fromkeys(range(30), 1)
    with ProcessPoolExecutor(2) as one, pytest.raises(BackendError, match="a function that makes an executor"):
        run_study(plan_of(), FakeStore(works_of(30)), one)


def test_threads_are_an_executor_too() -> None:
    store = FakeStore(works_of(12))
    with ThreadPoolExecutor(2) as threads:
        assert run_study(plan_of(), store, threads).statuses == {"complete": 12}


def _hang(works: Sequence[Work]) -> list[Outcome]:
    time.sleep(60)
    return []


@pytest.mark.slow
def test_a_worker_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "do_chunk", _hang)
    monkeypatch.setattr(driving, "_GRACE_SECONDS", 0.1)
    monkeypatch.setattr(driving, "MEASURE_SECONDS", 0.0)
    store = FakeStore(works_of(1, seconds=0.05))
    started = time.monotonic()
    run_study(plan_of(seconds=0.05), store, workers=1)
    assert store.outcomes[0].status == "crashed"
    assert time.monotonic() - started < 20


# -- keys that are there already --------------------------------------------------------------------------------------


def test_a_result_that_is_there_is_linked() -> None:
    works = works_of(6)
    store = FakeStore(works)
    others = {key: Outcome(0, key, "complete", reason="from before") for key in keys_of_chunk(works[:4])}
    summary = run_study(plan_of(), store, workers=1, reuse=[others])
    assert (summary.known, summary.done) == (4, 2)
    assert [one.reason for _, one in sorted(store.outcomes.items())] == ["from before"] * 4 + [""] * 2


# -- verdicts ---------------------------------------------------------------------------------------------------------


class Judge:
    """Stands for casbridge.studies.verdicts."""

    JUDGE = "test"
    FAILED = "failed"

    @staticmethod
    def judge_chunk(works: Sequence[Any]) -> list[VerdictOutcome]:
        return [VerdictOutcome(work.number, work.repeat, "k", "agree", "equal") for work in works]

    @staticmethod
    def key_of_answers(answers: Any, generic: bool) -> str:
        return "k"


def test_cases_that_are_done_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "casbridge.studies.verdicts", Judge)
    store = FakeStore(works_of(25))
    store.judged = True
    store.keep(outcomes_of(list(store.works.values())[:5]))  # done in an earlier run, without verdicts
    with ThreadPoolExecutor(2) as threads:
        summary = run_study(plan_of(crosscheck=True), store, threads)
    assert summary.verdicts == {"agree": 25}
    assert len(store.verdicts) == 25


def test_a_verdict_that_kills_workers_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killer(Judge):
        @staticmethod
        def judge_chunk(works: Sequence[Any]) -> list[VerdictOutcome]:
            if any(work.number == 2 for work in works):
                raise OSError("the worker died")
            return Judge.judge_chunk(works)

    monkeypatch.setitem(sys.modules, "casbridge.studies.verdicts", Killer)
    store = FakeStore(works_of(5))
    store.judged = True
    with ThreadPoolExecutor(2) as threads:
        run_study(plan_of(crosscheck=True), store, threads)
    assert {number: one.kind for (number, _), one in store.verdicts.items()} == {
        number: "failed" if number == 2 else "agree" for number in range(5)
    }
    assert "3 workers died" in store.verdicts[2, 1].reason
    assert not store.attempts


def test_a_disagreement_is_the_exit_code() -> None:
    assert driving.Summary(verdicts={"agree": 1}).exit_code == 0
    assert driving.Summary(verdicts={"agree": 1, "disagree": 1}).exit_code == 1


# -- the end ----------------------------------------------------------------------------------------------------------


def test_an_interrupt_keeps_what_is_done_and_counts_for_nothing() -> None:
    store = FakeStore([replace(work, backend="reference") for work in works_of(100)])

    class Interrupting(Progress):
        def done(self, pairs: Sequence[tuple[Work, Outcome]]) -> None:
            super().done(pairs)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(plan_of(), store, workers=2, progress=Interrupting())
    assert 0 < len(store.outcomes) < 100
    assert not store.attempts
    assert store.runs[0]["ended"]
    assert (store.runs[0]["done"], store.runs[0]["running"]) == (len(store.outcomes), [])
    left = 100 - len(store.outcomes)
    assert run_study(plan_of(), store, workers=2).done == left
    assert store.kept == dict.fromkeys(range(100), 1)
    assert not [one for one in threading.enumerate() if one.name == "casbridge-pool"]


# -- executors --------------------------------------------------------------------------------------------------------


def test_a_crew_tells_what_it_is() -> None:
    with Crew(workers=1) as crew:
        assert crew.versions(["reference"]).popitem()[1].keys() == {"casbridge", "reference"}
    with ThreadPoolExecutor(3) as threads:
        crew = Crew(threads)
        assert (crew.width, crew.isolates, crew.name) == (3, False, "ThreadPoolExecutor")
        assert len(crew.versions(["reference"])) == 1
    with pytest.raises(UsageError, match="0 workers"):
        Crew(workers=0)


def test_hosts_with_other_versions_are_told_first() -> None:
    class Elsewhere(ThreadPoolExecutor):
        def versions(self, backends: Sequence[str]) -> dict[str, dict[str, str]]:
            return {"node7": {"reference": "0.0.1"}}

    store = FakeStore(works_of(1))
    progress = Watched(store)
    with Elsewhere(1) as threads:
        summary = run_study(plan_of(), store, threads, progress=progress)
    assert progress.warnings == list(summary.messages)
    assert summary.messages[0].startswith("node7 has reference 0.0.1, and this machine ")
    assert differing({"a": {"casbridge": "1 (code aa)"}}, {"casbridge": "1 (code bb)"}) == [
        "a has casbridge 1 (code aa), and this machine 1 (code bb)"
    ]
    assert differing({"a": {"x": ""}}, {"x": "1"}) == ["a has no x, and this machine 1"]


def test_deaths_that_an_executor_tried_again_count() -> None:
    class KilledWorker(Exception):
        allowed_failures = 2

    assert deaths_in(KilledWorker()) == 3
    assert deaths_in(BrokenExecutor()) == 1


# -- progress ---------------------------------------------------------------------------------------------------------


def test_plain_lines_and_json_lines(tmp_path: Path) -> None:
    store, stream, log = FakeStore(works_of(3)), io.StringIO(), tmp_path / "study.log"
    with watching(log=log, stream=stream) as progress:
        run_study(plan_of(), store, workers=1, progress=progress)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "3 jobs to do, 1 worker"
    assert lines[-1].startswith("3 of 3 jobs")
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert [event["event"] for event in events] == ["begin", "job", "job", "job", "end"]
    assert sorted(event["input"] for event in events[1:4]) == ["line 0", "line 1", "line 2"]
    assert events[-1]["statuses"] == {"complete": 3}
    assert not logging.getLogger("casbridge.studies").handlers


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("casbridge.studies.progress._DRAWN_SECONDS", 0.0)
    store, stream = FakeStore(works_of(3)), Terminal()
    with watching(stream=stream) as progress:
        run_study(plan_of(), store, workers=1, progress=progress)
    shown = stream.getvalue()
    assert "3 of 3 jobs" in shown
    assert "3 complete" in shown
    assert "\x1b[" in shown


def test_quiet_shows_warnings_only() -> None:
    stream = io.StringIO()
    with watching(stream=stream, quiet=True) as progress:
        progress.begin(3, 1)
        progress.warn("death", "a worker died")
    assert stream.getvalue() == "a worker died\n"


def test_times_in_words() -> None:
    assert [duration(seconds) for seconds in (1, 99, 120, 7_000)] == ["1 s", "99 s", "2 min", "1 h 56 min"]


# -- the pool ---------------------------------------------------------------------------------------------------------


def test_a_pool_is_an_executor() -> None:
    with ProcessPool(2) as pool:
        assert isinstance(pool, Executor)
        assert list(pool.map(divmod, range(5), [3] * 5)) == [divmod(n, 3) for n in range(5)]
        with pytest.raises(TypeError):
            pool.submit(divmod, a=1)
    with pytest.raises(RuntimeError):
        pool.submit(divmod, 1, 1)


def test_a_killed_pool_leaves_no_process() -> None:
    pool = ProcessPool(2)
    futures = [pool.submit(time.sleep, 60) for _ in range(4)]
    while sum(future.running() for future in futures) < 2:
        time.sleep(0.01)
    pool.kill()
    assert all(future.done() for future in futures)
    assert do_chunk([works_of(1)[0]])
