"""The four kinds of user: what each types, in a script and in a notebook, and how many lines it takes."""

from __future__ import annotations

import os
import re
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.test_values import Checker

ROOT = Path(__file__).resolve().parent.parent
USERS = ROOT / "examples" / "users"
KINDS = ("researcher", "sympy_developer", "teacher", "backend_author")
#: Kind → what its script prints, among other lines; what its notebook shows, as text or as HTML.
PRINTS = {
    "researcher": ["agree [3, 1]", "8 6 8"],
    "sympy_developer": ["agree", "4 4", "((-1, -2), (-2, -1), (1, 2), (2, 1))"],
    "teacher": [".....4.2..13.... 2341143242133124", "exactly one solution", "singles", "288"],
    "backend_author": ["complete (y - x - 1, x**2 + x - 2)", "agree"],
}
SHOWS = {
    "researcher": ["<i>x</i><sup>2</sup>", ">agree<", "<Counted 4, by reference:basis>", "false zero"],
    "sympy_developer": [">agree<", "<Counted 4, by", "(x*y**2 + y + 1,)", "read_system(text)"],
    "teacher": ["<svg", "exactly one solution", "<iframe", "288 and 28200960"],
    "backend_author": ["reference", "Script for sympy:groebner", ">complete<", "casbridge.backends: ", "True"],
}


def lines_of(path: Path) -> int:
    """The lines that one has to type: no blank lines, no docstring, no comments."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(1 for line in lines if line and not line.startswith(("#", '"""')))


def printed(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    runpy.run_path(str(path))
    return capsys.readouterr().out


@pytest.mark.parametrize("kind", KINDS)
def test_a_script_says_the_same_in_fewer_lines_than_before(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    now, before = USERS / f"{kind}.py", USERS / "before" / f"{kind}.py"
    said = printed(now, capsys)
    assert printed(before, capsys) == said
    assert [fact for fact in PRINTS[kind] if fact not in said] == []
    assert lines_of(now) < lines_of(before)
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| .*`{kind}\.py`.*$", page, re.MULTILINE)
    assert re.findall(r"\| (\d+) ", row) == [str(lines_of(before)), str(lines_of(now))]


def test_all_scripts_are_tested_and_listed() -> None:
    assert {path.stem for path in USERS.glob("*.py")} == {*KINDS}
    assert {path.stem for path in (USERS / "before").glob("*.py")} == {*KINDS}
    readme = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`users/{kind}.py`" not in readme] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_notebook_shows_what_it_says(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat
    from nbclient import NotebookClient

    source = ROOT / "examples" / "notebooks" / f"{kind}.ipynb"
    text = source.read_text(encoding="utf-8")
    assert '"outputs": []' in text
    assert '"output_type"' not in text
    shutil.copy(source, tmp_path)
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook: Any = nbformat.read(tmp_path / source.name, as_version=4)
    NotebookClient(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not any(output.output_type == "error" or output.get("name") == "stderr" for output in outputs)
    htmls = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    texts = [output.get("text") or output.data["text/plain"] for output in outputs]
    for html in htmls:
        if "<iframe" not in html:
            Checker().check(html)
    shown = "\n".join([*htmls, *texts])
    assert [fact for fact in SHOWS[kind] if fact not in shown] == []
    assert all(len(text) < 20_000 for text in texts)
