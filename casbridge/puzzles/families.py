"""Families of puzzles and colourings by name and size, and every family in one table: those of systems too.

    member("queens", 5)    ──▶ Puzzle "queens-5": a graph to be coloured
    member("cyclic", 6)    ──▶ PolynomialSystem "cyclic-6"
    read_member("gnp-9,seed=2") ──▶ the same, from a name

An encoding makes a polynomial system of a puzzle. The encodings `colouring` and `indicators` have one zero for each
solution; `zeros` is their number.

>>> member("queens", 5).name
'queens-5'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb, factorial
from types import MappingProxyType
from typing import Any

from casbridge.algebra.families import FAMILIES as SYSTEM_FAMILIES
from casbridge.algebra.fields import QQ, Field, field_of
from casbridge.algebra.members import (
    Family,
    Known,
    Member,
    Parameter,
    Value,
    chosen_or_named,
    found_family,
    named,
    table,
    unknown,
)
from casbridge.algebra.systems import PolynomialSystem
from casbridge.calls import with_hints
from casbridge.errors import InputError, UsageError
from casbridge.puzzles.layouts import LARGEST_GRAPH, LARGEST_SIDE, Layout, graph, latin, sudoku
from casbridge.puzzles.puzzle import Puzzle

_Edges = Iterable[tuple[int, int]]


@with_hints
def member(
    name: str, n: int | None = None, *, seed: int = 0, field: Field | str | None = None, **parameters: object
) -> PolynomialSystem | Puzzle:
    """A member of a family: a classic system, or a puzzle.

    name: of the family, one of `FAMILIES`, or of a member, such as "queens-5". Upper and lower case are the same.
    n: its size, if the name lacks it. The family's summary says what the size means.
    seed: for families with random choices.
    field: of a system; QQ, where none is given.
    parameters: values of the family's parameters, such as colours=3.

    Raises UsageError for a family, a size or a parameter that does not exist, and InputError for a field in which the
    system's coefficients have no value.

    >>> member("queens", 5)
    <Puzzle graph with 25 vertices and 160 edges, 5 colours: .........................>
    >>> member("queens-5") == member("queens", 5)
    True
    >>> member("katsura", 2).ring, FAMILIES["katsura"].zeros(2), FAMILIES["latin"].zeros(4)
    (QQ[u0, u1, u2], 4, 576)
    """
    found = chosen_or_named(FAMILIES, name, n, seed, parameters, "member")
    if field is not None and found.family.name in PUZZLE_FAMILIES:
        raise UsageError(f"a field for the puzzle {found.name}", expected="none", hint="an encoding chooses it")
    made: PolynomialSystem | Puzzle = found.made(field_of(field) or QQ)
    return made


def known_family(name: str) -> Family[Any]:
    """The family with a name. Raises UsageError for an unknown name, and suggests a similar one.

    >>> known_family("Queens").largest
    30
    >>> known_family("quens")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.UsageError: no family 'quens'; expected one of cyclic, ... (did you mean queens?)
    """
    return found_family(FAMILIES, name)


def read_member(
    text: str, *, field: Field | None = None, colours: int | None = None
) -> PolynomialSystem | Puzzle | None:
    """The member with a name such as "cyclic-6" or "gnp-9,seed=2,colours=4"; None where no family has such a name.

    field: of a system. A puzzle has none: an encoding chooses it.
    colours: of a graph, instead of those in the name. A system has none.

    Raises UsageError for a family that exists and a size, a seed or a parameter that it does not have, and for colours
    of a grid.

    >>> read_member("noon-3,c=1/2").name, read_member("queens-4", colours=5).name, read_member("no-such-family-3")
    ('noon-3,c=1/2', 'queens-4,colours=5', None)
    """
    system = named(SYSTEM_FAMILIES, text)
    if system is not None:
        return system.made(field or QQ)
    puzzle = named(PUZZLE_FAMILIES, text, {} if colours is None else {"colours": colours})
    return None if puzzle is None else puzzle.made()


# -- graphs -----------------------------------------------------------------------------------------------------------


def _coloured(edges: Callable[[Member[Puzzle]], tuple[int, _Edges]], member: Member[Puzzle], _: Field) -> Puzzle:
    vertices, pairs = edges(member)
    if vertices > LARGEST_GRAPH:
        raise InputError(f"{member.name} has {vertices} vertices", expected=f"at most {LARGEST_GRAPH}")
    return _empty(graph(vertices, tuple(pairs), int(member.parameters["colours"])), member)


def _empty(layout: Layout, member: Member[Puzzle]) -> Puzzle:
    return Puzzle(layout, (0,) * layout.cells, member.name)


def _cycle(member: Member[Puzzle]) -> tuple[int, _Edges]:
    n = member.n
    return n, ((i, (i + 1) % n) for i in range(n))


def _complete(member: Member[Puzzle]) -> tuple[int, _Edges]:
    return member.n, combinations(range(member.n), 2)


def _wheel(member: Member[Puzzle]) -> tuple[int, _Edges]:
    n, (_, rim) = member.n, _cycle(member)
    return n + 1, [*rim, *((i, n) for i in range(n))]


def _mycielski(member: Member[Puzzle]) -> tuple[int, _Edges]:
    """From a graph: a copy of each vertex, beside the vertex's neighbours, and a vertex beside all copies."""
    vertices, edges = 2, [(0, 1)]
    for _ in range(member.n - 2):
        copies = [pair for a, b in edges for pair in ((a, vertices + b), (b, vertices + a))]
        edges = [*edges, *copies, *((vertices + v, 2 * vertices) for v in range(vertices))]
        vertices = 2 * vertices + 1
    return vertices, edges


def _queens(member: Member[Puzzle]) -> tuple[int, _Edges]:
    n = member.n
    squares = list(product(range(n), repeat=2))
    together: dict[tuple[str, int], list[int]] = {}
    for number, (row, column) in enumerate(squares):
        for line in (("row", row), ("column", column), ("up", row + column), ("down", row - column)):
            together.setdefault(line, []).append(number)
    return n * n, (pair for cells in together.values() for pair in combinations(cells, 2))


def _kneser(member: Member[Puzzle]) -> tuple[int, _Edges]:
    n, k = member.n, int(member.parameters["k"])
    if comb(n, k) > _MOST_SUBSETS:
        raise InputError(f"{member.name} has {comb(n, k)} vertices", expected=f"at most {_MOST_SUBSETS}")
    subsets = [frozenset(some) for some in combinations(range(n), k)]
    return len(subsets), ((i, j) for i, j in combinations(range(len(subsets)), 2) if not subsets[i] & subsets[j])


def _petersen(member: Member[Puzzle]) -> tuple[int, _Edges]:
    n, k = member.n, int(member.parameters["k"])
    if 2 * k >= n:
        raise InputError(f"k = {k} for {n} vertices on a circle", expected=f"k below {n}/2")
    return 2 * n, [pair for i in range(n) for pair in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))]


def _grid(member: Member[Puzzle]) -> tuple[int, _Edges]:
    n = member.n
    right = [(r * n + c, r * n + c + 1) for r in range(n) for c in range(n - 1)]
    return n * n, [*right, *((i, i + n) for i in range(n * (n - 1)))]


def _hypercube(member: Member[Puzzle]) -> tuple[int, _Edges]:
    vertices = 1 << member.n
    return vertices, ((v, v | 1 << i) for v in range(vertices) for i in range(member.n) if not v >> i & 1)


def _gnp(member: Member[Puzzle]) -> tuple[int, _Edges]:
    chance, density = member.chance, member.parameters["density"]
    pairs = combinations(range(member.n), 2)
    return member.n, [pair for pair in pairs if chance.below(density.denominator) < density.numerator]


# -- the table --------------------------------------------------------------------------------------------------------

_MOST_SUBSETS = 300


def _colourings_of_a_cycle(n: int, colours: int) -> int:
    """By the chromatic polynomial."""
    found: int = (colours - 1) ** n
    return found + (1 - colours if n % 2 else colours - 1)


def _of_graphs(
    name: str,
    edges: Callable[[Member[Puzzle]], tuple[int, _Edges]],
    sizes: tuple[int, int],
    summary: str,
    source: str,
    zeros: Known = unknown,
    colours: Value | Callable[[int], Value] = 3,
    seeded: bool = False,
    **further: Parameter,
) -> Family[Puzzle]:
    parameters = {"colours": Parameter("the number of colours", colours, 1, 1000), **further}
    return Family(name, summary, source, *sizes, partial(_coloured, edges), parameters, seeded, zeros)


_ALL = (
    _of_graphs("cycle", _cycle, (3, 10_000), "a circle of n vertices; 3 colours",
               "G. D. Birkhoff 1912, Annals of Mathematics 14, 42-46", lambda n: _colourings_of_a_cycle(n, 3)),
    _of_graphs("complete", _complete, (1, 100), "n vertices, all joined to each other; n colours",
               "G. D. Birkhoff 1912, Annals of Mathematics 14, 42-46", factorial, lambda n: n),
    _of_graphs("wheel", _wheel, (3, 10_000), "a circle of n vertices, and one vertex joined to all of them; 4 colours",
               "G. D. Birkhoff 1912, Annals of Mathematics 14, 42-46", lambda n: 4 * _colourings_of_a_cycle(n, 3), 4),
    _of_graphs("mycielski", _mycielski, (2, 11),
               "the Mycielski graph with chromatic number n, without triangles; n colours",
               "J. Mycielski 1955, Colloquium Mathematicum 3, 161-162; DIMACS myciel3 is n = 4",
               table(2, 30, 12480, first=2), lambda n: n),
    _of_graphs("queens", _queens, (1, 30),
               "the squares of a chess board of side n, joined where a queen moves; n colours",
               "D. E. Knuth 1993, The Stanford GraphBase; DIMACS queen5_5 is n = 5",
               table(1, 0, 0, 0, 240, 0, 20160, first=1), lambda n: n),
    _of_graphs("kneser", _kneser, (2, 300),
               "the subsets with k elements of n things, joined where they are disjoint; n - 2 colours",
               "M. Kneser 1955; L. Lovász 1978, J. Combinatorial Theory A 25, 319-324",
               table(1, 1, 8, 120, 3840, 268800, first=2), lambda n: max(1, n - 2),
               k=Parameter("the elements of a subset", 2, 1, 300)),
    _of_graphs("petersen", _petersen, (5, 5_000),
               "the generalised Petersen graph: a circle of n vertices, each joined to one of n others; these are "
               "joined in steps of k; 3 colours", "M. E. Watkins 1969, J. Combinatorial Theory 6, 152-164",
               table(120, 96, 504, 2016, first=5), k=Parameter("the step", 2, 1, 5_000)),
    _of_graphs("grid", _grid, (1, 100),
               "the points of a grid of side n, joined to their neighbours in rows and columns; 3 colours",
               "OEIS A068253 has a third of the numbers", table(3, 18, 246, 7812, 580986, 101596896, first=1)),
    _of_graphs("hypercube", _hypercube, (1, 12), "the corners of the cube in n dimensions; 3 colours",
               "F. Harary, J. P. Hayes, H.-J. Wu 1988, Computers & Mathematics with Applications 15, 277-289",
               table(6, 18, 114, 2970, 1185282, first=1)),
    _of_graphs("gnp", _gnp, (1, 1000), "n vertices, each pair joined with a probability; 3 colours",
               "E. N. Gilbert 1959, Annals of Mathematical Statistics 30, 1141-1144", seeded=True,
               density=Parameter("the probability", Fraction(1, 2), 0, 1, whole=False)),
    Family("latin", "the empty Latin square of side n",
           "OEIS A002860; B. D. McKay, I. M. Wanless 2005, Annals of Combinatorics 9, 335-344", 1, LARGEST_SIDE,
           lambda member, field: _empty(latin(member.n), member),
           zeros=table(1, 2, 12, 576, 161280, 812851200, 61479419904000, 108776032459082956800, first=1)),
    Family("sudoku", "the empty Sudoku with boxes of n rows and n columns",
           "B. Felgenhauer, A. F. Jarvis 2006, Mathematical Spectrum 39, 15-22", 1, 5,
           lambda member, field: _empty(sudoku(member.n, member.n), member),
           zeros=table(1, 288, 6670903752021072936960, first=1)),
)  # fmt: skip

#: The families of puzzles and colourings by name.
PUZZLE_FAMILIES: Mapping[str, Family[Puzzle]] = MappingProxyType({one.name: one for one in _ALL})
#: All families by name: those of systems, and those of puzzles.
FAMILIES: Mapping[str, Family[Any]] = MappingProxyType({**SYSTEM_FAMILIES, **PUZZLE_FAMILIES})
