"""What the commands about equivalent puzzles share: reading them, and printing them with transformations."""

from __future__ import annotations

from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem
from casbridge.cli import options
from casbridge.cli.output import say
from casbridge.errors import UsageError
from casbridge.making.transformations import Transformation
from casbridge.puzzles import Puzzle, box_shape, printing

FORMS = ("line", "grid", "toml")


def read_puzzles(
    source: str, colours: int | None, box: tuple[int, int] | None, family: str | None, lines: bool
) -> list[Puzzle]:
    """The puzzles in INPUT. Raises UsageError for a system."""
    found = options.read_input(source, colours, box, family, lines)
    if isinstance(found, PolynomialSystem):
        raise UsageError("a polynomial system, not a puzzle", expected="a puzzle")
    return found


def described(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle in JSON: with regions or edges, where its layout has some."""
    layout = puzzle.layout
    document: dict[str, Any] = {"name": puzzle.name} if puzzle.name else {}
    document |= {"puzzle": puzzle.line, "layout": layout.description}
    if layout.regions is not None:
        document["regions"] = [region + 1 for region in layout.regions]
    if layout.family == "graph":
        document["edges"] = [[a + 1, b + 1] for a, b in layout.edges]
    return document


def in_json(transformation: Transformation) -> dict[str, Any]:
    """A transformation in JSON: in words, and with the images of cells and digits, all counted from 1."""
    return {
        "words": str(transformation),
        "cells": [cell + 1 for cell in transformation.cells],
        "digits": list(transformation.digits),
    }


def print_puzzles(puzzles: list[Puzzle], form: str | None) -> None:
    """Puzzles as lines, or in the form that is asked for, or that they need."""
    layouts = list(dict.fromkeys(puzzle.layout for puzzle in puzzles))
    plain = all(layout.family in ("sudoku", "latin") and not layout.diagonals for layout in layouts)
    chosen = form or ("line" if plain else "toml")
    if chosen == "line":
        if not plain:
            raise UsageError(f"a {layouts[0].description} as a line", expected="--format toml, --json or --jsonl")
        for layout in layouts:
            if layout.box is not None and layout.box != box_shape(layout.side):
                say(f"boxes {layout.box[0]}×{layout.box[1]}: read it with --box {layout.box[0]}x{layout.box[1]}")
        click.echo("\n".join(puzzle.line for puzzle in puzzles))
        return
    if len(puzzles) > 1:
        raise UsageError(f"{len(puzzles)} puzzles as {chosen}", expected="lines, or --jsonl")
    write = printing.print_grid if chosen == "grid" else printing.print_toml
    click.echo(write(puzzles[0]), nl=False)
