"""Many answers: one by one, up to a limit, or only their number.

`SplitSeries` gives chains as they are found and never holds them all. `count` lists none of them: the 28,200,960 grids
of the empty 6×6 are counted in about a second.
"""

from itertools import islice

import casbridge


def main() -> None:
    (shidoku,) = casbridge.read("2x2")
    system = casbridge.encode(shidoku).system
    print("chains one by one:", sum(1 for _ in casbridge.SplitSeries(system)))
    print("the first two grids:")
    for solution in islice(casbridge.solutions(casbridge.encode(shidoku)), 2):
        print(" ", solution.line)
    result = casbridge.run(system, answers=10)
    print(f"with a limit of 10: {result.status}, {len(result.answer)} components")

    (six,) = casbridge.read("2x3")
    series = casbridge.SplitSeries(casbridge.encode(six).system)
    print("6×6 grids:", series.count())


if __name__ == "__main__":
    main()
