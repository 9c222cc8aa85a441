"""A CAS that must be there and is not fails its tests; one that may be missing skips them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
