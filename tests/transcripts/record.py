"""Run every case's script by hand and keep what the CAS prints.

    python tests/transcripts/record.py singular sympy sage gap macaulay2 maxima giac
    python tests/transcripts/record.py singular:radical sage:solve

A transcript is named after its case and its method. Scripts that cannot be rendered for a case have none.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from script_cases import cases_of  # noqa: E402

from casbridge.backends.targets import GAP, GIAC, MACAULAY2, MAXIMA, SAGE, SINGULAR, SYMPY  # noqa: E402
from casbridge.errors import UnsupportedError  # noqa: E402
from casbridge.scripts import render  # noqa: E402

PROGRAMS = {
    "singular": (SINGULAR, ["Singular"]),
    "sympy": (SYMPY, [sys.executable]),
    "sage": (SAGE, ["sage"]),
    "gap": (GAP, ["gap", "-q"]),
    "macaulay2": (MACAULAY2, ["M2", "--script"]),
    "giac": (GIAC, ["giac"]),
    "maxima": (MAXIMA, ["maxima", "--very-quiet", "--init-mac={}"]),
}


def by_hand(program: list[str], file_name: str) -> list[str]:
    """The command: {} stands for the file, which is the last argument where there is none."""
    if any("{}" in part for part in program):
        return [part.replace("{}", file_name) for part in program]
    return [*program, file_name]


def record(name: str) -> None:
    target_name, _, wanted = name.partition(":")
    target, program = PROGRAMS[target_name]
    for method in target.methods:
        if wanted not in ("", method.name):
            continue
        for case, system in cases_of(method).items():
            try:
                script = render(system, target, method.name)
            except UnsupportedError:
                continue
            with tempfile.TemporaryDirectory() as directory:
                file_name = f"{case}.{target.extension}"
                Path(directory, file_name).write_text(script.text, encoding="utf-8")
                finished = subprocess.run(
                    by_hand(program, file_name),
                    cwd=directory,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=300,
                    check=True,
                )
            (HERE / target.name / f"{case}.{method.name}.txt").write_bytes(finished.stdout)
            print(target.name, method.name, case)


if __name__ == "__main__":
    for name in sys.argv[1:] or PROGRAMS:
        record(name)
