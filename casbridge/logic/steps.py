"""A step of deduction (its conclusion, its theorem and its reason), and the difficulty of steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from casbridge.logic.theorems.catalogue import LEVELS, Theorem


class Placement(NamedTuple):
    """The value that a step finds. cell: from 0. digit: from 1.

    >>> Placement(cell=3, digit=7)
    Placement(cell=3, digit=7)
    """

    cell: int
    digit: int


class Removal(NamedTuple):
    """A candidate that a step zeroes.

    cell, digit: the candidate.
    by: the cells that zero it.
    unit: the unit that has them and the cell; −1 if there is no such unit.

    >>> Removal(cell=3, digit=7, by=(0,), unit=0)[:2]
    (3, 7)
    """

    cell: int
    digit: int
    by: tuple[int, ...]
    unit: int


class Link(NamedTuple):
    """A link of a forcing chain: a candidate is true, or false, because of an earlier link.

    cell, digit: the candidate.
    true: whether it is true.
    cause: the place of the earlier link in the chain; −1 for the assumption.
    unit: the unit in which it follows; −1 if it follows in the cell itself.

    >>> assumed = Link(cell=3, digit=7, true=True, cause=-1, unit=-1)
    >>> Link(0, 7, False, 0, 0).cause
    0
    """

    cell: int
    digit: int
    true: bool
    cause: int
    unit: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step in numbers: cells from 0, digits from 1, units by their place in `layout.units`.

    The conclusions follow from the present candidates of `cells`, from `differ` and from `occurs` alone.

    theorem: the theorem that the step uses.
    name: its form, such as "naked pair" or "X-wing".
    cells: the cells whose present candidates are part of the reason.
    digits: the digits that the step is about.
    units: all units that the reason uses.
    differ: pairs of cells that must differ, each pair in one of the units.
    occurs: pairs (unit, digit). The digit must occur in the unit.
    placement: the value that the step finds, or None.
    removals: the candidates that it zeroes.
    links: for a forcing chain, the links from the assumption to the contradiction.
    nested: for a preset, the steps from `cells[0]` = `digits[0]` to the contradiction, which is the last of them.

    >>> step = Step(Theorem.NAKED_SINGLE, "naked single", (3,), (7,), placement=Placement(3, 7))
    >>> step.theorem.number, step.placement.digit, step.depth
    (2, 7, 0)
    """

    theorem: Theorem
    name: str
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    differ: tuple[tuple[int, int], ...] = ()
    occurs: tuple[tuple[int, int], ...] = ()
    placement: Placement | None = None
    removals: tuple[Removal, ...] = ()
    links: tuple[Link, ...] = ()
    nested: tuple[Step, ...] = ()

    @property
    def depth(self) -> int:
        """The number of presets within each other; 0 for other steps."""
        if self.theorem is not Theorem.PRESET:
            return 0
        return 1 + max((step.depth for step in self.nested), default=0)


@dataclass(frozen=True)
class Difficulty:
    """The class of a puzzle, and figures of its explanation.

    level: the class of the hardest theorem needed, one of LEVELS; "" if no step was needed. For grids, symmetries and
        other names of the digits do not change it: the theorems up to a class zero the same in any order.
    theorem: the hardest theorem.
    steps: the number of steps without Theorem 1. A preset is one step.
    presets: the number of presets, those within others included.
    depth: the number of presets within each other.
    uses: for each theorem the number of its steps, those within presets not included.
    """

    level: str
    theorem: Theorem | None
    steps: int
    presets: int
    depth: int
    uses: tuple[tuple[Theorem, int], ...]

    @property
    def rank(self) -> int:
        """The place of the level among LEVELS, from 1; 0 for "".

        >>> Difficulty("wings", Theorem.WING, 60, 0, 0, ()).rank
        5
        """
        return LEVELS.index(self.level) + 1 if self.level else 0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "level": self.level or None,
            "rank": self.rank,
            "theorem": str(self.theorem) if self.theorem else None,
            "steps": self.steps,
            "presets": self.presets,
            "depth": self.depth,
            "uses": {str(theorem): number for theorem, number in self.uses},
        }


def difficulty_of(steps: Iterable[Step]) -> Difficulty:
    """The difficulty of a puzzle that these steps explain.

    >>> difficulty_of([]).level
    ''
    """
    steps = list(steps)
    uses = Counter(step.theorem for step in steps)
    counted = [theorem for theorem in uses if theorem.level]
    hardest = max(counted, key=lambda theorem: theorem.number, default=None)
    return Difficulty(
        hardest.level if hardest else "",
        hardest,
        sum(uses[theorem] for theorem in counted),
        _presets(steps),
        max((step.depth for step in steps), default=0),
        tuple((theorem, uses[theorem]) for theorem in Theorem if uses[theorem]),
    )


def _presets(steps: Iterable[Step]) -> int:
    return sum(1 + _presets(step.nested) for step in steps if step.theorem is Theorem.PRESET)
