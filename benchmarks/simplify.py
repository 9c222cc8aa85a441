"""What deduction as preprocessing (`--simplify`) does to Singular's times on 9×9 puzzles.

Each puzzle's colouring system over GF(11), as it stands and after the steps that each class of theorems finds, through
Singular's methods, with a limit on time; classes that leave the same system are run once. The answer is the same in all
columns: every zero is decoded and held to the puzzle's rules. The time of the deduction itself is in the last row.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import casbridge
from benchmarks.measure import median, number, parser, print_machine, print_table
from benchmarks.puzzles import LISTS
from casbridge.algebra import PolynomialSystem
from casbridge.backends.protocol import Status
from casbridge.crosscheck.solving import Solving
from casbridge.encodings import EncodedPuzzle, encode
from casbridge.limits import Limits
from casbridge.logic import encode_simplified
from casbridge.puzzles import Puzzle

LEVELS = ("singles", "intersections", "subsets", "wings", "chains")
METHODS = ("std", "slimgb", "minAssGTZ", "char_series")


def sample(file: Path, size: int) -> list[Puzzle]:
    """So many puzzles of a file, at equal distances."""
    puzzles = casbridge.read_file(file, lines=True)
    assert isinstance(puzzles, list)
    step = max(1, len(puzzles) // size)
    return puzzles[step // 2 :: step][:size]


def main(arguments: Sequence[str]) -> None:
    options = parser("simplify", __doc__)
    options.add_argument("files", nargs="*", type=Path, default=sorted(LISTS.glob("*.txt")), help="a 9×9 puzzle a line")
    options.add_argument("--sample", type=int, default=5, help="puzzles of each file (default 5)")
    options.add_argument("--limit", type=float, default=10, help="seconds for each job (default 10)")
    options.add_argument("--methods", default=",".join(METHODS), help="Singular's, with commas between them")
    chosen = options.parse_args(arguments)
    print_machine(f"{chosen.sample} puzzles of each list, at most {chosen.limit:g} s a job")
    for file in chosen.files:
        _table(file.stem, sample(file, chosen.sample), chosen.methods.split(","), chosen.limit)


def _table(name: str, puzzles: Sequence[Puzzle], methods: Sequence[str], limit: float) -> None:
    systems: dict[str, list[EncodedPuzzle]] = {"as it stands": [encode(puzzle) for puzzle in puzzles]}
    deduction = {"as it stands": [0.0]}
    for level in LEVELS:
        systems[level], deduction[level] = [], []
        for puzzle in puzzles:
            started = time.perf_counter()
            systems[level].append(encode_simplified(puzzle, level))
            deduction[level].append(time.perf_counter() - started)
    rows: list[list[object]] = [
        ["equations, median", *[median([len(one.system) for one in found]) for found in systems.values()]],
    ]
    known: dict[tuple[str, tuple[object, ...]], float | None] = {}
    for method in methods:
        row: list[object] = [f"{method}: seconds, median"]
        finished: list[object] = [f"{method}: finished"]
        for found in systems.values():
            times = [_seconds(one, method, limit, known) for one in found]
            done = [one for one in times if one is not None]
            middle = median([limit + 1 if one is None else one for one in times])
            row.append(f"> {limit:g}" if middle > limit else number(middle))
            finished.append(f"{len(done)} of {len(times)}")
        rows += [row, finished]
    rows.append(["deduction: seconds, median", *[median(found) for found in deduction.values()]])
    print_table([name, *systems], rows)


def _seconds(
    encoded: EncodedPuzzle, method: str, limit: float, known: dict[tuple[str, tuple[object, ...]], float | None]
) -> float | None:
    """Wall time to the checked solutions; None where it was not enough."""
    key = (method, _identity(encoded.system))
    if key not in known:
        started = time.perf_counter()
        solving = Solving(encoded, f"singular:{method}", Limits(limit))
        solutions = list(solving)
        known[key] = time.perf_counter() - started
        if solving.status is not Status.COMPLETE:
            known[key] = None
        elif not solutions or any(solution.violation() for solution in solutions):
            raise SystemExit(f"a wrong answer for {encoded.puzzle.line} by {method}")
    return known[key]


def _identity(system: PolynomialSystem) -> tuple[object, ...]:
    return tuple([(equation.pattern, equation.variables) for equation in system.equations])
