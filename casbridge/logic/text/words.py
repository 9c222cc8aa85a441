"""Steps and states in English, and in the book's notation: NA, NAK, MMK and KH, and a mark for what zeroed a candidate.

docs/explaining.md has the table of the marks. The cells of T11 and T12 are the end of the chain and the preset's cell.

Cells are numbered from 1, row by row. Cell I is in the row II = INT((I − 1)/n) + 1 and the column JJ = I − n·(II − 1).
The book's formula a2 exchanges the two; docs/explaining.md says how we know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casbridge.board.peers import board_of
from casbridge.logic.steps import Kind, Link, Record, Removal, State, Step, mark_of
from casbridge.logic.text.vocabulary import Words
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle


def describe(layout: Layout, step: Step, words: Words = Words.PLAIN) -> str:
    """The reason and the conclusion of a step in one sentence. A preset's nested steps are summed up.

    words: "removed", or the book's "zeroed".

    >>> from casbridge import explain, read_puzzles
    >>> puzzle = read_puzzles(".4.....1..3.2...")[0]
    >>> for step in explain(puzzle).steps[3:6]:
    ...     print(describe(puzzle.layout, step))
    r4c1 is 2, so 2 is removed from r4c2, r4c3, r4c4 (row 4), r1c1, r2c1, r3c1 (column 1), r3c2 (box 3)
    in box 2, 4 has no place but r2c3: r2c3 is 4
    r2c3 is 4, so 4 is removed from r4c3 (column 3)
    >>> print(describe(puzzle.layout, step, Words.BOOK))
    r2c3 is 4, so 4 is zeroed in r4c3 (column 3)
    """
    return _Sentences(layout, words).of(step)


def describe_parts(layout: Layout, step: Step, words: Words = Words.PLAIN) -> tuple[str, str]:
    """The reason of a step and its conclusion, each by itself. The parts of `describe`, but for Theorem 1.

    >>> from casbridge import explain, read_puzzles
    >>> puzzle = read_puzzles(".4.....1..3.2...")[0]
    >>> for step in explain(puzzle).steps[4:6]:
    ...     print(describe_parts(puzzle.layout, step))
    ('in box 2, 4 has no place but r2c3', 'r2c3 is 4')
    ('r2c3 is 4', '4 is removed from r4c3')
    """
    return _Sentences(layout, words).parts(step)


def describe_records(state: State, words: Words = Words.PLAIN) -> str:
    """For each cell that was blank, what happened to each digit, and because of which cell.

    words: "removed", or the book's "zeroed".

    >>> from casbridge import explain, read_puzzles
    >>> explanation = explain(read_puzzles(".4.....1..3.2...")[0])
    >>> print(describe_records(explanation.last_state).splitlines()[0])
    r1c1 = 1 (value 7): 1 is the value: it had no other place in row 1; 2 removed by r4c1 = 2 (column 1); 4 by r1c2 = 4 (row 1); then 3
    """  # noqa: E501
    sentences = _Sentences(state.puzzle.layout, words)
    return "\n".join(sentences.record(state, cell) for cell, given in enumerate(state.puzzle.givens) if not given)


def listed(words: Iterable[str], last: str = "and") -> str:
    """a, b and c.

    >>> listed(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    found = list(words)
    return f" {last} ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def unit_names(layout: Layout, units: Sequence[int]) -> str:
    """The names of units, by number.

    >>> from casbridge.puzzles import sudoku
    >>> unit_names(sudoku(2, 2), (0, 2)), unit_names(sudoku(2, 2), (0, 8))
    ('rows 1 and 3', 'row 1 and box 1')
    """
    return _Sentences(layout, Words.PLAIN).units(units)


class _Sentences:
    def __init__(self, layout: Layout, words: Words) -> None:
        self.words = words
        self.cell = layout.cell_name
        self.unit = board_of(layout).names.__getitem__
        self.masks = board_of(layout).masks
        self.relations = layout.relations

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
            return f"{self.cell(step.cells[0])} is {digit}, so {digit} {self._is_gone} {zeroed}"
        reason, conclusion = self.parts(step)
        return f"{reason}: {conclusion}"

    def parts(self, step: Step) -> tuple[str, str]:
        """The reason and the conclusion of a step."""
        if step.theorem is Theorem.ZEROING:
            return f"{self.cell(step.cells[0])} is {step.digits[0]}", self._gone(step.removals)
        if step.theorem is Theorem.CONTRADICTION:
            if step.relations:
                cells = self.cells(step.cells)
                comma = "," if self._apart(step) else ""
                return f"{self._clue(step)}{comma} is not possible with the candidates of {cells}", "a contradiction"
            if step.units:
                return f"{self.unit(step.units[0])} has no place for {step.digits[0]}", "a contradiction"
            return f"{self.cell(step.cells[0])} has no candidate left", "a contradiction"
        if step.placement is None:
            return self._why_gone(step), self._gone(step.removals)
        cell, digit = self.cell(step.placement.cell), step.placement.digit
        if step.theorem is Theorem.NAKED_SINGLE:
            why = f"{cell} has no candidate left but {digit}"
        elif step.theorem is Theorem.LAST_CELL:
            why = f"{cell} is the last cell of {self.unit(step.units[0])}, where {digit} is left"
        else:
            why = f"in {self.unit(step.units[0])}, {digit} has no place but {cell}"
        return why, f"{cell} is {digit}"

    @property
    def _is_gone(self) -> str:
        return f"is {self.words.done} {self.words.place}"

    def _gone(self, removals: Sequence[Removal]) -> str:
        """3 is removed from r1c2 and r1c4, 5 from r1c4."""
        digits: dict[int, list[int]] = {}
        for removal in removals:
            digits.setdefault(removal.digit, []).append(removal.cell)
        where = self.words.place
        said = [f"{digit} {where} {self.cells(cells)}" for digit, cells in sorted(digits.items())]
        return ", ".join(said).replace(f" {where}", f" {self._is_gone}", 1)

    def _why_gone(self, step: Step) -> str:
        theorem, name, by = step.theorem, step.name, step.removals[0].by
        digits = listed(map(str, step.digits))
        zeroed_in = [unit for unit in dict.fromkeys(removal.unit for removal in step.removals) if unit >= 0]
        if theorem is Theorem.INTERSECTION:
            where = f", all in {listed(map(self.unit, zeroed_in))}" if zeroed_in else ""
            return f"{name}: in {self.unit(step.units[0])}, {digits} has places only in {self.cells(by)}{where}"
        if theorem is Theorem.CLUE:
            return self._clue(step)
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
            both = self.cells(removal.cell for removal in step.removals)
            so = f"{both} would both be, or neither" if name == "colour wrap" else f"so one of {self.cells(by)}"
            return f"{name}: of each pair {pairs} one is {digits}, and {so}"
        if theorem is Theorem.CHAIN:
            return f"forcing chain: {self._links(step.links)}; {self._end_of_chain(step)}"
        count = f"{len(step.nested)} steps" if len(step.nested) > 1 else "one step"
        return f"preset: if {self.cell(step.cells[0])} were {digits}, {count} later {self.of(step.nested[-1])}"

    def _clue(self, step: Step) -> str:
        """arrow r1c1-r2c3: r1c2 + r2c3 = r1c1, where r1c2 and r2c3 differ (box 1)"""
        relations = [self.relations[number] for number in step.relations]
        return f"{relations[0].clue}: {listed(relation.name for relation in relations)}{self._apart(step)}"

    def _apart(self, step: Step) -> str:
        """The cells that differ by units, beyond what the clue itself says; "" if it uses none."""
        own = [self.relations[number] for number in step.relations]
        said = {cell for one in own if one.says_all_differ for cell in one.cells}
        units: dict[int, set[int]] = {}
        for a, b in step.differ:
            if not {a, b} <= said:
                both = [unit for unit in step.units if self.masks[unit] >> a & self.masks[unit] >> b & 1]
                unit = min(both, default=-1)  # a step from a document may name none
                units.setdefault(unit, set()).update((a, b))
        where = {unit: f" ({self.unit(unit)})" if unit >= 0 else "" for unit in units}
        parts = [f"{self.cells(sorted(cells))} differ{where[unit]}" for unit, cells in units.items()]
        return f", where {', '.join(parts)}" if parts else ""

    def _wing(self, step: Step) -> str:
        digit, by = step.removals[0].digit, step.removals[0].by
        candidates = listed(map(str, sorted(step.digits)))
        if step.name == "W-wing":
            ends = self.cells(sorted(b for _, b in step.differ[:2]))
            strong = f"in {self.unit(step.occurs[0][0])} {step.digits[0]} has places only in {ends}"
            said, those = f"{self.cells(by)} have the candidates {candidates}, and {strong}", "the two"
        else:
            pivot, *wings = step.cells
            said = f"{self.cell(pivot)} with {self.cells(wings)} have the candidates {candidates}"
            those = "these three" if step.name == "XYZ-wing" else self.cells(wings)
        return f"{step.name}: {said}, so that one of {those} is {digit}"

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
        told, zeroed, left, own = [list[str]() for _ in range(4)]
        for digit, record in enumerate(state.records[cell], 1):
            if record is None or record.kind is Kind.OWN:
                (left if record is None else own).append(str(digit))
            elif record.kind is Kind.VALUE:
                told.append(f"{digit} is the value: {self._why_value(record)}")
            else:
                zeroed.append(f"{digit} {'by' if zeroed else f'{self.words.done} by'} {self._who(state, record)}")
        told += [f"candidates {', '.join(left)}"] if left else []
        zeroed += [f"then {', '.join(own)}"] if own else []
        return f"{head}: {'; '.join([*told, *zeroed])}"

    def _why_value(self, record: Record) -> str:
        if record.unit < 0:
            return "it was the only candidate left"
        last = record.theorem is Theorem.LAST_CELL
        return f"{'this was the last cell of' if last else 'it had no other place in'} {self.unit(record.unit)}"

    def _who(self, state: State, record: Record) -> str:
        if record.theorem is Theorem.ZEROING:
            (by,) = record.by
            return f"{self.cell(by)} = {state.values[by]} ({self.unit(record.unit)})"
        where = f" in {self.unit(record.unit)}" if record.unit >= 0 else ""
        return f"step {record.step} (theorem {record.theorem.number if record.theorem else 0}{where})"


def row_and_column(number: int, side: int) -> tuple[int, int]:
    """II and JJ of the cell with this number, all from 1.

    >>> row_and_column(12, 9), row_and_column(39, 9), row_and_column(81, 9), row_and_column(9, 9)
    ((2, 3), (5, 3), (9, 9), (1, 9))
    """
    row, column = divmod(number - 1, side)
    return row + 1, column + 1


def book_step(puzzle: Puzzle, step: Step) -> str:
    """A step in the book's notation: its theorem, its value or the candidates that become 0, and their marks.

    >>> from casbridge import explain, read_puzzles
    >>> puzzle = read_puzzles(".4.....1..3.2...")[0]
    >>> [book_step(puzzle, step) for step in explain(puzzle).steps[4:6]]
    ['T3 ⊙G: NA(7)=4', 'T1: NAK(4,15)=0 J7']
    """
    if step.theorem is Theorem.CONTRADICTION:
        if step.relations:
            clue = puzzle.layout.relations[step.relations[0]].clue
            return f"MMK({','.join(str(cell + 1) for cell in step.cells)}): {clue}"
        if step.units:
            return f"NAK({step.digits[0]},I)=0 for all I of {puzzle.layout.units[step.units[0]].name}"
        return f"MMK({step.cells[0] + 1})=0"
    head = f"T{step.theorem.number}"
    if step.placement is not None:
        cell, digit = step.placement
        record = Record(Kind.VALUE, unit=step.units[0] if step.units else -1)
        return f"{head} {mark_of(puzzle, digit, record)}: NA({cell + 1})={digit}"
    if step.theorem is Theorem.PRESET:
        head += f" NA({step.cells[0] + 1})={step.digits[0]}?"
    zeroed = ", ".join(
        f"NAK({digit},{cell + 1})=0 {mark_of(puzzle, digit, Record(Kind.ZEROED, 0, step.theorem, by, unit))}"
        for cell, digit, by, unit in step.removals
    )
    return f"{head}: {zeroed}"


def arrays(state: State, names: Sequence[str] = ("NA", "MMK", "KH", "NAK")) -> str:
    """Values, counts and orders side by side, and below them each cell's candidates, with 0 for a zeroed digit.

    names: of values, counts, orders and candidates; by default the book's.

    >>> from casbridge.logic import first_state
    >>> from casbridge.puzzles import sudoku
    >>> print(arrays(first_state(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))))
    NA    MMK   KH
     0 2   2 1   0 1
     0 0   2 2   0 0
    <BLANKLINE>
    NAK
     12 02
     12 12
    """
    layout = state.puzzle.layout
    side = layout.side if layout.is_grid else max(1, min(9, layout.cells))
    between = "" if layout.digits < 10 else "."
    candidates = [
        between.join([str(digit * (mask >> (digit - 1) & 1)) for digit in range(1, layout.digits + 1)])
        for mask in state.candidates
    ]
    *figures, title = names
    columns = zip(figures, (state.values, state.counts, state.orders), strict=True)
    lines = zip(*[_block(name, [*map(str, numbers)], side) for name, numbers in columns], strict=True)
    rows = [" " + " ".join(candidates[start : start + side]) for start in range(0, len(candidates), side)]
    return "\n".join([*["  ".join(parts).rstrip() for parts in lines], "", title, *rows])


def book_records(state: State) -> str:
    """For each cell that was blank the mark of each digit, as in the book's tables 2.2.

    >>> from casbridge import explain, read_puzzles
    >>> explanation = explain(read_puzzles(".4.....1..3.2...")[0])
    >>> print(book_records(explanation.last_state).splitlines()[0])
    I=1  NA=1  KH=7  1:⊙I 2:J13 3:* 4:I2
    """
    lines = []
    for cell, (value, order, marks) in enumerate(zip(state.values, state.orders, state.marks, strict=True)):
        said = " ".join(f"{digit}:{mark or '?'}" for digit, mark in enumerate(marks, 1))
        lines += [] if state.puzzle.givens[cell] else [f"I={cell + 1}  NA={value}  KH={order}  {said}"]
    return "\n".join(lines)


def _block(title: str, words: Sequence[str], side: int) -> list[str]:
    width = max(map(len, words), default=1)
    wide = [word.rjust(width) for word in words]
    lines = [title, *[" " + " ".join(wide[start : start + side]) for start in range(0, len(wide), side)]]
    return [line.ljust(max(map(len, lines))) for line in lines]
