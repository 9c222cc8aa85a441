"""Numbers of grids, in all, up to symmetry and with some cells given, beside the seed's own program: 50 min, 900 MB.

Every row is a command in a process of its own, from its start to its end; memory is that of all its processes together,
at its highest, looked at ten times a second. A number is compared with the published one.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from benchmarks.measure import parser, print_machine, print_table

_LOOK_SECONDS = 0.1

#: Arguments of `casbridge count`, the published number, and what is known of others' times.
ROWS: tuple[tuple[str, int, str], ...] = (
    ("2x2", 288, ""),
    ("2x3", 28200960, ""),
    ("2x4", 29136487207403520, ""),
    ("3x3", 6670903752021072936960, ""),
    ("3x3 --steps", 6670903752021072936960, ""),
    ("2x2 --up-to-symmetry", 2, ""),
    ("2x3 --up-to-symmetry", 49, ""),
    ("2x4 --up-to-symmetry", 1673187, ""),
    ("3x3 --up-to-symmetry", 5472730538, "the seed: 50 min, 900 MB"),
)

_GRID = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


def kept(keep: Callable[[int, int], bool]) -> str:
    """A 9×9 puzzle in one line: the digits of a grid in the cells that are kept."""
    return "".join(digit if keep(*divmod(cell, 9)) else "." for cell, digit in enumerate(_GRID))


#: Partial grids, far more than can be listed, and the numbers of their completions.
PUZZLES: tuple[tuple[str, str, int], ...] = (
    ("four rows given", kept(lambda row, _: row < 4), 657384),
    ("three boxes on a diagonal given", kept(lambda row, column: row // 3 == column // 3), 175301),
    ("three boxes in a corner given", kept(lambda row, column: row // 3 + column // 3 < 2), 124337520),
    ("one band and one cell given", kept(lambda row, column: row < 3 or row == column == 4), 1167444096),
    ("two boxes of a band given", kept(lambda row, column: row < 3 and column < 6), 1518169167360),
    ("the first row given", kept(lambda row, _: row < 1), 18383222420692992),
    ("Latin squares of order 7", "." * 49 + " --family latin", 61479419904000),
)
SLOW: tuple[tuple[str, int, str], ...] = (("2x5", 1903816047972624930994913280000, ""),)


def memory_of(pid: int) -> int:
    """Bytes that a process and all that it started hold now; 0 where the system does not tell."""
    total = 0
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                total = int(line.split()[1]) * 1024
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += sum(memory_of(int(child)) for child in (task / "children").read_text(encoding="ascii").split())
    except (OSError, ValueError):
        pass
    return total


def measured(arguments: str) -> tuple[str, float, int]:
    """The last line of what a command prints, its wall time, and its memory at the highest."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "casbridge", "count", *arguments.split()]
    peak = 0
    with TemporaryFile("w+", encoding="utf-8") as output:
        with subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL) as child:
            while child.poll() is None:
                peak = max(peak, memory_of(child.pid))
                time.sleep(_LOOK_SECONDS)
        took = time.perf_counter() - started
        output.seek(0)
        lines = output.read().splitlines()
    return (lines or [""])[-1], took, peak


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("counting", __doc__)
    options.add_argument("--slow", action="store_true", help="2x5 too, which takes a minute or more")
    chosen = options.parse_args(arguments)
    print_machine()
    rows: list[list[object]] = []
    work = [(f"count {text}", text, number, others) for text, number, others in (*ROWS, *(SLOW if chosen.slow else ()))]
    work += [(name, text, number, "") for name, text, number in PUZZLES]
    for name, text, number, others in work:
        found, took, peak = measured(text)
        if found != str(number):
            raise SystemExit(f"{name}: {found} and not {number}")
        rows.append([name, found, f"{took:.1f}", f"{peak / 2**20:.0f}", others])
    print_table(["", "number", "s", "MB", "others"], rows)
