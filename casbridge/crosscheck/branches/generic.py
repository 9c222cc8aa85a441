"""From a verdict over closures to one over the sets that answers state, or to one whose sentences say "generic"."""

from __future__ import annotations

import re
from dataclasses import replace

from casbridge.crosscheck.verdicts import CheckedResult, Verdict, VerdictKind, Witness

_GENERIC = "generic"
#: What is said of zeros that are the same.
_SAME = re.compile(r"\bthe same( \d+)? zero(s?)( set)?\b")


def generic_verdict(verdict: Verdict) -> Verdict:
    """The verdict over closures, as `--generic` asks for it. Each of its sentences says "generic".

    >>> generic_verdict(Verdict(VerdictKind.AGREE, "a, b have the same zeros; nothing is missing", ())).reason
    'generic: a, b have the same zeros; generic: nothing is missing'
    """

    def generic_witness(witness: Witness) -> Witness:
        return replace(witness, text=_marked(witness.text))

    def generic_result(checked: CheckedResult) -> CheckedResult:
        faults = tuple(map(generic_witness, checked.faults))
        return replace(checked, faults=faults, note=_marked(checked.note), evidence=_marked(checked.evidence))

    return replace(
        verdict,
        reason=_marked(verdict.reason),
        rests_on=tuple(map(_marked, verdict.rests_on)),
        checked=tuple(map(generic_result, verdict.checked)),
        witness=None if verdict.witness is None else generic_witness(verdict.witness),
        generic=True,
    )


def _marked(text: str) -> str:
    """A text of which each sentence begins with "generic"."""
    return "; ".join(part if part.startswith(_GENERIC) else f"{_GENERIC}: {part}" for part in text.split("; ") if part)


def with_special_cases(verdict: Verdict) -> Verdict:
    """The verdict over closures with the special cases that answers lack as faults.

    It is no longer `agree` where that is not known of an answer.

    >>> from casbridge.backends.protocol import Result, Status
    >>> it = CheckedResult(Result("it", "", Status.TIMEOUT, reason="slow"), undecided_cases="no time")
    >>> verdict = with_special_cases(Verdict(VerdictKind.AGREE, "it, b have the same zeros", (it,)))
    >>> str(verdict.kind), verdict.reason.partition("; ")[0]
    ('consistent', 'it, b have the same closures')
    """
    if any(one.lost_cases for one in verdict.checked):
        checked = tuple(replace(one, faults=one.faults + one.lost_cases, lost_cases=()) for one in verdict.checked)
        faults = [witness for one in checked for witness in one.faults]
        reason = f"wrong: {', '.join(sorted({witness.backend for witness in faults}))}"
        if verdict.reason.startswith("over "):
            reason = f"{verdict.reason.partition(': ')[0]}: {reason}"
        witness = verdict.witness or faults[0]
        kind = VerdictKind.DISAGREE
        return replace(
            verdict, kind=kind, reason=reason, checked=checked, witness=witness, rests_on=(), stopped=frozenset()
        )
    undecided = [f"{one.result.name}: {one.undecided_cases}" for one in verdict.checked if one.undecided_cases]
    if not undecided or verdict.kind is VerdictKind.DISAGREE:
        return verdict
    closures = _SAME.sub("the same closures", verdict.reason.partition("; nothing is missing")[0])
    reason = f"{closures}; not known whether a zero is lost where a denominator is 0: {', '.join(undecided)}"
    kind = VerdictKind.CONSISTENT if verdict.kind is VerdictKind.AGREE else verdict.kind
    return replace(verdict, kind=kind, reason=reason, rests_on=())
