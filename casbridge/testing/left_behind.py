"""The processes that carry a mark, to see that none is left behind."""

from __future__ import annotations

import os
import time
from pathlib import Path


def processes_with(mark: str) -> list[int]:
    """Live processes, but not zombies, with a text in their arguments or their environment.

    Only Linux shows them; elsewhere there are none.

    >>> processes_with("no process has this text in its arguments")
    []
    """
    if not Path("/proc/self/environ").exists():
        return []
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if mark.encode() in text:
            found.append(int(entry.name))
    return found


def none_left(mark: str, seconds: float = 3.0) -> bool:
    """Whether no such process is left, or soon will be: the system takes a moment to bury the dead.

    >>> none_left("no process has this text in its arguments")
    True
    """
    end = time.monotonic() + seconds
    while processes_with(mark):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
