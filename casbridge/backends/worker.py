"""One job of the reference in a process of its own, so that a limit on memory holds for it and for nothing else.

`python -m casbridge.backends.worker` reads a pickled job that its parent wrote and writes the pickled outcome.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from casbridge.backends.process import Finished, run_process
from casbridge.backends.values import Job, Result, Status
from casbridge.errors import BackendError, CasbridgeError, printable

#: What Python and the arithmetic's library reserve before the job takes anything.
OVERHEAD = 256 << 20


class Ended(Exception):
    """There is no outcome: `status` and the reason, and how the process ended where it was started."""

    def __init__(self, status: Status, reason: str, finished: Finished | None = None) -> None:
        super().__init__(printable(reason))
        self.status = status
        self.finished = finished


def run_apart(job: Job) -> Result:
    """The reference's result for a job with a limit on memory, computed by a process that has that limit.

    Raises Ended where there is none.
    """
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
        finished, written = _finish(what, job)
    except (OSError, BackendError) as error:
        raise Ended(Status.CRASHED, f"the reference could not be given a process: {error}") from error
    if written:
        return pickle.loads(written), finished
    if finished.ended == "timeout":
        raise Ended(Status.TIMEOUT, f"no complete answer within {job.limits.seconds:g} s", finished)
    if finished.ended == "memory" or finished.exit_code == _EXIT_FOR_MEMORY:
        raise Ended(Status.MEMORY, _out_of_memory(job), finished)
    last = (finished.output.strip().splitlines() or ["it said nothing"])[-1]
    raise Ended(Status.CRASHED, f"the reference's process ended without an answer: {last}", finished)


def _finish(what: str, job: Job) -> tuple[Finished, bytes]:
    """Run the process; what it wrote, b"" where it did not end well."""
    assert job.limits.memory is not None
    free = replace(job, limits=replace(job.limits, memory=None))
    seconds = None if job.limits.seconds is None else job.limits.seconds + _GRACE_SECONDS
    with tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / _JOB).write_bytes(pickle.dumps((what, free)))
        finished = run_process(
            [sys.executable, "-m", __name__],
            seconds=seconds,
            memory=job.limits.memory + OVERHEAD,
            cwd=folder,
            # Its current directory is another one: what this process found relative to its own, it finds there.
            environment={"PYTHONPATH": os.pathsep.join(os.path.abspath(entry or ".") for entry in sys.path)},
        )
        outcome = folder / _OUTCOME
        if finished.ended == "exited" and finished.exit_code == 0 and outcome.exists():
            return finished, outcome.read_bytes()
    return finished, b""


def _out_of_memory(job: Job) -> str:
    return f"no complete answer within {(job.limits.memory or 0) // 2**20} MB of memory"


_JOB, _OUTCOME = "job", "outcome"
_GRACE_SECONDS = 5.0  # the reference keeps its time itself; the process is ended only where a library does not return
_EXIT_FOR_MEMORY = 77


def main() -> None:
    """What the process does, in the folder where the job is."""
    try:
        _do_job()
    except (MemoryError, SystemError):
        # An allocation that fails inside the interpreter or a library may show as SystemError.
        sys.exit(_EXIT_FOR_MEMORY)


def _do_job() -> None:
    from casbridge.backends.reference import ReferenceBackend

    what, job = pickle.loads(Path(_JOB).read_bytes())
    outcome: object
    try:
        outcome = ReferenceBackend().count(job) if what == "count" else ReferenceBackend().run(job)
    except CasbridgeError as error:
        outcome = error
    Path(_OUTCOME).write_bytes(pickle.dumps(outcome))


if __name__ == "__main__":
    main()
