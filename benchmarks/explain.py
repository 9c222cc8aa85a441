"""Explanations of 9×9 puzzles: how many each class of theorems solves, how long they take, and every step checked.

Every explanation must end in the only solution. The checks are those of `casbridge explain --verify BACKEND`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil
from pathlib import Path

from benchmarks.measure import median, parser, print_machine, print_table, puzzle_of
from benchmarks.puzzles import LISTS, lists
from casbridge.logic import LEVELS, Explanation, Outcome, explain
from casbridge.logic.checking import check_explanation
from casbridge.logic.proving import ProofStatus, prover_of


def explained(text: str) -> tuple[Explanation, float]:
    """A puzzle's explanation, and the wall time that it took."""
    puzzle = puzzle_of(text)
    started = time.perf_counter()
    found = explain(puzzle)
    taken = time.perf_counter() - started
    if found.outcome is not Outcome.SOLVED or found.solution is None or found.solution.violation() is not None:
        raise SystemExit(f"{found.outcome}: {text}")
    return found, taken


def main(arguments: Sequence[str] = ()) -> None:
    """Print a table for each list of puzzles, and one of checks."""
    options = parser("explain", __doc__)
    options.add_argument("--folder", type=Path, default=LISTS, help="files with a 9×9 puzzle a line")
    options.add_argument("--every", type=int, default=1, help="take every so-manieth puzzle only")
    options.add_argument("--verify", default="", help="backends that check each step, with commas")
    chosen = options.parse_args(arguments)
    print_machine()
    groups = {name: texts[:: chosen.every] for name, texts in lists(chosen.folder).items()}
    checks = []
    for title, texts in groups.items():
        found = [explained(text) for text in texts]
        rows = []
        solved = 0
        for level in LEVELS:
            times = sorted(1000 * taken for explanation, taken in found if explanation.difficulty.level == level)
            solved += len(times)
            if times:
                rows.append([level, len(times), solved, median(times), times[ceil(0.95 * (len(times) - 1))], times[-1]])
        without = [1000 * taken for explanation, taken in found if not explanation.difficulty.presets]
        rows.append(["all without presets", len(without), "", median(without), "", max(without)])
        print(f"{title}: {len(texts)} puzzles\n")
        print_table(["hardest theorems", "puzzles", "solved so far", "median ms", "95 % ms", "longest ms"], rows)
        explanations = [explanation for explanation, _ in found]
        backends = filter(None, chosen.verify.split(","))
        checks += [[f"{title}: {backend}", *_checked(explanations, backend)] for backend in backends]
    if checks:
        headings = ["puzzles: backend", "steps", "proved", "claims", "asked", "seconds", "ms a puzzle"]
        print_table(headings, checks)


def _checked(explanations: Sequence[Explanation], backend: str) -> list[object]:
    prover = prover_of(backend)
    started = time.perf_counter()
    steps = proved = claims = 0
    for explanation in explanations:
        check = check_explanation(explanation, prover)
        if check.proof is not ProofStatus.PROVED:
            raise SystemExit(f"{check.proof}: {explanation.puzzle.line}: {check.end or check.as_dict()}")
        steps += len(check.steps)
        proved += check.count(ProofStatus.PROVED)
        claims += check.claims
    taken = time.perf_counter() - started
    return [steps, proved, claims, prover.asked, taken, 1000 * taken / max(1, len(explanations))]


if __name__ == "__main__":
    main()
