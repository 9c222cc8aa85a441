"""Solutions of a puzzle through a backend, each checked before it is handed out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

from casbridge.algebra.answers import Point
from casbridge.backends import registry
from casbridge.backends.reference import ReferenceBackend
from casbridge.backends.values import Job, Limits, Status
from casbridge.charset.zeros import zeros
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import BackendError, CasbridgeError, EncodingError, LimitError, UnsupportedError
from casbridge.puzzles import Solution

#: So many zeros of the reference are substituted into every equation; those after them into the puzzle's rules only.
MOST_SUBSTITUTED = 1_000
MOST_SPURIOUS = 20


class Solving:
    """An iterator over a puzzle's solutions. What it amounts to is known when it is exhausted.

    status: COMPLETE, PARTIAL (the limit on answers was met, and there are more or the time was over before that was
    known), or why it stopped; `reason` says more.
    count: the solutions so far. spurious: zeros of the system that are no solutions, (point, why), the first of them;
    spurious_count: how many. They are the encoding's fault.

    A point that violates an equation ends it as UNPARSABLE: the backend answered something else.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> solving = Solving(encode(Puzzle(sudoku(1, 2), (0, 2, 0, 0))))
    >>> [solution.line for solution in solving], solving.status, solving.count
    (['1221'], <Status.COMPLETE: 'complete'>, 1)
    """

    def __init__(
        self,
        encoded: EncodedPuzzle,
        backend: str = "reference",
        limits: Limits = Limits(),  # noqa: B008 - frozen
    ) -> None:
        self.encoded = encoded
        self.backend, method = registry.split_name(backend)
        self.name = f"{self.backend.name}:{method}"
        self.limits = limits
        self.job = Job(encoded.system, method, limits)
        self.status: Status | None = None
        self.reason = ""
        self.version = ""
        self.count = 0
        self.redundant = 0
        self.spurious: list[tuple[Point, str]] = []
        self.spurious_count = 0
        self.seconds = 0.0

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        try:
            limit = self.limits.answers
            for solution in self._solutions():
                if limit is not None and self.count >= limit:
                    self.status = Status.PARTIAL
                    break
                self.count += 1
                yield solution
            self.status = self.status or Status.COMPLETE
        except UnsupportedError as error:
            self.status, self.reason = Status.UNSUPPORTED, str(error)
        except BackendError as error:
            self.status, self.reason = Status.UNPARSABLE, str(error)
        except LimitError:
            if self._limit_is_met:
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
    def _limit_is_met(self) -> bool:
        """Whether all answers that were asked for are there; only whether there are more is not known."""
        return self.limits.answers is not None and self.count >= self.limits.answers

    def _solutions(self) -> Iterator[Solution]:
        puzzle = self.encoded.puzzle
        for number, point in enumerate(self._points()):
            if number < MOST_SUBSTITUTED or not isinstance(self.backend, ReferenceBackend):
                self._substitute(point)
            why: str | None
            try:
                solution = Solution(puzzle, self.encoded.decode(point))
                why = solution.violation()
            except EncodingError as error:
                why = str(error)
            if why is None:
                yield solution
                continue
            self.spurious_count += 1
            if len(self.spurious) < MOST_SPURIOUS:
                self.spurious.append((point, why))

    def _substitute(self, point: Point) -> None:
        violated = self.encoded.system.first_violated(point)
        if violated is not None:
            raise BackendError(f"{self.name} answered with a point that is no zero: it violates {violated.origin}")

    def _points(self) -> Iterator[Point]:
        """The different points of the backend's answer; sets status and reason where there is none."""
        if isinstance(self.backend, ReferenceBackend):
            unlimited = Job(self.job.system, self.job.method, Limits(self.limits.seconds, self.limits.memory))
            self.version = self.backend.availability().version
            for chain in self.backend.chains(unlimited):
                yield chain.point
            return
        result = self.backend.run(self.job)
        self.version = result.version
        if result.answer is None:
            self.status, self.reason = result.status, result.reason
            return
        deadline = None if self.limits.seconds is None else time.monotonic() + self.limits.seconds
        seen: set[Point] = set()
        for point in zeros(result.answer, deadline, within=self.encoded.system):
            if point in seen:
                self.redundant += 1
                continue
            seen.add(point)
            yield point
        if result.status is Status.PARTIAL:
            self.status = Status.PARTIAL


def solutions(encoded: EncodedPuzzle, backend: str = "reference", limits: Limits = Limits()) -> tuple[Solution, ...]:  # noqa: B008
    """All solutions at once, at most `limits.answers`. Raises what stopped the backend otherwise.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> len(solutions(encode(Puzzle(sudoku(2, 2), (0,) * 16))))
    288
    """
    solving = Solving(encoded, backend, limits)
    found = tuple(islice(solving, limits.answers))
    if solving.status in (Status.COMPLETE, Status.PARTIAL) or len(found) == limits.answers:
        return found
    if solving.status in (Status.TIMEOUT, Status.MEMORY):
        raise LimitError(f"{solving.name}: {solving.reason}")
    if solving.status is Status.UNSUPPORTED:
        raise UnsupportedError(f"{solving.name}: {solving.reason}")
    raise BackendError(f"{solving.name}: {solving.status}: {solving.reason}")
