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

#: How many states there may be at a time: with more, the orders of the cells are tried in which there are fewer.
_CAPS = (30_000, 400_000, 5_000_000)

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
        orders = self._orders
        for most in _CAPS:
            reached: list[tuple[int, _Order]] = []
            for order in orders:
                found, level = order.count(cycle_type, most)
                if found is not None:
                    return found
                reached.append((level, order))
            # The one that got furthest is the first to be tried with more.
            orders = [order for _, order in sorted(reached, key=lambda pair: -pair[0])]
        raise LimitError(f"more than {_CAPS[-1]} states at once for a symmetry of the {self.shape} grid")

    @cached_property
    def _orders(self) -> list[_Order]:
        """The orbits by their first cells: row by row, box by box, column by column."""
        n, units = self.shape.side, self.shape.units_of_cell
        keys: tuple[Callable[[int], tuple[int, int]], ...] = (
            lambda cell: (cell // n, cell),
            lambda cell: (units[cell][2], cell),
            lambda cell: (cell % n, cell),
        )
        return [
            _Order(self.shape, self._unit_image, sorted(self.orbits, key=lambda orbit: min(map(key, orbit))))
            for key in keys
        ]


class _Order:
    """An order of the orbits, and what is known of each cycle by itself: it does not depend on the others.

    A cycle is given by its length and the units that its first digit has filled, as bits.
    """

    def __init__(self, shape: BoxShape, unit_image: Sequence[int], orbits: Sequence[Sequence[int]]) -> None:
        self._shape = shape
        self._orbits = orbits
        self._unit_image = unit_image
        self._all = (1 << len(unit_image)) - 1
        self._placements: dict[tuple[int, int], list[int]] = {}
        self._possible: list[dict[tuple[int, int], bool]] = [{} for _ in range(len(orbits) + 1)]
        self._least: dict[tuple[int, int], int] = {}

    def count(self, cycle_type: CycleType, most: int) -> tuple[int | None, int]:
        """The number of ways to fill all orbits, None where there are more than so many states at once; and how many
        orbits were filled.
        """
        lengths = sorted(set(cycle_type), reverse=True)
        states: dict[_State, int] = {tuple((0,) * cycle_type.count(length) for length in lengths): 1}
        for level in range(len(self._orbits)):
            states = self._next(level, lengths, states, most)
            if len(states) > most:
                return None, level
        return sum(states.values()), len(self._orbits)

    def _next(self, level: int, lengths: Sequence[int], states: dict[_State, int], most: int) -> dict[_State, int]:
        """The states after one more orbit; some of them, if they are more than `most`."""
        found: dict[_State, int] = {}
        moves: list[dict[int, list[tuple[int, int]]]] = [{} for _ in lengths]
        waits: list[dict[int, bool]] = [{} for _ in lengths]
        for state, ways in states.items():
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
            if len(found) > most:
                break
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
            orbit = self._orbits[level]
            if len(orbit) % length == 0:
                for first in range(length):
                    units = [unit for cell in orbit[first::length] for unit in self._shape.units_of_cell[cell]]
                    if len(set(units)) == len(units):
                        found.append(sum(1 << unit for unit in units))
        return found

    def _can_be_filled(self, level: int, length: int, units: int) -> bool:
        """Whether a cycle can still fill all units with orbits from this level on."""
        if units == self._all:
            return True
        if level == len(self._orbits):
            return False
        key = (length, units)
        known = self._possible[level].get(key)
        if known is None:
            known = self._possible[level][key] = self._can_be_filled(level + 1, length, units) or any(
                not units & placed and self._can_be_filled(level + 1, length, units | placed)
                for placed in self._placements_at(level, length)
            )
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
