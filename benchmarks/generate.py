"""Making puzzles: how many a minute, of each difficulty too, and how far the random full grids are from uniform.

Distances are total variation: half the sum of the differences between how often a class comes and its exact share. A
sample of uniform grids has a distance too, by chance; it stands beside. 9×9 grids have too many classes; of them it is
the mean of two numbers, with standard errors.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import mean, stdev

from benchmarks.measure import median, parser, print_machine, print_table
from casbridge.board.solutions import solver_of
from casbridge.counting import BoxShape, grid_classes
from casbridge.logic import LEVELS
from casbridge.making import Chance, Made, Wish, canonical_form, generate, random_grid, uniform_grids
from casbridge.making.filling import two_digits
from casbridge.puzzles import Layout, Puzzle, latin, sudoku

Grid = tuple[int, ...]

#: Name, what is wished, how many.
ROWS: tuple[tuple[str, Wish, int], ...] = (
    ("9×9, minimal", Wish(sudoku(3, 3)), 100),
    ("9×9, minimal, uniform grids", Wish(sudoku(3, 3), uniform=True), 100),
    ("9×9, half turn", Wish(sudoku(3, 3), symmetry="half-turn"), 100),
    ("9×9, full symmetry", Wish(sudoku(3, 3), symmetry="full"), 100),
    ("9×9, 22 clues", Wish(sudoku(3, 3), clues=(22, 22)), 20),
    ("9×9, 20 clues", Wish(sudoku(3, 3), clues=(20, 20)), 10),
    ("9×9 with diagonals", Wish(sudoku(3, 3, diagonals=True)), 50),
    ("9×9 jigsaws, random regions", Wish(sudoku(3, 3), random_regions=True), 50),
    ("9×9 Latin squares", Wish(latin(9)), 100),
    ("4×4", Wish(sudoku(2, 2)), 1000),
    ("6×6", Wish(sudoku(2, 3)), 1000),
    ("12×12", Wish(sudoku(3, 4)), 10),
)
LARGE: tuple[tuple[str, Wish, int], ...] = (
    ("16×16", Wish(sudoku(4, 4)), 6),
    ("16×16, 110 clues", Wish(sudoku(4, 4), clues=(110, 110)), 6),
    ("25×25, 320 clues", Wish(sudoku(5, 5), clues=(320, 320)), 2),
)
_SECONDS = 300.0
_OF_EACH_LEVEL = 10
_SECONDS_FOR_A_LEVEL = 60.0


def measured(name: str, wish: Wish, count: int) -> list[object]:
    """A row: how many were made, clues, seconds each."""
    times, clues = [], []
    started = time.perf_counter()
    for made in generate(wish, count, seed=1, seconds=_SECONDS):
        if isinstance(made, Made):
            clues.append(made.puzzle.clues)
        times.append(time.perf_counter() - started)
        started = time.perf_counter()
    spread = f"{min(clues)} to {max(clues)}" if clues else "-"
    return [name, f"{len(clues)} of {count}", spread, f"{sum(times):.2f}", f"{1000 * median(times):.1f}"]


def measured_level(level: str, count: int) -> list[object]:
    """A row: how many puzzles of the level were found, clues, attempts, seconds each."""
    times, made = [], []
    started = time.perf_counter()
    for one in generate(Wish(sudoku(3, 3), levels=(level, level)), count, seed=1, seconds=_SECONDS_FOR_A_LEVEL):
        times.append(time.perf_counter() - started)
        if isinstance(one, Made):
            made.append(one)
        started = time.perf_counter()
    clues = [one.puzzle.clues for one in made]
    spread = f"{min(clues)} to {max(clues)}" if clues else "-"
    grids = f"{median([one.attempts for one in made]):g}" if made else "-"
    return [level, f"{len(made)} of {count}", spread, grids, f"{median(times):.2f}", f"{max(times):.1f}"]


# -- distances --------------------------------------------------------------------------------------------------------


def samples_of(layout: Layout, samples: int) -> list[list[Grid]]:
    """By search without exchanges, with them, and grids that are exactly uniform."""
    uniform = uniform_grids(layout)
    numbers = range(samples)
    return [
        [random_grid(layout, Chance(1, number), exchanges=0) for number in numbers],
        [random_grid(layout, Chance(1, number)) for number in numbers],
        [uniform.grid(Chance(2, number).weighted) for number in numbers],
    ]


def distance(found: Counter[Grid], shares: Mapping[Grid, float]) -> float:
    """Total variation between a sample and the shares."""
    total = sum(found.values())
    return sum(abs(found[form] / total - share) for form, share in shares.items()) / 2


def row_of_distances(shape: BoxShape, samples: int) -> list[object]:
    """How far the classes of grids in samples are from their shares among all."""
    layout = sudoku(shape.rows, shape.columns)
    classes = grid_classes(shape)
    total = sum(one.size for one in classes)
    shares = {one.representative: one.size / total for one in classes}

    def of(grids: Sequence[Grid]) -> float:
        return distance(Counter(canonical_form(Puzzle(layout, grid)).puzzle.givens for grid in grids), shares)

    distances = [f"{of(grids):.4f}" for grids in samples_of(layout, samples)]
    return [f"{shape}, classes of grids", len(shares), samples, *distances]


def part_sizes(layout: Layout, grid: Grid) -> list[int]:
    """The sizes of all parts that the cells of two digits fall into, for each pair of digits; see `two_digits`."""
    peers = solver_of(layout).peers
    pairs = combinations(range(1, layout.digits + 1), 2)
    return [len(part) for pair in pairs for part in two_digits(peers, grid, *pair)]


def mean_and_error(values: Sequence[int]) -> tuple[float, float]:
    """The mean, and its standard error."""
    return mean(values), stdev(values) / sqrt(len(values))


def rows_of_means(samples: int) -> list[list[object]]:
    """Means over 9×9 grids: parts of two digits, and those with four cells, which are unavoidable rectangles."""
    layout = sudoku(3, 3)
    sizes = [[part_sizes(layout, grid) for grid in grids] for grids in samples_of(layout, samples)]

    def row(name: str, of: Callable[[list[int]], int]) -> list[object]:
        found = [mean_and_error([of(one) for one in each]) for each in sizes]
        return [name, samples, *(f"{value:.3f} ± {error:.3f}" for value, error in found)]

    return [
        row("unavoidable rectangles", lambda found: found.count(4)),
        row("parts of two digits", len),
    ]


def print_distances(samples: int) -> None:
    """Two tables."""
    ways = ["search alone", "as generated", "exactly uniform"]
    rows = [row_of_distances(shape, samples) for shape in (BoxShape(2, 2), BoxShape(2, 3))]
    print_table(["", "classes", "grids", *ways], rows)
    print_table(["9×9, mean number of", "grids", *ways], rows_of_means(samples * 2 // 5))


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables."""
    options = parser("generate", __doc__)
    options.add_argument("--large", action="store_true", help="16×16 and 25×25 too, which takes minutes")
    options.add_argument("--distances", action="store_true", help="only how far grids are from uniform")
    options.add_argument("--levels", action="store_true", help="only puzzles of each difficulty")
    options.add_argument("--samples", type=int, default=10_000, help="grids for the distances (of 9×9, two fifths)")
    chosen = options.parse_args(arguments)
    print_machine()
    everything = not chosen.distances and not chosen.levels
    if everything:
        rows = [measured(*row) for row in (*ROWS, *(LARGE if chosen.large else ()))]
        print_table(["", "made", "clues", "s, all", "ms, median"], rows)
    if everything or chosen.levels:
        rows = [measured_level(level, _OF_EACH_LEVEL) for level in LEVELS]
        print_table(["9×9, difficulty", "found", "clues", "grids, median", "s, median", "s, longest"], rows)
    if everything or chosen.distances:
        print_distances(chosen.samples)
