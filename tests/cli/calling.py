"""Calling the command line in this process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from casbridge.cli import main

SHIDOKU = ".4.....1..3.2..."
SOLVED = "1423324141322314"


@dataclass(frozen=True)
class Said:
    """What a command did."""

    code: int
    out: str
    err: str

    def document(self) -> dict[str, Any]:
        """The one document on standard output."""
        assert self.out.endswith("\n")
        found = json.loads(self.out)
        assert isinstance(found, dict)
        assert found["schema"] == "casbridge/1"
        assert isinstance(found["status"], str)
        return found

    def lines(self) -> list[dict[str, Any]]:
        """The documents, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def complaint(self) -> str:
        """The one line on standard error."""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("casbridge: ")
        assert self.err.rstrip("\n").isprintable()
        assert len(self.err) < 600
        assert "Traceback" not in self.err
        return self.err.removeprefix("casbridge: ").rstrip("\n")


class Caller:
    """`casbridge …` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Said:
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = self._capsys.readouterr()
        return Said(code, captured.out, captured.err)


def process(*arguments: str | Path, environment: Mapping[str, str] | None = None, **options: Any) -> Said:
    """`casbridge …` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "casbridge", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **(environment or {})},
        check=False,
        **options,
    )
    return Said(done.returncode, done.stdout, done.stderr)
