"""The ledger: all findings about claims, and what follows from them. Everything here is a pure function.

    provers ──Finding──▶ Ledger ──state──▶ Proof, faults or Unknown for each claim

Inclusions make paths: from a ⊆ b and b ⊆ c follows a ⊆ c. A separation goes along paths as well: from a ⊄ b, a ⊆ l and
u ⊆ b follows l ⊄ u. A path counts only if each of its edges is proved. By default
only CONFIRMED proofs count, so that one program's word never proves anything; a caller may ask for less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from casbridge.crosscheck.claims import Claim, Within
from casbridge.crosscheck.verdicts import Witness


class Trust(IntEnum):
    """How much a proof is worth."""

    EVIDENCE = 1  # some points or decimals were compared
    ONE_WAY = 2  # a computation that nothing confirms, such as a decomposition
    CONFIRMED = 3  # checked by a second way, by substitution, by division or by an identity that was expanded


@dataclass(frozen=True)
class Proof:
    """Why a claim holds.

    text: in words.
    """

    text: str
    trust: Trust = Trust.CONFIRMED


@dataclass(frozen=True)
class Unknown:
    """Why a claim is open. stopped: the limit that is why, "time" or "memory"; "" where none is."""

    reason: str
    stopped: str = ""


@dataclass(frozen=True)
class Finding:
    """What a prover says of one claim.

    is_certain: if True, a witness against an inclusion beats any proof, even without a point. If False, a contrary
        proof leaves the claim open. A point shows the fault by substitution. A witness against a quality always counts.

    >>> Finding(Within(0, 1), Proof("division")).refutes
    False
    """

    claim: Claim
    outcome: Proof | Witness | Unknown
    is_certain: bool = False

    @property
    def refutes(self) -> bool:
        """Whether it refutes the claim, and no proof can outweigh it."""
        return isinstance(self.outcome, Witness) and (
            self.is_certain or is_checkable(self.outcome) or not isinstance(self.claim, Within)
        )


def equal(one: int, other: int, proof: Proof) -> Iterator[Finding]:
    """The two inclusions of an equality.

    >>> [finding.claim for finding in equal(0, 1, Proof("the same polynomials"))]
    [Within(lower=0, upper=1), Within(lower=1, upper=0)]
    """
    yield Finding(Within(one, other), proof)
    yield Finding(Within(other, one), proof)


def is_checkable(witness: Witness) -> bool:
    """Whether anyone can check a witness by substitution.

    >>> from casbridge.crosscheck.verdicts import Fault
    >>> is_checkable(Witness(Fault.FALSE_ZERO, "it", "it has a false zero", (1,)))
    True
    """
    return witness.point is not None or witness.extension is not None


#: What is known of a claim: a proof, the faults that refute it, or why it is open.
State = Proof | tuple[Witness, ...] | Unknown


@dataclass(frozen=True)
class Ledger:
    """Findings in the order in which they came. It only grows.

    >>> ledger = Ledger().plus(equal(0, 1, Proof("alike"))).plus([Finding(Within(1, 2), Proof("division"))])
    >>> ledger.state(Within(0, 2)).text
    'alike and division'
    """

    findings: tuple[Finding, ...] = ()

    def plus(self, findings: Sequence[Finding] | Iterator[Finding]) -> Ledger:
        """The ledger with more findings."""
        return replace(self, findings=(*self.findings, *findings))

    def paths(self, lower: int, least: Trust = Trust.CONFIRMED) -> Mapping[int, tuple[Proof, ...]]:
        """The nodes whose sets include that of a node, each with the proofs that lead there."""
        edges: dict[int, dict[int, Proof]] = {}
        refuted = {finding.claim for finding in self.findings if finding.refutes}
        for finding in self.findings:
            claim, proof = finding.claim, finding.outcome
            if not isinstance(claim, Within) or not isinstance(proof, Proof):
                continue
            # A refuted inclusion is never part of a path, even if a prover proved it.
            if proof.trust >= least and claim not in refuted:
                edges.setdefault(claim.lower, {}).setdefault(claim.upper, proof)
        paths: dict[int, tuple[Proof, ...]] = {lower: ()}
        waiting = [lower]
        for node in waiting:
            for upper, proof in edges.get(node, {}).items():
                if upper not in paths:
                    paths[upper] = (*paths[node], proof)
                    waiting.append(upper)
        return paths

    def are_equal(self, one: int, other: int, least: Trust = Trust.CONFIRMED) -> bool:
        """Whether two nodes are shown to be the same set."""
        return other in self.paths(one, least) and one in self.paths(other, least)

    def proofs(self, claim: Claim, least: Trust = Trust.CONFIRMED) -> tuple[Proof, ...] | None:
        """The proofs of a claim; None where there is none."""
        if isinstance(claim, Within):
            return self.paths(claim.lower, least).get(claim.upper)
        for finding in self.findings:
            if finding.claim == claim and isinstance(finding.outcome, Proof) and finding.outcome.trust >= least:
                return (finding.outcome,)
        return None

    def refutations(self, claim: Claim) -> list[Finding]:
        """The findings that refute a claim, with those that follow along inclusions."""
        return [one for one in self.findings if isinstance(one.outcome, Witness) and self._refutes(one, claim)]

    def _refutes(self, finding: Finding, claim: Claim) -> bool:
        other = finding.claim
        if other == claim:
            return True
        # A separation a ⊄ b, with a ⊆ lower and upper ⊆ b, refutes lower ⊆ upper.
        if not (isinstance(claim, Within) and isinstance(other, Within)):
            return False
        return claim.lower in self.paths(other.lower) and other.upper in self.paths(claim.upper)

    def state(self, claim: Claim) -> State:
        """What is known of a claim. A fault that can be checked by substitution beats any proof."""
        refutations, proofs = self.refutations(claim), self.proofs(claim)
        witnesses = tuple(one.outcome for one in refutations if isinstance(one.outcome, Witness))
        against = self.proofs(claim, Trust.ONE_WAY)
        if witnesses and (against is None or any(one.refutes for one in refutations)):
            return witnesses
        if witnesses:
            texts = " and ".join(proof.text for proof in against or ())
            return Unknown(f"{witnesses[0].text}, but {texts} proves the opposite")
        if proofs is not None:
            texts = " and ".join(dict.fromkeys(proof.text for proof in proofs))
            return Proof(texts)
        tried = [one.outcome for one in self.findings if one.claim == claim and isinstance(one.outcome, Unknown)]
        reason = "; ".join(dict.fromkeys(one.reason for one in tried if one.reason))
        return Unknown(reason, next((one.stopped for one in tried if one.stopped), ""))

    def is_settled(self, claim: Claim) -> bool:
        """Whether no prover need be asked. A fault without a point is not final: the next prover is asked, too."""
        state = self.state(claim)
        if isinstance(state, tuple):
            return any(one.refutes for one in self.refutations(claim))
        return isinstance(state, Proof)
