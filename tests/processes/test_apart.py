"""Calls in a process apart: values, items, errors, limits, and what is left behind."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import factorial
from pathlib import Path

import pytest

from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import Deadline, Stopwatch
from casbridge.processes import apart
from casbridge.processes.apart import Call, attempt, call, call_all
from tests.processes import work

MIB = 1 << 20
ROOT = Path(__file__).parents[2]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until_gone(pid: int) -> None:
    while is_running(pid):
        time.sleep(0.01)


class TestValues:
    def test_a_value(self) -> None:
        assert call(factorial, 20) == factorial(20)

    def test_a_large_value(self) -> None:
        assert len(call(bytes, 30 * MIB)) == 30 * MIB

    def test_a_large_argument(self) -> None:
        assert call(len, bytes(30 * MIB)) == 30 * MIB

    def test_a_child_is_used_again(self) -> None:
        assert len({call(work.number_of_process) for _ in range(5)}) == 1

    def test_items_come_before_the_end(self) -> None:
        with Call(work.yield_and_hang, 3) as running:
            items = iter(running)
            assert [next(items) for _ in range(3)] == [0, 1, 2]
            assert not running.has_ended

    def test_many_callers_at_once(self) -> None:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(lambda n: call(factorial, n), range(40))) == [factorial(n) for n in range(40)]

    def test_tasks_side_by_side(self) -> None:
        seen: list[tuple[int, int]] = []
        tasks = [(factorial, (number,)) for number in range(30)]
        found = call_all(tasks, processes=2, done=lambda number, value: seen.append((number, value)))
        assert found == [factorial(number) for number in range(30)]
        assert sorted(seen) == list(enumerate(found))


class TestEnvironment:
    @pytest.mark.parametrize("given", [pytest.param("", marks=pytest.mark.slow), "/nowhere"])
    def test_it_is_the_caller_s(self, given: str) -> None:
        """A Python of another version that a worker starts must not import this one's packages."""
        program = (
            "import os\n"
            "from casbridge.processes.apart import call\n"
            "own = {name: value for name, value in os.environ.items() if name.startswith('PYTHON')}\n"
            "print([call(os.getenv, name) for name in own] == list(own.values()), call(os.getenv, 'PYTHONPATH'))\n"
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (given, *sys.path[1:])))}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert done.stdout == f"True {environment['PYTHONPATH']}\n", done.stderr

    def test_other_pythons_find_their_own_packages(self) -> None:
        """The worker itself finds casbridge by a path that its children do not get."""
        program = "from casbridge.processes.apart import call\nimport os\nprint(call(os.getenv, 'PYTHONPATH'))\n"
        root = Path(__file__).resolve().parents[2]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, cwd=root, capture_output=True, text=True
        )
        assert done.stdout == "None\n", done.stderr


class TestErrors:
    def test_our_own_errors_come_back(self) -> None:
        with pytest.raises(UnsupportedError, match="not this one"):
            call(work.refuse)

    def test_a_mistake_is_named(self) -> None:
        with pytest.raises(BackendError, match=r"fail failed: KeyError: 'a mistake of ours'"):
            call(work.fail)

    @pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
    def test_a_killed_process_is_named_by_its_signal(self, number: signal.Signals) -> None:
        with pytest.raises(BackendError, match=f"was killed by {number.name}; it said: last words"):
            call(work.say_and_die, "last words", number)

    def test_an_exit(self) -> None:
        with pytest.raises(BackendError, match="ended with exit code 3"):
            call(os._exit, 3)

    def test_the_words_are_those_of_this_call(self) -> None:
        call(print, "from before")
        with pytest.raises(BackendError) as error:
            call(os._exit, 3)
        assert "from before" not in str(error.value)

    def test_a_function_that_cannot_be_found_there(self) -> None:
        program = """
            from casbridge.processes.apart import call
            from casbridge.errors import BackendError
            def mine():
                pass
            try:
                call(mine)
            except BackendError as error:
                print(error)
        """
        command = [sys.executable, "-c", textwrap.dedent(program)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
        assert "mine" in done.stdout

    def test_arguments_that_cannot_be_pickled_leave_no_process(self) -> None:
        pid = call(work.number_of_process)
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            call(len, lambda: None)
        wait_until_gone(pid)

    def test_the_first_failure_ends_the_others(self) -> None:
        with pytest.raises(UnsupportedError):
            call_all([(time.sleep, (600,)), (work.refuse, ())], processes=2)


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that cannot keep its deadline itself is killed soon after it."""
    monkeypatch.setattr(apart, "GRACE_SECONDS", 0.05)


@pytest.mark.usefixtures("no_grace")
class TestTime:
    def test_a_function_that_does_not_return(self) -> None:
        done = attempt(work.sleep_without_looking, 600, deadline=Deadline.after(0.1))
        assert isinstance(done.error, LimitError)
        assert str(done.error) == "no answer within 0.1 s"
        assert call(factorial, 5) == 120

    @pytest.mark.slow
    def test_what_was_found_is_kept(self) -> None:
        done = attempt(work.yield_and_hang, 3, deadline=Deadline.after(1))
        assert isinstance(done.error, LimitError)
        assert list(done.items) == [0, 1, 2]
        assert done.usage.cpu_seconds is not None

    def test_time_is_shared_by_all_tasks(self) -> None:
        with pytest.raises(LimitError, match=r"within 0\.1 s"):
            call_all([(time.sleep, (600,))] * 3, processes=2, deadline=Deadline.after(0.1))

    def test_a_worker_that_does_not_take_its_arguments(self) -> None:
        pid = call(work.number_of_process)
        os.kill(pid, signal.SIGSTOP)
        watch = Stopwatch()
        done = attempt(len, bytes(30 * MIB), deadline=Deadline.after(0.1))
        assert isinstance(done.error, LimitError)
        assert watch.seconds < 5
        wait_until_gone(pid)

    def test_a_deadline_that_has_passed(self) -> None:
        with pytest.raises(LimitError):
            call(time.sleep, 600, deadline=Deadline.after(0))


class TestMemory:
    def test_too_little(self) -> None:
        with pytest.raises(MemoryError, match="no answer within 50 MB of memory"):
            call(work.hold, 100 * MIB, memory=50 * MIB)

    def test_enough(self) -> None:
        assert call(work.hold, 50 * MIB, memory=400 * MIB) >= 1

    def test_each_call_has_all_of_it(self) -> None:
        for _ in range(3):
            call(work.hold, 60 * MIB, memory=100 * MIB)

    def test_the_peak_is_that_of_the_call(self) -> None:
        large = attempt(bytearray, 50 * MIB, memory=800 * MIB).usage.peak_memory
        small = attempt(factorial, 5, memory=800 * MIB).usage.peak_memory
        assert large is not None
        assert small is not None
        assert large > 50 * MIB
        assert small < large

    @pytest.mark.parametrize(
        ("words", "end"),
        [
            ("Flint exception (Unable to allocate memory (8).", work.out_of_memory_by_signal),
            ("GNU MP: Cannot allocate memory (size=67)", work.out_of_memory_by_exit),
            pytest.param(
                "terminate called after throwing an instance of 'std::bad_alloc'",
                work.out_of_memory_by_signal,
                marks=pytest.mark.slow,
            ),
        ],
    )
    def test_a_library_that_ends_the_process(self, words: str, end: Callable[[str], None]) -> None:
        with pytest.raises(MemoryError):
            call(end, words)


class TestWhatIsLeft:
    def test_leaving_early_ends_the_child(self) -> None:
        with Call(work.number_of_process) as running:
            list(running)
            pid = running.value
        with Call(time.sleep, 600):
            pass
        wait_until_gone(pid)  # the child that slept was the one that waited for a call

    @pytest.mark.parametrize("number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
    def test_nothing_outlives_its_caller(self, number: signal.Signals) -> None:
        program = """
            from casbridge.processes.apart import call
            from tests.processes.work import number_of_process, sleep_without_looking
            print(call(number_of_process), flush=True)
            call(sleep_without_looking, 600)
        """
        caller = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(program)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert caller.stdout is not None
        pid = int(caller.stdout.readline())
        caller.send_signal(number)
        caller.communicate()
        wait_until_gone(pid)

    def test_a_fork_of_the_caller_has_children_of_its_own(self) -> None:
        mine = call(work.number_of_process)
        reader, writer = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                os.write(writer, str(call(work.number_of_process)).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as file:
            theirs = int(file.read())
        os.waitpid(pid, 0)
        assert theirs != mine
        assert call(work.number_of_process) == mine

    def test_a_waiting_process_that_was_killed_is_replaced(self) -> None:
        pid = call(work.number_of_process)
        os.kill(pid, signal.SIGKILL)
        wait_until_gone(pid)
        assert call(factorial, 5) == 120

    def test_an_interrupt_ends_the_call(self) -> None:
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            call(work.sleep_without_looking, 600)
        timer.join()
        assert call(factorial, 5) == 120
