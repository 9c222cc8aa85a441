"""Constraints as the lines of TOML that `reading` reads back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from casbridge.puzzles.variants.pairs import Parity
from casbridge.puzzles.variants.protocol import Constraint, WholeGrid


def toml_lines(constraints: Iterable[Constraint], side: int) -> list[str]:
    """The lines of TOML, a key each; lists have an element a line.

    >>> from casbridge.puzzles.variants import Cage, Windoku
    >>> print(*toml_lines([Windoku(), Cage((0, 1), 5)], 4), sep="\\n")
    windoku = true
    cages = [
      { cells = "r1c1 r1c2", sum = 5 },
    ]
    """
    lists: dict[str, list[Any]] = {}
    for one in constraints:
        key = "odd" if isinstance(one, Parity) and not one.even else one.key
        lists.setdefault(key, [] if not isinstance(one, WholeGrid) else [True]).append(one.toml(side))
    lines = []
    for key, values in lists.items():
        if values[0] is True:
            lines.append(f"{key} = true")
        elif key in ("even", "odd"):
            lines.append(f'{key} = "{" ".join(values)}"')
        elif key == "sandwiches":
            merged = {name: total for value in values for name, total in value.items()}
            lines.append(f"{key} = {_value(merged)}")
        else:
            lines += [f"{key} = [", *(f"  {_value(value)}," for value in values), "]"]
    return lines


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(own)}" for key, own in value.items()) + " }"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
