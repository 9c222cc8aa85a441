"""What `casbridge --help` and a first answer take beyond Python's own start, by processor and by wall."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.measure import median, parser, print_machine, print_table

COMMANDS = {
    "python alone": ["-c", "pass"],
    "casbridge --help": ["-m", "casbridge", "--help"],
    "casbridge --version": ["-m", "casbridge", "--version"],
    "casbridge solve --help": ["-m", "casbridge", "solve", "--help"],
    "casbridge solve .4.....1..3.2...": ["-m", "casbridge", "solve", ".4.....1..3.2..."],
    "casbridge render … --to singular": ["-m", "casbridge", "render", ".4.....1..3.2...", "--to", "singular"],
}


def once(arguments: Sequence[str]) -> tuple[float, float]:
    """Processor and wall seconds of one process."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
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
