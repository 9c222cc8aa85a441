"""How much tests do: the number of Hypothesis's examples, and computations that yield their work, to the end."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from hypothesis import settings

_Returned = TypeVar("_Returned")


def examples(number: int) -> int:
    """So many in `make test-all`, an eighth of them in `make test`, as the profile `quick` in conftest.py has it."""
    return max(1, number * settings.default.max_examples // 100)  # type: ignore[union-attr]


def finished(steps: Generator[int, None, _Returned]) -> _Returned:
    """The value that a generator returns at its end. Each step is some work."""
    while True:
        try:
            assert next(steps) >= 0
        except StopIteration as stopped:
            returned: _Returned = stopped.value
            return returned
