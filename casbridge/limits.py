"""Limits on a job, and the deadline that keeps its time, from the command line to the innermost loop.

As an argument, and in `Limits` and `Deadline`, `seconds` is a limit on a job. In results it is elapsed wall time.
"""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from casbridge.arguments import wrong
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import InputError, LimitError, UsageError, printable

Item = TypeVar("Item")

_SECONDS = r"(?a)(\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})\s*(s|m|min|h)?\Z"
_BYTES = r"(?ai)(\d{1,20}(?:\.\d{1,20})?)\s*([KMGT]?)(?:i?B)?\Z"


@with_hints
@dataclass(frozen=True, slots=True, repr=False)
class Limits(Brief, Shown):
    """Limits on one job. None: not given.

    seconds: wall time.
    memory: bytes; see `default_memory` for what holds without it.
    limit: number of answers.
    by_default: whether `memory` is the default, which nobody asked for; messages say it.

    Raises UsageError for anything but a positive number, whole for memory and limit.

    >>> Limits(seconds=10).deadline().left() <= 10
    True
    """

    seconds: float | None = None
    memory: int | None = None
    limit: int | None = None
    by_default: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        for name, kind, expected in (
            ("seconds", int | float, "a positive number"),
            ("memory", int, "a positive whole number of bytes"),
            ("limit", int, "a whole number, at least 1"),
        ):
            value: Any = getattr(self, name)
            fits = isinstance(value, kind) and not isinstance(value, bool) and 0 < value < math.inf
            if value is not None and not fits:
                found = f"{name}={printable(repr(value), 60)}"
                hint = _in_numbers(name, value) if isinstance(value, str) and name != "limit" else None
                raise UsageError(found, expected=f"{expected}, or None for no limit", hint=hint)

    @staticmethod
    def checked(limits: Limits) -> Limits:
        """Limits as they are. Raises UsageError for anything else, such as a number."""
        if isinstance(limits, Limits):
            return limits
        raise wrong(limits, "Limits", {"number": "Limits(seconds=5)"})

    @staticmethod
    def chosen(limits: Limits | None, seconds: float | None, memory: int | None, limit: int | None) -> Limits:
        """Limits that a function takes as one value, or one by one. Raises UsageError where they are given twice.

        >>> Limits.chosen(None, 5, None, None), Limits.chosen(Limits(limit=2), None, None, None)
        (Limits(seconds=5), Limits(limit=2))
        """
        given = Limits(seconds, memory, limit)
        if limits is None:
            return given
        if given != Limits():
            raise UsageError("limits given twice", expected="either limits or seconds, memory, limit")
        return Limits.checked(limits)

    def deadline(self) -> Deadline:
        """The moment when `seconds` are over, counted from now."""
        return Deadline.after(self.seconds)

    def with_memory(self, jobs: int = 1) -> Limits:
        """These limits; without one on memory, with the default for so many jobs at once.

        >>> Limits(memory=1 << 30).with_memory().by_default, Limits().with_memory().by_default
        (False, True)
        """
        return self if self.memory is not None else replace(self, memory=default_memory(jobs), by_default=True)

    @property
    def memory_in_words(self) -> str:
        """The limit on memory, for a message.

        >>> Limits(memory=1 << 30).memory_in_words
        'the limit is 1024 MiB'
        """
        size = f"{(self.memory or 0) / 2**20:g} MiB"
        return f"{size} is the default limit, --memory sets another" if self.by_default else f"the limit is {size}"


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment after which work stops. The clock is the machine's, so a deadline may go to another process.

    end: a value of `time.monotonic()`; `math.inf` is never.
    seconds: the limit that set it, for messages.

    >>> Deadline.after(None) == NEVER, NEVER.left() is None, Deadline.after(0).left(), list(NEVER.over("ab"))
    (True, True, 0.0, ['a', 'b'])
    >>> Deadline.after(60).share(0.5).left() <= 30, NEVER.share(0.5, most=2).left() <= 2, NEVER.share(0.5) == NEVER
    (True, True, True)
    >>> Deadline.after(0).check("no count")
    Traceback (most recent call last):
    casbridge.errors.LimitError: no count within 0 s
    """

    end: float = math.inf
    seconds: float | None = None

    @staticmethod
    def checked(deadline: Deadline) -> Deadline:
        """A deadline as it is. Raises UsageError for anything else, such as a number of seconds."""
        if isinstance(deadline, Deadline):
            return deadline
        raise wrong(deadline, "a Deadline", {"number": "Limits(seconds=5).deadline() is one"})

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """So many seconds from now; None is never."""
        if seconds is None:
            return NEVER
        if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
            raise UsageError(f"seconds={printable(repr(seconds), 60)}", expected="a number, or None for no limit")
        return cls(time.monotonic() + seconds, seconds)

    @property
    def passed(self) -> bool:
        """Whether the moment is over."""
        return time.monotonic() >= self.end

    def check(self, what: str = "no answer") -> None:
        """Raise LimitError after the deadline. what: the first words of the message."""
        if time.monotonic() >= self.end:
            raise LimitError(f"{what} within {self.seconds:g} s" if self.seconds is not None else f"{what} in time")

    def over(self, items: Iterable[Item], what: str = "no answer", every: int = 1000) -> Iterator[Item]:
        """The items, with a `check` before the first of every 1,000."""
        for number, item in enumerate(items):
            if not number % every:
                self.check(what)
            yield item

    def left(self) -> float | None:
        """Seconds until the deadline, at least 0; None where it never comes."""
        return None if self.end == math.inf else max(0.0, self.end - time.monotonic())

    def share(self, part: float, most: float = math.inf) -> Deadline:
        """An earlier deadline: `part` of the seconds that are left, and at most `most` seconds.

        part: between 0 and 1. A deadline that never comes gives one after `most` seconds.
        """
        now = time.monotonic()
        seconds = min(most, part * max(0.0, self.end - now) if part else 0.0)
        return NEVER if seconds == math.inf else Deadline(now + seconds, self.seconds)


#: The deadline that never comes.
NEVER = Deadline()
#: The most bytes that a job gets where no limit is given.
LARGEST_DEFAULT_MEMORY = 8 << 30
_ROOM_FOR_EACH = 1536 << 20
_FEWEST_AT_ONCE = 4


def default_memory(jobs: int = 1) -> int | None:
    """Bytes for each of `jobs` at once where no limit is given: half of the machine, divided, at most 8 GiB.

    None where the system does not tell how much memory it has.

    >>> default_memory(4) <= default_memory() <= LARGEST_DEFAULT_MEMORY
    True
    """
    half = half_of_the_machine()
    return None if half is None else min(LARGEST_DEFAULT_MEMORY, half // jobs)


def half_of_the_machine() -> int | None:
    """Half of the machine's memory in bytes; None where the system does not tell.

    >>> half_of_the_machine() > 0
    True
    """
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None
    return machine // 2 if machine > 0 else None


def jobs_at_once(jobs: int) -> int:
    """How many of some jobs are at work at once where no limit on memory is given.

    As many as get 1.5 GiB each by default, for some programs reserve a GiB before they begin; but not fewer than four.

    >>> jobs_at_once(3), jobs_at_once(1000) >= 4
    (3, True)
    """
    half = half_of_the_machine()
    return jobs if half is None else min(jobs, max(_FEWEST_AT_ONCE, half // _ROOM_FOR_EACH))


class Usage(NamedTuple):
    """What a job took. None: not measured.

    cpu_seconds: user and system time of its process and of the children that the process waited for.
    peak_memory: bytes.
    """

    cpu_seconds: float | None = None
    peak_memory: int | None = None


class Stopwatch:
    """Wall time since it was made: `seconds`.

    >>> Stopwatch().seconds >= 0
    True
    """

    def __init__(self) -> None:
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started


def _in_numbers(name: str, text: str) -> str | None:
    """A hint for a limit that is written as on the command line; None where it is not."""
    try:
        number = seconds_of(text) if name == "seconds" else bytes_of(text)
    except InputError:
        return None
    return f"{name}={number:g} is {text.strip()}" if name == "seconds" else f"{name}={number} is {text.strip()}"


def seconds_of(text: str) -> float:
    """The seconds that a user writes. Raises InputError for anything else.

    >>> seconds_of("2.5s"), seconds_of("3m")
    (2.5, 180.0)
    """
    match = re.match(_SECONDS, text.strip().lower())
    seconds = float(match.group(1)) * {"m": 60, "min": 60, "h": 3600}.get(match.group(2), 1) if match else 0
    if not 0 < seconds < 1e9:
        raise InputError(f"time {printable(text, 60)!r}", expected="a positive number of seconds, or 90s, 5m, 1h")
    return seconds


def bytes_of(text: str) -> int:
    """The bytes that a user writes. Raises InputError for anything else.

    >>> bytes_of("2G") == 2 * 1024**3
    True
    """
    match = re.match(_BYTES, text.strip())
    size = int(float(match.group(1)) * 1024 ** " KMGT".index(match.group(2).upper() or " ")) if match else 0
    if not 2**20 <= size < 2**50:
        raise InputError(f"size {printable(text, 60)!r}", expected="at least 1M, such as 500M or 2G")
    return size
