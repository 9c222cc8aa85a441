"""Every command prints in every encoding: where a sign is lacking, another stands for it, and there is no traceback."""

from __future__ import annotations

import os
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
    "transform": (_PUZZLE,),
    "canonical": (_PUZZLE,),
    "equivalent": (_PUZZLE, _PUZZLE),
    "render": (_PUZZLE, "--to", "singular"),
    "crosscheck": (_PUZZLE, "--backends", "reference"),
    "charseries": ("é.txt",),
    "certify": ("é.txt",),
    "bundle": ("é.txt", "--backend", "reference"),
    "rerun": ("é.txt",),
    "shrink": ("é.txt",),
    "report-bug": ("é.txt",),
    "fuzz": ("--help",),
    "zoo": ("--help",),
    "run": ("é.txt",),
    "status": ("é.txt",),
    "report": ("é.txt",),
    "export": ("é.txt",),
    "merge": ("é.txt", "é.txt"),
    "compare": ("é.txt", "é.txt"),
    "verify": ("é.txt",),
    "backends": (),
    "audit": ("colouring",),
    "parse": ("é.txt",),
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


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "C"])
@pytest.mark.parametrize("command", _ARGUMENTS)
def test_no_traceback_in_any_encoding(command: str, encoding: str, tmp_path: Path) -> None:
    (tmp_path / "é.txt").write_text("variables: x\nx^2 − 1\n", encoding="utf-8")
    forms: tuple[tuple[str, ...], ...] = ((), ("--json",), ("--jsonl",), ("-o", "é.out"), ("--help",))
    for form in forms if encoding == "ascii" else forms[:1]:
        run = subprocess.run(
            [sys.executable, "-m", "casbridge", command, *_ARGUMENTS[command], *form],
            cwd=tmp_path,
            env={**os.environ, **_ENCODINGS[encoding]},
            capture_output=True,
            check=False,
        )
        assert b"Traceback" not in run.stderr, form
        assert run.returncode in (0, 1, 2, 3, 4), form
