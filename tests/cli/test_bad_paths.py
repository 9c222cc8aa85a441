"""Every command that takes a file, and every kind of path that is none: one line, the right exit code, in seconds."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from casbridge import files
from casbridge.cli import options
from tests.cli.calling import Caller

# "@" is the path. A command here reads it, or writes it where `WRITING` has it.
READING = [
    *(f"{name} @" for name in ("solve", "charseries", "count", "parse", "explain", "transform --random", "canonical")),
    *(
        f"{name} @"
        for name in ("rerun", "shrink", "report-bug", "verify", "zoo", "run", "status", "worksheet -o s.html")
    ),
    *("run @ --dry-run", "report @ -o x.html", "export @ --to csv", "merge @ -o m.sqlite", "compare @ @"),
    *("run s.toml --dry-run --reuse @", "run s.toml --dry-run --input @", "fuzz --resume -o @"),
    *("crosscheck @ --backends reference,sympy", "render @ --to sympy", "convert @ out.txt", "equivalent @ p.txt"),
    *("explain p.txt --check @", "generate --from @", "certify @", "bundle @ --backend sympy"),
    *("verify ok.txt @",),
]
WRITING = ["convert p.txt --to svg -o @", "run s.toml --log @", "run s.toml -o @", "certify ok.txt --claim x^2-1 -o @"]
STUDIES = ("zoo", "run", "status", "report", "export", "merge", "compare", "fuzz", "explain p", "verify ok")
PATHS = {
    "empty": "",
    "dot": ".",
    "root": "/",
    "folder": "folder",
    "missing": "no-such-file",
    "long": "a" * 5000,
    "nul": "a\0b",
    "fifo": "fifo",
    "toml": "fifo.toml",
    "sqlite": "fifo.sqlite",
    "endless": "/dev/zero",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(files, "PIPE_SECONDS", 0.05)
    for name in ("fifo", "fifo.toml", "fifo.sqlite"):
        os.mkfifo(name)
    Path("folder").mkdir()
    Path("ok.txt").write_text("x^2 - 1\n")
    Path("p.txt").write_text(".4.....1..3.2...\n")
    Path("s.toml").write_text('[[inputs]]\nfiles = "ok.txt"\n[matrix]\nbackends = "reference"\n')


# A worksheet without a name is one of new puzzles.
@pytest.mark.parametrize(
    ("command", "path"),
    [
        pytest.param(command, path, id=f"{command}-{name}")
        for command in READING
        for name, path in PATHS.items()
        if path or not command.startswith("worksheet")
    ],
)
def test_a_path_that_is_no_file_is_refused(call: Caller, command: str, path: str) -> None:
    said = call(*(path if part == "@" else part for part in command.split()))
    assert said.code == 2
    assert "Traceback" not in said.err
    assert [line for line in said.err.splitlines() if not line.startswith("--seed")][1:] == []


@pytest.mark.parametrize("path", ["", ".", "/", "a" * 5000, "a\0b", "fifo", "fifo.sqlite"])
@pytest.mark.parametrize("command", WRITING)
def test_a_path_that_cannot_be_written_is_refused(call: Caller, command: str, path: str) -> None:
    said = call(*(path if part == "@" else part for part in command.split()))
    assert said.code in (2, 4)
    assert "Traceback" not in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", [one for one in READING if not one.startswith(STUDIES) or one == "zoo @"])
def test_the_limit_on_time_holds_for_a_pipe_that_is_silent(
    call: Caller, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "_GRACE_SECONDS", 0.1)
    writer = os.open("fifo", os.O_RDWR)
    try:
        parts = ["fifo" if part == "@" else part for part in command.split()]
        assert call(*parts, "--timeout", "0.1").code == 4
    finally:
        os.close(writer)


@pytest.mark.parametrize("late", [False, True])
def test_a_pipe_with_a_writer_is_read(call: Caller, monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    """Such as `<(…)` of a shell, also one that takes its time."""
    monkeypatch.setattr(files, "PIPE_SECONDS", 5.0)
    reader, writer = os.pipe()

    def write() -> None:
        with open(writer, "wb") as file:
            file.write(b"x^2 - 4\n")

    thread = threading.Timer(0.3 if late else 0, write)
    thread.start()
    if late:
        monkeypatch.setattr(files, "PIPE_SECONDS", 0.05)
    said = call("solve", f"/dev/fd/{reader}")
    thread.join()
    os.close(reader)
    assert said.code in (0, 2)
    assert "pipe" not in said.err
    named = threading.Thread(target=lambda: Path("fifo").write_text("x^2 - 4\n"))
    monkeypatch.setattr(files, "PIPE_SECONDS", 5.0)
    named.start()
    assert call("charseries", "fifo").code == 0
    named.join()
