"""Scripts and transcripts that jobs leave in a folder."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from casbridge import files
from casbridge.backends.gap import GapBackend
from casbridge.backends.keeping import Keeper, keeper, keeping
from casbridge.backends.msolve import MsolveBackend
from casbridge.backends.protocol import Job, Status
from casbridge.cli import main
from casbridge.errors import WriteError
from casbridge.limits import Limits
from casbridge.testing.faults import asked_system, faking

SHIDOKU = ".4.....1..3.2..."


def test_a_script_and_a_transcript_of_each_job(tmp_path: Path) -> None:
    for fault in ("", "last-words"):
        with faking(GapBackend(), fault) as (backend, _), keeping(tmp_path, "my system.txt"):
            result = backend.run(Job(asked_system(backend)))
        number = 1 if not fault else 2
        script = tmp_path / f"my_system.txt-gap-ReducedGroebnerBasis-{number}.g"
        assert result.script is not None
        assert script.read_text(encoding="utf-8") == result.script.text
        assert script.with_suffix(".out").read_text(encoding="utf-8") == result.transcript
    assert len(list(tmp_path.iterdir())) == 4
    assert result.status is Status.CRASHED
    assert result.transcript == "words\nthe last words\n"
    assert keeper() is None


def test_the_command_with_a_methods_options(tmp_path: Path) -> None:
    with faking(MsolveBackend(), "") as (backend, _), keeping(tmp_path, "x"):
        assert backend.run(Job(asked_system(backend), "real", Limits(memory=2 << 30), seed=7)).script is not None
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "x-msolve-real-1.command",
        "x-msolve-real-1.ms",
        "x-msolve-real-1.out",
    ]
    said = (tmp_path / "x-msolve-real-1.command").read_text(encoding="utf-8")
    assert said == "msolve -P 1 --random-seed 7 -f x-msolve-real-1.ms\n"


def test_a_program_that_is_stopped_leaves_what_it_printed(tmp_path: Path) -> None:
    with faking(GapBackend(), "hang") as (backend, _), keeping(tmp_path, "x"):
        assert backend.run(Job(asked_system(backend), limits=Limits(0.3))).status is Status.TIMEOUT
    assert [path.name.rpartition(".")[2] for path in sorted(tmp_path.iterdir())] == ["g", "out"]


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "x-gap-m-1.g").write_text("mine", encoding="utf-8")
    (tmp_path / "x-gap-m-2.out").symlink_to(tmp_path / "nowhere")
    made = Keeper(tmp_path, "x")
    made.transcript(made.script("gap", "m", "g", "1;"), "1")
    assert (tmp_path / "x-gap-m-1.g").read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "x-gap-m-1.g",
        "x-gap-m-2.out",
        "x-gap-m-3.g",
        "x-gap-m-3.out",
    ]
    assert made.error is None


def test_threads_take_different_names(tmp_path: Path) -> None:
    made = Keeper(tmp_path, "x")
    threads = [
        threading.Thread(target=lambda: [made.script("gap", "m", "g", "1;") for _ in range(20)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(tmp_path.iterdir())) == 80


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "a\nb", "..", "", "x" * 500, "数独"])
def test_no_name_leads_out_of_the_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with keeping(folder, name):
        current = keeper()
        assert current is not None
        assert current.script("gap/../..", "m/..", "g", "1;") is not None
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert len(list(folder.iterdir())) == 1


def test_a_disk_that_becomes_full_is_told_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: files.Path, text: str) -> bool:
        raise WriteError(path, OSError(28, "No space left on device"))

    def asked() -> None:
        with faking(GapBackend(), "") as (backend, _), keeping(tmp_path / "kept", "x"):
            monkeypatch.setattr(files, "write_new", full)
            assert backend.run(Job(asked_system(backend))).status is Status.COMPLETE

    with pytest.raises(WriteError, match="No space left") as caught:
        asked()
    assert caught.value.exit_code == 4


def test_a_part_is_never_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    with pytest.raises(WriteError, match="Operation not permitted"):
        files.write_new(tmp_path / "x", "text")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def casbridge() -> Callable[..., tuple[int, str]]:
    def run(*arguments: str) -> tuple[int, str]:
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            code = main([*arguments])
        return code, said.getvalue()

    return run


@pytest.mark.parametrize(
    ("command", "files_left"),
    [
        (("crosscheck", SHIDOKU, "--backends", "reference,sympy"), 2),
        (("solve", SHIDOKU, "--backend", "sympy"), 2),
        (("solve", SHIDOKU), 0),
    ],
)
@pytest.mark.slow
def test_commands(
    command: tuple[str, ...], files_left: int, tmp_path: Path, casbridge: Callable[..., tuple[int, str]]
) -> None:
    code, output = casbridge(*command, "--keep", str(tmp_path / "kept"))
    assert code == 0, output
    assert len(list((tmp_path / "kept").iterdir())) == files_left


def test_a_folder_that_cannot_be_written(tmp_path: Path, casbridge: Callable[..., tuple[int, str]]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for folder, told in (("/dev/null/kept", "cannot write"), ("", "a folder without a name")):
        code, output = casbridge("solve", SHIDOKU, "--keep", folder)
        assert code == 2
        assert told in output
        assert output.count("\n") == 1
