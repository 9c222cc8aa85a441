"""One job of the reference in a process of its own, so that a limit on memory holds for it and for nothing else.

`python -m casbridge.backends.worker` reads a pickled job that its parent wrote and writes the pickled outcome.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from casbridge.backends.process import run_process
from casbridge.backends.values import Job, Result, Status
from casbridge.errors import CasbridgeError

#: What Python and the arithmetic's library reserve before the job takes anything.
OVERHEAD = 256 << 20


class Ended(Exception):
    """The process ended without an outcome: `status` and the reason."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def run_apart(job: Job) -> Result:
    """The reference's result for a job with a limit on memory, computed by a process that has that limit.

    Raises Ended where there is none.
    """
    result = _outcome("run", job)
    assert isinstance(result, Result)
    if result.status is Status.MEMORY:
        raise Ended(Status.MEMORY, _out_of_memory(job))
    return result


def count_apart(job: Job) -> int:
    """The reference's count for a job with a limit on memory. Raises Ended, UnsupportedError, LimitError."""
    count = _outcome("count", job)
    if isinstance(count, CasbridgeError):
        raise count
    assert isinstance(count, int)
    return count


def _outcome(what: str, job: Job) -> object:
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
        )
        written = folder / _OUTCOME
        if finished.ended == "exited" and finished.exit_code == 0 and written.exists():
            return pickle.loads(written.read_bytes())
    if finished.ended == "timeout":
        raise Ended(Status.TIMEOUT, f"no complete answer within {job.limits.seconds:g} s")
    last = (finished.output.strip().splitlines() or ["it said nothing"])[-1]
    if finished.ended == "memory" or "emory" in last or "SystemError" in last:
        raise Ended(Status.MEMORY, _out_of_memory(job))
    raise Ended(Status.CRASHED, f"the reference's process ended without an answer: {last}")


def _out_of_memory(job: Job) -> str:
    return f"no complete answer within {(job.limits.memory or 0) // 2**20} MB of memory"


_JOB, _OUTCOME = "job", "outcome"
_GRACE_SECONDS = 5.0  # the reference keeps its time itself; the process is ended only where a library does not return


def main() -> None:
    """What the process does, in the folder where the job is."""
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
