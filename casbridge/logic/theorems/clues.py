"""Theorem 13: what a clue of a variant zeroes: a killer cage, a thermometer, an arrow, a dot, a sandwich, and the like.

A digit is zeroed in a cell if the present candidates of the other cells do not allow the clue with it: combinations of
a cage, bounds of a thermometer and of an arrow, partners of a dot. Cells of the clue that are peers differ: two cells
of an arrow in a box do not have the same digit. The relations of a clue are taken together, until they zero nothing
more. The step names the pairs of peers that it uses, and no units that it does not need.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from casbridge.board.peers import Board, digits_of
from casbridge.charset.bitmasks import few_bits_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

#: Candidates of clues that are remembered.
_MOST_IDLE = 100_000
#: For each relation of a clue some units, and the places of their cells in it.
_Units = tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]


def clue(position: Position, deadline: Deadline = NEVER, brief: bool = False) -> Step | None:
    """The first clue that zeroes something, or that cannot be fulfilled: then the step is a contradiction.

    brief: whether the step may lack its units and pairs, which take as long again.

    Raises LimitError.

    >>> from casbridge.puzzles import latin, with_constraints
    >>> from casbridge.puzzles.variants import Thermometer
    >>> step = clue(Position(with_constraints(latin(3), [Thermometer((0, 1))])))
    >>> [removal[:2] for removal in step.removals]
    [(0, 3), (1, 1)]
    """
    idle, candidates, changed = position.idle_clues, position.candidates, position.changed
    for number, mask in enumerate(position.board.masks_of_clues) if changed else ():
        if not changed & mask:
            continue
        cells = few_bits_of(mask)
        state = (number, *[candidates[cell] for cell in cells])
        if state in idle:
            continue
        deadline.check()
        step = _of(position, position.board.layout.clues[number], deadline, brief)
        if len(idle) >= _MOST_IDLE:
            idle.clear()
        if step is None:
            idle.add(state)
            continue
        if step.removals:
            zeroed = {cell: sum(1 << one.digit - 1 for one in step.removals if one.cell == cell) for cell in cells}
            idle.add((number, *[candidates[cell] & ~zeroed[cell] for cell in cells]))
        return step
    position.changed = 0
    return None


def _of(position: Position, group: tuple[int, ...], deadline: Deadline, brief: bool) -> Step | None:
    board, candidates = position.board, position.candidates
    units = tuple([board.units_of_relations[number] for number in group])
    left = _narrowed(board, group, units, candidates)
    if left is not None and all(mask == candidates[cell] for cell, mask in left.items()):
        return None
    differ: tuple[tuple[int, int], ...] = ()
    used: tuple[int, ...] = ()
    if not brief:
        units = _needed(board, group, units, candidates, left, deadline)
        differ, used = _pairs(board, group, units, candidates)
    cells = distinct(cell for number in group for cell in board.layout.relations[number].cells)
    if left is None:
        return Step(Theorem.CONTRADICTION, "clue", cells, (), used, differ, relations=group)
    removals = tuple(
        Removal(cell, digit, tuple([other for other in cells if other != cell]), -1)
        for cell in cells
        for digit in digits_of(candidates[cell] & ~left[cell])
    )
    digits = distinct(sorted(removal.digit for removal in removals))
    return Step(Theorem.CLUE, "clue", cells, digits, used, differ, removals=removals, relations=group)


def _narrowed(board: Board, group: Sequence[int], units: _Units, candidates: Sequence[int]) -> dict[int, int] | None:
    """The candidates of the cells of a clue that are left with these units; None for a contradiction."""
    relations = [board.layout.relations[number] for number in group]
    named = [(one, tuple([places for _, places in own])) for one, own in zip(relations, units, strict=True)]
    left = {cell: candidates[cell] for relation, _ in named for cell in relation.cells}
    while True:
        before = dict(left)
        for relation, places in named:
            narrowed = relation.narrowed_apart([left[cell] for cell in relation.cells], places, board.digits)
            if narrowed is None:
                return None
            left.update(zip(relation.cells, narrowed, strict=True))
        if left == before or (len(named) == 1 and relations[0].narrows_once(named[0][1], board.digits)):
            return left


def _needed(
    board: Board,
    group: Sequence[int],
    units: _Units,
    candidates: Sequence[int],
    wanted: dict[int, int] | None,
    deadline: Deadline,
) -> _Units:
    """As few of the units as zero the same. The last ones are left out first: rows and columns are easier to see."""
    for place, number in enumerate(group):
        if board.layout.relations[number].says_all_differ:
            continue
        # All at once first: most clues zero the same without units. If not, one is needed.
        for unit in (None, *reversed(units[place])):
            deadline.check()
            fewer = tuple([one for one in units[place] if one != unit]) if unit else ()
            others = (*units[:place], fewer, *units[place + 1 :])
            if (fewer or not unit) and _narrowed(board, group, others, candidates) == wanted:
                units = others
                if not fewer:
                    break
    return units


def _pairs(
    board: Board, group: Sequence[int], units: _Units, candidates: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The pairs of peers that these units give, and for each the first of the units, each once.

    Cells without a common candidate differ by themselves, so they are no such pair.
    """
    found: dict[tuple[int, int], int] = {}
    for number, own in zip(group, units, strict=True):
        relation = board.layout.relations[number]
        whole = relation.says_all_differ
        for unit, places in own:
            for a, b in combinations(sorted(relation.cells[place] for place in places), 2):
                if whole or candidates[a] & candidates[b]:
                    found.setdefault((a, b), unit)
    return tuple(found), distinct(found.values())
