"""Faults: a backend whose program is replaced by one that goes wrong, and the status that must come out.

    backend, Fault ──answer_text, wrong_answer──▶ a plan ──fake program──▶ Result ──▶ what is wrong with it, or ""

The fake program is asked no version: `OneShotBackend.driving` takes it as it is. So the real program need not be here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Job, Result, Status
from casbridge.brief import Brief
from casbridge.errors import UnsupportedError
from casbridge.limits import Limits
from casbridge.processes.groups import private_folder
from casbridge.scripts import Script, render
from casbridge.testing.judging import what_is_wrong
from casbridge.testing.left_behind import none_left
from casbridge.testing.systems import system_of_texts

#: The version that fake programs are said to have.
FAKE_VERSION = "99.9"
#: The fake program for backends that run a script and read its answer's file.
FAKE_PROGRAM = Path(__file__).parent / "fake_program.py"

#: Faults that spoil what only answers in casbridge's form have.
_OF_OUR_FORM = ("wrong-count", "lost-line", "doubled-line", "other-job")
#: Faults that write, or spoil, a right answer.
_NEEDS_AN_ANSWER = (
    "", "lie", "answer-and-die", "half-answer", "two-answers", "warning-inside", "warning-beside", "grandchild",
    *_OF_OUR_FORM,
)  # fmt: skip
_MIB = 1 << 20
_JUDGE_SECONDS = 60.0
_PATIENCE = 10.0
#: The point (1, 2), and the point 1 for methods that take one variable only.
_ASKED = ("x y", ["x - 1", "y - 2"]), ("x", ["x - 1"])
#: The systems of a task with a goal.
_WITH_GOAL = {
    Task.FACTORS: "factor: x^2 - 1",
    Task.ELIMINATION: "variables: x y\neliminate: x\nx - 1\ny - 2",
    Task.SATURATION: "variables: x y\nsaturate: x\nx - 1\ny - 2",
}
#: Lines that are true of these systems, and lines that are not. Other tasks have one component or branch, the point.
_TRUE = {
    Task.FACTORS: ["component:", "x - 1", "component:", "x + 1"],
    Task.ELIMINATION: ["component:", "y - 2"],
    Task.DIMENSION: ["dimension: 0", "degree: 1"],
}
_FALSE = {
    Task.FACTORS: ["component:", "x - 1", "component:", "x + 2"],
    Task.ELIMINATION: ["component:", "y - 3"],
    Task.DIMENSION: ["dimension: 1", "degree: 7"],
}


@dataclass(frozen=True, repr=False)
class Substitute(Brief):
    """What takes the program's place.

    file: a Python file, called with a plan as first argument; see `casbridge.testing.fake_program`.
    right, wrong: answers to `asked_system` as the program writes them, where that is a form of its own (`reader` of
        the target). By default they are made in casbridge's form.

    >>> Substitute().file.name
    'fake_program.py'
    """

    file: Path = FAKE_PROGRAM
    right: str = ""
    wrong: str = ""


#: For backends that run a script and write an answer in casbridge's form.
_USUAL = Substitute()
#: msolve 0.10.1 wrote it.
_MSOLVE = """\
#Reduced Groebner basis data
#---
#field characteristic: 0
#variable order:       y, x
#monomial order:       graded reverse lexicographical
#length of basis:      2 elements sorted by increasing leading monomials
#---
[x-1, \ny-{}]:
"""
#: Backend → its substitute, where the usual one does not do.
_OWN = {
    "singular": Substitute(FAKE_PROGRAM.with_name("fake_singular.py")),
    "msolve": Substitute(right=_MSOLVE.format(2), wrong=_MSOLVE.format(3)),
}


def substitute_for(backend: OneShotBackend) -> Substitute:
    """What takes the place of a backend's program, where nothing else is given.

    >>> from casbridge.backends import registry
    >>> substitute_for(registry.get("singular")).file.name
    'fake_singular.py'
    """
    return _OWN.get(backend.script_target.name, _USUAL)


@dataclass(frozen=True, repr=False)
class Fault(Brief):
    """Something that goes wrong, and what must come out.

    name: of the method `fault_…` of the fake program; "lie" and "" write a wrong and a right answer.
    statuses: those that are right. words: a part of the reason.
    seconds, memory: the job's limits.

    >>> FAULTS["hang"].seconds
    1.0
    """

    name: str
    statuses: tuple[Status, ...]
    words: str = ""
    seconds: float = 20.0
    memory: int | None = None


def _faults(*faults: Fault) -> dict[str, Fault]:
    return {fault.name: fault for fault in faults}


_TIMEOUT, _CRASHED, _MEMORY, _UNPARSABLE = Status.TIMEOUT, Status.CRASHED, Status.MEMORY, Status.UNPARSABLE
_COMPLETE = (Status.COMPLETE,)
#: The faults of the suite by name.
FAULTS: dict[str, Fault] = _faults(
    Fault("", _COMPLETE),
    Fault("hang", (_TIMEOUT,), "limit of time, 1 s", 1.0),
    Fault("hang-ignoring-signals", (_TIMEOUT,), "limit of time, 1 s", 1.0),
    Fault("compute-forever", (_TIMEOUT,), "limit of time, 1 s", 1.0),
    Fault("close-output", (_TIMEOUT,), "limit of time, 1 s", 1.0),
    Fault("grandchild-and-hang", (_TIMEOUT,), "limit of time, 1 s", 1.0),
    Fault("exit-3", (_CRASHED,), "exit code 3"),
    Fault("last-words", (_CRASHED,), "the last words"),
    Fault("be-killed", (_CRASHED,), "killed by SIGKILL"),
    Fault("segfault", (_CRASHED,), "killed by SIGSEGV"),
    Fault("grandchild-and-die", (_CRASHED,), "exit code 3"),
    Fault("answer-and-die", (_CRASHED,), "exit code 3"),
    Fault("no-more-memory", (_MEMORY,), "ran out of memory"),
    Fault("eat-memory", (_MEMORY,), "the limit is 300 MiB", memory=300 * _MIB),
    Fault("flood", (_UNPARSABLE,), "printed too much: more than"),
    Fault("flood-one-line", (_UNPARSABLE,), "printed too much: more than"),
    Fault("no-answer", (_UNPARSABLE,)),
    Fault("empty-answer", (_UNPARSABLE,)),
    Fault("no-file", (_UNPARSABLE,)),
    Fault("enormous-answer", (_UNPARSABLE, _MEMORY)),
    Fault("endless-answer", (_MEMORY,), "wrote too much"),
    Fault("junk", (_UNPARSABLE,)),
    Fault("half-answer", (_UNPARSABLE,)),
    Fault("wrong-count", (_UNPARSABLE,)),
    Fault("lost-line", (_UNPARSABLE,)),
    Fault("doubled-line", (_UNPARSABLE,)),
    Fault("two-answers", (_UNPARSABLE,)),
    Fault("other-job", (_UNPARSABLE,), "0123456789ab"),
    Fault("warning-inside", (_UNPARSABLE,)),
    Fault("warning-beside", (_UNPARSABLE,), "Warning: this may be wrong"),
    Fault("grandchild", _COMPLETE),
    Fault("lie", _COMPLETE),
)
#: One fault of each kind, for a table and for a quick run.
MAIN_FAULTS = ("hang", "be-killed", "eat-memory", "junk", "half-answer", "lie")


def asked_system(backend: OneShotBackend) -> PolynomialSystem:
    """A system that the backend's default method takes: one point over QQ, or over a finite field.

    It has two variables; one where the method takes no more. Raises UnsupportedError where the method takes none.

    >>> from casbridge.backends.gap import GapBackend
    >>> asked_system(GapBackend()).ring
    QQ[x, y]
    """
    method = backend.script_target.method()
    goal = _WITH_GOAL.get(method.task)
    given = [read_system(goal)] if goal else [system_of_texts(*asked, p) for asked in _ASKED for p in (0, 7, 32003, 2)]
    reasons = [method.objection_to(system) for system in given]
    for system, reason in zip(given, reasons, strict=True):
        if reason is None:
            return system
    raise UnsupportedError(f"{method.name} takes none of the systems for faults: {reasons[0]}")


def answer_text(script: Script, *, lie: bool = False) -> str:
    """The answer to the script of `asked_system`, in the form that casbridge reads. lie: a wrong one.

    >>> from casbridge.backends.gap import GapBackend
    >>> backend = GapBackend()
    >>> answer_text(render(asked_system(backend), backend.script_target)).split("\\n")[1:-2]
    ['task: groebner basis', 'field: QQ', 'variables: x y', 'order: lex', 'component:', 'x - 1', 'y - 2']
    """
    method, ring = script.method, script.system.ring
    *others, last = zip(script.names, (1, 2), strict=False)
    point = dict([*others, (last[0], last[1] + lie)])
    usual = ["component:", *(f"{name} - {value}" for name, value in point.items())]
    if method.task is Task.BRANCHES:
        usual = ["branch:", *(f"{name} = {value}" for name, value in point.items())]
    lines = (_FALSE if lie else _TRUE).get(method.task, usual)
    head = [f"casbridge:begin {script.job}", f"task: {method.task}", f"field: {ring.field.characteristic or 'QQ'}"]
    head += [" ".join(("variables:", *script.names)), *([f"order: {method.order}"] if method.order else [])]
    parts = sum(line in ("component:", "branch:") for line in lines)
    written = len(head) + len(lines) - 1
    return "\n".join([*head, *lines, f"casbridge:end {script.job} {parts} {written}", ""])


@contextmanager
def faking(backend: OneShotBackend, fault: str, fake: Substitute | None = None) -> Iterator[tuple[OneShotBackend, str]]:
    """The backend with a fake program that goes wrong, and a mark that its processes carry.

    Raises UnsupportedError for a fault that the form of the backend's answers does not have.

    >>> from casbridge.backends.gap import GapBackend
    >>> with faking(GapBackend(), "exit-3") as (backend, mark):
    ...     str(backend.run(Job(asked_system(backend))).status)
    'crashed'
    """
    fake = fake or substitute_for(backend)
    script = render(asked_system(backend), backend.script_target, answer_file=ANSWER_FILE)
    with private_folder() as folder:
        plan = folder / "plan.json"
        said = {"fault": "" if fault == "lie" else fault, "answer": _planned(script, fault, fake)}
        plan.write_text(json.dumps(said), encoding="utf-8")
        program = folder / "program"
        # -S and -E: it starts quickly, and nothing in the environment changes it.
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -E "{fake.file}" "{plan}" "$@"\n', encoding="utf-8")
        program.chmod(0o700)
        driven = backend.driving(program, FAKE_VERSION)
        try:
            yield driven, str(plan)
        finally:
            if callable(close := getattr(driven, "close", None)):
                close()


def _planned(script: Script, fault: str, fake: Substitute) -> str:
    """The answer that the fake program writes, or spoils."""
    told = fake.wrong if fault == "lie" else fake.right
    if script.target.reader is None or told:
        if script.target.reader is not None and fault in _OF_OUR_FORM:
            raise UnsupportedError(f"answers of {script.target.title} have no job and no counts")
        return told or answer_text(script, lie=fault == "lie")
    if fault in _NEEDS_AN_ANSWER:
        raise UnsupportedError(f"answers of {script.target.title} have a form of their own; Substitute takes them")
    return ""


def run_fault(backend: OneShotBackend, fault: Fault, fake: Substitute | None = None) -> tuple[Result, str]:
    """The result of a job with a fault, and what is wrong with the result; "" for nothing.

    >>> from casbridge.backends.gap import GapBackend
    >>> result, wrong = run_fault(GapBackend(), FAULTS["junk"])
    >>> str(result.status), wrong
    ('unparsable', '')
    """
    system = asked_system(backend)
    with faking(backend, fault.name, fake) as (driven, mark):
        result = driven.run(Job(system, limits=Limits(fault.seconds, fault.memory), fresh=True))
        left = not none_left(mark)
    return result, "processes are left behind" if left else _wrong(result, fault, system)


def _wrong(result: Result, fault: Fault, system: PolynomialSystem) -> str:
    """What is wrong with a result, in words."""
    if result.status not in fault.statuses:
        return f"{result.status}, not {' or '.join(fault.statuses)}: {result.reason}"
    if fault.words not in result.reason:
        return f"the reason does not say {fault.words!r}: {result.reason}"
    if result.wall_seconds > fault.seconds + _PATIENCE:
        return f"it took {result.wall_seconds:.1f} s; the limit is {fault.seconds:g} s"
    if "\n" in result.reason:
        return f"the reason has several lines: {result.reason!r}"
    if result.script is None or result.version != FAKE_VERSION:
        return "the result lacks its script or its version"
    return "" if result.answer is None else _misjudged(result, fault, system)


def _misjudged(result: Result, fault: Fault, system: PolynomialSystem) -> str:
    """What is wrong with the judgement of an answer: a lie must be seen, and a right answer must pass."""
    wrong = what_is_wrong(result, system, _known(system), _JUDGE_SECONDS)
    if fault.name == "lie":
        return "" if wrong.startswith("wrong") else f"nobody sees the lie: {wrong or 'it passes for right'}"
    return f"a right answer is judged as {wrong}" if wrong else ""


def _known(system: PolynomialSystem) -> Answer:
    """The zeros of `asked_system`, where they are compared: one point."""
    return Answer(Task.COMPONENTS, system.ring, (tuple(system.polynomials()),))
