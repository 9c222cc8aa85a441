"""The page of a study in a real browser: it sorts, filters, draws and opens disagreements, without any network."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from casbridge.report import Material, cells, report
from casbridge.report.material import answered, case_of
from casbridge.report.standings import NOT_ASKED, SOLVED, by_group, standings
from casbridge.studies.values import Row
from tests.chromium import Chromium
from tests.report.synthetic import METHODS, PUZZLE, material, text
from tests.report.test_page import ROW, evil_study, many_methods, refuted_study

pytestmark = pytest.mark.chromium

_APPLIED = "Number(document.documentElement.dataset.applied)"
FIRST = "[...document.querySelectorAll('#jobs-window tbody tr:not(.space)')].slice(0, 3).map((e) => e.innerText)"


@pytest.fixture(autouse=True)
def no_complaint(browser: Chromium) -> Iterator[None]:
    """The page throws nothing and loads nothing; no rule of its policy is broken."""
    browser.window(1400, 1000)
    yield
    browser.assert_quiet("file:", "data:", "about:", "blob:")


@pytest.fixture(scope="module")
def study() -> Material:
    return material(500)


@pytest.fixture(scope="module")
def address(study: Material, tmp_path_factory: pytest.TempPathFactory) -> str:
    return report(study, tmp_path_factory.mktemp("study") / "page.html", made=0).as_uri()


def opened(browser: Chromium, address: str) -> None:
    browser.open(address)
    wait_for(browser, "document.documentElement.dataset.ready === 'true'")


def wait_for(browser: Chromium, condition: str, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not browser.value(f"Boolean({condition})"):
        assert time.monotonic() < deadline, condition
        time.sleep(0.05)


def shown(browser: Chromium) -> str:
    return str(browser.value("document.getElementById('shown').textContent"))


def choose(browser: Chromium, name: str, value: str) -> None:
    before = browser.value(_APPLIED)
    browser.value(
        f"(() => {{ const e = document.querySelector('[name={name}]'); e.value = {json.dumps(value)};"
        " e.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    wait_for(browser, f"{_APPLIED} > {before}")


def columns(browser: Chromium, name: str) -> list[Any]:
    return list(browser.value(f"[...study.rows()].map((i) => study.columns[{json.dumps(name)}].at(i))"))


@pytest.mark.slow
def test_filters_act_on_the_tables_and_the_plots(browser: Chromium, study: Material, address: str) -> None:
    opened(browser, address)
    assert shown(browser).startswith(f"{len(study.rows)} jobs")
    choose(browser, "status", "timeout")
    wanted = sum(row.status == "timeout" for row in study.rows)
    assert shown(browser).startswith(f"{wanted} of ")
    assert set(columns(browser, "status")) == {"timeout"}
    assert browser.value("study.points.cactus()") == []
    assert browser.value("location.hash") == "#status=timeout"
    choose(browser, "status", "answered")
    assert len(columns(browser, "status")) == sum(answered(row) and row.number not in study.wrong for row in study.rows)
    choose(browser, "status", "wrong")
    assert 0 < len(study.wrong) == len(columns(browser, "status"))
    marked = "[...document.querySelectorAll('#matrix-window td.wrong')].map((cell) => cell.textContent[0])"
    assert set(browser.value(marked)) == {"≠"}
    before = browser.value(_APPLIED)
    browser.click("#reset")
    wait_for(browser, f"{_APPLIED} > {before}")
    choose(browser, "q", "CYCLIC-*")
    assert {name.split("-")[0] for name in columns(browser, "input")} == {"cyclic"}
    choose(browser, "q", "no such input")
    assert shown(browser).startswith("0 of ")
    assert browser.value("document.querySelector('#jobs-window .empty').hidden") is False
    assert browser.value("document.getElementById('status-table').innerText.includes('ms')") is False
    assert browser.value("document.getElementById('matrix-window').textContent.includes('0 of 0')") is False


@pytest.mark.slow
def test_the_tables_of_methods_and_families_are_those_of_python(
    browser: Chromium, study: Material, tmp_path: Path
) -> None:
    rows = [
        *(replace(ROW, number=n, input=f"start/{n}.txt", wall_seconds=n / 10, verdict="agree") for n in (1, 2, 3)),
        *(replace(row, number=row.number + 3) for row in study.rows),
    ]
    whole = replace(study, rows=rows, text=lambda kind, number: text(kind, number - 3))
    opened(browser, report(whole, tmp_path / "standings.html", made=0).as_uri())
    table = "[...document.querySelectorAll('#{} tr')].map((tr) => [...tr.children].map((e) => e.innerText.trim()))"
    head, *lines = browser.value(table.format("status-table"))
    names = [name.split()[-1] for name in head]
    for line, wanted in zip(lines, standings(whole), strict=True):
        found = dict(zip(names, line, strict=True))
        assert line[0] == wanted.method
        for outcome in SOLVED:
            assert int(found[outcome] or 0) == wanted.outcomes[outcome]
        assert line[head.index("median")] == ("" if wanted.seconds is None else cells.seconds_text(wanted.seconds))
        assert line[head.index("start")] == ("" if wanted.start is None else cells.seconds_text(wanted.start))
        assert line[head.index("without start")] == ("" if wanted.net is None else cells.seconds_text(wanted.net))
    groups = by_group(whole)
    head, *lines = browser.value(table.format("group-table"))
    assert head[1:] == [*groups]
    for line in lines:
        for name, text_of_cell in zip(head[1:], line[1:], strict=True):
            outcomes = groups[name].get(line[0], Counter())
            right = outcomes["verified"] + outcomes["unverified"]
            asked = outcomes.total() - sum(outcomes[status] for status in NOT_ASKED)
            assert text_of_cell == (f"{right}/{asked}" if asked else "")
    choose(browser, "status", "verified")
    assert len(columns(browser, "status")) == len(whole.verified) > 0


@pytest.mark.slow
def test_the_address_names_the_filters(browser: Chromium, study: Material, address: str) -> None:
    opened(browser, f"{address}#verdict=disagree&backend=singular%3Astd")
    wanted = [row for row in study.rows if row.verdict == "disagree" and row.backend == "singular:std"]
    assert shown(browser).startswith(f"{len(wanted)} of ")
    assert wanted


@pytest.mark.slow
def test_a_click_on_a_head_sorts(browser: Chromium, study: Material, address: str) -> None:
    opened(browser, address)
    place = browser.value("[...document.querySelectorAll('#jobs-window th')].findIndex((e) => e.innerText == 'time')")
    head = f"#jobs-window th:nth-child({place + 1}) button"
    times = sorted(row.wall_seconds for row in study.rows if row.wall_seconds is not None)
    cell = f"document.querySelector('#jobs-window tbody tr:not(.space)').children[{place}].innerText"
    browser.click(head)
    assert browser.value(cell) == cells.seconds_text(times[0])
    assert browser.value(f"document.querySelector('{head}').parentElement.ariaSort") == "ascending"
    browser.click(head)
    assert browser.value(cell) == cells.seconds_text(times[-1])
    browser.click(head)
    assert study.rows[0].input in browser.value(FIRST)[0]


@pytest.mark.slow
def test_a_disagreement_shows_its_witness_and_a_script_is_one_click_away(
    browser: Chromium, study: Material, address: str
) -> None:
    opened(browser, address)
    found = [verdict for verdict in study.verdicts if verdict["kind"] == "disagree"]
    assert browser.value("document.querySelectorAll('.card').length") == min(len(found), 12)
    assert "a point of the answer violates equation 2" in browser.value("document.querySelector('.card').innerText")
    wait_for(browser, "document.querySelector('.card img')?.naturalWidth > 50")
    browser.click(".card .job-list button")
    wait_for(browser, "document.querySelector('#text-script pre')")
    row = next(row for row in study.rows if row.verdict == "disagree")
    assert browser.value("document.querySelector('#text-script pre').textContent") == text("script", row.number)
    assert browser.value("document.getElementById('dialog-title').textContent") == case_of(row)
    browser.click("#dialog form button")
    assert browser.value("document.getElementById('dialog').open") is False


@pytest.mark.slow
def test_the_script_computes_what_python_computes(browser: Chromium, study: Material, address: str) -> None:
    """Cells, and the points of all plots."""
    opened(browser, address)
    found = cells.cells_of(study)
    edge = cells.edge_of(found, cells.limit_of(study.rows))
    plots = browser.value("study.plots.map((plot) => [plot.about, study.points[plot.about.kind](plot.about)])")
    assert {about["kind"] for about, _ in plots} == {"cactus", "growth", "scatter"}
    for about, points in plots:
        if about["kind"] == "cactus":
            wanted = cells.marked(cells.cactus(found))
        elif about["kind"] == "growth":
            wanted = cells.growth(found, about["family"], edge)
        else:
            wanted = cells.thinned(cells.scatter(found, about["first"], about["second"], edge))
        assert sorted(map(_comparable, points)) == sorted(map(_comparable, wanted))


def _comparable(point: dict[str, Any]) -> str:
    # Where a number is halfway between two, the two round it differently in words.
    point = {**point, "about": re.sub(r"[\d.]+ (ms|s)", "TIME", point["about"])}
    names = sorted(point.keys() - {"place"})
    return json.dumps([[n, round(float(point[n]), 5) if n == "seconds" or n in "xy" else point[n]] for n in names])


@pytest.mark.slow
def test_plots_are_drawn_when_they_come_into_view_and_a_point_opens_its_case(browser: Chromium, address: str) -> None:
    opened(browser, address)
    browser.value("document.getElementById('plots').scrollIntoView()")
    wait_for(browser, "document.querySelector('.plot[data-kind=cactus] svg path')")
    wait_for(browser, "study.plots.every((plot) => plot.view)")
    scatter = "study.plots.find((plot) => plot.about.kind == 'scatter')"
    browser.value(f"{scatter}.element.scrollIntoView()")
    wait_for(browser, f"{scatter}.element.querySelector('svg .mark-symbol path')")
    browser.value(f"{scatter}.element.querySelector('.mark-symbol.layer_6_marks path').id = 'one'")
    browser.click("#one")
    wait_for(browser, "document.getElementById('dialog').open")


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [400, 1400])
def test_the_page_fits_its_window(browser: Chromium, address: str, width: int, dark: bool) -> None:
    browser.window(width, 900, dark=dark, touch=width < 500)
    opened(browser, address)
    assert browser.value("document.documentElement.scrollWidth") <= width
    papers = browser.value("getComputedStyle(document.body).backgroundColor")
    assert papers == ("rgb(22, 25, 29)" if dark else "rgb(255, 255, 255)")
    browser.click("#theme")
    assert browser.value("getComputedStyle(document.body).backgroundColor") != papers
    browser.value("localStorage.clear()")


@pytest.mark.slow
def test_texts_of_others_stay_texts(browser: Chromium, tmp_path: Path) -> None:
    file = report(evil_study(), tmp_path / "evil.html", made=0)
    opened(browser, file.as_uri())
    browser.value("study.openCase(0)")
    wait_for(browser, "document.getElementById('dialog').open")
    browser.value("Promise.resolve(study.plots.forEach((plot) => plot.element.scrollIntoView()))")
    wait_for(browser, "study.plots.every((plot) => plot.view || plot.holder.querySelector('.none'))")
    assert browser.value("document.querySelectorAll('img:not([src^=data])').length") == 0
    assert browser.value("document.querySelectorAll('script').length") == 4


@pytest.mark.slow
def test_an_empty_study_and_one_without_verdicts(browser: Chromium, study: Material, tmp_path: Path) -> None:
    opened(browser, report(Material("empty", ()), tmp_path / "empty.html").as_uri())
    assert shown(browser).startswith("0 jobs")


@pytest.mark.slow
def test_many_rows_are_quick(browser: Chromium, tmp_path: Path) -> None:
    """Far above what it takes: what a loaded machine may need for 10,000 rows."""
    opened(browser, report(material(10_000), tmp_path / "large.html").as_uri())
    assert browser.value("performance.now()") < 10_000
    assert browser.value("document.querySelectorAll('#jobs-window tbody tr').length") < 150
    spent = browser.value(
        "(() => { const begin = performance.now();"
        " for (const button of document.querySelectorAll('#jobs-window th button')) button.click();"
        " return performance.now() - begin; })()"
    )
    assert spent < 10_000
    browser.value("document.getElementById('jobs-window').scrollTop = 1e9")
    time.sleep(0.3)
    last = "[...document.querySelectorAll('#jobs-window tbody tr:not(.space)')].at(-1).ariaRowIndex"
    assert browser.value(last) == str(len(browser.value("[...study.rows()]")) + 1)
    assert len(METHODS) == browser.value("document.querySelectorAll('#status-table tbody tr').length")


@pytest.mark.slow
def test_a_part_of_an_answer_has_no_degree_in_the_table(browser: Chromium, tmp_path: Path) -> None:
    whole = replace(ROW, degree=70)
    part = replace(whole, number=2, backend="b", status="partial", reason="no complete answer within 5 s", degree=4321)
    opened(browser, report(Material("s", (whole, part)), tmp_path / "part.html").as_uri())
    table = browser.value("document.getElementById('jobs-window').innerText")
    assert "70" in table
    assert "4321" not in table
    assert browser.value("study.openCase(0, 1).then(() => document.getElementById('dialog-body').innerText)").count(
        "4321 of the part so far"
    )


@pytest.mark.slow
def test_a_reader_chooses_the_pair_of_methods(browser: Chromium, tmp_path: Path) -> None:
    opened(browser, report(many_methods(), tmp_path / "many.html").as_uri())
    assert browser.value("document.getElementById('left-out').textContent") == "Without any answer, and not drawn: f."
    assert browser.value("study.plots.filter((plot) => plot.about.kind == 'scatter').length") == 1
    scatter = "study.plots.at(-1)"
    browser.value(f"{scatter}.element.scrollIntoView()")
    wait_for(browser, f"{scatter}.view && {scatter}.holder.textContent.includes('b, seconds')")
    for place, name, pair in ((1, "e", ["a", "e"]), (0, "e", ["e", "a"])):
        browser.value(
            f"(() => {{ const list = {scatter}.element.querySelectorAll('select')[{place}]; list.value = '{name}';"
            " list.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )
        assert browser.value(f"[{scatter}.about.first, {scatter}.about.second]") == pair
        axis = f"{scatter}.holder.querySelectorAll('.role-axis-title')"
        wait_for(
            browser, f"[...{axis}].map((e) => e.textContent).join(' ') === '{pair[0]}, seconds {pair[1]}, seconds'"
        )
        assert browser.value(f"{scatter}.points.length") == 2


@pytest.mark.slow
def test_wrong_answers_are_one_click_away_where_all_jobs_are_complete(browser: Chromium, tmp_path: Path) -> None:
    study = refuted_study()
    study = replace(study, rows=study.rows[:2])
    opened(browser, report(study, tmp_path / "wrong.html").as_uri())
    browser.click("button.tile[data-value=wrong]")
    wait_for(browser, "study.rows().length === 1")
    assert columns(browser, "backend") == ["b"]


@pytest.mark.slow
def test_a_puzzle_says_how_many_zeros_its_answers_have(browser: Chromium, tmp_path: Path) -> None:
    def row(name: str, degree: int, verdict: str = "agree", backend: str = "a") -> Row:
        return replace(ROW, input=name, encoding="colouring", degree=degree, verdict=verdict, backend=backend)

    rows = [row("none", 0), row("six", 6), row("six", 6, backend="b"), row("unsure", 6, "undecided"), row("one", 1)]
    rows += [row("two", 4), row("two", 3, backend="b")]
    study = Material("s", rows, text=lambda kind, number: PUZZLE if kind == "input" else "")
    opened(browser, report(study, tmp_path / "zeros.html").as_uri())
    told = browser.value("[...document.querySelectorAll('#gallery li')].map((e) => e.textContent)")
    assert told == ["noneno zeros", "six6 zeros", "unsure", "one1 zero", "two"]


@pytest.mark.slow
def test_paper_says_what_it_leaves_out(browser: Chromium, study: Material, address: str) -> None:
    notes = "[...document.querySelectorAll('.on-paper')].map((e) => e.textContent)"
    opened(browser, address)
    browser.value("dispatchEvent(new Event('beforeprint'))")
    jobs = browser.value("document.querySelectorAll('#jobs-window tbody tr:not(.space)').length")
    assert (jobs, len(study.rows) > 300) == (300, True)
    assert f"Printed: the first 300 of {len(study.rows)} jobs." in browser.value(notes)
    cards = browser.value("document.querySelectorAll('#cards > *').length")
    assert cards == sum(verdict["kind"] == "disagree" for verdict in study.verdicts)
    assert not any("disagreements" in note for note in browser.value(notes))
    browser.value("dispatchEvent(new Event('afterprint'))")
    browser.value("document.getElementById('cards').lastElementChild.remove()")
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert f"Printed: the first {cards - 1} of {cards} disagreements." in browser.value(notes)
    assert not any("Filtered" in note for note in browser.value(notes))
    browser.value("dispatchEvent(new Event('afterprint'))")
    assert browser.value(notes) == []
    choose(browser, "status", "timeout")
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert f"Filtered by status timeout: {shown(browser)}." in browser.value(notes)
    assert not any(note.endswith(" jobs.") and note.startswith("Printed") for note in browser.value(notes))
    browser.value("dispatchEvent(new Event('afterprint'))")
