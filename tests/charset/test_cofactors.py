"""Membership with cofactors: the sum of the products is the polynomial, and only members have cofactors."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from casbridge import QQ, Field, Polynomial, Ring
from casbridge.charset.general.cofactors import ExplainedBasis
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline

RINGS = [Ring.of("x y z", Field(p)) for p in (2, 5, 2147483629)] + [Ring.of("x y z", QQ)]


def polynomials(ring: Ring, degree: int = 2) -> st.SearchStrategy[Polynomial]:
    exponents = [e for e in product(range(degree + 1), repeat=ring.size) if sum(e) <= degree]
    terms = st.dictionaries(st.sampled_from(exponents), st.integers(-3, 3), max_size=4)
    return terms.map(lambda found: Polynomial(ring, found))


def expanded(cofactors: tuple[Polynomial, ...], generators: list[Polynomial], ring: Ring) -> Polynomial:
    total = Polynomial(ring)
    for cofactor, generator in zip(cofactors, generators, strict=True):
        total = total + cofactor * generator
    return total


@given(st.data())
def test_sums_of_multiples_have_cofactors(data: st.DataObject) -> None:
    ring = data.draw(st.sampled_from(RINGS))
    generators = data.draw(st.lists(polynomials(ring), min_size=1, max_size=3))
    factors = [data.draw(polynomials(ring, 1)) for _ in generators]
    member = expanded(tuple(factors), generators, ring)
    found = ExplainedBasis(generators).cofactors(member)
    assert found is not None
    assert expanded(found, generators, ring) == member


@given(st.data())
def test_what_is_not_zero_at_a_common_zero_has_no_cofactors(data: st.DataObject) -> None:
    ring = data.draw(st.sampled_from(RINGS))
    point = data.draw(st.tuples(*[st.integers(0, 1)] * 3))
    generators = [p - p.evaluate(point) for p in data.draw(st.lists(polynomials(ring), min_size=1, max_size=3))]
    other = data.draw(polynomials(ring))
    basis = ExplainedBasis(generators)
    assert not basis.is_whole_ring
    if other.evaluate(point):
        assert basis.cofactors(other) is None
        assert basis.remainder(other)


def test_one_is_in_the_ideal_of_an_inconsistent_system() -> None:
    ring = Ring.of("x y")
    x, y = (Polynomial(ring, {e: 1}) for e in ((1, 0), (0, 1)))
    generators = [x * y - 1, x**2, y + 3]
    basis = ExplainedBasis(generators)
    one = Polynomial.constant(ring, 1)
    found = basis.cofactors(one)
    assert basis.is_whole_ring
    assert found is not None
    assert expanded(found, generators, ring) == one


def test_zero_generators_and_the_zero_polynomial() -> None:
    ring = Ring.of("x")
    zero = Polynomial(ring)
    basis = ExplainedBasis([zero, zero])
    assert basis.cofactors(zero) == (zero, zero)
    assert basis.cofactors(zero + 1) is None


def test_the_deadline_holds() -> None:
    ring = Ring.of("a b c d e f")
    v = [Polynomial(ring, {tuple(int(i == j) for j in range(6)): 1}) for i in range(6)]
    cyclic = [sum(v, start=Polynomial(ring))]
    for size in range(2, 6):
        total = Polynomial(ring)
        for start in range(6):
            term = Polynomial.constant(ring, 1)
            for k in range(size):
                term = term * v[(start + k) % 6]
            total = total + term
        cyclic.append(total)
    with pytest.raises(LimitError):
        ExplainedBasis([*cyclic, v[0] * v[1] * v[2] * v[3] * v[4] * v[5] - 1], Deadline.after(0.05))


def test_without_flint_it_is_unsupported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casbridge.charset.general.cofactors.chosen_arithmetic", lambda: "sympy")
    with pytest.raises(UnsupportedError, match="python-flint"):
        ExplainedBasis([Polynomial(Ring.of("x"), {(1,): 1})])
