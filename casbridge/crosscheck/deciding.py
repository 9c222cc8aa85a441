"""Deciding whether answers have a system's zeros where they cannot be compared directly.

By the reference (`inclusion`), then by Singular (`singular_inclusion`): either is a proof. Then by points over small
fields (`evidence`), which over QQ can prove nothing, and elsewhere only that something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from casbridge.algebra.answers import Answer
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Status
from casbridge.crosscheck.apart import Question, judge_apart
from casbridge.crosscheck.evidence import Evidence, evidence
from casbridge.crosscheck.inclusion import Judgement
from casbridge.crosscheck.singular_inclusion import judge_by_singular
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Witness
from casbridge.errors import CasbridgeError
from casbridge.limits import NEVER, Deadline

_DEFAULT_SECONDS = 60.0
#: Of the time that is left, for the reference; what Singular leaves of the rest is for evidence.
_SHARE_OF_REFERENCE = 0.45
_SHARE_OF_SINGULAR = 0.85
_LONGEST_CONFIRMATION = 10.0
_LONGEST_EVIDENCE = 5.0
_LEAST_SECONDS = 0.05


@dataclass(frozen=True)
class Decision:
    """Results with what was found, in the order in which they were given.

    provers: who proved what is proved. open: why nothing is proved of an answer, for those of which nothing is.
    evidence: for those the points that were compared, in words; none where there is an answer without any.
    """

    judged: tuple[CheckedResult, ...]
    provers: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


def confirm(
    checked: Sequence[CheckedResult], system: PolynomialSystem, deadline: Deadline = NEVER, memory: int | None = None
) -> Decision:
    """Judges answers that agree with each other by the reference alone, and not for long: all might be wrong alike."""
    return _decide(checked, system, deadline.share(1, most=_LONGEST_CONFIRMATION), memory, 1.0, alone=True)


def decide(
    checked: Sequence[CheckedResult], system: PolynomialSystem, deadline: Deadline = NEVER, memory: int | None = None
) -> Decision:
    """Judges every answer by itself against the system, until the deadline.

    memory: the limit, in bytes, of each process that is asked.
    """
    until = Deadline.after(_DEFAULT_SECONDS) if deadline == NEVER else deadline
    return _decide(checked, system, until, memory, _SHARE_OF_REFERENCE, alone=False)


def _decide(
    checked: Sequence[CheckedResult],
    system: PolynomialSystem,
    deadline: Deadline,
    memory: int | None,
    share_of_reference: float,
    *,
    alone: bool,
) -> Decision:
    judged = list(checked)
    provers: dict[str, None] = {}
    waiting: list[tuple[int, Answer, str]] = []
    contradictions: list[str] = []
    places = [place for place, one in enumerate(judged) if one.result.answer is not None and not one.faults]
    seconds = share_of_reference * (deadline.left() or 0.0)
    for place, (found, count) in zip(places, _by_reference(judged, places, system, seconds, memory), strict=True):
        one = judged[place]
        if found.faults and not any(witness.point for witness in found.faults):
            found = _confirmed(one, found, system, deadline, memory)
            if not found.faults:
                contradictions.append(f"{one.result.name}: {found.reason}")
                continue
        judged[place] = _with(one, found)
        if found.proved:
            provers[f"the reference's {_chains(count)}" if _is_claimed_whole(one) else ""] = None
        elif not found.faults:
            assert one.result.answer is not None
            waiting.append((place, one.result.answer, found.reason))
    if alone:
        return Decision(tuple(judged), _named(provers), (*contradictions, *(reason for _, _, reason in waiting)))
    left: list[tuple[int, Answer, str]] = []
    for number, (place, answer, reason) in enumerate(waiting):
        one = judged[place]
        share = _SHARE_OF_SINGULAR * (deadline.left() or 0.0) / (len(waiting) - number)
        if share < _LEAST_SECONDS:
            left.append((place, answer, reason))
            continue
        found = judge_by_singular(
            one.result.name, answer, system, complete=_is_claimed_whole(one), seconds=share, memory=memory
        )
        judged[place] = _with(one, found)
        if found.proved:
            provers["Singular"] = None
        elif not found.faults:
            left.append((place, answer, f"{reason}; {found.reason}"))
    reasons = contradictions
    said: list[str] = []
    for place, answer, reason in left:
        one = judged[place]
        seen = _evidence(one, answer, system, deadline)
        if seen.against and seen.proved:
            judged[place] = replace(one, faults=(_difference(one.result.name, seen),))
            continue
        if seen.against:
            reason += f"; it differs from the system at a point modulo a prime, in {seen.field}, which is no proof"
        elif seen.compared:
            said.append(f"{one.result.name}: {seen.compared} points over {seen.field}")
        reasons.append(f"{one.result.name}: {reason}")
    return Decision(
        tuple(judged),
        _named(provers),
        tuple(reasons),
        tuple(said) if len(said) == len(reasons) else (),
    )


def _confirmed(
    one: CheckedResult, found: Judgement, system: PolynomialSystem, deadline: Deadline, memory: int | None
) -> Judgement:
    """A fault that no point shows is believed unless Singular proves the opposite; then nothing is known."""
    seconds = min(_LONGEST_CONFIRMATION, 0.5 * (deadline.left() or 0.0))
    answer = one.result.answer
    if answer is None or seconds < _LEAST_SECONDS:
        return found
    complete = _is_claimed_whole(one)
    second = judge_by_singular(one.result.name, answer, system, complete=complete, seconds=seconds, memory=memory)
    if second.proved:
        return Judgement(reason=f"the reference says that {found.faults[0].text}, and Singular proves the opposite")
    return found


def _named(provers: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in provers if name)


def _by_reference(
    judged: Sequence[CheckedResult],
    places: Sequence[int],
    system: PolynomialSystem,
    seconds: float,
    memory: int | None,
) -> list[tuple[Judgement, int]]:
    if seconds < _LEAST_SECONDS:
        return [(Judgement(reason="there was no time left"), 0)] * len(places)
    questions = []
    for one in map(judged.__getitem__, places):
        assert one.result.answer is not None
        questions.append(Question(one.result.name, one.result.answer, _is_claimed_whole(one), one.zeros))
    return judge_apart(system, questions, seconds, memory)


def _is_claimed_whole(one: CheckedResult) -> bool:
    return one.result.status is Status.COMPLETE


def _chains(count: int) -> str:
    return f"{count} irreducible chain{'s' * (count != 1)}" if count else "proof that there are none"


def _with(one: CheckedResult, found: Judgement) -> CheckedResult:
    if found.faults:
        return replace(one, faults=one.faults + found.faults, note="")
    return replace(one, note=found.note) if found.proved else one


def _evidence(one: CheckedResult, answer: Answer, system: PolynomialSystem, deadline: Deadline) -> Evidence:
    seconds = min(_LONGEST_EVIDENCE, deadline.left() or 0.0)
    if seconds < _LEAST_SECONDS:
        return Evidence()
    try:
        return evidence(answer, system, complete=_is_claimed_whole(one), seconds=seconds)
    except CasbridgeError:
        return Evidence()


def _difference(name: str, seen: Evidence) -> Witness:
    what = "lacks a zero of the system" if seen.missing else "has a zero that the system has not"
    fault = Fault.MISSING_ZERO if seen.missing else Fault.FALSE_ZERO
    return Witness(fault, name, f"{name} {what}, in {seen.field}: {seen.against}", seen.point)
