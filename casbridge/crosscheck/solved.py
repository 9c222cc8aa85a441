"""`solve`: a puzzle in, its solutions out, with whether they are all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from casbridge.algebra.answers import Point
from casbridge.algebra.fields import Field, field_of
from casbridge.arguments import text_of
from casbridge.backends.protocol import Status
from casbridge.calls import with_hints
from casbridge.crosscheck.solving import Solving, stopped_by
from casbridge.drawings import Shown
from casbridge.encodings import EncodedPuzzle, encode
from casbridge.errors import UsageError, printable
from casbridge.limits import Limits
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.puzzles.subjects import puzzle_of

#: The most solutions that `solve` gives, unless told otherwise.
MOST = 100_000


@dataclass(frozen=True, repr=False)
class Solutions(Sequence[Solution], Shown):
    """A puzzle's solutions, each checked against its rules, as a sequence; and whether they are all.

    status: COMPLETE: these are all. PARTIAL: the limit on their number was met, and there are more. TIMEOUT, MEMORY:
        a limit stopped it, and there may be more.
    reason: the limit that stopped it, in words; "" without one.
    backend, version: who gave the answer, as `name:method`. seconds: elapsed wall time.
    not_solutions: the first zeros of the system that are no solutions, with why: the encoding allows them.

    >>> found = solve("2x2", limit=2)
    >>> len(found), found.complete, found[0].line, found.text
    (2, False, '1234341221434321', 'at least 2 solutions')
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    status: Status = Status.COMPLETE
    reason: str = ""
    backend: str = field(default="", compare=False)
    version: str = field(default="", compare=False)
    seconds: float = field(default=0.0, compare=False)
    not_solutions: tuple[tuple[Point, str], ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the puzzle has no other solution."""
        return self.status is Status.COMPLETE

    @property
    def lines(self) -> list[str]:
        """The solutions in one line each."""
        return [solution.line for solution in self.solutions]

    @property
    def text(self) -> str:
        """What the answer says of the puzzle, in words.

        >>> solve(".4.....1..3.2...").text
        'exactly one solution'
        """
        number = len(self.solutions)
        if self.status is Status.PARTIAL:
            return f"at least {number} solution{'s' * (number != 1)}"
        if not self.complete:
            return f"{number} solution{'s' * (number != 1)} found, then stopped: {self.reason}"
        return {0: "no solution", 1: "exactly one solution"}.get(number, f"exactly {number} solutions")

    def __len__(self) -> int:
        return len(self.solutions)

    @overload
    def __getitem__(self, index: int) -> Solution: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Solution, ...]: ...

    def __getitem__(self, index: int | slice) -> Solution | tuple[Solution, ...]:
        return self.solutions[index]

    def __repr__(self) -> str:
        first = f": {printable(self.solutions[0].line, 160)}" if self.solutions else ""
        more = ", …" * (len(self.solutions) > 1)
        return f"<Solutions of a {self.puzzle.layout.description}, {printable(self.text, 120)}{first}{more}>"


@with_hints
def solve(
    puzzle: Any,
    backend: str = "reference",
    *,
    limit: int | None = MOST,
    seconds: float | None = None,
    memory: int | None = None,
    encoding: str = "colouring",
    field: Field | str | None = None,
    values: Sequence[int] | None = None,
    domains: bool = True,
    audit: bool = True,
) -> Solutions:
    """All solutions of a puzzle, each checked against its rules.

    puzzle: a text, a Puzzle, the path of a file, or an EncodedPuzzle, whose encoding is kept; see `puzzle_of`.
    backend: `name` or `name:method`.
    limit: the most solutions; None is no limit. seconds, memory (bytes): limits on the job.
    encoding, field, values, domains, audit: how the puzzle becomes a system, see `encode`.

    A limit leaves the solutions found so far, and `complete` is False. Raises LimitError where there are none yet: no
    answer is not "no solution". Raises UsageError or InputError for what is no puzzle, UnsupportedError and
    BackendError where the backend gives no answer.

    >>> solve(".4.....1..3.2...")
    <Solutions of a 4×4 Sudoku with boxes 2×2, exactly one solution: 1423324141322314>
    >>> [solution.line for solution in solve("2x2")][:2], len(solve("2x2")), solve("2x2").complete
    (['1234341221434321', '1234341223414123'], 288, True)
    """
    limits = Limits(seconds, memory, limit)
    encoded = puzzle
    if not isinstance(puzzle, EncodedPuzzle):
        over = field_of(field)
        stated = puzzle_of(puzzle, hint="[solve(one) for one in read_puzzles(text)] solves each")
        how: dict[str, Any] = {"values": values, "domains": domains, "audit": audit}
        encoded = encode(stated, encoding, over, **how, deadline=limits.deadline())
    elif (encoding, field, values, domains, audit) != ("colouring", None, None, True, True):
        raise UsageError("options of the encoding for an encoded puzzle", expected="the puzzle", hint="puzzle.puzzle")
    solving = Solving(encoded, text_of(backend, "the name of a backend"), limits)
    found = tuple(solving)
    stopped = solving.status in (Status.TIMEOUT, Status.MEMORY)
    if solving.status not in (Status.COMPLETE, Status.PARTIAL) and not (stopped and found):
        raise stopped_by(solving)
    assert solving.status is not None
    about = solving.name, solving.version, solving.seconds
    return Solutions(encoded.puzzle, found, solving.status, solving.reason, *about, tuple(solving.spurious))
