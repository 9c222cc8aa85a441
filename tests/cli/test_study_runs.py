"""Studies that end badly and go on: killed, interrupted, on a full disk, with a CAS that hangs, crashes or lies."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from living import none_left

from casbridge.studies.store import Store
from casbridge.studies.values import Row
from tests import fake_cas
from tests.cli.calling import Said, process

COMMAND = [sys.executable, "-m", "casbridge"]
ROOT = Path(__file__).resolve().parents[2]
#: How many systems there are.
JOBS = 24
STUDY = """\
[study]
name = "points"
[[inputs]]
files = "systems/*.txt"
[matrix]
backends = "singular:minAssGTZ"
[limits]
seconds = 30
[run]
crosscheck = false
"""


class Faked:
    """A study of systems with the zeros (1, 1) and (-1, -1), and a CAS that says so, or is told to fail."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.study = folder / "points.toml"
        self.store = folder / "points.sqlite"
        self.mark = f"mark-{uuid.uuid4().hex}"
        self.plan = folder / "plan"
        (folder / "systems").mkdir()
        (folder / "bin").mkdir()
        for number in range(1, JOBS + 1):
            text = f"# {number}\nvariables: x y\nx^2 - 1\ny - x\n{number}*x - {number}*y\n"
            (folder / "systems" / f"{number:02}.txt").write_text(text)
        self.write()
        self.environment = {
            "CASBRIDGE_HIDE": "",
            "CASBRIDGE_SINGULAR": str(fake_cas.install(folder / "bin")),
            "CASBRIDGE_FAKE_PLAN": str(self.plan),
            "CASBRIDGE_FAKE_COMPONENTS": "x-1;y-1|x+1;y+1",
            "CASBRIDGE_FAKE_MARK": self.mark,
        }

    def write(self, *changes: tuple[str, str]) -> None:
        text = STUDY
        for old, new in changes:
            assert text.count(old) == 1
            text = text.replace(old, new)
        self.study.write_text(text)

    def will(self, *faults: str) -> None:
        self.plan.write_text("".join(f"{fault}\n" for fault in faults))

    def __call__(self, command: str, *arguments: str | Path, **options: Any) -> Said:
        # The folder comes first where Python looks for casbridge.
        how = {"cwd": self.folder, "environment": self.environment, **options}
        return process(command, self.study, *arguments, **how)

    def run(self, *arguments: str | Path) -> dict[str, Any]:
        said = self("run", "--json", *arguments)
        assert said.code == 0, said
        return said.document()

    def started(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """A driver that has done some jobs, and not all: in the eighth one the CAS hangs."""
        self.will(*[""] * 7, "hang")
        driver = subprocess.Popen(
            [*COMMAND, "run", str(self.study), "--workers", "1", *arguments],
            env={**os.environ, **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
        end = time.monotonic() + 40
        while not (self.store.exists() and self.done() > 2):
            assert time.monotonic() < end
            assert driver.poll() is None, driver.communicate()
            time.sleep(0.02)
        return driver

    def rows(self) -> list[Row]:
        with Store.open(self.store) as store:
            return list(store.rows())

    def done(self) -> int:
        return sum(row.status != "waiting" for row in self.rows())


@pytest.fixture
def faked(tmp_path: Path) -> Iterator[Faked]:
    made = Faked(tmp_path)
    yield made
    assert none_left(made.mark, seconds=10)


# -- driver and signals -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_driver_that_is_killed_goes_on(faked: Faked) -> None:
    driver = faked.started()
    status = faked("status", "--json").document()
    assert (status["status"], status["driver"]["pid"]) == ("running", driver.pid)
    assert status["jobs"] == JOBS
    second = faked("run", "--json")
    assert (second.code, f"process {driver.pid}" in second.complaint()) == (2, True)
    driver.kill()
    driver.communicate(timeout=20)
    before = {row.input: row.started for row in faked.rows() if row.status == "complete"}
    assert 2 < len(before) < JOBS
    status = faked("status", "--json").document()
    assert (status["status"], status["driver"], status["runs"][-1]["ended"]) == ("partial", None, None)
    assert "stopped without writing why (killed, no space, or a copy without its -wal file)" in faked("status").out
    faked.will()
    document = faked.run()
    assert document["ran"] == JOBS - len(before)
    rows = faked.rows()
    assert [row.status for row in rows] == ["complete"] * JOBS
    # What was there is there as it was: nothing was done twice.
    assert {row.input: row.started for row in rows if row.input in before} == before
    assert len({row.key for row in rows}) == JOBS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "times", "whom"),
    [
        (signal.SIGINT, 1, "driver"),
        (signal.SIGINT, 1, "group"),  # as a terminal does
        (signal.SIGINT, 2, "driver"),
        (signal.SIGINT, 2, "group"),
        (signal.SIGTERM, 1, "driver"),
        (signal.SIGTERM, 1, "group"),
        (signal.SIGTERM, 1, "driver, --json"),
    ],
)
def test_a_signal_ends_a_study_that_goes_on(faked: Faked, number: signal.Signals, times: int, whom: str) -> None:
    log = faked.folder / "log.jsonl"
    as_json = ["--json"] if "--json" in whom else []
    driver = faked.started("--log", str(log), *as_json, start_new_session=True)
    sent = time.monotonic()
    for already in range(times):
        if already:
            time.sleep(0.1)
        if driver.poll() is None:
            (os.killpg if whom == "group" else os.kill)(driver.pid, number)
    printed, said = driver.communicate(timeout=20)
    # The job that runs hangs, and has 30 s.
    assert time.monotonic() - sent < 10
    assert driver.returncode == 128 + number
    assert [json.loads(line)["exit_code"] for line in printed.splitlines()] == [128 + number] * len(as_json)
    *_, told, last = said.splitlines()
    assert last == f"casbridge: {'interrupted' if number is signal.SIGINT else 'ended by SIGTERM'}"
    assert told.startswith("stopped; ")
    assert told.endswith("the same command goes on")
    assert "Traceback" not in said
    assert none_left(faked.mark, seconds=10)
    # What was reported is in the store.
    events = [json.loads(line) for line in log.read_text().splitlines()]
    reported = {event["job"] for event in events if event["event"] == "job"}
    assert events[-1]["running"] == []
    kept = {row.number for row in faked.rows() if row.status == "complete"}
    assert 0 < len(reported) <= len(kept) < JOBS
    assert reported <= kept
    # The interrupted job counts for nothing, and the table gets that of an undisturbed run.
    faked.will()
    assert faked.run()["ran"] == JOBS - len(kept)
    ended = table(faked.rows())
    faked.store = faked.folder / "undisturbed.sqlite"
    faked.run("-o", faked.store)
    assert ended == table(faked.rows())


def table(rows: list[Row]) -> list[tuple[object, ...]]:
    """What does not depend on the moment at which a job ran."""
    names = ("input", "backend", "repeat", "status", "reason", "components", "degree", "dimension", "attempt", "key")
    return sorted(tuple(getattr(row, name) for name in names) for row in rows)


@pytest.mark.slow
def test_a_full_disk_ends_a_study_that_goes_on(faked: Faked) -> None:
    """A limit on the size of files is a full disk for SQLite."""
    faked.run("--sample", "2", "--workers", "1")
    size = max(file.stat().st_size for file in faked.folder.glob("points.sqlite*"))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4096, size + 4096))

    done = faked.done()
    said = faked("run", "--json", "--workers", "1", preexec_fn=limit)
    assert said.code == 4, said
    assert "points.sqlite" in said.document()["error"]
    assert "make room" in said.document()["error"]
    assert done <= faked.done() < JOBS
    done = faked.done()
    assert faked.run()["ran"] == JOBS - done


# -- a CAS that fails -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_raised_limit_does_what_was_stopped_again(faked: Faked) -> None:
    faked.will("hang", "segfault", "hang")
    few = ("--only", "systems/0[1-4].txt", "--workers", "1")
    first = faked.run(*few, "--timeout", "2")
    assert first["statuses"] == {"complete": 1, "crashed": 1, "timeout": 2, "waiting": JOBS - 4}
    # Nothing changed, or the limit is lower: nothing runs.
    assert faked.run(*few, "--timeout", "2")["ran"] == 0
    assert faked.run(*few, "--timeout", "1")["ran"] == 0
    # Higher: what was stopped runs, and the crash does not.
    again = faked.run(*few, "--timeout", "10")
    assert (again["ran"], again["statuses"]) == (2, {"complete": 3, "crashed": 1, "waiting": JOBS - 4})
    again = faked.run(*few, "--retry", "crashed")
    assert (again["ran"], again["statuses"]) == (1, {"complete": 4, "waiting": JOBS - 4})


@pytest.mark.slow
def test_a_disagreement_is_exit_code_1_until_it_is_gone(faked: Faked) -> None:
    faked.write(('"singular:minAssGTZ"', '["singular:minAssGTZ", "reference"]'), ("crosscheck = false", "seed = 1"))
    faked.will("drop")
    few = ("--only", "systems/0[1-2].txt", "--workers", "1")
    said = faked("run", "--json", *few)
    assert said.code == 1
    assert said.document()["verdicts"] == {"agree": 1, "disagree": 1}
    shown = faked("run", *few)
    assert (shown.code, "disagree: wrong: singular:minAssGTZ" in shown.out) == (1, True)
    # Only what the wrong answer was about is judged again.
    with Store.open(faked.store) as store:
        (wrong,) = store.verdict_rows(kind="disagree")
    retried = faked("run", "--json", "--only", wrong["input"], "--only", "backends=singular", "--retry", "complete")
    assert retried.code == 0
    assert retried.document()["verdicts"] == {"agree": 2}


@pytest.mark.slow
def test_a_changed_template_runs_what_it_touches(faked: Faked, tmp_path: Path) -> None:
    for name in ("casbridge", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    faked.write(('"singular:minAssGTZ"', '["singular:minAssGTZ", "singular:std", "reference"]'))
    few = ("--only", "systems/0[1-3].txt", "--workers", "1")
    assert faked.run(*few)["ran"] == 9
    assert faked.run(*few)["ran"] == 0
    template = tmp_path / "templates" / "singular" / "std.sing.j2"
    text = template.read_text()
    assert text.count("{% block compute %}\n") == 1
    template.write_text(text.replace("{% block compute %}\n", "{% block compute %}\n// one line more\n"))
    again = faked.run(*few)
    assert (again["ran"], again["known"]) == (3, 6)
    # The template as it was: the results are there still.
    shutil.copy(ROOT / "templates" / "singular" / "std.sing.j2", template)
    assert faked.run(*few)["ran"] == 0
