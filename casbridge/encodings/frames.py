"""The part of an encoding that all puzzles of a layout share: built once for a layout, then used by each system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from casbridge.algebra import Equation, Field, Ring
from casbridge.encodings import patterns
from casbridge.encodings.names import Encoding
from casbridge.encodings.relations import equations_of, require_relations_fit
from casbridge.errors import EncodingError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout

_LARGEST_SYMMETRIC = 16
# Of the colouring, whose polynomial G has n·(n + 1)/2 terms, and of the indicators.
_MOST_DIGITS = 1000
# Of the indicators.
_MOST_EQUATIONS = 4_000_000

_FRAMES: dict[tuple[object, ...], _Frame] = {}
_MOST_FRAMES = 32
_UNFINISHED = "the puzzle was not encoded"


class _Frame(NamedTuple):
    """The layout's part of an encoding.

    blank: the equations of every cell that is not given.
    given: makes the equations of a cell with a given digit.
    units: the equations that do not depend on the givens.
    units_first: whether `units` stand before the equations of the cells.
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
    layout: Layout, encoding: Encoding, field: Field, values: tuple[int, ...], domains: bool, deadline: Deadline = NEVER
) -> _Frame:
    """The frame of a layout, remembered for the next puzzle.

    values: the values of the digits 1 … n, different in the field.
    domains: whether sum-product and symmetric have a polynomial for each blank cell.
    Raises LimitError after the deadline. Call `require_fit` before.

    >>> from casbridge.puzzles import latin
    >>> frame = frame_of(latin(2), Encoding.COLOURING, Field(11), (1, 2), True)
    >>> [equation.role for equation in frame.equations((1, 0, 0, 0))]
    ['given', 'F', 'F', 'F', 'G', 'G', 'G', 'G']
    """
    key = (layout, encoding, field, values, domains)
    frame = _FRAMES.get(key)
    if frame is None:
        if encoding is Encoding.INDICATORS:
            frame = _indicators(layout, field, deadline)
        else:
            frame = _of_cells(layout, encoding, field, values, domains, deadline)
        if layout.relations:
            frame = frame._replace(units=(*frame.units, *equations_of(layout, encoding, field, values, deadline)))
        if len(_FRAMES) >= _MOST_FRAMES:
            _FRAMES.pop(next(iter(_FRAMES)), None)
        _FRAMES[key] = frame
    return frame


def require_fit(layout: Layout, encoding: Encoding, field: Field | None = None, domains: bool = True) -> None:
    """Raise EncodingError where an encoding cannot state a layout, or would be too large for it.

    field: the ground field if it is known. domains: as in `frame_of`.

    >>> from casbridge.puzzles import sudoku
    >>> require_fit(sudoku(5, 5), Encoding.SYMMETRIC)
    Traceback (most recent call last):
    casbridge.errors.EncodingError: 25 digits in the symmetric encoding, which has 2^25 terms a unit; expected at most \
16 (the encodings colouring, indicators and sum-product stay small)
    """
    n = layout.digits
    require_relations_fit(layout, encoding, field, domains)
    if encoding in (Encoding.SUM_PRODUCT, Encoding.SYMMETRIC):
        there = _permuted_pairs(layout)
        few = (unit for unit in layout.units if len(unit.cells) != n)
        unit = next((unit for unit in few if not there.issuperset(combinations(unit.cells, 2))), None)
        if unit is not None:
            found = f"{unit.name} has {len(unit.cells)} cells for {n} digits"
            expected = f"units that are permutations of the digits, for the encoding {encoding}"
            raise EncodingError(found, expected=expected, hint="try the encoding colouring")
        if encoding is Encoding.SYMMETRIC and n > _LARGEST_SYMMETRIC:
            found = f"{n} digits in the symmetric encoding, which has 2^{n} terms a unit"
            hint = "the encodings colouring, indicators and sum-product stay small"
            raise EncodingError(found, expected=f"at most {_LARGEST_SYMMETRIC}", hint=hint)
    elif n > _MOST_DIGITS:
        why = "more colours than vertices are never needed" if n > layout.cells else None
        raise EncodingError(f"{n} digits in the encoding {encoding}", expected=f"at most {_MOST_DIGITS}", hint=why)
    elif encoding is Encoding.INDICATORS:
        pairs = field is not None and 0 < field.characteristic < n
        sizes = [len(unit.cells) for unit in layout.units]
        of_units = n * sum((size == n) + (pairs or size < n) * comb(size, 2) for size in sizes)
        equations = layout.cells * (n + 1 + pairs * comb(n, 2)) + of_units
        if equations > _MOST_EQUATIONS:
            found = f"{equations} equations in the encoding {encoding}"
            raise EncodingError(found, expected=f"at most {_MOST_EQUATIONS}")


def _permuted_pairs(layout: Layout) -> set[tuple[int, int]]:
    """The pairs of cells of units that are permutations of the digits."""
    permutations = (unit for unit in layout.units if len(unit.cells) == layout.digits)
    return {pair for unit in permutations for pair in combinations(unit.cells, 2)}


def _of_cells(
    layout: Layout, encoding: Encoding, field: Field, values: tuple[int, ...], domains: bool, deadline: Deadline
) -> _Frame:
    """A frame with a variable for each cell, for any encoding but the indicators."""
    n, name = len(values), [layout.cell_name(cell) for cell in range(layout.cells)]
    units: list[Equation] = []
    # Smaller units lie within these, see `require_fit`.
    full = [unit for unit in layout.units if len(unit.cells) == n]
    if encoding is Encoding.COLOURING:
        difference = patterns.difference(field, values)
        noun = "cells" if layout.is_grid else "vertices"
        for (a, b), unit in deadline.over(layout.different.items(), _UNFINISHED):
            said = f"{unit.name}: {noun} {name[a]} and {name[b]} differ"
            units.append(Equation(difference, (a, b)[: difference.ring.size], said, "G"))
    elif encoding is Encoding.SUM_PRODUCT:
        named = {"sum": patterns.elementary(field, values, 1), "product": patterns.elementary(field, values, n)}
        for kind in dict.fromkeys(unit.kind for unit in full):
            same = [unit for unit in full if unit.kind == kind]
            for role, pattern in named.items():
                units += [Equation(pattern, unit.cells, f"{unit.name}: its {role}", role) for unit in same]
    else:
        elementary = [(degree, patterns.elementary(field, values, degree)) for degree in range(1, n + 1)]
        for unit in full:
            said = f"{unit.name}: elementary symmetric function"
            units += [Equation(pattern, unit.cells, f"{said} {degree}", f"e{degree}") for degree, pattern in elementary]
    by_pairs = encoding is Encoding.COLOURING
    # A vertex without edges has no unit that says what it may be.
    covered = set() if domains or by_pairs else {cell for unit in layout.units for cell in unit.cells}
    domain, equals = patterns.domain(field, values), [patterns.domain(field, (value,)) for value in values]
    role = "F" if by_pairs else "domain"
    blank = tuple(
        () if cell in covered else (Equation(domain, (cell,), f"{name[cell]} is a digit", role),)
        for cell in range(layout.cells)
    )

    def given(cell: int, digit: int) -> tuple[Equation, ...]:
        return (Equation(equals[digit - 1], (cell,), f"{name[cell]} = {digit} is given", "given"),)

    ring = Ring(field, tuple(f"x{cell + 1}" for cell in range(layout.cells)))
    return _Frame(ring, blank, given, tuple(units), units_first=not by_pairs)


def _indicators(layout: Layout, field: Field, deadline: Deadline) -> _Frame:
    n = layout.digits
    digits = range(1, n + 1)
    bit, zero, one = (patterns.domain(field, values) for values in ((0, 1), (0,), (1,)))
    exactly_one, not_both = patterns.exactly_one(field, n), patterns.not_both(field)
    pairs_needed = 0 < field.characteristic < n  # p + 1 ones have the sum 1 too
    names: list[str] = []
    blank: list[tuple[Equation, ...]] = []
    equations: list[Equation] = []
    for cell in deadline.over(range(layout.cells), _UNFINISHED, every=10):
        name, bits = layout.cell_name(cell), range(cell * n, cell * n + n)
        names += [f"x{cell + 1}_{digit}" for digit in digits]
        blank.append(tuple(Equation(bit, (bits[d - 1],), f"{name} is {d} (1) or is not (0)", "bit") for d in digits))
        equations.append(Equation(exactly_one, tuple(bits), f"{name} is exactly one digit", "one"))
        if pairs_needed:
            equations += [
                Equation(not_both, (bits[a - 1], bits[b - 1]), f"{name} is not both {a} and {b}", "pair")
                for a, b in combinations(digits, 2)
            ]
    for unit in deadline.over(layout.units, _UNFINISHED, every=1):
        permutation = len(unit.cells) == n
        for digit in digits:
            places = tuple(cell * n + digit - 1 for cell in unit.cells)
            if permutation:
                equations.append(Equation(exactly_one, places, f"{unit.name}: {digit} is in exactly one cell", "one"))
            if pairs_needed or not permutation:
                said = f"{unit.name}: {digit} is in at most one cell"
                equations += [Equation(not_both, pair, said, "pair") for pair in combinations(places, 2)]

    def given(cell: int, digit: int) -> tuple[Equation, ...]:
        said = f"{layout.cell_name(cell)} = {digit} is given"
        return tuple(
            Equation(one, (cell * n + other - 1,), said, "given")
            if other == digit
            else Equation(zero, (cell * n + other - 1,), f"{said}, so it is not {other}", "zero")
            for other in digits
        )

    return _Frame(Ring(field, tuple(names)), tuple(blank), given, tuple(equations))
