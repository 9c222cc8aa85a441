"""A process apart as a fork: what it has of its parent, what it has not, and when it is a fresh process instead.

Each case is a program of its own, since a test is not the real program and never forks.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from casbridge.processes import forking
from tests.processes.test_apart import wait_until_gone

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")

ROOT = Path(__file__).parents[2]
BEGIN = """
import os, signal, sys, threading, time
from math import factorial
from casbridge.processes import forking
from casbridge.processes.apart import call
from tests.processes import work
forking.allow()
"""


def run(program: str, *, code: int = 0, input: str | None = None) -> str:
    """What a program says that may fork."""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + textwrap.dedent(program)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        input=input,
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_this_is_not_the_program() -> None:
    assert not forking.is_safe()


def test_the_child_has_what_its_parent_has_loaded() -> None:
    program = "work.HELD.append(1); print(call(factorial, 5), call(work.hold, 0), call(os.getppid) == os.getpid())"
    assert run(program) == "120 2 True\n"


@pytest.mark.parametrize(
    "before", ["forking._is_allowed = False", "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()"]
)
def test_a_fresh_process_where_a_fork_is_not_safe(before: str) -> None:
    """A test or a notebook; a second thread."""
    assert run(f"{before}; work.HELD.append(1); print(call(work.hold, 0))") == "1\n"


def test_what_the_parent_has_not_written_is_written_once() -> None:
    assert run("sys.stdout.write('once'); call(factorial, 5); call(factorial, 6)") == "once"


def test_what_the_child_says_goes_to_no_stream_of_the_parents() -> None:
    assert run("call(print, 'lost'); call(os.system, 'echo lost'); print('said')") == "said\n"


def test_the_child_reads_nothing_that_is_the_parents() -> None:
    assert run("print(call(os.read, 0, 5), sys.stdin.read())", input="given") == "b'' given\n"


def test_the_child_keeps_no_file_of_the_parents() -> None:
    program = """
    ours, theirs = os.pipe()
    call(factorial, 5)
    os.close(theirs)
    print(os.read(ours, 1))
    """
    assert run(program) == "b''\n"


def test_signals_are_as_in_a_fresh_process() -> None:
    program = """
    signal.signal(signal.SIGTERM, print)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    print(*[call(signal.getsignal, number) == wanted for number, wanted in [
        (signal.SIGTERM, signal.SIG_DFL), (signal.SIGINT, signal.SIG_DFL), (signal.SIGHUP, signal.SIG_IGN),
    ]], signal.getsignal(signal.SIGTERM) is print, signal.pthread_sigmask(signal.SIG_BLOCK, []))
    """
    assert run(program) == "True True True True set()\n"


def test_nothing_of_the_parents_end_happens_in_the_child() -> None:
    assert run("import atexit; atexit.register(print, 'end'); call(factorial, 5)") == "end\n"


def test_a_mistake_in_the_child_is_the_callers() -> None:
    program = """
    try:
        call(work.fail)
    except Exception as error:
        print(type(error).__name__, call(factorial, 3))
    """
    fresh = run("forking._is_allowed = False\n" + textwrap.dedent(program))
    assert run(program) == fresh


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_child_that_dies_is_an_error_and_the_next_call_has_another(number: signal.Signals) -> None:
    program = f"""
    from casbridge.errors import BackendError
    try:
        call(work.say_and_die, "the last words", {int(number)})
    except BackendError as error:
        print("the last words" in str(error) or "{number.name}" in str(error), call(factorial, 3))
    """
    assert run(program) == "True 6\n"


def test_a_child_ends_with_its_parent(tmp_path: Path) -> None:
    """Killed in the middle of a call, and before the child was told to begin."""
    told = tmp_path / "pid"
    program = f"""
    from pathlib import Path
    from casbridge.processes.apart import Call
    with Call(work.yield_and_hang, 1) as running:
        next(iter(running))
        Path({str(told)!r}).write_text(str(running._worker.group.pid))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    run(program, code=-signal.SIGKILL)
    wait_until_gone(int(told.read_text()))
    program = f"""
    from pathlib import Path
    nowhere = os.open(os.devnull, os.O_RDWR)
    hang = lambda: time.sleep(600)
    child = forking.Forked(hang, output=nowhere, keep=nowhere, environment={{}}, largest_file=1 << 20)
    Path({str(told)!r}).write_text(str(child.pid))
    os.kill(os.getpid(), signal.SIGKILL)
    """
    run(program, code=-signal.SIGKILL)
    wait_until_gone(int(told.read_text()))


def test_the_program_forks(tmp_path: Path) -> None:
    """Its process apart has the program's own command line."""
    path = tmp_path / "hard.txt"
    names = "x y z w"
    path.write_text(f"variables: {names}\n" + "\n".join(f"x^{k}*y - z^5*w + {k}*y^3*z - w^4 + 7" for k in range(3, 7)))
    command = [sys.executable, "-m", "casbridge", "charseries", str(path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            children: list[int] = []
            while not children and process.poll() is None:
                listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
                lines = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in listed}
                own = Path(f"/proc/{process.pid}/cmdline").read_bytes()
                children = [child for child, line in lines.items() if line == own]
            assert children
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
    wait_until_gone(children[0])
