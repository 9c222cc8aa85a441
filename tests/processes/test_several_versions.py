"""Several versions of one program: fakes that tell versions."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from casbridge.processes.locate import Program
from casbridge.processes.versions import find_version, matches, programs_of, versions_of

pytestmark = pytest.mark.usefixtures("nothing_hidden")

VARIABLE = "CASBRIDGE_TEST_PROGRAM"
CAS = Program("testcas", VARIABLE, title="TestCAS", hint="install it", pattern="version {version}")


def program(folder: Path, version: str, name: str = "testcas") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho TestCAS version {version}, 2024\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Programs on PATH, in a wheel, in an environment of ours, and one that no place has."""
    for variable in [name for name in os.environ if name.startswith(VARIABLE)]:
        monkeypatch.delenv(variable)
    found = {
        "first": program(tmp_path / "first", "4.3.1"),
        "second": program(tmp_path / "second", "4.4.1"),
        "wheel": program(tmp_path / "site" / "sage_wheels" / "bin", "4.4.2"),
        "made": program(tmp_path / "cache/casbridge/environments/cas-1/bin", "4.5"),
        "elsewhere": program(tmp_path / "elsewhere", "5.0", "other-name"),
    }
    (tmp_path / "cache/casbridge/environments/cas-1/complete").touch()
    program(tmp_path / "cache/casbridge/environments/cas-2/bin", "4.6")  # half made: it does not count
    (tmp_path / "link").symlink_to(tmp_path / "first")
    folders = (tmp_path / "first", tmp_path / "link", tmp_path / "gone", tmp_path / "second")
    monkeypatch.setenv("PATH", os.pathsep.join([*map(str, folders), os.environ["PATH"]]))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site")])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return found


def test_all_places_each_once(places: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = [places[name] for name in ("first", "second", "wheel", "made")]
    assert list(programs_of(CAS)) == everywhere
    monkeypatch.setenv(f"{VARIABLE}_5", str(places["elsewhere"]))
    monkeypatch.setenv(f"{VARIABLE}_OTHER", "/bin/true")
    monkeypatch.setenv(f"{VARIABLE}_6", "/nowhere/testcas")
    assert list(programs_of(CAS)) == [places["elsewhere"], *everywhere]
    assert [one.version for one in versions_of(CAS)] == ["5.0", "4.3.1", "4.4.1", "4.4.2", "4.5"]
    assert next(programs_of(CAS, [places["made"]])) == places["made"]


@pytest.mark.parametrize(
    ("wanted", "place"),
    [("4.3", "first"), ("4.3.1", "first"), ("4", "first"), ("4.4", "second"), ("4.4.2", "wheel"), ("4.5", "made")],
)
def test_the_first_that_matches(places: dict[str, Path], wanted: str, place: str) -> None:
    found = find_version(CAS, wanted)
    assert found.available
    assert found.path == str(places[place])


def test_a_prefix_is_of_whole_parts() -> None:
    assert matches("4.4.1", "4.4.1")
    assert not matches("4.4", "4.4.1")
    assert not matches("4.44", "4.4")
    assert not matches("14.4", "4.4")


def test_one_that_is_not_here() -> None:
    found = find_version(CAS, "4.2", hint="--with cas==4.2")
    assert not found.available
    assert found.reason == "no TestCAS 4.2 here (found: 4.3.1, 4.4.1, 4.4.2, 4.5)"
    assert found.hint == f"set {VARIABLE}_4_2 to an executable, or --with cas==4.2"


def test_what_a_variable_names_is_not_replaced(places: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{VARIABLE}_5_0", str(places["elsewhere"]))
    assert find_version(CAS, "5.0").path == str(places["elsewhere"])
    assert find_version(CAS, "5").path == str(places["elsewhere"])
    monkeypatch.setenv(f"{VARIABLE}_4_4", str(places["elsewhere"]))
    found = find_version(CAS, "4.4")
    assert not found.available
    assert "its version is 5.0" in found.reason
    monkeypatch.setenv(f"{VARIABLE}_4_4", "/nowhere/testcas")
    assert (
        "CASBRIDGE_TEST_PROGRAM_4_4 is set to /nowhere/testcas: no executable file" in find_version(CAS, "4.4").reason
    )
    monkeypatch.setenv(f"{VARIABLE}_4_4", str(program(places["first"].parent, "nine", "silent")))
    assert "does not tell its version as TestCAS does" in find_version(CAS, "4.4").reason
