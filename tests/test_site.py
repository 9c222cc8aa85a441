"""The documentation site: its navigation, its gallery, and the check of its links. `make docs` builds it."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
LINKS: dict[str, Any] = runpy.run_path(str(DOCS / "_site" / "links.py"))
complaints: Callable[[Path], Iterator[str]] = LINKS["complaints"]


def in_navigation(page: Path) -> Iterator[str]:
    """The pages that a page's tables of contents name."""
    for table in re.findall(r"^```\{toctree\}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S):
        for line in table.splitlines():
            if line.strip() and not line.startswith(":"):
                yield re.sub(r".*<(.+)>", r"\1", line.strip())


def test_each_page_has_one_place_in_the_navigation() -> None:
    """Sphinx says so too, when the site is built; this test needs no Sphinx."""
    placed = [name for page in (DOCS / "index.md", DOCS / "reference.md") for name in in_navigation(page)]
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in DOCS.rglob("*.md")} - {"index"}
    written_later = {name for name in placed if name.startswith("reference/")}
    missing = sorted(pages - {*placed})
    assert not missing, f"add a line to a toctree of docs/index.md for {', '.join(missing)}"
    assert sorted({*placed} - pages - written_later) == []
    assert len(placed) == len({*placed})


def test_each_package_has_its_page_in_the_reference() -> None:
    packages = {
        str(file.parent.relative_to(ROOT)).replace("/", ".") for file in (ROOT / "casbridge").glob("*/__init__.py")
    }
    placed = {name.removeprefix("reference/") for name in in_navigation(DOCS / "reference.md")}
    assert placed == packages | {"casbridge"}


def test_the_gallery_shows_each_picture() -> None:
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert {f"pictures/{file.name}" for file in (DOCS / "pictures").iterdir()} == {
        *re.findall(r"pictures/[\w.-]+", text)
    }


#: A page, and what is said about it. `other.html` has the anchor `there`.
FOUND = [
    ('<a href="other.html#there">x</a><a href="#here"><p id="here"><a href="https://example.org/gone">', ""),
    ('<a href="gone.html">x</a>', "page.html: gone.html leads to no file"),
    ('<a href="other.html#gone">x</a>', "page.html: other.html#gone leads to no place on other.html"),
    ('<a href="#gone">x</a>', "page.html: #gone leads to no place on page.html"),
    ('<img src="gone.png">', "page.html: gone.png leads to no file"),
    ('<img src="//example.org/a.png">', "page.html: loads //example.org/a.png from another host"),
    ('<script src="https://example.org/a.js"></script>', "page.html: loads https://example.org/a.js from another host"),
    (
        '<link rel="stylesheet" href="https://example.org/a.css">',
        "page.html: loads https://example.org/a.css from another host",
    ),
    ('<link rel="canonical" href="https://example.org/">', ""),
    (
        '<p style="background: url(https://example.org/a.png)">',
        "page.html: loads https://example.org/a.png from another host",
    ),
]


@pytest.mark.parametrize(("text", "said"), FOUND)
def test_dead_links_and_other_hosts_are_found(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(text)
    (tmp_path / "other.html").write_text('<p id="there">')
    assert [*complaints(tmp_path)] == ([said] if said else [])


def test_styles_load_nothing_from_other_hosts(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@import 'https://example.org/b.css'; p { background: url(c.png) }")
    assert [*complaints(tmp_path)] == ["a.css: loads https://example.org/b.css from another host"]
