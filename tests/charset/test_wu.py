"""Basic sets, characteristic sets and series against their definitions and, over small fields, against all points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

import casbridge.charset
from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.arithmetic import chosen_arithmetic
from casbridge.charset import (
    AscendingSet,
    TriangularSet,
    basic_set,
    characteristic_series,
    characteristic_set,
    class_of,
    compare_ranks,
    factor_relations,
    irreducible_characteristic_series,
    is_characteristic_series,
    is_characteristic_set,
    is_irreducible,
    is_reduced,
    medial_set,
    pseudo_remainder,
    pseudo_remainders,
    zero_relations,
)
from casbridge.errors import InputError, UsageError
from tests.algebra.strategies import polynomials
from tests.charset.brute import value_at
from tests.effort import examples

MODERATE = settings(deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
FEW = settings(deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])
factoring = pytest.mark.skipif(
    chosen_arithmetic() == "sympy", reason="SymPy cannot factor in several variables over GF(p)"
)
SMALL_FIELDS = [Field(2), Field(3), Field(5)]
FIELDS = [QQ, *SMALL_FIELDS, Field(32003)]

Points = set[tuple[int, ...]]


@st.composite
def systems(draw: st.DrawFn, fields: Sequence[Field] = SMALL_FIELDS, most: int = 3) -> list[Polynomial]:
    """One to three small nonzero polynomials in three variables; some have a zero that was chosen beforehand."""
    ring = Ring.of("x y z", draw(st.sampled_from(fields)))
    listed = draw(st.lists(polynomials(ring, terms=3, degree=2).filter(bool), min_size=1, max_size=most))
    if draw(st.booleans()):
        point = [draw(st.integers(0, 1)) for _ in range(ring.size)]
        listed = [f - f.evaluate(point) for f in listed]
    assume(all(f.total_degree <= 4 for f in listed))
    return [f for f in listed if f] or [variables(ring)[0]]


def zeros_of(listed: Iterable[Polynomial], ring: Ring) -> Points:
    """Z(P) in the field, by trying every point."""
    p = ring.field.characteristic
    points = product(range(p), repeat=ring.size)
    equations = [f.terms for f in listed]
    return {point for point in points if all(value_at(terms, point, p) == 0 for terms in equations)}


def zeros_without(listed: Iterable[Polynomial], initials: Iterable[Polynomial], ring: Ring) -> Points:
    """Z(P/I): the zeros of P at which no initial vanishes."""
    p = ring.field.characteristic
    return {point for point in zeros_of(listed, ring) if all(value_at(h.terms, point, p) != 0 for h in initials)}


def all_ascending_sets(listed: Sequence[Polynomial]) -> Iterable[AscendingSet]:
    """Φ of definition 3.12: every ascending set of polynomials of the list."""
    for size in range(1, len(listed) + 1):
        for chosen in combinations(listed, size):
            try:
                yield AscendingSet(sorted(chosen, key=class_of))
            except InputError:
                continue


@pytest.mark.slow
@MODERATE
@given(systems(FIELDS, most=6))
def test_definition_3_12_a_basic_set_is_lowest_among_all_ascending_sets(P: list[Polynomial]) -> None:
    found = basic_set(P)
    assert isinstance(found, AscendingSet)
    assert set(found) <= set(P)
    assert all(compare_ranks(found, other) <= 0 for other in all_ascending_sets(P))
    if not found.is_trivial:
        # What is reduced with respect to it would lower it: lemma 3.11.
        assert not any(is_reduced(f, found) for f in P if f not in found)


@MODERATE
@given(systems())
def test_definition_3_6_a_medial_set_is_in_the_ideal_and_not_above_a_basic_set(P: list[Polynomial]) -> None:
    ring = P[0].ring
    found = medial_set(P)
    assert compare_ranks(found, basic_set(P)) <= 0
    assert zeros_of(P, ring) <= zeros_of(found, ring)


@pytest.mark.slow
@MODERATE
@given(systems())
def test_definition_3_7_a_characteristic_set(P: list[Polynomial]) -> None:
    ring = P[0].ring
    C = characteristic_set(P)
    assert isinstance(C, AscendingSet)
    assert not any(pseudo_remainder(f, C) for f in P)
    assert is_characteristic_set(C, P)
    assert compare_ranks(C, basic_set(P)) <= 0
    assert zeros_of(P, ring) <= zeros_of(C, ring)
    assert characteristic_set(list(C)) == C
    assert characteristic_set([*P, *C]).rank <= C.rank


@FEW
@given(systems([QQ, Field(32003)], most=2))
def test_definition_3_7_over_large_fields(P: list[Polynomial]) -> None:
    """In the ideal: multiples of the polynomials of P lead to it, so that it vanishes where P does."""
    C = characteristic_set(P)
    assert not any(pseudo_remainders(P, C))
    point = (1, 1, 1)
    if all(f.evaluate(point) == 0 for f in P):
        assert all(f.evaluate(point) == 0 for f in C)


@pytest.mark.slow
@MODERATE
@given(systems())
def test_proposition_3_8_the_three_relations(P: list[Polynomial]) -> None:
    ring = P[0].ring
    relations = zero_relations(P)
    C, initials = relations.characteristic_set, relations.initials
    assert initials == C.initials
    of_P, of_C, without = zeros_of(P, ring), zeros_of(C, ring), zeros_without(C, initials, ring)
    if C.is_trivial:
        assert not of_P
        assert relations.systems == ()
        return
    assert without <= of_P <= of_C
    assert without == zeros_without(P, initials, ring) == set(C.zeros())
    assert all(set(system) == {*P, h} for system, h in zip(relations.systems, initials, strict=True))
    assert of_P == without.union(*(zeros_of(system, ring) for system in relations.systems))


@pytest.mark.slow
@MODERATE
@given(systems(most=2))
def test_definition_3_15_the_zeros_of_a_series_are_those_of_the_system(P: list[Polynomial]) -> None:
    ring = P[0].ring
    series = characteristic_series(P)
    assert is_characteristic_series(series, P)
    assert set().union(*(C.zeros() for C in series)) == zeros_of(P, ring)
    assert len(series) == len(set(series))


@pytest.mark.slow
@FEW
@given(systems([Field(2), Field(3)], most=2))
def test_definition_3_15_in_an_extension(P: list[Polynomial]) -> None:
    """Over GF(p²): by number, after the points that several chains share are counted once."""
    flint = pytest.importorskip("flint")
    ring = P[0].ring
    p = ring.field.characteristic
    field = flint.fq_default_ctx(p, 2)
    values = [field(list(digits)) for digits in product(range(p), repeat=2)]
    powers = [{(v, e): v**e for v in values for e in range(3)}]
    expected = {
        point
        for point in product(values, repeat=ring.size)
        if all(
            sum(
                (c * powers[0][point[0], e[0]] * powers[0][point[1], e[1]] * powers[0][point[2], e[2]])
                for e, c in f.terms.items()
            )
            == 0
            for f in P
        )
    }
    found = set().union(*(C.zeros(2) for C in characteristic_series(P)))
    assert found == expected


@factoring
@FEW
@given(systems(most=2))
def test_theorem_3_17_the_zeros_of_a_system_split_by_factors(P: list[Polynomial]) -> None:
    ring = P[0].ring
    C = characteristic_set(P)
    if C.is_trivial or is_irreducible(C):
        with pytest.raises(InputError, match="a reducible one"):
            factor_relations(P)
        return
    found = factor_relations(P)
    assert is_irreducible(TriangularSet(C[: found.index - 1], ring))
    assert {class_of(factor) for factor in found.factors} == {class_of(C[found.index - 1])}
    systems = [*found.initial_systems, *found.factor_systems]
    assert set().union(*(zeros_of(system, ring) for system in systems)) == zeros_of(P, ring)


@factoring
@FEW
@given(systems(most=2))
def test_theorem_3_17_an_irreducible_series_has_the_zeros_of_the_system(P: list[Polynomial]) -> None:
    ring = P[0].ring
    series = irreducible_characteristic_series(P)
    assert all(is_irreducible(T) for T in series)
    assert set().union(*(T.zeros() for T in series)) == zeros_of(P, ring)
    assert not any(pseudo_remainder(f, T) for f in P for T in series)


def test_theorem_3_17_needs_the_system_of_the_last_initial() -> None:
    """x·(y² − 1) splits into y − 1 and y + 1; its zeros with x = 0 are those of its initial."""
    ring = Ring.of("x y", Field(3))
    x, y = variables(ring)
    found = factor_relations([x * (y**2 - 1)])
    assert found.index == 1
    assert set(found.factors) == {y - 1, y + 1}
    assert found.initial_systems == ((x * (y**2 - 1), x),)


def test_the_round_of_the_algorithm_takes_a_basic_set_of_everything() -> None:
    """With a basic set of the remainders alone, as the paper prints it, this system has no end."""
    x, y = variables(Ring.of("x y"))
    assert characteristic_set([y, x + y]) == AscendingSet([x, y])


def test_a_known_series() -> None:
    x, y = variables(Ring.of("x y"))
    f = x * y**2 + y + 1
    assert characteristic_series([f]) == [AscendingSet([f]), AscendingSet([x, y + 1])]
    assert irreducible_characteristic_series([f]) == [TriangularSet([f]), TriangularSet([x, y + 1])]
    assert not is_characteristic_series([[x, y]], [f])
    assert not is_characteristic_series([[x - x + 1]], [f])
    assert not is_characteristic_series([[y, x]], [f])


def test_the_example_4_1_of_the_paper_has_its_solution_as_characteristic_set() -> None:
    """The colouring model of a shidoku with one solution, over F_11: chains of linear polynomials."""
    ring = Ring.of([f"x{i + 1}" for i in range(16)], Field(11))
    cells = variables(ring)
    clues = {1: 4, 7: 1, 10: 3, 12: 2}

    def domain(x: Polynomial) -> Polynomial:
        return (x - 1) * (x - 2) * (x - 3) * (x - 4)

    system = [cells[i] - clues[i] if i in clues else domain(cells[i]) for i in range(16)]
    for i, j in combinations(range(16), 2):
        box_i, box_j = (i // 8, i % 4 // 2), (j // 8, j % 4 // 2)
        if i // 4 == j // 4 or i % 4 == j % 4 or box_i == box_j:
            differ = (domain(cells[i]) - domain(cells[j])).quotient(cells[i] - cells[j])
            assert differ is not None
            system.append(differ)
    assert len(system) == 72
    grid = [1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4]
    assert list(characteristic_set(system)) == [x - digit for x, digit in zip(cells, grid, strict=True)]


def test_special_systems() -> None:
    ring = Ring.of("x y")
    x, y = variables(ring)
    zero, one = x - x, x - x + 1
    nothing = AscendingSet([], ring)
    for empty in ([zero], PolynomialSystem.of(ring, [])):
        assert basic_set(empty) == medial_set(empty) == characteristic_set(empty) == nothing
        assert characteristic_series(empty) == [nothing]
        assert irreducible_characteristic_series(empty) == [nothing]
        assert zero_relations(empty).systems == ()
    assert characteristic_set([x, y, one * 3]) == AscendingSet([one * 3])
    assert characteristic_set([x, x + 1]) == AscendingSet([one])
    assert characteristic_series([x, x + 1]) == irreducible_characteristic_series([x, x + 1]) == []
    # A set without zeros that is not trivial: only the irreducible series is sure to see it.
    assert characteristic_series([x * y - 1, x**2]) == [AscendingSet([x**2, x * y - 1])]
    assert irreducible_characteristic_series([x * y - 1, x**2]) == []
    system = PolynomialSystem.of(ring, [x * y - 1, x**2 - 2])
    assert characteristic_set(system) == characteristic_set([x**2 - 2, x * y - 1, zero])
    assert is_characteristic_set([x**2 - 2, x * y - 1], system)
    assert not is_characteristic_set([x * y - 1, x**2 - 2], system)


def test_what_is_no_system() -> None:
    x, _ = variables(Ring.of("x y"))
    with pytest.raises(InputError, match="no ring"):
        basic_set([])
    with pytest.raises(InputError, match="one of"):
        characteristic_set([x, variables(Ring.of("x y", Field(3)))[0]])
    with pytest.raises(InputError, match="one of"):
        is_characteristic_set(variables(Ring.of("x y", Field(3))), [x])
    with pytest.raises(UsageError, match="expected a PolynomialSystem"):
        characteristic_set(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", casbridge.charset.__all__)
def test_public_names_are_there_and_documented(name: str) -> None:
    found = getattr(casbridge.charset, name)
    assert name in dir(casbridge.charset)
    assert found.__doc__
    assert not isinstance(found, type(casbridge))


def test_there_are_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'basic_sets'"):
        casbridge.charset.basic_sets  # noqa: B018
