"""The 9×9 puzzle with 39 clues of the second seed, whose SymPy script kept the processor busy and never ended.

In the seed 8 is written as -1 and 9 as -2, because then a sum and a product leave a unit no other digits. casbridge
takes the same values by itself. The reference solves the sums and products with domain polynomials, and the colouring
system; the latter is confirmed by a Gröbner basis from Singular.
"""

from pathlib import Path

import casbridge

PUZZLE = Path(__file__).parent / "puzzles" / "thirty-nine.txt"


def main() -> None:
    (puzzle,) = casbridge.read_puzzles(PUZZLE.read_bytes())
    print(f"{puzzle.clues} clues")

    sums = casbridge.encode(puzzle, "sum-product")
    facts = dict(sums.system.facts)
    print(f"sum-product: {len(sums.system)} equations over {facts['field']}; {facts['values']}")
    (by_sums,) = casbridge.solutions(sums)

    colouring = casbridge.encode(puzzle)
    print(f"colouring: {len(colouring.system)} equations over {colouring.system.ring.field}")
    (by_colouring,) = casbridge.solutions(colouring)
    print("the same solution:", by_sums.line == by_colouring.line)

    verdict = casbridge.crosscheck(colouring, ["reference", "singular:std"])
    print(f"{verdict.kind}: {verdict.reason}")
    print(by_colouring)


if __name__ == "__main__":
    main()
