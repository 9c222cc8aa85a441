"""Readers beside a driver: status in a loop, frames, rows and exports, while a real study runs, stops and goes on."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from casbridge.studies.plan import Plan
from casbridge.studies.store import Store

INPUTS, REPEATS = 34, 3
JOBS = INPUTS * REPEATS * 2
STUDY = f"""
[[inputs]]
files = "*.txt"
[matrix]
backends = ["reference", "reference:general"]
[limits]
seconds = 60
[run]
repeat = {REPEATS}
"""
# Each prints a line for what it saw, until a file says that it is enough.
HEAD = """
import json, sys
from pathlib import Path
import casbridge
from casbridge.cli import main
from contextlib import redirect_stdout
from io import StringIO
path = Path(sys.argv[1])
study = casbridge.open_study(path)
while True:
    last = path.with_name("enough").exists()
"""
STATUS = """
    said = StringIO()
    with redirect_stdout(said):
        code = main(["status", str(path), "--json"])
    assert code == 0, code
    found = json.loads(said.getvalue())
    print(json.dumps([found["jobs"], sum(found["statuses"].values()), found["done"], sum(found["verdicts"].values())]))
    if last: break
"""
FRAME = """
    frame = study.frame()
    done = int((frame["status"] != "waiting").sum())
    assert frame["number"].is_unique
    rows = [*study.results()]
    verdicts = [*study.verdicts()]
    assert len({(one["case"], one["repeat"]) for one in verdicts}) == len(verdicts)
    assert all(study.answer(row) is not None for row in rows[:3] if row.status == "complete")
    exported = study.export(path.with_name("rows.csv"))
    print(json.dumps([len(frame), len(rows), done, int((frame["verdict"] != "").sum()) // 2, exported]))
    if last: break
"""


@contextmanager
def reader(study: Path, program: str) -> Iterator[subprocess.Popen[str]]:
    arguments = [sys.executable, "-c", HEAD + program, str(study)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def driver(study: Path, *more: str) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-m", "casbridge", "run", str(study), "--workers", "1", "--json", *more]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_readers_see_whole_tables_while_a_driver_writes(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY)
    for number in range(INPUTS):
        (tmp_path / f"{number:02}.txt").write_text(f"field: GF(101)\nx^2 + y^2 - {number + 1}\nx*y - z\nz^2 - 3*x\n")
    # The store is there, with no job done.
    assert driver(study, "--only", "00.txt", "--only", "repeat=1").wait(60) == 0
    with reader(study, STATUS) as first, reader(study, FRAME) as second:
        # The driver comes and goes: each end of it takes the log away, each begin makes one.
        for number in (1, 2):
            assert driver(study, "--only", f"0{number}.txt").wait(60) == 0
        killed = driver(study)
        time.sleep(2)
        killed.kill()
        killed.wait(10)
        last = driver(study)
        out, told = last.communicate(timeout=120)
        assert last.returncode == 0, told
        (tmp_path / "enough").touch()
        said = [process.communicate(timeout=60) for process in (first, second)]
        assert [(process.returncode, errors) for process, (_, errors) in zip((first, second), said, strict=True)] == [
            (0, "")
        ] * 2
    counted, framed = ([json.loads(line) for line in lines.splitlines()] for lines, _ in said)
    assert len(counted) > 20
    assert len(framed) > 5
    assert all(jobs == total == JOBS for jobs, total, *_ in counted)
    assert all(jobs == rows == exported == JOBS for jobs, rows, _, _, exported in framed)
    for seen in (counted, framed):
        done, verdicts = [one[2] for one in seen], [one[3] for one in seen]
        # Nothing that was seen goes away.
        assert done == sorted(done)
        assert verdicts == sorted(verdicts)
        assert (done[0] < 30, done[-1], verdicts[-1]) == (True, JOBS, JOBS // 2)
        assert any(30 < number < JOBS for number in done)
    with Store.open(tmp_path / "study.sqlite") as store:
        assert store.query("PRAGMA integrity_check") == [("ok",)]
    assert json.loads(out)["statuses"] == {"complete": JOBS}


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="the system does not list its locks")
def test_a_transaction_that_the_logs_index_lacks_is_not_shown(tmp_path: Path) -> None:
    """A driver is killed when its log has a transaction, and its index has not: no reader shows it."""
    path, log = tmp_path / "study.sqlite", tmp_path / "study.sqlite-wal"
    Store.create(path, Plan("two", (), ("reference",))).close()
    program = """
import os, shutil, sys
from casbridge.studies.store import Store
store = Store.open(sys.argv[1], write=True)
store._note({"number": 1})
print(flush=True)
sys.stdin.read()
shutil.copy(sys.argv[1], "copy.sqlite")
shutil.copy(sys.argv[1] + "-wal", "copy.sqlite-wal")
os.kill(os.getpid(), 9)
"""
    other = (
        "import os, sqlite3; c = sqlite3.connect('copy.sqlite', isolation_level=None)\n"
        "c.execute(\"UPDATE study SET value = '2' WHERE name = 'number'\"); os.kill(os.getpid(), 9)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as driver:
        assert driver.stdout is not None
        driver.stdout.readline()
        reader = (
            "import sys; from casbridge.studies.store import Store; s = Store.open(sys.argv[1]); s.about('number')\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", f"{reader}print(flush=True); sys.stdin.read()", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as first:
            assert first.stdout is not None
            first.stdout.readline()
            driver.communicate()
            subprocess.run([sys.executable, "-c", other], cwd=tmp_path, check=False)
            longer = (tmp_path / "copy.sqlite-wal").read_bytes()
            assert longer.startswith(log.read_bytes())
            assert len(longer) > log.stat().st_size
            with log.open("r+b") as file:
                file.write(longer)
            for _ in range(3):
                with Store.open(path) as store:
                    assert store.about("number") == 1
            first.communicate()
        with Store.open(path) as store:
            assert store.about("number") == 1
    assert not log.exists()
