"""Systems read back as they were written, in every form."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring, equation_of, variables
from casbridge.algebra.formats import (
    goal_lines,
    read_system,
    with_goal,
    write_msolve,
    write_plain,
    write_symbolicdata,
)
from casbridge.algebra.systems import Goal
from casbridge.errors import InputError
from casbridge.notices import listening
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


def test_a_polynomial_goes_on_behind_a_sign_or_a_backslash() -> None:
    system = read_system("field: GF(7)\nx^2 + # one\n\n y*(x -\n1)\nx*y =\n 1\nx^3 \\\n - y")
    assert [str(f) for f in system.polynomials()] == ["x*y - y + x**2", "x*y - 1", "-y + x**3"]


@pytest.mark.parametrize(
    ("text", "place"), [("x^2\n  + x*y", "f:2:3"), ("- x^2\n- x*y", "f:2:1"), ("x\n-\ty", "f:2:1")]
)
def test_a_line_that_begins_with_a_sign_is_refused_where_it_may_go_on_with_the_one_before(
    text: str, place: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_system(text, source="f")
    assert str(caught.value).startswith(f"{place}: a line that begins with ")


def test_raised_digits_and_signs_of_other_alphabets_are_read_with_their_places() -> None:
    for text in ("x\u00b2\u00b7y \u2212 3\u00d7y\u00b9\u2070", "[x\u00b2*y \u2013 3*y\u00b9\u2070]"):
        assert [str(f) for f in read(text).polynomials()] == ["-3*y**10 + x**2*y"]
    with pytest.raises(InputError, match="f:2:6: unknown variable 'z'"):
        read_system("variables: x\nx\u00b2 - z", source="f")


def test_names_before_polynomials_are_pointed_out() -> None:
    with listening() as heard:
        assert len(read_system("f1 = x^2 - y\nf2 = x*y - 1", source="f").ring.variables) == 4
    assert heard == [
        "f: f1 and f2 are read as variables; if a polynomial has this name, leave out the name and its sign ="
    ]
    for text in ("u = x^2\nv = x*y", "f = x - 1\nx = f", "f = 1\nx = 2", "variables: x f\nf = x^2", "f = x\nf = x^2"):
        with listening() as heard:
            read_system(text)
        assert heard == [], text


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


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ("<basis><poly>x</poly><Poly>y-2</Poly></basis>", "f:2:22: <Poly> inside <basis>; expected only <poly> there"),
        ("<basis><vars>z</vars></basis>", "f:2:8: <vars> inside <basis>; expected only <poly> there"),
        ("<basis><poly>x</poly>y</basis>", "f:2:22: the text 'y' inside <basis>; expected only elements there"),
        ("<basis/><basis><poly>x</poly></basis>", "f:2:9: a second <basis>; expected exactly one"),
        ("<vars>x</vars><basis/>", "f:2:1: a second <vars>; expected exactly one"),
        ("<basis><poly>x</poly></basis><inequations/>", "f:2:30: the element <inequations>; expected <vars>, <basis>"),
        ("<ChangeLog><poly>x</poly></ChangeLog>", "f:2:12: <poly> inside <ChangeLog>; expected no part of the system"),
    ],
)
def test_no_part_of_a_symbolicdata_record_is_left_out(parts: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_system(f"<INTPS><vars>x,y</vars>\n{parts}</INTPS>", source="f")
    assert str(caught.value).startswith(message)


def test_metadata_of_symbolicdata_are_left_out() -> None:
    metadata = "<isHomog>1</isHomog><Comment>a <b>word</b></Comment><ChangeLog><changed by='n'>x</changed></ChangeLog>"
    text = f"<INTPS><vars>x</vars>{metadata}<basis><poly>x</poly></basis></INTPS>"
    assert read_system(text) == read_system("x")


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


GOALS = "field: GF(7)\nvariables: x y z\neliminate: z x\nsaturate: x, y - 1\nfactor: x^2 - 3*y^2\nx^2 + y\n"


def test_goals_are_read_and_written() -> None:
    system = read_system("\n".join(GOALS.replace("z x", " z,x").replace("x, y", "x ,y").splitlines()))
    x, y, _ = variables(system.ring)
    assert system.goal == Goal((2, 0), (x, y - 1), x**2 - 3 * y**2)
    assert read_system(write_plain(system)) == system
    assert pickle.loads(pickle.dumps(system)) == system
    for write in (write_msolve, write_symbolicdata):
        with pytest.raises(InputError, match="the plain form has it"):
            write(system)


def test_a_goal_needs_no_equations_and_names_variables() -> None:
    system = read_system("factor: b^2 - a^2")
    assert (system.ring, len(system)) == (Ring.of("a b"), 0)
    assert read_system("saturate: t\nx").ring == Ring.of("t x")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("variables: x y\neliminate: x, w\nx", (2, 15), "no variable 'w'; expected one of x y"),
        ("eliminate: x x\nx", (1, 14), "'x' is given twice"),
        ("saturate: x, , y\nx", (1, 14), "the polynomial ends early"),
        ("saturate: x,\nx", (1, 13), "the polynomial ends early"),
        ("variables: x\nsaturate: x, x + w\nx", (2, 18), "'w'"),
        ("factor: x - x", (1, 9), "the factors of 0"),
        ("factor: x, y\nx", (1, 10), "found ','"),
        ("factor:\nx", (1, 8), "nothing in 'factor:'; expected a polynomial"),
        ("factor: x\nfactor: x", (2, 1), "'factor:' is given twice"),
        ("x\neliminate: x", (2, 1), "'eliminate:' after a polynomial"),
        ("eliminates: x\nx", (1, 1), "unknown header 'eliminates'"),
        ("eliminate: x\n", (None, None), "no polynomials"),
    ],
)
def test_goals_that_cannot_be_read(text: str, place: tuple[int | None, int | None], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_system(text, source="goal.txt")
    assert (caught.value.line, caught.value.column) == place
    assert message in str(caught.value)


def test_a_goal_may_be_given_beside_the_text() -> None:
    system = with_goal(read_system(GOALS), eliminate="y", factor="x")
    assert goal_lines(system) == ["eliminate: y", "saturate: x, y - 1", "factor: x"]
    with pytest.raises(InputError, match="--saturate:1:3: found '!'"):
        with_goal(system, saturate="x !")


@pytest.mark.parametrize("sign", ["!=", "<", ">", "<=", ">=", "<>", "\u2260", "\u2264", "\u2265"])
@pytest.mark.parametrize("form", ["x^2 - y\nx {} 1", "[x^2 - y, x {} 1]", "ring r=0,(x,y),dp; ideal i=x {} 1;"])
def test_an_inequality_is_named(sign: str, form: str) -> None:
    with pytest.raises(InputError) as caught:
        read_system(form.format(sign))
    assert f"{sign!r}" in caught.value.found
    assert caught.value.hint
