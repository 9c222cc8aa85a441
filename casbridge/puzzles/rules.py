"""The rules of a puzzle in sentences, for people who solve it by hand."""

from __future__ import annotations

from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants.rules import rules_of

_DIAGONALS = "Each of the two long diagonals has every digit once."
#: The kinds of units that a family has.
_KINDS = ("row", "column", "box", "region")


def own_rule(layout: Layout) -> str:
    """The rule of a layout's family.

    >>> from casbridge.puzzles import graph, sudoku
    >>> own_rule(sudoku(2, 2))
    'Each row, each column and each box has every digit from 1 to 4 once.'
    >>> own_rule(graph(2, ((0, 1),), 3))
    'Each vertex has a colour from 1 to 3. Two vertices that a line joins have different colours.'
    """
    if not layout.is_grid:
        colours = f"Each vertex has a colour from 1 to {layout.digits}."
        return f"{colours} Two vertices that a line joins have different colours."
    kinds = [f"each {kind}" for kind in dict.fromkeys(unit.kind for unit in layout.units) if kind in _KINDS]
    said = " and ".join((", ".join(kinds[:-1]), kinds[-1]))
    return f"{said[0].upper()}{said[1:]} has every digit from 1 to {layout.digits} once."


def further_rules(layout: Layout) -> list[str]:
    """The rules of diagonals and of variants, a sentence for each, in the order of the constraints.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import AntiKing
    >>> further_rules(with_constraints(latin(4, diagonals=True), [AntiKing()]))
    ['Each of the two long diagonals has every digit once.', 'Cells that touch at a corner have different digits.']
    """
    return [*([_DIAGONALS] if layout.diagonals else []), *rules_of(layout.constraints, layout.digits)]
