"""Every command prints in every encoding: where a sign is lacking, another stands for it, and there is no traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from casbridge.cli.group import COMMANDS

_PUZZLE = "12....122.3.4..."
#: Command → arguments with which it does something; {} is a file of its own.
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "solve": (_PUZZLE,),
    "explain": (_PUZZLE,),
    "count": ("2x2",),
    "generate": ("2x2", "--seed", "1"),
    "worksheet": ("2x2", "-n", "1", "-o", "sheet.html"),
    "transform": (_PUZZLE, "--book"),
    "canonical": (_PUZZLE,),
    "equivalent": (_PUZZLE, _PUZZLE),
    "render": (_PUZZLE, "--to", "singular"),
    "crosscheck": (_PUZZLE, "--backends", "reference"),
    "charseries": ("é.txt",),
    "certify": ("é.txt",),
    "bundle": ("é.txt", "--backend", "reference"),
    "rerun": ("é.json",),
    "shrink": ("é.json",),
    "report-bug": ("é.json",),
    "fuzz": ("--systems", "1", "--backends", "reference,sympy", "-o", "runs"),
    "zoo": ("é.zoo.toml", "--backends", "sympy"),
    "run": ("é.toml",),
    "status": ("é.sqlite",),
    "report": ("é.sqlite", "-o", "é.html"),
    "export": ("é.sqlite", "--to", "csv"),
    "merge": ("é.sqlite", "-o", "new.sqlite"),
    "compare": ("é.sqlite", "é.sqlite"),
    "verify": ("é.cert",),
    "backends": (),
    "audit": ("colouring",),
    "parse": ("é.out",),
    "convert": (_PUZZLE, "-", "--to", "toml"),
    "families": (),
    "completion": ("bash",),
}
_ENCODINGS: dict[str, Mapping[str, str]] = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def test_each_command_is_here() -> None:
    assert _ARGUMENTS.keys() - {"completion"} == {*COMMANDS} - {"completion"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A system with signs that are not ASCII, and what commands make of it."""
    folder = tmp_path_factory.mktemp("é")
    (folder / "é.txt").write_text("# é − ≤\nvariables: y x\nx*y\nx^2 + x − 0\n", encoding="utf-8")
    (folder / "é.toml").write_text(
        '[study]\nname = "é"\n[[inputs]]\nfiles = "*.txt"\n[matrix]\nbackends = "reference"\n', encoding="utf-8"
    )
    statement = '[[outcome]]\nbackend = "sympy:solve"\nversions = ">=1.9"\noutcome = "right"\n'
    (folder / "é.zoo.toml").write_text(
        f'thread = "sympy#1"\ntitle = "≤"\ntruth = "≤"\nsystem = "variables: x\\nx − 1"\n{statement}', encoding="utf-8"
    )
    commands = (
        ("run", "é.toml"),
        ("bundle", "é.txt", "--backend", "sympy:nonlinsolve", "-o", "é.json"),
        ("charseries", "é.txt", "--certificate", "é.cert"),
        ("render", "é.txt", "--to", "sympy", "-o", "é.py"),
    )
    for command in commands:
        run = subprocess.run(
            [sys.executable, "-m", "casbridge", *command], cwd=folder, capture_output=True, check=False
        )
        assert run.returncode in (0, 1), run.stderr
    printed = subprocess.run([sys.executable, "é.py"], cwd=folder, capture_output=True, check=True).stdout
    (folder / "é.out").write_bytes(printed)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "C"])
@pytest.mark.parametrize("command", _ARGUMENTS)
def test_no_traceback_in_any_encoding(command: str, encoding: str, folder: Path, tmp_path: Path) -> None:
    forms: tuple[tuple[str, ...], ...] = ((), ("--json",), ("--jsonl",), ("-o", "é.new"), ("--help",))
    for form in forms if encoding == "ascii" else forms[:1]:
        here = shutil.copytree(folder, tmp_path / "".join(form or ["plain"]))
        run = subprocess.run(
            [sys.executable, "-m", "casbridge", command, *_ARGUMENTS[command], *form],
            cwd=here,
            env={**os.environ, **_ENCODINGS[encoding]},
            capture_output=True,
            check=False,
        )
        assert b"Traceback" not in run.stderr, form
        # Without further options each command does its work; verify needs Singular.
        assert run.returncode in ((0, 1, 2, 3, 4) if form else (0, 1, 3)), run.stderr
