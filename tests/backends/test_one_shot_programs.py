"""What backends that run one script in one process do with programs that are missing, and with other ones.

What they do with programs that go wrong is in `tests/testing`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from script_cases import system, with_goal

from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Job, Status

ASKED = system("x y", ["x-1", "y+2"])
#: Backends whose program is found by its name. This Python is SymPy's program.
NAMES = [
    name
    for name in registry.OWN_BACKENDS
    if isinstance(found := registry.get(name), OneShotBackend) and found.program is not None and name != "sympy"
]
#: What programs print when they are asked for their version, and that version.
TOLD = {
    "macaulay2": ("1.99", "1.99"),
    "maxima": ("Maxima 5.99.1", "5.99.1"),
    "fricas": ("FriCAS 1.99.1\nbased on gcl 2.9.9", "1.99.1"),
    "giac": ("// (c) 2001, 2099 B. P.\n1.99.0.9+2099-12-06+wheel", "1.99.0.9"),
}


def backend_like(name: str, executable: Path | None = None) -> OneShotBackend:
    """A new backend of a registered one's class."""
    return type(registry.get(name))(executable)  # type: ignore[call-arg, return-value]


def telling(folder: Path, name: str, tells: str) -> OneShotBackend:
    """A backend whose program prints a text."""
    (folder / "tells").write_text(f"{tells}\n", encoding="utf-8")
    executable = folder / "program"
    executable.write_text(f'#!/bin/sh\nexec cat "{folder}/tells"\n', encoding="utf-8")
    executable.chmod(0o755)
    return backend_like(name, executable)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("nothing_hidden")
def test_a_missing_program(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    backend = backend_like(name)
    program = backend.program
    assert program is not None
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(program.variable, raising=False)
    monkeypatch.setattr("sys.path", [])
    method = next(one for one in backend.methods if one.name == backend.default_method)
    job = Job(with_goal(ASKED, method), backend.default_method)
    result = backend.run(job)
    assert result.status is Status.MISSING
    assert program.variable in result.reason
    assert "install" in result.reason


@pytest.mark.parametrize("prints", ["hello", "version 1.2.x", ""])
@pytest.mark.parametrize("name", NAMES)
def test_another_program(name: str, prints: str, tmp_path: Path) -> None:
    found = telling(tmp_path, name, prints).availability()
    assert not found.available
    assert "another program" in found.reason


@pytest.mark.parametrize("name", TOLD)
def test_the_version_is_read(name: str, tmp_path: Path) -> None:
    prints, version = TOLD[name]
    assert telling(tmp_path, name, prints).availability().version == version
