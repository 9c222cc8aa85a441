"""Each study in `examples/studies` runs on a sample, and what the files say of themselves is so."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import casbridge
from casbridge.algebra.answers import OWN_COMPARISON
from casbridge.backends import registry
from casbridge.board.solutions import solutions
from casbridge.bugs.bundles import read_bundle
from casbridge.bugs.zoo_page import slug
from casbridge.making import canonical_form
from casbridge.report.explanations import read_explanations
from casbridge.studies.inputs import inputs_of
from casbridge.studies.jobs import size_of
from casbridge.studies.reading import read_plan
from tests.cli.calling import process

STUDIES = Path(__file__).resolve().parents[1] / "examples" / "studies"
NAMES = sorted(path.stem for path in STUDIES.glob("*.toml"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(STUDIES, tmp_path / "studies"))


def run(study: Path, *arguments: str, code: int = 0) -> dict[str, Any]:
    said = process("run", study, "--json", *arguments)
    assert said.code == code, said
    return said.document()


def test_the_readme_says_how_many_jobs_there_are() -> None:
    readme = (STUDIES / "README.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([\w-]+)\.toml` \|.*\| (\d+) \|$", readme, re.MULTILINE))
    plans = {name: read_plan(STUDIES / f"{name}.toml") for name in NAMES}
    sizes = {name: size_of(plan, inputs_of(plan)) for name, plan in plans.items()}
    # These take all methods, so their lines say how many jobs there are for each.
    by_method = ("league", "versions")
    assert f"on {sizes['league'].inputs} systems" in readme
    assert all(f"| at most {sizes[name].cases} for each method |" in readme for name in by_method)
    assert told == {name: str(size.jobs) for name, size in sizes.items() if name not in by_method}
    assert [size.invalid for size in sizes.values()] == [0] * len(NAMES)


def test_the_puzzles_with_17_clues() -> None:
    lines = (STUDIES / "seventeen.txt").read_text(encoding="ascii").split()
    puzzles = [puzzle for line in lines for puzzle in casbridge.read_puzzles(line)]
    assert len(puzzles) == 200
    assert {sum(map(bool, puzzle.givens)) for puzzle in puzzles} == {17}
    assert all(len([*zip(solutions(puzzle), range(2), strict=False)]) == 1 for puzzle in puzzles)
    assert len({canonical_form(puzzle).puzzle.line for puzzle in puzzles}) == 200


@pytest.mark.slow
@pytest.mark.singular
def test_classic_families(folder: Path) -> None:
    study = folder / "classic.toml"
    small = ["--only", "n=2", "--only", "repeat=1", "--only", "field=QQ", "--timeout", "30"]
    document = run(study, *small)
    assert document["ran"] >= 16
    assert set(document["statuses"]) == {"complete", "waiting"}
    rows = [*casbridge.open_study(study).results(status="complete")]
    assert {row.family for row in rows} == {"katsura", "noon", "reimer", "chandra"}
    assert {row.backend for row in rows} == {"reference", "singular:std", "singular:minAssGTZ", "sympy:groebner"}
    by_input: dict[str, set[Any]] = {}
    for row in rows:
        by_input.setdefault(row.input, set()).add((row.degree, row.dimension))
    assert all(len(found) == 1 for found in by_input.values()), by_input


def test_the_league_has_systems_of_each_kind() -> None:
    plan = read_plan(STUDIES / "league.toml")
    inputs = [one for one, _ in inputs_of(plan)]
    assert len(inputs) >= 120
    puzzles = [one for one in inputs if one.kind == "puzzle"]
    assert len(puzzles) == 20
    answers = [len([*zip(solutions(*casbridge.read_puzzles(one.text)), range(9), strict=False)]) for one in puzzles]
    assert sorted(answers) == [0, *[1] * 17, 3, 3]
    assert (plan.patterns, plan.fields, plan.limits.seconds) == (("*",), ("QQ", "GF(32003)"), 10)
    found = [one for one in map(registry.get, registry.OWN_BACKENDS) if not registry.is_script_only(one)]
    run = [one for one in found if registry.task_of(one, one.default_method) not in OWN_COMPARISON]
    assert {f"{one.name}:{one.default_method}" for one in run} <= {*plan.backends}
    folder = STUDIES / "symbolicdata"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 300_000
    assert f"has {len([*folder.iterdir()])} systems" in (STUDIES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["league", "series-study"])
def test_each_bundle_of_a_page_shows_its_fault(name: str) -> None:
    docs = STUDIES.parents[1] / "docs"
    page = (docs / f"{name}.md").read_text(encoding="utf-8")
    linked = re.findall(rf"^\| `([\w:]+)` \| .*? \| ([A-Za-z ]+): .*\({name}/(wrong/.*\.json)\) \|$", page, re.M)
    assert {file for *_, file in linked} == {f"wrong/{path.name}" for path in (docs / name / "wrong").glob("*")}
    for method, kind, file in linked:
        bundle = read_bundle(str(docs / name / file))
        assert bundle.fault is not None, file
        assert (bundle.backend, bundle.fault.kind) == (method, kind), file


@pytest.mark.slow
@pytest.mark.singular
def test_a_sample_of_the_league(folder: Path) -> None:
    study = folder / "league.toml"
    methods = ["reference:series", "reference:primes", "singular:std", "singular:slimgb", "singular:minAssGTZ"]
    # What the study leaves out is about other methods.
    kept = re.sub(r"(?s)^exclude = \[$.*?^\]$", "", study.read_text("utf-8"), flags=re.MULTILINE)
    study.write_text(kept.replace('["*", "reference:real", "msolve:real"]', repr(methods)), "utf-8")
    chosen = ["start/*", "cyclic-3", "symbolicdata/Trinks.xml"]
    only = [text for name in chosen for text in ("--only", name)]
    document = run(study, *only, "--timeout", "30", code=0)
    assert document["ran"] == 5 * 2 * 5
    page = casbridge.open_study(study).markdown(folder / "league.md")[0].read_text(encoding="utf-8")
    for text in ("| `singular:std` | 10 |", "## Families", "without start", "templates/singular/std.sing.j2"):
        assert text in page
    assert "No answer was refuted." in page


@pytest.mark.slow
def test_seventeen_clues(folder: Path) -> None:
    study = folder / "seventeen.toml"
    document = run(study, "--only", "backends=reference", "--sample", "6")
    assert (document["ran"], document["statuses"]) == (6, {"complete": 6, "waiting": 1594})
    rows = [*casbridge.open_study(study).results(status="complete")]
    assert {(row.components, row.degree, row.dimension) for row in rows} == {(1, 1, 0)}


@pytest.mark.slow
@pytest.mark.sympy_1_9
def test_two_versions(folder: Path) -> None:
    study = folder / "two-versions.toml"
    document = run(study, code=1)
    assert document["statuses"] == {"complete": 21}
    assert document["verdicts"] == {"agree": 4, "disagree": 3}
    wrong = {row["input"] for row in casbridge.open_study(study).verdicts(kind="disagree")}
    assert wrong == {f"systems/sympy-{number}.txt" for number in (22051, 22628, 23011)}
    # From the older version to the newer one: two answers are mended.
    said = process("compare", study, study, "--rename", "sympy@1.9=sympy", "--json", "--ratio", "1000")
    assert said.code == 0, said
    counts = said.document()["counts"]
    assert counts["mended"] == 2
    assert not {"wrong", "differ", "lost"} & {*counts}


def test_the_explanations_of_the_league() -> None:
    """Each link leads to a heading of the guide, or to the web; each method is one of the league's."""
    docs = STUDIES.parents[1] / "docs"
    plan = read_plan(STUDIES / "league.toml")
    found = read_explanations(STUDIES / "explanations" / "league.toml")
    assert len(found) > 4
    for one in found:
        for key, patterns in one.jobs.patterns:
            assert key == "backends"
            assert {*patterns} <= {*plan.backends}
        for _, address in one.links:
            page, _, anchor = address.partition("#")
            if page.startswith("https:"):
                continue
            headings = re.findall(r"^#+ (.*)$", (docs / page).read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [slug(heading) for heading in headings], address
