"""The protocol of provers: Question, Finding, Prover."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from casbridge.algebra.answers import Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Result, Status
from casbridge.crosscheck.verdicts import CheckedResult, Witness
from casbridge.errors import UnsupportedError, limit_of, printable
from casbridge.limits import Deadline
from casbridge.processes.apart import attempt

#: Stands for the system itself among the places of answers.
SYSTEM = -1


@dataclass(frozen=True)
class Question:
    """Which answers have the same zeros, and which are wrong?

    answers: all results, after the check of each alone.
    asked: the places in `answers` of those that the prover is asked about. The others may help.

    >>> from casbridge import Ring, Task, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> question = Question.of(PolynomialSystem.of(x.ring, [x * y]), a=Answer(Task.PRIMES, x.ring, ((x,), (y,))))
    >>> question.name(0), question.asked
    ('a', (0,))
    """

    system: PolynomialSystem
    answers: tuple[CheckedResult, ...]
    asked: tuple[int, ...]

    @staticmethod
    def of(system: PolynomialSystem, status: Status = Status.COMPLETE, **answers: Answer) -> Question:
        """A question about all of some answers, each by the name of its backend."""
        checked = tuple(CheckedResult(Result(name, "", status, answer)) for name, answer in answers.items())
        return Question(system, checked, tuple(range(len(checked))))

    def name(self, place: int) -> str:
        """The name of the backend at a place."""
        return self.answers[place].result.name

    def answer(self, place: int) -> Answer:
        """The answer at a place; the backend has given one."""
        answer = self.answers[place].result.answer
        assert answer is not None
        return answer

    def claims_all(self, place: int) -> bool:
        """Whether the answer claims to have all zeros, and is not partial."""
        return self.answers[place].result.status is Status.COMPLETE


@dataclass(frozen=True)
class Finding:
    """What a prover says of one answer.

    same_as: places of answers with the same zeros, or SYSTEM. For a partial answer: its zeros are among theirs.
    faults: what is wrong with the answer.
    certain: False for faults that should be shown by another prover too, since no point shows them.
    reason: why nothing was shown. stopped: the limit that is why, "time" or "memory"; "" where none is.
    note: a remark that is no fault.
    by: who has proved it, for the verdict.
    exact: False where the components of an answer are believed to be different primes.
    rests_on: what proves that the answer has no zeros but the system's, and all of them; "" where that is not proved.
    evidence: which points were compared, where that is all.

    >>> Finding(same_as=frozenset({SYSTEM}), by="Singular").proved
    True
    """

    same_as: frozenset[int] = frozenset()
    faults: tuple[Witness, ...] = ()
    certain: bool = True
    reason: str = ""
    stopped: str = ""
    note: str = ""
    by: str = ""
    evidence: str = ""
    rests_on: str = ""
    exact: bool = True

    @property
    def proved(self) -> bool:
        """Whether it proves that the answer has the same zeros as something else."""
        return bool(self.same_as) and not self.faults


#: The place of an answer, and what is found of it. A prover may say several things of one answer.
Said = tuple[int, Finding]


#: A way to show that answers have the same zeros: a function that yields places with findings. The number is the bytes
#: of memory for each process that it starts; None is the default. A prover yields each finding at once, ends at the
#: deadline, and raises no error of casbridge's.
Prover = Callable[[Question, Deadline, int | None], Iterator[Said]]


def said_apart(
    compute: Callable[[Question, Deadline], Iterator[Said]],
    question: Question,
    deadline: Deadline,
    memory: int | None,
    who: str,
) -> Iterator[Said]:
    """What a prover finds in a process apart: limits hold there while a library's function is at work.

    compute: a generator function. who: its name, for the reason of each place that it has not reached.

    >>> from operator import is_
    >>> from casbridge.algebra import Ring
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()))
    >>> list(said_apart(is_, question, Deadline.after(60), None, "a prover that finds nothing"))
    []
    """
    done = attempt(compute, question, deadline, deadline=deadline, memory=memory)
    yield from done.items
    if done.error is None:
        return
    stopped = limit_of(done.error)
    why = f"{'cannot tell' if isinstance(done.error, UnsupportedError) else 'could not judge'}: {done.error}"
    if stopped:
        why = "ran out of memory" if stopped == "memory" else "did not come to an end in time"
    spoken = {place for place, _ in done.items}
    for place in question.asked:
        if place not in spoken:
            yield place, Finding(reason=printable(f"{who} {why}"), stopped=stopped)


def joined(classes: Mapping[int, int], first: int, second: int) -> dict[int, int]:
    """The least place of each class, after the classes of two places were joined.

    >>> joined({0: 0, 1: 1, 2: 1}, 2, 0)
    {0: 0, 1: 0, 2: 0}
    """
    least, other = sorted((classes[first], classes[second]))
    return {key: least if value == other else value for key, value in classes.items()}
