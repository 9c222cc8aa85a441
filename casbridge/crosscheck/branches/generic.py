"""A verdict over closures, whose sentences say "generic"."""

from __future__ import annotations

from dataclasses import replace

from casbridge.crosscheck.verdicts import CheckedResult, Verdict, Witness

_GENERIC = "generic"


def generic_verdict(verdict: Verdict) -> Verdict:
    """The verdict over closures, as `--generic` asks for it. Each of its sentences says "generic".

    >>> from casbridge.crosscheck.verdicts import VerdictKind
    >>> generic_verdict(Verdict(VerdictKind.AGREE, "a, b have the same zeros; nothing is missing", ())).reason
    'generic: a, b have the same zeros; generic: nothing is missing'
    """

    def generic_witness(witness: Witness) -> Witness:
        return replace(witness, text=_marked(witness.text))

    def generic_result(checked: CheckedResult) -> CheckedResult:
        faults = tuple(map(generic_witness, checked.faults))
        judgement = checked.judgement
        if judgement is not None:
            proofs, still = tuple(map(_marked, judgement.proofs)), tuple(map(_marked, judgement.open))
            judgement = replace(judgement, proofs=proofs, faults=faults, open=still)
        return replace(checked, faults=faults, note=_marked(checked.note), judgement=judgement)

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
