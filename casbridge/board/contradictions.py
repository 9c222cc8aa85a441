"""Clues of a puzzle that contradict each other, or that no grid can fulfil: two dots, a cage whose sum is too large.

The quick solver's propagation finds the contradiction, without a search. Then clues and givens are left out one by one,
as long as the contradiction stays. A puzzle whose contradiction needs a search has none here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casbridge.board.peers import board_of
from casbridge.board.solutions import Solver, solver_of
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout, with_constraints
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants.protocol import Constraint, WholeGrid
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, Tuples

_MOST_NAMED = 12
_MOST_SECONDS = 2.0


class Contradiction(NamedTuple):
    """Clues and givens that cannot hold together.

    constraints: the clues. "All dots are given" comes with all dots. cells: the givens, by their cells.
    minimal: whether it was tried to leave out each. text: all this in words.

    >>> from casbridge.puzzles import sudoku
    >>> from casbridge.puzzles.variants import Cage, Thermometer
    >>> layout = with_constraints(sudoku(2, 2), [Cage((0, 1), 8), Thermometer((4, 5))])
    >>> contradiction(Puzzle(layout, (0,) * 16)).text
    'cage r1c1-r1c2: r1c1 + r1c2 = 8 is not possible (the sums go from 3 to 7)'
    """

    constraints: tuple[Constraint, ...]
    cells: tuple[int, ...]
    minimal: bool
    text: str


def contradiction(puzzle: Puzzle, deadline: Deadline = NEVER) -> Contradiction | None:
    """Clues and givens that contradict each other, without those that can be left out; or None.

    One clue that no digits fulfil comes first. After the deadline, and after 2 seconds, no more are left out.

    >>> from casbridge.puzzles import sudoku
    >>> from casbridge.puzzles.variants import Greater, WhiteDot
    >>> layout = with_constraints(sudoku(2, 2), [Greater(0, 1), Greater(5, 4), WhiteDot(0, 1)])
    >>> contradiction(Puzzle(layout, (1, *[0] * 15))).text
    'these contradict each other: sign r1c1-r1c2: r1c1 > r1c2; r1c1 = 1 is given'
    >>> contradiction(Puzzle(layout, (0,) * 16)) is None
    True
    """
    layout = puzzle.layout
    if not layout.constraints:
        return None
    if impossible := _impossible(layout):
        return impossible
    if solver_of(layout).known(puzzle.givens) is not None:
        return None
    given = tuple(cell for cell, digit in enumerate(puzzle.givens) if digit)
    deadline = Deadline.after(_MOST_SECONDS if (left := deadline.left()) is None else min(left, _MOST_SECONDS))
    found, minimal = _least(puzzle, (*layout.constraints, *given), deadline)
    constraints = [one for one in found if isinstance(one, Constraint)]
    cells = tuple(one for one in found if not isinstance(one, Constraint))
    return Contradiction(_with_marks(layout, constraints), cells, minimal, _text(puzzle, constraints, cells))


def _impossible(layout: Layout) -> Contradiction | None:
    """The clues that no digits fulfil, each with rows, columns, boxes and diagonals alone."""
    found: list[tuple[Constraint, str]] = []
    units, end = board_of(layout).units_of_relations, 0
    for one in layout.constraints:
        start, end = end, end + sum(1 for _ in one.relations(layout.digits, layout.constraints))
        if isinstance(one, WholeGrid) or _fits(layout, layout.relations[start:end], units[start:end]):
            continue
        # Here other clues may have said that cells differ.
        alone = with_constraints(layout.plain, [one])
        own = board_of(alone).units_of_relations
        if not _fits(alone, alone.relations, own):
            why = _why(alone.relations, [places for _, places in own[0]], layout.digits)
            found.append((one, f"{_said(layout, one)} is not possible{why and f' ({why})'}"))
    if not found:
        return None
    return Contradiction(tuple([one for one, _ in found]), (), True, _listed([said for _, said in found]))


def _fits(
    layout: Layout, relations: Sequence[Relation], units: Sequence[Sequence[tuple[int, tuple[int, ...]]]]
) -> bool:
    """Whether narrowing of all digits leaves some for each cell. units: those of each relation."""
    digits = layout.digits
    groups = [tuple([places for _, places in own]) for own in units]
    left = {cell: (1 << digits) - 1 for relation in relations for cell in relation.cells}
    while True:
        before = dict(left)
        for relation, own in zip(relations, groups, strict=True):
            narrowed = relation.narrowed_apart([left[cell] for cell in relation.cells], own, digits)
            if narrowed is None:
                return False
            left.update(zip(relation.cells, narrowed, strict=True))
        if left == before:
            return True


def _why(relations: Sequence[Relation], groups: Sequence[Sequence[int]], digits: int) -> str:
    """Why no digits fulfil the relations of a clue, where a few words say it. groups: of the first one."""
    first = relations[0]
    if isinstance(first, Sandwich):
        return f"no digits from 2 to {digits - 1} that stand together there have this sum"
    if isinstance(first, Sum) and min(first.weights) > 0:
        totals = first.totals(digits)
        return "" if first.total in totals else f"the sums go from {totals.start} to {totals.stop - 1}"
    if isinstance(first, Sum) and first.weights[-2:] == (1, -1):
        size, full = len(first.cells) - 1, (1 << digits) - 1
        own = tuple([tuple([place for place in places if place < size]) for places in groups])
        for total in range(size, size * digits + 1):
            shaft = Sum(first.cells[:-1], "", "", first.weights[:-1], total)
            if shaft.narrowed_apart([full] * size, own, digits) is not None:
                return f"the least sum of the shaft is {total}" if total > digits else ""
    if len(relations) >= digits and all(isinstance(one, Tuples) for one in relations):
        return f"it has {len(relations) + 1} cells, and there are {digits} digits"
    return ""


def _least(
    puzzle: Puzzle, items: tuple[Constraint | int, ...], deadline: Deadline
) -> tuple[tuple[Constraint | int, ...], bool]:
    """The constraints and given cells that are left and contradict each other, and whether each was tried."""
    size = (len(items) + 1) // 2
    while size:
        start = 0
        while start < len(items):
            try:
                deadline.check()
            except LimitError:
                return items, False
            fewer = items[:start] + items[start + size :]
            if _contradicts(puzzle, fewer):
                items = fewer
            else:
                start += size
        size //= 2
    return items, True


def _contradicts(puzzle: Puzzle, items: Sequence[Constraint | int]) -> bool:
    constraints = _with_marks(puzzle.layout, [one for one in items if isinstance(one, Constraint)])
    layout = with_constraints(puzzle.layout.plain, constraints)
    kept = {one for one in items if not isinstance(one, Constraint)}
    givens = tuple(digit if cell in kept else 0 for cell, digit in enumerate(puzzle.givens))
    return Solver(layout).known(givens) is None


def _with_marks(layout: Layout, constraints: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """The constraints, with the marks without which "all bars are given" would say more than it does."""
    kinds = tuple(kind for one in constraints for kind in getattr(one, "marks", ()))
    return tuple(one for one in layout.constraints if one in constraints or type(one) in kinds)


def _text(puzzle: Puzzle, constraints: Sequence[Constraint], cells: Sequence[int]) -> str:
    layout = puzzle.layout
    said = [_said(layout, one) for one in constraints]
    said += [f"{layout.cell_name(cell)} = {puzzle.givens[cell]} is given" for cell in cells]
    if len(said) == 1:
        return f"{said[0]} is not possible"
    return f"these contradict each other: {_listed(said)}" if said else "the grid has no solution"


def _listed(said: Sequence[str]) -> str:
    more = len(said) - _MOST_NAMED
    return "; ".join(said[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def _said(layout: Layout, one: Constraint) -> str:
    """A clue in words."""
    relation = next(one.relations(layout.digits, layout.constraints), None)
    words = one.words(layout.digits)
    if relation is None or isinstance(one, WholeGrid):
        return f"{one.plural} {words}".strip()
    if isinstance(relation, Sandwich):
        return f"{relation.clue} = {relation.total}"
    several = len(list(one.relations(layout.digits, layout.constraints))) > 1
    return relation.clue if several else f"{relation.clue}: {relation.name}"
