"""Puzzles for a wish, each made from a seed and a number, and their records for a data set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from operator import xor
from typing import Any, TypedDict, Unpack

from casbridge.board.peers import mask_of
from casbridge.board.solutions import Undecided
from casbridge.chance import Chance
from casbridge.drawings import Shown
from casbridge.errors import InputError, LimitError, UnsupportedError, printable
from casbridge.limits import Deadline
from casbridge.logic.theorems.catalogue import difficulty_in_words, word_of
from casbridge.logs import Log
from casbridge.making.digging import Digger, Orbit, grid_with_clues_in
from casbridge.making.filling import random_grid, random_regions, uniform_grids
from casbridge.making.symmetries import Seen
from casbridge.making.variants import with_clues
from casbridge.making.wishes import EASED, DifficultyScale, Wish, difficulty_by_logic, orbits
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import has_lines, print_toml
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.reading import read_puzzles
from casbridge.puzzles.variants.relations import Tuples

_LOG = Log("making")

#: Full grids that are tried for each puzzle, unless told otherwise.
ATTEMPTS = 100

# Random layouts that are tried until one has a full grid, and those with too many grids to count, half a minute each.
_MOST_LAYOUTS, _MOST_UNCOUNTED = 1_000, 10
# Exchanges of clues that are tried for a puzzle with fewer clues, and in each full grid for the wanted difficulty.
_ROUNDS, _STEPS = 100, 100
# The same where the clues of variants can be drawn anew, which helps more.
_ROUNDS_WITH_VARIANTS = 5
_MOST_KNOWN = 1_000
#: With clues of variants: the choices after which it is not decided whether a given is needed. Sums take longer.
_NODES_WITH_PAIRS, _NODES_WITH_SUMS = 25_600, 12_800
# One level, which all puzzles have.
_ANY_LEVEL = DifficultyScale(("",), lambda *_: "")


@dataclass(frozen=True, repr=False)
class Made(Shown):
    """A puzzle that was made.

    number, seed: they determine the puzzle.
    attempts: the number of full grids it took.
    minimal: whether every clue is needed; None if there was no time to find out.
    minimal_in_pattern: whether every orbit of clues under the symmetry is needed; None as for `minimal`.
    symmetry: of the clue pattern. level: the difficulty, if it was asked for.

    >>> from casbridge.puzzles import sudoku
    >>> made = make(Wish(sudoku(2, 2)), seed=1)
    >>> made.puzzle.line, made.attempts, made.minimal
    ('.....4.2..13....', 1, True)
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

    @property
    def line(self) -> str:
        """The puzzle in one line; see `Puzzle.line`."""
        return self.puzzle.line

    def __repr__(self) -> str:
        level = "" if self.level is None else f", {self.level}"
        return f"<Made number {self.number} of seed {self.seed}{level}: {printable(repr(self.puzzle)[1:-1], 240)}>"


class NotMade(LimitError):
    """No such puzzle was found within the limits. There may still be one.

    number: of the puzzle. nearest: the puzzle nearest to the wish, if any.

    >>> from casbridge.puzzles import sudoku
    >>> make(Wish(sudoku(2, 2)), seed=1, seconds=0)
    Traceback (most recent call last):
    casbridge.making.generating.NotMade: a minimal puzzle was not found: no answer within 0 s
    """

    def __init__(self, text: str, number: int, nearest: Made | None) -> None:
        super().__init__(text)
        self.number = number
        self.nearest = nearest


class MakeOptions(TypedDict, total=False):
    """The options of `make`.

    seconds: limit on the time for each puzzle.
    attempts: limit on the full grids that are tried for each puzzle.
    difficulty: the scale of the wished levels; None for the theorems that a solution needs.

    >>> options = MakeOptions(seconds=10, attempts=5)
    """

    seconds: float | None
    attempts: int
    difficulty: DifficultyScale | None


def generate(
    wish: Wish, count: int, seed: int, *, start: int = 1, **options: Unpack[MakeOptions]
) -> Iterator[Made | NotMade]:
    """The puzzles number start, start + 1, …, each as `make` makes it. A puzzle that was not found leaves a NotMade.

    >>> from casbridge.puzzles import sudoku
    >>> [made.puzzle.clues for made in generate(Wish(sudoku(2, 2)), 3, seed=1)]
    [4, 4, 4]
    """
    yield from generate_each([wish], count, seed, start=start, **options)


def generate_each(
    wishes: Sequence[Wish], rounds: int | None, seed: int, *, start: int = 1, **options: Unpack[MakeOptions]
) -> Iterator[Made | NotMade]:
    """Puzzles for several wishes in turn: puzzle 1 for the first wish, 2 for the second, …, then the first wish again.

    rounds: how often each wish has its turn; None for no end.
    start: the number of the first puzzle. Within a round, only the rest of the round is made.

    >>> from casbridge.puzzles import sudoku
    >>> wishes = [Wish(sudoku(2, 2)), Wish(sudoku(2, 3)), Wish(sudoku(1, 3))]
    >>> [(made.number, made.puzzle.layout.side) for made in generate_each(wishes, 2, seed=1, start=2)]
    [(2, 6), (3, 3), (4, 4), (5, 6), (6, 3)]
    """
    numbers = count(start) if rounds is None else range(start, start + how_many(len(wishes), rounds, start))
    for number in numbers:
        wish = wishes[(number - 1) % len(wishes)]
        found: Made | NotMade
        with _LOG.work("looking for puzzle %s, seed %s, %s", number, seed, wish.layout.description) as work:
            try:
                found = made = make(wish, seed, number, **options)
                work.result = f"{made.puzzle.clues} clues" + (f", {made.level}" if made.level else "")
            except NotMade as failed:
                found = work.result = failed
        yield found


def how_many(wishes: int, rounds: int, start: int) -> int:
    """The number of puzzles in so many rounds, from the puzzle `start` of the first round on.

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
    difficulty: DifficultyScale | None = None,
) -> Made:
    """A proper puzzle as it is wished: the same for the same wish, seed and number.

    For the options see `MakeOptions`. Raises NotMade at a limit.

    >>> from casbridge.puzzles import sudoku
    >>> made = make(Wish(sudoku(3, 3), symmetry="half-turn"), seed=2)
    >>> made.puzzle.clues, made.minimal_in_pattern
    (28, True)
    """
    scale = _ANY_LEVEL if wish.levels is None else (difficulty or difficulty_by_logic()).between(*wish.levels)
    maker = _Maker(wish, seed, number, Deadline.after(seconds), scale)
    limit = f"none in {attempts} attempt{'s' if attempts != 1 else ''}"
    try:
        for attempt in range(1, attempts + 1):
            made = maker.attempt(attempt)
            if made is not None:
                return made
    except LimitError as reached:
        limit = str(reached)
    raise NotMade(maker.failure(limit), number, maker.nearest)


def only_new(made: Iterable[Made | NotMade], count: int, seen: Seen) -> Iterator[Made | NotMade]:
    """The first puzzles that are new, with each NotMade among them. It counts as one of them.

    made: puzzles as `generate` gives them. count: how many to give.
    seen: the puzzles that are known; new ones are added.
    Raises LimitError after 1,000 known puzzles in a row: there may be no more.

    >>> from casbridge.puzzles import latin
    >>> found = only_new(generate(Wish(latin(2)), 100, seed=1), 8, Seen())
    >>> len({one.puzzle for one in found})
    8
    """
    known = found = 0
    source = iter(made)
    while found < count and (one := next(source, None)) is not None:
        if isinstance(one, NotMade) or seen.add(one.puzzle):
            known, found = 0, found + 1
            yield one
            continue
        known += 1
        if known == _MOST_KNOWN:
            text = f"{found} of {count} found: {known} puzzles in a row were known"
            raise LimitError(f"{text}, the last of them number {one.number}; there may be no more")


def record(wish: Wish, seed: int, made: Made | NotMade) -> dict[str, Any]:
    """The fields of a puzzle that was made or not found, ready for JSON.

    >>> from casbridge.puzzles import sudoku
    >>> wish = Wish(sudoku(2, 2))
    >>> found = record(wish, 1, make(wish, 1))
    >>> found["puzzle"], found["clues"], found["minimal"]
    ('.....4.2..13....', 4, True)
    """
    head = {"number": made.number, "seed": seed}
    if isinstance(made, Made):
        return {**head, **_fields(wish, made), "status": "complete", "reason": None}
    nearest = None if made.nearest is None else _fields(wish, made.nearest)
    return {**head, "puzzle": None, "nearest": nearest, "status": "stopped", "reason": str(made)}


def read_records(text: str, wish: Wish, *, jsonl: bool, source: str = "<input>") -> list[Puzzle]:
    """The puzzles in a file that `generate` wrote for a wish.

    jsonl: whether each line is a `record` in JSON, else a puzzle in one line.
    source: the name of the file, for messages.
    Raises InputError for other lines.

    >>> from casbridge.puzzles import latin
    >>> [puzzle.line for puzzle in read_records("12..\\n..1.\\n", Wish(latin(2)), jsonl=False)]
    ['12..', '..1.']
    """
    found: list[Puzzle] = []
    for number, line in enumerate(text.splitlines(), 1):
        fields: Any = {"puzzle": line.strip()}
        if jsonl and line.strip():
            try:
                fields = json.loads(line)
            except (ValueError, RecursionError):
                fields = None
        stated = toml = None
        if isinstance(fields, dict):
            toml = fields.get("toml")
            stated = toml or fields.get("puzzle") or (wish.full and fields.get("solution")) or ""
        if not isinstance(stated, str):
            expected = "a line by casbridge generate"
            raise InputError(f"found {printable(line, 40)!r}", source=source, line=number, expected=expected)
        if toml:
            found += read_puzzles(stated, source=source)
        elif stated:
            found += read_puzzles(stated, source=source, box=wish.layout.box, family=wish.layout.family, lines=True)
    return found


def _fields(wish: Wish, made: Made) -> dict[str, Any]:
    layout = made.puzzle.layout
    stated = {} if has_lines(layout) else {"toml": print_toml(made.puzzle)}
    if wish.full:
        return {"solution": made.solution.line, "layout": layout.description, **stated}
    pattern = {"symmetry": made.symmetry, "minimal_in_pattern": made.minimal_in_pattern}
    return {
        "puzzle": made.puzzle.line,
        "solution": made.solution.line,
        "layout": layout.description,
        **stated,
        "clues": made.puzzle.clues,
        "minimal": made.minimal,
        **(pattern if made.symmetry != "none" else {}),
        **({"difficulty": made.level} if made.level is not None else {}),
        "attempts": made.attempts,
    }


class _Maker:
    """The attempts at one puzzle. nearest: the puzzle nearest to the wish so far."""

    _digger: Digger

    def __init__(self, wish: Wish, seed: int, number: int, deadline: Deadline, scale: DifficultyScale) -> None:
        self._wish, self._seed, self._number = wish, seed, number
        self._chance, self._deadline, self._scale = Chance(seed, number), deadline, scale
        self._fewest, self._most = wish.clues or (0, wish.layout.cells)
        self._attempt = 0
        self._orbits: list[Orbit] = []
        self._distance_of_nearest = (0, 0)
        self.nearest: Made | None = None

    def failure(self, limit: str) -> str:
        """Why there is no puzzle, in words."""
        wish, nearest = self._wish, self.nearest
        wanted = "a puzzle" if wish.levels else "a minimal puzzle"
        if wish.full:
            wanted = "a full grid"
        elif wish.clues:
            wanted = f"a puzzle with {_clues(*wish.clues)}"
        elif wish.pattern is not None:
            wanted = "a puzzle with this pattern"
        if wish.levels:
            classes, words = "..".join(dict.fromkeys(wish.levels)), difficulty_in_words(*wish.levels)
            wanted += f" of difficulty {words}" + (f" ({classes})" if words != classes else "")
        text = f"{wanted} was not found: {limit}"
        if nearest is None:
            return text
        level = f" and is {nearest.level or 'harder'}" if wish.levels else ""
        return f"{text}; the nearest has {_clues(nearest.puzzle.clues, nearest.puzzle.clues)}{level}"

    def attempt(self, number: int) -> Made | None:
        """The puzzle from one full grid, or None. Raises LimitError at the deadline."""
        self._deadline.check()
        self._attempt = number
        wish = self._wish
        layout, grid = self._full_grid()
        if wish.variants:
            layout = with_clues(layout, grid, wish.variants, self._chance)
        if wish.full:
            puzzle = Puzzle(layout, grid)
            return Made(puzzle, Solution(puzzle, grid), self._number, self._seed, number, False, False)
        if wish.pattern is not None:
            return self._in_pattern(layout, grid, wish.pattern)
        self._digger = digger = Digger(layout, grid, self._deadline)
        self._orbits = [mask_of(orbit) for orbit in orbits(layout, wish.symmetry)]
        try:
            nodes = _most_nodes(layout)
            gone = digger.dig(digger.everything, self._chance.shuffled(self._orbits), self._fewest, nodes)
        except Undecided:
            # Another grid is sooner done. Where the wish is no minimal puzzle, one on the way may do.
            gone = digger.gone
            if not wish.clues and not wish.levels:
                self._look_at(digger.everything ^ sum(gone))
                return None
        except LimitError:
            self._look_at(digger.everything ^ sum(digger.gone))
            raise
        stages = list(accumulate(gone, xor, initial=digger.everything))
        if stages[-1].bit_count() > self._most:
            self._look_at(stages[-1])
            if self._most:  # if the puzzle were proper without clues, none would be left
                rounds = _ROUNDS_WITH_VARIANTS if wish.variants else _ROUNDS
                less = digger.fewer(stages[-1], self._orbits, self._fewest, self._chance, rounds)
                stages += [less] if less != stages[-1] else []
        return self._best_stage(stages)

    def _full_grid(self) -> tuple[Layout, tuple[int, ...]]:
        wish = self._wish
        if wish.solution is not None:
            return wish.layout, wish.solution
        if not wish.random_regions:
            return wish.layout, self._grid_of(wish.layout)
        uncounted = 0
        for _ in range(_MOST_LAYOUTS):
            layout = random_regions(wish.layout, self._chance, self._deadline)
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
        if not self._wish.uniform:
            return random_grid(layout, self._chance, self._deadline)
        grids = uniform_grids(layout, deadline=self._deadline)
        if not grids.total:
            raise InputError(f"a {layout.description} that cannot be filled", expected="a layout with a full grid")
        return grids.grid(self._chance.weighted)

    def _best_stage(self, stages: Sequence[int]) -> Made | None:
        """The last stage that is as wished. A binary search finds where puzzles become too hard."""
        fitting = [stage for stage in stages if self._fewest <= stage.bit_count() <= self._most]
        if not fitting:
            self._look_at(stages[-1])
            return None
        low, high = min(1, len(fitting) - 1), len(fitting) - 1
        place = high
        best: tuple[int, str] | None = None
        while low <= high:
            level = self._level(fitting[place])
            if level is None:
                high = place - 1
                self._look_at(fitting[place], self._scale.distance(None))
            else:
                low = place + 1
                best = fitting[place], level
            place = (low + high) // 2
        if best is not None and (made := self._if_wanted(*best)):
            return made
        return self._nearby(fitting[-1])

    def _nearby(self, clues: int) -> Made | None:
        """A puzzle of the wanted level, by a walk among puzzles of the same grid. No step leads farther from it."""
        if all(orbit & clues for orbit in self._orbits):
            return None
        distance = self._scale.distance(self._level(clues))
        for _ in range(_STEPS):
            self._deadline.check()
            other = self._digger.neighbour(clues, self._orbits, self._fewest, self._chance)
            if other.bit_count() > self._most or other == clues:
                continue
            level = self._level(other)
            found = self._scale.distance(level)
            if abs(found) <= abs(distance):
                clues, distance = other, found
                if made := self._if_wanted(other, level):
                    return made
        return None

    def _in_pattern(self, layout: Layout, grid: tuple[int, ...], pattern: Sequence[int]) -> Made | None:
        """A puzzle whose clues are in these cells."""
        if self._wish.solution is None:
            found = grid_with_clues_in(layout, pattern, grid, self._chance, self._deadline)
            if found is None:
                return None
            grid = found
        self._digger = Digger(layout, grid, self._deadline)
        self._orbits = [1 << cell for cell in pattern]
        clues = mask_of(pattern)
        if self._wish.solution is not None and self._digger.difference(clues, self._digger.everything):
            raise LimitError("this solution has other solutions beside it in the pattern")
        return self._if_wanted(clues, self._level(clues))

    def _level(self, clues: int) -> str | None:
        if self._wish.levels:
            self._deadline.check()
        return self._scale.level_of(self._digger.puzzle(clues), self._deadline)

    def _if_wanted(self, clues: int, level: str | None) -> Made | None:
        """The puzzle with these clues if its level is wanted; else it may be the nearest."""
        distance = self._scale.distance(level)
        if not distance:
            return self._made(self._eased(clues, level), level)
        self._look_at(clues, distance, level)
        return None

    def _eased(self, clues: int, level: str | None) -> int:
        """Further clues, as many as its level is to have. None of them makes the puzzle one of another level."""
        wish = self._wish
        if not (wish.eased and wish.levels) or wish.clues or wish.pattern is not None or level is None:
            return clues
        least = wish.layout.cells * EASED.get(word_of(level), 0) // (200 if wish.variants else 100)
        for orbit in self._chance.shuffled(self._orbits):
            if clues.bit_count() >= least:
                break
            if not orbit & clues and self._level(clues | orbit) == level:
                clues |= orbit
        return clues

    def _look_at(self, clues: int, distance: int = 0, level: str | None = None) -> None:
        """Keep the puzzle with these clues if no other was nearer. distance: of its level, if known."""
        size = clues.bit_count()
        fewest, most = self._wish.clues or (0, 0)
        far = (abs(distance), max(size - most, fewest - size, 0))
        if self.nearest is None or far < self._distance_of_nearest:
            self._distance_of_nearest = far
            self.nearest = self._made(clues, level)

    def _made(self, clues: int, level: str | None = None) -> Made:
        digger = self._digger
        puzzle = digger.puzzle(clues)
        minimal = within = None
        nodes = _most_nodes(digger.layout)
        try:
            within = digger.is_minimal(clues, self._orbits, nodes)
            minimal = within and digger.is_minimal(clues, None, nodes)
        except LimitError:
            pass  # the time is over, or it takes too long: whether the puzzle is minimal stays open
        solution, symmetry = Solution(puzzle, digger.grid), self._wish.symmetry
        return Made(puzzle, solution, self._number, self._seed, self._attempt, minimal, within, symmetry, level or None)


def _most_nodes(layout: Layout) -> int | None:
    if not layout.relations:
        return None
    return _NODES_WITH_PAIRS if all(isinstance(one, Tuples) for one in layout.relations) else _NODES_WITH_SUMS


def _clues(fewest: int, most: int) -> str:
    return f"{fewest}..{most} clues" if fewest != most else f"{fewest} clue{'s' if fewest != 1 else ''}"
