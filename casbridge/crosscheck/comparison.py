"""Comparing answers exactly.

Two answers that are points are compared as sets. A point that one has and another lacks is substituted into the system:
it is a zero, and the one that lacks it is wrong, or it is none, and the one that has it is wrong.

A Gröbner basis G whose zeros cannot be read off is compared with points S of a complete answer: every point of S must
be a zero of G, and G must have no more standard monomials than S has points; then V(G) = S, for V(G) has at most as
many points as G has standard monomials. Two bases are compared as ideals, by reducing each modulo the other.

Zeros that are no points of the field are compared as closed points, that is by the reduced bases of their primes; an
answer lacks one where a product of its polynomials, one from each component, is not 0 there. A basis is compared with
closed points as with points. Other components are compared as they are: equal up to order and constant factors.

Where that does not decide, each answer is compared with the system itself, in any dimension: see `deciding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from casbridge.algebra.answers import Answer, Component, Point, Task
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Status
from casbridge.crosscheck.checking import MOST_FAULTS, closed_text
from casbridge.crosscheck.closed_points import (
    ClosedPoint,
    has_more,
    is_outside,
    of_points,
    telling_polynomial,
    vanishes,
)
from casbridge.crosscheck.deciding import Decision, confirm, decide
from casbridge.crosscheck.division import Divisor, is_groebner, monomial_order
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

MOST_FACTORS = 100
MOST_MONOMIALS = 500
#: Of the time, for direct comparison.
_SHARE_OF_DIRECT = 0.5

_CANNOT = (
    "these answers are compared only where their zeros are finitely many points, of the field or conjugate over it"
)
_MAY_SPLIT = "their components differ, but no zero is known that one has and another lacks"


def compare(
    checked: Sequence[CheckedResult],
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
) -> Verdict:
    """The verdict over results that `check` has seen. memory: the limit of a program that is asked for a proof."""
    direct = deadline.share(_SHARE_OF_DIRECT)
    judged = _compare_points(checked, system)
    judged, compared, reasons, alike = _compare_polynomials(judged, system, direct)
    verdict = _settled(judged, system)
    if verdict is not None:
        return verdict
    answered = [one for one in judged if one.answered]
    names = ", ".join(one.result.name for one in answered)
    variables = system.ring.variables
    how: tuple[str, ...] = ()
    if reasons or not compared:
        decision = decide(judged, system, deadline, memory)
        judged = list(decision.judged)
        verdict = _settled(judged, system)
        if verdict is not None:
            return verdict
        if decision.open:
            return _open(judged, system, decision, names, alike, reasons)
        answered = [one for one in judged if one.answered]
        how = decision.provers
    elif not any(_has_zeros(one) for one in answered):
        # They agree with each other; what is wrong with all of them alike shows only beside the system.
        decision = confirm(judged, system, deadline, memory)
        verdict = _settled(decision.judged, system)
        if verdict is not None:
            return verdict
        if not decision.open:
            judged = list(decision.judged)
            answered = [one for one in judged if one.answered]
            how = decision.provers
    partial = [one for one in answered if one.result.status is Status.PARTIAL]
    if partial:
        text = f"no contradiction between {names}; {_stopped(partial)}"
        return Verdict(VerdictKind.CONSISTENT, text, tuple(judged), variables=variables)
    text = f"{names} {_agreement(answered, how)}"
    return Verdict(VerdictKind.AGREE, text, tuple(judged), variables=variables)


def _stopped(partial: Sequence[CheckedResult]) -> str:
    """At which limits partial answers stopped."""
    others = sum(bool(one.result.reason) for one in partial)
    limits = {"the limit on answers": len(partial) - others, "a limit on time or memory": others}
    return " and ".join(f"{number} of them stopped at {limit}" for limit, number in limits.items() if number)


def _settled(judged: Sequence[CheckedResult], system: PolynomialSystem) -> Verdict | None:
    """The verdict where there is a fault, or too few have answered; else None."""
    variables = system.ring.variables
    faults = [witness for one in judged for witness in one.faults]
    if faults:
        wrong = sorted({witness.backend for witness in faults})
        return Verdict(VerdictKind.DISAGREE, f"wrong: {', '.join(wrong)}", tuple(judged), faults[0], variables)
    if sum(one.answered for one in judged) < 2:
        return Verdict(VerdictKind.UNDECIDED, _too_few(judged), tuple(judged), variables=variables)
    return None


def _agreement(answered: Sequence[CheckedResult], how: Sequence[str]) -> str:
    """What answers have in common that have the same zeros; `how` says who proved it, if it took a proof."""
    known = next((one.zeros for one in answered if one.zeros is not None), None)
    closed = next((one.closed_points for one in answered if one.closed_points is not None), None)
    if known is not None:
        return "have no zeros" if not known else f"have the same {len(known)} zero{'s' * (len(known) != 1)}"
    if how:
        return f"have the same zeros, proved by {' and '.join(how)}"
    return "describe the same zero set" if closed is None else f"have the same zeros: {closed_text(closed)}"


def _open(
    judged: Sequence[CheckedResult],
    system: PolynomialSystem,
    decision: Decision,
    names: str,
    alike: Sequence[str],
    reasons: Sequence[str],
) -> Verdict:
    """The verdict where something could not be proved."""
    why = "; ".join(dict.fromkeys([*decision.open, *(r for r in reasons if r not in (_CANNOT, _MAY_SPLIT))]))
    kind = VerdictKind.UNDECIDED
    text = why
    if decision.evidence:
        kind = VerdictKind.CONSISTENT
        text = f"no contradiction between {names}, but no proof; {'; '.join(decision.evidence)}; {why}"
    elif alike:
        text = f"{', '.join(alike)} have the same zeros, but not all can be compared: {why}"
    return Verdict(kind, text, tuple(judged), variables=system.ring.variables)


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
    checked: list[CheckedResult], system: PolynomialSystem, deadline: Deadline
) -> tuple[list[CheckedResult], bool, list[str], list[str]]:
    """Judges the answers that are no points.

    Also says whether anything was compared, why what could not be could not, and who agree among those who were.
    """
    answered = [one for one in checked if one.answered and (_has_zeros(one) or not one.faults)]
    if all(one.zeros is not None for one in answered):
        return checked, len(answered) > 1, [], []
    judged = {id(one): one for one in answered}
    reasons: list[str] = []
    alike: dict[str, None] = {}
    try:
        for one in answered:
            judged[id(one)] = _against_bases(
                _against_closed_points(one, answered, deadline), answered, system, deadline
            )
        complete = next(
            (one for one in map(judged.__getitem__, map(id, answered)) if _is_whole(one) and _has_zeros(one)), None
        )
        others = [one for one in answered if one.zeros is None]
        if complete is not None:
            alike[complete.result.name] = None
            for one in answered:
                mine = judged[id(one)]
                if mine is complete:
                    continue
                judged[id(one)], reason = _against_zeros(mine, complete, system, deadline)
                reasons += [reason] if reason else []
                if not reason and _is_whole(judged[id(one)]):
                    alike[one.result.name] = None
        elif any(_has_zeros(one) for one in answered) and not all(_has_zeros(one) for one in answered):
            reasons.append("the answers as points are not complete, so that those as polynomials cannot be compared")
        # All pairs: a disagreement of two answers counts, whatever else cannot be compared.
        for first, second in combinations([one for one in others if one.closed_points is None], 2):
            judged[id(second)], reason = _against_answer(judged[id(second)], first, deadline)
            if complete is None:
                reasons += [reason] if reason else []
                if not reason and (not alike or first.result.name in alike):
                    alike |= {first.result.name: None, second.result.name: None}
    except LimitError:
        reasons.append("comparing the answers took too long")
    except UnsupportedError as error:
        reasons.append(str(error))
    return [judged.get(id(one), one) for one in checked], True, reasons, list(alike) if len(alike) > 1 else []


def _has_zeros(one: CheckedResult) -> bool:
    return one.zeros is not None or one.closed_points is not None


def _is_whole(one: CheckedResult) -> bool:
    return one.result.status is Status.COMPLETE and not one.faults


def _closed(one: CheckedResult) -> Mapping[ClosedPoint, int]:
    """The answer's closed points; points of the field are such of degree 1."""
    if one.closed_points is not None:
        return one.closed_points
    assert one.zeros is not None
    assert one.result.answer is not None
    return of_points(one.zeros, one.result.answer.ring)


def _against_closed_points(one: CheckedResult, answered: Sequence[CheckedResult], deadline: Deadline) -> CheckedResult:
    """The answer with a fault for every closed point of another that it certainly lacks."""
    if not _has_zeros(one) or not _is_whole(one):
        return one
    mine = _closed(one)
    faults: dict[ClosedPoint, Witness] = {}
    for other in answered:
        # Points of the field were compared already; those of an answer with false ones are not all zeros.
        if other is one or (one.zeros is not None and other.closed_points is None):
            continue
        if not _has_zeros(other) or (other.zeros is not None and other.faults):
            continue
        for closed, degree in _closed(other).items():
            if closed in mine or closed in faults or len(faults) >= MOST_FAULTS:
                continue
            if is_outside(closed, mine, degree, deadline):
                what = "a zero" if degree == 1 else f"zeros (a closed point of degree {degree})"
                text = f"{one.result.name} lacks {what} of the system that {other.result.name} has"
                polynomial = telling_polynomial(closed)
                faults[closed] = Witness(Fault.MISSING_ZERO, one.result.name, text, polynomial=polynomial)
    return replace(one, faults=one.faults + tuple(faults.values()))


def _against_bases(
    one: CheckedResult, answered: Sequence[CheckedResult], system: PolynomialSystem, deadline: Deadline
) -> CheckedResult:
    """An answer is wrong where another is a Gröbner basis whose zeros are the system's, and has more of them."""
    if not _has_zeros(one) or not _is_whole(one):
        return one
    count = len(one.zeros) if one.zeros is not None else len(one.closed_points or ())
    if count > MOST_FACTORS:
        return one
    mine = _closed(one)
    total = sum(mine.values())
    for other in answered:
        answer = other.result.answer
        if answer is None or answer.task is not Task.BASIS or not answer.order or not answer.components:
            continue
        if other.zeros is not None or not _is_whole(other):
            continue
        basis = [f for f in answer.components[0] if f]
        dimension = standard_monomials(answer, MOST_MONOMIALS)
        if not basis or dimension <= total or (mine and dimension > MOST_MONOMIALS):
            continue
        divisor = Divisor(basis, answer.order, deadline)
        if any(divisor.remainder(equation.polynomial(system.ring)) for equation in system.equations):
            continue
        if has_more(divisor, mine, dimension) and is_groebner(basis, answer.order, deadline):
            name, theirs = one.result.name, other.result.name
            text = f"{name} has no zeros, but the basis of {theirs} is not {{1}}"
            if mine:
                text = f"{name} lacks zeros of the system that the basis of {theirs} has"
            fault = Witness(Fault.MISSING_ZERO, name, text, polynomial=basis[0])
            return replace(one, faults=(*one.faults, fault))
    return one


def _against_zeros(
    one: CheckedResult, complete: CheckedResult, system: PolynomialSystem, deadline: Deadline
) -> tuple[CheckedResult, str]:
    """Compares an answer with a complete one whose zeros are known; what is missing was found before."""
    if one.faults:
        return one, ""
    if _has_zeros(one):
        if one.zeros is not None and complete.zeros is not None:
            return one, ""
        mine, theirs = _closed(one).keys(), _closed(complete).keys()
        same = mine == theirs if one.result.status is Status.COMPLETE else mine <= theirs
        return one, "" if same else _MAY_SPLIT
    if complete.zeros is not None:
        return _against_points(one, complete.zeros, system, deadline)
    return _against_components(one, complete, deadline)


def _against_components(one: CheckedResult, complete: CheckedResult, deadline: Deadline) -> tuple[CheckedResult, str]:
    """Compares a Gröbner basis with closed points: it must vanish at them, and have no more standard monomials."""
    answer = one.result.answer
    if answer is None or answer.task is not Task.BASIS or not answer.components or one.result.status != Status.COMPLETE:
        return one, _CANNOT
    closed_points = _closed(complete)
    for closed, degree in closed_points.items():
        divisor = Divisor(tuple(closed), "lex", deadline)
        for polynomial in answer.components[0]:
            if not vanishes(polynomial, divisor, degree):
                text = (
                    f"{one.result.name} has a polynomial that is not 0 at zeros of the system "
                    f"(a closed point of degree {degree} that {complete.result.name} has)"
                )
                fault = Witness(Fault.WRONG_POLYNOMIAL, one.result.name, text, polynomial=polynomial)
                return replace(one, faults=(*one.faults, fault)), ""
    total = sum(closed_points.values())
    if answer.order and standard_monomials(answer, total) == total:
        return replace(
            one, note=f"it has the {closed_text(closed_points)} and no others, by its standard monomials"
        ), ""
    return one, _CANNOT


def _against_points(
    one: CheckedResult, points: frozenset[Point], system: PolynomialSystem, deadline: Deadline
) -> tuple[CheckedResult, str]:
    answer = one.result.answer
    assert answer is not None
    if one.faults or one.result.status is not Status.COMPLETE:
        return one, "" if one.faults else _CANNOT
    for point in sorted(points):
        deadline.check()
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


def _against_answer(one: CheckedResult, other: CheckedResult, deadline: Deadline) -> tuple[CheckedResult, str]:
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


def _outside(basis: Answer, of: Answer, deadline: Deadline) -> Polynomial | None:
    """A polynomial of one basis that does not reduce to zero modulo the other."""
    divisor = Divisor(of.components[0] if of.components else (), of.order, deadline)
    for polynomial in basis.components[0] if basis.components else ():
        if divisor.remainder(polynomial):
            return polynomial
    return None
