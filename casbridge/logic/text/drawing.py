"""Draw states with their candidates, and steps in them, as SVG.

The table in docs/pictures-and-pages.md says what each element means. No meaning rests on colour alone. Digits are
numbers, as in the sentences and in the book's notation: 10, not A.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from math import ceil, hypot, isqrt
from typing import NamedTuple

from casbridge.board.peers import board_of
from casbridge.logic.states import State
from casbridge.logic.steps import Step
from casbridge.logic.text.highlights import Arrow, Highlight, highlight_of
from casbridge.logic.text.words import describe
from casbridge.puzzles.drawing import (
    BLUE,
    FAINT,
    INK,
    PAPER,
    SHADE,
    THIN,
    Circle,
    circle_of,
    graph_edges,
    grid_lines,
    shaded_diagonals,
    svg_document,
    title_of,
)
from casbridge.puzzles.layouts import Layout

# Colours by their use, on light and on dark paper. Colour-blind people can tell them apart (after Okabe and Ito), also
# by lightness.
_COLOURS = {
    "ink": (INK, "#eef1f4"),
    "paper": (PAPER, "#14181d"),
    "faint": (FAINT, "#a3adb8"),
    "thin": (THIN, "#59636e"),
    "diagonal": (SHADE, "#3a3420"),
    "found": (BLUE, "#86bdff"),
    "pencil": ("#55595e", "#b7bfc8"),
    "shade": ("#e3e9f1", "#26313d"),
    "focus": ("#cfe4f7", "#1d4566"),
    "outline": ("#0072b2", "#56b4e9"),
    "reason": ("#ffffff", "#0c0f13"),
    "true": ("#0b4f7d", "#9ad5ff"),
    "false": ("#b25900", "#ffb454"),
    "zeroed": ("#a30f2b", "#ff97a6"),
    "strike": ("#e0203f", "#ff4d67"),
    "placed": ("#cdeed9", "#123f2b"),
    "placing": ("#00633f", "#74e2a8"),
    "failed": ("#fbd3d9", "#571c28"),
    "trial": ("#7a2a94", "#dca6f5"),
}

#: The colours on light paper.
PALETTE = {name: light for name, (light, _) in _COLOURS.items()}
#: The colours on dark paper.
DARK = {name: dark for name, (_, dark) in _COLOURS.items()}

#: The look of each kind of element. Words of the palette stand for their colours.
STYLES: dict[str, dict[str, str]] = {
    "shaded": {"fill": "shade", "stroke": "none"},
    "shaded-edge": {"stroke": "shade", "stroke-width": "9", "fill": "none"},
    "outlined": {"stroke": "outline", "stroke-width": "4", "stroke-linecap": "square", "fill": "none"},
    "focus": {"fill": "focus"},
    "failed": {"fill": "failed", "stroke": "zeroed", "stroke-width": "3", "stroke-dasharray": "5 4"},
    "placed": {"fill": "placed", "stroke": "placing", "stroke-width": "3"},
    "placed-inner": {"fill": "none", "stroke": "placing", "stroke-width": "1.5"},
    "given": {"fill": "ink", "font-weight": "bold"},
    "found": {"fill": "found"},
    "new": {"fill": "placing", "font-weight": "bold"},
    "trial": {"fill": "trial", "font-style": "italic"},
    "supposed": {"fill": "none", "stroke": "trial", "stroke-width": "2.5", "stroke-dasharray": "6 4"},
    "candidate": {"fill": "pencil"},
    "reason": {"fill": "reason", "stroke": "outline", "stroke-width": "1.5"},
    "reason-digit": {"fill": "ink", "font-weight": "bold"},
    "true": {"fill": "true", "stroke": "true", "stroke-width": "1.5"},
    "true-digit": {"fill": "paper", "font-weight": "bold"},
    "assumed": {"fill": "paper", "stroke": "true", "stroke-width": "2.6"},
    "assumed-digit": {"fill": "zeroed", "font-weight": "bold"},
    "false": {"fill": "paper", "stroke": "false", "stroke-width": "1.8", "stroke-dasharray": "3.2 2"},
    "false-digit": {"fill": "false", "font-weight": "bold"},
    "zeroed-digit": {"fill": "zeroed", "font-weight": "bold"},
    "strike": {"stroke": "strike", "stroke-width": "1.7", "stroke-linecap": "round", "fill": "none"},
    "strong": {"stroke": "true", "stroke-width": "1.8", "fill": "none"},
    "weak": {"stroke": "false", "stroke-width": "1.6", "stroke-dasharray": "4 3", "fill": "none"},
    "strong-head": {"fill": "true"},
    "weak-head": {"fill": "false"},
    "label": {"fill": "faint"},
}

_SCOPE = "casbridge-state"


class _PicturePlan(NamedTuple):
    """Where things are in a picture of a layout, in SVG units.

    width: of the picture.
    cell: the size of a cell, or of the disc of a vertex.
    centres: for each cell its centre.
    spots: for each digit the way from a cell's centre to the centre of its candidate.
    pitch: the distance of two candidates.
    value, pencil: the font sizes of values and candidates.
    margin, circle: of a grid the margin, of a graph the circle of its vertices.
    """

    layout: Layout
    width: float
    cell: float
    centres: tuple[tuple[float, float], ...]
    spots: tuple[tuple[float, float], ...]
    pitch: float
    value: float
    pencil: float
    margin: int
    circle: Circle | None

    @property
    def ring(self) -> float:
        """The radius of the ring around a candidate."""
        return round(self.pitch * 0.46, 1)

    def at(self, cell: int, digit: int) -> tuple[float, float]:
        """The centre of a candidate."""
        (x, y), (right, down) = self.centres[cell], self.spots[digit - 1]
        return x + right, y + down


@lru_cache(maxsize=16)
def plan_of(layout: Layout) -> _PicturePlan:
    """The plan of a layout's pictures, made once.

    >>> from casbridge.puzzles import sudoku
    >>> plan = plan_of(sudoku(3, 3))
    >>> plan.width, plan.centres[1], plan.spots[:3], plan.at(1, 5)
    (572, (114, 54), ((-18.0, -18.0), (0.0, -18.0), (18.0, -18.0)), (114.0, 54.0))
    """
    n = layout.digits
    columns = isqrt(n - 1) + 1
    if layout.box is not None and n > 3 and max(layout.box) < 2 * min(layout.box) + 1:
        columns = max(layout.box)
    rows = ceil(n / columns)
    pitch = 18.0 if n < 10 else 19.0
    spots = tuple(
        ((digit % columns - (columns - 1) / 2) * pitch, (digit // columns - (rows - 1) / 2) * pitch)
        for digit in range(n)
    )
    pencil = 13.0
    if layout.is_grid:
        cell = int(max(44, columns * pitch + 6))
        cell += cell % 2
        margin = 24 if n < 10 else 36
        middles: list[float] = [margin + place * cell + cell // 2 for place in range(n)]
        centres = tuple((x, y) for y in middles for x in middles)
        width = margin + n * cell + 8
        return _PicturePlan(layout, width, cell, centres, spots, pitch, round(cell * 0.62), pencil, margin, None)
    across = round(max(36.0, hypot(columns, rows) * pitch * 0.92))
    circle = circle_of(layout, across * 1.4, across / 2 + 34)
    centres = tuple([(round(x, 1), round(y, 1)) for x, y in circle.places])
    return _PicturePlan(
        layout, 2 * circle.centre, across, centres, spots, pitch, round(across * 0.55), pencil, 0, circle
    )


def draw_state(state: State, step: Step | None = None) -> str:
    """A state with its candidates as an SVG document.

    step: the step after this state, to light up. Candidates that it zeroes are struck; its value is shown as new.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> found = explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    >>> picture = draw_state(next(found.states()), found.steps[0])
    >>> picture.count('class="strike"')
    7
    """
    puzzle = state.puzzle
    known = sum(1 for value in state.values if value)
    title = title_of(puzzle, f"{known} of {puzzle.layout.cells} known")
    said = describe(puzzle.layout, step) if step is not None else puzzle.line
    style = f"<style>{style_sheet(f'.{_SCOPE}', PALETTE)}</style>"
    body = [style, *picture_layers(state, None if step is None else highlight_of(puzzle.layout, step))]
    return svg_document(plan_of(puzzle.layout).width, title, said, body, f' class="{_SCOPE}"')


def style_sheet(scope: str, colours: Mapping[str, str]) -> str:
    """The looks of all kinds of elements as CSS.

    scope: the selector of the element around the picture.
    colours: the colour of each word of the palette.

    >>> style_sheet(".here", {**PALETTE, "shade": "var(--shade)"}).splitlines()[0]
    '.here .shaded{fill:var(--shade);stroke:none}'
    """
    rules = []
    for name, looks in STYLES.items():
        said = ";".join(f"{key}:{colours.get(value, value)}" for key, value in looks.items())
        rules.append(f"{scope} .{name}{{{said}}}")
    return "\n".join(rules)


def picture_layers(state: State, lit: Highlight | None) -> Iterator[str]:
    """The layers, lowest first: "diagonals", "units", "cells", "lines", "over". In a graph lines are second.

    "units", "cells" and "over" depend on the state and the step, the others only on the puzzle.

    >>> from casbridge.logic import first_state
    >>> from casbridge.puzzles import Puzzle, latin
    >>> len(list(picture_layers(first_state(Puzzle(latin(2), (0,) * 4)), None)))
    5
    """
    layout = state.puzzle.layout
    plan = plan_of(layout)
    lit = lit or Highlight()
    units = _layer("units", _shades(plan, lit))
    cells = _layer("cells", _cells(plan, lit))
    outlines = [f'<path class="outlined" d="{outline(plan, unit)}"/>' for unit in lit.outlined]
    over = _layer("over", [*outlines, *_digits(plan, state, lit), *_links(plan, lit)])
    if plan.circle is None:
        yield _layer("diagonals", shaded_diagonals(layout, int(plan.cell), plan.margin))
        yield units
        yield cells
        yield _layer("lines", [*grid_lines(layout, int(plan.cell), plan.margin), *_labels(plan)])
    else:
        yield units
        yield _layer("lines", [graph_edges(layout, plan.centres), *_discs(plan, plan.circle, state.puzzle.givens)])
        yield cells
    yield over


def outline(plan: _PicturePlan, unit: int) -> str:
    """The border of a unit's cells as a path. For an edge it is the line from disc to disc.

    >>> from casbridge.puzzles import latin
    >>> outline(plan_of(latin(1)), 0)
    'M24 24h44M24 68h44M24 24v44M68 24v44'
    """
    members = plan.layout.units[unit].cells
    if plan.circle is not None:
        (x1, y1), (x2, y2) = (plan.centres[cell] for cell in members)
        part = plan.cell / 2 / (hypot(x2 - x1, y2 - y1) or 1)
        return (
            f"M{_n(x1 + part * (x2 - x1))} {_n(y1 + part * (y2 - y1))}"
            f"L{_n(x2 - part * (x2 - x1))} {_n(y2 - part * (y2 - y1))}"
        )
    n, own, half = plan.layout.side, set(members), plan.cell / 2
    path = ""
    for cell in members:
        row, column = divmod(cell, n)
        x, y = plan.centres[cell]
        left, top, size = _n(x - half), _n(y - half), _n(plan.cell)
        path += f"M{left} {top}h{size}" if not row or cell - n not in own else ""
        path += f"M{left} {_n(y + half)}h{size}" if row == n - 1 or cell + n not in own else ""
        path += f"M{left} {top}v{size}" if not column or cell - 1 not in own else ""
        path += f"M{_n(x + half)} {top}v{size}" if column == n - 1 or cell + 1 not in own else ""
    return path


def arrow_paths(plan: _PicturePlan, arrow: Arrow) -> tuple[str, str]:
    """A link as a bent line, and its head, which is "" for a link without direction.

    >>> from casbridge.puzzles import latin
    >>> arrow_paths(plan_of(latin(2)), Arrow((0, 1), (1, 1), True, False))
    ('M44.4 49.7Q59 57 73.6 49.7', '')
    """
    (x1, y1), (x2, y2) = plan.at(*arrow.start), plan.at(*arrow.end)
    length = hypot(x2 - x1, y2 - y1) or 1.0
    u, v = (x2 - x1) / length, (y2 - y1) / length
    bend = min(0.16 * length, 26) + 4 if length > 3 * plan.ring else 1.8 * plan.ring
    control = (x1 + x2) / 2 - bend * v, (y1 + y2) / 2 + bend * u
    start = _towards((x1, y1), control, plan.ring)
    end = _towards((x2, y2), control, plan.ring + (1 if arrow.directed else 0))
    line = f"M{_n(start[0])} {_n(start[1])}Q{_n(control[0])} {_n(control[1])} {_n(end[0])} {_n(end[1])}"
    if not arrow.directed:
        return line, ""
    away = hypot(end[0] - control[0], end[1] - control[1]) or 1.0
    u, v = (end[0] - control[0]) / away, (end[1] - control[1]) / away
    back, side = 6.5, 3.4
    sides = [(end[0] - back * u - s * side * v, end[1] - back * v + s * side * u) for s in (1, -1)]
    return line, "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in (end, *sides)) + "Z"


def _towards(start: tuple[float, float], end: tuple[float, float], by: float) -> tuple[float, float]:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    part = min(by, 0.8 * length) / length
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


# -- layers -----------------------------------------------------------------------------------------------------------


def _layer(name: str, elements: Iterable[str]) -> str:
    return f'<g class="{name}">{"".join(elements)}</g>'


def _n(number: float) -> str:
    """A coordinate, short."""
    return f"{round(number, 1):g}"


def _text(x: float, y: float, size: float, kind: str, words: object) -> str:
    """Words around a point. The height of a digit is about 0.72 of its font size."""
    return (
        f'<text class="{kind}" x="{_n(x)}" y="{_n(y + 0.36 * size)}" font-size="{_n(size)}">{escape(str(words))}</text>'
    )


def _labels(plan: _PicturePlan) -> Iterator[str]:
    """The numbers of rows and columns, as in the name r4c1."""
    n = plan.layout.side
    size = 0.46 * plan.margin
    middle = plan.margin / 2 - 1
    for i in range(n):
        yield _text(plan.centres[i][0], middle, size, "label", f"c{i + 1}")
        yield _text(middle, plan.centres[i * n][1], size, "label", f"r{i + 1}")


def _discs(plan: _PicturePlan, circle: Circle, givens: tuple[int, ...]) -> Iterator[str]:
    """The vertices of a graph and their names. Vertices with a given colour have a thick line."""
    for vertex, (x, y) in enumerate(plan.centres):
        width = 3 if givens[vertex] else 1
        yield (
            f'<circle class="disc" cx="{_n(x)}" cy="{_n(y)}" r="{_n(plan.cell / 2)}" fill="{PAPER}" stroke="{INK}"'
            f' stroke-width="{width}"/>'
        )
        out = circle.beyond((x, y), plan.cell / 2 + 14)
        yield _text(*out, 11.0, "label", plan.layout.cell_name(vertex))


def _area(plan: _PicturePlan, kind: str, cell: int, inset: float = 0) -> str:
    x, y = plan.centres[cell]
    if plan.circle is not None:
        return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(plan.cell / 2 - inset)}"/>'
    left, top, size = _n(x - plan.cell / 2 + inset), _n(y - plan.cell / 2 + inset), _n(plan.cell - 2 * inset)
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{size}" height="{size}"/>'


def _shades(plan: _PicturePlan, lit: Highlight) -> Iterator[str]:
    if plan.circle is not None:
        for unit in lit.shaded:
            yield f'<path class="shaded-edge" d="{outline(plan, unit)}"/>'
        return
    members = board_of(plan.layout).members
    for cell in sorted({cell for unit in lit.shaded for cell in members[unit]}):
        yield _area(plan, "shaded", cell)


def _cells(plan: _PicturePlan, lit: Highlight) -> Iterator[str]:
    for cell in lit.cells:
        yield _area(plan, "focus", cell)
    for cell in lit.failed:
        yield _area(plan, "failed", cell, 3)
    if lit.placement is not None:
        yield _area(plan, "placed", lit.placement.cell, 3)
        yield _area(plan, "placed-inner", lit.placement.cell, 6.5)


def _digits(plan: _PicturePlan, state: State, lit: Highlight) -> Iterator[str]:
    """Values, and candidates with their rings and strikes."""
    roles = {(mark.cell, mark.digit): mark.role for mark in lit.marks}
    zeroed = {(removal.cell, removal.digit) for removal in lit.removals}
    for cell, value in enumerate(state.values):
        x, y = plan.centres[cell]
        if lit.placement is not None and lit.placement.cell == cell:
            yield _text(x, y, plan.value, "new", lit.placement.digit)
        elif value:
            yield _text(x, y, plan.value, "given" if state.puzzle.givens[cell] else "found", value)
        else:
            for digit in state.digits(cell):
                yield from _candidate(plan, cell, digit, roles.get((cell, digit), ""), (cell, digit) in zeroed)


def _candidate(plan: _PicturePlan, cell: int, digit: int, role: str, zeroed: bool) -> Iterator[str]:
    x, y = plan.at(cell, digit)
    r = plan.ring
    if role == "true" and zeroed:
        role = "assumed"
    if role == "reason":
        side = _n(2 * r)
        yield f'<rect class="reason" x="{_n(x - r)}" y="{_n(y - r)}" width="{side}" height="{side}" rx="3"/>'
    elif role:
        yield f'<circle class="{role}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'
    kind = f"{role}-digit" if role else "zeroed-digit" if zeroed else "candidate"
    yield _text(x, y, plan.pencil, kind, digit)
    if zeroed:
        far, up = r + (3 if role else 0.5), 0.6 * r
        yield f'<path class="strike" d="M{_n(x - far)} {_n(y + up)}L{_n(x + far)} {_n(y - up)}"/>'


def _links(plan: _PicturePlan, lit: Highlight) -> Iterator[str]:
    for arrow in lit.arrows:
        kind = "strong" if arrow.strong else "weak"
        line, head = arrow_paths(plan, arrow)
        yield f'<path class="{kind}" d="{line}"/>'
        if head:
            yield f'<path class="{kind}-head" d="{head}"/>'
