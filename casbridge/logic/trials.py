"""Looking for a solution by trial: for choosing what to refute, never for a reason."""

from __future__ import annotations

from collections.abc import Callable

from casbridge.logic.geometry import cells_of
from casbridge.logic.position import Position

Prefer = Callable[[int, int], bool]


def solution_with(position: Position, cell: int, digit: int, prefer: Prefer, most: int) -> tuple[int, ...] | None:
    """A solution of a position with a digit in a cell, None if there is none.

    prefer: which candidates (cell, digit) are to be tried before others.
    Raises LookupError where `most` trials do not decide.
    """
    waiting = [(position, cell, digit)]
    trials = 0
    while waiting:
        before, cell, digit = waiting.pop()
        here = before.copy()
        trials += 1
        if trials > most:
            raise LookupError("too many trials")
        here.place(cell, digit)
        here.zeroing(cell)
        while here.failure is None and (single := here.next_single()):
            here.apply(single)
            assert single.placement is not None
            here.zeroing(single.placement.cell)
        if here.failure is not None:
            continue
        if not here.open:
            return tuple(here.values)
        open_cells = [other for other, value in enumerate(here.values) if not value]
        cell = min(open_cells, key=lambda other: here.candidates[other].bit_count())
        digits = sorted((bit + 1 for bit in cells_of(here.candidates[cell])), key=lambda one: prefer(cell, one))
        # The last is tried first.
        waiting += [(here, cell, one) for one in digits]
    return None
