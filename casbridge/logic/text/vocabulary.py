"""The words of explanations that a reader can choose: "remove", or "zero" as in the book.

Sentences take these words from here. The names of theorems in JSON, the book's notation and the names of Python's
attributes do not depend on the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout, Unit


class Words(StrEnum):
    """What is said when a digit ceases to be a candidate of a cell.

    done: the participle. place: the preposition before the cell. does: the verb after "this step".
    noun: the name of Theorem 1.

    >>> digit, words = 3, Words("plain")
    >>> f"{digit} is {words.done} {words.place} r1c2", f"what {Words.BOOK.does} a candidate", Words.BOOK.noun
    ('3 is removed from r1c2', 'what zeroes a candidate', 'zeroing')
    """

    PLAIN = "plain", "removed", "from", "removes", "removal"
    BOOK = "book", "zeroed", "in", "zeroes", "zeroing"

    done: str
    place: str
    does: str
    noun: str

    def __new__(cls, value: str, done: str = "", place: str = "", does: str = "", noun: str = "") -> Words:
        found = str.__new__(cls, value)
        found._value_, found.done, found.place, found.does, found.noun = value, done, place, does, noun
        return found


def statement_of(theorem: Theorem, words: Words = Words.PLAIN) -> str:
    """A theorem in a sentence.

    >>> statement_of(Theorem.ZEROING)
    'if a cell has a value, this value is removed from all its peers'
    >>> statement_of(Theorem.ZEROING, Words.BOOK)
    'if a cell has a value, this value is zeroed in all its peers'
    """
    book = Words.BOOK
    from_there = theorem.statement.replace(f"{book.done} {book.place}", f"{words.done} {words.place}")
    return from_there.replace(book.done, words.done)


#: What each rule says to a player, who sees a grid and no theorem.
#: UNIT: a row, a column or a box, which have every digit; ANY: also others whose cells differ, such as a cage.
_RULES = {
    Theorem.NAKED_SINGLE: "if only one digit is possible in a cell, the cell has this digit",
    Theorem.HIDDEN_SINGLE: "if a digit is possible in only one cell of UNIT, the cell has this digit",
    Theorem.LAST_CELL: "if only one cell of UNIT is blank, it has the digit that is missing there",
    Theorem.INTERSECTION: "in UNIT, a digit is possible only in a few cells. It is removed from each other cell that "
    "shares ANY with all of them",
    Theorem.CLUE: "a digit is removed from a cell if the clue cannot be true with it, whatever the other cells have",
    Theorem.NAKED_SUBSET: "if only two digits are possible in two cells of ANY, these cells have these digits. They "
    "are removed from the other cells there. The same holds for three digits in three cells, and so on",
    Theorem.HIDDEN_SUBSET: "if two digits are possible in only two cells of UNIT, these cells have these digits. All "
    "other digits are removed from them. The same holds for three digits in three cells, and so on",
    Theorem.FISH: "two rows need a digit, and it is possible only in the same two columns. These columns then have it "
    "in the two rows, so it is removed from their other cells. The same holds for three rows and three columns, and "
    "for rows and columns exchanged",
    Theorem.WING: "one of two or three cells must have the digit. It is removed from each cell that shares ANY with "
    "all of them",
    Theorem.COLOURING: "where a digit is possible in only two cells of UNIT, the two get different colours. All cells "
    "of one colour have the digit, and none of the other",
    Theorem.CHAIN: "suppose that a cell has the digit. Each next step is forced. If they end in a contradiction, the "
    "digit is removed",
    Theorem.PRESET: "suppose that a cell has the digit, and go on with easy steps. If they end in a contradiction, the "
    "digit is removed",
}


def rule_in_hints(theorem: Theorem, layout: Layout, words: Words = Words.PLAIN) -> str:
    """What the rule of a step says to a player; with the book's words, the theorem itself.

    >>> from casbridge.puzzles import latin
    >>> rule_in_hints(Theorem.HIDDEN_SINGLE, latin(4))
    'if a digit is possible in only one cell of a row or a column, the cell has this digit'
    """
    if words is Words.BOOK or theorem not in _RULES:
        return statement_of(theorem, words)
    every = [unit for unit in layout.units if len(unit.cells) == layout.digits]
    return _RULES[theorem].replace("UNIT", _one_of(every)).replace("ANY", _one_of(layout.units))


def _one_of(units: Sequence[Unit]) -> str:
    """The kinds of units: a row, a column or a box."""
    kinds = [f"{unit.kind}'s move" if unit.kind in ("knight", "king") else unit.kind for unit in units]
    said = [f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" for kind in dict.fromkeys(kinds)]
    return " or ".join(filter(None, (", ".join(said[:-1]), *said[-1:]))) or "a unit"


def name_of(step: Step, words: Words = Words.PLAIN) -> str:
    """The name of a step's rule, such as "naked pair".

    >>> name_of(Step(Theorem.ZEROING, "zeroing")), name_of(Step(Theorem.ZEROING, "zeroing"), Words.BOOK)
    ('removal', 'zeroing')
    """
    return words.noun if step.theorem is Theorem.ZEROING else step.name
