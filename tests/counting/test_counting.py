"""Numbers of grids: known ones, brute force over small shapes, and the symmetries one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import product
from math import factorial

import pytest

from casbridge.counting import (
    BoxShape,
    conjugacy_classes,
    essentially_different,
    fixed_up_to_relabelling,
    generators,
    group_order,
    total_grids,
)
from casbridge.counting.bands import band_table, columns_below, divisions, ways_to_fill
from casbridge.counting.symmetries import (
    Permutation,
    centraliser_order,
    cycles,
    partitions,
    permutation_of_type,
    power,
    type_of_power,
)
from casbridge.counting.totals import two_row_choices
from casbridge.errors import InputError, UnsupportedError

SMALL = [BoxShape(2, 2), BoxShape(2, 3), BoxShape(3, 2)]

#: The classes of symmetries of the 3x3 grid that fix grids up to relabelling, as published: size and number.
FIXING = [
    (1, 18383222420692992), (972, 449445888), (2916, 155492352), (1296, 30258432), (69984, 13056), (16, 107495424),
    (96, 21233664), (192, 4204224), (3888, 27648), (10368, 1854), (144, 14837760), (864, 2085120), (1728, 294912),
    (7776, 13824), (15552, 1728), (288, 5184), (1728, 2592), (3456, 1296), (93312, 288), (64, 2508084),
    (1152, 6342480), (15552, 3456), (31104, 6480), (2304, 648), (5184, 323928), (20736, 288), (20736, 162),
]  # fmt: skip


@cache
def all_elements(shape: BoxShape) -> frozenset[Permutation]:
    """The group, from its generators."""
    found = {tuple(range(shape.cells))}
    todo = list(found)
    while todo:
        element = todo.pop()
        for generator in generators(shape).values():
            image = tuple(generator[cell] for cell in element)
            if image not in found:
                found.add(image)
                todo.append(image)
    return frozenset(found)


@cache
def all_grids(shape: BoxShape) -> tuple[tuple[int, ...], ...]:
    """All grids whose first row is in order, by trying."""
    n = shape.side
    found = []
    grid = list(range(n))
    used = [0] * (3 * n)
    for cell in range(n):
        for unit in shape.units_of_cell[cell]:
            used[unit] |= 1 << cell

    def fill(cell: int) -> None:
        if cell == shape.cells:
            found.append(tuple(grid))
            return
        row, column, box = shape.units_of_cell[cell]
        taken = used[row] | used[column] | used[box]
        for digit in range(n):
            bit = 1 << digit
            if not taken & bit:
                for unit in (row, column, box):
                    used[unit] ^= bit
                grid.append(digit)
                fill(cell + 1)
                grid.pop()
                for unit in (row, column, box):
                    used[unit] ^= bit

    fill(n)
    return tuple(found)


# -- shapes and permutations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [*SMALL, BoxShape(3, 3), BoxShape(2, 5)], ids=str)
def test_units(shape: BoxShape) -> None:
    assert all(len(cells) == shape.side for cells in shape.units)
    assert len(shape.units) == 3 * shape.side
    assert sorted(cell for cells in shape.units[2 * shape.side :] for cell in cells) == list(range(shape.cells))
    for cells in shape.units[2 * shape.side :]:
        rows, columns = {cell // shape.side for cell in cells}, {cell % shape.side for cell in cells}
        assert (len(rows), len(columns)) == (shape.rows, shape.columns)


@pytest.mark.parametrize(
    "text", ["3x", "x3", "3", "0x3", "1x1", "1x4", "-2x3", "3x3x3", "99x99", "", "a" * 1000, "3 by 3"]
)
def test_texts_that_are_no_shape(text: str) -> None:
    with pytest.raises(InputError):
        BoxShape.of(text)


def test_texts_that_are_shapes() -> None:
    assert BoxShape.of("2x3") == BoxShape.of(" 2 × 3 ") == BoxShape(2, 3)
    assert str(BoxShape(2, 3)) == "2x3"
    assert BoxShape(2, 3).transposed == BoxShape(3, 2)


@pytest.mark.parametrize("points", range(7))
def test_cycle_types(points: int) -> None:
    types = list(partitions(points))
    assert len(set(types)) == len(types)
    assert sum(factorial(points) // centraliser_order(cycle_type) for cycle_type in types) == factorial(points)
    for cycle_type in types:
        permutation = permutation_of_type(cycle_type)
        assert tuple(sorted(map(len, cycles(permutation)), reverse=True)) == cycle_type
        for exponent in range(1, 8):
            lengths = map(len, cycles(power(permutation, exponent)))
            assert tuple(sorted(lengths, reverse=True)) == type_of_power(cycle_type, exponent)


# -- symmetries -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_the_generators_generate_the_group(shape: BoxShape) -> None:
    assert len(all_elements(shape)) == group_order(shape)


@pytest.mark.parametrize("shape", [*SMALL, BoxShape(3, 3), BoxShape(2, 4)], ids=str)
def test_symmetries_take_units_to_units(shape: BoxShape) -> None:
    units = {frozenset(cells) for cells in shape.units}
    symmetries = [*generators(shape).values(), *(found.representative for found in conjugacy_classes(shape))]
    for symmetry in symmetries:
        assert {frozenset(symmetry[cell] for cell in unit) for unit in units} == units


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_conjugacy_classes_by_brute_force(shape: BoxShape) -> None:
    """Each representative's conjugates are as many as its class has; together they are all elements."""
    left = set(all_elements(shape))
    moving = [
        (generator, tuple(sorted(range(shape.cells), key=generator.__getitem__)))
        for generator in generators(shape).values()
    ]
    for found in conjugacy_classes(shape):
        conjugates = {found.representative}
        todo = [found.representative]
        while todo:
            element = todo.pop()
            for generator, inverse in moving:
                image = tuple(generator[element[inverse[cell]]] for cell in range(shape.cells))
                if image not in conjugates:
                    conjugates.add(image)
                    todo.append(image)
        assert len(conjugates) == found.size, found.name
        assert conjugates <= left, found.name
        left -= conjugates
    assert not left


@pytest.mark.parametrize(
    ("shape", "number"), [((2, 3), 90), ((2, 4), 400), ((2, 5), 1260), ((3, 4), 3315), ((3, 3), 275)], ids=str
)
def test_numbers_of_classes(shape: tuple[int, int], number: int) -> None:
    sizes = [found.size for found in conjugacy_classes(BoxShape(*shape))]
    assert len(sizes) == number
    assert sum(sizes) == group_order(BoxShape(*shape))


def test_orders_of_groups() -> None:
    assert [group_order(BoxShape(*shape)) for shape in ((2, 2), (2, 3), (2, 4), (3, 3))] == [128, 3456, 442368, 3359232]


# -- fixed grids ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [BoxShape(2, 2)], ids=str)
def test_fixed_grids_by_brute_force(shape: BoxShape) -> None:
    """For every symmetry: a grid is fixed if its image, relabelled so that the first row is in order, is the grid."""
    grids = set(all_grids(shape))
    for symmetry in all_elements(shape):
        fixed = 0
        for grid in grids:
            image = [0] * shape.cells
            for cell, digit in enumerate(grid):
                image[symmetry[cell]] = digit
            names = {digit: name for name, digit in enumerate(image[: shape.side])}
            fixed += tuple(names[digit] for digit in image) == grid
        assert fixed_up_to_relabelling(shape, symmetry) == fixed


@pytest.mark.slow
def test_fixed_grids_of_two_by_three() -> None:
    """A few symmetries of each class, over all 39,168 grids with a fixed first row."""
    shape = BoxShape(2, 3)
    grids = all_grids(shape)
    assert len(grids) == 39_168
    for found in list(conjugacy_classes(shape))[::15]:
        fixed = 0
        source = sorted(range(shape.cells), key=found.representative.__getitem__)
        for grid in grids:
            image = [grid[cell] for cell in source]
            names = [0] * shape.side
            for name, digit in enumerate(image[: shape.side]):
                names[digit] = name
            fixed += all(names[digit] == old for digit, old in zip(image, grid, strict=True))
        assert fixed_up_to_relabelling(shape, found.representative) == fixed, found.name


def test_the_quick_ones_of_three_by_three() -> None:
    """Of the 275 classes 27 fix a grid; those that take no more than a moment here."""
    shape = BoxShape(3, 3)
    expected = Counter(FIXING)
    counted: Counter[tuple[int, int]] = Counter()
    slow = {1, 972, 2916, 1296, 5184, 144, 64, 1152, 864, 1728, 31104, 192}
    for found in conjugacy_classes(shape):
        if found.size not in slow:
            number = fixed_up_to_relabelling(shape, found.representative)
            if number:
                counted[found.size, number] += 1
    assert counted == Counter({pair: count for pair, count in expected.items() if pair[0] not in slow})


@pytest.mark.slow
def test_all_classes_of_three_by_three() -> None:
    """All 275 classes, those that fix a grid as published; it takes half a minute."""
    found = essentially_different(BoxShape(3, 3))
    assert Counter((one.conjugacy_class.size, one.fixed) for one in found.classes if one.fixed) == Counter(FIXING)
    assert (len(found.classes), found.total, found.number) == (275, 18384171550626816, 5472730538)


def test_the_published_sum() -> None:
    assert sum(size * number for size, number in FIXING) == 18384171550626816
    assert group_order(BoxShape(3, 3)) * 5472730538 == 18384171550626816


# -- totals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape", [BoxShape(2, 2), *(pytest.param(BoxShape(*s), marks=pytest.mark.slow) for s in ((2, 3), (3, 2)))], ids=str
)
def test_totals_by_brute_force(shape: BoxShape) -> None:
    assert total_grids(shape) == len(all_grids(shape)) * factorial(shape.side)


@pytest.mark.slow
def test_the_known_total_of_three_by_three() -> None:
    assert total_grids(BoxShape(3, 3)) == 6670903752021072936960


def test_known_totals() -> None:
    assert total_grids(BoxShape(2, 4)) == total_grids(BoxShape(4, 2)) == 29136487207403520
    with pytest.raises(UnsupportedError, match="3x4"):
        total_grids(BoxShape(3, 4))


def test_choices_of_digits() -> None:
    """All choices of a C-subset of 2C digits for each of C bands."""
    for columns in (2, 3, 4):
        subsets = factorial(2 * columns) // factorial(columns) ** 2
        assert sum(two_row_choices(columns).values()) == subsets**columns


def test_bands_of_three_by_three() -> None:
    """The 2612736 bands below a given first box, 56·6⁶, from the numbers for given columns."""
    table = band_table()
    pairs = sum(map(sum, table.ways))
    assert sum(found.size * found.ways for found in table.classes) == pairs
    assert 280 * 6**3 * pairs == factorial(9) * 56 * 6**6
    assert {len(columns_below(division)) for division in divisions()[::31]} == {56}


def test_ways_to_fill_a_band_by_brute_force() -> None:
    division = divisions()[0]
    other = divisions()[100]
    for triples in (division * 3, division + other + divisions()[200], other + other + division):
        rows = sum(
            len(set(upper)) == 9
            and sum(
                len(set(middle)) == 9
                for middle in product(
                    *(
                        tuple(digit for digit in triple if digit != up)
                        for triple, up in zip(triples, upper, strict=True)
                    )
                )
            )
            for upper in product(*triples)
            if len(set(upper)) == 9
        )
        assert ways_to_fill(triples) == rows


# -- essentially different --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "number"), [("2x2", 2), ("2x3", 49), pytest.param("3x2", 49, marks=pytest.mark.slow)]
)
def test_essentially_different(shape: str, number: int) -> None:
    seen: list[tuple[int, int]] = []
    found = essentially_different(BoxShape.of(shape), lambda done, of: seen.append((done, of)), processes=1)
    assert found.number == number
    assert found.total == number * found.order
    assert seen[-1][0] == seen[-1][1] == len(found.classes)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [BoxShape(2, 2), BoxShape(2, 3)], ids=str)
def test_orbits_by_brute_force(shape: BoxShape) -> None:
    """Grids with the first row in order, joined by the generators of the group: the classes are counted directly."""
    parent = {grid: grid for grid in all_grids(shape)}

    def root(grid: tuple[int, ...]) -> tuple[int, ...]:
        while parent[grid] != grid:
            parent[grid] = parent[parent[grid]]
            grid = parent[grid]
        return grid

    for symmetry in generators(shape).values():
        source = sorted(range(shape.cells), key=symmetry.__getitem__)
        for grid in all_grids(shape):
            image = [grid[cell] for cell in source]
            names = {digit: name for name, digit in enumerate(image[: shape.side])}
            parent[root(grid)] = root(tuple(names[digit] for digit in image))
    sizes: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for grid in parent:
        sizes[root(grid)] += 1
    assert len(sizes) == essentially_different(shape, processes=1).number
