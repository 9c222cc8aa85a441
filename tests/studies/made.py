"""Outcomes of a study that are made by hand: what a worker would send back, with the answers that a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from casbridge.algebra.answer_text import answer_to_text
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.systems import system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.limits import Limits
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Input, Outcome, VerdictWork
from casbridge.studies.work import subject_of

#: What a verdict's work has of each job that answered: its backend, its order, and its outcome.
Told = tuple[str, str, Outcome]


def case_of(text: str, *, encoding: str = "", field: str = "", name: str = "it") -> Case:
    """The case of a system, or of a puzzle where there is an encoding."""
    return Case(Input(name, "puzzle" if encoding else "system", text), encoding, field)


def outcome_of(answer: Answer, used: str, number: int = 1, status: Status = Status.COMPLETE) -> Outcome:
    """A complete outcome with an answer."""
    kept = packed(answer_to_text(answer))
    return Outcome(number, f"key of {used} {number}", str(status), used=used, components=len(answer), answer=kept)


@cache
def asked(case: Case, backend: str, order: str = "given", number: int = 1, limit: int | None = None) -> Told:
    """What a backend really says."""
    system = system_of(subject_of(case, order))
    result = registry.run(system, backend, seconds=60, limit=limit)
    assert result.answer is not None
    return backend, order, outcome_of(result.answer, result.name, number, result.status)


def told(case: Case, components: Sequence[Component], order: str = "given", task: Task = Task.PRIMES) -> Told:
    """What a liar says about a case."""
    system = system_of(subject_of(case, order))
    return "liar:solve", order, outcome_of(Answer(task, system.ring, tuple(components)), "liar:solve", 9)


def work_of(case: Case, *answers: Told, repeat: int = 1, seconds: float = 30) -> VerdictWork:
    """The work of comparing answers."""
    return VerdictWork(5, repeat, case, answers, Limits(seconds=seconds))


def renumbered(answer: Told, number: int) -> Told:
    """The same answer as the outcome of another job."""
    backend, order, outcome = answer
    return backend, order, replace(outcome, number=number, key=f"{outcome.key} again {number}")
