"""Classes, initials and ranks: the laws of definitions 3.9 and 3.10 and of lemma 3.11."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, Ring, variables
from casbridge.charset import (
    AscendingSet,
    class_of,
    compare_ranks,
    initial,
    is_reduced,
    leading_coefficient,
    main_degree,
    main_variable,
    rank,
    reductum,
)
from casbridge.errors import InputError
from tests.algebra.strategies import polynomials
from tests.effort import examples

RING = Ring.of("x y z", Field(5))
THOROUGH = settings(deadline=None, max_examples=examples(150))
POLYNOMIALS = polynomials(RING, terms=3, degree=2)


def constant(value: int) -> Polynomial:
    return Polynomial.constant(RING, value)


def ascending_part(listed: Sequence[Polynomial]) -> AscendingSet:
    """Some ascending set of polynomials of the list; the empty one where there is none."""
    chosen: list[Polynomial] = []
    for polynomial in sorted((f for f in listed if f), key=rank):
        if class_of(polynomial) > (class_of(chosen[-1]) if chosen else 0) and is_reduced(polynomial, chosen):
            chosen.append(polynomial)
    return AscendingSet(chosen, RING)


@st.composite
def ascending_sets(draw: st.DrawFn) -> AscendingSet:
    if draw(st.integers(0, 9)) == 0:
        return AscendingSet([constant(draw(st.integers(1, 4)))])
    return ascending_part(draw(st.lists(POLYNOMIALS, max_size=5)))


@THOROUGH
@given(POLYNOMIALS)
def test_a_polynomial_is_its_initial_times_a_power_and_its_reductum(f: Polynomial) -> None:
    index, degree = class_of(f), main_degree(f)
    assert index == max((v + 1 for v in f.support()), default=0)
    if not index:
        assert (main_variable(f), degree) == ("", 0)
        return
    x = variables(RING)[index - 1]
    assert main_variable(f) == str(x)
    assert degree == f.degree(index - 1) > 0
    assert f == initial(f) * x**degree + reductum(f)
    assert class_of(initial(f)) < index
    assert reductum(f).degree(index - 1) < degree


@THOROUGH
@given(POLYNOMIALS, st.integers(0, 2))
def test_the_leading_coefficient_in_any_variable(f: Polynomial, v: int) -> None:
    leading, degree = leading_coefficient(f, v), f.degree(v)
    assert leading == leading_coefficient(f, RING.variables[v])
    assert leading.degree(v) == 0
    rest = f - leading * variables(RING)[v] ** degree
    assert (not rest) if not degree else rest.degree(v) < degree


@THOROUGH
@given(*[POLYNOMIALS.filter(bool)] * 3)
def test_definition_3_9_ranks_of_polynomials_are_a_total_preorder(f: Polynomial, g: Polynomial, h: Polynomial) -> None:
    assert compare_ranks(f, f) == 0
    assert compare_ranks(f, g) == -compare_ranks(g, f)
    if compare_ranks(f, g) <= 0 and compare_ranks(g, h) <= 0:
        assert compare_ranks(f, h) <= 0
    assert (compare_ranks(f, g) == 0) is (rank(f) == rank(g))
    assert (compare_ranks(f, g) < 0) is (rank(f) < rank(g))


def test_definition_3_9_in_its_three_cases() -> None:
    x, y, _ = variables(RING)
    assert compare_ranks(constant(1), x) == -1
    assert compare_ranks(constant(1), constant(3)) == 0
    assert compare_ranks(x**5, y) == -1
    assert compare_ranks(y + x**7, y**2) == -1
    assert compare_ranks(x**3 * y**2 + 1, y**2) == 0


def literally_lower(first: Sequence[Polynomial], second: Sequence[Polynomial]) -> bool:
    """Definition 3.10 word by word, for nonempty sets."""
    if second[0].is_constant or first[0].is_constant:
        return first[0].is_constant and not second[0].is_constant
    shorter = min(len(first), len(second))
    for i in range(shorter):
        if all(compare_ranks(first[j], second[j]) == 0 for j in range(i)) and compare_ranks(first[i], second[i]) < 0:
            return True
    return len(first) > len(second) and all(compare_ranks(first[j], second[j]) == 0 for j in range(len(second)))


@THOROUGH
@given(*[ascending_sets()] * 3)
def test_definition_3_10_ranks_of_ascending_sets_are_a_total_preorder(
    first: AscendingSet, second: AscendingSet, third: AscendingSet
) -> None:
    if first and second:
        assert (compare_ranks(first, second) < 0) is literally_lower(first, second)
    assert compare_ranks(first, first) == 0
    assert compare_ranks(first, second) == -compare_ranks(second, first)
    if compare_ranks(first, second) <= 0 and compare_ranks(second, third) <= 0:
        assert compare_ranks(first, third) <= 0
    assert (compare_ranks(first, second) < 0) is (first.rank < second.rank)


def test_definition_3_10_the_longer_set_is_lower_and_the_trivial_one_lowest() -> None:
    x, y, z = variables(RING)
    ordered = [[constant(2)], [x, y, z], [x, y], [x, z**2], [x], [x**2, y], [x**2], [y], []]
    for first, second in combinations(ordered, 2):
        assert compare_ranks(first, second) == -1
        assert rank(first) < rank(second)
    for shuffled in list(permutations(ordered[:5]))[::7]:
        assert sorted(shuffled, key=rank) == ordered[:5]


@pytest.mark.slow
@THOROUGH
@given(ascending_sets(), ascending_sets())
def test_lemma_3_11_1_sets_of_the_same_rank_agree_one_by_one(first: AscendingSet, second: AscendingSet) -> None:
    one_by_one = len(first) == len(second) and all(compare_ranks(f, g) == 0 for f, g in zip(first, second, strict=True))
    assert (compare_ranks(first, second) == 0) is one_by_one


@THOROUGH
@given(ascending_sets(), POLYNOMIALS)
def test_lemma_3_11_2_a_reduced_polynomial_lowers_the_rank(T: AscendingSet, f: Polynomial) -> None:
    assume(not T.is_trivial and class_of(f) and is_reduced(f, T))
    lower = AscendingSet([*T.below(main_variable(f)), f])
    assert compare_ranks(lower, T) == -1


def test_what_has_no_rank_or_initial() -> None:
    x, _, _ = variables(RING)
    (other,) = variables(Ring.of("x", QQ))
    with pytest.raises(InputError, match="rank of the zero polynomial"):
        rank(x - x)
    with pytest.raises(InputError, match="rank of the zero polynomial"):
        compare_ranks(x, x - x)
    for nothing in (x - x, constant(1)):
        with pytest.raises(InputError, match="initial of the constant"):
            initial(nothing)
        with pytest.raises(InputError, match="reductum of the constant"):
            reductum(nothing)
    with pytest.raises(InputError, match="one of"):
        compare_ranks(x, other)
    with pytest.raises(InputError, match="two polynomials or two ascending sets"):
        compare_ranks(x, [x])  # type: ignore[call-overload]
    for wrong in ("w", 3, -1):
        with pytest.raises(InputError, match="a variable of"):
            leading_coefficient(x, wrong)
