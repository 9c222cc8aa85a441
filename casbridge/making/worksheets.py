"""Worksheets: puzzles for a class with their answers, and how they are laid out on paper.

Puzzle ──exercise_of──▶ Exercise ─┐
Wish ──make──▶ Made ──exercise_of_made──▶ Exercise ─┴─▶ Worksheet ──worksheet_html, worksheet_pdf──▶ a file
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from casbridge.board.solutions import solver_of
from casbridge.errors import LimitError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.logic.theorems.catalogue import LEVELS, word_of
from casbridge.making.generating import Made
from casbridge.making.wishes import difficulty_by_logic
from casbridge.puzzles.printing import has_lines, print_toml
from casbridge.puzzles.puzzle import Puzzle, Solution

#: The most puzzles on one worksheet.
MOST_PUZZLES = 1000
#: The most characters of a title, which stands in one line.
LONGEST_TITLE = 100
#: Puzzles with more digits are not rated unless the level is known: that takes long.
MOST_DIGITS_RATED = 9


class Paper(StrEnum):
    """A size of paper. width, height: in millimetres.

    >>> Paper("Letter").width, Paper.A4.height
    (215.9, 297.0)
    """

    A4 = "A4", 210.0, 297.0
    LETTER = "Letter", 215.9, 279.4

    width: float
    height: float

    def __new__(cls, value: str, width: float = 0.0, height: float = 0.0) -> Paper:
        found = str.__new__(cls, value)
        found._value_, found.width, found.height = value, width, height
        return found


class Answers(StrEnum):
    """What a worksheet has: puzzles and answers, puzzles only, or answers only."""

    PAGE = "page"
    NONE = "none"
    ONLY = "only"


@dataclass(frozen=True)
class Exercise:
    """A puzzle with its answer.

    solution: a solution; None if the puzzle has none, or if the time ran out.
    proper: whether there is exactly one solution; None if the time ran out before this was known.
    level: its class of difficulty, one of LEVELS; None if it is not known.

    >>> from casbridge.puzzles import latin
    >>> exercise_of(Puzzle(latin(2), (0, 0, 0, 0))).remark
    'several solutions; the answer shows one'
    """

    puzzle: Puzzle
    solution: Solution | None
    proper: bool | None
    level: str | None = None

    @property
    def word(self) -> str:
        """The teacher's word for its difficulty; "" if that is not known."""
        return "" if self.level is None else word_of(self.level)

    @property
    def remark(self) -> str:
        """What is wrong with the puzzle, in words; "" for a proper one."""
        if self.proper:
            return ""
        if self.proper is None:
            return "not solved in time" if self.solution is None else "perhaps several solutions; the answer shows one"
        return "no solution" if self.solution is None else "several solutions; the answer shows one"

    def as_dict(self) -> dict[str, Any]:
        """For JSON. toml: only where a line does not say all of the puzzle."""
        layout = self.puzzle.layout
        return {
            **({"name": self.puzzle.name} if self.puzzle.name else {}),
            "puzzle": self.puzzle.line,
            "layout": layout.description,
            **({} if has_lines(layout) else {"toml": print_toml(self.puzzle)}),
            "clues": self.puzzle.clues,
            "solution": None if self.solution is None else self.solution.line,
            "proper": self.proper,
            "level": self.level,
            "difficulty": self.word or None,
        }


@dataclass(frozen=True)
class Worksheet:
    """Exercises, and how they are laid out.

    title, note: the texts at the top and at the foot of each page. The note may say how to make the sheet again.
    paper: the size of the paper, upright.
    per_page: how many puzzles are on a page; None for as many as are easy to read.
    large_print: digits of 24 points where the paper is large enough for the grid, and other letters of 14 to 26 points.
    answers: whether there are pages with the answers, or only these.
    name_line: whether there is room for a pupil's name and the date.
    Raises UsageError for no exercise, or too many, and for a title of more than `LONGEST_TITLE` characters.

    >>> from casbridge.puzzles import sudoku
    >>> Worksheet((exercise_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0))),), "Sudoku").paper
    <Paper.A4: 'A4'>
    """

    exercises: tuple[Exercise, ...]
    title: str
    note: str = ""
    paper: Paper = Paper.A4
    per_page: int | None = None
    large_print: bool = False
    answers: Answers = Answers.PAGE
    name_line: bool = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.exercises) <= MOST_PUZZLES:
            raise UsageError(f"{len(self.exercises)} puzzles on a worksheet", expected=f"1 to {MOST_PUZZLES}")
        if self.per_page is not None and self.per_page < 1:
            raise UsageError(f"{self.per_page} puzzles on a page", expected="at least 1")
        if len(self.title) > LONGEST_TITLE:
            raise UsageError(f"a title of {len(self.title)} characters", expected=f"at most {LONGEST_TITLE}")


def exercise_of(puzzle: Puzzle, deadline: Deadline = NEVER) -> Exercise:
    """A given puzzle with its answer and, for grids of up to 9 digits, its difficulty.

    deadline: what is not known by then is left open.

    >>> from casbridge import read_puzzles
    >>> found = exercise_of(read_puzzles(".4.....1..3.2...")[0])
    >>> found.solution.line, found.proper, found.word
    ('1423324141322314', True, 'easy')
    """
    solver = solver_of(puzzle.layout)
    boards = solver.boards(puzzle.givens)
    found: list[Solution] = []
    try:
        deadline.check()
        for digits in () if boards is None else solver.search(boards, deadline=deadline):
            found.append(Solution(puzzle, digits))
            if len(found) == 2:
                break
    except LimitError:
        return Exercise(puzzle, found[0] if found else None, False if len(found) == 2 else None)
    if len(found) != 1:
        return Exercise(puzzle, found[0] if found else None, False)
    return Exercise(puzzle, found[0], True, level_of(puzzle, deadline))


def exercise_of_made(made: Made, deadline: Deadline = NEVER) -> Exercise:
    """A puzzle that was made, with its answer. Its difficulty is that of the wish, or is found.

    >>> from casbridge.making import Wish, make
    >>> from casbridge.puzzles import sudoku
    >>> exercise_of_made(make(Wish(sudoku(2, 2), levels=("singles", "singles")), seed=1)).level
    'singles'
    """
    level = made.level if made.level is not None else level_of(made.puzzle, deadline)
    return Exercise(made.puzzle, made.solution, True, level)


def level_of(puzzle: Puzzle, deadline: Deadline = NEVER) -> str | None:
    """The class of difficulty of a proper puzzle; None for too many digits, and if the time ran out.

    >>> from casbridge import read_puzzles
    >>> level_of(read_puzzles(".4.....1..3.2...")[0])
    'singles'
    """
    if puzzle.layout.digits > MOST_DIGITS_RATED or not puzzle.layout.is_grid:
        return None
    try:
        return difficulty_by_logic().level_of(puzzle, deadline)
    except LimitError:
        return None


def easiest_first(exercises: Sequence[Exercise]) -> list[Exercise]:
    """The exercises in the order of their difficulty. Equally difficult ones keep their order.

    Exercises without a known difficulty come last.

    >>> from casbridge.puzzles import latin
    >>> one = Puzzle(latin(2), (1, 0, 0, 0))
    >>> [found.level for found in easiest_first([Exercise(one, None, True, level) for level in ("fish", "singles")])]
    ['singles', 'fish']
    """
    return sorted(exercises, key=lambda one: len(LEVELS) if one.level is None else LEVELS.index(one.level))
