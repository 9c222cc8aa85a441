"""`python -m benchmarks NAME [options]`; without a name, the list."""

from __future__ import annotations

import sys
from importlib import import_module

#: Name → what it measures. The module of the same name has `main(arguments)`.
BENCHMARKS = {
    "paper": "the paper's Shidoku and its like: reference, every route of Singular, SymPy",
    "puzzles": "9×9 puzzles by the thousand, and 16×16 and 25×25 ones, by the reference",
    "stream": "a million chains of half-empty puzzles, and the memory that it takes",
    "series": "characteristic series in any dimension beside Singular's char_series, with certificates",
    "explain": "explanations of 9×9 puzzles by class of theorems, and their steps checked by backends",
    "simplify": "Singular on 9×9 puzzles, before and after deduction up to each class of theorems",
    "count": "the empty 4×4 and 6×6 grids and graph colourings, counted without listing",
    "counting": "numbers of grids, in all and up to symmetry, beside the seed's times",
    "generate": "puzzles made, by the minute, and how far from uniform their grids are",
    "forms": "canonical forms and automorphisms of puzzles and grids",
    "systems": "eight systems, or a file of vectors, through every method of every backend",
    "studies": "what a study costs beside its jobs, and a simulated cluster",
    "faults": "what each backend does with a program that goes wrong, as a Markdown table",
    "bridge": "the bridge's share of the time with each backend, for a small job and a large one",
    "session": "what the bridge adds to Singular's own work: small jobs and long ones",
    "plugin": "SymPy's groebner beside the plug-in's, from expressions to results",
    "judging": "what a verdict costs, for pairs of answers to small systems; beside another version's times",
    "two_ways": "solve, count and explain on the same puzzles of each variant: none much slower than the quickest",
    "page": "the page of a study with 100,000 jobs: how large it is, and how soon Chromium shows it",
    "tables": "a store of 100,000 made-up results: status, exports, frames",
    "reading": "texts of n and of 2n characters, the hostile ones: twice the text, twice the time",
    "start": "casbridge --help beside Python's own start",
}


def main(arguments: list[str]) -> int:
    """Run the named benchmark with the arguments that follow its name."""
    name = arguments[0] if arguments else ""
    if name not in BENCHMARKS:
        print("usage: python -m benchmarks NAME [--help | options]\n")
        for known, about in BENCHMARKS.items():
            print(f"  {known:<10}{about}")
        return 0 if name in ("", "-h", "--help") else 2
    import_module(f"benchmarks.{name}").main(arguments[1:])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
