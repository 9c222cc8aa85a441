"""Everything that can go wrong with a CAS, one by one, over both transports, with a program that does it on demand."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fake_cas
import pytest
from living import none_left, processes_with

from casbridge.algebra import Field, PolynomialSystem, Ring, variables
from casbridge.backends import session as session_module
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.singular import SingularBackend
from casbridge.limits import Limits

MIB = 1 << 20
COMPONENTS = "x-1;y-1|x+1;y+1|x-2;y-2|x+2;y+2"


def small_system() -> PolynomialSystem:
    ring = Ring.of("x y", field=Field(11))
    x, y = variables(ring)
    return PolynomialSystem.of(ring, [(x**2 - 1) * (x**2 - 4), y - x], name="four points")


@pytest.fixture(scope="module")
def executable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fake CAS, one for all benches: it is asked for its version once."""
    return fake_cas.install(tmp_path_factory.mktemp("fake"))


class Bench:
    """A backend over the fake CAS."""

    def __init__(self, directory: Path, executable: Path, transport: str) -> None:
        self.mark = f"mark-{uuid.uuid4().hex}"
        self.executable = executable
        self.transport = transport
        self.plan = directory / "plan"
        self.backend = self.another()
        self.backend.availability()

    def another(self, **options: Any) -> SingularBackend:
        environment = {
            "CASBRIDGE_FAKE_PLAN": str(self.plan),
            "CASBRIDGE_FAKE_COMPONENTS": COMPONENTS,
            "CASBRIDGE_FAKE_MARK": self.mark,
        }
        persistent = self.transport == "session"
        return SingularBackend(self.executable, persistent=persistent, environment=environment, **options)

    def run(self, *faults: str, seconds: float | None = 20, memory: int | None = None) -> Result:
        self.plan.write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")
        started = time.monotonic()
        result = self.backend.run(Job(small_system(), "minAssGTZ", Limits(seconds=seconds, memory=memory)))
        if seconds is not None:
            assert time.monotonic() - started < seconds + 10
        return result


TRANSPORTS = ("session", "process")


@pytest.fixture(params=TRANSPORTS)
def bench(request: pytest.FixtureRequest, tmp_path: Path, executable: Path) -> Iterator[Bench]:
    made = Bench(tmp_path, executable, request.param)
    yield made
    made.backend.close()
    assert none_left(made.mark)


FAULTS: dict[str, tuple[Status, str, float]] = {
    # fault: status, a part of the reason, seconds allowed
    "hang": (Status.TIMEOUT, "limit of time, 0.25 s", 0.25),
    "hang-ignoring-signals": (Status.TIMEOUT, "limit of time, 0.25 s", 0.25),
    "compute-forever": (Status.TIMEOUT, "limit of time, 0.25 s", 0.25),
    "close-output": (Status.TIMEOUT, "limit of time, 0.25 s", 0.25),
    "die-silently": (Status.CRASHED, "ended before it had done the job", 20),
    "exit-3": (Status.CRASHED, "exit code 3", 20),
    "be-killed": (Status.CRASHED, "killed by SIGKILL", 20),
    "segfault": (Status.CRASHED, "killed by SIGSEGV", 20),
    "segfault-and-restart": (Status.CRASHED, "signal 11 (v: 4313/0)", 20),
    "grandchild-and-die": (Status.CRASHED, "exit code 3", 20),
    "half-answer-and-die": (Status.CRASHED, "ended before it had done the job", 20),
    "no-more-memory": (Status.MEMORY, "no more memory", 20),
    "exit-14": (Status.MEMORY, "exit code 14", 20),
    "flood": (Status.UNPARSABLE, "all work and no play", 20),
    "flood-one-line": (Status.UNPARSABLE, "yyyyyy", 20),
    "half-answer": (Status.UNPARSABLE, "", 20),
    "enormous-answer": (Status.MEMORY, "an answer of more than 256 MiB", 20),
    "no-answer": (Status.UNPARSABLE, "no answer file", 20),
    "wrong-count": (Status.UNPARSABLE, "5", 20),
    "junk": (Status.UNPARSABLE, "", 20),
    "error-and-go-on": (Status.UNPARSABLE, "`x` is undefined; error occurred in or before job.sing line 7", 20),
    "not-implemented": (Status.UNSUPPORTED, "char_series not implemented for this ring", 20),
    "continuation": (Status.UNPARSABLE, "", 20),
    "other-job": (Status.UNPARSABLE, "0123456789ab", 20),
}
#: Faults that `make test` has over one transport: of the answer alone, which both read in the same way, of what
#: Singular says, and of the same kind as another one.
OVER_ONE = {
    "hang": "session",
    "hang-ignoring-signals": "process",
    "compute-forever": "process",
    "close-output": "session",
    "segfault": "process",
    "segfault-and-restart": "session",
    "half-answer-and-die": "process",
    "exit-14": "process",
    "flood-one-line": "session",
    "half-answer": "session",
    "no-answer": "session",
    "wrong-count": "session",
    "junk": "session",
    "error-and-go-on": "session",
    "not-implemented": "session",
    "continuation": "session",
    "other-job": "session",
}


@pytest.mark.parametrize(
    ("bench", "fault"),
    [
        pytest.param(
            transport,
            fault,
            marks=() if OVER_ONE.get(fault, transport) == transport else pytest.mark.slow,
            id=f"{transport}-{fault}",
        )
        for transport in TRANSPORTS
        for fault in FAULTS
    ],
    indirect=["bench"],
)
def test_a_fault_and_its_status(bench: Bench, fault: str) -> None:
    status, reason, seconds = FAULTS[fault]
    result = bench.run(fault, seconds=seconds)
    assert result.status is status, result
    assert reason in result.reason
    assert "\n" not in result.reason
    assert result.answer is None
    assert result.script is not None
    assert result.version == "4.3.1"
    assert len(result.transcript) < 3 * MIB
    assert not re.search(r"\b\d{9}\b", result.reason), "our own sum is nothing that Singular said"
    assert none_left(bench.mark)
    assert bench.run().status is Status.COMPLETE


@pytest.mark.parametrize("fault", ["grandchild", "notice", "junk-on-terminal"])
def test_oddities_beside_a_right_answer(bench: Bench, fault: str) -> None:
    result = bench.run(fault)
    assert result.status is Status.COMPLETE, result
    assert len(result.answer or ()) == 4
    assert bench.run().status is Status.COMPLETE


def test_an_ordinary_answer(bench: Bench) -> None:
    result = bench.run()
    assert result.status is Status.COMPLETE
    assert result.answer is not None
    assert sorted(str(point) for point in result.answer.points()) == ["(1, 1)", "(10, 10)", "(2, 2)", "(9, 9)"]
    assert "casbridge:end" in result.transcript
    assert 0 < result.wall_seconds < 20
    assert result.cpu_seconds is not None
    assert (bench.run().answer or None) == result.answer


@pytest.mark.parametrize(
    ("bench", "lie"),
    [
        pytest.param(transport, lie, marks=pytest.mark.slow if transport == "process" and lie != "drop" else ())
        for transport in TRANSPORTS
        for lie in fake_cas.LIES
    ],
    indirect=["bench"],
)
def test_a_lie_is_not_seen_here(bench: Bench, lie: str) -> None:
    """The form is right, so that comparing answers has something to find."""
    result = bench.run(lie)
    assert result.status is Status.COMPLETE
    truth = bench.run().answer
    assert result.answer is not None
    assert truth is not None
    if lie != "swap":
        assert list(result.answer.components) != list(truth.components)


@pytest.mark.parametrize("bench", ["session", pytest.param("process", marks=pytest.mark.slow)], indirect=True)
def test_memory_that_is_really_eaten(bench: Bench) -> None:
    result = bench.run("eat-memory", memory=300 * MIB)
    assert result.status is Status.MEMORY
    assert "the limit is 300 MiB" in result.reason
    assert none_left(bench.mark)
    assert bench.run(memory=300 * MIB).status is Status.COMPLETE
    assert bench.run().status is Status.COMPLETE


@pytest.mark.slow
def test_a_slow_start_counts(bench: Bench) -> None:
    assert bench.run("start:slowly 0.3").status is Status.COMPLETE
    bench.backend.close()
    result = bench.run("start:slowly 30", seconds=0.5)
    assert result.status is Status.TIMEOUT, result
    assert result.reason.count("Singular") == 1
    assert result.reason.endswith("was stopped at the limit of time, 0.5 s")
    assert none_left(bench.mark)
    assert bench.run().status is Status.COMPLETE


def test_a_failing_start(bench: Bench) -> None:
    result = bench.run("start:die")
    assert result.status is Status.CRASHED
    assert "exit code 7" in result.reason
    assert bench.run().status is Status.COMPLETE


def test_a_system_without_a_place_for_files(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    result = bench.run()
    assert result.status is Status.CRASHED, result
    assert "No such file or directory" in result.reason
    assert result.name == f"singular:{result.method}"
    monkeypatch.undo()
    assert bench.run().status is Status.COMPLETE


def test_an_answer_that_this_process_cannot_hold(bench: Bench) -> None:
    bench.run()
    child = os.fork()
    if not child:
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + 200 * MIB,) * 2)
        found = bench.run("enormous-answer").status is Status.MEMORY and bench.run().status is Status.COMPLETE
        bench.backend.close()
        os._exit(0 if found else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_limit_on_answers(bench: Bench) -> None:
    for most, status in ((1, Status.PARTIAL), (4, Status.COMPLETE), (5, Status.COMPLETE)):
        result = bench.backend.run(Job(small_system(), limits=Limits(seconds=20, limit=most)))
        assert result.status is status
        assert len(result.answer or ()) == min(most, 4)


def test_two_threads_at_once(bench: Bench) -> None:
    results: list[Result] = []

    def work() -> None:
        job = Job(small_system(), limits=Limits(seconds=20))
        results.extend(bench.backend.run(job) for _ in range(3))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.status for result in results] == [Status.COMPLETE] * 6


@pytest.mark.usefixtures("nothing_hidden")
def test_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CASBRIDGE_SINGULAR", raising=False)
    monkeypatch.setattr("sys.path", [])
    result = SingularBackend().run(Job(small_system()))
    assert result.status is Status.MISSING
    assert result.reason.index("apt install singular-ui") < result.reason.index("casbridge[singular]")
    monkeypatch.setenv("CASBRIDGE_SINGULAR", "/no/such/Singular")
    result = SingularBackend().run(Job(small_system()))
    assert result.status is Status.MISSING
    assert "CASBRIDGE_SINGULAR is set to /no/such/Singular: no such file" in result.reason


def test_something_that_is_not_singular() -> None:
    found = SingularBackend("true").availability()
    assert not found.available
    assert "does not tell its version as Singular does" in found.reason


def test_two_versions_by_name(bench: Bench) -> None:
    other = bench.another(name="singular-old")
    assert other.run(Job(small_system())).name == f"singular-old:{other.default_method}"
    other.close()


class TestSession:
    """What only the transport that stays can do."""

    @pytest.fixture
    def bench(self, tmp_path: Path, executable: Path) -> Iterator[Bench]:
        made = Bench(tmp_path, executable, "session")
        yield made
        made.backend.close()
        assert none_left(made.mark)

    def session_of(self, bench: Bench) -> int:
        (pid,) = processes_with(bench.mark)
        return pid

    def test_it_stays(self, bench: Bench) -> None:
        bench.run()
        first = self.session_of(bench)
        bench.run("notice")
        assert self.session_of(bench) == first
        bench.run(memory=500 * MIB)
        assert len(processes_with(bench.mark)) == 2, "a session has one memory limit"

    @pytest.mark.parametrize("fault", ["error-and-go-on", "junk-on-terminal", "half-answer", "other-job"])
    def test_it_does_not_stay_after_an_oddity(self, bench: Bench, fault: str) -> None:
        bench.run()
        first = self.session_of(bench)
        bench.run(fault)
        assert first not in processes_with(bench.mark)

    def test_it_is_replaced_where_it_died_while_idle(self, bench: Bench) -> None:
        bench.run()
        os.kill(self.session_of(bench), signal.SIGKILL)
        assert bench.run().status is Status.COMPLETE

    def test_a_job_that_it_never_took_is_given_away_whole_and_that_is_recorded(self, bench: Bench) -> None:
        bench.run()
        result = bench.run("sum:die")
        assert result.status is Status.COMPLETE
        assert "the whole job is given to another" in result.transcript

    def test_a_job_that_it_took_is_not_replayed(self, bench: Bench) -> None:
        result = bench.run("exit-3", "junk")
        assert result.status is Status.CRASHED
        assert bench.plan.read_text() == "junk\n"

    def test_it_closes_itself_when_idle(self, bench: Bench) -> None:
        bench.backend = bench.another(idle_seconds=0.1)
        assert bench.run().status is Status.COMPLETE
        assert none_left(bench.mark)
        assert bench.run().status is Status.COMPLETE

    def test_it_is_replaced_after_many_jobs(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(session_module, "MOST_JOBS", 2)
        pids = set()
        for _ in range(5):
            assert bench.run().status is Status.COMPLETE
            pids |= set(processes_with(bench.mark))
        assert len(pids) >= 2

    @pytest.mark.slow
    def test_closing_its_terminal_is_an_end(self, bench: Bench) -> None:
        result = bench.run("close-everything")
        assert result.status is Status.CRASHED
        assert "closed its terminal" in result.reason
        assert none_left(bench.mark)

    def test_a_continuation_prompt_is_noticed_before_the_limit(self, bench: Bench) -> None:
        result = bench.run("continuation", seconds=60)
        assert "waits for the end of a statement" in result.reason
        assert result.wall_seconds < 30

    def test_an_interrupt_ends_it(self, bench: Bench) -> None:
        """KeyboardInterrupt while a job runs: it goes on to the caller, and the session is not used again."""
        bench.run()
        first = self.session_of(bench)

        def interrupt() -> None:
            end = time.monotonic() + 15
            while bench.plan.read_text() != "left\n" and time.monotonic() < end:
                time.sleep(0.01)
            signal.raise_signal(signal.SIGINT)

        interrupting = threading.Thread(target=interrupt)
        bench.plan.write_text("hang\nleft\n")
        interrupting.start()
        with pytest.raises(KeyboardInterrupt):
            bench.run("hang", "left")
        interrupting.join()
        assert first not in processes_with(bench.mark)
        assert bench.run().status is Status.COMPLETE

    def test_without_a_terminal_every_job_has_a_process(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        def openpty() -> tuple[int, int]:
            raise OSError(2, "out of pty devices")

        monkeypatch.setattr(os, "openpty", openpty)
        assert bench.run().status is Status.COMPLETE
        assert bench.run("exit-3").status is Status.CRASHED
        assert not processes_with(bench.mark)

    def test_nothing_stays_open_where_it_cannot_be_started(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        bench.run()
        bench.backend.close()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
        before = os.listdir("/dev/fd")
        with pytest.raises(FileNotFoundError):
            session_module.Session(str(bench.executable))
        assert os.listdir("/dev/fd") == before

    @pytest.mark.usefixtures("nothing_hidden")
    def test_the_executable_that_is_named_answers(
        self, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        environment = {"CASBRIDGE_FAKE_COMPONENTS": COMPONENTS, "CASBRIDGE_FAKE_MARK": bench.mark}
        backend = SingularBackend(environment=environment)
        for name in ("one", "two", "one"):
            folder = tmp_path / name
            folder.mkdir(exist_ok=True)
            monkeypatch.setenv("CASBRIDGE_SINGULAR", str(fake_cas.install(folder)))
            assert backend.run(Job(small_system(), limits=Limits(seconds=20))).status is Status.COMPLETE
        assert len(processes_with(bench.mark)) == 2
        backend.close()

    def test_sessions_that_take_no_job_give_it_to_a_process(self, bench: Bench) -> None:
        bench.run()
        result = bench.run("sum:die", "sum:answer", "sum:die")
        assert result.status is Status.COMPLETE, result
        assert result.transcript.count("attempt given up") == 2

    @pytest.mark.slow
    def test_a_deadline_that_passes_before_a_session_takes_the_job(self, bench: Bench) -> None:
        bench.run()
        result = bench.run("sum:hang", seconds=1)
        assert result.status is Status.TIMEOUT, result

    @pytest.fixture
    def few_last_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What hangs after it said what nobody asked for says no more."""
        monkeypatch.setattr(session_module, "_LAST_WORDS_SECONDS", 0.05)

    @pytest.mark.usefixtures("few_last_words")
    def test_a_program_that_is_not_singular_is_noticed_at_once(self, bench: Bench) -> None:
        result = bench.run("start:junk", seconds=60)
        assert result.status is Status.UNPARSABLE, result
        assert "Singular did not start: it said what nobody asked for: Welcome to another program" in result.reason
        assert result.wall_seconds < 30

    @pytest.mark.usefixtures("few_last_words")
    @pytest.mark.parametrize("fault", ["junk-and-hang", "unfinished-junk-and-hang"])
    def test_junk_instead_of_an_answer_is_noticed_at_once(self, bench: Bench, fault: str) -> None:
        result = bench.run(fault, seconds=60)
        assert result.status is Status.UNPARSABLE, result
        assert "said what nobody asked for: " in result.reason
        assert result.wall_seconds < 30

    @pytest.mark.parametrize(
        "end",
        [
            "pass",
            "os.kill(os.getpid(), signal.SIGKILL)",
            *(pytest.param(one, marks=pytest.mark.slow) for one in ("os._exit(0)", "1 / 0")),
        ],
    )
    def test_it_does_not_outlive_this_process(self, tmp_path: Path, end: str) -> None:
        executable, mark = fake_cas.install(tmp_path), f"mark-{uuid.uuid4().hex}"
        program = (
            "import os, signal, sys\n"
            "from casbridge.backends.session import Session\n"
            f"session = Session({str(executable)!r})\n"
            "print(session.usable, flush=True)\n"
            f"{end}\n"
        )
        finished = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "CASBRIDGE_TEST_MARK": mark},
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        assert finished.stdout == "True\n"
        assert none_left(mark)
