"""The rules of variants in sentences, for people who solve a puzzle by hand and see its marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casbridge.puzzles.variants.lines import Arrow, LittleKiller, SandwichSum, Thermometer
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
from casbridge.puzzles.variants.protocol import Constraint, cell_name
from casbridge.puzzles.variants.regions import AntiKing, AntiKnight, Cage, Windoku

_RULES: dict[type[Constraint], str] = {
    Windoku: "Each shaded square has every digit once.",
    AntiKnight: "Cells that are a knight's move of chess apart have different digits.",
    AntiKing: "Cells that touch at a corner have different digits.",
    NonConsecutive: "Cells that share a side never have consecutive digits, such as 2 and 3.",
    Thermometer: "Along a thermometer the digits grow from the round bulb to the tip.",
    WhiteDot: "Two cells with a white dot between them have consecutive digits, such as 2 and 3.",
    BlackDot: "Of two cells with a black dot between them, one digit is twice the other.",
    AllDots: "All dots are given: cells that share a side without a dot have no consecutive digits, and none is twice "
    "the other.",
    Bar: "Two cells with a bar between them have consecutive digits, such as 2 and 3.",
    AllBars: "All bars are given: cells that share a side without a bar never have consecutive digits.",
    Greater: "A sign > or < between two cells points to the smaller digit.",
    LittleKiller: "A number with an arrow, outside of the grid, is the sum of that diagonal; digits may repeat there.",
}


def rules_of(constraints: Iterable[Constraint], side: int) -> list[str]:
    """A sentence for each rule, in the order of the constraints, each once.

    >>> rules_of([AntiKing(), Cage((0, 1), 5), Cage((2, 6), 3)], 4)[1]
    'The digits in a dashed cage are different, and their sum is the small number in it.'
    """
    return list(dict.fromkeys(sentence for one in constraints for sentence in _sentences(one, side)))


def _sentences(one: Constraint, side: int) -> Iterator[str]:
    if isinstance(one, Cage):
        yield _of_cage(one, side)
    elif isinstance(one, Parity):
        yield "A grey square marks an even digit." if one.even else "A grey circle marks an odd digit."
    elif isinstance(one, Arrow):
        yield "The digits along an arrow have the sum that stands in its circle; they may repeat."
        if len(one.circle) > 1:
            yield "A long circle around several cells has a number with so many digits, read from the left or the top."
    elif isinstance(one, SandwichSum):
        yield (
            f"A number outside of a row or a column is the sum of the digits between 1 and {side} there; 0 if these "
            "are neighbours."
        )
    else:
        yield _RULES[type(one)]


def _of_cage(one: Cage, side: int) -> str:
    if one.total is None:
        return "The digits in a dashed cage without a number are different."
    if one.repeats:
        return (
            f"The cage that begins in {cell_name(one.cells[0], side)} has the sum {one.total}; digits may repeat in it."
        )
    return "The digits in a dashed cage are different, and their sum is the small number in it."
