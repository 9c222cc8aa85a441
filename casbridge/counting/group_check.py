"""Asking several sources about the symmetries of a grid: casbridge's theory, GAP, SymPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread

from casbridge.backends import registry
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.counting.group_comparison import GroupResult, GroupVerdict, compare_groups
from casbridge.counting.group_facts import GroupFacts, Membership, parse_facts
from casbridge.counting.group_scripts import MOST_LISTED, GroupScript, group_script
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, group_order, number_of_classes
from casbridge.errors import BackendError, UnsupportedError, UsageError, printable
from casbridge.limits import Limits, Stopwatch
from casbridge.processes.program import end_all
from casbridge.version import version

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
    """The order and the conjugacy classes of the symmetries of a grid, by several sources at the same time, compared.

    backends: some of `reference` (the theory of wreath products, `conjugacy_classes`), `gap` and `sympy`, or their
        names in one string with commas between them. Each of the systems is told the generators and an element of each
        class, and says which of its own classes that is in. Of large groups SymPy only computes the order.
    limits: on each; memory is for the processes, not for the reference.
    Raises UsageError for other names, UnsupportedError for shapes with more than MOST_CLASSES classes.

    >>> verdict = crosscheck_group(BoxShape(2, 2), "reference,sympy")
    >>> print(verdict.kind, "-", verdict.reason)
    agree - reference, sympy have the same group of order 128 with 20 conjugacy classes, which are matched one by one
    """
    names = _names(backends)
    count = number_of_classes(shape)
    if count > MOST_CLASSES:
        raise UnsupportedError(
            f"the symmetries of the {shape} grid have {count} conjugacy classes; up to {MOST_CLASSES} can be compared"
        )
    limits = limits or Limits()
    watch = Stopwatch()
    classes = tuple(conjugacy_classes(shape))
    theory = _theory(shape, classes, watch.seconds)
    results = _ask_all(shape, classes, theory, names, limits, progress or (lambda name, result: None))
    return compare_groups(shape, classes, results)


def _names(backends: str | Sequence[str]) -> list[str]:
    names = [name.strip() for name in (backends.split(",") if isinstance(backends, str) else backends)]
    names = [name for name in names if name]
    strange = next((name for name in names if name not in SOURCES), None)
    if strange is not None or not names:
        found = f"backend {strange!r} for a group of symmetries" if strange is not None else "no backends"
        raise UsageError(found, expected=f"some of {', '.join(SOURCES)}")
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise UsageError(f"backend {double} is named twice", expected="different backends")
    return names


def _theory(shape: BoxShape, classes: Sequence[ConjugacyClass], seconds: float) -> GroupResult:
    sizes = tuple(found.size for found in classes)
    memberships = tuple(Membership(number, size) for number, size in enumerate(sizes, 1))
    facts = GroupFacts(group_order(shape), sizes, memberships, "classes of wreath products")
    return GroupResult("reference", Status.COMPLETE, facts, "", version(), seconds)


def _ask_all(
    shape: BoxShape,
    classes: Sequence[ConjugacyClass],
    theory: GroupResult,
    names: Sequence[str],
    limits: Limits,
    progress: Progress,
) -> list[GroupResult]:
    """The results, in the order of the names. The threads are daemons: an interrupted crosscheck ends at once."""
    done: SimpleQueue[GroupResult] = SimpleQueue()

    def work(name: str) -> None:
        try:
            result = theory if name == "reference" else _ask(shape, classes, name, limits)
        except MemoryError:
            result = GroupResult(name, Status.MEMORY, reason="out of memory")
        except Exception as error:
            result = GroupResult(name, Status.CRASHED, reason=printable(f"{type(error).__name__}: {error}"))
        done.put(result)

    results: dict[str, GroupResult] = {}
    try:
        for name in names:
            progress(name, None)
            Thread(target=work, args=(name,), name=name, daemon=True).start()
        while len(results) < len(names):
            result = done.get()
            results[result.name] = result
            progress(result.name, result)
    except KeyboardInterrupt:
        end_all()
        raise
    return [results[name] for name in names]


def _ask(shape: BoxShape, classes: Sequence[ConjugacyClass], name: str, limits: Limits) -> GroupResult:
    """What a computer algebra system says, whatever it does."""
    backend = registry.get(name)
    if not isinstance(backend, OneShotBackend):
        return GroupResult(name, Status.UNSUPPORTED, reason=f"the backend {name} does not run scripts about groups")
    scripts: list[GroupScript] = []

    def write() -> str:
        scripts.append(group_script(shape, name, classes=classes, answer_file=ANSWER_FILE))
        return scripts[-1].text

    ran = backend.run_script(write, limits)
    status, reason, facts = ran.status, ran.reason, None
    if ran.answer_text is not None:
        (script,) = scripts
        try:
            facts = parse_facts(ran.answer_text, script)
        except BackendError as error:
            status, reason = Status.UNPARSABLE, printable(str(error))
        else:
            if facts.classes is None:
                status = Status.PARTIAL
                reason = f"the order only: it lists the classes of groups of up to {MOST_LISTED} elements"
    return GroupResult(name, status, facts, reason, ran.version, ran.wall_seconds)
