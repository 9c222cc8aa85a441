"""The same with the names of version 0.1: a wish, a layout, an encoding, and four rooms to import from."""

import casbridge
from casbridge.counting.completions import completions
from casbridge.making import Wish, generate
from casbridge.puzzles import Puzzle, sudoku

wish = Wish(sudoku(2, 2), levels=("singles", "singles"))
for made in generate(wish, 3, seed=1):
    print(made.puzzle.line, made.solution.line)
(puzzle,) = casbridge.read_puzzles(".4.....1..3.2...")
found = casbridge.solutions(casbridge.encode(puzzle))
print("exactly one solution" if len(found) == 1 else f"{len(found)} solutions")
print(casbridge.explain(puzzle).difficulty.level)
print(completions(Puzzle(sudoku(2, 2), (0,) * 16)).number)
