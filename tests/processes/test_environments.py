"""Environments of casbridge's own: made whole and once, or not at all. The Python that makes them is a fake."""

from __future__ import annotations

import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from casbridge.errors import BackendError, UsageError
from casbridge.limits import Deadline
from casbridge.processes.environments import Requirement, environment, environments, executables

SYMPY = Requirement("sympy", "1.9")


class Maker:
    """A Python that makes environments: `-m venv` puts a Python into a folder, whose `-m pip` runs a line of shell."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.log = folder / "log"
        self.cache = folder / "cache"
        self.python = folder / "python"
        monkeypatch.setenv("XDG_CACHE_HOME", str(self.cache))
        monkeypatch.setattr(sys, "executable", str(self.python))
        self.installs("true")

    def installs(self, line: str) -> None:
        """line: what pip does, in shell."""
        inner = f'#!/bin/sh\necho "$@" >> "{self.log}"\n{line}\n'
        self.python.write_text(
            f'#!/bin/sh\necho venv >> "{self.log}"\nmkdir -p "$3/bin"\ncat > "$3/bin/python" <<"END"\n{inner}END\n'
            'chmod +x "$3/bin/python"\n',
            encoding="utf-8",
        )
        self.python.chmod(0o755)

    @property
    def said(self) -> list[str]:
        return self.log.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    return Maker(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "text", ["sympy", "sympy==", "sympy>=1", "==1", "sympy==1; rm -rf", "-r==1", "a/b==1", "s==1 t==2"]
)
def test_what_is_no_requirement(text: str) -> None:
    with pytest.raises(UsageError, match="expected NAME==VERSION"):
        Requirement.of(text)


def test_it_is_made_once(maker: Maker) -> None:
    assert environments() == []
    folder = environment(SYMPY, options=["--no-deps"], beside=["mpmath<1.4"])
    assert folder == maker.cache / "casbridge" / "environments" / "sympy-1.9"
    assert environment(SYMPY) == folder
    assert maker.said == ["venv", maker.said[1]]
    assert maker.said[1].endswith("install --no-deps sympy==1.9 mpmath<1.4")
    assert environments() == [folder]
    assert [path.name for path in executables(folder, "python")] == ["python"]


def test_several_at_once_make_it_once(maker: Maker) -> None:
    maker.installs("sleep 0.1")
    with ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(lambda _: environment(SYMPY), range(4)))
    assert len(folders) == 1
    assert maker.said.count("venv") == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("echo 'WARNING: slow'; echo 'ERROR: No matching distribution found for sympy==1.9'; exit 1", "No matching"),
        ("echo one; echo the last words; exit 2", "the last words"),
        ("exit 3", "it failed without a word"),
        ("kill -9 $$", "it failed without a word"),
    ],
)
def test_one_that_cannot_be_made_leaves_nothing(maker: Maker, line: str, why: str) -> None:
    maker.installs(line)
    with pytest.raises(BackendError, match=f"sympy==1.9 could not be installed: .*{why}"):
        environment(SYMPY)
    assert environments() == []
    assert not (maker.cache / "casbridge" / "environments" / "sympy-1.9").exists()
    maker.installs("true")
    assert environment(SYMPY).is_dir()


def test_a_half_made_one_is_made_anew(maker: Maker) -> None:
    folder = environment(SYMPY)
    (folder / "complete").unlink()
    (folder / "junk").touch()
    assert environments() == []
    assert environment(SYMPY) == folder
    assert not (folder / "junk").exists()


def test_the_deadline_holds(maker: Maker) -> None:
    maker.installs("sleep 60")
    started = time.monotonic()
    with pytest.raises(BackendError, match=r"no environment within 0\.1 s"):
        environment(SYMPY, deadline=Deadline.after(0.1))
    assert time.monotonic() - started < 20


def test_a_cache_that_cannot_be_written(maker: Maker) -> None:
    maker.cache.write_text("a file", encoding="utf-8")
    with pytest.raises(BackendError, match=r"sympy==1\.9 could not be installed: "):
        environment(SYMPY)
    assert environments() == []


def wheel(folder: Path, name: str, version: str) -> None:
    """A wheel with one empty module, written into a folder."""
    information = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": "",
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in (*files, f"{information}/RECORD"))
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in (*files.items(), (f"{information}/RECORD", record)):
            archive.writestr(path, text)


@pytest.mark.slow
def test_a_real_one_from_a_folder_of_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real pip, without a connection."""
    wheel(tmp_path, "sympy", "0.0.7")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    folder = environment(Requirement("sympy", "0.0.7"))
    assert list(folder.glob("lib/python*/site-packages/sympy.py"))
    with pytest.raises(BackendError, match=r"sympy==0\.0\.8 could not be installed: .*0\.0\.8"):
        environment(Requirement("sympy", "0.0.8"))
    assert environments() == [folder]
