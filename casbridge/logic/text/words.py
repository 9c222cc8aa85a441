"""Steps in English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casbridge.board.peers import board_of
from casbridge.logic.states import Kind, Record, State
from casbridge.logic.steps import Link, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout


def describe(layout: Layout, step: Step) -> str:
    """The reason and the conclusion of a step in one sentence. A preset's nested steps are summed up.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> puzzle = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    >>> for step in explain(puzzle).steps[3:6]:
    ...     print(describe(puzzle.layout, step))
    r4c1 is 2, so 2 is zeroed in r4c2, r4c3, r4c4 (row 4), r1c1, r2c1, r3c1 (column 1), r3c2 (box 3)
    in box 2, 4 has no place but r2c3: r2c3 is 4
    r2c3 is 4, so 4 is zeroed in r4c3 (column 3)
    """
    return _Words(layout).of(step)


def describe_records(state: State) -> str:
    """For each cell that was blank, what happened to each digit, and because of which cell.

    >>> from casbridge.logic import explain
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> explanation = explain(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    >>> print(describe_records(explanation.last_state).splitlines()[0])
    r1c1 = 1 (value 7): 1 is the value: it had no other place in row 1; 2 zeroed by r4c1 = 2 (column 1); 4 by r1c2 = 4 (row 1); then 3
    """  # noqa: E501
    words = _Words(state.puzzle.layout)
    return "\n".join(words.record(state, cell) for cell, given in enumerate(state.puzzle.givens) if not given)


def listed(words: Iterable[str], last: str = "and") -> str:
    """a, b and c.

    >>> listed(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    found = list(words)
    return f" {last} ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


class _Words:
    def __init__(self, layout: Layout) -> None:
        self.cell = layout.cell_name
        self.unit = board_of(layout).names.__getitem__

    def cells(self, cells: Iterable[int]) -> str:
        return listed(map(self.cell, cells))

    def units(self, units: Sequence[int]) -> str:
        """rows 1 and 5."""
        names = [self.unit(unit).partition(" ") for unit in units]
        if len(units) > 1 and len({kind for kind, _, _ in names}) == 1:
            return f"{names[0][0]}s {listed(number for _, _, number in names)}"
        return listed(map(self.unit, units))

    def of(self, step: Step) -> str:
        if step.theorem is Theorem.ZEROING:
            (digit,) = step.digits
            units: dict[int, list[str]] = {}
            for removal in step.removals:
                units.setdefault(removal.unit, []).append(self.cell(removal.cell))
            zeroed = ", ".join(f"{', '.join(cells)} ({self.unit(unit)})" for unit, cells in sorted(units.items()))
            return f"{self.cell(step.cells[0])} is {digit}, so {digit} is zeroed in {zeroed}"
        if step.theorem is Theorem.CONTRADICTION:
            if step.units:
                return f"{self.unit(step.units[0])} has no place for {step.digits[0]}: a contradiction"
            return f"{self.cell(step.cells[0])} has no candidate left: a contradiction"
        if step.placement is None:
            return f"{self._why_zeroed(step)}: {self._zeroed(step.removals)}"
        cell, digit = self.cell(step.placement.cell), step.placement.digit
        if step.theorem is Theorem.NAKED_SINGLE:
            why = f"{cell} has no candidate left but {digit}"
        elif step.theorem is Theorem.LAST_CELL:
            why = f"{cell} is the last cell of {self.unit(step.units[0])}, where {digit} is left"
        else:
            why = f"in {self.unit(step.units[0])}, {digit} has no place but {cell}"
        return f"{why}: {cell} is {digit}"

    def _zeroed(self, removals: Sequence[Removal]) -> str:
        """3 is zeroed in r1c2 and r1c4, 5 in r1c4."""
        digits: dict[int, list[int]] = {}
        for removal in removals:
            digits.setdefault(removal.digit, []).append(removal.cell)
        (first, cells), *others = sorted(digits.items())
        said = [f"{digit} in {self.cells(cells)}" for digit, cells in others]
        return ", ".join([f"{first} is zeroed in {self.cells(cells)}", *said])

    def _why_zeroed(self, step: Step) -> str:
        theorem, name, by = step.theorem, step.name, step.removals[0].by
        digits = listed(map(str, step.digits))
        zeroed_in = [unit for unit in dict.fromkeys(removal.unit for removal in step.removals) if unit >= 0]
        if theorem is Theorem.INTERSECTION:
            where = f", all in {listed(map(self.unit, zeroed_in))}" if zeroed_in else ""
            return f"{name}: in {self.unit(step.units[0])}, {digits} has places only in {self.cells(by)}{where}"
        if theorem is Theorem.NAKED_SUBSET:
            where = listed(map(self.unit, dict.fromkeys((step.units[0], *zeroed_in))))
            return f"{name} in {where}: {self.cells(step.cells)} have the candidates {digits} only"
        if theorem is Theorem.HIDDEN_SUBSET:
            return f"{name} in {self.unit(step.units[0])}: {digits} have places in {self.cells(by)} only"
        if theorem is Theorem.FISH:
            bases = [unit for unit, _ in step.occurs]
            covers = [unit for unit in step.units if unit not in bases]
            return f"{name}: in {self.units(bases)}, {digits} has places only in {self.units(covers)}"
        if theorem is Theorem.WING:
            return self._wing(step)
        if theorem is Theorem.COLOURING:
            links = zip(step.differ, step.occurs, strict=False)
            pairs = ", ".join(f"{self.cell(a)}–{self.cell(b)} ({self.unit(unit)})" for (a, b), (unit, _) in links)
            if name == "colour wrap":
                both = self.cells(removal.cell for removal in step.removals)
                return f"{name}: of each pair {pairs} one is {digits}, and {both} would both be, or neither"
            return f"{name}: of each pair {pairs} one is {digits}, and so one of {self.cells(by)}"
        if theorem is Theorem.CHAIN:
            return f"forcing chain: {self._links(step.links)}; {self._end_of_chain(step)}"
        count = f"{len(step.nested)} steps" if len(step.nested) > 1 else "one step"
        return f"preset: if {self.cell(step.cells[0])} were {digits}, {count} later {self.of(step.nested[-1])}"

    def _wing(self, step: Step) -> str:
        digit, by = step.removals[0].digit, step.removals[0].by
        if step.name == "W-wing":
            candidates = listed(map(str, sorted(step.digits)))
            ends = self.cells(sorted(b for _, b in step.differ[:2]))
            return (
                f"W-wing: {self.cells(by)} have the candidates {candidates}, and in {self.unit(step.occurs[0][0])} "
                f"{step.digits[0]} has places only in {ends}, so that one of the two is {digit}"
            )
        pivot, *wings = step.cells
        those = "these three" if step.name == "XYZ-wing" else self.cells(wings)
        return (
            f"{step.name}: {self.cell(pivot)} with {self.cells(wings)} have the candidates "
            f"{listed(map(str, step.digits))}, so that one of {those} is {digit}"
        )

    def _links(self, links: Sequence[Link]) -> str:
        texts = [f"if {self.cell(links[0].cell)} were {links[0].digit}"]
        for place, link in enumerate(links[1:]):
            where = f" ({self.unit(link.unit)})" if link.unit >= 0 else ""
            because = "" if link.cause == place else f" as {self._said(links[link.cause])}"
            texts.append(self._said(link) + where + because)
        return ", ".join(texts)

    def _said(self, link: Link) -> str:
        return f"{self.cell(link.cell)} {'is' if link.true else 'is not'} {link.digit}"

    def _end_of_chain(self, step: Step) -> str:
        last = step.links[-1]
        if any(link[:2] == last[:2] and link.true is not last.true for link in step.links):
            return f"{self.cell(last.cell)} would be {last.digit} and not"
        proved = {(link.unit, link.digit) for link in step.links if link.true}
        emptied = next((pair for pair in step.occurs if pair not in proved), None)
        if emptied is not None:
            return f"{self.unit(emptied[0])} would have no place for {emptied[1]}"
        return f"{self.cell(last.cell)} would have no candidate"

    def record(self, state: State, cell: int) -> str:
        value = state.values[cell]
        head = f"{self.cell(cell)} = {value} (value {state.orders[cell]})" if value else self.cell(cell)
        told: list[str] = []
        zeroed: list[str] = []
        left: list[str] = []
        own: list[str] = []
        for digit, record in enumerate(state.records[cell], 1):
            if record is None or record.kind is Kind.OWN:
                (left if record is None else own).append(str(digit))
            elif record.kind is Kind.VALUE:
                told.append(f"{digit} is the value: {self._why_value(record)}")
            else:
                zeroed.append(f"{digit} {'by' if zeroed else 'zeroed by'} {self._who(state, record)}")
        told += [f"candidates {', '.join(left)}"] if left else []
        zeroed += [f"then {', '.join(own)}"] if own else []
        return f"{head}: {'; '.join([*told, *zeroed])}"

    def _why_value(self, record: Record) -> str:
        if record.unit < 0:
            return "it was the only candidate left"
        if record.theorem is Theorem.LAST_CELL:
            return f"this was the last cell of {self.unit(record.unit)}"
        return f"it had no other place in {self.unit(record.unit)}"

    def _who(self, state: State, record: Record) -> str:
        if record.theorem is Theorem.ZEROING:
            (by,) = record.by
            return f"{self.cell(by)} = {state.values[by]} ({self.unit(record.unit)})"
        where = f" in {self.unit(record.unit)}" if record.unit >= 0 else ""
        return f"step {record.step} (theorem {record.theorem.number if record.theorem else 0}{where})"
