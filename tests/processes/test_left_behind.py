"""What is left behind when casbridge ends, however it ends: no program, no folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import fake_cas
import pytest
from living import none_left, processes_with

from casbridge.limits import Deadline
from casbridge.processes.groups import private_folder
from casbridge.processes.program import run_program

PARENT = """
import threading
from pathlib import Path
from casbridge.processes.groups import private_folder
from casbridge.processes.program import run_program

script = {script!r}
def work():
    with private_folder() as folder:
        (folder / "file").write_text("content")
        run_program(["sh", "-c", script], cwd=Path("."))
{how}
"""
STUBBORN = "trap '' TERM HUP; sleep 3600 & echo started > started; wait; sleep 3600"
#: It leaves its session, and no parent of it is left.
DAEMON = "setsid sh -c 'sleep 3600 & echo started > started; wait' & sleep 3600"
IN_MAIN, IN_THREAD = "work()", "threading.Thread(target=work).start()"

needs_setsid = pytest.mark.skipif(sys.platform != "linux", reason="environments of processes are shown on Linux only")


@pytest.fixture
def mark() -> str:
    return f"mark-{uuid.uuid4().hex}"


def wait_until(true: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def folders_in(folder: Path) -> list[str]:
    return [entry.name for entry in folder.iterdir() if entry.name.startswith("casbridge-")]


@pytest.mark.parametrize(
    ("script", "how", "number"),
    [
        (STUBBORN, IN_MAIN, signal.SIGTERM),
        (STUBBORN, IN_MAIN, signal.SIGKILL),
        (STUBBORN, IN_MAIN, signal.SIGINT),
        pytest.param(STUBBORN, IN_MAIN, signal.SIGHUP, marks=pytest.mark.slow),
        (STUBBORN, IN_THREAD, signal.SIGTERM),
        pytest.param(STUBBORN, IN_THREAD, signal.SIGKILL, marks=pytest.mark.slow),
        pytest.param(DAEMON, IN_MAIN, signal.SIGINT, marks=[needs_setsid, pytest.mark.slow]),
        pytest.param(DAEMON, IN_MAIN, signal.SIGKILL, marks=needs_setsid),
    ],
)
def test_nothing_is_left_when_casbridge_dies(
    tmp_path: Path, mark: str, script: str, how: str, number: signal.Signals
) -> None:
    temporary = tmp_path / "with a blank"
    temporary.mkdir()
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(how=how, script=script)],
        cwd=tmp_path,
        env={**os.environ, "CASBRIDGE_TEST_MARK": mark, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until((tmp_path / "started").exists)
    assert len(processes_with(mark)) >= 3
    assert len(folders_in(temporary)) == 1
    parent.send_signal(number)
    _, complaints = parent.communicate(timeout=30)
    assert none_left(mark, 30)
    wait_until(lambda: not folders_in(temporary))
    assert parent.returncode == -number
    assert ("KeyboardInterrupt" in complaints) == (number == signal.SIGINT)


@pytest.mark.slow
@needs_setsid
@pytest.mark.parametrize("end", ["exit 0", "exit 3", "kill -KILL $$", "sleep 3600"])
def test_a_daemon_ends_with_its_program(tmp_path: Path, mark: str, end: str) -> None:
    script = "setsid sh -c 'setsid sleep 3600 & echo started > started; sleep 3600' & "
    script += f"while ! [ -e started ]; do sleep 0.01; done; {end}"
    environment = {"CASBRIDGE_TEST_MARK": mark}
    run_program(["sh", "-c", script], cwd=tmp_path, environment=environment, deadline=Deadline.after(3))
    assert (tmp_path / "started").exists()
    assert none_left(mark, 30)


@needs_setsid
def test_daemons_that_just_begin_end_with_their_program(tmp_path: Path, mark: str) -> None:
    """A process that becomes another program shows no environment for a moment."""
    script = "for each in 1 2 3 4 5 6 7 8 9 10; do setsid sh -c 'setsid sleep 3600 & setsid sleep 3600' & done; "
    script += "kill -KILL $$"
    for _ in range(20):
        run_program(["sh", "-c", script], cwd=tmp_path, environment={"CASBRIDGE_TEST_MARK": mark})
    assert none_left(mark, 30)


def test_other_programs_daemons_live_on(tmp_path: Path) -> None:
    """Only what carries the mark of the program that ends is ended."""
    other = subprocess.Popen(["sleep", "3600"], start_new_session=True)
    try:
        run_program(["true"], cwd=tmp_path)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


FORKED = """
import multiprocessing, os, sys
from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends.protocol import Job
from casbridge.backends.singular import SingularBackend

backend = SingularBackend(sys.argv[1], environment={"CASBRIDGE_FAKE_COMPONENTS": "x"})

def work(number):
    (x,) = variables(Ring.of("x", Field(11)))
    return str(backend.run(Job(PolynomialSystem.of(x.ring, [x]))).status)

if __name__ == "__main__":
    work(0)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(work, range(4), 1))
        pool.close()
        pool.join()
    print(work(0))
"""


def test_nothing_is_left_by_the_workers_of_a_forked_pool(tmp_path: Path, mark: str) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    finished = subprocess.run(
        [sys.executable, "-c", FORKED, str(fake_cas.install(tmp_path))],
        env={**os.environ, "CASBRIDGE_TEST_MARK": mark, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.stdout.splitlines() == [str(["complete"] * 4), "complete"], finished.stderr
    assert none_left(mark, 30)
    wait_until(lambda: not folders_in(temporary))


def test_a_folder_is_its_owners(tmp_path: Path) -> None:
    with private_folder() as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        child = os.fork()
        if not child:
            os._exit(0)
        os.waitpid(child, 0)
        assert folder.is_dir()
    assert not folder.exists()


def test_many_calls_side_by_side(tmp_path: Path) -> None:
    from casbridge.processes.program import side_by_side

    told: list[tuple[int, int]] = []
    calls = [lambda number=number: number * number for number in range(20)]
    assert side_by_side(calls, lambda number, result: told.append((number, result))) == [n * n for n in range(20)]
    assert sorted(told) == [(n, n * n) for n in range(20)]


INTERRUPTED = """
import os, signal, sys, threading
from pathlib import Path
from casbridge.processes.program import run_program
from casbridge.processes.program import side_by_side

def work():
    run_program(["sh", "-c", "echo started >> started; sleep 3600"], cwd=Path("."))

{interrupt}
try:
    side_by_side([work] * 50)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "interrupt",
    [
        "threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()",
        # While threads are being started.
        "start, rest = threading.Thread.start, iter(range(7))\n"
        "def starts(thread):\n"
        "    if next(rest, None) == 5: signal.raise_signal(signal.SIGINT)\n"
        "    start(thread)\n"
        "threading.Thread.start = starts",
    ],
)
def test_an_interrupt_ends_calls_side_by_side(tmp_path: Path, mark: str, interrupt: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(interrupt=interrupt)],
        cwd=tmp_path,
        env={**os.environ, "CASBRIDGE_TEST_MARK": mark},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (finished.stdout, finished.stderr) == ("interrupted\n", "")
    assert none_left(mark, 30)
