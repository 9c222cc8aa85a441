'''Reading puzzles of any family from TOML.

    family = "jigsaw"            # sudoku (the default), jigsaw, latin or graph
    name = "an example"
    diagonals = true             # the two main diagonals are units too
    regions = """
    AABB
    AABB
    CCDD
    CCDD
    """
    grid = """
    1...
    ....
    ..3.
    ....
    """

`box = "2x3"` or `[2, 3]` for a Sudoku, `side = 6` where there is no grid; for graphs `vertices`, `edges = [[1, 2], …]`,
`colours`. Givens may also be written as `given = { r1c1 = 4 }`, for graphs `given = { v1 = 2 }`.
'''

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from casbridge.algebra.locations import Location
from casbridge.errors import InputError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import LARGEST_GRAPH, LARGEST_SIDE, Layout, graph, jigsaw
from casbridge.puzzles.parsing import Grid, cell_values, grid_layout, one_grid, parse_box, rows_of
from casbridge.puzzles.puzzle import Puzzle

_GRID_KEYS = ("family", "name", "box", "side", "diagonals", "regions", "grid", "given")
_GRAPH_KEYS = ("family", "name", "vertices", "edges", "colours", "given")
_SYNONYMS = {"colors": "colours", "givens": "grid"}
#: All keys of a puzzle's document.
KEYS = tuple(dict.fromkeys((*_GRID_KEYS, *_GRAPH_KEYS, *_SYNONYMS)))
#: The families of puzzles.
FAMILIES = ("sudoku", "jigsaw", "latin", "graph")

_LARGEST_NUMBER = 10**9
_LONGEST_HERE = 1 << 18
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_CELL_NAME = re.compile(r"(?:r([0-9]{1,5})c([0-9]{1,5})|v?([0-9]{1,5}))\Z")


def parse_toml(
    text: str,
    *,
    source: str | None = None,
    box: tuple[int, int] | None = None,
    family: str | None = None,
    colours: int | None = None,
    name: str = "",
    deadline: Deadline = NEVER,
) -> Puzzle:
    """The puzzle that a TOML document states. Arguments are used instead of what the document says.

    Raises InputError, with line and column, for bad TOML, unknown keys, values of the wrong kind, and bad grids.

    >>> parse_toml('family = "latin"\\nside = 3\\ngiven = { r1c2 = 3 }').line
    '.3.......'
    """
    if len(text) <= _LONGEST_HERE:
        table = _table(text, source)
    else:  # tomllib knows no deadline
        from casbridge.processes.apart import call

        table = cast(dict[str, Any], call(_table, text, source, deadline=deadline))
    deadline.check()
    return _Document(text, source, table, deadline).puzzle(box, family, colours, name)


def _table(text: str, source: str | None) -> dict[str, Any]:
    """What tomllib reads, with errors of our own."""
    import tomllib

    for number, row in enumerate(text.split("\n"), 1):
        if row.count(".") > LARGEST_SIDE**2:  # a key a.a.a… would take tomllib the square of its length
            raise Location(source, number, 1).error(f"{row.count('.')} dots", f"at most {LARGEST_SIDE**2}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError("TOML that is nested too deeply", source=source, expected="a puzzle") from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        at = Location(source, 1, 1).after(text)
        if place:
            at = Location(source, int(place.group(1)), int(place.group(2)))
        is_grammar = isinstance(error, tomllib.TOMLDecodeError)
        what = printable(str(error).partition(" (at")[0], 120) if is_grammar else "a number with too many digits"
        raise at.error(f"bad TOML: {what}", "key = value") from None


class _Document:
    """A parsed document, with the text to find lines in."""

    def __init__(self, text: str, source: str | None, table: Mapping[str, Any], deadline: Deadline) -> None:
        self._text = text
        self._source = source
        self._deadline = deadline
        self._table: dict[str, Any] = {}
        for key, value in table.items():
            if key not in KEYS:
                from difflib import get_close_matches

                near = get_close_matches(key, KEYS, 1)
                hint = f"did you mean {near[0]!r}?" if near else None
                self._fail(key, f"unknown key {printable(key, 60)!r}", f"one of {', '.join(KEYS[:10])}, …", hint)
            name = _SYNONYMS.get(key, key)
            if name in self._table:
                self._fail(key, f"{key!r} beside {name!r}", "one of them")
            self._table[name] = value

    def puzzle(self, box: tuple[int, int] | None, family: str | None, colours: int | None, name: str) -> Puzzle:
        name = self._get("name", str, "a text") or name
        family = family or self._family()
        if family == "graph":
            return self._graph(colours, name)
        self._only(_GRID_KEYS, f"a {family}")
        layout, grid = self._grid(family, box or self._box())
        givens = list(cell_values(grid, layout.digits)) if grid else [0] * layout.cells
        self._given(layout, givens)
        return Puzzle(layout, tuple(givens), name)

    def _family(self) -> str:
        found = self._get("family", str, "a text")
        if found is None:
            if "regions" in self._table:
                return "jigsaw"
            return "graph" if "edges" in self._table or "vertices" in self._table else "sudoku"
        if found not in FAMILIES:
            self._fail("family", f"the family {printable(found, 40)!r}", ", ".join(FAMILIES))
        return str(found)

    def _grid(self, family: str, box: tuple[int, int] | None) -> tuple[Layout, Grid | None]:
        grid, regions = self._drawing("grid"), self._drawing("regions")
        side = self._get("side", int, "a number")
        sides = {"grid": grid and grid.side, "regions": regions and regions.side, "side": side}
        sides["box"] = box[0] * box[1] if box else None
        known = {key: value for key, value in sides.items() if value is not None}
        if not known:
            raise Location(self._source, 1, 1).error("no grid", "'grid' or 'side'")
        key, n = next(iter(known.items()))
        for other, value in known.items():
            if value != n:
                self._fail(other, f"'{other}' of side {value} beside '{key}' of side {n}", "the same side")
        if not 1 <= n <= LARGEST_SIDE:
            self._fail(key, f"a grid of side {n}", f"1 to {LARGEST_SIDE}")
        diagonals = bool(self._get("diagonals", bool, "true or false"))
        if family != "jigsaw":
            if regions:
                self._fail("regions", f"regions in a {family}", 'family = "jigsaw"')
            if box and family == "latin":
                self._fail("box", "boxes in a Latin square", 'family = "sudoku"')
            try:
                return grid_layout(n, box or (grid.box if grid else None), family, diagonals), grid
            except InputError as error:
                raise Location(self._source).placed(error) from None
        if regions is None:
            self._fail("family", "a jigsaw without regions", "'regions' with a letter or digit for every cell")
        if box:
            self._fail("box", "boxes in a jigsaw", "'regions' only")
        return jigsaw(self._region_numbers(regions), diagonals), grid

    def _region_numbers(self, regions: Grid) -> tuple[int, ...]:
        """The region of every cell; regions are numbered by their symbols, digits before letters."""
        symbols = [text.upper() for text in regions.texts]
        order = sorted(set(symbols), key=lambda symbol: (not symbol.isdigit(), len(symbol), symbol))
        for symbol in order:
            size = symbols.count(symbol)
            if size != regions.side:
                found = f"region {printable(symbol, 40)!r} has {size} cells"
                raise regions.place(symbols.index(symbol)).error(found, f"{regions.side} cells a region")
        return tuple(order.index(symbol) for symbol in symbols)

    def _drawing(self, key: str) -> Grid | None:
        """The cells that the text of a key draws (`grid`, `regions`), read as any drawn grid."""
        text = self._get(key, str, "a text with the rows")
        if text is None:
            return None
        rows = rows_of(text, Location(self._source, self._first_line(key), 1), self._deadline)
        if not rows:
            self._fail(key, f"'{key}' without cells", "rows")
        return one_grid(rows)

    def _box(self) -> tuple[int, int] | None:
        value = self._table.get("box")
        if value is None:
            return None
        shape = parse_box(value) if isinstance(value, str) else None
        if (
            isinstance(value, list)
            and len(value) == 2
            and all(type(part) is int and part <= LARGEST_SIDE for part in value)
        ):
            shape = (value[0], value[1])
        if shape is None or min(shape) < 1:
            self._fail("box", f"the box {_shown(value)}", '"2x3" or [2, 3]')
        return shape

    def _given(self, layout: Layout, givens: list[int]) -> None:
        """Put the digits of the table `given` into the givens."""
        example = "r1c1 = 4" if layout.is_grid else "v1 = 2"
        for name, digit in (self._get("given", dict, f"a table {{ {example} }}") or {}).items():
            match = _CELL_NAME.match(name)
            cell = -1
            if match and layout.is_grid and match.group(1):
                row, column = int(match.group(1)) - 1, int(match.group(2)) - 1
                if 0 <= row < layout.side and 0 <= column < layout.side:
                    cell = row * layout.side + column
            elif match and not layout.is_grid and match.group(3):
                cell = int(match.group(3)) - 1
            if not 0 <= cell < layout.cells:
                last = layout.cell_name(layout.cells - 1) if layout.cells else "none"
                self._fail("given", f"the cell {printable(name, 40)!r}", f"a cell up to {last}")
            if type(digit) is not int or not 1 <= digit <= layout.digits:
                self._fail("given", f"{name} = {_shown(digit)}", f"a digit 1-{layout.digits}")
            if givens[cell] not in (0, digit):
                self._fail("given", f"{name} = {digit} beside {givens[cell]} in the grid", "one of them")
            givens[cell] = digit

    def _graph(self, colours: int | None, name: str) -> Puzzle:
        self._only(_GRAPH_KEYS, "a graph")
        found = self._get("colours", int, "a number")
        colours = found if colours is None else colours
        if colours is None:
            hint = "write colours = 3, or give --colours 3"
            raise InputError("a graph without a number of colours", source=self._source, expected="one", hint=hint)
        if colours < 1:
            self._fail("colours", f"{colours} colours", "at least 1")
        edges = self._get("edges", list, "a list [[1, 2], …]") or []
        for edge in edges:
            if not (isinstance(edge, list) and len(edge) == 2 and all(_is_number(v) for v in edge)):
                self._fail("edges", f"the edge {_shown(edge)}", "two vertices such as [1, 2]")
        vertices = self._get("vertices", int, "a number")
        if vertices is None:
            vertices = max((max(edge) for edge in edges), default=0)
        try:
            layout = graph(vertices, tuple((u - 1, v - 1) for u, v in edges), colours)
        except InputError as error:
            is_vertices = "vertices" in self._table and not 0 <= vertices <= LARGEST_GRAPH
            self._fail("vertices" if is_vertices else "edges", error.found, error.expected or "")
        givens = [0] * vertices
        self._given(layout, givens)
        return Puzzle(layout, tuple(givens), name)

    # -- access and errors --------------------------------------------------------------------------------------------

    def _only(self, keys: tuple[str, ...], what: str) -> None:
        for key in self._table:
            if key not in keys:
                self._fail(key, f"'{key}' for {what}", f"only {', '.join(keys)}")

    def _get(self, key: str, kind: type, expected: str) -> Any:
        value = self._table.get(key)
        if value is not None and (type(value) is not kind or (kind is int and not _is_number(value))):
            self._fail(key, f"{key} = {_shown(value)}", expected)
        return value

    def _position(self, key: str) -> re.Match[str] | None:
        names = "|".join(re.escape(k) for k in (key, *(old for old, new in _SYNONYMS.items() if new == key)))
        return re.search(rf"^[ \t\[\"']*({names})\b[\"']?[ \t]*", self._text, re.MULTILINE)

    def _place(self, match: re.Match[str]) -> Location:
        return Location(self._source, 1, 1).after(self._text[: match.start(1)])

    def _first_line(self, key: str) -> int:
        """The line where the text of a key begins."""
        match = self._position(key)
        if match is None:
            return 1
        opening = re.compile(r"=[ \t]*(\"{3}|'{3})\n").match(self._text, match.end())
        return (self._place(match).line or 1) + (opening is not None)

    def _fail(self, key: str, found: str, expected: str, hint: str | None = None) -> NoReturn:
        match = self._position(key)
        raise (self._place(match) if match else Location(self._source)).error(found, expected, hint)


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) <= _LARGEST_NUMBER


def _shown(value: object) -> str:
    try:
        return printable(repr(value), 60)
    except ValueError:  # an integer beyond Python's limit for writing it out
        return "a huge number"
