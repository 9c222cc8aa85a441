"""Replay, a second opinion beside `position.Position` on purpose: it takes steps from anywhere, and checks their form.

It trusts nothing but the puzzle: candidates and values come from the givens and the steps. It objects, in words, to a
step that names what does not exist, uses an equation of a unit that it does not name, or changes nothing. `shapes` and
`checking` do the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from casbridge.board.peers import board_of, digits_of
from casbridge.logic.steps import Link, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.puzzle import Puzzle


class _Form(NamedTuple):
    """The form of a theorem's steps: names, least and most number of `occurs`, whether pairs differ, the conclusion."""

    names: tuple[str, ...]
    occurs: tuple[int, int]
    differ: bool
    concludes: str


#: Words for a fault, false where there is none.
_Faults = Iterator[str | bool]
_MANY = 1 << 20
_VALUE, _ZEROED, _NOTHING = "a value", "zeroed candidates", "nothing"
_SIZES = ("pair", "triple", "quadruple")
_FORMS = {
    Theorem.ZEROING: _Form(("zeroing",), (0, 0), True, _ZEROED),
    Theorem.NAKED_SINGLE: _Form(("naked single",), (0, 0), False, _VALUE),
    Theorem.HIDDEN_SINGLE: _Form(("hidden single",), (1, 1), False, _VALUE),
    Theorem.LAST_CELL: _Form(("last cell",), (0, 0), True, _VALUE),
    Theorem.INTERSECTION: _Form(("pointing", "claiming", "crossing"), (1, 1), True, _ZEROED),
    Theorem.NAKED_SUBSET: _Form(tuple(f"naked {size}" for size in _SIZES), (0, 0), True, _ZEROED),
    Theorem.HIDDEN_SUBSET: _Form(tuple(f"hidden {size}" for size in _SIZES), (2, 4), False, _ZEROED),
    Theorem.FISH: _Form(("X-wing", "swordfish", "jellyfish"), (2, 4), True, _ZEROED),
    Theorem.WING: _Form(("XY-wing", "XYZ-wing", "W-wing"), (0, 1), True, _ZEROED),
    Theorem.COLOURING: _Form(("colour wrap", "colour trap"), (1, _MANY), True, _ZEROED),
    Theorem.CHAIN: _Form(("forcing chain",), (0, _MANY), True, _ZEROED),
    Theorem.PRESET: _Form(("preset",), (0, 0), False, _ZEROED),
    Theorem.CONTRADICTION: _Form(("no place", "no candidate"), (0, 1), False, _NOTHING),
}


class Replay:
    """The candidates and values between steps. `carry_out` changes them in place.

    values: for each cell its digit, 0 if unknown.
    candidates: for each cell the mask of its candidates, bit 0 for the digit 1.

    >>> from casbridge.puzzles import sudoku
    >>> from casbridge.logic.steps import Placement
    >>> replay = Replay(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> replay.objection(Step(Theorem.NAKED_SINGLE, "naked single", (1,), (2,), placement=Placement(1, 2)))
    'r1c2 has the value 2 already'
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.board = board_of(puzzle.layout)
        everything = self.board.all_digits
        self.values = list(puzzle.givens)
        self.candidates = [1 << (digit - 1) if digit else everything for digit in puzzle.givens]

    def carry_out(self, step: Step) -> None:
        """Take the conclusions of a step, true or not. It must have no `objection`."""
        for cell, digit, _, _ in step.removals:
            self.candidates[cell] &= ~(1 << (digit - 1))
        if step.placement is not None:
            self._set(*step.placement)

    def trial(self, step: Step) -> Replay:
        """The replay within a preset: its candidate is the value of its cell."""
        inside = object.__new__(Replay)
        inside.board, inside.values, inside.candidates = self.board, self.values.copy(), self.candidates.copy()
        inside._set(step.cells[0], step.digits[0])
        return inside

    def _set(self, cell: int, digit: int) -> None:
        self.values[cell] = digit
        self.candidates[cell] &= 1 << (digit - 1)

    def has(self, cell: int, digit: int) -> bool:
        """Whether the digit is a candidate of the cell."""
        return bool(self.candidates[cell] >> (digit - 1) & 1)

    def places(self, unit: int, digit: int) -> Sequence[int]:
        """The cells of a unit that have the digit as a candidate."""
        return [cell for cell in self.board.members[unit] if self.has(cell, digit)]

    def objection(self, step: Step) -> str | None:
        """Why the step cannot be right, whatever its algebra; None if its form is right."""
        return next((fault for fault in self._faults(step) if isinstance(fault, str)), None)

    def _faults(self, step: Step) -> _Faults:
        """Each check may rely on those before it."""
        yield from _wrong_form(step)
        yield self.strange_number(step) or False
        yield from self._strange_equation(step)
        yield from self._no_change(step)
        yield from self._strange_record(step)
        if step.theorem is Theorem.PRESET:
            yield from self._wrong_preset(step)
        if step.theorem is Theorem.CHAIN:
            yield from self._wrong_links(step)

    def _name(self, cell: int) -> str:
        return self.board.layout.cell_name(cell)

    def strange_number(self, step: Step) -> str | None:
        """Objects to a cell, digit or unit that does not exist, or that is named twice."""
        board = self.board
        in_units: list[Removal | Link] = [*step.removals, *step.links]
        concluded = [*in_units, *([step.placement] if step.placement is not None else [])]
        named = chain(step.differ, [removal.by for removal in step.removals])
        cells = [*step.cells, *chain.from_iterable(named), *[one.cell for one in concluded]]
        digits = [*step.digits, *[digit for _, digit in step.occurs], *[one.digit for one in concluded]]
        units = [*step.units, *[unit for unit, _ in step.occurs], *[one.unit for one in in_units if one.unit != -1]]
        if not all(0 <= cell < board.cells for cell in cells):
            return f"it names a cell that is none of the {board.cells}"
        if not all(1 <= digit <= board.digits for digit in digits):
            return f"it names a digit that is none of 1 to {board.digits}"
        if not all(0 <= unit < len(board.members) for unit in units):
            return f"it names a unit that is none of the {len(board.members)}"
        lists = [("cell", step.cells), ("unit", step.units), ("digit", step.digits)]
        lists += [("cell", removal.by) for removal in step.removals]
        return next((f"it names a {what} twice" for what, named in lists if len(set(named)) < len(named)), None)

    def _strange_equation(self, step: Step) -> _Faults:
        """Objects to an equation of a unit that the step does not name."""
        board = self.board
        for a, b in step.differ:
            both = 1 << a | 1 << b
            if a == b:
                yield f"it uses that {self._name(a)} differs from itself"
            if not any(board.masks[unit] & both == both for unit in step.units):
                yield f"it uses that {self._name(a)} and {self._name(b)} differ, but names no unit with both"
        for unit, digit in step.occurs:
            said = f"it uses that {digit} occurs in {board.names[unit]},"
            yield unit not in step.units and f"{said} which it does not name"
            yield not board.full[unit] and f"{said} where not every digit must occur"

    def _no_change(self, step: Step) -> _Faults:
        """Objects to a conclusion that is not new."""
        if step.placement is not None:
            cell = step.placement.cell
            yield self.values[cell] > 0 and f"{self._name(cell)} has the value {self.values[cell]} already"
        seen = set()
        for cell, digit, _, _ in step.removals:
            if not self.has(cell, digit) or (cell, digit) in seen:
                yield f"{digit} is no candidate of {self._name(cell)} any more"
            seen.add((cell, digit))

    def _strange_record(self, step: Step) -> _Faults:
        """Objects to a zeroed candidate whose `by` or `unit` is not part of the reason."""
        board = self.board
        known = {*step.cells, *chain.from_iterable(step.differ), *[link.cell for link in step.links]}
        known.update(*[board.members[unit] for unit, _ in step.occurs])
        for cell, digit, by, unit in step.removals:
            said = f"{digit} in {self._name(cell)} is recorded as zeroed"
            if not known.issuperset(by):
                yield f"{said} by a cell that is not in the reason"
            if unit >= 0 and unit not in step.units:
                yield f"{said} in {board.names[unit]}, which the step does not name"
            if unit >= 0 and not all(board.masks[unit] >> one & 1 for one in (cell, *by)):
                yield f"{said} in {board.names[unit]}, which does not have all these cells"

    def _wrong_preset(self, step: Step) -> _Faults:
        yield (len(step.cells), len(step.digits)) != (1, 1) and "a preset is one digit in one cell"
        cell, digit = step.cells[0], step.digits[0]
        alone = [removal[:2] for removal in step.removals] == [(cell, digit)]
        yield not alone and f"a preset of {digit} in {self._name(cell)} can zero this candidate only"
        ends = [inner.theorem is Theorem.CONTRADICTION for inner in step.nested]
        yield not any(ends[-1:]) and "the steps within the preset do not end in a contradiction"
        yield any(ends[:-1]) and "there are steps after the contradiction within the preset"

    def _wrong_links(self, step: Step) -> _Faults:
        """Objects to a link that does not follow, and to links that do not end in a contradiction."""
        links = step.links
        yield (not links or len(step.removals) != 1) and "a forcing chain zeroes one candidate and has links"
        start = (*step.removals[0][:2], True, -1, -1)
        yield tuple(links[0]) != start and "the first link is not the candidate that is zeroed"
        differ = {frozenset(pair) for pair in step.differ}
        for number, link in enumerate(links[1:], 1):
            said = f"link {number + 1}, {self._name(link.cell)} {'is' if link.true else 'is not'} {link.digit},"
            yield not 0 <= link.cause < number and f"{said} has no earlier link as its cause"
            cause, unit = links[link.cause], link.unit
            wrong = f"{said} does not follow"
            yield cause.true is link.true and f"{wrong} from what is {'true' if cause.true else 'false'}"
            if unit < 0:
                yield (cause.cell != link.cell or cause.digit == link.digit) and f"{wrong} in its cell"
                own = 1 << (link.digit - 1) | 1 << (cause.digit - 1)
                unknown = link.true and link.cell not in step.cells
                yield unknown and f"{said} follows in a cell whose candidates are not in the reason"
                yield link.true and self.candidates[link.cell] != own and f"{wrong}: the cell has other candidates"
                continue
            two, mask = {cause.cell, link.cell}, self.board.masks[unit]
            inside = cause.digit == link.digit and len(two) == 2 and mask >> cause.cell & mask >> link.cell & 1
            yield not inside and f"{wrong} in {self.board.names[unit]}"
            if link.true:
                yield (unit, link.digit) not in step.occurs and f"{said} uses a unit that is not in the reason"
                others = set(self.places(unit, link.digit)) != two
                yield others and f"{wrong}: {self.board.names[unit]} has other places"
            else:
                yield two not in differ and f"{said} uses a pair that is not in the reason"
        yield not self._clash(step) and "the links do not end in a contradiction"

    def _clash(self, step: Step) -> bool:
        true, false = (
            {(link.cell, link.digit) for link in step.links if link.true is which} for which in (True, False)
        )
        return (
            bool(true & false)
            or any(all((cell, digit) in false for digit in digits_of(self.candidates[cell])) for cell in step.cells)
            or any(all((cell, digit) in false for cell in self.places(unit, digit)) for unit, digit in step.occurs)
        )


def _wrong_form(step: Step) -> _Faults:
    """Objects to what steps of the theorem do not have."""
    form = _FORMS[step.theorem]
    expected = " or ".join(form.names)
    yield step.name not in form.names and f"no {step.theorem} is called {step.name!r}; expected {expected}"
    least, most = form.occurs
    count = len(step.occurs)
    yield not least <= count <= most and f"a {step.name} does not use that digits occur in {count} units"
    yield bool(step.differ) and not form.differ and f"a {step.name} does not use that cells differ"
    found = [_VALUE] * (step.placement is not None) + [_ZEROED] * bool(step.removals)
    concludes = " and ".join(found) or _NOTHING
    yield concludes != form.concludes and f"a {step.name} concludes {form.concludes}, not {concludes}"
    yield bool(step.links) and step.theorem is not Theorem.CHAIN and f"a {step.name} has no links"
    yield bool(step.nested) and step.theorem is not Theorem.PRESET and f"a {step.name} has no steps within it"
