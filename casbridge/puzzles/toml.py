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
`colours`. Givens may also be written as `given = { r1c1 = 4 }`, for graphs `given = { v1 = 2 }`. The keys of variants,
such as `cages`, are in `casbridge.puzzles.variants.reading`.
'''

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn, Unpack, cast

from casbridge.errors import InputError, Location, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import FAMILIES, LARGEST_GRAPH, LARGEST_SIDE, Layout, graph, jigsaw, with_constraints
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import Grid, cell_values, drawn_grid, grid_layout, parse_box
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.toml_keys import FIELDS, GRAPH_KEYS, GRID_KEYS, KEYS, SYNONYMS, VARIANT_KEYS
from casbridge.puzzles.toml_places import Span, key_places
from casbridge.puzzles.toml_tables import TomlTable, did_you_mean, shown

_LARGEST_NUMBER = 10**9
_LONGEST_HERE = 1 << 18
#: How tomllib says that a key stands twice.
_TWICE = re.compile(
    r"(?:Cannot mutate immutable namespace|Cannot declare|Duplicate inline table key|Cannot overwrite a value)(.*)"
)
_KEY = re.compile(r"\s*([\w.-]+)\s*=")
_QUOTED = re.compile(r"'([^']*)'")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def parse_toml(text: str, **wanted: Unpack[ReadingOptions]) -> Puzzle:
    """The puzzle that a TOML document states. Options are used instead of what the document says.

    Raises InputError, with line and column, for bad TOML, unknown keys, values of the wrong kind, and bad grids.

    >>> parse_toml('family = "latin"\\nside = 3\\ngiven = { r1c2 = 3 }').line
    '.3.......'
    """
    source, deadline = wanted.get("source"), wanted.get("deadline", NEVER)
    if len(text) <= _LONGEST_HERE:
        table = toml_table(text, source)
    else:  # tomllib knows no deadline
        from casbridge.processes.apart import call

        table = cast(dict[str, Any], call(toml_table, text, source, deadline=deadline))
    deadline.check()
    return _Document(text, source, table, deadline).puzzle(wanted)


def toml_table(text: str, source: str | None = None, expected: str = "a puzzle") -> dict[str, Any]:
    """What tomllib reads, with errors of our own.

    source: the file's name, for errors. expected: what the document should be.
    Raises InputError, with line and column.

    >>> toml_table("side = 3")
    {'side': 3}
    """
    import tomllib

    for number, row in enumerate(text.split("\n"), 1):
        if row.count(".") > LARGEST_SIDE**2:  # a key a.a.a… would take tomllib the square of its length
            raise Location(source, number, 1).error(f"{row.count('.')} dots", f"at most {LARGEST_SIDE**2}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError("TOML that is nested too deeply", source=source, expected=expected) from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        at = Location(source, int(place[1]), int(place[2])) if place else Location(source, 1, 1).after(text)
        is_grammar = isinstance(error, tomllib.TOMLDecodeError)
        what = printable(str(error).partition(" (at")[0], 120) if is_grammar else "a number with too many digits"
        if is_grammar and (twice := _TWICE.match(what)):
            own = _KEY.match(text.split("\n")[(at.line or 1) - 1])
            names = ".".join(_QUOTED.findall(twice[1] or "")) or (own[1] if own else "")
            key = f"the key {names!r}" if names else "a key"
            raise at.error(f"bad TOML: {key} stands twice", "each key once") from None
        raise at.error(f"bad TOML: {what}", "key = value") from None


class _Document:
    """A parsed document whose values have the right types, with the text to find lines in."""

    def __init__(self, text: str, source: str | None, table: Mapping[str, Any], deadline: Deadline) -> None:
        self._text, self._source, self._deadline = text, source, deadline
        self._values: dict[str, Any] = dict.fromkeys(FIELDS)
        for key, value in table.items():
            name = SYNONYMS.get(key, key)
            if name not in FIELDS:
                hint = did_you_mean(key, KEYS)
                self._fail(key, f"unknown key {printable(key, 60)!r}", f"one of {', '.join(KEYS[:10])}, …", hint)
            if self._values[name] is not None:
                self._fail(key, f"{key!r} beside {name!r}", "one of them")
            kinds, expected = FIELDS[name]
            if type(value) not in kinds or (type(value) is int and not _is_number(value)):
                self._fail(name, f"{name} = {shown(value)}", expected)
            self._values[name] = value

    def puzzle(self, given: ReadingOptions) -> Puzzle:
        family = given.get("family") or self._family()
        wanted, what = (GRAPH_KEYS, "a graph") if family == "graph" else (GRID_KEYS, f"a {family}")
        for key, value in self._values.items():
            if value is not None and key not in wanted:
                plain = [name for name in wanted if name not in VARIANT_KEYS]
                self._fail(key, f"'{key}' for {what}", f"only {', '.join(plain)}")
        if family == "graph":
            layout, grid = self._graph(given.get("colours")), None
        else:
            layout, grid = self._grid(family, given.get("box") or self._box())
            layout = self._with_constraints(layout)
        givens = list(cell_values(grid, layout.digits)) if grid else [0] * layout.cells
        self._put_given(layout, givens)
        return Puzzle(layout, tuple(givens), self._values["name"] or given.get("name", ""))

    def _family(self) -> str:
        values = self._values
        if values["family"] is None:
            is_graph = values["edges"] is not None or values["vertices"] is not None
            return "jigsaw" if values["regions"] is not None else "graph" if is_graph else "sudoku"
        if values["family"] not in FAMILIES:
            self._fail("family", f"the family {printable(values['family'], 40)!r}", ", ".join(FAMILIES))
        return str(values["family"])

    def _grid(self, family: str, box: tuple[int, int] | None) -> tuple[Layout, Grid | None]:
        grid, regions = self._drawing("grid"), self._drawing("regions")
        sides = {"grid": grid and grid.side, "regions": regions and regions.side, "side": self._values["side"]}
        sides["box"] = box[0] * box[1] if box else None
        known = {key: value for key, value in sides.items() if value is not None}
        if not known:
            raise Location(self._source, 1, 1).error("no grid", "'grid' or 'side'")
        key, n = next(iter(known.items()))
        for other, value in known.items():
            self._need(value == n, other, f"'{other}' of side {value} beside '{key}' of side {n}", "the same side")
        self._need(1 <= n <= LARGEST_SIDE, key, f"a grid of side {n}", f"1 to {LARGEST_SIDE}")
        diagonals = bool(self._values["diagonals"])
        if family == "jigsaw":
            if regions is None:
                self._fail("family", "a jigsaw without regions", "'regions' with a letter or digit for every cell")
            self._need(not box, "box", "boxes in a jigsaw", "'regions' only")
            return jigsaw(self._region_numbers(regions), diagonals), grid
        self._need(not regions, "regions", f"regions in a {family}", 'family = "jigsaw"')
        self._need(not (box and family == "latin"), "box", "boxes in a Latin square", 'family = "sudoku"')
        try:
            return grid_layout(n, box or (grid.box if grid else None), family, diagonals), grid
        except InputError as error:
            raise Location(self._source).placed(error) from None

    def _with_constraints(self, layout: Layout) -> Layout:
        stated = {key: self._values[key] for key in VARIANT_KEYS if self._values[key] is not None}
        if not stated:
            return layout
        from casbridge.puzzles.variants.reading import read_constraints

        table = TomlTable(stated, self._text, self._source)
        found = []
        for path, constraint in read_constraints(table, layout.side):
            self._deadline.check()
            if objection := constraint.objection(layout.side):
                table.fail(*path, found=objection, expected=f"a grid that {constraint.plural} fit")
            found.append(constraint)
        return with_constraints(layout, found)

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
        text = self._values[key]
        if text is None:
            return None
        span = self._span(key)
        opening = span and re.compile(r"[ \t]*=[ \t]*(\"{3}|'{3})\n").match(self._text, span.end)
        first = (self._place(span).line or 1) + (opening is not None) if span else 1
        grid = drawn_grid(text, Location(self._source, first, 1), self._deadline)
        if grid is None:
            self._fail(key, f"'{key}' without cells", "rows")
        return grid

    def _box(self) -> tuple[int, int] | None:
        value = self._values["box"]
        if isinstance(value, list):
            are_sizes = len(value) == 2 and all(type(part) is int and part <= LARGEST_SIDE for part in value)
            shape = (value[0], value[1]) if are_sizes else None
        else:
            shape = parse_box(value or "")
        if value is not None and (shape is None or min(shape) < 1):
            self._fail("box", f"the box {shown(value)}", FIELDS["box"][1])
        return shape

    def _put_given(self, layout: Layout, givens: list[int]) -> None:
        """Put the digits of the table `given` into the givens."""
        given = self._values["given"] or {}
        cells = {layout.cell_name(cell): cell for cell in range(layout.cells)} if given else {}
        if not layout.is_grid:
            cells |= {name[1:]: cell for name, cell in cells.items()}
        for name, digit in given.items():
            cell = cells.get(re.sub(r"0*([0-9]+)", r"\1", name))
            if cell is None:
                last = layout.cell_name(layout.cells - 1) if layout.cells else "none"
                self._fail("given", f"the cell {printable(name, 40)!r}", f"a cell up to {last}")
            is_digit = type(digit) is int and 1 <= digit <= layout.digits
            self._need(is_digit, "given", f"{name} = {shown(digit)}", f"a digit 1-{layout.digits}")
            is_new = givens[cell] in (0, digit)
            self._need(is_new, "given", f"{name} = {digit} beside {givens[cell]} in the grid", "one of them")
            givens[cell] = digit

    def _graph(self, colours: int | None) -> Layout:
        colours = self._values["colours"] if colours is None else colours
        if colours is None:
            hint = "write colours = 3, or give --colours 3"
            raise InputError("a graph without a number of colours", source=self._source, expected="one", hint=hint)
        self._need(colours >= 1, "colours", f"{colours} colours", "at least 1")
        edges = self._values["edges"] or []
        for edge in edges:
            if not (isinstance(edge, list) and len(edge) == 2 and all(map(_is_number, edge))):
                self._fail("edges", f"the edge {shown(edge)}", "two vertices such as [1, 2]")
        vertices = self._values["vertices"]
        if vertices is None:
            vertices = max((max(edge) for edge in edges), default=0)
        try:
            return graph(vertices, tuple((u - 1, v - 1) for u, v in edges), colours)
        except InputError as error:
            is_vertices = self._values["vertices"] is not None and not 0 <= vertices <= LARGEST_GRAPH
            key = "vertices" if is_vertices else "colours" if " colours" in error.found else "edges"
            self._fail(key, error.found, error.expected or "")

    def _span(self, key: str) -> Span | None:
        names = (key, *(old for old, new in SYNONYMS.items() if new == key))
        return next(iter(key_places(self._text, [(name,) for name in names]).values()), None)

    def _place(self, span: Span) -> Location:
        return Location(self._source, 1, 1).after(self._text[: span.start])

    def _need(self, holds: bool, key: str, found: str, expected: str) -> None:
        if not holds:
            self._fail(key, found, expected)

    def _fail(self, key: str, found: str, expected: str, hint: str | None = None) -> NoReturn:
        span = self._span(key)
        raise (self._place(span) if span else Location(self._source)).error(found, expected, hint)


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) <= _LARGEST_NUMBER
