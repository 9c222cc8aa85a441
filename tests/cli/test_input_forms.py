"""What commands say about inputs as people have them."""

from __future__ import annotations

import pytest

from tests.cli.calling import Caller

LINK = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA=="


@pytest.mark.parametrize("command", [["charseries"], ["crosscheck", "--backends", "reference,sympy"], ["convert", "-"]])
def test_a_constant_is_a_line_on_standard_error_and_a_note(call: Caller, command: list[str]) -> None:
    name, *others = command
    done = call(name, "x - 1, 3 = 4".replace(", ", "\n"), *others, "--json")
    note = "polynomial 2 is the nonzero constant -1: the system has no zeros"
    assert done.err.splitlines()[0] == f"casbridge: <argument>: {note}"
    assert done.document()["notes"] == [note]


def test_options_for_systems_and_forms_for_puzzles(call: Caller) -> None:
    options = ("--implicit", "--decimals", "exact", "--variables", "y,x", "--to", "plain")
    product = call("convert", "2x y - 0.5", "-", *options)
    assert product.out == "field: QQ\nvariables: y x\n2*y*x - 1/2\n"
    assert call("convert", LINK, "-", "--to", "csv").out == ",,\n" * 3
    for form in ("csv", "ss", "opensudoku", "fpuzzles", "fpuzzles-link", "link", "line", "grid", "toml"):
        written = call("convert", "." * 80 + "1", "-", "--to", form).out
        assert call("convert", written, "-", "--to", "line").out == "." * 80 + "1\n"
    refused = call("convert", "x - y", "-", "--to", "list", "--variables", "y,x")
    assert (refused.code, refused.out) == (2, "")
    assert "the variables y, x in a list; expected those of the polynomials" in refused.err
