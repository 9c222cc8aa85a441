"""Calls in a process apart, for work that may not return or may fill the memory.

    caller ──(function, arguments)──▶ child ──items, then a value or an error──▶ caller
                                        ▲
                                 fork ──┴── nursery ──how a child ended──▶ caller

A child does one call at a time and waits for the next, so that a call costs about a millisecond. A child that a limit
stops is killed. The nursery is a warm Python process that only imports modules and forks children. It is started at the
first call. It ends with this process, and its children end with it.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import resource
import select
import signal
import socket
import struct
import sys
import tempfile
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from inspect import isgenerator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from casbridge.errors import BackendError, CasbridgeError, LimitError
from casbridge.limits import NEVER, Deadline, default_memory
from casbridge.processes.ended import how_it_ended, in_words, last_words
from casbridge.processes.groups import ProcessGroup, Usage, held_memory, peak_of
from casbridge.processes.program import plain_environment

#: A function of module level in an importable module, and its arguments; all of them can be pickled.
Task = tuple[Callable[..., Any], tuple[Any, ...]]

#: A child keeps its deadline itself. So many seconds after it the child is killed.
GRACE_SECONDS = 0.4

_PROGRAM = "from casbridge.processes.apart import serve; serve({descriptor})"
_LENGTH = struct.Struct("!Q")
_CHUNK = 1 << 16
_LONGEST_WORDS = 2048
_NAME = 256
_ITEM, _VALUE, _ERROR = 0, 1, 2
#: A child that holds more bytes after a call is not given another one.
_LARGEST_IDLE = 512 << 20


def call(function: Callable[..., Any], *arguments: Any, deadline: Deadline = NEVER, memory: int | None = None) -> Any:
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


@dataclass(frozen=True)
class Attempt:
    """How a call in a process apart went.

    value: what the function returned; None where there is an error.
    error: what `call` raises.
    items: what the function gave on its way, also where an error stopped it.
    usage: the processor time and the memory that it took.
    """

    value: Any
    error: CasbridgeError | MemoryError | None
    items: tuple[Any, ...]
    usage: Usage


def attempt(
    function: Callable[..., Any], *arguments: Any, deadline: Deadline = NEVER, memory: int | None = None
) -> Attempt:
    """`call`, with the error as a field.

    >>> from math import factorial
    >>> attempt(factorial, 5).value, attempt(factorial, -1).error
    (120, BackendError('factorial failed: ValueError: factorial() not defined for negative values'))
    """
    value, error = None, None
    with Call(function, *arguments, deadline=deadline, memory=memory) as running:
        items = tuple(running)
        try:
            value = running.value
        except (CasbridgeError, MemoryError) as stopped:
            error = stopped
        return Attempt(value, error, items, running.usage)


def call_all(
    tasks: Sequence[Task],
    *,
    processes: int = 1,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    done: Callable[[int, Any], None] | None = None,
) -> list[Any]:
    """What the tasks return, in their order, with at most `processes` of them at work at once.

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
    values: dict[int, Any] = {}
    running: dict[int, Call] = {}
    waiting = deque(enumerate(tasks))
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                number, (function, arguments) = waiting.popleft()
                running[number] = Call(function, *arguments, deadline=deadline, memory=share)
            _wait(list(running.values()), deadline)
            for number, one in list(running.items()):
                while one.items:
                    one.items.popleft()
                if one.has_ended:
                    with running.pop(number):
                        values[number] = one.value
                    if done is not None:
                        done(number, values[number])
    finally:
        for one in running.values():
            one.close()
    return [values[number] for number in range(len(tasks))]


def send_item(item: Any) -> None:
    """Within a call: give the caller an item, as a generator function does by `yield`. Elsewhere it does nothing.

    >>> send_item(1)
    """
    if _caller is not None:
        _send(_caller, (_ITEM, item))


#: In a child, the connection to its caller.
_caller: socket.socket | None = None


def processors() -> int:
    """How many processors this process may use.

    >>> processors() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class _End:
    """How a child ended: the status of `os.wait4`, its usage, the last words that it printed."""

    status: int
    usage: Usage
    words: str


@dataclass(slots=True)
class _Child:
    """A child as its caller knows it: connections to it, and to the nursery about it; CPU seconds of calls before."""

    job: socket.socket
    status: socket.socket
    spent: float = 0.0

    def close(self) -> None:
        self.job.close()
        self.status.close()


class Call:
    """A call at work in a process apart: an iterator over what a generator function yields, then its `value`.

    function, arguments, deadline, memory: as for `call`. A function that is no generator function yields nothing.
    Leaving the context kills what is still at work.

    >>> from casbridge.processes.apart import Call, _count_to
    >>> with Call(_count_to, 3) as running:
    ...     list(running), running.value
    ([1, 2, 3], 'done')
    """

    def __init__(
        self, function: Callable[..., Any], *arguments: Any, deadline: Deadline = NEVER, memory: int | None = None
    ) -> None:
        self.items: deque[Any] = deque()
        self._deadline = deadline
        self._memory = default_memory() if memory is None else memory
        self._name = getattr(function, "__name__", "the function")
        self._outcome: tuple[int, Any] | None = None
        self._end: _End | None = None
        self._usage = Usage()
        self._stays = self._closed = False
        self._received = {"job": bytearray(), "status": bytearray()}
        request = pickle.dumps((self._memory, sys.path, function, arguments), pickle.HIGHEST_PROTOCOL)
        self._child = _nursery.child(function.__module__)
        self._job, self._status = self._child.job, self._child.status
        # A child that is stopped must not keep this process waiting after the deadline.
        self._job.settimeout(_patience(deadline))
        with suppress(TimeoutError, BrokenPipeError, ConnectionResetError):  # how it ended is read from the status
            self._job.sendall(_LENGTH.pack(len(request)) + request)
        self._job.setblocking(False)

    def __enter__(self) -> Call:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        while True:
            while self.items:
                yield self.items.popleft()
            if self.has_ended:
                return
            _wait([self], self._deadline)

    @property
    def has_ended(self) -> bool:
        """Whether the call is over, and all that the child sent was received."""
        return self._end is not None or self._outcome is not None

    @property
    def usage(self) -> Usage:
        """What the call used; nothing is known before it has ended."""
        return self._usage if self._end is None else self._end.usage

    @property
    def value(self) -> Any:
        """What the function returned. Raises what `call` raises."""
        if self._outcome is not None:
            kind, value = self._outcome
            if kind == _ERROR:
                raise value
            return value
        if self._end is None:
            raise ValueError("the call is still at work")
        code = os.waitstatus_to_exitcode(self._end.status)
        if code == -signal.SIGKILL and self._deadline.passed:
            raise LimitError(f"no answer within {self._deadline.seconds or 0:g} s")
        exit_code, number = (None, -code) if code < 0 else (code, None)
        ended = how_it_ended(exit_code, number, self._end.words)
        if ended == "memory":
            raise self._out_of_memory()
        who = f"the process of {self._name}"
        raise BackendError(in_words(who, ended, exit_code=exit_code, signal=number, said=last_words(self._end.words)))

    def close(self) -> None:
        """Kill the child if it is still at work; otherwise it waits for another call."""
        if self._closed:
            return
        self._closed = True
        if not self.has_ended:
            self._kill()
        elif self._end is None and self._stays:
            _nursery.take_back(self._child)
            return
        self._child.close()

    def _out_of_memory(self) -> MemoryError:
        limit = f" within {self._memory // 2**20} MB of memory" if self._memory is not None else ": out of memory"
        return MemoryError(f"no answer{limit}")

    def _kill(self) -> None:
        """End the child. The nursery does it, and tells how the child ended."""
        with suppress(OSError):
            self._status.settimeout(_SECONDS_TO_DIE)
            self._status.sendall(b"k")
            while self._end is None and self._receive("status"):
                pass

    def _receive(self, which: str) -> bool:
        """Read what is there. False at the end of the stream or where there is nothing."""
        try:
            chunk = (self._job if which == "job" else self._status).recv(_CHUNK)
        except (BlockingIOError, TimeoutError, ConnectionResetError):
            chunk = b""
        buffer = self._received[which]
        buffer += chunk
        while len(buffer) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(buffer)
            if len(buffer) < _LENGTH.size + length:
                break
            message = pickle.loads(memoryview(buffer)[_LENGTH.size : _LENGTH.size + length])
            del buffer[: _LENGTH.size + length]
            self._take(which, message)
        return bool(chunk)

    def _take(self, which: str, message: Any) -> None:
        if which == "status":
            status, spent, peak, words = message
            self._end = _End(status, Usage(spent - self._child.spent, peak), words)
        elif message[0] == _ITEM:
            self.items.append(message[1])
        else:
            kind, value, spent, peak, self._stays = message
            self._usage = Usage(spent - self._child.spent, peak)
            self._child.spent = spent
            self._outcome = (kind, self._out_of_memory() if isinstance(value, MemoryError) else value)


_SECONDS_TO_DIE = 5.0


def _count_to(number: int) -> Iterator[int]:
    yield from range(1, number + 1)
    return "done"  # type: ignore[return-value]  # a generator's own value


def _patience(deadline: Deadline) -> float | None:
    left = deadline.left()
    return None if left is None else left + GRACE_SECONDS


def _wait(calls: Sequence[Call], deadline: Deadline) -> None:
    """Wait until one of the calls sends something or ends; kill all of them after the deadline."""
    poller = select.poll()
    of: dict[int, tuple[Call, str]] = {}
    for one in calls:
        for which, connection in (("job", one._job), ("status", one._status)):
            of[connection.fileno()] = (one, which)
            poller.register(connection, select.POLLIN)
    patience = _patience(deadline)
    ready = poller.poll(None if patience is None else patience * 1000)
    if not ready and patience is not None and deadline.passed:
        for one in calls:
            one._kill()
            if one._end is None:  # the nursery itself does not answer any more
                _nursery.close()
                one._end = _End(signal.SIGKILL, Usage(), "")
    for descriptor, _ in ready:
        one, which = of[descriptor]
        if not one._receive(which) and which == "status" and one._end is None:
            one._end = _End(signal.SIGKILL, Usage(), "its nursery ended")
        if one._end is not None:
            while one._receive("job"):
                pass


class _Nursery:
    """The warm process that forks a child for each call; this side of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._group: ProcessGroup | None = None
        self._control: socket.socket | None = None
        self._idle: list[_Child] = []

    def child(self, module: str) -> _Child:
        """A child that waits for a call, or a new one that has imported a module."""
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if not select.select([child.job, child.status], [], [], 0)[0]:
                    return child
                child.close()  # it has ended meanwhile
        name = module.encode()[:_NAME].ljust(_NAME)
        mine, childs = socket.socketpair()
        about, nurserys = socket.socketpair()
        with childs, nurserys:
            try:
                with self._lock:
                    for attempt in range(2):
                        control = self._control or self._start()
                        try:
                            socket.send_fds(control, [name], [childs.fileno(), nurserys.fileno()])
                            break
                        except OSError:
                            self._stop()
                            if attempt:
                                raise
            except BaseException as error:
                mine.close()
                about.close()
                if isinstance(error, OSError):
                    raise BackendError(f"cannot start a process apart: {error}") from error
                raise
        return _Child(mine, about)

    def take_back(self, child: _Child) -> None:
        """Keep a child that has done its call for another one. Where enough of them wait, it ends."""
        with self._lock:
            if len(self._idle) < processors():
                self._idle.append(child)
                return
        child.close()

    def _start(self) -> socket.socket:
        mine, its = socket.socketpair()
        with its:
            path = os.pathsep.join(os.path.abspath(entry or ".") for entry in sys.path)
            self._group = ProcessGroup(
                [sys.executable, "-c", _PROGRAM.format(descriptor=its.fileno())],
                cwd=Path("/"),
                environment={**plain_environment(), "PYTHONPATH": path},
                pass_fds=(its.fileno(),),
            )
        self._control = mine
        return mine

    def _stop(self) -> None:
        control, self._control = self._control, None
        group, self._group = self._group, None
        idle, self._idle = self._idle, []
        if control is not None:
            control.close()
        for child in idle:
            child.close()
        if group is not None:
            group.end(0)

    def close(self) -> None:
        """End it and its children; the next call starts another."""
        with self._lock:
            self._stop()

    def forget(self) -> None:
        """In a fork's child: the nursery is its parent's, and must not wait for the child's end of the connection."""
        self._lock = threading.Lock()
        self._group = None
        self._stop()


_nursery = _Nursery()
atexit.register(_nursery.close)
os.register_at_fork(after_in_child=_nursery.forget)


# -- in the nursery ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Born:
    """A child as its nursery knows it: the connection to its caller, and the file of its last words."""

    caller: socket.socket
    words: BinaryIO


def serve(descriptor: int) -> None:
    """What the nursery does: fork a child for each request that comes over a socket, until its other end is closed.

    descriptor: the socket. Never returns, and is called in a process of its own only.

    >>> callable(serve)
    True
    """
    control = socket.socket(fileno=descriptor)
    own_limit = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (own_limit, own_limit))
    waker, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    learned, teaches = os.pipe()
    os.set_blocking(learned, False)
    children: dict[int, _Born] = {}
    while True:
        poller = select.poll()
        for source in (control, waker, *(child.caller for child in children.values())):
            poller.register(source, select.POLLIN)
        ready = {number for number, _ in poller.poll()}
        if waker.fileno() in ready:
            waker.recv(_CHUNK)
        _bury(children)
        for pid, child in list(children.items()):
            if child.caller.fileno() in ready:  # "k", or its caller is gone
                os.kill(pid, signal.SIGKILL)
                child.caller.recv(1)
        if control.fileno() in ready:
            message, descriptors, _, _ = socket.recv_fds(control, _NAME, 2)
            if not message:
                break
            _learn(learned, message.decode())
            job, caller = (socket.socket(fileno=number) for number in descriptors)
            words = tempfile.TemporaryFile()  # noqa: SIM115
            pid = os.fork()
            if not pid:
                for other in (control, waker, wakes, caller, *(known.caller for known in children.values())):
                    other.close()
                _live(job, words.fileno(), teaches)
            job.close()
            children[pid] = _Born(caller, words)
    for pid in children:
        os.kill(pid, signal.SIGKILL)
    os._exit(0)


def _learn(learned: int, wanted: str) -> None:
    """Import what is wanted and what children imported since the last call, so that the next child has it at once."""
    with suppress(BlockingIOError):
        wanted += "\n" + os.read(learned, 1 << 20).decode(errors="replace")
    unknown = [name for name in wanted.split() if name not in sys.modules]
    for name in unknown:
        with suppress(Exception):  # the child meets the same error, and tells its caller
            import_module(name)
    if unknown:
        gc.collect()
        gc.freeze()  # so that a child's garbage collection leaves these pages shared


def _bury(children: dict[int, _Born]) -> None:
    """Tell the callers of the children that have ended how they did."""
    while children:
        pid, status, usage = os.wait4(-1, os.WNOHANG)
        if not pid:
            return
        child = children.pop(pid)
        with child.caller, child.words as words:
            size = words.seek(0, os.SEEK_END)
            words.seek(max(0, size - _LONGEST_WORDS))
            last = words.read().decode("utf-8", errors="replace")
            with suppress(OSError):
                _send(child.caller, (status, usage.ru_utime + usage.ru_stime, peak_of(usage), last))


# -- in a child --------------------------------------------------------------------------------------------------------


def _live(job: socket.socket, words: int, teaches: int) -> None:
    """Do one call after the other, until the caller closes the connection."""
    global _caller
    code = 1
    _caller = job
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(words, 1)
        os.dup2(words, 2)
        os.set_blocking(teaches, False)
        known = set(sys.modules)
        with job.makefile("rb") as requests:
            while len(length := requests.read(_LENGTH.size)) == _LENGTH.size:
                os.ftruncate(1, 0)
                os.lseek(1, 0, os.SEEK_SET)
                _do(job, requests.read(_LENGTH.unpack(length)[0]))
                if len(sys.modules) > len(known):
                    new = [name for name in sys.modules if name not in known and name.split(".")[0] in _WORTH_LEARNING]
                    known = set(sys.modules)
                    with suppress(BlockingIOError):
                        os.write(teaches, "".join(f"{name}\n" for name in new).encode())
        code = 0
    except (BrokenPipeError, ConnectionResetError):
        pass  # the caller is gone
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


#: Packages whose modules the nursery imports for later children.
_WORTH_LEARNING = {"casbridge", "flint", "numpy", "sympy"}


def _do(job: socket.socket, request: bytes) -> None:
    """Do one call, and send what comes of it."""
    memory, sys.path[:], function, arguments = pickle.loads(request)
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # Linux: measure the peak anew
    _limit_memory(memory)
    value: Any
    kind = _ERROR
    try:
        value = function(*arguments)
        if isgenerator(value):
            value = _send_items(job, value)
        kind = _VALUE
    except (MemoryError, SystemError):
        # An allocation that fails inside the interpreter or a library may show as SystemError.
        value = MemoryError()
    except CasbridgeError as error:
        value = error
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        value = BackendError(f"{function.__name__} failed: {type(error).__name__}: {error}")
    _limit_memory(None)
    used = resource.getrusage(resource.RUSAGE_SELF)
    stays = not isinstance(value, MemoryError) and held_memory()[0] < _LARGEST_IDLE
    _send(job, (kind, value, used.ru_utime + used.ru_stime, _peak(), stays))


def _peak() -> int:
    """Bytes of memory that this process held at most since the call began; since its own beginning if not on Linux."""
    try:
        text = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(text.partition("VmHWM:")[2].split()[0]) * 1024
    except (OSError, IndexError):
        return peak_of(resource.getrusage(resource.RUSAGE_SELF))


def _limit_memory(memory: int | None) -> None:
    """Let this process take so many bytes beside what it holds; None: as many as it likes."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = most if memory is None else held_memory()[1] + memory
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


def _send_items(job: socket.socket, items: Iterator[Any]) -> Any:
    while True:
        try:
            item = next(items)
        except StopIteration as end:
            return end.value
        _send(job, (_ITEM, item))


def _send(connection: socket.socket, message: Any) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    connection.sendall(_LENGTH.pack(len(data)) + data)
