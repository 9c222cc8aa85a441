"""The page of all methods says what the methods say."""

from __future__ import annotations

import pytest
from methods_page import PAGE, page


def test_the_page_of_methods_is_up_to_date() -> None:
    if PAGE.read_text(encoding="utf-8") != page():
        pytest.fail("docs/methods.md is not what the methods say; make it anew: python tests/methods_page.py")
