"""What a picture lights up for a step: units, cells, candidates and the links between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from casbridge.logic.position import distinct
from casbridge.logic.steps import Placement, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout


class _Mark(NamedTuple):
    """A candidate of the reason. role: "reason"; "true" or "false" in a chain, for the two colours in a colouring."""

    cell: int
    digit: int
    role: str


class Arrow(NamedTuple):
    """A link from one candidate (cell, digit) to another.

    strong: whether one of the two is true; else at most one is. directed: whether the second follows from the first.

    >>> Arrow((3, 7), (0, 7), strong=False, directed=True).end
    (0, 7)
    """

    start: tuple[int, int]
    end: tuple[int, int]
    strong: bool
    directed: bool


@dataclass(frozen=True, slots=True)
class Highlight:
    """What to light up for a step; units and cells by number.

    outlined, shaded: the units in which the reason lies, and those in which something is zeroed.
    cells, failed: the cells whose candidates are the reason, and those without a candidate.
    marks, arrows: candidates of the reason, and links between them.
    placement, removals: the conclusions.

    >>> Highlight(outlined=(2,)).cells
    ()
    """

    outlined: tuple[int, ...] = ()
    shaded: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    marks: tuple[_Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    placement: Placement | None = None
    removals: tuple[Removal, ...] = ()


def highlight_of(layout: Layout, step: Step) -> Highlight:
    """What a step lights up in a grid or graph of this layout.

    >>> from casbridge import explain, read_puzzles
    >>> puzzle = read_puzzles(".4.....1..3.2...")[0]
    >>> zeroing, single = (highlight_of(puzzle.layout, step) for step in explain(puzzle).steps[3:5])
    >>> zeroing.cells, zeroing.shaded, single.outlined, single.placement
    ((12,), (4, 10, 3), (9,), Placement(cell=6, digit=4))
    """
    theorem, digits = step.theorem, step.digits
    by = distinct(cell for removal in step.removals for cell in removal.by)
    in_units = distinct(removal.unit for removal in step.removals if removal.unit >= 0)
    light = partial(Highlight, placement=step.placement, removals=step.removals)
    # If no one unit has a candidate and the cells that zero it, arrows show what zeroes it.
    seen = tuple(
        Arrow((cell, removal.digit), (removal.cell, removal.digit), False, False)
        for removal in step.removals
        if removal.unit < 0
        for cell in removal.by
    )

    def reasons(cells: Iterable[int], role: str = "reason") -> tuple[_Mark, ...]:
        return tuple(_Mark(cell, digit, role) for cell in cells for digit in digits)

    if theorem is Theorem.ZEROING:
        return light(shaded=in_units, cells=step.cells)
    if step.placement is not None:
        return light(outlined=step.units)
    if theorem is Theorem.CONTRADICTION:
        return light(outlined=step.units, failed=() if step.units else step.cells)
    if theorem in (Theorem.INTERSECTION, Theorem.FISH):
        bases = distinct(unit for unit, _ in step.occurs)
        covers = tuple(unit for unit in (step.units if theorem is Theorem.FISH else in_units) if unit not in bases)
        absent = set(step.cells)
        places = distinct(cell for unit in bases for cell in layout.units[unit].cells if cell not in absent)
        return light(outlined=bases, shaded=covers, cells=places, marks=reasons(places), arrows=seen)
    if theorem is Theorem.NAKED_SUBSET:
        return light(outlined=step.units, cells=step.cells, marks=reasons(step.cells))
    if theorem is Theorem.HIDDEN_SUBSET:
        return light(outlined=step.units, cells=by, marks=reasons(by))
    if theorem is Theorem.WING and not step.occurs:
        return light(cells=step.cells, marks=reasons(step.cells), arrows=seen)
    if theorem is Theorem.WING:
        linked, ways = digits[0], step.differ[:2]
        marks = (*reasons(by), *[_Mark(end, linked, "reason") for _, end in ways])
        arrows = (*[Arrow((a, linked), (b, linked), False, False) for a, b in ways], *seen)
        return light(outlined=tuple(unit for unit, _ in step.occurs), cells=by, marks=marks, arrows=arrows)
    if theorem is Theorem.COLOURING:
        # Strong links for the pairs along the way, weak ones for cells that cannot both be the digit.
        digit, count = digits[0], len(step.occurs)
        pairs = tuple(Arrow((a, digit), (b, digit), place < count, False) for place, (a, b) in enumerate(step.differ))
        return light(marks=_colours(step), arrows=pairs)
    if theorem is Theorem.CHAIN:
        # A candidate that is both true and false is shown as it comes first.
        first: dict[tuple[int, int], _Mark] = {}
        for link in step.links:
            first.setdefault(link[:2], _Mark(link.cell, link.digit, "true" if link.true else "false"))
        links = [(step.links[link.cause], link) for link in step.links if link.cause >= 0]
        arrows = tuple(Arrow(cause[:2], link[:2], link.true, True) for cause, link in links)
        return light(marks=tuple(first.values()), arrows=arrows)
    return light(cells=step.cells, marks=reasons(step.cells, "true"))


def _colours(step: Step) -> tuple[_Mark, ...]:
    """The places along the way, in the two colours in turn."""
    pairs = list(step.differ[: len(step.occurs)])
    colours = {pairs[0][0]: True}
    while pairs:
        for a, b in pairs:
            if a in colours:
                colours[b] = not colours[a]
            elif b in colours:
                colours[a] = not colours[b]
        pairs = [pair for pair in pairs if pair[0] not in colours]
    return tuple(_Mark(cell, step.digits[0], "true" if colour else "false") for cell, colour in colours.items())
