"""Asking several backends at once, and comparing what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from casbridge.algebra.extensions import goal_objection
from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import system_of
from casbridge.arguments import wrong
from casbridge.backends import registry
from casbridge.backends.protocol import Job
from casbridge.calls import with_hints
from casbridge.crosscheck.asking import Progress, ask_all, check_once, default_backends, names_of, run_job
from casbridge.crosscheck.judging import COMPARISON_SECONDS, judge
from casbridge.crosscheck.measures import SECONDS_TO_MEASURE, with_sizes
from casbridge.crosscheck.repeats import crosscheck_repeatedly
from casbridge.crosscheck.tasks.comparing import own_task
from casbridge.crosscheck.verdicts import Verdict
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError, printable
from casbridge.limits import Deadline, Limits
from casbridge.logs import Log

_LOG = Log("crosscheck")


@with_hints
def crosscheck(
    subject: Any,
    backends: str | Sequence[str] | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    limit: int | None = None,
    certify: bool = False,
    generic: bool = False,
    repeat: int = 1,
    measured: bool = True,
) -> Verdict:
    """Ask the backends (`name` or `name:method`) side by side, check every zero, compare the answers exactly.

    subject: a PolynomialSystem, an EncodedPuzzle, or equations of SymPy's, Sage's or casbridge's; see `read_subject`.
    backends: a sequence of names, or the names in one string with commas between them. For a system with one goal a
        bare name means the backend's first method for it. A name may be a pattern, see `registry.matching`. None: those
        of `default_backends`, which are many where many are installed.
    seconds, memory (bytes), limit (answers): limits on each job, as for `run`; or all of them as `limits`. Each backend
        is a job, and the comparison is one more.
    progress: called with a backend's name and None when it starts, with its result when it ends.
    certify: take all the time of the comparison for proofs; so does a limit in seconds. Otherwise proofs get about the
        time of the answers.
    generic: compare the closures of branches, and say "generic" in each sentence. Otherwise an answer is the set that
        it states: the solver's values where no denominator is 0.
    repeat: how many times each backend is asked, see `casbridge.crosscheck.repeats`. Each run is a job then.
    measured: whether to measure the answers. Then each `CheckedResult` has its `size`; numbers that take longer than
        the answer are None. `casbridge.crosscheck.measures.with_sizes` gives them more time.

    Raises UsageError for a backend or method that does not exist or is named twice, for methods whose answers cannot be
    compared with each other, and where the system lacks the goal that they need.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> system = PolynomialSystem.of(ring, [x**2 - x, y**2 - y, x + y - 1])
    >>> verdict = crosscheck(system, ["reference", "sympy"])
    >>> verdict.kind, verdict.reason.partition(";")[0]
    (<VerdictKind.AGREE: 'agree'>, 'reference:split, sympy:groebner have the same 2 zeros')
    >>> verdict.rests_on
    ('a search in which an equation closes every other branch',)
    >>> [one.size.degree for one in verdict.checked]
    [2, 2]
    """
    if isinstance(repeat, bool) or not isinstance(repeat, int):
        raise UsageError(f"repeat={printable(repr(repeat), 60)}", expected="a whole number of runs")
    if progress is not None and not callable(progress):
        raise wrong(progress, "a function of a backend's name and its result, or None")
    limits, system = Limits.chosen(limits, seconds, memory, limit), system_of(read_subject(subject))
    asked = default_backends(system) if backends is None else registry.expanded(names_of(backends))
    chosen = [registry.split_name(name, system.goal.task) for name in asked]
    names = [f"{backend.name}:{method}" for backend, method in chosen]
    task = own_task(registry.tasks_of(chosen))
    if task is not None and (objection := goal_objection(system, task)) is not None:
        raise UsageError(objection)
    certify = certify or limits.seconds is not None
    rules = subject.spurious if isinstance(subject, EncodedPuzzle) else None
    _LOG.info("comparing %s; %s", ", ".join(names), repr(limits))
    if repeat != 1:
        check_once(names)
        verdict = crosscheck_repeatedly(
            system, chosen, repeat, limits, rules, progress, certify=certify, generic=generic
        )
    else:
        asks = [partial(run_job, backend, Job(system, method)) for backend, method in chosen]
        results = ask_all(names, asks, limits, progress)
        deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
        verdict = judge(results, system, rules, deadline, limits.memory, certify=certify, generic=generic)
    _LOG.info("%s: %s", verdict.kind, verdict.reason)
    if measured:
        deadline = Deadline.after(limits.seconds or SECONDS_TO_MEASURE)
        verdict = with_sizes(verdict, system, deadline, limits.memory, brief=True)
    return replace(verdict, names=tuple(asked))
