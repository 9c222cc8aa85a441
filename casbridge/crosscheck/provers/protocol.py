"""The protocol of provers: a question in, findings out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from casbridge.algebra.answers import Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.claims import Claim, Has, claims_of, refuted_by
from casbridge.crosscheck.ledger import Finding, Ledger, Unknown
from casbridge.crosscheck.verdicts import CheckedResult, Witness
from casbridge.errors import UnsupportedError, limit_of, printable
from casbridge.limits import Deadline
from casbridge.processes.apart import attempt

if TYPE_CHECKING:
    from casbridge.algebra.answers import Task


@dataclass(frozen=True)
class Question:
    """What a prover is asked: the answers, the open claims, and what is known so far.

    answers: all results, after the check of each alone. Their numbers are the nodes of claims.
    goals: the open claims that the prover is asked about. Findings about other claims are welcome.
    ledger: what is known so far.

    >>> from casbridge import Ring, Task, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> question = Question.of(PolynomialSystem.of(x.ring, [x * y]), a=Answer(Task.PRIMES, x.ring, ((x,), (y,))))
    >>> question.name(0), question.concerned
    ('a', (0,))
    """

    system: PolynomialSystem
    answers: tuple[CheckedResult, ...]
    goals: tuple[Claim, ...]
    ledger: Ledger = field(default_factory=Ledger)

    @staticmethod
    def of(system: PolynomialSystem, status: Status = Status.COMPLETE, **answers: Answer) -> Question:
        """A question about all claims of some answers, each by the name of its backend."""
        checked = tuple(CheckedResult(Result(name, "", status, answer)) for name, answer in answers.items())
        partial = status is not Status.COMPLETE
        goals = (c for number, one in enumerate(answers.values()) for c in claims_of(number, one, partial=partial))
        return Question(system, checked, tuple(goals))

    @property
    def concerned(self) -> tuple[int, ...]:
        """The numbers of the answers that have a goal, ascending."""
        return tuple(sorted({node_of(goal) for goal in self.goals}))

    @property
    def readable(self) -> tuple[int, ...]:
        """The numbers of the answers that are components over the system's ring, ascending."""
        return tuple(number for number, one in enumerate(self.answers) if is_readable(one, self.system))

    def name(self, number: int) -> str:
        """The name of the backend that gave an answer."""
        return self.answers[number].result.name

    def answer(self, number: int) -> Answer:
        """The answer with a number; the backend has given one."""
        answer = self.answers[number].result.answer
        assert answer is not None
        return answer

    def is_complete(self, number: int) -> bool:
        """Whether the answer states that nothing is missing, and is not partial."""
        return self.answers[number].result.status is Status.COMPLETE

    def refuted(self, number: int, *faults: Witness, certain: bool = True) -> Iterator[Finding]:
        """The findings that an answer has faults. certain: whether they count without a point, whatever others say."""
        for fault in faults:
            yield Finding(refuted_by(fault.fault, number, self.task(number)), fault, certain)

    def open(self, number: int, reason: str, stopped: str = "") -> Iterator[Finding]:
        """The findings that the goals about an answer stay open."""
        for goal in self.goals:
            if node_of(goal) == number:
                yield Finding(goal, Unknown(printable(reason), stopped))

    def task(self, number: int) -> Task:
        """The task of an answer."""
        return self.answer(number).task


def is_readable(one: CheckedResult, system: PolynomialSystem) -> bool:
    """Whether an answer can be compared: it has components, boxes or numbers, over the system's ring.

    >>> from casbridge.algebra import Ring
    >>> is_readable(CheckedResult(Result("it", "", Status.TIMEOUT, reason="late")), PolynomialSystem(Ring.of("x"), ()))
    False
    """
    answer = one.result.answer
    return answer is not None and answer.ring == system.ring and answer.components_known and not one.uncompared


def node_of(claim: Claim) -> int:
    """The number of the answer that makes a claim.

    >>> from casbridge.crosscheck.claims import SYSTEM, Within
    >>> node_of(Within(SYSTEM, 2)), node_of(Within(2, SYSTEM))
    (2, 2)
    """
    return claim.node if isinstance(claim, Has) else max(claim.lower, claim.upper)


#: A function that yields findings. The number is the bytes of memory for each process that it starts; None is the
#: default. It yields each finding at once, and ends at the deadline.
Prove = Callable[[Question, Deadline, int | None], Iterator[Finding]]


def found_apart(
    compute: Callable[[Question, Deadline], Iterable[Finding]],
    question: Question,
    deadline: Deadline,
    memory: int | None,
    who: str,
) -> Iterator[Finding]:
    """What a prover finds in a process apart: limits hold there while a library's function is at work.

    compute: a generator function. who: its name, for the reason of each goal that it has not reached.

    >>> from casbridge.algebra import Ring
    >>> question = Question(PolynomialSystem(Ring.of("x"), ()), (), ())
    >>> list(found_apart(_none, question, Deadline.after(60), None, "a prover that finds nothing"))
    []
    """
    done = attempt(compute, question, deadline, deadline=deadline, memory=memory)
    yield from done.items
    if done.error is None:
        return
    why, stopped = failure_of(done.error, deadline)
    reached = {finding.claim for finding in done.items}
    for goal in question.goals:
        if goal not in reached:
            yield Finding(goal, Unknown(printable(f"{who} {why}"), stopped))


def failure_of(error: Exception, deadline: Deadline) -> tuple[str, str]:
    """Why a prover judged nothing, in words that follow its name; and the limit that stopped it, or "".

    >>> failure_of(UnsupportedError("it has radicals"), Deadline.after(4))
    ('cannot tell: it has radicals', '')
    """
    stopped = limit_of(error)
    if stopped == "memory":
        return "ran out of memory", stopped
    if stopped:
        within = "" if deadline.seconds is None else f" of {deadline.seconds:.3g} s"
        return f"did not come to an end within its part{within}", stopped
    return f"{'cannot tell' if isinstance(error, UnsupportedError) else 'could not judge'}: {error}", stopped


def _none(_: Question, __: Deadline) -> Iterator[Finding]:
    yield from ()


def joined(classes: Mapping[int, int], first: int, second: int) -> dict[int, int]:
    """The least number of each class, after the classes of two answers were joined.

    >>> joined({0: 0, 1: 1, 2: 1}, 2, 0)
    {0: 0, 1: 0, 2: 0}
    """
    least, other = sorted((classes[first], classes[second]))
    return {key: least if value == other else value for key, value in classes.items()}
