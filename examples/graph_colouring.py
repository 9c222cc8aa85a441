"""Colouring graphs: the same polynomials, with edges instead of units.

The Petersen graph needs three colours and has 120 colourings with them. The Grötzsch graph (myciel3) has no triangle
and needs four; with three its system has no zeros, and no chains are a complete answer.
"""

from pathlib import Path

import casbridge

GRAPHS = Path(__file__).parent / "graphs"


def main() -> None:
    for name in ("petersen", "myciel3"):
        text = (GRAPHS / f"{name}.col").read_text()
        for colours in (2, 3, 4):
            (graph,) = casbridge.read_puzzles(text, colours=colours, name=name)
            encoded = casbridge.encode(graph)
            count = casbridge.SplitSeries(encoded.system).count()
            print(f"{name}, {colours} colours: {len(encoded.system)} equations, {count} colourings")
    (graph,) = casbridge.read_puzzles((GRAPHS / "petersen.col").read_text(), colours=3)
    solution = next(iter(casbridge.solutions(casbridge.encode(graph))))
    print(solution)


if __name__ == "__main__":
    main()
