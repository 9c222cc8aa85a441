"""casbridge report-bug: forms, files, documents, and bundles that are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.bugs.bundles import write_bundle
from casbridge.bugs.failures import POINT, Failure
from tests.bugs.test_reporting import LOST, bundle_with
from tests.cli.calling import Caller

POINT_THERE = {"v": "1", "z": "2", "y": "3", "x": "0"}


@pytest.fixture
def find(tmp_path: Path) -> Path:
    file = tmp_path / "find.json"
    fault = Failure("sympy:groebner", "missing zero", POINT)
    write_bundle(bundle_with(LOST, "sympy:groebner", fault, point=POINT_THERE), file)
    return file


def test_forms(call: Caller, find: Path, tmp_path: Path) -> None:
    plain = call("report-bug", find, "--no-run")
    assert (plain.code, plain.err) == (0, "")
    assert plain.out.startswith("SymPy, groebner: a solution of a polynomial system is lost\n\nThis script shows it:\n")
    markdown = call("report-bug", find, "--no-run", "--to", "github")
    assert "```python\nfrom sympy import *\n" in markdown.out
    file = tmp_path / "report.md"
    said = call("report-bug", find, "--no-run", "--to", "github", "-o", file)
    assert (said.code, said.out, said.err) == (0, "", f"casbridge: wrote {file}\n")
    assert file.read_text(encoding="utf-8") == markdown.out
    document = call("report-bug", find, "--no-run", "--json").document()
    assert (document["status"], document["file"], document["text"]) == ("complete", None, plain.out)
    assert document["versions"] == ["SymPy 1.14.0", "Python 3.11.7", "found with casbridge 0.1.0"]


def test_bad_bundles(call: Caller, find: Path) -> None:
    fault = Failure("sympy:groebner", "missing zero", POINT)
    false = bundle_with(LOST, "sympy:groebner", fault, point={**POINT_THERE, "x": "7"})
    write_bundle(false, find)
    said = call("report-bug", find, "--no-run")
    assert (said.code, said.out) == (2, "")
    assert said.complaint() == "a witness at which y*x is not 0; expected a zero of the system"
    write_bundle(replace(false, fault=None), find)
    assert call("report-bug", find).complaint() == "a bundle without a fault; expected one with a fault to report"
    write_bundle(replace(false, backend="reference:general"), find)
    assert "reference has no scripts" in call("report-bug", find).complaint()
    write_bundle(replace(false, backend="sympy:nosuch"), find)
    assert "nosuch" in call("report-bug", find).complaint()
    find.write_text("[]", encoding="utf-8")
    assert call("report-bug", find).code == 2
    assert call("report-bug", find, "--to", "html").code == 2
