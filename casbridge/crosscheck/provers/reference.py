"""Prover: each answer is compared with the system by the reference's irreducible chains; see `inclusion`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from casbridge.crosscheck.inclusion import Inclusion
from casbridge.crosscheck.provers.protocol import Question, Said, said_apart
from casbridge.limits import Deadline


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Said]:
    """What the reference says of each answer, in a process apart. See `Prover`.

    >>> from casbridge.algebra import PolynomialSystem, Ring
    >>> from casbridge.algebra.answers import Answer, Task
    >>> everything = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=everything, b=everything)
    >>> {found.by for _, found in prove(question, Deadline.after(60), None)}
    {"the reference's 1 irreducible chain"}
    """
    yield from said_apart(judge_all, question, deadline, memory, "the reference")


def judge_all(question: Question, deadline: Deadline) -> Iterator[Said]:
    """What the reference says of each answer, in this process.

    >>> from casbridge.algebra import PolynomialSystem, Ring
    >>> list(judge_all(Question.of(PolynomialSystem(Ring.of("x"), ())), Deadline.after(60)))
    []
    """
    inclusion = Inclusion(question.system, deadline)
    for place in question.asked:
        complete = question.claims_all(place)
        found = inclusion.judge(
            question.name(place), question.answer(place), complete=complete, points=question.answers[place].zeros
        )
        if found.proved and complete:
            found = replace(found, by=f"the reference's {_chains(len(inclusion.chains))}")
        yield place, found


def _chains(count: int) -> str:
    return f"{count} irreducible chain{'s' * (count != 1)}" if count else "proof that there are none"
