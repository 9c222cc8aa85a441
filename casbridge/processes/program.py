"""Running a program once, within limits that hold, and running several side by side."""

from __future__ import annotations

import os
import select
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from casbridge.errors import BackendError
from casbridge.limits import NEVER, Deadline
from casbridge.processes.ended import Ended, Finished
from casbridge.processes.groups import ProcessGroup, end_all

_T = TypeVar("_T")

#: Bytes that a program may print where no other number is given.
LARGEST_OUTPUT = 64 << 20

_CHUNK = 1 << 16


def run_program(
    argv: Sequence[str],
    *,
    cwd: Path,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    stdin_text: str | None = None,
    environment: Mapping[str, str] | None = None,
    largest_output: int = LARGEST_OUTPUT,
    answer_file: Path | None = None,
    largest_answer: int = 0,
) -> Finished:
    """Run a program to its end or to a limit; nothing that it started is left behind.

    argv: the program (a path, or a name on PATH) and its arguments. cwd: the folder where it runs.
    deadline: then the group gets SIGTERM, and SIGKILL 0.3 seconds later.
    memory: limit of the address space in bytes, for each process; None is no limit. Core dumps are off.
    stdin_text: what it reads, else nothing. environment: variables to set beside this process's; see `ProcessGroup`.
    largest_output: bytes of output; one more stops it.
    answer_file: a file that it writes. largest_answer: bytes of that file; with more the program is stopped, and has
        "memory" for its end: nobody could read it.

    May be called from any thread. KeyboardInterrupt ends the program and goes on. Raises BackendError where the program
    cannot be started at all.

    >>> run_program(["echo", "hello"], cwd=Path("/")).output
    'hello\\n'
    >>> run_program(["sleep", "60"], cwd=Path("/"), deadline=Deadline.after(0.1)).ended
    'timeout'
    """
    environment = environment or {}
    executable = shutil.which(argv[0], path=environment.get("PATH"))
    if executable is None:
        raise BackendError(f"cannot start {argv[0]}: no such executable")
    with ExitStack() as stack:
        input_path = os.devnull
        inherited: tuple[int, ...] = ()
        if stdin_text is not None:
            text = stack.enter_context(tempfile.TemporaryFile())
            text.write(stdin_text.encode("utf-8", errors="surrogateescape"))
            text.seek(0)
            input_path, inherited = f"/dev/fd/{text.fileno()}", (text.fileno(),)
        reader, writer = os.pipe()
        stack.callback(os.close, reader)
        with os.fdopen(writer, "wb"):
            group = ProcessGroup(
                [os.path.abspath(executable), *argv[1:]],
                cwd=cwd,
                environment=environment,
                memory=memory,
                input=input_path,
                output=writer,
                pass_fds=inherited,
            )
        stack.enter_context(group)
        output = _BoundedOutput(reader, largest_output)

        def overfull() -> bool:
            return answer_file is not None and size_of(answer_file) > largest_answer

        ended = _watch(group, output, deadline, overfull)
        group.end()
        if ended == "exited":
            while output.open and not output.flooded and output.read():
                pass
            if output.flooded:
                ended = "flooded"
        excess = f"printed too much: more than {largest_output} bytes" if output.flooded else ""
        if overfull():
            ended, excess = "memory", f"wrote too much: an answer of more than {largest_answer >> 20} MiB"
    return replace(group.finished(output.text(), None if ended == "exited" else ended), excess=excess)


def size_of(path: Path) -> int:
    """The size of a file in bytes; 0 where there is none.

    >>> size_of(Path("/no/such/file"))
    0
    """
    try:
        return path.lstat().st_size
    except OSError:
        return 0


class _BoundedOutput:
    """The bounded reader of a program's output."""

    def __init__(self, descriptor: int, largest: int) -> None:
        self.descriptor = descriptor
        self.open = True
        self._largest = largest
        self._bytes = bytearray()
        os.set_blocking(descriptor, False)

    @property
    def flooded(self) -> bool:
        return len(self._bytes) > self._largest

    def read(self) -> bool:
        """Read what is there, at most a chunk; whether there was anything."""
        try:
            chunk = os.read(self.descriptor, _CHUNK)
        except BlockingIOError:
            return False
        self._bytes += chunk
        self.open = bool(chunk)
        return self.open

    def text(self) -> str:
        """The output, with a last line that says where it was cut."""
        text = self._bytes[: self._largest].decode("utf-8", errors="replace")
        return f"{text}\n[cut after {self._largest} bytes]\n" if self.flooded else text


def _watch(group: ProcessGroup, output: _BoundedOutput, deadline: Deadline, overfull: Callable[[], bool]) -> Ended:
    """Read output and note memory until the program exits or reaches a limit."""
    poller = select.poll()
    poller.register(output.descriptor, select.POLLIN)
    patience, interval, sample = 0.01, 0.004, Deadline.after(0)
    if group.exit_descriptor is not None:
        patience = 0.1
        poller.register(group.exit_descriptor, select.POLLIN)
    while not deadline.passed:
        if sample.passed:
            group.sample()
            if overfull():
                return "memory"
            sample = Deadline.after(interval)
            interval = min(interval * 1.5, 0.1)
        left = deadline.left()
        pause = min(sample.left() or 0.0, patience, patience if left is None else left)
        ready = [descriptor for descriptor, _ in poller.poll(max(1, pause * 1000))]
        if output.descriptor in ready:
            output.read()
            if output.flooded:
                return "flooded"
            if not output.open:
                poller.unregister(output.descriptor)
        if group.has_exited():
            return "exited"
    return "timeout"


def side_by_side(
    calls: Sequence[Callable[[], _T]], done: Callable[[int, _T], None] | None = None, at_once: int | None = None
) -> list[_T]:
    """The results of the calls, in their order. The calls wait for programs or for processes apart: threads suffice.

    done: called in this thread with the number and the result of each call that has ended.
    at_once: how many calls are at work at the same time, at most; None is all of them.
    Raises the first error of a call. On any exception, Ctrl-C included, all programs of this process are killed, and
    nobody waits for the other calls: their threads are daemons.

    >>> side_by_side([lambda: 1, lambda: 2])
    [1, 2]
    """
    waiting: deque[int] = deque(range(len(calls)))
    ended: SimpleQueue[tuple[int, _T | None, BaseException | None]] = SimpleQueue()

    def work() -> None:
        with suppress(IndexError):  # nothing waits any more
            while True:
                number = waiting.popleft()
                try:
                    result = calls[number]()
                except BaseException as error:
                    ended.put((number, None, error))
                else:
                    ended.put((number, result, None))

    results: dict[int, _T] = {}
    try:
        for _ in range(min(len(calls), at_once or len(calls))):
            Thread(target=work, daemon=True).start()
        while len(results) < len(calls):
            number, result, error = ended.get()
            if error is not None:
                raise error
            results[number] = result  # type: ignore[assignment]  # it is None only beside an error
            if done is not None:
                done(number, results[number])
    except BaseException:
        waiting.clear()
        end_all()
        raise
    return [results[number] for number in range(len(calls))]
