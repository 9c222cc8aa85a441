"""A proper puzzle whose clues are in given cells: a search that changes one clue at a time."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.board.solutions import Bitboards, Option, Solver, Undecided, solver_of
from casbridge.limits import Deadline
from casbridge.making.chance import Chance
from casbridge.making.filling import random_solution
from casbridge.puzzles.layouts import Layout

#: Changes without success after which it is begun anew, for each clue.
_PATIENCE = 12
_NODES = 200


def puzzle_in_pattern(
    layout: Layout, pattern: Sequence[int], grid: Sequence[int], chance: Chance, deadline: Deadline
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Givens in these cells, and only there, and their only solution; None where none was found from this grid.

    From the grid's own clues on, one after the other is given another digit, if that leaves fewer candidates (what
    remains when all is done that needs no choice), or as many. Raises LimitError when time is over.
    """
    solver = solver_of(layout)
    givens = [0] * layout.cells
    for cell in pattern:
        givens[cell] = grid[cell]
    left = _left(solver, givens)
    waiting = _PATIENCE * len(pattern)
    while waiting:
        found = _only_solution(solver, givens, deadline)
        if found is not None:
            return tuple(givens), found
        while waiting:
            waiting -= 1
            cell = chance.pick(pattern)
            changed = _changed(solver, givens, cell, chance, deadline)
            if changed is None:
                continue
            now = _left(solver, changed)
            if now <= left:
                if now < left:
                    waiting = _PATIENCE * len(pattern)
                givens, left = changed, now
                break
    return None


def _changed(solver: Solver, givens: Sequence[int], cell: int, chance: Chance, deadline: Deadline) -> list[int] | None:
    """The givens with another digit in a cell, such that there is a solution; None if none is found quickly."""
    without = [0 if at == cell else digit for at, digit in enumerate(givens)]
    boards = solver.boards(without)
    assert boards is not None
    boards[givens[cell] - 1] &= ~(1 << cell)
    try:
        found = random_solution(solver, boards, chance, _NODES, deadline)
    except Undecided:
        return None
    if found is None:
        return None
    without[cell] = found[cell]
    return without


def _left(solver: Solver, givens: Sequence[int]) -> int:
    boards = solver.boards(givens)
    assert boards is not None
    solver.propagate(boards)
    return sum(board.bit_count() for board in boards)


def _only_solution(solver: Solver, givens: Sequence[int], deadline: Deadline) -> tuple[int, ...] | None:
    def options(boards: Bitboards, placed: int) -> list[Option]:
        deadline.check()
        return solver.options(boards, placed)

    boards = solver.boards(givens)
    assert boards is not None
    search = solver.search(boards, options, _NODES)
    try:
        first = next(search, None)
        return first if first is not None and next(search, None) is None else None
    except Undecided:
        return None
