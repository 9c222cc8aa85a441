"""How many grids a symmetry leaves as they are but for the names of the digits.

A grid A is fixed up to relabelling by a symmetry h of the cells if A(h(x)) = σ(A(x)) for a permutation σ of the digits.
For each grid there is at most one such σ, and conjugate ones occur equally often; so the number of fixed classes of
grids under relabelling is Σ fix(h, σ)/z_λ over the cycle types λ of σ, with one σ for each and z_λ the order of its
centraliser.

fix(h, σ) is counted orbit by orbit of the cells under h. Which units a digit of a cycle of σ has filled says which ones
the others of the cycle have, by h. So a state is, for each cycle, the set of units that its first digit has filled;
states are the same that differ by something that commutes with σ: another first digit, or cycles of equal length
exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from casbridge.counting.permutation_types import (
    CycleType,
    centraliser_order,
    cycles,
    partitions,
    power,
    type_of_power,
)
from casbridge.counting.shapes import BoxShape
from casbridge.errors import LimitError

#: With so many states at a time, and then with three times as many, other orders of the cells are gone on with.
_MOST_AT_FIRST = 15_000
#: With more than so many only the two orders go on that got furthest.
_FEW = 45_000
_MOST_STATES = 5_000_000

#: A state: for each length of cycles of σ, the sets of units (as bits) of the cycles of that length, ascending.
_State = tuple[tuple[int, ...], ...]


def fixed_up_to_relabelling(shape: BoxShape, symmetry: Sequence[int]) -> int:
    """N_h/n!: the number of grids that a symmetry fixes up to relabelling, where grids that differ by relabelling count
    as one.

    symmetry: the image of every cell. Raises LimitError where there would be too many states at once.

    >>> shape = BoxShape(2, 2)
    >>> transposed = [cell % 4 * 4 + cell // 4 for cell in range(16)]
    >>> fixed_up_to_relabelling(shape, range(16)), fixed_up_to_relabelling(shape, transposed)
    (12, 2)
    """
    count = FixedGrids(shape, symmetry)
    total = 0
    for cycle_type in count.possible_types():
        found, left = divmod(count.with_type(cycle_type), centraliser_order(cycle_type))
        assert not left
        total += found
    return total


class FixedGrids:
    """The count for one symmetry."""

    def __init__(self, shape: BoxShape, symmetry: Sequence[int]) -> None:
        self.shape = shape
        self.symmetry = tuple(symmetry)
        self.orbits = cycles(self.symmetry)
        units = {frozenset(cells): unit for unit, cells in enumerate(shape.units)}
        self._unit_image = [units[frozenset(self.symmetry[cell] for cell in cells)] for cells in shape.units]

    def possible_types(self) -> Iterator[CycleType]:
        """The cycle types of σ that are not ruled out: h^m maps a unit to itself that has m images, and there it
        permutes the cells as σ^m permutes the digits.
        """
        wanted = set()
        for orbit in cycles(self._unit_image):
            powered = power(self.symmetry, len(orbit))
            lengths = sorted(map(len, cycles(powered, self.shape.units[orbit[0]])), reverse=True)
            wanted.add((len(orbit), tuple(lengths)))
        for cycle_type in partitions(self.shape.side):
            if all(type_of_power(cycle_type, exponent) == found for exponent, found in wanted):
                yield cycle_type

    def with_type(self, cycle_type: CycleType) -> int:
        """fix(h, σ) for one σ of the type."""
        attempts = [_Attempt(order, cycle_type) for order in self._orders]
        most = _MOST_AT_FIRST
        while True:
            for attempt in attempts:
                attempt.go_on(most)
                if attempt.is_done:
                    return sum(attempt.states.values())
            attempts.sort(key=lambda attempt: -attempt.cells)
            if most >= _FEW:
                del attempts[2:]
            most *= 3

    @cached_property
    def _orders(self) -> list[_Order]:
        """The orbits by their first cells: row by row, box by box, column by column; and with few units begun."""
        n, units = self.shape.side, self.shape.units_of_cell
        keys: tuple[Callable[[int], tuple[int, int]], ...] = (
            lambda cell: (cell // n, cell),
            lambda cell: (units[cell][2], cell),
            lambda cell: (cell % n, cell),
        )
        orders = [sorted(self.orbits, key=lambda orbit: min(map(key, orbit))) for key in keys]
        return [_Order(self.shape, self._unit_image, order) for order in (*orders, self._with_few_begun_units())]

    def _with_few_begun_units(self) -> list[list[int]]:
        """The orbits in an order that keeps the units empty or full: half full ones allow the most states."""
        n, units = self.shape.side, self.shape.units_of_cell
        free = [n] * len(self.shape.units)
        left = list(self.orbits)
        order = []

        def weight(orbit: list[int]) -> tuple[float, int]:
            after = free.copy()
            for cell in orbit:
                for unit in units[cell]:
                    after[unit] -= 1
            return sum(count * (n - count) for count in after) / len(orbit), min(orbit)

        while left:
            best = min(left, key=weight)
            left.remove(best)
            order.append(best)
            for cell in best:
                for unit in units[cell]:
                    free[unit] -= 1
        return order


class _Attempt:
    """The count in one order of the orbits, as far as it got.

    states: with the number of ways to each, when the first orbits are filled. cells: how many are in these.
    """

    def __init__(self, order: _Order, cycle_type: CycleType) -> None:
        self._order = order
        self._lengths = sorted(set(cycle_type), reverse=True)
        self._level = 0
        self.cells = 0
        self.states: dict[_State, int] = {tuple((0,) * cycle_type.count(length) for length in self._lengths): 1}

    @property
    def is_done(self) -> bool:
        """Whether all orbits are filled, or cannot be."""
        return self._level == len(self._order.orbits)

    def go_on(self, most: int) -> None:
        """Fill orbits as long as there are no more than so many states."""
        while not self.is_done and len(self.states) <= most:
            self.states = self._order.next(self._level, self._lengths, self.states)
            self.cells += len(self._order.orbits[self._level])
            self._level += 1


class _Order:
    """An order of the orbits, and what is known of each cycle by itself: it does not depend on the others.

    A cycle is given by its length and the units that its first digit has filled, as bits.
    """

    def __init__(self, shape: BoxShape, unit_image: Sequence[int], orbits: Sequence[Sequence[int]]) -> None:
        self._shape = shape
        self.orbits = orbits
        self._unit_image = unit_image
        self._all = (1 << len(unit_image)) - 1
        self._placements: dict[tuple[int, int], list[int]] = {}
        self._possible: list[dict[tuple[int, int], bool]] = [{} for _ in range(len(orbits) + 1)]
        self._least: dict[tuple[int, int], int] = {}

    def next(self, level: int, lengths: Sequence[int], states: dict[_State, int]) -> dict[_State, int]:
        """The states after one more orbit. Those before it are given up one by one, to have the memory.

        Raises LimitError where there are too many.
        """
        found: dict[_State, int] = {}
        moves: list[dict[int, list[tuple[int, int]]]] = [{} for _ in lengths]
        waits: list[dict[int, bool]] = [{} for _ in lengths]
        while states:
            state, ways = states.popitem()
            urgent = self._urgent(level, lengths, state, waits)
            if len(urgent) > 1:
                continue  # two cycles cannot do without this orbit
            for place, units in urgent or [(p, units) for p, sets in enumerate(state) for units in set(sets)]:
                after = moves[place].get(units)
                if after is None:
                    after = moves[place][units] = self._moves(level, lengths[place], units)
                if not after:
                    continue
                sets = state[place]
                others = list(sets)
                others.remove(units)
                alike = ways * sets.count(units)
                for filled, number in after:
                    changed = (*state[:place], tuple(sorted((*others, filled))), *state[place + 1 :])
                    found[changed] = found.get(changed, 0) + alike * number
            if len(found) > _MOST_STATES:
                raise LimitError(f"more than {_MOST_STATES} states at once for a symmetry of the {self._shape} grid")
        return found

    def _urgent(
        self, level: int, lengths: Sequence[int], state: _State, waits: list[dict[int, bool]]
    ) -> list[tuple[int, int]]:
        """The cycles, by place and units, that cannot be filled without the orbit of this level."""
        found = []
        for place, sets in enumerate(state):
            known = waits[place]
            for units in sets:
                can_wait = known.get(units)
                if can_wait is None:
                    can_wait = known[units] = self._can_be_filled(level + 1, lengths[place], units)
                if not can_wait:
                    found.append((place, units))
        return found

    def _moves(self, level: int, length: int, units: int) -> list[tuple[int, int]]:
        """What a cycle may have filled after an orbit that it gets, and in how many ways."""
        found = Counter(
            self._least_of(length, units | placed)
            for placed in self._placements_at(level, length)
            if not units & placed
        )
        return [(filled, ways) for filled, ways in found.items() if self._can_be_filled(level + 1, length, filled)]

    def _placements_at(self, level: int, length: int) -> list[int]:
        """The sets of units that the first digit of a cycle can fill in an orbit."""
        found = self._placements.get((level, length))
        if found is None:
            found = self._placements[level, length] = []
            orbit = self.orbits[level]
            if len(orbit) % length == 0:
                for first in range(length):
                    units = [unit for cell in orbit[first::length] for unit in self._shape.units_of_cell[cell]]
                    if len(set(units)) == len(units):
                        found.append(sum(1 << unit for unit in units))
        return found

    def _can_be_filled(self, level: int, length: int, units: int) -> bool:
        """Whether each of the units that a cycle has not filled could be, by some orbit from this level on.

        That all of them can be is not said: to find out would take longer than the states that it would spare.
        """
        known = self._possible[level].get((length, units))
        if known is None:
            reached = units
            for later in range(level, len(self.orbits)):
                if reached == self._all:
                    break
                for placed in self._placements_at(later, length):
                    if not units & placed:
                        reached |= placed
            known = self._possible[level][length, units] = reached == self._all
        return known

    def _least_of(self, length: int, units: int) -> int:
        """The same for any digit of the cycle: the least of the images."""
        if length == 1:
            return units
        key = (length, units)
        known = self._least.get(key)
        if known is None:
            known = image = units
            for _ in range(length - 1):
                image = sum(1 << self._unit_image[unit] for unit in range(len(self._unit_image)) if image >> unit & 1)
                known = min(known, image)
            self._least[key] = known
        return known
