"""Proving claims by the reference or any backend. What was decided once is remembered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from casbridge.algebra import QQ
from casbridge.algebra.answers import Task
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Status
from casbridge.brief import Brief
from casbridge.charset import SplitSeries
from casbridge.charset.finite import zeros
from casbridge.errors import BackendError, CasbridgeError, LimitError
from casbridge.limits import NEVER, Deadline, Limits
from casbridge.logic.cases import cases_of
from casbridge.logic.claims import Claim, unit_lemma
from casbridge.processes import apart


class ProofStatus(StrEnum):
    """Whether a claim, a step or an explanation is proved.

    >>> [str(status) for status in ProofStatus]
    ['proved', 'refused', 'undecided']
    """

    PROVED = "proved"
    REFUSED = "refused"  # false, or no claim that such a step can make
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Brief):
    """Whether a claim is proved. It has no truth value: look at `proof`.

    reason, stopped: for a claim that is not proved why, and whether because of a limit on time or memory.

    >>> Decision(ProofStatus.UNDECIDED, "no answer within 1 s", stopped=True).proof
    <ProofStatus.UNDECIDED: 'undecided'>
    """

    proof: ProofStatus
    reason: str = ""
    stopped: bool = False

    def __bool__(self) -> bool:
        raise TypeError("a Decision has no truth value; look at its proof")


_PROVED = Decision(ProofStatus.PROVED)
_REFUSED = Decision(ProofStatus.REFUSED)
#: Why claims and steps stay undecided after the deadline.
TIME_OVER = "the time for the whole check is over"
#: The most claims that a prover remembers. Then it forgets all of them and starts again.
MOST_REMEMBERED = 100_000


class ClaimProver(ABC):
    """Decides claims, and remembers its decisions by the polynomials, whatever the cells are called.

    name, version: the backend and its method; and its version, once it is known.
    limits, deadline: on each system, and on each explanation that is checked; no question is asked after the deadline.
    asked, claims: the number of systems asked about, and of claims decided, remembered ones too.
    """

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.version = ""
        self.asked = self.claims = 0
        self.deadline = NEVER
        self._known: dict[Claim, Decision] = {}
        self._failed_once: set[Claim] = set()
        self._decided: dict[tuple[Claim, int | None], Decision] = {}

    @abstractmethod
    def ask(self, negated: Claim) -> Decision:
        """PROVED if the hypotheses of a negated claim have no common zero, REFUSED if they have one.

        The limits on the question are `limits_now`.
        """

    @property
    def limits_now(self) -> Limits:
        """The limits on a question that is asked now: `limits`, and no longer than until `deadline`."""
        left = self.deadline.left()
        if left is None:
            return self.limits
        return replace(self.limits, seconds=max(0.001, min(left, self.limits.seconds or left)))

    def decide(self, claim: Claim, relevant: int | None = None) -> Decision:
        """Whether a claim holds.

        relevant: the set of digits that its reason is about. A stronger claim, in which all other digits are treated
            alike, is tried first: it is often known already.

        >>> ReferenceProver().decide(Claim(9, (0b1, 0b111), ((0, 1),), (), 1, 0b110)).proof
        <ProofStatus.PROVED: 'proved'>
        """
        self.claims += 1
        known = self._decided.get((claim, relevant))
        if known is None:
            for one in dict.fromkeys([claim] if relevant is None else [claim.relaxed(relevant), claim]):
                known = self._decided_anew(one)
                if known.proof is ProofStatus.PROVED:
                    break
            assert known is not None
            if known.proof is not ProofStatus.UNDECIDED:
                if len(self._decided) >= MOST_REMEMBERED:
                    self._decided.clear()
                self._decided[claim, relevant] = known
        return known

    def cases(self, negated: Claim) -> Iterator[Claim]:
        """Negated claims to ask in place of one. It has no zero exactly if none of them has."""
        yield negated

    def _decided_anew(self, claim: Claim) -> Decision:
        for case in self.cases(claim.negation):
            for digit in case.lemmas:
                lemma = self._remembered(unit_lemma(case.digits, digit))
                if lemma.proof is not ProofStatus.PROVED:
                    said = lemma.reason or f"x - {digit} was not proved to be a unit"
                    return Decision(ProofStatus.UNDECIDED, said, lemma.stopped)
            found = self._remembered(case.smaller.canonical)
            if found.proof is not ProofStatus.PROVED:
                return found
        return _PROVED

    def _remembered(self, negated: Claim) -> Decision:
        known = self._known.get(negated)
        if known is None:
            if self.deadline.passed:
                return Decision(ProofStatus.UNDECIDED, TIME_OVER, stopped=True)
            self.asked += 1
            known = self.ask(negated)
            if known.proof is ProofStatus.UNDECIDED and (negated not in self._failed_once or self.deadline.passed):
                # The first start of a program may take very long, so only a second failure is remembered.
                self._failed_once.add(negated)
                return known
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
                self._failed_once.clear()
            self._known[negated] = known
        return known


class ReferenceProver(ClaimProver):
    """Asks the reference, which splits domains in this process; in a process apart if memory is limited.

    >>> ReferenceProver().ask(Claim(9, (0b1, 0b1), ((0, 1),), (), -1, 0)).proof
    <ProofStatus.PROVED: 'proved'>
    """

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__("reference:split", limits)
        self.version = registry.get("reference").availability().version

    def ask(self, negated: Claim) -> Decision:
        limits = self.limits_now
        try:
            if limits.memory is None:
                found = first_zero(negated, limits.seconds)
            else:
                found = apart.call(first_zero, negated, deadline=limits.deadline(), memory=limits.memory)
        except (LimitError, MemoryError) as error:
            return Decision(ProofStatus.UNDECIDED, f"{self.name}: {error or 'out of memory'}", stopped=True)
        return _PROVED if found is None else _REFUSED


class _BackendProver(ClaimProver):
    """Asks a backend, with one job for each system."""

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.backend, self.method = registry.split_name(name)
        if ":" not in name:
            self.method = next((m.name for m in self.backend.methods if m.task is Task.BASIS), self.method)
        super().__init__(f"{self.backend.name}:{self.method}" if self.method else self.backend.name, limits)

    def cases(self, negated: Claim) -> Iterator[Claim]:
        return cases_of(negated)

    def ask(self, negated: Claim) -> Decision:
        try:
            system = negated.system()
            if not any(system.polynomials()):
                return _REFUSED  # each point is a zero, and symbolic solvers refuse to say so
            result = self.backend.run(Job(system, self.method, self.limits_now))
            if result.status is Status.UNSUPPORTED and system.ring.field != QQ:
                system = negated.system(QQ)  # a claim holds in each field in which the digits differ, or in none
                result = self.backend.run(Job(system, self.method, self.limits_now))
            self.version = result.version or self.version
            if result.answer is None or (result.status is Status.PARTIAL and result.reason):
                stopped = result.status in (Status.TIMEOUT, Status.MEMORY, Status.PARTIAL)
                return Decision(ProofStatus.UNDECIDED, f"{self.name}: {result.status}: {result.reason}", stopped)
            if not result.answer.components or (point := next(zeros(result.answer, within=system), None)) is None:
                return _PROVED
            if (violated := system.first_violated(point)) is not None:
                raise BackendError(f"it answered with a point that is no zero: it violates {violated.origin}")
        except CasbridgeError as error:
            return Decision(ProofStatus.UNDECIDED, f"{self.name}: {error}")
        return _REFUSED


def prover_of(backend: str = "reference", limits: Limits | None = None) -> ClaimProver:
    """The prover for a backend: `reference`, or another `name` or `name:method`. limits: see `ClaimProver`.

    A bare name means the backend's Gröbner bases. Raises UsageError for a name that does not exist.

    >>> prover_of().name, prover_of("singular").name, prover_of("sympy").name
    ('reference:split', 'singular:std', 'sympy:groebner')
    """
    if backend.strip() in ("reference", "reference:series", "reference:split"):
        return ReferenceProver(limits)
    return _BackendProver(backend, limits)


def first_zero(negated: Claim, seconds: float | None = None) -> tuple[int, ...] | None:
    """Digits of all variables at which the hypotheses of a claim hold, by the reference; None if there are none.

    seconds: after so long LimitError is raised.

    >>> first_zero(Claim(3, (0b111, 0b001), ((0, 1),), (), -1, 0))
    (2, 1)
    """
    system = negated.system()
    chain = next(iter(SplitSeries(system, Deadline.after(seconds))), None)
    if chain is None:
        return None
    digit_of = {system.ring.field.element(digit): digit for digit in range(1, negated.digits + 1)}
    return tuple([digit_of[value] for value in chain.point[: len(negated.domains)]])
