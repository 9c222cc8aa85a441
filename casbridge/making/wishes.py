"""What is wished of a puzzle: clue patterns and levels of difficulty. Wishes that no puzzle can meet are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from casbridge.brief import Brief
from casbridge.errors import InputError, Location, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.making.transformations import is_symmetry
from casbridge.making.words import IN_THE_DIAGONAL, LineImages, turns
from casbridge.puzzles.layouts import Layout, sudoku
from casbridge.puzzles.parsing import BLANKS, drawn_grid
from casbridge.puzzles.puzzle import Puzzle

#: Name → turns and reflections that leave the clue pattern as it is; they generate all that do.
SYMMETRIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "half-turn": ("half turn",),
    "quarter-turn": ("quarter turn clockwise",),
    "middle-row": ("reflection in the middle row",),
    "middle-column": ("reflection in the middle column",),
    "middles": ("reflection in the middle row", "reflection in the middle column"),
    "diagonal": (IN_THE_DIAGONAL,),
    "antidiagonal": ("reflection in the other diagonal",),
    "diagonals": (IN_THE_DIAGONAL, "reflection in the other diagonal"),
    "full": ("quarter turn clockwise", IN_THE_DIAGONAL),
}
#: Layout → the least number of clues of a proper puzzle, and who proved it.
_LEAST_CLUES = {
    sudoku(2, 2): (4, "by computation, see examples/fewest_clues.py"),
    sudoku(3, 3): (17, "McGuire, Tugemann and Civario, 2012"),
}


#: Teacher's word → the least share of the cells, in per cent, that are clues on a worksheet. With clues of variants
#: half of it. A hard puzzle has as few clues as it needs: one more often makes it easy.
EASED = {"easy": 44, "medium": 36}


@dataclass(frozen=True, repr=False)
class Wish(Brief):
    """What a puzzle should be like.

    solution: the full grid to dig it from; None for a random one.
    symmetry: of the clue pattern, a name in `SYMMETRIES`.
    pattern: the clue pattern: exactly these cells are given.
    clues: the least and the largest number of clues; None for a minimal puzzle.
    eased: with levels and without clues, whether easy and medium puzzles get more clues; see `EASED`.
    levels: the easiest and the hardest level of difficulty; None for any.
    uniform: whether all full grids should be exactly equally likely.
    random_regions: whether each puzzle should be a jigsaw with random regions.
    full: whether only full grids are wanted.
    variants: whose clues are drawn from each full grid: names in `casbridge.making.variants.CLUES`.
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
    variants: tuple[str, ...] = ()
    eased: bool = False

    def __post_init__(self) -> None:
        sizes = [len(orbit) for orbit in orbits(self.layout, self.symmetry)]
        if self.variants and not self.layout.is_grid:
            raise UsageError("variants for a graph", expected="a grid")
        if self.random_regions and self.layout.family == "graph":
            raise UsageError("random regions for a graph", expected="a grid")
        asked = {
            "a solution to start from": self.solution is not None,
            "a pattern": self.pattern is not None,
            "a symmetry": self.symmetry != "none",
            "a number of clues": self.clues is not None,
            "a difficulty": self.levels is not None,
            "uniform grids": self.uniform,
            "random regions": self.random_regions,
            "full grids only": self.full,
            "clues of variants": bool(self.variants),
        }
        for one, others in _NOT_TOGETHER.items():
            for other in others:
                if asked[one] and asked[other]:
                    raise UsageError(f"{one} together with {other}", expected="one or the other")
        if self.solution is not None:
            wrong = Puzzle(self.layout, (0,) * self.layout.cells).violation(self.solution)
            if wrong is not None:
                raise InputError(f"a solution that is none: {wrong}", expected="a full grid that follows the rules")
        if self.clues is not None:
            self._check_clues(sizes, *self.clues)
        if self.pattern is not None:
            least, why = _least_clues(self.layout)
            if len(self.pattern) < least:
                raise UsageError(f"a pattern of {len(self.pattern)} clues", expected=f"at least {least} ({why})")
            twins = None if self.random_regions else _blank_twins(self.layout, self.pattern)
            if twins is not None:
                found = f"a pattern without clues in {twins}, which can be exchanged in each solution"
                raise UsageError(found, expected="a clue in one of them at least")

    def _check_clues(self, sizes: Sequence[int], fewest: int, most: int) -> None:
        if fewest > most:
            raise UsageError(f"{fewest}..{most} clues", expected="the smaller number first")
        cells = self.layout.cells
        if fewest > cells:
            raise UsageError(f"{fewest} clues", expected=f"at most {cells}, for a {self.layout.description}")
        least, why = _least_clues(self.layout)
        if most < least and not self.random_regions and not self.variants:
            expected = f"at least {least} for a proper {self.layout.description} ({why})"
            raise UsageError(f"{most} clues", expected=expected)
        possible = 1  # bit s is set if s is a sum of sizes
        for size in sizes:
            possible |= possible << size
        if not any(possible >> number & 1 for number in range(fewest, min(most, cells) + 1)):
            found = f"{fewest if fewest == most else f'{fewest}..{most}'} clues in a pattern"
            orbit_sizes = " and ".join(map(str, sorted(set(sizes))))
            raise UsageError(f"{found} with the symmetry {self.symmetry}", expected=f"a sum of orbits of {orbit_sizes}")


_NOT_TOGETHER = {
    "a pattern": ("a symmetry", "a number of clues", "uniform grids"),
    "a solution to start from": ("uniform grids", "random regions", "full grids only"),
    "clues of variants": ("a pattern", "full grids only"),
    "full grids only": ("a pattern", "a symmetry", "a number of clues", "a difficulty"),
}


def _least_clues(layout: Layout) -> tuple[int, str]:
    """A lower bound on the clues of a proper puzzle, and why.

    At least all digits but one must be given, since two digits that are not could be exchanged.
    """
    if layout in _LEAST_CLUES:
        return _LEAST_CLUES[layout]
    if layout.is_grid and not layout.relations:
        return layout.digits - 1, "all digits but one have to be given"
    return 0, "nothing is known"


def orbits(layout: Layout, symmetry: str = "none") -> list[tuple[int, ...]]:
    """The orbits of the cells: the cells of an orbit are clues together, or none of them is.

    symmetry: a name in `SYMMETRIES`. Only places count, so every grid can have each symmetry, whatever its boxes are.
    Raises UsageError for other names, and for a symmetry of a graph.

    >>> from casbridge.puzzles import sudoku
    >>> orbits(sudoku(2, 2), "half-turn")[:3], len(orbits(sudoku(3, 3), "full"))
    ([(0, 15), (1, 14), (2, 13)], 15)
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"the symmetry {symmetry!r}", expected=", ".join(SYMMETRIES))
    if symmetry != "none" and not layout.is_grid:
        raise UsageError(f"the symmetry {symmetry!r} for a graph", expected="a grid")
    moves = [turns(layout.side)[name] for name in SYMMETRIES[symmetry]]
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in range(layout.cells):
        if start in seen:
            continue
        orbit = {start}
        while (larger := orbit | {move[cell] for move in moves for cell in orbit}) != orbit:
            orbit = larger
        seen |= orbit
        found.append(tuple(sorted(orbit)))
    return found


def has_symmetry(layout: Layout, cells: Sequence[int], symmetry: str) -> bool:
    """Whether the symmetry leaves this clue pattern as it is.

    >>> from casbridge.puzzles import latin
    >>> has_symmetry(latin(3), [0, 4, 8], "half-turn"), has_symmetry(latin(3), [0, 1], "half-turn")
    (True, False)
    """
    there = set(cells)
    return all(there.isdisjoint(orbit) or there.issuperset(orbit) for orbit in orbits(layout, symmetry))


def parse_pattern(text: str, layout: Layout, source: str | None = None) -> tuple[int, ...]:
    """The cells of a drawn clue pattern.

    text: a grid or a line, with x or any digit for a clue, and . 0 _ * for a blank.
    source: where the text is from, for messages.
    Raises UsageError for a graph, InputError for another number of cells.

    >>> from casbridge.puzzles import sudoku
    >>> parse_pattern("x..x .... .... x..x", sudoku(2, 2))
    (0, 3, 12, 15)
    """
    if not layout.is_grid:
        raise UsageError("a pattern for a graph", expected="a grid")
    grid = drawn_grid(text, Location(source, 1, 1))
    if grid is None:
        raise InputError("no cells", source=source, expected="a pattern such as x..x.... for each cell")
    if len(grid.texts) != layout.cells:
        expected = f"{layout.cells} for a {layout.description}"
        raise grid.place(0).error(f"a pattern with {len(grid.texts)} cells", expected)
    return tuple(number for number, text in enumerate(grid.texts) if text not in BLANKS)


def _blank_twins(layout: Layout, pattern: Sequence[int]) -> str | None:
    """Two rows, or two columns, without a clue that can be exchanged, in words; None if there are none.

    With them every solution has another one beside it, so the clue pattern has no proper puzzle. (Two blank bands have
    two such rows each.)
    """
    if not layout.is_grid:
        return None
    n = layout.side
    for name, are_rows in (("rows", True), ("columns", False)):
        marked = {cell // n if are_rows else cell % n for cell in pattern}
        for one, other in combinations([line for line in range(n) if line not in marked], 2):
            images = list(range(n))
            images[one], images[other] = other, one
            if is_symmetry(layout, LineImages.of_one_kind(images, are_rows).cells):
                return f"{name} {one + 1} and {other + 1}"
    return None


#: From a puzzle, the hardest wanted level, and a deadline: the level of the puzzle. None stands for any harder level.
Rate = Callable[[Puzzle, str, Deadline], str | None]


@dataclass(frozen=True, repr=False)
class DifficultyScale(Brief):
    """Levels in order, the easiest first, and a function that rates puzzles.

    easiest, hardest: the places of the wanted levels.

    >>> scale = DifficultyScale(("full", "not full"), lambda puzzle, *_: "full" if all(puzzle.givens) else "not full")
    >>> scale.between("not full", "full")
    Traceback (most recent call last):
    casbridge.errors.UsageError: the difficulty not full..full; expected the easier level first
    """

    levels: Sequence[str]
    rate: Rate
    easiest: int = 0
    hardest: int = -1

    def between(self, easiest: str, hardest: str) -> DifficultyScale:
        """The scale with other wanted levels. Raises UsageError for unknown levels and for the wrong order."""
        for level in (easiest, hardest):
            if level not in self.levels:
                raise UsageError(f"the difficulty {level!r}", expected=", ".join(self.levels))
        first, last = self.levels.index(easiest), self.levels.index(hardest)
        if first > last:
            raise UsageError(f"the difficulty {easiest}..{hardest}", expected="the easier level first")
        return replace(self, easiest=first, hardest=last)

    def level_of(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> str | None:
        """The level of a puzzle; None if it is harder than wanted. Raises LimitError at the deadline."""
        level = self.rate(puzzle, self.levels[self.hardest], deadline)
        is_too_hard = level is None or self.levels.index(level) > self.hardest % len(self.levels)
        return None if is_too_hard else level

    def distance(self, level: str | None) -> int:
        """How far a level is from the wanted ones: below 0 if too easy, 0 among them, 1 for None, which is too hard.

        >>> wanted = difficulty_by_logic().between("singles", "subsets")
        >>> wanted.easiest, wanted.hardest, wanted.distance("intersections"), wanted.distance(None)
        (0, 2, 0, 1)
        """
        return 1 if level is None else min(self.levels.index(level) - self.easiest, 0)


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
