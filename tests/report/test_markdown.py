"""The report of a study in Markdown: its tables, its files, and that texts of others stay texts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.algebra.answer_text import answer_to_text
from casbridge.algebra.answers import Answer, Task, point_component
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.bugs.bundles import read_bundle
from casbridge.errors import LimitError, UsageError
from casbridge.report import Material, markdown
from casbridge.report.manuals import MANUALS, PLACES, place_of
from casbridge.report.markdown_page import markdown_report
from casbridge.report.standings import SOLVED, by_group, standings
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, Row
from casbridge.studies.verdicts import judge_chunk
from tests.cli.calling import Caller
from tests.report.synthetic import material

ROW = Row(1, "circle", "", None, "", "QQ", "given", "reference", 1, "complete", wall_seconds=1.0, verdict="agree")
LINK = re.compile(r"\]\(([^)]+)\)")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split(" | ")]


def table(page: str, title: str) -> list[dict[str, str]]:
    """The rows of the first table below a heading."""
    lines = page[page.index(f"## {title}\n") :].splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("|"))
    end = next(place for place in range(start, len(lines)) if not lines[place].startswith("|"))
    head = cells(lines[start])
    return [dict(zip(head, cells(line), strict=True)) for line in lines[start + 2 : end]]


def test_the_tables_say_what_the_standings_are() -> None:
    study = material(300)
    page = markdown_report(study, "study", made=0).page
    for row, wanted in zip(table(page, "Methods"), standings(study), strict=True):
        assert row["method"] == f"`{wanted.method}`"
        for name in (*SOLVED, "timeout", "crashed", "unsupported"):
            assert int(row.get(name, "").strip("*") or 0) == wanted.outcomes[name]
    groups = by_group(study)
    for row in table(page, "Families"):
        method = row.pop("method").strip("`")
        assert list(row) == list(groups)
        for name, text in row.items():
            counts = groups[name].get(method, Counter())
            asked = counts.total() - counts["unsupported"]
            right = counts["verified"] + counts["unverified"]
            assert text.strip("*") == (f"{right}/{asked}" if asked else "")
            assert text.startswith("**") == bool(counts["wrong"])
    assert len(table(page, "Wrong answers")) == len(study.wrong) > 0


def test_each_file_is_linked_and_each_link_is_a_file() -> None:
    study = replace(material(120), bundle=lambda row: f"bundle {row.number}")
    found = markdown_report(study, "study", made=0)
    links = {link for link in LINK.findall(found.page) if link.startswith("study/")}
    assert links == {*found.files}
    bundles = [text for name, text in found.files.items() if name.startswith("study/wrong/")]
    assert sorted(bundles) == sorted(f"bundle {number}" for number in study.wrong)
    # Each task has a plot of its own.
    assert {name for name in found.files if name.endswith(".svg")} == {
        "study/cactus-characteristic-series.svg",
        "study/cactus-groebner-basis.svg",
    }
    assert markdown_report(study, "study", made=0) == found


def test_a_plot_without_the_start_where_it_was_measured() -> None:
    rows = [ROW, replace(ROW, number=2, input="start/one.txt", wall_seconds=0.25)]
    found = markdown_report(Material("one", rows), "one", made=0)
    assert {*found.files} == {"one/cactus.svg", "one/cactus-without-start.svg"}
    (row,) = table(found.page, "Methods")
    assert (row["median"], row["start"], row["without start"]) == ("1.0 s", "0.25 s", "0.75 s")


def test_texts_of_others_are_texts() -> None:
    evil = '|`<script>alert(1)</script>[x](y)\n# no\0\u202e"'
    row = replace(ROW, input=evil, family=evil, backend=evil, host=evil, version=evil)
    other = replace(row, number=2, backend="other", verdict="agree", input="b", family="b")
    study = Material(
        evil, [row, other], facts={evil: evil}, plan=f"```\n{evil}\n````", text=lambda kind, number: f"````\n{evil}"
    )
    page = markdown_report(study, "one", made=0).page
    fences = re.split(r"^(`{3,})text\n.*?^\1$", page, flags=re.MULTILINE | re.DOTALL)
    outside = "".join(part for part in fences if not part.startswith("```"))
    outside = re.sub(r"`[^`\n]*`", "", outside)
    assert "<script" not in outside
    assert "\n# no" not in outside
    assert not re.search(r"(?<!\\)\[x\]", re.sub(r"<details>.*?</summary>", "", outside))
    assert "\0" not in page
    assert "\u202e" not in page
    assert len(table(page, "Methods")) == 2


def test_what_is_known_of_each_system() -> None:
    zeros = replace(ROW, dimension=0, degree=7, rational=1, real=3)
    rows = [
        replace(zeros, multiplicity=9),
        replace(zeros, number=2, backend="b", rational=None, real=None),
        replace(zeros, number=3, backend="c", status="timeout", degree=70),
        replace(ROW, number=4, backend="d", input="line", dimension=1, degree=None, verdict=""),
        replace(zeros, number=5, backend="e", input="odd", verdict="consistent"),
        replace(zeros, number=6, backend="f", input="odd", verdict="consistent", degree=8),
    ]
    found = table(markdown_report(Material("one", rows), "one", made=0).page, "Systems")
    assert [[*row.values()] for row in found] == [
        ["circle, QQ", "0", "7", "9", "1", "3", "2"],
        ["line, QQ", "1", "∞", "", "", "", "1, unverified"],
        ["odd, QQ", "0", "", "", "1", "3", "2, unverified"],
    ]


def test_what_each_method_said_of_each_system() -> None:
    rows = [
        replace(ROW, components=1234),
        replace(ROW, number=2, backend="b", status="timeout", components=None, verdict=""),
        replace(ROW, number=3, input="line", components=None, wall_seconds=0.25),
        replace(ROW, number=4, input="line", backend="b", components=3, verdict="disagree"),
    ]
    found = Material("one", rows)
    named = found.methods
    assert [[*row.values()] for row in table(markdown_report(found, "one", made=0).page, "Answers")] == [
        ["circle, QQ", "1.0 s, 1,234", "timeout"],
        ["line, QQ", "0.25 s", "1.0 s, 3"],
    ]
    assert [*named] == ["reference", "b"]
    many = [replace(ROW, number=number, backend=f"b{number}") for number in range(1, 10)]
    assert "## Answers" not in markdown_report(Material("many", many), "many", made=0).page
    assert "## Answers" in markdown_report(Material("eight", many[:8]), "eight", made=0).page


def test_a_study_without_jobs() -> None:
    found = markdown_report(Material("nothing", ()), "nothing", made=0)
    assert found.page.startswith("# nothing\n")
    assert not found.files


def test_a_bundle_that_cannot_be_made_says_why() -> None:
    def none(row: Row) -> str:
        raise LimitError(f"the answer of job {row.number} is too long")

    study = replace(material(120), bundle=none)
    cells = {row["bundle"] for row in table(markdown_report(study, "study", made=0).page, "Wrong answers")}
    assert cells == {f"none: the answer of job {number} is too long" for number in study.wrong}


def test_no_block_of_the_page_is_run_as_documentation() -> None:
    page = markdown_report(replace(material(120), plan="[study]"), "study", made=0).page
    assert {*re.findall(r"^```(\w+)", page, re.MULTILINE)} <= {"text", "sh"}


def planted(folder: Path, *more: str) -> Path:
    """A store in which a method lacks one of two zeros. more: methods besides, with the answer of the first one."""
    system = read_system("x^2 - 1")
    plan = Plan("planted", (), (*more, "reference", "sympy:groebner", "reference:general"))
    right = registry.run(system, "reference:general").answer
    assert right is not None
    wrong = Answer(Task.POINTS, system.ring, [point_component((1,), system.ring)])
    path = folder / "planted.sqlite"
    with Store.create(path, plan) as store:
        store.sync(plan, jobs_of(plan, [(Input("two points", "system", "x^2 - 1"), ())]))
        outcomes = []
        for row in [*store.rows()]:
            answer = registry.run(system, more[0]).answer if row.backend in more else right
            answer = wrong if row.backend.startswith("sympy") else answer
            assert answer is not None
            text = packed(answer_to_text(answer))
            used, script = row.backend, packed(f"a script for {row.backend}")
            outcomes.append(Outcome(row.number, str(row.number), "complete", used=used, answer=text, script=script))
        store.keep(outcomes)
        store.keep_verdicts(judge_chunk([*store.to_judge()]))
    return path


@pytest.mark.parametrize("more", [(), ("reference:real", "msolve:real")], ids=["zeros", "boxes too"])
def test_a_wrong_answer_has_a_bundle_from_the_store(more: tuple[str, ...], tmp_path: Path) -> None:
    path = planted(tmp_path, *more)
    page = tmp_path / "docs" / "planted.md"
    page.parent.mkdir()
    with Store.open(path) as store:
        files = markdown(store, page, made=0)
    assert files[0] == page
    (file,) = [file for file in files if file.suffix == ".json"]
    bundle = read_bundle(str(file))
    assert bundle.fault is not None
    assert (bundle.backend, bundle.fault.kind, bundle.status) == ("sympy:groebner", "missing zero", "complete")
    assert bundle.against == ("reference",) or bundle.against == ("reference:general",)
    assert bundle.script == "a script for sympy:groebner"
    rows = {row["method"]: row for row in table(page.read_text(), "Methods")}
    assert [rows["`sympy:groebner`"]["wrong"], rows["`reference`"]["verified"]] == ["**1**", "1"]
    assert f"({file.relative_to(page.parent).as_posix()})" in page.read_text()
    assert "a script for sympy:groebner" in page.read_text()


def test_the_bundle_of_polynomials_that_are_no_basis_shows_it(tmp_path: Path) -> None:
    """Their zeros are right: only beside another basis is the fault seen."""
    text = "x*z - y\ny*z - x"
    system = read_system(text)
    plan = Plan("no basis", (), ("reference", "reference:basis", "giac:gbasis_plex"))
    answers = {name: registry.run(system, name).answer for name in plan.backends[:2]}
    answers["giac:gbasis_plex"] = Answer(Task.BASIS, system.ring, (tuple(system.polynomials()),), order="lex")
    with Store.create(tmp_path / "planted.sqlite", plan) as store:
        store.sync(plan, jobs_of(plan, [(Input("two surfaces", "system", text), ())]))
        outcomes = []
        for row in [*store.rows()]:
            answer = answers[row.backend]
            assert answer is not None
            packs = packed(answer_to_text(answer))
            outcomes.append(Outcome(row.number, str(row.number), "complete", used=row.backend, answer=packs))
        store.keep(outcomes)
        store.keep_verdicts(judge_chunk([*store.to_judge()]))
        files = markdown(store, tmp_path / "planted.md", made=0)
    (file,) = [file for file in files if file.suffix == ".json"]
    bundle = read_bundle(str(file))
    assert bundle.fault is not None
    assert (bundle.backend, bundle.fault.kind) == ("giac:gbasis_plex", "no Groebner basis")
    assert bundle.against == ("reference:basis",)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = planted(tmp_path)
    said = Caller(capsys)("report", path, "-o", tmp_path / "page.md", "--json")
    files = [Path(name) for name in said.document()["files"]]
    assert files[0] == tmp_path / "page.md"
    assert all(file.is_file() for file in files)
    assert {file.suffix for file in files} == {".md", ".svg", ".json"}


@pytest.mark.parametrize("name", ["page.html", "page", ".md"])
def test_another_ending(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"expected a name that ends with \.md"):
        markdown(Material("nothing", ()), tmp_path / name)
    assert not [*tmp_path.iterdir()]


def test_each_own_method_has_a_place_in_a_manual() -> None:
    for name in registry.OWN_BACKENDS:
        assert all(place_of(name)) or registry.is_script_only(registry.get(name)), name
    methods = {f"{name}:{method.name}" for name in MANUALS for method in registry.get(name).methods}
    assert {*PLACES} <= methods
    assert place_of("unknown:method") == ("", "")
