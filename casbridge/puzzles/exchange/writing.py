"""The constraints of a layout as fields of a document of f-puzzles, so that `rules` reads the same ones back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from casbridge.errors import InputError
from casbridge.puzzles.exchange.rules import DIRECTION_OF
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants import (
    AllBars,
    AllDots,
    AntiKing,
    AntiKnight,
    Arrow,
    Bar,
    BlackDot,
    Cage,
    Constraint,
    LittleKiller,
    NonConsecutive,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
    Windoku,
)
from casbridge.puzzles.variants.lines import DIRECTIONS
from casbridge.puzzles.variants.regions import window_cells

_NAME_OF = {direction: name for name, direction in DIRECTION_OF.items()}


def constraint_fields(layout: Layout) -> dict[str, Any]:
    """The fields for the constraints of a layout.

    Raises InputError for a constraint that the form cannot say, or would give back as another one. The error has
    the constraint's name.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> constraint_fields(with_constraints(latin(4), [Cage((0, 1), 5)]))
    {'killercage': [{'cells': ['R1C1', 'R1C2'], 'value': '5'}]}
    """
    fields: dict[str, Any] = {}
    for one in layout.constraints:
        write = _WRITERS.get(type(one))
        if write is None:
            _refuse(one.plural)
        for name, value in write(one, layout.side):
            if value is True:
                fields[name] = True
            else:
                fields.setdefault(name, []).append(value)
    return fields | _rest(layout.constraints)


def _refuse(what: str, expected: str = "constraints that it can say") -> NoReturn:
    raise InputError(f"{what} in the form of f-puzzles", expected=expected, hint="write TOML")


def _rest(constraints: Iterable[Constraint]) -> dict[str, Any]:
    """The fields for: all dots are given, all bars are given, no neighbours are consecutive.

    There "nonconsecutive" lifts the rule where a dot is, and "negative" knows "ratio", but not "difference".
    """
    kinds = {type(one): one.plural for one in constraints}
    rests = [kind for kind in (NonConsecutive, AllBars, AllDots) if kind in kinds]
    if len(rests) > 1:
        _refuse(" and ".join(kinds[kind] for kind in rests), "one of them")
    dots = {kind: plural for kind, plural in kinds.items() if kind in (WhiteDot, BlackDot)}
    if AllBars in kinds and Bar not in kinds:
        _refuse("all bars given without a bar", "non_consecutive = true, which says the same")
    if Bar in kinds and AllBars not in kinds:
        _refuse("bars", "white_dots, which say the same, or bars with all_bars = true")
    if dots and (AllBars in kinds or NonConsecutive in kinds):
        _refuse(f"{' and '.join(dots.values())} together with {kinds[rests[0]]}", "one of them")
    if AllDots in kinds:
        return {"nonconsecutive": True, "negative": ["ratio"]}
    return {"nonconsecutive": True} if rests else {}


_Fields = list[tuple[str, Any]]


def _cage(one: Cage, side: int) -> _Fields:
    if one.repeats:
        _refuse("killer cages in which digits may repeat", "cages with different digits")
    value = {} if one.total is None else {"value": str(one.total)}
    return [("killercage", {"cells": _names(one.cells, side), **value})]


def _little_killer(one: LittleKiller, side: int) -> _Fields:
    (row, column), (down, across) = divmod(one.start, side), DIRECTIONS[one.direction]
    outside, cells = f"R{row + 1 - down}C{column + 1 - across}", _names(one.cells(side), side)
    clue = {"cell": outside, "cells": cells, "direction": _NAME_OF[one.direction], "value": str(one.total)}
    return [("littlekillersum", clue)]


def _sandwich(one: SandwichSum, side: int) -> _Fields:
    outside = f"R{one.line + 1}C0" if one.is_row else f"R0C{one.line + 1}"
    return [("sandwichsum", {"cell": outside, "value": str(one.total)})]


def _arrow(one: Arrow, side: int) -> _Fields:
    # The line begins in the cell of the circle that it touches.
    first = next(cell for cell in one.circle if Arrow((cell,), one.shaft).objection(side) is None)
    return [("arrow", {"cells": _names(one.circle, side), "lines": [_names((first, *one.shaft), side)]})]


def _pair(name: str) -> Callable[[Any, int], _Fields]:
    return lambda one, side: [(name, {"cells": _names((one.a, one.b), side)})]


def _names(cells: Iterable[int], side: int) -> list[str]:
    return [f"R{cell // side + 1}C{cell % side + 1}" for cell in cells]


def _parity(one: Parity, side: int) -> _Fields:
    return [("even" if one.even else "odd", {"cell": _names([one.cell], side)[0]})]


_WRITERS: dict[type[Constraint], Callable[[Any, int], _Fields]] = {
    **dict.fromkeys((NonConsecutive, AllDots, AllBars), lambda _one, _side: []),  # see `_rest`
    Windoku: lambda _, side: [("extraregion", {"cells": _names(cells, side)}) for cells in window_cells(side)],
    AntiKnight: lambda _one, _side: [("antiknight", True)],
    AntiKing: lambda _one, _side: [("antiking", True)],
    Cage: _cage,
    Thermometer: lambda one, side: [("thermometer", {"lines": [_names(one.cells, side)]})],
    Arrow: _arrow,
    WhiteDot: _pair("difference"),
    BlackDot: _pair("ratio"),
    Bar: _pair("difference"),
    Parity: _parity,
    LittleKiller: _little_killer,
    SandwichSum: _sandwich,
}
