"""Reading graphs to be coloured from DIMACS `.col` files."""

from __future__ import annotations

import re

from casbridge.algebra.locations import UNREAD, Location
from casbridge.errors import InputError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import LARGEST_GRAPH, graph
from casbridge.puzzles.puzzle import Puzzle

_NUMBER = re.compile(r"[0-9]{1,9}\Z")


def parse_dimacs(
    text: str, colours: int | None, *, source: str | None = None, name: str = "", deadline: Deadline = NEVER
) -> Puzzle:
    """The colouring problem of a graph in DIMACS form: ``p edge n m``, then a line ``e u v`` for every edge.

    colours: the number of colours, which the form does not say. Edges may be listed once or in both directions.
    Raises InputError, with line and column, for anything else.

    >>> parse_dimacs("p edge 3 2\\ne 1 2\\ne 2 3\\n", 2).layout.description
    'graph with 3 vertices and 2 edges, 2 colours'
    """
    vertices: int | None = None
    announced = 0
    edges: list[tuple[int, int]] = []
    problem_line = 1
    for number, line in enumerate(text.split("\n"), 1):
        deadline.check(UNREAD)
        words = line.split()
        if not words or words[0] == "c" or words[0].startswith("#"):
            continue
        at = Location(source, number, len(line) - len(line.lstrip()) + 1)
        if words[0] == "p":
            if vertices is not None:
                raise at.error("a second line 'p'", "one")
            if len(words) != 4 or words[1] not in ("edge", "edges", "col"):
                raise at.error(f"found {printable(line.strip(), 60)!r}", "'p edge n m'")
            vertices, announced = _number(words[2], at), _number(words[3], at)
            problem_line = number
            if vertices > LARGEST_GRAPH:
                raise at.error(f"{vertices} vertices", f"at most {LARGEST_GRAPH}")
        elif words[0] == "e":
            if vertices is None:
                raise at.error("an edge before the line 'p edge n m'", "that line first")
            if len(words) != 3:
                raise at.error(f"found {printable(line.strip(), 60)!r}", "'e u v'")
            u, v = (_number(word, at) for word in words[1:])
            for vertex in (u, v):
                if not 1 <= vertex <= vertices:
                    raise at.error(f"vertex {vertex}", f"1 to {vertices}")
            if u == v:
                raise at.error(f"an edge from vertex {u} to itself", "two different vertices")
            edges.append((u - 1, v - 1))
        else:
            raise at.error(f"a line that begins with {printable(words[0], 40)!r}", "'c', 'p edge n m' or 'e u v'")
    if vertices is None:
        raise Location(source, 1, 1).error("no line 'p edge n m'", "it before the edges")
    different = len({(min(edge), max(edge)) for edge in edges})
    if announced not in (len(edges), different):
        found = f"{len(edges)} edges, but 'p' announces {announced}"
        raise Location(source, problem_line, 1).error(found, "as many as announced")
    if colours is None:
        raise InputError("a graph without a number of colours", source=source, expected="one", hint="give --colours k")
    return Puzzle(graph(vertices, tuple(edges), colours), (0,) * vertices, name)


def _number(word: str, at: Location) -> int:
    if not _NUMBER.match(word):
        raise at.error(f"found {printable(word, 40)!r}", "a number")
    return int(word)
