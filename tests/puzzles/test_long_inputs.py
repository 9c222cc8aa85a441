"""Long inputs are read quickly, stopped by a deadline, or refused with the limit that they exceed."""

from __future__ import annotations

import time

import pytest

from casbridge.algebra import Ring
from casbridge.algebra.expressions import parse_polynomial
from casbridge.errors import InputError, LimitError
from casbridge.limits import Deadline
from casbridge.puzzles import read
from casbridge.puzzles.reading import read_system

EDGES = ", ".join(f"[{i}, {j}]" for i in range(1, 100) for j in range(i + 1, 101))
MANY = {
    "lines": ".4.....1..3.2...\n" * 2000,
    "plain": "x1^2 - 3*x2 = 4*x3\n" * 2000,
    "xml": "<INTPS><vars>x</vars><basis>" + "<poly>3*x + 4</poly>" * 2000 + "</basis></INTPS>",
    "one polynomial": "<INTPS><vars>x</vars><basis><poly>" + "3*x + 4 +\n" * 2000 + "1</poly></basis></INTPS>",
    "msolve": "x,y\n0\n" + ",\n".join(["x^2 - y"] * 2000),
    "dimacs": "p edge 3 2000\n" + "e 1 2\n" * 2000,
    "toml": f'family = "graph"\ncolours = 3\nedges = [{EDGES}]',
}


@pytest.mark.parametrize("text", MANY.values(), ids=MANY.keys())
def test_a_deadline_stops_every_form(text: str) -> None:
    with pytest.raises(LimitError, match="within 0 s"):
        read(text, deadline=Deadline.after(0), colours=3 if text.startswith("p edge") else None)


@pytest.mark.slow
def test_many_puzzles_in_lines() -> None:
    started = time.process_time()
    assert len(read(".4.....1..3.2...\n" * 20_000)) == 20_000  # type: ignore[arg-type]
    assert time.process_time() - started < 5


@pytest.mark.slow
@pytest.mark.parametrize(("bad", "place"), [("." * 80 + "?", "9000:81"), ("." * 80, "9000:80"), ("x", "9000:1")])
def test_one_bad_line_of_many_is_named_soon(bad: str, place: str) -> None:
    lines = ["." * 81] * 10_000
    lines[8999] = bad
    started = time.process_time()
    with pytest.raises(InputError) as caught:
        read("\n".join(lines), source="many")
    assert str(caught.value).startswith(f"many:{place}: ")
    assert time.process_time() - started < 3


def test_a_polynomial_in_too_many_variables_is_refused() -> None:
    names = [f"x{i}" for i in range(1000)]
    terms = "+".join(f"{name}^{exponent}" for exponent in range(1, 12) for name in names)
    text = f"<INTPS><vars>{','.join(names)}</vars><basis><poly>{terms}</poly></basis></INTPS>"
    started = time.process_time()
    with pytest.raises(InputError, match="11000 terms in 1000 variables; expected terms times variables at"):
        read(text)
    assert time.process_time() - started < 3


def test_a_polynomial_of_too_many_characters_is_refused() -> None:
    with pytest.raises(InputError, match="a polynomial with 10000003 characters; expected at most 10000000"):
        parse_polynomial("x +" + " " * 9_999_999 + "1", Ring.of("x"))


def test_a_text_that_is_no_system_is_told_what_a_system_looks_like() -> None:
    with pytest.raises(InputError, match=r"f: no polynomial system; expected .* such as x\^2 - 3\*y = 1"):
        read_system("x", source="f")
    with pytest.raises(InputError, match="a puzzle; expected a polynomial system"):
        read_system(".4.....1..3.2...")


@pytest.mark.parametrize(("field", "found"), [("GF(0)", "field 'GF(0)'"), ("9" * 20, "characteristic 9999")])
def test_a_bad_field_is_refused_where_it_stands(field: str, found: str) -> None:
    text = f"<ModPS>\n <basedomain>{field}</basedomain><vars>x</vars><basis><poly>x</poly></basis></ModPS>"
    with pytest.raises(InputError) as caught:
        read(text, source="f.xml")
    assert str(caught.value).startswith(f"f.xml:2:14: {found}")
