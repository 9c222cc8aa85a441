"""A jigsaw: nine regions of any shape instead of boxes, from TOML.

The first region has the shape of the one in the second seed's text, with its two clues. Nothing is special about a
jigsaw after encoding: it is polynomials like any other.
"""

from pathlib import Path

import casbridge

PUZZLE = Path(__file__).parent / "puzzles" / "stairs.toml"


def main() -> None:
    (puzzle,) = casbridge.read_puzzles(PUZZLE.read_bytes())
    print(f"{puzzle.name}: {puzzle.layout.description}, {puzzle.clues} given")
    first_region = next(unit for unit in puzzle.layout.units if unit.kind == "region")
    print("region 1:", *(puzzle.layout.cell_name(cell) for cell in first_region.cells))
    for encoding in ("colouring", "sum-product", "symmetric", "indicators"):
        encoded = casbridge.encode(puzzle, encoding)
        (solution,) = casbridge.solutions(encoded)
        ring = encoded.system.ring
        print(
            f"{encoding}: {len(encoded.system)} equations in {ring.size} variables over {ring.field}: {solution.line}"
        )
    print(solution)


if __name__ == "__main__":
    main()
