"""Puzzles and their families; parsing, printing, drawing."""

from casbridge.puzzles.drawing import draw_html, draw_latex, draw_svg, draw_text
from casbridge.puzzles.layouts import Layout, Unit, box_shape, graph, jigsaw, latin, sudoku
from casbridge.puzzles.printing import print_dimacs, print_grid, print_line, print_toml
from casbridge.puzzles.puzzle import Puzzle, Solution, format_line
from casbridge.puzzles.reading import read, read_file

__all__ = [
    "Layout",
    "Puzzle",
    "Solution",
    "Unit",
    "box_shape",
    "draw_html",
    "draw_latex",
    "draw_svg",
    "draw_text",
    "format_line",
    "graph",
    "jigsaw",
    "latin",
    "print_dimacs",
    "print_grid",
    "print_line",
    "print_toml",
    "read",
    "read_file",
    "sudoku",
]
