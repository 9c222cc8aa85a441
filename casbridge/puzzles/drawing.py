"""Drawing puzzles and solutions as SVG, HTML and LaTeX, with clues unlike found digits.

The pieces below serve other pictures of grids and graphs too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from casbridge.errors import UsageError
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import symbols_of
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.variants.protocol import Constraint

_CELL = 36
_MARGIN = 6
#: Clues and thick lines; found digits; the background.
INK, BLUE, PAPER = "#1a1a1a", "#1259b8", "#ffffff"
#: Cells of diagonals that are units; lines between cells; names of vertices.
SHADE, THIN, FAINT = "#fdf0c4", "#9a9a9a", "#5f5f5f"
# Fills of a graph's colours. They differ in lightness too, and each vertex also has its colour's number.
_FILLS = ("#8ecae6", "#ffb703", "#90be6d", "#f28482", "#cdb4db", "#f6f193", "#b08968", "#adb5bd", "#ff99c8", "#52b3a4")


def draw_svg(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The puzzle, or a solution of it, as an SVG document: clues bold and black, found digits blue.

    >>> from casbridge.puzzles import latin
    >>> draw_svg(Puzzle(latin(1), (0,))).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    if puzzle.layout.is_grid:
        size: float = puzzle.layout.side * _CELL + 2 * _margin(puzzle.layout)
        body = _grid_body(puzzle, solution)
    else:
        circle = Circle.of(puzzle.layout, spacing=44, margin=48)
        size, body = 2 * circle.centre, _graph_body(puzzle, solution, circle)
    return svg_document(size, _title(puzzle, solution), (solution or puzzle).line, body)


def draw_png(puzzle: Puzzle, solution: Solution | None = None) -> bytes:
    """The drawing as PNG, with 3 pixels for each of the SVG. Raises UsageError where the library for it is missing.

    >>> from casbridge.puzzles import latin
    >>> draw_png(Puzzle(latin(1), (0,)))[:4]
    b'\\x89PNG'
    """
    try:
        import vl_convert
    except ImportError:
        hint = "pip install 'casbridge[report]', or write .svg"
        raise UsageError("a PNG needs vl-convert-python", expected="it to be installed", hint=hint) from None
    return bytes(vl_convert.svg_to_png(draw_svg(puzzle, solution), scale=3.0))


def draw_html(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The puzzle, or its solution, as an HTML page without other files.

    >>> from casbridge.puzzles import latin
    >>> draw_html(Puzzle(latin(1), (0,))).startswith("<!DOCTYPE html>")
    True
    """
    title = escape(_title(puzzle, solution))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n</head>\n'
        f"<body>\n{html_fragment(puzzle, solution)}\n</body>\n</html>\n"
    )


def html_fragment(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The drawing with its title below, as an element for a page.

    >>> from casbridge.puzzles import latin
    >>> html_fragment(Puzzle(latin(1), (0,))).startswith('<figure style="margin:0;overflow-x:auto">')
    True
    """
    caption, drawn = escape(_title(puzzle, solution)), draw_svg(puzzle, solution)
    return f'<figure style="margin:0;overflow-x:auto">\n{drawn}<figcaption>{caption}</figcaption>\n</figure>'


def draw_latex(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The drawing as an array in LaTeX, which MathJax shows too. Clues are bold. It has borders of boxes only.

    Constraints of variants stand beside it in words.

    >>> from casbridge.puzzles import latin
    >>> print(draw_latex(Puzzle(latin(2), (1, 0, 0, 0))))
    $\\begin{array}{|cc|}\\hline \\mathbf{1} & \\cdot \\\\ \\cdot & \\cdot \\\\ \\hline\\end{array}$
    """
    layout = puzzle.layout
    symbols = [
        r"\cdot" if symbol.strip() == "." else rf"\mathbf{{{symbol.strip()}}}" if given else symbol.strip()
        for given, symbol in zip(puzzle.givens, symbols_of(solution or puzzle), strict=True)
    ]
    if not layout.is_grid:
        entries = [f"v_{{{vertex + 1}}} = {symbol}" for vertex, symbol in enumerate(symbols)]
        return "$" + (r",\; ".join(entries) or r"\emptyset") + "$"
    n = layout.side
    height, width = layout.box or (n, n)
    columns = "|" + "|".join("c" * width for _ in range(n // width)) + "|"
    rows = [
        " & ".join(symbols[row * n : row * n + n]) + (r" \\ \hline" if (row + 1) % height == 0 else r" \\ ")
        for row in range(n)
    ]
    array = rf"\begin{{array}}{{{columns}}}\hline {''.join(rows)}\end{{array}}"
    if layout.constraints:
        from casbridge.puzzles.variants.printing import in_words

        said = r" \\ ".join(rf"\text{{{line}}}" for line in in_words(layout.constraints, n))
        array += rf"\quad\begin{{array}}{{l}}{said}\end{{array}}"
    return f"${array}$"


def title_of(puzzle: Puzzle, state: str) -> str:
    """A title: the puzzle's name, its layout, its state in words. Characters that cannot be printed are replaced.

    >>> from casbridge.puzzles import latin
    >>> title_of(Puzzle(latin(2), (1, 0, 0, 0), "a\\0b"), "1 given")
    'a�b: 2×2 Latin square, 1 given'
    """
    name = f"{puzzle.name}: " if puzzle.name else ""
    title = f"{name}{'' if puzzle.layout.is_grid else 'Colouring of a '}{puzzle.layout.description}, {state}"
    return "".join(character if character.isprintable() else "\ufffd" for character in title)


def svg_document(size: float, title: str, description: str, body: Iterable[str], attributes: str = "") -> str:
    """A square picture on paper.

    size: its width and height in pixels. title, description: what a screen reader says of it.
    body: the elements. attributes: more attributes of the picture, with a space before each.

    >>> svg_document(10, "a title", "a line", ['<path d="M0 0H9"/>']).count("\\n")
    6
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size:.0f}" height="{size:.0f}"'
        f' viewBox="0 0 {size:.0f} {size:.0f}" role="img"{attributes} font-family="Helvetica, Arial, sans-serif"'
        f' text-anchor="middle">\n<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def shaded_diagonals(layout: Layout, size: int, margin: int) -> Iterator[str]:
    """The cells of the diagonals and windows, if these are units.

    size: of a cell in pixels. margin: the distance of the first cell from the corner.

    >>> from casbridge.puzzles import latin
    >>> len(list(shaded_diagonals(latin(4, diagonals=True), 36, 6)))
    8
    """
    cells = {cell for unit in layout.units if unit.kind == "diagonal" for cell in unit.cells}
    corners = _corners(layout, size, margin)
    for x, y in [corners[cell] for cell in sorted(cells)]:
        yield f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="{SHADE}"/>'
    if layout.constraints:
        from casbridge.puzzles.variants.drawing import windows

        yield from windows(layout.constraints, layout.side, size, margin, SHADE)


def marks_below(layout: Layout, size: int, margin: int) -> Iterator[str]:
    """What constraints have under the lines and digits, over all shades; see `shaded_diagonals`.

    >>> from casbridge.puzzles import latin
    >>> list(marks_below(latin(4), 36, 6))
    []
    """
    if layout.constraints:
        from casbridge.puzzles.variants.drawing import below

        yield from below(layout.constraints, layout.side, size, margin)


def marks_above(layout: Layout, size: int, margin: int) -> Iterator[str]:
    """What constraints have over the lines, and outside of the grid; see `shaded_diagonals`.

    >>> from casbridge.puzzles import latin
    >>> list(marks_above(latin(4), 36, 6))
    []
    """
    if layout.constraints:
        from casbridge.puzzles.variants.drawing import above

        yield from above(layout.constraints, layout.side, size, margin)


def number_outside(layout: Layout, one: Constraint, size: int, margin: int) -> tuple[float, float] | None:
    """The centre of the number that a constraint of a layout has outside of the grid; None if it has none.

    >>> from casbridge.puzzles import latin
    >>> from casbridge.puzzles.variants import Cage
    >>> number_outside(latin(4), Cage((0, 1), 5), 36, 6) is None
    True
    """
    from casbridge.puzzles.variants import drawing

    return drawing.number_outside(one, layout.constraints, layout.side, size, margin)


def room_outside(layout: Layout) -> int:
    """The room that clues need outside of the grid, on each side.

    >>> from casbridge.puzzles import latin
    >>> room_outside(latin(4))
    0
    """
    if not layout.constraints:
        return 0
    from casbridge.puzzles.variants.drawing import room_of

    return room_of(layout.constraints)


def grid_lines(layout: Layout, size: int, margin: int) -> Iterator[str]:
    """Thin lines between cells, thick ones between boxes or regions and around everything; see `shaded_diagonals`.

    >>> from casbridge.puzzles import latin
    >>> thin, thick = grid_lines(latin(2), 36, 6)
    """
    n = layout.side
    end = margin + n * size
    inner = [margin + i * size for i in range(1, n)]
    thin = "".join(f"M{margin} {at}H{end}M{at} {margin}V{end}" for at in inner)
    yield f'<path d="{thin}" stroke="{THIN}" stroke-width="1" fill="none"/>'
    thick = f"M{margin} {margin}H{end}V{end}H{margin}Z"
    blocks = [layout.block_of(cell) for cell in range(layout.cells)]
    for cell, (x, y) in enumerate(_corners(layout, size, margin)):
        if x + size < end and blocks[cell + 1] != blocks[cell]:
            thick += f"M{x + size} {y}v{size}"
        if y + size < end and blocks[cell + n] != blocks[cell]:
            thick += f"M{x} {y + size}h{size}"
    yield f'<path d="{thick}" stroke="{INK}" stroke-width="3" stroke-linecap="square" fill="none"/>'


def _corners(layout: Layout, size: int, margin: int) -> list[tuple[int, int]]:
    """The corner of each cell."""
    steps = [margin + i * size for i in range(layout.side)]
    return [(x, y) for y in steps for x in steps]


class Circle(NamedTuple):
    """A circle with a place for each vertex of a graph.

    >>> from casbridge.puzzles import graph
    >>> len(Circle.of(graph(3, (), 2), spacing=44, margin=48).places), Circle(10, 5, ()).beyond((15, 10), 5)
    (3, (20.0, 10.0))
    """

    centre: float
    radius: float
    places: tuple[tuple[float, float], ...]

    @classmethod
    def of(cls, layout: Layout, spacing: float, margin: float) -> Circle:
        """spacing, margin: the least distance of two vertices, and of a vertex from the picture's edge."""
        count = max(layout.cells, 1)
        radius = max(80.0, count * spacing / (2 * pi))
        centre = radius + margin
        angles = [2 * pi * vertex / count - pi / 2 for vertex in range(layout.cells)]
        places = [(centre + radius * cos(angle), centre + radius * sin(angle)) for angle in angles]
        return cls(centre, radius, tuple(places))

    def beyond(self, place: tuple[float, float], distance: float) -> tuple[float, float]:
        """The point at a distance outwards from a place."""
        out = 1 + distance / self.radius
        x, y = place
        return self.centre + (x - self.centre) * out, self.centre + (y - self.centre) * out


def graph_edges(layout: Layout, places: Sequence[tuple[float, float]]) -> str:
    """All edges of a graph as lines between the places of its vertices.

    >>> from casbridge.puzzles import graph
    >>> graph_edges(graph(2, ((0, 1),), 2), [(0, 0), (9, 9)])
    '<path d="M0.0 0.0L9.0 9.0" stroke="#9a9a9a" stroke-width="1.5" fill="none"/>'
    """
    at = [f"{x:.1f} {y:.1f}" for x, y in places]
    lines = "".join(f"M{at[a]}L{at[b]}" for a, b in layout.edges)
    return f'<path d="{lines}" stroke="{THIN}" stroke-width="1.5" fill="none"/>'


def _title(puzzle: Puzzle, solution: Solution | None) -> str:
    return title_of(puzzle, "solution" if solution else f"{puzzle.clues} given")


def _margin(layout: Layout) -> int:
    return _MARGIN + room_outside(layout)


def _grid_body(puzzle: Puzzle, solution: Solution | None) -> Iterator[str]:
    layout, margin = puzzle.layout, _margin(puzzle.layout)
    yield from shaded_diagonals(layout, _CELL, margin)
    yield from marks_below(layout, _CELL, margin)
    yield from grid_lines(layout, _CELL, margin)
    yield from marks_above(layout, _CELL, margin)
    numbered: set[int] = set()
    if layout.constraints:
        from casbridge.puzzles.variants.drawing import numbered_cells

        numbered = numbered_cells(layout.constraints)
    corners, symbols = _corners(layout, _CELL, margin), symbols_of(solution or puzzle)
    for cell, (given, (x, y), symbol) in enumerate(zip(puzzle.givens, corners, symbols, strict=True)):
        if cell in numbered:  # away from the sum of a cage
            x, y = x + 3, y + 4
        style = f'font-weight="bold" fill="{INK}"' if given else f'fill="{BLUE}"'
        if symbol.strip() != ".":
            yield f'<text x="{x + _CELL // 2}" y="{y + 25}" font-size="20" {style}>{symbol.strip()}</text>'


def _graph_body(puzzle: Puzzle, solution: Solution | None, circle: Circle) -> Iterator[str]:
    layout = puzzle.layout
    yield graph_edges(layout, circle.places)
    digits = solution.digits if solution else puzzle.givens
    for vertex, ((x, y), digit) in enumerate(zip(circle.places, digits, strict=True)):
        name, given = layout.cell_name(vertex), puzzle.givens[vertex]
        fill = _FILLS[(digit - 1) % len(_FILLS)] if digit else PAPER
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{fill}" stroke="{INK}" stroke-width="{3 if given else 1}">'
            f"<title>{name}{f': colour {digit}' if digit else ''}</title></circle>"
        )
        x_name, y_name = circle.beyond((x, y), 26)
        yield f'<text x="{x_name:.1f}" y="{y_name + 4:.1f}" font-size="11" fill="{FAINT}">{name}</text>'
        if digit:
            weight = 'font-weight="bold" ' if given else ""
            yield f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="14" {weight}fill="{INK}">{digit}</text>'
