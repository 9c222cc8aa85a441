"""Many answers: one by one, up to a limit, or only their number.

`SplitSeries` gives chains as they are found and never holds them all. `count` lists none of them: the 28,200,960 grids
of the empty 6×6 are counted in about a second.
"""

from itertools import islice

import casbridge


def main() -> None:
    (shidoku,) = casbridge.read_puzzles("2x2")
    encoded = casbridge.encode(shidoku)
    print("chains one by one:", sum(1 for _ in casbridge.SplitSeries(encoded.system)))
    print("the first two grids:")
    for solution in islice(casbridge.solutions(encoded), 2):
        print(" ", solution.line)
    result = casbridge.run(encoded, limit=10)
    if result.answer is not None:
        print(f"with a limit of 10: {result.status}, {len(result.answer)} components")

    (six,) = casbridge.read_puzzles("2x3")
    series = casbridge.SplitSeries(casbridge.encode(six).system)
    print("6×6 grids:", series.count())


if __name__ == "__main__":
    main()
