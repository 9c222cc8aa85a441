"""The rules of a document of f-puzzles or SudokuPad, collected one by one, and the puzzle that they make."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from casbridge.errors import InputError
from casbridge.puzzles.layouts import Layout, jigsaw, latin, sudoku, with_constraints
from casbridge.puzzles.options import ReadingOptions
from casbridge.puzzles.parsing import grid_layout
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants import AllBars, AllDots, Bar, Cage, Constraint, NonConsecutive, WhiteDot, Windoku
from casbridge.puzzles.variants.regions import window_cells
from casbridge.strict import Place

_DIGITS = re.compile(r"\s*[0-9]{1,9}\s*\Z", re.ASCII)


@dataclass
class Stated:
    """The content of a document, collected constraint by constraint.

    givens: a digit for every cell, 0 for a blank. regions: the label of each cell's region; None is no region.
    diagonals: the names of the diagonals that have different digits.
    constraints: those of variants. extra: the cells of extra regions; the windows of windoku may be among them.
    marks: the kinds of clues on pairs of neighbours that occur. negative: the kinds whose clues are all given. Each
    kind has the place that states this.

    >>> Stated(2, [0, 0, 0, 1], [0, 0, 1, 1]).puzzle({}).layout.description
    '2×2 Sudoku with boxes 1×2'
    """

    side: int
    givens: list[int]
    regions: list[int | None]
    diagonals: set[str] = field(default_factory=set)
    name: str = ""
    constraints: list[Constraint] = field(default_factory=list)
    extra: list[tuple[int, ...]] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    negative: dict[str, Place] = field(default_factory=dict)

    @classmethod
    def blank(cls, side: int) -> Stated:
        """A grid without givens and regions.

        >>> Stated.blank(2).givens
        [0, 0, 0, 0]
        """
        return cls(side, [0] * side**2, [None] * side**2)

    def add(self, place: Place, constraint: Constraint) -> None:
        """Add a constraint of a variant. Raises InputError, with the place, where it cannot stand on the grid."""
        if found := constraint.objection(self.side):
            place.fail(f"{constraint.plural} that fit a grid of side {self.side}", f"has {found}")
        self.constraints.append(constraint)

    def puzzle(self, wanted: ReadingOptions) -> Puzzle:
        """The puzzle. A box or a family among the options is used instead of the document's regions."""
        layout = with_constraints(self._layout(wanted), self._all_constraints())
        return Puzzle(layout, tuple(self.givens), wanted.get("name") or self.name)

    def _layout(self, wanted: ReadingOptions) -> Layout:
        if len(self.diagonals) == 1:
            raise InputError(f"{min(self.diagonals)} alone", expected="both diagonals, or none")
        diagonals = bool(self.diagonals)
        box, family = wanted.get("box"), wanted.get("family")
        if box is not None or family is not None:
            return grid_layout(self.side, box, family, diagonals)
        if all(region is None for region in self.regions):
            return latin(self.side, diagonals)
        without = next((cell for cell, region in enumerate(self.regions) if region is None), None)
        if without is not None:
            name = f"R{without // self.side + 1}C{without % self.side + 1}"
            raise InputError(f"the cell {name} in no region", expected="a region for each cell, or for none")
        numbers = {label: number for number, label in enumerate(dict.fromkeys(self.regions))}
        regions = tuple(numbers[region] for region in self.regions)
        return _boxes(self.side, regions, diagonals) or jigsaw(regions, diagonals)

    def _all_constraints(self) -> list[Constraint]:
        """The constraints, also those that several entries state together."""
        extra = {frozenset(cells) for cells in self.extra}
        found = [*self.constraints]
        if Windoku().objection(self.side) is None:
            windows = {frozenset(cells) for cells in window_cells(self.side)}
            if windows <= extra:
                found.append(Windoku())
                extra -= windows
        found += [Cage(tuple(cells)) for cells in extra]
        return self._with_negative(found) if self.negative else found

    def _with_negative(self, found: list[Constraint]) -> list[Constraint]:
        """The constraints where all dots of some kinds are given.

        Programs do not agree on whether a clue of another kind lifts the rule for its pair: such puzzles are refused.
        """
        kinds = self.negative.keys()
        place = next(iter(self.negative.values()))
        clues = " beside clues of xv" if "xv" in self.marks else ""
        if kinds == {"difference"}:
            if others := self.marks - {"difference"}:
                place.fail(
                    "no such clues, or all dots given",
                    f"forbids consecutive neighbours beside clues of {', '.join(sorted(others))}",
                )
            if "difference" in self.marks:
                return [AllBars(), *(Bar(one.a, one.b) if type(one) is WhiteDot else one for one in found)]
            return [NonConsecutive() if place.path == "nonconsecutive" else AllBars(), *found]
        if kinds != {"difference", "ratio"} or clues:
            expected = 'negative ["ratio", "difference"], negative ["difference"] or none, and no xv beside them'
            place.fail(expected, f"says that all clues are given of {', '.join(sorted(kinds))}{clues}")
        return [AllDots(), *found]


def _boxes(side: int, regions: tuple[int, ...], diagonals: bool) -> Layout | None:
    """The Sudoku whose boxes are the regions; None where they are no boxes."""
    for rows in range(1, side + 1):
        if side % rows == 0:
            layout = sudoku(rows, side // rows, diagonals)
            blocks = [layout.block_of(cell) for cell in range(side * side)]
            if len(set(zip(blocks, regions, strict=True))) == side == len(set(regions)):
                return layout
    return None


def number(place: Place, least: int, most: int) -> int:
    """A whole number, which may be written as a text.

    >>> number(Place("15", "value"), 1, 45)
    15
    """
    if isinstance(place.value, str) and _DIGITS.match(place.value):
        place = place._replace(value=int(place.value))
    return place.whole(least, most)


def number_or_none(place: Place, least: int, most: int) -> int | None:
    """A whole number, which may be written as a text; None for null and for an empty text.

    >>> number_or_none(Place("", "value"), 1, 45) is None
    True
    """
    return None if place.value is None or place.value == "" else number(place, least, most)


def is_absent(value: object) -> bool:
    """Whether the value of a constraint says that there is none: false, null, an empty list or text.

    >>> is_absent([]), is_absent(False), is_absent([{}])
    (True, True, False)
    """
    return value is None or value is False or value == [] or value == "" or value == {}
