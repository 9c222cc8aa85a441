"""Worksheets: what is on their pages, and that it can be read."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import BytesIO
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.errors import UsageError
from casbridge.limits import Deadline
from casbridge.logic import LEVELS
from casbridge.logic.theorems.catalogue import TEACHERS_WORDS, difficulty_in_words, levels_of, word_of
from casbridge.making import Wish, generate
from casbridge.making.worksheet_pages import page_count, rules_on, worksheet_html, worksheet_pdf, worksheet_svgs
from casbridge.making.worksheets import Answers, Exercise, Paper, Worksheet, exercise_of, exercise_of_made
from casbridge.puzzles import Puzzle, graph, latin, sudoku, with_constraints
from casbridge.puzzles.reading import read_puzzles
from casbridge.puzzles.rules import own_rule
from casbridge.puzzles.variants import (
    KINDS,
    AllBars,
    AllDots,
    AntiKing,
    AntiKnight,
    Arrow,
    Bar,
    BlackDot,
    Cage,
    Constraint,
    Greater,
    LittleKiller,
    NonConsecutive,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
    Windoku,
)
from casbridge.puzzles.variants.rules import rules_of
from tests.effort import examples

SVG = "{http://www.w3.org/2000/svg}"
SHIDOKU = read_puzzles(".4.....1..3.2...")[0]
EXERCISES = {
    "4×4": exercise_of(SHIDOKU),
    "9×9": exercise_of(Puzzle(sudoku(3, 3), (*range(1, 10), *(0,) * 72))),
    "25×25": Exercise(Puzzle(sudoku(5, 5), (0,) * 625), None, None),
    "graph": exercise_of(Puzzle(graph(3, ((0, 1), (1, 2)), 2), (1, 0, 0))),
}


def test_each_class_has_one_word() -> None:
    covered = [level for first, last in TEACHERS_WORDS.values() for level in LEVELS[LEVELS.index(first) :]
               if LEVELS.index(level) <= LEVELS.index(last)]  # fmt: skip
    assert covered == list(LEVELS)
    for word in TEACHERS_WORDS:
        first, last = levels_of(word)
        assert word_of(first) == word_of(last) == word == difficulty_in_words(first, last)
    for first in LEVELS:
        for last in LEVELS[LEVELS.index(first) :]:
            assert levels_of(difficulty_in_words(first, last)) == (first, last)


@pytest.mark.slow
def test_puzzles_that_are_made_have_the_difficulty_that_was_asked_for() -> None:
    for word in ("easy", "medium", "hard"):
        for made in generate(Wish(sudoku(2, 3), levels=levels_of(word)), 2, seed=4):
            assert not isinstance(made, Exception)
            assert exercise_of_made(made).word == word == exercise_of(made.puzzle).word


@pytest.mark.parametrize(
    ("puzzle", "proper", "remark"),
    [
        (SHIDOKU, True, ""),
        (Puzzle(latin(2), (0,) * 4), False, "several solutions; the answer shows one"),
        (Puzzle(latin(2), (1, 1, 0, 0)), False, "no solution"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_said(puzzle: Puzzle, proper: bool, remark: str) -> None:
    found = exercise_of(puzzle)
    assert (found.proper, found.remark) == (proper, remark)
    assert (found.solution is None) == (remark == "no solution")
    late = exercise_of(puzzle, Deadline.after(0))
    assert late.proper is None or late.remark == "no solution"


@given(
    st.lists(st.sampled_from(sorted(EXERCISES)), min_size=1, max_size=15),
    st.sampled_from(Paper),
    st.booleans(),
    st.one_of(st.none(), st.integers(1, 12)),
    st.sampled_from(Answers),
    st.booleans(),
)
@settings(max_examples=examples(40), deadline=None)
def test_all_is_on_the_pages_and_within_their_margins(
    names: list[str], paper: Paper, large: bool, per_page: int | None, answers: Answers, name_line: bool
) -> None:
    exercises = tuple(EXERCISES[name] for name in names)
    sheet = Worksheet(exercises, "A sheet", "a note", paper, per_page, large, answers, name_line)
    try:
        pages = worksheet_svgs(sheet)
    except UsageError:
        assert per_page is not None  # so many are too small to read
        return
    assert len(pages) == page_count(sheet)
    times = {Answers.PAGE: 2, Answers.NONE: 1, Answers.ONLY: 1}[answers]
    drawn = 0
    for page in pages:
        root = ElementTree.fromstring(page)
        boxes = []
        for group in root.findall(f"{SVG}g"):
            numbers = [float(number) for number in re.findall(r"[\d.]+", group.attrib["transform"])]
            (left, top, scale), picture = numbers, group.find(f"{SVG}svg")
            assert picture is not None
            right, bottom = (
                side + scale * float(picture.attrib[name]) for side, name in ((left, "width"), (top, "height"))
            )
            assert left >= 14.9
            assert top >= 15
            assert right <= paper.width - 14.9
            assert bottom <= paper.height - 15
            boxes.append((left, top, right, bottom))
        for place, one in enumerate(boxes):
            for other in boxes[:place]:
                assert one[0] >= other[2] - 0.01 or one[1] >= other[3] - 0.01 or other[0] >= one[2] - 0.01
        drawn += len(boxes)
        assert per_page is None or len(boxes) <= max(per_page, 12)
        assert "A sheet" in page
    assert drawn == times * len(exercises)


def test_letters_are_told_where_digits_go_above_nine() -> None:
    for layout, said in (
        (sudoku(4, 4), ("The digits are 1 to 9 and A to G: A is 10, G is 16.",)),
        (sudoku(2, 5), ("The digits are 1 to 9 and A: A is 10.",)),
        (sudoku(3, 3), ()),
        (sudoku(6, 6), ()),
    ):
        sheet = Worksheet((Exercise(Puzzle(layout, (layout.digits, *(0,) * (layout.cells - 1))), None, None),), "All")
        assert rules_on(sheet) == (own_rule(layout), *said)
        # A drawing of more digits has numbers.
        assert (f">{layout.digits}</text>" in worksheet_svgs(sheet)[0]) == (layout.digits in (9, 36))


def test_rules_are_told_so_that_a_pupil_can_play() -> None:
    every: list[Constraint] = [Windoku(), AntiKnight(), AntiKing(), NonConsecutive(), Cage((0, 1), 5), Cage((2, 3))]
    every += [Cage((4, 5, 6), 9, repeats=True)]
    every += [Thermometer((0, 1)), Arrow((0,), (1,)), Arrow((4, 5), (6, 7)), WhiteDot(0, 1), BlackDot(0, 1), AllDots()]
    every += [Bar(0, 1), AllBars(), Parity(0, True), Parity(1, False), Greater(0, 1), LittleKiller(1, "down-left", 3)]
    every += [SandwichSum(True, 0, 5)]
    assert {type(one) for one in every} == set(KINDS)
    layout = with_constraints(sudoku(2, 2, diagonals=True), every)
    rules = rules_of(layout.constraints, 4)
    assert len(rules) == len(every) == len(set(rules))
    assert all(re.fullmatch(r"[A-Z][^.]*\.", rule) for rule in rules)
    one, other = (Exercise(Puzzle(found, (0,) * 16), None, None) for found in (layout, layout.plain))
    for large in (False, True):
        (page,) = worksheet_svgs(Worksheet((one,), "All", large_print=large, answers=Answers.NONE))
        texts = [found.text or "" for found in ElementTree.fromstring(page).findall(f"{SVG}text")]
        said = " ".join(texts)
        assert all(rule in said for rule in ["Each of the two long diagonals has every digit once.", *rules])
        assert "Each shaded" not in worksheet_svgs(Worksheet((one,), "All", answers=Answers.ONLY))[0]
    html = worksheet_html(Worksheet((one,), "All"))
    assert html.count("<li>") == len(rules) + 2
    mixed = rules_on(Worksheet((other, one, one, other, one, one, one), "Mixed"))
    assert mixed[:3] == (
        own_rule(layout),
        "Each of the two long diagonals has every digit once.",
        "Puzzles 2, 3 and 5–7: Each shaded square has every digit once.",
    )
    assert rules_on(Worksheet((exercise_of(SHIDOKU),), "Plain")) == (own_rule(SHIDOKU.layout),)


def test_a_long_note_is_whole() -> None:
    note = "casbridge 0: casbridge worksheet" + " --variant killer" * 12 + " --seed 7"
    for large in (False, True):
        (page,) = worksheet_svgs(Worksheet((EXERCISES["4×4"],), "A", note, large_print=large, answers=Answers.NONE))
        assert page.count("--variant killer") == 12
        assert "--seed 7" in page


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def test_titles_and_names_are_only_text() -> None:
    evil = "</style></svg><script>alert(1)</script>\"'&\x00\x1b\u2028{{ 7*7 }}"
    named = exercise_of(Puzzle(SHIDOKU.layout, SHIDOKU.givens, evil))
    sheet = Worksheet((named,), evil, evil)
    text = worksheet_html(sheet)
    page, plain = _Page(text), _Page(worksheet_html(Worksheet((exercise_of(SHIDOKU),), "plain", "plain")))
    assert page.tags == plain.tags
    assert not [
        value
        for name, value in page.attributes
        if name.startswith("on") or (name in ("href", "src") and value != "data:,")
    ]
    for svg in worksheet_svgs(sheet):
        ElementTree.fromstring(svg)
    assert worksheet_pdf(sheet).startswith(b"%PDF-")


@pytest.mark.parametrize("paper", Paper)
def test_a_long_title_has_two_lines_and_stays_large_in_large_print(paper: Paper) -> None:
    title = "Numbers for the class of ten-year-olds, on the first Tuesday after the holidays"
    for svg in worksheet_svgs(Worksheet((exercise_of(SHIDOKU),), title, "", paper, large_print=True)):
        bold = re.findall(r'<text x="[^"]*" y="(.*?)" font-size="(.*?)"[^>]* font-weight="bold">([^<]*)', svg)
        lines = [(float(y), float(size) * 72 / 25.4, words) for y, size, words in bold if words[:1].isalpha()]
        assert len(lines) == 2
        assert " ".join(words for _, _, words in lines).startswith(title)
        assert min(size for _, size, _ in lines) >= 14
        grid = re.search(r"translate\([0-9.]+ ([0-9.]+)\)", svg)
        assert grid is not None
        assert lines[1][0] < float(grid[1])


def test_the_pdf_has_its_words_and_is_the_same_again() -> None:
    from pypdf import PdfReader

    sheet = Worksheet((exercise_of(SHIDOKU),) * 3, "Größe – A", "again --seed 7", Paper.LETTER)
    first = worksheet_pdf(sheet)
    assert {worksheet_pdf(sheet) for _ in range(8)} == {first}
    read = PdfReader(BytesIO(first))
    assert len(read.pages) == 2
    assert [round(float(side)) for side in read.pages[0].mediabox[2:]] == [612, 792]
    words = [page.extract_text() for page in read.pages]
    assert all("Größe – A" in text and "--seed 7" in text for text in words)
    assert "Name" in words[0]
    assert "Answers" in words[1]
    assert read.metadata is not None
    assert read.metadata.title == "Größe – A"


def test_a_sheet_has_some_puzzles_but_not_too_many() -> None:
    for count in (0, 1001):
        with pytest.raises(UsageError, match=f"{count} puzzles"):
            Worksheet((EXERCISES["4×4"],) * count, "x")
    with pytest.raises(UsageError, match="0 puzzles on a page"):
        Worksheet((EXERCISES["4×4"],), "x", per_page=0)
    with pytest.raises(UsageError, match="a title of 101 characters"):
        Worksheet((EXERCISES["4×4"],), "x" * 101)
