"""Several stores into one: shards of a study that ran on several machines, or several studies.

A.sqlite, B.sqlite, … ──inputs, cases, jobs──▶ C.sqlite ◀──results, verdicts, runs── A.sqlite, B.sqlite, …
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from casbridge.errors import CasbridgeError, InputError, UsageError, WriteError, printable
from casbridge.studies.databases import give_name, remove
from casbridge.studies.jobs import JobSpec
from casbridge.studies.keeping import rank
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.stored import RESULT_COLUMNS, check, limits_of, outcome_of
from casbridge.studies.syncing import content_of
from casbridge.studies.values import Input, VerdictOutcome

_PAGE = 500


class Renamed(NamedTuple):
    """An input that has another name in a merged store. store: its source."""

    store: str
    old: str
    new: str


def merge(sources: Sequence[str | os.PathLike[str]], into: str | os.PathLike[str]) -> tuple[Renamed, ...]:
    """Make a store that has all that several stores have, without doubles.

    sources: the stores; one is copied. They stay as they are, and a driver may write them meanwhile.
    into: the new store; there must not be such a file. It appears whole, when all is in it.

    - Inputs with equal names and equal contents become one input. Where two stores use one name for different
      contents, the later input gets the name of its store after its own.
    - Of two results under one key the complete one stays, else the later one; of two complete ones the first.
    - Of two results of one job under two keys, such as by two versions of a CAS, the same holds; of two complete ones
      the later stays with the job.
    - A verdict comes along where it is about the very results that its jobs have in the new store.
    - The runs of all stores come along.
    - Where the studies have one name, the new one has it too; else it has all names, with " + " between them. The
      study file is kept only where all stores have the same and no input was renamed.

    Gives the inputs that were renamed.

    Raises InputError for a source that cannot be read, and where `into` exists; WriteError where it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in "ab":
    ...         Store.create(f"{folder}/{name}.sqlite", Plan(name, (), ())).close()
    ...     renamed = merge([f"{folder}/a.sqlite", f"{folder}/b.sqlite"], f"{folder}/c.sqlite")
    ...     with Store.open(f"{folder}/c.sqlite") as merged:
    ...         merged.about("name"), renamed
    ('a + b', ())
    """
    into = Path(into)
    if not sources:
        raise UsageError("no store to merge", expected="one or more")
    _refuse_existing(into)
    part = into.with_name(f".casbridge-{os.getpid()}-{os.urandom(4).hex()}.sqlite.part")
    try:
        with ExitStack() as stack:
            stores = [stack.enter_context(Store.open(path)) for path in sources]
            for store in stores:
                stack.enter_context(store.snapshot())
            names = _Names(stores)
            plan = _plan_of(stores, into)
            if names.renamed:
                plan = replace(plan, text="")  # with it a run would look for the inputs under their old names
            with Store.create(part, plan) as merged:
                _fill(merged, plan, stores, names)
        _refuse_existing(into)
        give_name(part, into)
        return names.renamed
    except CasbridgeError as error:
        raise _about(error, part, into) from None
    finally:
        remove(part)


def _about(error: CasbridgeError, part: Path, into: Path) -> CasbridgeError:
    """An error about the new store's hidden file as one about the new store. Nobody else writes that file."""
    if part.name not in str(error):
        return error
    if isinstance(error, WriteError):
        return WriteError(into, error.error)
    said = error.found if isinstance(error, InputError) else str(error)
    return WriteError(into, OSError(errno.ENOSPC, f"no space, or a failing disk ({said})"))


def _refuse_existing(into: Path) -> None:
    if os.path.lexists(into):
        shown = printable(str(into), 200)
        raise InputError("there is such a file already", source=shown, expected="none", hint="name another file")


def _plan_of(stores: Sequence[Store], into: Path) -> Plan:
    names = list(dict.fromkeys(str(store.about("name")) for store in stores))
    texts = {store.about("text") for store in stores}
    text = texts.pop() if len(texts) == 1 else ""
    first = stores[0]
    folder = first.about("folder")
    home = Path(os.path.normpath(first.path.parent / folder)) if isinstance(folder, str) else into.parent
    shown = text if isinstance(text, str) else ""
    return Plan(" + ".join(names), (), (), limits=first.limits, text=shown, folder=home)


def _fill(merged: Store, plan: Plan, stores: Sequence[Store], names: _Names) -> None:
    merged.sync(plan, (job for number, store in enumerate(stores) for job in _jobs(store, names, number)))
    for store in stores:
        for results in store.results():
            merged.take(results)
    for number, store in enumerate(stores):
        _link(merged, store, names, number)
    for number, store in enumerate(stores):
        _bring_verdicts(merged, store, names, number)
        merged.add_runs({**run, "store": store.path.name} for run in store.runs())
    notes = [{"store": store.path.name, "study": store.about("name"), "jobs": store.counts().jobs} for store in stores]
    merged.note(merged=notes)


class _Names:
    """The name of each input in the merged store."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self._contents: dict[str, bytes] = {}
        self._renamed: dict[tuple[int, str], str] = {}
        self._stores = tuple(str(store.path) for store in stores)
        for number, store in enumerate(stores):
            for one in store.inputs():
                self._add(number, store, one)

    def _add(self, number: int, store: Store, one: Input) -> None:
        content, name, tries = content_of(one), one.name, 1
        while self._contents.setdefault(name, content) != content:
            name = f"{one.name} ({store.path.stem}{f' {tries}' if tries > 1 else ''})"
            tries += 1
        if name != one.name:
            self._renamed[number, one.name] = name

    @property
    def renamed(self) -> tuple[Renamed, ...]:
        """The inputs whose name is another one than in their source."""
        return tuple(Renamed(self._stores[number], old, new) for (number, old), new in self._renamed.items())

    def of(self, number: int, name: str) -> str:
        """The name in the merged store of an input that a source, by its number, names so."""
        return self._renamed.get((number, name), name)


def _jobs(store: Store, names: _Names, number: int) -> Iterator[JobSpec]:
    statement = (
        "SELECT j.case_id, j.repeat, j.way_id, y.variable_order, y.backend, j.place FROM jobs j "
        "JOIN ways y ON y.id = j.way_id WHERE (j.case_id, j.repeat, j.way_id) > (?, ?, ?) "
        "ORDER BY j.case_id, j.repeat, j.way_id LIMIT ?"
    )
    after = (-1, -1, -1)
    while page := store.query(statement, (*after, _PAGE)):
        for case_number, repeat, _, order, backend, place in page:
            asked = {"variable_order": order, "backend": backend, "repeat": repeat, "place": place}
            check(asked, str(store.path), "a job")
            case = store.case(case_number)
            name = names.of(number, case.input.name)
            if name != case.input.name:
                case = replace(case, input=replace(case.input, name=name))
            yield JobSpec(case, order, backend, repeat, place)
        after = page[-1][:3]


def _link(merged: Store, store: Store, names: _Names, number: int) -> None:
    """Give the jobs of the merged store the results that they have in a source, where those are the better ones."""
    columns = ", ".join(f"r.{name}" for name in RESULT_COLUMNS)
    statement = (
        "SELECT j.id, i.name, c.encoding, c.field, y.variable_order, y.backend, j.repeat, COALESCE(b.basis, ''), "
        f"{columns} FROM jobs j CROSS JOIN results r ON r.id = j.result_id JOIN cases c ON c.id = j.case_id "
        "JOIN inputs i ON i.id = c.input_id JOIN ways y ON y.id = j.way_id LEFT JOIN bases b ON b.id = j.basis_id "
        "WHERE j.id > ? ORDER BY j.id LIMIT ?"
    )
    after = -1
    while page := store.query(statement, (after, _PAGE)):
        after = page[-1][0]
        links, alone = [], []
        for row in page:
            check({"basis": row[7]}, str(store.path), "a job")
            job, *old = _found(store, merged, _FIND_JOB, (names.of(number, row[1]), *row[2:7]), "a job")
            one = outcome_of(job, row[8:], {}, str(store.path))
            if old[0] is not None and rank(one) <= (old[0] == "complete", old[1]):
                continue
            if one.key:
                links.append((one.number, one.key, row[7]))
            else:
                alone.append(replace(one, basis=row[7]))
        merged.link_all(links)
        merged.keep(alone)


def _bring_verdicts(merged: Store, store: Store, names: _Names, number: int) -> None:
    """Bring the verdicts of a source that are about the very results of the merged store."""
    brought: list[tuple[VerdictOutcome, str]] = []
    for found in store.verdict_rows():
        about = (names.of(number, found["input"]), found["encoding"], found["field"])
        (case,) = _found(store, merged, _FIND_CASE, about, "a case")
        repeat = found["repeat"]
        if merged.over(case, repeat) != store.over(found["case"], repeat):
            continue
        statement = (
            "SELECT v.judge, b.data, v.stopped, v.limit_seconds, v.limit_memory "
            "FROM verdicts v LEFT JOIN blobs b ON b.digest = v.document "
            "WHERE v.case_id = ? AND v.repeat = ?"
        )
        judge, document, stopped, seconds, memory = store.only_row(statement, (found["case"], repeat), "a verdict")
        if document is not None and not isinstance(document, bytes):
            raise InputError("a damaged store: no text", source=str(store.path), expected="a compressed text")
        limits = limits_of(seconds, memory, None, str(store.path), "a verdict")
        said = {name: found[name] for name in ("key", "kind", "reason", "witness", "seconds")}
        by = frozenset(str(stopped).split(", ")) & {"time", "memory"}
        brought.append((VerdictOutcome(case, repeat, **said, document=document, stopped=by, limits=limits), str(judge)))
        if len(brought) == _PAGE:
            _keep_verdicts(merged, brought)
    _keep_verdicts(merged, brought)


def _found(store: Store, merged: Store, statement: str, about: Sequence[Any], what: str) -> tuple[Any, ...]:
    """The row of the merged store for a row of a source. Where there is none, the source is damaged."""
    rows = merged.query(statement, about)
    if len(rows) != 1:
        raise InputError(f"a damaged store: {what} is missing", source=str(store.path), expected=f"{what}, once")
    return rows[0]


def _keep_verdicts(merged: Store, brought: list[tuple[VerdictOutcome, str]]) -> None:
    for judge in {judge for _, judge in brought}:
        merged.keep_verdicts([one for one, by in brought if by == judge], judge)
    brought.clear()


_FIND_CASE = (
    "SELECT c.id FROM inputs i JOIN cases c ON c.input_id = i.id WHERE i.name = ? AND c.encoding = ? AND c.field = ?"
)
_FIND_JOB = (
    "SELECT j.id, r.status, r.ended FROM inputs i JOIN cases c ON c.input_id = i.id "
    "JOIN ways y ON y.variable_order = ?4 AND y.backend = ?5 "
    "JOIN jobs j ON j.case_id = c.id AND j.repeat = ?6 AND j.way_id = y.id LEFT JOIN results r ON r.id = j.result_id "
    "WHERE i.name = ?1 AND c.encoding = ?2 AND c.field = ?3"
)
