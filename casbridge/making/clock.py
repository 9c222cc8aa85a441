"""A limit on time."""

from __future__ import annotations

import time

from casbridge.errors import LimitError


class Clock:
    """Runs from when it is made; None is no limit.

    >>> Clock(None).is_over(), Clock(0).is_over()
    (False, True)
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def check(self) -> None:
        """Raises LimitError when it is over."""
        if self.is_over():
            raise LimitError(f"nothing within {self._seconds:g} s")
