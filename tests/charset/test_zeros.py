"""Numbers of zeros: by trying every point of a field that has all zeros, and by planting them over QQ."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import mul

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Field, Polynomial, Ring, variables
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.ideals.bases import groebner_basis
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.locating import FewZeros, few_zeros, rational_and_real
from casbridge.charset.ideals.numbers import dimension_and_degree
from casbridge.charset.ideals.operations import saturated
from casbridge.charset.ideals.quotients import FullChain, OrderedBasis, linear_form, quotient_algebra, squarefree_part
from casbridge.charset.ideals.zeros import has_zeros, number_of_zeros
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline
from tests.charset.finite import table
from tests.effort import examples

#: A field with the zeros of polynomials of degree 2 in x, and in y over them.
LARGE = {2: 16, 3: 81}
PLANE = {p: Ring.of("x y", Field(p)) for p in LARGE}


def product_of(factors: Iterable[Polynomial]) -> Polynomial:
    return reduce(mul, factors)


def in_x(ring: Ring) -> st.SearchStrategy[Polynomial]:
    """Products of polynomials in x of degree 1 or 2: with multiple zeros, and in characteristic 2 with x² + a."""
    x, _ = variables(ring)
    numbers = st.integers(0, ring.field.characteristic - 1)
    factor = st.builds(lambda a, b, degree: x**degree + a * x * (degree - 1) + b, numbers, numbers, st.integers(1, 2))
    return st.lists(factor, min_size=1, max_size=3).map(product_of)


def in_y(ring: Ring, with_initial: bool) -> st.SearchStrategy[Polynomial]:
    """Products of polynomials of degree 1 or 2 in y, with coefficients in x, monic or not."""
    x, y = variables(ring)
    numbers = st.integers(0, ring.field.characteristic - 1)
    coefficient = st.builds(lambda a, b: x * a + b, numbers, numbers)
    leading = coefficient.filter(bool) if with_initial else st.just(Polynomial.constant(ring, 1))
    factor = st.builds(
        lambda top, a, b, degree: top * y**degree + a * y * (degree - 1) + b,
        leading,
        coefficient,
        coefficient,
        st.integers(1, 2),
    )
    return st.lists(factor, min_size=1, max_size=2).map(product_of)


@st.composite
def ideals(draw: st.DrawFn) -> tuple[Polynomial, ...]:
    ring = draw(st.sampled_from([PLANE[p] for p in LARGE]))
    more = draw(st.lists(in_y(ring, True), max_size=1))
    return (draw(in_x(ring)), draw(in_y(ring, False)), *more)


def all_zeros(generators: tuple[Polynomial, ...], nonzero: tuple[Polynomial, ...] = ()) -> set[int]:
    return table(LARGE[generators[0].ring.field.characteristic]).zeros(generators, 2, nonzero)


def basis_of(generators: tuple[Polynomial, ...], order: str) -> OrderedBasis:
    ring = generators[0].ring
    return OrderedBasis(ring, groebner_basis(ring, generators, order), order)


@settings(deadline=None, max_examples=examples(50))
@given(ideals(), st.sampled_from(["lex", "degrevlex"]))
def test_zeros_of_an_ideal(generators: tuple[Polynomial, ...], order: str) -> None:
    found, right = basis_of(generators, order), all_zeros(generators)
    assert found.dimension() == (0 if right else -1)
    assert number_of_zeros(found.ring, [found]) == len(right)


@settings(deadline=None, max_examples=examples(25))
@given(st.data())
def test_zeros_of_several_ideals_and_chains_together(data: st.DataObject) -> None:
    first = data.draw(ideals())
    ring = first[0].ring
    same = ideals().filter(lambda one: one[0].ring == ring)
    parts: list[OrderedBasis | FullChain] = [basis_of(first, "degrevlex")]
    right = all_zeros(first)
    for other in data.draw(st.lists(same, max_size=2)):
        parts.append(basis_of(other, "lex"))
        right |= all_zeros(other)
    for chain in data.draw(st.lists(st.tuples(in_x(ring), in_y(ring, True)), max_size=2)):
        parts.append(chain)
        right |= all_zeros(chain, tuple(map(initial, chain)))
    assert number_of_zeros(ring, parts) == len(right)


@settings(deadline=None, max_examples=examples(50))
@given(st.data())
def test_zeros_of_small_chains(data: st.DataObject) -> None:
    ring = data.draw(st.sampled_from([PLANE[p] for p in LARGE]))
    small = data.draw(st.lists(st.tuples(in_x(ring), in_y(ring, True)), min_size=1, max_size=3))
    right = set().union(*(all_zeros(chain, tuple(map(initial, chain))) for chain in small))
    found = few_zeros(ring, small)
    assert found is None or found.number == len(right)


def test_small_chains_are_counted_and_large_ones_are_not() -> None:
    ring = Ring.of("x y", Field(101))
    x, y = variables(ring)
    chain = (x**2 - x - 1, (x - 3) * y**3 - x * y + 1)
    assert few_zeros(ring, [chain, chain, (x, y)]) == FewZeros(7, 2)
    assert few_zeros(ring, [(x**2 - 1, (x - 1) * y - 1)]) is None  # an initial that is no unit
    assert few_zeros(ring, [(x**65 - 1, y)]) is None
    assert few_zeros(ring, [(x**2 - 2, y ** (10**9) - x)]) is None


@settings(deadline=None, max_examples=examples(50))
@given(st.data())
def test_planted_zeros_over_the_rationals(data: st.DataObject) -> None:
    """The zeros of f in x and of (y - g(x))^k are as many as f has different ones."""
    ring = Ring.of("x y")
    x, y = variables(ring)
    irreducible = [x - 1, x + 2, x**2 - 2, x**2 + x + 1, x**3 - 2]
    real = dict(zip(irreducible, [1, 1, 2, 0, 1], strict=True))
    planted: set[tuple[Polynomial, ...]] = set()
    parts: list[OrderedBasis | FullChain] = []
    for _ in range(data.draw(st.integers(1, 3))):
        chosen = data.draw(st.lists(st.sampled_from(irreducible), min_size=1, max_size=3, unique=True))
        power = st.integers(1, 2)
        g = data.draw(st.sampled_from([x, 3 * x + 1, Polynomial(ring)]))
        generators = (product_of(f ** data.draw(power) for f in chosen), (y - g) ** data.draw(power))
        if data.draw(st.booleans()):
            parts.append((generators[0], generators[1] * (7 * x - 3)))
        else:
            parts.append(basis_of(generators, "degrevlex"))
        for f in chosen:  # the closed point; its degree is the one of f
            planted.add((f, *groebner_basis(ring, [f, y - g], "lex")))
    number = number_of_zeros(ring, parts)
    assert number == sum(f.total_degree for f, *_ in planted)
    rational = sum(f.total_degree == 1 for f, *_ in planted)
    assert rational_and_real(ring, parts, number) == (rational, sum(real[f] for f, *_ in planted))


@settings(deadline=None, max_examples=examples(50))
@given(st.data())
def test_zeros_in_a_finite_field(data: st.DataObject) -> None:
    ring = Ring.of("x y", Field(13))
    part = data.draw(st.tuples(in_x(ring), in_y(ring, True)))
    points = [(a, b) for a in range(13) for b in range(13) if not any(f.evaluate((a, b)) for f in part)]
    right = sum(bool(initial(part[1]).evaluate(point)) for point in points)
    number = number_of_zeros(ring, [part])
    assert rational_and_real(ring, [part], number) == (right, None)
    assert few_zeros(ring, [part]) in (None, FewZeros(number, right))


def test_small_chains_over_the_rationals_are_located() -> None:
    ring = Ring.of("x y")
    x, y = variables(ring)
    towers = [(x**2 - 2, y**3 - x), (x**2 + 1, x * y - 1), (x - 5, 2 * y**2 - y)]
    assert few_zeros(ring, towers) == FewZeros(10, 2, 4)
    assert few_zeros(ring, [(x**2 - 2**70, y)]) == FewZeros(2)  # long numbers might take long
    assert few_zeros(ring, [(x**13 - 2, y)]) == FewZeros(13)
    assert few_zeros(ring, [(x**2 + 1, y**2 - x**2)]) == few_zeros(ring, [(x**2 + 1, y**2 + 1)]) == FewZeros(4, 0, 0)


def test_what_is_not_located_says_why() -> None:
    with_parameter = Ring.of("x", parameters="a")
    _, x = variables(with_parameter)
    with pytest.raises(UnsupportedError, match="a field with parameters"):
        rational_and_real(with_parameter, [(x**2 - 1,)], 2)


def test_a_single_zero_over_a_field_with_parameters_is_rational() -> None:
    ring = Ring.of("x y", parameters="a")
    a, x, y = variables(ring)
    assert few_zeros(ring, [(a * x - 1, y - a)]) == FewZeros(1, 1)
    assert rational_and_real(ring, [(a * x - 1, y - a)], 1) == (1, None)
    assert few_zeros(ring, [(a * x - 1, y**2 - 1)]) == FewZeros(2)
    modular = Ring.of("x", Field(3), parameters="a")
    a, x = variables(modular)
    with pytest.raises(UnsupportedError, match="a field with parameters"):
        rational_and_real(modular, [(x**3 - a,)], 1)


@st.composite
def chains(draw: st.DrawFn) -> FullChain:
    """Chains of one or two polynomials in three variables, often without zeros at which the initials do not vanish."""
    ring = Ring.of("x y z", draw(st.sampled_from([Field(2), Field(3), Field(7), Field(0)])))
    mains = draw(st.sampled_from([(0,), (1,), (2,), *combinations(range(3), 2)]))
    found = []
    for main in mains:
        exponents = st.tuples(*[st.integers(0, 2 if v <= main else 0) for v in range(3)]).filter(lambda e: sum(e) <= 3)
        given_ones = draw(st.dictionaries(exponents, st.integers(-2, 2), min_size=1, max_size=4))
        f = Polynomial(ring, given_ones)
        if f.degree(main) == 0:
            f = f * variables(ring)[main] + 1 if f else variables(ring)[main]
        found.append(f)
    return tuple(found)


@settings(deadline=None, max_examples=examples(50))
@given(chains())
def test_zeros_of_a_chain_by_its_saturation(chain: FullChain) -> None:
    ring = chain[0].ring
    ideal = Ideal(ring, chain, Deadline.after(30))
    for one in map(initial, chain):
        ideal = saturated(ideal, [one])
    assert has_zeros(ring, chain) == (not ideal.is_whole)
    if not ideal.is_whole:
        assert dimension_and_degree(ideal)[0] == ring.size - len(chain)


def test_a_chain_whose_initial_vanishes_on_it_has_no_zeros() -> None:
    x, y, z = variables(Ring.of("x y z"))
    reducible = (y * (y - x), (y - x) * z - 1)
    assert has_zeros(x.ring, reducible)
    assert not has_zeros(x.ring, (y - x, (y - x) * z - 1))
    assert not has_zeros(x.ring, (Polynomial.constant(x.ring, 2),))
    assert number_of_zeros(x.ring, [(x**2, x * y - 1, z)]) == 0
    assert number_of_zeros(x.ring, [(x**2 - x, x * y - 1, z**2 - x)]) == 2


@settings(deadline=None, max_examples=examples(30))
@given(st.lists(st.tuples(*[st.fractions(-9, 9, max_denominator=9)] * 2), min_size=1, max_size=3), st.booleans())
def test_minimal_polynomials_are_those_of_the_matrices(numbers: list[tuple[Fraction, Fraction]], over_7: bool) -> None:
    p = 7 if over_7 else 0
    x, y = variables(Ring.of("x y", Field(7)) if over_7 else Ring.of("x y"))
    a, b = (product_of(x**2 + (one[i] if not over_7 else one[i].numerator) for one in numbers) for i in (0, 1))
    basis = OrderedBasis(x.ring, groebner_basis(x.ring, [a, y**2 - x * y + b]), "degrevlex")
    algebra = quotient_algebra(basis, basis.standard(), p, NEVER)
    for form in ([1, 0], [0, 1], [1, 1], linear_form(0, 2, p)):
        minimal = algebra.minimal(form)
        assert minimal == algebra.multiplication(form).minpoly()
        assert squarefree_part(minimal) == squarefree_part(algebra.form(form))


def test_inseparable_polynomials() -> None:
    ring = Ring.of("x y", Field(3))
    x, y = variables(ring)
    assert number_of_zeros(ring, [basis_of((x**3 - 2, y**9 - x), "lex")]) == 1
    assert number_of_zeros(ring, [basis_of((x**9 - x, y**3 - x), "lex")]) == 9


def test_parameters() -> None:
    a, x, y = variables(Ring.of("x y", parameters="a"))
    assert number_of_zeros(a.ring, [(x**2 - a, a * y**2 - x)]) == 4
    assert number_of_zeros(a.ring, [(x - a, y), (x + a, y)]) == 2
    with pytest.raises(UnsupportedError, match="over a field with parameters"):
        number_of_zeros(a.ring, [(x**2 - 2 * a * x + a**2, y)])
    assert has_zeros(a.ring, (x * y - a,))


def test_limits() -> None:
    ring = Ring.of("x y")
    x, y = variables(ring)
    with pytest.raises(LimitError, match="the zeros were not counted within 0 s"):
        number_of_zeros(ring, [(x**40 - 2, y**40 - x)], Deadline.after(0))
    with pytest.raises(UnsupportedError, match="more than 2000 standard monomials"):
        number_of_zeros(ring, [(x**60 - 2, y**60 - x)])
    with pytest.raises(UnsupportedError, match="more than 2000 standard monomials"):
        number_of_zeros(ring, [(x ** (10**9) - 2, y)])
