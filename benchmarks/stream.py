"""A million chains of half-empty puzzles, or all where there are fewer, one by one; and the memory that it takes.

"Growth" is what the process holds after the last chain beyond what it held after a tenth of them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import islice

import casbridge
from benchmarks.measure import memory_now, parser, print_machine, print_table, puzzle_of

MIB = 1 << 20
DIGITS = ".123456789ABCDEFG"


def solved_grid(box: int, seed: int) -> list[list[int]]:
    """A solved grid with square boxes: the cyclic one, with digits, rows and columns exchanged at random."""
    choose = random.Random(seed)
    size = box * box

    def shuffled() -> list[int]:
        bands = choose.sample(range(box), box)
        return [box * band + line for band in bands for line in choose.sample(range(box), box)]

    rows, columns, digits = shuffled(), shuffled(), choose.sample(range(1, size + 1), size)
    return [[digits[(box * (r % box) + r // box + c) % size] for c in columns] for r in rows]


def with_top_rows(box: int, rows: int) -> str:
    """The puzzle in one line that gives the first rows of a solved grid."""
    size = box * box
    given = [digit for row in solved_grid(box, 1)[:rows] for digit in row]
    return "".join(DIGITS[digit] for digit in given) + "." * (size * (size - rows))


def with_clues(box: int, clues: int) -> str:
    """The puzzle in one line that gives some cells of a solved grid, chosen at random."""
    cells = [digit for row in solved_grid(box, 3) for digit in row]
    kept = set(random.Random(103).sample(range(len(cells)), clues))
    return "".join(DIGITS[digit] if cell in kept else "." for cell, digit in enumerate(cells))


PUZZLES = {
    "9×9, top four rows given": with_top_rows(3, 4),
    "9×9, 20 random clues": with_clues(3, 20),
    "16×16, top half given": with_top_rows(4, 8),
}


def streamed(line: str, chains: int) -> tuple[int, float, float, int]:
    """How many chains came, in how many seconds of wall and of processor, and how many bytes the process grew by."""
    started, processor = time.perf_counter(), time.process_time()
    puzzle = puzzle_of(line)
    series = iter(casbridge.SplitSeries(casbridge.encode(puzzle).system))
    early = sum(1 for _ in islice(series, chains // 10))
    before = memory_now()
    rest = sum(1 for _ in islice(series, chains - chains // 10))
    taken = time.perf_counter() - started, time.process_time() - processor
    return early + rest, *taken, max(0, memory_now() - before)


def through_the_command_line(line: str, chains: int) -> tuple[int, float, float, int]:
    """The same by `casbridge charseries --jsonl`, thrown away; bytes are the process's peak."""
    command = [sys.executable, "-m", "casbridge", "charseries", line, "--jsonl", "--limit", str(chains)]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"casbridge charseries ended with {process.returncode}")
    return chains, time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def rates(count: int, taken: Sequence[float]) -> list[float]:
    return [count / one for one in taken]


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("stream", __doc__)
    options.add_argument("--chains", type=int, default=1_000_000, help="chains to stream of every puzzle")
    chosen = options.parse_args(arguments)
    print_machine()
    rows = []
    for title, line in PUZZLES.items():
        count, *taken, grown = streamed(line, chosen.chains)
        rows.append([title, "SplitSeries", count, *taken, *rates(count, taken), f"{grown / MIB:.1f} MiB growth"])
        count, *taken, peak = through_the_command_line(line, count)
        rows.append([title, "charseries --jsonl", count, *taken, *rates(count, taken), f"{peak / MIB:.1f} MiB peak"])
    headings = ["puzzle", "way", "chains", "wall s", "processor s", "a second", "a processor second", "memory"]
    print_table(headings, rows)
