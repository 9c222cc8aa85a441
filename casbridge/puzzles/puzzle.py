"""The puzzle, a layout and its givens; and a solution of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partialmethod

from casbridge.arguments import wrong
from casbridge.calls import with_hints
from casbridge.drawings import drawing
from casbridge.errors import InputError, printable
from casbridge.puzzles.layouts import Layout

#: How digits are written in one-line form: 0 is a blank, a = 10 … z = 35.
DIGITS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class _Drawn:
    """What a notebook shows."""

    _repr_html_ = partialmethod(drawing, "html")
    _repr_svg_ = partialmethod(drawing, "svg")
    _repr_latex_ = partialmethod(drawing, "latex")


@with_hints
@dataclass(frozen=True)
class Puzzle(_Drawn):
    """A layout with some cells given.

    givens: a digit for every cell, 0 where it is blank. They may contradict each other: such a puzzle has no solution.
    Raises InputError for a wrong number of cells, or for a digit that is too large.

    >>> from casbridge.puzzles import sudoku
    >>> puzzle = Puzzle(sudoku(1, 2), (0, 2, 0, 0))
    >>> puzzle.clues, puzzle.line
    (1, '.2..')
    """

    layout: Layout
    givens: tuple[int, ...]
    name: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.layout, Layout):
            raise wrong(self.layout, "a Layout", {"text": "read_puzzle(text) reads a puzzle"})
        if not isinstance(self.givens, tuple):
            hints = {"text": "read_puzzle(text) reads a puzzle", "numbers": "tuple(givens)"}
            raise wrong(self.givens, "the digits as a tuple, 0 for a blank cell", hints)
        if len(self.givens) != self.layout.cells:
            raise InputError(
                f"{len(self.givens)} cells", expected=f"{self.layout.cells} for a {self.layout.description}"
            )
        largest = self.layout.digits
        if self.givens and not (min(self.givens) >= 0 and max(self.givens) <= largest):
            cell = next(cell for cell, digit in enumerate(self.givens) if not 0 <= digit <= largest)
            found = f"digit {self.givens[cell]} in cell {self.layout.cell_name(cell)}"
            raise InputError(found, expected=f"1 to {largest}")

    @cached_property
    def _given(self) -> list[tuple[int, int]]:
        return [(cell, digit) for cell, digit in enumerate(self.givens) if digit]

    @property
    def clues(self) -> int:
        """The number of givens."""
        return sum(1 for digit in self.givens if digit)

    @property
    def line(self) -> str:
        """The puzzle in one line, row by row, a dot for a blank (numbers with commas above 35 digits)."""
        return format_line(self.givens, self.layout.digits)

    def clash(self, digits: Sequence[int] | None = None) -> str | None:
        """Where two cells of a unit have the same digit, in words; None if no unit has a digit twice.

        digits: one for each cell, 0 for a blank; without them, the givens.

        >>> from casbridge.puzzles import sudoku
        >>> Puzzle(sudoku(1, 2), (2, 2, 0, 0)).clash()
        'row 1: r1c1 and r1c2 are both 2'
        """
        layout, values = self.layout, self.givens if digits is None else digits
        for unit in layout.units:
            seen: dict[int, int] = {}
            for cell in unit.cells:
                digit = values[cell]
                if digit and digit in seen:
                    first = layout.cell_name(seen[digit])
                    return f"{unit.name}: {first} and {layout.cell_name(cell)} are both {digit}"
                seen[digit] = cell
        return None

    def violation(self, solution: Sequence[int]) -> str | None:
        """Why a filled grid is not a solution, in words, or None when it is one.

        >>> from casbridge.puzzles import sudoku
        >>> Puzzle(sudoku(1, 2), (0, 2, 0, 0)).violation([1, 2, 1, 2])
        'column 1: r1c1 and r2c1 are both 1'
        """
        layout = self.layout
        if layout.is_filled_rightly(solution) and all(solution[cell] == digit for cell, digit in self._given):
            return None
        if len(solution) != layout.cells:
            return f"it has {len(solution)} cells instead of {layout.cells}"
        for cell, (given, digit) in enumerate(zip(self.givens, solution, strict=True)):
            if not 1 <= digit <= layout.digits:
                return f"{layout.cell_name(cell)} is {digit}, which is no digit"
            if given and given != digit:
                return f"{layout.cell_name(cell)} is {digit}, but {given} was given"
        clash = self.clash(solution)
        if clash is not None:
            return clash
        for one in layout.relations:
            if not one.holds([solution[cell] for cell in one.cells]):
                found = ", ".join(f"{layout.cell_name(cell)} = {solution[cell]}" for cell in one.cells)
                return f"{one.clue}: {one.name} is demanded, but {found}"
        return None

    def __repr__(self) -> str:
        return f"<Puzzle {self.layout.description}: {printable(self.line, 240)}>"


@dataclass(frozen=True)
class Solution(_Drawn):
    """A puzzle with a digit for every cell; `violation` says whether it is right.

    >>> from casbridge.puzzles import latin
    >>> solution = Solution(Puzzle(latin(2), (0, 1, 0, 0)), (2, 1, 1, 2))
    >>> print(solution)
    ┌─────┐
    │ 2 1 │
    │ 1 2 │
    └─────┘
    >>> solution.violation() is None
    True
    """

    puzzle: Puzzle
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.digits, tuple):
            raise wrong(self.digits, "the digits as a tuple")
        if len(self.digits) != self.layout.cells:
            raise InputError(f"a solution with {len(self.digits)} cells", expected=str(self.layout.cells))

    @property
    def layout(self) -> Layout:
        """The puzzle's layout."""
        return self.puzzle.layout

    @property
    def line(self) -> str:
        """The digits in one line; see `Puzzle.line`."""
        return format_line(self.digits, self.layout.digits)

    def violation(self) -> str | None:
        """Why this is no solution of the puzzle, in words, or None when it is one."""
        return self.puzzle.violation(self.digits)

    def __str__(self) -> str:
        return drawing(self, "text")

    def __repr__(self) -> str:
        return f"<Solution {self.layout.description}: {printable(self.line, 240)}>"


def format_line(digits: Sequence[int], largest: int) -> str:
    """Digits in one-line form: a character each, or numbers with commas where they go above 35.

    largest: the largest digit there can be.

    >>> format_line([0, 4, 10, 16], 16)
    '.4AG'
    """
    if largest < len(DIGITS):
        return "".join(DIGITS[d] for d in digits)
    return ",".join(str(d) for d in digits)
