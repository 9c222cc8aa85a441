"""Puzzles that are the same but for their looks: transformations, canonical forms, automorphisms, 36 · 64 = 2304.

A transformation takes units to units and gives digits new names. Equivalent puzzles have one canonical form, the least
line that transformations lead to.
"""

from pathlib import Path

import casbridge
from casbridge.making import (
    Chance,
    automorphism_group,
    canonical_form,
    equivalent,
    from_words,
    random_transformation,
    sixty_four_of_each,
)
from casbridge.puzzles import Puzzle, sudoku

PUZZLES = Path(__file__).parent / "puzzles"


def main() -> None:
    (puzzle,) = casbridge.read_puzzles((PUZZLES / "thirty-nine.txt").read_bytes())
    layout = puzzle.layout

    words = "transpose; exchange rows 1 and 2; digits 1→2→1"
    disguised = from_words(words, layout)(puzzle)
    print(f"{puzzle.line}\n{disguised.line}  {words}")
    print("the same form:", canonical_form(puzzle).puzzle == canonical_form(disguised).puzzle)

    # Whoever made the disguise, a transformation that undoes it is found.
    disguised = random_transformation(layout, Chance(1))(puzzle)
    shown = equivalent(disguised, puzzle)
    print("seen through:", shown is not None and shown(disguised) == puzzle)

    # The solution of the disguised puzzle is the solution, disguised.
    solution = next(iter(casbridge.solutions(casbridge.encode(disguised))))
    print("and solved:", shown is not None and shown(solution).violation() is None)

    # All 4×4 grids, by their forms; how many are equivalent, from what takes each to itself.
    grids = [found.digits for found in casbridge.solutions(casbridge.encode(Puzzle(sudoku(2, 2), (0,) * 16)))]
    for form in sorted({canonical_form(Puzzle(sudoku(2, 2), grid)).puzzle.line for grid in grids}):
        group = automorphism_group(Puzzle(sudoku(2, 2), tuple(map(int, form))))
        print(f"{form}: {group.order} automorphisms, {group.orbit} of the {len(grids)} grids")

    # As in the book: 36 puzzles, 64 groups.
    puzzles = [random_transformation(layout, Chance(seed))(puzzle) for seed in range(36)]
    made = list(sixty_four_of_each(puzzles))
    print(f"{len(puzzles)} puzzles become {len(made)}, {len({found.puzzle for found in made})} different ones")
    print(f"puzzle {made[36].number} is in group {made[36].group}: {made[36].transformation}")


if __name__ == "__main__":
    main()
