"""The part of an encoding that all puzzles of a layout share: built once for a layout, then used by each system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from casbridge.algebra import Equation, Field, Polynomial, Ring
from casbridge.encodings import patterns
from casbridge.encodings.names import Encoding
from casbridge.errors import EncodingError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout, Unit

#: The most digits of the symmetric encoding, which has 2^n terms a unit.
LARGEST_SYMMETRIC = 16
#: The most digits of the colouring, whose polynomial G has n·(n + 1)/2 terms, and of the indicators.
MOST_DIGITS = 1000
#: The most equations of the indicators.
MOST_EQUATIONS = 4_000_000

_FRAMES: dict[tuple[object, ...], Frame] = {}
_MOST_FRAMES = 32
_UNFINISHED = "the puzzle was not encoded"


@dataclass(frozen=True, eq=False)
class Frame:
    """The layout's part of an encoding.

    blank: the equations of every cell that is not given.
    given: makes the equations of a cell with a given digit.
    units: the equations that do not depend on the givens.
    units_first: whether `units` stand before the equations of the cells.

    >>> from casbridge.puzzles import latin
    >>> frame = frame_of(latin(2), Encoding.COLOURING, Field(11), (1, 2), True)
    >>> [equation.role for equation in frame.equations((1, 0, 0, 0))]
    ['given', 'F', 'F', 'F', 'G', 'G', 'G', 'G']
    """

    ring: Ring
    blank: tuple[tuple[Equation, ...], ...]
    given: Callable[[int, int], tuple[Equation, ...]]
    units: tuple[Equation, ...]
    units_first: bool = False

    def equations(self, givens: Sequence[int]) -> tuple[Equation, ...]:
        """The equations of a puzzle. givens: a digit for every cell, 0 where it is blank."""
        cells: list[Equation] = []
        for cell, (digit, blank) in enumerate(zip(givens, self.blank, strict=True)):
            cells += self.given(cell, digit) if digit else blank
        return (*self.units, *cells) if self.units_first else (*cells, *self.units)


def frame_of(
    layout: Layout,
    encoding: Encoding,
    field: Field,
    values: tuple[int, ...],
    domains: bool,
    deadline: Deadline = NEVER,
) -> Frame:
    """The frame of a layout, remembered for the next puzzle. See `Frame`.

    values: the values of the digits 1 … n, different in the field.
    domains: whether sum-product and symmetric have a polynomial for each blank cell.
    Raises EncodingError where the encoding cannot state the layout, and LimitError after the deadline.
    """
    key = (layout, encoding, field, values, domains)
    frame = _FRAMES.get(key)
    if frame is None:
        if encoding is Encoding.COLOURING:
            frame = _colouring(layout, field, values, deadline)
        elif encoding is Encoding.INDICATORS:
            frame = _indicators(layout, field, deadline)
        elif encoding is Encoding.SUM_PRODUCT:
            frame = _sum_product(layout, field, values, domains)
        else:
            frame = _symmetric(layout, field, values, domains)
        if len(_FRAMES) >= _MOST_FRAMES:
            _FRAMES.pop(next(iter(_FRAMES)), None)
        _FRAMES[key] = frame
    return frame


def require_fit(layout: Layout, encoding: Encoding, field: Field | None = None) -> None:
    """Raise EncodingError where an encoding cannot state a layout, or would be too large for it.

    field: the ground field if it is known.

    >>> from casbridge.puzzles import sudoku
    >>> require_fit(sudoku(5, 5), Encoding.SYMMETRIC)
    Traceback (most recent call last):
    casbridge.errors.EncodingError: 25 digits in the symmetric encoding, which has 2^25 terms a unit; expected at most \
16 (the encodings colouring, indicators and sum-product stay small)
    """
    n = layout.digits
    if encoding in (Encoding.SUM_PRODUCT, Encoding.SYMMETRIC):
        for unit in layout.units:
            if len(unit.cells) != n:
                raise EncodingError(
                    f"{unit.name} has {len(unit.cells)} cells for {n} digits",
                    expected=f"units that are permutations of the digits, for the encoding {encoding}",
                    hint="try the encoding colouring",
                )
        if encoding is Encoding.SYMMETRIC and n > LARGEST_SYMMETRIC:
            raise EncodingError(
                f"{n} digits in the symmetric encoding, which has 2^{n} terms a unit",
                expected=f"at most {LARGEST_SYMMETRIC}",
                hint="the encodings colouring, indicators and sum-product stay small",
            )
        return
    if n > MOST_DIGITS:
        hint = "more colours than vertices are never needed" if n > layout.cells else None
        raise EncodingError(f"{n} digits in the encoding {encoding}", expected=f"at most {MOST_DIGITS}", hint=hint)
    if encoding is Encoding.INDICATORS:
        equations = _number_of_indicator_equations(layout, field)
        if equations > MOST_EQUATIONS:
            raise EncodingError(
                f"{equations} equations in the encoding {encoding}", expected=f"at most {MOST_EQUATIONS}"
            )


def _colouring(layout: Layout, field: Field, values: tuple[int, ...], deadline: Deadline) -> Frame:
    difference = patterns.difference(field, values)
    constant = not difference.ring.size
    noun = "cells" if layout.is_grid else "vertices"
    name = [layout.cell_name(cell) for cell in range(layout.cells)]
    units = tuple(
        Equation(
            difference, () if constant else pair, f"{unit.name}: {noun} {name[pair[0]]} and {name[pair[1]]} differ", "G"
        )
        for pair, unit in deadline.over(layout.different.items(), _UNFINISHED)
    )
    blank = _domain_equations(layout, field, values, "F", range(layout.cells))
    return Frame(_cell_ring(layout, field), blank, _given_equations(layout, field, values), units)


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


def _indicators(layout: Layout, field: Field, deadline: Deadline) -> Frame:
    n = layout.digits
    names = tuple(f"x{cell + 1}_{digit}" for cell in range(layout.cells) for digit in range(1, n + 1))
    bit = patterns.zero_or_one(field)
    one, zero = patterns.equals(field, 1), patterns.equals(field, 0)
    exactly_one, not_both = patterns.exactly_one(field, n), patterns.not_both(field)
    pairs_needed = _needs_pairs(n, field)
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
        for cell in deadline.over(range(layout.cells), _UNFINISHED, every=10)
    )
    equations: list[Equation] = []
    for cell in deadline.over(range(layout.cells), _UNFINISHED, every=10):
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
    for unit in deadline.over(layout.units, _UNFINISHED, every=1):
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
    return Frame(Ring(field, names), blank, given, tuple(equations))


def _needs_pairs(digits: int, field: Field | None) -> bool:
    """Whether bits with the sum 1 may also be p + 1 ones."""
    return field is not None and 0 < field.characteristic < digits


def _number_of_indicator_equations(layout: Layout, field: Field | None) -> int:
    n = layout.digits
    pairs = _needs_pairs(n, field)
    number = layout.cells * (n + 1 + pairs * comb(n, 2))
    for unit in layout.units:
        size = len(unit.cells)
        number += n * ((size == n) + (pairs or size < n) * comb(size, 2))
    return number


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
