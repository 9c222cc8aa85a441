"""A CAS that must be there and is not fails its tests; one that may be missing skips them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.processes.locate import HIDEABLE
from tests.conftest import PROGRAMS

HERE = Path(__file__).parent
TEST = f"{HERE}/backends/test_sage.py::TestSage::test_it_is_a_backend"


def outcome(folder: Path, require: str) -> tuple[int, str]:
    environment = {**os.environ, "PATH": str(folder), "CASBRIDGE_REQUIRE": require}
    environment.pop("CASBRIDGE_SAGE", None)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", TEST]
    run = subprocess.run(command, cwd=HERE.parent, env=environment, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


@pytest.mark.slow
def test_a_missing_cas_skips_its_tests(tmp_path: Path) -> None:
    code, output = outcome(tmp_path, "singular")
    assert code == 0
    assert "1 skipped" in output
    assert "no sage on PATH" in output


@pytest.mark.slow
def test_a_missing_cas_that_is_required_fails_them(tmp_path: Path) -> None:
    code, output = outcome(tmp_path, "singular, sage")
    assert code == 1
    assert "CASBRIDGE_REQUIRE asks for it" in output


@pytest.mark.slow
def test_an_unknown_requirement_is_a_usage_error(tmp_path: Path) -> None:
    code, output = outcome(tmp_path, "maple")
    assert code == 4
    assert "maple" in output


CI = HERE.parent / ".ci" / "run"


@pytest.mark.skipif(not CI.exists(), reason="not in a source distribution")
def test_ci_requires_every_program_of_a_backend() -> None:
    """Each program is installed, or it is said that it cannot be had; where it is here, a skipped test fails."""
    text = CI.read_text(encoding="utf-8")
    asked = set(re.findall(r"^more (\w+) ", text, re.M)) | set(re.findall(r"required\+?=([\w,]+)$", text, re.M))
    markers = {marker for found in asked for marker in found.strip(",").split(",")}
    assert markers <= PROGRAMS.keys()
    backends = [registry.get(name) for name in registry.OWN_BACKENDS]
    programs = {one.name for one in backends if isinstance(one, OneShotBackend) and one.program is not None}
    assert programs - {"sympy"} <= markers


@pytest.mark.skipif(not CI.exists(), reason="not in a source distribution")
def test_a_fresh_debian_gets_every_program() -> None:
    text = CI.with_name("debian").read_text(encoding="utf-8")
    markers = {
        line.split()[0] for line in text.partition("<<'PACKAGES'\n")[2].partition("\nPACKAGES\n")[0].splitlines()
    }
    assert markers == {*HIDEABLE}


def test_a_marker_stands_for_every_program() -> None:
    with (HERE.parent / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)["tool"]["pytest"]["ini_options"]["markers"]
    assert {text.partition(":")[0] for text in declared} - {"slow"} == {*PROGRAMS}
