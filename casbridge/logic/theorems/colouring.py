"""Theorem 10: simple colouring. Where a digit has two places in a unit, one is true and one false: two colours.

Linked places get the two colours in turn. If two places of one colour are peers, both are false ("wrap"). A place that
is a peer of two places with different colours is false ("trap").
"""

from __future__ import annotations

from itertools import combinations

from casbridge.board.peers import cells_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

# For each place the place before it and the unit with only these two; None for the first one.
_Tree = dict[int, tuple[int, int] | None]


def colouring(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first colouring that zeroes something: digit by digit, wraps before traps. Raises LimitError.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell in (1, 2, 7, 11, 13, 14):
    ...     position.remove(cell, 0b1)
    >>> step = colouring(position)
    >>> step.name, step.removals
    ('colour trap', (Removal(cell=4, digit=1, by=(0, 12), unit=-1),))
    """
    for digit in range(1, position.board.digits + 1):
        deadline.check()
        for tree, colours in _coloured(position, digit):
            found = _wrap(position, digit, tree, colours) or _trap(position, digit, tree, colours, deadline)
            if found:
                return found
    return None


def _coloured(position: Position, digit: int) -> list[tuple[_Tree, dict[int, bool]]]:
    """For each connected set of linked places: its tree, and the colours."""
    linked: dict[int, list[tuple[int, int]]] = {}
    for unit, counts in enumerate(position.left):
        if counts and counts[digit - 1] == 2:
            a, b = position.places_in(unit, digit)
            linked.setdefault(a, []).append((b, unit))
            linked.setdefault(b, []).append((a, unit))
    parts = []
    seen: set[int] = set()
    for start in sorted(linked):
        if start in seen:
            continue
        tree: _Tree = {start: None}
        colours = {start: True}
        reached = [start]
        for place in reached:
            for other, unit in linked[place]:
                if other not in tree:
                    tree[other] = (place, unit)
                    colours[other] = not colours[place]
                    reached.append(other)
        seen |= tree.keys()
        if len(tree) > 2:
            parts.append((tree, colours))
    return parts


def _wrap(position: Position, digit: int, tree: _Tree, colours: dict[int, bool]) -> Step | None:
    peers = position.board.peers
    clashes = [(a, b) for a, b in combinations(sorted(tree), 2) if colours[a] is colours[b] and peers[a] >> b & 1]
    if not clashes:
        return None
    a, b = min(clashes, key=lambda clash: len(_way(tree, *clash)))
    removals = (Removal(a, digit, (b,), -1), Removal(b, digit, (a,), -1))
    return _step(position, digit, "colour wrap", _way(tree, a, b), [(a, b)], removals)


def _trap(position: Position, digit: int, tree: _Tree, colours: dict[int, bool], deadline: Deadline) -> Step | None:
    peers = position.board.peers
    best: tuple[int, int, int, int] | None = None
    for cell in cells_of(position.places[digit - 1]):
        if cell in tree:
            continue
        deadline.check()
        seen = [place for place in tree if peers[cell] >> place & 1]
        for a, b in combinations(seen, 2):
            if colours[a] is not colours[b]:
                found = (len(_way(tree, a, b)), cell, a, b)
                best = found if best is None else min(best, found)
    if best is None:
        return None
    _, cell, a, b = best
    return _step(
        position, digit, "colour trap", _way(tree, a, b), [(a, cell), (b, cell)], (Removal(cell, digit, (a, b), -1),)
    )


def _way(tree: _Tree, a: int, b: int) -> list[tuple[int, int, int]]:
    """The links between two places of a tree: (place, place, unit)."""

    def up(place: int) -> list[tuple[int, int, int]]:
        links = []
        while (came := tree[place]) is not None:
            links.append((place, *came))
            place = came[0]
        return links

    of_a, of_b = up(a), up(b)
    while of_a and of_b and of_a[-1] == of_b[-1]:
        of_a.pop()
        of_b.pop()
    return of_a + of_b[::-1]


def _step(
    position: Position,
    digit: int,
    name: str,
    way: list[tuple[int, int, int]],
    clash: list[tuple[int, int]],
    removals: tuple[Removal, ...],
) -> Step:
    board = position.board
    units = distinct(unit for _, _, unit in way)
    return Step(
        Theorem.COLOURING,
        name,
        distinct(cell for unit in units for cell in position.absent(unit, digit)),
        (digit,),
        distinct((*units, *[board.unit_of_both(*pair) for pair in clash])),
        differ=(*[(a, b) for a, b, _ in way], *clash),
        occurs=tuple([(unit, digit) for unit in units]),
        removals=removals,
    )
