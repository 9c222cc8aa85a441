"""Constraints in TOML: their keys, read strictly.

windoku = true
anti_knight = true
anti_king = true
non_consecutive = true
cages = [{ cells = "r1c1 r1c2", sum = 9 }, { cells = "r2c1 r3c1" }]    # also repeats = true
thermometers = ["r1c1 r1c2 r2c3"]                                      # from the bulb on
arrows = [{ circle = "r1c1", shaft = "r1c2 r1c3" }]                    # two cells in the circle: a pill
white_dots = ["r1c1 r1c2"]
black_dots = ["r1c1 r2c1"]
all_dots = true
bars = ["r1c1 r1c2"]
all_bars = true
even = "r1c1 r1c2"
odd = "r2c1"
greater = ["r1c1 > r1c2", "r1c1 < r2c1"]
little_killers = [{ start = "r1c2", direction = "down-left", sum = 9 }]
sandwiches = { r1 = 20, c3 = 7 }
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from casbridge.errors import printable
from casbridge.puzzles.toml_tables import TomlTable, shown
from casbridge.puzzles.variants.lines import DIRECTIONS, Arrow, LittleKiller, SandwichSum, Thermometer
from casbridge.puzzles.variants.pairs import (
    AllBars,
    AllDots,
    Bar,
    BlackDot,
    Greater,
    NonConsecutive,
    Parity,
    WhiteDot,
)
from casbridge.puzzles.variants.protocol import Constraint
from casbridge.puzzles.variants.regions import AntiKing, AntiKnight, Cage, Windoku

#: The most constraints of a kind.
MOST = 10_000

_WHOLE: dict[str, type[Constraint]] = {
    one.key: one for one in (Windoku, AntiKnight, AntiKing, NonConsecutive, AllDots, AllBars)
}
_CELL = re.compile(r"[rR]0*([0-9]{1,9})[cC]0*([0-9]{1,9})\Z", re.ASCII)
_SIGN = re.compile(r"\s*+([^\s<>]++)\s*+([<>])\s*+([^\s<>]++)\s*+\Z")
_LINE = re.compile(r"([rRcC])0*([0-9]{1,9})\Z", re.ASCII)


def read_constraints(table: TomlTable, side: int) -> Iterator[tuple[tuple[str | int, ...], Constraint]]:
    """The constraints of a document, each with the path of its text.

    table: the whole document. side: of the grid.
    Raises InputError, with line and column, for what is no constraint.

    >>> table = TomlTable({"even": "r1c2", "anti_king": True}, 'even = "r1c2"\\nanti_king = true', None)
    >>> [one for _, one in read_constraints(table, 4)]
    [AntiKing(), Parity(cell=1, even=True)]
    """
    reader = _Reader(table, side)
    for key, kind in _WHOLE.items():
        if table.boolean(key, False):
            yield (key,), kind()
    seen: dict[Constraint, tuple[str | int, ...]] = {}
    for key, read in reader.readers.items():
        if key in table:
            for path, one in read(key):
                if one in seen:
                    table.fail(*path, found=f"{key} has one twice", expected="it once")
                seen[one] = path
                yield path, one


_Found = Iterator[tuple[tuple[str | int, ...], Constraint]]


class _Reader:
    def __init__(self, table: TomlTable, side: int) -> None:
        self.table, self.side = table, side
        self.readers: dict[str, Callable[[str], _Found]] = {
            "cages": self._cages,
            "thermometers": self._thermometers,
            "arrows": self._arrows,
            "white_dots": self._two(WhiteDot),
            "black_dots": self._two(BlackDot),
            "bars": self._two(Bar),
            "even": self._parity,
            "odd": self._parity,
            "greater": self._greater,
            "little_killers": self._little_killers,
            "sandwiches": self._sandwiches,
        }

    def _list(self, key: str, example: str) -> list[Any]:
        value = self.table.values[key]
        if not isinstance(value, list):
            self.table.fail(key, found=f"{key} = {shown(value)}", expected=f"a list, {example}")
        if len(value) > MOST:
            self.table.fail(key, found=f"{len(value)} {key}", expected=f"at most {MOST}")
        return value

    def _texts(self, key: str, example: str) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for number, value in enumerate(self._list(key, example)):
            if not isinstance(value, str):
                self.table.fail(key, number, found=f"{key} has {shown(value)}", expected=f"texts, {example}")
            yield (key, number), value

    def _tables(self, key: str, required: tuple[str, ...], more: tuple[str, ...], example: str) -> Iterator[TomlTable]:
        self._list(key, example)
        for table in self.table.tables(key):
            table.check_keys((*required, *more), required=required)
            yield table

    def _cell(self, text: str, path: tuple[str | int, ...]) -> int:
        found = _CELL.match(text)
        row, column = (int(found[1]), int(found[2])) if found else (0, 0)
        if not (1 <= row <= self.side and 1 <= column <= self.side):
            expected = f"a cell from r1c1 to r{self.side}c{self.side}"
            self.table.fail(*path, found=f"the cell {printable(text, 40)!r}", expected=expected)
        return (row - 1) * self.side + column - 1

    def _cells(self, text: object, path: tuple[str | int, ...], least: int = 1, most: int = 1 << 20) -> tuple[int, ...]:
        """The cells of a text, with spaces or commas between them; or of a list of texts."""
        words = text.replace(",", " ").split() if isinstance(text, str) else text
        example = " ".join(f"r1c{column + 1}" for column in range(max(least, min(most, 2))))
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            self.table.fail(*path, found=shown(text), expected=f'cells such as "{example}"')
        if not least <= len(words) <= most:
            wanted = f"{least}" if least == most else f"at least {least}" if len(words) < least else f"at most {most}"
            self.table.fail(*path, found=f"{len(words)} cells in {shown(text)}", expected=f"{wanted}")
        found = tuple([self._cell(word, path) for word in words])
        twice = next((word for place, word in enumerate(words) if found[place] in found[:place]), None)
        if twice is not None:
            self.table.fail(*path, found=f"the cell {twice} twice", expected="it once")
        return found

    def _cages(self, key: str) -> _Found:
        example = 'cages = [{ cells = "r1c1 r1c2", sum = 9 }]'
        for table in self._tables(key, ("cells",), ("sum", "repeats"), example):
            path = (*table.path, "cells")
            cells = self._cells(table.values["cells"], path)
            total = table.number("sum", 1, self.side**3) if "sum" in table else None
            yield path, Cage(cells, total, table.boolean("repeats", False))

    def _thermometers(self, key: str) -> _Found:
        for path, text in self._texts(key, 'thermometers = ["r1c1 r1c2 r2c3"]'):
            yield path, Thermometer(self._cells(text, path, 2))

    def _arrows(self, key: str) -> _Found:
        example = 'arrows = [{ circle = "r1c1", shaft = "r1c2 r1c3" }]'
        for table in self._tables(key, ("circle", "shaft"), (), example):
            path = (*table.path, "shaft")
            circle = self._cells(table.values["circle"], (*table.path, "circle"))
            yield path, Arrow(circle, self._cells(table.values["shaft"], path))

    def _two(self, kind: Callable[[int, int], Constraint]) -> Callable[[str], _Found]:
        def read(key: str) -> _Found:
            for path, text in self._texts(key, f'{key} = ["r1c1 r1c2"]'):
                yield path, kind(*self._cells(text, path, 2, 2))

        return read

    def _parity(self, key: str) -> _Found:
        for cell in self._cells(self.table.values[key], (key,)):
            yield (key,), Parity(cell, key == "even")

    def _greater(self, key: str) -> _Found:
        for path, text in self._texts(key, 'greater = ["r1c1 > r1c2"]'):
            sign = _SIGN.match(text)
            if sign is None:
                self.table.fail(*path, found=shown(text), expected='two cells with > or < between, "r1c1 > r1c2"')
            a, b = self._cell(sign[1], path), self._cell(sign[3], path)
            yield path, Greater(a, b) if sign[2] == ">" else Greater(b, a)

    def _little_killers(self, key: str) -> _Found:
        example = 'little_killers = [{ start = "r1c2", direction = "down-left", sum = 9 }]'
        for table in self._tables(key, ("start", "direction", "sum"), (), example):
            path = (*table.path, "start")
            start = self._cell(table.text("start"), path)
            total = table.number("sum", 1, self.side**2)
            yield path, LittleKiller(start, table.choice("direction", DIRECTIONS), total)

    def _sandwiches(self, key: str) -> _Found:
        table, lines = self.table.table(key), set[str]()
        for name in table.values:
            path = (key, name)
            line = _LINE.match(name)
            if line is None or not 1 <= int(line[2]) <= self.side:
                expected = f"a row r1 to r{self.side} or a column c1 to c{self.side}"
                self.table.fail(*path, found=f"the line {printable(name, 40)!r}", expected=expected)
            if (own := f"{line[1].lower()}{int(line[2])}") in lines:
                self.table.fail(*path, found=f"{own} twice in {key}", expected="it once")
            lines.add(own)
            yield path, SandwichSum(line[1] in "rR", int(line[2]) - 1, table.number(name, 0, self.side**2))
