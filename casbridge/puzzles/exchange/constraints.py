"""The constraints that documents of f-puzzles and SudokuPad name, and which of them casbridge reads.

`CONSTRAINTS` lists the names of f-puzzles with the shape of their values in JSON. A cell is "R1C2". `READERS` has a
function for each constraint that casbridge reads. A document with any other constraint is refused, with its name.

To read one more: write a function in `rules` that puts it into `Stated`, and its line in `READERS`. `writing` says the
same the other way round. Nothing else needs a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from casbridge.errors import Location, printable
from casbridge.puzzles.exchange import rules
from casbridge.puzzles.exchange.stated import Stated
from casbridge.strict import Place


class Kind(NamedTuple):
    """A constraint of f-puzzles: what it says, and the shape of its value in JSON.

    >>> CONSTRAINTS["killercage"].shape
    '[{"cells": [cell], "value": "15"}]'
    """

    words: str
    shape: str


_FLAG = "true"
_LINES = '[{"lines": [[cell]]}]'
_CELL = '[{"cell": cell}]'
_CELLS = '[{"cells": [cell]}]'
_PAIR = '[{"cells": [cell, cell], "value": "2"}]'
_CLUE = '[{"cell": cell, "value": "15"}]'

#: The constraints of f-puzzles and of the solver by Rangsk that many use with it.
#: A value may be missing: then a cage has no sum, a dot of `difference` is 1, one of `ratio` is 2.
#: The cell of a clue outside the grid has row or column 0 or side + 1.
CONSTRAINTS: dict[str, Kind] = {
    "diagonal+": Kind("the diagonal from the bottom left has different digits", _FLAG),
    "diagonal-": Kind("the diagonal from the top left has different digits", _FLAG),
    "antiknight": Kind("cells a knight's move apart differ", _FLAG),
    "antiking": Kind("cells a king's move apart differ", _FLAG),
    "disjointgroups": Kind("cells at the same place in their boxes differ", _FLAG),
    "nonconsecutive": Kind("neighbours are not consecutive", _FLAG),
    "negative": Kind("all dots of these kinds are given: no others hold", '["ratio", "difference", "xv"]'),
    "killercage": Kind("a cage: different digits, with a sum", '[{"cells": [cell], "value": "15"}]'),
    "thermometer": Kind("digits increase from the bulb, the first cell of each line", _LINES),
    "arrow": Kind("digits on the line add to the number in the circle", '[{"lines": [[cell]], "cells": [cell]}]'),
    "difference": Kind("two neighbours with a difference (white dot)", _PAIR),
    "ratio": Kind("two neighbours with a ratio (black dot)", _PAIR),
    "xv": Kind("two neighbours with the sum 10 or 5", '[{"cells": [cell, cell], "value": "X" or "V"}]'),
    "odd": Kind("an odd digit", _CELL),
    "even": Kind("an even digit", _CELL),
    "minimum": Kind("a digit less than its neighbours", _CELL),
    "maximum": Kind("a digit greater than its neighbours", _CELL),
    "littlekillersum": Kind(
        "a diagonal with a sum",
        '[{"cell": cell, "cells": [cell], "direction": "DR", "DL", "UR" or "UL", "value": "15"}]',
    ),
    "sandwichsum": Kind("the sum of the digits between 1 and the largest digit", _CLUE),
    "xsum": Kind("the sum of the first X digits, where X is the first one", _CLUE),
    "skyscraper": Kind("the number of digits that see the edge over smaller ones", _CLUE),
    "extraregion": Kind("cells with different digits, as in windoku", _CELLS),
    "palindrome": Kind("a line that reads the same from both ends", _LINES),
    "renban": Kind("a line of consecutive digits in any order", _LINES),
    "whispers": Kind("neighbours on a line differ by 5 or more", _LINES),
    "regionsumline": Kind("a line with equal sums in each box", _LINES),
    "betweenline": Kind("digits on a line lie between its ends", _LINES),
    "lockout": Kind("digits on a line lie outside of its ends", _LINES),
    "entropicline": Kind("three cells in a row of a line have a low, a middle and a high digit", _LINES),
    "modularline": Kind("three cells in a row of a line differ modulo 3", _LINES),
    "nabner": Kind("no two digits on a line are equal or consecutive", _LINES),
    "slowthermometer": Kind("digits do not decrease from the bulb", _LINES),
    "doublearrow": Kind("digits on a line add to the sum of its ends", _LINES),
    "zipperline": Kind("pairs at the same distance from a line's middle have one sum", _LINES),
    "clone": Kind("two shapes with the same digits", '[{"cells": [cell], "cloneCells": [cell]}]'),
    "quadruple": Kind("digits in the four cells around a corner", '[{"cells": [cell], "values": [1, 2]}]'),
    "rowindexer": Kind("a digit says in which column of its row a number stands", _CELLS),
    "columnindexer": Kind("a digit says in which row of its column a number stands", _CELLS),
    "boxindexer": Kind("a digit says at which place of its box a number stands", _CELLS),
    "cage": Kind("a drawn cage", '[{"cells": [cell], "value": "text", "outlineC": colour, "fontC": colour}]'),
    "line": Kind("a drawn line", '[{"lines": [[cell]], "outlineC": colour, "width": 0.3}]'),
    "rectangle": Kind("a drawn rectangle", '[{"cells": [cell], "width": 1, "height": 1, "value": "text"}]'),
    "circle": Kind("a drawn circle", '[{"cells": [cell], "width": 1, "height": 1, "value": "text"}]'),
    "text": Kind("a drawn text", '[{"cells": [cell], "value": "text", "size": 1}]'),
}


#: Name → what puts the constraint into what is stated. Constraints without a reader are refused.
READERS: dict[str, Callable[[Place, Stated], None]] = {
    "diagonal+": rules.diagonal,
    "diagonal-": rules.diagonal,
    "antiknight": rules.anti_knight,
    "antiking": rules.anti_king,
    "nonconsecutive": rules.non_consecutive,
    "negative": rules.negative,
    "killercage": rules.killer_cage,
    "thermometer": rules.thermometer,
    "arrow": rules.arrow,
    "difference": rules.difference,
    "ratio": rules.ratio,
    "xv": rules.xv,
    "odd": rules.odd,
    "even": rules.even,
    "littlekillersum": rules.little_killer,
    "sandwichsum": rules.sandwich,
    "extraregion": rules.extra_region,
}


def refuse(names: Mapping[str, int], at: Location, read: str = "") -> None:
    """Raise InputError for constraints that casbridge does not read.

    names: each with how often it stands there. read: those that the form may have; all of f-puzzles if this is "".

    >>> refuse({"clone": 2, "minimum": 1}, Location("f"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.InputError: f: constraints that are not read: clone (2), minimum; expected none but givens, ...
    """
    if not names:
        return
    counted = [f"{printable(name, 40)}{f' ({count})' if count > 1 else ''}" for name, count in names.items()]
    shown = ", ".join(counted[:12]) + (f", and {len(counted) - 12} more" if len(counted) > 12 else "")
    expected = f"none but {read or _in_words(READERS)}"
    hint = "drawings may stand for rules: remove them there, if they are decoration" if _drawings(names) else None
    raise at.error(f"constraints that are not read: {shown}", expected, hint)


def _in_words(readers: Iterable[str]) -> str:
    others = [name for name in readers if not name.startswith("diagonal")]
    return ", ".join(["givens", "regions", *others]) + " and both diagonals"


def _drawings(names: Iterable[str]) -> bool:
    return any(name in CONSTRAINTS and CONSTRAINTS[name].words.startswith("a drawn") for name in names)
