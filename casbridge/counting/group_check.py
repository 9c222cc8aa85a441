"""Asking several sources about the symmetries of a grid: casbridge's theory, GAP, SymPy.

BoxShape ──▶ theory ────────────────────────────▶ GroupResult ─┐
    └──▶ group_script ──▶ GAP, SymPy ──parse_facts──▶ GroupResult ─┴─compare_groups─▶ GroupVerdict
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import AnyResult, Status
from casbridge.counting.group_scripts import (
    MOST_LISTED,
    GroupFacts,
    GroupScript,
    Membership,
    group_script,
    parse_facts,
)
from casbridge.counting.permutation_types import Permutation
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, group_order, number_of_classes
from casbridge.crosscheck.run import ask_all, names_of, refuse_twice, side_by_side_limits
from casbridge.crosscheck.verdicts import AnyVerdict, Fault, VerdictKind, Witness
from casbridge.errors import BackendError, UnsupportedError, UsageError, printable
from casbridge.limits import Limits, Stopwatch
from casbridge.version import version

#: Who is asked where nobody is named.
SOURCES = ("reference", "gap", "sympy")
#: Scripts would be too long beyond.
MOST_CLASSES = 20_000


@dataclass(frozen=True)
class GroupResult(AnyResult[GroupFacts]):
    """What a source says of a group. It is `partial`, with a reason, where the source did not list the classes.

    >>> from casbridge.backends.protocol import Status
    >>> GroupResult("gap", "", Status.COMPLETE, GroupFacts(128, (128,))).as_dict()["order"]
    128
    """

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        facts = self.answer
        return {
            "name": self.name,
            "version": self.version or None,
            "status": str(self.status),
            "reason": self.reason or None,
            "seconds": round(self.wall_seconds, 6),
            "method": facts.method if facts else None,
            "order": facts.order if facts else None,
            "classes": len(facts.classes) if facts and facts.classes is not None else None,
            "sizes": list(facts.sizes) if facts and facts.sizes is not None else None,
        }


@dataclass(frozen=True)
class GroupWitness(Witness):
    """Why sources disagree about a group.

    what: "order", "classes", "sizes" or "class". said: what each source says of it, by name.
    symmetry: the image of each cell, from 0, where it is about the class of one symmetry.

    >>> _witness("order", "the order", ("a", 1), ("b", 2)).as_dict()["said"]
    {'a': 1, 'b': 2}
    """

    what: str = ""
    said: tuple[tuple[str, int], ...] = ()
    symmetry: Permutation | None = None

    def as_dict(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """For JSON."""
        symmetry = None if self.symmetry is None else list(self.symmetry)
        return {"what": self.what, "text": self.text, "said": dict(self.said), "symmetry": symmetry}


@dataclass(frozen=True)
class GroupVerdict(AnyVerdict):
    """The verdict over what sources say of the symmetries of a grid, and what it rests on.

    >>> GroupVerdict(VerdictKind.UNDECIDED, "none of the backends answered", BoxShape(2, 2)).as_dict()["status"]
    'undecided'
    """

    shape: BoxShape
    results: tuple[GroupResult, ...] = field(default=(), repr=False)
    witness: GroupWitness | None = None

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

    classes: those whose representatives the sources were told.

    The sources agree if at least two have listed the classes, with the same order, the same number and sizes, and each
    representative alone in a class of the same size. What others say must not contradict it.

    >>> compare_groups(BoxShape(2, 2), [], []).reason
    'none of the backends answered'
    """
    answered = [(result.name, result.answer) for result in results if result.answer is not None]
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
            reason += f"; {', '.join(others)} {'has' if len(others) == 1 else 'have'} the same order"
        return GroupVerdict(VerdictKind.AGREE, reason, shape, tuple(results))
    reason = f"{', '.join(name for name, _ in answered)} have the same order {order}; the conjugacy classes "
    reason += f"were listed by {listing[0]} only" if listing else "were not listed"
    return GroupVerdict(VerdictKind.CONSISTENT, reason, shape, tuple(results))


_Named = tuple[str, GroupFacts]


def _disagreements(classes: Sequence[ConjugacyClass], answered: Sequence[_Named]) -> Iterator[GroupWitness]:
    for (first, facts), (name, other) in pairwise(answered):
        if other.order != facts.order:
            yield _witness("order", "the order of the group", (first, facts.order), (name, other.order))
    listing = [(name, facts) for name, facts in answered if facts.classes is not None]
    for one, two in pairwise(listing):
        yield from _other_sizes(one, two)
    for name, facts in listing:
        total = sum(facts.sizes or ())
        if total != facts.order:
            said = (f"{name}: the sum of the class sizes", total), (f"{name}: the order", facts.order)
            yield _witness("sizes", "the sum of the sizes of all classes and the order", *said)
        yield from _not_matched(classes, name, facts)
    for (first, facts), (name, other) in pairwise(listing):
        for told, here, there in zip(classes, facts.memberships or (), other.memberships or (), strict=True):
            if here.size != there.size:
                what = f"the size of the class of {told.name}"
                yield _witness("class", what, (first, here.size), (name, there.size), told=told)


def _other_sizes(one: _Named, two: _Named) -> Iterator[GroupWitness]:
    """Another number of classes; or another number of classes of one size, the least such size first."""
    (first, facts), (name, other) = one, two
    sizes, other_sizes = facts.sizes or (), other.sizes or ()
    if len(sizes) != len(other_sizes):
        yield _witness("classes", "the number of conjugacy classes", (first, len(sizes)), (name, len(other_sizes)))
    counted, other_counted = Counter(sizes), Counter(other_sizes)
    for size in sorted(counted.keys() | other_counted.keys()):
        if counted[size] != other_counted[size]:
            what = f"the number of conjugacy classes of size {size}"
            yield _witness("sizes", what, (first, counted[size]), (name, other_counted[size]))


def _not_matched(classes: Sequence[ConjugacyClass], name: str, facts: GroupFacts) -> Iterator[GroupWitness]:
    """Representatives in no class, in one of another size than their centralisers give, or in a common one."""
    seen: dict[int, ConjugacyClass] = {}
    listed = facts.classes or ()
    for told, (number, size) in zip(classes, facts.memberships or (), strict=True):
        text = ""
        if not number:
            text = f"{name}: the symmetry {told.name} is in none of the conjugacy classes"
        elif listed[number - 1] != size:
            in_list = listed[number - 1]
            text = f"{name}: the class of {told.name} has size {size} by its centraliser, {in_list} in the list"
        elif number in seen:
            text = f"{name}: the symmetries {seen[number].name} and {told.name} are conjugate"
        if text:
            said = ((name, size if number else 0),)
            yield GroupWitness(Fault.OTHER_GROUP, name, text, what="class", said=said, symmetry=told.representative)
        seen[number] = told


def _witness(what: str, words: str, *said: tuple[str, int], told: ConjugacyClass | None = None) -> GroupWitness:
    text = f"{words}: {', '.join(f'{name} has {number}' for name, number in said)}"
    symmetry = None if told is None else told.representative
    return GroupWitness(Fault.OTHER_GROUP, said[-1][0], text, what=what, said=said, symmetry=symmetry)


def crosscheck_group(
    shape: BoxShape,
    backends: str | Sequence[str] = SOURCES,
    limits: Limits | None = None,
    progress: Callable[[str, GroupResult | None], None] | None = None,
) -> GroupVerdict:
    """The order and the conjugacy classes of the symmetries of a grid, by several sources side by side, compared.

    backends: some of `reference` (the theory of wreath products, `conjugacy_classes`), `gap` and `sympy`, or their
        names in one string with commas between them. Each program is told the generators and an element of each class,
        and says which of its own classes that is in. Of large groups SymPy only computes the order.
    limits: on each; memory is for the programs, not for the reference.
    progress: called with a source's name and None when it starts, with its result when it ends.

    Raises UsageError for other names, UnsupportedError for shapes with more than MOST_CLASSES classes.

    >>> verdict = crosscheck_group(BoxShape(2, 2), "reference,sympy")
    >>> print(verdict.kind, "-", verdict.reason)
    agree - reference, sympy have the same group of order 128 with 20 conjugacy classes, which are matched one by one
    """
    names = names_of(backends)
    strange = next((name for name in names if name not in SOURCES), None)
    if strange is not None:
        raise UsageError(f"backend {strange!r} for a group of symmetries", expected=f"some of {', '.join(SOURCES)}")
    refuse_twice(names)
    count = number_of_classes(shape)
    if count > MOST_CLASSES:
        raise UnsupportedError(
            f"the symmetries of the {shape} grid have {count} conjugacy classes; up to {MOST_CLASSES} can be compared"
        )
    watch = Stopwatch()
    classes = tuple(conjugacy_classes(shape))
    theory = _theory(shape, classes, watch.seconds)
    limits = side_by_side_limits(limits or Limits(), len(names))
    calls = [(lambda: theory) if name == "reference" else partial(_ask, shape, classes, name, limits) for name in names]

    def failed(place: int, status: Status, reason: str) -> GroupResult:
        return GroupResult(names[place], "", status, reason=reason)

    return compare_groups(shape, classes, ask_all(names, calls, failed, progress))


def _theory(shape: BoxShape, classes: Sequence[ConjugacyClass], seconds: float) -> GroupResult:
    sizes = tuple(found.size for found in classes)
    memberships = tuple(Membership(number, size) for number, size in enumerate(sizes, 1))
    facts = GroupFacts(group_order(shape), sizes, memberships, "classes of wreath products")
    return GroupResult("reference", "", Status.COMPLETE, facts, version=version(), wall_seconds=seconds)


def _ask(shape: BoxShape, classes: Sequence[ConjugacyClass], name: str, limits: Limits) -> GroupResult:
    """What a computer algebra system says, whatever it does."""
    backend = registry.get(name)
    if not isinstance(backend, OneShotBackend):
        reason = f"the backend {name} does not run scripts about groups"
        return GroupResult(name, "", Status.UNSUPPORTED, reason=reason)
    scripts: list[GroupScript] = []

    def write() -> str:
        scripts.append(group_script(shape, name, classes=classes, answer_file=ANSWER_FILE))
        return scripts[-1].text

    ran = backend.run_script(write, limits)
    status, reason, facts = ran.status, ran.reason, None
    if ran.answer_text is not None:
        try:
            facts = parse_facts(ran.answer_text, scripts[-1])
        except BackendError as error:
            status, reason = Status.UNPARSABLE, printable(str(error))
        else:
            if facts.classes is None:
                status = Status.PARTIAL
                reason = f"the order only: it lists the classes of groups of up to {MOST_LISTED} elements"
    return GroupResult(name, "", status, facts, reason, version=ran.version, wall_seconds=ran.wall_seconds)
