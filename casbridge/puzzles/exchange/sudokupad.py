"""SudokuPad's own document: cells, regions and drawings, in JSON or in its shortened form.

The document says how a puzzle looks. Its rules are in words, and lines and circles are drawn for them. A document with
drawings is refused. Cages are read if they say that digits differ ("unique"), or have a sum ("sum").
Source of the shortened form: SudokuPad's `PuzzleZipper`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NoReturn

from casbridge.errors import InputError, Location, printable
from casbridge.notices import notice
from casbridge.puzzles.exchange.constraints import CONSTRAINTS, refuse
from casbridge.puzzles.exchange.stated import Stated, is_absent, number, number_or_none
from casbridge.puzzles.layouts import LARGEST_SIDE, box_shape
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants import Cage, Windoku
from casbridge.strict import Place

#: Fields that state no rule.
_OTHER_FIELDS = {
    "id", "cellSize", "settings", "title", "author", "rules", "metadata", "metaData", "videos", "duration", "solution",
    "cells", "regions", "cages",
}  # fmt: skip
#: Fields of a cage that say how it looks.
_CAGE_LOOKS = (
    "style", "hidden", "type", "outlineC", "fontC", "color", "borderColor", "backgroundColor", "fontSize",
)  # fmt: skip
_CELL_FIELDS = {"value", "centremarks", "pencilMarks", "candidates", "given"}
#: Short name → name, in the shortened form.
_NAMES = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
_META = re.compile(r"([A-Za-z]+):\s*(.*)", re.DOTALL)
_DEEPEST = 40
_MOST_VALUES = 500_000
#: The numbers of characters before a digit in the shortest form, `scf`: blanks behind it, ten a row of letters.
_CLASSIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_CLASSIC_CELLS = 81
#: Letters behind the grid: both diagonals, windoku.
_CLASSIC_RULES = "xw"


def read_sudokupad(document: Place, wanted: ReadingOptions) -> Puzzle:
    """The puzzle in a document of SudokuPad's.

    Raises InputError for another document, for drawings, and for cells in no square.

    >>> cells = [[{"value": 1}, {}], [{}, {}]]
    >>> regions = [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    >>> read_sudokupad(Place({"cells": cells, "regions": regions}), {}).line
    '1...'
    """
    source = document.source
    rows = document.member("cells").items(LARGEST_SIDE, 1)
    side = len(rows)
    stated = Stated.blank(side)
    unknown = Counter[str]()
    for r, row in enumerate(rows):
        for c, cell in enumerate(row.items(side, side)):
            value = {} if cell.is_null else cell.value
            if not isinstance(value, dict):
                cell.fail("an object { … }")
            if not is_absent(value.get("value")):
                stated.givens[r * side + c] = number(cell.member("value"), 0, side)
            for name in value.keys() - _CELL_FIELDS:
                unknown[f"cells.{name}"] += 1
    _read_regions(document, stated, wanted)
    texts, cages = _cages(document, unknown)
    for name, value in document.value.items():
        if name not in _OTHER_FIELDS and not is_absent(value):
            unknown[name] = len(value) if isinstance(value, list | dict) else 1
    for meta in ("metadata", "metaData"):
        said = document.value.get(meta)
        for name, value in said.items() if isinstance(said, dict) else ():
            if name in CONSTRAINTS and not is_absent(value):
                unknown[name] = 1
            elif isinstance(value, str):
                texts.setdefault(name, value)
    refuse(unknown, Location(source), "givens, regions, and cages with unique or sum")
    for cage in cages:
        _read_cage(cage, stated)
    for name in ("title", "rules"):
        if isinstance(document.value.get(name), str):
            texts[name] = document.value[name]
    if rules := " ".join(texts.get("rules", "").split()):
        notice(f"{f'{source}: ' if source else ''}rules in words are not read: {printable(rules, 160)!r}")
    stated.name = printable(texts.get("title", "").strip(), 200)
    return stated.puzzle(wanted)


def _read_regions(document: Place, stated: Stated, wanted: ReadingOptions) -> None:
    side = stated.side
    regions = document.member("regions")
    if is_absent(regions.value):
        if not (wanted.get("box") or wanted.get("family")):
            rows, columns = box_shape(side)
            boxes = f"--box {rows}x{columns}, or " if rows > 1 else ""
            found, hint = "no regions in the document", f"give {boxes}--family latin"
            raise InputError(found, source=document.source, expected="the regions of the grid", hint=hint)
        return
    for label, region in enumerate(regions.items(side)):
        for cell in region.items(side**2):
            r, c = (part.whole(0, side - 1) for part in cell.items(2, 2))
            if stated.regions[r * side + c] is not None:
                cell.fail("each cell in one region", f"is in two regions: {[r, c]}")
            stated.regions[r * side + c] = label


def _cages(document: Place, unknown: Counter[str]) -> tuple[dict[str, str], list[Place]]:
    """The remarks in cages without cells, such as "title: …", and the cages that state a rule.

    unknown: gets the others, which are drawings.
    """
    texts: dict[str, str] = {}
    found: list[Place] = []
    cages = document.member("cages")
    for cage in () if cages.is_null else cages.items(_MOST_VALUES):
        value = cage.value if isinstance(cage.value, dict) else {}
        remark = _META.match(str(value.get("value", "")))
        if is_absent(value.get("cells")) and (remark or not value):
            if remark:
                texts[remark.group(1).lower()] = remark.group(2)
        elif is_absent(value.get("unique")) and is_absent(value.get("sum")):
            unknown["cage"] += 1
        else:
            found.append(cage)
    return texts, found


def _read_cage(cage: Place, stated: Stated) -> None:
    cage.members(("cells",), ("value", "unique", "sum", *_CAGE_LOOKS))
    unique = cage.member("unique")
    if not (unique.is_null or isinstance(unique.value, bool)):
        unique.fail("true or false")
    total = number_or_none(cage.member("sum"), 1, stated.side**3)
    shown = cage.member("value")
    if not is_absent(shown.value) and (total is None or number(shown, 0, 10**9) != total):
        expected = "no text" if total is None else f'"{total}", as its sum'
        shown.fail(f'{expected}; a sum stands in "sum"' if total is None else expected)
    cells = [
        tuple(part.whole(0, stated.side - 1) for part in cell.items(2, 2))
        for cell in cage.member("cells").items(stated.side**2, 1)
    ]
    stated.add(cage, Cage(tuple(r * stated.side + c for r, c in cells), total, unique.value is not True))


def read_scf(text: str, source: str | None, wanted: ReadingOptions) -> Puzzle:
    """The 9×9 puzzle in SudokuPad's shortest form: a sign for a digit and the blanks behind it, then letters for rules.

    Raises InputError for another text, and for a letter of another rule.

    >>> read_scf("1" + "o" * 13 + "Ew", None, {}).layout.description
    '9×9 Sudoku with boxes 3×3, windows'
    """
    digits = ""
    at = 0
    while len(digits) < _CLASSIC_CELLS and at < len(text):
        value = _CLASSIC.find(text[at])
        if value < 0:
            raise InputError(
                f"found {text[at]!r} in a packed grid", source=source, expected="letters up to x and digits"
            )
        digits += str(value % 10) + "0" * (value // 10)
        at += 1
    if len(digits) != _CLASSIC_CELLS:
        raise InputError(f"a packed grid of {len(digits)} cells", source=source, expected=f"{_CLASSIC_CELLS}")
    unknown = [rule for rule in text[at:] if rule not in _CLASSIC_RULES]
    refuse({f"the rule {rule!r}": 1 for rule in unknown}, Location(source), "x, both diagonals, and w, windoku")
    regions: list[int | None] = [cell // 27 * 3 + cell % 9 // 3 for cell in range(_CLASSIC_CELLS)]
    stated = Stated(9, [int(digit) for digit in digits], regions)
    if "x" in text[at:]:
        stated.diagonals = {"diagonal+", "diagonal-"}
    if "w" in text[at:]:
        stated.constraints.append(Windoku())
    return stated.puzzle(wanted)


def unshortened(text: str, source: str | None = None) -> Place:
    """The document in SudokuPad's shortened form: names without quotes, `t` for true, nothing for {}, bare colours.

    Raises InputError for another text.

    >>> unshortened("{ce:[[{v:1},],[,]],t:'two'}").value
    {'cells': [[{'value': 1}, {}], [{}, {}]], 'title': 'two'}
    """
    reader = _Shortened(text, source)
    value = reader.value(0)
    if reader.at != len(text):
        reader.fail("the end")
    return Place(value, "", source)


_TOKEN = re.compile(r"#?[A-Za-z0-9_.+-]+")
_STRING = {"'": re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL), '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)}
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?\Z")
_COLOUR = re.compile(r"(?=.*[A-Fa-f])[0-9A-Fa-f]{6}\Z")
_WORDS = {"t": True, "f": False, "true": True, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF"}


class _Shortened:
    """A text in the shortened form, and the place of what is next."""

    def __init__(self, text: str, source: str | None) -> None:
        self.text, self.source, self.at, self.values = text, source, 0, 0

    def fail(self, expected: str) -> NoReturn:
        found = self.text[self.at : self.at + 1]
        what = f"found {printable(found, 10)!r}" if found else "it ends early"
        raise Location(self.source).error(f"the packed document: {what} at character {self.at + 1}", expected)

    def value(self, depth: int) -> Any:
        """The value that is next; {} where there is nothing between two commas."""
        self.values += 1
        if depth > _DEEPEST or self.values > _MOST_VALUES:
            self.fail(f"at most {_DEEPEST} lists in each other, and {_MOST_VALUES} values")
        sign = self.text[self.at : self.at + 1]
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._list(depth)
        if sign in ("'", '"'):
            return self._text(sign)
        if sign in (",", "]", "}"):
            return {}
        match = _TOKEN.match(self.text, self.at)
        word = match.group() if match else ""
        if word in _WORDS:
            self.at += len(word)
            return _WORDS[word]
        if _NUMBER.match(word):
            self.at += len(word)
            number = float(word)
            return int(number) if number.is_integer() else number
        if not _COLOUR.match(word):
            self.fail("a value")
        self.at += len(word)
        return f"#{word}"

    def _take(self, sign: str) -> bool:
        is_there = self.text[self.at : self.at + 1] == sign
        self.at += is_there
        return is_there

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        if self._take("}"):
            return found
        while True:
            sign = self.text[self.at : self.at + 1]
            if sign in ("'", '"'):
                name = self._text(sign)
            else:
                match = _TOKEN.match(self.text, self.at)
                if match is None:
                    self.fail("a name")
                name = match.group()
                self.at += len(name)
            if not self._take(":"):
                self.fail("':'")
            found[_NAMES.get(name, name)] = self.value(depth + 1)
            if self._take("}"):
                return found
            if not self._take(","):
                self.fail("',' or '}'")

    def _list(self, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while True:
            found.append(self.value(depth + 1))
            if self._take("]"):
                return found
            if not self._take(","):
                self.fail("',' or ']'")

    def _text(self, quote: str) -> str:
        match = _STRING[quote].match(self.text, self.at)
        if match is None:
            self.fail(f"a text up to the next {quote}")
        self.at = match.end()
        return re.sub(r"\\(.)", lambda one: {"n": "\n", "t": "\t"}.get(one[1], one[1]), match.group(1))
