"""The reference as a backend: what its limits mean, and the process that it is given for one on memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import casbridge
from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends.protocol import Job, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.errors import UnsupportedError, UsageError
from casbridge.limits import Limits, Stopwatch

MIB = 1 << 20
REFERENCE = ReferenceBackend()


def bits(number: int) -> PolynomialSystem:
    """All points with coordinates 0 and 1."""
    ring = Ring.of(" ".join(f"x{i}" for i in range(number)), field=Field(11))
    return PolynomialSystem.of(ring, [x**2 - x for x in variables(ring)])


def hyperbola() -> PolynomialSystem:
    """No split domains."""
    ring = Ring.of("x y", field=Field(11))
    x, y = variables(ring)
    return PolynomialSystem.of(ring, [x * y - 1])


def easy_and_hard() -> PolynomialSystem:
    """The chain [t - 1] is found at once; what else there is takes very long."""
    ring = Ring.of("t x y z w")
    t, x, y, z, w = variables(ring)
    hard = [
        3 * x**3 * y - 2 * y**2 * z + 5 * x * w**2 - 7 * z + 1,
        2 * x**2 * w - 3 * y**3 * z + w**3 - 5 * x * y + 2,
        7 * x * y * z * w - 2 * z**3 + 3 * w**2 - x - 4,
        x**3 * z - 5 * y**2 * w**2 + 3 * z**2 - 2 * y + 6,
    ]
    return PolynomialSystem.of(ring, [(t - 1) * f for f in hard])


class TestWays:
    """Which way answers, and under which name."""

    def test_split_where_it_applies(self) -> None:
        for method in ("", "series", "split"):
            result = REFERENCE.run(Job(bits(3), method))
            assert (result.name, result.status, len(result.answer or ())) == ("reference:split", Status.COMPLETE, 8)

    def test_general_elsewhere(self) -> None:
        for method in ("", "series", "general", "closure"):
            result = REFERENCE.run(Job(hyperbola(), method))
            assert result.method == ("closure" if method == "closure" else "general")
            assert result.status is Status.COMPLETE
            assert result.answer is not None
            assert [[str(p) for p in component] for component in result.answer.components] == [["x*y - 1"]]

    def test_split_alone_is_unsupported_elsewhere(self) -> None:
        result = REFERENCE.run(Job(hyperbola(), "split"))
        assert (result.name, result.status, result.answer) == ("reference:split", Status.UNSUPPORTED, None)
        assert "no split domains" in result.reason

    def test_general_where_split_applies_too(self) -> None:
        split, general = (REFERENCE.run(Job(bits(4), method)).answer for method in ("split", "general"))
        assert split is not None
        assert general is not None
        assert set(general.components) == set(split.components)

    def test_no_such_method(self) -> None:
        with pytest.raises(UsageError, match="no method 'wu'"):
            REFERENCE.run(Job(bits(1), "wu"))

    @pytest.mark.parametrize("method", ["series", "general", "closure"])
    def test_no_zeros_are_a_complete_answer(self, method: str) -> None:
        ring = Ring.of("x y")
        x, y = variables(ring)
        result = REFERENCE.run(Job(PolynomialSystem.of(ring, [x * y - 1, x]), method))
        assert (result.status, result.reason) == (Status.COMPLETE, "")
        assert result.answer is not None
        assert len(result.answer) == 0


class TestPartial:
    """What is left where a limit ends the general way."""

    @pytest.mark.parametrize("method", ["", "general", "closure"])
    def test_the_limit_on_answers_needs_no_reason(self, method: str) -> None:
        x, y = variables(Ring.of("x y"))
        system = PolynomialSystem.of(x.ring, [x * y])
        result = REFERENCE.run(Job(system, method, Limits(limit=1)))
        assert (result.status, result.reason, len(result.answer or ())) == (Status.PARTIAL, "", 1)
        assert result.stopped is None
        result = REFERENCE.run(Job(system, method, Limits(limit=2)))
        assert (result.status, result.reason, len(result.answer or ())) == (Status.COMPLETE, "", 2)

    @pytest.mark.slow
    @pytest.mark.parametrize("memory", [None, 512 * MIB])
    def test_time(self, memory: int | None) -> None:
        started = time.monotonic()
        result = REFERENCE.run(Job(easy_and_hard(), limits=Limits(seconds=2, memory=memory)))
        assert time.monotonic() - started < 10
        assert (result.name, result.status) == ("reference:general", Status.PARTIAL), result
        assert result.reason == "no complete answer within 2 s: 1 chain so far"
        assert result.stopped is Status.TIMEOUT
        assert result.answer is not None
        assert [[str(p) for p in component] for component in result.answer.components] == [["t - 1"]]

    @pytest.mark.slow
    def test_time_without_a_chain(self) -> None:
        hard = easy_and_hard()
        t, *_ = variables(hard.ring)
        system = PolynomialSystem.of(hard.ring, [*hard.polynomials(), t - 2])
        result = REFERENCE.run(Job(system, limits=Limits(seconds=1.2)))
        assert (result.status, result.answer) == (Status.TIMEOUT, None)
        assert result.reason == "no complete answer within 1.2 s"

    def test_time_that_is_over_before_anything_is_found(self) -> None:
        result = REFERENCE.run(Job(easy_and_hard(), limits=Limits(seconds=1e-6)))
        assert (result.status, result.answer) == (Status.TIMEOUT, None)

    @pytest.mark.slow
    @pytest.mark.parametrize("memory", [8 * MIB])
    def test_memory(self, memory: int) -> None:
        """Whoever notices it first, Python or a library that ends the process: it is the memory."""
        result = REFERENCE.run(Job(easy_and_hard(), limits=Limits(seconds=60, memory=memory)))
        assert result.status in (Status.MEMORY, Status.PARTIAL), result
        assert "out of memory" in result.reason or f"within {memory // MIB} MB of memory" in result.reason
        assert result.stopped is (Status.MEMORY if result.status is Status.PARTIAL else None)
        if result.status is Status.PARTIAL:
            assert result.reason.endswith(": 1 chain so far")
            assert len(result.answer or ()) == 1

    @pytest.mark.slow
    def test_a_library_that_does_not_return(self) -> None:
        """Single calls of FLINT, for resultants, take minutes here."""
        x, y, z, w = variables(Ring.of("x y z w"))
        system = PolynomialSystem.of(
            x.ring,
            [
                w**60 * x + z**59 * y - w * z - 3,
                w**59 * z + z**60 * y**2 - x * w + 1,
                w**58 * y**3 - z**57 * x * w**2 + y - x**2,
            ],
        )
        watch = Stopwatch()
        result = REFERENCE.run(Job(system, limits=Limits(seconds=1)))
        assert result.status is Status.TIMEOUT
        assert result.cpu_seconds is not None
        assert watch.seconds < 30


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
        result = REFERENCE.run(Job(bits(26), limits=Limits(memory=16 * MIB)))
        assert result.status is Status.MEMORY, result
        assert result.cpu_seconds

    def test_a_checkout_that_is_not_installed(self, tmp_path: Path) -> None:
        """Found through the current directory, or a relative PYTHONPATH: the process is elsewhere."""
        shutil.copytree(Path(casbridge.__file__).parent, tmp_path / "casbridge")
        program = (
            "import casbridge, sys; from casbridge.algebra import *; from casbridge.backends.reference import *\n"
            "from casbridge.backends.protocol import Limits\n"
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


class TestPoints:
    def test_only_split_gives_them_one_by_one(self) -> None:
        for method in ("", "series", "general", "closure"):
            assert REFERENCE.stream(Job(hyperbola(), method)) is None
            assert REFERENCE.count(Job(hyperbola(), method)) is None
        with pytest.raises(UnsupportedError):
            REFERENCE.stream(Job(hyperbola(), "split"))
        with pytest.raises(UnsupportedError):
            REFERENCE.count(Job(hyperbola(), "split"))

    def test_memory_counts_from_now_whatever_was_held_before(self) -> None:
        ballast = bytearray(200 * MIB)
        ballast[:: 1 << 10] = bytes(len(range(0, len(ballast), 1 << 10)))
        del ballast
        stream = REFERENCE.stream(Job(bits(20), limits=Limits(memory=40 * MIB)))
        assert stream is not None
        chains = stream.chains
        next(chains)
        more = bytearray(100 * MIB)
        more[:: 1 << 10] = bytes(len(range(0, len(more), 1 << 10)))
        with pytest.raises(MemoryError, match="MB taken"):
            for _ in chains:
                pass

    def test_the_time_of_other_threads_does_not_count(self) -> None:
        begun, over = threading.Event(), threading.Event()

        def work() -> None:
            while not over.is_set():
                sum(range(10_000))
                begun.set()

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        # Longer than many turns of the threads, which are of 5 ms.
        result = REFERENCE.run(Job(bits(16)))
        over.set()
        thread.join()
        assert result.cpu_seconds is not None
        assert result.cpu_seconds < 0.9 * result.wall_seconds
