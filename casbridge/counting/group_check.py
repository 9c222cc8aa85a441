"""The symmetries of a grid by several sources: casbridge's theory, GAP, SymPy; their facts compared.

BoxShape ──▶ theory ────────────────────────────▶ GroupResult ─┐
    └──▶ group_script ──▶ GAP, SymPy ──▶ GroupResult ─┴──▶ GroupVerdict

A script prints

    casbridge:begin 1f2e3d4c5b6a       a digest of the script: an answer to another one is noticed
    task: conjugacy classes
    shape: 2x2
    method: ConjugacyClasses           how it found the classes
    order: 128
    classes: 20                        or: not listed
    class: 8                           the size of each class, in an order of its own
    ...
    representative: 3 8                for each representative that it was told: the number of the class that it is in,
    ...                                0 for none, and the size of its class
    casbridge:end 1f2e3d4c5b6a 20      the number of representatives: a truncated answer is noticed
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from casbridge.backends import registry
from casbridge.backends.gap import GAP
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import AnyResult, Status
from casbridge.backends.sympy import SYMPY
from casbridge.brief import Brief, brief_record
from casbridge.counting.symmetries import (
    BoxShape,
    ConjugacyClass,
    Permutation,
    conjugacy_classes,
    generators,
    group_order,
    number_of_classes,
)
from casbridge.crosscheck.asking import ask_all, failure, names_of
from casbridge.crosscheck.verdicts import AnyVerdict, Fault, VerdictKind, Witness
from casbridge.drawings import record_html
from casbridge.errors import BackendError, UnsupportedError, UsageError, printable
from casbridge.limits import Limits, Stopwatch
from casbridge.scripts.rendering import clean, provenance, write_script
from casbridge.version import version

#: Who is asked where nobody is named.
SOURCES = ("reference", "gap", "sympy")
#: Scripts would be too long beyond.
MOST_CLASSES = 20_000
#: SymPy finds classes by listing all elements: it is asked for those of groups up to this order.
MOST_LISTED = 5_000
#: The systems with such scripts, and the number of the first cell there.
_SYSTEMS = {"gap": (GAP, 1), "sympy": (SYMPY, 0)}
#: No number of a group here has more digits.
_NUMBER = "[1-9][0-9]{0,99}"


class GroupScript(NamedTuple):
    """A script, the digest that its answer carries, the shape, and the number of representatives that it is told.

    >>> group_script(BoxShape(2, 2)).representatives
    20
    """

    text: str
    job: str
    shape: BoxShape
    representatives: int

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)


def group_script(
    shape: BoxShape,
    system: str = "gap",
    *,
    classes: Sequence[ConjugacyClass] | None = None,
    answer_file: str | None = None,
) -> GroupScript:
    """The script for `gap` or `sympy`. It is told the generators and one element of each class, and no sizes.

    For SymPy, if the group has more than MOST_LISTED elements, it asks for the order only.

    classes: those of `conjugacy_classes`, if they are known already.
    answer_file: where the answer goes; without it to standard output.

    >>> print(group_script(BoxShape(2, 2)).text.splitlines()[0])
    # The symmetries of the 2x2 grid: their group, its conjugacy classes.
    """
    if system not in _SYSTEMS:
        raise UsageError(f"a script for {system!r}", expected=f"one of {', '.join(_SYSTEMS)}")
    target, first = _SYSTEMS[system]
    known: Sequence[ConjugacyClass] = ()
    if target is GAP or group_order(shape) <= MOST_LISTED:
        known = list(conjugacy_classes(shape)) if classes is None else classes

    def told(name: str, permutation: Permutation) -> tuple[str, list[int]]:
        return clean(name), [image + first for image in permutation]

    context: dict[str, Any] = {
        "header": [
            f"The symmetries of the {shape} grid: their group, its conjugacy classes.",
            "",
            f"Run by hand: {target.by_hand.format(script=f'SCRIPT.{target.extension}')}",
            provenance(),
        ],
        "shape": str(shape),
        "generators": [told(name, permutation) for name, permutation in generators(shape).items()],
        "representatives": [told(found.name, found.representative) for found in known],
        "lines": [[cell + first for cell in cells] for cells in shape.units[: 2 * shape.side]],
    }
    template = f"{target.name}/conjugacy_classes.{target.extension}.j2"
    text, job = write_script(template, context, answer_file=answer_file)
    return GroupScript(text, job, shape, len(known))


class Membership(NamedTuple):
    """The class of a representative: its place in its source's list, from 1, or 0 for none; and its size.

    >>> Membership(2, 12)
    Membership(number=2, size=12)
    """

    number: int
    size: int


@dataclass(frozen=True, repr=False)
class GroupFacts(Brief):
    """What a source says of the group.

    order: the number of symmetries.
    classes: the sizes of all conjugacy classes, in the source's own order; None where it did not list them.
    memberships: for each representative that the source was told. method: how it found the classes.

    >>> GroupFacts(4, (2, 1, 1)).sizes
    (1, 1, 2)
    """

    order: int
    classes: tuple[int, ...] | None = None
    memberships: tuple[Membership, ...] | None = None
    method: str = ""

    @property
    def sizes(self) -> tuple[int, ...] | None:
        """The sizes of the classes, ascending."""
        return None if self.classes is None else tuple(sorted(self.classes))


def _parse_facts(text: str, script: GroupScript) -> GroupFacts:
    """The facts in the output of a script that was run. Lines before and after its markers are skipped.

    Raises BackendError, with the line, for output that is no complete answer to that script in the right form. Whether
    the numbers are true is not checked here.
    """
    lines = [line.rstrip("\r") for line in text.split("\n")]
    begins = [number for number, line in enumerate(lines) if line.startswith("casbridge:begin")]
    if len(begins) != 1:
        raise BackendError(f"{len(begins) or 'no'} answers in the output; expected one")
    (at,) = begins

    def refuse(what: str) -> NoReturn:
        raise BackendError(f"line {at}: {what}")

    def value(key: str, form: str, expected: str = "its value") -> str:
        """The text of the next line after its key."""
        nonlocal at
        if at == len(lines):
            raise BackendError(f"the answer ends at line {at}, before casbridge:end")
        line, at = lines[at], at + 1
        found = re.fullmatch(f"{key} ({form})", line)
        return found[1] if found else refuse(f"{printable(line, 80)!r}; expected {key} and {expected}")

    def exactly(key: str, text: str) -> None:
        value(key, re.escape(text), text)

    exactly("casbridge:begin", script.job)
    exactly("task:", "conjugacy classes")
    exactly("shape:", str(script.shape))
    method = value("method:", "[ -~]{1,200}")
    order = int(value("order:", _NUMBER))
    listed = value("classes:", f"{_NUMBER}|not listed")
    if (listed == "not listed") != (not script.representatives):
        asked = "classes" if script.representatives else "the order only"
        refuse(f"{listed} classes, where the script asks for {asked}")
    if listed == "not listed":
        exactly("casbridge:end", f"{script.job} 0")
        return GroupFacts(order, method=method)
    if int(listed) > len(lines):
        refuse(f"{listed} classes in {len(lines)} lines")
    classes = tuple([int(value("class:", _NUMBER)) for _ in range(int(listed))])
    memberships = []
    for _ in range(script.representatives):
        number, size = map(int, value("representative:", f"(?:0|{_NUMBER}) (?:0|{_NUMBER})").split())
        if number > len(classes):
            refuse(f"class {number} of {len(classes)}")
        memberships.append(Membership(number, size))
    exactly("casbridge:end", f"{script.job} {script.representatives}")
    return GroupFacts(order, classes, tuple(memberships), method)


@dataclass(frozen=True)
class GroupResult(AnyResult[GroupFacts]):
    """What a source says of a group. It is `partial`, with a reason, where the source did not list the classes.

    >>> GroupResult("gap", "", Status.COMPLETE, GroupFacts(128, (128,))).as_dict()["order"]
    128
    """

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        facts = self.answer or GroupFacts(0)
        return {
            "name": self.name,
            "version": self.version or None,
            "status": str(self.status),
            "reason": self.reason or None,
            "seconds": round(self.wall_seconds, 6),
            "method": self.answer and facts.method,
            "order": self.answer and facts.order,
            "classes": None if facts.classes is None else len(facts.classes),
            "sizes": None if facts.sizes is None else list(facts.sizes),
        }


@dataclass(frozen=True)
class GroupWitness(Witness):
    """Why sources disagree about a group.

    what: "order", "classes", "sizes" or "class". said: what each source says of it, by name.
    symmetry: the image of each cell, from 0, where it is about the class of one symmetry.

    >>> GroupWitness(Fault.OTHER_GROUP, "b", "another order", said=(("a", 1), ("b", 2))).as_dict()["said"]
    {'a': 1, 'b': 2}
    """

    what: str = ""
    said: tuple[tuple[str, int], ...] = ()
    symmetry: Permutation | None = None

    def as_dict(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """For JSON."""
        symmetry = self.symmetry and list(self.symmetry)
        return {"what": self.what, "text": self.text, "said": dict(self.said), "symmetry": symmetry}


@dataclass(frozen=True)
class GroupVerdict(AnyVerdict):
    """The verdict over what sources say of the symmetries of a grid, and what it rests on.

    >>> GroupVerdict(VerdictKind.AGREE, "all say the same", BoxShape(2, 2)).as_dict()["status"]
    'complete'
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


def _compare_groups(shape: BoxShape, classes: Sequence[ConjugacyClass], results: Sequence[GroupResult]) -> GroupVerdict:
    """What the results amount to. classes: those whose representatives the sources were told.

    The sources agree if at least two have listed the classes, with the same order, the same number and sizes, and each
    representative alone in a class of the same size. What others say must not contradict it.
    """
    verdict = partial(GroupVerdict, shape=shape, results=tuple(results))
    answered = [(result.name, result.answer) for result in results if result.answer is not None]
    if len(answered) < 2:
        who = f"only {answered[0][0]}" if answered else "none"
        return verdict(VerdictKind.UNDECIDED, f"{who} of the backends answered")
    witness = next(_disagreements(classes, answered), None)
    if witness is not None:
        return verdict(VerdictKind.DISAGREE, witness.text, witness=witness)
    listing = [name for name, facts in answered if facts.classes is not None]
    others = [name for name, facts in answered if facts.classes is None]
    order = answered[0][1].order
    if len(listing) < 2:
        listed = f"listed by {listing[0]} only" if listing else "not listed"
        names = ", ".join(name for name, _ in answered)
        reason = f"{names} have the same order {order}; the conjugacy classes were {listed}"
        return verdict(VerdictKind.CONSISTENT, reason)
    reason = f"{', '.join(listing)} have the same group of order {order} with {len(classes)} conjugacy classes, "
    reason += "which are matched one by one"
    if others:
        reason += f"; {', '.join(others)} {'has' if len(others) == 1 else 'have'} the same order"
    return verdict(VerdictKind.AGREE, reason)


def _disagreements(
    classes: Sequence[ConjugacyClass], answered: Sequence[tuple[str, GroupFacts]]
) -> Iterator[GroupWitness]:
    for (first, facts), (name, other) in pairwise(answered):
        yield from _unequal("order", "the order of the group", (first, facts.order), (name, other.order))
    listing = [(name, facts) for name, facts in answered if facts.classes is not None]
    for (first, facts), (name, other) in pairwise(listing):
        sizes, others = Counter(facts.sizes), Counter(other.sizes)
        words = "the number of conjugacy classes"
        yield from _unequal("classes", words, (first, sizes.total()), (name, others.total()))
        for size in sorted({*sizes, *others}):
            yield from _unequal("sizes", f"{words} of size {size}", (first, sizes[size]), (name, others[size]))
    for name, facts in listing:
        said = (f"{name}: the sum of the class sizes", sum(facts.sizes or ())), (f"{name}: the order", facts.order)
        yield from _unequal("sizes", "the sum of the sizes of all classes and the order", *said)
        yield from _not_matched(classes, name, facts)
    for (first, facts), (name, other) in pairwise(listing):
        for told, here, there in zip(classes, facts.memberships or (), other.memberships or (), strict=True):
            words = f"the size of the class of {told.name}"
            yield from _unequal("class", words, (first, here.size), (name, there.size), told=told)


def _unequal(
    what: str, words: str, one: tuple[str, int], other: tuple[str, int], told: ConjugacyClass | None = None
) -> Iterator[GroupWitness]:
    """A witness, unless both say the same. told: the class of the symmetry in question."""
    if one[1] != other[1]:
        text = f"{words}: {one[0]} has {one[1]}, {other[0]} has {other[1]}"
        symmetry = None if told is None else told.representative
        yield GroupWitness(Fault.OTHER_GROUP, other[0], text, what=what, said=(one, other), symmetry=symmetry)


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


def crosscheck_group(
    shape: BoxShape,
    backends: str | Sequence[str] = SOURCES,
    limits: Limits | None = None,
    progress: Callable[[str, GroupResult | None], None] | None = None,
) -> GroupVerdict:
    """The order and the conjugacy classes of the symmetries of a grid, by several sources side by side, compared.

    backends: some of `reference` (the theory of wreath products, `conjugacy_classes`), `gap` and `sympy`, or a string
        with commas. Each program is told the generators and an element of each class, and says which of its own classes
        that is in. Of large groups SymPy only computes the order.
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
    count = number_of_classes(shape)
    if count > MOST_CLASSES:
        raise UnsupportedError(
            f"the symmetries of the {shape} grid have {count} conjugacy classes; up to {MOST_CLASSES} can be compared"
        )
    watch = Stopwatch()
    classes = tuple(conjugacy_classes(shape))
    sizes = tuple(found.size for found in classes)
    memberships = tuple(Membership(*placed) for placed in enumerate(sizes, 1))
    facts = GroupFacts(group_order(shape), sizes, memberships, "classes of wreath products")
    theory = GroupResult("reference", "", Status.COMPLETE, facts, version=version(), wall_seconds=watch.seconds)

    def ask(name: str, limits: Limits) -> GroupResult:
        try:
            return theory if name == "reference" else _ask(shape, classes, name, limits)
        except Exception as error:
            status, reason = failure(error)
            return GroupResult(name, "", status, reason=reason)

    asks = [partial(ask, name) for name in names]
    return _compare_groups(shape, classes, ask_all(names, asks, limits or Limits(), progress))


def _ask(shape: BoxShape, classes: Sequence[ConjugacyClass], name: str, limits: Limits) -> GroupResult:
    """The answer of a computer algebra system, or how it failed."""
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
    if ran.answer is not None:
        try:
            facts = _parse_facts(ran.answer, scripts[-1])
        except BackendError as error:
            status, reason = Status.UNPARSABLE, printable(str(error))
        else:
            if facts.classes is None:
                status = Status.PARTIAL
                reason = f"the order only: it lists the classes of groups of up to {MOST_LISTED} elements"
    return GroupResult(name, "", status, facts, reason, version=ran.version, wall_seconds=ran.wall_seconds)
