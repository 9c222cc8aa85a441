"""What of a picture a step lights up: units, cells, candidates and the links between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from casbridge.logic.position import distinct
from casbridge.logic.steps import Placement, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout


class Mark(NamedTuple):
    """A candidate that is part of the reason.

    role: "reason"; or "true" and "false" for the links of a chain; the two colours of a colouring are these, too.
    """

    cell: int
    digit: int
    role: str


class Arrow(NamedTuple):
    """From one candidate (cell, digit) to another. strong: of the two one is true; else at most one.

    directed: whether the second follows from the first.
    """

    start: tuple[int, int]
    end: tuple[int, int]
    strong: bool
    directed: bool


@dataclass(frozen=True, slots=True)
class Highlight:
    """What to light up for a step. Units and cells by their numbers.

    outlined: the units in which the digits must be. shaded: the units that carry what is concluded to other cells.
    cells: whose candidates are the reason. failed: the cells without any candidate.
    """

    outlined: tuple[int, ...] = ()
    shaded: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    placement: Placement | None = None
    removals: tuple[Removal, ...] = ()


def highlight_of(layout: Layout, step: Step) -> Highlight:
    """What a step lights up in a grid or graph of this layout.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> puzzle = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    >>> zeroing, single = (highlight_of(puzzle.layout, step) for step in explain(puzzle).steps[3:5])
    >>> zeroing.cells, zeroing.shaded, single.outlined, single.placement
    ((12,), (4, 10, 3), (9,), Placement(cell=6, digit=4))
    """
    theorem, digits = step.theorem, step.digits
    by = distinct(cell for removal in step.removals for cell in removal.by)
    in_units = distinct(removal.unit for removal in step.removals if removal.unit >= 0)

    def light(
        *,
        outlined: Iterable[int] = (),
        shaded: Iterable[int] = (),
        cells: Iterable[int] = (),
        failed: Iterable[int] = (),
        marks: Iterable[Mark] = (),
        arrows: Iterable[Arrow] = (),
    ) -> Highlight:
        return Highlight(
            tuple(outlined),
            tuple(shaded),
            tuple(cells),
            tuple(failed),
            tuple(marks),
            tuple(arrows),
            step.placement,
            step.removals,
        )

    #: Where no one unit carries it: from the places one of which is true to what they zero.
    seen = [
        Arrow((cell, removal.digit), (removal.cell, removal.digit), False, False)
        for removal in step.removals
        if removal.unit < 0
        for cell in removal.by
    ]

    def reasons(cells: Iterable[int]) -> list[Mark]:
        return [Mark(cell, digit, "reason") for cell in cells for digit in digits]

    if theorem is Theorem.ZEROING:
        return light(shaded=in_units, cells=step.cells)
    if step.placement is not None:
        return light(outlined=step.units)
    if theorem is Theorem.CONTRADICTION:
        return light(outlined=step.units, failed=() if step.units else step.cells)
    if theorem in (Theorem.INTERSECTION, Theorem.FISH):
        bases = distinct(unit for unit, _ in step.occurs)
        covers = [unit for unit in (step.units if theorem is Theorem.FISH else in_units) if unit not in bases]
        absent = set(step.cells)
        places = distinct(cell for unit in bases for cell in layout.units[unit].cells if cell not in absent)
        return light(outlined=bases, shaded=covers, cells=places, marks=reasons(places), arrows=seen)
    if theorem is Theorem.NAKED_SUBSET:
        return light(outlined=step.units, cells=step.cells, marks=reasons(step.cells))
    if theorem is Theorem.HIDDEN_SUBSET:
        return light(outlined=step.units, cells=by, marks=reasons(by))
    if theorem is Theorem.WING:
        unit_of_link = [unit for unit, _ in step.occurs]
        if not unit_of_link:
            return light(cells=step.cells, marks=reasons(step.cells), arrows=seen)
        linked = digits[0]
        ways = step.differ[:2]
        return light(
            outlined=unit_of_link,
            cells=by,
            marks=[*reasons(by), *[Mark(end, linked, "reason") for _, end in ways]],
            arrows=[*[Arrow((a, linked), (b, linked), False, False) for a, b in ways], *seen],
        )
    if theorem is Theorem.COLOURING:
        return light(marks=_colours(step), arrows=_pairs(step))
    if theorem is Theorem.CHAIN:
        links = step.links
        marks = [Mark(link.cell, link.digit, "true" if link.true else "false") for link in links]
        arrows = [
            Arrow((links[link.cause].cell, links[link.cause].digit), (link.cell, link.digit), link.true, True)
            for link in links
            if link.cause >= 0
        ]
        return light(marks=distinct_marks(marks), arrows=arrows)
    return light(cells=step.cells, marks=[Mark(cell, digit, "true") for cell in step.cells for digit in digits])


def distinct_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """One mark a candidate, the first: where a chain says both of one, it is shown as what it was assumed to be."""
    first: dict[tuple[int, int], Mark] = {}
    for mark in marks:
        first.setdefault((mark.cell, mark.digit), mark)
    return tuple(first.values())


def _colours(step: Step) -> list[Mark]:
    """The places along the way by turns in two colours."""
    digit = step.digits[0]
    colours: dict[int, bool] = {}
    pairs = list(step.differ[: len(step.occurs)])
    colours[pairs[0][0]] = True
    while pairs:
        for a, b in pairs:
            if a in colours:
                colours[b] = not colours[a]
            elif b in colours:
                colours[a] = not colours[b]
        pairs = [pair for pair in pairs if pair[0] not in colours]
    return [Mark(cell, digit, "true" if colour else "false") for cell, colour in colours.items()]


def _pairs(step: Step) -> list[Arrow]:
    """Strong links for the pairs along the way, weak ones for the cells that cannot both be the digit."""
    digit = step.digits[0]
    count = len(step.occurs)
    return [Arrow((a, digit), (b, digit), place < count, False) for place, (a, b) in enumerate(step.differ)]
