"""CASBRIDGE_HIDE hides programs wherever they are looked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.errors import UsageError
from casbridge.processes.locate import HIDEABLE, Program, hidden_names, hides, locate
from casbridge.processes.versions import find_version, programs_of

CAS = Program("testcas", "CASBRIDGE_GIAC", title="TestCAS", hint="install it", pattern="^{version}$")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """TestCAS 1.0 on PATH, 2.0 named by a variable, 3.0 by the variable of a version, 4.0 in a wheel."""
    for version, place in enumerate(("path", "variable", "versioned", "site/sage_wheels/bin"), 1):
        (tmp_path / place).mkdir(parents=True)
        program = tmp_path / place / "testcas"
        program.write_text(f"#!/bin/sh\necho {version}.0\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "path"), prepend=os.pathsep)
    monkeypatch.setenv("CASBRIDGE_GIAC", str(tmp_path / "variable" / "testcas"))
    monkeypatch.setenv("CASBRIDGE_GIAC_3_0", str(tmp_path / "versioned" / "testcas"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return tmp_path


@pytest.mark.parametrize("names", ["all", "giac", "gap, GIAC,"])
def test_a_hidden_program_is_nowhere(names: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_HIDE", names)
    assert locate("testcas", "CASBRIDGE_GIAC") is None
    assert [*programs_of(CAS)] == []
    assert not CAS.find().available
    for version in ("1.0", "2.0", "3.0", "4.0"):
        assert not find_version(CAS, version).available
    # What a Python program names itself is its own choice.
    assert locate("testcas", "CASBRIDGE_GIAC", folder / "path" / "testcas") is not None
    monkeypatch.setenv("CASBRIDGE_HIDE", "")
    assert CAS.find().version == "2.0"


def test_one_version_can_be_hidden(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_HIDE", "giac_3_0,singular_4_4,sympy_1_9")
    assert [path.parent.name for path in programs_of(CAS)] == ["variable", "path", "bin"]
    assert (CAS.find().version, find_version(CAS, "3.0").available) == ("2.0", False)
    assert [hides(f"CASBRIDGE_{name}") for name in ("SINGULAR_4_4", "SINGULAR_4_41", "SINGULAR")] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("name", ["singuler", "sympy", "reference", "4_4", "all4", "maple_", "../gap", "é"])
def test_a_name_that_cannot_be_hidden_is_an_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASBRIDGE_HIDE", f"gap,{name}")
    for lookup in (hidden_names, CAS.find, lambda: registry.get("reference")):
        with pytest.raises(UsageError) as error:
            lookup()
        assert name in str(error.value)
        assert "singular" in (error.value.expected or "")


def test_each_program_of_a_backend_can_be_hidden() -> None:
    backends = [registry.get(name) for name in registry.OWN_BACKENDS]
    programs = {one.name: one.program for one in backends if isinstance(one, OneShotBackend) and one.program}
    assert {*programs} - {"sympy"} == {*HIDEABLE} - {"chromium"}
    assert {program.variable for program in programs.values()} == {f"CASBRIDGE_{name.upper()}" for name in programs}


def test_sympy_and_the_reference_are_always_there() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "casbridge", "crosscheck", "x^2 - 1", "--backends", "reference,sympy,singular"],
        env={**os.environ, "CASBRIDGE_HIDE": "all", "CASBRIDGE_SINGULAR": "/no/such"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("complete") == 2
    assert "CASBRIDGE_HIDE" in run.stdout + run.stderr
