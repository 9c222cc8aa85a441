"""Answers of one backend, one at a time, with what they amount to at the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Generic, TypeVar

from casbridge.algebra.answers import Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Status
from casbridge.backends.reference import ReferenceBackend
from casbridge.charset import Chain, PointChain
from casbridge.charset.definitions.chains import chain_of
from casbridge.errors import BackendError, CasbridgeError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Limits, Stopwatch

Item = TypeVar("Item")


class AnswerStream(ABC, Generic[Item]):
    """An iterator over answers of a backend (`name` or `name:method`). Known when it is exhausted:

    status: COMPLETE, PARTIAL (the limit on answers was met, and there are more or the time was over before that was
    known; or, with a reason, another limit ended a series), or why it stopped; `reason` says more. count: the answers
    so far. version: the backend's.
    """

    def __init__(self, system: PolynomialSystem, backend: str, limits: Limits) -> None:
        self.system = system
        self.backend, method = registry.split_name(backend)
        self.name = f"{self.backend.name}:{method}"
        self.limits = limits
        self.job = Job(system, method, limits)
        self.status: Status | None = None
        self.reason = ""
        self.version = ""
        self.count = 0
        self.seconds = 0.0

    #: Whether answers that were given before a limit on time make it partial, not timed out.
    keeps_partial = False

    @abstractmethod
    def _items(self) -> Iterator[Item]:
        """The answers, whatever their number; may set status and reason, and raise what `__iter__` catches."""

    def __iter__(self) -> Iterator[Item]:
        if self.seconds or self.status is not None:
            raise UsageError("a stream of answers that was used already", expected="a new one")
        watch = Stopwatch()
        most = self.limits.limit
        try:
            for item in self._items():
                if most is not None and self.count >= most:
                    self.status = Status.PARTIAL
                    break
                self.count += 1
                yield item
            self.status = self.status or Status.COMPLETE
        except UnsupportedError as error:
            self.status, self.reason = Status.UNSUPPORTED, str(error)
        except BackendError as error:
            self.status, self.reason = Status.UNPARSABLE, str(error)
        except LimitError:
            if most is not None and self.count >= most:
                self.status = Status.PARTIAL
            else:
                self.status = Status.PARTIAL if self.count and self.keeps_partial else Status.TIMEOUT
                self.reason = f"stopped after {self.limits.seconds:g} s"
        except MemoryError:
            self.status, self.reason = Status.MEMORY, "out of memory"
        except CasbridgeError as error:
            # No error may end a document that is already being written.
            self.status, self.reason = Status.CRASHED, str(error)
        finally:
            self.seconds = watch.seconds

    @property
    def _unlimited(self) -> Job:
        return replace(self.job, limits=replace(self.limits, limit=None))

    def _chains(self) -> Iterator[PointChain] | None:
        """The reference's points, streamed whatever the limit on answers; None for what gives its answer as a whole."""
        if not isinstance(self.backend, ReferenceBackend) or self.job.method not in ("series", "split"):
            return None
        self.version = self.backend.availability().version
        try:
            points = self.backend.points(self._unlimited)
        except UnsupportedError:
            if self.job.method == "split":
                raise
            self.job = replace(self.job, method="general")
            return None
        self.name = f"{self.backend.name}:split"
        return points

    def _answer(self, limited: bool = False) -> Answer | None:
        """The backend's answer, all of it unless `limited`; sets status and reason where it is not complete."""
        # Zeros given twice, or that are no solutions, do not count towards the limit; chains do.
        result = self.backend.run(self.job if limited else self._unlimited)
        self.version, self.name = result.version, result.name
        if result.status is not Status.COMPLETE:
            self.status, self.reason = result.status, result.reason
        return result.answer


class ChainStream(AnswerStream[Chain | PointChain]):
    """The chains of a characteristic series.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> stream = ChainStream(PolynomialSystem.of(x.ring, [x**2 - 1, y - x]), "reference", Limits())
    >>> list(stream), stream.status, stream.count
    ([[x - 1, y - 1], [x + 1, y + 1]], <Status.COMPLETE: 'complete'>, 2)
    """

    keeps_partial = True

    def _items(self) -> Iterator[Chain | PointChain]:
        chains = self._chains()
        if chains is not None:
            yield from chains
            return
        answer = self._answer(limited=isinstance(self.backend, ReferenceBackend))
        for component in answer.components if answer is not None else ():
            yield chain_of(component, self.system.ring)
