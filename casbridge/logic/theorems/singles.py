"""Theorems 1 to 4, one step after the other, as far as they go."""

from __future__ import annotations

from casbridge.logic.position import Position
from casbridge.logic.steps import Step


def run_singles(position: Position, steps: list[Step]) -> None:
    """Carries them out, and adds the steps; it ends where none applies, or at a contradiction."""
    while position.failure is None:
        step = position.next_single()
        if step is None:
            return
        assert step.placement is not None
        steps.append(step)
        position.apply(step)
        zero_peers(position, step.placement.cell, steps)


def zero_peers(position: Position, cell: int, steps: list[Step]) -> None:
    """Theorem 1 for a cell with a value; it is a step if it zeroes something."""
    zeroed = position.zeroing(cell)
    if zeroed is not None:
        steps.append(zeroed)
