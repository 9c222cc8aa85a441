"""Comparing answers exactly.

Two answers that are points are compared as sets. A point that one has and another lacks is substituted into the system:
it is a zero, and the one that lacks it is wrong, or it is none, and the one that has it is wrong.

An answer G given by polynomials (a basis, or several) whose zeros cannot be read off is compared with points S that a
complete answer gave: every point of S must be a zero of (some component of) G, and every equation must reduce to zero
modulo every component, so that V(G) ⊆ V(system) = S. Two bases are compared as ideals, by reducing each modulo the
other. Components are compared as they are: equal up to order and constant factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from casbridge.algebra.answers import Answer, Component, Point, Task
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.values import Status
from casbridge.crosscheck.checking import MOST_FAULTS
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness
from casbridge.errors import LimitError


def compare(checked: Sequence[CheckedResult], system: PolynomialSystem, deadline: float | None = None) -> Verdict:
    """The verdict over results that `check` has seen."""
    judged = _compare_points(checked, system)
    judged, compared, reasons = _compare_polynomials(judged, system, deadline)
    variables = system.ring.variables
    faults = [witness for one in judged for witness in one.faults]
    if faults:
        wrong = sorted({witness.backend for witness in faults})
        return Verdict(VerdictKind.DISAGREE, f"wrong: {', '.join(wrong)}", tuple(judged), faults[0], variables)
    answered = [one for one in judged if one.answered]
    if len(answered) < 2:
        return Verdict(VerdictKind.UNDECIDED, _too_few(judged), tuple(judged), variables=variables)
    if reasons or not compared:
        text = "; ".join(dict.fromkeys(reasons)) or "the answers cannot be compared with each other yet"
        return Verdict(VerdictKind.UNDECIDED, text, tuple(judged), variables=variables)
    names = ", ".join(one.result.name for one in answered)
    partial = [one for one in answered if one.result.status is Status.PARTIAL]
    if partial:
        text = f"no contradiction between {names}; {len(partial)} of them stopped at the limit on answers"
        return Verdict(VerdictKind.CONSISTENT, text, tuple(judged), variables=variables)
    known = next((one.zeros for one in answered if one.zeros is not None), None)
    if known is None:
        what = "describe the same zero set"
    else:
        what = "have no zeros" if not known else f"have the same {len(known)} zero{'s' * (len(known) != 1)}"
    return Verdict(VerdictKind.AGREE, f"{names} {what}", tuple(judged), variables=variables)


def _too_few(checked: Iterable[CheckedResult]) -> str:
    answered = [one.result.name for one in checked if one.answered]
    others = [f"{one.result.name}: {one.result.status}" for one in checked if not one.answered]
    first = f"only {answered[0]} answered" if answered else "no backend answered"
    return f"{first} ({', '.join(others)})" if others else f"{first}; two are needed"


# -- points ---------------------------------------------------------------------------------------------------------


def _compare_points(checked: Sequence[CheckedResult], system: PolynomialSystem) -> list[CheckedResult]:
    """Every true zero that some answer has must be in every complete answer."""
    true_zeros: dict[Point, str] = {}
    for one in checked:
        for point in one.zeros or ():
            if point not in true_zeros and system.first_violated(point) is None:
                true_zeros[point] = one.result.name
    judged = []
    for one in checked:
        if one.zeros is None or one.result.status is not Status.COMPLETE:
            judged.append(one)
            continue
        missing = sorted(point for point in true_zeros if point not in one.zeros)
        faults = [
            Witness(
                Fault.MISSING_ZERO,
                one.result.name,
                f"{one.result.name} lacks a zero of the system that {true_zeros[point]} has"
                + (f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""),
                point,
            )
            for point in missing[:MOST_FAULTS]
        ]
        judged.append(replace(one, faults=one.faults + tuple(faults)))
    return judged


# -- polynomials ----------------------------------------------------------------------------------------------------


def _compare_polynomials(
    checked: list[CheckedResult], system: PolynomialSystem, deadline: float | None
) -> tuple[list[CheckedResult], bool, list[str]]:
    """Judges the answers that are no points; whether anything was compared; and why what could not be could not."""
    answered = [one for one in checked if one.answered]
    with_points = [one for one in answered if one.zeros is not None]
    others = [one for one in answered if one.zeros is None]
    if not others:
        return checked, len(with_points) > 1, []
    complete = next((one for one in with_points if one.result.status is Status.COMPLETE and not one.faults), None)
    reasons: list[str] = []
    judged: dict[int, CheckedResult] = {}
    try:
        if complete is not None and complete.zeros is not None:
            for one in others:
                judged[id(one)], reason = _against_points(one, complete.zeros, system, deadline)
                reasons += [reason] if reason else []
        elif with_points:
            reasons.append("the answers as points are not complete, so that those as polynomials cannot be compared")
        else:
            first, *rest = others
            for one in rest:
                judged[id(one)], reason = _against_answer(one, first, deadline)
                reasons += [reason] if reason else []
    except LimitError:
        reasons.append("comparing the answers took too long")
    return [judged.get(id(one), one) for one in checked], True, reasons


def _against_points(
    one: CheckedResult, points: frozenset[Point], system: PolynomialSystem, deadline: float | None
) -> tuple[CheckedResult, str]:
    answer = one.result.answer
    assert answer is not None
    for point in sorted(points):
        culprit = _not_vanishing(answer.components, point)
        if culprit is not None:
            value = system.ring.field.symmetric(culprit.evaluate(point))
            text = f"{one.result.name} has a polynomial that is {value}, not 0, at a zero of the system"
            fault = Witness(Fault.WRONG_POLYNOMIAL, one.result.name, text, point, culprit, str(value))
            return replace(one, faults=(*one.faults, fault)), ""
    if answer.order:
        fault_or_reason = _equations_reduce(one.result.name, answer, system, deadline)
        if isinstance(fault_or_reason, Witness):
            return replace(one, faults=(*one.faults, fault_or_reason)), ""
        return replace(one, note=f"checked at the {len(points)} zeros, and by reducing the equations to zero"), ""
    return one, f"{one.result.name}: {one.note or 'its components are not points'}"


def _not_vanishing(components: Sequence[Component], point: Point) -> Polynomial | None:
    """None where the point is a zero of some component; else a polynomial (of the first one) that is not 0 there."""
    first: Polynomial | None = None
    for component in components:
        culprit = next((p for p in component if p.evaluate(point) != 0), None)
        if culprit is None:
            return None
        first = first or culprit
    if first is None:
        raise AssertionError("an answer without components is a set of points")
    return first


def _equations_reduce(name: str, answer: Answer, system: PolynomialSystem, deadline: float | None) -> Witness | None:
    """None where every equation lies in the ideal of every component: then the answer has no zeros but the system's."""
    for component in answer.components:
        divisor = Divisor(component, answer.order, deadline)
        for equation, polynomial in zip(system.equations, system.polynomials(), strict=True):
            if divisor.remainder(polynomial):
                origin = f" ({equation.origin})" if equation.origin else ""
                text = f"an equation{origin} does not reduce to zero modulo the answer of {name}"
                return Witness(Fault.NOT_IN_IDEAL, name, text, polynomial=polynomial)
    return None


def _against_answer(one: CheckedResult, other: CheckedResult, deadline: float | None) -> tuple[CheckedResult, str]:
    """Compares two answers given by polynomials; a fault is found only where it is certain whose it is."""
    mine, theirs = one.result.answer, other.result.answer
    assert mine is not None
    assert theirs is not None
    if _same_components(mine, theirs):
        return one, ""
    if mine.task is theirs.task is Task.BASIS:
        culprit = _outside(mine, theirs, deadline) or _outside(theirs, mine, deadline)
        if culprit is None:
            return one, ""
        text = f"the bases of {one.result.name} and {other.result.name} generate different ideals"
        fault = Witness(Fault.NOT_IN_IDEAL, f"{one.result.name} or {other.result.name}", text, polynomial=culprit)
        return replace(one, faults=(*one.faults, fault)), ""
    return one, (
        f"{one.result.name} ({mine.task}) and {other.result.name} ({theirs.task}) are given by different polynomials, "
        "which are compared only where the zeros are finitely many points of the field"
    )


def _same_components(first: Answer, second: Answer) -> bool:
    def normal(answer: Answer) -> set[frozenset[Polynomial]]:
        return {frozenset(p.normal() for p in component) for component in answer.components}

    comparable = first.task is second.task or {first.task, second.task} <= {Task.PRIMES, Task.COMPONENTS}
    return comparable and normal(first) == normal(second)


def _outside(basis: Answer, of: Answer, deadline: float | None) -> Polynomial | None:
    """A polynomial of one basis that does not reduce to zero modulo the other."""
    divisor = Divisor(of.components[0] if of.components else (), of.order or "lex", deadline)
    for polynomial in basis.components[0] if basis.components else ():
        if divisor.remainder(polynomial):
            return polynomial
    return None
