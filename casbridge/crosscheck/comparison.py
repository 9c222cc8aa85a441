"""Comparing answers exactly.

Two answers that are points are compared as sets. A point that one has and another lacks is substituted into the system:
it is a zero, and the one that lacks it is wrong, or it is none, and the one that has it is wrong.

A Gröbner basis G whose zeros cannot be read off is compared with points S of a complete answer: every point of S must
be a zero of G, and G must have no more standard monomials than S has points; then V(G) = S, for V(G) has at most as
many points as G has standard monomials. Two bases are compared as ideals, by reducing each modulo the other. Components
are compared as they are: equal up to order and constant factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from casbridge.algebra.answers import Answer, Component, Point, Task
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.values import Status
from casbridge.charset.split.domains import keep_time
from casbridge.crosscheck.checking import MOST_FAULTS
from casbridge.crosscheck.division import Divisor, monomial_order
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness
from casbridge.errors import LimitError, UnsupportedError

_CANNOT = "these answers are compared only where their zeros are finitely many points of the field"


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
        kinds = ", ".join(f"{one.result.name} ({one.result.answer.task})" for one in answered if one.result.answer)
        text = f"{kinds}: {'; '.join(dict.fromkeys(reasons)) or _CANNOT}"
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
    answered = [one for one in checked if one.answered and (one.zeros is not None or not one.faults)]
    with_points = [one for one in answered if one.zeros is not None]
    others = [one for one in answered if one.zeros is None]
    if not others:
        return checked, len(with_points) > 1, []
    complete = next((one for one in with_points if one.result.status is Status.COMPLETE and not one.faults), None)
    reasons: list[str] = []
    judged = {id(one): one for one in others}
    try:
        if complete is not None and complete.zeros is not None:
            for one in others:
                judged[id(one)], reason = _against_points(one, complete.zeros, system, deadline)
                reasons += [reason] if reason else []
        elif with_points:
            reasons.append("the answers as points are not complete, so that those as polynomials cannot be compared")
        # All pairs: a disagreement of two answers counts, whatever else cannot be compared.
        for first, second in combinations(others, 2):
            judged[id(second)], reason = _against_answer(judged[id(second)], first, deadline)
            if complete is None:
                reasons += [reason] if reason else []
    except LimitError:
        reasons.append("comparing the answers took too long")
    except UnsupportedError as error:
        reasons.append(str(error))
    return [judged.get(id(one), one) for one in checked], True, reasons


def _against_points(
    one: CheckedResult, points: frozenset[Point], system: PolynomialSystem, deadline: float | None
) -> tuple[CheckedResult, str]:
    answer = one.result.answer
    assert answer is not None
    if one.faults or one.result.status is not Status.COMPLETE:
        return one, "" if one.faults else _CANNOT
    for point in sorted(points):
        keep_time(deadline)
        culprit = _not_vanishing(answer.components, point)
        if culprit is not None:
            value = system.ring.field.symmetric(culprit.evaluate(point))
            text = f"{one.result.name} has a polynomial that is {value}, not 0, at a zero of the system"
            fault = Witness(Fault.WRONG_POLYNOMIAL, one.result.name, text, point, culprit, str(value))
            return replace(one, faults=(*one.faults, fault)), ""
    if answer.task is Task.BASIS and answer.order and standard_monomials(answer, len(points)) == len(points):
        return replace(one, note=f"it has the {len(points)} zeros and no others, by its standard monomials"), ""
    return one, _CANNOT


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


def standard_monomials(answer: Answer, most: int) -> int:
    """How many monomials no leading monomial of the basis divides; most + 1 where there are more than `most`.

    >>> from casbridge.algebra import Ring, variables
    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> standard_monomials(Answer(Task.BASIS, ring, ((x**2 - 2, y - x),), "lex"), 10)
    2
    """
    key = monomial_order(answer.order)
    leading = [max(p.terms, key=key) for p in answer.components[0] if p]
    size = answer.ring.size
    seen = {(0,) * size}
    waiting = list(seen)
    count = 0
    while waiting and count <= most:
        monomial = waiting.pop()
        if any(all(e >= x for e, x in zip(monomial, lead, strict=True)) for lead in leading):
            continue
        count += 1
        for v in range(size):
            higher = (*monomial[:v], monomial[v] + 1, *monomial[v + 1 :])
            if higher not in seen:
                seen.add(higher)
                waiting.append(higher)
    return count


def _against_answer(one: CheckedResult, other: CheckedResult, deadline: float | None) -> tuple[CheckedResult, str]:
    """Compares two answers given by polynomials; a fault is found only where it is certain whose it is."""
    mine, theirs = one.result.answer, other.result.answer
    assert mine is not None
    assert theirs is not None
    if _same_components(mine, theirs):
        return one, ""
    if mine.task is theirs.task is Task.BASIS and mine.order and theirs.order:
        culprit = _outside(mine, theirs, deadline) or _outside(theirs, mine, deadline)
        if culprit is None:
            return one, ""
        text = f"the bases of {one.result.name} and {other.result.name} generate different ideals"
        fault = Witness(Fault.NOT_IN_IDEAL, f"{one.result.name} or {other.result.name}", text, polynomial=culprit)
        return replace(one, faults=(*one.faults, fault)), ""
    return one, _CANNOT


def _same_components(first: Answer, second: Answer) -> bool:
    """Whether two answers have the same components, up to order and constant factors, and of comparable kinds."""

    def normal(answer: Answer) -> set[frozenset[Polynomial]]:
        return {frozenset(p.normal() for p in component) for component in answer.components}

    if first.task is not second.task:
        if Task.BASIS in (first.task, second.task):
            return False
        if any(answer.task is Task.SERIES and not _constant_initials(answer) for answer in (first, second)):
            return False
    return normal(first) == normal(second)


def _constant_initials(series: Answer) -> bool:
    """Whether all initials are constants, so that a chain's zeros are those of its polynomials."""
    for component in series.components:
        for polynomial in component:
            main = polynomial.support()[-1]
            degree = polynomial.degree(main)
            if sum(1 for e in polynomial.terms if e[main] == degree and sum(e) > degree):
                return False
    return True


def _outside(basis: Answer, of: Answer, deadline: float | None) -> Polynomial | None:
    """A polynomial of one basis that does not reduce to zero modulo the other."""
    divisor = Divisor(of.components[0] if of.components else (), of.order, deadline)
    for polynomial in basis.components[0] if basis.components else ():
        if divisor.remainder(polynomial):
            return polynomial
    return None
