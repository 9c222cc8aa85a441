"""Backends in this process that answer what a test tells them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.charset import SplitSeries
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Target


class Puppet:
    """A backend whose result is fixed."""

    default_method = "told"
    target: Target | None = None

    def __init__(
        self,
        name: str,
        answer: Answer | None,
        status: Status = Status.COMPLETE,
        seconds: float = 0,
        reason: str = "",
    ) -> None:
        self.name = name
        self.methods = (Method("told", answer.task if answer else Task.SERIES, "what it was told"),)
        self._answer = answer
        self._status = status
        self._seconds = seconds
        self._reason = reason

    def availability(self) -> Availability:
        return Availability(True, version="1")

    def run(self, job: Job) -> Result:
        time.sleep(self._seconds)
        reason = self._reason if self._answer is not None else "it was told so"
        return Result(self.name, "told", self._status, self._answer, reason, version="1")


@contextmanager
def registered(*puppets: Puppet) -> Iterator[list[str]]:
    """The names of the puppets while they are known as backends."""
    for puppet in puppets:
        # To see whether a name is taken, the registry would read what all installed packages declare.
        registry.register(puppet, replace=True)
    try:
        yield [puppet.name for puppet in puppets]
    finally:
        for puppet in puppets:
            registry.unregister(puppet.name)


def true_components(system: PolynomialSystem) -> list[Component]:
    return [chain.polynomials for chain in SplitSeries(system)]


def series(system: PolynomialSystem, components: Sequence[Component] | None = None) -> Answer:
    """The system's series, or other components under that name."""
    found = true_components(system) if components is None else components
    return Answer(Task.SERIES, system.ring, tuple(found))
