"""Packages that import a name's module when the name is first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import casbridge.encodings
import casbridge.puzzles


@pytest.mark.parametrize("package", [casbridge.puzzles, casbridge.encodings])
def test_all_names_are_there_and_listed(package: object) -> None:
    names = package.__all__  # type: ignore[attr-defined]
    assert names
    for name in names:
        assert getattr(package, name).__name__ == name
        assert name in dir(package)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_puzzle_in_one_line_is_read_without_the_other_forms() -> None:
    program = (
        "import sys; from casbridge.puzzles import read; read('.4.....1..3.2...');"
        "others = ('tomllib', 'difflib', 'xml', 'casbridge.algebra.formats', 'casbridge.puzzles.drawing');"
        "print([name for name in others if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
