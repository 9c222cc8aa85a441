"""A study in Python: each method does what its command does."""

from __future__ import annotations

from pathlib import Path

import pytest

import casbridge
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits

FILE = """
[study]
name = "two methods"

[[inputs]]
files = "*.txt"

[matrix]
backends = ["reference", "reference:general"]

[limits]
seconds = 20
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> casbridge.Study:
    folder = tmp_path_factory.mktemp("study")
    (folder / "circle.txt").write_text("x^2 + y^2 - 1\nx - y\n")
    (folder / "points.txt").write_text("x^2 - 4\n")
    (folder / "two.toml").write_text(FILE)
    made = casbridge.open_study(folder / "two.toml")
    with pytest.raises(InputError, match="no store yet"):
        made.counts()
    made.run(workers=1)
    return made


def test_it_runs_and_has_the_table(study: casbridge.Study) -> None:
    assert study.counts().statuses == {"complete": 4}
    assert study.counts().verdicts == {"agree": 2}
    assert {row.components for row in study.results(input="circle*")} == {1}
    assert study.status()["done"] == 4
    assert len(study.frame(backend="reference")) == 2
    assert [row["kind"] for row in study.verdicts()] == ["agree", "agree"]
    assert study.rehearse().summary.waiting == 0
    assert study.rehearse(retry=["complete"], only="circle*", limits=Limits(seconds=7), workers=1).summary.longest == 14
    assert study.run(workers=1).done == 0


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"input": "nosuch"}, "input=nosuch matches nothing; expected one of circle.txt, points.txt"),
        ({"input": ["circle.txt", "square*"]}, "input=square* matches nothing; expected one of circle.txt, points.txt"),
        ({"input": "circl.txt"}, "(did you mean circle.txt?)"),
        ({"backend": "sympy"}, "backend=sympy matches nothing; expected one of reference, reference:general"),
        ({"encoding": "colouring"}, "encoding=colouring matches nothing"),
        ({"field": "GF(7)"}, "field=GF(7) matches nothing"),
        ({"family": "cyclic"}, "family=cyclic matches nothing"),
        ({"variable_order": "auto"}, "variable_order=auto matches nothing; expected given"),
        ({"n": 6}, "n=6 matches nothing; expected no n at all"),
        ({"repeat": 2}, "repeat=2 matches nothing; expected 1"),
        ({"status": "timout"}, "(did you mean timeout?)"),
        ({"verdict": "agreed"}, "(did you mean agree?)"),
    ],
)
def test_a_name_that_the_study_does_not_have_is_told(
    study: casbridge.Study, tmp_path: Path, wanted: dict[str, object], told: str
) -> None:
    for asked in (
        lambda: next(study.results(**wanted)),
        lambda: study.frame(**wanted),
        lambda: study.export(tmp_path / "rows.csv", **wanted),
    ):
        with pytest.raises(UsageError) as error:
            asked()
        assert told in str(error.value)
    assert not [*tmp_path.iterdir()]


def test_what_may_be_and_is_not_matches_nothing(study: casbridge.Study) -> None:
    assert [*study.results(status="timeout")] == [*study.results(status=["wait*", "crashed"])] == []
    assert [*study.results(verdict="disagree")] == [*study.verdicts(kind="disagree")] == []
    assert [*study.results(host="no such host")] == [*study.results(family="", n=None, version="?")] == []
    with pytest.raises(UsageError, match="kind=disagre matches nothing"):
        next(study.verdicts(kind="disagre"))


def test_it_has_the_texts(study: casbridge.Study) -> None:
    (row,) = study.results(input="points*", backend="reference")
    assert study.input(row).split("\n")[-2:] == ["x^2 - 4", ""] or "x^2 - 4" in study.input(row)
    assert study.script(row) is None
    assert len(study.answer(row.number).components) == 2
    verdict = study.verdict(row)
    assert verdict is not None
    assert verdict["verdict"] == "agree"
    with pytest.raises(UsageError, match="job 99"):
        study.script(99)


def test_it_exports_merges_compares_and_reports(study: casbridge.Study, tmp_path: Path) -> None:
    assert study.export(tmp_path / "two.csv") == 4
    merged = study.merge(study, into=tmp_path / "merged.sqlite")
    assert merged.counts() == study.counts()
    assert study.compare(merged).exit_code == 0
    assert "two methods" in study.report(tmp_path / "two.html").read_text(encoding="utf-8")
    assert "two methods" in study._repr_html_()


def test_it_takes_over_what_another_study_has(study: casbridge.Study, tmp_path: Path) -> None:
    (tmp_path / "points.txt").write_text("x^2 - 4\n")
    (tmp_path / "other.toml").write_text(FILE.replace("two methods", "other"))
    other = casbridge.open_study(tmp_path / "other.toml")
    summary = other.run(workers=1, reuse=[study.path], limits=Limits(seconds=30))
    assert (summary.done, summary.known) == (0, 2)
    assert other.counts().statuses == {"complete": 2}
