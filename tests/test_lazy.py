"""Packages that import a name's module when the name is first used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import casbridge.encodings
import casbridge.puzzles

#: What no small system needs, neither in its process nor in the one apart.
_HEAVY = [
    *("sympy", "numpy", "jinja2", "rich", "pexpect", "json", "tomllib", "hashlib", "difflib", "xml", "multiprocessing"),
    *("importlib.metadata", "concurrent.futures"),
    *("casbridge.algebra.families", "casbridge.algebra.radicals", "casbridge.algebra.sympy_polynomials"),
    *("casbridge.backends.session", "casbridge.backends.transcripts", "casbridge.scripts.rendering"),
    *("casbridge.crosscheck.decimals", "casbridge.crosscheck.measures", "casbridge.crosscheck.verdicts"),
    *("casbridge.encodings.encoding", "casbridge.processes.program"),
    *("casbridge.puzzles.layouts", "casbridge.puzzles.parsing", "casbridge.puzzles.puzzle", "casbridge.puzzles.toml"),
]
_SYSTEMS = Path(__file__).parent.parent / "examples" / "systems"


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


@pytest.mark.parametrize("name", ["circle.txt", "lagrange.txt", "cyclic3.ms"])
@pytest.mark.usefixtures("nothing_hidden")
def test_charseries_of_a_small_system_loads_no_heavy_module(name: str) -> None:
    # The heavy work is the other process's.
    others = [*_HEAVY, "flint", "casbridge.charset.general.method", "casbridge.charset.towers"]
    program = (
        "import sys; before = {*sys.modules}; from casbridge.cli import main;"
        f"main(['charseries', {str(_SYSTEMS / name)!r}]);"
        f"print([name for name in {others} if name in {{*sys.modules}} - before])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    chains, loaded = done.stdout.strip().rsplit("\n", 1)
    assert chains.startswith("[")
    assert loaded == "[]"


def test_the_process_apart_loads_no_heavy_module_for_a_small_system() -> None:
    program = (
        "from casbridge.charset.series import run_general; from casbridge.processes.apart import call;"
        "from casbridge.puzzles.reading import read_system;"
        "assert run_general(read_system('variables: x y\\nx^2 + y^2 = 5\\ny = x + 1\\n')).complete;"
        "print('\\n'.join(call(eval, \"[*__import__('sys').modules]\")))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    assert "casbridge.charset.general.method" in modules
    others = [*_HEAVY, "subprocess", "click", "casbridge.charset.finite", "casbridge.charset.series"]
    assert [name for name in others if name in modules] == []
