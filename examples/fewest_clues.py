"""How few clues a proper puzzle can have, and how few digits: 4 of 16 cells for 4×4, n² − 1 of n² digits for any."""

from itertools import combinations

from casbridge.counting import BoxShape, completions, grid_classes
from casbridge.puzzles import Puzzle, Solution, sudoku

LAYOUT = sudoku(2, 2)


def with_clues(grid: tuple[int, ...], cells: tuple[int, ...]) -> Puzzle:
    return Puzzle(LAYOUT, tuple(digit if cell in cells else 0 for cell, digit in enumerate(grid)))


def main() -> None:
    # Each grid is like one of two: what is true of the puzzles of these two is true of all.
    for clues in (3, 4):
        for one in grid_classes(BoxShape(2, 2)):
            puzzles = [with_clues(one.representative, cells) for cells in combinations(range(16), clues)]
            proper = [puzzle for puzzle in puzzles if completions(puzzle).number == 1]
            example = f", such as {proper[0].line}" if proper else ""
            print(f"{clues} clues of {Solution(puzzles[0], one.representative).line}: {len(proper)} proper{example}")

    # Digits that no clue has can be exchanged in a solution: with two of them there are two solutions, or none.
    for one in grid_classes(BoxShape(2, 2)):
        missing = with_clues(one.representative, tuple(c for c, digit in enumerate(one.representative) if digit < 3))
        print(f"all clues but 3 and 4, {missing.line}: {completions(missing).number} solutions")

    # Three of four digits are needed, but they may not be enough.
    found = next(
        puzzle
        for one in grid_classes(BoxShape(2, 2))
        for cells in combinations(range(16), 5)
        if len(set((puzzle := with_clues(one.representative, cells)).givens)) == 4 and completions(puzzle).number == 2
    )
    print(f"three digits, two solutions: {found.line}")


if __name__ == "__main__":
    main()
