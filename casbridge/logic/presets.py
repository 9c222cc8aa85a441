"""Theorem 12: presets. A candidate is set for a trial; where that ends in a contradiction, it is zeroed.

A trial uses Theorems 1 to 4, and where these do not refute any candidate, further trials within it. Which candidate is
set is chosen knowing a solution, so that no trial is of a true one; the refutation does not use it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from casbridge.logic.geometry import cells_of
from casbridge.logic.position import Position
from casbridge.logic.steps import Placement, Removal, Step
from casbridge.logic.theorems import Theorem

Check = Callable[[], None]


def preset(position: Position, is_true: Callable[[int, int], bool], check: Check) -> Step | None:
    """The refutation of a candidate for which `is_true` says no; None if there is no such candidate.

    It has the least depth that refutes any, and then it is the first by the number of candidates in its cell.
    check: called now and then; it raises when the time is over.
    """
    open_cells = [cell for cell, value in enumerate(position.values) if not value]
    ordered = sorted(open_cells, key=lambda cell: (position.candidates[cell].bit_count(), cell))
    false = [
        (cell, digit + 1)
        for cell in ordered
        for digit in cells_of(position.candidates[cell])
        if not is_true(cell, digit + 1)
    ]
    for depth in range(1, len(open_cells) + 1):
        for cell, digit in false:
            nested = _refutation(position, cell, digit, depth, check)
            if nested is not None:
                return _step(cell, digit, nested)
        if not false:
            break
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
    zeroed = trial.zeroing(cell)
    if zeroed:
        steps.append(zeroed)
    while True:
        run_singles(trial, steps)
        if trial.failure is not None:
            steps.append(trial.failure)
            return steps
        if depth == 1 or not trial.open:
            return None
        found = _nested_preset(trial, depth - 1, check)
        if found is None:
            return None
        steps.append(found)
        trial.apply(found)


def _nested_preset(trial: Position, depth: int, check: Check) -> Step | None:
    """The first candidate of a trial that less depth refutes, by the number of candidates in its cell."""
    open_cells = [cell for cell, value in enumerate(trial.values) if not value]
    ordered = sorted(open_cells, key=lambda cell: (trial.candidates[cell].bit_count(), cell))
    for least in range(1, depth + 1):
        for cell in ordered:
            for digit in cells_of(trial.candidates[cell]):
                nested = _refutation(trial, cell, digit + 1, least, check)
                if nested is not None:
                    return _step(cell, digit + 1, nested)
    return None


def run_singles(position: Position, steps: list[Step]) -> None:
    """Theorems 1 to 4 as far as they go, or to a contradiction."""
    while position.failure is None:
        step = position.next_single()
        if step is None:
            return
        steps.append(step)
        position.apply(step)
        assert isinstance(step.placement, Placement)
        zeroed = position.zeroing(step.placement.cell)
        if zeroed:
            steps.append(zeroed)
