"""What a data set says of each puzzle."""

from __future__ import annotations

import json
from typing import Any

from casbridge.making.generating import Made, NotMade
from casbridge.making.wishes import Wish
from casbridge.puzzles import Puzzle
from casbridge.puzzles.layouts import Layout, box_shape
from casbridge.puzzles.printing import print_toml
from casbridge.puzzles.reading import read_puzzles


def has_lines(layout: Layout) -> bool:
    """Whether a puzzle in one line says all, together with the box and the family that one can give on reading.

    >>> from casbridge.puzzles import latin, sudoku
    >>> has_lines(latin(4)), has_lines(sudoku(2, 2, diagonals=True))
    (True, False)
    """
    return layout.family in ("sudoku", "latin") and not layout.diagonals


def line_is_read(layout: Layout) -> bool:
    """Whether a puzzle in one line is read as it is without a word about its box or family.

    >>> from casbridge.puzzles import latin, sudoku
    >>> line_is_read(sudoku(2, 3)), line_is_read(sudoku(3, 2)), line_is_read(latin(4))
    (True, False, False)
    """
    return layout.family == "sudoku" and not layout.diagonals and layout.box == box_shape(layout.side)


def drawing_is_read(layout: Layout) -> bool:
    """The same of a drawn puzzle, in which lines between the cells show the boxes.

    >>> from casbridge.puzzles import latin, sudoku
    >>> drawing_is_read(sudoku(3, 2)), drawing_is_read(sudoku(1, 4)), drawing_is_read(sudoku(2, 2, diagonals=True))
    (True, False, False)
    """
    return line_is_read(layout) or (has_lines(layout) and layout.box is not None and min(layout.box) > 1)


def record(wish: Wish, seed: int, made: Made | NotMade) -> dict[str, Any]:
    """The fields of a puzzle, or of one that was not found, ready for JSON.

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
    """The puzzles in a file that was made for a wish, for one who adds to it.

    jsonl: whether each line is a `record` in JSON, else a puzzle in one line.

    >>> from casbridge.puzzles import latin
    >>> [puzzle.line for puzzle in read_records("12..\\n..1.\\n", Wish(latin(2)), jsonl=False)]
    ['12..', '..1.']
    """
    box, family = wish.layout.box, wish.layout.family
    found: list[Puzzle] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        fields = json.loads(line) if jsonl else {"puzzle": line}
        stated = fields.get("puzzle") or (wish.full and fields.get("solution"))
        if fields.get("toml"):
            found += read_puzzles(fields["toml"], source=source)
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
