"""The 4×4 example of the second seed: 24 sums and products and 4 clues over QQ, and nothing that says "a digit".

The system is exactly the one printed there, 28 equations. SymPy's `solve` finds its one solution, Singular confirms it,
and so does the reference by Wu's method. Its search on digits needs a finite domain for each variable: it says that it
cannot do the system as printed, and does it once the domain polynomials are added.
"""

import casbridge

# r1c1 = 1, r1c2 = 4, r4c3 = 1, r4c4 = 2: x00, x01, x14 and x15 in the seed, which counts from 0.
CLUES = "14............12"
PRINTED_IN_THE_SEED = "1423324121344312"


def main() -> None:
    (puzzle,) = casbridge.read_puzzles(CLUES)
    as_printed = casbridge.encode(puzzle, "sum-product", domains=False)
    print(f"{len(as_printed.system)} equations over {as_printed.system.ring.field}, as printed:")
    for equation in (0, 4, 24):
        names = as_printed.system.ring.variables
        print(f"  {as_printed.system.equations[equation].text(names)} = 0")

    script = casbridge.render(as_printed, "sympy:solve")
    print(f"as a script for SymPy: {len(script.text.splitlines())} lines")

    for backend in ("sympy:solve", "singular", "reference", "reference:split"):
        result = casbridge.run(as_printed, backend, seconds=120)
        if result.answer is None:
            print(f"{result.name}: {result.status}: {result.reason}")
            continue
        (solution,) = casbridge.decode(as_printed, result.answer)
        print(f"{result.name}: {solution.line}, as printed there: {solution.line == PRINTED_IN_THE_SEED}")

    with_domains = casbridge.encode(puzzle, "sum-product")
    (solution,) = casbridge.solutions(with_domains)
    print(f"the reference with {len(with_domains.system)} equations, domain polynomials added: {solution.line}")
    print(solution)


if __name__ == "__main__":
    main()
