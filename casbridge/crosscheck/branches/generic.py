"""The words of a verdict over closures: each sentence says that it holds generically, not where a denominator is 0."""

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


def without_undecided_cases(verdict: Verdict) -> Verdict:
    """The verdict as it is, or without `agree` where it is not known whether an answer lost special cases.

    >>> from casbridge.backends.protocol import Result, Status
    >>> it = CheckedResult(Result("it", "", Status.COMPLETE), undecided_cases="no time")
    >>> verdict = without_undecided_cases(Verdict(VerdictKind.AGREE, "it, b have the same zeros", (it,)))
    >>> str(verdict.kind), verdict.reason.partition("; ")[0]
    ('consistent', 'it, b have the same closures')
    """
    undecided = [f"{one.result.name}: {one.undecided_cases}" for one in verdict.checked if one.undecided_cases]
    if not undecided or verdict.kind is VerdictKind.DISAGREE:
        return verdict
    closures = _SAME.sub("the same closures", verdict.reason)
    reason = f"{closures}; not known whether a zero is lost where a denominator is 0: {', '.join(undecided)}"
    kind = VerdictKind.CONSISTENT if verdict.kind is VerdictKind.AGREE else verdict.kind
    return replace(verdict, kind=kind, reason=reason, rests_on=() if kind is not verdict.kind else verdict.rests_on)
