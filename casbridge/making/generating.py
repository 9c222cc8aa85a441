"""Puzzles as they are wished, one by one, each from a seed and a number of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from operator import xor

from casbridge.errors import InputError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline
from casbridge.making.chance import Chance
from casbridge.making.digging import Digger, Orbit, Stopped, mask_of
from casbridge.making.filling import random_grid
from casbridge.making.pattern_search import puzzle_in_pattern
from casbridge.making.patterns import orbits
from casbridge.making.regions import random_regions
from casbridge.making.uniform import uniform_grids
from casbridge.making.wishes import Wish
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle, Solution

#: Says how difficult a puzzle is: one of the levels. It may say None of one that is harder than the given level.
Rate = Callable[[Puzzle, str], str | None]

ATTEMPTS = 100

#: Layouts that are tried until one has a full grid.
_MOST_LAYOUTS = 1_000
#: Layouts whose grids are too many to be counted, which takes half a minute to find out.
_MOST_UNCOUNTED = 10
#: Exchanges of clues that are tried for a puzzle with fewer.
_ROUNDS = 100
#: Exchanges of clues that are tried for a puzzle of the wanted difficulty, in each full grid.
_STEPS = 100


@dataclass(frozen=True)
class Made:
    """A puzzle that was made, and how.

    number, seed: what it follows from. attempts: how many full grids it took.
    minimal: whether every clue is needed, None where that was not found out in time.
    minimal_in_pattern: whether no clues can go that make up an orbit of the symmetry.
    level: its difficulty, where that was asked for.
    """

    puzzle: Puzzle
    solution: Solution
    number: int
    seed: int
    attempts: int
    minimal: bool | None
    minimal_in_pattern: bool | None
    symmetry: str = "none"
    level: str | None = None


class NotMade(LimitError):
    """No such puzzle was found within the limits; that says nothing of whether there is one.

    number: of the puzzle that was to be made. nearest: the puzzle that came nearest, if any.
    """

    def __init__(self, text: str, number: int, nearest: Made | None) -> None:
        super().__init__(text)
        self.number = number
        self.nearest = nearest


class Difficulty:
    """Levels in order, the easiest first, and what rates a puzzle."""

    def __init__(self, levels: Sequence[str], rate: Rate) -> None:
        self._levels = list(levels)
        self._rate = rate

    def up_to(self, puzzle: Puzzle, hardest: str) -> str | None:
        """The level of a puzzle; None if it is harder than that."""
        level = self._rate(puzzle, hardest)
        return level if level is not None and self.place(level) <= self.place(hardest) else None

    def check(self, wanted: tuple[str, str]) -> None:
        """Raises UsageError for levels that there are not, or in the wrong order."""
        for level in wanted:
            if level not in self._levels:
                raise UsageError(f"the difficulty {level!r}", expected=", ".join(self._levels))
        if self.place(wanted[0]) > self.place(wanted[1]):
            raise UsageError(f"the difficulty {wanted[0]}..{wanted[1]}", expected="the easier level first")

    def place(self, level: str) -> int:
        return self._levels.index(level)

    def distance(self, level: str | None, wanted: tuple[str, str]) -> int:
        """How far a level is from what is wanted: negative if it is too easy, 1 for None, which is too hard."""
        return 1 if level is None else min(self.place(level) - self.place(wanted[0]), 0)


def difficulty_by_logic() -> Difficulty:
    """The difficulty by the theorems that a solution needs, as `casbridge explain` tells it."""
    from casbridge.logic import LEVELS, Outcome, explain

    def level_up_to(puzzle: Puzzle, hardest: str) -> str | None:
        """What the class before the last does not solve is in the last, which would take long to go through."""
        is_last = hardest == LEVELS[-1]
        found = explain(puzzle, up_to=LEVELS[-2] if is_last else hardest)
        if found.outcome is Outcome.SOLVED:
            return str(found.difficulty.level) or LEVELS[0]
        return hardest if is_last else None

    return Difficulty(LEVELS, level_up_to)


def generate(
    wish: Wish,
    count: int,
    seed: int,
    *,
    start: int = 1,
    seconds: float | None = None,
    attempts: int = ATTEMPTS,
    difficulty: Difficulty | None = None,
) -> Iterator[Made | NotMade]:
    """Puzzles number start, start + 1, …, each as `make` makes it. Those that were not found are in their places.

    >>> from casbridge.puzzles import sudoku
    >>> [made.puzzle.clues for made in generate(Wish(sudoku(2, 2)), 3, seed=1)]
    [4, 4, 4]
    """
    yield from generate_each(
        [wish], count, seed, start=start, seconds=seconds, attempts=attempts, difficulty=difficulty
    )


def generate_each(
    wishes: Sequence[Wish],
    rounds: int | None,
    seed: int,
    *,
    start: int = 1,
    seconds: float | None = None,
    attempts: int = ATTEMPTS,
    difficulty: Difficulty | None = None,
) -> Iterator[Made | NotMade]:
    """Rounds through several wishes: puzzle 1 as the first asks for, 2 as the second, …, and after the last the first
    again; so many rounds, or without end. One that starts within a round makes the rest of that round.

    >>> from casbridge.puzzles import sudoku
    >>> wishes = [Wish(sudoku(2, 2)), Wish(sudoku(2, 3)), Wish(sudoku(1, 3))]
    >>> [(made.number, made.puzzle.layout.side) for made in generate_each(wishes, 2, seed=1, start=2)]
    [(2, 6), (3, 3), (4, 4), (5, 6), (6, 3)]
    """
    for number in numbers(len(wishes), rounds, start):
        wish = wishes[(number - 1) % len(wishes)]
        try:
            yield make(wish, seed, number, seconds=seconds, attempts=attempts, difficulty=difficulty)
        except NotMade as failed:
            yield failed


def numbers(wishes: int, rounds: int | None, start: int) -> Iterator[int]:
    """The numbers of the puzzles in so many rounds, the first of which is the one that the start is in."""
    return count(start) if rounds is None else iter(range(start, start + how_many(wishes, rounds, start)))


def how_many(wishes: int, rounds: int, start: int) -> int:
    """How many these are.

    >>> how_many(3, 2, 1), how_many(3, 2, 2)
    (6, 5)
    """
    return ((start - 1) // wishes + rounds) * wishes - start + 1


def make(
    wish: Wish,
    seed: int,
    number: int = 1,
    *,
    seconds: float | None = None,
    attempts: int = ATTEMPTS,
    difficulty: Difficulty | None = None,
) -> Made:
    """A proper puzzle as it is wished; the same for the same wish, seed and number.

    seconds, attempts: how long, and from how many full grids, it is tried. Raises NotMade.
    difficulty: what rates puzzles; unless given, by the theorems that a solution needs.

    >>> from casbridge.puzzles import sudoku
    >>> made = make(Wish(sudoku(3, 3), symmetry="half-turn"), seed=2)
    >>> made.puzzle.clues, made.minimal_in_pattern
    (28, True)
    """
    if wish.levels is not None:
        difficulty = difficulty or difficulty_by_logic()
        difficulty.check(wish.levels)
    maker = _Maker(wish, seed, number, Deadline.after(seconds), difficulty)
    for attempt in range(1, attempts + 1):
        try:
            made = maker.attempt(attempt)
        except LimitError as reached:
            raise NotMade(maker.failure(str(reached)), number, maker.nearest) from None
        if made is not None:
            return made
    within = f"{attempts} attempts" if attempts > 1 else "1 attempt"
    raise NotMade(maker.failure(f"none in {within}"), number, maker.nearest)


class _Maker:
    """The attempts at one puzzle."""

    def __init__(self, wish: Wish, seed: int, number: int, deadline: Deadline, difficulty: Difficulty | None) -> None:
        self._wish = wish
        self._seed = seed
        self._number = number
        self._chance = Chance(seed, number)
        self._deadline = deadline
        self._difficulty = difficulty
        self._nearest_by: tuple[int, int] | None = None
        self.nearest: Made | None = None

    def failure(self, limit: str) -> str:
        """Why there is no puzzle, in words."""
        wish = self._wish
        wanted = "a minimal puzzle"
        if wish.full:
            wanted = "a full grid"
        elif wish.clues is not None:
            fewest, most = wish.clues
            many = f"{fewest} clue{'s' if fewest != 1 else ''}" if fewest == most else f"{fewest}..{most} clues"
            wanted = f"a puzzle with {many}"
        elif wish.pattern is not None:
            wanted = "a puzzle with this pattern"
        elif wish.levels is not None:
            wanted = "a puzzle"
        if wish.levels is not None:
            easiest, hardest = wish.levels
            wanted += f" of difficulty {easiest}" + (f"..{hardest}" if hardest != easiest else "")
        text = f"{wanted} was not found: {limit}"
        if self.nearest is not None:
            level = f" and is {self.nearest.level or 'harder'}" if wish.levels is not None else ""
            clues = self.nearest.puzzle.clues
            text += f"; the nearest has {clues} clue{'s' if clues != 1 else ''}{level}"
        return text

    def attempt(self, attempt: int) -> Made | None:
        """From one full grid. Raises LimitError when time is over."""
        self._deadline.check()
        wish = self._wish
        layout, grid = self._full_grid()
        if wish.full:
            puzzle = Puzzle(layout, grid)
            return Made(puzzle, Solution(puzzle, grid), self._number, self._seed, attempt, False, False)
        if wish.pattern is not None:
            return self._in_pattern(layout, grid, wish.pattern, attempt)
        digger = Digger(layout, grid, self._deadline)
        together = [mask_of(orbit) for orbit in orbits(layout, wish.symmetry)]
        fewest, most = wish.clues or (0, layout.cells)
        order = self._chance.shuffled(together)
        try:
            gone = digger.dig(digger.everything, order, fewest)
        except Stopped as stopped:
            self._look_at(digger, digger.everything ^ sum(stopped.gone), None, attempt, together, finished=False)
            raise
        stages = list(accumulate(gone, xor, initial=digger.everything))
        if stages[-1].bit_count() > most:
            self._look_at(digger, stages[-1], None, attempt, together)
            less = digger.fewer(stages[-1], together, fewest, self._chance, _ROUNDS)
            stages = [*stages, less] if less != stages[-1] else stages
        return self._best_stage(digger, stages, attempt, together)

    def _full_grid(self) -> tuple[Layout, tuple[int, ...]]:
        wish = self._wish
        if wish.solution is not None:
            return wish.layout, wish.solution
        if not wish.random_regions:
            return wish.layout, self._grid_of(wish.layout)
        uncounted = 0
        for _ in range(_MOST_LAYOUTS):
            layout = random_regions(wish.layout, self._chance)
            try:
                return layout, self._grid_of(layout)
            except InputError:
                self._deadline.check()
            except UnsupportedError as error:
                uncounted += 1
                if uncounted == _MOST_UNCOUNTED:
                    raise LimitError(f"{uncounted} random layouts, and none with grids to count: {error}") from None
        raise LimitError(f"none of {_MOST_LAYOUTS} random layouts has a full grid")

    def _grid_of(self, layout: Layout) -> tuple[int, ...]:
        if self._wish.uniform:
            grids = uniform_grids(layout, deadline=self._deadline)
            if not grids.total:
                raise InputError(f"a {layout.description} that cannot be filled", expected="a layout with a full grid")
            return grids.grid(self._chance.weighted)
        return random_grid(layout, self._chance, self._deadline)

    # -- stages of digging --------------------------------------------------------------------------------------------

    def _best_stage(
        self, digger: Digger, stages: Sequence[int], attempt: int, together: Sequence[Orbit]
    ) -> Made | None:
        """The last stage that is as wished; of those that are too hard it is told by halving where they end."""
        wish = self._wish
        fewest, most = wish.clues or (0, digger.layout.cells)
        fitting = [stage for stage in stages if fewest <= stage.bit_count() <= most]
        if not fitting:
            self._look_at(digger, stages[-1], None, attempt, together)
            return None
        if wish.levels is None:
            return self._made(digger, fitting[-1], None, attempt, together)
        low, high = min(1, len(fitting) - 1), len(fitting) - 1
        place = high
        best: tuple[int, str] | None = None
        while low <= high:
            self._deadline.check()
            level = self._level(digger, fitting[place])
            if level is None:
                high = place - 1
                self._look_at(digger, fitting[place], level, attempt, together, rated=True)
            else:
                low = place + 1
                best = place, level
            place = (low + high) // 2
        if best is not None:
            stage, level = fitting[best[0]], best[1]
            if not self._distance(level):
                return self._made(digger, stage, level, attempt, together)
            self._look_at(digger, stage, level, attempt, together, rated=True)
        return self._nearby(digger, fitting[-1], attempt, together)

    def _nearby(self, digger: Digger, clues: int, attempt: int, together: Sequence[Orbit]) -> Made | None:
        """Goes from a puzzle to others of the same grid that are like it, never to one that is farther from the level
        that is wished, until one has it.
        """
        fewest, most = self._wish.clues or (0, digger.layout.cells)
        if all(orbit & clues for orbit in together):
            return None
        level = self._level(digger, clues)
        for _ in range(_STEPS):
            self._deadline.check()
            other = digger.neighbour(clues, together, fewest, self._chance)
            if other.bit_count() > most or other == clues:
                continue
            found = self._level(digger, other)
            if not self._distance(found):
                return self._made(digger, other, found, attempt, together)
            if abs(self._distance(found)) <= abs(self._distance(level)):
                clues, level = other, found
                self._look_at(digger, clues, level, attempt, together, rated=True)
        return None

    def _level(self, digger: Digger, clues: int) -> str | None:
        assert self._difficulty is not None
        assert self._wish.levels is not None
        return self._difficulty.up_to(digger.puzzle(clues), self._wish.levels[1])

    def _distance(self, level: str | None) -> int:
        assert self._difficulty is not None
        assert self._wish.levels is not None
        return self._difficulty.distance(level, self._wish.levels)

    def _look_at(
        self,
        digger: Digger,
        clues: int,
        level: str | None,
        attempt: int,
        together: Sequence[Orbit],
        *,
        finished: bool = True,
        rated: bool = False,
    ) -> None:
        """Keeps the puzzle if it is the nearest so far to what is wished. rated: by its level; None is too hard."""
        wish = self._wish
        far = abs(self._distance(level)) if rated else 0
        size = clues.bit_count()
        fewest, most = wish.clues or (0, 0)
        distance = (far, max(size - most, fewest - size, 0))
        if self._nearest_by is None or distance < self._nearest_by:
            self._nearest_by = distance
            self.nearest = self._made(digger, clues, level, attempt, together, finished=finished)

    def _made(
        self,
        digger: Digger,
        clues: int,
        level: str | None,
        attempt: int,
        together: Sequence[Orbit],
        *,
        finished: bool = True,
    ) -> Made:
        puzzle = digger.puzzle(clues)
        minimal: bool | None = None
        within: bool | None = None
        if finished:
            try:
                within = digger.is_minimal(clues, together)
                minimal = within and digger.is_minimal(clues)
            except LimitError:
                pass
        return Made(
            puzzle,
            Solution(puzzle, digger.grid),
            self._number,
            self._seed,
            attempt,
            minimal,
            within,
            self._wish.symmetry,
            level,
        )

    # -- a given pattern ----------------------------------------------------------------------------------------------

    def _in_pattern(self, layout: Layout, grid: tuple[int, ...], pattern: Sequence[int], attempt: int) -> Made | None:
        wish = self._wish
        if wish.solution is not None:
            digger = Digger(layout, grid, self._deadline)
            if digger.difference(mask_of(pattern), digger.everything):
                raise LimitError("this solution has other solutions beside it in the pattern")
        else:
            found = puzzle_in_pattern(layout, pattern, grid, self._chance, self._deadline)
            if found is None:
                return None
            digger = Digger(layout, found[1], self._deadline)
        level = None
        clues = mask_of(pattern)
        alone = [1 << cell for cell in pattern]
        if wish.levels is not None:
            level = self._level(digger, clues)
            if self._distance(level):
                self._look_at(digger, clues, level, attempt, alone, rated=True)
                return None
        return self._made(digger, clues, level, attempt, alone)
