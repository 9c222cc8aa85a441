"""What all puzzles of one layout have in common in an encoding: built once, then shared by their systems.

A frame has the ring, the equations of the units, the equations of every blank cell and a way to state a given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from casbridge.algebra import Equation, Field, Polynomial, Ring
from casbridge.encodings import patterns
from casbridge.encodings.names import Encoding
from casbridge.errors import EncodingError
from casbridge.puzzles import Layout, Unit

#: The symmetric encoding has 2^n terms a unit.
LARGEST_SYMMETRIC = 16


@dataclass(frozen=True, eq=False)
class Frame:
    """The layout's part of an encoding.

    blank: the equations of every cell that is not given.
    given: the equations of a cell with a given digit.
    units: the equations that do not depend on the givens.
    units_first: whether they are printed before those of the cells.
    """

    ring: Ring
    blank: tuple[tuple[Equation, ...], ...]
    given: Callable[[int, int], tuple[Equation, ...]]
    units: tuple[Equation, ...]
    units_first: bool

    def equations(self, givens: Sequence[int]) -> tuple[Equation, ...]:
        """The equations of a puzzle: a digit for every cell, 0 where it is blank."""
        cells: list[Equation] = []
        for cell, (digit, blank) in enumerate(zip(givens, self.blank, strict=True)):
            cells += self.given(cell, digit) if digit else blank
        return (*self.units, *cells) if self.units_first else (*cells, *self.units)


@lru_cache(maxsize=32)
def frame_of(layout: Layout, encoding: Encoding, field: Field, values: tuple[int, ...], domains: bool) -> Frame:
    """The frame of a layout. `values` are the values of the digits 1 … n, different in the field."""
    if encoding is Encoding.COLOURING:
        return _colouring(layout, field, values)
    if encoding is Encoding.INDICATORS:
        return _indicators(layout, field)
    _require_permutations(layout, encoding)
    if encoding is Encoding.SUM_PRODUCT:
        return _sum_product(layout, field, values, domains)
    return _symmetric(layout, field, values, domains)


def _colouring(layout: Layout, field: Field, values: tuple[int, ...]) -> Frame:
    difference = patterns.difference(field, values)
    constant = not difference.ring.size
    noun = "cells" if layout.is_grid else "vertices"
    name = [layout.cell_name(cell) for cell in range(layout.cells)]
    units = tuple(
        Equation(
            difference, () if constant else pair, f"{unit.name}: {noun} {name[pair[0]]} and {name[pair[1]]} differ", "G"
        )
        for pair, unit in layout.different.items()
    )
    blank = _domain_equations(layout, field, values, "F", range(layout.cells))
    return Frame(_cell_ring(layout, field), blank, _given_equations(layout, field, values), units, units_first=False)


def _sum_product(layout: Layout, field: Field, values: tuple[int, ...], domains: bool) -> Frame:
    total = patterns.elementary(field, values, 1)
    product = patterns.elementary(field, values, len(values))
    by_kind: dict[str, list[Unit]] = {}
    for unit in layout.units:
        by_kind.setdefault(unit.kind, []).append(unit)
    equations: list[Equation] = []
    for units in by_kind.values():
        equations += [Equation(total, unit.cells, f"{unit.name}: its sum", "sum") for unit in units]
        equations += [Equation(product, unit.cells, f"{unit.name}: its product", "product") for unit in units]
    return _unit_frame(layout, field, values, tuple(equations), domains)


def _symmetric(layout: Layout, field: Field, values: tuple[int, ...], domains: bool) -> Frame:
    if len(values) > LARGEST_SYMMETRIC:
        raise EncodingError(
            f"{len(values)} digits in the symmetric encoding, which has 2^{len(values)} terms a unit",
            expected=f"at most {LARGEST_SYMMETRIC}",
            hint="the encodings colouring, indicators and sum-product stay small",
        )
    degrees = range(1, len(values) + 1)
    elementary = [patterns.elementary(field, values, degree) for degree in degrees]
    equations = tuple(
        Equation(pattern, unit.cells, f"{unit.name}: elementary symmetric function {degree}", f"e{degree}")
        for unit in layout.units
        for degree, pattern in zip(degrees, elementary, strict=True)
    )
    return _unit_frame(layout, field, values, equations, domains)


def _unit_frame(
    layout: Layout, field: Field, values: tuple[int, ...], equations: tuple[Equation, ...], domains: bool
) -> Frame:
    covered = {cell for unit in layout.units for cell in unit.cells}
    # A vertex without edges has no unit that says what it may be.
    wanted = range(layout.cells) if domains else sorted(set(range(layout.cells)) - covered)
    blank = _domain_equations(layout, field, values, "domain", wanted)
    return Frame(_cell_ring(layout, field), blank, _given_equations(layout, field, values), equations, units_first=True)


def _indicators(layout: Layout, field: Field) -> Frame:
    n = layout.digits
    names = tuple(f"x{cell + 1}_{digit}" for cell in range(layout.cells) for digit in range(1, n + 1))
    bit = patterns.zero_or_one(field)
    one, zero = patterns.equals(field, 1), patterns.equals(field, 0)
    exactly_one, not_both = patterns.exactly_one(field, n), patterns.not_both(field)
    # Modulo p, n zeros and ones with the sum 1 may also be p + 1 ones.
    pairs_needed = 0 < field.characteristic < n
    cell_name = [layout.cell_name(cell) for cell in range(layout.cells)]

    def variable(cell: int, digit: int) -> int:
        return cell * n + digit - 1

    def given(cell: int, digit: int) -> tuple[Equation, ...]:
        said = f"{cell_name[cell]} = {digit} is given"
        return tuple(
            Equation(one, (variable(cell, other),), said, "given")
            if other == digit
            else Equation(zero, (variable(cell, other),), f"{said}, so it is not {other}", "zero")
            for other in range(1, n + 1)
        )

    digits = range(1, n + 1)
    blank = tuple(
        tuple(
            Equation(bit, (variable(cell, digit),), f"{cell_name[cell]} is {digit} (1) or is not (0)", "bit")
            for digit in digits
        )
        for cell in range(layout.cells)
    )
    equations: list[Equation] = []
    for cell in range(layout.cells):
        candidates = tuple(variable(cell, digit) for digit in digits)
        equations.append(Equation(exactly_one, candidates, f"{cell_name[cell]} is exactly one digit", "one"))
        if pairs_needed:
            equations += [
                Equation(
                    not_both,
                    (variable(cell, a), variable(cell, b)),
                    f"{cell_name[cell]} is not both {a} and {b}",
                    "pair",
                )
                for a, b in combinations(digits, 2)
            ]
    for unit in layout.units:
        permutation = len(unit.cells) == n
        for digit in digits:
            places = tuple(variable(cell, digit) for cell in unit.cells)
            if permutation:
                equations.append(Equation(exactly_one, places, f"{unit.name}: {digit} is in exactly one cell", "one"))
            if pairs_needed or not permutation:
                equations += [
                    Equation(not_both, pair, f"{unit.name}: {digit} is in at most one cell", "pair")
                    for pair in combinations(places, 2)
                ]
    return Frame(Ring(field, names), blank, given, tuple(equations), units_first=False)


def _require_permutations(layout: Layout, encoding: Encoding) -> None:
    for unit in layout.units:
        if len(unit.cells) != layout.digits:
            raise EncodingError(
                f"{unit.name} has {len(unit.cells)} cells for {layout.digits} digits",
                expected=f"units that are permutations of the digits, for the encoding {encoding}",
                hint="try the encoding colouring",
            )


def _cell_ring(layout: Layout, field: Field) -> Ring:
    return Ring(field, tuple(f"x{cell + 1}" for cell in range(layout.cells)))


def _domain_equations(
    layout: Layout, field: Field, values: tuple[int, ...], role: str, wanted: Sequence[int]
) -> tuple[tuple[Equation, ...], ...]:
    pattern = patterns.domain(field, values)
    blank: list[tuple[Equation, ...]] = [()] * layout.cells
    for cell in wanted:
        blank[cell] = (Equation(pattern, (cell,), f"{layout.cell_name(cell)} is a digit", role),)
    return tuple(blank)


def _given_equations(
    layout: Layout, field: Field, values: tuple[int, ...]
) -> Callable[[int, int], tuple[Equation, ...]]:
    pattern: list[Polynomial] = [patterns.equals(field, value) for value in values]

    def given(cell: int, digit: int) -> tuple[Equation, ...]:
        return (Equation(pattern[digit - 1], (cell,), f"{layout.cell_name(cell)} = {digit} is given", "given"),)

    return given
