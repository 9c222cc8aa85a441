"""Answers of one backend, one at a time, with what they amount to at the end."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Generic, TypeVar

from casbridge.algebra.answers import Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.reference import ReferenceBackend
from casbridge.backends.values import Job, Limits, Status
from casbridge.charset import Chain, PointChain
from casbridge.charset.chains import chain_of
from casbridge.errors import BackendError, CasbridgeError, LimitError, UnsupportedError, UsageError

Item = TypeVar("Item")


class AnswerStream(ABC, Generic[Item]):
    """An iterator over answers of a backend (`name` or `name:method`). Known when it is exhausted:

    status: COMPLETE, PARTIAL (the limit on answers was met, and there are more or the time was over before that was
    known), or why it stopped; `reason` says more. count: the answers so far. version: the backend's.
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

    @abstractmethod
    def _items(self) -> Iterator[Item]:
        """The answers, whatever their number; may set status and reason, and raise what `__iter__` catches."""

    def __iter__(self) -> Iterator[Item]:
        if self.seconds or self.status is not None:
            raise UsageError("a stream of answers that was used already", expected="a new one")
        started = time.monotonic()
        most = self.limits.answers
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
                self.status, self.reason = Status.TIMEOUT, f"stopped after {self.limits.seconds:g} s"
        except MemoryError:
            self.status, self.reason = Status.MEMORY, "out of memory"
        except CasbridgeError as error:
            # No error may end a document that is already being written.
            self.status, self.reason = Status.CRASHED, str(error)
        finally:
            self.seconds = time.monotonic() - started

    @property
    def _unlimited(self) -> Job:
        return replace(self.job, limits=replace(self.limits, answers=None))

    def _chains(self) -> Iterator[PointChain] | None:
        """The reference's chains, streamed whatever the limit on answers; None for other backends."""
        if not isinstance(self.backend, ReferenceBackend):
            return None
        self.version = self.backend.availability().version
        return self.backend.chains(self._unlimited)

    def _answer(self) -> Answer | None:
        """The backend's whole answer; sets status and reason where it is not complete."""
        # All of it: zeros given twice, or that are no solutions, do not count towards the limit.
        result = self.backend.run(self._unlimited)
        self.version = result.version
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

    def _items(self) -> Iterator[Chain | PointChain]:
        chains = self._chains()
        if chains is not None:
            yield from chains
            return
        answer = self._answer()
        for component in answer.components if answer is not None else ():
            yield chain_of(component, self.system.ring)
