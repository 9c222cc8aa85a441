"""Variants in the forms of other programs: read, written, refused by name."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from casbridge.errors import InputError
from casbridge.puzzles import Puzzle, jigsaw, latin, print_grid, print_line, read, sudoku, with_constraints
from casbridge.puzzles.exchange import print_fpuzzles, print_fpuzzles_link, print_link, print_opensudoku
from casbridge.puzzles.exchange.fpuzzles import fpuzzles_document
from casbridge.puzzles.printing import print_csv, print_ss, print_toml
from casbridge.puzzles.variants import (
    KINDS,
    AllBars,
    AllDots,
    AntiKing,
    AntiKnight,
    Arrow,
    Bar,
    BlackDot,
    Cage,
    Constraint,
    Greater,
    LittleKiller,
    NonConsecutive,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
    Windoku,
)
from tests.variant_cases import VARIANTS, case

#: Variants that f-puzzles can say, and that go together there.
SAID = [*(VARIANTS.keys() - {"cage with repeats", "bars", "greater"})]
#: Of these at most one: they say something about all neighbours.
REST = {"all dots", "all bars", "non-consecutive"}


@given(st.sets(st.sampled_from(SAID), max_size=6), st.integers(0, 10**6))
def test_what_is_written_is_read_back(names: set[str], seed: int) -> None:
    rests = sorted(names & REST)
    wanted = [name for name in sorted(names) if name not in rests[1:]]
    if "all dots" not in wanted and rests:
        wanted = [name for name in wanted if name != "dots"]
    rng = random.Random(seed)
    layout, _ = case(rng, *wanted)
    puzzle = Puzzle(layout, tuple(rng.choice((0, 0, rng.randint(1, 4))) for _ in range(16)), rng.choice(("", "One")))
    for write in (print_fpuzzles, print_fpuzzles_link, print_link):
        assert read(write(puzzle)) == [puzzle]
    assert read(print_toml(puzzle)) == [puzzle]


def document(side: int = 4, **more: Any) -> str:
    return json.dumps({"size": side, "grid": [[{}] * side] * side, **more})


def constraints(side: int = 4, **more: Any) -> tuple[Constraint, ...]:
    (puzzle,) = read(document(side, **more))
    return puzzle.layout.constraints


def one_of(kind: str, **entry: Any) -> dict[str, Any]:
    return {kind: [entry]}


PAIR = ["R1C2", "R1C1"]
WINDOWS = [[f"R{r}C{c}" for r in range(a, a + 3) for c in range(b, b + 3)] for a in (2, 6) for b in (2, 6)]
READ: list[tuple[int, dict[str, Any], list[Constraint]]] = [
    (4, one_of("killercage", cells=PAIR, value="5", outlineC="#000000"), [Cage((0, 1), 5)]),
    (4, one_of("killercage", cells=PAIR, value=5), [Cage((0, 1), 5)]),
    (4, one_of("killercage", cells=PAIR, value=""), [Cage((0, 1))]),
    (4, one_of("killercage", cells=PAIR), [Cage((0, 1))]),
    (
        4,
        one_of("thermometer", lines=[["R1C1", "R1C2"], ["R1C1", "R2C2", "R3C2"]]),
        [Thermometer((0, 1)), Thermometer((0, 5, 9))],
    ),
    (
        4,
        one_of("arrow", cells=["R2C2", "R2C1"], lines=[["R2C2", "R3C3"], ["R2C1", "R1C2"]]),
        [Arrow((4, 5), (1,)), Arrow((4, 5), (10,))],
    ),
    (4, one_of("difference", cells=PAIR), [WhiteDot(0, 1)]),
    (4, one_of("difference", cells=PAIR, value="1") | one_of("ratio", cells=["R1C1", "R2C1"], value="2"),
     [WhiteDot(0, 1), BlackDot(0, 4)]),
    (4, {"antiknight": True, "antiking": True, "nonconsecutive": True}, [AntiKnight(), AntiKing(), NonConsecutive()]),
    (4, {"antiknight": False, "killercage": [], "ratio": None, "clone": []}, []),
    (4, one_of("odd", cell="R1C1") | one_of("even", cell="R4C4"), [Parity(0, False), Parity(15, True)]),
    (
        4,
        one_of("littlekillersum", cell="R0C1", direction="DR", value="9", cells=["R1C2", "R2C3", "R3C4"]),
        [LittleKiller(1, "down-right", 9)],
    ),
    (4, one_of("littlekillersum", cell="R5C5", direction="UL", value=9), [LittleKiller(15, "up-left", 9)]),
    (4, one_of("littlekillersum", cell="R0C2", direction="DL", value="3"), [Cage((0,), 3)]),
    (4, one_of("sandwichsum", cell="R0C2", value="0") | {}, [SandwichSum(False, 1, 0)]),
    (4, {"sandwichsum": [{"cell": "R2C5", "value": "5"}, {"cell": "R2C0", "value": "5"}]}, [SandwichSum(True, 1, 5)]),
    (9, {"extraregion": [{"cells": cells} for cells in WINDOWS]}, [Windoku()]),
    (9, {"extraregion": [{"cells": cells} for cells in WINDOWS[1:]]}, [Cage((14, 15, 16, 23, 24, 25, 32, 33, 34)),
     Cage((46, 47, 48, 55, 56, 57, 64, 65, 66)), Cage((50, 51, 52, 59, 60, 61, 68, 69, 70))]),
    (9, one_of("xv", cells=PAIR, value="X") | one_of("killercage", cells=["R9C9"], value="3"),
     [Cage((0, 1), 10), Cage((80,), 3)]),
    (4, one_of("xv", cells=PAIR, value="V"), [Cage((0, 1), 5)]),
    (4, {"negative": ["ratio", "difference"], **one_of("ratio", cells=PAIR)}, [BlackDot(0, 1), AllDots()]),
    (4, {"negative": ["ratio"], "nonconsecutive": True, **one_of("difference", cells=PAIR)},
     [WhiteDot(0, 1), AllDots()]),
    (4, {"nonconsecutive": True, **one_of("difference", cells=PAIR)}, [Bar(0, 1), AllBars()]),
    (4, {"negative": ["difference"]}, [AllBars()]),
]  # fmt: skip


@pytest.mark.parametrize(("side", "stated", "expected"), READ)
def test_constraints_of_f_puzzles(side: int, stated: dict[str, Any], expected: list[Constraint]) -> None:
    normal = tuple(one.normal(side) for one in expected)
    assert constraints(side, **stated) == normal
    turned = dict(reversed(stated.items()))  # the order of fields says nothing
    assert constraints(side, **turned) == normal


REFUSED: list[tuple[dict[str, Any], str]] = [
    (one_of("killercage", cells=PAIR, value="a"), 'killercage[0].value is "a"; expected a whole number from 1 to 64'),
    (one_of("killercage", cells=PAIR, value=True), "killercage[0].value is true; expected a whole number"),
    (one_of("killercage", cells=PAIR, value="-5"), 'killercage[0].value is "-5"; expected a whole number'),
    (one_of("killercage", cells=["R1C5"]), 'killercage[0].cells[0] is "R1C5"; expected a cell from R1C1 to R4C4'),
    (one_of("killercage", cells=["A1"]), 'killercage[0].cells[0] is "A1"; expected a cell such as "R1C2"'),
    (one_of("killercage", cells=["R1C1"] * 2), "killercage[0] has the cell r1c1 twice; expected killer cages that fit"),
    (one_of("killercage", cells=[]), "killercage[0].cells has 0 elements; expected 1 to 16"),
    (one_of("killercage", cells=PAIR, sum=3), "killercage[0] has a field 'sum'; expected the fields cells, value"),
    (one_of("killercage", value="3"), "killercage[0] has no field 'cells'"),
    ({"killercage": {"cells": PAIR}}, "killercage is {"),
    ({"antiknight": "yes"}, 'antiknight is "yes"; expected true or false'),
    (one_of("thermometer", lines=[["R1C1", "R3C3"]]), "thermometer[0].lines[0] has r1c1 and then r3c3, which do not"),
    (one_of("thermometer", lines=[]), "thermometer[0].lines has 0 elements"),
    (one_of("arrow", cells=["R1C1"], lines=[["R1C2", "R1C3"]]), "arrow[0].lines[0] begins with R1C2; expected a line"),
    (one_of("arrow", cells=["R1C1"], lines=[["R1C1"]]), "arrow[0].lines[0] has an arrow without a shaft"),
    (one_of("difference", cells=PAIR, value="2"), 'difference[0].value is "2"; expected "1", or "" for the same'),
    (one_of("ratio", cells=PAIR, value="3"), 'ratio[0].value is "3"; expected "2", or ""'),
    (one_of("ratio", cells=["R1C1", "R1C3"]), "ratio[0].cells has r1c1 r1c3, which have no side in common; expected"),
    (one_of("ratio", cells=["R1C1"]), "ratio[0].cells has 1 elements; expected 2 to 2"),
    (one_of("xv", cells=PAIR, value="IV"), 'xv[0].value is "IV"; expected one of X, V'),
    (
        one_of("littlekillersum", cell="R0C1", direction="DR", value="x"),
        'littlekillersum[0].value is "x"; expected a w',
    ),
    (one_of("littlekillersum", cell="R2C2", direction="DR", value="3"), 'littlekillersum[0].cell is "R2C2"; expected'),
    (one_of("littlekillersum", cell="R0C1", direction="UR", value="3"), "a cell from which UR leads into the grid"),
    (one_of("littlekillersum", cell="R0C1", direction="N", value="3"), 'direction is "N"; expected one of DR, DL,'),
    (
        one_of("littlekillersum", cell="R0C1", direction="DR", value="3", cells=["R1C1"]),
        'littlekillersum[0].cells is ["R1C1"]; expected the cells of the diagonal, R1C2, R2C3, R3C4',
    ),
    (one_of("sandwichsum", cell="R0C0", value="3"), 'sandwichsum[0].cell is "R0C0"; expected a cell beside a row'),
    (
        {"sandwichsum": [{"cell": "R0C1", "value": "3"}, {"cell": "R5C1", "value": "5"}]},
        "sandwichsum[1] gives column 1 another sum; expected one sum",
    ),
    (one_of("extraregion", cells=[f"R1C{c}" for c in range(1, 5)] + ["R2C1"]), "extraregion[0] has a cage of 5 cells"),
    ({"negative": ["ratio"]}, "negative[0] says that all clues are given of ratio; expected"),
    ({"negative": ["xv"]}, "negative[0] says that all clues are given of xv; expected"),
    ({"negative": ["all"]}, 'negative[0] is "all"; expected one of difference, ratio, xv'),
    (
        {"nonconsecutive": True, **one_of("ratio", cells=PAIR)},
        "nonconsecutive forbids consecutive neighbours beside clues of ratio; expected",
    ),
    (
        {"negative": ["ratio", "difference"], **one_of("xv", cells=PAIR, value="V")},
        "negative[0] says that all clues are given of difference, ratio beside clues of xv",
    ),
    ({"clone": [{}], "killercage": [{}]}, "constraints that are not read: clone; expected none but givens, regions,"),
]


@pytest.mark.parametrize(("stated", "message"), REFUSED)
def test_mistakes_are_told_with_the_constraint(stated: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(document(**stated), source="f")
    said = str(caught.value)
    assert said.startswith("f:")
    assert message in said
    assert "\n" not in said


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 99)
    | st.sampled_from(["", "R1C1", "R1C2", "R0C1", "DR", "V", "5", "\n"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["cells", "cell", "lines", "value", "direction"]), inner, max_size=4)
    ),
    max_leaves=8,
)
NAMES = ["killercage", "thermometer", "arrow", "difference", "ratio", "xv", "odd", "littlekillersum", "sandwichsum"]


@given(st.dictionaries(st.sampled_from([*NAMES, "extraregion", "negative", "antiking", "nonconsecutive"]), JSON))
def test_any_value_is_read_or_refused_in_one_line(stated: dict[str, Any]) -> None:
    try:
        said = str(read(document(**stated)))
    except InputError as error:
        said = str(error)
    assert said.isprintable()


#: For each kind a layout that has it, and whether f-puzzles can say it.
EACH: dict[type[Constraint], tuple[list[Constraint], bool]] = {
    Windoku: ([Windoku()], True),
    AntiKnight: ([AntiKnight()], True),
    AntiKing: ([AntiKing()], True),
    NonConsecutive: ([NonConsecutive()], True),
    Cage: ([Cage((0, 1), 3)], True),
    Thermometer: ([Thermometer((0, 1))], True),
    Arrow: ([Arrow((0,), (1, 2))], True),
    WhiteDot: ([WhiteDot(0, 1)], True),
    BlackDot: ([BlackDot(0, 1)], True),
    AllDots: ([AllDots()], True),
    Bar: ([Bar(0, 1)], False),
    AllBars: ([AllBars(), Bar(0, 1)], True),
    Parity: ([Parity(0, True)], True),
    Greater: ([Greater(0, 1)], False),
    LittleKiller: ([LittleKiller(1, "down-left", 3)], True),
    SandwichSum: ([SandwichSum(True, 0, 5)], True),
}


def test_each_kind_has_a_case() -> None:
    assert EACH.keys() == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_writer_says_all_or_refuses(kind: type[Constraint]) -> None:
    found, said = EACH[kind]
    for plain in (sudoku(2, 2), latin(4), jigsaw((0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), True)):
        puzzle = Puzzle(with_constraints(plain, found), (0,) * 16)
        for write in (print_fpuzzles, print_fpuzzles_link, print_link):
            if said:
                assert read(write(puzzle)) == [puzzle]
            else:
                _refuses(write, puzzle, kind.plural)
        for write in (print_line, print_grid, print_csv, print_opensudoku):
            _refuses(write, puzzle, kind.plural)
    nine = with_constraints(sudoku(3, 3), [replace(one) for one in EACH[Cage][0]] if kind is LittleKiller else found)
    _refuses(print_ss, Puzzle(nine, (0,) * 81), nine.constraints[-1].plural)


def _refuses(write: Callable[[Puzzle], str], puzzle: Puzzle, name: str) -> None:
    with pytest.raises(InputError) as caught:
        write(puzzle)
    assert name in str(caught.value)
    assert "write TOML" in str(caught.value)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([Cage((0, 1), 4, repeats=True)], "killer cages in which digits may repeat in the form of f-puzzles"),
        ([AllBars()], "all bars given without a bar in the form of f-puzzles; expected non_consecutive"),
        ([AllBars(), Bar(0, 1), BlackDot(4, 5)], "black dots together with all bars given in the form"),
        ([NonConsecutive(), WhiteDot(0, 1)], "white dots together with non-consecutive in the form"),
        ([NonConsecutive(), AllDots()], "non-consecutive and all dots given in the form of f-puzzles; expected one of"),
        ([AllDots(), Bar(0, 1)], "bars in the form of f-puzzles; expected white_dots, which say the same"),
    ],
)
def test_what_f_puzzles_cannot_say(found: list[Constraint], message: str) -> None:
    with pytest.raises(InputError) as caught:
        fpuzzles_document(Puzzle(with_constraints(sudoku(2, 2), found), (0,) * 16))
    assert str(caught.value).startswith(message)


def own(*cages: dict[str, Any]) -> str:
    """A document of SudokuPad's own with cages: a 4×4 Sudoku."""
    regions = [[[2 * (b // 2) + i // 2, 2 * (b % 2) + i % 2] for i in range(4)] for b in range(4)]
    return json.dumps({"id": "x", "cells": [[{}] * 4] * 4, "regions": regions, "cages": [*cages]})


def test_cages_of_sudokupad() -> None:
    cells = [[0, 0], [1, 0]]
    for cage, expected in (
        ({"unique": True}, Cage((0, 4))),
        ({"unique": True, "sum": 5, "value": "5", "style": "killer"}, Cage((0, 4), 5)),
        ({"sum": "5", "value": 5}, Cage((0, 4), 5, repeats=True)),
    ):
        assert read(own({"cells": cells, **cage}))[0].layout.constraints == (expected,)
    for cage, message in (
        ({"unique": True, "value": "5"}, 'cages[0].value is "5"; expected no text; a sum stands in "sum"'),
        ({"unique": True, "sum": 4, "value": "5"}, 'cages[0].value is "5"; expected "4", as its sum'),
        ({"unique": 1}, "cages[0].unique is 1; expected true or false"),
        ({"unique": True, "product": 5}, "cages[0] has a field 'product'"),
        ({"value": "5"}, "constraints that are not read: cage;"),
    ):
        with pytest.raises(InputError) as caught:
            read(own({"cells": cells, **cage}))
        assert message in str(caught.value)


def test_pages_of_sudokuwiki() -> None:
    address = "https://www.sudokuwiki.org/{}?bd=" + "1" + "0" * 80
    for page in ("sudoku.htm", "", "Sudoku.htm"):
        assert read(address.format(page))[0].layout == sudoku(3, 3)
    assert read(address.format("sudokuX.htm"))[0].layout == sudoku(3, 3, diagonals=True)
    assert read(address.format("Windoku.htm"))[0].layout == with_constraints(sudoku(3, 3), [Windoku()])
    for page in ("jigsaw.htm", "killersudoku.htm"):
        with pytest.raises(InputError, match=f"a puzzle of SudokuWiki's page '{page}'"):
            read(address.format(page))


def test_clues_without_a_number_demand_nothing() -> None:
    document = {
        "size": 4,
        "grid": [[{} for _ in range(4)] for _ in range(4)],
        "sandwichsum": [{"cell": "R1C0", "value": ""}],
        "littlekillersum": [{"cell": "R0C1", "cells": ["R1C2", "R2C3", "R3C4"], "direction": "DR", "value": ""}],
        "arrow": [{"cells": ["R1C1"], "lines": []}],
    }
    (puzzle,) = read(json.dumps(document))
    assert isinstance(puzzle, Puzzle)
    assert not puzzle.layout.constraints
