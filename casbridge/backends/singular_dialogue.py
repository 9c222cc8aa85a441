"""One job sent to Singular and what came back, whichever way it went.

Neither a prompt nor an exit code of 0 nor any single line of output proves that a job was done: after an error Singular
goes on with the next statement, after a segmentation fault it prints a prompt again. An exchange is "answered" only
where the sum that was asked for last stands on a line of its own, and no line shows a failure.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from casbridge.processes.program import Finished, signal_name

Ending = Literal["answered", "error", "continuation", "silent", "crashed", "memory", "timeout", "flooded"]

_PROMPTS = re.compile(r"^(?:[>.] )+")
#: An error, or numbers that ran over and make what follows wrong.
_ERROR = re.compile(r"^\s*\? |possible OVERFLOW|OVERFLOW in|int overflow")
_FATAL = re.compile(r"Segment fault|signal \d+ \(v:|trying to restart|no more memory|halt \d+")
_MEMORY = re.compile(r"no more memory|halt 14\b")
_WAITING = re.compile(r"(?:^|\n)(?:> )*(?:\. )+\Z")
_NOTICE = re.compile(r"\s*(?://.*)?\s*\Z")

TIMEOUT_REASON = "Singular was stopped at the limit of time"
MEMORY_REASON = "Singular ran out of memory"

#: Singular's exit code when an allocation fails.
_EXIT_FOR_MEMORY = 14


@dataclass(frozen=True, slots=True)
class Sentinel:
    """A sum to be asked for after a job; its value cannot be an echo of anything that was sent."""

    number: int

    @staticmethod
    def fresh() -> Sentinel:
        """A sentinel of nine random digits, so that an earlier one is not taken for it."""
        return Sentinel(10**8 + secrets.randbelow(9 * 10**8))

    @property
    def statement(self) -> str:
        return f"1+{self.number};"

    def is_answered_by(self, line: str) -> bool:
        """Whether a line is the sum, alone but for prompts.

        >>> Sentinel(41).is_answered_by("> > 42"), Sentinel(41).is_answered_by("? 42")
        (True, False)
        """
        return without_prompts(line).strip() == str(self.number + 1)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What came back from one job.

    ended: "answered" with the sentinel and without a complaint; "silent": it ended by itself without the sentinel.
    reason: in words, quoting Singular; "" exactly when answered.
    odd: it said something else than notices; an answer stands, but a session that did this is not used again.
    """

    ended: Ending
    reason: str
    output: str
    odd: bool = False
    cpu_seconds: float | None = None
    peak_memory: int | None = None


def without_prompts(line: str) -> str:
    return _PROMPTS.sub("", line)


def is_error(line: str) -> bool:
    """Whether a line is an error message; what follows is the message, never a part of an answer.

    >>> is_error("> ? `f` is undefined"), is_error("// ** possible OVERFLOW in mult"), is_error("// ** redefining x")
    (True, True, False)
    """
    return _ERROR.search(without_prompts(line)) is not None


def is_fatal(line: str) -> bool:
    """Whether a line shows that the process is lost, whatever it prints afterwards."""
    return _FATAL.search(line) is not None


def is_notice(line: str) -> bool:
    """Whether a line may stand beside an answer: nothing, or a comment (Debian's `// ** ` on a dynamic library)."""
    return _NOTICE.match(without_prompts(line)) is not None


def is_waiting(text: str) -> bool:
    """Whether output ends in a continuation prompt: a statement was begun and not ended."""
    return _WAITING.search(text) is not None


def complaint(lines: Iterable[str]) -> tuple[Ending, str] | None:
    """The failure that the lines of an output show, and the lines that show it."""
    errors = []
    for line in lines:
        shown = without_prompts(line).strip()
        if is_fatal(line):
            return ("memory" if _MEMORY.search(line) else "crashed"), f"Singular said: {shown}"
        if is_error(line):
            errors.append(shown.removeprefix("? "))
    return ("error", f"Singular said: {'; '.join(errors[:2])}") if errors else None


def last_words(output: str) -> str:
    """The last line that says something, for a reason."""
    for line in reversed(output.splitlines()):
        if without_prompts(line).strip():
            return f"; it last said: {without_prompts(line).strip()}"
    return ""


def death(exit_code: int | None, signal: int | None, output: str) -> tuple[Ending, str]:
    """How a process ended that was to answer and did not."""
    said = complaint(output.splitlines())
    if said is not None and said[0] in ("memory", "crashed"):
        return said
    if exit_code == _EXIT_FOR_MEMORY:
        return "memory", f"Singular ended with exit code {_EXIT_FOR_MEMORY}: no more memory"
    if signal is not None:
        return "crashed", f"Singular was killed by {signal_name(signal)}{last_words(output)}"
    if exit_code:
        return "crashed", f"Singular ended with exit code {exit_code}{last_words(output)}"
    return said or ("silent", f"Singular ended before it had done the job{last_words(output)}")


def exchange_of(finished: Finished, sentinel: Sentinel) -> Exchange:
    """What a process that ran one job and ended amounts to."""
    lines = finished.output.splitlines()
    answered = any(sentinel.is_answered_by(line) for line in lines)
    ended: Ending
    if finished.ended == "timeout":
        ended, reason = "timeout", TIMEOUT_REASON
    elif finished.ended == "memory":
        ended, reason = "memory", MEMORY_REASON
    elif finished.ended == "flooded":
        ended, reason = "flooded", flood_reason(finished.output)
    elif finished.ended == "signal" or finished.exit_code:
        ended, reason = death(finished.exit_code, finished.signal, finished.output)
    elif (said := complaint(lines)) is not None:
        ended, reason = said
    elif not answered:
        ended, reason = death(finished.exit_code, finished.signal, finished.output)
    else:
        ended, reason = "answered", ""
    odd = not all(is_notice(line) or sentinel.is_answered_by(line) for line in lines)
    return Exchange(ended, reason, finished.output, odd, finished.cpu_seconds, finished.peak_memory)


def flood_reason(output: str) -> str:
    start = next((without_prompts(line).strip() for line in output.splitlines() if line.strip()), "")
    return f"Singular printed more than it may; the output begins: {start}"
