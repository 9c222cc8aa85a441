"""Systems read back as they were written, in every form."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring, equation_of
from casbridge.algebra.formats import read_system, write_msolve, write_plain, write_symbolicdata
from casbridge.errors import InputError
from casbridge.puzzles import read
from tests.malformed import BILLION_LAUGHS, EXTERNAL_ENTITY

WRITERS = [write_plain, write_symbolicdata, write_msolve]


@st.composite
def systems(draw: st.DrawFn) -> PolynomialSystem:
    field = draw(st.sampled_from([QQ, Field(2), Field(31991)]))
    names = draw(st.permutations(["x", "y1", "Z_2", "e", "p", "c"]))[: draw(st.integers(1, 6))]
    ring = Ring(field, tuple(names))
    exponents = st.tuples(*[st.integers(0, 4)] * ring.size)
    coefficients = st.integers(-99, 99) if field.characteristic else st.fractions(max_denominator=99)
    terms = st.dictionaries(exponents, coefficients, max_size=5)
    return PolynomialSystem.of(ring, [Polynomial(ring, t) for t in draw(st.lists(terms, max_size=5))])


@pytest.mark.slow
@pytest.mark.parametrize("write", WRITERS)
@settings(deadline=None)
@given(system=systems())
def test_what_is_written_is_read(write: Callable[[PolynomialSystem], str], system: PolynomialSystem) -> None:
    text = write(system)
    assert read_system(text) == system
    assert read(text) == system
    assert read(text.replace("\n", "\r\n")) == system


def test_the_plain_form() -> None:
    system = read_system(
        "# first\n\nField: F_11\nvariables: y, x # lowest first\nx^2 = 3*y;\nx*y - 1,\n0 = 0\n", name="n"
    )
    assert (system.ring, system.name) == (Ring.of("y x", Field(11)), "n")
    assert [str(f) for f in system.polynomials()] == ["x**2 - 3*y", "y*x - 1"]
    assert [equation.origin for equation in system.equations] == ["polynomial 1", "polynomial 2"]


def test_variables_that_are_not_listed_are_in_natural_order() -> None:
    assert read_system("x10 + x9\nb").ring.variables == ("b", "x9", "x10")


def test_facts_are_written_as_comments() -> None:
    ring = Ring.of("x")
    equation = equation_of(Polynomial(ring, {(1,): 1}))
    system = PolynomialSystem(ring, (equation,), name="two\nlines", facts=(("puzzle", "1..."),))
    assert write_plain(system) == "# name: two\\nlines\n# puzzle: 1...\nfield: QQ\nvariables: x\nx\n"


def test_equal_templates_are_shared() -> None:
    names = " ".join(f"x{i}" for i in range(300))
    text = f"variables: {names}\n" + "\n".join(f"x{i}^2 + x{i}*x{i + 1} + x{i + 1}^2" for i in range(299))
    system = read_system(text)
    assert len({id(equation.pattern) for equation in system.equations}) == 1
    assert system.equations[7].variables == (7, 8)


def test_symbolicdata_records() -> None:
    text = """<?xml version="1.0"?>
<ModPS createdAt="2001-03-21" createdBy="cioffi">
<!-- a comment -->
  <basedomain>GF(31991)</basedomain>
  <vars>x1,x0</vars>
  <basis>
    <poly>
x1^2*x0+31990</poly>
  </basis>
  <Comment/><ChangeLog><changed at="2006-03-03" by="graebe">compiled</changed></ChangeLog>
</ModPS>"""
    system = read_system(text)
    assert system.ring == Ring.of("x1 x0", Field(31991))
    assert [str(f) for f in system.polynomials()] == ["x1**2*x0 - 1"]


@pytest.mark.parametrize("text", [BILLION_LAUGHS, EXTERNAL_ENTITY])
def test_document_types_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="a document type declaration"):
        read_system(text)


def test_msolve_input() -> None:
    system = read_system("x, y\n 7 \nx^2\n - y,\n\n1/2*x,\n")
    assert system.ring == Ring.of("x y", Field(7))
    assert len(system) == 2
    with pytest.raises(InputError, match="without variables"):
        write_msolve(read_system("1"))


def test_a_field_may_be_chosen_against_the_text() -> None:
    for form in (read_system("x + 12"), read_system("field: QQ\nx + 12")):
        assert read_system(write_msolve(form), field=Field(11)).ring.field == Field(11)


def test_many_products_are_multiplied_out() -> None:
    text = "field: GF(11)\n" + "\n".join(f"(x{i} - 1)*(x{i} - 2)*(x{i} - 3)" for i in range(1, 2001))
    assert len(read_system(text)) == 2000
