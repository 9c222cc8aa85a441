"""Proving claims: by the reference, or by any backend; what was proved once is remembered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

from casbridge.algebra import QQ
from casbridge.algebra.answers import Point, Task
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Status
from casbridge.charset import SplitSeries
from casbridge.charset.finite.zeros import zeros
from casbridge.errors import BackendError, CasbridgeError, LimitError
from casbridge.limits import Deadline, Limits
from casbridge.logic.claims import Claim, unit_lemma


class ProofStatus(StrEnum):
    """What became of a claim."""

    PROVED = "proved"
    REFUSED = "refused"  # it is false, or not a claim that a step can make
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Decision:
    """A proof, or why there is none. It has no truth value: look at `proof`.

    stopped: whether a limit on time or memory is why it is undecided.
    """

    proof: ProofStatus
    reason: str = ""
    stopped: bool = False

    def __bool__(self) -> bool:
        raise TypeError("a Decision has no truth value; look at its proof")


_PROVED = Decision(ProofStatus.PROVED)
_REFUSED = Decision(ProofStatus.REFUSED)
#: Claims to remember; then it begins anew.
MOST_REMEMBERED = 100_000


class Prover(ABC):
    """Decides claims. What it remembers of a claim is its polynomials in numbers, without the names of cells.

    name: the backend's, with the method. limits: on each system that it is asked about. asked: how many these were;
    claims: how many claims it decided.
    """

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.version = ""
        self.asked = 0
        self.claims = 0
        self._known: dict[Claim, Decision] = {}
        self._failed_once: set[Claim] = set()
        self._decided: dict[tuple[Claim, int], Decision] = {}

    @abstractmethod
    def ask(self, negated: Claim) -> Decision:
        """PROVED where the hypotheses of a negated claim have no common zero, REFUSED where they have one."""

    def decide(self, claim: Claim, relevant: int | None = None) -> Decision:
        """Whether a claim holds.

        relevant: a set of digits that its reason is about. The claim with larger domains is tried first in which other
        digits are not told apart; what that proves holds, and it is often known.

        >>> ReferenceProver().decide(Claim(9, (0b1, 0b111), ((0, 1),), (), 1, 0b110)).proof
        <ProofStatus.PROVED: 'proved'>
        """
        self.claims += 1
        key = (claim, -1 if relevant is None else relevant)
        known = self._decided.get(key)
        if known is None:
            known = self._decide(claim, relevant)
            if known.proof is not ProofStatus.UNDECIDED:
                if len(self._decided) >= MOST_REMEMBERED:
                    self._decided.clear()
                self._decided[key] = known
        return known

    def _decide(self, claim: Claim, relevant: int | None) -> Decision:
        if relevant is not None:
            relaxed = claim.relaxed(relevant)
            if relaxed != claim and self._smaller(relaxed).proof is ProofStatus.PROVED:
                return _PROVED
        return self._smaller(claim)

    def _smaller(self, claim: Claim) -> Decision:
        for digit in claim.lemmas:
            lemma = self._remembered(unit_lemma(claim.digits, digit))
            if lemma.proof is not ProofStatus.PROVED:
                said = lemma.reason or f"x - {digit} was not proved to be a unit"
                return Decision(ProofStatus.UNDECIDED, said, lemma.stopped)
        return self._remembered(claim.negation.smaller.canonical)

    def _remembered(self, negated: Claim) -> Decision:
        known = self._known.get(negated)
        if known is None:
            self.asked += 1
            known = self.ask(negated)
            if known.proof is ProofStatus.UNDECIDED and negated not in self._failed_once:
                # The first start of a program may take very long; the second failure is remembered.
                self._failed_once.add(negated)
                return known
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
                self._failed_once.clear()
            self._known[negated] = known
        return known


class ReferenceProver(Prover):
    """By the reference's splitting of domains, in this process."""

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__("reference:split", limits)
        self.version = registry.get("reference").availability().version

    def ask(self, negated: Claim) -> Decision:
        try:
            return _PROVED if first_zero(negated, self.limits.seconds) is None else _REFUSED
        except LimitError as error:
            return Decision(ProofStatus.UNDECIDED, f"{self.name}: {error}", stopped=True)


class BackendProver(Prover):
    """By jobs of a backend (`name` or `name:method`), each with the limits; a bare name means its Groebner bases.

    Raises UsageError for a name that does not exist.
    """

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.backend, self.method = _method_of(name)
        self._broken: Decision | None = None
        super().__init__(f"{self.backend.name}:{self.method}" if self.method else self.backend.name, limits)

    def ask(self, negated: Claim) -> Decision:
        if self._broken is not None:
            return self._broken
        try:
            system = negated.system()
            result = self.backend.run(Job(system, self.method, self.limits))
            if result.status is Status.UNSUPPORTED and system.ring.field != QQ:
                system = negated.system(QQ)  # what holds in one field in which the digits differ holds in any
                result = self.backend.run(Job(system, self.method, self.limits))
            self.version = result.version or self.version
            if result.status is Status.MISSING:
                self._broken = Decision(ProofStatus.UNDECIDED, f"{self.name}: {result.reason}")
                return self._broken
            if result.answer is None or (result.status is Status.PARTIAL and result.reason):
                stopped = result.status in (Status.TIMEOUT, Status.MEMORY, Status.PARTIAL)
                return Decision(ProofStatus.UNDECIDED, f"{self.name}: {result.status}: {result.reason}", stopped)
            point: Point | None = None
            if result.answer.components:
                point = next(zeros(result.answer, within=system), None)
            if point is None:
                return _PROVED
            if (violated := system.first_violated(point)) is not None:
                raise BackendError(f"it answered with a point that is no zero: it violates {violated.origin}")
        except CasbridgeError as error:
            return Decision(ProofStatus.UNDECIDED, f"{self.name}: {error}")
        return _REFUSED


def prover_of(backend: str = "reference", limits: Limits | None = None) -> Prover:
    """The prover that a backend's name means: the reference in this process, any other by its jobs.

    >>> prover_of().name, prover_of("singular").name, prover_of("sympy").name
    ('reference:split', 'singular:std', 'sympy:groebner')
    """
    if backend.strip() in ("reference", "reference:series", "reference:split"):
        return ReferenceProver(limits)
    return BackendProver(backend, limits)


def _method_of(name: str) -> tuple[Backend, str]:
    backend, method = registry.split_name(name)
    if ":" not in name:
        method = next((m.name for m in backend.methods if m.task is Task.BASIS), method)
    return backend, method


def first_zero(negated: Claim, seconds: float | None = None) -> tuple[int, ...] | None:
    """Digits of all variables at which the hypotheses of a claim hold, found by the reference; None if there are none.

    Raises LimitError after so many seconds.

    >>> first_zero(Claim(3, (0b111, 0b001), ((0, 1),), (), -1, 0))
    (2, 1)
    """
    system = negated.system()
    deadline = Deadline.after(seconds)
    for chain in SplitSeries(system, deadline):
        field = system.ring.field
        digit_of = {field.element(digit): digit for digit in range(1, negated.digits + 1)}
        return tuple([digit_of[value] for value in chain.point[: len(negated.domains)]])
    return None
