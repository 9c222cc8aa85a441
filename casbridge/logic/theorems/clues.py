"""Theorem 13: what a clue of a variant zeroes: a killer cage, a thermometer, an arrow, a dot, a sandwich, and the like.

A digit is zeroed in a cell if the present candidates of the other cells do not allow the clue with it: combinations of
a cage, bounds of a thermometer and of an arrow, partners of a dot. The relations of a clue are taken together, until
they zero nothing more.
"""

from __future__ import annotations

from itertools import combinations

from casbridge.board.peers import digits_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.variants.relations import Sandwich, Sum


def clue(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first clue that zeroes something, or that cannot be fulfilled: then the step is a contradiction.

    Raises LimitError.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import Thermometer
    >>> step = clue(Position(with_constraints(latin(3), [Thermometer((0, 1))])))
    >>> [removal[:2] for removal in step.removals]
    [(0, 3), (1, 1)]
    """
    layout = position.board.layout
    for group in layout.clues:
        deadline.check()
        if step := _of(position, group):
            return step
    return None


def _of(position: Position, group: tuple[int, ...]) -> Step | None:
    board, relations = position.board, [position.board.layout.relations[number] for number in group]
    cells = distinct(cell for relation in relations for cell in relation.cells)
    left = {cell: position.candidates[cell] for cell in cells}
    impossible = changed = False
    while not impossible:
        before = dict(left)
        for relation in relations:
            narrowed = relation.narrowed([left[cell] for cell in relation.cells])
            if narrowed is None:
                impossible = True
                break
            left.update(zip(relation.cells, narrowed, strict=True))
        if left == before:
            break
        changed = True
    if not impossible and not changed:
        return None
    # These forms use that the cells differ.
    differ = tuple(
        pair
        for relation in relations
        if isinstance(relation, Sandwich) or (isinstance(relation, Sum) and relation.differ)
        for pair in combinations(sorted(relation.cells), 2)
    )
    units = distinct([board.unit_of_both[pair] for pair in differ])
    if impossible:
        return Step(Theorem.CONTRADICTION, "clue", cells, (), units, differ, relations=group)
    removals = tuple(
        Removal(cell, digit, tuple([other for other in cells if other != cell]), -1)
        for cell in cells
        for digit in digits_of(position.candidates[cell] & ~left[cell])
    )
    digits = distinct(sorted(removal.digit for removal in removals))
    return Step(Theorem.CLUE, "clue", cells, digits, units, differ, removals=removals, relations=group)
