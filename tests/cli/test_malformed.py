"""Every malformed input, through every command that reads one: code 2 and one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Caller, process
from tests.malformed import malformed_inputs

INPUTS = malformed_inputs()
#: Refused after about a second of work each.
SLOW = {name for name, data in INPUTS if name.startswith(("polynomial 66", "polynomial 67"))}
COMMANDS = {
    "solve": (),
    "charseries": (),
    "render": ("--to", "singular"),
    "convert": ("-",),
    "count": (),
    "crosscheck": ("--backends", "reference"),
}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(INPUTS)))
def test_malformed_input(call: Caller, tmp_path: Path, number: int) -> None:
    name, data = INPUTS[number]
    path = tmp_path / "input"
    path.write_bytes(data)
    chosen = ("solve", "charseries", "render", "convert", ("count", "crosscheck")[number % 2])
    if len(data) > 10**5 or name in SLOW:
        chosen = chosen[number % 5 :][:1]
    for command in chosen:
        said = call(command, path, *COMMANDS[command])
        assert (said.code, said.out) == (2, ""), name
        assert str(path) in said.complaint()
    if len(data) > 10**5:
        return
    as_json = call("solve", path, "--json")
    assert as_json.code == 2
    document = as_json.document()
    assert document["status"] == "error"
    assert document["error"] == as_json.complaint()


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.slow] if number else [])
        for number in range(0, len(INPUTS), len(INPUTS) // 5)
    ],
)
def test_malformed_standard_input(tmp_path: Path, number: int) -> None:
    path = tmp_path / "input"
    path.write_bytes(INPUTS[number][1])
    with path.open("rb") as stream:
        said = process("solve", "-", "--json", stdin=stream)
    assert said.code == 2
    assert said.complaint().startswith("<stdin>")
    assert said.document()["error"] == said.complaint()
