"""What each method did: outcomes, groups, and times with and without the start."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from casbridge.errors import InputError
from casbridge.report.material import Material
from casbridge.report.standings import by_group, group_of, outcome_of, standings
from casbridge.studies.values import Row

ROW = Row(1, "circle", "", None, "", "QQ", "given", "a:b", 1, "complete", wall_seconds=1.0, verdict="agree")


def material(rows: list[Row], **documents: Any) -> Material:
    """A study whose verdicts on an input say this of their backends."""
    inputs = {row.number: row.input for row in rows}
    return Material("one", rows, text=lambda kind, number: json.dumps(documents.get(inputs[number], {})))


def said(name: str, *, proved: bool, fault: str = "") -> dict[str, Any]:
    faults = [{"fault": fault}] if fault else []
    return {"name": name, "variable_order": "given", "faults": faults, "proved": proved}


def test_an_answer_is_verified_where_its_verdict_agrees() -> None:
    rows = [
        ROW,
        replace(ROW, number=2, backend="c:d", status="partial"),
        replace(ROW, number=3, backend="e:f", status="timeout", reason="stopped after 1 s"),
    ]
    assert [outcome_of(material(rows), row) for row in rows] == ["verified", "unverified", "timeout"]


@pytest.mark.parametrize("verdict", ["disagree", "undecided", "consistent"])
def test_an_answer_may_be_verified_beside_others_that_are_not(verdict: str) -> None:
    rows = [replace(ROW, number=number, backend=name, verdict=verdict) for number, name in enumerate("abcd", 1)]
    backends = [
        said("a", proved=True),
        said("b", proved=False),
        said("c", proved=False, fault="missing zero"),
        said("d", proved=False, fault="contradiction"),
    ]
    found = material(rows, circle={"backends": backends})
    wrong = "wrong" if verdict == "disagree" else "unverified"
    assert [outcome_of(found, row) for row in rows] == ["verified", "unverified", wrong, "unverified"]


@pytest.mark.parametrize("text", ["", "[", "null", "{}", '{"backends": [1]}', '{"backends": [{"name": "a:b"}]}'])
def test_a_text_that_is_no_verdict_verifies_nothing(text: str) -> None:
    rows = [replace(ROW, number=number, backend=name, verdict="disagree") for number, name in ((1, "a:b"), (2, "c:d"))]
    found = Material("one", rows, text=lambda kind, number: text)
    assert [outcome_of(found, row) for row in rows] == ["unverified"] * 2


def test_a_damaged_text_verifies_nothing() -> None:
    def text(kind: str, number: int) -> str:
        raise InputError("damaged")

    rows = [replace(ROW, number=number, backend=name, verdict="disagree") for number, name in ((1, "a:b"), (2, "c:d"))]
    assert standings(Material("one", rows, text=text))[0].outcomes == Counter(unverified=1)


def test_groups() -> None:
    rows = [
        replace(ROW, family="cyclic", input="mine/cyclic-3"),
        replace(ROW, input="symbolicdata/sub/Caprasse.xml"),
        replace(ROW, input="top.txt:3", encoding="colouring"),
        ROW,
    ]
    assert [*map(group_of, rows)] == ["cyclic", "symbolicdata", "puzzles", "systems"]
    rows = [replace(row, number=number) for number, row in enumerate(rows)]
    assert [*by_group(material(rows))] == ["cyclic", "symbolicdata", "puzzles", "systems"]


def test_the_start_is_taken_from_each_time() -> None:
    rows = [
        replace(ROW, number=1, input="start/one.txt", wall_seconds=0.5),
        replace(ROW, number=2, input="start/two.txt", wall_seconds=0.7),
        replace(ROW, number=3, input="start/three.txt", wall_seconds=0.9, status="timeout"),
        replace(ROW, number=4, input="b", wall_seconds=0.4),
        replace(ROW, number=5, input="c", wall_seconds=1.6),
        replace(ROW, number=6, input="d", wall_seconds=2.6, peak_memory=7),
        replace(ROW, number=7, input="e", wall_seconds=9.0, status="timeout", peak_memory=8),
        replace(ROW, number=8, input="e", backend="other", status="missing", wall_seconds=None),
    ]
    first, other = standings(material(rows))
    assert (first.start, first.seconds, first.net, first.peak) == (0.6, 1.6, 1.0, 8)
    assert first.total == pytest.approx(15.7)
    assert first.outcomes == Counter(verified=5, timeout=2)
    assert (other.start, other.seconds, other.net, other.peak, other.solved) == (None, None, None, None, 0)


def test_answers_without_a_start_have_no_time_without_it() -> None:
    (found,) = standings(material([ROW]))
    assert (found.seconds, found.start, found.net) == (1.0, None, None)
