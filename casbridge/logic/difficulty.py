"""The difficulty of a puzzle: the hardest theorem that it needs, and the amount of work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import LEVELS, Theorem


@dataclass(frozen=True)
class Difficulty:
    """The class of a puzzle, and figures of its explanation.

    level: the class of the hardest theorem needed, one of LEVELS; "" if no step was needed. For grids, symmetries and
        other names of the digits do not change it: the theorems up to a class zero the same in any order.
    theorem: the hardest theorem.
    steps: the number of steps without Theorem 1. A preset is one step.
    presets: the number of presets, those within others included.
    depth: the number of presets within each other.
    uses: for each theorem the number of its steps, those within presets not included.
    """

    level: str
    theorem: Theorem | None
    steps: int
    presets: int
    depth: int
    uses: tuple[tuple[Theorem, int], ...]

    @property
    def rank(self) -> int:
        """The place of the level among LEVELS, from 1; 0 for "".

        >>> Difficulty("wings", Theorem.WING, 60, 0, 0, ()).rank
        5
        """
        return LEVELS.index(self.level) + 1 if self.level else 0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "level": self.level or None,
            "rank": self.rank,
            "theorem": str(self.theorem) if self.theorem else None,
            "steps": self.steps,
            "presets": self.presets,
            "depth": self.depth,
            "uses": {str(theorem): number for theorem, number in self.uses},
        }


def difficulty_of(steps: Iterable[Step]) -> Difficulty:
    """The difficulty of a puzzle that these steps explain.

    >>> difficulty_of([]).level
    ''
    """
    steps = list(steps)
    uses = Counter(step.theorem for step in steps)
    counted = [theorem for theorem in uses if theorem.level]
    hardest = max(counted, key=lambda theorem: (LEVELS.index(theorem.level), theorem.number), default=None)
    return Difficulty(
        hardest.level if hardest else "",
        hardest,
        sum(uses[theorem] for theorem in counted),
        _presets(steps),
        max((step.depth for step in steps), default=0),
        tuple((theorem, uses[theorem]) for theorem in Theorem if uses[theorem]),
    )


def _presets(steps: Iterable[Step]) -> int:
    return sum(1 + _presets(step.nested) for step in steps if step.theorem is Theorem.PRESET)
