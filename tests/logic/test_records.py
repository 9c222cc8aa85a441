"""Explanations as JSON: what is written is read back, and what is no explanation is refused in one line."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.errors import CasbridgeError, InputError
from casbridge.logic import (
    Explanation,
    Outcome,
    ProofStatus,
    check_explanation,
    explain,
    explanation_document,
    parse_explanation,
    read_explanation,
)
from casbridge.logic.text.words import describe
from casbridge.puzzles import Puzzle, graph, sudoku
from tests.effort import examples
from tests.logic.cases import LAYOUTS, random_puzzle, solutions
from tests.logic.test_checking import PROVER, explained
from tests.logic.test_deduction import WITH_STEP

SHIDOKU = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0), "example")


@pytest.mark.parametrize("name", sorted(WITH_STEP))
def test_every_kind_of_step_is_read_back(name: str) -> None:
    found = explained(WITH_STEP[name])
    assert parse_explanation(json.dumps(explanation_document(found))) == found


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
    assert read_explanation(document, SHIDOKU) == explain(SHIDOKU)
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


@settings(max_examples=examples(100), deadline=None)
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


# -- every field ------------------------------------------------------------------------------------------------------

#: Small puzzles whose explanations have steps of all kinds together.
SMALL = {
    "W-wing": ("jigsaw", "...4......42...."),
    "X-wing": ("jigsaw", ".4.....44.2.1.4."),
    "XY-wing": ("jigsaw", "2.4...2...1...3."),
    "claiming": ("jigsaw", "4.............34"),
    "colour trap": ("latin diagonals", "1..2..2..........2..2...."),
    "forcing chain": ("4×4", ".3.2.........4.."),
    "hidden pair": ("2×3", "..........43.....5..5.1.......53..6."),
    "last cell": ("4×4", "12..........3.4."),
    "naked pair": ("jigsaw", "....1..3..1....."),
    "preset": ("jigsaw", "....3....3..1..."),
    "no place": ("4×4", "123....4........"),
}


def small_explanation(name: str) -> Explanation:
    layout, line = SMALL[name]
    return explain(Puzzle(LAYOUTS[layout], tuple(0 if digit == "." else int(digit) for digit in line), name))


def alternatives(value: object, key: str) -> Iterator[Any]:
    """Values of the same kind, and of others."""
    if value is None:
        yield from (1, "row 1", {"cell": "r1c1", "digit": 1})
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, float(value), str(value))
    elif isinstance(value, str):
        yield from (value + " ", value[:-1], value.translate(str.maketrans("1234", "2143")), None)
    elif isinstance(value, list):
        yield from (value[:-1], value[1:], [*value, *value[-1:]], [*value, "r1c1"], None)
    elif isinstance(value, dict):
        yield {key: one for place, (key, one) in enumerate(value.items()) if place}
        yield {**value, f"{key}s": 1}


def changed(document: Any) -> Iterator[tuple[str, Any]]:
    """The document with one value changed, for each key and each entry of a list at any depth."""
    keys = document if isinstance(document, dict) else range(len(document))
    for key in list(keys):
        value = document[key]
        others = list(alternatives(value, str(key)))
        inner = changed(value) if isinstance(value, dict | list) else iter(())
        for other in others:
            copied = copy.copy(document)
            copied[key] = other
            yield f"{key}: {other!r}", copied
        for where, one in inner:
            copied = copy.copy(document)
            copied[key] = one
            yield f"{key}, {where}", copied


def says_the_same(given: object, written: object) -> bool:
    """Whether all that a document says stands in another one too. An absent list is an empty one."""
    if isinstance(given, dict) and isinstance(written, dict):
        return all(key == "toml" or (key in written and says_the_same(given[key], written[key])) for key in given)
    if isinstance(given, list) and isinstance(written, list):
        return len(given) == len(written) and all(map(says_the_same, given, written))
    return (type(given) is type(written) and given == written) or (given is None and written == [])


def assert_caught_or_true(document: dict[str, Any], where: str) -> bool:
    """A changed record is refused, or refuted, or all that it says is true. Returns which of the two."""
    try:
        found = read_explanation(document)
    except CasbridgeError:
        return True
    if check_explanation(found, PROVER).proof is not ProofStatus.PROVED:
        return True
    text = partial(describe, found.puzzle.layout)
    assert says_the_same(document, explanation_document(found, claims=True, text=text)), where
    known = known_solutions(found.puzzle)
    state = found.last_state
    for solution in known:
        assert all(state.candidates[cell] >> (digit - 1) & 1 for cell, digit in enumerate(solution)), where
    assert found.outcome is not Outcome.SOLVED or known == [found.last_state.values], where
    return False


@cache
def known_solutions(puzzle: Puzzle) -> list[tuple[int, ...]]:
    return solutions(puzzle)


@pytest.mark.parametrize("most", [15, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * ("pair" in name or ("wing" in name and name != "X-wing")))
        for name in sorted(SMALL)
    ],
)
def test_every_changed_field_is_refused_or_true(name: str, most: int | None) -> None:
    found = small_explanation(name)
    text = partial(describe, found.puzzle.layout)
    document = json.loads(json.dumps(explanation_document(found, claims=len(found.steps) < 6, text=text)))
    assert any(step.name == name for step in found.steps)
    assert not assert_caught_or_true(document, "nothing is changed")
    others = list(changed(document))
    if most is not None:
        others = random.Random(name).sample(others, most)
    caught = [assert_caught_or_true(other, where) for where, other in others]
    assert caught.count(True) > 0.7 * len(caught)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("solution", "4" * 16),
        ("solution", None),
        ("puzzle", "1" * 16),
        ("layout", "9×9 Sudoku"),
        ("witnesses", ["1423324141322314"]),
        ("difficulty", None),
        ("status", "timeout"),
        ("schema", "casbridge/9"),
        ("name", "another"),
        ("outcome", "stopped"),
    ],
)
def test_a_false_statement_beside_the_steps_is_refused(key: str, value: object) -> None:
    document = explanation_document(explain(SHIDOKU))
    added = {"schema": "casbridge/1", "status": "complete"}
    assert check_explanation(read_explanation({**added, **document}), PROVER).proof is ProofStatus.PROVED
    check = check_explanation(read_explanation({**added, **document, key: value}), PROVER)
    assert check.proof is ProofStatus.REFUSED
    assert key in str(check.end) or "steps" in str(check.end)


def test_a_key_that_no_record_has_is_refused() -> None:
    document = explanation_document(explain(SHIDOKU))
    with pytest.raises(InputError, match="the key 'solutions'"):
        read_explanation({**document, "solutions": []})
