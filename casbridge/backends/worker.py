"""One job of the reference in a process of its own, so that its limits hold, and for nothing else.

`python -m casbridge.backends.worker` reads a pickled job that its parent wrote and writes the pickled outcome.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from casbridge.algebra.answers import Component
from casbridge.backends.protocol import Job, Result, Status
from casbridge.charset.definitions.chains import Chain
from casbridge.errors import BackendError, CasbridgeError, printable
from casbridge.processes.program import Finished, run_process

#: What Python and the arithmetic's library reserve before the job takes anything.
OVERHEAD = 256 << 20


class Ended(Exception):
    """There is no outcome: `status` and the reason, and how the process ended where it was started.

    found: the chains that it had found, each final.
    """

    def __init__(
        self, status: Status, reason: str, finished: Finished | None = None, found: Sequence[Component] = ()
    ) -> None:
        super().__init__(printable(reason))
        self.status = status
        self.finished = finished
        self.found = tuple(found)


def run_apart(job: Job) -> Result:
    """The reference's result for a job, computed by a process that has its limits. Raises Ended where there is none."""
    result, finished = _outcome("run", job)
    assert isinstance(result, Result)
    if result.status is Status.MEMORY:
        raise Ended(Status.MEMORY, _out_of_memory(job), finished)
    return replace(result, cpu_seconds=finished.cpu_seconds, peak_memory=finished.peak_memory)


def count_apart(job: Job) -> int:
    """The reference's count for a job with a limit on memory. Raises Ended, UnsupportedError, LimitError."""
    count, _ = _outcome("count", job)
    if isinstance(count, CasbridgeError):
        raise count
    assert isinstance(count, int)
    return count


def _outcome(what: str, job: Job) -> tuple[object, Finished]:
    try:
        finished, written, found = _finish(what, job)
    except (OSError, BackendError) as error:
        raise Ended(Status.CRASHED, f"the reference could not be given a process: {error}") from error
    if written:
        return pickle.loads(written), finished
    if finished.ended == "timeout":
        raise Ended(Status.TIMEOUT, f"no complete answer within {job.limits.seconds:g} s", finished, found)
    if ran_out_of_memory(finished, limited=job.limits.memory is not None):
        raise Ended(Status.MEMORY, _out_of_memory(job), finished, found)
    raise Ended(Status.CRASHED, without_answer(finished), finished)


def run_python(arguments: Sequence[str], folder: Path, seconds: float | None, memory: int | None) -> Finished:
    """Run this Python with the arguments in a folder.

    seconds: after which the work is to be over; a little later the process is ended. memory: what it may take beyond
    what Python needs.
    """
    return run_process(
        [sys.executable, *arguments],
        seconds=None if seconds is None else seconds + _GRACE_SECONDS,
        memory=None if memory is None else memory + OVERHEAD,
        cwd=folder,
        # Its current directory is another one: what this process found relative to its own, it finds there.
        environment={"PYTHONPATH": os.pathsep.join(os.path.abspath(entry or ".") for entry in sys.path)},
    )


def ran_out_of_memory(finished: Finished, *, limited: bool) -> bool:
    """Whether a process of `run_python` ended for want of memory; limited: whether it had a limit."""
    if finished.ended == "memory" or finished.exit_code == EXIT_FOR_MEMORY:
        return True
    return limited and any(words in finished.output for words in _WITHOUT_MEMORY)


def without_answer(finished: Finished, whose: str = "the reference") -> str:
    """What there is to say of a process that left no answer."""
    last = (finished.output.strip().splitlines() or ["it said nothing"])[-1]
    return f"{whose}'s process ended without an answer: {last}"


def _finish(what: str, job: Job) -> tuple[Finished, bytes, list[Component]]:
    """Run the process; what it wrote, b"" where it did not end well, and the chains that it found on the way."""
    free = replace(job, limits=replace(job.limits, memory=None))
    with tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / _JOB).write_bytes(pickle.dumps((what, free)))
        finished = run_python(["-m", __name__], folder, job.limits.seconds, job.limits.memory)
        outcome = folder / _OUTCOME
        if finished.ended == "exited" and finished.exit_code == 0 and outcome.exists():
            return finished, outcome.read_bytes(), []
        return finished, b"", _read_found(folder / _FOUND)


def _read_found(path: Path) -> list[Component]:
    """The chains of the start that found most; the last record may have been cut off."""
    by_start: dict[int, list[Component]] = {}
    try:
        with path.open("rb") as file:
            while True:
                start, component = pickle.load(file)
                by_start.setdefault(start, []).append(component)
    except (OSError, EOFError, pickle.UnpicklingError):
        return max(by_start.values(), key=len, default=[])


def _out_of_memory(job: Job) -> str:
    return f"no complete answer within {(job.limits.memory or 0) // 2**20} MB of memory"


_JOB, _OUTCOME, _FOUND = "job", "outcome", "found"
_GRACE_SECONDS = 1.0  # the reference keeps its time itself; the process is ended only where a library does not return
EXIT_FOR_MEMORY = 77
#: What libraries say on standard error when they end the process because there is no more memory: FLINT, GMP, C++.
_WITHOUT_MEMORY = ("Unable to allocate memory", "Cannot allocate memory", "std::bad_alloc")


def main() -> None:
    """What the process does, in the folder where the job is."""
    try:
        _do_job()
    except (MemoryError, SystemError):
        # An allocation that fails inside the interpreter or a library may show as SystemError.
        sys.exit(EXIT_FOR_MEMORY)


def _do_job() -> None:
    from casbridge.backends.reference import ReferenceBackend

    what, job = pickle.loads(Path(_JOB).read_bytes())
    outcome: object
    with Path(_FOUND).open("wb") as file:

        def found(start: int, chain: Chain) -> None:
            pickle.dump((start, chain.polynomials), file)
            file.flush()

        try:
            backend = ReferenceBackend()
            outcome = backend.count(job) if what == "count" else backend.run_here(job, found=found)
        except CasbridgeError as error:
            outcome = error
    Path(_OUTCOME).write_bytes(pickle.dumps(outcome))


if __name__ == "__main__":
    main()
