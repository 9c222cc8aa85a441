"""A file that casbridge writes is the old one or the new one."""

from __future__ import annotations

import os
import shlex
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from casbridge.errors import WriteError
from casbridge.files import append, write

LONG = "x" * 2**20
ROOT = Path(__file__).resolve().parents[1]


def run(program: str, *arguments: str | Path, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own, which may write files of so many blocks."""
    shell = f'ulimit -f {limit or "unlimited"}; exec "$@"'
    command = ["sh", "-c", shell, "sh", sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_what_is_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in ("", "é\n", LONG, b"\x00\xff"):
        write(file, content)
        assert file.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_permissions_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    old = os.umask(0o027)
    try:
        write(file, "new")
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    file.chmod(0o751)
    write(file, "newer")
    assert stat.S_IMODE(file.stat().st_mode) == 0o751


def test_a_symbolic_link_stays(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder/file")
    for text in ("first", "second"):
        write(link, text)
        assert link.is_symlink()
        assert (tmp_path / "folder" / "file").read_text() == text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o444)
    with pytest.raises(WriteError, match="file: Permission denied"):
        write(file, "new")
    assert file.read_text() == "old"


@pytest.mark.parametrize("place", ["", "no/folder/file", "a\0b", "/dev/full", "/proc/version", "/"])
def test_the_message_names_the_file(place: str, tmp_path: Path) -> None:
    if place.startswith("/") and not Path(place).exists():
        pytest.skip(f"no {place} here")
    path = place if place.startswith("/") else f"{tmp_path}/{place}"
    for function in (write, append):
        with pytest.raises(WriteError) as caught:
            function(path, "text")
        assert str(caught.value).startswith("cannot write ")
        assert place.replace("\0", "\\x00") in str(caught.value)
        assert str(caught.value).endswith(")")


def test_a_file_that_grows_too_large_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    program = "import sys; from casbridge.files import write; write(sys.argv[1], 'x' * 100_000)"
    done = run(program, file, limit=1)
    assert "File too large" in done.stderr
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("file", "old")]


def test_a_killed_writer_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    program = (
        "import sys; from casbridge.files import write\n"
        "for number in range(10**6): write(sys.argv[1], str(number % 10) * 10**6)\n"
    )
    for moment in (0, 1, 3, 7):
        with subprocess.Popen([sys.executable, "-c", program, str(file)], cwd=ROOT) as process:
            seen = file.stat().st_ino if file.exists() else 0
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline and (not file.exists() or file.stat().st_ino == seen):
                time.sleep(0.001)
            time.sleep(moment / 1000)
            process.send_signal(signal.SIGKILL)
        text = file.read_text()
        assert (len(text), len(set(text))) == (10**6, 1)


def test_all_or_nothing_is_appended(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    append(file, "first\n")
    program = "import sys; from casbridge.files import append; append(sys.argv[1], 'x' * 100_000)"
    assert "File too large" in run(program, file, limit=1).stderr
    append(file, "second\n")
    assert file.read_text() == "first\nsecond\n"


def test_pipes_and_devices_are_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write(pipe, "through the pipe")
    reader.join(10)
    assert read == ["through the pipe"]
    assert pipe.is_fifo()
    write("/dev/null", "nothing")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_its_name(name: str, tmp_path: Path) -> None:
    """Also where it is a file, and others write to it before and after."""
    program = (
        "import sys; from casbridge.files import write; print('before'); write(sys.argv[1], 'it\\n'); print('after')"
    )
    file = tmp_path / "out"
    with file.open("w") as out:
        subprocess.run([sys.executable, "-c", program, name], stdout=out, cwd=ROOT, check=True)
    assert file.read_text() == "before\nit\nafter\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("explain .4.....1..3.2... --html", "page.html"),
        ("explain .4.....1..3.2... --svg", "state.svg"),
        ("explain .4.....1..3.2... --proof", "proof.sing"),
        ("solve 2x2 --format svg -o", "picture.svg"),
        ("convert 2x3", "system.xml"),
        ("render 2x3 --to singular -o", "script.sing"),
        ("charseries 1x2 --svg", "tree.svg"),
    ],
)
def test_a_command_that_cannot_write_leaves_the_old_file(command: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text("old")
    done = subprocess.run(
        [
            "sh",
            "-c",
            f"ulimit -f 1; {shlex.quote(sys.executable)} -m casbridge {command} {file} "
            f"{'--to plain' * ('xml' in name)}",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 4
    assert f"cannot write {file}: File too large (make room there, or name another place)" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert file.read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        "convert 2x2 -",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("render 2x2 --to sympy", "solve 2x2", "count 2x2 --json")
        ),
    ],
)
def test_standard_output_is_named(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{shlex.quote(sys.executable)} -m casbridge {command} >/dev/full"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 4
    assert done.stderr.splitlines()[-1].startswith("casbridge: cannot write standard output: No space left on device (")
