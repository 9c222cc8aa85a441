"""The page of a study: what it holds, what it must not hold, and that equal studies give equal pages."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from casbridge.errors import InputError, WriteError
from casbridge.report import Material, figures, packing, plots, report, writing
from casbridge.report.drawing import draw_input
from casbridge.report.notebook import fragment, plain
from casbridge.report.page import _share, page_data, study_page
from casbridge.report.pictures import pictures
from casbridge.studies.values import COLUMNS, Row
from tests.report.synthetic import METHODS, PUZZLE, SOLVED, material

#: What others may write into names, reasons, transcripts and files.
EVIL = '</script><script>alert(1)</script><img src=x onerror=alert(2)>\'"&\0\u202eabc\ud800\\" + warn(1) + "'
ROW = Row(1, "circle", "", None, "", "QQ", "given", "reference", 1, "complete", wall_seconds=1.0)


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the texts of its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        self.found.append((tag, about))
        self._within = about.get("id") or "" if tag == "script" else ""

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within:
            self.texts[self._within] = self.texts.get(self._within, "") + data


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(b64decode(text)))


@pytest.fixture(autouse=True, scope="module")
def no_library() -> Iterator[None]:
    """The library that draws in the browser: to make it takes a second, and the tests here are about the rest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plots, "javascript", lambda: "window.vegaEmbed = null;")
        yield


@pytest.fixture(scope="module")
def page(no_library: None) -> str:
    return study_page(material(300), made=0)


def test_the_page_has_its_sections_and_figures(page: str) -> None:
    elements = Elements(page)
    ids = [about["id"] for _, about in elements.found if "id" in about]
    assert len(ids) == len(set(ids))
    assert {"disagreements", "statuses", "matrix", "plots", "jobs", "about", "theme", "filters", "dialog"} <= set(ids)
    assert "katsura, noon and Sudoku" in page
    assert "casbridge run classics.toml" in page
    assert "1970-01-01 00:00 UTC" in page
    data = unpacked(elements.texts["data"])
    assert data["methods"] == list(METHODS)
    assert [plot["kind"] for plot in data["plots"]["light"]].count("scatter") == 6


def test_nothing_is_loaded(page: str) -> None:
    for tag, about in Elements(page).found:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base") or about.get("href") == "data:,"
        assert not {"src", "srcset", "action", "formaction", "poster", "background"} & about.keys()
        assert not [name for name in about if name.startswith("on") or name == "style"]
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert "default-src &#39;none&#39;" in page


def test_the_policy_names_the_digests_of_the_scripts_alone(page: str) -> None:
    policy = next(a["content"] for tag, a in Elements(page).found if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert "unsafe" not in policy
    assert policy.count("sha256-") == 3


def test_columns_give_the_rows_back() -> None:
    rows = material(120).rows
    packed = packing.columns(rows)
    for name in COLUMNS:
        if name in ("number", "key"):
            continue
        column = packed[name]
        for place, row in enumerate(rows):
            value = getattr(row, name)
            if "codes" in column:
                assert column["names"][column["codes"][place]] == value
            elif "values" in column:
                close = value if value is None else pytest.approx(value, rel=1e-5)
                assert column["values"][place] == close
            else:
                assert column["constant"] in (value, "")


def test_texts_of_disagreements_and_failures_are_in_the_page_and_no_others(page: str) -> None:
    study = material(300)
    elements = Elements(page)
    data = unpacked(elements.texts["data"])
    chunks = [
        unpacked(elements.texts[f"texts-{k}"]) for k in range(len(elements.texts)) if f"texts-{k}" in elements.texts
    ]
    for place, row in enumerate(study.rows):
        wanted = row.verdict == "disagree" or row.status in ("timeout", "memory", "crashed", "unparsable")
        assert (str(place) in data["texts"]) == wanted
        if wanted:
            chunk, k = data["texts"][str(place)][0]
            assert chunks[chunk][k] == study.text("script", row.number)


def test_a_disagreement_has_its_witness_and_its_grid() -> None:
    shelf = packing.Shelf(10**6)
    row = replace(ROW, input="p.txt:1", encoding="colouring", verdict="disagree")
    witness = {"fault": "false zero", "point": {"x1": "3"}, "grid": SOLVED, "value": None}
    verdict = {**_key(row), "kind": "disagree", "reason": "why", "witness": witness}
    study = Material("s", (row,), (verdict,), text=lambda kind, number: PUZZLE if kind == "input" else "")
    (found,) = page_data(study, shelf)["disagreements"]
    assert found["witness"] == [("fault", "false zero"), ("point", "x1 = 3"), ("grid", SOLVED)]
    chunk, place = found["picture"]
    assert unpacked(shelf.chunks()[chunk])[place] == draw_input(PUZZLE, SOLVED)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("missing zero", "The polynomial is 0 at each zero of the answer. At this point it is -3, so the answer lacks"),
        (
            "false zero",
            "The polynomial is an equation of the system, so its value at a zero is 0. At this point it is -3.",
        ),
        ("wrong polynomial", "The polynomial belongs to the answer, so its value there should be 0. It is -3."),
        ("wrong number", ""),
    ],
)
def test_a_witness_says_what_it_shows(fault: str, words: str) -> None:
    row = replace(ROW, verdict="disagree")
    witness = {"fault": fault, "point": {"z": "-3"}, "polynomial": "z", "value": "-3"}
    for known in (witness, {**witness, "point": None}):
        verdict = {**_key(row), "kind": "disagree", "reason": "why", "witness": known}
        (found,) = page_data(Material("s", (row,), (verdict,)), packing.Shelf(1000))["disagreements"]
        told = dict(found["witness"]).get("what it shows")
        if words and known["point"]:
            assert words in told
        else:
            assert told is None


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ({"backends": [{"name": "a", "faults": []}, {"name": "b", "faults": [{"fault": "missing zero"}]}]}, [1]),
        ({"backends": [{"name": name, "faults": [{"fault": "contradiction"}]} for name in "ab"]}, []),
        ({"backends": ["a", "b"]}, []),
        ([], []),
    ],
)
def test_the_page_says_which_answers_are_wrong(document: Any, wrong: list[int]) -> None:
    for one in document["backends"] if document else ():
        if isinstance(one, dict):
            one["variable_order"] = "given"
    rows = tuple(replace(ROW, number=k, backend=name, verdict="disagree") for k, name in enumerate("ab", 5))
    verdict = {**_key(rows[0]), "kind": "disagree", "reason": "why"}
    text = json.dumps(document)
    study = Material("s", rows, (verdict,), text=lambda kind, number: text if kind == "verdict" else "")
    assert page_data(study, packing.Shelf(10**6))["disagreements"][0]["wrong"] == wrong


def refuted_study() -> Material:
    """Three methods on one system: one right, one wrong, and one that is not installed."""
    rows = tuple(
        replace(ROW, number=k, backend=name, status=status, verdict="disagree", limit_seconds=5.0)
        for k, (name, status) in enumerate([("a", "complete"), ("b", "complete"), ("c", "missing")])
    )
    faults = [{"name": "b", "variable_order": "given", "faults": [{"fault": "missing zero"}]}]
    verdict = {**_key(rows[0]), "kind": "disagree", "reason": "why"}
    return Material("s", rows, (verdict,), text=lambda kind, number: json.dumps({"backends": faults}))


def test_the_figures_count_each_job_once_and_wrong_answers_apart() -> None:
    shown = " ".join(re.sub(r"<[^>]+>", " ", study_page(refuted_study(), made=0)).split())
    head = shown[shown.index("3 jobs ") :]
    assert head.startswith("3 jobs 1 answered 33.3 % 1 wrong 33.3 % 0 failed 0 % 1 missing 33.3 % ")


def many_methods() -> Material:
    """Two cases, five methods that answer, and one that is not installed."""
    rows = [
        replace(
            ROW, number=10 * n + k, input=f"cyclic-{n}", family="cyclic", n=n, backend=name, wall_seconds=0.1 * k + n
        )
        for n in (3, 4)
        for k, name in enumerate("abcdef")
    ]
    return Material(
        "s", [replace(row, status="missing", wall_seconds=0.0) if row.backend == "f" else row for row in rows]
    )


def test_a_method_without_any_answer_is_in_no_plot_of_times() -> None:
    drawn = {picture.name: picture for picture in pictures(many_methods())}
    assert not [name for name in drawn if name.startswith("scatter") and "f" in name.split("-")]
    for name in ("cactus", "growth-cyclic"):
        assert drawn[name].caption.endswith(" Without any answer, and not drawn: f.")
        layer = drawn[name].spec["layer"][-1]
        assert layer["encoding"]["color"]["scale"]["domain"] == list("abcde")
    assert "f" in {point["column"] for point in drawn["matrix"].spec["datasets"]["points"]}
    data = page_data(many_methods(), packing.Shelf(1000))
    assert (data["methods"], data["plotted"]) == (tuple("abcdef"), tuple("abcde"))


def test_many_pairs_share_one_plot_and_a_notebook_has_a_few() -> None:
    data = page_data(many_methods(), packing.Shelf(1000))
    assert [plot["chosen"] for plot in data["plots"]["light"] if plot["kind"] == "scatter"] == [True]
    shown = fragment(many_methods())
    assert shown.count("<svg") == 2 + 3
    assert "5 of 12 plots" in shown


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (4, 405, "1 %"),
        (399, 405, "98.5 %"),
        (1, 9999, "< 0.1 %"),
        (9999, 10000, "> 99.9 %"),
        (0, 0, ""),
        (2, 2, "100 %"),
    ],
)
def test_shares_are_short_and_never_all_or_nothing_by_rounding(part: int, whole: int, words: str) -> None:
    assert _share(part, whole) == words


def test_the_matrix_for_a_paper_marks_wrong_answers() -> None:
    (matrix,) = [picture for picture in pictures(refuted_study()) if picture.name == "matrix"]
    cells = {point["column"]: (point["kind"], point["label"]) for point in matrix.spec["datasets"]["points"]}
    assert cells["a"] == ("complete", "1.0 s")
    assert cells["b"] == ("disagree", "≠ 1.0 s")
    assert cells["c"][0] == "missing"
    assert matrix.caption.endswith("(○ missing, ≠ a wrong answer).")


def test_labels_of_the_matrix_have_room_in_a_wide_font() -> None:
    name = "systems/cyclic-five.xml, GF(32003)"
    point = {"case": name, "column": "verdict", "kind": "consistent", "label": "≈ consistent"}
    svg = plots.svg_of(plots.with_data(plots.matrix_plot([name], ["verdict"]), [point]))
    left = re.search(r"translate\((\d+),", svg)
    assert left is not None
    assert int(left[1]) > 6 * len(name)
    assert svg.count("font-family=\"'Liberation Sans', Arimo, Arial") == 3


def test_a_part_of_an_answer_has_no_degree_in_a_notebook() -> None:
    part = replace(
        ROW, status="partial", reason="no complete answer within 5 s", components=6, degree=4321, dimension=0
    )
    assert "4321" not in fragment(Material("s", (part,)))
    assert "4321" in fragment(Material("s", (replace(part, reason=""),)))


def test_a_notebook_shows_the_size_of_an_answer() -> None:
    row = replace(ROW, dimension=0, degree=7001, multiplicity=7002, rational=7003, real=7004)
    shown = fragment(Material("s", (row,)))
    assert all(text in shown for text in ("multiplicity", "7001", "7002", "7003", "7004"))


def test_a_run_is_told_in_words() -> None:
    run = {
        "number": 1,
        "hosts": {"vm": {"singular": "4.4"}},
        "limits": {"seconds": 20.0, "memory": 2 << 30},
        "rate": 0.5,
        "running": [],
        "started": 0.0,
        "ended": 60.0,
        "seconds_left": 0.0,
        "versions": {"singular": "4.4"},
    }
    page = study_page(Material("s", (ROW,), runs=(run,)), made=0)
    told = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert told == {
        "started": "1970-01-01 00:00:00 UTC",
        "ended": "1970-01-01 00:01:00 UTC",
        "rate": "0.5 jobs a second",
        "limits": "20 s, 2 GiB",
        "versions": "singular 4.4",
    }


def _key(row: Row) -> dict[str, Any]:
    return {"input": row.input, "encoding": row.encoding, "field": row.field, "repeat": row.repeat}


def evil_study() -> Material:
    row = replace(
        ROW,
        input=EVIL,
        family=EVIL,
        n=3,
        backend=EVIL,
        reason=EVIL,
        host=EVIL,
        version=EVIL,
        verdict="disagree",
        warnings=(EVIL,),
    )
    rows = (row, replace(row, number=2, input=EVIL + "2", n=4, status="crashed"), replace(row, number=3, backend="b"))
    verdict = {**_key(row), "kind": "disagree", "reason": EVIL, "witness": {EVIL: EVIL, "point": {EVIL: EVIL}}}
    runs = [{"host": EVIL, "machine": {EVIL: EVIL}}]
    return Material(EVIL, rows, [verdict], runs, {EVIL: EVIL}, EVIL, EVIL, EVIL, lambda kind, number: EVIL)


def test_what_others_wrote_is_only_text() -> None:
    page = study_page(evil_study(), made=0)
    elements = Elements(page)
    scripts = [about for tag, about in elements.found if tag == "script"]
    # One script runs by itself, and the library where that one asks for it.
    assert [about for about in scripts if not about] == [{}]
    assert len(scripts) == 1 + len(elements.texts)
    assert all(tag != "img" for tag, _ in elements.found)
    assert not {"\0", "\u202e", "\ud800"} & set(page)
    inside = json.dumps([unpacked(text) for name, text in elements.texts.items() if name != "library"])
    assert not [code for code in ("\\u0000", "\\u202e", "\\ud800") if code in inside.replace("\\\\", "")]


def test_a_notebook_shows_it_as_text_too() -> None:
    shown = fragment(evil_study())
    assert "<script" not in shown.lower()
    assert "onerror" not in re.sub(r"(?:&lt;|>)[^<]*", "", shown)
    assert not {"\0", "\u202e", "\ud800"} & set(shown + plain(evil_study()))


def test_equal_studies_give_equal_pages_but_for_the_date(page: str) -> None:
    later = study_page(material(300), made=86_400)
    assert later != page
    assert later.replace("1970-01-02 00:00 UTC", "1970-01-01 00:00 UTC") == page


def test_a_study_without_jobs_has_a_page(tmp_path: Path) -> None:
    file = report(Material("empty", ()), tmp_path / "page.html", made=0)
    assert "<h1>empty</h1>" in file.read_text(encoding="utf-8")
    assert fragment(Material("empty", ())).count("<table") == 0


def test_numbers_from_others_that_json_cannot_say() -> None:
    row = replace(ROW, wall_seconds=float("inf"), cpu_seconds=float("nan"), degree=10**40, load=-1.0)
    packed = packing.columns([row, replace(ROW, number=2)])
    assert packed["degree"]["names"][0] == str(10**40)
    assert packed["cpu_seconds"] == {"constant": None}
    assert study_page(Material("s", (row, replace(ROW, backend="b"))), made=0)


def test_room_for_texts_is_limited() -> None:
    shelf = packing.Shelf(2000)
    texts = [f"{k} " * 900 for k in range(40)]
    places = [shelf.place(text) for text in texts]
    assert shelf.full
    assert places[0] == [0, 0]
    assert places[-1] is None
    assert sum(map(len, shelf.chunks())) <= 2000


def test_a_damaged_text_is_told_and_stops_nothing() -> None:
    def damaged(kind: str, number: int) -> str:
        raise InputError("a text that cannot be unpacked")

    row = replace(ROW, status="crashed", encoding="colouring")
    shelf = packing.Shelf(10**6)
    data = page_data(Material("s", (row,), text=damaged), shelf)
    assert unpacked(shelf.chunks()[0]) == ["a text that cannot be unpacked"]
    assert data["pictures"] == {}


@pytest.mark.slow
def test_figures_are_svg_and_png_with_captions(tmp_path: Path) -> None:
    study = material(120)
    written = figures(study, tmp_path / "new" / "figures")
    names = [picture.name for picture in pictures(study)]
    assert len(written) == 2 * len(names) + 1
    assert len(set(names)) == len(names)
    captions = (tmp_path / "new" / "figures" / "captions.txt").read_text(encoding="utf-8")
    for file in written[:-1]:
        content = file.read_bytes()
        assert content.startswith(b"<svg" if file.suffix == ".svg" else b"\x89PNG\r\n\x1a\n")
        assert f"{file.stem}: " in captions
        if file.suffix == ".svg":
            assert b"http://" not in content.replace(b"http://www.w3.org/", b"")
    again = figures(study, tmp_path / "again")
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in written]


def test_figures_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WriteError, match="cannot write"):
        figures(material(10), tmp_path / "file")


def test_no_empty_folder_stays_where_figures_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise WriteError("plot.svg", OSError(28, "No space left on device"))

    monkeypatch.setattr(writing.files, "write", failing)
    for folder in (tmp_path / "new" / "figures", tmp_path):
        with pytest.raises(WriteError):
            figures(Material("empty", ()), folder)
    assert tmp_path.exists()
    assert not [*tmp_path.iterdir()]


def test_themes_have_as_many_colours() -> None:
    assert len(plots.LIGHT.series) == len(plots.DARK.series)
    assert set(plots.FILLS) == set(plots.DARK_FILLS) == set(plots.SIGNS)


def test_filled_grids_of_other_puzzles_are_not_drawn() -> None:
    assert draw_input(PUZZLE, "12") == draw_input(PUZZLE)
    assert draw_input(PUZZLE, "9" * 16) == draw_input(PUZZLE)
    assert draw_input(PUZZLE, SOLVED) != draw_input(PUZZLE)
