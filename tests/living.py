"""What processes there are, for tests that none is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from casbridge.testing import left_behind


def processes_with(mark: str) -> list[int]:
    """`left_behind.processes_with`, for tests that need it."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("needs /proc")
    return left_behind.processes_with(mark)


def none_left(mark: str, seconds: float = 3.0) -> bool:
    """`left_behind.none_left`, for tests that need it."""
    processes_with(mark)
    return left_behind.none_left(mark, seconds)
