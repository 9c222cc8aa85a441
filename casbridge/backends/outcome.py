"""What all backends that run a program make of an answer, of a failure, and of a system that fails them."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field, replace
from pathlib import Path

from casbridge.algebra.answers import Task
from casbridge.backends.protocol import Result, Status
from casbridge.backends.transcripts import first_error_line, parse
from casbridge.errors import CasbridgeError, UnsupportedError, printable
from casbridge.limits import Limits
from casbridge.processes.ended import Ended, Finished, in_words, last_words
from casbridge.processes.locate import VERSION_SECONDS
from casbridge.scripts import Script

#: Bytes of an answer file; a larger one is not read.
LARGEST_ANSWER = 1 << 30
#: Characters of a transcript; of a longer one the middle is left out.
LARGEST_TRANSCRIPT = 1 << 20

_STATUSES: dict[Ended, Status] = {
    "timeout": Status.TIMEOUT,
    "memory": Status.MEMORY,
    "flooded": Status.UNPARSABLE,
    "signal": Status.CRASHED,
    "exited": Status.CRASHED,
}


@dataclass(frozen=True)
class ScriptRun:
    """What running a script amounts to, before anyone has read its answer.

    status: COMPLETE where the program did all that it was asked.
    reason: in words; "" exactly when complete.
    answer_text: what the script wrote into its answer file, or what it printed; None unless complete.
    output: what it printed, whole.
    version: of the program, "" where it was not found.

    >>> ScriptRun(Status.TIMEOUT, "GAP was stopped at the limit of time").answer_text is None
    True
    """

    status: Status
    reason: str = ""
    answer_text: str | None = None
    output: str = field(default="", repr=False)
    version: str = ""
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None

    @property
    def transcript(self) -> str:
        """What the program printed and wrote, shortened in the middle."""
        return shortened(self.output + ("" if self.answer_text is None else self.answer_text))


def judge_end(title: str, finished: Finished, limits: Limits) -> tuple[Status, str]:
    """The status and the reason of a program that tells by its exit code whether it did all that it was asked.

    title: its name in sentences.
    limits: those of the job, for the reason.

    >>> judge_end("GAP", Finished("exited", 1, output="Error, no method found"), Limits())
    (<Status.CRASHED: 'crashed'>, 'GAP ended with exit code 1; it said: Error, no method found')
    """
    if finished.ended == "exited" and finished.exit_code == 0:
        return Status.COMPLETE, ""
    stopped = finished.ended in ("timeout", "flooded")
    said = "" if stopped else first_error_line(finished.output) or last_words(finished.output)
    reason = in_words(
        title,
        finished.ended,
        exit_code=finished.exit_code,
        signal=finished.signal,
        said=said,
        seconds=limits.seconds,
        memory=limits.memory,
    )
    return _STATUSES[finished.ended], printable(reason)


def judge_answer(backend: str, text: str, script: Script, most: int | None) -> Result:
    """What the text of an answer to a script amounts to.

    most: the limit on the number of answers.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> from casbridge.backends.targets import GAP
    >>> from casbridge.scripts import render
    >>> (x,) = variables(Ring.of("x", Field(7)))
    >>> judge_answer("gap", "hello", render(PolynomialSystem.of(x.ring, [x]), GAP), None).reason
    'no answer in the output: no line casbridge:begin'
    """
    method = script.method
    try:
        answer = parse(text, expected=script)
    except UnsupportedError as error:
        return failure(backend, method.name, Status.UNSUPPORTED, str(error))
    except (CasbridgeError, ValueError, RecursionError) as error:
        return failure(backend, method.name, Status.UNPARSABLE, str(error))
    if most is not None and method.task is not Task.BASIS and len(answer) > most:
        cut = replace(answer, components=answer.components[:most])
        return Result(backend, method.name, Status.PARTIAL, answer=cut)
    return Result(backend, method.name, Status.COMPLETE, answer=answer)


def failure(backend: str, method: str, status: Status, reason: str) -> Result:
    """A result without an answer; the reason is made one printable line.

    >>> failure("gap", "", Status.CRASHED, "two\\nlines").reason
    'two\\\\nlines'
    """
    return Result(backend, method, status, reason=printable(reason))


def system_failure(error: OSError | MemoryError) -> tuple[Status, str]:
    """The status and the reason where casbridge itself could not write a file, start a program, or hold an answer.

    >>> system_failure(MemoryError())
    (<Status.MEMORY: 'memory'>, 'casbridge itself ran out of memory')
    """
    if isinstance(error, MemoryError):
        return Status.MEMORY, "casbridge itself ran out of memory"
    return Status.CRASHED, printable(f"casbridge could not run it: {error}")


def read_answer_file(path: Path) -> str | None:
    """The text of an answer file; None where there is none, one too large to be read, or something else.

    >>> read_answer_file(Path("/dev/null")) is None
    True
    """
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_ANSWER:
            return None
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def shortened(text: str) -> str:
    """A transcript of bearable length: of a text that is too long the middle is left out.

    >>> len(shortened("x" * (LARGEST_TRANSCRIPT + 1000))) < LARGEST_TRANSCRIPT + 100
    True
    """
    if len(text) <= LARGEST_TRANSCRIPT:
        return text
    half = LARGEST_TRANSCRIPT // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


def late_version(limits: Limits) -> Status:
    """The status of a job whose program did not tell its version in time: the job's limit cut it, or it is missing.

    >>> late_version(Limits(seconds=1)), late_version(Limits())
    (<Status.TIMEOUT: 'timeout'>, <Status.MISSING: 'missing'>)
    """
    cut = limits.seconds is not None and limits.seconds <= VERSION_SECONDS
    return Status.TIMEOUT if cut else Status.MISSING
