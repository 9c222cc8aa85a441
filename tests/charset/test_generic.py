"""Series over fields with parameters: right for general values, and for all values at which the conditions hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import pytest
from hypothesis import given, strategies as st

from casbridge import char_series
from casbridge.algebra import Coefficient, Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.charset import Chain, TriangularSet, characteristic_series, class_of, initial, main_degree
from casbridge.charset.generic import GenericSeries, generic_series
from casbridge.crosscheck.provers.reference import Inclusion
from casbridge.errors import InputError, UsageError
from tests.charset.brute import value_at

Point = tuple[Coefficient, ...]


def zeros_at(
    polynomials: Iterable[Polynomial], values: Sequence[int], nonzero: Iterable[Polynomial] = ()
) -> set[Point]:
    """The points over GF(p) at values of the parameters where some polynomials are 0 and others are not."""
    equations, others = list(polynomials), list(nonzero)
    ring = equations[0].ring
    p = ring.field.characteristic
    points = ((*values, *rest) for rest in product(range(p), repeat=len(ring.unknowns)))
    return {
        point
        for point in points
        if all(value_at(f.terms, point, p) == 0 for f in equations) and all(value_at(f.terms, point, p) for f in others)
    }


def zeros_of_chains(chains: Iterable[Chain], values: Sequence[int], ring: Ring) -> set[Point]:
    zero = [Polynomial(ring)]
    found = [zeros_at([*zero, *chain.polynomials], values, map(initial, chain.polynomials)) for chain in chains]
    return set().union(*found)


def degenerates(chains: Iterable[Chain], values: Sequence[int]) -> bool:
    """Whether an initial is identically 0 at values of the parameters."""
    initials = (initial(f) for chain in chains for f in chain.polynomials)
    return any(not any(one.evaluate((*values, *_zeros(one))) for one in h.coefficients().values()) for h in initials)


def _zeros(polynomial: Polynomial) -> list[int]:
    return [0] * len(polynomial.ring.unknowns)


@st.composite
def systems(draw: st.DrawFn) -> PolynomialSystem:
    field = Field(draw(st.sampled_from([2, 3, 5])))
    ring = Ring.of("x y", field, parameters=draw(st.sampled_from(["a", "a b"])))
    exponents = st.tuples(*[st.integers(0, 2)] * ring.size).filter(lambda e: sum(e) < 4)
    terms = st.dictionaries(exponents, st.integers(1, field.characteristic - 1), min_size=1, max_size=3)
    return PolynomialSystem.of(ring, [Polynomial(ring, t) for t in draw(st.lists(terms, min_size=1, max_size=3))])


@given(systems())
def test_the_zeros_are_right_wherever_the_conditions_hold(system: PolynomialSystem) -> None:
    series = generic_series(system)
    p, ring = system.ring.field.characteristic, system.ring
    for values in product(range(p), repeat=ring.lowest):
        if series.holds_at(values):
            zeros = zeros_at([Polynomial(ring), *system.polynomials()], values)
            assert zeros == zeros_of_chains(series.chains, values, ring), values
            assert not degenerates(series.chains, values)


@given(systems())
def test_the_series_is_the_generic_part_of_that_with_conditions(system: PolynomialSystem) -> None:
    """Two ways: parameters as units of the field, and parameters as variables first."""
    series = [Answer(Task.SERIES, system.ring, tuple(chain.polynomials for chain in char_series(system)))]
    series.append(Answer(Task.SERIES, system.ring, tuple(chain.polynomials for chain in generic_series(system).chains)))
    lowest = system.ring.lowest
    for answer in series:
        assert all(f.support()[-1] >= lowest and f == f.normal() for chain in answer.components for f in chain)
        assert Inclusion(system).judge("it", answer).proved
    assert bool(series[0].components) == bool(series[1].components)


#: Systems, and the values in GF(7) at which something else happens: exactly those the conditions exclude.
EXACT = [
    ("parameters: a b c d\nvariables: x y\na*x + b*y = 1\nc*x + d*y = 1", lambda a, b, c, d: a * d != b * c),
    ("parameters: a\nvariables: x\na*x^2 = a*x", lambda a: a),
    ("parameters: a b\nvariables: x\nx^2 = a\nx = b", lambda a, b: a != b**2),
    ("parameters: a b\nvariables: x\na*x = b", lambda a, b: a),
    ("parameters: a b\nvariables: x\na*x^2 = b*x", lambda a, b: a),
    ("parameters: a\nvariables: x y\nx*y = a", lambda a: a),
    ("parameters: a b\nvariables: x y\n(a*x + b)*y = 1", lambda a, b: a or b),
]


@pytest.mark.parametrize(("text", "is_general"), EXACT)
def test_conditions_exclude_no_more_than_they_must(text: str, is_general: object) -> None:
    assert callable(is_general)
    system = read_system(f"field: GF(7)\n{text}")
    series = generic_series(system)
    values = product(range(7), repeat=system.ring.lowest)
    for one in [*values][:: 11 if system.ring.lowest > 2 else 1]:
        at = [int(value) for value in one]
        numbers = is_general(*(Residue(value) for value in at))
        assert series.holds_at(at) == bool(numbers), at


class Residue(int):
    """A number modulo 7."""

    def __mul__(self, other: int) -> Residue:
        return Residue(int(self) * int(other) % 7)

    def __pow__(self, other: int) -> Residue:  # type: ignore[override]
        return Residue(pow(int(self), other, 7))


def test_without_conditions_everything_holds() -> None:
    a, x = variables(Ring.of("x", parameters="a"))
    series = generic_series(PolynomialSystem.of(a.ring, [x**2 - a]))
    assert (series.conditions, series.text, series.holds_at([0])) == ((), "", True)
    assert generic_series(PolynomialSystem(a.ring, ())) == GenericSeries((Chain(a.ring, ()),), ())


def test_a_system_without_parameters_has_no_conditions() -> None:
    with pytest.raises(UsageError, match="a system without parameters"):
        generic_series(PolynomialSystem(Ring.of("x"), ()))


def test_towers_over_parameters_are_factored() -> None:
    a, x, y = variables(Ring.of("x y", parameters="a"))
    assert [str(chain) for chain in char_series(PolynomialSystem.of(a.ring, [x**2 - a, y**2 - 4 * a]))] == [
        "[x**2 - a, y + 2*x]",
        "[x**2 - a, y - 2*x]",
    ]
    # Over QQ(a) the number a is no square, and a² is.
    assert len(char_series(PolynomialSystem.of(a.ring, [x**2 - a]))) == 1
    assert len(char_series(PolynomialSystem.of(a.ring, [x**2 - a**2]))) == 2


def test_inseparable_over_parameters() -> None:
    a, x, y = variables(Ring.of("x y", Field(3), parameters="a"))
    chains = char_series(PolynomialSystem.of(a.ring, [x**3 - a, y**3 - a]))
    assert [str(chain) for chain in chains] == ["[x**3 - a, y - x]"]


@given(systems())
def test_the_definitions_take_parameters_for_elements_of_the_field(system: PolynomialSystem) -> None:
    polynomials = [f for f in system.polynomials() if f]
    sets = [one for one in characteristic_series(polynomials) if not one.is_trivial]
    assert all(class_of(f) > system.ring.lowest for one in sets for f in one)
    # In Wu's sense, the zeros of the two series are the same, over the closure of the field: closures show it.
    ring = system.ring
    ours = [Chain(ring, tuple(f.normal() for f in one)) for one in sets]
    answer = Answer(Task.SERIES, ring, tuple(chain.polynomials for chain in ours))
    found = Inclusion(system).judge("the definitions", answer)
    assert not found.faults, found.faults


def test_a_set_over_parameters() -> None:
    a, x, y = variables(Ring.of("x y", parameters="a"))
    triangular = TriangularSet([a * x**2 - 1])
    assert (triangular.parameters, triangular.dimension, triangular.degree) == (("y",), 1, 2)
    assert triangular.is_normal
    assert TriangularSet([a * y - x]).main_variables == ("y",)
    assert (class_of(a), main_degree(a**2), class_of(a * x)) == (0, 0, 2)
    with pytest.raises(InputError, match="the constant"):
        TriangularSet([a, x])
    with pytest.raises(InputError, match="the initial of the constant"):
        initial(a)
