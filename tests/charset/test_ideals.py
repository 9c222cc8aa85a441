"""Ideals of the reference: identities, SymPy's bases, and brute force over small fields."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, Ring, variables
from casbridge.algebra.extensions import Step, tower_of
from casbridge.algebra.formats import read_system
from casbridge.charset.ideals.bases import groebner_basis, without_variables
from casbridge.charset.ideals.components import intersection, minimal_primes, primary_decomposition, radical
from casbridge.charset.ideals.factors import OverTower
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import dimension_and_degree, hilbert_numerator
from casbridge.charset.ideals.operations import eliminated, in_radical, intersected, saturated
from casbridge.crosscheck.division import Divisor, failing_pair, redundant_term
from casbridge.crosscheck.tasks.primary import mixed_product
from casbridge.crosscheck.tasks.primes import zero_divisors
from casbridge.errors import InputError, LimitError, UnsupportedError
from casbridge.limits import Deadline

FIELDS = [QQ, Field(2), Field(3), Field(7)]


@st.composite
def ideals(draw: st.DrawFn, fields: list[Field] = FIELDS, size: int = 3) -> Ideal:
    """Ideals of one or two short polynomials in x, y, z that often have factors, so that there is something to find."""
    ring = Ring.of(["x", "y", "z"][:size], draw(st.sampled_from(fields)))

    def factor(degree: int) -> st.SearchStrategy[Polynomial]:
        exponents = st.tuples(*[st.integers(0, degree)] * size).filter(lambda e: sum(e) <= degree)
        terms = st.dictionaries(exponents, st.integers(-2, 2), min_size=1, max_size=2)
        return terms.map(lambda given: Polynomial(ring, given))

    generators = draw(st.lists(st.tuples(factor(1), factor(2)), min_size=1, max_size=2))
    return Ideal(ring, [a * b for a, b in generators], Deadline.after(120))


def points(ring: Ring) -> list[tuple[int, ...]]:
    return list(product(range(ring.field.characteristic), repeat=ring.size))


def zeros(ideal: Ideal) -> set[tuple[int, ...]]:
    return {p for p in points(ideal.ring) if not any(f.evaluate(p) for f in ideal.generators)}


@given(ideals())
def test_bases_are_reduced_groebner_bases_of_the_ideal(ideal: Ideal) -> None:
    for order in ("degrevlex", "lex"):
        basis = groebner_basis(ideal.ring, ideal.generators, order)
        assert failing_pair(basis, order) is None
        assert redundant_term(basis, order) is None
        divisor = Divisor(basis, order)
        assert not any(divisor.remainder(f) for f in ideal.generators)
        assert all(ideal.contains(f) for f in basis)


@given(ideals(), st.data())
def test_remainders_tell_members(ideal: Ideal, data: st.DataObject) -> None:
    x, y, z = variables(ideal.ring)
    cofactors = [data.draw(st.sampled_from([x, y - 1, z * x + 1, 0 * x])) for _ in ideal.generators]
    member = sum((c * f for c, f in zip(cofactors, ideal.generators, strict=True)), 0 * x)
    assert ideal.contains(member)
    if not ideal.is_whole:
        assert not ideal.contains(member + 1)
        assert Divisor(ideal.basis, "degrevlex").remainder(x * y * z).normal() == ideal.remainder(x * y * z).normal()


@given(ideals([QQ, Field(5)]), st.sampled_from([[0], [1], [2], [0, 2]]))
def test_elimination_is_that_of_a_lexicographic_basis(ideal: Ideal, positions: list[int]) -> None:
    ring = ideal.ring
    places = [*(v for v in range(ring.size) if v not in positions), *positions]
    moved = Ring(ring.field, tuple(ring.variables[v] for v in places))
    there = [places.index(v) for v in range(ring.size)]
    by_lex = groebner_basis(moved, [f.rename(moved, there) for f in ideal.generators], "lex")
    kept = len(places) - len(positions)
    expected = [f.rename(ring, places) for f in by_lex if all(v < kept for v in f.support())]
    found = eliminated(ideal, positions)
    assert found.equals(Ideal(ring, expected))
    assert not any(v in positions for f in found.basis for v in f.support())


@given(ideals(), st.data())
def test_saturations_have_what_a_power_brings_into_the_ideal(ideal: Ideal, data: st.DataObject) -> None:
    x, y, z = variables(ideal.ring)
    by = data.draw(st.sampled_from([x, y - 1, x * y, z + x]))
    found = saturated(ideal, [by])
    assert found.includes(ideal)
    assert all(ideal.contains(f * by ** ideal.power(by, f)) for f in found.basis)
    assert saturated(found, [by]).equals(found), "no zero divisor is left"
    both = saturated(ideal, [by, x])
    assert both.equals(intersected([found, saturated(ideal, [x])]))


@given(ideals([QQ, Field(3)]), ideals([QQ, Field(3)]))
def test_intersections_have_the_products_and_lie_in_both(first: Ideal, second: Ideal) -> None:
    other = Ideal(first.ring, [Polynomial(first.ring, f.terms) for f in second.generators])
    found = intersected([first, other])
    assert first.includes(found)
    assert other.includes(found)
    assert all(found.contains(f * g) for f in first.generators for g in other.generators)
    assert found.equals(intersected([other, first]))


@given(ideals())
def test_primary_decompositions(ideal: Ideal) -> None:
    parts = primary_decomposition(ideal)
    assert intersection([part.ideal for part in parts], ideal).equals(ideal)
    for part in parts:
        assert mixed_product(part.ideal) is None
        assert zero_divisors(part.prime, minimal_primes(part.prime)) is None
        assert part.prime.includes(part.ideal)
        assert all(in_radical(part.ideal, f) for f in part.prime.basis)
        others = [other.ideal for other in parts if other is not part]
        assert not part.ideal.includes(intersection(others, ideal))
    assert len({part.prime.basis for part in parts}) == len(parts)
    minimal = {prime.ideal.basis for prime in minimal_primes(ideal)}
    assert minimal <= {part.prime.basis for part in parts}


@given(ideals())
def test_radicals_and_minimal_primes(ideal: Ideal) -> None:
    found = radical(ideal)
    primes = minimal_primes(ideal)
    assert found.includes(ideal)
    assert all(in_radical(ideal, f) for f in found.basis)
    assert radical(found).equals(found)
    assert all(zero_divisors(prime.ideal, minimal_primes(prime.ideal)) is None for prime in primes)
    assert not any(a.ideal.includes(b.ideal) for a in primes for b in primes if a is not b)


@given(ideals([Field(2), Field(3)], size=2))
def test_the_radical_of_points_has_all_that_vanishes_there(ideal: Ideal) -> None:
    ring = ideal.ring
    p = ring.field.characteristic
    finite = Ideal(ring, [*ideal.generators, *(v**p - v for v in variables(ring))])
    there, found = zeros(finite), radical(finite)
    assert dimension_and_degree(found) == ((0, len(there)) if there else (-1, 0))
    for coefficients in product(range(p), repeat=3):
        x, y = variables(ring)
        f = coefficients[0] * x + coefficients[1] * y + coefficients[2] * x * y
        assert found.contains(f) == (not any(f.evaluate(point) for point in there))
        assert in_radical(finite, f) == found.contains(f)


@given(ideals([Field(2), Field(3)], size=2), st.sampled_from([0, 1]))
def test_saturating_a_finite_set_leaves_the_zeros_where_the_polynomial_is_not_0(ideal: Ideal, variable: int) -> None:
    ring = ideal.ring
    p = ring.field.characteristic
    finite = Ideal(ring, [*ideal.generators, *(v**p - v for v in variables(ring))])
    by = variables(ring)[variable]
    assert zeros(saturated(finite, [by])) == {point for point in zeros(finite) if point[variable]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("variables: x y z\n0", (3, 1)),
        ("variables: x y z\n1", (-1, 0)),
        ("variables: x y z\nx^2*y", (2, 3)),
        ("variables: x y z\ny - x^2\nz - x^3", (1, 3)),
        ("variables: x y\nx^2\nx*y*(y - 1)", (1, 1)),
        ("variables: x y z w\nx*w - y*z", (3, 2)),
        ("variables: x y\n(x^2 + 1)^2\ny^3 - x", (0, 12)),
        ("variables: a b c d e f\na*d - b*c\na*f - b*e\nc*f - d*e", (4, 3)),
        ("", (0, 1)),
    ],
)
def test_known_dimensions_and_degrees(text: str, expected: tuple[int, int]) -> None:
    system = read_system(text) if text else read_system("variables:\n0")
    assert dimension_and_degree(Ideal(system.ring, system.polynomials())) == expected


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=5))
def test_the_hilbert_series_counts_monomials(monomials: list[tuple[int, ...]]) -> None:
    """The coefficients of Q(t)/(1 − t)³ are the numbers of monomials of each degree outside the ideal."""
    numerator = hilbert_numerator(monomials)
    for degree in range(8):
        standard = [
            e
            for e in product(range(degree + 1), repeat=3)
            if sum(e) == degree and not any(all(a >= b for a, b in zip(e, one, strict=True)) for one in monomials)
        ]
        # 1/(1 − t)³ has the coefficients (n + 1)(n + 2)/2.
        series = sum(c * (degree - i + 1) * (degree - i + 2) // 2 for i, c in enumerate(numerator) if i <= degree)
        assert len(standard) == series


def test_many_variables_that_share_a_letter_leave_room_for_one_more() -> None:
    ring = Ring.of(["t" * 100, "t1"])
    long, short = variables(ring)
    assert saturated(Ideal(ring, [long * short]), [short]).basis == (long,)


def test_bad_ideals_are_refused() -> None:
    x, y = variables(Ring.of("x y"))
    with pytest.raises(InputError, match="a polynomial of"):
        Ideal(Ring.of("x"), [x])
    with pytest.raises(UnsupportedError, match="parameters"):
        Ideal(Ring.of("x", parameters="a"), [])
    with pytest.raises(LimitError, match="no power up to"):
        Ideal(x.ring, [x]).power(y)
    with pytest.raises(LimitError):
        groebner_basis(x.ring, [x * y - 1, y**2 - x], deadline=Deadline.after(0))


def test_without_variables_keeps_what_is_free_of_them() -> None:
    s, t, x, y = variables(Ring.of("s t x y"))
    assert without_variables(s.ring, [x - s * t, y - s], [0, 1]) == ()
    assert without_variables(s.ring, [x - s**2, y - s**4], [0, 1]) == (y - x**2,)


# -- factors -----------------------------------------------------------------------------------------------------------

TOWERS = [
    "variables: a x y\n0",
    "variables: a x y\na^2 - 2",
    "field: 5\nvariables: a x y\na^2 - 2",
    "field: 2\nvariables: x a y\na^2 + a + 1",
    "variables: a x b y\na^2 - 3\nb^2 - a",
]


@st.composite
def products(draw: st.DrawFn) -> tuple[OverTower, list[tuple[Polynomial, int]]]:
    """A tower, and powers of polynomials in y over it."""
    system = read_system(draw(st.sampled_from(TOWERS)))
    over = OverTower(system.ring, tower_of(system) if len(system) else ())
    (place,) = (system.ring.index["y"],)
    free = [v for v, name in enumerate(system.ring.variables) if v in over.adjoined or name == "y"]

    def polynomial(given: dict[tuple[int, ...], int]) -> Polynomial:
        terms = {}
        for e, c in given.items():
            exponents = [0] * system.ring.size
            for v, x in zip(free, e, strict=True):
                exponents[v] = x if v == place else min(x, 1)
            terms[tuple(exponents)] = c
        return over.reduced(Polynomial(system.ring, terms))

    one = st.dictionaries(st.tuples(*[st.integers(0, 2)] * len(free)), st.integers(-2, 2), min_size=1, max_size=3)
    factors = draw(st.lists(st.tuples(one.map(polynomial).filter(bool), st.integers(1, 2)), min_size=1, max_size=2))
    return over, factors


@given(products())
def test_products_of_the_factors_are_the_polynomial(given: tuple[OverTower, list[tuple[Polynomial, int]]]) -> None:
    over, powers = given
    whole = Polynomial.constant(over.ring, 1)
    for factor, times in powers:
        whole = over.reduced(whole * factor**times)
    unit, found = over.factors(whole)
    assert over.is_number(unit)
    back = unit
    for factor, times in found:
        assert over.proper_factors(factor) is None
        back = over.reduced(back * factor**times)
    assert back == whole
    assert not any(over.are_associated(a, b) for i, (a, _) in enumerate(found) for b, _ in found[:i])
    # As many factors, counted with multiplicity, as the given ones have together.
    parts = sum(times * sum(n for _, n in over.factors(factor)[1]) for factor, times in powers)
    assert sum(times for _, times in found) == parts


@pytest.mark.parametrize("p", [2, 3])
def test_irreducible_over_a_small_field_is_without_divisors(p: int) -> None:
    """All polynomials in x of degree 2 and 3 over GF(p)(a), a² as small as can be, by trial with all monic divisors."""
    system = read_system({2: "field: 2\nvariables: a x\na^2 + a + 1", 3: "field: 3\nvariables: a x\na^2 + 1"}[p])
    over = OverTower(system.ring, tower_of(system))
    a, x = variables(system.ring)
    elements = [i + j * a for i, j in product(range(p), repeat=2)]
    linear = {over.reduced(x + c) for c in elements}
    reducible = {over.reduced(f * (x + c)) for f in linear for c in elements}
    for b, c in product(elements, repeat=2):
        f = over.reduced(x**2 + b * x + c)
        assert (over.proper_factors(f) is not None) == (f in reducible)


@pytest.mark.parametrize(
    ("text", "irreducible"),
    [
        ("x^2 - 2*y^2", False),
        ("x^2 + y^2", True),
        ("(x + 1)*(y^2 + 3)", False),
        ("(x - a)*(y^2 + x)", False),
        ("x^2 + a*y", True),
        ("x*y", False),
        ("(x - a)^2", False),
        ("y*x^2 - 2*y", False),
        ("x - a", True),
    ],
)
def test_irreducible_in_several_variables_over_a_tower(text: str, irreducible: bool) -> None:
    system = read_system(f"variables: a x y\nfactor: {text}\na^2 - 2")
    assert system.goal.factor is not None
    parts = OverTower(system.ring, tower_of(system)).proper_factors(system.goal.factor)
    assert (parts is None) == irreducible


def test_a_tower_that_is_no_field_is_noticed() -> None:
    a, b, _ = variables(Ring.of("a b x"))
    over = OverTower(a.ring, [Step(0, a**2 - 2), Step(1, b**2 - 8)])
    assert over.reducible_step == (b**2 - 8, (b - 2 * a, b + 2 * a))
    assert OverTower(a.ring, [Step(0, a**2 - 2)]).reducible_step is None
    x, y = variables(Ring.of("a x y"))[1:]
    with pytest.raises(UnsupportedError, match="in one variable over an extension"):
        OverTower(x.ring, [Step(0, variables(x.ring)[0] ** 2 - 2)]).factors(x * y + 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a^2 - 2\na^2 - 3", "a second equation that adjoins a"),
        ("a^2 - x", "an equation without a number before|which no equation adjoins"),
        ("a*b^2 - 2\na^2 - 2", "an equation without a number before b\\^2"),
        ("b^2 - a", "a in -a \\+ b\\*\\*2|which no equation adjoins"),
        ("3", "the equation 3 = 0"),
    ],
)
def test_equations_that_are_no_tower(text: str, message: str) -> None:
    system = read_system(f"variables: x a b\nfactor: x\n{text}")
    with pytest.raises(InputError, match=message):
        tower_of(system)
