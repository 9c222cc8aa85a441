"""How many examples Hypothesis tries in tests that name their number."""

from __future__ import annotations

from hypothesis import settings


def examples(number: int) -> int:
    """So many in `make test-all`, an eighth of them in `make test`, as the profile `quick` in conftest.py has it."""
    return max(1, number * settings.default.max_examples // 100)  # type: ignore[union-attr]
