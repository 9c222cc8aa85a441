"""Dask: a cluster of processes runs a study; workers die and come; the table is the same."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
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
from tests import fake_cas
from tests.cli.calling import Caller, process as cli_process

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
def process(*arguments: str, cwd: Path = ROOT, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    command = [sys.executable, "-m", "dask", *arguments]
    quiet = subprocess.DEVNULL
    how = {"stdout": quiet, "stderr": quiet, "cwd": cwd, "start_new_session": True}
    with subprocess.Popen(command, env=environment, **how) as started:
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A scheduler of its own, and its address."""
    file = folder / "scheduler.json"
    with process("scheduler", "--port", "0", "--no-dashboard", "--no-jupyter", "--scheduler-file", str(file)):
        deadline = time.monotonic() + 60
        while not file.exists() or not file.read_text().endswith("}"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def worker(address: str, cwd: Path = ROOT, **settings: str) -> contextmanager:  # type: ignore[valid-type]
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
    return process("worker", address, *options, cwd=cwd, **settings)


def await_workers(address: str, number: int) -> None:
    executor = dask_executor(address)
    deadline = time.monotonic() + 60
    while executor.workers < number:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    executor.shutdown()


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
        await_workers(address, 4)
        executor = dask_executor(address)
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


STUDY = """\
[[inputs]]
files = "*.txt"
[matrix]
backends = ["reference:general", "singular:minAssGTZ"]
[limits]
seconds = 30
[run]
seed = 1
"""


def test_the_command_on_a_cluster_tells_of_other_versions_first(tmp_path: Path) -> None:
    for number in range(12):
        text = f"variables: x y\nx^2 - 1\ny - x\n{number + 1}*x - {number + 1}*y\n"
        (tmp_path / f"{number:02}.txt").write_text(text)
    study = tmp_path / "study.toml"
    study.write_text(STUDY)
    (tmp_path / "bin").mkdir()
    here = {
        "CASBRIDGE_HIDE": "",
        "CASBRIDGE_SINGULAR": str(fake_cas.install(tmp_path / "bin")),
        "CASBRIDGE_FAKE_COMPONENTS": "x-1;y-1|x+1;y+1",
    }
    # Another Singular, and a casbridge whose code is another one.
    (tmp_path / "other").mkdir()
    other = fake_cas.install(tmp_path / "other")
    version = "#!/bin/sh\nexport CASBRIDGE_FAKE_VERSION='9.1.0 (9100'\n"
    other.write_text(other.read_text().replace("#!/bin/sh\n", version))
    there = {**here, "CASBRIDGE_SINGULAR": str(other), "PYTHONPATH": str(tmp_path / "other")}
    for name in ("casbridge", "templates"):
        shutil.copytree(ROOT / name, tmp_path / "other" / name, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "other" / "casbridge" / "lazy.py").open("a") as file:
        file.write("# changed\n")

    def run(*arguments: str | Path) -> None:
        said = cli_process("run", study, "--json", *arguments, environment=here, cwd=ROOT)
        assert said.code == 0, said
        assert said.document()["verdicts"] == {"agree": 12}

    log = tmp_path / "log.jsonl"
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        stack.enter_context(worker(address, **here))
        stack.enter_context(worker(address, tmp_path / "other", **there))
        await_workers(address, 2)
        run("--dask", address, "--log", log)
    events = [json.loads(line) for line in log.read_text().splitlines()]
    first = [event["event"] for event in events].index("job")
    told = [event["text"] for event in events[:first] if event["event"] == "versions"]
    assert len(told) == 2, events[:first]
    assert any("casbridge" in text and "(code " in text for text in told)
    assert any("has singular 9.1.0.0, and this machine 4.3.1" in text for text in told)
    assert not [event for event in events[first:] if event["event"] == "versions"]
    # Each row says its own version, and the table is that of this machine but for it.
    run("-o", tmp_path / "here.sqlite")
    columns = tuple(name for name in COMPARED if name != "key")
    tables = []
    for name in ("study", "here"):
        with Store.open(tmp_path / f"{name}.sqlite") as store:
            rows = [*store.rows()]
        tables.append(sorted(tuple(getattr(row, column) for column in columns) for row in rows))
        versions = {row.version for row in rows if row.backend.startswith("singular")}
        assert versions == ({"9.1.0.0", "4.3.1"} if name == "study" else {"4.3.1"})
    assert tables[0] == tables[1]


def test_the_command_where_no_scheduler_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("casbridge.studies.executors._CLUSTER_SECONDS", 1)
    study = tmp_path / "study.toml"
    study.write_text('[[inputs]]\nfamily = "cyclic"\nn = 2\n[matrix]\nbackends = "reference"\n')
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    started = time.monotonic()
    said = Caller(capsys)("run", study, "--dask", address)
    assert time.monotonic() - started < 15
    assert said.code == 3
    assert said.complaint().startswith(f"no Dask scheduler answers at {address}: ")
    assert said.complaint().endswith("start one with `dask scheduler`")
    assert Caller(capsys)("run", study).code == 0


def test_without_the_extra_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(UsageError, match=r"pip install 'casbridge\[dask\]'"):
        dask_executor("local")
