"""Whether a program can be used here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a program can be used here: where it is and which version, or why not and what to do.

    >>> Availability(False, reason="no gap on PATH", hint="install it").complaint
    'no gap on PATH; install it'
    """

    available: bool
    path: str = ""
    version: str = ""
    reason: str = ""
    hint: str = ""

    @property
    def complaint(self) -> str:
        """Why it is not available, and what to do."""
        return f"{self.reason}; {self.hint}" if self.hint else self.reason
