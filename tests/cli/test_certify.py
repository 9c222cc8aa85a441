"""casbridge certify: exit codes, documents, files, and claims that are false or cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import SHIDOKU, Caller


@pytest.fixture
def system(tmp_path: Path) -> Path:
    path = tmp_path / "system.txt"
    path.write_text("variables: x y z\nx - y\nx*y\n", encoding="utf-8")
    return path


def test_an_identity_as_text_and_as_json(call: Caller, system: Path) -> None:
    said = call("certify", system, "--claim", "x = y*z")
    assert (said.code, said.err) == (0, "")
    assert "(-y*z + x)^2 =" in said.out
    document = json.loads(call("certify", system, "--claim", "x", "--to", "lean", "--json").out)
    assert (document["status"], document["exponent"], document["cofactors"]) == ("complete", 2, ["x", "1"])
    assert document["text"].endswith("+ (1) * h2\n")


def test_a_file_is_written(call: Caller, system: Path, tmp_path: Path) -> None:
    place = tmp_path / "claim.lean"
    said = call("certify", system, "--claim", "x", "--to", "lean", "-o", place)
    assert (said.code, said.out, said.err) == (0, "", f"casbridge: wrote {place}\n")
    assert "linear_combination (exp := 2)" in place.read_text(encoding="utf-8")


def test_false_claims_are_refuted_with_a_zero(call: Caller, system: Path) -> None:
    said = call("certify", system, "--claim", "x - z")
    assert said.code == 1
    assert said.err.endswith("such as x = 0, y = 0, z = -3\n")
    document = json.loads(call("certify", system, "--json").out)
    assert (document["status"], document["reason"]) == ("refuted", "the claim is false: the system has zeros")


@pytest.mark.parametrize("claim", ["x + w", "x = ", "x = y = z", "", "1/0", "x^9999999999"])
def test_bad_claims_are_told_in_one_line(call: Caller, system: Path, claim: str) -> None:
    said = call("certify", system, "--claim", claim)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert "--claim" in said.err


def test_claims_about_a_puzzle(call: Caller) -> None:
    assert call("certify", SHIDOKU, "--claim", "x1 - 1").code == 0
    assert call("certify", SHIDOKU, "--claim", "x1 - 2").code == 1


def test_limits(call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text(
        "\n".join(f"x{i}^7*x{i + 1} + x{i + 2}^5 + x{i}*x{i + 3}^6 - {i}" for i in range(9)), encoding="utf-8"
    )
    said = call("certify", path, "--timeout", "0.3")
    assert (said.code, said.out) == (4, "")
    assert said.err.count("\n") == 1
