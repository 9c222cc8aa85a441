"""A proper puzzle whose clues are in given cells: a search that changes one clue at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from casbridge.board.solutions import Solver, Undecided, solver_of
from casbridge.limits import NEVER, Deadline
from casbridge.making.chance import Chance
from casbridge.making.filling import random_solution
from casbridge.puzzles.layouts import Layout

#: For each clue so many changes without success; then the search gives up.
_PATIENCE = 12
_NODES = 200


def puzzle_with_clues_in(
    layout: Layout, pattern: Sequence[int], grid: Sequence[int], chance: Chance, deadline: Deadline = NEVER
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The givens and the solution of a proper puzzle whose clues are in these cells, or None.

    The search begins with the digits of the grid. It gives one clue after the other a new digit, if afterwards no more
    candidates remain than before (without any choice).

    pattern: the cells of the clues.
    grid: a full grid to begin with.

    Raises LimitError at the deadline.

    >>> from casbridge.puzzles import latin
    >>> puzzle_with_clues_in(latin(2), [3], (1, 2, 2, 1), Chance(1))
    ((0, 0, 0, 1), (1, 2, 2, 1))
    """
    solver = solver_of(layout)
    givens = [0] * layout.cells
    for cell in pattern:
        givens[cell] = grid[cell]
    left = _candidates(solver, givens)
    waiting = _PATIENCE * len(pattern)
    while waiting:
        found = _only_solution(solver, givens, deadline)
        if found is not None:
            return tuple(givens), found
        while waiting:
            waiting -= 1
            changed = _changed(solver, givens, chance.pick(pattern), chance, deadline)
            if changed is None:
                continue
            now = _candidates(solver, changed)
            if now <= left:
                if now < left:
                    waiting = _PATIENCE * len(pattern)
                givens, left = changed, now
                break
    return None


def _changed(solver: Solver, givens: Sequence[int], cell: int, chance: Chance, deadline: Deadline) -> list[int] | None:
    """The givens with another digit in a cell and at least one solution; None if none is found quickly."""
    without = [0 if at == cell else digit for at, digit in enumerate(givens)]
    boards = solver.boards(without)
    assert boards is not None
    boards[givens[cell] - 1] &= ~(1 << cell)
    try:
        found = random_solution(solver, boards, chance, _NODES, deadline)
    except Undecided:
        found = None
    if found is None:
        return None
    without[cell] = found[cell]
    return without


def _candidates(solver: Solver, givens: Sequence[int]) -> int:
    """The candidates that remain without any choice."""
    boards = solver.boards(givens)
    assert boards is not None
    solver.propagate(boards)
    return sum(board.bit_count() for board in boards)


def _only_solution(solver: Solver, givens: Sequence[int], deadline: Deadline) -> tuple[int, ...] | None:
    """The solution if there is exactly one; also None if that takes long to find out."""
    boards = solver.boards(givens)
    assert boards is not None
    try:
        found = list(islice(solver.search(boards, nodes=_NODES, deadline=deadline), 2))
    except Undecided:
        return None
    return found[0] if len(found) == 1 else None
