"""Where the conditions hold, answers have exactly the system's zeros, by trying every point."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, strategies as st

from casbridge import char_series
from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.charset import Chain
from casbridge.charset.generic import GenericSeries
from casbridge.crosscheck.special_values import SpecialValues, _special_values, special_values
from casbridge.errors import UsageError
from casbridge.limits import NEVER
from tests.charset.test_generic import systems, zeros_at, zeros_of_chains

_A, _X, _Y = variables(Ring.of("x y", parameters="a"))


def holds_at(found: SpecialValues, values: tuple[int, ...]) -> bool:
    return GenericSeries((), found.conditions).holds_at(values)


@given(systems(), st.data())
def test_generators_are_right_wherever_the_conditions_hold(system: PolynomialSystem, data: st.DataObject) -> None:
    ring, p = system.ring, system.ring.field.characteristic
    polynomials = list(system.polynomials())
    parameter = variables(ring)[0]
    unit = data.draw(st.sampled_from([parameter, parameter + 1, parameter**2 + parameter + 1, parameter**0]))
    factor = data.draw(st.sampled_from(variables(ring)[ring.lowest :]))
    # Two components whose zeros together are the system's: each polynomial is 0 where a unit times it is.
    components = (tuple(unit * f for f in polynomials), (*polynomials, factor))
    found = _special_values(system, {"it": Answer(Task.COMPONENTS, ring, components)}, NEVER)
    assert not found.unknown
    for values in product(range(p), repeat=ring.lowest):
        if holds_at(found, values):
            zeros = zeros_at([Polynomial(ring), *polynomials], values)
            own = [zeros_at([Polynomial(ring), *component], values) for component in components]
            assert set().union(*own) == zeros, values


@given(systems())
def test_chains_are_right_wherever_the_conditions_hold(system: PolynomialSystem) -> None:
    ring, p = system.ring, system.ring.field.characteristic
    chains = [Chain(ring, chain.polynomials) for chain in char_series(system)]
    answer = Answer(Task.SERIES, ring, tuple(chain.polynomials for chain in chains))
    found = _special_values(system, {"it": answer}, NEVER)
    if found.unknown:
        return
    for values in product(range(p), repeat=ring.lowest):
        if holds_at(found, values):
            zeros = zeros_at([Polynomial(ring), *system.polynomials()], values)
            assert zeros_of_chains(chains, values, ring) == zeros, values


def test_most_series_of_the_reference_are_known() -> None:
    texts = [[_A * _X - 1, _Y**2 - _A * _X], [_X * _Y - _A], [_A * _X * _Y**2 + _Y + 1], [_X**2 - _A, _Y**2 - 4 * _A]]
    for polynomials in texts:
        system = PolynomialSystem.of(_A.ring, polynomials)
        answer = Answer(Task.SERIES, _A.ring, tuple(chain.polynomials for chain in char_series(system)))
        assert not special_values(system, {"it": answer}).unknown


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(Task.PRIMES, _A.ring, ((_X,),)), "it is not shown to have all zeros"),
        (
            Answer(Task.PRIMES, _A.ring, ((_X,), (_A * _Y - 1,))),
            "it is not shown to have no other zeros than the system",
        ),
        (Answer(Task.SERIES, _A.ring, ((_X,),)), "its chains are not shown to have all zeros"),
        (Answer(Task.SERIES, _A.ring, ((_X,), (_A, _Y))), "one of its chains is no chain for general values"),
        (Answer(Task.SERIES, _A.ring, ((_X,), (_Y - 1,))), "its chains are not shown to have no other zeros"),
    ],
)
def test_what_is_wrong_is_not_known(answer: Answer, why: str) -> None:
    found = special_values(PolynomialSystem.of(_A.ring, [_X * _Y]), {"it": answer})
    assert found.unknown["it"].startswith(why)


def test_a_denominator_is_a_condition() -> None:
    system = PolynomialSystem.of(_A.ring, [_X, _Y])
    answer = Answer(Task.BASIS, _A.ring, (((_A - 2) * _X, _Y),), "lex")
    assert special_values(system, {"it": answer}).text == "holds where a - 2 != 0"
    assert special_values(system, {}).text == "holds for all values of the parameters"


def test_a_system_without_parameters() -> None:
    ring = Ring.of("x", Field(5))
    with pytest.raises(UsageError, match="a system without parameters"):
        special_values(PolynomialSystem(ring, ()), {})


def test_where_an_initial_vanishes_at_a_zero_is_a_condition() -> None:
    """Of Singular's chain the initial x is 0 at (0, 0), a zero of the system for a = 0."""
    system = PolynomialSystem.of(_X.ring, [_X**2 + _X * _Y + _Y, _X * _Y + _X - _A])
    cubic = _X**3 - _X**2 + _A * _X - _X + _A
    chain = Answer(Task.SERIES, _X.ring, ((cubic, _X * _Y + _X - _A),))
    other = Answer(Task.SERIES, _X.ring, ((cubic, _X * _Y + _Y + _X**2),))
    assert special_values(system, {"it": chain}).text == "holds where a != 0"
    assert special_values(system, {"it": other}).text == "holds for all values of the parameters"
