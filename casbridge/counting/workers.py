"""Computations in processes of their own, several at a time, so that limits on time and memory hold.

`python -m casbridge.counting.workers` does tasks that it finds in its folder. Each worker claims the next one by making
a file that no other has made, and leaves the outcome in another file; where the folder is gone, so is the worker.
"""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from casbridge.backends.worker import EXIT_FOR_MEMORY, ran_out_of_memory, run_python, without_answer
from casbridge.errors import BackendError, CasbridgeError, LimitError
from casbridge.limits import Deadline
from casbridge.processes.program import Finished

#: A function that can be found by its name, and its arguments.
Task = tuple[Callable[..., Any], tuple[Any, ...]]

_TASKS = "tasks"
_LOOK_SECONDS = 0.1
_SECONDS_TO_END = 2.0


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def outcomes(
    tasks: Sequence[Task],
    *,
    processes: int = 1,
    seconds: float | None = None,
    memory: int | None = None,
    done: Callable[[int, Any], None] | None = None,
) -> list[Any]:
    """What the tasks return, in their order, computed by so many processes.

    seconds: for all of them. memory: bytes, in equal parts for the processes, beyond the 256 MB that Python may need.
    done: called with the number of a task and its outcome as soon as it is there.
    Raises LimitError or MemoryError where a limit is reached, BackendError where a process dies, and what a task
    raises if it is one of casbridge's errors. No process is left behind.

    >>> from math import factorial
    >>> outcomes([(factorial, (5,)), (factorial, (6,))], processes=2, seconds=60)
    [120, 720]
    """
    processes = max(1, min(processes, len(tasks)))
    ended: SimpleQueue[Finished | BaseException] = SimpleQueue()
    folder = Path(tempfile.mkdtemp(prefix="casbridge-"))
    share = None if memory is None else memory // processes
    deadline = Deadline.after(seconds)

    def work() -> None:
        try:
            # The deadline is kept here; run_python's is for the case that this process cannot.
            ended.put(run_python(["-m", __name__], folder, seconds, share))
        except Exception as error:
            ended.put(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(processes)]
    found: dict[int, Any] = {}
    try:
        (folder / _TASKS).write_bytes(pickle.dumps(list(tasks)))
        for thread in threads:
            thread.start()
        running = processes
        while running:
            try:
                finished = ended.get(timeout=_LOOK_SECONDS)
                running -= 1
                _check(finished, share, memory, seconds)
            except Empty:
                pass
            _collect(folder, len(tasks), found, done)
            if deadline.passed and len(found) < len(tasks):
                raise LimitError(_late(seconds))
        if len(found) < len(tasks):
            raise BackendError(f"{len(tasks) - len(found)} of {len(tasks)} computations left no result")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for thread in threads:
            if thread.is_alive():
                thread.join(_SECONDS_TO_END)
    return [found[number] for number in range(len(tasks))]


def _late(seconds: float | None) -> str:
    return f"no count within {seconds:g} s"


def _check(finished: Finished | BaseException, share: int | None, memory: int | None, seconds: float | None) -> None:
    """Raises what a worker's end amounts to, if it did not end well."""
    if isinstance(finished, BaseException):
        raise finished
    if finished.ended == "timeout":
        raise LimitError(_late(seconds))
    if ran_out_of_memory(finished, limited=share is not None):
        raise MemoryError("no count" if memory is None else f"no count within {memory // 2**20} MB of memory")
    if finished.ended != "exited" or finished.exit_code != 0:
        raise BackendError(without_answer(finished, "counting"))


def _collect(folder: Path, tasks: int, found: dict[int, Any], done: Callable[[int, Any], None] | None) -> None:
    for number in range(tasks):
        if number not in found and (outcome := folder / f"outcome-{number}").exists():
            value = pickle.loads(outcome.read_bytes())
            if isinstance(value, CasbridgeError):
                raise value
            found[number] = value
            if done is not None:
                done(number, value)


def main() -> None:
    """What a worker does, in the folder of the tasks."""
    folder = Path.cwd()
    tasks = pickle.loads((folder / _TASKS).read_bytes())
    threading.Thread(target=_end_with, args=(folder / _TASKS,), daemon=True).start()
    try:
        for number, (function, arguments) in enumerate(tasks):
            try:
                os.close(os.open(folder / f"claim-{number}", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            try:
                outcome = function(*arguments)
            except CasbridgeError as error:
                outcome = error
            partly = folder / f"partly-{number}"
            partly.write_bytes(pickle.dumps(outcome))
            partly.rename(folder / f"outcome-{number}")
    except (MemoryError, SystemError):
        sys.exit(EXIT_FOR_MEMORY)


def _end_with(file: Path) -> None:
    """End this process when the file is gone."""
    while file.exists():
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()
