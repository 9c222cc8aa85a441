"""casbridge bundle and casbridge rerun: files, documents, exit codes, and bundles that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casbridge.backends.protocol import Status
from tests.bugs.test_bundles import BOTH, NO_JSON, ONE_LOST, TWO_POINTS, Moody
from tests.cli.calling import SHIDOKU, Caller
from tests.crosscheck.puppets import Puppet, registered

#: Two methods of the reference.
ALONE = ("--backend", "reference:split", "--against", "reference:general")


@pytest.fixture
def system(tmp_path: Path) -> Path:
    from casbridge.algebra.formats import write_plain

    path = tmp_path / "two.txt"
    path.write_text(write_plain(TWO_POINTS), encoding="utf-8")
    return path


def test_a_fault_is_packed_and_run_again(call: Caller, system: Path, tmp_path: Path) -> None:
    file = tmp_path / "find.json"
    with registered(Puppet("liar", ONE_LOST)):
        said = call("bundle", system, "--backend", "liar", "-o", file)
        assert (said.code, said.err) == (0, "")
        assert said.out.splitlines()[-1] == "fault: missing zero (a point)"
        again = call("rerun", file)
        assert (again.code, again.err) == (0, "")
        assert again.out.splitlines() == [
            "bundle: liar:told 1: complete, missing zero (a point)",
            "the same as in the bundle: liar:told 1: complete, missing zero (a point)",
        ]
        other = call("rerun", file, "--backend", "liar,reference:split")
        assert other.code == 1
        assert other.out.splitlines()[-1].startswith("another outcome than in the bundle: reference:split ")
        document = call("rerun", file, "--backend", "reference:split", "--json").document()
        assert (document["status"], document["same"]) == ("complete", False)
        assert document["bundle"]["fault"]["kind"] == "missing zero"
        (row,) = document["backends"]
        assert (row["name"], row["same"], row["fault"]) == ("reference:split", False, None)


def test_a_bundle_on_standard_output(call: Caller, system: Path) -> None:
    with registered(Puppet("honest", BOTH)) as (honest,):
        said = call("bundle", system, "--backend", honest)
        assert said.code == 0
        assert json.loads(said.out)["schema"] == "casbridge-bundle/1"
        assert said.err.splitlines()[-1] == "fault: none"
        document = call("bundle", system, "--backend", "reference:split", "--against", honest, "--json").document()
        assert (document["status"], document["file"]) == ("complete", None)
        assert document["bundle"]["verdict"]["verdict"] == "agree"
    puzzle = call("bundle", SHIDOKU, "--backend", "reference:split", "--against", "reference:general", "--json")
    assert puzzle.document()["bundle"]["answer"]["count"] == 1


def test_repeats(call: Caller, system: Path, tmp_path: Path) -> None:
    file = tmp_path / "find.json"
    with registered(Moody("moody", ONE_LOST)):
        said = call("bundle", system, "--backend", "moody", "--repeat", "4", "-o", file)
        assert said.out.splitlines()[-1] == "fault: missing zero (a point) in 2 of 4 runs"
        assert call("rerun", file).out.splitlines()[-1].endswith("in 2 of 4 runs")
        assert call("rerun", file, "--seed", "2").code == 1
        assert call("rerun", file, "--seed", "3").code == 0
    with registered(Moody("moody", ONE_LOST)):
        assert call("bundle", system, "--backend", "moody", "--seed", "2", "-o", file).out.endswith("fault: none\n")
    assert call("bundle", system, "--backend", "sympy", "--seed", "2147483646", "--repeat", "2").code == 2


def test_exit_codes_of_a_rerun(call: Caller, system: Path, tmp_path: Path) -> None:
    file = tmp_path / "find.json"
    with registered(Puppet("liar", ONE_LOST)):
        assert call("bundle", system, "--backend", "liar", "-o", file).code == 0
    # It is not there any more.
    assert call("rerun", file).code == 2
    codes = {"timeout": 4, "memory": 4, "missing": 3, "unsupported": 3, "crashed": 1}
    for status, code in ((Status(name), code) for name, code in codes.items()):
        with registered(Puppet("liar", None, status)):
            assert call("rerun", file).code == code, status


def test_nothing_is_packed_where_the_backend_is_missing(call: Caller, system: Path, tmp_path: Path) -> None:
    file = tmp_path / "find.json"
    with registered(Puppet("away", None, Status.MISSING)):
        said = call("bundle", system, "--backend", "away", "-o", file)
    assert (said.code, said.out) == (3, "")
    assert said.complaint() == "away:told: it was told so"
    assert not file.exists()


def test_bad_usage(call: Caller, system: Path, tmp_path: Path) -> None:
    assert call("bundle", system).code == 2
    assert "nosuch" in call("bundle", system, "--backend", "nosuch").complaint()
    assert "named twice" in call("bundle", system, "--backend", "reference", "--against", "reference").complaint()
    two = tmp_path / "two-puzzles.txt"
    two.write_text(f"{SHIDOKU}\n{SHIDOKU}\n", encoding="utf-8")
    assert "2 puzzles" in call("bundle", two, "--backend", "reference").complaint()
    said = call("bundle", system, *ALONE, "-o", tmp_path / "no" / "find.json")
    assert said.code == 2
    assert "cannot write" in said.complaint()


@pytest.mark.parametrize("number", range(len(NO_JSON)))
def test_what_is_no_bundle(call: Caller, tmp_path: Path, number: int) -> None:
    file = tmp_path / "find.json"
    file.write_text(NO_JSON[number][0], encoding="utf-8")
    said = call("rerun", file)
    assert (said.code, said.out) == (2, "")
    assert said.complaint().startswith(f"{file}:")
    document = call("rerun", file, "--json").document()
    assert (document["status"], document["exit_code"]) == ("error", 2)


def test_a_bundle_with_a_mistake(call: Caller, system: Path, tmp_path: Path) -> None:
    file = tmp_path / "find.json"
    assert call("bundle", system, *ALONE, "-o", file).code == 0
    made = json.loads(file.read_text(encoding="utf-8"))
    made["limits"]["seconds"] = -1
    file.write_text(json.dumps(made), encoding="utf-8")
    said = call("rerun", file)
    assert (said.code, said.complaint()) == (2, f"{file}: limits.seconds is -1; expected a positive number")
    assert call("rerun", "no-such-file").code == 2
    assert call("rerun", tmp_path).code == 2
