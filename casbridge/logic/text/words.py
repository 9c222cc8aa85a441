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
        self.layout = layout
        self.board = board_of(layout)

    def cell(self, cell: int) -> str:
        return self.layout.cell_name(cell)

    def cells(self, cells: Iterable[int]) -> str:
        return listed(map(self.cell, cells))

    def unit(self, unit: int) -> str:
        return self.board.names[unit]

    def of(self, step: Step) -> str:
        if step.theorem is Theorem.ZEROING:
            (digit,) = step.digits
            return f"{self.cell(step.cells[0])} is {digit}, so {digit} is zeroed in {self._by_units(step.removals)}"
        if step.placement is not None:
            return f"{self._why_placed(step)}: {self.cell(step.placement.cell)} is {step.placement.digit}"
        if step.theorem is Theorem.CONTRADICTION:
            return self._contradiction(step)
        return f"{self._why_zeroed(step)}: {self._zeroed(step.removals)}"

    def _by_units(self, removals: Sequence[Removal]) -> str:
        units: dict[int, list[str]] = {}
        for removal in removals:
            units.setdefault(removal.unit, []).append(self.cell(removal.cell))
        return ", ".join(f"{', '.join(cells)} ({self.unit(unit)})" for unit, cells in sorted(units.items()))

    def _zeroed(self, removals: Sequence[Removal]) -> str:
        """3 is zeroed in r1c2 and r1c4, 5 in r1c4."""
        digits: dict[int, list[int]] = {}
        for removal in removals:
            digits.setdefault(removal.digit, []).append(removal.cell)
        parts = [
            f"{digit} {'is zeroed in' if place == 0 else 'in'} {self.cells(cells)}"
            for place, (digit, cells) in enumerate(sorted(digits.items()))
        ]
        return ", ".join(parts)

    def _why_placed(self, step: Step) -> str:
        assert step.placement is not None
        cell, digit = step.placement
        if step.theorem is Theorem.NAKED_SINGLE:
            return f"{self.cell(cell)} has no candidate left but {digit}"
        if step.theorem is Theorem.LAST_CELL:
            return f"{self.cell(cell)} is the last cell of {self.unit(step.units[0])}, where {digit} is left"
        return f"in {self.unit(step.units[0])}, {digit} has no place but {self.cell(cell)}"

    def _contradiction(self, step: Step) -> str:
        if step.units:
            return f"{self.unit(step.units[0])} has no place for {step.digits[0]}: a contradiction"
        return f"{self.cell(step.cells[0])} has no candidate left: a contradiction"

    def _why_zeroed(self, step: Step) -> str:
        theorem, by = step.theorem, step.removals[0].by
        digits = listed(map(str, step.digits))
        if theorem is Theorem.INTERSECTION:
            units = [self.unit(unit) for unit in dict.fromkeys(removal.unit for removal in step.removals) if unit >= 0]
            where = f", all in {listed(units)}" if units else ""
            return f"{step.name}: in {self.unit(step.units[0])}, {digits} has places only in {self.cells(by)}{where}"
        if theorem is Theorem.NAKED_SUBSET:
            named = dict.fromkeys((step.units[0], *[removal.unit for removal in step.removals if removal.unit >= 0]))
            where = listed(map(self.unit, named))
            return f"{step.name} in {where}: {self.cells(step.cells)} have the candidates {digits} only"
        if theorem is Theorem.HIDDEN_SUBSET:
            return f"{step.name} in {self.unit(step.units[0])}: {digits} have places in {self.cells(by)} only"
        if theorem is Theorem.FISH:
            bases = [unit for unit, _ in step.occurs]
            covers = [unit for unit in step.units if unit not in bases]
            return f"{step.name}: in {self._units(bases)}, {digits} has places only in {self._units(covers)}"
        if theorem is Theorem.WING:
            return self._wing(step)
        if theorem is Theorem.COLOURING:
            return self._colouring(step)
        if theorem is Theorem.CHAIN:
            return f"forcing chain: {self.links(step.links)}; {self._end_of_chain(step)}"
        cell, digit = step.cells[0], step.digits[0]
        count = f"{len(step.nested)} steps" if len(step.nested) > 1 else "one step"
        return f"preset: if {self.cell(cell)} were {digit}, {count} later {self.of(step.nested[-1])}"

    def record(self, state: State, cell: int) -> str:
        value = state.values[cell]
        head = f"{self.cell(cell)} = {value} (value {state.orders[cell]})" if value else self.cell(cell)
        told: list[str] = []
        zeroed: list[str] = []
        own: list[str] = []
        left: list[str] = []
        for digit, record in enumerate(state.records[cell], 1):
            if record is None:
                left.append(str(digit))
            elif record.kind is Kind.OWN:
                own.append(str(digit))
            elif record.kind is Kind.VALUE:
                told.append(f"{digit} is the value: {self._why_value(record)}")
            else:
                zeroed.append(f"{digit} {'by' if zeroed else 'zeroed by'} {self._who(state, record)}")
        if left:
            told.append(f"candidates {', '.join(left)}")
        parts = [*told, *zeroed, *([f"then {', '.join(own)}"] if own else [])]
        return f"{head}: {'; '.join(parts)}"

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

    def _units(self, units: Sequence[int]) -> str:
        """rows 1 and 5."""
        kinds = [self.unit(unit).split(" ")[0] for unit in units]
        if len(units) > 1 and len(set(kinds)) == 1:
            return f"{kinds[0]}s {listed(self.unit(unit).split(' ')[1] for unit in units)}"
        return listed(map(self.unit, units))

    def _wing(self, step: Step) -> str:
        removal = step.removals[0]
        if step.name == "W-wing":
            one, other = removal.by
            linked = step.digits[0]
            unit = step.occurs[0][0]
            ends = [b for a, b in step.differ[:2]]
            return (
                f"W-wing: {self.cells((one, other))} have the candidates {listed(map(str, sorted(step.digits)))}, and "
                f"in {self.unit(unit)} {linked} has places only in {self.cells(sorted(ends))}, so that one of the two "
                f"is {removal.digit}"
            )
        pivot, one, other = step.cells
        those = "these three" if step.name == "XYZ-wing" else f"{self.cells((one, other))}"
        return (
            f"{step.name}: {self.cell(pivot)} with {self.cells((one, other))} have the candidates "
            f"{listed(map(str, step.digits))}, so that one of {those} is {removal.digit}"
        )

    def _colouring(self, step: Step) -> str:
        digit = step.digits[0]
        links = step.differ[: len(step.occurs)]
        pairs = ", ".join(
            f"{self.cell(a)}–{self.cell(b)} ({self.unit(unit)})"
            for (a, b), (unit, _) in zip(links, step.occurs, strict=True)
        )
        if step.name == "colour wrap":
            a, b = (removal.cell for removal in step.removals)
            return (
                f"{step.name}: of each pair {pairs} one is {digit}, and {self.cells((a, b))} would both be, or neither"
            )
        return f"{step.name}: of each pair {pairs} one is {digit}, and so one of {self.cells(step.removals[0].by)}"

    def links(self, links: Sequence[Link]) -> str:
        """The links of a chain, in their order."""
        first = links[0]
        texts = [f"if {self.cell(first.cell)} were {first.digit}"]
        for place, link in enumerate(links[1:], 1):
            said = f"{self.cell(link.cell)} {'is' if link.true else 'is not'} {link.digit}"
            where = f" ({self.unit(link.unit)})" if link.unit >= 0 else ""
            cause = links[link.cause]
            because = "" if link.cause == place - 1 else f" as {self._said(cause)}"
            texts.append(said + where + because)
        return ", ".join(texts)

    def _said(self, link: Link) -> str:
        return f"{self.cell(link.cell)} {'is' if link.true else 'is not'} {link.digit}"

    def _end_of_chain(self, step: Step) -> str:
        links = step.links
        last = links[-1]
        if any(
            (link.cell, link.digit) == (last.cell, last.digit) and link.true is not last.true for link in links[:-1]
        ):
            return f"{self.cell(last.cell)} would be {last.digit} and not"
        proved = {(link.unit, link.digit) for link in links if link.true}
        for unit, digit in step.occurs:
            if (unit, digit) not in proved:
                return f"{self.unit(unit)} would have no place for {digit}"
        return f"{self.cell(last.cell)} would have no candidate"
