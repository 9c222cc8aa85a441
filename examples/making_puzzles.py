"""Puzzles from one solution: proper, minimal, each clue with the reason why it is needed; and grids exactly uniform."""

from collections import Counter

from casbridge.making import Chance, Digger, Wish, generate, is_proper, make, uniform_grids
from casbridge.puzzles import Puzzle, Solution, latin, sudoku


def main() -> None:
    shidoku = sudoku(2, 2)
    grid = (1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4)
    for made in generate(Wish(shidoku, solution=grid), 3, seed=1):
        print(f"{made.puzzle.line} from {made.solution.line}: {made.puzzle.clues} clues, minimal: {made.minimal}")

    # A clue is needed if there is another solution that differs from the grid in no other clue.
    made = make(Wish(shidoku, solution=grid), seed=1)
    digger = Digger(shidoku, grid)
    clues = sum(1 << cell for cell, digit in enumerate(made.puzzle.givens) if digit)
    for cell in range(16):
        if clues >> cell & 1:
            others = digger.difference(clues ^ 1 << cell, 1 << cell)
            names = ", ".join(shidoku.cell_name(other) for other in range(16) if others >> other & 1)
            print(f"without {shidoku.cell_name(cell)} these cells could be different: {names}")

    jigsaw = make(Wish(sudoku(2, 3), random_regions=True), seed=1)
    print(f"{jigsaw.puzzle.layout.description}, proper: {is_proper(jigsaw.puzzle)}")
    print(Solution(jigsaw.puzzle, jigsaw.solution.digits))

    grids = uniform_grids(latin(4))
    found = Counter(grids.grid(Chance(1, number).weighted) for number in range(6000))
    print(f"{len(found)} of {grids.total} Latin squares came up, {min(found.values())} to {max(found.values())} times")

    symmetric = make(Wish(sudoku(3, 3), symmetry="full"), seed=1).puzzle
    turned = tuple(symmetric.givens[9 * (8 - cell % 9) + cell // 9] for cell in range(81))
    same = [bool(a) == bool(b) for a, b in zip(symmetric.givens, turned, strict=True)]
    print(f"{Puzzle(symmetric.layout, turned).clues} clues; the same pattern after a quarter turn: {all(same)}")


if __name__ == "__main__":
    main()
