"""The records of a data set: the fields of each puzzle."""

from __future__ import annotations

import json
from typing import Any

from casbridge.errors import InputError, printable
from casbridge.making.generating import Made, NotMade
from casbridge.making.wishes import Wish
from casbridge.puzzles import Puzzle
from casbridge.puzzles.printing import has_lines, print_toml
from casbridge.puzzles.reading import read_puzzles


def record(wish: Wish, seed: int, made: Made | NotMade) -> dict[str, Any]:
    """The fields of a puzzle that was made or not found, ready for JSON.

    >>> from casbridge.making import make
    >>> from casbridge.puzzles import sudoku
    >>> wish = Wish(sudoku(2, 2))
    >>> found = record(wish, 1, make(wish, 1))
    >>> found["puzzle"], found["clues"], found["minimal"]
    ('.....4.2..13....', 4, True)
    """
    if isinstance(made, Made):
        return {"number": made.number, "seed": seed, **_puzzle(wish, made), "status": "complete", "reason": None}
    nearest = None if made.nearest is None else _puzzle(wish, made.nearest)
    head = {"number": made.number, "seed": seed, "puzzle": None, "nearest": nearest}
    return {**head, "status": "stopped", "reason": str(made)}


def read_records(text: str, wish: Wish, *, jsonl: bool, source: str = "<input>") -> list[Puzzle]:
    """The puzzles in a file that `generate` wrote for a wish.

    jsonl: whether each line is a `record` in JSON, else a puzzle in one line.
    source: the name of the file, for messages.

    Raises InputError for other lines.

    >>> from casbridge.puzzles import latin
    >>> [puzzle.line for puzzle in read_records("12..\\n..1.\\n", Wish(latin(2)), jsonl=False)]
    ['12..', '..1.']
    """
    box, family = wish.layout.box, wish.layout.family
    found: list[Puzzle] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        fields: Any = {"puzzle": line.strip()}
        if jsonl:
            try:
                fields = json.loads(line)
            except (ValueError, RecursionError):
                fields = None
        stated = toml = None
        if isinstance(fields, dict):
            toml = fields.get("toml")
            stated = toml or fields.get("puzzle") or (wish.full and fields.get("solution")) or ""
        if not isinstance(stated, str):
            raise InputError(
                f"found {printable(line, 40)!r}", source=source, line=number, expected="a line by casbridge generate"
            )
        if toml:
            found += read_puzzles(stated, source=source)
        elif stated:
            found += read_puzzles(stated, source=source, box=box, family=family, lines=True)
    return found


def _puzzle(wish: Wish, made: Made) -> dict[str, Any]:
    layout = made.puzzle.layout
    stated = {} if has_lines(layout) else {"toml": print_toml(made.puzzle)}
    if wish.full:
        return {"solution": made.solution.line, "layout": layout.description, **stated}
    pattern = {"symmetry": made.symmetry, "minimal_in_pattern": made.minimal_in_pattern}
    return {
        "puzzle": made.puzzle.line,
        "solution": made.solution.line,
        "layout": layout.description,
        **stated,
        "clues": made.puzzle.clues,
        "minimal": made.minimal,
        **(pattern if made.symmetry != "none" else {}),
        **({"difficulty": made.level} if made.level is not None else {}),
        "attempts": made.attempts,
    }
