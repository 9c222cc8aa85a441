"""Theorem 12: presets. A candidate is set for a trial. If the trial ends in a contradiction, the candidate is zeroed.

A trial uses Theorems 1 to 4. If no candidate is refuted, trials within the trial follow. Only candidates that are in no
solution are set, so no trial is wasted. The refutation itself does not use this knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from casbridge.board.peers import digits_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.logic.theorems.singles import run_singles, zero_peers


def preset(position: Position, is_true: Callable[[int, int], bool], deadline: Deadline = NEVER) -> Step | None:
    """The refutation of a candidate that is in no solution; None if there is no such candidate.

    It has the least possible depth. Of several it is the first by the number of candidates in its cell.

    is_true: whether a cell and a digit are a candidate of some solution.

    Raises LimitError after the deadline.

    >>> from casbridge.board.peers import board_of
    >>> from casbridge.puzzles import latin
    >>> position = Position(board_of(latin(2)))
    >>> position.remove(3, 0b01)
    >>> step = preset(position, lambda cell, digit: digit == (2, 1, 1, 2)[cell])
    >>> step.removals[0][:2], len(step.nested), step.nested[-1].name
    ((0, 1), 2, 'no place')
    """
    false = [candidate for candidate in _in_order(position) if not is_true(*candidate)]
    return _first_refuted(position, false, position.open, deadline)


def _in_order(position: Position) -> list[tuple[int, int]]:
    """The open candidates, ordered by the number of candidates in their cell."""
    open_cells = [cell for cell, value in enumerate(position.values) if not value]
    ordered = sorted(open_cells, key=lambda cell: (position.candidates[cell].bit_count(), cell))
    return [(cell, digit) for cell in ordered for digit in digits_of(position.candidates[cell])]


def _first_refuted(
    position: Position, tried: Sequence[tuple[int, int]], deepest: int, deadline: Deadline
) -> Step | None:
    """The refutation of the first candidate of those that the least depth refutes."""
    for depth in range(1, deepest + 1):
        for cell, digit in tried:
            nested = _refutation(position, cell, digit, depth, deadline)
            if nested is not None:
                return _step(cell, digit, nested)
    return None


def _step(cell: int, digit: int, nested: Sequence[Step]) -> Step:
    return Step(
        Theorem.PRESET, "preset", (cell,), (digit,), removals=(Removal(cell, digit, (cell,), -1),), nested=tuple(nested)
    )


def _refutation(position: Position, cell: int, digit: int, depth: int, deadline: Deadline) -> list[Step] | None:
    """The steps from a candidate to a contradiction, with at most `depth` presets within each other."""
    deadline.check()
    trial = position.copy()
    trial.place(cell, digit)
    steps: list[Step] = []
    zero_peers(trial, cell, steps)
    while True:
        run_singles(trial, steps, deadline)
        if trial.failure is not None:
            steps.append(trial.failure)
            return steps
        if depth == 1 or not trial.open:
            return None
        found = _first_refuted(trial, _in_order(trial), depth - 1, deadline)
        if found is None:
            return None
        steps.append(found)
        trial.apply(found)
