"""The rules of f-puzzles that casbridge reads: a function for each constraint, which adds it to a `Stated` puzzle.

Each value is checked: a mistake is told with the constraint's name and number. A cell is "R1C2". Beside the grid its
row or column is 0 or side + 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from casbridge.puzzles.exchange.stated import Stated, number_or_none
from casbridge.puzzles.variants import (
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Cage,
    Constraint,
    LittleKiller,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
)
from casbridge.puzzles.variants.lines import DIRECTIONS
from casbridge.strict import Place

#: Names of directions in f-puzzles → those of little killers.
DIRECTION_OF = {"DR": "down-right", "DL": "down-left", "UR": "up-right", "UL": "up-left"}
#: The kinds of clues on neighbours of which a document can say that all are given.
NEGATIVE = ("difference", "ratio", "xv")
#: Fields of an entry that say how it looks.
_LOOKS = ("outlineC", "baseC", "fontC", "c", "width", "height", "angle", "size")
_CELL = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})\Z", re.ASCII)
_MOST = 10_000


def diagonal(place: Place, stated: Stated) -> None:
    """Different digits on a diagonal.

    >>> stated = Stated.blank(4)
    >>> diagonal(Place(True, "diagonal+"), stated)
    >>> stated.diagonals
    {'diagonal+'}
    """
    _flag(place)
    stated.diagonals.add(place.path)


def anti_knight(place: Place, stated: Stated) -> None:
    """Different digits a knight's move apart.

    >>> stated = Stated.blank(4)
    >>> anti_knight(Place(True, "antiknight"), stated)
    >>> stated.constraints
    [AntiKnight()]
    """
    _flag(place)
    stated.add(place, AntiKnight())


def anti_king(place: Place, stated: Stated) -> None:
    """Different digits a king's move apart.

    >>> stated = Stated.blank(4)
    >>> anti_king(Place(True, "antiking"), stated)
    >>> stated.constraints
    [AntiKing()]
    """
    _flag(place)
    stated.add(place, AntiKing())


def non_consecutive(place: Place, stated: Stated) -> None:
    """Neighbours are not consecutive; where dots of difference are given, those without a dot.

    >>> stated = Stated.blank(4)
    >>> non_consecutive(Place(True, "nonconsecutive"), stated)
    >>> stated.negative.keys()
    dict_keys(['difference'])
    """
    _flag(place)
    stated.negative["difference"] = place


def negative(place: Place, stated: Stated) -> None:
    """All clues of some kinds are given.

    >>> stated = Stated.blank(4)
    >>> negative(Place(["ratio", "difference"], "negative"), stated)
    >>> stated.negative.keys()
    dict_keys(['ratio', 'difference'])
    """
    for one in place.items(len(NEGATIVE)):
        stated.negative.setdefault(one.choice(NEGATIVE), one)


def killer_cage(place: Place, stated: Stated) -> None:
    """A cage with a sum, or without.

    >>> stated = Stated.blank(4)
    >>> killer_cage(Place([{"cells": ["R1C1", "R1C2"], "value": "5"}], "killercage"), stated)
    >>> stated.constraints
    [Cage(cells=(0, 1), total=5, repeats=False)]
    """
    for entry in _entries(place, ("cells",), ("value",)):
        total = number_or_none(entry.member("value"), 1, stated.side**3)
        stated.add(entry, Cage(_cells(entry.member("cells"), stated.side), total))


def extra_region(place: Place, stated: Stated) -> None:
    """Cells with different digits.

    >>> stated = Stated.blank(4)
    >>> extra_region(Place([{"cells": ["R1C1", "R2C2"]}], "extraregion"), stated)
    >>> stated.extra
    [(0, 5)]
    """
    for entry in _entries(place, ("cells",), ()):
        cells = _cells(entry.member("cells"), stated.side)
        if found := Cage(cells).objection(stated.side):
            entry.fail(f"at most {stated.side} cells, each once", f"has {found}")
        stated.extra.append(cells)


def thermometer(place: Place, stated: Stated) -> None:
    """Lines, each from the bulb on.

    >>> stated = Stated.blank(4)
    >>> thermometer(Place([{"lines": [["R1C1", "R1C2"]]}], "thermometer"), stated)
    >>> stated.constraints
    [Thermometer(cells=(0, 1))]
    """
    for entry in _entries(place, ("lines",), ()):
        for line in entry.member("lines").items(_MOST, 1):
            stated.add(line, Thermometer(_cells(line, stated.side)))


def arrow(place: Place, stated: Stated) -> None:
    """A circle or a pill, and the lines from it. A pill is read from left to right, or from top to bottom.

    A circle without lines demands nothing.

    >>> stated = Stated.blank(4)
    >>> arrow(Place([{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}], "arrow"), stated)
    >>> stated.constraints
    [Arrow(circle=(0,), shaft=(1,))]
    """
    for entry in _entries(place, ("cells", "lines"), ()):
        circle = tuple(sorted(_cells(entry.member("cells"), stated.side)))
        for line in entry.member("lines").items(_MOST):
            cells = _cells(line, stated.side)
            if cells[0] not in circle:
                line.fail("a line that begins in the circle", f"begins with {_shown(cells[0], stated.side)}")
            stated.add(line, Arrow(circle, cells[1:]))


def difference(place: Place, stated: Stated) -> None:
    """White dots: a difference of 1.

    >>> stated = Stated.blank(4)
    >>> difference(Place([{"cells": ["R1C1", "R1C2"]}], "difference"), stated)
    >>> stated.constraints
    [WhiteDot(a=0, b=1)]
    """
    _dots(place, stated, 1, WhiteDot)


def ratio(place: Place, stated: Stated) -> None:
    """Black dots: a ratio of 2.

    >>> stated = Stated.blank(4)
    >>> ratio(Place([{"cells": ["R1C1", "R1C2"], "value": "2"}], "ratio"), stated)
    >>> stated.constraints
    [BlackDot(a=0, b=1)]
    """
    _dots(place, stated, 2, BlackDot)


def xv(place: Place, stated: Stated) -> None:
    """Two neighbours with the sum 10 or 5: a cage, because neighbours differ anyway.

    >>> stated = Stated.blank(4)
    >>> xv(Place([{"cells": ["R1C1", "R1C2"], "value": "V"}], "xv"), stated)
    >>> stated.constraints
    [Cage(cells=(0, 1), total=5, repeats=False)]
    """
    for entry in _entries(place, ("cells", "value"), ()):
        total = {"X": 10, "V": 5}[entry.member("value").choice("XV")]
        stated.add(entry, Cage(_neighbours(entry, stated), total))
        stated.marks.add(place.path)


def odd(place: Place, stated: Stated) -> None:
    """Odd digits.

    >>> stated = Stated.blank(4)
    >>> odd(Place([{"cell": "R1C1"}], "odd"), stated)
    >>> stated.constraints
    [Parity(cell=0, even=False)]
    """
    _parity(place, stated, even=False)


def even(place: Place, stated: Stated) -> None:
    """Even digits.

    >>> stated = Stated.blank(4)
    >>> even(Place([{"cell": "R1C1"}], "even"), stated)
    >>> stated.constraints
    [Parity(cell=0, even=True)]
    """
    _parity(place, stated, even=True)


def little_killer(place: Place, stated: Stated) -> None:
    """The sum of a diagonal, from a cell outside of the grid on. One of a single cell is a cage.

    f-puzzles also writes clues whose number is still missing. They demand nothing.

    >>> stated = Stated.blank(4)
    >>> little_killer(Place([{"cell": "R0C1", "direction": "DR", "value": "9"}], "littlekillersum"), stated)
    >>> stated.constraints
    [LittleKiller(start=1, direction='down-right', total=9)]
    """
    side = stated.side
    for entry in _entries(place, ("cell", "direction", "value"), ("cells",)):
        direction = DIRECTION_OF[entry.member("direction").choice(DIRECTION_OF)]
        down, across = DIRECTIONS[direction]
        outside = entry.member("cell")
        row, column = _outside(outside, side)
        row, column = row + down, column + across
        if not (1 <= row <= side and 1 <= column <= side):
            outside.fail(f"a cell from which {entry.value['direction']} leads into the grid")
        total = number_or_none(entry.member("value"), 1, side**2)
        if total is None:
            continue
        one = LittleKiller((row - 1) * side + column - 1, direction, total)
        cells = entry.member("cells")
        if not cells.is_null and set(_cells(cells, side)) != set(one.cells(side)):
            cells.fail(f"the cells of the diagonal, {', '.join(_shown(cell, side) for cell in one.cells(side))}")
        stated.add(entry, Cage(one.cells(side), total) if len(one.cells(side)) == 1 else one)


def sandwich(place: Place, stated: Stated) -> None:
    """The sum between 1 and the largest digit, at the cell outside of the grid before or behind a row or a column.

    As for `little_killer`, a clue without a number demands nothing.

    >>> stated = Stated.blank(4)
    >>> sandwich(Place([{"cell": "R0C2", "value": "5"}], "sandwichsum"), stated)
    >>> stated.constraints
    [SandwichSum(is_row=False, line=1, total=5)]
    """
    seen: dict[tuple[bool, int], int] = {}
    for entry in _entries(place, ("cell", "value"), ()):
        outside = entry.member("cell")
        row, column = _outside(outside, stated.side)
        is_row = 1 <= row <= stated.side
        if not is_row and not 1 <= column <= stated.side:
            outside.fail("a cell beside a row or a column, such as R0C1 or R1C0")
        line = (row if is_row else column) - 1
        total = number_or_none(entry.member("value"), 0, stated.side**2)
        if total is None:
            continue
        if seen.setdefault((is_row, line), total) != total:
            entry.fail(
                "one sum for each row and column", f"gives {'row' if is_row else 'column'} {line + 1} another sum"
            )
        stated.add(entry, SandwichSum(is_row, line, total))


def _flag(place: Place) -> None:
    if place.value is not True:
        place.fail("true or false")


def _entries(place: Place, required: Collection[str], optional: Collection[str]) -> Iterator[Place]:
    """The entries of a constraint. Each may have only these fields and those of its look."""
    for entry in place.items(_MOST):
        entry.members(required, (*optional, *_LOOKS))
        yield entry


def _row_and_column(place: Place) -> tuple[int, int]:
    found = _CELL.match(place.value) if isinstance(place.value, str) else None
    if found is None:
        place.fail('a cell such as "R1C2"')
    return int(found[1]), int(found[2])


def _cell(place: Place, side: int) -> int:
    row, column = _row_and_column(place)
    if not (1 <= row <= side and 1 <= column <= side):
        place.fail(f"a cell from R1C1 to R{side}C{side}")
    return (row - 1) * side + column - 1


def _cells(place: Place, side: int) -> tuple[int, ...]:
    return tuple(_cell(one, side) for one in place.items(side**2, 1))


def _outside(place: Place, side: int) -> tuple[int, int]:
    """The row and the column of a cell outside of the grid, beside it."""
    row, column = _row_and_column(place)
    if max(row, column) > side + 1 or not (row in (0, side + 1) or column in (0, side + 1)):
        place.fail(f"a cell beside the grid: row or column 0 or {side + 1}")
    return row, column


def _neighbours(entry: Place, stated: Stated) -> tuple[int, int]:
    """The two cells of a clue between neighbours, the lower one first."""
    a, b = sorted(_cell(one, stated.side) for one in entry.member("cells").items(2, 2))
    if found := WhiteDot(a, b).objection(stated.side):
        entry.member("cells").fail("two cells with a side in common", f"has {found}")
    return a, b


def _dots(place: Place, stated: Stated, value: int, kind: Callable[[int, int], Constraint]) -> None:
    for entry in _entries(place, ("cells",), ("value",)):
        found = entry.member("value")
        if number_or_none(found, 1, stated.side) not in (None, value):
            found.fail(f'"{value}", or "" for the same: other dots are not read')
        stated.add(entry, kind(*_neighbours(entry, stated)))
        stated.marks.add(place.path)


def _parity(place: Place, stated: Stated, *, even: bool) -> None:
    for entry in _entries(place, ("cell",), ()):
        stated.add(entry, Parity(_cell(entry.member("cell"), stated.side), even))


def _shown(cell: int, side: int) -> str:
    return f"R{cell // side + 1}C{cell % side + 1}"
