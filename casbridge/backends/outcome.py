"""What all backends that run a program make of an answer, of a failure, and of a system that fails them."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

from casbridge.algebra.answers import Task
from casbridge.backends.protocol import Result, Status
from casbridge.backends.transcripts import parse
from casbridge.errors import CasbridgeError, UnsupportedError, printable
from casbridge.limits import Limits
from casbridge.processes.locate import VERSION_SECONDS
from casbridge.scripts import Script

LARGEST_ANSWER = 1 << 30
LARGEST_TRANSCRIPT = 1 << 20


def failure(backend: str, method: str, status: Status, reason: str) -> Result:
    """A result without an answer; the reason is made one printable line."""
    return Result(backend, method, status, reason=printable(reason))


def system_failure(backend: str, method: str, error: OSError | MemoryError) -> Result:
    """What it amounts to that this process could not write a file, start a program, or hold an answer."""
    if isinstance(error, MemoryError):
        return failure(backend, method, Status.MEMORY, "casbridge itself ran out of memory")
    return failure(backend, method, Status.CRASHED, f"casbridge could not run it: {error}")


def judge_answer(backend: str, text: str, script: Script, most: int | None) -> Result:
    """What the text of an answer to a script amounts to. most: the limit on the number of answers."""
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


def read_answer_file(path: Path) -> str | None:
    """The text of an answer file; None where there is none, one too large to be read, or something else."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_ANSWER:
            return None
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def shortened(text: str) -> str:
    """A transcript of bearable length: what is too long loses its middle."""
    if len(text) <= LARGEST_TRANSCRIPT:
        return text
    half = LARGEST_TRANSCRIPT // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


def late_version(limits: Limits) -> Status:
    """The status of a job whose program did not tell its version in time: the job's limit cut it, or it is missing."""
    cut = limits.seconds is not None and limits.seconds <= VERSION_SECONDS
    return Status.TIMEOUT if cut else Status.MISSING
