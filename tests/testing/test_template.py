"""The template of a third party's package: pip installs it, casbridge finds it, and its own tests pass."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "examples" / "backend_template"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the package is installed into."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("template")
    source = shutil.copytree(TEMPLATE, folder / "source")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run(
        [*command, "--target", str(folder / "packages"), str(source)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    assert done.returncode == 0, done.stderr
    return folder / "packages"


def run(installed: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    paths = {"PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])}
    command = [sys.executable, "-P", "-m", *arguments]
    return subprocess.run(command, cwd=folder, env={**os.environ, **paths}, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
class TestTemplate:
    def test_the_templates_are_installed(self, installed: Path) -> None:
        assert (installed / "exhaustive_backend" / "templates" / "exhaustive" / "search.py.j2").is_file()

    def test_commands_know_it_by_its_entry_point(self, installed: Path, tmp_path: Path) -> None:
        (tmp_path / "two.txt").write_text("field: 7\nx^2 - 1\ny^2 - 1\ny - x\n", encoding="utf-8")
        done = run(
            installed, "casbridge", "crosscheck", "two.txt", "--backends", "reference,exhaustive", folder=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert "exhaustive:search" in done.stdout
        assert "agree" in done.stdout

    def test_its_own_tests_pass(self, installed: Path, tmp_path: Path) -> None:
        tests = shutil.copytree(TEMPLATE / "tests", tmp_path / "tests")
        done = run(installed, "pytest", "-q", "-p", "no:cacheprovider", str(tests), folder=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert " passed" in done.stdout

    def test_the_suite_finds_it_by_name(self, installed: Path, tmp_path: Path) -> None:
        plugin = ("-p", "casbridge.testing.plugin", "--casbridge-backend", "exhaustive", "-k", "contract or smuggling")
        done = run(installed, "pytest", "-q", "--pyargs", "casbridge.testing.conformance", *plugin, folder=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
