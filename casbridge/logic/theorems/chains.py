"""Theorems 9 to 11: wings, simple colouring and forcing chains.

A wing zeroes a digit that one of two or three cells must have in the common peers of these cells.
XY-wing: a pivot with candidates a, b; a peer with a, c and one with b, c. One of these two is c.
XYZ-wing: the pivot has c too; the cells must be peers of all three.
W-wing: two cells have candidates a, b. A unit has two places for a: a peer of the first cell and one of the second.

Where a digit has two places in a unit, one is true and one false. Linked places get two colours in turn. If two places
of one colour are peers, both are false (a "wrap"). A peer of two places with different colours is false (a "trap").

A candidate from which a contradiction follows, link by link, is zeroed. Each link follows from one link before it:
  a true candidate makes the others of its cell false, and the same digit in its peers;
  a false candidate makes the other one true if its cell has two, or if the digit has two places in a unit.
The contradiction is a candidate both true and false, a cell without candidates, or a unit without a place for a digit.

Other forcing chains start from all candidates of a cell, or all places in a unit, and end in one conclusion. Here such
a chain starts from the zeroed candidate and empties that cell or unit. Alternating inference chains are found here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, permutations, product
from operator import or_

from casbridge.board.peers import cells_of, digits_of
from casbridge.limits import NEVER, Deadline
from casbridge.logic.position import Position, distinct
from casbridge.logic.steps import Link, Removal, Step
from casbridge.logic.theorems.catalogue import Theorem

#: The most bits of one set of candidates for each candidate. The search keeps up to 14 times as many.
MOST_BITS = 1 << 29


def wing(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first wing that zeroes something: XY, then XYZ, then W. Raises LimitError after the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell, digit in ((0, 3), (0, 4), (3, 2), (3, 4), (12, 1), (12, 4)):
    ...     position.remove(cell, 1 << (digit - 1))
    >>> wing(position).removals
    (Removal(cell=15, digit=3, by=(3, 12), unit=-1),)
    """
    pairs = [cell for cell, candidates in enumerate(position.candidates) if candidates.bit_count() == 2]
    if len(pairs) < 2:
        return None
    wings = (_with_pivot(position, pairs, 2, deadline), _with_pivot(position, pairs, 3, deadline))
    return next((step for found in (*wings, _w_wings(position, pairs, deadline)) for step in found), None)


def _with_pivot(position: Position, pairs: list[int], size: int, deadline: Deadline) -> Iterator[Step]:
    """XY-wings and XYZ-wings. size: the number of the pivot's candidates, two or three."""
    board, candidates, peers = position.board, position.candidates, position.board.peers
    for pivot, own in enumerate(candidates):
        if own.bit_count() != size:
            continue
        deadline.check()
        near = [cell for cell in pairs if peers[pivot] >> cell & 1 and (candidates[cell] & own).bit_count() == size - 1]
        for wings in combinations(near, 2):
            common = candidates[wings[0]] & candidates[wings[1]]
            if common.bit_count() != 1 or bool(common & own) is (size == 2):
                continue
            digit, by = common.bit_length(), wings if size == 2 else (pivot, *wings)
            if zeroed := cells_of(position.places[digit - 1] & board.common_peers(by)):
                differ = (*[(pivot, one) for one in wings], *[(one, cell) for cell in zeroed for one in by])
                units = distinct([board.unit_of_both[pair] for pair in differ])
                removals = tuple([Removal(cell, digit, by, -1) for cell in zeroed])
                name, digits = "XY-wing" if size == 2 else "XYZ-wing", digits_of(own | common)
                yield Step(Theorem.WING, name, (pivot, *wings), digits, units, differ, removals=removals)


def _w_wings(position: Position, pairs: list[int], deadline: Deadline) -> Iterator[Step]:
    board, candidates, peers = position.board, position.candidates, position.board.peers
    for by in combinations(pairs, 2):
        one, other = by
        if candidates[one] != candidates[other] or peers[one] >> other & 1:
            continue
        deadline.check()
        for linked, digit in permutations(digits_of(candidates[one])):
            zeroed = cells_of(position.places[digit - 1] & peers[one] & peers[other])
            strong = (unit for unit, counts in enumerate(position.left) if counts and counts[linked - 1] == 2)
            for unit in strong if zeroed else ():
                for a, b in permutations(position.places_in(unit, linked)):
                    if peers[one] >> a & peers[other] >> b & 1:
                        differ = ((one, a), (other, b), *[(end, cell) for cell in zeroed for end in by])
                        units = distinct([unit, *[board.unit_of_both[pair] for pair in differ]])
                        cells, occurs = distinct((*by, *position.absent(unit, linked))), ((unit, linked),)
                        removals, digits = tuple([Removal(cell, digit, by, -1) for cell in zeroed]), (linked, digit)
                        yield Step(Theorem.WING, "W-wing", cells, digits, units, differ, occurs, removals=removals)


# For each linked place the place before it, the unit with only these two, and its distance from the first place, whose
# parity is its colour.
_Tree = dict[int, tuple[int, int, int]]


def colouring(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The first colouring that zeroes something: digit by digit, wraps before traps. Raises LimitError.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell in (1, 2, 7, 11, 13, 14):
    ...     position.remove(cell, 0b1)
    >>> colouring(position).removals
    (Removal(cell=4, digit=1, by=(0, 12), unit=-1),)
    """
    peers = position.board.peers
    for digit in range(1, position.board.digits + 1):
        deadline.check()
        for tree in _trees(position, digit):
            wraps = [
                (len(_way(tree, a, b)), a, b)
                for a, b in combinations(sorted(tree), 2)
                if peers[a] >> b & 1 and not (tree[a][2] ^ tree[b][2]) & 1
            ]
            if wraps:
                return _coloured(position, digit, tree, *min(wraps)[1:])
            deadline.check()
            traps = [
                (len(_way(tree, a, b)), cell, a, b)
                for cell in cells_of(position.places[digit - 1])
                if cell not in tree
                for a, b in combinations([place for place in tree if peers[cell] >> place & 1], 2)
                if (tree[a][2] ^ tree[b][2]) & 1
            ]
            if traps:
                _, cell, a, b = min(traps)
                return _coloured(position, digit, tree, a, b, cell)
    return None


def _trees(position: Position, digit: int) -> Iterator[_Tree]:
    """The connected sets of linked places, but those of two places only."""
    linked: dict[int, list[tuple[int, int]]] = {}
    for unit, counts in enumerate(position.left):
        if counts and counts[digit - 1] == 2:
            a, b = position.places_in(unit, digit)
            linked.setdefault(a, []).append((b, unit))
            linked.setdefault(b, []).append((a, unit))
    while linked:
        start = min(linked)
        tree: _Tree = {start: (-1, -1, 0)}
        reached = [start]
        for place in reached:
            for other, unit in linked.pop(place):
                if other not in tree:
                    tree[other] = (place, unit, tree[place][2] + 1)
                    reached.append(other)
        if len(tree) > 2:
            yield tree


def _way(tree: _Tree, a: int, b: int) -> list[tuple[int, int, int]]:
    """The links between two places of a tree: (place, place, unit)."""
    start, end = [], []
    while a != b:
        if tree[a][2] >= tree[b][2]:
            start.append((a, *tree[a][:2]))
            a = tree[a][0]
        else:
            end.append((b, *tree[b][:2]))
            b = tree[b][0]
    return start + end[::-1]


def _coloured(position: Position, digit: int, tree: _Tree, a: int, b: int, trapped: int = -1) -> Step:
    """The wrap of two places, or the trap of a cell that is a peer of both."""
    way, board = _way(tree, a, b), position.board
    name, clash = "colour trap", [(a, trapped), (b, trapped)]
    removals: tuple[Removal, ...] = (Removal(trapped, digit, (a, b), -1),)
    if trapped < 0:
        name, clash = "colour wrap", [(a, b)]
        removals = (Removal(a, digit, (b,), -1), Removal(b, digit, (a,), -1))
    linked = distinct([unit for _, _, unit in way])
    cells = distinct([cell for unit in linked for cell in position.absent(unit, digit)])
    units = distinct([*linked, *[board.unit_of_both[pair] for pair in clash]])
    differ, occurs = (*[(a, b) for a, b, _ in way], *clash), tuple([(unit, digit) for unit in linked])
    return Step(Theorem.COLOURING, name, cells, (digit,), units, differ, occurs, removals=removals)


# A candidate's number, its bit in sets of candidates, is (digit − 1) · cells + cell.
_Key = tuple[int, bool]  # a candidate's number, and whether it is true


class _Links:
    """What follows at once from each candidate being true, or false.

    makes_true: for a false candidate the set of candidates that are true then.
    one_of: sets of three or more candidates of which one is true: all of a cell, or all places in a unit. For each of
        these sets the first unit, −1 for a cell.

    A set of candidates also has a *filling*: a number with a field for each set of `one_of`, a bit for each of its
    candidates and a free bit above them. Adding `lowest`, the lowest bits, carries into the free bits of full fields.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        board = position.board
        self.cells = cells = board.cells
        open_cells = [cell for cell, value in enumerate(position.values) if not value]
        number_open = sum(position.candidates[cell].bit_count() for cell in open_cells)
        if number_open * cells * board.digits > MOST_BITS:
            raise MemoryError(f"forcing chains among {number_open} candidates would take too much memory")
        self.makes_true: dict[int, int] = {}
        self.one_of: dict[int, int] = {}
        self._follows: dict[int, tuple[int, int, int]] = {}
        self._in_cell = {
            cell: sum(1 << (digit * cells + cell) for digit in cells_of(position.candidates[cell]))
            for cell in open_cells
        }
        groups = [(in_cell, -1) for in_cell in self._in_cell.values()]
        for unit, counts in enumerate(position.left):
            for digit, count in enumerate(counts):
                if count > 1:
                    groups.append(((position.places[digit] & board.masks[unit]) << (digit * cells), unit))
        for group, unit in groups:
            if group.bit_count() == 2:
                for one, other in permutations(cells_of(group)):
                    self.makes_true[one] = self.makes_true.get(one, 0) | 1 << other
            else:
                self.one_of.setdefault(group, unit)
        self.lowest = self.free = place = 0
        self._fillings: dict[int, int] = {}
        for group in self.one_of:
            self.lowest |= 1 << place
            for number in cells_of(group):
                self._fillings[number] = self._fillings.get(number, 0) | 1 << place
                place += 1
            self.free |= 1 << place
            place += 1

    def follows(self, number: int) -> tuple[int, int, int]:
        """The candidates that a true one makes false, their filling, and the candidates that are true then."""
        found = self._follows.get(number)
        if found is None:
            true, false, filling = 0, self.made_false(number), 0
            for one in cells_of(false):
                true |= self.makes_true.get(one, 0)
                filling |= self._fillings.get(one, 0)
            found = self._follows[number] = false, filling, true
        return found

    def made_false(self, number: int) -> int:
        """The candidates that a true one makes false: of its digit in its peers, and the others of its cell."""
        digit, cell = divmod(number, self.cells)
        in_peers = (self.position.places[digit] & self.position.board.peers[cell]) << (digit * self.cells)
        return in_peers | self._in_cell[cell] & ~(1 << number)

    def unit_of(self, a: int, b: int, true: bool) -> int:
        """The unit in which b follows from a being true, or false; −1 if it follows in their cell."""
        one, other = a % self.cells, b % self.cells
        if one == other:
            return -1
        board, left, digit = self.position.board, self.position.left, a // self.cells
        if true:
            return board.unit_of_both[one, other]
        shared = (unit for unit in board.full_units_of[one] if board.masks[unit] >> other & 1)
        return next(unit for unit in shared if left[unit][digit] == 2)

    def layers(self, start: int) -> Iterator[bool]:
        """For each layer of links from a candidate whether it has a contradiction; the last one has, or no links."""
        true = new_true = 1 << start
        false = filling = 0
        while new_true:
            makes_true = 0
            while new_true:
                low = new_true & -new_true
                more_false, more_filling, more_true = self.follows(low.bit_length() - 1)
                false |= more_false
                filling |= more_filling
                makes_true |= more_true
                new_true ^= low
            new_true = makes_true & ~true
            true |= new_true
            yield bool(true & false or filling + self.lowest & self.free)
        self.position.followed[start] = true, false


def chain(position: Position, deadline: Deadline = NEVER) -> Step | None:
    """The chain with the fewest layers of links; of several the first by digit and cell.

    Raises LimitError, and MemoryError for more candidates than `MOST_BITS` allow.

    >>> from casbridge.puzzles import sudoku
    >>> position = Position(sudoku(2, 2))
    >>> for cell in (1, 2, 7, 11, 13, 14):
    ...     position.remove(cell, 0b1)
    >>> [(link.cell, link.true) for link in chain(position).links]
    [(4, True), (0, False), (3, True), (12, False), (15, True), (3, False)]
    """
    _forget(position)
    cells, values = position.board.cells, position.values
    numbers = (digit * cells + cell for digit, board in enumerate(position.places) for cell in cells_of(board))
    starts = [one for one in numbers if not values[one % cells] and one not in position.followed]
    if not starts:
        return None
    graph = _Links(position)
    walks = [(start, graph.layers(start)) for start in starts]
    while walks:
        unfinished = []
        for start, layers in deadline.over(walks, every=20):
            contradicts = next(layers, None)
            if contradicts:
                return _chain_from(graph, start)
            if contradicts is False:
                unfinished.append((start, layers))
        walks = unfinished
    return None


def _forget(position: Position) -> None:
    """Forget what follows from candidates by which a set that has lost some is empty, or has a pair's last one."""
    board, sets = position.board, list[int]()
    lost = [before & ~now for before, now in zip(position.followed_in, position.places, strict=True)]
    for unit, digit in product(range(len(board.masks)), range(board.digits)):
        if lost[digit] & board.masks[unit] and board.full[unit]:
            sets.append((position.places[digit] & board.masks[unit]) << digit * board.cells)
    for cell in cells_of(reduce(or_, lost)):
        sets.append(sum([1 << digit * board.cells + cell for digit in cells_of(position.candidates[cell])]))
    pairs, more = ([one for one in sets if (one.bit_count() == 2) is is_pair] for is_pair in (True, False))
    for number, (true, false) in [*position.followed.items()]:
        linked = any(one & false and not one & true for one in pairs)
        if linked or any(not one & ~false for one in more if one):
            del position.followed[number]
    position.followed_in = position.places.copy()


def _chain_from(graph: _Links, start: int) -> Step:
    """The chain from a candidate to its contradiction, once more and now with the cause of each link."""
    position, cells = graph.position, graph.cells
    why, ends, emptied = _traced(graph, start)
    links: list[Link] = []
    place_of: dict[_Key, int] = {}
    for one in ends:
        way = [one]
        while way[-1] not in place_of and (cause := why[way[-1]]) is not None:
            way.append(cause[0])
        for number, true in reversed(way):
            if (number, true) not in place_of:
                cause = why[number, true]
                digit, cell = divmod(number, cells)
                before, unit = (-1, -1) if cause is None else (place_of[cause[0]], cause[1])
                place_of[number, true] = len(links)
                links.append(Link(cell, digit + 1, true, before, unit))
    in_units = [link for link in links if link.unit >= 0]
    differ = [(links[link.cause].cell, link.cell) for link in in_units if not link.true]
    occurs = [(link.unit, link.digit) for link in in_units if link.true]
    premises = [link.cell for link in links[1:] if link.unit < 0 and link.true]
    units, last = [link.unit for link in in_units], links[-1]
    if emptied is not None and emptied < 0:
        premises.append(last.cell)
    elif emptied is not None:
        occurs.append((emptied, last.digit))
        units.append(emptied)
    premises += [cell for pair in occurs for cell in position.absent(*pair)]
    return Step(
        Theorem.CHAIN,
        "forcing chain",
        distinct(premises),
        distinct([link.digit for link in links]),
        distinct(units),
        tuple(dict.fromkeys(differ)),
        tuple(dict.fromkeys(occurs)),
        removals=(Removal(*links[0][:2], (last.cell,), -1),),
        links=tuple(links),
    )


def _traced(graph: _Links, start: int) -> tuple[dict[_Key, tuple[_Key, int] | None], list[_Key], int | None]:
    """For each link its cause and unit; the links that contradict each other; and what they empty.

    This is a unit, −1 for a cell; None if a candidate is true and false.
    """
    why: dict[_Key, tuple[_Key, int] | None] = {(start, True): None}
    known = {True: 1 << start, False: 0}
    layer, true = [start], True
    while True:
        following = []
        for number in layer:
            new = graph.follows(number)[0] if true else graph.makes_true.get(number, 0)
            for other in cells_of(new & ~known[not true]):
                why[other, not true] = (number, true), graph.unit_of(number, other, true)
                following.append(other)
            known[not true] |= new
        if known[True] & known[False]:
            clash = next(number for number, is_true in why if is_true and known[False] >> number & 1)
            return why, [(clash, True), (clash, False)], None
        for group, unit in graph.one_of.items():
            if not group & ~known[False]:
                return why, [(number, False) for number in cells_of(group)], unit
        layer, true = following, not true
