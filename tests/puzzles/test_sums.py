"""Sums of which some cells differ: exact beside brute force, sound and bounded where their cells are linked widely."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product

from hypothesis import given, strategies as st

from casbridge.board.peers import digits_of
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, Tuples
from casbridge.puzzles.variants.sums import MOST_STATES, plans_of


@st.composite
def sums(draw: st.DrawFn, most: int = 5) -> tuple[Sum, tuple[int, ...], tuple[tuple[int, ...], ...], int]:
    """A sum, candidates of its cells, groups of cells that differ, and the number of digits."""
    digits, size = draw(st.integers(2, 6)), draw(st.integers(1, most))
    masks = draw(st.lists(st.integers(1, 2**digits - 1), min_size=size, max_size=size))
    weights = draw(st.lists(st.sampled_from((1, 1, 1, -1, 2, -10)), min_size=size, max_size=size))
    group = st.lists(st.integers(0, size - 1), min_size=2, unique=True).map(sorted).map(tuple)
    groups = draw(st.lists(group, max_size=3, unique=True)) if size > 1 else []
    near = [draw(st.sampled_from(digits_of(mask))) for mask in masks]
    total = sum(w * d for w, d in zip(weights, near, strict=True)) + draw(st.sampled_from((0, 0, 0, 1)))
    return Sum(tuple(range(size)), "", "", tuple(weights), total), tuple(masks), tuple(groups), digits


@given(sums())
def test_narrowing_is_exact(
    stated: tuple[Sum, tuple[int, ...], tuple[tuple[int, ...], ...], int],
) -> None:
    one, masks, groups, digits = stated
    wanted = [0] * len(masks)
    for choice in product(*map(digits_of, masks)):
        if one.holds(choice) and all(len({choice[i] for i in group}) == len(group) for group in groups):
            for place, digit in enumerate(choice):
                wanted[place] |= 1 << digit - 1
    plans = plans_of(len(masks), groups, digits)
    assert len(plans) == bool(groups)
    assert one.narrowed_apart(masks, groups, digits) == (tuple(wanted) if all(wanted) else None)


def test_many_cells_of_one_unit_are_exact_in_large_grids() -> None:
    """Six to twelve cells that differ in 16×16 and 25×25, beside a search."""
    rng = random.Random(5)
    for digits, size in ((16, 6), (16, 8), (16, 12), (25, 5), (25, 7), (25, 10)) * 4:
        grid = rng.sample(range(1, digits + 1), size)
        masks = [1 << d - 1 | sum(1 << rng.choice(grid) - 1 for _ in range(rng.randint(0, 2))) for d in grid]
        weights = [rng.choice((1, 1, -1)) for _ in grid]
        total = sum(w * d for w, d in zip(weights, grid, strict=True)) + rng.choice((0, 0, 1))
        one = Sum(tuple(range(size)), "", "", tuple(weights), total)
        assert one.narrowed_apart(masks, (tuple(range(size)),), digits) == _by_search(one, masks)
    everything = Sum(tuple(range(16)), "", "", (1,) * 16, 136, differ=True)
    assert everything.narrowed_apart((2**16 - 1,) * 16, (tuple(range(16)),), 16) == (2**16 - 1,) * 16
    # Eight different digits up to 16 with the least sum but one.
    least = Sum(tuple(range(8)), "", "", (1,) * 8, 37)
    assert least.narrowed_apart((2**16 - 1,) * 8, (tuple(range(8)),), 16) == (0b101111111,) * 8


def _by_search(one: Relation, masks: Sequence[int]) -> tuple[int, ...] | None:
    """What narrowing should leave where all cells differ."""
    found = [0] * len(masks)

    def go(chosen: tuple[int, ...]) -> None:
        if len(chosen) < len(masks):
            for digit in digits_of(masks[len(chosen)]):
                if digit not in chosen:
                    go((*chosen, digit))
        elif one.holds(chosen):
            for place, digit in enumerate(chosen):
                found[place] |= 1 << digit - 1

    go(())
    return tuple(found) if all(found) else None


@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_sandwiches_are_exact(size: int, rng: random.Random) -> None:
    masks = [rng.randint(1, 2**size - 1) | rng.randint(0, 2**size - 1) for _ in range(size)]
    one = Sandwich(tuple(range(size)), "", "", rng.choice((0, *range(2, size * (size - 1) // 2))))
    assert one.narrowed_apart(masks, (), size) == _by_search(one, masks)


#: A block of three rows and four columns across two boxes: a cage with repeats.
_BLOCK = (
    *[tuple(range(4 * row, 4 * row + 4)) for row in range(3)],
    *[tuple(range(column, 12, 4)) for column in range(4)],
    (0, 1, 2, 4, 5, 6, 8, 9, 10),
)


def test_what_is_linked_too_widely_is_narrowed_unit_by_unit() -> None:
    plans = plans_of(12, _BLOCK, 9)
    assert len(plans) > 1
    assert all(plan.widest <= MOST_STATES for plan in plans)
    # Three rows of four different digits have at least the sum 30, and the box has 45.
    grid = (1, 2, 3, 4, 4, 5, 6, 1, 7, 8, 9, 2)
    one = Sum(tuple(range(12)), "", "", (1,) * 12, sum(grid))
    masks = tuple(1 << digit - 1 | 0b111 for digit in grid)
    left = one.narrowed_apart(masks, _BLOCK, 9)
    assert left is not None
    assert all(mask >> digit - 1 & 1 for mask, digit in zip(left, grid, strict=True))
    # Two cells of a column can have 1 and 1 in no row: the least sum is found from one unit at a time.
    least = Sum(tuple(range(12)), "", "", (1,) * 12, 47)
    assert least.narrowed((511,) * 12) is not None
    assert least.narrowed_apart((511,) * 12, _BLOCK, 9) is None


def test_the_bound_holds_for_every_size_and_is_the_same_for_turned_cells() -> None:
    grid = tuple(tuple(range(start, start + 9)) for start in range(0, 81, 9))
    columns = tuple(tuple(range(start, 81, 9)) for start in range(9))
    everything = Sum(tuple(range(81)), "", "", (1,) * 81, 405)
    assert everything.narrowed_apart((511,) * 81, grid + columns, 9) == (511,) * 81
    long = Sum(tuple(range(64)), "", "", (1,) * 64, 64 * 65 // 2)
    assert long.narrowed_apart((2**64 - 1,) * 64, (tuple(range(64)),), 64) == (2**64 - 1,) * 64
    for groups in (((0, 1, 2), (2, 3), (3, 4, 5), (5, 6), (0, 6, 7)), _BLOCK):
        size = max(map(max, groups)) + 1
        turned = tuple(tuple(sorted(size - 1 - place for place in group)) for group in groups)
        widest = [sorted(plan.widest for plan in plans_of(size, own, 9)) for own in (groups, turned)]
        assert widest[0] == widest[1]


def test_pairs_of_digits_of_peers_are_not_equal() -> None:
    apart = frozenset(pair for pair in product(range(1, 7), repeat=2) if abs(pair[0] - pair[1]) != 1)
    one = Tuples((0, 1), "", "", apart)
    five = 0b111000  # beside 4, 5 and 6 there is no 5
    assert one.narrowed((0b10011, five)) == (0b10011, five)
    assert one.narrowed_apart((0b10011, five), ((0, 1),), 6) == (0b00011, five)
    assert all(one.narrowed_apart((1 << a, 1 << b), ((0, 1),), 6) for a, b in combinations((0, 2, 4), 2))
