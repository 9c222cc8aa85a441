"""Triangular and ascending sets: definitions 3.3 to 3.5 and 3.16, and the zeros Z(T/I)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, Ring, variables
from casbridge.charset import (
    AscendingSet,
    Chain,
    PointChain,
    TriangularSet,
    in_saturation,
    is_irreducible,
    is_reduced,
    pseudo_remainder,
)
from casbridge.errors import CasbridgeError, InputError, UnsupportedError, UsageError
from tests.algebra.strategies import polynomials
from tests.charset.brute import value_at
from tests.charset.test_pseudo_division import triangular_sets
from tests.effort import examples

THOROUGH = settings(deadline=None, max_examples=examples(80))
SMALL_FIELDS = st.sampled_from([Field(2), Field(3), Field(5)])


def brute_zeros(T: TriangularSet) -> set[tuple[int, ...]]:
    """Z(T/I) by the definition: the points of the field at which all of T vanish and no initial does."""
    p = T.ring.field.characteristic
    return {
        point
        for point in product(range(p), repeat=T.ring.size)
        if all(value_at(f.terms, point, p) == 0 for f in T) and all(value_at(h.terms, point, p) for h in T.initials)
    }


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_what_a_set_says_about_itself(data: st.DataObject) -> None:
    ring = Ring.of("x y z", data.draw(SMALL_FIELDS))
    T = data.draw(triangular_sets(ring))
    assert list(T.main_variables) == sorted(T.main_variables)
    assert set(T.main_variables) | set(T.parameters) == set(ring.variables)
    assert T.dimension == len(T.parameters) == ring.size - len(T)
    for f, name, degree, h in zip(T, T.main_variables, T.degrees, T.initials, strict=True):
        assert f.degree(ring.index[name]) == degree > 0
        assert h.degree(ring.index[name]) == 0
        assert [*T.below(name), *T.at(name), *T.above(name)] == list(T)
        assert T.at(name) == TriangularSet([f])
    for name in ring.variables:
        assert [*T.below(name, inclusive=True), *T.above(name)] == list(T)
        assert [*T.below(name), *T.above(name, inclusive=True)] == list(T)
    assert TriangularSet(T, ring) == T == TriangularSet.of(T)
    assert hash(TriangularSet(T, ring)) == hash(T)
    assert "$" in T._repr_latex_()


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_definition_3_4_ascending_sets(data: st.DataObject) -> None:
    ring = Ring.of("x y z", data.draw(SMALL_FIELDS))
    T = data.draw(triangular_sets(ring))
    literally = all(is_reduced(T[i], T[j]) for i in range(len(T)) for j in range(i))
    assert T.is_ascending is literally
    if literally:
        assert AscendingSet(T, ring) == T
    else:
        with pytest.raises(InputError, match="expected an ascending set"):
            AscendingSet(T, ring)


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_definition_3_5_fine_triangular_sets(data: st.DataObject) -> None:
    T = data.draw(triangular_sets(Ring.of("x y z", data.draw(SMALL_FIELDS))))
    literally = all(pseudo_remainder(T.initials[i], T[:i]) for i in range(len(T)))
    assert T.is_fine is literally
    if T.is_ascending:
        assert T.is_fine  # an initial is reduced as its polynomial is, and not zero


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_zeros_without_those_of_the_initials(data: st.DataObject) -> None:
    T = data.draw(triangular_sets(Ring.of("x y z", data.draw(SMALL_FIELDS))))
    found = list(T.zeros())
    assert len(found) == len(set(found)) == T.zeros_count()
    assert set(found) == brute_zeros(T)
    assert found == list(T.zeros())


def at(f: Polynomial, point: tuple[Any, ...], zero: Any) -> Any:
    total = zero
    for exponents, coefficient in f.terms.items():
        term = zero + coefficient
        for base, exponent in zip(point, exponents, strict=True):
            term *= base**exponent
        total += term
    return total


@settings(deadline=None, max_examples=examples(25))
@given(st.data(), st.sampled_from([(2, 2), (2, 3), (3, 2)]))
def test_zeros_in_an_extension(data: st.DataObject, size: tuple[int, int]) -> None:
    flint = pytest.importorskip("flint")
    p, degree = size
    field = flint.fq_default_ctx(p, degree)
    values = [field(list(digits)) for digits in product(range(p), repeat=degree)]
    zero = field(0)
    T = data.draw(triangular_sets(Ring.of("x y", Field(p))))
    expected = {
        point
        for point in product(values, repeat=2)
        if all(at(f, point, zero) == 0 for f in T) and all(at(h, point, zero) != 0 for h in T.initials)
    }
    found = list(T.zeros(degree))
    assert len(found) == T.zeros_count(degree) == len(expected)
    assert set(found) == expected


def test_zeros_of_special_sets() -> None:
    ring = Ring.of("x y", Field(3))
    x, y = variables(ring)
    assert sorted(TriangularSet([], ring).zeros()) == list(product(range(3), repeat=2))
    assert TriangularSet([], ring).zeros_count(4) == 81**2
    assert list(AscendingSet([x - x + 1]).zeros()) == []
    assert AscendingSet([x - x + 1]).zeros_count(2) == 0
    assert TriangularSet([x**2 + 1]).zeros_count() == 0
    assert TriangularSet([x**2 + 1]).zeros_count(2) == 2 * 9
    assert TriangularSet([x**3 - 1, y - x]).zeros_count(2) == 1  # a triple root is one zero
    nothing = Ring.of("", Field(3))
    assert list(TriangularSet([], nothing).zeros()) == [()]
    with pytest.raises(UsageError, match="degree of at least 1"):
        TriangularSet([x]).zeros(0)


def test_rational_zeros() -> None:
    x, y, z = variables(Ring.of("x y z"))
    T = TriangularSet([x**2 - 1, (x - 1) * y + 1, (2 * z - 1) * (z**2 - 2)])
    assert list(T.zeros()) == [(-1, T.ring.field.inverse(2), T.ring.field.inverse(2))]
    assert T.zeros_count() == 1
    with pytest.raises(UnsupportedError, match="y, z may take any value"):
        TriangularSet([x]).zeros()
    with pytest.raises(UsageError, match="extension of degree 2 of QQ"):
        T.zeros(2)


def test_definition_3_16_irreducible_sets() -> None:
    x, y, z = variables(Ring.of("x y z"))
    assert is_irreducible(TriangularSet([], x.ring))
    assert is_irreducible(TriangularSet([x**2 - 2]))
    assert is_irreducible(TriangularSet([y**2 - x]))
    assert not is_irreducible(TriangularSet([y**2 - x**2]))
    assert is_irreducible(TriangularSet([x**2 - 2, y**2 - 3]))
    assert not is_irreducible(TriangularSet([x**2 - 2, y**2 - 3, z**2 - 6]))
    assert not is_irreducible(TriangularSet([x**2 - 2, y**2 - 8]))
    assert not is_irreducible(TriangularSet([x**2, x**2 * y - 1]))  # not fine
    assert not is_irreducible(AscendingSet([x - x + 1]))
    # Over the function field K(x) a content in the parameters is a unit.
    assert is_irreducible(TriangularSet([x * y - x]))


def test_membership_in_the_saturation() -> None:
    x, y, _ = variables(Ring.of("x y z"))
    T = TriangularSet([x**2 - 2, y**2 - 3])
    assert in_saturation(x**2 * y**2 - 6, T)
    assert not in_saturation(x * y - 1, T)
    twisted = TriangularSet([x**2 - 2, x * y - 2])
    assert in_saturation(y - x, twisted)
    assert not in_saturation(y + x, twisted)
    mixed = TriangularSet([x**2 - x, x * y - 1])
    assert in_saturation(x * y - 1, mixed)
    with pytest.raises(UnsupportedError, match="not irreducible"):
        in_saturation(x - 1, mixed)  # a member, but its pseudo-remainder is itself
    assert in_saturation(x, AscendingSet([x - x + 1]))


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_members_of_the_saturation_vanish_at_all_zeros(data: st.DataObject) -> None:
    ring = Ring.of("x y z", data.draw(st.sampled_from([Field(3), Field(5)])))
    T = data.draw(triangular_sets(ring))
    combination = Polynomial(ring)
    for f in T:
        combination = combination + f * data.draw(polynomials(ring, terms=2, degree=1))
    for f in (combination, combination + data.draw(polynomials(ring, terms=1, degree=1))):
        try:
            member = in_saturation(f, T)
        except UnsupportedError:
            continue
        if member:
            assert all(value_at(f.terms, point, ring.field.characteristic) == 0 for point in T.zeros())
        elif f == combination:
            pytest.fail("a combination of the polynomials is in the saturation")


def test_chains_and_triangular_sets() -> None:
    ring = Ring.of("x y", Field(11))
    x, y = variables(ring)
    chain = Chain(ring, (x - 4, y + 1))
    assert chain.triangular_set() == TriangularSet([x - 4, y + 1])
    point_chain = PointChain(ring, (0, 1), (4, 10))
    assert point_chain.triangular_set() == TriangularSet.of(point_chain) == chain.triangular_set()
    assert AscendingSet.of(chain).is_ascending
    assert Chain(ring, ()).triangular_set() == TriangularSet([], ring)
    assert repr(chain.triangular_set()) == repr(chain)
    assert chain.triangular_set()._repr_latex_() == chain._repr_latex_()


def test_what_is_no_triangular_set() -> None:
    x, y = variables(Ring.of("x y"))
    wrong: list[list[Polynomial]] = [[y, x], [x, x], [x, x - x], [x - x], [x, y - y + 1], [x - x + 1]]
    for listed in wrong:
        with pytest.raises(InputError):
            TriangularSet(listed)
    with pytest.raises(InputError, match="polynomials or a ring"):
        TriangularSet([])
    with pytest.raises(InputError, match="one of"):
        TriangularSet([x], Ring.of("x y", Field(3)))
    with pytest.raises(CasbridgeError):
        AscendingSet([x - x])
    assert TriangularSet([x], x.ring) != [x]
    assert TriangularSet([x]) != TriangularSet(variables(Ring(QQ, ("x",))))
