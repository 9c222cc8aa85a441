"""Replay, a second opinion beside `position.Position` on purpose: it takes steps from anywhere, and checks their form.

It trusts nothing but the puzzle: candidates and values come from the givens and the steps. It objects, in words, to a
step that names what does not exist, uses an equation of a unit that it does not name, or changes nothing. `checking`
has the claims checked.

Right algebra is not enough: any true conclusion follows from all cells and all units of a puzzle. So each theorem has a
shape: the cells, pairs and units that its steps may name, and the cells that zero each candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from casbridge.board.peers import board_of, digits_of
from casbridge.logic.steps import Link, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.puzzle import Puzzle

#: Words for a fault, false where there is none.
_Faults = Iterator[str | bool]
_SIZES = {"pair": 2, "triple": 3, "quadruple": 4, "X-wing": 2, "swordfish": 3, "jellyfish": 4}
_NOT_SO = "it is not recorded which cells zeroed "


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
        return _first(self._faults(step))

    def _faults(self, step: Step) -> _Faults:
        """Each check may rely on those before it."""
        yield from _wrong_form(step)
        yield self.strange_number(step) or False
        yield from self._strange_reason(step)
        yield from self._strange_conclusion(step)
        if step.theorem is Theorem.PRESET:
            yield from self._wrong_preset(step)
        if step.theorem is Theorem.CHAIN:
            yield from self._wrong_links(step)

    def _name(self, cell: int) -> str:
        return self.board.cell_names[cell]

    def _zeroed(self, cell: int, digit: int) -> str:
        return f"{digit} in {self._name(cell)} is recorded as zeroed"

    def strange_number(self, step: Step) -> str | None:
        """Objects to a cell, digit or unit that does not exist, or that is named twice."""
        board = self.board
        in_units: list[Removal | Link] = [*step.removals, *step.links]
        concluded = [*in_units, *([step.placement] if step.placement is not None else [])]
        named = chain(step.differ, [removal.by for removal in step.removals])
        cells = [*step.cells, *chain.from_iterable(named), *[one.cell for one in concluded]]
        digits = [*step.digits, *[digit for _, digit in step.occurs], *[one.digit for one in concluded]]
        units = [*step.units, *[unit for unit, _ in step.occurs], *[one.unit for one in in_units if one.unit != -1]]
        if cells and not 0 <= min(cells) <= max(cells) < board.cells:
            return f"it names a cell that is none of the {board.cells}"
        if digits and not 1 <= min(digits) <= max(digits) <= board.digits:
            return f"it names a digit that is none of 1 to {board.digits}"
        if units and not 0 <= min(units) <= max(units) < len(board.members):
            return f"it names a unit that is none of the {len(board.members)}"
        if step.relations and not 0 <= min(step.relations) <= max(step.relations) < len(board.layout.relations):
            return f"it names a clue that is none of the {len(board.layout.relations)}"
        lists = [("cell", step.cells), ("clue", step.relations), ("unit", step.units), ("digit", step.digits)]
        lists += [("cell", removal.by) for removal in step.removals]
        return next((f"it names a {what} twice" for what, named in lists if len(set(named)) < len(named)), None)

    def _strange_reason(self, step: Step) -> _Faults:
        """Objects to an equation of a unit that the step does not name."""
        board = self.board
        masks = [board.masks[unit] for unit in step.units]
        for a, b in step.differ:
            both = 1 << a | 1 << b
            if a == b:
                yield f"it uses that {self._name(a)} differs from itself"
            if not any(mask & both == both for mask in masks):
                yield f"it uses that {self._name(a)} and {self._name(b)} differ, but names no unit with both"
        for unit, digit in step.occurs:
            said = f"it uses that {digit} occurs in {board.names[unit]},"
            yield unit not in step.units and f"{said} which it does not name"
            yield not board.full[unit] and f"{said} where not every digit must occur"

    def _strange_conclusion(self, step: Step) -> _Faults:
        """Objects to a conclusion that is not new, or whose `by` or `unit` is not part of the reason."""
        board = self.board
        if step.placement is not None:
            cell = step.placement.cell
            yield self.values[cell] > 0 and f"{self._name(cell)} has the value {self.values[cell]} already"
        known = {*step.cells, *chain.from_iterable(step.differ), *[link.cell for link in step.links]}
        known.update(*[board.members[unit] for unit, _ in step.occurs])
        seen = set()
        for cell, digit, by, unit in step.removals:
            if not self.has(cell, digit) or (cell, digit) in seen:
                yield f"{digit} is no candidate of {self._name(cell)} any more"
            seen.add((cell, digit))
            if not known.issuperset(by):
                yield f"{self._zeroed(cell, digit)} by a cell that is not in the reason"
            if unit >= 0 and unit not in step.units:
                yield f"{self._zeroed(cell, digit)} in {board.names[unit]}, which the step does not name"
            if unit >= 0 and not all(board.masks[unit] >> one & 1 for one in (cell, *by)):
                yield f"{self._zeroed(cell, digit)} in {board.names[unit]}, which does not have all these cells"

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
        true, false = ({link[:2] for link in step.links if link.true is which} for which in (True, False))
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
    (least, most), count = form.occurs, len(step.occurs)
    yield not least <= count <= most and f"a {step.name} does not use that digits occur in {count} units"
    yield bool(step.differ) and not form.differ and f"a {step.name} does not use that cells differ"
    found = [_VALUE] * (step.placement is not None) + [_ZEROED] * bool(step.removals)
    concludes = " and ".join(found) or _NOTHING
    yield concludes != form.concludes and f"a {step.name} concludes {form.concludes}, not {concludes}"
    yield bool(step.links) and step.theorem is not Theorem.CHAIN and f"a {step.name} has no links"
    yield bool(step.nested) and step.theorem is not Theorem.PRESET and f"a {step.name} has no steps within it"
    uses_clues = step.name == "clue"
    yield bool(step.relations) is not uses_clues and f"a {step.name} uses {'a clue' if uses_clues else 'no clue'}"


def wrong_shape(step: Step, replay: Replay) -> str | None:
    """Why the step does not have the shape of its theorem; None if it has. It must have no `Replay.objection`.

    >>> from casbridge.logic.steps import Placement
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> replay = Replay(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> wrong_shape(Step(Theorem.NAKED_SINGLE, "naked single", (1,), (2,), placement=Placement(0, 2)), replay)
    'a naked single is known by its own cell alone'
    """
    return _first(_wrong_shape(step, replay))


def _first(faults: _Faults) -> str | None:
    return next((fault for fault in faults if isinstance(fault, str)), None)


def _wrong_shape(step: Step, replay: Replay) -> _Faults:
    """Each check may rely on those before it."""
    digits = {removal.digit for removal in step.removals} | ({step.placement.digit} if step.placement else set())
    hidden = step.theorem is Theorem.HIDDEN_SUBSET
    yield not hidden and not digits <= set(step.digits) and f"a {step.name} concludes of the digits that it names only"
    masks, used = replay.board.masks, {unit for unit, _ in step.occurs}
    for a, b in step.differ:
        used.add(min(unit for unit in step.units if masks[unit] >> a & masks[unit] >> b & 1))
    for unit in sorted(set(step.units) - used)[:1]:
        yield f"it names {replay.board.names[unit]}, which it does not use"
    yield from _FORMS[step.theorem].shape(step, replay)


def _zeroing(step: Step, replay: Replay) -> _Faults:
    one = len(step.cells) == 1 and len(step.digits) == 1 and replay.values[step.cells[0]] == step.digits[0]
    yield not one and "what zeroes is one cell with a value"
    recorded = all(removal.by == step.cells and removal.unit >= 0 for removal in step.removals)
    yield not recorded and f"{_NOT_SO}a candidate, in a unit of both"
    yield _other_pairs(step, {(step.cells[0], removal.cell) for removal in step.removals})


def _naked_single(step: Step, replay: Replay) -> _Faults:
    assert step.placement is not None
    alone = step.cells == (step.placement.cell,) and not step.units and len(step.digits) == 1
    yield not alone and "a naked single is known by its own cell alone"


def _in_one_unit(step: Step, replay: Replay) -> _Faults:
    """The shape of a hidden single, and of a last cell."""
    assert step.placement is not None
    counts = len(step.digits), len(step.units)
    yield counts != (1, 1) and f"a {step.name} is of one digit in one unit, not of {counts[0]} in {counts[1]}"
    known = step.theorem is Theorem.HIDDEN_SINGLE or all(replay.values[cell] for cell in step.cells)
    yield not known and "a last cell is known by the values of the others"
    target, members = step.placement.cell, set(replay.board.members[step.units[0]])
    yield _other_cells(step, members - {target} if target in members else (), "the other cells of its unit")
    yield _other_pairs(step, {(cell, target) for cell in step.cells})


def _intersection(step: Step, replay: Replay) -> _Faults:
    yield _other_digits(step)
    unit, digit = step.occurs[0]
    there = replay.places(unit, digit)
    yield _other_cells(step, replay.board.members[unit], "the cells of its unit")
    recorded = all(set(removal.by) == set(there) for removal in step.removals)
    yield not recorded and f"{_NOT_SO}{digit}: all its places in {replay.board.names[unit]}"
    crossing = any(removal.unit < 0 for removal in step.removals)
    name = "crossing" if crossing else "pointing" if replay.board.letters[unit] == "G" else "claiming"
    yield step.name != name and f"it is called {step.name}, but is {name}"
    yield _other_pairs(step, {(place, removal.cell) for removal in step.removals for place in there})


def _naked(step: Step, replay: Replay) -> _Faults:
    size, counts = _SIZES[step.name.rpartition(" ")[2]], (len(step.cells), len(step.digits))
    said = f"{size} cells and digits, not of {counts[0]} and {counts[1]}"
    yield counts != (size, size) and f"a {step.name} is of {said}"
    yield set(step.digits) != _candidates(step.cells, replay) and f"a {step.name} is of the candidates of its cells"
    for cell, digit, by, _ in step.removals:
        recorded = cell not in step.cells and set(by) == {one for one in step.cells if replay.has(one, digit)}
        yield not recorded and f"{_NOT_SO}{digit}: those of the subset that have it"
    apart = {*step.cells, *[removal.cell for removal in step.removals]}
    yield _other_pairs(step, {(one, other) for one in step.cells for other in apart})


def _hidden(step: Step, replay: Replay) -> _Faults:
    size, counts = _SIZES[step.name.rpartition(" ")[2]], (len(step.digits), len(step.units))
    wrong = counts != (size, 1) or {digit for _, digit in step.occurs} != set(step.digits)
    yield wrong and f"a {step.name} is of {size} digits in one unit, not of {counts[0]} in {counts[1]}"
    unit = step.units[0]
    there = {cell for digit in step.digits for cell in replay.places(unit, digit)}
    yield _other_cells(step, set(replay.board.members[unit]) - there, "the other cells of its unit")
    for cell, digit, by, _ in step.removals:
        recorded = cell in there and digit not in step.digits and set(by) == there
        yield not recorded and f"{_NOT_SO}{digit}: the cells of the subset"


def _fish(step: Step, replay: Replay) -> _Faults:
    board, size = replay.board, _SIZES[step.name]
    bases = [unit for unit, _ in step.occurs]
    covers = [unit for unit in step.units if unit not in bases]
    kinds = {board.kinds[unit] for unit in bases}, {board.kinds[unit] for unit in covers}
    yield _other_digits(step)
    lines = len(set(bases)) == size and len(covers) <= size and sorted(map(sorted, kinds)) == [["column"], ["row"]]
    said = f"{size} rows in {size} columns, or turned, not of {len(bases)} in {len(covers)}"
    yield not lines and f"a {step.name} is of {said}"
    inside = {cell for unit in bases for cell in board.members[unit]}
    there = {cell for unit in bases for cell in replay.places(unit, step.digits[0])}
    yield _other_cells(step, inside, f"the cells of its {size} lines")
    for cell, digit, by, unit in step.removals:
        recorded = cell not in inside and unit in covers and set(by) == there & set(board.members[unit])
        yield not recorded and f"{_NOT_SO}{digit}: those of the {step.name} in its line"
    spoken = there | {removal.cell for removal in step.removals}
    across = [set(board.members[unit]) & spoken for unit in covers]
    yield _other_pairs(step, {(a, b) for cells in across for a in cells for b in cells})


def _wing(step: Step, replay: Replay) -> _Faults:
    same = len({removal.digit for removal in step.removals}) == 1 == len({removal.by for removal in step.removals})
    yield not same and f"a {step.name} zeroes one digit, by the same cells"
    digit, by = step.removals[0].digit, step.removals[0].by
    zeroed = {(one, removal.cell) for removal in step.removals for one in by}
    if step.name == "W-wing":
        two = len(step.occurs) == 1 and len(set(by)) == 2 and set(by) <= set(step.cells)
        yield not two and "a W-wing is of two cells and a unit"
        unit, linked = step.occurs[0]
        alike = all(_candidates([cell], replay) == {linked, digit} == set(step.digits) for cell in by)
        yield not alike and "a W-wing is of two cells with the same two candidates"
        yield _other_cells(step, {*by, *replay.board.members[unit]}, "its two cells and those of its unit")
        yield _other_pairs(step, zeroed | {(end, place) for end in by for place in replay.places(unit, linked)})
        return
    sizes = tuple([replay.candidates[cell].bit_count() for cell in step.cells])
    wanted, winged = ((2, 2, 2), step.cells[1:]) if step.name == "XY-wing" else ((3, 2, 2), step.cells)
    three = sizes == wanted and not step.occurs
    yield not three and f"an {step.name} is of three cells with {wanted[0]}, 2 and 2 candidates"
    yield set(by) != set(winged) and f"{_NOT_SO}{digit}: those of the wing"
    yield set(step.digits) != _candidates(step.cells, replay) and f"an {step.name} is of the candidates of its cells"
    yield _other_pairs(step, zeroed | {(step.cells[0], wing) for wing in step.cells[1:]})


def _colouring(step: Step, replay: Replay) -> _Faults:
    yield _other_digits(step)
    links = [tuple(replay.places(*pair)) for pair in step.occurs]
    two = all(len(link) == 2 for link in links)
    yield not two and f"a {step.name} uses units with two places for the digit"
    inside = {cell for unit, _ in step.occurs for cell in replay.board.members[unit]}
    yield _other_cells(step, inside, "the cells of its units")
    ends, odd = _ends_of_way(links), len(links) % 2 == 1
    recorded = {(removal.cell, removal.by) for removal in step.removals}
    if step.name == "colour wrap":
        right = not odd and ends != () and recorded == {(ends[0], ends[1:]), (ends[1], ends[:1])}
        yield not right and "a colour wrap zeroes the two ends of a way with an even number of links, each by the other"
        clash = {ends}
    else:
        right = odd and ends != () and len(step.removals) == 1 and set(step.removals[0].by) == set(ends)
        yield not right and "a colour trap is by the two ends of a way with an odd number of links"
        clash = {(end, step.removals[0].cell) for end in ends}
    yield _other_pairs(step, {*links, *clash})


def _ends_of_way(links: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The ends of a way that uses each of these links once; () if there is no such way."""
    waiting = [set(link) for link in links]
    degrees = Counter(cell for link in waiting for cell in link)
    ends = sorted(cell for cell, degree in degrees.items() if degree == 1)
    if len(ends) != 2 or max(degrees.values()) > 2:
        return ()
    at = ends[0]
    while link := next((link for link in waiting if at in link), None):
        waiting.remove(link)
        (at,) = link - {at}
    return () if waiting else tuple(ends)


def _chain(step: Step, replay: Replay) -> _Faults:
    links, board = step.links, replay.board
    yield set(step.digits) != {link.digit for link in links} and "a forcing chain is of the digits of its links"
    removal, end = step.removals[0], links[-1]
    yield removal.by != (end.cell,) and f"{_NOT_SO}{removal.digit}: the cell of the last link"
    in_units = [link for link in links[1:] if link.unit >= 0]
    pairs = {(links[link.cause].cell, link.cell) for link in in_units if not link.true}
    premises = {link.cell for link in links[1:] if link.true and link.unit < 0}
    # At the end, a unit may have no place for the last link's digit, or its cell no candidate.
    clash = any(link[:2] == end[:2] and link.true is not end.true for link in links)
    emptied = set(step.occurs) - {(link.unit, link.digit) for link in in_units if link.true}
    more = len(emptied) > 1 or any(digit != end.digit or clash for _, digit in emptied)
    yield more and "a forcing chain uses the units of its links, and one without a place at its end"
    absent = {cell for unit, digit in step.occurs for cell in board.members[unit] if not replay.has(cell, digit)}
    own = premises | absent | (set() if emptied or clash else {end.cell})
    yield _other_cells(step, own, "the cells of its links and units")
    yield _other_pairs(step, pairs)


def _clue(step: Step, replay: Replay) -> _Faults:
    layout = replay.board.layout
    yield step.relations not in layout.clues and "a clue is used with all that it demands, and alone"
    own = {cell for number in step.relations for cell in layout.relations[number].cells}
    yield _other_cells(step, own, "the cells of the clue")
    yield set(step.cells) != own and "a clue is known by all of its cells"
    for cell, digit, by, unit in step.removals:
        recorded = cell in own and set(by) == own - {cell} and unit == -1
        yield not recorded and f"{_NOT_SO}{digit}: the other cells of the clue"
    yield bool(step.occurs) and "a clue does not use that digits occur in units"
    together = [layout.relations[number].cells for number in step.relations]
    yield _other_pairs(step, {pair for cells in together for pair in combinations(cells, 2)})


def _preset(step: Step, replay: Replay) -> _Faults:
    other = bool(step.units) or step.removals[0].by != step.cells
    yield other and f"{_NOT_SO}{step.removals[0].digit}: the cell of the trial itself"


def _contradiction(step: Step, replay: Replay) -> _Faults:
    if step.name == "clue":
        yield from _clue(step, replay)
        return
    yield _other_pairs(step, ())
    if step.name == "no candidate":
        other = len(step.cells) != 1 or step.units or step.digits or step.occurs
        yield bool(other) and "that no candidate is left is said of one cell alone"
        return
    one = len(step.occurs) == 1 and (*step.units, *step.digits) == step.occurs[0]
    yield not one and "that there is no place is said of one digit in one unit"
    others = set(step.cells) - set(replay.board.members[step.units[0]])
    yield others != set() and "that there is no place is known by the cells of the unit alone"


def _candidates(cells: Iterable[int], replay: Replay) -> set[int]:
    return {digit for cell in cells for digit in digits_of(replay.candidates[cell])}


def _other_cells(step: Step, allowed: Iterable[int], known: str) -> str | bool:
    return not set(step.cells) <= set(allowed) and f"a {step.name} is known by {known} alone"


def _other_digits(step: Step) -> str | bool:
    one = len(step.digits) == 1 and {digit for _, digit in step.occurs} == set(step.digits)
    return not one and f"a {step.name} is of one digit, not of {len(step.digits)}"


def _other_pairs(step: Step, allowed: Iterable[tuple[int, ...]]) -> str | bool:
    others = set(map(frozenset, step.differ)) - set(map(frozenset, allowed))
    return others != set() and f"a {step.name} does not use that these cells differ"


class _Form(NamedTuple):
    """What steps of a theorem have: names, least and most number of `occurs`, pairs or none, conclusion and shape."""

    names: tuple[str, ...]
    occurs: tuple[int, int]
    differ: bool
    concludes: str
    shape: Callable[[Step, Replay], _Faults]


_MANY = 1 << 20
_VALUE, _ZEROED, _NOTHING = "a value", "zeroed candidates", "nothing"
_FORMS = {
    Theorem.ZEROING: _Form(("zeroing",), (0, 0), True, _ZEROED, _zeroing),
    Theorem.NAKED_SINGLE: _Form(("naked single",), (0, 0), False, _VALUE, _naked_single),
    Theorem.HIDDEN_SINGLE: _Form(("hidden single",), (1, 1), False, _VALUE, _in_one_unit),
    Theorem.LAST_CELL: _Form(("last cell",), (0, 0), True, _VALUE, _in_one_unit),
    Theorem.INTERSECTION: _Form(("pointing", "claiming", "crossing"), (1, 1), True, _ZEROED, _intersection),
    Theorem.CLUE: _Form(("clue",), (0, 0), True, _ZEROED, _clue),
    Theorem.NAKED_SUBSET: _Form(("naked pair", "naked triple", "naked quadruple"), (0, 0), True, _ZEROED, _naked),
    Theorem.HIDDEN_SUBSET: _Form(("hidden pair", "hidden triple", "hidden quadruple"), (2, 4), False, _ZEROED, _hidden),
    Theorem.FISH: _Form(("X-wing", "swordfish", "jellyfish"), (2, 4), True, _ZEROED, _fish),
    Theorem.WING: _Form(("XY-wing", "XYZ-wing", "W-wing"), (0, 1), True, _ZEROED, _wing),
    Theorem.COLOURING: _Form(("colour wrap", "colour trap"), (1, _MANY), True, _ZEROED, _colouring),
    Theorem.CHAIN: _Form(("forcing chain",), (0, _MANY), True, _ZEROED, _chain),
    Theorem.PRESET: _Form(("preset",), (0, 0), False, _ZEROED, _preset),
    Theorem.CONTRADICTION: _Form(("no place", "no candidate", "clue"), (0, 1), True, _NOTHING, _contradiction),
}
