"""Checking one answer on its own: every zero into every equation and into the puzzle's rules."""

from __future__ import annotations

from collections.abc import Callable

from casbridge.algebra.answers import Answer, Point, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.values import Result, Status
from casbridge.charset.zeros import zeros
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Witness
from casbridge.errors import LimitError, UnsupportedError

MOST_FAULTS = 5
MOST_SPURIOUS = 20

#: Says why a zero is no solution of a puzzle, or None; see `EncodedPuzzle.spurious`.
Rules = Callable[[Point], str | None]


def check(
    result: Result, system: PolynomialSystem, rules: Rules | None = None, deadline: float | None = None
) -> CheckedResult:
    """The result with what substitution finds.

    A zero of the answer that violates an equation is the backend's fault (FALSE_ZERO); a zero of the system that
    violates the puzzle's rules is the encoding's (`spurious`); a zero given twice is `redundant`.
    """
    if result.answer is None:
        return CheckedResult(result)
    answer = result.answer
    try:
        points = list(zeros(answer, deadline))
    except UnsupportedError as error:
        return CheckedResult(result, count=len(answer), redundant=_repeated(answer), note=str(error))
    except LimitError:
        return CheckedResult(result, count=len(answer), note="reading the points off the answer took too long")
    different = dict.fromkeys(points)
    faults: list[Witness] = []
    spurious: list[tuple[Point, str]] = []
    for point in different:
        violated = system.first_violated(point)
        if violated is not None:
            if len(faults) < MOST_FAULTS:
                value = system.ring.field.symmetric(violated.evaluate(point))
                origin = f" ({violated.origin})" if violated.origin else ""
                faults.append(
                    Witness(
                        Fault.FALSE_ZERO,
                        result.name,
                        f"{result.name} has a zero at which an equation{origin} is {value}, not 0",
                        point,
                        violated.polynomial(system.ring),
                        str(value),
                    )
                )
        elif rules is not None and len(spurious) < MOST_SPURIOUS:
            why = rules(point)
            if why is not None:
                spurious.append((point, why))
    return CheckedResult(
        result,
        frozenset(different),
        len(different),
        redundant=len(points) - len(different),
        spurious=tuple(spurious),
        faults=tuple(faults),
    )


def _repeated(answer: Answer) -> int:
    """How many components are the same polynomials as an earlier one."""
    if answer.task is Task.BASIS:
        return 0
    return len(answer.components) - len({frozenset(p.normal() for p in c) for c in answer.components})


def is_complete(checked: CheckedResult) -> bool:
    """Whether the answer claims to have all zeros, and is known as points."""
    return checked.zeros is not None and checked.result.status is Status.COMPLETE
