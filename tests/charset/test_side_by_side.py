"""The general way in several processes: the same chains as in one, and no process left behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from casbridge import char_series
from casbridge.algebra import Field, PolynomialSystem
from casbridge.algebra.families import family
from casbridge.backends.protocol import Job, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.charset.general import side_by_side
from casbridge.charset.general.shares import Place, Question, Ran, Step
from casbridge.charset.general.side_by_side import _Runner, _winner
from casbridge.charset.series import GeneralRun, run_general
from casbridge.errors import BackendError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.processes.apart import Call
from tests.charset.test_general import make
from tests.crosscheck.series_cases import CASES, adjacent_minors
from tests.effort import examples
from tests.living import none_left, processes_with

COMMAND = [sys.executable, "-m", "casbridge"]
ROOT = Path(__file__).resolve().parents[2]
#: No strategy finishes it soon.
ENDLESS = "cyclic-8"
#: Several starts join before one finishes: families, their sizes, and characteristics.
SEVERAL = [("katsura", 5, 0), ("cyclic", 5, 0), ("cyclic", 5, 101), ("schwarz", 5, 0), ("noon", 3, 101)]


def member(name: str, size: int, characteristic: int = 0) -> PolynomialSystem:
    return family(name, size, field=Field(characteristic) if characteristic else None)


def runs(system: PolynomialSystem, workers: Sequence[int] = (1, 2), **options: Any) -> list[GeneralRun]:
    return [run_general(system, Deadline.after(600), workers=number, explained=True, **options) for number in workers]


def assert_same(found: Sequence[GeneralRun]) -> None:
    """The same chains by the same start, after the same work of each."""
    first, *others = found
    assert first.stopped is None
    for other in others:
        assert (other.chains, other.complete, other.starts) == (first.chains, first.complete, first.starts)


# -- the same chains --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_known_series_are_the_same_in_two_processes(case: Any) -> None:
    assert_same(runs(case.system))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size", "characteristic"), SEVERAL)
def test_a_series_of_several_starts_is_the_same_in_any_number_of_processes(
    name: str, size: int, characteristic: int
) -> None:
    found = runs(member(name, size, characteristic), (1, 2, 3, 20))
    assert_same(found)
    assert len(found[0].starts) > 1 or name == "noon"


def test_starts_of_both_processes_are_the_same_as_in_one() -> None:
    alone, shared = found = runs(member("schwarz", 5))
    assert_same(found)
    assert [start.outcome for start in shared.starts] == ["at work", "finished"]
    assert alone.usage.cpu_seconds is not None
    assert shared.usage.cpu_seconds is not None


@pytest.mark.parametrize("options", [{"closure": True}, {"most": 3}, {"most": 3, "closure": True}], ids=str)
def test_closures_and_limited_series_are_the_same_in_two_processes(options: dict[str, Any]) -> None:
    assert_same(runs(adjacent_minors(6), **options))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(20)))
def test_random_series_are_the_same_in_two_processes(seed: int) -> None:
    chance = random.Random(seed)

    def term() -> str:
        return "*".join(f"{chance.choice('xyz')}^{chance.randint(1, 2)}" for _ in range(chance.randint(1, 2)))

    def polynomial() -> str:
        return "+".join(f"{chance.randint(1, 5)}*{term()}" for _ in range(3))

    text = "; ".join(polynomial() for _ in range(chance.randint(2, 4)))
    found = runs(make("x y z", chance.choice([0, 0, 5, 101]), text))
    assert_same(found)


def test_workers_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    system = make("x y z", 0, "x*y^2 + y + 1; z^2 - x")
    given = []
    shared = side_by_side.shared_run
    monkeypatch.setattr(
        side_by_side, "shared_run", lambda *args, **options: given.append(options) or shared(*args, **options)
    )
    alone = char_series(system)
    assert not given
    assert char_series(system, workers=2) == alone
    assert [options["workers"] for options in given] == [2]
    result = ReferenceBackend(2).run(Job(system, "general"))
    assert len(given) == 2
    assert result.answer == ReferenceBackend().run(Job(system, "general")).answer
    assert result.cpu_seconds is not None
    with pytest.raises(UsageError, match="0 workers; expected at least 1"):
        char_series(system, workers=0)


# -- which outcome counts ---------------------------------------------------------------------------------------------


class FakeCall:
    """A call whose messages a test makes."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self.has_ended = False
        self.value: Any = None
        self.error: Any = None
        self.answers: list[Any] = []

    def answer(self, value: Any) -> None:
        self.answers.append(value)


class Items(list[Any]):
    def popleft(self) -> Any:
        return self.pop(0)


def runner(*items: Any, value: Any = None, error: Any = None) -> _Runner:
    call: Any = FakeCall()
    call.items = Items(items)
    call.has_ended, call.value, call.error = value is not None or error is not None, value, error
    made = _Runner(call)
    made.look()
    return made


def outcome(name: str) -> tuple[list[Any], bool, bool]:
    return [name], True, False


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        # The other one is behind: it may still finish earlier in the schedule.
        (((5, -1), (4,)), None),
        (((5, -1), (5,)), None),
        (((5, -1), (5, -2)), None),
        # It has begun its next turn after that place, or the next turn of all.
        (((5, -1), (5, 0)), 0),
        (((5, -1), (6,)), 0),
        (((5, -1), (float("inf"),)), 0),
    ],
)
def test_an_outcome_counts_when_the_other_has_come_as_far(places: tuple[Place, Place], expected: int | None) -> None:
    ended, other = runner(Step(places[0]), value=outcome("a")), runner(Step(places[1]))
    for both in ([ended, other], [other, ended]):
        assert _winner(both) is (None if expected is None else ended)


def test_the_earlier_outcome_counts_not_the_quicker() -> None:
    late, early = runner(Step((5, -1)), value=outcome("a")), runner(Step((4, 0)), value=outcome("b"))
    assert _winner([late, early]) is early
    assert _winner([early, late]) is early


def test_an_error_counts_like_chains() -> None:
    failed, ended = (
        runner(Step((3, -1)), error=UnsupportedError("no factors")),
        runner(Step((4, 0)), value=outcome("a")),
    )
    assert _winner([failed, ended]) is failed
    quicker = runner(Step((2, 0)), value=outcome("b"))
    assert _winner([failed, quicker]) is quicker


def test_nobody_waits_for_a_process_without_starts() -> None:
    """Also not for one that died before a start of it joined."""
    sole = runner(Step((0, 0)), value=(["a"], True, True))
    assert _winner([sole, runner()]) is sole
    assert _winner([runner(error=BackendError("killed")), sole]) is sole


def test_a_question_is_answered_when_the_other_has_come_as_far() -> None:
    asking, other = runner(Step((3,), waits=False), Question(3)), runner(Step((2,), waits=False))
    both = [asking, other]
    asking.answer(both)
    assert asking.call.answers == []  # type: ignore[attr-defined]
    other.call.items += [Step((2, -1)), Step((3,), waits=True), Step((3, -1)), Step((4,), waits=False)]
    other.look()
    asking.answer(both)
    asking.answer(both)
    assert asking.call.answers == [True]  # type: ignore[attr-defined]


def test_what_starts_did_after_the_end_is_left_out() -> None:
    def ran(work: int) -> Ran:
        return Ran("bases", 0, work, 0, "at work")

    other = runner(Step((2, -1)), Step((2, -1), ran(5)), Step((3, -1)), Step((3, -1), ran(9)))
    assert other.starts_until((3, 0), is_whole=True) == {1: ran(9)}
    assert other.starts_until((2, 0), is_whole=True) == {1: ran(5)}
    assert other.starts_until((2, 0), is_whole=False) == {1: ran(9)}


# -- limits, deaths, and what is left ---------------------------------------------------------------------------------


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """The calls that are made."""
    made: list[Call] = []

    class Noted(Call):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

    monkeypatch.setattr(side_by_side, "Call", Noted)
    return made


def wait_until_gone(calls: Sequence[Call]) -> None:
    deadline = time.monotonic() + 30
    for one in calls:
        while Path(f"/proc/{one._worker.group.pid}").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_time_holds_for_both(calls: list[Call]) -> None:
    watch = Stopwatch()
    run = run_general(member("cyclic", 8), Deadline.after(1), workers=2)
    assert isinstance(run.stopped, LimitError)
    assert not run.complete
    assert watch.seconds < 20
    assert len(calls) == 2
    assert run.usage.cpu_seconds is not None


def test_memory_is_shared() -> None:
    """Loading alone takes more than a quarter of this."""
    run = run_general(member("cyclic", 8), Deadline.after(600), 40 << 20, workers=2)
    assert isinstance(run.stopped, MemoryError)
    assert str(run.stopped) == "no answer within 40 MB of memory, shared by 2 processes"
    result = ReferenceBackend(2).run(Job(member("cyclic", 8), "general", Limits(memory=40 << 20)))
    assert result.status is Status.MEMORY


@pytest.mark.parametrize("number", [0, 1])
def test_a_worker_that_dies_is_an_error(calls: list[Call], monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    look = _Runner.look

    def kill(self: _Runner) -> None:
        look(self)
        if self.call is calls[number] and self.place >= (3,):
            self.call.kill()

    monkeypatch.setattr(_Runner, "look", kill)
    run = run_general(member("cyclic", 8), Deadline.after(600), workers=2)
    assert isinstance(run.stopped, BackendError)
    assert "killed by SIGKILL" in str(run.stopped)
    assert not run.complete
    wait_until_gone(calls)


def test_an_error_ends_both(calls: list[Call], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: _Runner) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_Runner, "look", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_general(member("cyclic", 8), Deadline.after(600), workers=2)
    wait_until_gone(calls)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_nothing_is_left_of_two_workers(number: signal.Signals) -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    program = subprocess.Popen(
        [*COMMAND, "charseries", ENDLESS, "--workers", "2"],
        cwd=ROOT,
        env={**os.environ, "CASBRIDGE_TEST_MARK": mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 30
    while len(processes_with(mark)) < 4:  # the program, two workers, and the guardian
        assert time.monotonic() < deadline
        time.sleep(0.02)
    program.send_signal(number)
    program.communicate(timeout=30)
    assert none_left(mark, 30)
    assert program.returncode == (-number if number is signal.SIGKILL else 128 + number)


def test_nothing_is_left_of_two_workers_after_a_limit() -> None:
    mark = f"mark-{uuid.uuid4().hex}"
    done = subprocess.run(
        [*COMMAND, "charseries", ENDLESS, "--workers", "2", "--timeout", "1"],
        cwd=ROOT,
        env={**os.environ, "CASBRIDGE_TEST_MARK": mark},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 4
    assert none_left(mark, 30)
