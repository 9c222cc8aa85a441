"""Exact narrowing of a sum of which some cells differ: cells of an arrow, a little killer or a cage in one unit.

Linked cells are taken one after the other. A *state* holds the digits of the cells so far that a later cell must not
have. Each state has the set of the partial sums with it. Cells whose later peers are the same share one set of digits.

Where a sum has several sets of linked cells, the totals of up to three such cells are listed, and remembered.

For cells that all differ, the digits are taken one after the other if this needs fewer states. Each digit goes into one
cell or none, and a state holds the cells that are filled. So k cells have at most 2^k states, for any number of digits.
All states with their sums are one integer: each step of a digit into a cell is a shift of it.

The work is bounded. Groups of linked cells are exact if some order of their cells needs at most `MOST_STATES` states
after each cell, whatever the candidates are. Other groups are too wide: only one unit of them at a time counts. More
than 12 cells that all differ are exact while many of them have the same candidates. The bounds do not depend on the
order of the cells, so puzzles that are turned or reflected are narrowed alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import NamedTuple

from casbridge.charset.bitmasks import bits_of, few_bits_of

#: The most states after a cell. Narrowing k cells with n digits takes at most k·n·MOST_STATES steps for each plan.
MOST_STATES = 4096
#: The most linked cells, not all in one unit, of which every order is considered.
MOST_ORDERED = 12
#: The most linked cells whose totals are listed.
_MOST_LISTED = 3


class _Turn(NamedTuple):
    """The turn of a cell. A slot of a state is a set of digits, given by the place of its first bit.

    place: of the cell in the sum.
    against: the slots with the digits of its peers.
    moves: for each slot that is needed later the slot before and after the turn, and the cells that it is for.
    own: the slot of its digit, and the cells that the slot belongs to; None if no later cell is a peer.
    """

    place: int
    against: tuple[int, ...]
    moves: tuple[tuple[int, int, tuple[int, ...]], ...]
    own: tuple[int, tuple[int, ...]] | None


class _Asked(NamedTuple):
    """What a plan is asked.

    weights, candidates: of each cell. digits: the number of digits. left: the digits found so far.
    """

    weights: Sequence[int]
    candidates: Sequence[int]
    digits: int
    left: list[int]


#: For each step the ways: a state, a digit as a bit with its cells (0 for none), and the state after it.
_Ways = list[list[tuple[int, int, Sequence[int], int]]]


class _Passed(NamedTuple):
    """The way through some cells: the states before each step and after the last, with their sums, and the ways.

    weight of a way is that of its cells, which is the same for all of them.
    """

    states: list[dict[int, int]]
    ways: _Ways

    def back(self, asked: _Asked, sums: int) -> int:
        """Note the digits of the ways to these sums. Returns the sums before the first step that lead there."""
        reached = {state: there for state, own in self.states[-1].items() if (there := own & sums)}
        for before, way in zip(reversed(self.states[:-1]), reversed(self.ways), strict=True):
            found: dict[int, int] = {}
            for state, bit, places, after in way:
                if sums := reached.get(after, 0):
                    shift = -asked.weights[places[0]] * bit.bit_length() if bit else 0
                    if there := (sums << shift if shift >= 0 else sums >> -shift) & before[state]:
                        for place in places:
                            asked.left[place] |= bit
                        found[state] = found.get(state, 0) | there
            reached = found
        return reached.get(0, 0)

    @property
    def sums(self) -> int:
        """The sums after all cells, at which no digit is kept."""
        return self.states[-1].get(0, 0)


class _PassedFew(NamedTuple):
    """The way through few cells: the sums before them and after them, and the totals of the cells."""

    places: tuple[int, ...]
    totals: _Totals
    before: int
    sums: int

    def back(self, asked: _Asked, sums: int) -> int:
        reached = possible = 0
        for total, as_bit in self.totals.totals:
            if there := (sums >> total if total >= 0 else sums << -total) & self.before:
                reached |= there
                possible |= as_bit
        for place, having in zip(self.places, self.totals.having, strict=True):
            for digit, totals in having.items():
                if totals & possible:
                    asked.left[place] |= 1 << digit
        return reached


class _Few:
    """One to three cells: their totals are listed, and remembered. Most cells of a little killer are taken so."""

    def __init__(self, places: tuple[int, ...], peers: Sequence[int]) -> None:
        self.places = places
        numbered = list(combinations(enumerate(places), 2))
        self.differ = tuple((i, j) for (i, one), (j, other) in numbered if peers[one] >> other & 1)

    def through(self, asked: _Asked, sums: int, goal: int) -> _PassedFew:
        weights, candidates = asked.weights, asked.candidates
        own = [(weights[place], candidates[place]) for place in self.places]
        totals, after = _totals_of(tuple(own), self.differ), 0
        for total, _ in totals.totals:
            after |= sums << total if total >= 0 else sums >> -total
        return _PassedFew(self.places, totals, sums, after & goal)


class _Totals(NamedTuple):
    """The totals of some cells, each with its bit in sets of totals; and for each cell the totals with each digit."""

    totals: tuple[tuple[int, int], ...]
    having: list[dict[int, int]]


@lru_cache(maxsize=1 << 14)
def _totals_of(own: tuple[tuple[int, int], ...], differ: tuple[tuple[int, int], ...]) -> _Totals:
    """own: the weight and the candidates of each cell. differ: the pairs of cells that differ."""
    cells = (*own, *[(0, 1)] * (_MOST_LISTED - len(own)))
    values = [few_bits_of(candidates) for _, candidates in cells]
    lowest = [min(weight, 0) * candidates.bit_length() for weight, candidates in cells]
    having: list[dict[int, int]] = [{} for _ in cells]
    # A digit of one cell and one of another, and all digits of the last cell at once.
    for one, other, last in ((0, 1, 2), (2, 1, 0)):
        apart, near, far = ((min(pair), max(pair)) in differ for pair in ((one, other), (one, last), (other, last)))
        weight, candidates = cells[last]
        last_totals: dict[int, int] = {}
        for digit, second in product(values[one], values[other]):
            free = candidates & ~(near << digit | far << second)
            if free and not (apart and digit == second):
                if not (rest := last_totals.get(free, 0)):
                    rest = last_totals[free] = moved(1 << -sum(lowest), weight, few_bits_of(free))
                more = cells[one][0] * (digit + 1) + cells[other][0] * (second + 1)
                totals = rest << more if more >= 0 else rest >> -more
                having[one][digit] = having[one].get(digit, 0) | totals
                having[other][second] = having[other].get(second, 0) | totals
    found = _union([*having[0].values()], range(len(having[0])))
    return _Totals(tuple((bit + sum(lowest), 1 << bit) for bit in bits_of(found)), having[: len(own)])


class _InTurn:
    """Cells that are taken one after the other. A state has the digits that later cells must not have."""

    def __init__(self, order: tuple[int, ...], peers: Sequence[int], digits: int) -> None:
        self.places = order
        self.turns = tuple(_turns(order, peers, digits))

    def through(self, asked: _Asked, sums: int, goal: int) -> _Passed | None:
        """The way through the cells. sums: before them. goal: those after them that are of use."""
        weights, candidates = asked.weights, asked.candidates
        # From these sums after each turn the goal can be reached if the cells that are left were free.
        goals = [goal]
        for turn in reversed(self.turns[1:]):
            goals.append(moved(goals[-1], -weights[turn.place], few_bits_of(candidates[turn.place])))
        full = (1 << asked.digits) - 1
        states: list[dict[int, int]] = [{0: sums}]
        ways: _Ways = []
        for turn, useful in zip(self.turns, reversed(goals), strict=True):
            weight, own, places = weights[turn.place], candidates[turn.place], (turn.place,)
            # A digit that no later cell can have is forgotten.
            moves = [(old, new, full & _union(candidates, cells)) for old, new, cells in turn.moves]
            slot, wanted = (turn.own[0], _union(candidates, turn.own[1])) if turn.own else (0, 0)
            found: dict[int, int] = {}
            way: list[tuple[int, int, Sequence[int], int]] = []
            for state, there in states[-1].items():
                free = own
                for old in turn.against:
                    free &= ~(state >> old)
                kept = 0
                for old, new, mask in moves:
                    kept |= (state >> old & mask) << new
                while free:
                    bit = free & -free
                    free ^= bit
                    shift = weight * bit.bit_length()
                    if reached := (there << shift if shift >= 0 else there >> -shift) & useful:
                        after = kept | (bit & wanted) << slot
                        found[after] = found.get(after, 0) | reached
                        way.append((state, bit, places, after))
            states.append(found)
            ways.append(way)
        return _Passed(states, ways)


class _Kind(NamedTuple):
    """Cells with the same weight and candidates. A state has the number of those that are filled.

    step: by how much a state grows with each. room: the bits of the states in which a cell is free.
    """

    weight: int
    candidates: int
    places: list[int]
    step: int
    room: int


class _PassedDigits(NamedTuple):
    """The way through cells that all differ, digit by digit: the states, with their sums, before each and at the end.

    Bit s · radix + state of a set of states is the sum s with the state. filled: the state with no free cell.
    """

    kinds: list[_Kind]
    digits: Sequence[int]
    radix: int
    filled: int
    states: list[int]

    @property
    def sums(self) -> int:
        everywhere = every(self.radix, self.states[-1].bit_length())
        return sum(1 << bit // self.radix for bit in bits_of(self.states[-1] >> self.filled & everywhere))

    def back(self, asked: _Asked, sums: int) -> int:
        after = sum(1 << bit * self.radix + self.filled for bit in bits_of(sums))
        for digit, before in zip(reversed(self.digits), reversed(self.states[:-1]), strict=True):
            reached = after & before
            for weight, candidates, places, step, room in self.kinds:
                if candidates >> digit & 1:
                    shift = weight * (digit + 1) * self.radix + step
                    if there := (after >> shift if shift >= 0 else after << -shift) & before & room:
                        reached |= there
                        for place in places:
                            asked.left[place] |= 1 << digit
            after = reached
        return sum(1 << bit // self.radix for bit in bits_of(after))


class _AllDiffer:
    """Cells that all differ: the digits are taken one after the other. Each goes into one cell, or into none.

    Cells with the same weight and candidates are alike. A state has the number of cells that are filled of each kind.
    """

    def __init__(self, places: tuple[int, ...]) -> None:
        self.places = places

    def through(self, asked: _Asked, sums: int, goal: int) -> _PassedDigits | None:
        """The way through the digits; None if it has too many states."""
        alike: dict[tuple[int, int], list[int]] = {}
        for place in self.places:
            alike.setdefault((asked.weights[place], asked.candidates[place]), []).append(place)
        radix = prod(len(places) + 1 for places in alike.values())
        if radix > MOST_STATES:
            return None
        most = goal.bit_length() - asked.digits * sum(min(asked.weights[place], 0) for place in self.places)
        step, filled, size, kinds = 1, 0, most * radix, list[_Kind]()
        for (weight, own), places in alike.items():
            kinds.append(_Kind(weight, own, places, step, every(step * (len(places) + 1), size, step * len(places))))
            filled += step * len(places)
            step *= len(places) + 1
        states = [sum(1 << bit * radix for bit in bits_of(sums))]
        digits, within = few_bits_of(_union(asked.candidates, self.places)), (1 << size) - 1
        for digit in digits:
            before = after = states[-1]
            for kind in kinds:
                if kind.candidates >> digit & 1:
                    shift, there = kind.weight * (digit + 1) * radix + kind.step, before & kind.room
                    after |= there << shift if shift >= 0 else there >> -shift
            states.append(after & within)
        return _PassedDigits(kinds, digits, radix, filled, states)


class Plan:
    """How the cells of a sum are taken.

    size: the number of cells. groups: places of cells, those of a group differ pairwise. digits: the number of digits.
    widest: the most states after a step, whatever the candidates are.
    is_exact: whether it never has too many states, so that each digit that is left is in a solution.

    >>> Plan(3, ((0, 1),), 9).widest
    9
    """

    def __init__(self, size: int, groups: Iterable[Sequence[int]], digits: int) -> None:
        peers = _peers(size, groups)
        self.digits = digits
        self.parts: list[_Few | _InTurn | _AllDiffer] = []
        self.widest, self.is_exact = 1, True
        parts = tuple(_linked(peers))
        for linked in parts:
            order, widest = _order(linked, peers, digits)
            by_digits = min(2 ** len(linked), MOST_STATES)
            # Where there are several parts, most of them have the same candidates as before.
            if len(parts) > 1 and len(linked) <= _MOST_LISTED:
                self.parts.append(_Few(linked, peers))
            elif by_digits < widest and _all_differ(linked, peers):
                self.parts.append(_AllDiffer(linked))
                self.is_exact &= 2 ** len(linked) <= MOST_STATES
                widest = by_digits
            else:
                self.parts.append(_InTurn(order, peers, digits))
            self.widest = max(self.widest, widest)

    def narrowed(self, weights: Sequence[int], total: int, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The digits that a solution of the sum has in each cell, with the pairs of the plan; None if there is none.

        If cells that all differ have too many states, their candidates stay as they are.

        >>> Plan(3, ((0, 1),), 9).narrowed((1, 1, -1), 0, (0b11, 0b111, 0b1111))
        (3, 7, 12)
        >>> Plan(3, (), 9).narrowed((1, 1, -1), 0, (0b11, 0b111, 0b1111))
        (3, 7, 14)
        """
        offset = -sum(weight for weight in weights if weight < 0) * self.digits
        if total + offset < 0 or not all(candidates):
            return None
        # Bit s + offset of a set of partial sums is the sum s. After each part, from these sums the total can be
        # reached if the cells that are left were free.
        goals = [1 << (total + offset)]
        for part in reversed(self.parts):
            sums = goals[-1]
            for place in part.places:
                sums = moved(sums, -weights[place], few_bits_of(candidates[place]))
            goals.append(sums)
        goals.reverse()
        asked = _Asked(weights, candidates, self.digits, [0] * len(candidates))
        sums, passed = 1 << offset, []
        for part, goal in zip(self.parts, goals[1:], strict=True):
            way = part.through(asked, sums, goal)
            if way is None:
                return tuple(candidates)
            passed.append(way)
            sums = way.sums
        sums = goals[-1]
        for way in reversed(passed):
            sums = way.back(asked, sums)
        return tuple(asked.left) if all(asked.left) else None


def moved(sums: int, weight: int, bits: Iterable[int]) -> int:
    """The partial sums after one more cell. Bit s of a set of partial sums is the sum s.

    sums: those before. bits: of the digits that the cell may have; bit 0 is the digit 1.

    >>> bin(moved(0b1, 1, [0, 2])), bin(moved(0b1000, -1, [0]))
    ('0b1010', '0b100')
    """
    found = 0
    for bit in bits:
        shift = weight * (bit + 1)
        found |= sums << shift if shift >= 0 else sums >> -shift
    return found


@lru_cache(maxsize=1 << 9)
def every(period: int, size: int, ones: int = 1) -> int:
    """An integer of at least `size` bits in which each `period` of bits begins with so many ones.

    >>> bin(every(4, 12, 2))
    '0b1100110011'
    """
    number = -(-size // period)
    return ((1 << number * period) - 1) // ((1 << period) - 1) * ((1 << ones) - 1)


def _union(masks: Sequence[int], places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= masks[place]
    return found


@lru_cache(maxsize=1024)
def plans_of(size: int, groups: tuple[tuple[int, ...], ...], digits: int) -> tuple[Plan, ...]:
    """The plans that narrow a sum, each by itself; none if no unit has two of its cells.

    One plan that has all groups is exact. Where cells are linked too widely, there is a plan for each of their units.

    >>> [plan.widest for plan in plans_of(9, (tuple(range(9)),), 9)], len(plans_of(2, (), 9))
    ([126], 0)
    """
    peers = _peers(size, groups)
    wide = {place for linked in _linked(peers) if _is_wide(linked, peers, digits) for place in linked}
    narrow = [group for group in groups if wide.isdisjoint(group)]
    if not wide:
        return (Plan(size, groups, digits),) if groups else ()
    return tuple(Plan(size, [*narrow, group], digits) for group in groups if not wide.isdisjoint(group))


@lru_cache(maxsize=1 << 14)
def narrowed_by(
    plan: Plan, weights: tuple[int, ...], total: int, candidates: tuple[int, ...]
) -> tuple[int, ...] | None:
    """`Plan.narrowed`, remembered.

    >>> narrowed_by(Plan(2, ((0, 1),), 4), (1, 1), 4, (0b1111, 0b1111))
    (5, 5)
    """
    return plan.narrowed(weights, total, candidates)


# -- orders -----------------------------------------------------------------------------------------------------------


def _peers(size: int, groups: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """For each place, the mask of the places that must differ from it."""
    found = [0] * size
    for group in groups:
        for a, b in combinations(group, 2):
            found[a] |= 1 << b
            found[b] |= 1 << a
    return tuple(found)


def _linked(peers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The places, those that pairs link together."""
    waiting = (1 << len(peers)) - 1
    while waiting:
        found, new = 0, waiting & -waiting
        while new:
            found |= new
            new = _union(peers, few_bits_of(new)) & ~found
        waiting &= ~found
        yield tuple(few_bits_of(found))


def _all_differ(places: Sequence[int], peers: Sequence[int]) -> bool:
    return all(peers[a] >> b & 1 for a, b in combinations(places, 2))


def _is_wide(linked: tuple[int, ...], peers: tuple[int, ...], digits: int) -> bool:
    """Whether linked places have too many states. Those that all differ never do with all candidates alike."""
    return not _all_differ(linked, peers) and _order(linked, peers, digits)[1] > MOST_STATES


@lru_cache(maxsize=1024)
def _order(linked: tuple[int, ...], peers: tuple[int, ...], digits: int) -> tuple[tuple[int, ...], int]:
    """The order of linked places with the fewest states, and the most states after one of them.

    The states after some places do not depend on their order. So the best order is a way through the sets of places.
    """
    all_differ = _all_differ(linked, peers)
    if all_differ or len(linked) > MOST_ORDERED:
        sizes = range(1, len(linked))
        # There is no order without so many states known if the cells are too many; then it counts as too wide.
        return linked, max((comb(digits, k) for k in sizes), default=1) if all_differ else MOST_STATES + 1
    everything = sum(1 << place for place in linked)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (1, ())}
    for _ in linked:
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        for done, (widest, order) in best.items():
            for place in few_bits_of(everything & ~done):
                now = done | 1 << place
                known = found.get(now)
                if known is None or widest < known[0]:
                    found[now] = (widest, (*order, place))
        best = {now: (max(widest, _states(now, peers, digits)), order) for now, (widest, order) in found.items()}
    widest, order = best[everything]
    return order, widest


def _slots(done: int, peers: Sequence[int]) -> dict[int, int]:
    """The later peers of the places so far → the places that have them."""
    found: dict[int, int] = {}
    for place in few_bits_of(done):
        if later := peers[place] & ~done:
            found[later] = found.get(later, 0) | 1 << place
    return found


def _states(done: int, peers: Sequence[int], digits: int) -> int:
    """The most states after these places, whatever the candidates are."""

    def sets(own: Sequence[int]) -> int:
        """The number of sets of digits that these places can have."""
        return sum(comb(digits, k) for k in range(len(own) if _all_differ(own, peers) else 1, len(own) + 1))

    return prod(sets(few_bits_of(own)) for own in _slots(done, peers).values())


def _turns(order: Sequence[int], peers: Sequence[int], digits: int) -> Iterator[_Turn]:
    slots = [_slots(sum(1 << place for place in order[:count]), peers) for count in range(len(order) + 1)]
    for place, (before, after) in zip(order, pairwise(slots), strict=True):
        old = {later: digits * number for number, later in enumerate(before)}
        new = {later: digits * number for number, later in enumerate(after)}
        left = {later: later & ~(1 << place) for later in before}
        yield _Turn(
            place,
            tuple(old[later] for later in before if later >> place & 1),
            tuple((old[later], new[kept], tuple(few_bits_of(kept))) for later, kept in left.items() if kept),
            next(((new[later], tuple(few_bits_of(later))) for later, own in after.items() if own >> place & 1), None),
        )
