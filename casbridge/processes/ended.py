"""How a process ended: the only judgement of it, and its words.

exit code or signal, last output, memory ──how_it_ended──▶ Ended ──in_words──▶ "Singular was killed by SIGKILL"
"""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from typing import Literal

from casbridge.errors import printable
from casbridge.limits import Limits

#: "exited": by itself, see the exit code. "signal": killed by a signal that was not ours. "timeout", "memory": stopped
#: by a limit. "flooded": stopped because it wrote too much. A session has two more words for a program that still runs:
#: "open", and "closed" where the program closed its terminal.
Ended = Literal["exited", "signal", "timeout", "memory", "flooded", "open", "closed"]

# Compiled when it is first used.
_OUT_OF_MEMORY = (
    r"(?i)no more memory|out of memory|MemoryError|bad_alloc|(?:cannot|can't|unable to) (?:re)?allocate"
    r"|failed to map segment|halt 14\b|cannot extend the workspace|reached the pre-set memory limit"
    r"|exceeded the permitted memory|memory allocation failed|mmap.*failed"
    # PARI's words; its warning "not enough memory, new PARI stack" is none of them.
    r"|the PARI stack overflows|not enough memory(?!,)"
    # GCL's words: where it has no room to start, and later.
    r"|glibc detected an invalid stdio handle|the storage for \S+ is exhausted"
    # SBCL's words; FriCAS upon SBCL says nothing more than this where Lisp's heap or stack is used up.
    r"|heap exhausted|>> System error:\s*\Z"
    # The words of Macaulay2's garbage collector, and of msolve.
    r"|too many heap sections|insufficient memory|needs too much memory"
    # Python's words where an allocation failed inside the interpreter.
    r"|SystemError: .*without (?:exception set|setting an exception)"
)
_MEMORY_SIGNALS = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGKILL}
#: Characters at the end of an output in which its last lines are looked for.
_TAIL = 4000
#: Below so many bytes a program is killed before it begins.
_TO_START = 16 << 20
#: A program that is killed when it holds this part of its limit is killed for want of memory.
_NEARLY_ALL = 0.85


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended and what it said.

    exit_code, signal: as the system tells them; one of them is None. After a timeout or a flood the signal is ours.
    output: standard output and error in the order written. Malformed UTF-8 is replaced; a last line in brackets says
        where the output was cut.
    cpu_seconds: user and system time of the program and of the children that it waited for.
    peak_memory: bytes; None where the program ran too briefly to be measured.
    excess: of a program that was stopped because it wrote too much, what that was, for a message.
    """

    ended: Ended
    exit_code: int | None = None
    signal: int | None = None
    output: str = ""
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    excess: str = ""


def how_it_ended(
    exit_code: int | None, signal_number: int | None, said: str = "", *, memory: int | None = None, space: int = 0
) -> Ended:
    """How a process ended that nobody stopped.

    said: the end of its output. memory: the limit of its address space in bytes; None where it had none.
    space: the largest address space that was measured, in bytes.

    >>> how_it_ended(0, None, "MemoryError"), how_it_ended(1, None, "MemoryError"), how_it_ended(None, 9)
    ('exited', 'memory', 'signal')
    >>> how_it_ended(None, 9, memory=1 << 30, space=1 << 30)
    'memory'
    """
    if exit_code == 0:
        return "exited"
    if says_out_of_memory(said):
        return "memory"
    if signal_number is None:
        return "exited"
    if memory and signal_number in _MEMORY_SIGNALS and (memory < _TO_START or space > _NEARLY_ALL * memory):
        return "memory"
    return "flooded" if signal_number == signal.SIGXFSZ else "signal"


def in_words(who: str, finished: Finished, said: str | None = None, limits: Limits | None = None) -> str:
    """A sentence about how a process ended, for a message.

    who: the program's name. said: words of its own to quote; by default the last ones of the output.
    limits: those on time and memory, where they are known.

    >>> in_words("GAP", Finished("exited", 3, output="Error, no method found"))
    'GAP ended with exit code 3; it said: Error, no method found'
    >>> in_words("Singular", Finished("timeout"), limits=Limits(seconds=2))
    'Singular was stopped at the limit of time, 2 s'
    """
    said = last_words(finished.output) if said is None else said
    seconds = limits.seconds if limits else None
    if finished.ended == "timeout":
        return f"{who} was stopped at the limit of time" + ("" if seconds is None else f", {seconds:g} s")
    if finished.excess or finished.ended == "flooded":
        how = f"was stopped because it {finished.excess or 'printed too much'}"
    elif finished.ended == "memory":
        how = "ran out of memory" + (f"; {limits.memory_in_words}" if limits and limits.memory is not None else "")
    elif finished.ended == "closed":
        how = "closed its terminal and went on"
    elif finished.signal is not None:
        known = finished.signal in {*signal.Signals}
        how = f"was killed by {signal.Signals(finished.signal).name if known else f'signal {finished.signal}'}"
    else:
        how = f"ended with exit code {finished.exit_code}"
    return f"{who} {how}" + (f"; it said: {said}" if said else "")


def last_words(output: str) -> str:
    """The last line of an output that is not blank, as one printable line; "" where there is none.

    >>> last_words("Error, no method found\\n\\n")
    'Error, no method found'
    """
    return printable(output.rstrip().rpartition("\n")[2].strip())


def last_lines(output: str, most: int = 3) -> str:
    """The last lines of an output that are not blank, as one printable line; "" where there are none.

    >>> last_lines("Error,\\nno method found\\n\\n")
    'Error,; no method found'
    """
    lines = [line.strip() for line in output[-_TAIL:].splitlines() if line.strip()]
    return printable("; ".join(lines[-most:]))


def says_out_of_memory(text: str) -> bool:
    """Whether a program says that it ran out of memory, in the words of the systems that casbridge runs.

    >>> says_out_of_memory("Error, reached the pre-set memory limit")
    True
    """
    return re.search(_OUT_OF_MEMORY, text) is not None
