"""The example notebook, executed as Jupyter executes it; and what a study shows where something is missing."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from casbridge import open_study
from casbridge.report import plots
from casbridge.report.notebook import fragment
from tests.report.synthetic import material

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "notebooks" / "study.ipynb"


@pytest.mark.slow
def test_the_example_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat
    from nbclient import NotebookClient

    shutil.copy(NOTEBOOK, tmp_path)
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.read(tmp_path / NOTEBOOK.name, as_version=4)
    NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    _, (ran,), (shown,), (rows,), (verdicts,), (files,) = outputs
    assert "'complete': 12" in ran.data["text/plain"]
    html = shown.data["text/html"]
    assert "12 jobs, 12 complete; verdicts: 6 agree" in html
    assert html.count("<svg") == 4
    assert html.count("<table") == 2
    assert not re.search(r"https?://(?!www\.w3\.org/)", html)
    assert "<script" not in html
    assert "('cyclic-4', 'complete'" in rows.data["text/plain"]
    assert verdicts.data["text/plain"].count("agree") == 6
    assert "growth-cyclic.svg" in files.data["text/plain"]
    assert (tmp_path / "small.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_notebook_is_kept_without_outputs() -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert '"outputs": []' in text
    assert '"output_type"' not in text


def test_a_study_that_was_not_run_says_so(tmp_path: Path) -> None:
    (tmp_path / "a<b.toml").touch()
    shown = open_study(tmp_path / "a<b.toml")._repr_html_()
    assert "no store yet" in shown
    assert "a&lt;b.sqlite" in shown


def test_without_the_library_of_the_plots_there_are_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "vl_convert", None)
    shown = fragment(material(60))
    assert "pip install &#x27;casbridge[report]&#x27;" in shown
    assert shown.count("<table") == 2


@pytest.mark.slow
def test_pictures_in_one_page_share_no_names() -> None:
    shown = fragment(material(300))
    names = re.findall(r'id="([^"]+)"', shown)
    assert names
    assert len(names) == len(set(names))


def test_the_javascript_of_the_page_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Library:
        def javascript_bundle(self, text: str) -> str:
            made.append(text)
            return f"the library; {text}"

    monkeypatch.setattr(plots, "_library", Library)
    plots.javascript.cache_clear()
    try:
        assert plots.javascript() is plots.javascript()
        assert len(made) == 1
    finally:
        plots.javascript.cache_clear()
