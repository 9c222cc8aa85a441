"""solve, count and explain each use what another finds: none does much more work than the quickest of them."""

from __future__ import annotations

import pytest

from casbridge.board.solutions import Solver, solver_of
from casbridge.charset.finite.search import ZeroSearch
from casbridge.counting.completions import completions
from casbridge.crosscheck.solving import Solving
from casbridge.encodings import encode
from casbridge.logic.explaining import Outcome, explain
from casbridge.logic.position import Position
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.reading import read_puzzles

#: Steps of deduction solve it in a twentieth of a second; its equations alone took 18 s.
SANDWICH = '''
family = "sudoku"
box = "3x3"
sandwiches = { c1 = 2, c2 = 8, c3 = 0, c4 = 7, c5 = 7, c6 = 13, c7 = 0, c8 = 9, c9 = 23, r1 = 7, r2 = 28, r3 = 5, \
r4 = 22, r5 = 13, r6 = 28, r7 = 2, r8 = 14, r9 = 5 }
grid = """
.7.......
.........
.........
1........
..6......
.........
.........
.........
.2..9....
"""
'''
#: Presets alone explain it; a search that never looked at each candidate by itself took 13,085 nodes.
OPEN_SANDWICH = '''
family = "sudoku"
box = "3x3"
sandwiches = { c1 = 7, c2 = 5, c3 = 25, c4 = 24, c5 = 24, c6 = 22, c7 = 17, c8 = 23, c9 = 13, r1 = 0, r2 = 0, r3 = 6, \
r4 = 8, r5 = 0, r6 = 8, r7 = 8, r8 = 0, r9 = 9 }
grid = """
.........
.........
..9......
.........
..8......
.........
.........
.........
.........
"""
'''
#: Each step needs presets within presets.
LITTLE_KILLER = '''
family = "sudoku"
box = "3x3"
little_killers = [
  { start = "r1c2", direction = "down-left", sum = 16 },
  { start = "r2c9", direction = "down-left", sum = 39 },
  { start = "r3c9", direction = "down-left", sum = 24 },
  { start = "r4c9", direction = "up-left", sum = 23 },
  { start = "r5c9", direction = "up-left", sum = 22 },
  { start = "r7c9", direction = "up-left", sum = 42 },
  { start = "r8c9", direction = "down-left", sum = 9 },
  { start = "r9c4", direction = "up-left", sum = 29 },
  { start = "r9c5", direction = "up-right", sum = 30 },
]
grid = """
.........
...2.6...
........3
.......3.
........5
.........
..7.....4
5....3.8.
.........
"""
'''


CAGE = '''
family = "sudoku"
box = "2x2"
cages = [{ cells = ["r1c1", "r1c2"], sum = 3 }]
grid = """
....
....
....
....
"""
'''


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A name for each node of a search: of the board, or of the system."""
    seen: list[str] = []
    propagate, look = Solver.propagate, ZeroSearch._look

    def propagated(self: Solver, *arguments: object) -> int:
        seen.append("board")
        return propagate(self, *arguments)  # type: ignore[arg-type]

    def looked(self: ZeroSearch, nodes: int = 1) -> None:
        seen.append("system")
        look(self, nodes)

    monkeypatch.setattr(Solver, "propagate", propagated)
    monkeypatch.setattr(ZeroSearch, "_look", looked)
    return seen


def puzzle_of(text: str) -> Puzzle:
    (puzzle,) = read_puzzles(text)
    solver_of(puzzle.layout)
    return puzzle


@pytest.mark.parametrize(
    ("text", "most"),
    [(SANDWICH, 30), (OPEN_SANDWICH, 1_500), (LITTLE_KILLER, 1_500)],
    ids=["sandwich", "open sandwich", "little killer"],
)
@pytest.mark.parametrize("encoding", ["colouring", "indicators"])
def test_solving_and_counting_search_on_the_board(text: str, most: int, encoding: str, nodes: list[str]) -> None:
    puzzle = puzzle_of(text)
    (solution,) = Solving(encode(puzzle, encoding))
    assert solution.violation() is None
    assert len(nodes) <= most
    assert "system" not in nodes
    nodes.clear()
    assert completions(puzzle).number == 1
    assert len(nodes) <= most
    assert "system" not in nodes


def test_a_user_who_names_split_gets_the_zeros_of_the_system(nodes: list[str]) -> None:
    (puzzle,) = read_puzzles(CAGE)
    assert len(list(Solving(encode(puzzle), "reference:split"))) == len(list(Solving(encode(puzzle)))) == 48
    assert {"system", "board"} <= {*nodes}


@pytest.mark.slow
def test_an_explanation_does_not_begin_trials_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each was begun again after every step, 49,793 were begun."""
    trials: list[int] = []
    copy = Position.copy

    def copied(self: Position) -> Position:
        trials.append(1)
        return copy(self)

    monkeypatch.setattr(Position, "copy", copied)
    explanation = explain(puzzle_of(LITTLE_KILLER))
    assert explanation.outcome is Outcome.SOLVED
    assert (explanation.difficulty.level, explanation.difficulty.presets, explanation.difficulty.depth) == (
        "presets",
        215,
        2,
    )
    assert len(trials) < 1_500
