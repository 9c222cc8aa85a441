"""The JSON of f-puzzles: a grid with givens and regions, and constraints by their names."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from casbridge.errors import InputError, Location, printable
from casbridge.notices import notice
from casbridge.puzzles.exchange.constraints import READERS, refuse
from casbridge.puzzles.exchange.stated import Stated, is_absent, number
from casbridge.puzzles.exchange.writing import constraint_fields
from casbridge.puzzles.layouts import LARGEST_SIDE, box_shape
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.puzzle import Puzzle
from casbridge.strict import Place

#: Fields that state no constraint.
_OTHER_FIELDS = {
    "size", "title", "author", "ruleset", "grid", "solution", "disabledlogic", "truecandidatesoptions",
    "successMessage", "highlightConflicts",
}  # fmt: skip
#: Fields of a cell that are the player's own notes.
_NOTES = {"centerPencilMarks", "cornerPencilMarks", "candidates"}
_COLOURS = {"c", "cArray", "highlight"}
_CELL_FIELDS = {"value", "given", "region", "givenPencilMarks", *_NOTES, *_COLOURS}
_LONGEST_NAME = 1000
_META = re.compile(r"[A-Za-z]+:")


def read_fpuzzles(document: Place, text: str, packed: bool, wanted: ReadingOptions) -> Puzzle:
    """The puzzle in a document of f-puzzles.

    text: where the document comes from, for places. packed: whether a link had it: then there are no places.
    Raises InputError for another document, and for a constraint that casbridge does not read, with its name.

    >>> from casbridge.strict import read_json
    >>> text = '{"size": 2, "grid": [[{"value": 1, "given": true}, {}], [{}, {}]]}'
    >>> read_fpuzzles(read_json(text), text, False, {}).line
    '1...'
    """
    source = document.source
    document.members(("size", "grid"), document.value if isinstance(document.value, dict) else ())
    side = document.member("size").whole(1, LARGEST_SIDE)
    stated = Stated.blank(side)
    title = document.member("title")
    stated.name = "" if title.is_null else printable(title.text(_LONGEST_NAME, lines=True).strip(), 200)
    unknown = Counter[str]()
    readers = []
    remarks = _read_grid(document.member("grid"), stated, unknown)
    for name, value in document.value.items():
        if name in _OTHER_FIELDS or is_absent(value):
            continue
        if name == "cage" and isinstance(value, list):
            value = [one for one in value if not _is_remark(one)]
            if not value:
                continue
        if name in READERS:
            readers.append(name)
        else:
            unknown[name] = len(value) if isinstance(value, list | dict) else 1
    first = next(iter(unknown), "")
    found = -1 if packed else text.find(f'"{first}"')
    at = Location(source, 1, 1).after(text[:found]) if found >= 0 else Location(source)
    refuse(unknown, at)
    for name in readers:
        READERS[name](document.member(name), stated)
    rules = document.value.get("ruleset")
    if isinstance(rules, str) and rules.strip():
        remarks.append(f"rules in words are not read: {printable(' '.join(rules.split()), 160)!r}")
    for remark in remarks:
        notice(f"{source}: {remark}" if source else remark)
    return stated.puzzle(wanted)


def _is_remark(cage: Any) -> bool:
    """Whether a drawn cage has no cells, and a text such as "author: …": so SudokuPad's tools keep remarks."""
    return isinstance(cage, dict) and not cage.get("cells") and bool(_META.match(str(cage.get("value", ""))))


def _read_grid(grid: Place, stated: Stated, unknown: Counter[str]) -> list[str]:
    """Read the cells. Gives remarks on what is left out."""
    side = stated.side
    rows, columns = box_shape(side)
    left_out = coloured = 0
    for r, row in enumerate(grid.items(side, side)):
        for c, cell in enumerate(row.items(side, side)):
            value = {} if cell.is_null else cell.value
            if not isinstance(value, dict):
                cell.fail("an object { … }")
            at = r * side + c
            region = value.get("region", "default")
            if region == "default":
                stated.regions[at] = r // rows * rows + c // columns
            elif region is not None:
                stated.regions[at] = number(cell.member("region"), 0, 10**6)
            is_filled = not is_absent(value.get("value"))
            if value.get("given") is True and is_filled:
                stated.givens[at] = number(cell.member("value"), 0, side)
            else:
                left_out += is_filled
            for name in value.keys() - _CELL_FIELDS:
                unknown[f"grid.{name}"] += 1
            if not is_absent(value.get("givenPencilMarks")) and not stated.givens[at]:
                unknown["givenPencilMarks"] += 1
            coloured += any(not is_absent(value.get(name)) for name in _COLOURS)
    remarks = [f"digits that the player wrote are left out: {left_out}"] if left_out else []
    return [*remarks, f"colours of cells are not read: {coloured}"] if coloured else remarks


def fpuzzles_document(puzzle: Puzzle) -> dict[str, Any]:
    """The document of f-puzzles for a puzzle. Raises InputError for a graph, and for constraints that it cannot say.

    >>> from casbridge.puzzles import latin
    >>> fpuzzles_document(Puzzle(latin(1), (1,)))
    {'size': 1, 'grid': [[{'region': None, 'value': 1, 'given': True}]]}
    """
    layout = puzzle.layout
    if not layout.is_grid:
        raise InputError(f"a {layout.description} in the form of f-puzzles", expected="a grid", hint="write TOML")
    side = layout.side
    is_default = layout.box == box_shape(side)
    grid: list[list[dict[str, Any]]] = []
    for row in range(side):
        grid.append([])
        for cell in range(row * side, row * side + side):
            has_block = layout.box is not None or layout.regions is not None
            written: dict[str, Any] = {} if is_default else {"region": layout.block_of(cell) if has_block else None}
            if puzzle.givens[cell]:
                written |= {"value": puzzle.givens[cell], "given": True}
            grid[-1].append(written)
    document: dict[str, Any] = {"size": side}
    if puzzle.name:
        document["title"] = puzzle.name
    document["grid"] = grid
    if layout.diagonals:
        document |= {"diagonal+": True, "diagonal-": True}
    return document | constraint_fields(layout)


def print_fpuzzles(puzzle: Puzzle) -> str:
    """The puzzle as the JSON of f-puzzles. Raises InputError as `fpuzzles_document` does.

    >>> from casbridge.puzzles import sudoku
    >>> print_fpuzzles(Puzzle(sudoku(1, 1), (1,)))
    '{"size":1,"grid":[[{"value":1,"given":true}]]}\\n'
    """
    return json.dumps(fpuzzles_document(puzzle), ensure_ascii=False, separators=(",", ":")) + "\n"
