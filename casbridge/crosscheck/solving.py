"""Solutions of a puzzle through a backend, each checked before it is handed out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from casbridge.algebra.answers import Point
from casbridge.backends.protocol import Status
from casbridge.charset.finite.zeros import zeros
from casbridge.crosscheck.streams import AnswerStream
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import BackendError, EncodingError, LimitError, UnsupportedError
from casbridge.limits import Deadline, Limits
from casbridge.puzzles import Solution

#: So many zeros of a stream that checks itself are substituted into every equation; later ones only into the rules.
MOST_SUBSTITUTED = 1_000
#: Zeros that break a rule are kept up to this number.
MOST_SPURIOUS = 20


class Solving(AnswerStream[Solution]):
    """An iterator over a puzzle's solutions. Its status is known when it is exhausted, see `AnswerStream`.

    spurious: the first zeros of the system that are no solutions, as (point, why): the encoding's fault.
    spurious_count: how many there are.
    redundant: how many zeros the backend gave more than once.

    If a point violates an equation, the backend is wrong, and the status is UNPARSABLE.

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
        super().__init__(encoded.system, backend, limits)
        self.encoded = encoded
        self.redundant = 0
        self.spurious: list[tuple[Point, str]] = []
        self.spurious_count = 0

    def _items(self) -> Iterator[Solution]:
        puzzle = self.encoded.puzzle
        stream = self._stream()
        points = self._points() if stream is None else (chain.point for chain in stream.chains)
        trusted = stream is not None and stream.checked
        for number, point in enumerate(points):
            if number < MOST_SUBSTITUTED or not trusted:
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
        violated = self.system.first_violated(point)
        if violated is not None:
            raise BackendError(f"{self.name} answered with a point that is no zero: it violates {violated.origin}")

    def _points(self) -> Iterator[Point]:
        """The different points of the backend's answer."""
        # Zeros given twice, or that are no solutions, do not count towards the limit.
        answer = self._answer(replace(self.job, limits=replace(self.limits, limit=None)))
        if answer is None:
            return
        deadline = Deadline.after(self.limits.seconds)
        seen: set[Point] = set()
        for point in zeros(answer, deadline, within=self.system):
            if point in seen:
                self.redundant += 1
                continue
            seen.add(point)
            yield point


def solutions(encoded: EncodedPuzzle, backend: str = "reference", limits: Limits = Limits()) -> tuple[Solution, ...]:  # noqa: B008
    """All solutions at once, at most `limits.limit`. Raises what stopped the backend otherwise.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> len(solutions(encode(Puzzle(sudoku(2, 2), (0,) * 16))))
    288
    """
    solving = Solving(encoded, backend, limits)
    found = tuple(islice(solving, limits.limit))
    if len(found) == limits.limit or (solving.status in (Status.COMPLETE, Status.PARTIAL) and not solving.reason):
        return found
    if solving.status in (Status.TIMEOUT, Status.MEMORY, Status.PARTIAL):
        raise LimitError(f"{solving.name}: {solving.reason}")
    if solving.status is Status.UNSUPPORTED:
        raise UnsupportedError(f"{solving.name}: {solving.reason}")
    raise BackendError(f"{solving.name}: {solving.status}: {solving.reason}")
