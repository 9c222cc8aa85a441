"""Rings with parameters, and systems over them in every form."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.formats import read_system, write_msolve, write_plain, write_symbolicdata
from casbridge.errors import InputError
from tests.algebra.strategies import polynomials

RINGS = [Ring.of("x y", field, parameters="a b") for field in (QQ, Field(2), Field(31991))]


def test_parameters_are_the_lowest_variables() -> None:
    ring = Ring(QQ, ("a", "x"), ("a",))
    assert ring == Ring.of("x", parameters=["a"]) != Ring.of("a x")
    assert ring.without_parameters() == Ring.of("a x")
    assert pickle.loads(pickle.dumps(ring)) == ring
    for wrong in ("x", "b"):
        with pytest.raises(InputError, match="expected parameters that are the lowest variables"):
            Ring(QQ, ("a", "x"), (wrong,))


@given(st.data())
def test_normal_form_is_the_same_for_all_multiples_by_units(data: st.DataObject) -> None:
    ring = data.draw(st.sampled_from(RINGS))
    polynomial = data.draw(polynomials(ring))
    terms = data.draw(polynomials(Ring(ring.field, ring.parameters))).terms
    unit = Polynomial(ring, {(*e, 0, 0): c for e, c in terms.items()})
    normal = polynomial.normal()
    assert normal == normal.normal()
    assert not polynomial or not normal.content().total_degree
    if unit:
        assert (polynomial * unit).normal() == normal
        assert unit.is_constant
        assert unit.factors() == []
        assert unit.normal() == Polynomial.constant(ring, 1)


@given(st.data())
def test_factors_multiply_to_the_polynomial_up_to_a_unit(data: st.DataObject) -> None:
    ring = data.draw(st.sampled_from(RINGS))
    one = Polynomial.constant(ring, 1)
    polynomial = data.draw(polynomials(ring, terms=3, degree=2)) * data.draw(polynomials(ring, terms=2, degree=2))
    product = one
    for factor, times in polynomial.factors():
        assert not factor.is_constant
        product = product * factor**times
    assert not polynomial or product.normal() == polynomial.normal()


@given(st.data())
@pytest.mark.parametrize("write", [write_plain, write_symbolicdata])
def test_systems_are_read_back(write: object, data: st.DataObject) -> None:
    ring = data.draw(st.sampled_from(RINGS))
    system = PolynomialSystem.of(ring, data.draw(st.lists(polynomials(ring), min_size=1, max_size=3)))
    back = read_system(write(system))  # type: ignore[operator]
    assert (back.ring, back.equations) == (system.ring, system.equations)


def test_the_sides_of_an_equation_share_their_denominator() -> None:
    system = read_system("parameters: a, b\nvariables: x\nx/a = 1/b + 1/a\nx/a = x/a\n1/a = 0")
    assert [str(polynomial) for polynomial in system.polynomials()] == ["b*x - b - a", "1"]


def test_variables_are_those_that_are_no_parameters() -> None:
    assert read_system("parameters: b\nx*b = a").ring == Ring.of("a x", parameters="b")
    assert read_system("parameters:\nx = a").ring == Ring.of("a x")


def test_symbolicdata_has_parameters() -> None:
    text = "<ModPS><vars>x</vars><parameters>a</parameters><basedomain>GF(7)</basedomain>"
    text += "<basis><poly>x^2-a</poly></basis></ModPS>"
    assert read_system(text).ring == Ring.of("x", Field(7), parameters="a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "parameters: a\nvariables: x a\nx",
            "line 2, column 1: a is a parameter and a variable; expected one of the two",
        ),
        ("field: QQ(a)\nx - a", "parameters stand in a header of their own, 'parameters: a b'"),
        ("parameters: a a\nx", "line 1, column 1: parameter a is named twice; expected distinct parameters"),
        ("parameters: 1a\nx", "line 1, column 1: variable name '1a'; expected a letter"),
        ("x\nparameters: a", "line 2, column 1: 'parameters:' after a polynomial; expected it before the first one"),
        ("parameters: a\nparameters: b\nx", "line 2, column 1: 'parameters:' is given twice; expected it once"),
        ("parameters: a\nx/(a - a)", "line 2, column 3: a division by zero in QQ; expected a divisor that is not zero"),
        ("parameters: a\neliminate: a\nx - a", "no variable 'a'; expected one of x"),
        (
            "<INTPS><vars>x</vars><parameters>a</parameters><parameters>b</parameters></INTPS>",
            "2 elements <parameters>; expected exactly one",
        ),
    ],
)
def test_mistakes_are_told_with_their_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_system(text)
    assert message in str(error.value)


def test_msolve_has_no_parameters() -> None:
    a, x = variables(Ring.of("x", parameters="a"))
    with pytest.raises(InputError, match="parameters in msolve's form; expected a system without them"):
        write_msolve(PolynomialSystem.of(x.ring, [x - a]))
