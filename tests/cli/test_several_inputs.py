"""crosscheck with several inputs: all are done, in their order, and the worst exit code is the one of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.algebra.answers import PointComponents
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result
from casbridge.backends.reference import ReferenceBackend
from tests.cli.calling import SHIDOKU, Caller

BOTH = "--backends=reference:split,reference:general"


class Forgetful(ReferenceBackend):
    """It loses a point of each answer that has two or more."""

    name = "forgetful"

    def run(self, job: Job) -> Result:
        result = super().run(job)
        assert result.answer is not None
        components = result.answer.components
        assert isinstance(components, PointComponents)
        kept = PointComponents(job.system.ring, components.points[: len(components) // 2 or 1])
        return replace(result, backend=self.name, answer=replace(result.answer, components=kept))


@pytest.fixture
def forgetful() -> Iterator[None]:
    registry.register(Forgetful())
    yield
    registry.unregister("forgetful")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {
        "two": "x^2 - 1\ny - x\n",
        "one": "x - 3\n",
        "broken": "x^2 -\n",
        "puzzles": f"{SHIDOKU}\n14............12\n",
        "parametric": "parameters: a\nvariables: x\nx - a\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.txt") for name in texts}


def test_results_are_in_the_order_of_the_inputs(call: Caller, files: dict[str, str]) -> None:
    said = call("crosscheck", files["one"], files["puzzles"], files["two"], BOTH, "--json")
    document = said.document()
    assert (said.code, said.err, document["count"], document["status"]) == (0, "", 4, "complete")
    sources = [files["one"], f"{files['puzzles']}:1", f"{files['puzzles']}:2", files["two"]]
    assert [one["source"] for one in document["results"]] == sources
    assert [one["verdict"] for one in document["results"]] == ["agree"] * 4
    assert [one["backends"][0]["count"] for one in document["results"]] == [1, 1, 1, 2]
    lines = call("crosscheck", files["one"], files["puzzles"], files["two"], BOTH, "--jsonl").lines()
    assert [one["source"] for one in lines] == sources


def test_one_input_is_as_before(call: Caller, files: dict[str, str]) -> None:
    assert "source" not in call("crosscheck", files["one"], BOTH, "--json").document()
    assert not call("crosscheck", files["one"], BOTH).out.startswith(files["one"])


def test_what_cannot_be_read_gets_a_line_and_the_others_are_done(call: Caller, files: dict[str, str]) -> None:
    said = call("crosscheck", files["broken"], files["one"], "nowhere.txt", files["two"], BOTH, "--json")
    document = said.document()
    assert (said.code, document["count"], document["status"]) == (2, 4, "failed")
    assert [one["status"] for one in document["results"]] == ["invalid", "complete", "invalid", "complete"]
    first, second = said.err.splitlines()
    assert first == f"casbridge: {document['results'][0]['reason']}"
    assert f"{files['broken']}:1:6: the polynomial ends early" in first
    assert "no such file: 'nowhere.txt'" in second


def test_text_names_each_input(call: Caller, files: dict[str, str]) -> None:
    said = call("crosscheck", files["one"], files["broken"], files["two"], BOTH)
    assert said.code == 2
    assert said.complaint()
    lines = said.out.splitlines()
    assert lines[0] == f"{files['one']}:"
    assert f"{files['two']}:" in lines
    assert f"{files['broken']}:" not in lines
    assert sum(line.startswith("agree: ") for line in lines) == 2
    assert lines[-2:] == ["", "3 inputs: 2 agree, 1 not done"]
    assert "inputs:" not in call("crosscheck", files["one"], BOTH).out


def test_a_disagreement_beats_all(call: Caller, files: dict[str, str], forgetful: None) -> None:
    backends = "--backends=reference:split,forgetful:split"
    said = call("crosscheck", files["broken"], files["one"], files["two"], backends, "--jsonl")
    assert said.code == 1
    assert [one.get("verdict") for one in said.lines()] == [None, "agree", "disagree"]
    assert said.lines()[2]["witness"]["fault"] == "missing zero"
    last = call("crosscheck", files["one"], files["two"], files["puzzles"], backends).out.splitlines()[-1]
    assert last == f"4 inputs: 3 agree, 1 disagree ({files['two']})"


def test_options_that_do_not_fit_an_input(call: Caller, files: dict[str, str]) -> None:
    backends = "--backends=reference,reference:closure"
    said = call("crosscheck", files["one"], files["parametric"], backends, "--conditions", "--json")
    assert said.code == 2
    first, second = said.document()["results"]
    assert (first["status"], second["verdict"]) == ("unsupported", "agree")
    assert first["reason"].startswith("--conditions for a system without parameters")
    assert said.complaint().startswith(f"{files['one']}: --conditions")


def test_a_limit_ends_one_job(call: Caller, files: dict[str, str]) -> None:
    hard = "variables: a b c d e f\n" + "\n".join(
        f"{u}^7 + {v}^5*{w}^2 - 3*{u}*{w} + {v} - 7" for u, v, w in ("abc", "bcd", "cde", "def", "efa", "fab")
    )
    path = Path(files["one"]).parent / "hard.txt"
    path.write_text(hard, encoding="utf-8")
    backends = "--backends=reference:general,reference:basis"
    said = call("crosscheck", path, files["one"], backends, "--timeout=1", "--jsonl")
    assert said.code == 4
    first, second = said.lines()
    assert (first["verdict"], second["verdict"]) == ("undecided", "agree")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--backends=reference,nosuch"], "no backend 'nosuch'"),
        (["--backends=reference,reference"], "backend reference is named twice"),
        (["--backends=reference:nosuch,sympy"], "no method 'nosuch'"),
        (["--count=2x2"], "--count with INPUT"),
    ],
)
def test_wrong_options_are_told_once_before_all(
    call: Caller, files: dict[str, str], arguments: list[str], complaint: str
) -> None:
    said = call("crosscheck", files["one"], files["two"], *arguments)
    assert (said.code, said.out) == (2, "")
    assert complaint in said.complaint()


def test_standard_input_is_read_once(call: Caller) -> None:
    said = call("crosscheck", "-", "-", BOTH)
    assert (said.code, said.complaint()) == (2, "- is named twice; expected standard input once")


def test_measured_answers(call: Caller, files: dict[str, str]) -> None:
    said = call("crosscheck", files["two"], files["broken"], BOTH, "--measure", "--jsonl")
    first, second = said.lines()
    assert second["status"] == "invalid"
    for row in first["backends"]:
        assert (row["dimension"], row["degree"], row["rational"], row["unmeasured"]) == (0, 2, 2, None)
    text = call("crosscheck", files["two"], BOTH, "--measure").out
    assert text.count("dimension 0, 2 different zeros over the algebraic closure") == 2
    for row in call("crosscheck", files["two"], BOTH, "--json").document()["backends"]:
        assert (row["dimension"], row["degree"], row["rational"]) == (0, 2, 2)
