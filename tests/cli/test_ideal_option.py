"""--ideal: one of the ideals of a script, or all as several inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Caller

SCRIPT = """\
ring r = 0, (x, y), dp;
ideal i = x2 - 1, y;
ideal j = x - 2, y - 3;
ring s = 7, z, dp;
ideal i = z3 - 1;
"""
#: One of its ideals cannot be read.
PARTLY = f"{SCRIPT}ideal k = std(minor(i, 2)) + z;\nideal l = z;\n"
BOTH = "--backends=reference:split,reference:general"


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "t.sing"
    path.write_text(SCRIPT, encoding="utf-8")
    return str(path)


@pytest.fixture
def partly(tmp_path: Path) -> str:
    path = tmp_path / "partly.sing"
    path.write_text(PARTLY, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("ideal", "count", "field"), [("r.i", 2, "QQ"), ("j", 1, "QQ"), ("line 5", 3, "GF(7)")])
def test_a_name_chooses(call: Caller, script: str, ideal: str, count: int, field: str) -> None:
    document = call("count", script, "--ideal", ideal, "--json").document()
    assert (document["count"], document["field"]) == (count, field)
    assert "source" not in document


@pytest.mark.parametrize(
    "command",
    [
        ["count"],
        ["charseries"],
        ["crosscheck", BOTH],
        ["render", "--to", "singular"],
        ["convert", "--to", "plain", "-"],
        ["bundle", "--backend", "reference"],
        ["certify"],
        ["solve"],
    ],
    ids=lambda command: command[0],
)
def test_several_ideals_are_refused_with_their_names_and_lines(call: Caller, script: str, command: list[str]) -> None:
    name, *options = command
    complaint = call(name, script, *options).complaint()
    assert complaint.startswith(f"{script}:3:1: several ideals: r.i in line 2, j in line 3, s.i in line 5;")
    assert "--ideal NAME" in complaint
    wrong = call(name, script, *options, "--ideal", "k")
    assert wrong.code == 2
    assert "no ideal 'k'" in wrong.complaint()
    assert "r.i in line 2, j in line 3, s.i in line 5" in wrong.complaint()


def test_commands_for_one_input_do_not_take_all(call: Caller, script: str) -> None:
    said = call("convert", script, "-", "--to", "plain", "--ideal", "*")
    assert (said.code, said.out) == (2, "")
    assert "several ideals: r.i in line 2" in said.complaint()


def test_all_are_several_inputs(call: Caller, script: str) -> None:
    names = [f"{script}:{name}" for name in ("r.i", "j", "s.i")]
    said = call("count", script, "--ideal", "*")
    assert (said.code, said.err) == (0, "")
    assert said.out.split() == [f"{names[0]}:", "2", f"{names[1]}:", "1", f"{names[2]}:", "3"]
    document = call("count", script, "--ideal", "*", "--json").document()
    assert [one["source"] for one in document["results"]] == names
    assert [one["count"] for one in document["results"]] == [2, 1, 3]
    assert [one["source"] for one in call("charseries", script, "--ideal", "*", "--jsonl").lines()] == names


def test_what_is_not_read_gets_a_line_and_the_others_are_done(call: Caller, partly: str) -> None:
    names = [f"{partly}:{name}" for name in ("r.i", "j", "s.i", "k", "l")]
    for command in (["count"], ["charseries"], ["crosscheck", BOTH]):
        said = call(command[0], partly, *command[1:], "--ideal", "*", "--json")
        document = said.document()
        assert (said.code, document["status"], document["count"]) == (2, "failed", 5)
        assert [one["source"] for one in document["results"]] == names
        assert [one["status"] for one in document["results"]] == [*["complete"] * 3, "invalid", "complete"]
        assert said.complaint() == document["results"][3]["reason"]
        assert f"{names[3]}:6:" in said.complaint()
        assert call(command[0], partly, *command[1:], "--ideal", "*").code == 2


def test_one_input_of_several_files_has_all_its_ideals(call: Caller, script: str, partly: str) -> None:
    lines = call("crosscheck", script, "x - 1", partly, BOTH, "--ideal", "*", "--jsonl").lines()
    parts = [f"{script}:{name}" for name in ("r.i", "j", "s.i")]
    assert [one["source"] for one in lines[:4]] == [*parts, "x - 1"]
    assert [one["status"] for one in lines[4:]] == [*["complete"] * 3, "invalid", "complete"]


def test_scripts_of_all_ideals_go_to_a_folder(call: Caller, partly: str, tmp_path: Path) -> None:
    said = call("render", partly, "--to", "singular", "--ideal", "*", "-o", tmp_path / "made")
    assert said.code == 2
    assert f"{partly}:k" in said.complaint()
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["1.sing", "2.sing", "3.sing", "5.sing"]
    results = call("render", partly, "--to", "singular", "--ideal", "*", "--json").document()["results"]
    assert [one["source"].rpartition(":")[2] for one in results] == ["r.i", "j", "s.i", "k", "l"]
    assert [one.get("equations") for one in results] == [2, 2, 1, None, 1]
    assert "--output" in call("render", partly, "--to", "singular", "--ideal", "*").err


def test_what_has_one_system_is_one_input(call: Caller) -> None:
    for text in ("x^2 - 1", "2x2", "cyclic-3", "ring r=0,(x,y),dp; ideal i=x,y; ideal j=std(i);"):
        assert call("count", text, "--ideal", "*").out == call("count", text).out
    assert "no ideal 'i'" in call("count", "cyclic-3", "--ideal", "i").complaint()
    assert "no ideal 'i'" in call("count", "2x2", "--ideal", "i").complaint()


def test_puzzles_are_as_without_the_option(call: Caller, tmp_path: Path) -> None:
    puzzles = tmp_path / "two.txt"
    puzzles.write_text(".4.....1..3.2...\n12....122.3.4...\n", encoding="utf-8")
    for command in (["count"], ["render", "--to", "singular"]):
        document = call(command[0], puzzles, *command[1:], "--json").document()
        every = call(command[0], puzzles, *command[1:], "--ideal", "*", "--json").document()
        assert [one.get("source") for one in every["results"]] == [None, None]
        assert len(every["results"]) == len(document["results"]) == 2
    lines = call("crosscheck", puzzles, "x - 1", BOTH, "--ideal", "*", "--jsonl").lines()
    assert [one["source"] for one in lines] == [f"{puzzles}:1", f"{puzzles}:2", "x - 1"]
