"""The ladder of provers: which answers have the same zeros, by asking one prover after the other; then the verdict.

    checked results ──▶ LADDER[0] ──still open──▶ LADDER[1] ──still open──▶ … ──all the same──▶ PROOFS ──▶ Verdict

A prover shows that an answer has the same zeros as another one, or as the system. The ladder ends as soon as all
answers are shown to have the same zeros, or one is found to be wrong.

Equal answers may lack the same zeros. So the provers of PROOFS are asked then, until one of them has proved of each
answer that it has all zeros of the system. They do not rest on the reference. Without such a proof the verdict is
`consistent`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.crosscheck.checking import NO_POINTS, closed_text
from casbridge.crosscheck.closed_points import special_zero, zero_of
from casbridge.crosscheck.provers import closing, covering, direct, points, reference, singular
from casbridge.crosscheck.provers.protocol import SYSTEM, Finding, Prover, Question, Said, joined
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, VerdictKind, Witness
from casbridge.errors import CasbridgeError
from casbridge.limits import NEVER, Deadline, Stopwatch


@dataclass(frozen=True)
class Rung:
    """A prover in the ladder, and its part of the time.

    share: of the seconds that are left, at most `most` of them.

    >>> LADDER[0].prove is direct.prove
    True
    """

    prove: Prover
    share: float
    most: float = inf


#: The provers, cheapest first. A new one is one more line.
LADDER = (
    Rung(direct.prove, 0.5),
    Rung(reference.prove, 0.45),
    Rung(singular.prove, 0.85),
    Rung(points.prove, 1.0, most=5.0),
)
#: The provers that show that no zero is missing, cheapest first. Identities are tried shortly, and again at the end.
PROOFS = (
    Rung(closing.prove, 0.6),
    Rung(covering.prove, 0.3, most=3.0),
    Rung(singular.prove_by_quotients, 0.75),
    Rung(covering.prove, 1.0),
)
#: Seconds for a comparison without a limit.
COMPARISON_SECONDS = 60.0

#: Where all answers are the same, the first prover that compares with the system looks for a fault that they share.
_CONFIRMING = Rung(reference.prove, 1.0, most=10.0)
#: A fault that no point shows is put to the next prover.
_SECOND_OPINION = Rung(singular.prove, 0.5, most=10.0)
_SECONDS_FOR_A_POINT = 1.0
#: A proof is tried without being asked for as long as the answers took, and at least for so many seconds.
SECONDS_FOR_A_PROOF = 4.0
_LEAST_SECONDS = 0.05
#: Where a larger part of the time is left, it was not the limit that ended the comparison, but a prover's share.
_PART_LEFT = 0.2


def compare(
    checked: Sequence[CheckedResult],
    system: PolynomialSystem,
    deadline: Deadline = NEVER,
    memory: int | None = None,
    *,
    certify: bool = False,
) -> Verdict:
    """The verdict over results that `check` has seen.

    deadline: COMPARISON_SECONDS from now where none is given.
    memory: bytes for each process that a prover starts.
    certify: take all the time that is left to prove that no zero is missing.

    >>> from casbridge.algebra import Ring
    >>> compare([], PolynomialSystem(Ring.of("x"), ())).reason
    'no backend answered; two are needed'
    """
    ladder = _Ladder(checked, system, Deadline.after(COMPARISON_SECONDS) if deadline == NEVER else deadline, memory)
    ladder.climb(certify=certify)
    return ladder.verdict()


class _Ladder:
    """One climb: what is known of each answer so far."""

    def __init__(
        self, checked: Sequence[CheckedResult], system: PolynomialSystem, deadline: Deadline, memory: int | None
    ) -> None:
        self.judged = list(checked)
        self.system = system
        self.deadline = deadline
        self.memory = memory
        self.answered = [place for place, one in enumerate(self.judged) if one.answered]
        #: For each place, and the system, the least place that is known to be the same.
        self.same = {place: place for place in [SYSTEM, *self.answered]}
        #: For each partial answer the places whose zeros include its own.
        self.within: defaultdict[int, set[int]] = defaultdict(set)
        #: The same, where nothing but the answers themselves was compared.
        self.alike = {place: place for place in self.answered}
        #: What proves of an answer that it has all zeros of the system, and no others.
        self.rests_on: dict[int, str] = {}
        #: What one prover says of an answer, and another one denies.
        self.doubts: list[str] = []
        self.provers: dict[str, None] = {}
        self.reasons: defaultdict[int, list[str]] = defaultdict(list)
        self.evidence: dict[int, str] = {}
        self.contradicted: set[int] = set()
        #: For the places of answers that were not judged because of limits, these limits.
        self.stopped: defaultdict[int, set[str]] = defaultdict(set)
        #: The limits that ended the proofs that no zero is missing, and where they did, in words.
        self.proof_stopped: frozenset[str] = frozenset()
        self.no_proof = ""
        for place in self.answered:
            if self.judged[place].uncompared:
                self.contradicted.add(place)
                self.reasons[place].append(self.judged[place].uncompared)
            if self.judged[place].stopped:
                self.stopped[place].add(self.judged[place].stopped)
            if self.judged[place].evidence:
                self.evidence[place] = self.judged[place].evidence

    def climb(self, *, certify: bool) -> None:
        """Ask the provers in turn, until nothing is open; then for a proof that no zero is missing."""
        if len(self.answered) < 2:
            return
        for number, rung in enumerate(LADDER):
            self._ask(rung, self._open if number else self.answered)
            if any(one.faults for one in self.judged):
                return
            if not self._open:
                self._prove(certify=certify)
                if self._unproved and not number and not any(one.faults for one in self.judged):
                    # They agree with each other. What is wrong with all of them shows only beside the system.
                    self._ask(self._confirming, self.answered)
                return
        self.provers = {}

    def _prove(self, *, certify: bool) -> None:
        """Ask for proofs that no zero is missing, for one of the answers that were found to be alike."""
        seconds = inf if certify else max(SECONDS_FOR_A_PROOF, self._seconds_of_answers)
        left = self.deadline.left()
        is_short = left is not None and left < seconds
        soon, watch = self.deadline.share(1.0, most=seconds), Stopwatch()
        before = {place: len(reasons) for place, reasons in self.reasons.items()}
        self.stopped.clear()  # all are known to be the same; from here on it is of the proofs
        for rung in PROOFS:
            places = self._unproved
            if not places or any(one.faults for one in self.judged):
                return
            share = soon.share(rung.share, most=rung.most)
            share = replace(share, seconds=round(share.left() or 0.0, 1))  # for the reason
            for place, found in self._said(rung, places, share):
                self._take(place, self._unopposed(place, replace(found, by="")))
            wrong = {self.alike[place] for place in places if self.judged[place].faults}
            # What is wrong with one answer is wrong with those that are alike.
            self._ask(rung, [i for i in self.answered if self.alike[i] in wrong and not self.judged[i].faults], share)
        limits = {limit for place in self._unproved for limit in self.stopped.get(place, ())}
        # A higher limit on time gives no more seconds to proofs that had all that a proof gets.
        self.proof_stopped = frozenset(limits if is_short else limits - {"time"})
        tried = [reason for place in self._unproved for reason in self.reasons[place][before.get(place, 0) :]]
        text = _ended_text(limits, self.deadline.seconds if is_short else None, seconds)
        how = f"{'; '.join(dict.fromkeys(tried))}; {watch.seconds:.1f} s in all"
        self.no_proof = f"{text} ({how})" if text else ""

    def _unopposed(self, place: int, found: Finding) -> Finding:
        """The same, unless it has faults that no point shows, and the reference proves the opposite."""
        if not found.faults or any(witness.point or witness.extension for witness in found.faults):
            return found
        if self.same[place] != self.same[SYSTEM]:
            self._ask(_CONFIRMING, [place])
        if self.same[place] != self.same[SYSTEM] or self.judged[place].faults:
            return found
        self.doubts.append(f"{found.faults[0].text}, but the reference proves the opposite")
        return Finding()

    @property
    def _seconds_of_answers(self) -> float:
        return sum(self.judged[place].result.wall_seconds for place in self.answered)

    @property
    def _confirming(self) -> Rung:
        """The reference's look for a fault that all answers share. Points are soon looked through."""
        known = any(self.judged[place].zeros is not None for place in self.answered)
        return replace(_CONFIRMING, most=max(SECONDS_FOR_A_PROOF, self._seconds_of_answers)) if known else _CONFIRMING

    @property
    def _unproved(self) -> list[int]:
        """One place of each class of answers that are alike, for classes of which none is proved to have all zeros."""
        whole = [place for place in self.answered if self._is_whole(place)]
        proved = {self.alike[place] for place in whole if place in self.rests_on}
        classes: dict[int, int] = {}
        for place in sorted(whole, key=lambda place: (self.judged[place].zeros is None, place)):
            if self.alike[place] not in proved:
                classes.setdefault(self.alike[place], place)
        return list(classes.values()) if len(whole) == len(self.answered) else []

    def _said(self, rung: Rung, places: Sequence[int], share: Deadline | None = None) -> Iterator[Said]:
        """What a prover finds about the answers at some places, if there is time for it."""
        if not places:
            return
        share = share or self.deadline.share(rung.share, most=rung.most)
        left = share.left()
        if left is not None and left < _LEAST_SECONDS:
            for place in places:
                self.stopped[place].add("time")
            return
        bare = tuple(replace(one, result=replace(one.result, script=None, transcript="")) for one in self.judged)
        asked = tuple(place for place in places if place not in self.contradicted)
        yield from rung.prove(Question(self.system, bare, asked), share, self.memory)

    def _ask(self, rung: Rung, places: Sequence[int], share: Deadline | None = None) -> None:
        for place, found in self._said(rung, places, share):
            self._take(place, found)

    def _take(self, place: int, found: Finding) -> None:
        """Keep what a prover has found of an answer."""
        one = self.judged[place]
        if found.faults and not found.certain:
            found = self._second_opinion(place, found)
        if found.faults:
            self.judged[place] = replace(one, faults=one.faults + found.faults, note="")
            return
        if found.note or (SYSTEM in found.same_as and found.by):
            self.judged[place] = replace(one, note=found.note)
        if found.reason:
            self.reasons[place].append(found.reason)
        if found.stopped:
            self.stopped[place].add(found.stopped)
        if found.evidence:
            self.evidence[place] = found.evidence
        if found.by:
            self.provers[found.by] = None
        if found.rests_on and found.proved:
            self.rests_on[place] = found.rests_on
        for other in found.same_as:
            if other != SYSTEM and found.exact and self._is_whole(place) and self._is_whole(other):
                self.alike = joined(self.alike, place, other)
            # A partial answer is only within another.
            if not self._is_whole(place):
                self.within[place].add(other)
            elif not self._is_whole(other):
                self.within[other].add(place)
            else:
                self.same = joined(self.same, place, other)

    def _second_opinion(self, place: int, found: Finding) -> Finding:
        """The faults, unless the next prover proves the opposite; then nothing is known of the answer."""
        for _, second in self._said(_SECOND_OPINION, [place]):
            if second.proved:
                self.contradicted.add(place)
                text = found.faults[0].text
                return Finding(reason=f"the reference says that {text}, and {second.by} proves the opposite")
        return found

    def _is_whole(self, place: int) -> bool:
        return place == SYSTEM or self.judged[place].result.status is Status.COMPLETE

    @property
    def _open(self) -> list[int]:
        """The places of answers that are not known to be the same as the others; empty where all are."""
        whole = [place for place in self.answered if self._is_whole(place)]
        system = self.same[SYSTEM]
        # What the others should be the same as: the system, if some answer is, or the first whole answer.
        joined = not whole or any(self.same[place] == system for place in whole)
        goal = system if joined else self.same[whole[0]]
        apart = [
            place
            for place in self.answered
            if goal not in {self.same.get(other) for other in ([place] if place in whole else self.within[place])}
        ]
        # Nobody can be joined to the others before these are compared with the system.
        return apart if joined or not apart else self.answered

    def verdict(self) -> Verdict:
        """What is known, as a verdict."""
        faults = [witness for one in self.judged for witness in one.faults]
        if faults:
            wrong = sorted({witness.backend for witness in faults})
            return self._verdict(VerdictKind.DISAGREE, f"wrong: {', '.join(wrong)}", self._with_point(faults[0]))
        names = self._names(self.answered)
        if len(self.answered) < 2:
            others = ", ".join(f"{one.result.name}: {one.result.status}" for one in self.judged if not one.answered)
            first = f"only {names} answered" if names else "no backend answered"
            return self._verdict(VerdictKind.UNDECIDED, f"{first} ({others})" if others else f"{first}; two are needed")
        if self._open:
            return self._undecided(names)
        stopped = [bool(self.judged[place].result.reason) for place in self.answered if not self._is_whole(place)]
        if stopped:
            limits = {"the limit on answers": stopped.count(False), "a limit on time or memory": sum(stopped)}
            where = " and ".join(f"{number} of them stopped at {limit}" for limit, number in limits.items() if number)
            return self._verdict(VerdictKind.CONSISTENT, f"no contradiction between {names}; {where}")
        if self._unproved:
            shown = f"{names} {self._in_common('shown')}"
            told = filter(None, [*self.doubts, self.no_proof])
            text = "; ".join([f"equal in {self._systems()}, not proved: {shown}", *told])
            return replace(self._verdict(VerdictKind.CONSISTENT, text), stopped=self.proof_stopped)
        self.judged = [replace(one, note="") if one.note == NO_POINTS else one for one in self.judged]
        texts = tuple(dict.fromkeys(self.rests_on.values()))
        verdict = self._verdict(
            VerdictKind.AGREE, f"{names} {self._in_common()}; nothing is missing, by {' and '.join(texts)}"
        )
        return replace(verdict, rests_on=texts)

    def _verdict(self, kind: VerdictKind, reason: str, witness: Witness | None = None) -> Verdict:
        places = [] if kind is VerdictKind.DISAGREE else self._open
        stopped = frozenset(limit for place in places for limit in self.stopped.get(place, ()))
        if self.system.ring.parameters:
            reason = f"over {self.system.ring.field_name}: {reason}"
        checked = tuple(replace(one, alike=self.same.get(place)) for place, one in enumerate(self.judged))
        return Verdict(kind, reason, checked, witness, self.system.ring.variables, stopped=stopped)

    def _names(self, places: Iterable[int]) -> str:
        return ", ".join(self.judged[place].result.name for place in places)

    def _systems(self) -> str:
        """The systems whose answers are equal, or the methods where there is only one system."""
        titles = dict.fromkeys(_title(self.judged[place].result.backend) for place in self.answered)
        texts = list(titles) if len(titles) > 1 else [self.judged[place].result.name for place in self.answered]
        return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))

    def _in_common(self, proved: str = "proved") -> str:
        """The common zeros of the answers in words, or who proved that they are the same."""
        answered = [self.judged[place] for place in self.answered]
        known = next((one.zeros for one in answered if one.zeros is not None), None)
        closed = next((one.closed_points for one in answered if one.closed_points is not None), None)
        if known is not None:
            return "have no zeros" if not known else f"have the same {len(known)} zero{'s' * (len(known) != 1)}"
        if self.provers:
            return f"have the same zeros, {proved} by {' and '.join(self.provers)}"
        return "describe the same zero set" if closed is None else f"have the same zeros: {closed_text(closed)}"

    def _undecided(self, names: str) -> Verdict:
        """The verdict where something is open. Its reason says so where a limit on the comparison is why."""
        still = self._open
        why = [f"{self._names([i])}: {'; '.join(dict.fromkeys(self.reasons[i]))}" for i in still if self.reasons[i]]
        if self.stopped.keys() & still:
            limit = f" within {self.deadline.seconds:g} s" if self.deadline.seconds is not None else ""
            if (self.deadline.left() or 0.0) > _PART_LEFT * (self.deadline.seconds or 0.0):
                limit = " in its share of the time"
            why.insert(0, f"the comparison of the answers did not come to an end{limit}")
        text = "; ".join(why) or "these answers cannot be compared"
        if all(place in self.evidence for place in still):
            seen = "; ".join(f"{self._names([place])}: {self.evidence[place]}" for place in still)
            head = f"no contradiction between {names}, but no proof; {seen}"
            return self._verdict(VerdictKind.CONSISTENT, f"{head}; {text}")
        classes: defaultdict[int, list[int]] = defaultdict(list)
        for place in filter(self._is_whole, self.answered):
            classes[self.same[place]].append(place)
        alike = max(classes.values(), key=len, default=[])
        if len(alike) > 1:
            text = f"{self._names(alike)} have the same zeros, but not all can be compared: {text}"
        return self._verdict(VerdictKind.UNDECIDED, text)

    def _with_point(self, first: Witness) -> Witness:
        """The witness of a missing zero with a point, in the field or a small extension, where there is one."""
        witness = first
        if witness.fault is not Fault.MISSING_ZERO or witness.point is not None or witness.extension is not None:
            return witness
        place, one = next((p, one) for p, one in enumerate(self.judged) if witness in one.faults)
        answer, chain = one.result.answer, witness.chain or ()
        assert answer is not None
        try:
            found = zero_of(chain, self.system, answer.components, self.deadline)
            soon = self.deadline.share(1.0, most=_SECONDS_FOR_A_POINT)
            if found is None:
                found = points.missing_zero(answer, self.system, chain, soon)
            special = None if found else special_zero(chain, self.system, answer.components, soon)
        except CasbridgeError:
            return witness  # it shows the fault without a point, too
        if special is not None:
            basis, found = special
            # A chain with free variables tells of no single zero.
            witness = witness if found is not None else replace(witness, chain=basis)
        pointed = witness.at(found)
        faults = tuple(pointed if fault is first else fault for fault in one.faults)
        self.judged[place] = replace(one, faults=faults)
        return pointed


def _ended_text(limits: Collection[str], seconds: float | None, own: float) -> str:
    """That limits ended the proof that no zero is missing; "" where none did.

    limits: "time", "memory". seconds: the comparison's limit on time, where it left the proof less than `own` seconds.
    """
    texts = []
    if "time" in limits:
        within = f"{own:.3g} s that a proof gets" if seconds is None else f"{seconds:g} s of the comparison"
        texts.append(f"did not come to an end within the {within}")
    if "memory" in limits:
        texts.append("ran out of memory")
    return f"the proof that no zero is missing {' and '.join(texts)}" if texts else ""


def _title(backend: str) -> str:
    """A backend's name as in sentences."""
    if backend == "reference":
        return "the reference"
    try:
        target = registry.get(backend.partition("@")[0]).target
    except CasbridgeError:
        return backend
    return (target.title if target is not None else "") or backend
