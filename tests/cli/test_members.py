"""Members of families as INPUT of commands."""

from __future__ import annotations

from casbridge.puzzles.families import FAMILIES
from tests.cli.calling import Caller


def test_commands_take_members_of_families(call: Caller) -> None:
    said = call("convert", "katsura-1", "-", "--to", "plain")
    assert said.code == 0
    assert said.out.splitlines()[-2:] == ["2*u1 + u0 - 1", "2*u1^2 + u0^2 - u0"]
    assert "# name: katsura-1" in said.out
    assert call("count", "queens-5").out.splitlines()[0] == "240"
    assert call("count", "cycle-4", "--colours", "2").out.splitlines()[0] == "2"
    assert call("charseries", "kss-2", "--field", "7", "--json").document()["field"] == "GF(7)"


def test_what_is_wrong_with_a_member_is_one_line(call: Caller) -> None:
    for arguments, complaint in (
        (("solve", "quens-5"), "no such file: 'quens-5'; expected a file, .* (did you mean queens-5?)"),
        (("solve", "queens-99"), "queens of size 99; expected n from 1 to 30"),
        (("charseries", "noon-3", "--field", "5"), "noon-3 over GF(5), where the denominator 10 of a coefficient is 0"),
        (("convert", "random-3,seed=-1", "-"), "the seed -1; expected 0 to"),
    ):
        said = call(*arguments)
        assert said.code == 2
        for part in complaint.split(".*"):
            assert part in said.complaint()


def test_families_are_listed(call: Caller) -> None:
    said = call("families")
    assert said.code == 0
    for name, one in FAMILIES.items():
        assert f"\n{name} " in said.out
        assert f" {one.least}-{one.largest} " in said.out
    document = call("families", "--json").document()
    assert [one["name"] for one in document["families"]] == [*FAMILIES]
    for one in document["families"]:
        known = FAMILIES[one["name"]]
        assert one["source"] == known.source
        assert one["sizes"][0]["n"] == known.least
        for size in one["sizes"]:
            assert (size["zeros"], size["degree"]) == (known.zeros(size["n"]), known.degree(size["n"]))


def test_one_family(call: Caller) -> None:
    said = call("families", "Cyclic", "random")
    assert "zeros from the least n on: 2, 6, ∞, 70, 156, 924\n" in said.out
    assert "  terms: the terms of an equation, a whole number from 1 to 1000; 4 if it is not given\n" in said.out
    assert "  seed: " in said.out
    wrong = call("families", "quens")
    assert wrong.code == 2
    assert "did you mean queens?" in wrong.complaint()
