"""The theorems that deduction uses, from the easiest to the hardest, and the classes of difficulty that they make."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Theorem(StrEnum):
    """What a step rests on. The first four are Theorems 1 to 4 of the book; the others take the numbers after them.

    Source: Jin Jianming, *The numerical analysis solution of nine-square Sudoku* (China Youth Press 2012), chapter 1;
    from 5 on the names are those of today's solvers.
    """

    ZEROING = "zeroing"
    NAKED_SINGLE = "naked single"
    HIDDEN_SINGLE = "hidden single"
    LAST_CELL = "last cell"
    INTERSECTION = "intersection"
    NAKED_SUBSET = "naked subset"
    HIDDEN_SUBSET = "hidden subset"
    FISH = "fish"
    WING = "wing"
    COLOURING = "colouring"
    CHAIN = "forcing chain"
    PRESET = "preset"
    CONTRADICTION = "contradiction"

    @property
    def number(self) -> int:
        """1 to 12; 0 for a contradiction.

        >>> Theorem.HIDDEN_SINGLE.number, Theorem.CHAIN.number
        (3, 11)
        """
        return _FACTS[self].number

    @property
    def level(self) -> str:
        """The class of difficulty that it belongs to, "" for what is no deduction of its own."""
        return _FACTS[self].level

    @property
    def statement(self) -> str:
        """What it says, in a sentence."""
        return _FACTS[self].statement


class _Facts(NamedTuple):
    number: int
    level: str
    statement: str


_FACTS = {
    Theorem.ZEROING: _Facts(
        1, "", "where a cell has a value, that value is zeroed in all other cells of each of its units"
    ),
    Theorem.NAKED_SINGLE: _Facts(2, "singles", "a cell in which all candidates but one are zeroed has this value"),
    Theorem.HIDDEN_SINGLE: _Facts(
        3, "singles", "where a digit is zeroed in all cells of a unit but one, this cell has it as its value"
    ),
    Theorem.LAST_CELL: _Facts(
        4, "singles", "where all cells of a unit but one have values, this cell has the digit that is left"
    ),
    Theorem.INTERSECTION: _Facts(
        5, "intersections", "a digit is zeroed in a cell that shares units with all places of the digit in some unit"
    ),
    Theorem.NAKED_SUBSET: _Facts(
        6, "subsets", "k cells of a unit with only k candidates together keep those from the unit's other cells"
    ),
    Theorem.HIDDEN_SUBSET: _Facts(
        7, "subsets", "k digits with only k places in a unit together keep other digits from those places"
    ),
    Theorem.FISH: _Facts(
        8, "fish", "a digit whose places in k rows lie in k columns is zeroed in these columns' other cells (or turned)"
    ),
    Theorem.WING: _Facts(
        9, "wings", "a digit that one of two cells must have is zeroed in the cells that share units with both"
    ),
    Theorem.COLOURING: _Facts(
        10,
        "colouring",
        "places of a digit, linked by units with two of them, are all true or all false by their colour",
    ),
    Theorem.CHAIN: _Facts(11, "chains", "a candidate from which, link by link, a contradiction follows is zeroed"),
    Theorem.PRESET: _Facts(
        12,
        "presets",
        "a candidate that was set for a trial, and refuted by Theorems 1 to 4, or by more trials, is zeroed",
    ),
    Theorem.CONTRADICTION: _Facts(0, "", "a cell without candidates, or a unit without a place for a digit"),
}

#: The classes of difficulty, easiest first: the hardest theorem that a puzzle needs.
LEVELS = ("singles", "intersections", "subsets", "fish", "wings", "colouring", "chains", "presets")
