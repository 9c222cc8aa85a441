"""Limits that hold, and nothing left behind."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from living import none_left

from casbridge.errors import BackendError
from casbridge.limits import Deadline
from casbridge.processes.ended import Finished
from casbridge.processes.groups import ProcessGroup, end_all
from casbridge.processes.program import run_program

MIB = 1 << 20


@pytest.fixture
def mark() -> str:
    return f"mark-{uuid.uuid4().hex}"


@pytest.fixture
def python(tmp_path: Path, mark: str) -> Callable[..., Finished]:
    def run(program: str, seconds: float = 20, **limits: Any) -> Finished:
        environment = {"CASBRIDGE_TEST_MARK": mark}
        argv = [sys.executable, "-S", "-c", program]
        return run_program(argv, cwd=tmp_path, environment=environment, deadline=Deadline.after(seconds), **limits)

    return run


def test_an_ordinary_end(python: Callable[..., Finished]) -> None:
    finished = python("import sys; print('out'); sys.stdout.flush(); print('err', file=sys.stderr); sys.exit(3)")
    assert (finished.ended, finished.exit_code, finished.signal) == ("exited", 3, None)
    assert finished.output == "out\nerr\n"
    assert 0 < finished.wall_seconds < 10
    assert finished.cpu_seconds is not None
    assert 0 < finished.cpu_seconds < 10


def test_what_it_reads(python: Callable[..., Finished]) -> None:
    program = "import sys; print(len(sys.stdin.read()))"
    assert python(program).output == "0\n"
    assert python(program, stdin_text="é" * 300_000).output == "300000\n"


def test_a_plain_environment(python: Callable[..., Finished], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm-256color")
    program = "import os; print(os.environ.get('COLUMNS'), os.environ['TERM'], os.environ['NO_COLOR'])"
    assert python(program).output == "None dumb 1\n"


def test_malformed_output_is_replaced(python: Callable[..., Finished]) -> None:
    assert python("import os; os.write(1, b'a\\xffb')").output == "a\ufffdb"


@pytest.mark.parametrize("stubborn", [False, True])
def test_the_wall_limit_holds(python: Callable[..., Finished], mark: str, stubborn: bool) -> None:
    started = time.monotonic()
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN if stubborn else signal.SIG_DFL)  # programs inherit it
    try:
        finished = python("import time; time.sleep(3600)", seconds=0.1)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert time.monotonic() - started < 10
    assert finished.ended == "timeout"
    assert finished.signal == (signal.SIGKILL if stubborn else signal.SIGTERM)
    assert 0.08 < finished.wall_seconds < 5
    assert none_left(mark)


def test_the_wall_limit_holds_for_a_stopped_program(python: Callable[..., Finished], mark: str) -> None:
    assert python("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", seconds=0.2).ended == "timeout"
    assert none_left(mark)


def test_grandchildren_end_too(python: Callable[..., Finished], mark: str) -> None:
    spawn = "import subprocess, sys\nsubprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(3600)'])\n"
    started = time.monotonic()
    assert python(spawn + "print('done')").output == "done\n"
    assert none_left(mark)
    assert python(spawn + "import time; time.sleep(3600)", seconds=0.5).ended == "timeout"
    assert none_left(mark)
    assert time.monotonic() - started < 60


def test_a_flood_is_stopped_and_cut(python: Callable[..., Finished], mark: str) -> None:
    finished = python("while True: print('x' * 1000)", largest_output=100_000)
    assert finished.ended == "flooded"
    assert finished.output.endswith("[cut after 100000 bytes]\n")
    assert 100_000 <= len(finished.output) < 100_100
    assert none_left(mark)


def test_a_flood_that_fits_the_pipe_is_a_flood(python: Callable[..., Finished]) -> None:
    assert python("print('x' * 5000)", largest_output=1000).ended == "flooded"
    assert python("print('x' * 999)", largest_output=1000).ended == "exited"


def test_closed_output_is_not_the_end(python: Callable[..., Finished]) -> None:
    finished = python("import os, time; print('a', flush=True); os.close(1); os.close(2); time.sleep(0.3)")
    assert (finished.ended, finished.output) == ("exited", "a\n")
    assert finished.wall_seconds >= 0.3
    assert finished.cpu_seconds is not None
    assert finished.cpu_seconds < 0.3


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_AS is enforced on Linux only")
class TestMemory:
    def test_too_large_at_once(self, python: Callable[..., Finished]) -> None:
        finished = python("x = bytearray(10**10)", memory=400 * MIB)
        assert finished.ended == "memory"
        assert "MemoryError" in finished.output

    def test_too_large_bit_by_bit(self, python: Callable[..., Finished]) -> None:
        finished = python("x = []\nwhile True: x.append(bytearray(2**22))", memory=400 * MIB)
        assert finished.ended == "memory"
        # On a busy machine no sample may have been taken before the end.
        assert (finished.peak_memory or 0) < 400 * MIB

    def test_enough(self, python: Callable[..., Finished]) -> None:
        assert python("x = bytearray(100 * 2**20)", memory=400 * MIB).ended == "exited"

    def test_a_limit_too_small_to_start(self, python: Callable[..., Finished]) -> None:
        assert python("pass", memory=100_000).ended == "memory"

    def test_a_failure_of_another_kind_is_not_blamed_on_memory(self, python: Callable[..., Finished]) -> None:
        assert python("raise ValueError", memory=400 * MIB).ended == "exited"
        assert python("import os; os.abort()", memory=400 * MIB).ended == "signal"

    @pytest.mark.slow
    def test_the_peak_is_the_programs_own_and_not_ours(self, python: Callable[..., Finished]) -> None:
        ballast = bytearray(200 * MIB)
        # A sample may fall between fork and exec, where the process still is a copy of ours: not three times in a row.
        peaks = [python("import time; time.sleep(0.1)").peak_memory or 0 for _ in range(3)]
        assert 0 < min(peaks) < len(ballast) // 2
        assert (python(f"x = bytearray({300 * MIB}); import time; time.sleep(0.3)").peak_memory or 0) > 300 * MIB


def test_no_core_dumps(python: Callable[..., Finished]) -> None:
    program = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"
    assert python(program).output == "(0, 0)\n"


def test_a_signal(python: Callable[..., Finished]) -> None:
    finished = python("import os; os.kill(os.getpid(), 11)")
    assert (finished.ended, finished.signal, finished.exit_code) == ("signal", signal.SIGSEGV, None)


def test_what_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="no-such-program: no such executable"):
        run_program(["no-such-program"], cwd=tmp_path)
    with pytest.raises(BackendError, match=r"cannot start .*true"):
        run_program(["true"], cwd=tmp_path / "nowhere")
    with pytest.raises(BackendError, match=r"cannot start .*true"):
        run_program(["true", "a\0b"], cwd=tmp_path)


def test_arguments_are_not_read_by_a_shell(tmp_path: Path) -> None:
    arguments = ["$HOME", "a b", "; exit 3", "-n", "'", '"', "\\", "*"]
    program = "import sys; print(sys.argv[1:])"
    assert run_program([sys.executable, "-c", program, *arguments], cwd=tmp_path).output == f"{arguments}\n"


def test_many_threads_at_once(tmp_path: Path, mark: str) -> None:
    ended: list[str] = []

    def work(number: int) -> None:
        for _ in range(5):
            text = f"{number}\n"
            assert run_program(["cat"], cwd=tmp_path, stdin_text=text).output == text
        ended.append(
            run_program(["sleep", "3600"], cwd=tmp_path, deadline=Deadline.after(0.1), environment={"MARK": mark}).ended
        )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == ["timeout"] * 8
    assert none_left(mark)


def test_a_thread_that_ends_takes_nobody_along(tmp_path: Path) -> None:
    """PR_SET_PDEATHSIG would: a program then dies with the thread that started it, not with the process."""
    groups: list[ProcessGroup] = []
    start = threading.Thread(
        target=lambda: groups.append(ProcessGroup(["sleep", "3600"], cwd=tmp_path, environment=dict(os.environ)))
    )
    start.start()
    start.join()
    with groups[0] as group:
        assert not group.wait(0.3)
    assert group.signal == signal.SIGKILL


def test_end_all_lets_the_threads_go_on(tmp_path: Path) -> None:
    finished: list[Finished] = []
    argv = ["sh", "-c", "echo > started; sleep 3600"]
    thread = threading.Thread(target=lambda: finished.append(run_program(argv, cwd=tmp_path)))
    thread.start()
    while not (tmp_path / "started").exists():
        time.sleep(0.01)
    end_all()
    thread.join(60)
    assert [f.ended for f in finished] == ["signal"]


def test_no_zombies_and_no_descriptors_are_left(tmp_path: Path) -> None:
    run_program(["true"], cwd=tmp_path)
    gc.collect()
    before = len(os.listdir("/dev/fd"))
    for _ in range(20):
        run_program(["true"], cwd=tmp_path)
    assert len(os.listdir("/dev/fd")) == before
    states = []
    for process in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended since
            states.append(process.read_text().rpartition(")")[2].split()[:2])
    assert ["Z", str(os.getpid())] not in states


def test_a_fork_does_not_end_its_parents_programs(tmp_path: Path) -> None:
    with ProcessGroup(["sleep", "3600"], cwd=tmp_path, environment=dict(os.environ)) as group:
        child = os.fork()
        if child == 0:
            try:
                group.end()
                good = run_program(["echo", "a"], cwd=tmp_path).output == "a\n"
            finally:
                os._exit(0 if good else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert not group.has_exited()
