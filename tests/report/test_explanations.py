"""Explanations of wrong answers: how their file is read, which answers they explain, and how the pages show them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.errors import InputError
from casbridge.report import packing, plots
from casbridge.report.explanations import (
    LARGEST_FILE,
    MISTAKES,
    MistakeOf,
    explanation_of,
    parse_explanations,
    read_explanations,
)
from casbridge.report.markdown_page import markdown_report
from casbridge.report.page import page_data
from casbridge.studies.values import Row
from tests.cli.calling import Caller
from tests.report.synthetic import METHODS, material
from tests.report.test_markdown import planted, table

ROW = Row(1, "cyclic-5", "cyclic", 5, "", "QQ", "given", "sympy:solve", 1, "complete")
FILE = """
[[explanation]]
title = "It *divides* by x"
text = \"\"\"
So zeros at which `x` is 0
are lost.
\"\"\"
mistake_of = "backend"
backends = "singular:std"
inputs = ["cyclic-*", "katsura-*"]
fault = "false zero"
links = { "it#1" = "https://example.org/1", here = "zoo.md#it1-x--0" }

[[explanation]]
title = "The rest"
text = "A mistake in a template."
mistake_of = "casbridge"
fault = ["false zero", "missing zero"]
"""


@pytest.fixture
def no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plots are left empty: to start what draws them takes a second, and the tests here are about words."""
    monkeypatch.setattr(plots, "svg_of", lambda *_, **__: "<svg/>")


def test_a_file() -> None:
    first, second = parse_explanations(FILE)
    assert first.text == "So zeros at which `x` is 0\nare lost."
    assert str(first.jobs) == "inputs=cyclic-*|katsura-*, backends=singular:std"
    assert first.links == (("it#1", "https://example.org/1"), ("here", "zoo.md#it1-x--0"))
    assert (second.mistake_of, second.faults, second.links) == (
        MistakeOf.CASBRIDGE,
        ("false zero", "missing zero"),
        (),
    )


@pytest.mark.parametrize(
    ("backend", "name", "faults", "title"),
    [
        ("singular:std", "cyclic-5", ["false zero"], "It *divides* by x"),
        ("singular:std", "cyclic-5", ["false zero", "missing zero"], "The rest"),  # it does not explain both faults
        ("singular:std", "noon-3", ["false zero"], "The rest"),
        ("sympy:solve", "cyclic-5", ["missing zero"], "The rest"),
        ("sympy:solve", "cyclic-5", ["not reduced"], None),
    ],
)
def test_which_answers_an_explanation_explains(backend: str, name: str, faults: list[str], title: str | None) -> None:
    found = explanation_of(replace(ROW, backend=backend, input=name), faults, parse_explanations(FILE))
    assert (found and found.title) == title


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title", "titel", r"why.toml:3:1: unknown key 'titel' in \[explanation\]"),
        ('mistake_of = "backend"', "", "why.toml:2:3: no key 'mistake_of'"),
        ('"backend"', '"mine"', "why.toml:8:1: mistake_of = 'mine'; expected one of backend, casbridge"),
        ('"false zero"', '"false"', "why.toml:11:1: fault = 'false'; expected a fault of a verdict"),
        ("inputs = [", "inputs = [{}, ", "why.toml:10:1: inputs = "),
        (
            "https://example.org/1",
            "javascript:alert(1)",
            "why.toml:12:11: 'it#1' = 'javascript:alert",
        ),
        ("zoo.md#it1-x--0", "//example.org", "'here' = '//example.org'; expected a web address"),
        ("zoo.md#it1-x--0", "a b", "'here' = 'a b'; expected"),
        (
            "The rest",
            "It *divides* by x",
            "why.toml:15:1: title = 'It \\*divides\\* by x' again; expected another title",
        ),
        ("[[explanation]]", "[explanation]", "why.toml"),
    ],
)
def test_a_mistake_in_a_file_has_its_place(old: str, new: str, message: str) -> None:
    assert old in FILE
    with pytest.raises(InputError, match=message):
        parse_explanations(FILE.replace(old, new, 1), "why.toml")


def test_the_page_in_markdown_links_each_wrong_answer_to_its_explanation(no_drawing: None) -> None:
    study = replace(material(300), explanations=parse_explanations(FILE)[:1])
    page = markdown_report(study, "study", made=0).page
    explained = [row for row in study.rows if row.number in study.wrong and row.family in ("cyclic", "katsura")]
    rows = table(page, "Wrong answers")
    assert 0 < len(explained) < len(rows) == len(study.wrong)
    told = [row for row in rows if row["why"]]
    assert len(told) == len(explained)
    assert {row["why"] for row in told} == {r"[It \*divides\* by x](#it-divides-by-x)"}
    assert {row["what is wrong"] for row in rows} == {"false zero"}
    count, left = len(explained), len(rows) - len(explained)
    words = f"{len(rows)} answers are wrong: {count} are a mistake of the backend; {left} are not explained."
    assert words.replace(": 1 are", ": 1 is").replace("; 1 are", "; 1 is") in page
    assert "\n### It \\*divides\\* by x\n\nSo zeros at which `x` is 0\nare lost.\n\nA mistake of the backend: " in page
    assert "See [it#1](https://example.org/1), [here](zoo.md#it1-x--0)." in page.replace("\\#", "#")


def test_the_page_in_html_has_the_explanations_beside_the_disagreements() -> None:
    study = replace(material(300), explanations=parse_explanations(FILE))
    found = page_data(study, packing.Shelf(10**6))["disagreements"]
    assert found
    for one in found:
        (why,) = one["why"]
        assert why["methods"] == [METHODS[1]]
        assert why["mistake"] in MISTAKES.values()
        rows = [study.rows[place] for place in one["wrong"]]
        is_first = all(row.family in ("cyclic", "katsura") for row in rows)
        assert (why["title"] == "It *divides* by x") == is_first


def test_the_command(no_drawing: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = Caller(capsys)
    path, why = planted(tmp_path), tmp_path / "why.toml"
    why.write_text(
        '[[explanation]]\ntitle = "Planted"\ntext = "A zero was taken away."\nmistake_of = "casbridge"\n'
        'fault = "missing zero"\nbackends = "sympy"\n',
        encoding="utf-8",
    )
    said = call("report", path, "-o", tmp_path / "page.md", "--explanations", why)
    assert said.code == 0, said
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "1 answer is wrong: 1 is a mistake of casbridge, mended since." in page
    (row,) = table(page, "Wrong answers")
    assert row["why"] == "[Planted](#planted)"
    assert row["what is wrong"].startswith("missing zero: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file"),
        (b"\xff", "UTF-8"),
        (b"#" * (LARGEST_FILE + 1), "more than 1 MB; expected a smaller file"),
        (b"[[explanation]]", "no key 'title'"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None, message: str) -> None:
    why = tmp_path / "why.toml"
    if content is not None:
        why.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_explanations(why)


def test_the_command_with_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = Caller(capsys)
    path, why = planted(tmp_path), tmp_path / "why.toml"
    said = call("report", path, "-o", tmp_path / "page.html", "--explanations", why)
    assert (said.code, said.complaint()) == (2, f"{why}: no such file")
    assert not (tmp_path / "page.html").exists()
    said = call("report", path, "--figures", tmp_path / "figures", "--explanations", why)
    assert said.code == 2
    assert said.complaint().startswith("--explanations without -o; expected")
