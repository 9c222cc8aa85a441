"""The reference as a backend: what its limits mean, and the process that it is given for one on memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import casbridge
from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends import worker
from casbridge.backends.reference import ReferenceBackend
from casbridge.backends.values import Job, Limits, Status
from casbridge.errors import UnsupportedError

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


class TestChains:
    def test_unsupported_at_once(self) -> None:
        ring = Ring.of("x y", field=Field(11))
        x, y = variables(ring)
        with pytest.raises(UnsupportedError):
            REFERENCE.chains(Job(PolynomialSystem.of(ring, [x * y - 1])))

    def test_memory_counts_from_now_whatever_was_held_before(self) -> None:
        ballast = bytearray(200 * MIB)
        ballast[:: 1 << 10] = bytes(len(range(0, len(ballast), 1 << 10)))
        del ballast
        chains = REFERENCE.chains(Job(bits(20), limits=Limits(memory=40 * MIB)))
        next(chains)
        more = bytearray(100 * MIB)
        more[:: 1 << 10] = bytes(len(range(0, len(more), 1 << 10)))
        with pytest.raises(MemoryError, match="MB taken"):
            for _ in chains:
                pass

    def test_the_time_of_other_threads_does_not_count(self) -> None:
        over = threading.Event()

        def work() -> None:
            while not over.is_set():
                sum(range(10_000))

        thread = threading.Thread(target=work)
        thread.start()
        result = REFERENCE.run(Job(bits(12)))
        over.set()
        thread.join()
        assert result.cpu_seconds is not None
        assert result.cpu_seconds < 0.9 * result.wall_seconds
