"""16×16 and 25×25 puzzles, solved by the reference from their polynomials: each has exactly one solution.

The systems are large: 25×25 has 625 variables and 20,625 equations, with an F of degree 25. All equations of a kind
share one pattern, so a system is small in memory.
"""

from pathlib import Path

import casbridge

PUZZLES = Path(__file__).parent / "puzzles"


def main() -> None:
    for name in ("plane-tree", "harbour", "night-train", "orchard", "long-winter"):
        (puzzle,) = casbridge.read_puzzles((PUZZLES / f"{name}.txt").read_bytes())
        encoded = casbridge.encode(puzzle)
        chains = list(casbridge.SplitSeries(encoded.system))
        print(
            f"{name}: {puzzle.layout.description}, {puzzle.clues} clues, "
            f"{len(encoded.system)} equations over {encoded.system.ring.field}: {len(chains)} chain"
        )


if __name__ == "__main__":
    main()
