"""What all values promise: a short repr, a form in notebooks, a hash where they are frozen, and pickling."""

from __future__ import annotations

import contextlib
import doctest
import io
import pickle
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, is_typeddict

import pytest
import sympy

import casbridge
from casbridge.notebook import forms
from casbridge.notebook.highlighting import highlighted
from casbridge.studies import StoredStudy
from tests.chromium import Chromium
from tests.every_value import MARKUP, OF_KIND, VALUES, huge_polynomial, huge_system, verdict

#: Characters of a repr, and of a form in HTML: 500 rows of long numbers, or a long script with its marks.
LONGEST_REPR, LONGEST_HTML = 1_100, 1_000_000
#: A notebook shows a series of SymPy's as a formula.
WITHOUT_HTML = {"series of SymPy's"}
#: Small named tuples, which a notebook shows as tuples.
SMALL_RECORDS = {"Call", "Count", "FixedGrid", "LineImages", "Link", "Membership", "Placement", "Rank", "Removal"}
#: Public classes that are no values: what works, keeps a file or a stream open, or is inherited from.
NO_VALUES = {
    *("Backend", "BackendTests", "Cache", "Chance", "Digger", "OneShotBackend", "Plane", "Seen", "Solving"),
    *("AnyResult", "SplitSeries", "Store", "StoredStudy", "Stream", "UniformGrids", "DifficultyScale"),
}


PACKAGES = "algebra backends bugs charset counting crosscheck encodings geometry logic making puzzles report scripts"
PACKAGES += " studies sympy testing"


class Checker(HTMLParser):
    """Refuses elements that are not closed in order, scripts, handlers, and addresses."""

    VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "path", "rect", "line", "circle", "use"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link", "object"), tag
        for name, value in attrs:
            assert not name.startswith("on"), name
            assert name not in ("href", "src") or (value or "").startswith("#"), value
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def check(self, html: str) -> None:
        self.feed(html)
        self.close()
        assert self.open == []


@cache
def made_value(name: str) -> Any:
    """A value of `every_value`, made once."""
    return VALUES[name]()


@pytest.mark.parametrize("name", VALUES)
def test_a_value_keeps_what_all_values_promise(name: str) -> None:
    began = time.monotonic()
    check_value(made_value(name), is_record=name in WITHOUT_HTML, is_comparable=not name.startswith("study"))
    assert time.monotonic() - began < 10


def check_value(value: Any, *, is_record: bool = False, is_comparable: bool = True) -> None:
    """A short `repr`, a hash, pickling, no module among its names, and a form in HTML; records show as tuples."""
    shown = repr(value)
    assert shown.isprintable(), shown
    assert 0 < len(shown) <= LONGEST_REPR, len(shown)
    if is_dataclass(value) and getattr(type(value), "__dataclass_params__").frozen:  # noqa: B009
        assert hash(value) == hash(value)
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    assert repr(again) == shown
    if is_comparable:
        assert again == value
    names = [one for one in dir(value) if not one.startswith("_")]
    assert [one for one in names if type(getattr(value, one, None)).__name__ == "module"] == []
    if not is_record:
        html = value._repr_html_()
        assert len(html) <= LONGEST_HTML, len(html)
        assert MARKUP not in html
        if "<iframe" not in html:  # an explanation is a page of its own
            Checker().check(html)
            assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", html)


def public_values() -> dict[str, type]:
    """The classes of values among the public names of all public packages, by their full names."""
    found: dict[str, type] = {}
    packages = [casbridge, *(getattr(casbridge, name) for name in PACKAGES.split())]
    for package in packages:
        for name in package.__all__:
            kind = getattr(package, name)
            if not isinstance(kind, type) or issubclass(kind, (BaseException, Enum)) or name in NO_VALUES:
                continue
            if not (getattr(kind, "_is_protocol", False) or is_typeddict(kind)):
                found[f"{kind.__module__}.{kind.__qualname__}"] = kind
    return found


@contextlib.contextmanager
def recording(kind: type) -> Iterator[list[Any]]:
    """A context with a list of the values of a class that are made in it."""
    made: list[Any] = []
    name = "__new__" if issubclass(kind, tuple) else "__init__"
    original = getattr(kind, name)

    def remembering(*arguments: Any, **options: Any) -> Any:
        value = original(*arguments, **options)
        made.append(value if name == "__new__" else arguments[0])
        return value

    setattr(kind, name, remembering)
    try:
        yield made
    finally:
        setattr(kind, name, original)


def example_of(kind: type) -> Any:
    """A value of a class: from `every_value`, or made by the example in its docstring. None where neither has one."""
    if kind.__name__ in OF_KIND:
        return made_value(OF_KIND[kind.__name__])
    with recording(kind) as made, contextlib.redirect_stdout(io.StringIO()):
        for test in doctest.DocTestFinder(recurse=False).find(kind, globs=dict(vars(sys.modules[kind.__module__]))):
            for example in test.examples:
                with contextlib.suppress(Exception):
                    exec(compile(example.source, "<example>", "single"), test.globs)
    return next((one for one in made if type(one) is kind), None)


@pytest.mark.parametrize("name", sorted(public_values()))
def test_every_public_value_keeps_the_promises(name: str) -> None:
    """Also a new one: it needs an example in its docstring, or a place in `every_value`."""
    kind = public_values()[name]
    value = example_of(kind)
    assert value is not None, f"no value of {name}: make one in its docstring, or in tests/every_value.py"
    check_value(value, is_record=kind.__name__ in SMALL_RECORDS, is_comparable=not issubclass(kind, StoredStudy))


@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("width", [400, 1400])
@pytest.mark.parametrize("dark", [False, True])
def test_all_forms_fit_a_page(width: int, dark: bool, tmp_path: Path) -> None:
    """Nothing is wider than the page, no script runs, nothing is fetched, and text stands out from the background."""
    names = [name for name in VALUES if name not in {*WITHOUT_HTML, "explanation"}]
    parts = "".join(f"<section>{VALUES[name]()._repr_html_()}</section>" for name in names)
    head = '<meta charset="utf-8"><title>all</title><style>:root { color-scheme: light dark }</style>'
    page = tmp_path / "all.html"
    page.write_text(f"<!DOCTYPE html><html lang=en><head>{head}</head><body>{parts}</body></html>", encoding="utf-8")
    with Chromium(tmp_path / "profile") as browser:
        browser.window(width, 900, dark)
        browser.open(page.as_uri())
        assert browser.complaints == []
        assert browser.value("document.querySelectorAll('section').length") == len(names)
        assert browser.value("document.documentElement.scrollWidth") <= width
        colour = browser.value("getComputedStyle(document.querySelector('.casbridge small')).color")
        assert ("95" in colour) is not dark  # #5f5f5f on white


def test_a_system_is_a_table_with_origins_folded_beyond_20_rows() -> None:
    shown = casbridge.encode(casbridge.read_puzzle("2x2"))._repr_html_()
    assert "<svg" in shown
    system = casbridge.encode(casbridge.read_puzzle("2x2")).system
    html = system._repr_html_()
    before, folded = html.split("<details>")
    assert before.count("<tr>") == 1 + 20  # the head, and the rows
    assert folded.partition("</table>")[0].count("<tr>") == 1 + len(system) - 20
    assert f"{len(system) - 20} more equations" in folded
    assert "row 1: cells r1c1 and r1c2 differ" in html or "r1c1" in html
    assert "<i>x</i><sub>1</sub><sup>4</sup>" in html
    many = huge_system()._repr_html_()
    assert "and 2499 more equations, which are not shown" in many
    assert "&lt;script&gt;" in many


def test_records_are_tables_of_what_they_hold() -> None:
    counted = casbridge.counting.essentially_different(casbridge.counting.BoxShape(2, 2))
    shown = counted._repr_html_()
    assert "2 essentially different grids" in shown
    assert shown.count("<tr>") == 2 + 1 + len(counted.classes)
    assert "<details>" in casbridge.counting.group_script(casbridge.counting.BoxShape(2, 2))._repr_html_()


def test_a_long_series_of_sympys_is_no_formula() -> None:
    x, y = sympy.symbols("x y")
    series = casbridge.char_series([(x - y) * (x + y), x * (x - 1)], x, y)
    assert "left[" in str(series._repr_latex_())
    assert type(series)(list(series) * 60, series._ring)._repr_latex_() is None


def test_a_script_is_folded_and_marked_and_its_text_is_escaped() -> None:
    html = VALUES["script"]()._repr_html_()
    assert html.count("<details>") == 1
    assert "<details open" not in html
    assert 'class="cb-c' in html
    assert highlighted("a<b & c", "pari") == "a&lt;b &amp; c"


def test_a_verdict_shows_its_witness() -> None:
    agreed = verdict()._repr_html_()
    assert 'class="cb-good">agree<' in agreed
    wrong = VALUES["verdict, a fault"]()._repr_html_()
    assert 'class="cb-bad">disagree<' in wrong
    for part in ("false zero", "a:b", "The witness, which anyone can check", "about 5001 digits"):
        assert part in wrong
    # Alone, it takes the names of the variables from its polynomial.
    witness = VALUES["verdict, a fault"]().witness
    assert [f'<th scope="row">{name}</th>' in witness._repr_html_() for name in ("x", "y", "coordinate 1")] == [1, 1, 0]


def test_no_answer_is_not_shown_as_no_zeros() -> None:
    failed = VALUES["result, failed"]()._repr_html_()
    assert "No zeros" not in failed
    assert "crashed" in failed
    partial = VALUES["count, none"]()
    assert "at least 7" in partial._repr_html_()
    assert "at least 7" in repr(partial)
    assert "no chains: the system has no zeros" in VALUES["series, empty"]()._repr_html_().lower()


def test_a_huge_polynomial_is_written_whole_by_str_only() -> None:
    huge = huge_polynomial()
    assert repr(huge).endswith("(120000 terms)")
    assert len(str(huge)) > 8_000_000
    assert huge._repr_latex_() is None


def test_a_value_without_a_form_says_so() -> None:
    with pytest.raises(LookupError, match="no form of object"):
        forms.html_of(object())


def test_counts_compare_with_numbers() -> None:
    found: Any = casbridge.count("2x2")
    again = casbridge.count("2x2", "reference")
    assert found == 288 == again == found
    assert hash(found) == hash(288)
    assert found != 287
    assert [0] * int(found) == [0] * 288
    with pytest.raises(ValueError, match="at least 7"):
        int(VALUES["count, none"]())
    with pytest.raises(TypeError, match="truth value"):
        bool(found)
