"""The book's notation: NA, NAK, MMK and KH as square arrays, and the mark for what zeroed a candidate.

    (8)    a given                                    I7     zeroed by cell 7, in the row of both
    ⊙      the value: the others are zeroed           J39    by cell 39, in the column of both
    ⊙I     the value: its only place in its row       G12    by cell 12, in the box (or region) of both
    ⊙J     in its column      ⊙G     in its box       *      zeroed by the value of the cell itself

Theorem 4 writes ⊙I, ⊙J or ⊙G too. We know only the titles of the book's later chapters, so these marks are ours:

    D7 ⊙D     for diagonals             I{4,5}     zeroed by cells 4 and 5 together, in the row
    E7        for the edges of graphs   ⊙G{1,2}    zeroed in a hidden subset of cells 1 and 2 of the box
                                        T9{4,5}    zeroed by cells 4 and 5 in no one unit, by Theorem 9

The cells of T11 and T12 are the end of the chain and the cell of the preset.

Cells are numbered from 1, row by row. Cell I is in the row II = INT((I − 1)/n) + 1 and the column JJ = I − n·(II − 1).
The book's formula a2 exchanges the two: with IDT = I − 9·INT(I/9) ≠ 0 it says II = IDT and JJ = INT(I/9) + 1. Its own
figure, and all its examples (cell 12 is in row 2 and column 3), show that II = INT(I/9) + 1 and JJ = IDT.
"""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.logic.states import Kind, Record, State, mark_of
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.puzzle import Puzzle


def row_and_column(number: int, side: int) -> tuple[int, int]:
    """II and JJ of the cell with this number, all from 1.

    >>> row_and_column(12, 9), row_and_column(39, 9), row_and_column(81, 9), row_and_column(9, 9)
    ((2, 3), (5, 3), (9, 9), (1, 9))
    """
    row, column = divmod(number - 1, side)
    return row + 1, column + 1


def book_step(puzzle: Puzzle, step: Step) -> str:
    """A step in the book's notation: its theorem, its value or the candidates that become 0, and their marks.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import sudoku
    >>> puzzle = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    >>> for step in explain(puzzle).steps[4:6]:
    ...     print(book_step(puzzle, step))
    T3 ⊙G: NA(7)=4
    T1: NAK(4,15)=0 J7
    """
    if step.theorem is Theorem.CONTRADICTION:
        if step.units:
            return f"NAK({step.digits[0]},I)=0 for all I of {puzzle.layout.units[step.units[0]].name}"
        return f"MMK({step.cells[0] + 1})=0"
    head = f"T{step.theorem.number}"
    if step.placement is not None:
        cell, digit = step.placement
        record = Record(Kind.VALUE, unit=step.units[0] if step.units else -1)
        return f"{head} {mark_of(puzzle, digit, record)}: NA({cell + 1})={digit}"
    if step.theorem is Theorem.PRESET:
        head += f" NA({step.cells[0] + 1})={step.digits[0]}?"
    zeroed = ", ".join(
        f"NAK({digit},{cell + 1})=0 {mark_of(puzzle, digit, Record(Kind.ZEROED, 0, step.theorem, by, unit))}"
        for cell, digit, by, unit in step.removals
    )
    return f"{head}: {zeroed}"


def arrays(state: State, names: Sequence[str] = ("NA", "MMK", "KH", "NAK")) -> str:
    """Values, counts and orders side by side, and below them each cell's candidates, with 0 for a zeroed digit.

    names: of values, counts, orders and candidates; by default the book's.

    >>> from casbridge.logic import first_state
    >>> from casbridge.puzzles import sudoku
    >>> print(arrays(first_state(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))))
    NA    MMK   KH
     0 2   2 1   0 1
     0 0   2 2   0 0
    <BLANKLINE>
    NAK
     12 02
     12 12
    """
    layout = state.puzzle.layout
    side = layout.side if layout.is_grid else max(1, min(9, layout.cells))

    def zeroed(cell: int) -> str:
        candidates = state.candidates[cell]
        words = [str(digit if candidates >> (digit - 1) & 1 else 0) for digit in range(1, layout.digits + 1)]
        return "".join(words) if layout.digits < 10 else ".".join(words)

    blocks = [
        _block(title, numbers, side)
        for title, numbers in zip(names, (state.values, state.counts, state.orders), strict=False)
    ]
    lines = ["  ".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
    cells = [zeroed(cell) for cell in range(layout.cells)]
    rows = [" " + " ".join(cells[start : start + side]) for start in range(0, len(cells), side)]
    return "\n".join([*lines, "", names[3], *rows])


def book_records(state: State) -> str:
    """For each cell that was blank the mark of each digit, as in the book's tables 2.2.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import sudoku
    >>> explanation = explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    >>> print(book_records(explanation.last_state).splitlines()[0])
    I=1  NA=1  KH=7  1:⊙I 2:J13 3:* 4:I2
    """
    lines = []
    for cell, marks in enumerate(state.marks):
        if state.puzzle.givens[cell]:
            continue
        said = " ".join(f"{digit}:{mark or '?'}" for digit, mark in enumerate(marks, 1))
        lines.append(f"I={cell + 1}  NA={state.values[cell]}  KH={state.orders[cell]}  {said}")
    return "\n".join(lines)


def _block(title: str, numbers: Sequence[int], side: int) -> list[str]:
    width = max((len(str(number)) for number in numbers), default=1)
    rows = [
        " " + " ".join([str(number).rjust(width) for number in numbers[start : start + side]])
        for start in range(0, len(numbers), side)
    ]
    wide = max(map(len, [title, *rows]))
    return [line.ljust(wide) for line in (title, *rows)]
