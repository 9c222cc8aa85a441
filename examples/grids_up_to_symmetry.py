"""Grids that are the same but for symmetries and the names of the digits: Burnside's lemma, and what it speaks of."""

from itertools import product

import casbridge
from casbridge.counting import (
    BoxShape,
    essentially_different,
    essentially_different_colourings,
    fixed_grid,
    fixed_up_to_relabelling,
    grid_classes,
    turns_and_reflections,
)
from casbridge.puzzles import Puzzle, Solution, sudoku


def main() -> None:
    edges()
    shidoku()
    no_grid_fixed()
    quarter_turn()


def edges() -> None:
    """A square's edges, each blue or green: counted by the lemma, and one by one."""
    turns = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    reflections = [(2, 1, 0, 3), (0, 3, 2, 1), (1, 0, 3, 2), (3, 2, 1, 0)]
    symmetries = turns + reflections
    colourings = product("bg", repeat=4)
    kinds = {min("".join(colouring[edge] for edge in symmetry) for symmetry in symmetries) for colouring in colourings}
    by_lemma = essentially_different_colourings(symmetries, 2)
    print(f"colourings of a square's edges: {by_lemma} essentially different; one by one: {sorted(kinds)}")


def shidoku() -> None:
    """The two classes of 4×4 grids."""
    shape = BoxShape(2, 2)
    found = essentially_different(shape)
    print(f"4×4: {found.order} symmetries, {found.total} grids fixed by all together: {found.number} classes")
    for one in grid_classes(shape):
        print(f"  {one.size} grids such as {''.join(map(str, one.representative))}")

    # The seed's way to 288: the first box in order, its row and its column continued in order; 4 goes into r3c3.
    (corner,) = casbridge.read_puzzles("123434..2.4.4...")
    grids = casbridge.solutions(casbridge.encode(corner))
    print(f"  4!·2·2·{len(grids)} = {24 * 2 * 2 * len(grids)}: {', '.join(grid.line for grid in grids)}")


def no_grid_fixed() -> None:
    """Why the reflection in the middle row fixes no 9×9 grid.

    The middle row stays where it is, and it has all digits: so no digit changes its name. But then the digits above and
    below it in a column are the same.
    """
    shape = BoxShape(3, 3)
    reflection = turns_and_reflections(shape)["reflection in the middle row"]
    middle = range(4 * 9, 5 * 9)
    stays = all(reflection[cell] == cell for cell in middle)
    in_one_unit = bool(set(shape.units_of_cell[27]) & set(shape.units_of_cell[reflection[27]]))
    fixed = fixed_up_to_relabelling(shape, reflection)
    print(f"reflection in the middle row: it stays: {stays}; r4c1 goes to a cell of its column: {in_one_unit}")
    print(f"  grids fixed: {fixed}; one found by search: {fixed_grid(shape, reflection)}")


def quarter_turn() -> None:
    """A 9×9 grid that a quarter turn gives back, with other names for the digits."""
    shape = BoxShape(3, 3)
    turn = turns_and_reflections(shape)["quarter turn clockwise"]
    found = fixed_grid(shape, turn)
    assert found is not None
    print("a grid that a quarter turn fixes up to relabelling:")
    print(Solution(Puzzle(sudoku(3, 3), (0,) * 81), found.grid))
    turned = [0] * 81
    for cell, digit in enumerate(found.grid):
        turned[turn[cell]] = digit
    names = {digit: found.relabelling[digit - 1] + 1 for digit in range(1, 10)}
    print("relabelled: " + ", ".join(f"{old} → {new}" for old, new in names.items()))
    print(f"turned and relabelled it is the same: {[names[digit] for digit in turned] == list(found.grid)}")
    print(f"grids like it, relabelled ones counting as one: {fixed_up_to_relabelling(shape, turn)}")


if __name__ == "__main__":
    main()
