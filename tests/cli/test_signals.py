"""Signals at any moment: one line at most, the right exit code, and nothing of Python's."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.cli.calling import SHIDOKU

COMMAND = [sys.executable, "-m", "casbridge"]
ROOT = Path(__file__).resolve().parents[2]


def signalled(number: signal.Signals, seconds: float, *arguments: str, folder: Path) -> tuple[int, str]:
    """The exit code and standard error of a command that gets a signal after so many seconds."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)},
    ) as child:
        time.sleep(seconds)
        child.send_signal(number)
        _, said = child.communicate(timeout=30)
    return child.returncode, said


@pytest.mark.slow
def test_an_interrupt_while_the_program_starts(tmp_path: Path) -> None:
    """From our first line on. What Python itself does before, or while it looks for packages, is not ours."""
    moments = random.Random(1)
    ours = 0
    for _ in range(25):
        code, said = signalled(signal.SIGINT, moments.uniform(0, 0.3), "solve", "2x2", "--limit", "1", folder=tmp_path)
        if code == 0 or (code in (1, -signal.SIGINT) and "casbridge" not in said.replace(str(ROOT), "")):
            continue
        assert (code, said) == (130, "casbridge: interrupted\n")
        ours += 1
    # On a quick machine most of them come too late.
    assert ours > 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_at_any_moment_of_a_crosscheck(number: signal.Signals, tmp_path: Path) -> None:
    moments = random.Random(number)
    line = "interrupted" if number is signal.SIGINT else f"ended by {number.name}"
    for _ in range(12):
        seconds = moments.uniform(0.3, 1.5)
        code, said = signalled(number, seconds, "crosscheck", "2x3", "--backends", "reference,sympy", folder=tmp_path)
        # Before `main` has taken over, SIGTERM and SIGHUP end the process as they end any other.
        assert (code, said) in ((128 + number, f"casbridge: {line}\n"), (-number, ""), (0, ""))
    assert not list(tmp_path.glob("casbridge-*"))


def test_a_closed_terminal_during_a_progress_bar(tmp_path: Path) -> None:
    # A new process makes the terminal its own. A fork of this one could wait for ever for a lock of another thread.
    owning = (
        "import fcntl, os, sys, termios\n"
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])\n"
    )
    arguments = ["-m", "casbridge", "generate", "-n", "100000", "--seed", "1", "-o", str(tmp_path / "puzzles")]
    terminal, inner = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", owning, *arguments],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},  # on one that is dumb there is no bar
        start_new_session=True,
    ) as child:
        os.close(inner)
        seen = b""
        deadline = time.monotonic() + 30
        while b"puzzles" not in seen and time.monotonic() < deadline:
            if select.select([terminal], [], [], 1)[0]:
                seen += os.read(terminal, 4096)
        os.close(terminal)
        assert child.wait(30) == 128 + signal.SIGHUP
    assert b"puzzles" in seen


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_terminal_that_is_gone(unbuffered: str) -> None:
    """Standard error that cannot be written is no disagreement, whether or not Python keeps text back."""
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    master, slave = os.openpty()
    os.close(master)
    try:
        done = subprocess.run(
            [*COMMAND, "solve", "x"], stdout=subprocess.PIPE, stderr=slave, cwd=ROOT, env=environment, check=False
        )
    finally:
        os.close(slave)
    assert done.returncode == 2


@pytest.mark.slow
def test_a_thread_that_does_not_end_holds_nobody_up() -> None:
    """An interrupted program does not wait for a thread that nobody can interrupt."""
    program = (
        "import sys, threading, time\n"
        "from casbridge.cli import main\n"
        "import casbridge.processes.groups\n"
        "threading.Thread(target=time.sleep, args=(60,)).start()\n"
        "sys.argv[1:] = ['count', '2x5']\n"
        "print('started', flush=True)\n"
        "sys.exit(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        time.sleep(1)
        child.send_signal(signal.SIGTERM)
        started = time.monotonic()
        _, said = child.communicate(timeout=30)
    assert time.monotonic() - started < 10
    assert (child.returncode, said) == (143, "casbridge: ended by SIGTERM\n")


def outcome_of(body: str) -> tuple[int, str, float]:
    """The exit code, standard error and seconds of the program, whose command is `body`: it interrupts itself."""
    program = (
        "import os, signal, sys, time\n"
        "from casbridge.cli import group, main\n"
        "class Dropping:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        time.sleep(60)\n"
        f"def outcome(given):\n{textwrap.indent(body, '    ')}\n"
        "group._outcome = outcome\n"
        "sys.exit(main())\n"
    )
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False, timeout=30
    )
    return done.returncode, done.stderr, time.monotonic() - started


def test_an_interrupt_that_python_drops_comes_again() -> None:
    """Exceptions in `__del__`, and in the callbacks of the import system, are dropped."""
    code, said, seconds = outcome_of("Dropping()\ntime.sleep(60)")
    assert (code, said) == (143, "casbridge: ended by SIGTERM\n")
    assert seconds < 15


@pytest.mark.slow
def test_an_interrupt_that_is_handled_does_not_come_again() -> None:
    body = (
        "try:\n    os.kill(os.getpid(), signal.SIGTERM)\n    time.sleep(60)\n"
        "finally:\n    time.sleep(3)\n    print('tidied', file=sys.stderr, flush=True)"
    )
    code, said, _ = outcome_of(body)
    assert (code, said) == (143, "tidied\ncasbridge: ended by SIGTERM\n")


def test_importing_the_package_leaves_signals_alone() -> None:
    program = (
        "import signal\nimport casbridge.cli\nfrom casbridge.cli import main\n"
        f"code = main(['solve', '{SHIDOKU}', '--format', 'line'])\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL\n"
        "raise SystemExit(code)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
