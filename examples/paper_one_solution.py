"""Example 4.1 of Xu Xiaoning 2019: a 4×4 puzzle with four clues, as 72 polynomials over GF(11), and its one chain.

The puzzle is encoded as in the paper: F for each cell, x - n for a clue, G for each pair of cells that must differ.
Four backends are asked for the zeros, and their answers are compared exactly.
"""

from pathlib import Path

import casbridge

PUZZLE = Path(__file__).parent / "puzzles" / "shidoku.txt"
PRINTED_IN_THE_PAPER = (
    "[x1 - 1, x2 - 4, x3 - 2, x4 - 3, x5 - 3, x6 - 2, x7 - 4, x8 - 1, "
    "x9 - 4, x10 - 1, x11 - 3, x12 - 2, x13 - 2, x14 - 3, x15 - 1, x16 - 4]"
)
BACKENDS = ["reference", "singular:char_series", "singular:minAssGTZ", "sympy:groebner"]


def main() -> None:
    (puzzle,) = casbridge.read_puzzles(PUZZLE.read_bytes())
    encoded = casbridge.encode(puzzle)
    print(f"{len(encoded.system)} polynomials in {encoded.system.ring.size} variables over {encoded.system.ring.field}")
    print("the first:", encoded.system.equations[0].origin)
    print("the last:", encoded.system.equations[-1].origin)

    script = casbridge.render(encoded, "singular:char_series")
    print(f"a script of {len(script.text.splitlines())} lines; its functions:")
    for line in script.text.splitlines():
        if line.startswith(("proc F", "proc G")):
            print(" ", line)

    (chain,) = casbridge.char_series(encoded)
    print(chain)
    print("as printed in the paper:", str(chain) == PRINTED_IN_THE_PAPER)

    verdict = casbridge.crosscheck(encoded, BACKENDS)
    for one in verdict.checked:
        print(f"{one.result.name}: {one.result.status}, {one.count} zero")
    print(f"{verdict.kind}: {verdict.reason}")

    (solution,) = casbridge.solutions(encoded)
    print(solution)


if __name__ == "__main__":
    main()
