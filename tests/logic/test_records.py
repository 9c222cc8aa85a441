"""Explanations as JSON: what is written is read back, and what is no explanation is refused in one line."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casbridge.errors import CasbridgeError, InputError
from casbridge.logic import (
    Outcome,
    ProofStatus,
    check_explanation,
    explain,
    explanation_document,
    parse_explanation,
    read_explanation,
)
from casbridge.puzzles import Puzzle, graph, sudoku
from tests.logic.cases import LAYOUTS, random_puzzle
from tests.logic.test_checking import PROVER, explained
from tests.logic.test_deduction import WITH_STEP

SHIDOKU = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0), "example")


@pytest.mark.parametrize("name", sorted(WITH_STEP))
def test_every_kind_of_step_is_read_back(name: str) -> None:
    found = explained(WITH_STEP[name])
    text = json.dumps(explanation_document(found))
    assert parse_explanation(text) == found
    assert parse_explanation(text, found.puzzle) == found


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_every_family_is_read_back(name: str) -> None:
    layout = LAYOUTS[name]
    for clues in (0, 3, layout.cells // 2):
        found = explain(random_puzzle(layout, 1, clues))
        assert read_explanation(json.loads(json.dumps(explanation_document(found)))) == found


def test_graphs_and_contradictions_are_read_back() -> None:
    for puzzle in (
        Puzzle(graph(3, ((0, 1), (1, 2)), 3), (1, 0, 2)),
        Puzzle(sudoku(2, 2), (1, 1, *[0] * 14)),
        Puzzle(sudoku(6, 6), (36, *[0] * 1295)),
    ):
        found = explain(puzzle, up_to="singles")
        assert read_explanation(explanation_document(found)) == found
    several = explain(Puzzle(sudoku(2, 2), (1, *[0] * 15)))
    assert several.outcome is Outcome.SEVERAL
    assert read_explanation(explanation_document(several)) == several


def test_claims_and_texts_are_written_where_they_are_asked_for() -> None:
    document = explanation_document(explain(SHIDOKU), claims=True, text=lambda step: step.name.upper())
    first = document["steps"][0]
    assert first["text"] == "ZEROING"
    assert first["theorem_number"] == 1
    assert len(first["claims"]) == len(first["removals"])
    assert first["claims"][0]["variables"][:2] == ["r1c2", "r1c1"]
    assert first["claims"][0]["hypotheses"][0] == "r1c2 - 4"
    assert first["claims"][0]["conclusion"] == "(r1c1 - 1)*(r1c1 - 2)*(r1c1 - 3)"
    assert first["claims"][0]["field"] == "GF(11)"
    assert read_explanation(document) == explain(SHIDOKU)
    assert "claims" not in explanation_document(explain(SHIDOKU))["steps"][0]
    nested = explanation_document(explained(WITH_STEP["preset"]), claims=True)
    preset = next(step for step in nested["steps"] if step["theorem"] == "preset")
    assert preset["claims"] == []
    assert preset["nested"][-1]["claims"][0]["conclusion"] == "1"


def test_another_puzzle_is_refused() -> None:
    document = explanation_document(explain(SHIDOKU))
    with pytest.raises(InputError, match="is about"):
        read_explanation(document, Puzzle(sudoku(2, 2), (1, *[0] * 15)))
    del document["toml"]
    assert read_explanation(document, SHIDOKU) == explain(SHIDOKU)
    with pytest.raises(InputError, match="states no puzzle"):
        read_explanation(document)


def test_a_tampered_record_is_read_but_not_proved() -> None:
    document = explanation_document(explain(SHIDOKU))
    place = next(place for place, step in enumerate(document["steps"]) if step["placement"])
    document["steps"][place]["placement"]["digit"] = document["steps"][place]["placement"]["digit"] % 4 + 1
    check = check_explanation(read_explanation(document), PROVER)
    assert check.steps[place].proof is ProofStatus.REFUSED
    assert check.proof is ProofStatus.REFUSED


FAULTS: list[tuple[Any, str]] = [
    (lambda d: d.pop("outcome"), '"outcome" is missing; expected a text'),
    (lambda d: d.update(outcome="done"), "the outcome 'done'; expected one of solved"),
    (lambda d: d.update(steps={}), '"steps" is an object; expected a list'),
    (lambda d: d.update(results=[1]) or d.pop("steps"), "several results"),
    (lambda d: d.update(toml=4), '"toml" is 4'),
    (lambda d: d.update(toml="grid = 3"), "toml"),
    (lambda d: d.update(witnesses=["12"]), "witness 1 is '12'; expected 16 digits"),
    (lambda d: d.update(witnesses=[3]), "witness 1 is 3"),
    (lambda d: d["steps"].__setitem__(0, 7), "step 1 is 7; expected an object"),
    (lambda d: d["steps"][0].update(theorem="magic"), "step 1: the theorem 'magic'"),
    (lambda d: d["steps"][0].update(cells=["r9c9"]), "step 1: the cell 'r9c9'; expected a cell's name, up to r4c4"),
    (lambda d: d["steps"][0].update(cells="r1c1"), "\"cells\" is 'r1c1'; expected a list"),
    (lambda d: d["steps"][0].update(digits=[True]), "the digit True; expected 1 to 4"),
    (lambda d: d["steps"][0].update(digits=[5]), "the digit 5"),
    (lambda d: d["steps"][0].update(units=["row 5"]), "the unit 'row 5'; expected a unit's name such as row 1"),
    (lambda d: d["steps"][0].update(differ=[["r1c1"]]), "a pair in differ is a list"),
    (lambda d: d["steps"][0].update(occurs=[["row 1", 1]]), "step 1, occurs is a list"),
    (lambda d: d["steps"][0].update(placement={"cell": "r1c1"}), "step 1, placement: the digit missing"),
    (lambda d: d["steps"][0].update(removals=[{"cell": 3}]), "step 1, removal 1: the cell 3"),
    (lambda d: d["steps"][0].update(links=[{"cell": "r1c1"}]), 'step 1, link 1: "true" is missing'),
    (lambda d: d["steps"][0].update(links=[{"true": True, "cause": 0}]), "link 1: the cause is 0"),
    (lambda d: d["steps"][0].update(nested=[{}]), 'step 1.1: "theorem" is missing'),
]


@pytest.mark.parametrize(("spoil", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_what_is_no_explanation_is_refused_in_one_line(spoil: Any, said: str) -> None:
    document = copy.deepcopy(explanation_document(explain(SHIDOKU)))
    spoil(document)
    with pytest.raises(InputError) as caught:
        read_explanation(document, source="record.json")
    assert said in str(caught.value)
    assert str(caught.value).startswith("record.json")
    assert "\n" not in str(caught.value)


def test_bad_json_has_its_place() -> None:
    with pytest.raises(InputError, match=r"record:1:2: bad JSON"):
        parse_explanation("{", source="record")
    for text in ("[" * 100_000, '{"steps": ' + "9" * 5_000 + "}", "null", '"x"'):
        with pytest.raises(InputError):
            parse_explanation(text)
    deep: dict[str, Any] = {"theorem": "preset"}
    for _ in range(100):
        deep = {"theorem": "preset", "nested": [deep]}
    with pytest.raises(InputError, match="step 1 has presets within presets, 65 deep"):
        read_explanation({"outcome": "solved", "steps": [deep]}, SHIDOKU)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_record_with_anything_in_it_is_refused_or_checked(data: st.DataObject) -> None:
    """Any value in any place: an InputError, or a check that ends."""
    document = json.loads(json.dumps(explanation_document(explain(SHIDOKU))))
    place: Any = document["steps"]
    key: Any = data.draw(st.integers(0, len(place) - 1))
    while isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
        place = place[key]
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
    strange = st.sampled_from([None, True, -1, 0, 3, 10**30, 1.5, "", "r1c1", "row 1", "preset", [], {}, ["r1c2"], [4]])
    place[key] = data.draw(strange)
    try:
        found = read_explanation(document)
    except CasbridgeError:
        return
    check = check_explanation(found, PROVER)
    assert check.proof in tuple(ProofStatus)
