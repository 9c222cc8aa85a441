"""Puzzles with a map of regions, a sign for each cell: killers with a sum for each letter, and jigsaws."""

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

_SUM = re.compile(r"([A-Za-z])[ \t]*(?:(?:[=:,;]|->)[ \t]*)?([0-9]{1,4})(?![0-9])[ \t,;]*")
_SUMS = re.compile(rf"[ \t]*(?:{_SUM.pattern})+\Z")
_MAP = re.compile(r"(?=.*[A-Za-z])[A-Za-z.]+\Z")
_GIVENS = re.compile(r"[0-9.*_-]+\Z")
_SEPARATORS = re.compile(r"[\s,|]+")
_TITLE = re.compile(r"[A-Za-z][A-Za-z ]{2,}:?\Z")
_LEAST_SIDE = 4
_LONGEST = 100_000


class _Parts(NamedTuple):
    """The rows of a map, the rows of givens, and the sums, each with the number of its line."""

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
    """The killer or the jigsaw in a text: a map, its sums, and givens above, below or beside it. A dot is in no cage.

    Raises InputError, with line and column, for a letter without a sum, and for a wrong sum.

    >>> (killer,) = read_lettered("1... aabb\\n.... aabb\\n.... ccdd\\n.... ccdd\\na 10, b 10\\nc 10, d 10")
    >>> killer.clues, killer.layout.description
    (1, '4×4 Sudoku with boxes 2×2, killer cages')
    >>> read_lettered("0001\\n0211\\n2213\\n2333\\n\\n1...\\n....\\n..3.\\n....")[0].layout.description
    '4×4 jigsaw Sudoku'
    """
    source, parts = wanted.get("source"), _parts(text)
    if parts is None:
        raise InputError(
            "no map of regions", source=source, expected="n rows with n letters, and a sum for each letter"
        )
    signs = "".join(row for _, row in parts.regions)
    cells = {sign: tuple(i for i, other in enumerate(signs) if other == sign) for sign in dict.fromkeys(signs)}
    if parts.sums:
        cells.pop(".", None)
        totals = _totals(parts, {*cells}, source)
        layout = grid_layout(isqrt(len(signs)), wanted.get("box"), wanted.get("family"))
        try:
            layout = with_constraints(layout, [Cage(cells[sign], totals[sign]) for sign in cells])
        except InputError as error:
            raise Location(source, parts.sums[0][0], 1).placed(error) from None
    else:
        layout = jigsaw(tuple([*cells].index(sign) for sign in signs))
    lines = text.split("\n")
    rows = dict(parts.givens)
    shown = "\n".join(  # at the places where they stand
        " " * lines[i].index(rows[i + 1][0]) + rows[i + 1].replace("-", ".") if i + 1 in rows else ""
        for i in range(len(lines))
    )
    grid = drawn_grid(shown, Location(source, 1, 1))
    return [Puzzle(layout, cell_values(grid, layout.digits) if grid else (0,) * layout.cells, wanted.get("name", ""))]


def _totals(parts: _Parts, signs: set[str], source: str | None) -> dict[str, int]:
    """The sum of each cage."""
    is_one_case = len({sign.isupper() for sign in signs}) == 1
    totals: dict[str, int] = {}
    expected = "one sum for each letter of the map (a dot is in no cage)"
    for number, line in parts.sums:
        for match in _SUM.finditer(line):
            sign = match[1] if match[1] in signs or not is_one_case else match[1].swapcase()
            if sign not in signs or sign in totals:
                found = (
                    f"a second sum for {sign}" if sign in totals else f"a sum for {match[1]}, which is not in the map"
                )
                raise Location(source, number, match.start() + 1).error(found, expected)
            totals[sign] = int(match[2])
    if missing := sorted(signs - {*totals}):
        raise Location(source, parts.sums[-1][0], 1).error(f"no sum for {', '.join(missing)}", expected)
    return totals


def _parts(text: str) -> _Parts | None:
    """The parts of a killer or of a jigsaw; None for another text."""
    regions, givens, sums = parts = _Parts([], [], [])
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.partition("#")[0].rstrip()
        words = _SEPARATORS.sub(" ", line).split()
        joined, first = "".join(words), words[0] if words else ""
        if not line.strip("-+=| \t"):
            continue
        if _SUMS.match(line):
            sums.append((number, line))
        elif _MAP.match(first) and _SUMS.match(rest := line.replace(first, " " * len(first), 1)):
            regions.append((number, first))
            sums.append((number, rest))
        elif len(words) == 2 and len(first) == len(words[1]) and _GIVENS.match(first) and _MAP.match(words[1]):
            givens.append((number, first))
            regions.append((number, words[1]))
        elif _GIVENS.match(joined):
            givens.append((number, joined))
        elif _MAP.match(joined) and len({*map(len, words)}) == 1:
            regions.append((number, joined))
        elif not _TITLE.match(line.strip()):
            return None
    if not regions and not sums:  # digits for regions; perhaps the side above
        half = len(givens) // 2
        blocks = givens[len(givens) % 2 :][:half], givens[len(givens) % 2 :][half:]
        is_whole = len(givens) % 2 == 0 or givens[0][1] == str(half)
        parts = next((_Parts(a, b, []) for a, b in (blocks, blocks[::-1]) if is_whole and _is_jigsaw(a)), parts)
    sizes = [len(row) for _, row in parts.regions]
    side = isqrt(sum(sizes))
    is_grid = side >= _LEAST_SIDE and sizes in ([side] * side, [side * side])
    fits = not parts.givens or [len(row) for _, row in parts.givens] == sizes
    return parts if is_grid and fits and (parts.sums or (parts.givens and _is_jigsaw(parts.regions))) else None


def _is_jigsaw(rows: list[tuple[int, str]]) -> bool:
    """Whether rows are a map: n signs n times each, and beside each cell its own sign, unlike in a solution."""
    side, signs = len(rows), "".join(row for _, row in rows)
    if any(len(row) != side for _, row in rows) or re.search(r"[.*_-]", signs):
        return False
    beside = {(i, i + 1) for i in range(side * side) if (i + 1) % side} | {
        (i, i + side) for i in range(side * side - side)
    }
    joined = {i for pair in beside if signs[pair[0]] == signs[pair[1]] for i in pair}
    return {*Counter(signs).values()} == {side} and len(joined) == side * side
