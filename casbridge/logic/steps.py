"""Steps of deduction (conclusion, theorem, reason), their difficulty, and the states of a puzzle between them.

A state has the book's NA, NAK, MMK and KH, and what zeroed each candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Any, NamedTuple

from casbridge.board.peers import board_of, digits_of
from casbridge.brief import Brief
from casbridge.drawings import drawing
from casbridge.logic.theorems.catalogue import LEVELS, Theorem
from casbridge.puzzles.puzzle import Puzzle


class Placement(NamedTuple):
    """The value that a step finds. cell: from 0. digit: from 1.

    >>> Placement(cell=3, digit=7)
    Placement(cell=3, digit=7)
    """

    cell: int
    digit: int


class Removal(NamedTuple):
    """A candidate that a step zeroes. by: the cells that zero it. unit: one with them and the cell; −1 for none.

    >>> Removal(cell=3, digit=7, by=(0,), unit=0)[:2]
    (3, 7)
    """

    cell: int
    digit: int
    by: tuple[int, ...]
    unit: int


class Link(NamedTuple):
    """A link of a forcing chain: a candidate is true, or false, because of an earlier link.

    cause: the place of the earlier link in the chain; −1 for the assumption.
    unit: the unit in which it follows; −1 if it follows in the cell itself.

    >>> Link(cell=3, digit=7, true=True, cause=-1, unit=-1)[:3]
    (3, 7, True)
    """

    cell: int
    digit: int
    true: bool
    cause: int
    unit: int


@dataclass(frozen=True, slots=True, repr=False)
class Step(Brief):
    """One step in numbers: cells from 0, digits from 1, units by their place in `layout.units`.

    The conclusions follow from the present candidates of `cells`, from `differ`, `occurs` and `relations` alone.

    name: the form of the theorem, such as "naked pair" or "X-wing".
    cells: the cells whose present candidates are part of the reason.
    digits, units: the digits that the step is about, and all units that the reason uses.
    differ: pairs of cells that must differ, each pair in one of the units.
    occurs: pairs (unit, digit). The digit must occur in the unit.
    placement, removals: the value that the step finds, and the candidates that it removes.
    links: for a forcing chain, the links from the assumption to the contradiction.
    relations: for a clue, the relations that it uses, by their place in `layout.relations`.
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
    relations: tuple[int, ...] = ()

    @property
    def depth(self) -> int:
        """The number of presets within each other; 0 for other steps."""
        return 1 + max((step.depth for step in self.nested), default=0) if self.theorem is Theorem.PRESET else 0


@dataclass(frozen=True, repr=False)
class Difficulty(Brief):
    """The class of a puzzle, and figures of its explanation.

    level: the class of the hardest theorem needed, one of LEVELS; "" if no step was needed. For grids, symmetries and
        other names of the digits do not change it: the theorems up to a class zero the same in any order.
    steps: the number of steps without Theorem 1. A preset is one step.
    presets, depth: the number of presets, those within others included; and the most within each other.
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
        theorem = str(self.theorem) if self.theorem else None
        uses = {str(theorem): number for theorem, number in self.uses}
        found = {"level": self.level or None, "rank": self.rank, "theorem": theorem, "steps": self.steps}
        return {**found, "presets": self.presets, "depth": self.depth, "uses": uses}


def difficulty_of(steps: Iterable[Step]) -> Difficulty:
    """The difficulty of a puzzle that these steps explain.

    >>> difficulty_of([]).level
    ''
    """
    steps = list(steps)
    numbers = Counter(step.theorem for step in steps)
    uses = tuple((theorem, numbers[theorem]) for theorem in Theorem if numbers[theorem])
    counted = [(theorem, number) for theorem, number in uses if theorem.level]
    level, hardest = (counted[-1][0].level, counted[-1][0]) if counted else ("", None)
    depth = max((step.depth for step in steps), default=0)
    return Difficulty(level, hardest, sum(number for _, number in counted), _presets(steps), depth, uses)


def _presets(steps: Iterable[Step]) -> int:
    return sum(1 + _presets(step.nested) for step in steps if step.theorem is Theorem.PRESET)


class Kind(StrEnum):
    """What happened to a digit in a cell.

    >>> [str(kind) for kind in Kind]
    ['given', 'value', 'zeroed', 'own']
    """

    GIVEN = "given"
    VALUE = "value"  # found as the value
    ZEROED = "zeroed"
    OWN = "own"  # zeroed by the value of the cell itself


class Record(NamedTuple):
    """What happened to a digit in a cell, and why.

    step, theorem: the number of the step, from 1, 0 for givens; and its theorem.
    by: the cells that zeroed the digit.
    unit: the unit in which the value was found or the digit zeroed; −1 if it was in no one unit.
    """

    kind: Kind
    step: int = 0
    theorem: Theorem | None = None
    by: tuple[int, ...] = ()
    unit: int = -1


@dataclass(frozen=True, repr=False)
class State(Brief):
    """A frozen state; `after` gives the next one. All tuples are indexed by cell, from 0, row by row.

    values: the digit, 0 if unknown: the book's NA(I).
    candidates: the mask of the candidates, bit 0 for the digit 1: the book's NAK(MNK, I).
    orders: the place in the order in which values became known, givens first, from 1; 0 for no value: KH(I).
    records, taken: the record of each digit, None for a candidate; and the number of steps taken.

    >>> from casbridge.puzzles import sudoku
    >>> state = first_state(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> state.digits(0), state.marks[1]
    ((1, 2), ('*', '(2)'))
    """

    puzzle: Puzzle
    values: tuple[int, ...]
    candidates: tuple[int, ...]
    orders: tuple[int, ...]
    records: tuple[tuple[Record | None, ...], ...]
    taken: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of candidates of each cell: the book's MMK(I)."""
        return tuple(map(int.bit_count, self.candidates))

    @property
    def marks(self) -> tuple[tuple[str, ...], ...]:
        """The records in the book's notation (see `text.words`), "" for candidates."""
        return tuple(
            tuple(mark_of(self.puzzle, digit, record) for digit, record in enumerate(records, 1))
            for records in self.records
        )

    def digits(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending."""
        return digits_of(self.candidates[cell])

    def after(self, *steps: Step) -> State:
        """The state after these steps. Of a preset, only its conclusion counts, not the trial within it."""
        values, candidates, orders = list(self.values), list(self.candidates), list(self.orders)
        records: dict[int, list[Record | None]] = {}
        last = max(orders, default=0)
        for number, step in enumerate(steps, self.taken + 1):
            for cell, digit, by, unit in step.removals:
                if candidates[cell] >> (digit - 1) & 1:
                    candidates[cell] ^= 1 << (digit - 1)
                    own = records.setdefault(cell, list(self.records[cell]))
                    own[digit - 1] = Record(Kind.ZEROED, number, step.theorem, by, unit)
            if step.placement is not None:
                cell, digit = step.placement
                last += 1
                values[cell], orders[cell] = digit, last
                candidates[cell] &= 1 << (digit - 1)
                own = records.setdefault(cell, list(self.records[cell]))
                records[cell] = [record or Record(Kind.OWN, number) for record in own]
                unit = step.units[0] if step.units else -1
                records[cell][digit - 1] = Record(Kind.VALUE, number, step.theorem, step.cells, unit)
        kept = tuple([tuple(records[cell]) if cell in records else own for cell, own in enumerate(self.records)])
        return State(self.puzzle, tuple(values), tuple(candidates), tuple(orders), kept, self.taken + len(steps))

    def _repr_svg_(self) -> str:
        return drawing(self, "svg")


def first_state(puzzle: Puzzle) -> State:
    """Extension: each blank cell has all digits as candidates, each given cell its digit.

    >>> from casbridge.puzzles import sudoku
    >>> state = first_state(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> state.values, state.candidates, state.counts, state.orders
    ((0, 2, 0, 0), (3, 2, 3, 3), (2, 1, 2, 2), (0, 1, 0, 0))
    """
    n, givens = puzzle.layout.digits, puzzle.givens
    places = count(1)
    own: list[Record | None] = [Record(Kind.OWN)] * n
    known = [(*own[: digit - 1], Record(Kind.GIVEN), *own[digit:]) for digit in range(1, n + 1)]
    records = [(None,) * n, *known]
    return State(
        puzzle,
        givens,
        tuple([1 << (digit - 1) if digit else (1 << n) - 1 for digit in givens]),
        tuple([next(places) if digit else 0 for digit in givens]),
        tuple([records[digit] for digit in givens]),
    )


def mark_of(puzzle: Puzzle, digit: int, record: Record | None) -> str:
    """A record of a digit in the book's notation; "" for a candidate.

    >>> from casbridge.puzzles import sudoku
    >>> mark_of(Puzzle(sudoku(1, 2), (0, 2, 0, 0)), 2, Record(Kind.ZEROED, 1, Theorem.ZEROING, (1,), 0))
    'I2'
    """
    if record is None or record.kind in (Kind.GIVEN, Kind.OWN):
        return "" if record is None else "*" if record.kind is Kind.OWN else f"({digit})"
    letter = board_of(puzzle.layout).letters[record.unit] if record.unit >= 0 else ""
    if record.kind is Kind.VALUE:
        return f"⊙{letter}"
    names, theorem = ",".join(str(cell + 1) for cell in record.by), record.theorem
    assert theorem is not None
    if theorem is Theorem.ZEROING and letter:
        return letter + names
    own = "⊙" if theorem is Theorem.HIDDEN_SUBSET and letter else ""
    return f"{own}{letter or f'T{theorem.number}'}{{{names}}}"
