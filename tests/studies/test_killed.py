"""Nothing is lost: kill -9 of the driver, of a worker, of a CAS; Ctrl-C; a full disk."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import running_study
from living import none_left, processes_with

from casbridge.studies.store import Store
from casbridge.studies.values import COLUMNS

ROOT = Path(__file__).resolve().parents[2]
#: Columns that differ from run to run.
TIMES = ("wall_seconds", "cpu_seconds", "peak_memory", "load", "started", "ended", "attempt", "number")
ROUNDS = int(os.environ.get("CASBRIDGE_KILL_ROUNDS", "6"))


class Driver:
    """A driver at work, with a mark in its environment that all its processes inherit."""

    def __init__(self, folder: Path, command: Sequence[str] = ()) -> None:
        self.mark = f"CASBRIDGE_TEST_MARK={os.urandom(8).hex()}"
        name, _, value = self.mark.partition("=")
        program = str(Path(__file__).with_name("running_study.py"))
        own = [program, str(folder / "s.sqlite"), str(folder / "log"), "2"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), name: value}
        self.process = subprocess.Popen(
            [sys.executable, *(command or own)],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            cwd=folder,
        )

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        for pid in processes_with(self.mark):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def workers(self) -> list[int]:
        """The processes apart that the driver itself started."""
        return [pid for pid in self._marked(b"_serve") if _parent(pid) == self.process.pid]

    def programs(self) -> list[int]:
        """The CASs: scripts that workers run."""
        return self._marked(b"job.py")

    def _marked(self, argument: bytes) -> list[int]:
        found = []
        for pid in processes_with(self.mark):
            with suppress(OSError):
                if argument in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return found


def _parent(pid: int) -> int:
    with suppress(OSError, IndexError, ValueError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def told(log: Path) -> set[int]:
    """The jobs that were reported."""
    found = set()
    for line in log.read_text().splitlines() if log.exists() else ():
        with suppress(ValueError):  # the last line of a killed driver may be half
            event = json.loads(line)
            if event.get("event") == "job":
                found.add(event["job"])
    return found


def table(path: Path) -> list[dict[str, Any]]:
    with Store.open(path) as store:
        rows = [row.as_dict() for row in store.rows()]
    return sorted(
        ({name: row[name] for name in COLUMNS if name not in TIMES} for row in rows),
        key=lambda row: (row["input"], row["backend"], row["repeat"]),
    )


def check(folder: Path) -> None:
    """What was reported is in the store, and nothing is there twice."""
    path = folder / "s.sqlite"
    if not path.exists():
        assert not told(folder / "log")
        return
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        done = {number for (number,) in connection.execute("SELECT id FROM jobs WHERE result_id NOTNULL")}
        results, linked = connection.execute(
            "SELECT (SELECT count(*) FROM results), (SELECT count(DISTINCT result_id) FROM jobs)"
        ).fetchone()
    connection.close()
    assert told(folder / "log") <= done
    assert results == linked == len(done)


def wait_for(what: Any, seconds: float = 20) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("undisturbed")
    running_study.run(folder / "s.sqlite", folder / "log", 2)
    return table(folder / "s.sqlite")


@pytest.mark.slow
def test_kill_9_at_random_moments(tmp_path: Path, undisturbed: list[dict[str, Any]]) -> None:
    chance = random.Random(15)
    for number in range(ROUNDS):
        target = ("driver", "worker", "CAS")[number % 3]
        with Driver(tmp_path) as driver:
            time.sleep(chance.uniform(0.2, 1.6))
            if target == "driver":
                driver.process.kill()
            else:
                victims = driver.workers() if target == "worker" else driver.programs()
                for pid in chance.sample(victims, min(1, len(victims))):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(chance.uniform(0.1, 0.5))
                driver.process.kill()
            driver.process.wait()
            assert none_left(driver.mark, 10), f"round {number}: a process is left after the {target} was killed"
        check(tmp_path)
    # A CAS that somebody killed is a result too; it is asked again where that is wanted.
    running_study.run(tmp_path / "s.sqlite", tmp_path / "log", 2, ("crashed",))
    check(tmp_path)
    assert table(tmp_path / "s.sqlite") == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_driver_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    with Driver(tmp_path) as driver:
        wait_for(lambda: told(tmp_path / "log"))
        driver.process.send_signal(number)
        assert driver.process.wait(10) == (130 if number == signal.SIGINT else -signal.SIGTERM)
        assert none_left(driver.mark, 10)
    check(tmp_path)
    with Store.open(tmp_path / "s.sqlite") as store:
        counts = store.counts()
        assert 0 < counts.done < counts.jobs
        assert all(row.attempt <= 1 for row in store.rows())
    if number == signal.SIGINT:
        last = json.loads((tmp_path / "log").read_text().splitlines()[-1])
        assert last["event"] == "end"
        assert last["text"].endswith("the same command goes on")
        assert last["done"] == counts.done


@pytest.mark.slow
def test_one_worker_that_is_killed_costs_nothing_else(tmp_path: Path, undisturbed: list[dict[str, Any]]) -> None:
    with Driver(tmp_path) as driver:
        wait_for(lambda: told(tmp_path / "log"))
        os.kill(wait_for(driver.workers)[0], signal.SIGKILL)
        assert driver.process.wait(60) == 0
        assert none_left(driver.mark, 10)
    check(tmp_path)
    assert table(tmp_path / "s.sqlite") == undisturbed


STUDY = """
[study]
name = "interrupted"

[[inputs]]
family = "katsura"
n = [1, 2, 3, 4, 5]

[matrix]
backends = ["reference:general", "sympy:groebner"]
field = ["GF(101)", "GF(103)", "GF(107)"]

[run]
repeat = 5
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ([signal.SIGINT], 130),
        ([signal.SIGINT, signal.SIGINT], 130),
        ([signal.SIGTERM], 143),
        ([signal.SIGHUP], 129),
    ],
)
def test_the_command_ends_by_a_signal_and_goes_on(tmp_path: Path, numbers: list[signal.Signals], code: int) -> None:
    (tmp_path / "s.toml").write_text(STUDY)
    command = ["-m", "casbridge", "run", str(tmp_path / "s.toml"), "--log", str(tmp_path / "log")]
    with Driver(tmp_path, command=command) as driver:
        wait_for(lambda: told(tmp_path / "log"))
        for number in numbers:
            driver.process.send_signal(number)
            time.sleep(0.05)
        assert driver.process.wait(10) == code
        assert none_left(driver.mark, 10)
        assert driver.process.stderr is not None
        words = driver.process.stderr.read()
    check(tmp_path)
    assert "the same command goes on" in words
    assert words.splitlines()[-1] == (
        "casbridge: interrupted" if code == 130 else f"casbridge: ended by {numbers[0].name}"
    )
    with Store.open(tmp_path / "s.sqlite") as store:
        assert 0 < store.counts().done < store.counts().jobs
        assert all(row.attempt <= 1 for row in store.rows())


# -- a full disk ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_full_disk_stops_the_driver_and_it_goes_on(tmp_path: Path, undisturbed: list[dict[str, Any]]) -> None:
    """The largest size of a file stands for a full disk."""
    program = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        f"sys.path[:0] = [{str(ROOT)!r}, {str(Path(__file__).parent)!r}]\n"
        "import running_study\n"
        "from casbridge.errors import WriteError\n"
        "from casbridge.studies.jobs import jobs_of\n"
        "from casbridge.studies.store import Store\n"
        "path, plan = Path(sys.argv[1]), running_study.plan()\n"
        "with Store.create(path, plan) as store:\n"
        "    store.sync(plan, jobs_of(plan, running_study.inputs()))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "size = max(one.stat().st_size for one in path.parent.iterdir())\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        "    running_study.run(path, path.with_name('log'), 2)\n"
        "except WriteError as error:\n"
        "    print(error)\n"
        "    sys.exit(error.exit_code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "s.sqlite")], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 4, done.stderr
    assert "s.sqlite" in done.stdout
    check(tmp_path)
    for _ in range(2):  # a reader is told why it stopped, and so is one after the next driver
        with Store.open(tmp_path / "s.sqlite") as store:
            first = store.runs()[0]
            assert first["ended"] is not None
            assert first["stopped"] == done.stdout.strip()
        running_study.run(tmp_path / "s.sqlite", tmp_path / "log", 2)
    assert table(tmp_path / "s.sqlite") == undisturbed
