"""Whether the reason of a step has the shape of its theorem.

Right algebra is not enough: any true conclusion follows from all cells and all units of a puzzle. So each theorem has a
shape: the cells, pairs and units that its steps may name, and the cells that zero each candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from casbridge.board.peers import digits_of
from casbridge.logic.replay import Replay
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem

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
    digits = {removal.digit for removal in step.removals} | ({step.placement.digit} if step.placement else set())
    if step.theorem is not Theorem.HIDDEN_SUBSET and not digits <= set(step.digits):
        return f"a {step.name} concludes of the digits that it names only"
    masks, used = replay.board.masks, {unit for unit, _ in step.occurs}
    for a, b in step.differ:
        used.add(min(unit for unit in step.units if masks[unit] >> a & masks[unit] >> b & 1))
    if strange := set(step.units) - used:
        return f"it names {replay.board.names[min(strange)]}, which it does not use"
    return _SHAPES[step.theorem](step, replay)


def _zeroing(step: Step, replay: Replay) -> str | None:
    if len(step.cells) != 1 or len(step.digits) != 1 or replay.values[step.cells[0]] != step.digits[0]:
        return "what zeroes is one cell with a value"
    if any(removal.by != step.cells or removal.unit < 0 for removal in step.removals):
        return f"{_NOT_SO}a candidate, in a unit of both"
    return _only_pairs(step, {(step.cells[0], removal.cell) for removal in step.removals})


def _naked_single(step: Step, replay: Replay) -> str | None:
    assert step.placement is not None
    alone = step.cells == (step.placement.cell,) and not step.units and len(step.digits) == 1
    return None if alone else "a naked single is known by its own cell alone"


def _in_one_unit(step: Step, replay: Replay) -> str | None:
    """The shape of a hidden single, and of a last cell."""
    assert step.placement is not None
    if len(step.units) != 1 or len(step.digits) != 1:
        return f"a {step.name} is of one digit in one unit, not of {len(step.digits)} in {len(step.units)}"
    if step.theorem is Theorem.LAST_CELL and not all(replay.values[cell] for cell in step.cells):
        return "a last cell is known by the values of the others"
    target, members = step.placement.cell, set(replay.board.members[step.units[0]])
    if target not in members or not set(step.cells) <= members - {target}:
        return f"a {step.name} is known by the other cells of its unit alone"
    return _only_pairs(step, {(cell, target) for cell in step.cells})


def _intersection(step: Step, replay: Replay) -> str | None:
    unit, digit = step.occurs[0]
    if step.digits != (digit,):
        return f"a {step.name} is of one digit, not of {len(step.digits)}"
    there = replay.places(unit, digit)
    if not set(step.cells) <= set(replay.board.members[unit]):
        return f"a {step.name} is known by the cells of its unit alone"
    if any(set(removal.by) != set(there) for removal in step.removals):
        return f"{_NOT_SO}{digit}: all its places in {replay.board.names[unit]}"
    crossing = any(removal.unit < 0 for removal in step.removals)
    name = "crossing" if crossing else "pointing" if replay.board.letters[unit] == "G" else "claiming"
    if step.name != name:
        return f"it is called {step.name}, but is {name}"
    return _only_pairs(step, {(place, removal.cell) for removal in step.removals for place in there})


def _naked_subset(step: Step, replay: Replay) -> str | None:
    size = _SIZES[step.name.rpartition(" ")[2]]
    if len(step.cells) != size or len(step.digits) != size:
        return f"a {step.name} is of {size} cells and digits, not of {len(step.cells)} and {len(step.digits)}"
    if set(step.digits) != _candidates(step.cells, replay):
        return f"a {step.name} is of the candidates of its cells"
    for cell, digit, by, _ in step.removals:
        if cell in step.cells or set(by) != {one for one in step.cells if replay.has(one, digit)}:
            return f"{_NOT_SO}{digit}: those of the subset that have it"
    own = {(a, b) for a in step.cells for b in step.cells}
    return _only_pairs(step, own | {(one, removal.cell) for removal in step.removals for one in step.cells})


def _hidden_subset(step: Step, replay: Replay) -> str | None:
    size = _SIZES[step.name.rpartition(" ")[2]]
    if len(step.units) != 1 or {digit for _, digit in step.occurs} != set(step.digits) or len(step.digits) != size:
        return f"a {step.name} is of {size} digits in one unit, not of {len(step.digits)} in {len(step.units)}"
    unit = step.units[0]
    there = {cell for digit in step.digits for cell in replay.places(unit, digit)}
    if not set(step.cells) <= set(replay.board.members[unit]) - there:
        return f"a {step.name} is known by the other cells of its unit alone"
    for cell, digit, by, _ in step.removals:
        if cell not in there or digit in step.digits or set(by) != there:
            return f"{_NOT_SO}{digit}: the cells of the subset"
    return None


def _fish(step: Step, replay: Replay) -> str | None:
    board, size = replay.board, _SIZES[step.name]
    bases = [unit for unit, _ in step.occurs]
    covers = [unit for unit in step.units if unit not in bases]
    kinds = {board.kinds[unit] for unit in bases}, {board.kinds[unit] for unit in covers}
    if len(step.digits) != 1 or {digit for _, digit in step.occurs} != set(step.digits):
        return f"a {step.name} is of one digit, not of {len(step.digits)}"
    if len(set(bases)) != size or len(covers) > size or sorted(map(sorted, kinds)) != [["column"], ["row"]]:
        return f"a {step.name} is of {size} rows in {size} columns, or turned, not of {len(bases)} in {len(covers)}"
    inside = {cell for unit in bases for cell in board.members[unit]}
    there = {cell for unit in bases for cell in replay.places(unit, step.digits[0])}
    if not set(step.cells) <= inside:
        return f"a {step.name} is known by the cells of its {size} lines alone"
    for cell, digit, by, unit in step.removals:
        if cell in inside or unit not in covers or set(by) != there & set(board.members[unit]):
            return f"{_NOT_SO}{digit}: those of the {step.name} in its line"
    spoken = there | {removal.cell for removal in step.removals}
    across = [set(board.members[unit]) & spoken for unit in covers]
    return _only_pairs(step, {(a, b) for cells in across for a in cells for b in cells})


def _wing(step: Step, replay: Replay) -> str | None:
    if len({removal.digit for removal in step.removals}) != 1 or len({removal.by for removal in step.removals}) != 1:
        return f"a {step.name} zeroes one digit, by the same cells"
    digit, by = step.removals[0].digit, step.removals[0].by
    zeroed = {(one, removal.cell) for removal in step.removals for one in by}
    sizes = tuple([replay.candidates[cell].bit_count() for cell in step.cells])
    if step.name != "W-wing":
        wanted, winged = ((2, 2, 2), step.cells[1:]) if step.name == "XY-wing" else ((3, 2, 2), step.cells)
        if sizes != wanted or step.occurs:
            return f"an {step.name} is of three cells with {wanted[0]}, 2 and 2 candidates"
        if set(by) != set(winged):
            return f"{_NOT_SO}{digit}: those of the wing"
        if set(step.digits) != _candidates(step.cells, replay):
            return f"an {step.name} is of the candidates of its cells"
        pivot, one, other = step.cells
        return _only_pairs(step, zeroed | {(pivot, one), (pivot, other)})
    if len(step.occurs) != 1 or len(set(by)) != 2 or not set(by) <= set(step.cells):
        return "a W-wing is of two cells and a unit"
    unit, linked = step.occurs[0]
    both = {replay.candidates[cell] for cell in by}
    if both != {1 << (linked - 1) | 1 << (digit - 1)} or set(step.digits) != {linked, digit}:
        return "a W-wing is of two cells with the same two candidates"
    if not set(step.cells) - set(by) <= set(replay.board.members[unit]):
        return "a W-wing is known by its two cells and those of its unit alone"
    return _only_pairs(step, zeroed | {(end, place) for end in by for place in replay.places(unit, linked)})


def _colouring(step: Step, replay: Replay) -> str | None:
    if len(step.digits) != 1 or {digit for _, digit in step.occurs} != set(step.digits):
        return f"a {step.name} is of one digit, not of {len(step.digits)}"
    links = [tuple(replay.places(*pair)) for pair in step.occurs]
    if any(len(link) != 2 for link in links):
        return f"a {step.name} uses units with two places for the digit"
    if not set(step.cells) <= {cell for unit, _ in step.occurs for cell in replay.board.members[unit]}:
        return f"a {step.name} is known by the cells of its units alone"
    ends = _ends_of_way(links)
    if step.name == "colour wrap":
        recorded = {(removal.cell, removal.by) for removal in step.removals}
        if ends is None or len(links) % 2 or recorded != {(ends[0], (ends[1],)), (ends[1], (ends[0],))}:
            return "a colour wrap zeroes the two ends of a way with an even number of links, each by the other"
        clash = {ends}
    else:
        removal = step.removals[0]
        if ends is None or len(links) % 2 == 0 or len(step.removals) != 1 or set(removal.by) != set(ends):
            return "a colour trap is by the two ends of a way with an odd number of links"
        clash = {(end, removal.cell) for end in ends}
    return _only_pairs(step, {(a, b) for a, b in links} | clash)


def _ends_of_way(links: Iterable[tuple[int, ...]]) -> tuple[int, int] | None:
    """The ends of a way that uses each of these links once; None if there is no such way."""
    waiting = [set(link) for link in links]
    degrees = Counter(cell for link in waiting for cell in link)
    ends = sorted(cell for cell, degree in degrees.items() if degree == 1)
    if len(ends) != 2 or max(degrees.values()) > 2:
        return None
    at = ends[0]
    while link := next((link for link in waiting if at in link), None):
        waiting.remove(link)
        (at,) = link - {at}
    return (ends[0], ends[1]) if not waiting else None


def _chain(step: Step, replay: Replay) -> str | None:
    links = step.links
    if set(step.digits) != {link.digit for link in links}:
        return "a forcing chain is of the digits of its links"
    if step.removals[0].by != (links[-1].cell,):
        return f"{_NOT_SO}{step.removals[0].digit}: the cell of the last link"
    pairs: set[tuple[int, int]] = set()
    used: set[tuple[int, int]] = set()
    premises = {link.cell for link in links[1:] if link.true and link.unit < 0}
    for link in links[1:]:
        if link.unit >= 0 and link.true:
            used.add((link.unit, link.digit))
        elif link.unit >= 0:
            pairs.add((links[link.cause].cell, link.cell))
    # At the end, a unit may have no place for the last link's digit, or its cell no candidate.
    end = links[-1]
    clash = any((link.cell, link.digit) == (end.cell, end.digit) and link.true is not end.true for link in links)
    emptied = set(step.occurs) - used
    if len(emptied) > 1 or any(digit != end.digit or clash for _, digit in emptied):
        return "a forcing chain uses the units of its links, and one without a place at its end"
    board = replay.board
    absent = {cell for unit, digit in step.occurs for cell in board.members[unit] if not replay.has(cell, digit)}
    if not set(step.cells) - premises - absent <= (set() if emptied or clash else {end.cell}):
        return "a forcing chain is known by the cells of its links and units alone"
    return _only_pairs(step, pairs)


def _preset(step: Step, replay: Replay) -> str | None:
    if step.units or step.removals[0].by != step.cells:
        return f"{_NOT_SO}{step.removals[0].digit}: the cell of the trial itself"
    return None


def _contradiction(step: Step, replay: Replay) -> str | None:
    if step.name == "no candidate":
        if len(step.cells) != 1 or step.units or step.digits or step.occurs:
            return "that no candidate is left is said of one cell alone"
        return None
    if len(step.occurs) != 1 or step.units != (step.occurs[0][0],) or step.digits != (step.occurs[0][1],):
        return "that there is no place is said of one digit in one unit"
    if not set(step.cells) <= set(replay.board.members[step.units[0]]):
        return "that there is no place is known by the cells of the unit alone"
    return None


def _candidates(cells: Iterable[int], replay: Replay) -> set[int]:
    return {digit for cell in cells for digit in digits_of(replay.candidates[cell])}


def _only_pairs(step: Step, allowed: Iterable[tuple[int, int]]) -> str | None:
    known = {frozenset(pair) for pair in allowed}
    if all(frozenset(pair) in known for pair in step.differ):
        return None
    return f"a {step.name} does not use that these cells differ"


_SHAPES: dict[Theorem, Callable[[Step, Replay], str | None]] = {
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
