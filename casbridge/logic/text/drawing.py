"""Draw states with their candidates, and what steps light up in them, as SVG.

The table in docs/pictures-and-pages.md says what each element means. No meaning rests on colour alone. Digits are
numbers, as in the sentences and in the book's notation: 10, not A.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from math import ceil, hypot, isqrt
from typing import NamedTuple

from casbridge.brief import Brief
from casbridge.logic.position import distinct
from casbridge.logic.steps import Placement, Removal, State, Step
from casbridge.logic.text.vocabulary import Words
from casbridge.logic.text.words import describe
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles import drawing
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants.regions import Cage

# Colours by their use, on light and on dark paper. Colour-blind people can tell them apart (after Okabe and Ito), also
# by lightness.
_COLOURS = {
    "ink": (drawing.INK, "#eef1f4"),
    "paper": (drawing.PAPER, "#14181d"),
    "faint": (drawing.FAINT, "#a3adb8"),
    "thin": (drawing.THIN, "#59636e"),
    "diagonal": (drawing.SHADE, "#3a3420"),
    "found": (drawing.BLUE, "#86bdff"),
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

# The colours of candidates in the reason, by their roles.
_DIGITS = {"reason": "ink", "true": "paper", "assumed": "zeroed", "false": "false", "zeroed": "zeroed"}
#: The look of each kind of element. Words of the palette stand for their colours.
STYLES: dict[str, dict[str, str]] = {
    "shaded": {"fill": "shade", "stroke": "none"},
    "shaded-edge": {"stroke": "shade", "stroke-width": "9", "fill": "none"},
    "outlined": {"stroke": "outline", "stroke-width": "4", "stroke-linecap": "square", "fill": "none"},
    "clue": {"stroke": "true", "stroke-width": "4", "stroke-linejoin": "round", "fill": "none"},
    "focus": {"fill": "focus"},
    "failed": {"fill": "failed", "stroke": "zeroed", "stroke-width": "3", "stroke-dasharray": "5 4"},
    "placed": {"fill": "placed", "stroke": "placing", "stroke-width": "3"},
    "placed-inner": {"fill": "none", "stroke": "placing", "stroke-width": "1.5"},
    "trial": {"fill": "trial", "font-style": "italic"},
    "supposed": {"fill": "none", "stroke": "trial", "stroke-width": "2.5", "stroke-dasharray": "6 4"},
    "reason": {"fill": "reason", "stroke": "outline", "stroke-width": "1.5"},
    "true": {"fill": "true", "stroke": "true", "stroke-width": "1.5"},
    "assumed": {"fill": "paper", "stroke": "true", "stroke-width": "2.6"},
    "false": {"fill": "paper", "stroke": "false", "stroke-width": "1.8", "stroke-dasharray": "3.2 2"},
    "strike": {"stroke": "strike", "stroke-width": "1.7", "stroke-linecap": "round", "fill": "none"},
    "strong": {"stroke": "true", "stroke-width": "1.8", "fill": "none"},
    "weak": {"stroke": "false", "stroke-width": "1.6", "stroke-dasharray": "4 3", "fill": "none"},
    **{f"{line}-head": {"fill": fill} for line, fill in (("strong", "true"), ("weak", "false"))},
    **{kind: {"fill": fill} for kind, fill in (("found", "found"), ("candidate", "pencil"), ("label", "faint"))},
    **{kind: {"fill": fill, "font-weight": "bold"} for kind, fill in (("given", "ink"), ("new", "placing"))},
    **{f"{role}-digit": {"fill": fill, "font-weight": "bold"} for role, fill in _DIGITS.items()},
}

_SCOPE = "casbridge-state"
#: Half the size of the frame around a number outside of the grid.
_FRAME = 10


class _Mark(NamedTuple):
    """A candidate of the reason. role: "reason"; "true" or "false" in a chain, for the two colours in a colouring."""

    cell: int
    digit: int
    role: str


class Arrow(NamedTuple):
    """A link from one candidate (cell, digit) to another.

    strong: whether one of the two is true; else at most one is. directed: whether the second follows from the first.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    strong: bool
    directed: bool


@dataclass(frozen=True, slots=True, repr=False)
class Highlight(Brief):
    """What to light up for a step; units and cells by number.

    outlined, shaded: the units in which the reason lies, and those in which something is zeroed.
    clue: the relations of the clue that a step uses.
    cells, failed: the cells whose candidates are the reason, and those without a candidate.
    marks, arrows: candidates of the reason, and links between them.
    placement, removals: the conclusions.
    """

    outlined: tuple[int, ...] = ()
    shaded: tuple[int, ...] = ()
    clue: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    marks: tuple[_Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    placement: Placement | None = None
    removals: tuple[Removal, ...] = ()


def highlight_of(layout: Layout, step: Step) -> Highlight:
    """What a step lights up in a grid or graph of this layout.

    >>> from casbridge import explain, read_puzzles
    >>> puzzle = read_puzzles(".4.....1..3.2...")[0]
    >>> zeroing, single = (highlight_of(puzzle.layout, step) for step in explain(puzzle).steps[3:5])
    >>> zeroing.cells, zeroing.shaded, single.outlined, single.placement
    ((12,), (4, 10, 3), (9,), Placement(cell=6, digit=4))
    """
    theorem, digits = step.theorem, step.digits
    by = distinct(cell for removal in step.removals for cell in removal.by)
    in_units = distinct(removal.unit for removal in step.removals if removal.unit >= 0)
    light = partial(Highlight, placement=step.placement, removals=step.removals)
    # If no one unit has a candidate and the cells that zero it, arrows show what zeroes it.
    far = [(cell, removal) for removal in step.removals if removal.unit < 0 for cell in removal.by]
    seen = tuple(Arrow((cell, removal.digit), removal[:2], False, False) for cell, removal in far)

    def reasons(cells: Iterable[int], role: str = "reason") -> tuple[_Mark, ...]:
        return tuple(_Mark(cell, digit, role) for cell in cells for digit in digits)

    if theorem is Theorem.ZEROING:
        return light(shaded=in_units, cells=step.cells)
    if step.placement is not None:
        return light(outlined=step.units)
    if theorem is Theorem.CONTRADICTION:
        if step.relations:
            return light(failed=step.cells, clue=step.relations, shaded=step.units)
        return light(outlined=step.units, failed=() if step.units else step.cells)
    if theorem is Theorem.CLUE:
        return light(cells=step.cells, clue=step.relations, shaded=step.units)
    if theorem in (Theorem.INTERSECTION, Theorem.FISH):
        bases = distinct(unit for unit, _ in step.occurs)
        covers = tuple(unit for unit in (step.units if theorem is Theorem.FISH else in_units) if unit not in bases)
        absent = set(step.cells)
        places = distinct(cell for unit in bases for cell in layout.units[unit].cells if cell not in absent)
        return light(outlined=bases, shaded=covers, cells=places, marks=reasons(places), arrows=seen)
    if theorem in (Theorem.NAKED_SUBSET, Theorem.HIDDEN_SUBSET):
        cells = step.cells if theorem is Theorem.NAKED_SUBSET else by
        return light(outlined=step.units, cells=cells, marks=reasons(cells))
    if theorem is Theorem.WING and not step.occurs:
        return light(cells=step.cells, marks=reasons(step.cells), arrows=seen)
    if theorem is Theorem.WING:
        linked, ways = digits[0], step.differ[:2]
        marks = (*reasons(by), *[_Mark(end, linked, "reason") for _, end in ways])
        arrows = (*[Arrow((a, linked), (b, linked), False, False) for a, b in ways], *seen)
        return light(outlined=tuple(unit for unit, _ in step.occurs), cells=by, marks=marks, arrows=arrows)
    if theorem is Theorem.COLOURING:
        # Strong links for the pairs along the way, weak ones for cells that cannot both be the digit.
        digit, count = digits[0], len(step.occurs)
        pairs = tuple(Arrow((a, digit), (b, digit), place < count, False) for place, (a, b) in enumerate(step.differ))
        return light(marks=_colours(step), arrows=pairs)
    if theorem is Theorem.CHAIN:
        # A candidate that is both true and false is shown as it comes first.
        first: dict[tuple[int, int], _Mark] = {}
        for link in step.links:
            first.setdefault(link[:2], _Mark(link.cell, link.digit, "true" if link.true else "false"))
        links = [(step.links[link.cause], link) for link in step.links if link.cause >= 0]
        arrows = tuple(Arrow(cause[:2], link[:2], link.true, True) for cause, link in links)
        return light(marks=tuple(first.values()), arrows=arrows)
    return light(cells=step.cells, marks=reasons(step.cells, "true"))


def _colours(step: Step) -> tuple[_Mark, ...]:
    """The places along the way, in the two colours in turn."""
    pairs = list(step.differ[: len(step.occurs)])
    colours = {pairs[0][0]: True}
    while pairs:
        for a, b in pairs:
            if a in colours:
                colours[b] = not colours[a]
            elif b in colours:
                colours[a] = not colours[b]
        pairs = [pair for pair in pairs if pair[0] not in colours]
    return tuple(_Mark(cell, step.digits[0], "true" if colour else "false") for cell, colour in colours.items())


class _PicturePlan(NamedTuple):
    """Where things are in a picture of a layout, in SVG units.

    cell, ring: the size of a cell, or of the disc of a vertex; and the radius of the ring around a candidate.
    centres, spots: of each cell its centre; for each digit the way from there to the centre of its candidate.
    value, pencil: the font sizes of values and candidates.
    margin, circle: of a grid the margin, of a graph the circle of its vertices.
    """

    layout: Layout
    width: float
    cell: float
    centres: tuple[tuple[float, float], ...]
    spots: tuple[tuple[float, float], ...]
    ring: float
    value: float
    pencil: float = 13.0
    margin: int = 0
    circle: drawing.Circle | None = None

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
    ring = round(pitch * 0.46, 1)
    # The sum of a cage stands in the upper left corner, above the candidates.
    for_sums = 5 if any(isinstance(one, Cage) and one.total is not None for one in layout.constraints) else 0
    spots = tuple(
        ((digit % columns - (columns - 1) / 2) * pitch, (digit // columns - (rows - 1) / 2) * pitch + for_sums)
        for digit in range(n)
    )
    if layout.is_grid:
        cell = int(max(44, columns * pitch + 6)) + 2 * for_sums
        cell += cell % 2
        room = drawing.room_outside(layout)
        margin = (24 if n < 10 else 36) + room
        middles = [margin + place * cell + cell // 2 for place in range(n)]
        grid = tuple((x, y) for y in middles for x in middles)
        width = margin + n * cell + 8 + room
        return _PicturePlan(layout, width, cell, grid, spots, ring, round(cell * 0.62), margin=margin)
    disc = round(max(36.0, hypot(columns, rows) * pitch * 0.92))
    circle = drawing.Circle.of(layout, disc * 1.4, disc / 2 + 34)
    centres = tuple([(round(x, 1), round(y, 1)) for x, y in circle.places])
    return _PicturePlan(layout, 2 * circle.centre, disc, centres, spots, ring, round(disc * 0.55), circle=circle)


def draw_state(state: State, step: Step | None = None, words: Words = Words.PLAIN) -> str:
    """A state with its candidates as an SVG document.

    step: the step after this state, to light up. Candidates that it removes are struck; its value is shown as new.
    words: those of the sentence that describes the step.

    >>> from casbridge import explain, read_puzzles
    >>> found = explain(read_puzzles(".4.....1..3.2...")[0])
    >>> draw_state(next(found.states()), found.steps[0]).count('class="strike"')
    7
    """
    puzzle = state.puzzle
    title = drawing.title_of(puzzle, f"{sum(map(bool, state.values))} of {puzzle.layout.cells} known")
    said = describe(puzzle.layout, step, words) if step is not None else puzzle.line
    style = f"<style>{style_sheet(f'.{_SCOPE}', PALETTE)}</style>"
    body = [style, *picture_layers(state, None if step is None else highlight_of(puzzle.layout, step))]
    return drawing.svg_document(plan_of(puzzle.layout).width, title, said, body, f' class="{_SCOPE}"')


def style_sheet(scope: str, colours: Mapping[str, str]) -> str:
    """The looks of all kinds of elements as CSS. scope: the selector of the picture. colours: by the palette's words.

    >>> style_sheet(".here", {**PALETTE, "shade": "var(--shade)"}).splitlines()[0]
    '.here .shaded{fill:var(--shade);stroke:none}'
    """
    lines = []
    for name, looks in STYLES.items():
        said = ";".join(f"{key}:{colours.get(value, value)}" for key, value in looks.items())
        lines.append(f"{scope} .{name}{{{said}}}")
    return "\n".join(lines)


def picture_layers(state: State, lit: Highlight | None) -> Iterator[str]:
    """The layers, lowest first: "diagonals", "units", "cells", "lines", "over". In a graph lines are second.

    "units", "cells" and "over" depend on the state and the step, the others only on the puzzle.

    >>> from casbridge.logic import first_state
    >>> from casbridge.puzzles import Puzzle, latin
    >>> len(list(picture_layers(first_state(Puzzle(latin(2), (0,) * 4)), None)))
    5
    """
    layout = state.puzzle.layout
    plan, lit = plan_of(layout), lit or Highlight()
    if plan.circle is not None:
        units = [f'<path class="shaded-edge" d="{outline(plan, unit)}"/>' for unit in lit.shaded]
        lines = [drawing.graph_edges(layout, plan.centres), *_discs(plan, plan.circle, state.puzzle.givens)]
    else:
        shaded = sorted({cell for unit in lit.shaded for cell in layout.units[unit].cells})
        units = [_area(plan, "shaded", cell) for cell in shaded]
        lines = [*drawing.marks_below(layout, int(plan.cell), plan.margin)]
        lines += [*drawing.grid_lines(layout, int(plan.cell), plan.margin), *_labels(plan)]
        lines += drawing.marks_above(layout, int(plan.cell), plan.margin)
        yield _layer("diagonals", drawing.shaded_diagonals(layout, int(plan.cell), plan.margin))
    yield _layer("units", units)
    cells = [_area(plan, "focus", cell) for cell in lit.cells] + [_area(plan, "failed", cell, 3) for cell in lit.failed]
    if lit.placement is not None:
        cells += [_area(plan, "placed", lit.placement.cell, 3), _area(plan, "placed-inner", lit.placement.cell, 6.5)]
    between = [_layer("cells", cells), _layer("lines", lines)]
    yield from between if plan.circle is None else reversed(between)
    over = [f'<path class="outlined" d="{outline(plan, unit)}"/>' for unit in lit.outlined]
    over += [f'<path class="clue" d="{clue_outline(plan, lit.clue)}"/>'] if lit.clue else []
    over += _digits(plan, state, lit)
    for arrow in lit.arrows:
        kind = "strong" if arrow.strong else "weak"
        line, head = arrow_paths(plan, arrow)
        over += [f'<path class="{kind}" d="{line}"/>'] + ([f'<path class="{kind}-head" d="{head}"/>'] if head else [])
    yield _layer("over", over)


def outline(plan: _PicturePlan, unit: int) -> str:
    """The border of a unit's cells as a path. For an edge it is the line from disc to disc.

    >>> from casbridge.puzzles import latin
    >>> outline(plan_of(latin(1)), 0)
    'M24 24h44M24 68h44M24 24v44M68 24v44'
    """
    members = plan.layout.units[unit].cells
    if plan.circle is not None:
        start, end = (complex(*plan.centres[cell]) for cell in members)
        part = plan.cell / 2 / (abs(end - start) or 1) * (end - start)
        return f"M{_point(start + part)}L{_point(end - part)}"
    return _around(plan, members)


def clue_outline(plan: _PicturePlan, relations: Sequence[int]) -> str:
    """The border of the cells of a clue as a path, and a frame around its number outside of the grid.

    relations: those of the clue, by their places.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import SandwichSum
    >>> clue_outline(plan_of(with_constraints(latin(2), [SandwichSum(True, 0, 0)])), (0,))[-17:]
    'M26 60h20v20h-20z'
    """
    layout = plan.layout
    cells = distinct(cell for relation in relations for cell in layout.relations[relation].cells)
    path = _around(plan, cells)
    if relations:
        outside = drawing.number_outside(layout, layout.constraint_of(relations[0]), int(plan.cell), plan.margin)
        if outside is not None:
            x, y = outside
            path += f"M{_n(x - _FRAME)} {_n(y - _FRAME)}h{2 * _FRAME}v{2 * _FRAME}h{-2 * _FRAME}z"
    return path


def _around(plan: _PicturePlan, members: Sequence[int]) -> str:
    """The border of cells of a grid."""
    n, own, half = plan.layout.side, set(members), plan.cell / 2
    path = ""
    for cell in members:
        column, (x, y) = cell % n, plan.centres[cell]
        left, top, size = _n(x - half), _n(y - half), _n(plan.cell)
        path += f"M{left} {top}h{size}" if cell - n not in own else ""
        path += f"M{left} {_n(y + half)}h{size}" if cell + n not in own else ""
        path += f"M{left} {top}v{size}" if not column or cell - 1 not in own else ""
        path += f"M{_n(x + half)} {top}v{size}" if column == n - 1 or cell + 1 not in own else ""
    return path


def arrow_paths(plan: _PicturePlan, arrow: Arrow) -> tuple[str, str]:
    """A link as a bent line, and its head, which is "" for a link without direction.

    >>> from casbridge.puzzles import latin
    >>> arrow_paths(plan_of(latin(2)), Arrow((0, 1), (1, 1), True, False))
    ('M44.4 49.7Q59 57 73.6 49.7', '')
    """
    # Complex numbers are points: x + iy.
    start, end, ring = complex(*plan.at(*arrow.start)), complex(*plan.at(*arrow.end)), plan.ring
    length = abs(end - start)
    bend = min(0.16 * length, 26) + 4 if length > 3 * ring else 1.8 * ring
    control = (start + end) / 2 + bend * 1j * (end - start) / (length or 1.0)
    start = _towards(start, control, ring)
    end = _towards(end, control, ring + (1 if arrow.directed else 0))
    line = f"M{_point(start)}Q{_point(control)} {_point(end)}"
    if not arrow.directed:
        return line, ""
    along = (end - control) / (abs(end - control) or 1.0)
    return line, f"M{_point(end)}L{_point(end + (-6.5 + 3.4j) * along)}L{_point(end + (-6.5 - 3.4j) * along)}Z"


def _towards(start: complex, end: complex, by: float) -> complex:
    length = abs(end - start) or 1.0
    return start + min(by, 0.8 * length) / length * (end - start)


def _point(place: complex) -> str:
    return f"{_n(place.real)} {_n(place.imag)}"


def _layer(name: str, elements: Iterable[str]) -> str:
    return f'<g class="{name}">{"".join(elements)}</g>'


def _n(number: float) -> str:
    """A coordinate, short."""
    return f"{round(number, 1):g}"


def _text(x: float, y: float, size: float, kind: str, words: object) -> str:
    """Words around a point. The height of a digit is about 0.72 of its font size."""
    y += 0.36 * size
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}">{escape(str(words))}</text>'


def _labels(plan: _PicturePlan) -> Iterator[str]:
    """The numbers of rows and columns, as in the name r4c1."""
    n, margin = plan.layout.side, plan.margin - drawing.room_outside(plan.layout)
    size, middle = 0.46 * margin, margin / 2 - 1
    for i in range(n):
        yield _text(plan.centres[i][0], middle, size, "label", f"c{i + 1}")
        yield _text(middle, plan.centres[i * n][1], size, "label", f"r{i + 1}")


def _discs(plan: _PicturePlan, circle: drawing.Circle, givens: tuple[int, ...]) -> Iterator[str]:
    """The vertices of a graph and their names. Vertices with a given colour have a thick line."""
    for vertex, (x, y) in enumerate(plan.centres):
        width = 3 if givens[vertex] else 1
        look = f'fill="{drawing.PAPER}" stroke="{drawing.INK}" stroke-width="{width}"'
        yield f'<circle class="disc" cx="{_n(x)}" cy="{_n(y)}" r="{_n(plan.cell / 2)}" {look}/>'
        yield _text(*circle.beyond((x, y), plan.cell / 2 + 14), 11.0, "label", plan.layout.cell_name(vertex))


def _area(plan: _PicturePlan, kind: str, cell: int, inset: float = 0) -> str:
    x, y = plan.centres[cell]
    if plan.circle is not None:
        return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(plan.cell / 2 - inset)}"/>'
    left, top, size = _n(x - plan.cell / 2 + inset), _n(y - plan.cell / 2 + inset), _n(plan.cell - 2 * inset)
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{size}" height="{size}"/>'


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
    (x, y), r = plan.at(cell, digit), plan.ring
    if role == "true" and zeroed:
        role = "assumed"
    if role == "reason":
        side = _n(2 * r)
        yield f'<rect class="reason" x="{_n(x - r)}" y="{_n(y - r)}" width="{side}" height="{side}" rx="3"/>'
    elif role:
        yield f'<circle class="{role}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"/>'
    yield _text(x, y, plan.pencil, f"{role}-digit" if role else "zeroed-digit" if zeroed else "candidate", digit)
    if zeroed:
        far, up = r + (3 if role else 0.5), 0.6 * r
        yield f'<path class="strike" d="M{_n(x - far)} {_n(y + up)}L{_n(x + far)} {_n(y - up)}"/>'
