"""Constraints as the lines of TOML that `reading` reads back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from casbridge.puzzles.variants.lines import SandwichSum
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
    lines = []
    for key, values in by_key(constraints, side).items():
        if isinstance(values, list):
            lines += [f"{key} = [", *(f"  {_value(value)}," for value in values), "]"]
        else:
            lines.append(f"{key} = {_value(values)}")
    return lines


def toml_values(constraints: Iterable[Constraint], side: int) -> dict[str, str]:
    """For each key its value in one line.

    >>> from casbridge.puzzles.variants import Parity
    >>> toml_values([Parity(0, True), Parity(3, True)], 4)
    {'even': '"r1c1 r1c4"'}
    """
    return {key: _value(values) for key, values in by_key(constraints, side).items()}


def in_words(constraints: Iterable[Constraint], side: int) -> list[str]:
    """The constraints in words, a line for each kind.

    >>> from casbridge.puzzles.variants import AntiKing, Cage
    >>> in_words([AntiKing(), Cage((0, 1), 5), Cage((2, 6), 3)], 4)
    ['anti-king', 'killer cages: r1c1 r1c2 = 5, r1c3 r2c3 = 3']
    """
    found: dict[str, list[str]] = {}
    for one in constraints:
        found.setdefault(one.plural, []).append(one.words(side))
    return [f"{plural}: {', '.join(said)}" if any(said) else plural for plural, said in found.items()]


def by_key(constraints: Iterable[Constraint], side: int) -> dict[str, Any]:
    """The values of the keys in TOML.

    >>> from casbridge.puzzles.variants import Cage
    >>> by_key([Cage((0, 1), 5)], 4)
    {'cages': [{'cells': 'r1c1 r1c2', 'sum': 5}]}
    """
    found: dict[str, Any] = {}
    for one in constraints:
        value = one.toml(side)
        if isinstance(one, WholeGrid):
            found[one.key] = value
        elif isinstance(one, Parity):
            key = "even" if one.even else "odd"
            found[key] = f"{found[key]} {value}" if key in found else value
        elif isinstance(one, SandwichSum):
            found.setdefault(one.key, {}).update(value)
        else:
            found.setdefault(one.key, []).append(value)
    return found


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(own)}" for key, own in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
