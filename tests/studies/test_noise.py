"""Changes of times, against the definition: all arrangements of few numbers."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, strategies as st

from casbridge.studies.noise import FLOOR, RATIO, WIDE_FLOOR, WIDE_RATIO, change_of_times, larger_by_chance

TIMES = st.lists(st.floats(0.001, 100), min_size=1, max_size=6)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 3), (3, 3), (4, 3), (5, 5)])
def test_the_probability_is_a_share_of_all_arrangements(n: int, m: int) -> None:
    numbers = range(n + m)

    def above(larger: tuple[int, ...]) -> int:
        return sum(b > a for a in numbers if a not in larger for b in larger)

    counts = [above(larger) for larger in combinations(numbers, m)]
    for larger in combinations(numbers, m):
        smaller = [one for one in numbers if one not in larger]
        share = sum(count >= above(larger) for count in counts) / comb(n + m, n)
        assert larger_by_chance(smaller, larger) == pytest.approx(share)


def test_many_times_are_judged_by_the_normal_distribution() -> None:
    chance = Random(1)
    smaller = [chance.gauss(0, 1) for _ in range(100)]
    larger = [chance.gauss(0.3, 1) for _ in range(100)]
    exact = larger_by_chance(smaller, larger)
    near = larger_by_chance([*smaller, 0.15], larger)
    assert near == pytest.approx(exact, rel=0.15)


@given(TIMES, TIMES)
def test_what_became_slower_became_faster_the_other_way(before: list[float], after: list[float]) -> None:
    turned = {"slower": "faster", "faster": "slower", "": ""}
    there, back = change_of_times(before, after), change_of_times(after, before)
    assert turned[there.kind] == back.kind
    assert there.chance == back.chance or there.before == there.after


@given(TIMES, TIMES)
def test_a_change_is_more_than_a_ratio_and_a_moment(before: list[float], after: list[float]) -> None:
    change = change_of_times(before, after)
    if change.kind:
        low, high = sorted((change.before, change.after))
        assert high >= RATIO * low
        assert high - low >= FLOOR
        assert change.chance is not None or (high >= WIDE_RATIO * low and high - low >= WIDE_FLOOR)


@given(TIMES)
def test_the_same_times_did_not_change(times: list[float]) -> None:
    assert change_of_times(times, times).kind == ""


def test_noise_hides_a_change() -> None:
    assert change_of_times([1.0, 1.0, 9.0], [2.0, 2.0, 2.0]).kind == ""
    assert change_of_times([1.0, 1.0, 1.5], [2.0, 2.0, 2.0]).kind == "slower"
    # Equal times count against a change.
    assert change_of_times([1.0, 1.0, 2.0], [2.0, 2.0, 2.0]).kind == ""


def test_no_change_is_seldom_taken_for_one() -> None:
    """Times of one distribution with a scatter of 30 %: at most the share of the test."""
    chance = Random(7)

    def three() -> list[float]:
        return [chance.lognormvariate(0, 0.3) for _ in range(3)]

    found = [change_of_times(three(), three()).kind for _ in range(2000)]
    assert 0 < sum(kind == "slower" for kind in found) / 2000 < 0.06
    assert 0 < sum(kind == "faster" for kind in found) / 2000 < 0.06
