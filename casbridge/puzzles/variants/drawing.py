"""Pictures of constraints as SVG: shaded windows, thermometers, arrows, cages, dots, bars, signs, and clues outside.

`windows` are shades, `below` is drawn under the lines of the grid, `above` over them. Rules for the whole grid have no
picture but windows: titles name them. Colours can be seen on light and on dark paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from math import hypot

from casbridge.puzzles.variants.lines import DIRECTIONS, Arrow, LittleKiller, SandwichSum, Thermometer
from casbridge.puzzles.variants.pairs import Bar, BlackDot, Greater, Parity, WhiteDot
from casbridge.puzzles.variants.protocol import Constraint
from casbridge.puzzles.variants.regions import Cage, Windoku, window_cells

#: The room for clues outside of a grid.
ROOM = 24
_INK, _PAPER, _GREY, _FAINT = "#1a1a1a", "#ffffff", "#9a9a9a", "#5f5f5f"
_SOFT = 'stroke="#8a8f98" stroke-opacity="0.4"'
_INSET = 3.0
#: How each kind is drawn, from the constraint and the grid.
_Place = tuple[float, float] | None
_Drawings = dict[type[Constraint], Callable[..., Iterator[str]]]


def room_of(constraints: Iterable[Constraint]) -> int:
    """The room that clues need outside of the grid, on each side.

    >>> room_of([SandwichSum(True, 0, 5)]), room_of([])
    (24, 0)
    """
    kinds = {type(one) for one in constraints} & {LittleKiller, SandwichSum}
    return ROOM * len(kinds)  # sandwiches are beyond little killers


class _Grid:
    """Where cells are. side: of the grid. size, margin: of a cell, and of the grid's corner. room: outside.

    shade: the colour of windows.
    """

    def __init__(
        self, constraints: Sequence[Constraint], side: int, size: int, margin: int, shade: str = _PAPER
    ) -> None:
        self.constraints, self.room, self.shade = constraints, room_of(constraints), shade
        self.side, self.size, self.margin = side, size, margin

    @cached_property
    def corners_and_steps(self) -> dict[LittleKiller, tuple[float, float, int, int]]:
        """The corner where each little killer begins, and its steps down and across.

        It begins at its other end where its number would lie on the number of another one.
        """
        taken: set[tuple[float, float]] = set()
        found = {}
        for one in self.constraints:
            if isinstance(one, LittleKiller):
                (down, across), cells = DIRECTIONS[one.direction], one.cells(self.side)
                for start, i, j in ((cells[0], down, across), (cells[-1], -down, -across)):
                    x, y = self.centre(start)
                    begin = x - j * self.size / 2, y - i * self.size / 2, i, j
                    number = begin[0] - j * 14, begin[1] - i * 14
                    if all(abs(number[0] - x) > 20 or abs(number[1] - y) > 14 for x, y in taken):
                        break
                taken.add(number)
                found[one] = begin
        return found

    def centre(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.side)
        return self.margin + (column + 0.5) * self.size, self.margin + (row + 0.5) * self.size

    def border(self, a: int, b: int) -> tuple[float, float]:
        (x, y), (u, v) = self.centre(a), self.centre(b)
        return (x + u) / 2, (y + v) / 2

    def line(self, cells: Sequence[int]) -> str:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in map(self.centre, cells))


def windows(constraints: Sequence[Constraint], side: int, size: int, margin: int, shade: str) -> Iterator[str]:
    """Shaded windows, as elements. size, margin: in pixels. shade: their colour.

    >>> len(list(windows([Windoku(), Thermometer((0, 1))], 4, 36, 6, "#fdf0c4")))
    1
    """
    return _drawn({Windoku: _windows}, constraints, _Grid(constraints, side, size, margin, shade))


def below(constraints: Sequence[Constraint], side: int, size: int, margin: int) -> Iterator[str]:
    """The elements below the lines and digits. size, margin: in pixels.

    >>> len(list(below([Windoku(), Thermometer((0, 1))], 4, 36, 6)))
    1
    """
    return _drawn(_BELOW, constraints, _Grid(constraints, side, size, margin))


def above(constraints: Sequence[Constraint], side: int, size: int, margin: int) -> Iterator[str]:
    """What lies over the lines, and the clues outside. size, margin: in pixels.

    >>> ">5</text>" in next(above([Cage((0, 1), 5)], 4, 36, 6))
    True
    """
    return _drawn(_ABOVE, constraints, _Grid(constraints, side, size, margin))


def number_outside(one: Constraint, constraints: Iterable[Constraint], side: int, size: int, margin: int) -> _Place:
    """The centre of the number that a constraint has outside of the grid; None if it has none.

    constraints: all of the grid. size, margin: in pixels.

    >>> sandwich = SandwichSum(True, 0, 5)
    >>> number_outside(sandwich, [sandwich], 4, 36, 30), number_outside(Cage((0, 1), 5), [], 4, 36, 6)
    ((18.0, 48.0), None)
    """
    grid = _Grid(list(constraints), side, size, margin)
    if isinstance(one, LittleKiller):
        x, y, down, across = grid.corners_and_steps[one]
        return x - across * 14, y - down * 14
    if isinstance(one, SandwichSum):
        (x, y), at = grid.centre(one.cells(side)[0]), margin - grid.room + ROOM / 2
        return (at, y) if one.is_row else (x, at)
    return None


def _drawn(table: _Drawings, constraints: Iterable[Constraint], grid: _Grid) -> Iterator[str]:
    for one in constraints:
        draw = table.get(type(one))
        if draw is not None:
            title = f"{one.plural}: {one.words(grid.side)}".rstrip(": ")
            yield f"<g><title>{escape(title)}</title>{''.join(draw(one, grid))}</g>"


def _text(x: float, y: float, size: float, text: object, anchor: str = "middle") -> str:
    where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text class="label" {where} fill="{_FAINT}">{text}</text>'


def _head(x: float, y: float, dx: float, dy: float, size: float) -> str:
    """The head of an arrow that ends here. dx, dy: its direction."""
    length = hypot(dx, dy) or 1
    u, v = dx / length * size, dy / length * size
    return f"M{x - u - v:g} {y - v + u:g}L{x:g} {y:g}L{x - u + v:g} {y - v - u:g}"


# -- below ------------------------------------------------------------------------------------------------------------


def _windows(one: Windoku, grid: _Grid) -> Iterator[str]:
    for cells in window_cells(grid.side):
        row, column = divmod(cells[0], grid.side)
        x, y = grid.margin + column * grid.size, grid.margin + row * grid.size
        width = (cells[-1] % grid.side - column + 1) * grid.size
        yield f'<rect x="{x}" y="{y}" width="{width}" height="{width}" fill="{grid.shade}"/>'


def _thermometer(one: Thermometer, grid: _Grid) -> Iterator[str]:
    x, y = grid.centre(one.cells[0])
    # Its outline tells it from the mark of an odd cell, in grey print too.
    for colour, less in (("#6b7280", 0.0), ("#e6e8ec", 2.6)):
        look = f'fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round"'
        yield f'<path d="{grid.line(one.cells)}" stroke-width="{0.3 * grid.size - less:g}" {look}/>'
        # The tube of the second round opens the outline of the bulb.
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{0.36 * grid.size - less / 2:g}" fill="{colour}"/>'


def _arrow(one: Arrow, grid: _Grid) -> Iterator[str]:
    radius = 0.4 * grid.size
    if len(one.circle) == 1:
        x, y = grid.centre(one.circle[0])
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{_GREY}" stroke-width="2"/>'
    else:
        look = f'{_SOFT} stroke-width="{2 * radius:g}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
        yield f'<path d="{grid.line(one.circle)}" {look}/>'
    near = min(one.circle, key=lambda cell: abs(complex(*grid.centre(cell)) - complex(*grid.centre(one.shaft[0]))))
    way = [grid.centre(cell) for cell in (near, *one.shaft)]
    (x, y), (u, v) = way[0], way[1]
    length = hypot(u - x, v - y) or 1
    way[0] = x + (u - x) * radius / length, y + (v - y) * radius / length
    (x, y), (u, v) = way[-2:]
    path = "M" + "L".join(f"{a:g} {b:g}" for a, b in way) + _head(u, v, u - x, v - y, 0.16 * grid.size)
    yield f'<path d="{path}" stroke="{_GREY}" stroke-width="2" fill="none" stroke-linejoin="round"/>'


def _parity(one: Parity, grid: _Grid) -> Iterator[str]:
    x, y = grid.centre(one.cell)
    r = 0.38 * grid.size
    look = 'fill="#8a8f98" fill-opacity="0.35"'
    if one.even:
        yield f'<path d="M{x - r:g} {y - r:g}h{2 * r:g}v{2 * r:g}h{-2 * r:g}z" {look}/>'
    else:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {look}/>'


# -- above ------------------------------------------------------------------------------------------------------------


def numbered_cells(constraints: Iterable[Constraint]) -> set[int]:
    """The cells with the sum of a cage in their corner.

    >>> numbered_cells([Cage((1, 0), 5), Cage((2, 3))])
    {0}
    """
    return {one.cells[0] for one in constraints if isinstance(one, Cage) and one.total is not None}


def _cage(one: Cage, grid: _Grid) -> Iterator[str]:
    n, own, half = grid.side, set(one.cells), grid.size / 2
    path, size = "", max(9.0, 0.24 * grid.size)
    # The sum stands in the first corner; the dashes leave a gap for it.
    number = "" if one.total is None else str(one.total)
    gaps = {(-1, 0): 0.58 * size * len(number) + 1.5, (0, -1): 0.8 * size + 1.5} if number else {}

    def inside(cell: int, down: int, across: int) -> bool:
        return 0 <= cell % n + across < n and cell + down * n + across in own

    for cell in one.cells:
        x, y = grid.centre(cell)
        # Each border of the cage, a little inside; longer where the cage goes on, and shorter where it ends.
        for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if inside(cell, down, across):
                continue
            ends = []
            for sign in (-1, 1):
                beside = (0, sign) if down else (sign, 0)
                corner = (down, sign) if down else (sign, across)
                goes_on = inside(cell, *beside)
                reach = _INSET if goes_on and inside(cell, *corner) else 0 if goes_on else -_INSET
                ends.append(sign * (half + reach))
            if cell == one.cells[0]:
                ends[0] += gaps.get((down, across), 0.0)
            if down:
                at = y + down * (half - _INSET)
                path += f"M{x + ends[0]:g} {at:g}H{x + ends[1]:g}"
            else:
                at = x + across * (half - _INSET)
                path += f"M{at:g} {y + ends[0]:g}V{y + ends[1]:g}"
    yield f'<path d="{path}" stroke="{_GREY}" stroke-width="1.3" stroke-dasharray="4 2.5" fill="none"/>'
    if number:
        x, y = grid.centre(one.cells[0])
        yield _text(x - half + 3, y - half + 2.5 + 0.75 * size, size, number, "start")


def _dot(one: WhiteDot | BlackDot, grid: _Grid) -> Iterator[str]:
    x, y = grid.border(one.a, one.b)
    fill, edge = (_PAPER, _INK) if isinstance(one, WhiteDot) else (_INK, _GREY)
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{0.13 * grid.size:g}" fill="{fill}" stroke="{edge}" stroke-width="1.3"/>'


def _bar(one: Bar, grid: _Grid) -> Iterator[str]:
    x, y = grid.border(one.a, one.b)
    long, short = 0.28 * grid.size, 0.08 * grid.size
    width, height = (short, long) if one.b == one.a + 1 else (long, short)
    box = f"M{x - width:g} {y - height:g}h{2 * width:g}v{2 * height:g}h{-2 * width:g}z"
    yield f'<path d="{box}" fill="{_PAPER}" stroke="{_INK}" stroke-width="1.3"/>'


def _sign(one: Greater, grid: _Grid) -> Iterator[str]:
    (x, y), (u, v) = grid.centre(one.larger), grid.centre(one.smaller)
    along = 0.09 * grid.size
    dx, dy = (u > x) - (u < x), (v > y) - (v < y)
    at_x, at_y = (x + u) / 2 + dx * along, (y + v) / 2 + dy * along
    path = _head(at_x, at_y, dx, dy, 2 * along)
    yield f'<path d="{path}" stroke="{_PAPER}" stroke-width="4" fill="none"/>'
    yield f'<path d="{path}" stroke="{_INK}" stroke-width="1.6" fill="none"/>'


def _little_killer(one: LittleKiller, grid: _Grid) -> Iterator[str]:
    x, y, down, across = grid.corners_and_steps[one]
    end_x, end_y = x - across, y - down
    path = f"M{x - across * 7:g} {y - down * 7:g}L{end_x:g} {end_y:g}" + _head(end_x, end_y, across, down, 3)
    yield f'<path d="{path}" stroke="{_GREY}" stroke-width="1.3" fill="none"/>'
    yield _text(x - across * 14, y - down * 14 + 4, 11, one.total)


def _sandwich(one: SandwichSum, grid: _Grid) -> Iterator[str]:
    x, y = grid.centre(one.cells(grid.side)[0])
    at = grid.margin - grid.room + ROOM / 2
    yield _text(at, y + 5, 13, one.total) if one.is_row else _text(x, at + 5, 13, one.total)


_BELOW: _Drawings = {
    Thermometer: _thermometer,
    Arrow: _arrow,
    Parity: _parity,
}
_ABOVE: _Drawings = {
    Cage: _cage,
    WhiteDot: _dot,
    BlackDot: _dot,
    Bar: _bar,
    Greater: _sign,
    LittleKiller: _little_killer,
    SandwichSum: _sandwich,
}
