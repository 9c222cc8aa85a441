"""Puzzles and their families: read, printed and drawn.

    text ──read──▶ [Puzzle] ──print_line, print_toml, …──▶ text that `read` reads back
                   Puzzle, Solution ──draw_text, draw_svg, …──▶ pictures

Read `layouts` (cells, units, families) and `puzzle` first; then `reading`, which tells the forms apart, with `parsing`
(grids, with `separated` for cells that may be empty) and `toml`; then `printing` and `drawing`. `variants` has the
constraints of killer cages, thermometers and their like. `exchange` reads what other programs hand on.
`families` has puzzles and systems by name and size.
`toml_tables` reads any TOML strictly, and `toml_places` finds where its keys stand. `options` and `toml_keys` are apart
from `parsing` and `toml` because reading a polynomial system needs nothing else of puzzles.
"""

from functools import partial
from typing import TYPE_CHECKING

from casbridge.drawings import register
from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.puzzles.drawing import draw_html as draw_html, draw_latex as draw_latex, draw_svg as draw_svg
    from casbridge.puzzles.layouts import (
        Layout as Layout,
        Unit as Unit,
        box_shape as box_shape,
        graph as graph,
        jigsaw as jigsaw,
        latin as latin,
        sudoku as sudoku,
        with_constraints as with_constraints,
    )
    from casbridge.puzzles.printing import (
        draw_text as draw_text,
        print_dimacs as print_dimacs,
        print_grid as print_grid,
        print_line as print_line,
        print_toml as print_toml,
    )
    from casbridge.puzzles.puzzle import Puzzle as Puzzle, Solution as Solution, format_line as format_line
    from casbridge.puzzles.reading import read as read, read_file as read_file

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "drawing": "draw_html draw_latex draw_svg",
        "layouts": "Layout Unit box_shape graph jigsaw latin sudoku with_constraints",
        "printing": "draw_text print_dimacs print_grid print_line print_toml",
        "puzzle": "Puzzle Solution format_line",
        "reading": "read read_file",
    },
)

__all__ = [*_HOMES]


def _draw(form: str, shown: "Puzzle | Solution") -> str:
    from casbridge.puzzles.drawing import draw_latex, draw_svg, html_fragment
    from casbridge.puzzles.printing import draw_text
    from casbridge.puzzles.puzzle import Solution

    draw = {"text": draw_text, "html": html_fragment, "svg": draw_svg, "latex": draw_latex}[form]
    return draw(shown.puzzle, shown) if isinstance(shown, Solution) else draw(shown)


def _draw_layout(form: str, layout: "Layout") -> str:
    from casbridge.puzzles.puzzle import Puzzle

    return _draw(form, Puzzle(layout, (0,) * layout.cells))


for _form in ("text", "html", "svg", "latex"):
    register("casbridge.puzzles.puzzle.Puzzle", _form, partial(_draw, _form))
    register("casbridge.puzzles.puzzle.Solution", _form, partial(_draw, _form))
    register("casbridge.puzzles.layouts.Layout", _form, partial(_draw_layout, _form))
