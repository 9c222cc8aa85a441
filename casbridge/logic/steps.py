"""A step of deduction: what it concludes, by which theorem, and all that its reason rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from casbridge.logic.theorems.catalogue import Theorem


class Placement(NamedTuple):
    """A cell's value becomes known."""

    cell: int
    digit: int


class Removal(NamedTuple):
    """A candidate is zeroed. by: the cells that did it. unit: the number of the unit in which they did, −1 if more."""

    cell: int
    digit: int
    by: tuple[int, ...]
    unit: int


class Link(NamedTuple):
    """A link of a forcing chain: this candidate is true, or false, because of an earlier link.

    cause: the place of that link in the chain, −1 for the assumption. unit: the unit in which it follows, −1 where it
    follows in the cell itself.
    """

    cell: int
    digit: int
    true: bool
    cause: int
    unit: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step, in numbers: cells from 0, digits from 1, units by their place in `layout.units`.

    theorem, name: what it is; the name says more where the theorem has several forms ("naked pair", "X-wing").
    cells: the cells whose present candidates are the reason. digits: the digits that it is about.
    units: all units that the reason names; no equation of another unit may be used.
    differ: the pairs of cells, each pair in one of the units, which must differ. occurs: (unit, digit), the digit is
        in a cell of the unit. These, and the candidates of `cells`, are all that the conclusions rest on.
    placement: the value that becomes known, or None. removals: the candidates that are zeroed.
    links: for a forcing chain, the way from the assumption to the contradiction.
    nested: for a preset, the steps from `cells[0]` being `digits[0]` to the contradiction, which is the last of them.
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
        """How many presets are within each other: 0 for a step without any."""
        if self.theorem is not Theorem.PRESET:
            return 0
        return 1 + max((step.depth for step in self.nested), default=0)
