"""Run every case's script by hand and keep what the CAS prints.

    python tests/transcripts/record.py singular sympy sage gap macaulay2 maxima giac msolve fricas pari
    python tests/transcripts/record.py singular:radical sage:solve

A transcript is named after its case and its method. Scripts that cannot be rendered for a case have none.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from script_cases import cases_of  # noqa: E402

from casbridge.backends import registry  # noqa: E402
from casbridge.errors import UnsupportedError  # noqa: E402
from casbridge.scripts import render  # noqa: E402


def record(name: str) -> None:
    target_name, _, wanted = name.partition(":")
    target = registry.get(target_name).target
    assert target is not None
    for method in target.methods:
        if wanted not in ("", method.name):
            continue
        for case, system in cases_of(method).items():
            try:
                script = render(system, target, method.name)
            except UnsupportedError:
                continue
            with tempfile.TemporaryDirectory() as directory:
                # FriCAS takes what stands behind the first dot for the extension.
                file_name = f"{case.replace('.', '-')}.{target.extension}"
                Path(directory, file_name).write_text(script.text, encoding="utf-8")
                try:
                    finished = subprocess.run(
                        shlex.split(target.by_hand.format(script=file_name, options=" ".join(method.options))),
                        cwd=directory,
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT,
                        timeout=300,
                        check=True,
                    )
                except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
                    print(f"no transcript: {error}", file=sys.stderr)
                    continue
            (HERE / target.name / f"{case}.{method.name}.txt").write_bytes(finished.stdout)
            print(target.name, method.name, case)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        record(name)
