"""The number of grids that a symmetry leaves as they are but for the names of the digits, orbit by orbit of the cells.

A symmetry h of the cells fixes a grid A up to relabelling if A(h(x)) = σ(A(x)) for a permutation σ of the digits. Each
grid has at most one such σ, and conjugate σ occur equally often. Grids that differ by relabelling count as one; so the
number is Σ fix(h, σ)/z_λ over the cycle types λ, with one σ of each type and z_λ the order of its centraliser.

fix(h, σ) is counted by filling one orbit of h after the other. If a digit has filled some units, h says which units the
other digits of its cycle under σ have filled. So a state has, for each cycle, the set of units that its first digit has
filled. What commutes with σ makes no difference: another first digit, and exchanges of cycles of equal length.

`casbridge.counting.fixed_stacks` counts the same in a second, independent way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import NamedTuple

from casbridge.counting.symmetries import (
    BoxShape,
    CycleType,
    Permutation,
    centraliser_order,
    cycle_type_of,
    cycles,
    least_image_of_set,
    partitions,
    permutation_of_type,
    power,
    type_of_power,
)
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

#: States allowed at a time for each order of the cells in the first round; tripled each round.
_MOST_AT_FIRST = 15_000
#: From this limit on only the two orders that got furthest go on.
_FEW = 45_000
_MOST_STATES = 5_000_000
_MOST_TRIALS = 200_000
#: States between two looks at the deadline.
_BETWEEN_LOOKS = 1_000

#: A cycle of σ: its length, and in the lower bits the units that its first digit has filled.
_Cycle = int
#: The cycles, ascending.
_State = tuple[_Cycle, ...]


def fixed_up_to_relabelling(shape: BoxShape, symmetry: Sequence[int], deadline: Deadline = NEVER) -> int:
    """N_h/n!: the number of grids, up to relabelling, that a symmetry (the image of every cell) fixes like that.

    Raises LimitError for too many states at once, and at the deadline.

    >>> fixed_up_to_relabelling(BoxShape(2, 2), [cell % 4 * 4 + cell // 4 for cell in range(16)])  # transposed
    2
    """
    count = FixedGrids(shape, symmetry, deadline)
    return over_relabellings(count.with_type, count.possible_types())


def over_relabellings(fixed: Callable[[CycleType], int], types: Iterable[CycleType]) -> int:
    """Σ fix(h, σ)/z_λ over cycle types λ of σ.

    >>> over_relabellings(lambda cycle_type: 4, [(2, 2), (4,), (1, 1, 1, 1)])
    Traceback (most recent call last):
    ArithmeticError: 4 fixed grids for the cycle type (2, 2), no multiple of 8
    """
    total = 0
    for cycle_type in types:
        number, order = fixed(cycle_type), centraliser_order(cycle_type)
        if number % order:
            raise ArithmeticError(f"{number} fixed grids for the cycle type {cycle_type}, no multiple of {order}")
        total += number // order
    return total


class FixedGrids:
    """The count for one symmetry.

    >>> FixedGrids(BoxShape(2, 2), range(16)).with_type((1, 1, 1, 1))
    288
    """

    def __init__(self, shape: BoxShape, symmetry: Sequence[int], deadline: Deadline = NEVER) -> None:
        self.shape = shape
        self.symmetry = tuple(symmetry)
        self.orbits = cycles(self.symmetry)
        self._deadline = deadline
        units = {frozenset(cells): unit for unit, cells in enumerate(shape.units)}
        self._unit_image = tuple(units[frozenset(self.symmetry[cell] for cell in cells)] for cells in shape.units)

    def possible_types(self) -> Iterator[CycleType]:
        """The cycle types of σ that are not ruled out.

        If h^m takes a unit to itself, it permutes the unit's cells as σ^m permutes the digits.
        """
        wanted = {
            (len(orbit), cycle_type_of(power(self.symmetry, len(orbit)), self.shape.units[orbit[0]]))
            for orbit in cycles(self._unit_image)
        }
        for cycle_type in partitions(self.shape.side):
            if all(type_of_power(cycle_type, exponent) == found for exponent, found in wanted):
                yield cycle_type

    def with_type(self, cycle_type: CycleType) -> int:
        """fix(h, σ) for one σ of the type. Raises LimitError."""
        counts = [order.levels(cycle_type) for order in self._orders]
        reached = {count: next(count) for count in counts}
        most = _MOST_AT_FIRST
        while True:
            for count in counts:
                while len(reached[count][1]) <= most:
                    if reached[count][0] == self.shape.cells:
                        return sum(reached[count][1].values())
                    reached[count] = next(count)
            counts.sort(key=lambda count: -reached[count][0])
            if most >= _FEW:
                del counts[2:]
            most *= 3

    @cached_property
    def _orders(self) -> list[_OrbitOrder]:
        """The orbits by their first cells (row by row, box by box, column by column), and with few units begun."""
        n, units = self.shape.side, self.shape.units_of_cell
        keys: tuple[Callable[[int], tuple[int, int]], ...] = (
            lambda cell: (cell // n, cell),
            lambda cell: (units[cell][2], cell),
            lambda cell: (cell % n, cell),
        )
        orders = [sorted(self.orbits, key=lambda orbit: min(map(key, orbit))) for key in keys]
        orders.append(self._with_few_begun_units())
        return [_OrbitOrder(self.shape, self._unit_image, order, self._deadline) for order in orders]

    def _with_few_begun_units(self) -> list[list[int]]:
        """The orbits in an order that keeps the units empty or full: half full units allow the most states."""
        n, units = self.shape.side, self.shape.units_of_cell
        free = [n] * len(self.shape.units)
        left = list(self.orbits)
        order = []

        def filled(orbit: list[int]) -> list[int]:
            after = free.copy()
            for cell in orbit:
                for unit in units[cell]:
                    after[unit] -= 1
            return after

        while left:
            best = min(left, key=lambda orbit: (sum(f * (n - f) for f in filled(orbit)) / len(orbit), min(orbit)))
            left.remove(best)
            order.append(best)
            free = filled(best)
        return order


class _OrbitOrder:
    """An order of the orbits, and what each cycle of σ can do in it; this does not depend on the other cycles."""

    def __init__(
        self, shape: BoxShape, unit_image: tuple[int, ...], orbits: Sequence[Sequence[int]], deadline: Deadline
    ) -> None:
        self._orbits = orbits
        self._shape = shape
        self._deadline = deadline
        self._placements_at = cache(self._placements)
        self._can_be_filled = cache(self._has_places)
        self._least_image = cache(partial(least_image_of_set, unit_image))

    def levels(self, cycle_type: CycleType) -> Iterator[tuple[int, dict[_State, int]]]:
        """At the start and after each orbit: the number of cells filled, and the ways that lead to each state."""
        states: dict[_State, int] = {tuple(length << len(self._shape.units) for length in reversed(cycle_type)): 1}
        cells = 0
        yield cells, states
        for level, orbit in enumerate(self._orbits):
            states = self._next(level, states)
            cells += len(orbit)
            yield cells, states

    def _next(self, level: int, states: dict[_State, int]) -> dict[_State, int]:
        """The states after one more orbit. The given states are removed one by one, to save memory.

        Raises LimitError for too many states, and at the deadline.
        """
        found: dict[_State, int] = {}
        moves = cache(partial(self._moves, level))
        can_wait = cache(partial(self._can_be_filled, level + 1))
        while states:
            if len(states) % _BETWEEN_LOOKS == 0:
                self._deadline.check("no count")
            state, ways = states.popitem()
            urgent = [cycle for cycle in state if not can_wait(cycle)]
            if len(urgent) > 1:
                continue
            for cycle in urgent or set(state):
                after = moves(cycle)
                if after:
                    others = list(state)
                    others.remove(cycle)
                    alike = ways * state.count(cycle)
                    for filled, number in after:
                        changed = tuple(sorted((*others, filled)))
                        found[changed] = found.get(changed, 0) + alike * number
            if len(found) > _MOST_STATES:
                raise LimitError(f"more than {_MOST_STATES} states at once for a symmetry of the {self._shape} grid")
        return found

    def _moves(self, level: int, cycle: _Cycle) -> list[tuple[_Cycle, int]]:
        """The possible states of a cycle with one more orbit, each with its number of ways."""
        length, units = divmod(cycle, 1 << len(self._shape.units))
        found = Counter(
            cycle | placed if length == 1 else cycle - units | self._least_image(units | placed)
            for placed in self._placements_at(level, length)
            if not units & placed
        )
        return [(filled, ways) for filled, ways in found.items() if self._can_be_filled(level + 1, filled)]

    def _placements(self, level: int, length: int) -> list[int]:
        """The sets of units that the first digit of a cycle can fill in an orbit."""
        orbit = self._orbits[level]
        if len(orbit) % length:
            return []
        choices = [
            [unit for cell in orbit[first::length] for unit in self._shape.units_of_cell[cell]]
            for first in range(length)
        ]
        return [sum(1 << unit for unit in units) for units in choices if len(set(units)) == len(units)]

    def _has_places(self, level: int, cycle: _Cycle) -> bool:
        """Whether each unit that a cycle has not filled can be filled by some orbit from this level on.

        Whether all of them can be at once is not examined: that takes longer than the states it would save.
        """
        length, units = divmod(cycle, 1 << len(self._shape.units))
        everything = (1 << len(self._shape.units)) - 1
        reached = units
        for later in range(level, len(self._orbits)):
            if reached == everything:
                break
            for placed in self._placements_at(later, length):
                if not units & placed:
                    reached |= placed
        return reached == everything


class FixedGrid(NamedTuple):
    """A grid (a digit from 1 for every cell) that a symmetry fixes up to relabelling.

    relabelling: the symmetry takes the cells of digit d + 1 to those of digit relabelling[d] + 1.

    >>> FixedGrid((1, 2, 2, 1), (1, 0)).relabelling  # under an exchange of the rows
    (1, 0)
    """

    grid: tuple[int, ...]
    relabelling: Permutation


def fixed_grid(shape: BoxShape, symmetry: Sequence[int]) -> FixedGrid | None:
    """A grid that the symmetry (the image of every cell) fixes up to relabelling; None if there is none.

    Raises LimitError if the search is given up.

    >>> fixed_grid(BoxShape(2, 2), [column * 4 + 3 - row for row in range(4) for column in range(4)])
    FixedGrid(grid=(1, 4, 3, 2, 2, 3, 4, 1, 3, 2, 1, 4, 4, 1, 2, 3), relabelling=(1, 2, 3, 0))
    """
    orbits = cycles(symmetry)
    for cycle_type in FixedGrids(shape, symmetry).possible_types():
        relabelling = permutation_of_type(cycle_type)
        chosen = _one_of_each([_fillings(shape, orbit, relabelling) for orbit in orbits], iter(range(_MOST_TRIALS)))
        if chosen is not None:
            grid = dict(item for _, filling in chosen for item in filling)
            return FixedGrid(tuple(grid[cell] + 1 for cell in range(shape.cells)), relabelling)
    return None


#: The digits of some units, as bits, and the digits of some cells.
_Filling = tuple[int, list[tuple[int, int]]]


def _fillings(shape: BoxShape, orbit: Sequence[int], relabelling: Permutation) -> list[_Filling]:
    """What can be in an orbit: the digit of its first cell determines the others."""
    found = []
    for digit in range(shape.side):
        digits = [digit]
        for _ in orbit:
            digits.append(relabelling[digits[-1]])
        if digits.pop() == digit:
            filling = list(zip(orbit, digits, strict=True))
            bits = [1 << unit * shape.side + own for cell, own in filling for unit in shape.units_of_cell[cell]]
            if len(set(bits)) == len(bits):
                found.append((sum(bits), filling))
    return found


def _one_of_each(choices: list[list[_Filling]], trials: Iterator[int]) -> list[_Filling] | None:
    """One filling of each orbit, no digit twice in a unit: first for the orbit with the fewest to choose from."""
    if not choices:
        return []
    best = min(choices, key=len)
    for filling in best:
        if next(trials, None) is None:
            raise LimitError("no grid found that a symmetry fixes")
        rest = [[other for other in own if not other[0] & filling[0]] for own in choices if own is not best]
        found = _one_of_each(rest, trials)
        if found is not None:
            return [filling, *found]
    return None
