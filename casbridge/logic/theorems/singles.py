"""Theorems 1 to 4, one step after the other, as far as they go."""

from __future__ import annotations

from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position
from casbridge.logic.steps import Step


def run_singles(position: Position, steps: list[Step], deadline: Deadline = NEVER) -> None:
    """Take steps by Theorems 1 to 4 and append them, until none applies or there is a contradiction.

    Raises LimitError after the deadline.

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import sudoku
    >>> position, steps = Position(board_of(sudoku(1, 2))), []
    >>> position.remove(0, 0b01)
    >>> run_singles(position, steps)
    >>> position.values, len(steps)
    ([2, 1, 1, 2], 6)
    """
    while position.failure is None:
        step = position.next_single()
        if step is None:
            return
        deadline.check()
        assert step.placement is not None
        steps.append(step)
        position.apply(step)
        zero_peers(position, step.placement.cell, steps)


def zero_peers(position: Position, cell: int, steps: list[Step]) -> None:
    """Take the step by Theorem 1 for a cell with a value, and append it if it zeroes something.

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import sudoku
    >>> position, steps = Position(board_of(sudoku(1, 2))), []
    >>> position.place(0, 1)
    >>> zero_peers(position, 0, steps)
    >>> [removal[:2] for removal in steps[0].removals]
    [(1, 1), (2, 1)]
    """
    zeroed = position.zeroing(cell)
    if zeroed is not None:
        steps.append(zeroed)
