"""Drawing puzzles and solutions: text with box-drawing lines, SVG, HTML, LaTeX. Clues are told from found digits."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import BOX_LINES, lattice, symbols_of
from casbridge.puzzles.puzzle import Puzzle, Solution

_CLUE = "\x1b[1m{}\x1b[0m"
_FOUND = "\x1b[36m{}\x1b[0m"

_CELL = 36
_MARGIN = 6
_INK = "#1a1a1a"
_BLUE = "#1259b8"
_PAPER = "#ffffff"
_SHADE = "#fdf0c4"
_THIN = "#9a9a9a"
_FAINT = "#5f5f5f"
#: Fills of a graph's colours; told apart by lightness too, and each vertex also says its colour's number.
_FILLS = ("#8ecae6", "#ffb703", "#90be6d", "#f28482", "#cdb4db", "#f6f193", "#b08968", "#adb5bd", "#ff99c8", "#52b3a4")


def draw_text(puzzle: Puzzle, solution: Solution | None = None, colour: bool = False) -> str:
    """The puzzle, or a solution of it, as lines of text; with colour clues are bold and found digits cyan (ANSI).

    >>> from casbridge.puzzles import sudoku
    >>> print(draw_text(Puzzle(sudoku(2, 2), (1, 2, 3, 4) + (0,) * 12)))
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . . │
    └─────┴─────┘
    """
    symbols = symbols_of(solution or puzzle)
    layout = puzzle.layout
    if not layout.is_grid:
        width = max((len(symbol) for symbol in symbols), default=1)
        symbols = [symbol.rjust(width) for symbol in symbols]
    if colour:
        symbols = [
            (_CLUE if given else _FOUND).format(symbol) if symbol.strip() != "." else symbol
            for given, symbol in zip(puzzle.givens, symbols, strict=True)
        ]
    if layout.is_grid:
        return "\n".join(lattice(layout, symbols, BOX_LINES))
    names = [layout.cell_name(vertex) for vertex in range(layout.cells)]
    width = max((len(name) for name in names), default=1)
    entries = [f"{name.rjust(width)} = {symbol}" for name, symbol in zip(names, symbols, strict=True)]
    return "\n".join("   ".join(entries[i : i + 8]) for i in range(0, len(entries), 8))


def draw_svg(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The puzzle, or a solution of it, as an SVG document: clues bold and black, found digits blue.

    >>> from casbridge.puzzles import latin
    >>> draw_svg(Puzzle(latin(1), (0,))).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    return _grid_svg(puzzle, solution) if puzzle.layout.is_grid else _graph_svg(puzzle, solution)


def draw_html(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The puzzle, or a solution of it, as an HTML page that needs no other file.

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
    """The drawing with its title below, as an element to be put into a page."""
    caption = escape(_title(puzzle, solution))
    return f'<figure style="margin:0">\n{draw_svg(puzzle, solution)}<figcaption>{caption}</figcaption>\n</figure>'


def draw_latex(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The drawing in LaTeX that MathJax shows too: an array, clues bold. Borders of boxes are drawn, of regions not.

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
    rows = []
    for row in range(n):
        end = r"\\ \hline" if (row + 1) % height == 0 else r"\\ "
        rows.append(" & ".join(symbols[row * n : row * n + n]) + " " + end)
    return rf"$\begin{{array}}{{{columns}}}\hline {''.join(rows)}\end{{array}}$"


# -- pieces -----------------------------------------------------------------------------------------------------------


def _title(puzzle: Puzzle, solution: Solution | None) -> str:
    what = puzzle.layout.description if puzzle.layout.is_grid else f"Colouring of a {puzzle.layout.description}"
    state = "solution" if solution else f"{puzzle.clues} given"
    title = f"{puzzle.name}: {what}, {state}" if puzzle.name else f"{what}, {state}"
    return "".join(character if character.isprintable() else "\ufffd" for character in title)


def _diagonal_cells(layout: Layout) -> frozenset[int]:
    n = layout.side
    return frozenset(c for i in range(n) for c in (i * n + i, i * n + n - 1 - i)) if layout.diagonals else frozenset()


def _svg(size: float, puzzle: Puzzle, solution: Solution | None, body: Iterator[str]) -> str:
    line = solution.line if solution else puzzle.line
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size:.0f}" height="{size:.0f}"'
        f' viewBox="0 0 {size:.0f} {size:.0f}" role="img" font-family="Helvetica, Arial, sans-serif"'
        f' text-anchor="middle">\n<title>{escape(_title(puzzle, solution))}</title>\n<desc>{line}</desc>\n'
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _grid_svg(puzzle: Puzzle, solution: Solution | None) -> str:
    size = puzzle.layout.side * _CELL + 2 * _MARGIN
    return _svg(size, puzzle, solution, _grid_body(puzzle, solution))


def _grid_body(puzzle: Puzzle, solution: Solution | None) -> Iterator[str]:
    layout = puzzle.layout
    n = layout.side

    def corner(cell: int) -> tuple[int, int]:
        row, column = divmod(cell, n)
        return _MARGIN + column * _CELL, _MARGIN + row * _CELL

    for cell in sorted(_diagonal_cells(layout)):
        x, y = corner(cell)
        yield f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{_SHADE}"/>'
    end = _MARGIN + n * _CELL
    inner = [_MARGIN + i * _CELL for i in range(1, n)]
    thin = "".join(f"M{_MARGIN} {at}H{end}M{at} {_MARGIN}V{end}" for at in inner)
    yield f'<path d="{thin}" stroke="{_THIN}" stroke-width="1" fill="none"/>'
    thick = f"M{_MARGIN} {_MARGIN}H{end}V{end}H{_MARGIN}Z"
    for cell in range(layout.cells):
        x, y = corner(cell)
        block = layout.block_of(cell)
        if x + _CELL < end and layout.block_of(cell + 1) != block:
            thick += f"M{x + _CELL} {y}v{_CELL}"
        if y + _CELL < end and layout.block_of(cell + n) != block:
            thick += f"M{x} {y + _CELL}h{_CELL}"
    yield f'<path d="{thick}" stroke="{_INK}" stroke-width="3" stroke-linecap="square" fill="none"/>'
    for cell, symbol in enumerate(symbols_of(solution or puzzle)):
        if symbol.strip() == ".":
            continue
        x, y = corner(cell)
        kind = f'font-weight="bold" fill="{_INK}"' if puzzle.givens[cell] else f'fill="{_BLUE}"'
        yield f'<text x="{x + _CELL // 2}" y="{y + 25}" font-size="20" {kind}>{symbol.strip()}</text>'


def _graph_svg(puzzle: Puzzle, solution: Solution | None) -> str:
    """Vertices on a circle, wide enough for all of them."""
    count = puzzle.layout.cells
    radius = max(80.0, count * 44 / (2 * pi))
    centre = radius + 48
    return _svg(2 * centre, puzzle, solution, _graph_body(puzzle, solution, radius, centre))


def _graph_body(puzzle: Puzzle, solution: Solution | None, radius: float, centre: float) -> Iterator[str]:
    layout = puzzle.layout
    count = max(layout.cells, 1)
    angles = [2 * pi * vertex / count - pi / 2 for vertex in range(layout.cells)]
    places = [(centre + radius * cos(angle), centre + radius * sin(angle)) for angle in angles]
    lines = "".join(
        f"M{places[a][0]:.1f} {places[a][1]:.1f}L{places[b][0]:.1f} {places[b][1]:.1f}" for a, b in layout.edges
    )
    yield f'<path d="{lines}" stroke="{_THIN}" stroke-width="1.5" fill="none"/>'
    digits = solution.digits if solution else puzzle.givens
    for vertex, ((x, y), digit) in enumerate(zip(places, digits, strict=True)):
        fill = _FILLS[(digit - 1) % len(_FILLS)] if digit else _PAPER
        given = puzzle.givens[vertex]
        width = 3 if given else 1
        yield (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{fill}" stroke="{_INK}" stroke-width="{width}">'
            f"<title>{layout.cell_name(vertex)}{f': colour {digit}' if digit else ''}</title></circle>"
        )
        out = 1 + 26 / radius
        x_name, y_name = centre + (x - centre) * out, centre + (y - centre) * out
        name = layout.cell_name(vertex)
        yield f'<text x="{x_name:.1f}" y="{y_name + 4:.1f}" font-size="11" fill="{_FAINT}">{name}</text>'
        if digit:
            kind = f'font-weight="bold" fill="{_INK}"' if given else f'fill="{_INK}"'
            yield f'<text x="{x:.1f}" y="{y + 5:.1f}" font-size="14" {kind}>{digit}</text>'
