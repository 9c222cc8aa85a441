"""Whether the reason of a step has the shape of its theorem.

Right algebra is not enough: any true conclusion follows from all cells and all units of a puzzle. So each theorem has a
shape: the cells, pairs and units that its steps may name, and the cells that zero each candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from casbridge.board.peers import digits_of
from casbridge.logic.replay import Replay
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem

#: Words for a fault, false where there is none.
_Faults = Iterator[str | bool]
_SIZES = {"pair": 2, "triple": 3, "quadruple": 4, "X-wing": 2, "swordfish": 3, "jellyfish": 4}
_NOT_SO = "it is not recorded which cells zeroed "


def wrong_shape(step: Step, replay: Replay) -> str | None:
    """Why the step does not have the shape of its theorem; None if it has. It must have no `Replay.objection`.

    >>> from casbridge.logic.steps import Placement
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> replay = Replay(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> wrong_shape(Step(Theorem.NAKED_SINGLE, "naked single", (1,), (2,), placement=Placement(0, 2)), replay)
    'a naked single is known by its own cell alone'
    """
    return next((fault for fault in _faults(step, replay) if isinstance(fault, str)), None)


def _faults(step: Step, replay: Replay) -> _Faults:
    """Each check may rely on those before it."""
    digits = {removal.digit for removal in step.removals} | ({step.placement.digit} if step.placement else set())
    hidden = step.theorem is Theorem.HIDDEN_SUBSET
    yield not hidden and not digits <= set(step.digits) and f"a {step.name} concludes of the digits that it names only"
    masks, used = replay.board.masks, {unit for unit, _ in step.occurs}
    for a, b in step.differ:
        used.add(min(unit for unit in step.units if masks[unit] >> a & masks[unit] >> b & 1))
    for unit in sorted(set(step.units) - used)[:1]:
        yield f"it names {replay.board.names[unit]}, which it does not use"
    yield from _SHAPES[step.theorem](step, replay)


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
    unit, digit = step.occurs[0]
    yield step.digits != (digit,) and f"a {step.name} is of one digit, not of {len(step.digits)}"
    there = replay.places(unit, digit)
    yield _other_cells(step, replay.board.members[unit], "the cells of its unit")
    recorded = all(set(removal.by) == set(there) for removal in step.removals)
    yield not recorded and f"{_NOT_SO}{digit}: all its places in {replay.board.names[unit]}"
    crossing = any(removal.unit < 0 for removal in step.removals)
    name = "crossing" if crossing else "pointing" if replay.board.letters[unit] == "G" else "claiming"
    yield step.name != name and f"it is called {step.name}, but is {name}"
    yield _other_pairs(step, {(place, removal.cell) for removal in step.removals for place in there})


def _naked_subset(step: Step, replay: Replay) -> _Faults:
    size, counts = _SIZES[step.name.rpartition(" ")[2]], (len(step.cells), len(step.digits))
    wrong = counts != (size, size)
    yield wrong and f"a {step.name} is of {size} cells and digits, not of {counts[0]} and {counts[1]}"
    own = set(step.digits) == _candidates(step.cells, replay)
    yield not own and f"a {step.name} is of the candidates of its cells"
    for cell, digit, by, _ in step.removals:
        recorded = cell not in step.cells and set(by) == {one for one in step.cells if replay.has(one, digit)}
        yield not recorded and f"{_NOT_SO}{digit}: those of the subset that have it"
    apart = {*step.cells, *[removal.cell for removal in step.removals]}
    yield _other_pairs(step, {(one, other) for one in step.cells for other in apart})


def _hidden_subset(step: Step, replay: Replay) -> _Faults:
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
    one = len(step.digits) == 1 and {digit for _, digit in step.occurs} == set(step.digits)
    yield not one and f"a {step.name} is of one digit, not of {len(step.digits)}"
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
    own = set(step.digits) == _candidates(step.cells, replay)
    yield not own and f"an {step.name} is of the candidates of its cells"
    yield _other_pairs(step, zeroed | {(step.cells[0], wing) for wing in step.cells[1:]})


def _colouring(step: Step, replay: Replay) -> _Faults:
    one = len(step.digits) == 1 and {digit for _, digit in step.occurs} == set(step.digits)
    yield not one and f"a {step.name} is of one digit, not of {len(step.digits)}"
    links = [tuple(replay.places(*pair)) for pair in step.occurs]
    two = all(len(link) == 2 for link in links)
    yield not two and f"a {step.name} uses units with two places for the digit"
    inside = {cell for unit, _ in step.occurs for cell in replay.board.members[unit]}
    yield _other_cells(step, inside, "the cells of its units")
    ends, odd = _ends_of_way(links), len(links) % 2 == 1
    recorded = {(removal.cell, removal.by) for removal in step.removals}
    if step.name == "colour wrap":
        right = not odd and ends != () and recorded == {(ends[0], (ends[1],)), (ends[1], (ends[0],))}
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
    recorded = step.removals[0].by == (links[-1].cell,)
    yield not recorded and f"{_NOT_SO}{step.removals[0].digit}: the cell of the last link"
    in_units = [link for link in links[1:] if link.unit >= 0]
    pairs = {(links[link.cause].cell, link.cell) for link in in_units if not link.true}
    premises = {link.cell for link in links[1:] if link.true and link.unit < 0}
    # At the end, a unit may have no place for the last link's digit, or its cell no candidate.
    end = links[-1]
    clash = any(link[:2] == end[:2] and link.true is not end.true for link in links)
    emptied = set(step.occurs) - {(link.unit, link.digit) for link in in_units if link.true}
    more = len(emptied) > 1 or any(digit != end.digit or clash for _, digit in emptied)
    yield more and "a forcing chain uses the units of its links, and one without a place at its end"
    absent = {cell for unit, digit in step.occurs for cell in board.members[unit] if not replay.has(cell, digit)}
    own = premises | absent | (set() if emptied or clash else {end.cell})
    yield _other_cells(step, own, "the cells of its links and units")
    yield _other_pairs(step, pairs)


def _preset(step: Step, replay: Replay) -> _Faults:
    other = bool(step.units) or step.removals[0].by != step.cells
    yield other and f"{_NOT_SO}{step.removals[0].digit}: the cell of the trial itself"


def _contradiction(step: Step, replay: Replay) -> _Faults:
    if step.name == "no candidate":
        other = len(step.cells) != 1 or step.units or step.digits or step.occurs
        yield bool(other) and "that no candidate is left is said of one cell alone"
        return
    one = len(step.occurs) == 1 and (*step.units, *step.digits) == step.occurs[0]
    yield not one and "that there is no place is said of one digit in one unit"
    inside = set(step.cells) <= set(replay.board.members[step.units[0]])
    yield not inside and "that there is no place is known by the cells of the unit alone"


def _candidates(cells: Iterable[int], replay: Replay) -> set[int]:
    return {digit for cell in cells for digit in digits_of(replay.candidates[cell])}


def _other_cells(step: Step, allowed: Iterable[int], known: str) -> str | bool:
    return not set(step.cells) <= set(allowed) and f"a {step.name} is known by {known} alone"


def _other_pairs(step: Step, allowed: Iterable[tuple[int, ...]]) -> str | bool:
    known = {frozenset(pair) for pair in allowed}
    others = not all(frozenset(pair) in known for pair in step.differ)
    return others and f"a {step.name} does not use that these cells differ"


_SHAPES: dict[Theorem, Callable[[Step, Replay], _Faults]] = {
    Theorem.ZEROING: _zeroing,
    Theorem.NAKED_SINGLE: _naked_single,
    Theorem.HIDDEN_SINGLE: _in_one_unit,
    Theorem.LAST_CELL: _in_one_unit,
    Theorem.INTERSECTION: _intersection,
    Theorem.NAKED_SUBSET: _naked_subset,
    Theorem.HIDDEN_SUBSET: _hidden_subset,
    Theorem.FISH: _fish,
    Theorem.WING: _wing,
    Theorem.COLOURING: _colouring,
    Theorem.CHAIN: _chain,
    Theorem.PRESET: _preset,
    Theorem.CONTRADICTION: _contradiction,
}
