"""The characteristic series of random systems with split domains against brute force."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, permutations, product
from math import prod

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casbridge.algebra import QQ, Coefficient, Equation, Field, Polynomial, PolynomialSystem, Ring, equation_of
from casbridge.backends.protocol import Job, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.charset import SplitSeries
from casbridge.limits import Limits
from tests.charset.brute import (
    difference_pattern,
    domain_pattern,
    the_variable,
    value_at,
    vanishes,
    with_roots,
    zeros_among,
)
from tests.effort import examples

FIELDS = [QQ, Field(2), Field(3), Field(5), Field(7), Field(11)]
THOROUGH = settings(deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Case:
    """A system, and finitely many values for every variable among which all its zeros are."""

    system: PolynomialSystem
    domains: tuple[tuple[Coefficient, ...], ...]

    def expected(self) -> list[tuple[Coefficient, ...]]:
        return zeros_among(self.system, self.domains)


def values_of(field: Field) -> list[Coefficient]:
    if field.characteristic:
        return list(range(field.characteristic))
    return [*range(-3, 7), Fraction(1, 2), Fraction(-3, 2), Fraction(2, 3)]


@st.composite
def domains(draw: st.DrawFn, field: Field, most: int) -> tuple[Coefficient, ...]:
    return tuple(draw(st.lists(st.sampled_from(values_of(field)), min_size=1, max_size=most, unique=True)))


@st.composite
def cases(draw: st.DrawFn, largest: int = 5) -> Case:
    field = draw(st.sampled_from(FIELDS))
    size = draw(st.integers(1, largest))
    ring = Ring.of([f"x{i}" for i in range(size)], field)
    if draw(st.booleans()):
        chosen = [draw(domains(field, 4))] * size
    else:
        pool = draw(st.lists(domains(field, 4), min_size=1, max_size=3))
        chosen = [draw(st.sampled_from(pool)) for _ in range(size)]
    equations = [e for v in range(size) for e in draw(domain_equations(ring, v, chosen[v]))]
    derived = draw(st.integers(0, 2)) if prod(map(len, chosen)) <= 100 else 0
    if derived:
        ring = Ring.of([*ring.variables, *(f"d{i}" for i in range(derived))], field)
        for i in range(derived):
            equation, values = draw(derived_equation(ring, size + i, chosen))
            equations.append(equation)
            chosen.append(values)
    kinds = [differences, binary, sums, products, symmetric, general, given_values, shared_pattern]
    for _ in range(draw(st.integers(0, 5))):
        made = draw(draw(st.sampled_from(kinds))(ring, chosen))
        equations += made
        if made and draw(st.integers(0, 9)) == 0:
            equations += made
    order = draw(st.permutations(equations)) if draw(st.booleans()) else equations
    return Case(PolynomialSystem(ring, tuple(order)), tuple(chosen))


@st.composite
def domain_equations(draw: st.DrawFn, ring: Ring, v: int, domain: tuple[Coefficient, ...]) -> list[Equation]:
    """Equations whose common roots are the domain: one, one with repeated factors, or several with more each."""
    style = draw(st.integers(0, 3))
    if style == 0:
        return [Equation(domain_pattern(ring.field, domain), (v,))]
    if style == 1:
        return [equation_of(with_roots(ring, v, domain, draw(st.integers(1, 3))) * draw(constants(ring.field)))]
    x = the_variable(ring, v)
    whole = with_roots(ring, v, domain)
    if style == 2:
        others = [value for value in values_of(ring.field) if value not in domain]
        first, second = others[::2], others[1::2]
        return [equation_of(whole * with_roots(ring, v, first)), equation_of(whole * with_roots(ring, v, second))]
    # Neither splits; their greatest common divisor does: n·f and (n + 1)·f, n without a root.
    without_root = _rootless(x, ring.field)
    return [equation_of(whole * without_root), equation_of(whole * (without_root + 1))]


def _rootless(x: Polynomial, field: Field) -> Polynomial:
    for candidate in (x**2 + 1, x**2 + x + 1, x**2 + x + 3, x**2 + 7, x**2 - 2):
        if len(candidate.factors()) == 1 and candidate.factors()[0][1] == 1:
            return candidate
    raise AssertionError(f"no irreducible quadratic over {field}")


@st.composite
def constants(draw: st.DrawFn, field: Field) -> Coefficient:
    return draw(st.sampled_from([value for value in values_of(field) if value]))


@st.composite
def derived_equation(
    draw: st.DrawFn, ring: Ring, v: int, chosen: list[tuple[Coefficient, ...]]
) -> tuple[Equation, tuple[Coefficient, ...]]:
    """c·d + g(others) = 0, and the values that it gives d."""
    field = ring.field
    among = draw(st.lists(st.sampled_from(range(len(chosen))), min_size=1, max_size=3, unique=True))
    slope = draw(constants(field))
    g = draw(polynomials_in(ring, among))
    values = {
        field.element(-Fraction(value) / slope)
        if not field.characteristic
        else field.element(-int(value) * int(field.inverse(slope)))
        for value in (
            value_at(
                g.terms, [dict(zip(among, p, strict=True)).get(i, 0) for i in range(ring.size)], field.characteristic
            )
            for p in product(*[chosen[i] for i in among])
        )
    }
    return equation_of(slope * the_variable(ring, v) + g), tuple(sorted(values))


@st.composite
def polynomials_in(draw: st.DrawFn, ring: Ring, among: list[int]) -> Polynomial:
    terms: dict[tuple[int, ...], Coefficient] = {}
    for _ in range(draw(st.integers(1, 4))):
        exponents = [0] * ring.size
        for v in among:
            exponents[v] = draw(st.integers(0, 3))
        terms[tuple(exponents)] = draw(constants(ring.field))
    return Polynomial(ring, terms)


def _some(draw: st.DrawFn, size: int, least: int, most: int) -> list[int]:
    least = min(least, size)
    return draw(st.lists(st.sampled_from(range(size)), min_size=least, max_size=min(most, size), unique=True))


@st.composite
def differences(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    """G for the values of one variable's domain, or of all values, between several pairs."""
    among = _some(draw, ring.size, 2, 4)
    values = sorted({value for v in among for value in chosen[v]}) if draw(st.booleans()) else chosen[among[0]]
    pattern = difference_pattern(ring.field, values)
    return [Equation(pattern, () if pattern.is_constant else pair) for pair in combinations(among, 2)]


@st.composite
def binary(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    return [equation_of(f) for f in [draw(polynomials_in(ring, _some(draw, ring.size, 2, 2)))] if f]


@st.composite
def sums(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    among = _some(draw, ring.size, 2, 5)
    total = Polynomial.constant(ring, -draw(st.sampled_from(values_of(ring.field))))
    for v in among:
        total = total + draw(constants(ring.field)) * the_variable(ring, v) ** draw(st.integers(1, 3))
    return [equation_of(total)] if total else []


@st.composite
def products(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    among = _some(draw, ring.size, 2, 5)
    whole = Polynomial.constant(ring, draw(constants(ring.field)))
    for v in among:
        whole = whole * the_variable(ring, v) ** draw(st.integers(1, 3))
    point = [draw(st.sampled_from(domain)) for domain in chosen]
    return [equation_of(f) for f in [whole - whole.evaluate(point)] if f]


@st.composite
def symmetric(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    """Σ c_k·e_k, several for the same variables; most of them vanish at one point."""
    among = _some(draw, ring.size, 2, 5)
    if not among:
        return []
    point = [draw(st.sampled_from(domain)) for domain in chosen]
    elementary = []
    for k in range(1, len(among) + 1):
        terms = {tuple(int(i in s) for i in range(ring.size)): 1 for s in combinations(among, k)}
        elementary.append(Polynomial(ring, terms))
    found = []
    if draw(st.booleans()):
        found = [e - e.evaluate(point) for e in elementary]
    for _ in range(draw(st.integers(0, 2))):
        f = Polynomial.constant(ring, 0)
        for e in elementary:
            f = f + draw(st.sampled_from([0, 0, 1, 1, 2])) * e
        shift = f.evaluate(point) if draw(st.integers(0, 4)) else draw(st.sampled_from(values_of(ring.field)))
        found.append(f - shift)
    return [equation_of(f) for f in found if f]


@st.composite
def general(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    f = draw(polynomials_in(ring, _some(draw, ring.size, 3, 4)))
    if draw(st.booleans()):
        f = f - f.evaluate([draw(st.sampled_from(domain)) for domain in chosen])
    if draw(st.integers(0, 4)) == 0:
        f = f * f
    return [equation_of(f)] if f else []


@st.composite
def given_values(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    v = draw(st.sampled_from(range(ring.size)))
    return [equation_of(the_variable(ring, v) - draw(st.sampled_from(chosen[v])))]


@st.composite
def shared_pattern(draw: st.DrawFn, ring: Ring, chosen: list[tuple[Coefficient, ...]]) -> list[Equation]:
    """One pattern, not symmetric, applied to the same variables in several orders."""
    among = _some(draw, ring.size, 2, 3)
    f = draw(polynomials_in(ring, among))
    equation = equation_of(f - f.evaluate([draw(st.sampled_from(domain)) for domain in chosen]))
    if not equation.pattern:
        return []
    orders = list(permutations(equation.variables))
    return [Equation(equation.pattern, draw(st.sampled_from(orders))) for _ in range(draw(st.integers(1, 3)))]


def series_points(series: SplitSeries) -> list[tuple[Coefficient, ...]]:
    return [chain.point for chain in series]


@pytest.mark.slow
@THOROUGH
@given(cases())
def test_the_chains_are_the_zeros_each_once(case: Case) -> None:
    series = SplitSeries(case.system)
    points = series_points(series)
    expected = case.expected()
    assert len(points) == len(set(points))
    assert set(points) == set(expected)
    assert series.count() == len(expected)
    assert series_points(SplitSeries(case.system)) == points


@pytest.mark.slow
@settings(THOROUGH, max_examples=examples(60))
@given(cases(4), st.data())
def test_limits_cut_the_same_list(case: Case, data: st.DataObject) -> None:
    everything = series_points(SplitSeries(case.system))
    limit = data.draw(st.integers(1, len(everything) + 2))
    assert [chain.point for chain in islice(SplitSeries(case.system), limit)] == everything[:limit]
    result = ReferenceBackend().run(Job(case.system, limits=Limits(limit=limit)))
    assert result.answer is not None
    assert list(result.answer.points()) == everything[:limit]
    assert result.status is (Status.PARTIAL if limit < len(everything) else Status.COMPLETE)


@pytest.mark.slow
@settings(THOROUGH, max_examples=examples(60))
@given(cases(4))
def test_every_chain_is_a_zero_in_normal_form(case: Case) -> None:
    ring = case.system.ring
    for chain in SplitSeries(case.system):
        assert chain.main_variables == ring.variables
        assert set(chain.degrees) == {1}
        assert chain.chain().texts() == chain.texts() == [str(p) for p in chain.polynomials]
        assert all(p == p.normal() for p in chain.polynomials)
        assert all(p.evaluate(chain.point) == 0 for p in chain.polynomials)
        assert vanishes(case.system, chain.point)
        assert case.system.first_violated(chain.point) is None


@pytest.mark.slow
@settings(THOROUGH, max_examples=examples(60))
@given(cases(4), st.data())
def test_free_variables_are_in_no_chain(case: Case, data: st.DataObject) -> None:
    """A variable that occurs nowhere, put in anywhere, changes nothing."""
    old = case.system.ring
    places = sorted(data.draw(st.permutations(range(old.size + 2)))[: old.size])
    names = [f"free{i}" for i in range(old.size + 2)]
    for name, place in zip(old.variables, places, strict=True):
        names[place] = name
    ring = Ring.of(names, old.field)
    equations = tuple(Equation(e.pattern, tuple(places[v] for v in e.variables)) for e in case.system.equations)
    wider = SplitSeries(PolynomialSystem(ring, equations))
    plain = SplitSeries(case.system)
    assert [chain.texts() for chain in wider] == [chain.texts() for chain in plain]
    assert wider.count() == plain.count()
    if plain.network is not None:
        assert wider.variables == tuple(places)


@settings(THOROUGH, max_examples=examples(40))
@given(cases(3), st.integers(1, 6))
def test_several_independent_copies_multiply(case: Case, copies: int) -> None:
    old = case.system.ring
    ring = Ring.of([f"{name}_{c}" for c in range(copies) for name in old.variables], old.field)
    equations = tuple(
        Equation(e.pattern, tuple(v + c * old.size for v in e.variables))
        for c in range(copies)
        for e in case.system.equations
    )
    series = SplitSeries(PolynomialSystem(ring, equations))
    expected = case.expected()
    assert series.count() == len(expected) ** copies
    if len(expected) ** copies <= 2_000:
        assert set(series_points(series)) == {tuple(sum(parts, ())) for parts in product(expected, repeat=copies)}


@settings(THOROUGH, max_examples=examples(40))
@given(st.data())
def test_exchanging_values_does_not_change_what_is_counted(data: st.DataObject) -> None:
    """Counting with interchangeable values, and the same graph where a superfluous equation forbids that."""
    size, colours = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 4))
    field = data.draw(st.sampled_from([QQ, Field(5), Field(11)]))
    ring = Ring.of([f"x{i}" for i in range(size)], field)
    values = range(colours)
    edges = data.draw(st.sets(st.sampled_from([*combinations(range(size), 2), (0, 0)]))) - {(0, 0)}
    equations = [Equation(domain_pattern(field, values), (v,)) for v in range(size)]
    if colours > 1:
        equations += [Equation(difference_pattern(field, values), edge) for edge in sorted(edges)]
    lists = [data.draw(st.sets(st.sampled_from(values), min_size=1)) for _ in range(size)]
    if data.draw(st.booleans()):
        equations += [Equation(domain_pattern(field, sorted(allowed)), (v,)) for v, allowed in enumerate(lists)]
    system = PolynomialSystem(ring, tuple(equations))
    expected = zeros_among(system, [values] * size)
    series = SplitSeries(system)
    assert set(series_points(series)) == set(expected)
    assert series.count() == len(expected)
    # x·(x − 1)·…·y·… = 0 for all values: it says nothing, but in other words for every pair of values.
    asymmetric = PolynomialSystem.of(ring, [the_variable(ring, 0) * with_roots(ring, size - 1, values)])
    other = SplitSeries(PolynomialSystem(ring, system.equations + asymmetric.equations))
    if other.network is not None:
        other.network.interchangeable_values = False
    assert other.count() == len(expected)


def test_equations_between_symmetric_functions_that_are_all_given() -> None:
    """All e_k are given; an equation between several of them holds, or contradicts."""
    ring = Ring.of("x y z", Field(11))
    x, y, z = (the_variable(ring, v) for v in range(3))
    e1, e2, e3 = x + y + z, x * y + y * z + z * x, x * y * z
    domains = [with_roots(ring, v, [1, 2, 3]) for v in range(3)]
    given = [*domains, e1 - 6, e2 - 11, e3 - 6]
    assert SplitSeries(PolynomialSystem.of(ring, [*given, e1 + e3 - 12])).count() == 6
    assert SplitSeries(PolynomialSystem.of(ring, [*given, e1 + e3 - 13])).count() == 0
