"""What the bridge adds to Singular's own work.

Many small jobs: 200 jobs through one session, rendering and parsing included, beside the same 200 scripts by 200 bare
Singular processes one by one. One long job: through the bridge, beside Singular alone on the same script. Both sides
alternate in one run.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends.singular import SingularBackend
from casbridge.backends.targets import SINGULAR
from casbridge.backends.values import Job, Limits, Status
from casbridge.encodings import encode
from casbridge.puzzles import read
from casbridge.scripts import render

JOBS = 200
BATCHES = 10
EXAMPLE_4_1 = ".4.....1..3.2..."
EXAMPLE_4_2 = "1234............"


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
    (puzzle,) = read(line)
    return [encode(puzzle).system] * count


def bare_seconds(executable: str, systems: list[PolynomialSystem], method: str) -> float:
    """Wall time of one process a script, the scripts being rendered beforehand."""
    with tempfile.TemporaryDirectory() as name:
        files = []
        for number, system in enumerate(systems):
            file = Path(name, f"{number}.sing")
            file.write_text(render(system, SINGULAR, method).text, encoding="utf-8")
            files.append(str(file))
        started = time.perf_counter()
        for file_name in files:
            subprocess.run(
                [executable, "-q", "--no-rc", file_name], stdin=subprocess.DEVNULL, capture_output=True, check=True
            )
        return time.perf_counter() - started


def bridge_seconds(backend: SingularBackend, systems: list[PolynomialSystem], method: str) -> float:
    """Wall time from systems to checked results."""
    started = time.perf_counter()
    for system in systems:
        result = backend.run(Job(system, method, Limits(seconds=60)))
        if result.status is not Status.COMPLETE:
            raise SystemExit(f"{method}: {result.status}: {result.reason}")
    return time.perf_counter() - started


def compare(title: str, executable: str, systems: list[PolynomialSystem], method: str, batches: int) -> None:
    """One line of the table."""
    bare = bridged = 0.0
    size = len(systems) // batches
    backend = SingularBackend(executable)
    for batch in range(batches):
        part = systems[batch * size : (batch + 1) * size]
        bare += bare_seconds(executable, part, method)
        bridged += bridge_seconds(backend, part, method)
    backend.close()
    count = size * batches
    print(f"{title:<38}{method:<13}{count:>5}{bare:>10.3f}{bridged:>10.3f}{bridged / bare:>8.3f}")


def main() -> None:
    """Print the table."""
    found = SingularBackend().availability()
    if not found.available:
        raise SystemExit(f"{found.reason}; {found.hint}")
    print(f"Singular {found.version} at {found.path}; seconds\n")
    print(f"{'jobs':<38}{'method':<13}{'count':>5}{'bare':>10}{'bridge':>10}{'ratio':>8}")
    for method in ("char_series", "std", "slimgb", "minAssGTZ", "facstd"):
        compare("3 variables, 3 equations", found.path, small_systems(JOBS), method, BATCHES)
    for method in ("char_series", "slimgb", "minAssGTZ"):
        systems = puzzle_systems(EXAMPLE_4_1, JOBS)
        compare("Shidoku 4.1, 72 equations", found.path, systems, method, BATCHES)
    compare("Shidoku 4.2 (288 chains)", found.path, puzzle_systems(EXAMPLE_4_2, 3), "minAssGTZ", 3)


if __name__ == "__main__":
    main()
