"""Puzzles and their families; parsing, printing, drawing."""

from casbridge.puzzles.layouts import Layout, Unit, box_shape, graph, jigsaw, latin, sudoku
from casbridge.puzzles.puzzle import Puzzle, format_line

__all__ = ["Layout", "Puzzle", "Unit", "box_shape", "format_line", "graph", "jigsaw", "latin", "sudoku"]
