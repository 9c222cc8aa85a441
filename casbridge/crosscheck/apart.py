"""The reference's judgements in a process apart: limits hold there even while a library's function is at work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casbridge.algebra.answers import Answer, Point
from casbridge.algebra.systems import PolynomialSystem
from casbridge.crosscheck.inclusion import Inclusion, Judgement
from casbridge.errors import BackendError, LimitError, printable
from casbridge.limits import Deadline
from casbridge.processes.apart import Call


@dataclass(frozen=True)
class Question:
    """Whether an answer has the system's zeros; the fields are `Inclusion.judge`'s arguments."""

    name: str
    answer: Answer
    complete: bool = True
    points: frozenset[Point] | None = None


def judge_apart(
    system: PolynomialSystem, questions: Sequence[Question], seconds: float, memory: int | None = None
) -> list[tuple[Judgement, int]]:
    """A judgement for each question, and how many irreducible chains the system has (0 where that is not known).

    memory: the limit in bytes, beside what Python takes.
    """
    found: list[tuple[Judgement, int]] = []
    reason = ""
    deadline = Deadline.after(max(0.0, seconds))
    try:
        with Call(_judgements, system, tuple(questions), deadline, deadline=deadline, memory=memory) as running:
            found.extend(running)
            running.value  # noqa: B018 - raises what ended it
    except LimitError:
        reason = "the reference did not come to an end in time"
    except MemoryError:
        reason = "the reference ran out of memory"
    except BackendError as error:
        reason = printable(f"the reference could not judge: {error}")
    return found + [(Judgement(reason=reason), 0)] * (len(questions) - len(found))


def _judgements(
    system: PolynomialSystem, questions: Sequence[Question], deadline: Deadline
) -> Iterator[tuple[Judgement, int]]:
    inclusion = Inclusion(system, deadline)
    for question in questions:
        found = inclusion.judge(question.name, question.answer, complete=question.complete, points=question.points)
        yield found, len(inclusion.chains) if found.proved and question.complete else 0
