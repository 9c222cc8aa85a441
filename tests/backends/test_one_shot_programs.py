"""What backends that run one script in one process do with programs that are missing, other ones, or go wrong.

Each fake program is a shell script: it tells a version when it is asked for one, and else does what a test says.
"""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest
from living import none_left
from script_cases import system

from casbridge.backends.giac import GiacBackend
from casbridge.backends.macaulay2 import Macaulay2Backend
from casbridge.backends.maxima import MaximaBackend
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Backend, Job, Status
from casbridge.limits import Limits
from casbridge.scripts import render

#: backend, what its program prints when it is asked for its version, that version
KINDS = [
    pytest.param(Macaulay2Backend, "1.99", "1.99", id="macaulay2"),
    pytest.param(MaximaBackend, "Maxima 5.99.1", "5.99.1", id="maxima"),
    pytest.param(GiacBackend, "// (c) 2001, 2099 B. P.\n1.99.0.9+2099-12-06+wheel", "1.99.0.9", id="giac"),
]
ASKED = system("x y", ["x-1", "y+2"])


def fake(folder: Path, kind: type[OneShotBackend], tells: str, does: str) -> OneShotBackend:
    """A backend whose program does something instead of a script."""
    program = kind.program
    assert program is not None
    (folder / "tells").write_text(f"{tells}\n", encoding="utf-8")
    executable = folder / program.name
    asked = " ".join(program.arguments)
    executable.write_text(
        f'#!/bin/bash\nif [ "$*" = "{asked}" ]; then exec cat "{folder}/tells"; fi\n{does}\n', encoding="utf-8"
    )
    executable.chmod(0o755)
    return kind(executable)


@pytest.mark.parametrize(("kind", "tells", "version"), KINDS)
class TestPrograms:
    def test_it_is_a_backend(self, kind: type[OneShotBackend], tells: str, version: str) -> None:
        assert isinstance(kind(), Backend)

    def test_a_missing_program(
        self, kind: type[OneShotBackend], tells: str, version: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        program = kind.program
        assert program is not None
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.delenv(program.variable, raising=False)
        monkeypatch.setattr("sys.path", [])
        result = kind().run(Job(ASKED))
        assert result.status is Status.MISSING
        assert program.variable in result.reason
        assert "install" in result.reason

    @pytest.mark.parametrize("prints", ["hello", "version 1.2.x", ""])
    def test_another_program(
        self, kind: type[OneShotBackend], tells: str, version: str, prints: str, tmp_path: Path
    ) -> None:
        found = fake(tmp_path, kind, prints, "exit 0").availability()
        assert not found.available
        assert "another program" in found.reason

    @pytest.mark.parametrize(
        ("does", "status", "reason"),
        [
            ("exit 3", Status.CRASHED, "ended with exit code 3"),
            ("echo last words; exit 5", Status.CRASHED, "exit code 5; it said: last words"),
            ("kill -SEGV $$", Status.CRASHED, "was killed by SIGSEGV"),
            ("echo Cannot allocate memory; kill -ABRT $$", Status.MEMORY, "ran out of memory"),
            ("exec sleep 60", Status.TIMEOUT, "limit of time, 1 s"),
            pytest.param(
                "(trap '' TERM; sleep 60) & trap '' TERM; sleep 60",
                Status.TIMEOUT,
                "limit of time, 1 s",
                marks=pytest.mark.slow,
            ),
            ("exec yes", Status.UNPARSABLE, "printed too much"),
            ("true", Status.UNPARSABLE, "left no answer"),
            ("true > answer.txt", Status.UNPARSABLE, "left an empty answer"),
            ("echo what is this > answer.txt", Status.UNPARSABLE, "no answer in the output"),
            ("echo casbridge:begin 0123456789ab > answer.txt", Status.UNPARSABLE, "0123456789ab"),
            ("echo casbridge:begin $JOB > answer.txt", Status.UNPARSABLE, "cut off"),
            ("mkfifo answer.txt", Status.UNPARSABLE, "left no answer"),
        ],
    )
    def test_what_goes_wrong(
        self,
        kind: type[OneShotBackend],
        tells: str,
        version: str,
        does: str,
        status: Status,
        reason: str,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
    ) -> None:
        backend = fake(tmp_path, kind, tells, does)
        job = render(ASKED, kind.script_target, answer_file="answer.txt").job
        mark = f"mark-{uuid.uuid4().hex}"
        monkeypatch.setattr(backend, "environment", {**kind.environment, "JOB": job, "MARK": mark})
        monkeypatch.setattr(backend, "largest_output", 1 << 16)
        result = backend.run(Job(ASKED, limits=Limits(seconds=1 if status is Status.TIMEOUT else 60)))
        assert result.status is status, result
        assert reason in result.reason
        assert "\n" not in result.reason
        assert result.version == version
        assert result.answer is None
        assert none_left(mark)
