"""Theorem 12: presets. A candidate is set for a trial; where that ends in a contradiction, it is zeroed.

A trial uses Theorems 1 to 4, and where these do not refute any candidate, further trials within it. Which candidate is
set is chosen knowing a solution, so that no trial is of a true one; the refutation does not use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from casbridge.board.peers import digits_of
from casbridge.logic.position import Position
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.logic.theorems.singles import run_singles, zero_peers

Check = Callable[[], None]


def preset(position: Position, is_true: Callable[[int, int], bool], check: Check) -> Step | None:
    """The refutation of a candidate for which `is_true` says no; None if there is no such candidate.

    It has the least depth that refutes any, and then it is the first by the number of candidates in its cell.
    check: called now and then; it raises when the time is over.
    """
    false = [candidate for candidate in _in_order(position) if not is_true(*candidate)]
    return _first_refuted(position, false, position.open, check)


def _in_order(position: Position) -> list[tuple[int, int]]:
    """The open candidates, by how many their cell has."""
    open_cells = [cell for cell, value in enumerate(position.values) if not value]
    ordered = sorted(open_cells, key=lambda cell: (position.candidates[cell].bit_count(), cell))
    return [(cell, digit) for cell in ordered for digit in digits_of(position.candidates[cell])]


def _first_refuted(position: Position, tried: Sequence[tuple[int, int]], deepest: int, check: Check) -> Step | None:
    """The first of these candidates that is refuted, with the least depth that refutes any."""
    for depth in range(1, deepest + 1):
        for cell, digit in tried:
            nested = _refutation(position, cell, digit, depth, check)
            if nested is not None:
                return _step(cell, digit, nested)
    return None


def _step(cell: int, digit: int, nested: Sequence[Step]) -> Step:
    return Step(
        Theorem.PRESET, "preset", (cell,), (digit,), removals=(Removal(cell, digit, (cell,), -1),), nested=tuple(nested)
    )


def _refutation(position: Position, cell: int, digit: int, depth: int, check: Check) -> list[Step] | None:
    """The steps from a candidate being true to a contradiction, with presets within presets to this depth in all."""
    check()
    trial = position.copy()
    trial.place(cell, digit)
    steps: list[Step] = []
    zero_peers(trial, cell, steps)
    while True:
        run_singles(trial, steps)
        if trial.failure is not None:
            steps.append(trial.failure)
            return steps
        if depth == 1 or not trial.open:
            return None
        found = _first_refuted(trial, _in_order(trial), depth - 1, check)
        if found is None:
            return None
        steps.append(found)
        trial.apply(found)
