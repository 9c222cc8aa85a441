"""Printing puzzles and transformations, for the commands about equivalent puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from casbridge.cli.output import puzzle_document, say
from casbridge.errors import UsageError
from casbridge.making.records import has_lines, line_is_read
from casbridge.making.transformations import Transformation
from casbridge.puzzles import Layout, Puzzle, printing

#: How puzzles are printed, for --format.
FORMS = ("line", "grid", "toml")


def described(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle in JSON, with the regions or edges of its layout.

    >>> from casbridge.puzzles import sudoku
    >>> described(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))["puzzle"]
    '.2..'
    """
    layout = puzzle.layout
    document = puzzle_document(puzzle)
    if layout.regions is not None:
        document["regions"] = [region + 1 for region in layout.regions]
    if layout.family == "graph":
        document["edges"] = [[a + 1, b + 1] for a, b in layout.edges]
    return document


def in_json(transformation: Transformation) -> dict[str, Any]:
    """A transformation in JSON: in words, and with the images of cells and digits, all counted from 1.

    >>> from casbridge.making.transformations import from_words
    >>> from casbridge.puzzles import sudoku
    >>> in_json(from_words("exchange digits 1 and 2", sudoku(1, 2)))["digits"]
    [2, 1]
    """
    return {
        "words": str(transformation),
        "cells": [cell + 1 for cell in transformation.cells],
        "digits": list(transformation.digits),
    }


def how_to_read(layout: Layout) -> str | None:
    """How to read back the puzzles of a layout in lines; None if they read back by themselves.

    >>> from casbridge.puzzles import latin
    >>> how_to_read(latin(4))
    'Latin squares: read them with --family latin'
    """
    if not has_lines(layout) or line_is_read(layout):
        return None
    if layout.family == "latin":
        return "Latin squares: read them with --family latin"
    assert layout.box is not None
    return f"boxes {layout.box[0]}×{layout.box[1]}: read it with --box {layout.box[0]}x{layout.box[1]}"


def form_of_puzzles(form: str | None, layouts: Iterable[Layout], count: int) -> str:
    """The form in which `count` puzzles are printed. Unless asked for, it says all about each puzzle.

    >>> from casbridge.puzzles import sudoku
    >>> form_of_puzzles(None, [sudoku(1, 2)], 1)
    'line'
    """
    odd = next((layout for layout in layouts if not has_lines(layout)), None)
    chosen = form or ("line" if odd is None else "toml")
    if chosen == "line" and odd is not None:
        raise UsageError(f"a {odd.description} as a line", expected="--format toml, --json or --jsonl")
    if chosen != "line" and count > 1:
        raise UsageError(f"{count} puzzles as {chosen}", expected="lines, or --jsonl")
    return chosen


def print_puzzles(puzzles: Iterable[Puzzle], form: str) -> None:
    """Puzzles as they come, in a form that `form_of_puzzles` chose.

    >>> from casbridge.puzzles import sudoku
    >>> print_puzzles([Puzzle(sudoku(1, 2), (0, 2, 0, 0))], "line")
    .2..
    """
    known: set[Layout] = set()
    for puzzle in puzzles:
        if form != "line":
            write = printing.print_grid if form == "grid" else printing.print_toml
            click.echo(write(puzzle), nl=False)
            continue
        if puzzle.layout not in known:
            known.add(puzzle.layout)
            how = how_to_read(puzzle.layout)
            if how is not None:
                say(how)
        click.echo(puzzle.line)
