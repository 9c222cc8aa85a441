"""A deadline that does not depend on how busy the machine is."""

from __future__ import annotations

from casbridge.errors import LimitError
from casbridge.limits import Deadline


class AfterChecks(Deadline):
    """A deadline that passes at the given number of checks, whatever the clock says."""

    __slots__ = ("_checks",)
    _checks: int

    def __init__(self, checks: int) -> None:
        super().__init__()
        object.__setattr__(self, "_checks", checks)

    @property
    def passed(self) -> bool:
        object.__setattr__(self, "_checks", self._checks - 1)
        return self._checks < 0

    def check(self, what: str = "no answer") -> None:
        if self.passed:
            raise LimitError(what)
