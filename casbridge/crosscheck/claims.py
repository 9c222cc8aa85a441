"""Claims: what an answer states, as inclusions between sets and as qualities of its form.

The *nodes* are the answers, by their number, and `SYSTEM`. Of zeros, `Within(i, SYSTEM)` says that answer i has no
false zero, and `Within(SYSTEM, i)` that no zero is missing in it. Of ideals, factors, boxes and numbers the same two
say that nothing in the answer is foreign, and that nothing is missing. `Has` says that the answer is what its task
calls it. Which claims an answer makes, its task says: a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from casbridge.algebra.answers import ONE_COMPONENT, Answer, Task
from casbridge.crosscheck.verdicts import Fault

#: The node of the system itself.
SYSTEM = -1


class Quality(StrEnum):
    """What an answer promises beside its set."""

    RING = "ring"  # it is over the system's ring
    FORM = "form"  # it is what it calls itself: a Gröbner basis, primes, irreducible factors
    IDEAL = "ideal"  # a basis has the ideal of the equations, not only its zeros
    IRREDUNDANT = "irredundant"  # nothing in it could be left out
    LITERAL = "literal"  # branches: no zero of the system is lost where a denominator is 0


@dataclass(frozen=True, order=True)
class Within:
    """The set of `lower` lies in the set of `upper`; both are nodes.

    >>> Within(0, SYSTEM).is_soundness, Within(SYSTEM, 0).is_completeness
    (True, True)
    """

    lower: int
    upper: int

    @property
    def is_soundness(self) -> bool:
        """Whether it says that an answer has nothing false."""
        return self.upper == SYSTEM

    @property
    def is_completeness(self) -> bool:
        """Whether it says that an answer lacks nothing."""
        return self.lower == SYSTEM


@dataclass(frozen=True)
class Has:
    """An answer, by its number, has a quality."""

    node: int
    quality: Quality


Claim = Within | Has

#: What the tasks promise, in words. A quality that stands here is claimed.
PROMISES: dict[Task, dict[Quality, str]] = {
    Task.SERIES: {Quality.FORM: "each chain is triangular"},
    Task.TRIANGULAR: {Quality.FORM: "each chain is triangular"},
    Task.PRIMES: {Quality.FORM: "each component is prime", Quality.IRREDUNDANT: "no component is redundant"},
    Task.BASIS: {
        Quality.FORM: "it is a Groebner basis",
        Quality.IDEAL: "its ideal is the system's",
        Quality.IRREDUNDANT: "the basis is reduced",
    },
    Task.BRANCHES: {Quality.LITERAL: "no special case is lost"},
    Task.PRIMARY: {Quality.FORM: "each component is primary", Quality.IRREDUNDANT: "no component is superfluous"},
    Task.FACTORS: {Quality.FORM: "each factor is irreducible", Quality.IRREDUNDANT: "no factor is given twice"},
    Task.REAL: {Quality.FORM: "each box has one real zero"},
    Task.CHARSET: {Quality.FORM: "the set is triangular"},
}


def claims_of(number: int, answer: Answer, *, partial: bool) -> tuple[Claim, ...]:
    """What an answer states. A partial answer promises its form, but not that nothing is missing.

    number: of the answer, its node.

    >>> from casbridge.algebra import Ring
    >>> claims_of(0, Answer(Task.POINTS, Ring.of("x"), ()), partial=True)
    (Has(node=0, quality=<Quality.RING: 'ring'>), Within(lower=0, upper=-1))
    """
    stated: list[Claim] = [Has(number, Quality.RING), Within(number, SYSTEM)]
    promised = set(PROMISES.get(answer.task, ()))
    if partial:
        promised &= set() if answer.task in ONE_COMPONENT else {Quality.FORM, Quality.IRREDUNDANT}
    else:
        stated.append(Within(SYSTEM, number))
    return (*stated, *(Has(number, quality) for quality in Quality if quality in promised))


def is_required(claim: Claim) -> bool:
    """Whether an answer is right only if the claim is proved. For other claims a missing proof does no harm.

    >>> is_required(Within(0, SYSTEM)), is_required(Has(0, Quality.IRREDUNDANT))
    (True, False)
    """
    return not (isinstance(claim, Has) and claim.quality is Quality.IRREDUNDANT)


#: What a fault refutes: that an answer has nothing false, that it lacks nothing, or a quality.
_COMPLETENESS = frozenset(
    {
        Fault.MISSING_ZERO,
        Fault.WRONG_POLYNOMIAL,
        Fault.MISSING_POLYNOMIAL,
        Fault.NOT_RADICAL,
        Fault.MISSING_COMPONENT,
    }
)
_QUALITIES = {
    Fault.OTHER_RING: Quality.RING,
    Fault.SPECIAL_CASE: Quality.LITERAL,
    Fault.NO_BASIS: Quality.FORM,
    Fault.NOT_PRIME: Quality.FORM,
    Fault.NOT_PRIMARY: Quality.FORM,
    Fault.REDUCIBLE_FACTOR: Quality.FORM,
    Fault.NOT_TRIANGULAR: Quality.FORM,
    Fault.NOT_ISOLATED: Quality.FORM,
    Fault.NOT_IN_IDEAL: Quality.IDEAL,
    Fault.NOT_REDUCED: Quality.IRREDUNDANT,
    Fault.REDUNDANT_COMPONENT: Quality.IRREDUNDANT,
    Fault.REPEATED_FACTOR: Quality.IRREDUNDANT,
}


def refuted_by(fault: Fault, number: int, task: Task) -> Claim:
    """The claim of an answer that a fault refutes.

    >>> refuted_by(Fault.MISSING_ZERO, 0, Task.PRIMES), refuted_by(Fault.NO_BASIS, 0, Task.BASIS)
    (Within(lower=-1, upper=0), Has(node=0, quality=<Quality.FORM: 'form'>))
    """
    if quality := _QUALITIES.get(fault):
        return Has(number, quality)
    if task is Task.BASIS and fault in (Fault.FOREIGN_POLYNOMIAL, Fault.MISSING_POLYNOMIAL):
        return Has(number, Quality.IDEAL)
    # A primary component that lacks an equation has zeros that the system has not.
    if fault in _COMPLETENESS and not (task is Task.PRIMARY and fault is Fault.MISSING_POLYNOMIAL):
        return Within(SYSTEM, number)
    return Within(number, SYSTEM)
