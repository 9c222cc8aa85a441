"""A program that speaks Singular's part of the protocol, and goes wrong on demand.

It understands the session (statements on standard input, `< "job.sing";`, `1+N;`, prompts) and the one-shot transport
(a script as argument). It computes nothing: it finds in a script the file, the digest and the head of the
answer, and writes the components that it is told.

    CASBRIDGE_FAKE_COMPONENTS   the answer: polynomials separated by ";", components by "|"
    CASBRIDGE_FAKE_PLAN         a file with a fault a line; every job takes the first line away; no line left: no fault.
                                Lines that begin with "start:" are taken when the program starts, with "sum:" when a
                                session is asked for a sum that is not after a job.
    CASBRIDGE_FAKE_VERSION      the version that it tells, such as 4.3.1 (4313; 4.3.1 by default
    CASBRIDGE_FAKE_MARK         a text for tests to find it by; also in the arguments of its grandchild

`install(directory)` puts an executable into a directory. Standard library only, so that it starts quickly.
"""

from __future__ import annotations

import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "casbridge", "testing"))

import fake_program
from fake_program import read, say, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

HERE = os.path.realpath(__file__)

BEGIN = re.compile(r'"casbridge:begin ([0-9a-f]+)"')
HEAD = re.compile(r'write\(output, "((?:task|field|variables|name|order|fact): .*)"\);')
ANSWER_FILE = re.compile(r'":w ([^"]+)"')
SUM = re.compile(r"1\+(\d+);")
READ = re.compile(r'< "([^"]+)";')

#: What may be changed in a right answer without its form showing it.
LIES = ("drop", "add", "swap", "change", "truncate", "duplicate")


def install(directory: Path) -> Path:
    """An executable named Singular in `directory` that runs this file."""
    executable = directory / "Singular"
    executable.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -E "{HERE}" "$@"\n', encoding="utf-8")
    executable.chmod(executable.stat().st_mode | 0o100)
    return executable


class FakeSingular(fake_program.Fake):
    def __init__(self, interactive: bool) -> None:
        super().__init__("", mark())
        self.interactive = interactive
        self.text = ""

    def read_job(self, text: str) -> None:
        """Do the job in a script."""
        self.text = text
        fault = next_fault()
        if fault in LIES:
            self.answer(lie=fault)
        else:
            self.job(fault)

    def write(self, text: str) -> None:
        path = ANSWER_FILE.search(self.text)
        if path is not None:
            write(path.group(1), text.encode())

    def answer(self, lie: str = "", digest: str | None = None, cut: bool = False, count: int = 0) -> None:
        text = self.text
        begin = BEGIN.search(text)
        if begin is None:
            return
        digest = digest or begin.group(1)
        given = os.environ.get("CASBRIDGE_FAKE_COMPONENTS", "")
        components = told_wrongly([part.split(";") for part in given.split("|")] if given else [], lie)
        lines = [f"casbridge:begin {digest}", *HEAD.findall(text)]
        for component in components:
            lines += ["component:", *component]
        whole = "\n".join([*lines, f"casbridge:end {digest} {len(components) + count} {len(lines) - 1}", ""])
        self.write(whole[: len(whole) * 2 // 3] if cut else whole)

    def fault_die_silently(self) -> None:
        os._exit(0)

    def fault_segfault_and_restart(self) -> None:
        """As Singular's handler does: it prints, and a prompt comes again."""
        say("Singular : signal 11 (v: 4313/0):\nSegment fault/Bus error occurred at 7f because of 1 (r:1)")
        say("please inform the authors\ntrying to restart...")

    def fault_no_more_memory(self) -> None:
        say("\nSingular error: no more memory\nSystem 2099k:2099k Appl 68k/2031k\n\nhalt 14")
        os._exit(14)

    def fault_exit_14(self) -> None:
        os._exit(14)

    def fault_half_answer(self) -> None:
        self.answer(cut=True)

    def fault_half_answer_and_die(self) -> None:
        self.answer(cut=True)
        os._exit(0)

    def fault_enormous_answer(self) -> None:
        """A file with a hole: it takes no room on the disk, and a gigabyte to be read."""
        path = ANSWER_FILE.search(self.text)
        if path is not None:
            write(path.group(1), b"")
            os.truncate(path.group(1), 1 << 30)

    def fault_wrong_count(self) -> None:
        self.answer(count=1)

    def fault_junk(self) -> None:
        path = ANSWER_FILE.search(self.text)
        if path is not None:
            write(path.group(1), b"\xff\xfe\x00 what is this\x1b[31m\n" * 10)

    def fault_junk_on_terminal(self) -> None:
        """Output that nobody asked for beside a right answer."""
        say("\x1b[31mwhat\xa0is this")
        self.answer()

    def fault_junk_and_hang(self) -> None:
        say("Welcome to another program")
        time.sleep(3600)

    def fault_unfinished_junk_and_hang(self) -> None:
        sys.stdout.write("Password: ")
        sys.stdout.flush()
        time.sleep(3600)

    def fault_error_and_go_on(self) -> None:
        say("   ? `x` is undefined\n   ? error occurred in or before job.sing line 7: `poly f = x;`")
        self.answer()

    def fault_not_implemented(self) -> None:
        say("   ? char_series not implemented for this ring")

    def fault_continuation(self) -> None:
        if self.interactive:
            sys.stdout.write(". ")
            sys.stdout.flush()
            while sys.stdin.readline():
                sys.stdout.write(". ")
                sys.stdout.flush()
        say("   ? premature end of file while reading {...}")
        os._exit(0)

    def fault_other_job(self) -> None:
        self.answer(digest="0123456789ab")

    def fault_grandchild(self) -> None:
        """A grandchild that outlives us and holds our terminal, or our pipe, open."""
        self.grandchild()
        self.answer()

    def fault_grandchild_and_die(self) -> None:
        self.fault_grandchild()
        os._exit(3)

    def fault_close_everything(self) -> None:
        os.close(0)
        self.fault_close_output()

    def fault_notice(self) -> None:
        """What Debian's Singular prints about a dynamic library, beside a right answer."""
        say("// ** Could not open dynamic library: ...")
        self.answer()


def told_wrongly(components: list[list[str]], lie: str) -> list[list[str]]:
    if lie == "drop":
        return components[:-1]
    if lie == "add":
        return [*components, [re.sub(r"[-+]\d+$", "-5", polynomial) for polynomial in components[0]]]
    if lie == "swap":
        swapped = "\n".join(";".join(c) for c in components).translate(str.maketrans("xy", "yx"))
        return [line.split(";") for line in swapped.split("\n")]
    if lie == "change":
        return [[components[0][0] + "+1", *components[0][1:]], *components[1:]]
    if lie == "truncate":
        return components[: len(components) // 2]
    if lie == "duplicate":
        return [*components, components[0]]
    return components


def next_fault(at: str = "") -> str:
    """The next fault, if it is one for this place: "" is a job."""
    plan = os.environ.get("CASBRIDGE_FAKE_PLAN")
    if not plan or not os.path.exists(plan):
        return ""
    lines = read(plan).splitlines()
    if not lines or "".join(lines[0].rpartition(":")[:2]) != at:
        return ""
    write(plan, "".join(f"{line}\n" for line in lines[1:]).encode())
    return lines[0]


def mark() -> str:
    return os.environ.get("CASBRIDGE_FAKE_MARK", "")


def main(arguments: list[str]) -> None:
    if "--version" in arguments:
        version = os.environ.get("CASBRIDGE_FAKE_VERSION", "")
        say(f"Singular for x86_64-Linux version {version}, 64 bit) Apr 27 2023" if version else "4.3.1")
        return
    start = next_fault("start:")
    if start.startswith("start:slowly"):
        time.sleep(float(start.split()[1]))
    elif start == "start:die":
        os._exit(7)
    elif start == "start:hang":
        time.sleep(3600)
    scripts = [argument for argument in arguments if not argument.startswith("-")]
    fake = FakeSingular(not scripts)
    for script in scripts:
        text = read(script)
        fake.read_job(text)
        asked = SUM.findall(text)
        if asked:
            say(str(int(asked[-1]) + 1))
    if start == "start:junk":
        say("Welcome to another program")
        time.sleep(3600)
    after_job = False
    while not scripts:
        sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        for name in READ.findall(line):
            fake.read_job(read(name))
            after_job = True
        for number in SUM.findall(line):
            fault = "" if after_job else next_fault("sum:")
            after_job = False
            if fault == "sum:die":
                os._exit(7)
            if fault == "sum:hang":
                time.sleep(3600)
            say(str(int(number) + 1))


if __name__ == "__main__":
    main(sys.argv[1:])
