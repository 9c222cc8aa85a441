"""The page of an explanation: well formed, self-contained, and its data give the same states as Python has."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from casbridge.errors import UsageError
from casbridge.logic import Explanation, Outcome, explain
from casbridge.logic.text.page import explanation_page, notebook_fragment, page_data, safe_json
from casbridge.logic.text.words import book_step, describe
from casbridge.puzzles import Puzzle, graph, latin, sudoku
from casbridge.puzzles.reading import read_puzzles
from tests.effort import examples
from tests.logic.cases import LAYOUTS, random_puzzle

SHIDOKU = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
#: It needs chains and presets.
(HARD,) = read_puzzles(".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8...")
VOID = {"meta", "link", "input", "br", "hr", "img"}


class Page(HTMLParser):
    """Whether tags match; the texts of elements; the attributes that could load something."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.loads: list[str] = []
        self.handlers: list[str] = []
        self.frames: list[dict[str, str | None]] = []
        self.policy = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.handlers += [name for name in found if name.startswith("on") or name == "style"]
        self.loads += [found[name] or "" for name in ("src", "href", "action", "data", "poster") if name in found]
        if tag == "iframe":
            self.frames.append(found)
        if tag == "meta" and found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"] or ""
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handlers += [name for name, _ in attrs if name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in dict.fromkeys(self.open):
            self.texts[tag][-1] += data


def embedded(text: str) -> dict[str, Any]:
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    return dict(json.loads(data))


def replayed(data: dict[str, Any]) -> list[tuple[list[int], list[set[int]]]]:
    """All states from the page's data, as its script has them: values and candidates."""
    digits = set(range(1, len(data["board"]["spots"]) + 1))
    values = list(data["givens"])
    candidates = [{given} if given else set(digits) for given in values]
    found = [([*values], [*map(set, candidates)])]
    for step in data["steps"]:
        for cell, digit in step.get("zeroed", ()):
            candidates[cell].discard(digit)
        if "placed" in step:
            cell, digit = step["placed"]
            values[cell], candidates[cell] = digit, {digit}
        found.append(([*values], [*map(set, candidates)]))
    return found


@given(st.sampled_from(sorted(LAYOUTS)), st.integers(0, 50))
@settings(max_examples=examples(25), deadline=None)
def test_its_data_give_the_same_states(name: str, seed: int) -> None:
    explanation = explain(random_puzzle(LAYOUTS[name], seed, 5))
    check_states(explanation)


def check_states(explanation: Explanation) -> None:
    found = replayed(embedded(explanation_page(explanation)))
    cells = range(explanation.puzzle.layout.cells)
    assert found == [
        (list(state.values), [set(state.digits(cell)) for cell in cells]) for state in explanation.states()
    ]


@pytest.fixture(scope="module")
def hard() -> Explanation:
    return explain(HARD)


def test_a_hard_puzzle_s_page(hard: Explanation) -> None:
    text = explanation_page(hard)
    assert hard.outcome is Outcome.SOLVED
    assert len(text.encode()) < 300_000
    check_states(hard)
    page = Page(text)
    steps = page.texts["a"]
    layout = hard.puzzle.layout
    sentences = [describe(layout, one) for step in hard.steps for one in (step, *step.nested)]
    for sentence, shown in zip(sentences, steps[1:-1], strict=True):
        assert sentence in shown
    nested = [step for step in embedded(text)["steps"] if "nested" in step]
    assert [len(step["nested"]) for step in nested] == [len(step.nested) for step in hard.steps if step.nested]
    assert [step["book"] for step in embedded(text)["steps"]] == [book_step(hard.puzzle, step) for step in hard.steps]
    assert "presets" in page.texts["strong"]


def test_without_scripts_there_are_the_start_the_steps_and_the_solution(hard: Explanation) -> None:
    text = explanation_page(hard)
    plain = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert plain.count('class="given"') == hard.puzzle.clues
    assert all(describe(hard.puzzle.layout, step) in plain for step in hard.steps)
    (solution,) = re.findall(r"<noscript>.*?</noscript>", plain, re.DOTALL)
    assert hard.solution is not None
    assert hard.solution.line in solution


NAMES = [
    "</script><script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "a\0b\x1b\u2028\ud800c",
    "{{ 7*7 }}{% x %}",
]


@pytest.mark.slow
@given(st.text(max_size=40))
@example(NAMES[0])
@example(NAMES[1])
@example(NAMES[2])
@example(NAMES[3])
@example("<!--<script>")
@settings(max_examples=examples(30), deadline=None)
def test_a_name_is_only_text(name: str) -> None:
    explanation = explain(Puzzle(latin(2), (1, 0, 0, 0), name))
    text = explanation_page(explanation)
    text.encode()
    page = Page(text)
    said = "".join(character if character.isprintable() else "\ufffd" for character in name)
    title = f"{said}: 2×2 Latin square, 1 given" if name else "2×2 Latin square, 1 given"
    assert page.texts["h1"] == [title]
    assert page.texts["title"][0] == title
    assert embedded(text)["title"] == title
    assert page.handlers == []
    assert len(page.texts["script"]) == 2
    frame = Page(notebook_fragment(explanation))
    assert frame.texts["iframe"] == [""]
    assert frame.frames[0]["srcdoc"] == text


def test_it_loads_nothing_and_allows_only_its_own(hard: Explanation) -> None:
    page = Page(explanation_page(hard))
    assert [url for url in page.loads if not url.startswith(("#", "data:"))] == []
    assert page.handlers == []
    addresses = set(re.findall(r"\w+://[\w./]+", explanation_page(hard)))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    rules = dict(rule.strip().split(" ", 1) for rule in page.policy.split(";"))
    assert rules["default-src"] == "'none'"
    for kind, texts in (("script", page.texts["script"]), ("style", page.texts["style"])):
        wanted = b64decode(rules[f"{kind}-src"].removeprefix("'sha256-").removesuffix("'"))
        assert sha256(texts[-1].encode()).digest() == wanted
    assert "url(" not in page.texts["style"][0]
    assert "@import" not in page.texts["style"][0]


def test_proofs_are_shown(hard: Explanation) -> None:
    explanation = explain(SHIDOKU)
    words = ["proved"] * len(explanation.steps)
    words[3:5] = ["refused", "undecided"]
    page = Page(explanation_page(explanation, proofs=words))
    assert [text for text in page.texts["i"] if text] == [
        "✓ proved", "✓ proved", "✓ proved", "✗ refused", "? undecided", *["✓ proved"] * (len(words) - 5)
    ]  # fmt: skip
    with pytest.raises(UsageError, match="2 proofs"):
        explanation_page(explanation, proofs=["proved", "proved"])


@pytest.mark.parametrize(
    ("puzzle", "outcome", "said"),
    [
        (Puzzle(sudoku(1, 2), (1, 1, 0, 0)), Outcome.CONTRADICTION, "no solution"),
        (Puzzle(latin(2), (0, 0, 0, 0)), Outcome.SEVERAL, "two of them are 1221 and 2112"),
        (Puzzle(latin(1), (1,)), Outcome.SOLVED, "there is no other solution"),
        (Puzzle(graph(0, (), 1), ()), Outcome.SOLVED, "there is no other solution"),
    ],
)
def test_every_end_is_said(puzzle: Puzzle, outcome: Outcome, said: str) -> None:
    explanation = explain(puzzle)
    assert explanation.outcome is outcome
    page = Page(explanation_page(explanation))
    assert said in page.texts["a"][-1]
    check_states(explanation)


def test_a_notebook_shows_the_page() -> None:
    explanation = explain(SHIDOKU)
    shown = Page(explanation._repr_html_())
    (frame,) = shown.frames
    assert frame["srcdoc"] == explanation_page(explanation)
    assert frame["sandbox"] == "allow-scripts"
    assert shown.texts["figcaption"] == [frame["title"]]


def test_json_cannot_end_its_element() -> None:
    data = {"a": "</script><!--", "b": ["\u2028", 1, None]}
    assert "<" not in safe_json(data)
    assert json.loads(safe_json(data)) == data
    assert page_data(explain(SHIDOKU))["names"][0] == "r1c1"
