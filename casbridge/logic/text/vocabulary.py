"""The words of explanations that a reader can choose: "remove", or "zero" as in the book.

Sentences take these words from here. The names of theorems in JSON, the book's notation and the names of Python's
attributes do not depend on the choice.
"""

from __future__ import annotations

from enum import StrEnum

from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem


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


def name_of(step: Step, words: Words = Words.PLAIN) -> str:
    """The name of a step's rule, such as "naked pair".

    >>> name_of(Step(Theorem.ZEROING, "zeroing")), name_of(Step(Theorem.ZEROING, "zeroing"), Words.BOOK)
    ('removal', 'zeroing')
    """
    return words.noun if step.theorem is Theorem.ZEROING else step.name
