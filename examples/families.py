"""Puzzles of other sizes and families, and the forms that they are printed in.

A box of r rows and c columns makes a grid of side r·c. Digits above 9 are letters: A is 10. Every form can be
read back.
"""

from pathlib import Path

import casbridge
from casbridge.puzzles import print_grid, print_line, print_toml

PUZZLES = Path(__file__).parent / "puzzles"


def main() -> None:
    for name in ("six-pence.txt", "tenement.txt", "dozen.txt", "crossroads.toml", "seven.toml"):
        (puzzle,) = casbridge.read_puzzles((PUZZLES / name).read_bytes())
        solutions = list(casbridge.solutions(casbridge.encode(puzzle)))
        print(f"{name}: {puzzle.layout.description}, {puzzle.clues} given, solutions: {len(solutions)}")
    (six,) = casbridge.read_puzzles((PUZZLES / "six-pence.txt").read_bytes())
    for text in (print_line(six), print_grid(six), print_toml(six)):
        print(text)
        (again,) = casbridge.read_puzzles(text)
        print("read back:", again.givens == six.givens and again.layout == six.layout)


if __name__ == "__main__":
    main()
