"""Grids whose regions are named by signs: a killer is a grid of letters with a sum for each, a jigsaw such a grid and one
with its givens."""

from __future__ import annotations

import re
from collections import Counter
from math import isqrt
from typing import NamedTuple, Unpack

from casbridge.errors import InputError, Location
from casbridge.puzzles.layouts import jigsaw, with_constraints
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import cell_values, drawn_grid, grid_layout
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants.regions import Cage

_SUM = re.compile(r"([A-Za-z])[ \t]*(?:[=:,;]|->)?[ \t]*([0-9]{1,4})(?![0-9])[ \t,;]*")
_SUMS = re.compile(rf"[ \t]*(?:{_SUM.pattern})+\Z")
_MAP = re.compile(r"(?=.*[A-Za-z])[A-Za-z.]+\Z")
_GIVENS = re.compile(r"[0-9.*_-]+\Z")
_SEPARATORS = re.compile(r"[\s,|]+")
_TITLE = re.compile(r"[ \t]*[A-Za-z][A-Za-z ]{2,}:?[ \t]*\Z")
_LEAST_SIDE = 4
_LONGEST = 100_000


class _Lettered(NamedTuple):
    """The rows of a map of regions, a sign for each cell, and of givens, and the sums; each with the number of its line."""

    regions: list[tuple[int, str]]
    givens: list[tuple[int, str]]
    sums: list[tuple[int, str]]


def is_lettered(text: str) -> bool:
    """Whether a text is a killer or a jigsaw with a sign for each region.

    >>> is_lettered("aabb\\naabb\\nccdd\\nccdd\\na=10\\nb=10\\nc=10\\nd=10"), is_lettered("abcd\\nbadc\\ncdab\\ndcba")
    (True, False)
    """
    return len(text) < _LONGEST and _parts(text) is not None


def read_lettered(text: str, **wanted: Unpack[ReadingOptions]) -> list[Puzzle]:
    """The killer or the jigsaw in a text: a map of regions, its sums, and givens above, below or beside the map.

    Cells with a dot are in no cage. Raises InputError, with line and column, for a cage without a sum, and for a wrong sum.

    >>> (killer,) = read_lettered("1... aabb\\n.... aabb\\n.... ccdd\\n.... ccdd\\na 10, b 10\\nc 10, d 10")
    >>> killer.clues, killer.layout.description
    (1, '4×4 Sudoku with boxes 2×2, killer cages')
    >>> read_lettered("0001\\n0211\\n2213\\n2333\\n\\n1...\\n....\\n..3.\\n....")[0].layout.description
    '4×4 jigsaw Sudoku'
    """
    parts = _parts(text)
    source = wanted.get("source")
    if parts is None:
        raise InputError("no map of regions", source=source, expected="n rows with n letters, and a sum for each letter")
    signs = "".join(row for _, row in parts.regions)
    cells: dict[str, list[int]] = {}
    for cell, sign in enumerate(signs):
        if sign != ".":
            cells.setdefault(sign, []).append(cell)
    if parts.sums:
        totals = _totals(parts, source)
        layout = grid_layout(isqrt(len(signs)), wanted.get("box"), wanted.get("family"))
        try:
            layout = with_constraints(layout, [Cage(tuple(cells[sign]), totals[sign]) for sign in cells])
        except InputError as error:
            raise Location(source, parts.sums[0][0], 1).placed(error) from None
    else:
        layout = jigsaw(tuple([*cells].index(sign) for sign in signs))
    lines = [""] * (text.count("\n") + 1)
    for number, row in parts.givens:
        written = text.split("\n")[number - 1]
        lines[number - 1] = " " * written.index(row[0]) + row.replace("-", ".")
    grid = drawn_grid("\n".join(lines), Location(source, 1, 1)) if parts.givens else None
    givens = cell_values(grid, layout.digits) if grid else (0,) * layout.cells
    return [Puzzle(layout, givens, wanted.get("name", ""))]


def _totals(parts: _Lettered, source: str | None) -> dict[str, int]:
    """The sum of each cage."""
    signs = {*"".join(row for _, row in parts.regions)} - {"."}
    is_one_case = len({sign.isupper() for sign in signs}) == 1
    totals: dict[str, int] = {}
    for number, line in parts.sums:
        for match in _SUM.finditer(line):
            sign, at = match[1], Location(source, number, match.start() + 1)
            if sign not in signs and is_one_case:
                sign = sign.swapcase()
            if sign not in signs or sign in totals:
                found = f"a second sum for {sign}" if sign in totals else f"a sum for {sign}, which is no cage"
                raise at.error(found, "one sum for each letter of the map")
            totals[sign] = int(match[2])
    if missing := sorted(signs - {*totals}):
        at = Location(source, parts.sums[-1][0], 1)
        raise at.error(f"no sum for {', '.join(missing)}", "one sum for each letter of the map (a dot is in no cage)")
    return totals


def _parts(text: str) -> _Lettered | None:
    """The parts of a killer or of a jigsaw; None for another text."""
    parts = _Lettered([], [], [])
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.partition("#")[0].strip()
        words = [word for word in _SEPARATORS.split(line) if word]
        joined = "".join(words)
        first, _, rest = line.partition(" ")
        if not line.strip("-+=| \t"):
            continue
        if _SUMS.match(line):
            parts.sums.append((number, whole.partition("#")[0]))
        elif _MAP.match(first) and _SUMS.match(rest):
            parts.regions.append((number, first))
            parts.sums.append((number, " " * (whole.index(first) + len(first)) + rest))
        elif len(words) == 2 and len(words[0]) == len(words[1]) and _GIVENS.match(words[0]) and _MAP.match(words[1]):
            parts.givens.append((number, words[0]))
            parts.regions.append((number, words[1]))
        elif _GIVENS.match(joined):
            parts.givens.append((number, joined))
        elif _MAP.match(joined) and len({*map(len, words)}) == 1:
            parts.regions.append((number, joined))
        elif not _TITLE.match(line):
            return None
    if not parts.regions and not parts.sums:
        parts = _halves(parts.givens)
    sizes = [len(row) for _, row in parts.regions]
    side = isqrt(sum(sizes))
    is_square = side >= _LEAST_SIDE and sizes in ([side] * side, [side * side])
    if not is_square or parts.givens and [len(row) for _, row in parts.givens] != sizes:
        return None
    return parts if parts.sums or (parts.givens and _is_jigsaw(parts.regions)) else None


def _halves(rows: list[tuple[int, str]]) -> _Lettered:
    """A map with digits for regions, and the givens; in either order, below a line with the side."""
    side = len(rows) // 2
    halves = rows[-2 * side :][:side], rows[-2 * side :][side:]
    if len(rows) % 2 and rows[0][1] != str(side):
        return _Lettered([], [], [])
    for regions, givens in (halves, halves[::-1]):
        if _is_jigsaw(regions):
            return _Lettered(regions, givens, [])
    return _Lettered([], [], [])


def _is_jigsaw(regions: list[tuple[int, str]]) -> bool:
    """Whether rows are a map with n connected regions of n cells, of which not all are rows, columns or alike."""
    rows = [row for _, row in regions]
    side = len(rows)
    signs = "".join(rows)
    if {*map(len, rows)} != {side} or not {*signs}.isdisjoint(".*_-") or {*Counter(signs).values()} != {side}:
        return False
    for sign in {*signs}:
        cells = {cell for cell, other in enumerate(signs) if other == sign}
        reached = {min(cells)}
        for _ in cells:
            steps = (-side, side, -1, 1)
            reached |= {
                cell + step
                for cell in reached
                for step in steps
                if cell + step in cells and (abs(step) > 1 or cell // side == (cell + step) // side)
            }
        if reached != cells:
            return False
    return True
