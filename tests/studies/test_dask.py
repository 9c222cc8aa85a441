"""Dask: a cluster of processes runs a study; workers die and come; the table is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from fake_store import FakeStore, plan_of, works_of

from casbridge.errors import BackendError, UsageError
from casbridge.limits import Limits
from casbridge.studies import driver as driving
from casbridge.studies.driver import run_study
from casbridge.studies.executors import dask_executor
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.progress import Progress
from casbridge.studies.store import Store
from casbridge.studies.values import Input, Outcome, Work
from casbridge.studies.work import do_chunk

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PLAN = Plan("dask", (), ("reference:general", "reference:basis"), limits=Limits(seconds=60), repeat=2)
COMPARED = ("input", "backend", "repeat", "status", "components", "degree", "dimension", "key", "verdict")


def inputs() -> list[tuple[Input, tuple[str, ...]]]:
    text = "field: GF(101)\nvariables: x y z\nx^2 + y^2 - {}\nx*y - z\nz^2 - 3*x"
    return [(Input(f"system {n}", "system", text.format(n + 1)), ()) for n in range(16)]


def table(store: Store) -> list[tuple[object, ...]]:
    return sorted(tuple(getattr(row, name) for name in COMPARED) for row in store.rows())


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "dask", *arguments]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True) as started:
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler of its own, and its address."""
    import json

    file = folder / "scheduler.json"
    with process("scheduler", "--port", "0", "--no-dashboard", "--no-jupyter", "--scheduler-file", str(file)):
        deadline = time.monotonic() + 60
        while not file.exists() or not file.read_text().endswith("}"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def worker(address: str) -> contextmanager:  # type: ignore[valid-type]
    return process("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")


class Disturbing(Progress):
    """Kills a worker after some jobs, and adds another one after some more."""

    def __init__(self, victim: subprocess.Popen[bytes], address: str, stack: ExitStack) -> None:
        super().__init__()
        self.victim, self.address, self.stack = victim, address, stack
        self.killed = self.added = False

    def done(self, pairs: Sequence[tuple[Work, Outcome]]) -> None:
        super().done(pairs)
        if not self.killed and self.finished > 12:
            self.killed = True
            self.victim.send_signal(signal.SIGKILL)
        if not self.added and self.finished > 24:
            self.added = True
            self.stack.enter_context(worker(self.address))


def test_a_cluster_gives_the_same_table_though_workers_die_and_come(tmp_path: Path) -> None:
    with Store.create(tmp_path / "here.sqlite", PLAN) as store:
        store.sync(PLAN, jobs_of(PLAN, inputs()))
        run_study(PLAN, store, workers=2)
        expected = table(store)
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        workers = [stack.enter_context(worker(address)) for _ in range(4)]
        executor = dask_executor(address)
        deadline = time.monotonic() + 60
        while executor.workers < 4:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with Store.create(tmp_path / "there.sqlite", PLAN) as store:
            store.sync(PLAN, jobs_of(PLAN, inputs()))
            progress = Disturbing(workers[1], address, stack)
            summary = run_study(PLAN, store, executor, progress=progress)
            assert progress.killed
            assert progress.added
            assert summary.set_aside == 0
            assert table(store) == expected
            assert store.runs()[0]["executor"] == f"Dask at {address}"
        executor.shutdown()


def _die_on_seven(works: Sequence[Work]) -> list[Outcome]:
    if any(work.number == 7 for work in works):
        os.kill(os.getpid(), signal.SIGKILL)
    return do_chunk(works)


def test_a_job_that_kills_workers_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driving, "do_chunk", _die_on_seven)
    store = FakeStore(works_of(20))
    summary = run_study(plan_of(), store, lambda: dask_executor("local", 2))
    assert {number for number, one in store.outcomes.items() if one.status == "crashed"} == {7}
    assert summary.statuses == {"complete": 19, "crashed": 1}
    assert store.kept == dict.fromkeys(range(20), 1)


def test_what_is_no_cluster_is_told_in_a_line() -> None:
    with pytest.raises(UsageError, match="expected local, or a scheduler such as tcp://host:8786"):
        dask_executor("http://127.0.0.1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("casbridge.studies.executors._CLUSTER_SECONDS", 1)
        with pytest.raises(BackendError, match="no Dask scheduler answers at tcp"):
            dask_executor("tcp://127.0.0.1:9")


def test_without_the_extra_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(UsageError, match=r"pip install 'casbridge\[dask\]'"):
        dask_executor("local")
