"""Answers of one backend, one at a time, with what they amount to at the end: chains, or a puzzle's solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic

from casbridge.algebra.answers import Answer, Point
from casbridge.algebra.subjects import is_sympy_system, read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Status, Stream, Streaming
from casbridge.brief import brief
from casbridge.calls import with_hints
from casbridge.charset import Chain, PointChain
from casbridge.charset.definitions.chains import chain_of
from casbridge.charset.finite import zeros
from casbridge.errors import BackendError, CasbridgeError, EncodingError, LimitError, UnsupportedError, UsageError
from casbridge.limits import Item, Limits, Stopwatch
from casbridge.logs import Log
from casbridge.puzzles.variants.relations import Tuples

_LOG = Log("backends")

if TYPE_CHECKING:
    from casbridge.charset.general.method import StrategyRow
    from casbridge.charset.general.trace import DecompositionTree
    from casbridge.charset.generic import Condition
    from casbridge.encodings import EncodedPuzzle
    from casbridge.puzzles import Solution

# So many zeros of a stream that checks itself are substituted into every equation; later ones only into the rules.
_MOST_SUBSTITUTED = 1_000
# Zeros that break a rule are kept up to this number.
_MOST_SPURIOUS = 20
# The part of the time in which a run that tells of itself may compute; what it tells has to be sent in the rest.
_SHARE_TO_TRACE = 0.8
_NO_LIMITS = Limits()


class _AnswerStream(ABC, Generic[Item]):
    """An iterator over answers of a backend (`name` or `name:method`).

    keep: whether `kept` is to hold the answers that were given.

    These fields are known when it is exhausted:

    status: COMPLETE, or why it stopped. PARTIAL with a reason: a limit on time or memory ended a series. PARTIAL
        without a reason: the limit on answers was met.
    reason: the status in words.
    count: the number of answers so far.
    redundant: how many zeros the backend gave more than once.
    version: the backend's.
    """

    #: Whether answers that were given before a limit on time make it partial, not timed out.
    keeps_partial = False

    def __init__(self, system: PolynomialSystem, backend: str, limits: Limits, *, keep: bool = False) -> None:
        self.system = system
        self.kept: list[Item] = []
        self._keep = keep
        self.backend, method = registry.split_zeros_name(backend)
        self.name = f"{self.backend.name}:{method}"
        self.limits = limits
        self.job = Job(system, method, limits)
        #: The method that was asked for.
        self.method = next(known for known in self.backend.methods if known.name == method)
        self.status: Status | None = None
        self.reason = ""
        self.version = ""
        self.count = self.redundant = 0
        self.seconds = 0.0
        self._streamed = False  # the backend leaves no record of the end

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
                if self._keep:
                    self.kept.append(item)
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
            if self._streamed:
                ended = self.status or "left off"
                why = f": {self.reason}" if self.reason else ""
                _LOG.info(
                    "%s %s: %s, %d answers in %.3f s%s", self.name, self.version, ended, self.count, self.seconds, why
                )

    def _stream(self) -> Stream | None:
        """The backend's stream of chains; None where the answer comes as a whole."""
        stream = self.backend.stream(self.job) if isinstance(self.backend, Streaming) else None
        self._streamed = stream is not None
        if stream is not None:
            self.version = self.backend.availability().version
            self.name = f"{self.backend.name}:{stream.method}"
        return stream

    def _answer(self, job: Job) -> Answer | None:
        """The backend's answer to a job; sets status and reason where it is not complete."""
        result = self.backend.run(job)
        self.version, self.name = result.version, result.name
        if result.status is not Status.COMPLETE:
            self.status, self.reason = result.status, result.reason
        return result.answer

    def _points(self) -> Iterator[Point]:
        """The different points of the backend's answer."""
        # Zeros given twice, or that are no solutions, do not count towards the limit.
        answer = self._answer(replace(self.job, limits=replace(self.limits, limit=None)))
        if answer is None:
            return
        seen: set[Point] = set()
        for point in zeros(answer, self.limits.deadline(), within=self.system):
            if point in seen:
                self.redundant += 1
            else:
                seen.add(point)
                yield point


class ChainStream(_AnswerStream[Chain | PointChain]):
    """The chains of a characteristic series.

    tell: what else the reference's general way is to say; it is known when the chains are exhausted, if it was told in
        time. "tree": how the system was decomposed. "strategies": what each strategy did. "conditions": for which
        values of the parameters the chains are right.
    workers: of the reference, how many processes work at it; see `run_general`.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> stream = ChainStream(PolynomialSystem.of(x.ring, [x**2 - 1, y - x]), "reference", Limits())
    >>> list(stream), stream.status, stream.count
    ([[x - 1, y - 1], [x + 1, y + 1]], <Status.COMPLETE: 'complete'>, 2)
    >>> a, x = variables(Ring.of("x", parameters="a"))
    >>> stream = ChainStream(PolynomialSystem.of(a.ring, [a * x**2 - 1]), "reference", Limits(), tell="conditions")
    >>> list(stream), stream.conditions
    ([[a*x**2 - 1]], ((a,),))
    """

    keeps_partial = True
    tree: DecompositionTree | None = None
    strategies: tuple[StrategyRow, ...] = ()
    conditions: tuple[Condition, ...] | None = None

    def __init__(
        self,
        system: PolynomialSystem,
        backend: str,
        limits: Limits,
        *,
        keep: bool = False,
        workers: int = 1,
        tell: str = "",
    ) -> None:
        super().__init__(system, backend, limits, keep=keep)
        self.workers, self.tell = workers, tell
        if workers > 1 and self.backend.name == "reference":
            from casbridge.backends.reference import ReferenceBackend

            self.backend = ReferenceBackend(workers)

    def _items(self) -> Iterator[Chain | PointChain]:
        if self.tell:
            yield from self._general()
        elif (stream := self._stream()) is not None:
            yield from stream.chains
        else:
            answer = self._answer(self.job)
            for component in answer.components if answer is not None else ():
                yield chain_of(component, self.system.ring)

    def _general(self) -> Iterator[Chain | PointChain]:
        """The chains of the reference's general way, after what it is to tell."""
        closure = self.name == "reference:closure"
        self.name = self.name if closure else "reference:general"
        self.version = self.backend.availability().version
        deadline, memory = self.limits.deadline(), self.limits.memory
        if self.tell == "strategies":
            from casbridge.charset.general.method import strategy_rows
            from casbridge.charset.series import run_general

            run = run_general(self.system, deadline, memory, closure=closure, workers=self.workers, explained=True)
            self.strategies = tuple(strategy_rows(run.starts))
            yield from run.chains
            if run.stopped is not None:
                raise run.stopped
            return
        from casbridge.processes.apart import call

        if self.tell == "conditions":
            from casbridge.charset.generic import generic_series

            series = call(generic_series, self.system, deadline, deadline=deadline, memory=memory)
            self.conditions = series.conditions
            yield from series.chains
            return
        from casbridge.charset.general.trace import trace_series

        # It stops a little early, so that the tree of an unfinished run is here in time.
        soon, trace = deadline.share(_SHARE_TO_TRACE), partial(trace_series, closure=closure)
        chains, tree = call(trace, self.system, soon, deadline=deadline, memory=memory)
        self.tree = tree
        yield from chains
        if not tree.complete:
            raise LimitError("the decomposition took too long")


class Solving(_AnswerStream["Solution"]):
    """An iterator over a puzzle's solutions, each checked before it is given.

    spurious: the first zeros of the system that are no solutions, as (point, why): the encoding's fault.
    spurious_count: how many there are.

    If a point violates an equation, the backend is wrong, and the status is UNPARSABLE.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> solving = Solving(encode(Puzzle(sudoku(1, 2), (0, 2, 0, 0))))
    >>> [solution.line for solution in solving], solving.status, solving.count
    (['1221'], <Status.COMPLETE: 'complete'>, 1)
    """

    def __init__(self, encoded: EncodedPuzzle, backend: str = "reference", limits: Limits = _NO_LIMITS) -> None:
        super().__init__(encoded.system, backend, limits)
        self.encoded = encoded
        self.spurious: list[tuple[Point, str]] = []
        self.spurious_count = 0

    def _items(self) -> Iterator[Solution]:
        from casbridge.puzzles import Solution

        puzzle = self.encoded.puzzle
        trusted = by_board = self._takes_board()
        if by_board:
            self.name, self.version = "reference:split", self.backend.availability().version
            self._streamed = True
            points = self._points_by_board()
        else:
            stream = self._stream()
            points = self._points() if stream is None else (chain.point for chain in stream.chains)
            trusted = stream is not None and stream.checked
        for number, point in enumerate(points):
            if number < _MOST_SUBSTITUTED or not trusted:
                violated = self.system.first_violated(point)
                if violated is not None:
                    told = "answered with a point that is no zero: it violates"
                    raise BackendError(f"{self.name} {told} {violated.origin}")
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
            if len(self.spurious) < _MOST_SPURIOUS:
                self.spurious.append((point, why))

    def _takes_board(self) -> bool:
        """Whether the reference splits the puzzle's board: where sums or sandwiches narrow it more than equations do.

        A user who names reference:split gets the zeros of the system as they are.
        """
        relations = self.encoded.puzzle.layout.relations
        named_series = self.name == f"reference:{self.backend.default_method}"
        return named_series and self.encoded.is_exact and not all(isinstance(one, Tuples) for one in relations)

    def _points_by_board(self) -> Iterator[Point]:
        from casbridge.board.solutions import solver_of

        solver = solver_of(self.encoded.puzzle.layout)
        boards = solver.boards(self.encoded.puzzle.givens)
        if boards is not None:
            yield from map(self.encoded.point, solver.search(boards, deadline=self.limits.deadline()))


class Zeros(_AnswerStream[Point]):
    """An iterator over the different zeros of a system, each substituted into the equations before it is given.

    If a point violates an equation, the backend is wrong, and the status is UNPARSABLE.

    >>> from casbridge.algebra import Ring, variables
    >>> (x,) = variables(Ring.of("x"))
    >>> list(Zeros(PolynomialSystem.of(x.ring, [x**2 - 4]), "reference", Limits()))
    [(-2,), (2,)]
    """

    def _items(self) -> Iterator[Point]:
        for point in self._points():
            if self.system.first_violated(point) is not None:
                raise BackendError(f"{self.name} answered with a point that is no zero: {brief(point)}")
            yield point


@with_hints
def solutions(
    subject: Any,
    backend: str = "reference",
    limits: Limits | None = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    limit: int | None = None,
) -> tuple[Any, ...]:
    """All solutions at once, at most `limit`. Raises what stopped the backend otherwise.

    subject: an EncodedPuzzle, or what `crosscheck` takes. Solutions of a system are its zeros with coordinates in the
        field, as tuples in the order of the variables; of SymPy's equations they are tuples of SymPy's numbers.
    backend: `name` or `name:method`.
    seconds, memory (bytes), limit (solutions): limits on the job; or all of them as `limits`.

    Raises UnsupportedError also where the zeros are not finitely many points of the field.

    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> len(solutions(encode(Puzzle(sudoku(2, 2), (0,) * 16))))
    288
    >>> from sympy.abc import x, y
    >>> solutions([2 * x - 1, y**2 - 4 * x**2])
    ((1/2, -1), (1/2, 1))
    """
    from casbridge.encodings import EncodedPuzzle

    limits = Limits.chosen(limits, seconds, memory, limit)
    asked = read_subject(subject)
    if isinstance(asked, EncodedPuzzle):
        return _all_of(Solving(asked, backend, limits))
    found = _all_of(Zeros(system_of(asked), backend, limits))
    if is_sympy_system(asked):
        number = asked.symbols.number
        return tuple(tuple(map(number, point)) for point in found)
    return found


def _all_of(stream: _AnswerStream[Item]) -> tuple[Item, ...]:
    """The answers of a stream, up to its limit. Raises what stopped it otherwise."""
    limits = stream.limits
    found = tuple(islice(stream, limits.limit))
    status, reason = stream.status, stream.reason
    if len(found) == limits.limit or (status in (Status.COMPLETE, Status.PARTIAL) and not reason):
        return found
    raise stopped_by(stream)


def stopped_by(stream: _AnswerStream[Any]) -> CasbridgeError:
    """The error that says why a stream that is exhausted did not end well.

    >>> from casbridge.algebra.formats import read_system
    >>> stream = Zeros(read_system("x^2 - y"), "reference", Limits())
    >>> list(stream), type(stopped_by(stream)).__name__
    ([], 'UnsupportedError')
    """
    status, reason = stream.status, stream.reason
    if status in (Status.TIMEOUT, Status.MEMORY, Status.PARTIAL):
        return LimitError(f"{stream.name}: {reason}")
    if status is Status.UNSUPPORTED:
        return UnsupportedError(f"{stream.name}: {reason}")
    return BackendError(f"{stream.name}: {status}: {reason}")
