"""What a report takes from the store of a study: rows, disagreements, texts, grids, settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.synthetic import make_store
from casbridge import open_study
from casbridge.errors import UsageError
from casbridge.report import packing, report
from casbridge.report.drawing import draw_input
from casbridge.report.gathering import material_of
from casbridge.report.page import page_data
from casbridge.studies.store import Store
from tests.report.synthetic import PUZZLE, SOLVED
from tests.report.test_page import Elements, unpacked


def test_a_store_gives_all_that_a_report_shows(tmp_path: Path) -> None:
    make_store(tmp_path / "study.sqlite", 400, done=0.9)
    with Store.open(tmp_path / "study.sqlite") as store:
        material = material_of(store)
        assert len(material.rows) == store.counts().jobs
        assert material.name == "synthetic 400"
        settings = {"repeats": "2", "seed": "1", "verdicts": "yes"}
        assert material.facts == {"time of a job": "60 s", "memory of a job": "2 GiB"} | settings
        assert material.command == "casbridge run study.sqlite"
        assert {verdict["kind"] for verdict in material.verdicts} <= {"disagree"}
        failed = next(row for row in material.rows if row.status == "timeout" and row.backend != "reference")
        assert material.read("script", failed.number) == store.text("script", failed.number)
        shelf = packing.Shelf(10**7)
        data = page_data(material, shelf)
        assert len(data["disagreements"]) == store.counts().verdicts.get("disagree", 0)
        chunk, place = data["texts"][str(list(material.rows).index(failed))][0]
        assert unpacked(shelf.chunks()[chunk])[place] == store.text("script", failed.number)


def test_a_study_may_be_too_large_for_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_store(tmp_path / "study.sqlite", 20)
    monkeypatch.setattr("casbridge.report.gathering.MOST_JOBS", 19)
    with Store.open(tmp_path / "study.sqlite") as store, pytest.raises(UsageError, match=r"at most 19 .*export"):
        report(store, tmp_path / "page.html")


def test_the_study_file_beside_the_store_is_the_one_to_run(tmp_path: Path) -> None:
    make_store(tmp_path / "a study.sqlite", 20)
    (tmp_path / "a study.toml").write_text("", encoding="utf-8")
    with Store.open(tmp_path / "a study.sqlite") as store:
        assert material_of(store).command == "casbridge run 'a study.toml'"


@pytest.mark.slow
def test_the_same_store_gives_the_same_page(tmp_path: Path) -> None:
    make_store(tmp_path / "study.sqlite", 200)
    pages = []
    for name in ("one.html", "two.html"):
        with Store.open(tmp_path / "study.sqlite") as store:
            pages.append(report(store, tmp_path / name, made=0).read_bytes())
    assert pages[0] == pages[1]


@pytest.mark.slow
def test_a_puzzle_is_drawn_with_the_grid_that_a_method_found(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(f"{PUZZLE}\n", encoding="utf-8")
    (tmp_path / "study.toml").write_text(
        '[study]\nname = "one puzzle"\n[[inputs]]\npuzzles = "puzzle.txt"\nencoding = ["colouring", "indicators"]\n'
        '[matrix]\nbackends = ["reference"]\n',
        encoding="utf-8",
    )
    study = open_study(tmp_path / "study.toml")
    study.run(workers=1)
    elements = Elements(study.report(tmp_path / "page.html").read_text(encoding="utf-8"))
    (place,) = unpacked(elements.texts["data"])["pictures"].values()
    drawn = unpacked(elements.texts[f"texts-{place[0]}"])[place[1]]
    for line in draw_input(PUZZLE, SOLVED).splitlines():
        if line.startswith("<text"):
            assert line in drawn
