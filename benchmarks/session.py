"""What the bridge adds to Singular's own work.

Many small jobs: 200 jobs through one session, rendering and parsing included, beside the same 200 scripts by 200 bare
Singular processes one by one. Long jobs: through the bridge, beside Singular alone on the same script. Both sides
alternate in one run, in batches.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import median, parser, print_machine, print_table, puzzle_of, seconds
from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends.protocol import Job, Status
from casbridge.backends.singular import SINGULAR, SingularBackend
from casbridge.encodings import encode
from casbridge.limits import Limits
from casbridge.scripts import render

JOBS = 200
BATCHES = 10
EXAMPLE_4_1 = ".4.....1..3.2..."
EXAMPLE_4_2 = "................"


def small_systems(count: int) -> list[PolynomialSystem]:
    """Different systems in three variables over GF(11), with a few zeros each."""
    ring = Ring.of("x y z", field=Field(11))
    x, y, z = variables(ring)
    made = []
    for number in range(count):
        a, b, c = number % 11, number // 11 % 11, number // 121 + 1
        made.append(PolynomialSystem.of(ring, [(x - a) * (x - b), y**2 - c * x, z - x * y - a]))
    return made


def puzzle_systems(line: str, count: int) -> list[PolynomialSystem]:
    """The colouring system of a puzzle, again and again."""
    return [encode(puzzle_of(line)).system] * count


def bare_seconds(executable: str, systems: list[PolynomialSystem], method: str) -> float:
    """Wall time of one process a script, the scripts being rendered beforehand."""
    with tempfile.TemporaryDirectory() as name:
        files = []
        for number, system in enumerate(systems):
            file = Path(name, f"{number}.sing")
            file.write_text(render(system, SINGULAR, method).text, encoding="utf-8")
            files.append(str(file))

        def run_all() -> None:
            for file_name in files:
                command = [executable, "-q", "--no-rc", file_name]
                subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)

        return seconds(run_all)


def bridge_seconds(backend: SingularBackend, systems: list[PolynomialSystem], method: str) -> float:
    """Wall time from systems to parsed results."""

    def run_all() -> None:
        for system in systems:
            result = backend.run(Job(system, method, Limits(seconds=600)))
            if result.status is not Status.COMPLETE:
                raise SystemExit(f"{method}: {result.status}: {result.reason}")

    return seconds(run_all)


def compare(title: str, executable: str, systems: list[PolynomialSystem], method: str, batches: int) -> list[object]:
    """One line of the table. The session's own start is in its first batch."""
    pairs = []
    size = len(systems) // batches
    backend = SingularBackend(executable)
    for batch in range(batches):
        part = systems[batch * size : (batch + 1) * size]
        pairs.append((bare_seconds(executable, part, method), bridge_seconds(backend, part, method)))
    backend.close()
    bare, bridged = (sum(column) for column in zip(*pairs, strict=True))
    middle = median([there / alone for alone, there in pairs])
    return [title, method, size * batches, bare, bridged, bridged / bare, middle]


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("session", __doc__)
    options.add_argument("--slow", action="store_true", help="char_series of Example 4.2 too: two minutes a run")
    chosen = options.parse_args(arguments)
    found = SingularBackend().availability()
    if not found.available:
        raise SystemExit(f"{found.reason}; {found.hint}")
    print_machine(f"Singular {found.version}")
    small = "3 variables, 3 equations"
    rows = [
        compare(small, found.path, small_systems(JOBS), method, BATCHES)
        for method in ("char_series", "std", "slimgb", "minAssGTZ", "facstd")
    ]
    rows += [
        compare("Example 4.1, 72 equations", found.path, puzzle_systems(EXAMPLE_4_1, JOBS), method, BATCHES)
        for method in ("char_series", "slimgb", "minAssGTZ")
    ]
    rows.append(compare("Example 4.2, 288 zeros", found.path, puzzle_systems(EXAMPLE_4_2, 7), "minAssGTZ", 7))
    if chosen.slow:
        rows.append(compare("Example 4.2, 288 zeros", found.path, puzzle_systems(EXAMPLE_4_2, 1), "char_series", 1))
    headings = ["jobs", "method", "count", "bare s", "bridge s", "ratio", "median of batches"]
    print_table(headings, rows)


if __name__ == "__main__":
    main()
