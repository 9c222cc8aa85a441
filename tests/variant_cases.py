"""Random small layouts of each variant, and the rules in other words: tests count by them without relations."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from casbridge.board.solutions import solutions
from casbridge.puzzles import Layout, Puzzle, jigsaw, latin, sudoku, with_constraints
from casbridge.puzzles.variants import (
    AllBars,
    AllDots,
    AntiKing,
    AntiKnight,
    Arrow,
    Bar,
    BlackDot,
    Cage,
    Constraint,
    Greater,
    LittleKiller,
    NonConsecutive,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
    Windoku,
)
from casbridge.puzzles.variants.lines import DIRECTIONS

N = 4
PLAIN = (sudoku(2, 2), latin(4), jigsaw((0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3)), sudoku(2, 2, diagonals=True))


@cache
def full_grids(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """All full grids of a plain 4×4 layout."""
    return tuple(solutions(Puzzle(layout, (0,) * 16)))


def _beside(a: int, b: int) -> bool:
    return abs(a // N - b // N) + abs(a % N - b % N) == 1


def _around(cell: int) -> list[int]:
    return [c for c in range(16) if c != cell and abs(c // N - cell // N) < 2 and abs(c % N - cell % N) < 2]


@cache
def _pairs() -> list[tuple[int, int]]:
    return [(a, b) for a in range(16) for b in range(a) if _beside(a, b)]


@cache
def _far(*moves: int) -> list[tuple[int, int]]:
    """The pairs of cells so many rows and columns, or columns and rows, apart."""
    pairs = [(a, b) for a in range(16) for b in range(a)]
    return [(a, b) for a, b in pairs if sorted((abs(a // N - b // N), abs(a % N - b % N))) == [*moves]]


def _way(rng: random.Random, length: int) -> tuple[int, ...]:
    way = [rng.randrange(16)]
    while len(way) < length:
        around = [cell for cell in _around(way[-1]) if cell not in way]
        way = [*way, rng.choice(around)] if around else [rng.randrange(16)]
    return tuple(way)


def _pill(rng: random.Random) -> list[Constraint]:
    while True:
        way = _way(rng, rng.randint(4, 6))
        arrow = Arrow(tuple(sorted(way[:2])), way[2:])
        if arrow.objection(N) is None:
            return [arrow]


def _arrow(rng: random.Random) -> list[Constraint]:
    way = _way(rng, rng.randint(2, 4))
    return [Arrow(way[:1], way[1:])]


def _little_killer(rng: random.Random) -> list[Constraint]:
    while True:
        one = LittleKiller(rng.randrange(16), rng.choice([*DIRECTIONS]), rng.randint(2, 14))
        if one.objection(N) is None:
            return [one]


def _dots(rng: random.Random, kinds: Sequence[Callable[[int, int], Constraint]], count: int) -> list[Constraint]:
    return [rng.choice(kinds)(*sorted(pair)) for pair in rng.sample(_pairs(), count)]


#: Name → random constraints of a variant.
VARIANTS: dict[str, Callable[[random.Random], list[Constraint]]] = {
    "windoku": lambda rng: [Windoku()],
    "anti-knight": lambda rng: [AntiKnight()],
    "anti-king": lambda rng: [AntiKing()],
    "non-consecutive": lambda rng: [NonConsecutive()],
    "cage": lambda rng: [Cage(tuple(rng.sample(range(16), k := rng.randint(2, 4))), rng.randint(k, 4 * k - 2))],
    "cage without sum": lambda rng: [Cage(tuple(rng.sample(range(16), rng.randint(2, 4))))],
    "cage with repeats": lambda rng: [Cage(tuple(rng.sample(range(16), 4)), rng.randint(5, 15), True)],
    "thermometer": lambda rng: [Thermometer(_way(rng, rng.randint(2, 4)))],
    "arrow": _arrow,
    "pill": _pill,
    "dots": lambda rng: _dots(rng, (WhiteDot, BlackDot), 2),
    "all dots": lambda rng: [AllDots(), *_dots(rng, (WhiteDot, BlackDot), 10)],
    "bars": lambda rng: _dots(rng, (Bar,), 2),
    "all bars": lambda rng: [AllBars(), *_dots(rng, (Bar,), 12)],
    "parity": lambda rng: [Parity(cell, rng.random() < 0.5) for cell in rng.sample(range(16), 3)],
    "greater": lambda rng: [Greater(*rng.sample(pair, 2)) for pair in rng.sample(_pairs(), 2)],
    "little killer": _little_killer,
    "sandwich": lambda rng: [SandwichSum(rng.random() < 0.5, rng.randrange(N), rng.choice((0, 2, 3, 5)))],
}


def follows(grid: Sequence[int], constraints: Sequence[Constraint]) -> bool:
    """Whether a full grid follows the rules, said once more and without relations and units."""
    return all(_follows(grid, one, constraints) for one in constraints)


def _follows(grid: Sequence[int], one: Constraint, others: Sequence[Constraint]) -> bool:
    def bare(*kinds: type[Constraint]) -> list[tuple[int, int]]:
        marked = {(other.b, other.a) for other in others if type(other) in kinds}  # type: ignore[attr-defined]
        return [pair for pair in _pairs() if pair not in marked]

    def are_white(a: int, b: int) -> bool:
        return abs(grid[a] - grid[b]) == 1

    def are_black(a: int, b: int) -> bool:
        return grid[a] == 2 * grid[b] or grid[b] == 2 * grid[a]

    match one:
        case Windoku():
            return {grid[5], grid[6], grid[9], grid[10]} == {1, 2, 3, 4}
        case AntiKnight() | AntiKing():
            far = _far(1, 2) if isinstance(one, AntiKnight) else _far(1, 1)
            return all(grid[a] != grid[b] for a, b in far)
        case NonConsecutive():
            return not any(are_white(a, b) for a, b in _pairs())
        case AllBars():
            return not any(are_white(*pair) for pair in bare(Bar))
        case AllDots():
            return not any(are_white(*pair) or are_black(*pair) for pair in bare(WhiteDot, BlackDot))
        case Cage(cells, total, repeats):
            digits = [grid[cell] for cell in cells]
            return total in (None, sum(digits)) and (repeats or len(set(digits)) == len(digits))
        case Thermometer(cells):
            return all(grid[a] < grid[b] for a, b in pairwise(cells))
        case Arrow(circle, shaft):
            return int("".join(str(grid[cell]) for cell in circle)) == sum(grid[cell] for cell in shaft)
        case WhiteDot(a, b):  # and Bar
            return are_white(a, b)
        case BlackDot(a, b):
            return are_black(a, b)
        case Parity(cell, even):
            return grid[cell] % 2 == (0 if even else 1)
        case Greater(larger, smaller):
            return grid[larger] > grid[smaller]
        case LittleKiller(start, direction, total):
            down, across = DIRECTIONS[direction]
            row, column = divmod(start, N)
            steps = [(row + k * down, column + k * across) for k in range(N)]
            return sum(grid[r * N + c] for r, c in steps if 0 <= r < N and 0 <= c < N) == total
        case SandwichSum(is_row, line, total):
            digits = [grid[line * N + i] if is_row else grid[i * N + line] for i in range(N)]
            start, end = sorted((digits.index(1), digits.index(N)))
            return sum(digits[start + 1 : end]) == total
    raise AssertionError(one)


def case(rng: random.Random, *names: str) -> tuple[Layout, list[tuple[int, ...]]]:
    """A random layout with these variants, and its full grids, counted by brute force."""
    plain = rng.choice(PLAIN)
    constraints = [one for name in names for one in VARIANTS[name](rng)]
    layout = with_constraints(plain, constraints)
    return layout, [grid for grid in full_grids(plain) if follows(grid, layout.constraints)]


def true_case(rng: random.Random, *names: str) -> tuple[Layout, tuple[int, ...]]:
    """A random layout with these variants and one of its full grids. Variants that would leave none are left out."""
    plain = rng.choice(PLAIN)
    grid = rng.choice(full_grids(plain))
    found: list[Constraint] = []
    for name in names:
        for _ in range(40):
            more = VARIANTS[name](rng)
            if follows(grid, [*found, *more]):
                found += more
                break
    return with_constraints(plain, found), grid
