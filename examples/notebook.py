"""What a notebook shows. Put the lines into cells: the last value of a cell is drawn by itself.

Puzzles and solutions have `_repr_html_`, `_repr_svg_` and `_repr_latex_`; polynomials and chains have `_repr_latex_`.
Here the texts are printed, because a terminal draws no pictures.
"""

import casbridge


def main() -> None:
    # A cell that ends with `puzzle` shows the grid as a picture.
    (puzzle,) = casbridge.read_puzzles(".4.....1..3.2...", name="Example 4.1")
    print(puzzle._repr_html_().splitlines()[0])

    # So does a cell that ends with `solution`: clues bold, found digits blue.
    encoded = casbridge.encode(puzzle)
    (solution,) = casbridge.solutions(encoded)
    print(solution._repr_svg_().splitlines()[1])
    print(solution._repr_latex_())

    # Polynomials and chains are shown as formulas.
    print(next(iter(encoded.system.polynomials()))._repr_latex_())
    (chain,) = casbridge.char_series(encoded)
    print(chain._repr_latex_()[:60], "…")

    # A result and a verdict are plain values; a table is a list of dictionaries away.
    verdict = casbridge.crosscheck(encoded, ["reference", "sympy:groebner"])
    for row in verdict.as_dict()["backends"]:
        print({key: row[key] for key in ("name", "status", "count")})


if __name__ == "__main__":
    main()
