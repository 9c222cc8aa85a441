"""casbridge explain."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casbridge.logic import explain, explanation_document
from tests.cli.calling import SHIDOKU, SOLVED, Caller
from tests.effort import examples
from tests.logic.test_deduction import OF_LEVEL, WITH_STEP, puzzle_of


@pytest.fixture
def record(call: Caller, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(call("explain", SHIDOKU, "--json").out, encoding="utf-8")
    return path


def test_one_puzzle_in_words(call: Caller) -> None:
    said = call("explain", SHIDOKU)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[4] == " 5  in box 2, 4 has no place but r2c3: r2c3 is 4"
    assert lines[-2:] == [
        "solved, each value follows: there is no other solution",
        "singles (1 of 8), 12 steps and 9 of Theorem 1: 5 × hidden single, 7 × last cell",
    ]
    assert "removed" in said.out
    assert "removed" not in call("explain", SHIDOKU, "--no-zeroing").out
    book = call("explain", SHIDOKU, "--words", "book").out
    assert book == said.out.replace("removed from", "zeroed in")


def test_the_numbers_of_the_printed_steps_have_no_gaps(call: Caller, record: Path) -> None:
    steps = json.loads(record.read_text(encoding="utf-8"))["steps"]
    printed = [step for step in steps if step["theorem"] != "zeroing"]
    lines = call("explain", SHIDOKU, "--no-zeroing").out.split("\n\n")[0].splitlines()
    assert [int(line[:2]) for line in lines] == [*range(1, len(printed) + 1)] == [*range(1, 13)]
    assert [line[4:] for line in lines] == [step["text"] for step in printed]
    # --at counts what is printed: the state before the third value has the first two.
    for zeroing, at in (("--no-zeroing", 2), ("--zeroing", printed[2]["number"] - 1)):
        state = call("explain", SHIDOKU, zeroing, "--at", str(at)).out
        assert state == call("explain", SHIDOKU, "--at", str(printed[2]["number"] - 1)).out
    assert call("explain", SHIDOKU, "--no-zeroing", "--at", "13").code == 2
    assert call("explain", SHIDOKU, "--no-zeroing", "--records").code == 2


def test_a_refused_step_has_the_number_that_is_printed(call: Caller, record: Path) -> None:
    document = json.loads(record.read_text(encoding="utf-8"))
    second = next(step for step in document["steps"][5:] if step["theorem"] != "zeroing")
    text = record.read_text(encoding="utf-8")
    for zeroing, number in (("--zeroing", second["number"]), ("--no-zeroing", 2)):
        damaged = json.loads(text)
        damaged["steps"][second["number"] - 1]["digits"] = [1]
        record.write_text(json.dumps(damaged), encoding="utf-8")
        out = call("explain", SHIDOKU, zeroing, "--check", str(record)).out
        assert f"step {number} is refused" in out, out


def test_a_hint_grows_clear(call: Caller) -> None:
    said = call("explain", SHIDOKU, "--hint")
    assert (said.code, said.out.count("\n")) == (0, 4)
    assert said.out.splitlines()[3] == "4  r2c3 is 4."
    for clarity in range(1, 5):
        part = call("explain", SHIDOKU, "--hint", "--clarity", str(clarity))
        assert part.out == "".join(said.out.splitlines(keepends=True)[:clarity])
        document = call("explain", SHIDOKU, "--hint", "--clarity", str(clarity), "--json").document()
        assert len(document["hint"]["texts"]) == document["hint"]["clarity"] == clarity
        # What is not said in words is not given away otherwise.
        assert ("theorem" in document["hint"]) == (clarity > 1)
        assert ("placement" in document["hint"]) == (clarity == 4)
    assert document["hint"]["placement"] == {"cell": "r2c3", "digit": 4}
    later = call("explain", SHIDOKU, "--hint", "--at", "5", "--json").document()
    assert later["hint"]["step"] > 5


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("11..............", "no solution: two givens clash in row 1: r1c1 and r1c2 are both 1"),
        ("12..3.......4..4", "no solution: "),
        ("................", "no further step: several solutions"),
        (SOLVED, "nothing is left to find"),
    ],
)
def test_where_there_is_no_hint_it_says_why(call: Caller, puzzle: str, said: str) -> None:
    assert call("explain", puzzle, "--hint").out.startswith(said)
    document = call("explain", puzzle, "--hint", "--json").document()
    assert document["hint"] is None
    assert document["reason"].startswith(said)


def test_hints_and_limits(call: Caller, tmp_path: Path) -> None:
    late = call("explain", SHIDOKU, "--hint", "--timeout", "0.000001", "--json")
    assert (late.code, late.document()["status"]) == (4, "timeout")
    several = tmp_path / "several.txt"
    several.write_text(f"{SHIDOKU}\n11..............\n", encoding="utf-8")
    assert [line["hint"] is None for line in call("explain", several, "--hint", "--jsonl").lines()] == [False, True]
    for others in (["--rate"], ["--records"], ["--claims"], ["--verify", "reference"], ["--check", str(several)]):
        assert call("explain", SHIDOKU, "--hint", *others).code == 2
    assert "--hint" in call("explain", SHIDOKU, "--clarity", "2").complaint()


def test_a_record_may_have_either_words(call: Caller, tmp_path: Path) -> None:
    for words in ("plain", "book"):
        path = tmp_path / f"{words}.json"
        path.write_text(call("explain", SHIDOKU, "--json", "--words", words).out, encoding="utf-8")
        assert call("explain", SHIDOKU, "--check", path).code == 0
    mixed = path.read_text(encoding="utf-8").replace("zeroed in r4c3", "removed from r4c3")
    path.write_text(mixed, encoding="utf-8")
    assert call("explain", SHIDOKU, "--check", path).code == 1


def test_the_steps_of_a_trial_come_before_its_refutation(call: Caller) -> None:
    lines = call("explain", OF_LEVEL["presets"]).out.splitlines()
    place = next(number for number, line in enumerate(lines) if "preset: if" in line)
    number = lines[place].split()[0]
    assert lines[place - 1].strip().startswith(f"{number}.")
    assert lines[place - 1].endswith("a contradiction")


@pytest.mark.parametrize(
    ("puzzle", "end"),
    [
        ("11..............", "no solution: the givens lead to a contradiction"),
        ("12..............", "several solutions: each candidate that is left is part of one"),
    ],
)
def test_other_ends(call: Caller, puzzle: str, end: str) -> None:
    said = call("explain", puzzle)
    assert said.code == 0
    assert end in said.out


def test_a_class_that_does_not_suffice_was_asked_for(call: Caller) -> None:
    said = call("explain", OF_LEVEL["wings"], "--up-to", "fish", "--json")
    assert said.code == 0
    document = said.document()
    assert (document["status"], document["outcome"], document["solution"]) == ("partial", "stopped", None)


def test_json_and_lines(call: Caller, tmp_path: Path) -> None:
    document = call("explain", SHIDOKU, "--json").document()
    assert (document["status"], document["outcome"], document["solution"]) == ("complete", "solved", SOLVED)
    assert document["difficulty"]["level"] == "singles"
    assert [step["number"] for step in document["steps"]] == list(range(1, 22))
    assert document["steps"][4]["text"] == "in box 2, 4 has no place but r2c3: r2c3 is 4"
    lines = call("explain", SHIDOKU, "--jsonl").lines()
    assert [line["step"] for line in lines[:-1]] == document["steps"]
    assert lines[-1]["difficulty"] == document["difficulty"]
    several = tmp_path / "several.txt"
    several.write_text(f"{SHIDOKU}\n11..............\n", encoding="utf-8")
    rated = call("explain", str(several), "--rate", "--jsonl").lines()
    assert [line["outcome"] for line in rated] == ["solved", "contradiction"]
    assert not any("steps" in line for line in rated)
    whole = call("explain", str(several), "--json").document()
    assert [one["outcome"] for one in whole["results"]] == ["solved", "contradiction"]
    assert call("explain", str(several)).out.count("\n") == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "backend", ["reference", pytest.param("singular", marks=pytest.mark.singular), "sympy:groebner"]
)
def test_every_step_is_verified(call: Caller, backend: str) -> None:
    document = call("explain", SHIDOKU, "--verify", backend, "--json").document()
    assert document["check"]["proof"] == "proved"
    assert document["check"]["proved"] == 21
    if backend.startswith("sympy"):
        return  # a process for each question takes its time
    said = call("explain", SHIDOKU, "--verify", backend)
    assert said.code == 0
    assert "21 of 21 steps proved by" in said.out
    assert said.out.splitlines()[4] == " 5  proved  in box 2, 4 has no place but r2c3: r2c3 is 4"


def test_claims_are_exported_as_polynomials(call: Caller) -> None:
    text = call("explain", SHIDOKU, "--claims").out
    assert "(r1c1 - 1)*(r1c1 - 2)*(r1c1 - 3) is in the radical of\n      r1c2 - 4\n" in text
    claims = call("explain", SHIDOKU, "--claims", "--json").document()["steps"][0]["claims"]
    assert claims[0]["field"] == "GF(11)"
    assert claims[0]["conclusion"] == "(r1c1 - 1)*(r1c1 - 2)*(r1c1 - 3)"
    assert claims[0]["hypotheses"][0] == "r1c2 - 4"


def test_a_record_is_checked(call: Caller, record: Path) -> None:
    said = call("explain", SHIDOKU, "--check", str(record))
    assert said.code == 0
    assert "21 of 21 steps proved by reference:split" in said.out


def _changed(record: Path, change: Any) -> str:
    document = json.loads(record.read_text(encoding="utf-8"))
    change(document)
    record.write_text(json.dumps(document), encoding="utf-8")
    return str(record)


def test_a_wrong_step_of_a_record_is_refused(call: Caller, record: Path) -> None:
    def wrong(document: dict[str, Any]) -> None:
        document["steps"][4]["placement"]["digit"] = document["steps"][4]["digits"][0] = 2
        document["steps"][4]["occurs"][0]["digit"] = 2

    said = call("explain", SHIDOKU, "--check", _changed(record, wrong))
    assert said.code == 1
    assert "step 5 is refused: " in said.out


def test_a_true_step_with_a_false_reason_is_refused(call: Caller, record: Path) -> None:
    def wrong(document: dict[str, Any]) -> None:
        # r2c3 is 4, and 4 has no other place in box 2; but in column 3 it has.
        document["steps"][4]["units"] = ["column 3"]
        document["steps"][4]["occurs"][0]["unit"] = "column 3"
        document["steps"][4]["cells"] = ["r1c3", "r3c3", "r4c3"]

    said = call("explain", SHIDOKU, "--check", _changed(record, wrong), "--json")
    assert said.code == 1
    document = said.document()
    assert document["status"] == "refused"
    step = document["check"]["steps"][4]
    assert step["proof"] == "refused"
    assert step["counterexample"]


@pytest.mark.usefixtures("nothing_hidden")
def test_a_missing_backend_decides_nothing(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_SINGULAR", "/nowhere/Singular")
    said = call("explain", SHIDOKU, "--verify", "singular", "--json")
    assert said.code == 3
    assert said.document()["status"] == "undecided"


def test_page_and_picture(call: Caller, tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    said = call("explain", SHIDOKU, "--html", str(page), "--svg", str(picture), "--at", "5", "--verify", "reference")
    assert said.code == 0
    assert said.err.splitlines() == [f"casbridge: wrote {page}", f"casbridge: wrote {picture}"]
    assert "proved" in page.read_text(encoding="utf-8")
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


def test_a_graph_and_a_hard_time(call: Caller, tmp_path: Path) -> None:
    graph = tmp_path / "triangle.col"
    graph.write_text("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", encoding="utf-8")
    said = call("explain", str(graph), "--colours", "2", "--verify", "reference")
    assert said.code == 0
    assert "no solution: the givens lead to a contradiction" in said.out
    hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    stopped = call("explain", hard, "--timeout", "0.02", "--json")
    assert stopped.code == 4
    assert stopped.document()["status"] == "timeout"


@pytest.mark.parametrize(
    "arguments",
    [
        (SHIDOKU, "--at", "99"),
        (SHIDOKU, "--up-to", "magic"),
        (SHIDOKU, "--verify", "nobody"),
        (SHIDOKU, "--rate", "--records"),
        (SHIDOKU, "--check", "/nowhere/record.json"),
        (SHIDOKU, "--json", "--jsonl"),
        ("variables: x\nx - 1",),
    ],
)
def test_bad_usage_is_one_line(call: Caller, arguments: tuple[str, ...]) -> None:
    said = call("explain", *arguments)
    assert said.code == 2
    said.complaint()


KINDS = list(WITH_STEP)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_mangled_record_is_refused_in_words(call: Caller, tmp_path: Path, data: st.DataObject) -> None:
    """Any step under any other name, with parts of it gone, however it is to be shown: no traceback."""
    puzzle = WITH_STEP[data.draw(st.sampled_from(KINDS))]
    document = _document_of(puzzle)
    place = data.draw(st.integers(0, len(document["steps"]) - 1))
    step = document["steps"][place]
    other = data.draw(st.sampled_from(document["steps"]))
    names = sorted({(one["theorem"], one["name"]) for one in (*document["steps"], *_SOME_NAMES)})
    step["theorem"], step["name"] = data.draw(st.sampled_from(names))
    for key in data.draw(st.sets(st.sampled_from(sorted(set(step) - {"theorem", "name", "number"})), max_size=3)):
        step[key] = other[key] if data.draw(st.booleans()) else type(step[key])() if step[key] is not None else None
    for removal in step["removals"][:2]:
        if data.draw(st.booleans()):
            removal["by"] = data.draw(st.sampled_from([[], ["r1c1"], ["r1c1", "r9c9"]]))
    record = tmp_path / "mangled.json"
    record.write_text(json.dumps(document), encoding="utf-8")
    more = data.draw(
        st.sampled_from(
            [[], ["--notation", "book"], ["--records"], ["--json"], ["--claims"], ["--html", str(tmp_path / "p.html")]]
        )
    )
    said = call("explain", puzzle, "--check", str(record), *more)
    assert said.code in (0, 1, 2)
    assert said.code == 0 or said.out or said.err.startswith("casbridge: ")


_SOME_NAMES = [
    {"theorem": "wing", "name": "XY-wing"},
    {"theorem": "wing", "name": "W-wing"},
    {"theorem": "colouring", "name": "colour wrap"},
    {"theorem": "forcing chain", "name": "forcing chain"},
    {"theorem": "preset", "name": "preset"},
    {"theorem": "contradiction", "name": "no place"},
]


def _document_of(line: str) -> dict[str, Any]:
    return json.loads(json.dumps(explanation_document(explain(puzzle_of(line)))))


def test_files_are_written_though_nobody_reads_the_output(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    command = shlex.join([sys.executable, "-m", "casbridge", "explain", OF_LEVEL["chains"], "--html", str(page)])
    subprocess.run(["bash", "-c", f"{command} | head -n 1"], check=True, capture_output=True)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_several_solutions_must_be_what_is_left(call: Caller, tmp_path: Path) -> None:
    puzzle = "4......1..3....."
    document = call("explain", puzzle, "--json").document()
    assert document["outcome"] == "several solutions"
    assert call("explain", puzzle, "--check", str(_written(tmp_path, document))).code == 0
    document["steps"] = []
    said = call("explain", puzzle, "--check", str(_written(tmp_path, document)))
    assert said.code == 1
    assert "is part of none" in said.out


def _written(folder: Path, document: dict[str, Any]) -> Path:
    path = folder / "written.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize("text", ["", "[]", '{"puzzle": 1}', '{"steps": 3}', "nonsense", '{"steps": [{}]}'])
def test_a_record_that_is_none_is_one_line(call: Caller, tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, encoding="utf-8")
    said = call("explain", SHIDOKU, "--check", str(path))
    assert said.code == 2
    said.complaint()
