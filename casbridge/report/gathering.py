"""From the store of a study to what its report shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from shlex import quote
from typing import Any

from casbridge.algebra.answer_text import answer_from_text
from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.backends import registry
from casbridge.bugs.bundle import Bundle, bundle_text
from casbridge.encodings.encoding import EncodedPuzzle, decode
from casbridge.errors import CasbridgeError, LimitError, UsageError
from casbridge.limits import Limits
from casbridge.report.cells import limits_text
from casbridge.report.evidence import bundle_of_row
from casbridge.report.material import FAILURES, Material
from casbridge.studies.store import Store
from casbridge.studies.values import Case, Input, Row
from casbridge.studies.work import subject_of

#: A page of more jobs would be too large for a browser.
MOST_JOBS = 1_000_000
# An answer with one zero is short, and a puzzle is encoded in a moment.
_LONGEST_ANSWER, _SECONDS = 1 << 20, 5.0
# With so many other answers a wrong one is compared, until a comparison ends.
_MOST_TRIED = 3


def material_of(store: Store) -> Material:
    """All rows, the disagreements, the runs and the settings of a study, and a way to its texts.

    The store must stay open as long as texts are read.
    Raises InputError for a damaged store, UsageError for more than MOST_JOBS jobs.

    >>> from tempfile import TemporaryDirectory
    >>> from casbridge.studies.plan import Plan
    >>> with TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", Plan("two", (), ())) as store:
    ...     material_of(store).name, material_of(store).rows
    ('two', [])
    """
    if (jobs := store.counts().jobs) > MOST_JOBS:
        hint = "casbridge export writes the table of all"
        raise UsageError(f"a report of {jobs:,} jobs", expected=f"at most {MOST_JOBS:,}", hint=hint)
    name, plan, rows = store.about("name"), store.about("text"), list(store.rows())
    beside = store.path.with_suffix(".toml")
    study = beside.name if beside.is_file() else store.path.name
    found = Material(
        name if isinstance(name, str) else store.path.stem,
        rows,
        list(store.verdict_rows(kind="disagree")),
        store.runs(),
        dict(_facts(store, rows)),
        plan if isinstance(plan, str) else "",
        f"casbridge run {quote(study)}",
        f"casbridge export {quote(study)} --to csv",
        lambda kind, number: store.text(kind, number) or "",
        lambda row: _grid(store, row),
    )
    return replace(found, bundle=lambda row: _bundle(store, found, row))


def _bundle(store: Store, material: Material, row: Row) -> str:
    """The bundle of a wrong answer, compared with one that a verdict proves, or with any other one, or with none.

    Two bases are compared as ideals, a basis and an answer of another task by their zeros only. So a basis is compared
    with bases first. A comparison that shows the fault is taken before others.
    """
    task = registry.task_of(*registry.split_name(row.backend))
    beside = [
        one
        for one in material.rows
        if (one.input, one.encoding, one.field, one.repeat) == (row.input, row.encoding, row.field, row.repeat)
        and one.variable_order == row.variable_order
        and one.status == "complete"
        and one.number not in material.wrong
        and _comparison(one) is _comparison(row)
    ]

    def rank(one: Row) -> tuple[bool, bool, bool]:
        is_other = task is Task.BASIS and registry.task_of(*registry.split_name(one.backend)) is not task
        return is_other, one.number not in material.verified, not one.backend.startswith("reference")

    found: Bundle | None = None
    for one in sorted(beside, key=rank)[:_MOST_TRIED]:
        with suppress(LimitError):
            bundle = bundle_of_row(store, row, [one])
            if bundle.fault is not None:
                return bundle_text(bundle)
            found = found or bundle
    return bundle_text(found or bundle_of_row(store, row, ()))


def _comparison(row: Row) -> Task | None:
    """The task of a job that has a comparison of its own; None where answers are compared by their zeros."""
    task = registry.task_of(*registry.split_name(row.backend))
    return task if task in OWN_COMPARISON else None


def _grid(store: Store, row: Row) -> str:
    """The solution that an answer with one zero states. The answer is shown as it is, whether it is right or not."""
    one = row.components == 1 and row.degree in (1, None)
    if not one or row.status != "complete" or row.variable_order != "given" or row.repeat != 1:
        return ""
    text, answer = store.text("input", row.number), store.text("answer", row.number)
    if not text or not answer or len(answer) > _LONGEST_ANSWER:
        return ""
    deadline = Limits(seconds=_SECONDS).deadline()
    try:
        case = Case(Input(row.input, "puzzle", text), row.encoding, row.field)
        subject = subject_of(case, row.variable_order, deadline)
        if not isinstance(subject, EncodedPuzzle):
            return ""
        found = decode(subject, answer_from_text(answer), deadline=deadline)
    except CasbridgeError:
        return ""
    return found[0].line if len(found) == 1 else ""


def _facts(store: Store, rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    limits = store.limits
    yield "time of a job", f"{limits.seconds:g} s" if limits.seconds is not None else "no limit"
    if any(row.status in (*FAILURES, "complete", "partial") and row.limit_seconds != limits.seconds for row in rows):
        yield "jobs so far", limits_text(rows) or "They had no limit."
    yield "memory of a job", f"{limits.memory / 2**30:.3g} GiB" if limits.memory is not None else "no limit"
    if limits.limit is not None:
        yield "answers of a job", str(limits.limit)
    if isinstance(seconds := store.about("comparison"), int | float):
        yield "time of a comparison", f"{seconds:g} s"
    for name, title in (("repeat", "repeats"), ("seed", "seed"), ("crosscheck", "verdicts")):
        value: Any = store.about(name)
        if value is not None:
            yield title, {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
