"""Reading graphs to be coloured from DIMACS `.col` files."""

from __future__ import annotations

import re
from typing import Any

from casbridge.errors import InputError, printable
from casbridge.puzzles.layouts import LARGEST_GRAPH, graph
from casbridge.puzzles.puzzle import Puzzle

_NUMBER = re.compile(r"[0-9]{1,9}\Z")


def parse_dimacs(text: str, colours: int | None, *, source: str | None = None, name: str = "") -> Puzzle:
    """The colouring problem of a graph in DIMACS form: ``p edge n m``, then a line ``e u v`` for every edge.

    colours: the number of colours, which the form does not say. Edges may be listed once or in both directions.

    >>> parse_dimacs("p edge 3 2\\ne 1 2\\ne 2 3\\n", 2).layout.description
    'graph with 3 vertices and 2 edges, 2 colours'
    """
    vertices: int | None = None
    announced = 0
    edges: list[tuple[int, int]] = []
    problem_line = 1
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if not words or words[0] == "c" or words[0].startswith("#"):
            continue
        place: dict[str, Any] = {"source": source, "line": number, "column": len(line) - len(line.lstrip()) + 1}
        if words[0] == "p":
            if vertices is not None:
                raise InputError("a second line 'p'", expected="one", **place)
            if len(words) != 4 or words[1] not in ("edge", "edges", "col"):
                raise InputError(f"found {printable(line.strip(), 60)!r}", expected="'p edge n m'", **place)
            vertices, announced = _number(words[2], **place), _number(words[3], **place)
            problem_line = number
            if vertices > LARGEST_GRAPH:
                raise InputError(f"{vertices} vertices", expected=f"at most {LARGEST_GRAPH}", **place)
        elif words[0] == "e":
            if vertices is None:
                raise InputError("an edge before the line 'p edge n m'", expected="that line first", **place)
            if len(words) != 3:
                raise InputError(f"found {printable(line.strip(), 60)!r}", expected="'e u v'", **place)
            u, v = (_number(word, **place) for word in words[1:])
            for vertex in (u, v):
                if not 1 <= vertex <= vertices:
                    raise InputError(f"vertex {vertex}", expected=f"1 to {vertices}", **place)
            if u == v:
                raise InputError(f"an edge from vertex {u} to itself", expected="two different vertices", **place)
            edges.append((u - 1, v - 1))
        else:
            raise InputError(
                f"a line that begins with {printable(words[0], 40)!r}", expected="'c', 'p edge n m' or 'e u v'", **place
            )
    if vertices is None:
        raise InputError("no line 'p edge n m'", source=source, line=1, column=1, expected="it before the edges")
    different = len({(min(edge), max(edge)) for edge in edges})
    if announced not in (len(edges), different):
        found = f"{len(edges)} edges, but 'p' announces {announced}"
        raise InputError(found, source=source, line=problem_line, column=1, expected="as many as announced")
    if colours is None:
        raise InputError("a graph without a number of colours", source=source, expected="one", hint="give --colours k")
    return Puzzle(graph(vertices, tuple(edges), colours), (0,) * vertices, name)


def _number(word: str, **place: Any) -> int:
    if not _NUMBER.match(word):
        raise InputError(f"found {printable(word, 40)!r}", expected="a number", **place)
    return int(word)
