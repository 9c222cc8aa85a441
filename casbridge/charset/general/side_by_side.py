"""The general way in several processes: each works at some of the starts, and the chains are the same as from one.

    process 0: starts 0, 2, 4, … ──steps, chains──▶ this process ──▶ the chains of the first that finishes
    process 1: starts 1, 3, 5, … ──steps, chains──▶

The turns of all starts are one schedule, measured in work. In one process, the start that finishes first in this
schedule ends the run. A process that has a share of the starts goes through the schedule by itself. No start depends on
another one, with one exception: some starts keep others from joining. So a process asks before a start joins, and waits
until the others have come as far.

If a process ends at a place of the schedule, its outcome counts once the others have come to this place without an
outcome of their own. This holds for chains and for errors: which process is quicker does not matter.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from casbridge.charset.general.apart import shared_chains
from casbridge.charset.general.shares import Place, Question, Ran, Step
from casbridge.limits import NEVER, Deadline, Usage, default_memory
from casbridge.processes.apart import Call, wait_for

if TYPE_CHECKING:
    from casbridge.algebra.systems import PolynomialSystem
    from casbridge.charset.definitions.chains import Chain
    from casbridge.errors import CasbridgeError

#: More starts than these do not join.
MOST_WORKERS = 8


class SharedRun(NamedTuple):
    """What several processes gave together.

    value: the chains, and whether there are no more; None after a stop. error: what stopped it, or None.
    items: each chain that a start found, with the start's number.
    starts: what each start did until the end of the run, in the order in which they joined.
    usage: of all processes together.
    """

    value: tuple[list[Chain], bool] | None
    error: CasbridgeError | MemoryError | None
    items: list[tuple[int, Chain]]
    starts: list[Ran]
    usage: Usage


def shared_run(
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    closure: bool = False,
    most: int | None = None,
    workers: int = 2,
) -> SharedRun:
    """The series in so many processes. memory: bytes for all of them together, shared equally.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> from casbridge.algebra.systems import PolynomialSystem
    >>> shared_run(PolynomialSystem.of(x.ring, [x * y - 1])).value
    ([[x*y - 1]], True)
    """
    workers = min(workers, MOST_WORKERS)
    each = default_memory(workers) if memory is None else memory // workers
    with ExitStack() as stack:
        calls = [
            stack.enter_context(
                Call(shared_chains, system, deadline, closure, most, first, workers, deadline=deadline, memory=each)
            )
            for first in range(workers)
        ]
        runners = [_Runner(call) for call in calls]
        while (first := _winner(runners)) is None:
            wait_for(calls, deadline)
            for runner in runners:
                runner.look()
            for runner in runners:
                runner.answer(runners)
        for call in calls:
            call.close()
    value, error, end = first.call.value, first.call.error, first.place
    if isinstance(error, MemoryError) and each is not None:
        error = MemoryError(f"no answer within {each * workers // 2**20} MB of memory, shared by {workers} processes")
    items = [item for runner in runners for item in runner.chains]
    ran = {
        number: one for runner in runners for number, one in runner.starts_until(end, is_whole=error is None).items()
    }
    found = None if error is not None else value[:2]
    return SharedRun(found, error, items, [ran[number] for number in sorted(ran)], _together(calls))


class _Runner:
    """A process that works at a share of the starts, with its reports so far.

    place: its starts are done with all that comes before.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.place: Place = (0,)
        self.chains: list[tuple[int, Chain]] = []
        self._ran: list[tuple[Place, Ran]] = []
        self._waits: dict[float, bool] = {}
        self._question: int | None = None

    def look(self) -> None:
        """Take what the process sent."""
        while self.call.items:
            item: Any = self.call.items.popleft()
            if isinstance(item, Question):
                self._question = item.turn
            elif isinstance(item, Step):
                self.place = item.place
                if item.ran is not None:
                    self._ran.append((item.place, item.ran))
                elif item.waits is not None:
                    self._waits[item.place[0]] = item.waits
            else:
                self.chains.append(item)

    def answer(self, runners: list[_Runner]) -> None:
        """Answer the question of the process, if the others have come as far."""
        turn = self._question
        others = [other for other in runners if other is not self]
        if turn is not None and all(other.place >= (turn,) for other in others):
            self._question = None
            self.call.answer(any(other._waits.get(turn, False) for other in others))

    @property
    def has_outcome(self) -> bool:
        """Whether it ended with chains or with an error."""
        return self.call.has_ended and (self.call.error is not None or self.call.value is not None)

    @property
    def is_sole(self) -> bool:
        """Whether it ended with chains before a start of another process joined."""
        return self.call.has_ended and self.call.value is not None and self.call.value[2]

    def starts_until(self, end: Place, is_whole: bool) -> dict[int, Ran]:
        """The work of its starts before the end of the run, by their numbers. is_whole: chains ended the run."""
        return {int(-place[1]): ran for place, ran in self._ran if not is_whole or place <= end}


def _winner(runners: list[_Runner]) -> _Runner | None:
    """The process whose outcome is that of the run, when it is certain."""
    for one in runners:
        if one.is_sole:
            return one
    first = min((one for one in runners if one.has_outcome), key=lambda one: one.place, default=None)
    return None if first is None or any(one.place < first.place for one in runners) else first


def _together(calls: list[Call]) -> Usage:
    spent, peaks = zip(*(call.usage for call in calls), strict=True)
    return Usage(None if None in spent else sum(spent), None if None in peaks else sum(peaks))
