"""Examples of grids that a symmetry leaves as they are but for the names of the digits; `fixed` counts them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casbridge.counting.fixed import FixedGrids
from casbridge.counting.permutation_types import Permutation, cycles, permutation_of_type
from casbridge.counting.shapes import BoxShape
from casbridge.errors import LimitError

_MOST_TRIALS = 200_000


class FixedGrid(NamedTuple):
    """A grid that a symmetry fixes up to relabelling.

    grid: a digit from 1 for every cell.
    relabelling: the symmetry takes the cells of digit d + 1 to those of digit relabelling[d] + 1.

    >>> FixedGrid((1, 2, 2, 1), (1, 0)).relabelling  # under an exchange of the rows
    (1, 0)
    """

    grid: tuple[int, ...]
    relabelling: Permutation


def fixed_grid(shape: BoxShape, symmetry: Sequence[int]) -> FixedGrid | None:
    """A grid that the symmetry fixes up to relabelling, found by search; None if there is none.

    symmetry: the image of every cell.

    Raises LimitError if the search is given up.

    >>> from casbridge.counting.symmetries import turns_and_reflections
    >>> shape = BoxShape(2, 2)
    >>> fixed_grid(shape, turns_and_reflections(shape)["quarter turn clockwise"])
    FixedGrid(grid=(1, 4, 3, 2, 2, 3, 4, 1, 3, 2, 1, 4, 4, 1, 2, 3), relabelling=(1, 2, 3, 0))
    """
    for cycle_type in FixedGrids(shape, symmetry).possible_types():
        relabelling = permutation_of_type(cycle_type)
        grid = _OrbitFilling(shape, symmetry, relabelling).grid()
        if grid is not None:
            return FixedGrid(tuple(digit + 1 for digit in grid), relabelling)
    return None


class _OrbitFilling:
    """A search that fills one orbit of cells after the other, always the one with the fewest digits to choose from."""

    def __init__(self, shape: BoxShape, symmetry: Sequence[int], relabelling: Permutation) -> None:
        self._shape = shape
        self._relabelling = relabelling
        self._orbits = cycles(symmetry)
        self._used = [0] * len(shape.units)
        self._length = {digit: len(cycle) for cycle in cycles(relabelling) for digit in cycle}
        self._grid = [-1] * shape.cells
        self._trials = 0

    def grid(self) -> list[int] | None:
        return self._grid if self._fill(list(range(len(self._orbits)))) else None

    def _fill(self, left: list[int]) -> bool:
        if not left:
            return True
        choices = {orbit: self._digits(self._orbits[orbit]) for orbit in left}
        best = min(left, key=lambda orbit: len(choices[orbit]))
        rest = [orbit for orbit in left if orbit != best]
        for digit in choices[best]:
            self._trials += 1
            if self._trials > _MOST_TRIALS:
                raise LimitError(f"no grid found that a symmetry of the {self._shape} grid fixes")
            self._exchange(self._orbits[best], digit)
            if self._fill(rest):
                return True
            self._exchange(self._orbits[best], digit)
        return False

    def _digits(self, orbit: Sequence[int]) -> list[int]:
        """The digits that the first cell of an orbit can get; each determines the other cells."""
        found = []
        for digit in range(self._shape.side):
            if len(orbit) % self._length[digit]:
                continue
            bits = [0] * len(self._used)
            here = digit
            for cell in orbit:
                units = self._shape.units_of_cell[cell]
                if any((self._used[unit] | bits[unit]) >> here & 1 for unit in units):
                    break
                for unit in units:
                    bits[unit] |= 1 << here
                here = self._relabelling[here]
            else:
                found.append(digit)
        return found

    def _exchange(self, orbit: Sequence[int], digit: int) -> None:
        """Put digits into an orbit, or take them out again."""
        for cell in orbit:
            self._grid[cell] = digit
            for unit in self._shape.units_of_cell[cell]:
                self._used[unit] ^= 1 << digit
            digit = self._relabelling[digit]
