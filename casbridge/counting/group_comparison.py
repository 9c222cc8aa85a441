"""Comparing what several sources say of one group: a verdict, and a witness where they disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from casbridge.backends.protocol import Status
from casbridge.counting.group_facts import GroupFacts
from casbridge.counting.permutation_types import Permutation
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass
from casbridge.crosscheck.verdicts import VerdictKind


@dataclass(frozen=True)
class GroupResult:
    """A source's status with its facts or a reason; `partial` with both, where it did not list the classes."""

    name: str
    status: Status
    facts: GroupFacts | None = None
    reason: str = ""
    version: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        answered = self.status in (Status.COMPLETE, Status.PARTIAL)
        if answered != (self.facts is not None) or (self.status is Status.COMPLETE) == bool(self.reason):
            raise ValueError(f"a result that is {self.status} with facts {self.facts!r} and reason {self.reason!r}")

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        facts = self.facts
        return {
            "name": self.name,
            "version": self.version or None,
            "status": str(self.status),
            "reason": self.reason or None,
            "seconds": round(self.seconds, 6),
            "method": facts.method if facts else None,
            "order": facts.order if facts else None,
            "classes": len(facts.classes) if facts and facts.classes is not None else None,
            "sizes": list(facts.sizes) if facts and facts.sizes is not None else None,
        }


@dataclass(frozen=True)
class GroupWitness:
    """Why sources disagree: on what, and what each of them says of it, by name.

    symmetry: a representative, the image of every cell from 0, where it is about the class of one.
    """

    what: str
    text: str
    said: tuple[tuple[str, int], ...]
    symmetry: Permutation | None = None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        symmetry = None if self.symmetry is None else list(self.symmetry)
        return {"what": self.what, "text": self.text, "said": dict(self.said), "symmetry": symmetry}


@dataclass(frozen=True)
class GroupVerdict:
    """The verdict, why, and what it rests on. It has no truth value: look at `kind`."""

    kind: VerdictKind
    reason: str
    shape: BoxShape
    results: tuple[GroupResult, ...] = field(repr=False)
    witness: GroupWitness | None = None

    def __bool__(self) -> bool:
        raise TypeError("a GroupVerdict has no truth value; look at its kind")

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "shape": str(self.shape),
            "status": "undecided" if self.kind is VerdictKind.UNDECIDED else "complete",
            "verdict": str(self.kind),
            "reason": self.reason,
            "backends": [result.as_dict() for result in self.results],
            "witness": self.witness.as_dict() if self.witness else None,
        }


def compare_groups(shape: BoxShape, classes: Sequence[ConjugacyClass], results: Sequence[GroupResult]) -> GroupVerdict:
    """What the results amount to.

    classes: those whose representatives the sources were told. They agree where at least two have listed the classes,
    with the same order, the same number and sizes, and every representative alone in a class of the same size; what
    others say must not contradict it.
    """
    answered = [(result.name, result.facts) for result in results if result.facts is not None]
    if len(answered) < 2:
        who = f"only {answered[0][0]}" if answered else "none"
        return GroupVerdict(VerdictKind.UNDECIDED, f"{who} of the backends answered", shape, tuple(results))
    witness = next(_disagreements(classes, answered), None)
    if witness is not None:
        return GroupVerdict(VerdictKind.DISAGREE, witness.text, shape, tuple(results), witness)
    listing = [name for name, facts in answered if facts.classes is not None]
    others = [name for name, facts in answered if facts.classes is None]
    order = answered[0][1].order
    if len(listing) >= 2:
        reason = f"{', '.join(listing)} have the same group of order {order} with {len(classes)} conjugacy classes, "
        reason += "which are matched one by one"
        if others:
            reason += f"; {', '.join(others)} {_has(others)} the same order"
        return GroupVerdict(VerdictKind.AGREE, reason, shape, tuple(results))
    reason = f"{', '.join(name for name, _ in answered)} have the same order {order}; the conjugacy classes "
    reason += f"were listed by {listing[0]} only" if listing else "were not listed"
    return GroupVerdict(VerdictKind.CONSISTENT, reason, shape, tuple(results))


_Answers = Sequence[tuple[str, GroupFacts]]


def _disagreements(classes: Sequence[ConjugacyClass], answered: _Answers) -> Iterator[GroupWitness]:
    first, facts = answered[0]
    for name, other in answered[1:]:
        if other.order != facts.order:
            yield _numbers("order", "the order of the group", (first, facts.order), (name, other.order))
    listing = [(name, facts) for name, facts in answered if facts.classes is not None]
    for one, two in zip(listing[:1] * len(listing), listing[1:], strict=False):
        yield from _other_sizes(one, two)
    for name, facts in listing:
        if sum(facts.sizes or ()) != facts.order:
            said = (f"{name}: the sum of the class sizes", sum(facts.sizes or ())), (f"{name}: the order", facts.order)
            yield _numbers("sizes", "the sum of the sizes of all classes and the order", *said)
        yield from _not_matched(classes, name, facts)
    for one, two in zip(listing[:1] * len(listing), listing[1:], strict=False):
        yield from _other_classes(classes, one, two)


def _other_sizes(one: tuple[str, GroupFacts], two: tuple[str, GroupFacts]) -> Iterator[GroupWitness]:
    """Another number of classes, or, for the least size where it is so, another number of classes of that size."""
    (first, facts), (name, other) = one, two
    sizes, other_sizes = facts.sizes or (), other.sizes or ()
    if len(sizes) != len(other_sizes):
        yield _numbers("classes", "the number of conjugacy classes", (first, len(sizes)), (name, len(other_sizes)))
    counted, other_counted = Counter(sizes), Counter(other_sizes)
    for size in sorted(counted.keys() | other_counted.keys()):
        if counted[size] != other_counted[size]:
            what = f"the number of conjugacy classes of size {size}"
            yield _numbers("sizes", what, (first, counted[size]), (name, other_counted[size]))


def _not_matched(classes: Sequence[ConjugacyClass], name: str, facts: GroupFacts) -> Iterator[GroupWitness]:
    """Representatives in no class, in one of another size than their centralisers give, or in a common one."""
    seen: dict[int, ConjugacyClass] = {}
    listed = facts.classes or ()
    for told, (number, size) in zip(classes, facts.memberships or (), strict=True):
        if not number:
            text = f"{name}: the symmetry {told.name} is in none of the conjugacy classes"
            yield GroupWitness("class", text, ((name, 0),), told.representative)
        elif listed[number - 1] != size:
            size_listed = listed[number - 1]
            text = f"{name}: the class of {told.name} has size {size} by its centraliser, {size_listed} in the list"
            yield GroupWitness("class", text, ((name, size),), told.representative)
        elif number in seen:
            text = f"{name}: the symmetries {seen[number].name} and {told.name} are conjugate"
            yield GroupWitness("class", text, ((name, size),), told.representative)
        seen[number] = told


def _other_classes(
    classes: Sequence[ConjugacyClass], one: tuple[str, GroupFacts], two: tuple[str, GroupFacts]
) -> Iterator[GroupWitness]:
    (first, facts), (name, other) = one, two
    pairs = zip(classes, facts.memberships or (), other.memberships or (), strict=True)
    for told, here, there in pairs:
        if here.size != there.size:
            text = f"the size of the class of {told.name}: {first} has {here.size}, {name} has {there.size}"
            yield GroupWitness("class", text, ((first, here.size), (name, there.size)), told.representative)


def _numbers(what: str, words: str, *said: tuple[str, int]) -> GroupWitness:
    text = f"{words}: {', '.join(f'{name} has {number}' for name, number in said)}"
    return GroupWitness(what, text, said)


def _has(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"
