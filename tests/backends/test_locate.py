"""Finding programs: what is asked for by name is never replaced by something else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from casbridge.algebra import Field, Ring, variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Job, Status
from casbridge.backends.sage import SageBackend
from casbridge.backends.singular import SingularBackend
from casbridge.errors import BackendError
from casbridge.limits import Limits
from casbridge.processes.locate import locate, version_of
from tests.backends.processes import none_left

VARIABLE = "CASBRIDGE_TEST_PROGRAM"


def program(folder: Path, version: str = "1.2.3", name: str = "testcas") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho x >> {folder}/asked\necho TestCAS version {version}, 2024\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def test_the_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    argument, variable, on_path = (program(tmp_path / name) for name in ("argument", "variable", "path"))
    wheel = program(tmp_path / "site" / "sage_wheels" / "bin")
    assert locate("testcas", VARIABLE) is None
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "site")])
    assert locate("testcas", VARIABLE) == wheel
    monkeypatch.setenv("PATH", f"{on_path.parent}{os.pathsep}{os.environ['PATH']}")
    assert locate("testcas", VARIABLE) == on_path
    monkeypatch.setenv(VARIABLE, str(variable))
    assert locate("testcas", VARIABLE) == variable
    assert locate("testcas", VARIABLE, argument) == argument
    assert locate("testcas", VARIABLE, "testcas") == on_path
    monkeypatch.setenv(VARIABLE, "")
    assert locate("testcas", VARIABLE) == on_path


def test_a_variable_that_points_nowhere_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path = program(tmp_path / "path")
    monkeypatch.setenv("PATH", str(on_path.parent))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(BackendError, match=rf"{VARIABLE} is set to .*gone: no such file"):
        locate("testcas", VARIABLE)
    on_path.chmod(0o644)
    monkeypatch.setenv(VARIABLE, str(on_path))
    with pytest.raises(BackendError, match="not an executable file"):
        locate("testcas", VARIABLE)
    with pytest.raises(BackendError, match="no such file"):
        locate("testcas", VARIABLE, "~/no/such/program")


def test_a_version_is_asked_once(tmp_path: Path) -> None:
    path = program(tmp_path)
    assert [version_of(path, ("--version",)) for _ in range(3)] == ["1.2.3"] * 3
    assert (tmp_path / "asked").read_text() == "x\n"
    os.utime(path, ns=(0, 0))
    program(tmp_path, "2.0")
    assert version_of(path, ("--version",)) == "2.0"


def test_no_version(tmp_path: Path) -> None:
    path = program(tmp_path)
    path.write_text("#!/bin/sh\necho 1.2.3\nexit 1\n", encoding="utf-8")
    assert version_of(path, ()) == ""
    path.write_text("#!/bin/sh\necho hello\n", encoding="utf-8")
    assert version_of(path, ()) == ""
    with pytest.raises(BackendError, match="No such file"):
        version_of(tmp_path / "gone", ())


def test_no_version_is_not_remembered(tmp_path: Path) -> None:
    path = program(tmp_path)
    date = path.stat().st_mtime_ns
    path.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    os.utime(path, ns=(date, date))
    assert version_of(path, ()) == ""
    program(tmp_path)
    os.utime(path, ns=(date, date))
    assert version_of(path, ()) == "1.2.3"


def test_a_program_that_does_not_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended with all that it started, at the job's limit or after its own."""
    mark = f"mark-{uuid.uuid4().hex}"
    path = program(tmp_path)
    path.write_text(f"#!/bin/sh\ntrap '' TERM\nsh -c 'sleep 60; : {mark}' &\nsleep 60\n: {mark}\n", encoding="utf-8")
    ring = Ring.of("x", Field(11))
    system = PolynomialSystem.of(ring, variables(ring))
    for backend in (SingularBackend(path), SageBackend(path)):
        started = time.monotonic()
        result = backend.run(Job(system, limits=Limits(seconds=0.5)))
        assert time.monotonic() - started < 5
        assert (result.status, "did not answer within 0.5 s" in result.reason) == (Status.TIMEOUT, True)
        with monkeypatch.context() as patched:
            patched.setattr("casbridge.processes.locate.VERSION_SECONDS", 0.3)
            found = backend.availability()
            assert (found.available, "did not answer within 0.3 s" in found.reason) == (False, True)
            assert backend.run(Job(system, limits=Limits(seconds=60))).status is Status.MISSING
    assert none_left(mark)


def test_nothing_heavy_is_imported() -> None:

    program = "import sys, casbridge.backends.singular, casbridge.backends.registry\n"
    program += "print([m for m in ('pexpect', 'sympy', 'jinja2') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
