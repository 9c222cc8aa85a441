"""How long solve, count and explain take for the same puzzles of each variant, in seconds of the processor.

    python -m benchmarks.two_ways [--seeds 2] [--seconds 60]

Puzzles are made from random grids: all clues of a variant, and givens dug out while the quick solver finds one
solution within a few choices. None of the three should take more than twice the quickest and 0.3 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from typing import Any

from benchmarks.measure import parser
from casbridge.board.solutions import solver_of
from casbridge.chance import Chance
from casbridge.counting.completions import completions
from casbridge.crosscheck.solving import Solving
from casbridge.encodings import encode
from casbridge.errors import LimitError
from casbridge.limits import Limits
from casbridge.logic.explaining import explain
from casbridge.making.variants import CLUES, with_clues, with_rules
from casbridge.puzzles import sudoku
from casbridge.puzzles.puzzle import Puzzle

COMBINATIONS = (
    *((name,) for name in CLUES),
    ("sandwich", "little-killer"),
    ("arrows", "thermometers"),
    ("windoku", "arrows"),
    ("anti-knight", "killer"),
)


def puzzle(names: tuple[str, ...], seed: int, choices: int = 300) -> Puzzle:
    """A puzzle with few givens and one solution."""
    chance, layout = Chance(seed), with_rules(sudoku(3, 3), names)
    solver = solver_of(layout)

    def at_random(boards: list[int], placed: int) -> list[tuple[int, int]]:
        return list(chance.shuffled(solver.options(boards, placed)))

    grid = next(solver.search([solver.everywhere] * layout.digits, at_random))
    layout = with_clues(layout, grid, names, chance)
    solver, givens = solver_of(layout), list(grid)
    for cell in chance.shuffled(range(len(grid))):
        givens[cell] = 0
        boards = solver.boards(givens)
        try:
            proper = boards is not None and len(list(islice(solver.search(boards, nodes=choices), 2))) == 1
        except LimitError:
            proper = False
        givens[cell] = 0 if proper else grid[cell]
    return Puzzle(layout, tuple(givens))


def seconds(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main(arguments: list[str]) -> None:
    """Print a row for each puzzle; "slow" marks one that exceeds what the quickest allows."""
    options = parser("two_ways", __doc__)
    options.add_argument("--seeds", type=int, default=2)
    options.add_argument("--seconds", type=float, default=60.0)
    asked = options.parse_args(arguments)
    print(f"{'variant':30} seed givens   solve   count  explain")
    for names in COMBINATIONS:
        for seed in range(1, asked.seeds + 1):
            one = puzzle(names, seed)
            limits = Limits(seconds=asked.seconds)
            took = [
                seconds(lambda: list(Solving(encode(one), limits=limits))),  # noqa: B023
                seconds(lambda: completions(one, seconds=asked.seconds)),  # noqa: B023
                seconds(lambda: explain(one, seconds=asked.seconds)),  # noqa: B023
            ]
            marks = "  slow" if max(took) > 2 * min(took) + 0.3 else ""
            print(
                f"{'+'.join(names):30} {seed:4} {one.clues:6} {took[0]:7.2f} {took[1]:7.2f} {took[2]:8.2f}{marks}",
                flush=True,
            )
