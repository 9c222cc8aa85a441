"""Asking several sources about the symmetries of a grid: casbridge's theory, GAP, SymPy.

BoxShape ──▶ theory ────────────────────────────▶ GroupResult ─┐
    └──▶ group_script ──▶ GAP, SymPy ──parse_facts──▶ GroupResult ─┴─compare_groups─▶ GroupVerdict
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.counting.group_comparison import GroupResult, GroupVerdict, compare_groups
from casbridge.counting.group_facts import GroupFacts, Membership, parse_facts
from casbridge.counting.group_scripts import MOST_LISTED, GroupScript, group_script
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, group_order, number_of_classes
from casbridge.crosscheck.run import ask_all, names_of, refuse_twice, side_by_side_limits
from casbridge.errors import BackendError, UnsupportedError, UsageError, printable
from casbridge.limits import Limits, Stopwatch
from casbridge.version import version

#: Who is asked where nobody is named.
SOURCES = ("reference", "gap", "sympy")
#: Scripts would be too long beyond.
MOST_CLASSES = 20_000

#: Told a source's name, and None when it starts or its result when it ends.
Progress = Callable[[str, GroupResult | None], None]


def crosscheck_group(
    shape: BoxShape,
    backends: str | Sequence[str] = SOURCES,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> GroupVerdict:
    """The order and the conjugacy classes of the symmetries of a grid, by several sources side by side, compared.

    backends: some of `reference` (the theory of wreath products, `conjugacy_classes`), `gap` and `sympy`, or their
        names in one string with commas between them. Each program is told the generators and an element of each class,
        and says which of its own classes that is in. Of large groups SymPy only computes the order.
    limits: on each; memory is for the processes, not for the reference.

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
