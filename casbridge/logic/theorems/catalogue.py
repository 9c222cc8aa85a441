"""The theorems that deduction uses, easiest first, and the classes of difficulty."""

from __future__ import annotations

from enum import StrEnum

from casbridge.errors import InputError


class Theorem(StrEnum):
    """The theorem of a step. The first four are Theorems 1 to 4 of the book; the others follow them.

    number: its place in this list, from 1; 13 for clues of variants, 0 for a contradiction.
    level, statement: its class of difficulty, one of LEVELS, "" for zeroing and contradictions; and it in a sentence.

    Source: Jin Jianming, *The numerical analysis solution of nine-square Sudoku* (China Youth Press 2012), chapter 1.
    From 5 on the names are those of today's solvers.

    >>> Theorem("naked subset").statement[:44], Theorem.FISH.number, Theorem.FISH.level
    ('if k cells of a unit have only k candidates ', 8, 'fish')
    """

    ZEROING = "zeroing", "", "if a cell has a value, this value is zeroed in all its peers"
    NAKED_SINGLE = "naked single", "singles", "a cell with one candidate left has this value"
    HIDDEN_SINGLE = (
        "hidden single",
        "singles",
        "if a digit is zeroed in all cells of a unit but one, this cell has it as its value",
    )
    LAST_CELL = (
        "last cell",
        "singles",
        "if all cells of a unit but one have values, this cell has the digit that is left",
    )
    INTERSECTION = "intersection", "intersections", "a digit is zeroed in the common peers of all its places in a unit"
    CLUE = (
        "clue",
        "intersections",
        "a digit is zeroed in a cell if the candidates of the other cells do not allow a clue of the puzzle with it; "
        "peers in the clue differ",
    )
    NAKED_SUBSET = (
        "naked subset",
        "subsets",
        "if k cells of a unit have only k candidates together, each of these digits is zeroed in the common peers "
        "of those of the k cells that have it",
    )
    HIDDEN_SUBSET = (
        "hidden subset",
        "subsets",
        "if k digits have only k places in a unit together, all other digits are zeroed in these places",
    )
    FISH = (
        "fish",
        "fish",
        "if the places of a digit in k rows lie in k columns, it is zeroed in the other cells of these columns; "
        "likewise for k columns and k rows",
    )
    WING = (
        "wing",
        "wings",
        "if one of two or three cells must have a digit, it is zeroed in the common peers of these cells",
    )
    COLOURING = (
        "colouring",
        "colouring",
        "places of a digit, linked by units with two places, have two colours: all of one colour are true, the "
        "others are false",
    )
    CHAIN = "forcing chain", "chains", "a candidate that leads to a contradiction link by link is zeroed"
    PRESET = (
        "preset",
        "presets",
        "a candidate that is set for a trial and refuted by Theorems 1 to 4, or by further trials, is zeroed",
    )
    CONTRADICTION = (
        "contradiction",
        "",
        "a cell has no candidate, a unit has no place for a digit, or the candidates do not allow a clue",
    )

    number: int
    level: str
    statement: str

    def __new__(cls, value: str, level: str = "", statement: str = "") -> Theorem:
        found = str.__new__(cls, value)
        found._value_, found.level, found.statement = value, level, statement
        # Clues came last, but are easy: their number is 13.
        place = len(cls.__members__) + 1 - ("CLUE" in cls.__members__)
        found.number = {"contradiction": 0, "clue": 13}.get(value, place)
        return found


#: The classes of difficulty, easiest first. A puzzle has the class of the hardest theorem that it needs.
LEVELS = ("singles", "intersections", "subsets", "fish", "wings", "colouring", "chains", "presets")

#: A teacher's word for a difficulty → the easiest and the hardest class that it covers. Each class has one word.
TEACHERS_WORDS = {
    "easy": ("singles", "singles"),
    "medium": ("intersections", "subsets"),
    "hard": ("fish", "colouring"),
    "expert": ("chains", "presets"),
}


def word_of(level: str) -> str:
    """The teacher's word for a class of difficulty; "easy" for a puzzle that needs no theorem.

    >>> word_of("subsets"), word_of("")
    ('medium', 'easy')
    """
    place = LEVELS.index(level) if level else 0
    return next(word for word, (_, hardest) in TEACHERS_WORDS.items() if place <= LEVELS.index(hardest))


def levels_of(text: str) -> tuple[str, str]:
    """The easiest and the hardest class in a wish such as "easy", "easy..hard" or "singles..subsets".

    Raises InputError for another word, and if the harder one comes first.

    >>> levels_of("easy..medium"), levels_of("fish")
    (('singles', 'subsets'), ('fish', 'fish'))
    """
    easiest, dots, hardest = (part.strip().lower() for part in text.partition(".."))
    ends = []
    for word in (easiest, hardest if dots else easiest):
        if word not in TEACHERS_WORDS and word not in LEVELS:
            expected = f"{', '.join(TEACHERS_WORDS)}; or a class: {', '.join(LEVELS)}"
            raise InputError(f"the difficulty {word!r}", expected=expected)
        ends.append(TEACHERS_WORDS.get(word, (word, word)))
    (first, _), (_, last) = ends
    if LEVELS.index(first) > LEVELS.index(last):
        raise InputError(f"the difficulty {text.strip()}", expected="the easier one first")
    return first, last


def difficulty_in_words(easiest: str, hardest: str) -> str:
    """What `levels_of` reads as these two classes, in a teacher's words where they fit.

    >>> difficulty_in_words("singles", "subsets"), difficulty_in_words("fish", "fish")
    ('easy..medium', 'fish')
    """
    first = next((word for word, (level, _) in TEACHERS_WORDS.items() if level == easiest), None)
    last = next((word for word, (_, level) in TEACHERS_WORDS.items() if level == hardest), None)
    ends = (easiest, hardest) if first is None or last is None else (first, last)
    return "..".join(dict.fromkeys(ends))
