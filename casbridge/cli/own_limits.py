"""The limits on a job, kept in the command line's own process too.

Work keeps its deadline itself, and programs that casbridge starts have limits of their own. This is for the rest:
reading, encoding, printing forms, and work that forgets the time. A timer raises LimitError a moment after the
deadline, and the process may take so much more memory than it had when the job began.
"""

from __future__ import annotations

import resource
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from casbridge.errors import InputError, LimitError, UsageError, printable
from casbridge.limits import Item, Limits, default_memory

if TYPE_CHECKING:
    from types import FrameType

#: Seconds after the deadline before the timer ends the job.
_GRACE_SECONDS = 0.7
#: The least memory that this process may take during a job, in bytes: what it needs to start threads and to report.
_LEAST_MEMORY = 128 << 20
#: What swallows the first error gets a second one.
_AGAIN_SECONDS = 1.0
#: While the caller prints, the timer waits.
_SOON_SECONDS = 0.05


class MemoryLimitError(LimitError):
    """The limit on memory was reached in this process.

    >>> MemoryLimitError("2x2: out of memory (500 MB)").exit_code
    4
    """


class OwnLimits:
    """The limits on one job in this process, while its context is entered. The time runs from the beginning.

    limits: what the user asked for. Without a limit on memory, `default_memory()` holds.
    what: the job's name, for messages. Errors of the input name it too.

    >>> with OwnLimits(Limits(seconds=0.1), "a long sum") as job:
    ...     sum(job.each(iter(int, 1)))
    Traceback (most recent call last):
    casbridge.errors.LimitError: a long sum: not done within 0.1 s
    """

    def __init__(self, limits: Limits, what: str) -> None:
        self.limits = limits
        self.what = printable(what, 80)
        self.deadline = limits.deadline()
        self._memory = limits.memory or default_memory()
        self._working = False
        # Only the main thread gets signals.
        self._is_timed = limits.seconds is not None and threading.current_thread() is threading.main_thread()
        self._handler: signal.Handlers | object = signal.SIG_DFL
        self._before: tuple[int, int] | None = None

    def __enter__(self) -> OwnLimits:
        self._working = True
        if self._memory is not None and sys.platform == "linux":
            with open("/proc/self/statm", "rb") as file:
                held = int(file.read().split()[0]) * resource.getpagesize()
            wanted, before = held + max(self._memory, _LEAST_MEMORY), resource.getrlimit(resource.RLIMIT_AS)
            if all(limit == resource.RLIM_INFINITY or wanted < limit for limit in before):
                self._before = before
                resource.setrlimit(resource.RLIMIT_AS, (wanted, before[1]))
        left = self.deadline.left()
        if left is not None and self._is_timed:
            self._handler = signal.signal(signal.SIGALRM, self._expire)
            signal.setitimer(signal.ITIMER_REAL, left + _GRACE_SECONDS)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._working = False
        if self._is_timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)  # type: ignore[arg-type]
        if self._before is not None:
            resource.setrlimit(resource.RLIMIT_AS, self._before)
            self._before = None
        if isinstance(error, MemoryError):
            raise MemoryLimitError(f"{self.what}: out of memory ({(self._memory or 0) >> 20} MB)") from None
        if isinstance(error, InputError) and not isinstance(error, UsageError) and error.source is None:
            raise error.located(self.what) from None

    def each(self, items: Iterable[Item], *, anew: bool = False) -> Iterator[Item]:
        """The same items. The timer interrupts only their making, not the caller who prints them.

        anew: whether each item is a job, whose time begins when it is asked for.
        """
        iterator = iter(items)
        try:
            while True:
                if anew and self._is_timed:
                    self.deadline = self.limits.deadline()
                    signal.setitimer(signal.ITIMER_REAL, (self.limits.seconds or 0) + _GRACE_SECONDS)
                self._working = True
                try:
                    item = next(iterator)
                except StopIteration:
                    return
                self._working = False
                yield item
        finally:
            self._working = False

    def finish(self) -> None:
        """The rest is printing, which the timer does not interrupt."""
        self._working = False

    def of_each(self, inputs: Sequence[Item]) -> Iterator[tuple[OwnLimits, Item]]:
        """Each input with the limits on its job: these for a single one, whose reading counts; else new ones."""
        for number, one in enumerate(inputs, 1):
            yield self if len(inputs) == 1 else OwnLimits(self.limits, f"input {number} of {self.what}"), one

    def _expire(self, _: int, __: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS if self._working else _SOON_SECONDS)
        if self._working:
            raise LimitError(f"{self.what}: not done within {self.limits.seconds:g} s")
