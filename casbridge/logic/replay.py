"""Replay, a second opinion beside `position.Position` on purpose: it takes steps from anywhere, and checks their form.

It trusts nothing but the puzzle: candidates and values come from the givens and the steps. It objects, in words, to a
step that names what does not exist, uses an equation of a unit that it does not name, or changes nothing. `shapes` and
`checking` do the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from casbridge.board.peers import board_of, digits_of
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.puzzle import Puzzle


class _Form(NamedTuple):
    """The form of a theorem's steps: names, least and most number of `occurs`, whether pairs differ, the conclusion."""

    names: tuple[str, ...]
    occurs: tuple[int, int]
    differ: bool
    concludes: str


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

    # -- objections ---------------------------------------------------------------------------------------------------

    def objection(self, step: Step) -> str | None:
        """Why the step cannot be right, whatever its algebra; None if its form is right."""
        return next(filter(None, self._objections(step)), None)

    def _objections(self, step: Step) -> Iterable[str | None]:
        """Each check may rely on those before it."""
        yield _wrong_form(step)
        yield self.strange_number(step)
        yield self._strange_equation(step)
        yield self._no_change(step)
        yield self._strange_record(step)
        if step.theorem is Theorem.PRESET:
            yield self._wrong_preset(step)
        if step.theorem is Theorem.CHAIN:
            yield self._wrong_links(step)

    def _name(self, cell: int) -> str:
        return self.board.layout.cell_name(cell)

    def strange_number(self, step: Step) -> str | None:
        """Objects to a cell, digit or unit that does not exist, or that is named twice."""
        board = self.board
        cells = [*step.cells, *[cell for pair in step.differ for cell in pair]]
        digits = [*step.digits, *[digit for _, digit in step.occurs]]
        units = [*step.units, *[unit for unit, _ in step.occurs]]
        for removal in step.removals:
            cells += [removal.cell, *removal.by]
            digits.append(removal.digit)
            units += [removal.unit] if removal.unit != -1 else []
        for link in step.links:
            cells.append(link.cell)
            digits.append(link.digit)
            units += [link.unit] if link.unit != -1 else []
        if step.placement is not None:
            cells.append(step.placement.cell)
            digits.append(step.placement.digit)
        if not all(0 <= cell < board.cells for cell in cells):
            return f"it names a cell that is none of the {board.cells}"
        if not all(1 <= digit <= board.digits for digit in digits):
            return f"it names a digit that is none of 1 to {board.digits}"
        if not all(0 <= unit < len(board.members) for unit in units):
            return f"it names a unit that is none of the {len(board.members)}"
        lists = [("cell", step.cells), ("unit", step.units), ("digit", step.digits)]
        for what, named in [*lists, *[("cell", removal.by) for removal in step.removals]]:
            if len(set(named)) < len(named):
                return f"it names a {what} twice"
        return None

    def _strange_equation(self, step: Step) -> str | None:
        """Objects to an equation of a unit that the step does not name."""
        board = self.board
        for a, b in step.differ:
            both = 1 << a | 1 << b
            if a == b:
                return f"it uses that {self._name(a)} differs from itself"
            if not any(board.masks[unit] & both == both for unit in step.units):
                return f"it uses that {self._name(a)} and {self._name(b)} differ, but names no unit with both"
        for unit, digit in step.occurs:
            if unit not in step.units:
                return f"it uses that {digit} occurs in {board.names[unit]}, which it does not name"
            if not board.full[unit]:
                return f"it uses that {digit} occurs in {board.names[unit]}, where not every digit must occur"
        return None

    def _no_change(self, step: Step) -> str | None:
        """Objects to a conclusion that is not new."""
        if step.placement is not None and self.values[step.placement.cell]:
            cell = step.placement.cell
            return f"{self._name(cell)} has the value {self.values[cell]} already"
        seen = set()
        for cell, digit, _, _ in step.removals:
            if not self.candidates[cell] >> (digit - 1) & 1 or (cell, digit) in seen:
                return f"{digit} is no candidate of {self._name(cell)} any more"
            seen.add((cell, digit))
        return None

    def _strange_record(self, step: Step) -> str | None:
        """Objects to a zeroed candidate whose `by` or `unit` is not part of the reason."""
        board = self.board
        known = {*step.cells, *[cell for pair in step.differ for cell in pair], *[link.cell for link in step.links]}
        known.update(*[board.members[unit] for unit, _ in step.occurs])
        for cell, digit, by, unit in step.removals:
            said = f"{digit} in {self._name(cell)} is recorded as zeroed"
            if not known.issuperset(by):
                return f"{said} by a cell that is not in the reason"
            if unit >= 0 and unit not in step.units:
                return f"{said} in {board.names[unit]}, which the step does not name"
            if unit >= 0 and not all(board.masks[unit] >> one & 1 for one in (cell, *by)):
                return f"{said} in {board.names[unit]}, which does not have all these cells"
        return None

    def _wrong_preset(self, step: Step) -> str | None:
        if len(step.cells) != 1 or len(step.digits) != 1:
            return "a preset is one digit in one cell"
        cell, digit = step.cells[0], step.digits[0]
        if [removal[:2] for removal in step.removals] != [(cell, digit)]:
            return f"a preset of {digit} in {self._name(cell)} can zero this candidate only"
        if not step.nested or step.nested[-1].theorem is not Theorem.CONTRADICTION:
            return "the steps within the preset do not end in a contradiction"
        if any(inner.theorem is Theorem.CONTRADICTION for inner in step.nested[:-1]):
            return "there are steps after the contradiction within the preset"
        return None

    # -- the links of a chain -----------------------------------------------------------------------------------------

    def _wrong_links(self, step: Step) -> str | None:
        """Objects to a link that does not follow, and to links that do not end in a contradiction."""
        links = step.links
        if not links or len(step.removals) != 1:
            return "a forcing chain zeroes one candidate and has links"
        start = links[0]
        if (start.cell, start.digit, start.true, start.cause, start.unit) != (*step.removals[0][:2], True, -1, -1):
            return "the first link is not the candidate that is zeroed"
        differ = {frozenset(pair) for pair in step.differ}
        for number, link in enumerate(links[1:], 1):
            said = f"link {number + 1}, {self._name(link.cell)} {'is' if link.true else 'is not'} {link.digit},"
            if not 0 <= link.cause < number:
                return f"{said} has no earlier link as its cause"
            cause = links[link.cause]
            if cause.true is link.true:
                return f"{said} does not follow from what is {'true' if cause.true else 'false'}"
            if link.unit < 0:
                if cause.cell != link.cell or cause.digit == link.digit:
                    return f"{said} does not follow in its cell"
                if link.true and link.cell not in step.cells:
                    return f"{said} follows in a cell whose candidates are not in the reason"
                if link.true and self.candidates[link.cell] != 1 << (link.digit - 1) | 1 << (cause.digit - 1):
                    return f"{said} does not follow: the cell has other candidates"
                continue
            mask = self.board.masks[link.unit]
            if cause.digit != link.digit or cause.cell == link.cell or not mask >> cause.cell & mask >> link.cell & 1:
                return f"{said} does not follow in {self.board.names[link.unit]}"
            if not link.true and frozenset((cause.cell, link.cell)) not in differ:
                return f"{said} uses a pair that is not in the reason"
            if link.true:
                if (link.unit, link.digit) not in step.occurs:
                    return f"{said} uses a unit that is not in the reason"
                if set(self.places(link.unit, link.digit)) != {cause.cell, link.cell}:
                    return f"{said} does not follow: {self.board.names[link.unit]} has other places"
        return None if self._clash(step) else "the links do not end in a contradiction"

    def _clash(self, step: Step) -> bool:
        true = {(link.cell, link.digit) for link in step.links if link.true}
        false = {(link.cell, link.digit) for link in step.links if not link.true}
        return (
            bool(true & false)
            or any(all((cell, digit) in false for digit in digits_of(self.candidates[cell])) for cell in step.cells)
            or any(all((cell, digit) in false for cell in self.places(unit, digit)) for unit, digit in step.occurs)
        )

    def places(self, unit: int, digit: int) -> Sequence[int]:
        """The cells of a unit that have the digit as a candidate."""
        return [cell for cell in self.board.members[unit] if self.candidates[cell] >> (digit - 1) & 1]


def _wrong_form(step: Step) -> str | None:
    """Objects to what steps of the theorem do not have."""
    form = _FORMS[step.theorem]
    if step.name not in form.names:
        return f"no {step.theorem} is called {step.name!r}; expected {' or '.join(form.names)}"
    least, most = form.occurs
    if not least <= len(step.occurs) <= most:
        return f"a {step.name} does not use that digits occur in {len(step.occurs)} units"
    if step.differ and not form.differ:
        return f"a {step.name} does not use that cells differ"
    found = [_VALUE] * (step.placement is not None) + [_ZEROED] * bool(step.removals)
    concludes = " and ".join(found) or _NOTHING
    if concludes != form.concludes:
        return f"a {step.name} concludes {form.concludes}, not {concludes}"
    if step.links and step.theorem is not Theorem.CHAIN:
        return f"a {step.name} has no links"
    if step.nested and step.theorem is not Theorem.PRESET:
        return f"a {step.name} has no steps within it"
    return None
