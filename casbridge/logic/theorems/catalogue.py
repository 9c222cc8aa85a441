"""The theorems that deduction uses, easiest first, and the classes of difficulty."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Theorem(StrEnum):
    """The theorem of a step. The first four are Theorems 1 to 4 of the book; the others follow them.

    Source: Jin Jianming, *The numerical analysis solution of nine-square Sudoku* (China Youth Press 2012), chapter 1.
    From 5 on the names are those of today's solvers.

    >>> Theorem("naked subset").statement[:44], Theorem.FISH.level
    ('if k cells of a unit have only k candidates ', 'fish')
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
        """Its class of difficulty, one of LEVELS; "" for zeroing and contradictions."""
        return _FACTS[self].level

    @property
    def statement(self) -> str:
        """The theorem in a sentence."""
        return _FACTS[self].statement


class _Facts(NamedTuple):
    number: int
    level: str
    statement: str


_FACTS = {
    Theorem.ZEROING: _Facts(1, "", "if a cell has a value, this value is zeroed in all its peers"),
    Theorem.NAKED_SINGLE: _Facts(2, "singles", "a cell with one candidate left has this value"),
    Theorem.HIDDEN_SINGLE: _Facts(
        3, "singles", "if a digit is zeroed in all cells of a unit but one, this cell has it as its value"
    ),
    Theorem.LAST_CELL: _Facts(
        4, "singles", "if all cells of a unit but one have values, this cell has the digit that is left"
    ),
    Theorem.INTERSECTION: _Facts(
        5, "intersections", "a digit is zeroed in the common peers of all its places in a unit"
    ),
    Theorem.NAKED_SUBSET: _Facts(
        6,
        "subsets",
        "if k cells of a unit have only k candidates together, each of these digits is zeroed in the common peers of "
        "those of the k cells that have it",
    ),
    Theorem.HIDDEN_SUBSET: _Facts(
        7, "subsets", "if k digits have only k places in a unit together, all other digits are zeroed in these places"
    ),
    Theorem.FISH: _Facts(
        8,
        "fish",
        "if the places of a digit in k rows lie in k columns, it is zeroed in the other cells of these columns; "
        "likewise for k columns and k rows",
    ),
    Theorem.WING: _Facts(
        9, "wings", "if one of two or three cells must have a digit, it is zeroed in the common peers of these cells"
    ),
    Theorem.COLOURING: _Facts(
        10,
        "colouring",
        "places of a digit, linked by units with two places, have two colours: all of one colour are true, the others "
        "are false",
    ),
    Theorem.CHAIN: _Facts(11, "chains", "a candidate that leads to a contradiction link by link is zeroed"),
    Theorem.PRESET: _Facts(
        12,
        "presets",
        "a candidate that is set for a trial and refuted by Theorems 1 to 4, or by further trials, is zeroed",
    ),
    Theorem.CONTRADICTION: _Facts(0, "", "a cell has no candidate, or a unit has no place for a digit"),
}

#: The classes of difficulty, easiest first. A puzzle has the class of the hardest theorem that it needs.
LEVELS = ("singles", "intersections", "subsets", "fish", "wings", "colouring", "chains", "presets")
