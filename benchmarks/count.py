"""Counting without listing: empty grids in every encoding, and colourings of graphs whose number is known.

Every row is whole work: from the text to the number, which is compared with the known one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import casbridge
from benchmarks.measure import parser, print_machine, print_table, puzzle_of
from casbridge.errors import LimitError
from casbridge.limits import Deadline

ENCODINGS = ("colouring", "symmetric", "sum-product", "indicators")
GRIDS = {"2x2": ("empty 4×4", 288), "2x3": ("empty 6×6", 28_200_960)}


def path(vertices: int) -> str:
    """A path in DIMACS form: k·(k−1)^(vertices−1) colourings."""
    edges = [f"e {v} {v + 1}" for v in range(1, vertices)]
    return "\n".join([f"p edge {vertices} {len(edges)}", *edges])


def cycle(vertices: int) -> str:
    """A cycle in DIMACS form: (k−1)^n + (−1)^n·(k−1) colourings."""
    edges = [f"e {v} {v % vertices + 1}" for v in range(1, vertices + 1)]
    return "\n".join([f"p edge {vertices} {len(edges)}", *edges])


def tasks() -> Iterator[tuple[str, str, str, int | None, int, str]]:
    """Title, text, encoding, colours, number, the number in words."""
    for shape, (title, number) in GRIDS.items():
        for encoding in ENCODINGS:
            yield title, shape, encoding, None, number, f"{number:,}"
    yield "path of 1,000 vertices", path(1000), "colouring", 3, 3 * 2**999, "3·2^999"
    yield "cycle of 200 vertices", cycle(200), "colouring", 4, 3**200 + 3, "3^200 + 3"


def counted(text: str, encoding: str, colours: int | None, limit: float) -> int:
    """The number of chains, from the text."""
    puzzle = puzzle_of(text, colours=colours)
    system = casbridge.encode(puzzle, encoding).system
    return casbridge.SplitSeries(system, Deadline.after(limit)).count()


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("count", __doc__)
    options.add_argument("--limit", type=float, default=120.0, help="seconds for each")
    chosen = options.parse_args(arguments)
    print_machine()
    rows: list[list[object]] = []
    for title, text, encoding, colours, number, words in tasks():
        started = time.perf_counter()
        try:
            found = counted(text, encoding, colours, chosen.limit)
        except LimitError:
            rows.append([title, encoding, "-", f"> {chosen.limit:.0f}"])
            continue
        if found != number:
            raise SystemExit(f"{title}, {encoding}: {found}, expected {number}")
        rows.append([title, encoding, words, time.perf_counter() - started])
    print_table(["what", "encoding", "number", "seconds"], rows)
