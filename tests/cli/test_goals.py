"""Tasks with a comparison of their own, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from casbridge.cli import main

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
CURVE = "variables: t x y\neliminate: t\nx - t^2\ny - t^3\n"


def test_a_factorisation_needs_no_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crosscheck", "--factor", "x^4 - 4", "--backends", "reference,sympy", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "agree"
    assert [one["task"] for one in document["backends"]] == ["factorisation"] * 2
    assert document["rests_on"] == ["the product, and the reference's factoring of each factor"]


def test_a_goal_on_the_command_line_replaces_the_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "curve.txt"
    file.write_text(CURVE)
    assert main(["render", str(file), "--to", "sympy", "--eliminate", "x y"]) == 0
    assert "eliminated = [x, y]" in capsys.readouterr().out
    assert main(["render", str(file), "--to", "sympy"]) == 0
    assert "eliminated = [t]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--eliminate", "u"], "--eliminate:1:1: no variable 'u'; expected one of t x y"),
        (["--saturate", "x, y +"], "--saturate:1:7: the polynomial ends early"),
        (
            ["--backends", "reference:eliminate,reference:radical"],
            "methods for different tasks: reference:eliminate (elimination); reference:radical (radical)",
        ),
        (
            ["--backends", "singular:std,msolve:real,reference:primes"],
            "methods for different tasks: singular:std, reference:primes (zeros); msolve:real (real zeros); expected",
        ),
        (["--backends", "reference:saturate,singular:sat"], "no polynomial to saturate by; give a line"),
        (["--backends", "reference,gap"], "gap has no method for elimination"),
    ],
)
def test_bad_goals_are_one_line(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "curve.txt"
    file.write_text(CURVE)
    assert main(["crosscheck", str(file), *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert len(said.splitlines()) == 1


def test_a_goal_belongs_to_a_system(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crosscheck", ".4.....1..3.2...", "--saturate", "x1"]) == 2
    assert "--saturate for a puzzle; expected a polynomial system" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["solve", "count"])
def test_what_is_no_zeros_is_not_counted(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, ".4.....1..3.2...", "--backend", "reference:dimension"]) == 2
    assert "gives dimension and degree; expected a method that gives zeros" in capsys.readouterr().err


def test_answers_of_scripts_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", str(TRANSCRIPTS / "gap" / "number.Factors.txt")]) == 0
    assert capsys.readouterr().out == "[12/5] multiplicity 1\n"
    assert main(["parse", str(TRANSCRIPTS / "singular" / "curve.dim.txt")]) == 0
    assert capsys.readouterr().out == "dimension 1, degree 3\n"
    assert main(["parse", str(TRANSCRIPTS / "singular" / "curve.dim.txt"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["dimension"], document["degree"]) == (1, 3)
    assert main(["parse", str(TRANSCRIPTS / "singular" / "root.factorize.txt"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["unmeasured"] == "factors are no zero set"
    factors = document["components"]
    assert {one["multiplicity"] for one in factors} == {1, 2}


def test_an_agreement_says_what_each_answer_rests_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "axes.txt"
    file.write_text("x*y\n")
    assert main(["crosscheck", str(file), "--backends", "reference:primes,reference:basis", "--json"]) == 0
    primes, basis = json.loads(capsys.readouterr().out)["backends"]
    assert [primes["judgement"], basis["judgement"]] == ["right", "right"]
    assert any(text.startswith("no component is redundant: ") for text in primes["proofs"])
    assert any(text.startswith("it is a Groebner basis: ") for text in basis["proofs"])


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("singular/constant.std.txt", [-1, 0, 0, 0, 0, None]),
        ("singular/characteristic-2.std.txt", [0, 4, 4, 0, None, None]),
        ("singular/initials.std.txt", [1, None, None, None, None, None]),
        ("giac/multiple.solve.txt", [0, 1, None, 1, 1, None]),
        ("giac/irrational.solve.txt", [*[None] * 5, "branches can be measured only with the system"]),
        ("singular/curve.eliminate.txt", [*[None] * 5, "elimination can be measured only with the system"]),
    ],
)
def test_answers_of_scripts_are_measured(name: str, size: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", str(TRANSCRIPTS / name), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    fields = ("dimension", "degree", "multiplicity", "rational", "real", "unmeasured")
    assert [document[field] for field in fields] == size
