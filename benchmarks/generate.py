"""Making puzzles: how many a minute, and how far the random full grids are from uniform.

Distances are total variation: half the sum of the differences between how often a class comes and its exact share. A
sample of uniform grids has a distance too, by chance; it stands beside.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import factorial

from benchmarks.measure import median, parser, print_machine, print_table
from casbridge.counting import BoxShape, generators
from casbridge.counting.bands import band_table, division_of, lower_bands
from casbridge.crosscheck import solutions
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.making import Chance, Made, Wish, generate, random_grid, uniform_grids
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


# -- distances --------------------------------------------------------------------------------------------------------


def classes_of_small_grids(shape: BoxShape) -> tuple[dict[Grid, int], list[float]]:
    """The class of each grid whose first row is in order, and the share of each class."""
    n = shape.side
    first_row = Puzzle(sudoku(shape.rows, shape.columns), (*range(1, n + 1), *(0,) * (shape.cells - n)))
    grids = [solution.digits for solution in solutions(encode(first_row))]
    sources = [sorted(range(shape.cells), key=image.__getitem__) for image in generators(shape).values()]
    classes: dict[Grid, int] = {}
    sizes: list[int] = []
    for grid in grids:
        if grid in classes:
            continue
        classes[grid] = len(sizes)
        sizes.append(0)
        todo = [grid]
        while todo:
            here = todo.pop()
            sizes[-1] += 1
            for source in sources:
                image = in_order([here[cell] for cell in source], n)
                if image not in classes:
                    classes[image] = classes[grid]
                    todo.append(image)
    return classes, [size / len(grids) for size in sizes]


def in_order(grid: Sequence[int], side: int) -> Grid:
    """The grid relabelled, so that its first row is in order."""
    names = {digit: name for name, digit in enumerate(grid[:side], 1)}
    return tuple(names[digit] for digit in grid)


def shares_of_bands() -> list[float]:
    """The share of each class of first bands among all 9×9 grids."""
    weights = [found.size * found.ways * lower_bands(found.second, found.third) for found in band_table().classes]
    return [weight / sum(weights) for weight in weights]


def class_of_band(grid: Sequence[int]) -> int:
    """The class of a 9×9 grid's first band, by the digits in the columns of its boxes."""
    boxes = [
        [tuple(grid[9 * row + 3 * box + column] - 1 for row in range(3)) for column in range(3)] for box in range(3)
    ]
    first, second, third = (division_of(columns) for columns in boxes)  # type: ignore[arg-type]
    table = band_table()
    to_first = table.to_first[first]
    return table.class_of[to_first[second]][to_first[third]]


def distance(found: Counter[int], shares: Sequence[float]) -> float:
    """Total variation between a sample and the shares."""
    total = sum(found.values())
    return sum(abs(found[number] / total - share) for number, share in enumerate(shares)) / 2


def row_of_distances(
    name: str, layout: Layout, class_of: Callable[[Grid], int], shares: Sequence[float], samples: int
) -> list[object]:
    """By search without exchanges, with them, and for grids that are exactly uniform."""
    uniform = uniform_grids(layout)

    def by_search(exchanges: int | None) -> Iterator[Grid]:
        yield from (random_grid(layout, Chance(1, number), exchanges=exchanges) for number in range(samples))

    def exact() -> Iterator[Grid]:
        yield from (uniform.grid(Chance(2, number).weighted) for number in range(samples))

    found = [distance(Counter(map(class_of, grids)), shares) for grids in (by_search(0), by_search(None), exact())]
    return [name, len(shares), samples, *(f"{one:.4f}" for one in found)]


def print_distances(samples: int) -> None:
    """One table."""
    rows = []
    for shape in (BoxShape(2, 2), BoxShape(2, 3)):
        classes, shares = classes_of_small_grids(shape)
        assert len(classes) * factorial(shape.side) == uniform_grids(sudoku(shape.rows, shape.columns)).total

        def class_of(grid: Grid, classes: dict[Grid, int] = classes, side: int = shape.side) -> int:
            return classes[in_order(grid, side)]

        layout = sudoku(shape.rows, shape.columns)
        rows.append(row_of_distances(f"{shape}, classes of grids", layout, class_of, shares, samples))
        all_alike = [1 / len(classes)] * len(classes)
        numbers = {grid: number for number, grid in enumerate(classes)}

        def number_of(grid: Grid, numbers: dict[Grid, int] = numbers, side: int = shape.side) -> int:
            return numbers[in_order(grid, side)]

        if shape.side == 4:
            name = f"{shape}, grids with the first row in order"
            rows.append(row_of_distances(name, layout, number_of, all_alike, samples))
    rows.append(
        row_of_distances("3x3, classes of first bands", sudoku(3, 3), class_of_band, shares_of_bands(), samples // 5)
    )
    print_table(["", "classes", "grids", "by search alone", "as generated", "exactly uniform"], rows)


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables."""
    options = parser("generate", __doc__)
    options.add_argument("--large", action="store_true", help="16×16 and 25×25 too, which takes minutes")
    options.add_argument("--samples", type=int, default=20_000, help="grids for the distances")
    chosen = options.parse_args(arguments)
    print_machine()
    rows = [measured(*row) for row in (*ROWS, *(LARGE if chosen.large else ()))]
    print_table(["", "made", "clues", "s, all", "ms, median"], rows)
    try:
        print_distances(chosen.samples)
    except LimitError as reached:
        raise SystemExit(str(reached)) from None
