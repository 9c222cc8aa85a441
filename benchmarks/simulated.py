"""Workers that do no work, a thousand at a time if one likes: for benchmarks and tests of what drives them."""

from __future__ import annotations

import heapq
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

_IDLE_SECONDS = 0.002


class SimulatedWorkers(Executor):
    """Calls come back out of order, in a time of their own; some end with their worker, and another worker comes.

    workers: so many calls are at work. answer: what a call gives. death: the chance that its worker dies instead.
    least: the number of workers varies between this and `workers`; None is always `workers`.

    `step` lets the call that is due next come back. `at_work` is a context in which a thread does that.
    """

    title = "simulated workers"

    def __init__(
        self,
        workers: int,
        answer: Callable[[Any], Any],
        *,
        seed: int = 0,
        death: float = 0.0,
        least: int | None = None,
    ) -> None:
        self._most, self._least = workers, workers if least is None else least
        self._answer, self._death = answer, death
        self._chance = random.Random(seed)
        self._due: list[tuple[float, int, Future[Any], Any]] = []
        self._changed = threading.Condition()
        self._number = 0
        self._now = 0.0
        self._ends = False
        self.deaths = self.most_out = 0

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        wave = abs(int(self._now) % 200 - 100) / 100
        return self._least + round((self._most - self._least) * wave)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future of a call; only its first argument counts."""
        future: Future[Any] = Future()
        with self._changed:
            self._number += 1
            moment = self._now + self._chance.expovariate(1.0)
            heapq.heappush(self._due, (moment, self._number, future, args[0]))
            self.most_out = max(self.most_out, len(self._due))
            self._changed.notify()
        return future

    def versions(self, backends: Sequence[str]) -> dict[str, dict[str, str]]:
        """Nobody is asked."""
        return {}

    def step(self) -> bool:
        """Let the call that is due next come back; False where none is out."""
        with self._changed:
            if not self._due:
                return False
            self._now, _, future, works = heapq.heappop(self._due)
            dies = self._chance.random() < self._death
            self.deaths += dies
        if dies:
            future.set_exception(OSError("the worker died"))
        else:
            future.set_result(self._answer(works))
        return True

    @contextmanager
    def at_work(self) -> Iterator[SimulatedWorkers]:
        """Within it calls come back by themselves, as soon as each worker has one."""
        thread = threading.Thread(target=self._pump, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            with self._changed:
                self._ends = True
                self._changed.notify()
            thread.join()

    def _pump(self) -> None:
        while True:
            with self._changed:
                while not self._ends and len(self._due) < self.workers:
                    if not self._changed.wait(_IDLE_SECONDS) and self._due:
                        break
                if self._ends:
                    return
            self.step()
