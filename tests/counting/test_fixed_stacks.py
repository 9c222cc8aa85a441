"""What symmetries fix, stack by stack: the same as orbit by orbit of the cells, and as published."""

from __future__ import annotations

from math import comb, factorial

import pytest

from casbridge.counting import BoxShape, conjugacy_classes, fixed_up_to_relabelling, group_order, total_grids
from casbridge.counting.fixed import FixedGrids
from casbridge.counting.fixed_stacks import _families, _FixedStacks, fixed_by_stacks
from casbridge.counting.symmetries import ConjugacyClass, cycles, partitions
from casbridge.errors import UnsupportedError


def classes(shape: BoxShape) -> list[ConjugacyClass]:
    """Those that keep rows rows."""
    return [found for found in conjugacy_classes(shape) if not found.name.startswith("transposed")]


@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2)], ids=str)
def test_all_classes_and_types(shape: BoxShape) -> None:
    """Also types of relabelling that are ruled out in advance: there is nothing for them."""
    for found in classes(shape):
        by_cells, by_stacks = FixedGrids(shape, found.representative), _FixedStacks(shape, found.representative)
        expected = {cycle_type: by_cells.with_type(cycle_type) for cycle_type in by_cells.possible_types()}
        for cycle_type in partitions(shape.side):
            assert by_stacks.with_type(cycle_type) == expected.get(cycle_type, 0), (found.name, cycle_type)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "orbits"), [("2x4", 24), ("4x2", 20), ("2x5", 20)])
def test_classes_that_move_much(shape: str, orbits: int) -> None:
    box = BoxShape.of(shape)
    chosen = [found for found in classes(box) if len(cycles(found.representative)) <= orbits]
    assert chosen
    for found in chosen:
        expected = fixed_up_to_relabelling(box, found.representative)
        assert fixed_by_stacks(box, found.representative) == expected, found.name


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "number"), [("2x3", 49), ("3x2", 49), ("2x4", 1673187), ("4x2", 1673187)])
def test_essentially_different(shape: str, number: int) -> None:
    box = BoxShape.of(shape)
    total = sum(found.size * fixed_by_stacks(box, found.representative) for found in classes(box))
    assert total == number * group_order(box)


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_all_families_are_counted(columns: int) -> None:
    """All choices of half of the digits for each band; unions of pairs; one digit of each pair."""
    n = 2 * columns
    every, pairs = (1,) * n, (2,) * columns
    rows = tuple(range(n))
    exchanged = tuple(row ^ 1 for row in rows)
    assert sum(_families(rows, every).values()) == comb(n, columns) ** columns
    assert sum(_families(exchanged, every).values()) == 0
    assert sum(_families(rows, pairs).values()) == (comb(columns, columns // 2) ** columns if columns % 2 == 0 else 0)
    assert sum(_families(exchanged, pairs).values()) == 2**columns**2


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2", "2x4"])
def test_the_identity_fixes_all(shape: str) -> None:
    box = BoxShape.of(shape)
    assert fixed_by_stacks(box, range(box.cells)) * factorial(box.side) == total_grids(box)


def test_what_has_no_two_rows() -> None:
    with pytest.raises(UnsupportedError, match="two rows or columns"):
        fixed_by_stacks(BoxShape(3, 3), range(81))
    with pytest.raises(UnsupportedError, match="2x6"):
        fixed_by_stacks(BoxShape(2, 6), range(144))
    with pytest.raises(UnsupportedError, match="makes rows columns"):
        fixed_by_stacks(BoxShape(2, 2), [cell % 4 * 4 + cell // 4 for cell in range(16)])
