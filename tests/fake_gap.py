"""A program that answers GAP's scripts, and goes wrong on demand, as `fake_cas` does for Singular's.

It tells a version when it is asked for one on standard input. Of a script it reads the file, the digest and the head of
the answer; the rest it is told.

    CASBRIDGE_FAKE_LINES   a file with the lines of the answer between its head and its end
    CASBRIDGE_FAKE_PLAN    as in `fake_cas`
"""

from __future__ import annotations

import os
import re
import stat
import sys
from pathlib import Path

from fake_cas import FakeSingular, next_fault, say

ANSWER_FILE = re.compile(r'OutputTextFile\("([^"]+)"')
LINE = re.compile(
    r"^(?:WriteLine\(output, |write_line\()"
    r'"(casbridge:begin .*|(?:task|field|variables|name|order|fact|shape): .*)"\);',
    re.M,
)
COUNTED = ("component:", "representative:")


def install(directory: Path) -> Path:
    """An executable named gap in `directory` that runs this file."""
    executable = directory / "gap"
    executable.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -S -E "{Path(__file__).resolve()}" "$@"\n', encoding="utf-8"
    )
    executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    return executable


class FakeGap(FakeSingular):
    def answer(self, lie: str = "", digest: str | None = None, cut: bool = False, count: int = 0) -> None:
        path, head = ANSWER_FILE.search(self.text), LINE.findall(self.text)
        assert path is not None
        job = digest or head[0].split()[1]
        given = Path(os.environ["CASBRIDGE_FAKE_LINES"]).read_text(encoding="utf-8").splitlines()
        counted = sum(line.startswith(COUNTED) for line in given) + count
        lines = [*head[1:], *given]
        # Scripts for conjugacy classes count representatives alone, which have a line each.
        numbers = f"{counted} {len(lines)}" if "write_line(" in self.text else f"{counted}"
        whole = "\n".join([f"casbridge:begin {job}", *lines, f"casbridge:end {job} {numbers}", ""])
        Path(path.group(1)).write_text(whole[: len(whole) * 2 // 3] if cut else whole, encoding="utf-8")

    def fault_junk(self) -> None:
        Path("answer.txt").write_bytes(b"\xff\xfe\x00 what is this\x1b[31m\n" * 10)

    def fault_error(self) -> None:
        say("Error, Variable: 'foo' must have a value\nnot in any function at job.g:7")
        os._exit(1)

    def fault_no_more_memory(self) -> None:
        say("Error, reached the pre-set memory limit\n(change it with the -o command line option)")
        os._exit(1)

    def fault_panic(self) -> None:
        say("Panic in src/sysmem.c:692: cannot extend the workspace any more!")
        os._exit(1)


def main(arguments: list[str]) -> None:
    scripts = [argument for argument in arguments if argument.endswith(".g")]
    if not scripts:
        sys.stdin.read()
        say("GAP version 4.99.1")
    for script in scripts:
        fake = FakeGap(interactive=False)
        fake.text = Path(script).read_text(encoding="utf-8")
        fake.job(next_fault())


if __name__ == "__main__":
    main(sys.argv[1:])
