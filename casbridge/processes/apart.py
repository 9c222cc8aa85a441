"""Calls in a process apart, for work that may not return or may fill the memory.

    caller ──function, arguments──▶ worker ──items, then a value or an error──▶ caller

A worker is a Python process that does one call at a time. It waits for the next call, so that a call costs less than a
millisecond; only the first one starts a process. In the real program it is a fork where that is safe (see `forking`).
A worker that a limit stops is killed. Workers end with this process.
"""

from __future__ import annotations

import atexit
import os
import pickle
import resource
import socket
import struct
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from inspect import isgenerator
from typing import Any, BinaryIO, cast

from casbridge.errors import BackendError, CasbridgeError, LimitError
from casbridge.limits import NEVER, Deadline, Usage, default_memory
from casbridge.processes.channel import Channel, pair, wait
from casbridge.processes.ended import in_words, says_out_of_memory
from casbridge.processes.groups import ProcessGroup, forget_peak, held_memory, peak_of, peaks_now

_Function = Callable[..., Any]
#: A function of module level in an importable module, and its arguments; all of them can be pickled.
Task = tuple[_Function, tuple[Any, ...]]

#: A function keeps its deadline itself. So many seconds after it the worker is killed.
GRACE_SECONDS = 0.4

#: Where a worker finds the PYTHONPATH of its caller.
_GIVEN_PATH = "CASBRIDGE_GIVEN_PYTHONPATH"
#: Seconds that a worker which has closed its channel gets to write why, such as that no memory is left.
_LAST_WORDS = 0.5
_PROGRAM = "from casbridge.processes.apart import _serve; _serve({descriptor})"
_LONGEST_WORDS = 2048
_ITEM, _VALUE, _ERROR = 0, 1, 2
_LARGEST_IDLE = 512 << 20  # bytes: a worker that holds more after a call is not given another one


def call(function: _Function, *arguments: Any, deadline: Deadline = NEVER, memory: int | None = None) -> Any:
    """What `function(*arguments)` returns, computed in a process apart.

    deadline: a little after it the process is killed.
    memory: bytes that the call may take; None is `default_memory()`.
    Raises the function's own error if it is one of casbridge's, LimitError after the deadline, MemoryError at the limit
    of memory, and BackendError where the process died or the function failed.

    >>> from math import factorial
    >>> call(factorial, 5)
    120
    """
    done = attempt(function, *arguments, deadline=deadline, memory=memory)
    if done.error is not None:
        raise done.error
    return done.value


def attempt(function: _Function, *arguments: Any, deadline: Deadline = NEVER, memory: int | None = None) -> Call:
    """`call`, with the error as a field: a `Call` that has ended, with all its items.

    >>> from math import factorial
    >>> attempt(factorial, 5).value, attempt(factorial, -1).error
    (120, BackendError('factorial failed: ValueError: factorial() not defined for negative values'))
    """
    with Call(function, *arguments, deadline=deadline, memory=memory) as running:
        while not running.has_ended:
            wait_for([running], deadline)
        return running


def call_all(
    tasks: Sequence[Task],
    *,
    processes: int = 1,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    done: Callable[[int, Any], None] | None = None,
) -> list[Any]:
    """The values of the tasks, in order. At most `processes` tasks run at the same time.

    deadline: for all of them together.
    memory: bytes for all of them together, shared equally; None is `default_memory(processes)` for each.
    done: called with the number and the value of each task that has ended.
    Raises what `call` raises, for the first task that fails; the others are ended then.

    >>> from math import factorial
    >>> call_all([(factorial, (5,)), (factorial, (6,))], processes=2)
    [120, 720]
    """
    processes = max(1, min(processes, len(tasks)))
    share = default_memory(processes) if memory is None else memory // processes
    values: list[Any] = [None] * len(tasks)
    running: dict[int, Call] = {}
    waiting = deque(enumerate(tasks))
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                number, (function, arguments) = waiting.popleft()
                running[number] = Call(function, *arguments, deadline=deadline, memory=share)
            wait_for(list(running.values()), deadline)
            for number, one in list(running.items()):
                one.items.clear()
                if one.has_ended:
                    running.pop(number).close()
                    if one.error is not None:
                        raise one.error
                    values[number] = one.value
                    if done is not None:
                        done(number, values[number])
    finally:
        for one in running.values():
            one.close()
    return values


def send_item(item: Any) -> None:
    """Within a call: give the caller an item, as a generator function does by `yield`. Elsewhere it does nothing.

    >>> send_item(1)
    """
    if _caller is not None:
        _caller.send((_ITEM, item))


def ask_caller(question: Any) -> Any:
    """Within a call: give the caller an item, and wait for what it gives to `Call.answer`. Elsewhere it is None.

    >>> ask_caller("how much")
    """
    if _caller is None:
        return None
    _caller.send((_ITEM, question))
    return _caller.receive()


@contextmanager
def limited_memory(memory: int | None) -> Iterator[None]:
    """Within a call: in this context the call may take so many bytes beyond what it holds. Elsewhere it does nothing.

    None: the call's own limit. Raises MemoryError at the limit, where the allocation is. `is_limited` tells that it
    holds: then work with this limit needs no further process.

    >>> with limited_memory(1 << 30):
    ...     is_limited(1 << 30)  # this is no call
    False
    """
    global _limit
    if _caller is None or memory is None:
        yield
        return
    before, soft = _limit, resource.getrlimit(resource.RLIMIT_AS)[0]
    _limit_memory(memory)
    _limit = memory
    try:
        yield
    finally:
        _limit = before
        resource.setrlimit(resource.RLIMIT_AS, (soft, resource.getrlimit(resource.RLIMIT_AS)[1]))


def is_limited(memory: int) -> bool:
    """Whether `limited_memory` holds in this process, with at most so many bytes.

    >>> is_limited(1 << 30)
    False
    """
    return _limit is not None and _limit <= memory


def processors() -> int:
    """How many processors this process may use.

    >>> processors() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Call:
    """A call at work: an iterator over what a generator function yields (or `send_item` sends).

    function, arguments, deadline, memory: as for `call`. Leaving the context kills what is still at work.
    has_ended: then there is a `value`, or the `error` that `call` raises, and the `usage` of processor and memory.
    has_died: the process ended before the call did, by itself or by someone's hand, not by the deadline.

    >>> with Call(divmod, 7, 2) as running:
    ...     list(running), running.value
    ([], (3, 1))
    """

    def __init__(
        self, function: _Function, *arguments: Any, deadline: Deadline = NEVER, memory: int | None = None
    ) -> None:
        self.items: deque[Any] = deque()
        self.has_ended = False  # and all that the worker sent was received
        self.has_died = False
        self.value: Any = None
        self.error: CasbridgeError | MemoryError | None = None
        self.usage = Usage()
        self._deadline = deadline
        self._memory = default_memory() if memory is None else memory
        self._name = _name_of(function)
        self._stays = self._is_closed = False
        self._worker = _take_worker()
        try:
            self._worker.send((self._memory, _absolute_path(), function, arguments), deadline)
        except (BrokenPipeError, ConnectionResetError):
            pass  # reading tells how it ended
        except BlockingIOError:
            self._note_end(late=True)
        except BaseException:  # an interrupt, or arguments that cannot be pickled
            self.close()
            raise

    def __enter__(self) -> Call:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        while self.items or not self.has_ended:
            while self.items:
                yield self.items.popleft()
            if not self.has_ended:
                wait_for([self], self._deadline)

    def answer(self, value: Any) -> None:
        """Answer an item that the function sent by `ask_caller`: it waits for this, and each item gets one answer."""
        with suppress(OSError):  # reading tells how it ended
            self._worker.send(value, self._deadline)

    def close(self) -> None:
        """Kill the worker if it is still at work; otherwise it waits for another call."""
        stays, self._stays = self._stays and len(_idle) < processors(), False
        if stays:
            _idle.append(self._worker)
        elif not self._is_closed:
            self._worker.end()
            if not self.has_ended:
                self._note_usage()
        self._is_closed = True

    def kill(self) -> None:
        """Kill the worker. Any thread may do it; whoever waits for the call is told that it died."""
        self._worker.group.end(0)

    def _receive(self) -> None:
        """Take one message of the worker, or note its end."""
        try:
            kind, value, *about = self._worker.connection.receive()
        except (EOFError, ConnectionResetError):
            self._note_end()
            return
        if kind == _ITEM:
            self.items.append(value)
            return
        spent, peak, self._stays = about
        self.usage = Usage(spent - self._worker.spent, peak)
        self._worker.spent = spent
        self.has_ended = True
        if kind == _VALUE:
            self.value = value
        else:
            self.error = self._out_of_memory() if isinstance(value, MemoryError) else value

    def _note_end(self, *, late: bool = False) -> None:
        """End the worker, and make an error of it that it ended without an outcome."""
        worker, group = self._worker, self._worker.group
        if not late:
            group.wait(_LAST_WORDS)
        worker.end()
        self._note_usage()
        finished = group.finished(worker.words)
        self.error = BackendError(in_words(f"the process of {self._name}", finished))
        self.has_died = not late
        if late:
            self.error = LimitError(f"no answer within {self._deadline.seconds or 0:g} s")
        elif finished.ended == "memory":
            self.error = self._out_of_memory()
        self.has_ended = True

    def _note_usage(self) -> None:
        """Note what the worker took, which has ended."""
        spent, peak = self._worker.group.usage
        self.usage = Usage(None if spent is None else spent - self._worker.spent, peak)

    def _out_of_memory(self) -> MemoryError:
        limit = f" within {self._memory // 2**20} MB of memory" if self._memory is not None else ": out of memory"
        return MemoryError(f"no answer{limit}")


def _absolute_path() -> list[str]:
    return [os.path.abspath(entry or ".") for entry in sys.path]


def wait_for(calls: Sequence[Call], deadline: Deadline = NEVER) -> None:
    """Wait until one of the calls sends something or ends; kill all of them after the deadline.

    >>> from math import factorial
    >>> with Call(factorial, 5) as running:
    ...     wait_for([running])
    ...     running.has_ended, running.value
    (True, 120)
    """
    of = {one._worker.connection: one for one in calls if not one.has_ended}
    left = deadline.left()
    ready = wait(list(of), None if left is None else left + GRACE_SECONDS) if of else []
    for connection in ready:
        of[connection]._receive()
    if not ready and deadline.passed:
        for one in of.values():
            one._note_end(late=True)


class _Worker:
    """For its caller: a process that waits for calls, the connection to it, its words, and its CPU seconds so far."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.connection, its = pair()
        self.words = ""
        self.output = _unnamed_file()  # closed by `end`
        try:
            with its:
                descriptor = its.fileno()
                forked = ProcessGroup.of_fork(partial(_work, descriptor), output=self.output.fileno(), keep=descriptor)
                self.group = forked or ProcessGroup(
                    [sys.executable, "-c", _PROGRAM.format(descriptor=descriptor)],
                    cwd="/",
                    environment={
                        "PYTHONPATH": os.pathsep.join(_absolute_path()),
                        _GIVEN_PATH: os.environ.get("PYTHONPATH", ""),
                    },
                    output=self.output.fileno(),
                    pass_fds=(descriptor,),
                )
        except BaseException:
            self.connection.close()
            self.output.close()
            raise

    def send(self, request: Any, deadline: Deadline) -> None:
        """Send a call. Raises BlockingIOError where the worker does not take it until a little after the deadline."""
        left = deadline.left()
        # Half of the time: a write that has begun and one that has not each wait so long.
        seconds = 0.0 if left is None else (left + GRACE_SECONDS) / 2
        channel = socket.socket(fileno=self.connection.fileno())
        try:
            limit = struct.pack("ll", int(seconds), int(seconds % 1 * 1e6))
            channel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        finally:
            channel.detach()
        self.connection.send(request)

    def end(self) -> None:
        """Kill it if it still runs. How it ended, and its last words, are known afterwards."""
        if self.output.closed:
            return
        self.connection.close()
        self.group.end(0)
        with self.output as output:
            output.seek(max(0, output.seek(0, os.SEEK_END) - _LONGEST_WORDS))
            self.words = output.read().decode("utf-8", errors="replace")


def _unnamed_file() -> BinaryIO:
    """What `tempfile.TemporaryFile()` gives. Where the system has such files, that module need not be loaded (5 ms)."""
    folder = next(filter(None, map(os.environ.get, ("TMPDIR", "TEMP", "TMP"))), "/tmp")
    if hasattr(os, "O_TMPFILE"):  # Linux
        with suppress(OSError):
            return open(os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600), "w+b")
    import tempfile

    return cast(BinaryIO, tempfile.TemporaryFile())


#: Workers without a call. Any thread may take the last one or append one.
_idle: list[_Worker] = []


def _take_worker() -> _Worker:
    while _idle:
        with suppress(IndexError):  # another thread was quicker
            worker = _idle.pop()
            if not worker.connection.poll():  # neither its end nor anything else can be read
                return worker
            worker.end()
    return _Worker()


@atexit.register
def _end_workers() -> None:
    while _idle:
        _idle.pop().end()


def _forget_workers() -> None:
    """In a fork's child: close the copies of the connections, so that the workers see their caller's end."""
    while _idle:
        worker = _idle.pop()
        worker.connection.close()
        worker.output.close()


os.register_at_fork(after_in_child=_forget_workers)

#: In a worker: the connection to the caller. None in every other process.
_caller: Channel | None = None
#: In a worker: the bytes that `limited_memory` allows.
_limit: int | None = None


def _serve(descriptor: int) -> None:
    """What a worker does that is a process of its own from the beginning. descriptor: of the connection."""
    # What the worker starts finds the caller's environment: another Python must not import this one's packages.
    if given := os.environ.pop(_GIVEN_PATH, ""):
        os.environ["PYTHONPATH"] = given
    else:
        os.environ.pop("PYTHONPATH", None)
    _work(descriptor)


def _work(descriptor: int) -> None:
    """What a worker does: one call after the other, until the caller closes the connection."""
    global _caller
    _limit_memory(None)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError), Channel(descriptor) as _caller:
        while True:
            _do(_caller)


def _do(caller: Channel) -> None:
    """Wait for a call, do it, and send its outcome."""
    request = caller.receive_bytes()
    os.ftruncate(1, 0)
    os.lseek(1, 0, os.SEEK_SET)
    forget_peak()
    value: Any
    kind, name = _ERROR, "the call"
    try:
        memory, sys.path[:], function, arguments = pickle.loads(request)
        name = _name_of(function)
        _limit_memory(memory)
        value = function(*arguments)
        if isgenerator(value):
            for item in value:
                caller.send((_ITEM, item))
            value = None
        kind = _VALUE
    except (MemoryError, SystemError):
        # An allocation that fails inside the interpreter or a library may show as SystemError.
        value = MemoryError()
    except CasbridgeError as error:
        value = error
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        # A library that cannot be loaded for want of memory says so in an ImportError.
        failed = BackendError(f"{name} failed: {type(error).__name__}: {error}")
        value = MemoryError() if says_out_of_memory(str(error)) else failed
    _limit_memory(None)
    used = resource.getrusage(resource.RUSAGE_SELF)
    stays = not isinstance(value, MemoryError) and held_memory()[0] < _LARGEST_IDLE
    caller.send((kind, value, used.ru_utime + used.ru_stime, peaks_now()[0] or peak_of(used), stays))


def _name_of(function: _Function) -> str:
    """The name of a function for messages; of one with bound arguments the name of what it calls."""
    return str(getattr(getattr(function, "func", function), "__name__", type(function).__name__))


def _limit_memory(memory: int | None) -> None:
    """Limit this process to `memory` more bytes than it holds now; None: no limit."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = most if memory is None else held_memory()[1] + memory
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
