"""The page of all methods, and those of the backends, say what the methods say."""

from __future__ import annotations

import pytest
from backend_pages import FOLDER, pages
from methods_page import PAGE, page


def test_the_page_of_methods_is_up_to_date() -> None:
    if PAGE.read_text(encoding="utf-8") != page():
        pytest.fail("docs/methods.md is not what the methods say; make it anew: python tests/methods_page.py")


def test_the_pages_of_backends_are_up_to_date() -> None:
    kept = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.md")}
    wrong = sorted(name for name, text in pages().items() if kept.get(name) != text)
    wrong += sorted(kept.keys() - pages().keys())
    if wrong:
        pytest.fail(f"{', '.join(wrong)} in docs/backends: make them anew: python tests/backend_pages.py")
