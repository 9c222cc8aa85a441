"""Levels of difficulty, and a range of levels that a puzzle is wished to have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.puzzle import Puzzle

#: From a puzzle, the hardest wanted level, and a deadline: the level of the puzzle. None stands for any harder level.
Rate = Callable[[Puzzle, str, Deadline], str | None]


@dataclass(frozen=True)
class DifficultyScale:
    """Levels in order, the easiest first, and a function that rates puzzles.

    >>> scale = DifficultyScale(("full", "not full"), lambda puzzle, *_: "full" if all(puzzle.givens) else "not full")
    >>> scale.between("not full", "full")
    Traceback (most recent call last):
    casbridge.errors.UsageError: the difficulty not full..full; expected the easier level first
    """

    levels: Sequence[str]
    rate: Rate

    def between(self, easiest: str, hardest: str) -> LevelRange:
        """The levels from one to another. Raises UsageError for unknown levels and for the wrong order."""
        for level in (easiest, hardest):
            if level not in self.levels:
                raise UsageError(f"the difficulty {level!r}", expected=", ".join(self.levels))
        wanted = LevelRange(self, self.levels.index(easiest), self.levels.index(hardest))
        if wanted.easiest > wanted.hardest:
            raise UsageError(f"the difficulty {easiest}..{hardest}", expected="the easier level first")
        return wanted


@dataclass(frozen=True)
class LevelRange:
    """Wanted levels of a scale. easiest, hardest: their places in it.

    >>> wanted = difficulty_by_logic().between("singles", "subsets")
    >>> wanted.easiest, wanted.hardest, wanted.distance("intersections"), wanted.distance(None)
    (0, 2, 0, 1)
    """

    scale: DifficultyScale
    easiest: int
    hardest: int

    def level_of(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> str | None:
        """The level of a puzzle; None if it is too hard. Raises LimitError at the deadline."""
        level = self.scale.rate(puzzle, self.scale.levels[self.hardest], deadline)
        return level if level is not None and self.scale.levels.index(level) <= self.hardest else None

    def distance(self, level: str | None) -> int:
        """How far a level is from the range: below 0 if it is too easy, 0 within it, 1 for None, which is too hard."""
        return 1 if level is None else min(self.scale.levels.index(level) - self.easiest, 0)


def difficulty_by_logic() -> DifficultyScale:
    """The scale by the theorems that a solution needs, as in `casbridge explain`.

    >>> difficulty_by_logic().levels[:3]
    ('singles', 'intersections', 'subsets')
    """
    from casbridge.logic import LEVELS, Outcome, explain

    def rate(puzzle: Puzzle, hardest: str, deadline: Deadline) -> str | None:
        # A puzzle that all other levels leave unsolved has the last one. To go through the last one would take long.
        is_last = hardest == LEVELS[-1]
        found = explain(puzzle, up_to=LEVELS[-2] if is_last else hardest, seconds=deadline.left())
        if found.outcome is Outcome.SOLVED:
            return str(found.difficulty.level) or LEVELS[0]
        deadline.check()
        return hardest if is_last else None

    return DifficultyScale(LEVELS, rate)
