"""What is wished of a puzzle, and the levels of difficulty. Wishes that no puzzle can meet are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casbridge.errors import InputError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.making.clue_patterns import blank_twins, orbits, possible_sizes
from casbridge.puzzles.layouts import Layout, sudoku
from casbridge.puzzles.puzzle import Puzzle

#: Layout → the least number of clues of a proper puzzle, and who proved it.
_LEAST_CLUES = {
    sudoku(2, 2): (4, "by computation, see examples/fewest_clues.py"),
    sudoku(3, 3): (17, "McGuire, Tugemann and Civario, 2012"),
}


@dataclass(frozen=True)
class Wish:
    """What a puzzle should be like.

    layout: its layout.
    solution: the full grid to dig it from; None for a random one.
    symmetry: of the clue pattern, a name in `SYMMETRIES`.
    pattern: the clue pattern: exactly these cells are given.
    clues: the least and the largest number of clues; None for a minimal puzzle.
    levels: the easiest and the hardest level of difficulty; None for any.
    uniform: whether all full grids should be exactly equally likely.
    random_regions: whether each puzzle should be a jigsaw with random regions.
    full: whether only full grids are wanted.

    Raises UsageError or InputError for wishes that no puzzle can meet.

    >>> Wish(sudoku(2, 2), symmetry="half-turn", clues=(5, 5))
    Traceback (most recent call last):
        ...
    casbridge.errors.UsageError: 5 clues in a pattern with the symmetry half-turn; expected a sum of orbits of 2
    """

    layout: Layout
    solution: tuple[int, ...] | None = None
    symmetry: str = "none"
    pattern: tuple[int, ...] | None = None
    clues: tuple[int, int] | None = None
    levels: tuple[str, str] | None = None
    uniform: bool = False
    random_regions: bool = False
    full: bool = False

    def __post_init__(self) -> None:
        sizes = [len(orbit) for orbit in orbits(self.layout, self.symmetry)]
        if self.random_regions and self.layout.family == "graph":
            raise UsageError("random regions for a graph", expected="a grid")
        self._check_pairs()
        if self.solution is not None:
            wrong = Puzzle(self.layout, (0,) * self.layout.cells).violation(self.solution)
            if wrong is not None:
                raise InputError(f"a solution that is none: {wrong}", expected="a full grid that follows the rules")
        if self.clues is not None:
            self._check_clues(sizes, *self.clues)
        if self.pattern is not None:
            least, why = least_clues(self.layout)
            if len(self.pattern) < least:
                raise UsageError(f"a pattern of {len(self.pattern)} clues", expected=f"at least {least} ({why})")
            twins = None if self.random_regions else blank_twins(self.layout, self.pattern)
            if twins is not None:
                raise UsageError(
                    f"a pattern without clues in {twins}, which can be exchanged in each solution",
                    expected="a clue in one of them at least",
                )

    def _check_pairs(self) -> None:
        asked = {
            "a solution to start from": self.solution is not None,
            "a pattern": self.pattern is not None,
            "a symmetry": self.symmetry != "none",
            "a number of clues": self.clues is not None,
            "a difficulty": self.levels is not None,
            "uniform grids": self.uniform,
            "random regions": self.random_regions,
            "full grids only": self.full,
        }
        for one, others in _NOT_TOGETHER.items():
            for other in others:
                if asked[one] and asked[other]:
                    raise UsageError(f"{one} together with {other}", expected="one or the other")

    def _check_clues(self, sizes: Sequence[int], fewest: int, most: int) -> None:
        if fewest > most:
            raise UsageError(f"{fewest}..{most} clues", expected="the smaller number first")
        cells = self.layout.cells
        if fewest > cells:
            raise UsageError(f"{fewest} clues", expected=f"at most {cells}, for a {self.layout.description}")
        least, why = least_clues(self.layout)
        if most < least and not self.random_regions:
            raise UsageError(
                f"{most} clues", expected=f"at least {least} for a proper {self.layout.description} ({why})"
            )
        possible = possible_sizes(sizes)
        if not any(possible >> number & 1 for number in range(fewest, min(most, cells) + 1)):
            number = str(fewest) if fewest == most else f"{fewest}..{most}"
            orbit_sizes = " and ".join(map(str, sorted(set(sizes))))
            raise UsageError(
                f"{number} clues in a pattern with the symmetry {self.symmetry}",
                expected=f"a sum of orbits of {orbit_sizes}",
            )


_NOT_TOGETHER = {
    "a pattern": ("a symmetry", "a number of clues", "uniform grids"),
    "a solution to start from": ("uniform grids", "random regions", "full grids only"),
    "full grids only": ("a pattern", "a symmetry", "a number of clues", "a difficulty"),
}


def least_clues(layout: Layout) -> tuple[int, str]:
    """A lower bound on the clues of a proper puzzle, and why.

    At least all digits but one must be given, since two digits that are not could be exchanged.

    >>> from casbridge.puzzles import latin
    >>> least_clues(sudoku(3, 3))[0], least_clues(latin(7))[0]
    (17, 6)
    """
    if layout in _LEAST_CLUES:
        return _LEAST_CLUES[layout]
    if layout.is_grid:
        return layout.digits - 1, "all digits but one have to be given"
    return 0, "nothing is known"


# -- difficulty -------------------------------------------------------------------------------------------------------

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
