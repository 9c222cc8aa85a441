"""What `casbridge --help` and a first answer take beyond Python's own start, by processor and by wall.

Singular, where it is installed, computes the same series in a process of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.measure import median, parser, print_machine, print_table

_SYSTEM = ("x^2*y - x", "x*y^2 - y")
COMMANDS = {
    "python alone": [sys.executable, "-c", "pass"],
    **{
        f"casbridge {' '.join(arguments)}": [sys.executable, "-m", "casbridge", *arguments]
        for arguments in (
            ["--help"],
            ["--version"],
            ["solve", "--help"],
            ["solve", ".4.....1..3.2..."],
            ["render", ".4.....1..3.2...", "--to", "singular"],
        )
    },
    "casbridge charseries, two equations": [sys.executable, "-m", "casbridge", "charseries", "\n".join(_SYSTEM)],
}
if singular := shutil.which("Singular"):
    script = f"ring r = 0,(y,x),lp; ideal i = {', '.join(_SYSTEM)}; char_series(i); quit;"
    COMMANDS["Singular, char_series of these"] = [singular, "-q", "-c", script]


def once(command: Sequence[str]) -> tuple[float, float]:
    """Processor and wall seconds of one process, with those that it started."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, taken


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("start", __doc__)
    options.add_argument("--repeats", type=int, default=31, help="rounds")
    chosen = options.parse_args(arguments)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(chosen.repeats):
        for name, command in COMMANDS.items():
            times[name].append(once(command))
    medians = {
        name: tuple(1000 * median(column) for column in zip(*found, strict=True)) for name, found in times.items()
    }
    own = medians["python alone"]
    print_machine()
    print_table(
        ["command", "processor ms", "wall ms", "processor ms beyond Python's", "wall ms beyond Python's"],
        [
            [name, *found, *(one - base for one, base in zip(found, own, strict=True))]
            for name, found in medians.items()
        ],
    )
