"""The reference as a backend: what its limits mean, and the process that it is given for one on memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import casbridge
from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends import worker
from casbridge.backends.reference import ReferenceBackend
from casbridge.backends.values import Job, Limits, Status

MIB = 1 << 20
REFERENCE = ReferenceBackend()


def bits(number: int) -> PolynomialSystem:
    """All points with coordinates 0 and 1."""
    ring = Ring.of(" ".join(f"x{i}" for i in range(number)), field=Field(11))
    return PolynomialSystem.of(ring, [x**2 - x for x in variables(ring)])


class TestProcess:
    """A limit on memory."""

    def test_its_result_says_what_the_process_took(self) -> None:
        result = REFERENCE.run(Job(bits(3), limits=Limits(seconds=60, memory=512 * MIB)))
        assert result.status is Status.COMPLETE, result
        assert len(result.answer or ()) == 8
        assert result.cpu_seconds is not None
        assert result.cpu_seconds > 0
        assert result.peak_memory is not None
        assert result.peak_memory > MIB

    def test_too_little_memory(self) -> None:
        result = REFERENCE.run(Job(bits(26), limits=Limits(seconds=60, memory=16 * MIB)))
        assert result.status is Status.MEMORY, result
        assert result.cpu_seconds

    @pytest.mark.parametrize("error", [MemoryError, SystemError])
    def test_memory_has_an_exit_code_of_its_own(
        self, error: type[Exception], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        def fail() -> None:
            raise error

        monkeypatch.setattr(worker, "_do_job", fail)
        with pytest.raises(SystemExit) as ended:
            worker.main()
        assert ended.value.code not in (None, 0, 1, 2)

    def test_a_checkout_that_is_not_installed(self, tmp_path: Path) -> None:
        """Found through the current directory, or a relative PYTHONPATH: the process is elsewhere."""
        shutil.copytree(Path(casbridge.__file__).parent, tmp_path / "casbridge")
        program = (
            "import casbridge, sys; from casbridge.algebra import *; from casbridge.backends.reference import *\n"
            "from casbridge.backends.values import Limits\n"
            "from casbridge.backends import worker\n"
            "ring = Ring.of('x', Field(11)); x, = variables(ring)\n"
            "system = PolynomialSystem.of(ring, [x**2 - x])\n"
            "result = ReferenceBackend().run(Job(system, limits=Limits(memory=512 << 20)))\n"
            "print(casbridge.__file__); print(result.status, result.reason)\n"
        )
        packages = [entry for entry in sys.path if entry.endswith("site-packages")]
        finished = subprocess.run(
            [sys.executable, "-S", "-c", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(["", *packages])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert finished.stdout == f"{tmp_path}/casbridge/__init__.py\ncomplete \n"

    def test_no_room_for_its_files(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*arguments: object, **options: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(worker.tempfile, "TemporaryDirectory", full)
        result = REFERENCE.run(Job(bits(3), limits=Limits(memory=512 * MIB)))
        assert result.status is Status.CRASHED
        assert "No space left on device" in result.reason
