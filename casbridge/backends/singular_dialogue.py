"""What is said to Singular beside a job, and what its output shows.

A prompt does not prove that a job was done, nor does an exit code of 0: after an error Singular goes on with the next
statement, after a segmentation fault it prints a prompt again. A job was done only if the sum that was asked for last
stands on a line of its own, and no line shows a failure.

    Finished + Sum ──judge──▶ a status, and the reason in words
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Literal

from casbridge.backends.protocol import Status
from casbridge.limits import Limits
from casbridge.processes.ended import Finished, in_words

_PROMPTS = re.compile(r"^(?:[>.] )+")
#: An error, or numbers that ran over and make what follows wrong.
_ERROR = re.compile(r"^\s*\? |possible OVERFLOW|OVERFLOW in|int overflow")
_FATAL = re.compile(r"Segment fault|signal \d+ \(v:|trying to restart|no more memory|halt \d+")
_MEMORY = re.compile(r"no more memory|halt 14\b")
_WAITING = re.compile(r"(?:^|\n)(?:> )*(?:\. )+\Z")
_NOTICE = re.compile(r"\s*(?://.*)?\s*\Z")
_NOT_DONE = re.compile(
    r"not (?:yet )?(?:implemented|supported)|only (?:implemented|supported)|unsupported", re.IGNORECASE
)
#: Characters that are looked at where the output is too long.
_BEGINNING = 4096
#: Singular's exit code when an allocation fails.
_EXIT_FOR_MEMORY = 14


#: What a line may be: the sum, something that may stand beside it, a complaint, or anything else.
Line = Literal["answer", "notice", "complaint", "junk"]


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum to be asked for after a job. Its value cannot be an echo of anything that was sent.

    >>> Sum(41).statement, Sum(41).reads("> > 42"), Sum(41).reads("> > ? 42")
    ('1+41;', 'answer', 'complaint')
    """

    number: int

    @staticmethod
    def fresh() -> Sum:
        """A sum of nine random digits, unlike all earlier ones."""
        return Sum(10**8 + secrets.randbelow(9 * 10**8))

    @property
    def statement(self) -> str:
        """What Singular is asked."""
        return f"1+{self.number};"

    def reads(self, line: str) -> Line:
        """What a line is. A notice is nothing, or a comment (Debian's `// ** ` on a dynamic library)."""
        shown = _PROMPTS.sub("", line)
        if shown.strip() == str(self.number + 1):
            return "answer"
        if _ERROR.search(shown) or _FATAL.search(shown):
            return "complaint"
        return "notice" if _NOTICE.match(shown) else "junk"

    def is_waiting(self, text: str) -> bool:
        """Whether output ends in a continuation prompt: a statement was begun and not ended.

        >>> Sum(41).is_waiting("> . "), Sum(41).is_waiting("> ")
        (True, False)
        """
        return _WAITING.search(text) is not None

    def hidden(self, text: str) -> str:
        """A text without the sum that was asked for: Singular quotes the line in which it finds an error."""
        return text.replace(self.statement, "...")


def judge(finished: Finished, asked: Sum, limits: Limits | None = None) -> tuple[Status, str]:
    """The status of a job and the reason in words, quoting Singular: by the end of Singular, or by what it said.

    COMPLETE only where Singular did everything that it was asked, and complained about nothing; the reason is "" then.

    finished: from `Session.run` or `run_program`.
    asked: the sum that was asked for last.
    limits: those of the job, for the reason.

    >>> judge(Finished("exited", 0, output="42"), Sum(41))
    (<Status.COMPLETE: 'complete'>, '')
    >>> judge(Finished("signal", signal=9), Sum(41))
    (<Status.CRASHED: 'crashed'>, 'Singular was killed by SIGKILL')
    """
    output = finished.output if finished.ended != "flooded" else finished.output[:_BEGINNING]
    lines = [(asked.reads(line), asked.hidden(_PROMPTS.sub("", line).strip())) for line in output.splitlines()]
    said = [line for kind, line in lines if kind != "answer" and line]
    complaints = [line for kind, line in lines if kind == "complaint"]
    fatal = next((line for line in complaints if _FATAL.search(line)), "")
    last = said[-1] if said else ""

    def ended(status: Status, said: str, how: Finished = finished) -> tuple[Status, str]:
        return status, in_words("Singular", how, said, limits)

    if finished.ended == "timeout":
        return ended(Status.TIMEOUT, "")
    if finished.ended == "flooded":
        return ended(Status.UNPARSABLE, said[0] if said else "")
    if finished.ended == "memory" or finished.exit_code == _EXIT_FOR_MEMORY or _MEMORY.search(fatal):
        return ended(Status.MEMORY, fatal or last or f"exit code {finished.exit_code}", Finished("memory"))
    if fatal:
        return Status.CRASHED, f"Singular said: {fatal}"
    if finished.ended in ("signal", "closed") or finished.exit_code:
        return ended(Status.CRASHED, last)
    if complaints:
        errors = [line.removeprefix("? ") for line in complaints[:2]]
        status = Status.UNSUPPORTED if any(map(_NOT_DONE.search, errors)) else Status.UNPARSABLE
        return status, f"Singular said: {'; '.join(errors)}"
    if any(kind == "answer" for kind, _ in lines):
        return Status.COMPLETE, ""
    if finished.ended == "exited":
        words = f"; it said: {last}" if last else ""
        return Status.CRASHED, f"Singular ended before it had done the job{words}"
    if asked.is_waiting(output):
        return Status.UNPARSABLE, "Singular waits for the end of a statement (prompt '. ')"
    junk = next((line for kind, line in lines if kind == "junk"), "")
    return Status.UNPARSABLE, f"Singular said what nobody asked for: {junk}"
