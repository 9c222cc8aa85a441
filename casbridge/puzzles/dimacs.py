"""Colouring problems of graphs in DIMACS form."""

from __future__ import annotations

from typing import Unpack

from casbridge.errors import UNREAD, InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import LARGEST_GRAPH, graph
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.puzzle import Puzzle

_Edge = tuple[int, int]


def parse_dimacs(text: str, **wanted: Unpack[ReadingOptions]) -> Puzzle:
    """The colouring problem of a graph: ``p edge n m``, then a line ``e u v`` for every edge, once or both ways.

    Raises InputError, with line and column, for another text, and without a number of colours.

    >>> parse_dimacs("p edge 3 2\\ne 1 2\\ne 2 3\\n", colours=2).layout.edges
    ((0, 1), (1, 2))
    """
    source, colours = wanted.get("source"), wanted.get("colours")
    vertices, edges = _graph(text, source, wanted.get("deadline", NEVER))
    if colours is None:
        raise InputError("a graph without a number of colours", source=source, expected="one", hint="give --colours k")
    return Puzzle(graph(vertices, edges, colours), (0,) * vertices, wanted.get("name", ""))


def _graph(text: str, source: str | None, deadline: Deadline) -> tuple[int, tuple[_Edge, ...]]:
    """The number of vertices, and the edges between vertices from 0."""
    vertices: int | None = None
    announced = 0
    edges: list[_Edge] = []
    header = Location(source, 1, 1)
    for number, line in enumerate(text.split("\n"), 1):
        deadline.check(UNREAD)
        kind = line.split(maxsplit=1)[0] if line.strip() else "c"
        if kind == "c" or kind.startswith("#"):
            continue
        at = Location(source, number, len(line) - len(line.lstrip()) + 1)
        if kind == "p":
            if vertices is not None:
                raise at.error("a second line 'p'", "one")
            vertices, announced = _header(line, at)
            header = Location(source, number, 1)
        elif kind == "e":
            if vertices is None:
                raise at.error("an edge before the line 'p edge n m'", "that line first")
            edges.append(_edge(line, vertices, at))
        else:
            raise at.error(f"a line that begins with {printable(kind, 40)!r}", "'c', 'p edge n m' or 'e u v'")
    if vertices is None:
        raise header.error("no line 'p edge n m'", "it before the edges")
    different = len({(min(edge), max(edge)) for edge in edges})
    if announced not in (len(edges), different):
        raise header.error(f"{len(edges)} edges, but 'p' announces {announced}", "as many as announced")
    return vertices, tuple(edges)


def _header(line: str, at: Location) -> tuple[int, int]:
    words = line.split()
    if len(words) != 4 or words[1] not in ("edge", "edges", "col"):
        raise at.error(f"found {printable(line.strip(), 60)!r}", "'p edge n m'")
    vertices, announced = (_number(word, at) for word in words[2:])
    if vertices > LARGEST_GRAPH:
        raise at.error(f"{vertices} vertices", f"at most {LARGEST_GRAPH}")
    return vertices, announced


def _edge(line: str, vertices: int, at: Location) -> _Edge:
    words = line.split()
    if len(words) != 3:
        raise at.error(f"found {printable(line.strip(), 60)!r}", "'e u v'")
    u, v = (_number(word, at) for word in words[1:])
    for vertex in (u, v):
        if not 1 <= vertex <= vertices:
            raise at.error(f"vertex {vertex}", f"1 to {vertices}")
    if u == v:
        raise at.error(f"an edge from vertex {u} to itself", "two different vertices")
    return u - 1, v - 1


def _number(word: str, at: Location) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise at.error(f"found {printable(word, 40)!r}", "a number")
    return int(word)
