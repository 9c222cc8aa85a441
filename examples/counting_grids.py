"""How many grids there are: by formulas, and by algebra, which knows nothing of grids.

The empty 4×4 has 288 solutions: as a sum over choices and completions; as the points of a characteristic series; as the
dimension of the ring of polynomials modulo the equations, which a Gröbner basis tells. All agree.
"""

import casbridge
from casbridge.counting import BoxShape, completions, derivation, dimension, total_grids, zeros_by_dimension


def main() -> None:
    print("by formulas:")
    for text in ("2x2", "2x3", "2x4", "3x3"):
        print(f"  {text}: {total_grids(BoxShape.of(text))}")

    print("the number of 9×9 grids, as Felgenhauer and Jarvis found it:")
    for step in derivation(BoxShape(3, 3)).steps:
        value = f"{step.value:.6g}" if isinstance(step.value, float) else str(step.value)
        print(f"  {value:>22}  {step.explanation}")

    print("by algebra:")
    for text in ("2x2", "2x3"):
        (empty,) = casbridge.read_puzzles(text)
        points = casbridge.SplitSeries(casbridge.encode(empty).system).count()
        agree = points == total_grids(BoxShape.of(text))
        print(f"  {text}: the series has {points} points; as many as by the formulas: {agree}")

    (empty,) = casbridge.read_puzzles("2x2")
    found = dimension(casbridge.encode(empty).system)
    print(f"  2x2: Singular's vdim is {found.number or found.reason}")

    # SymPy's Gröbner bases take long; with the first row given there are 288/4! = 12 grids.
    (first_row,) = casbridge.read_puzzles("1234............")
    encoded = casbridge.encode(first_row)
    result = casbridge.run(encoded, "sympy:groebner")
    if result.answer is not None:
        number = zeros_by_dimension(encoded.system, result.answer)
        print(f"  2x2, the first row given: by SymPy's basis the dimension is {number}")
    print(f"  2x2, the first row given: {completions(first_row).number} completions")


if __name__ == "__main__":
    main()
