"""Puzzle by puzzle through the reference in one process: string → polynomials over GF(p) → chains → checked solutions.

Every solution is substituted into every equation and held to the puzzle's rules; every puzzle must have exactly one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil
from pathlib import Path

import casbridge
from benchmarks.measure import median, parser, print_machine, print_table, puzzle_of
from casbridge.backends.protocol import Status
from casbridge.crosscheck.solving import Solving

ROOT = Path(__file__).resolve().parents[1]
LISTS = ROOT.parent / "shared" / "data" / "puzzles"
SHIPPED = ROOT / "examples" / "puzzles"


def solve_seconds(text: str) -> float:
    """Wall time from a puzzle's text to its only solution, checked."""
    started = time.perf_counter()
    puzzle = puzzle_of(text)
    solving = Solving(casbridge.encode(puzzle))
    found = list(solving)
    taken = time.perf_counter() - started
    if len(found) != 1 or solving.status is not Status.COMPLETE:
        raise SystemExit(f"{len(found)} solutions ({solving.status}: {solving.reason}) of\n{text}")
    return taken


def lists(folder: Path) -> dict[str, list[str]]:
    """File → its puzzles, for files with a 9×9 puzzle a line."""
    found = {}
    for file in sorted(folder.glob("*.txt")):
        lines = file.read_text(encoding="utf-8").split()
        if lines and all(len(line) == 81 for line in lines):
            found[file.stem] = lines
    return found


def shipped(size: int) -> dict[str, str]:
    """Name → text of the shipped puzzles of that size with one solution."""
    found = {}
    for file in sorted(SHIPPED.glob("*.txt")):
        puzzles = casbridge.read_file(file)
        if isinstance(puzzles, list) and len(puzzles) == 1 and puzzles[0].layout.cells == size * size:
            found[file.stem] = file.read_text(encoding="utf-8")
    return found


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("puzzles", __doc__)
    options.add_argument("--folder", type=Path, default=LISTS, help="files with a 9×9 puzzle a line")
    options.add_argument("--every", type=int, default=1, help="take every so-manieth puzzle only")
    chosen = options.parse_args(arguments)
    groups = {f"9×9: {name}": texts[:: chosen.every] for name, texts in lists(chosen.folder).items()}
    for size in (9, 16, 25):
        for name, text in shipped(size).items():
            groups[f"{size}×{size}: {name}"] = [text] * 3
    print_machine()
    warm = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solve_seconds(warm)
    rows = []
    for title, texts in groups.items():
        times = sorted(1000 * solve_seconds(text) for text in texts)
        different = len(set(texts))
        rows.append([title, different, median(times), times[ceil(0.95 * (len(times) - 1))], times[-1]])
    print_table(["puzzles", "different ones", "median ms", "95 % ms", "longest ms"], rows)
