"""Canonical forms: puzzles, their solutions, and their automorphisms, each in two disguises that must agree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import casbridge
from benchmarks.measure import median, parser, print_machine, print_table, puzzle_of
from benchmarks.puzzles import LISTS, SHIPPED, lists
from casbridge.making import Chance, automorphism_group, canonical_form, random_transformation
from casbridge.puzzles import Puzzle


def solved(puzzle: Puzzle) -> Puzzle:
    """The puzzle with all cells given."""
    solution = next(iter(casbridge.solutions(casbridge.encode(puzzle))))
    return Puzzle(puzzle.layout, solution.digits)


def times(puzzles: Sequence[Puzzle], random: Random) -> tuple[list[float], list[float], int]:
    """Seconds for each form and each group, and how many forms are different; SystemExit where disguises differ."""
    of_forms, of_groups, forms = [], [], set()
    for puzzle in puzzles:
        first, second = (random_transformation(puzzle.layout, Chance(random.getrandbits(60)))(puzzle) for _ in range(2))
        started = time.perf_counter()
        form = canonical_form(first).puzzle
        of_forms.append(time.perf_counter() - started)
        started = time.perf_counter()
        automorphism_group(second)
        of_groups.append(time.perf_counter() - started)
        if canonical_form(second).puzzle != form:
            raise SystemExit(f"two forms of\n{puzzle.line}")
        forms.add(form)
    return of_forms, of_groups, len(forms)


def main(arguments: Sequence[str] = ()) -> None:
    """Print one table."""
    options = parser("forms", __doc__)
    options.add_argument("--data", type=Path, default=LISTS, help="folder with lists of 9×9 puzzles")
    options.add_argument("--count", type=int, default=1000, help="puzzles of each list")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args(arguments)
    found = {file: [puzzle_of(line) for line in lines[: chosen.count]] for file, lines in lists(chosen.data).items()}
    subjects = {**found, **{f"{file}, solved": [solved(puzzle) for puzzle in of] for file, of in found.items()}}
    for name in ("six-pence", "tenement", "dozen", "harbour", "orchard", "stairs", "crossroads", "seven"):
        (path,) = SHIPPED.glob(f"{name}.*")
        (puzzle,) = casbridge.read_puzzles(path.read_bytes())
        subjects[f"{name}: {puzzle.layout.description}"] = [puzzle]
        subjects[f"{name}, solved"] = [solved(puzzle)]
    random = Random(chosen.seed)
    rows = []
    for name, puzzles in subjects.items():
        of_forms, of_groups, different = times(puzzles, random)
        milliseconds = [1000 * figure for figure in (median(of_forms), max(of_forms), median(of_groups))]
        rows.append([name, str(len(puzzles)), str(different), *milliseconds])
    print_machine()
    print_table(["puzzles", "number", "forms", "median ms", "slowest ms", "automorphisms, median ms"], rows)
