"""What the functions that read may be told about an input."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casbridge.algebra.fields import Field
    from casbridge.limits import Deadline


class ReadingOptions(TypedDict, total=False):
    """What the functions that read may be told about an input. All keys are optional.

    source: the name of the input, for errors.
    name: the name of the puzzle or the system.
    colours: the number of colours of a graph.
    box: rows and columns of the boxes of a grid, if the grid does not say it itself.
    family: "sudoku" or "latin" for a grid.
    lines: whether every line is a puzzle, also where all lines make one grid.
    field: the ground field of a system, such as QQ, 7 or "GF(7)", instead of the one in the text.
    variables: the variables of a system, the lowest first, instead of those in the text: "x, y", or a list of names.
    implicit: whether factors side by side are multiplied: 2x, x y, 3(x + 1).
    ideal: the name of the one to read in a program that states several; see `ideals_of`.
    decimals: "exact" to read decimal numbers as exact fractions, "refuse" (the default) to refuse them.
    deadline: raise LimitError after it.

    >>> from casbridge.puzzles.parsing import parse_puzzles
    >>> wanted: ReadingOptions = {"family": "latin", "name": "square"}
    >>> parse_puzzles("1... .... .... ....", **wanted)[0].layout.description
    '4×4 Latin square'
    """

    source: str
    name: str
    colours: int | None
    box: tuple[int, int] | None
    family: str | None
    lines: bool
    field: Field | str | int | None
    variables: str | Sequence[str]
    implicit: bool
    decimals: str
    ideal: str
    deadline: Deadline
