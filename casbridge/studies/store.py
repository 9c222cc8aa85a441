"""The store of a study: one SQLite file that holds its inputs, its jobs, their results and the verdicts.

    Plan, jobs ──sync──▶ jobs ──waiting──▶ Work ──▶ workers ──▶ Outcome ──keep──▶ results
                         results ──to_judge──▶ VerdictWork ──▶ workers ──▶ VerdictOutcome ──keep_verdicts──▶ verdicts

One process writes a store; any number read it meanwhile. When `keep` returns, the results are on the disk.
The tables are in `casbridge.studies.schema`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from casbridge.errors import InputError, UsageError, WriteError, printable
from casbridge.limits import Limits
from casbridge.studies import schema
from casbridge.studies.conditions import (
    MOST_PARAMETERS,
    check_names,
    conditions_of,
    parts,
    places,
    raised_for_verdict,
    stale,
)
from casbridge.studies.databases import DriverLock, connect, driver_of, told, word_at
from casbridge.studies.keeping import digest, put_results, put_verdict, rank, replaces
from casbridge.studies.stored import (
    KINDS,
    LARGE_COLUMNS,
    RESULT_COLUMNS,
    WAITING,
    check,
    clean,
    input_of,
    json_of,
    outcome_of,
    row_of,
)
from casbridge.studies.syncing import sync
from casbridge.studies.texts import unpacked
from casbridge.studies.twins import HAS_DONE_TWIN, waiting_twins
from casbridge.studies.unchanged import NotedFiles
from casbridge.studies.values import COLUMNS, Case, Input, Outcome, Row, VerdictOutcome, VerdictWork, Work

if TYPE_CHECKING:
    from casbridge.studies.filters import Filter
    from casbridge.studies.jobs import JobSpec
    from casbridge.studies.plan import Plan

#: The texts that a store has of a job: `Store.text` gives them.
TEXTS = ("script", "transcript", "answer", "verdict", "input")
#: The statuses of results that are stopped: such a job is done again where the limit that stopped it was raised.
STOPPED = ("timeout", "memory", "partial")
#: The keys of a verdict in `Store.verdict_rows`, each with its column. "case" is the number of the case.
VERDICT_COLUMNS = {
    "case": "v.case_id",
    "input": "i.name",
    "family": "i.family",
    "n": "i.n",
    "encoding": "c.encoding",
    "field": "c.field",
    "repeat": "v.repeat",
    "kind": "v.kind",
    "reason": "v.reason",
    "witness": "v.witness",
    "seconds": "v.seconds",
    "key": "v.key",
}
# Rows that are fetched at once: between two pages other statements may write.
_PAGE = 1000
# The most characters of inputs that are remembered, and the most cases.
_MOST_REMEMBERED = 1 << 24
_MOST_CASES = 512
_CASES_AT_ONCE = 64
_WITNESS = "the witness"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many jobs and verdicts a store has.

    statuses: status → jobs; "waiting" for those without a result. verdicts: kind → verdicts.
    backends: backend → status → jobs.

    >>> Counts({"complete": 3, "waiting": 1}, {"agree": 1}, {}).jobs
    4
    """

    statuses: Mapping[str, int]
    verdicts: Mapping[str, int]
    backends: Mapping[str, Mapping[str, int]]

    @property
    def jobs(self) -> int:
        """All jobs."""
        return sum(self.statuses.values())

    @property
    def done(self) -> int:
        """The jobs that have a result, whatever it is."""
        return self.jobs - self.statuses.get(WAITING, 0)


class Store:
    """The store of a study. `Store.create` makes one, `Store.open` opens one; both are context managers.

    path: of the file. is_writer: whether this process may write it.

    An instance belongs to the thread that made it.

    >>> import tempfile
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.jobs import jobs_of
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder, "two.sqlite"), plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     for work in store.waiting():
    ...         store.keep([Outcome(work.number, f"key {work.number}", "complete")])
    ...     store.counts().statuses
    {'complete': 2}
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: DriverLock | None) -> None:
        self.path = path
        self.is_writer = lock is not None
        self._connection = connection
        self._lock = lock
        self._cases: OrderedDict[int, Case] = OrderedDict()
        self._remembered = 0
        self._ways: dict[int, tuple[str, str]] = {}
        self._bases: dict[str, int] = {}
        self._judged: dict[tuple[int, int], bytes] = {}
        self._twins: dict[int, list[int]] = {}

    # -- opening and closing ------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: str | os.PathLike[str], plan: Plan) -> Store:
        """A new store, to be written. It appears whole: a kill leaves either no file or one that can be opened.

        Raises InputError where the file is there already, and WriteError where it cannot be written.
        """
        path = Path(path)
        lock = DriverLock(path)
        part = path.with_name(f".casbridge-{os.getpid()}-{os.urandom(4).hex()}.part")
        try:
            with told(path):
                if path.exists() or path.is_symlink():
                    hint = "open it, or name another file"
                    raise InputError("there is such a file already", source=str(path), expected="none", hint=hint)
                try:
                    _make(part, path, plan)
                    os.rename(part, path)
                finally:
                    for suffix in ("", "-wal", "-shm", "-journal"):
                        part.with_name(part.name + suffix).unlink(missing_ok=True)
                return cls(path, connect(path, write=True), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, write: bool = False, name: str | None = None) -> Store:
        """A store that exists. One of an older version is brought to the present version first.

        write: whether to write it; one process at a time may. name: of the study that is expected; None is any.

        Raises InputError for a file that is no store, of a newer version, damaged, of another study, or in use by
        another driver. WriteError where it cannot be written. The file is left as it was.
        """
        path = Path(path)
        with told(path):
            if os.path.isdir(path):
                raise InputError("a folder", source=str(path), expected="the .sqlite file of a study")
            old = _version(path) < schema.VERSION
        lock = DriverLock(path) if write or old else None
        try:
            with told(path):
                if old:
                    _migrate(path)
                    if lock is not None and not write:
                        lock.release()
                        lock = None
                store = cls(path, connect(path, write=write), lock)
                found = store.about("name")
            if name is not None and found != name:
                store.close()
                what = f"a store of the study {printable(str(found), 80)!r}"
                hint = "name another store, or take its results over with --reuse"
                raise InputError(what, source=str(path), expected=f"one of {printable(name, 80)!r}", hint=hint)
            return store
        except BaseException:
            if lock is not None:
                lock.release()
            raise

    def close(self) -> None:
        """Close the file, and give the right to write it back. Closing twice is no error."""
        try:
            with told(self.path):
                self._connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- what the study is --------------------------------------------------------------------------------------------

    def about(self, name: str) -> Any:
        """What is kept of the plan as "name", "text", "folder", "limits" and others; None where nothing is."""
        row = self._one("SELECT value FROM study WHERE name = ?", (name,))
        return None if row is None else json_of(row[0], str(self.path), f"the study's {name}")

    def note(self, **values: Any) -> None:
        """Keep values of JSON's types under names, beside those of the plan."""
        with self._transaction():
            self._note(values)

    def _note(self, values: Mapping[str, Any]) -> None:
        rows = [(name, json.dumps(value, allow_nan=False)) for name, value in values.items()]
        self._connection.executemany("INSERT OR REPLACE INTO study VALUES (?, ?)", rows)

    @property
    def limits(self) -> Limits:
        """The limits of the plan."""
        found = self.about("limits")
        try:
            return Limits(**{name: found.get(name) for name in ("seconds", "memory", "limit")})
        except (AttributeError, UsageError) as error:
            raise InputError(f"the limits of the study: {error}", source=str(self.path)) from None

    def driver(self) -> dict[str, Any] | None:
        """Who writes the store now: host, pid, started. None where nobody does."""
        return driver_of(self.path)

    # -- jobs ---------------------------------------------------------------------------------------------------------

    def sync(self, plan: Plan, jobs: Iterable[JobSpec]) -> None:
        """Bring inputs, cases and jobs to a plan. Results stay.

        jobs: what `casbridge.studies.jobs.jobs_of` gives. The jobs of a case should follow each other.

        A job that is no longer asked for goes; its result stays, and is found again by its key. A job whose input has
        other content waits again. Nothing is changed where the jobs cannot be read to their end.
        """
        self._forget()
        with self._transaction():
            changed = sync(self._connection, jobs)
            self._note(_of_plan(plan, self.path))
            if changed and self.about("untidy"):
                self._tidy()

    @property
    def files(self) -> NotedFiles:
        """What is noted of the files of inputs, for `casbridge.studies.inputs.inputs_of` within `sync`."""
        return NotedFiles(self._connection, self.path)

    def imitate(self, other: Store) -> None:
        """Take all that another store has but for scripts, transcripts, answers, documents and runs.

        That is enough to tell which jobs wait. This store must be empty.
        """
        with self._transaction(), other.snapshot(), told(other.path):
            for table, statement in schema.SLIM.items():
                self._copy_rows(table, other._connection.execute(statement))

    def _copy_rows(self, table: str, rows: sqlite3.Cursor) -> None:
        statement = f"INSERT OR REPLACE INTO {table} VALUES ({places(rows.description)})"
        self._connection.executemany(statement, rows)

    def _tidy(self) -> None:
        """Remove texts that nothing names any more."""
        used = (
            "SELECT text FROM inputs UNION SELECT script FROM results UNION SELECT transcript FROM results "
            "UNION SELECT answer FROM results UNION SELECT document FROM verdicts"
        )
        self._connection.execute(f"DELETE FROM blobs WHERE digest NOT IN (SELECT * FROM ({used}) WHERE text NOTNULL)")
        self._note({"untidy": False})

    def waiting(
        self,
        only: Sequence[Filter] = (),
        retry: Collection[str] = (),
        limits: Limits | None = None,
        bases: Mapping[str, str] | None = None,
    ) -> Iterator[Work]:
        """The jobs that have no valid result, by ascending place. The store may be written meanwhile.

        only: filters; a job must match each of them.
        retry: statuses, such as "timeout": jobs with such a result wait too.
        limits: for the jobs; None is the plan's.
        bases: for each backend its present basis. A job whose result was kept under another basis waits too, since
            its key may be another one now.

        A complete result is valid under any limits. One that was stopped is not where that limit was raised. Other
        results are valid.

        Of jobs that ask the same about inputs with the same content only the first is given; see `sharing`.
        """
        condition, parameters = self._lacking(limits or self.limits, retry, bases)
        self._twins = waiting_twins(self._all, condition, parameters, partial(self._is_meant, only))
        others = {number for numbers in self._twins.values() for number in numbers}
        for work in self._waiting(only, retry, limits, bases):
            if work.number not in others:
                yield work

    def _waiting(
        self,
        only: Sequence[Filter],
        retry: Collection[str],
        limits: Limits | None,
        bases: Mapping[str, str] | None,
    ) -> Iterator[Work]:
        limits = limits or self.limits
        condition, parameters = self._lacking(limits, retry, bases)
        statement = (
            "SELECT j.place, j.id, j.case_id, j.way_id, j.repeat FROM jobs j LEFT JOIN results r ON r.id = j.result_id "
            f"WHERE (j.place, j.id) > (?, ?) AND ({condition}) ORDER BY j.place, j.id LIMIT ?"
        )
        after = (-1, -1)
        while page := self._all(statement, (*after, *parameters, _PAGE)):
            for place, (_, number, case, way, repeat) in enumerate(page):
                if not place % _CASES_AT_ONCE:
                    self._remember_cases([row[2] for row in page[place : place + _CASES_AT_ONCE]])
                if not self._is_meant(only, number, case, way, repeat):
                    continue
                order, backend = self._way(way)
                basis = (bases or {}).get(backend, "")
                yield Work(number, self.case(case), order, backend, repeat, limits, basis)
            after = page[-1][:2]

    def sharing(self, numbers: Iterable[int]) -> dict[int, list[int]]:
        """The jobs that wait for the results of others, since these ask the same about inputs with the same content.

        numbers: of jobs that `waiting` gave. For each with such jobs their numbers. `keep` and `link_all` give them
            the result; until then this method tells them.
        """
        return {number: [*self._twins[number]] for number in numbers if number in self._twins}

    def number_waiting(
        self,
        only: Sequence[Filter] = (),
        retry: Collection[str] = (),
        limits: Limits | None = None,
        bases: Mapping[str, str] | None = None,
    ) -> int:
        """How many jobs wait, with those to which `waiting` gives the result of another."""
        if only:
            return sum(1 for _ in self._waiting(only, retry, limits, bases))
        condition, parameters = self._lacking(limits or self.limits, retry, bases)
        statement = f"SELECT count(*) FROM jobs j LEFT JOIN results r ON r.id = j.result_id WHERE {condition}"
        return int(self._all(statement, parameters)[0][0])

    def _is_meant(self, only: Sequence[Filter], number: int, case: int, way: int, repeat: int) -> bool:
        if not only:
            return True
        about, (order, backend) = self.case(case), self._way(way)
        one = about.input
        named = (one.name, one.family, one.n, about.encoding, about.field)
        row = Row(number, *named, order, backend, repeat, WAITING)
        return all(chosen.matches(row) for chosen in only)

    def _lacking(
        self, limits: Limits, retry: Collection[str], bases: Mapping[str, str] | None
    ) -> tuple[str, tuple[Any, ...]]:
        """The condition, in SQL, that a job j with its result r has no valid result."""
        condition, parameters = stale(limits, retry)
        return f"r.id IS NULL OR {condition} OR {self._changed(bases or {})}", parameters

    def _changed(self, bases: Mapping[str, str]) -> str:
        """The condition, in SQL, that the backend of a job j has another basis than the job's result was kept under."""
        wanted: dict[int | None, list[int]] = {}
        for way, (_, backend) in self._all_ways().items() if bases else ():
            if backend in bases:
                wanted.setdefault(self._basis(bases[backend]), []).append(way)
        conditions = ["0"]
        for basis, ways in wanted.items():
            number = "NULL" if basis is None else basis
            conditions.append(f"(j.basis_id IS NOT {number} AND j.way_id IN ({', '.join(map(str, ways))}))")
        return f"({' OR '.join(conditions)})"

    def find(self, key: str, limits: Limits | None = None, retry: Collection[str] = ()) -> bool:
        """Whether there is a result with this key that is valid under these limits. See `waiting` for the arguments."""
        return key in self.found([key], limits, retry)

    def found(self, keys: Iterable[str], limits: Limits | None = None, retry: Collection[str] = ()) -> set[str]:
        """Those of some keys that have a result that is valid under these limits."""
        condition, parameters = stale(limits or self.limits, retry)
        valid: set[str] = set()
        for some in parts([*keys]):
            statement = f"SELECT r.key FROM results r WHERE r.key IN ({places(some)}) AND NOT ({condition})"
            valid |= {key for (key,) in self._all(statement, (*some, *parameters))}
        return valid

    def has_other_results(self, bases: Mapping[str, str]) -> bool:
        """Whether a job that waits may have its result here already: one without a job, one under another basis, or one
        of an input with the same content.

        bases: for each backend its present basis, as in `waiting`.
        """
        statement = (
            "SELECT EXISTS (SELECT 1 FROM results r WHERE r.key NOTNULL AND "
            "NOT EXISTS (SELECT 1 FROM jobs j WHERE j.result_id = r.id))"
        )
        if self._one(statement, ())[0] or self._one(HAS_DONE_TWIN, ())[0]:
            return True
        statement = f"SELECT EXISTS (SELECT 1 FROM jobs j WHERE j.result_id NOTNULL AND {self._changed(bases)})"
        return bool(self._one(statement, ())[0])

    def link(self, number: int, key: str, basis: str = "") -> None:
        """Give a job the result that has this key. basis: of the backend, as in `Outcome`."""
        self.link_all([(number, key, basis)])

    def link_all(self, links: Iterable[tuple[int, str, str]]) -> None:
        """Give jobs results, in one transaction: for each job its number, the key, and the basis of the backend.

        Jobs that wait for the result of one of these get it too, see `sharing`.
        """
        given = [*links]
        more = [(other, key, basis) for number, key, basis in given for other in self._twins.get(number, ())]
        for some in parts([*given, *more]):
            with self._transaction(), self._counted([number for number, _, _ in some], ()):
                self._connection.executemany(
                    "UPDATE jobs SET result_id = (SELECT id FROM results WHERE key = ?), basis_id = ?, attempts = 0 "
                    "WHERE id = ? AND EXISTS (SELECT 1 FROM results WHERE key = ?)",
                    [(key, self._basis(basis), number, key) for number, key, basis in some],
                )
        for number, _, _ in given:
            self._twins.pop(number, None)

    def attempt(self, numbers: Iterable[int]) -> dict[int, int]:
        """Count that a worker died with these jobs. For each job, how many have died since its last result."""
        counts: dict[int, int] = {}
        with self._transaction():
            for some in parts([*numbers]):
                chosen = f"id IN ({places(some)})"
                self._connection.execute(f"UPDATE jobs SET attempts = attempts + 1 WHERE {chosen}", some)
                counts |= dict(self._all(f"SELECT id, attempts FROM jobs WHERE {chosen}", some))
        return counts

    # -- results ------------------------------------------------------------------------------------------------------

    def keep(self, outcomes: Sequence[Outcome]) -> None:
        """Keep what came of jobs, in one transaction. On return it is on the disk.

        A result is kept once for each key. When a job is done again, the later result replaces the earlier one, but a
        complete result is replaced by a complete one only, and not by that of another job. A result without a key
        belongs to its job alone. Jobs that wait for the result of one of these get it too, see `sharing`.

        Raises WriteError where there is no space; then nothing of these outcomes is kept, and they can be kept later.
        """
        if not outcomes:
            return
        more = [replace(one, number=number) for one in outcomes for number in self._twins.get(one.number, ())]
        with self._transaction():
            self._keep([*more, *outcomes])
        for one in outcomes:
            self._twins.pop(one.number, None)

    def _keep(self, outcomes: Sequence[Outcome]) -> None:
        numbers = [one.number for one in outcomes]
        latest = {one.key: one for one in sorted(outcomes, key=rank) if one.key}
        kept = self._kept_already([*latest])
        again = self._done_again(outcomes, kept)
        fresh = [
            one
            for key, one in latest.items()
            if key not in kept or (replaces(one.status, kept[key][1]) and (kept[key][1] != "complete" or key in again))
        ]
        replaced = [kept[one.key][0] for one in fresh if one.key in kept]
        with self._counted(numbers, replaced) as attempts:
            put_results(self._connection, [(one, attempts.get(one.number, 0) + 1) for one in fresh])
            self._connection.executemany(
                "UPDATE jobs SET basis_id = ?, result_id = (SELECT id FROM results WHERE key = ?), attempts = 0 "
                "WHERE id = ?",
                [(self._basis(one.basis), one.key, one.number) for one in outcomes if one.key],
            )
            for one in outcomes:
                if not one.key:
                    self._keep_alone(one, attempts.get(one.number, 0) + 1)
        if replaced:
            self._note({"untidy": True})

    def _done_again(self, outcomes: Sequence[Outcome], kept: Mapping[str, tuple[int, str, float]]) -> set[str]:
        """The keys of kept results that one of these jobs has already, or that no job has."""
        about = {one.number: one.key for one in outcomes if one.key in kept}
        found: set[str] = set()
        for some in parts([*about]):
            rows = self._all(f"SELECT id, result_id FROM jobs WHERE id IN ({places(some)})", some)
            found |= {about[number] for number, result in rows if result == kept[about[number]][0]}
        for some in parts([*kept]):
            free = "NOT EXISTS (SELECT 1 FROM jobs j WHERE j.result_id = r.id)"
            found |= {
                key for (key,) in self._all(f"SELECT key FROM results r WHERE key IN ({places(some)}) AND {free}", some)
            }
        return found

    def take_over(self, other: Store) -> int:
        """Copy the results of another store that may serve here: those about inputs that this study has too.

        See `take` for which of two results under one key stays. How many were copied. The jobs of
        this store get none of them before `found` and `link`: only there limits and keys are looked at.

        Raises InputError for a damaged store.
        """
        here = {row[0] for row in self._all("SELECT DISTINCT content FROM inputs", ())}
        number = 0
        for results in other.results(here):
            number += self.take(results)
        return number

    def take(self, results: Sequence[tuple[Outcome, int]]) -> int:
        """Keep results of another store, with their attempts, without jobs. How many were wanted here.

        A complete result that is here stays; else the complete one of two, else the later one.
        """
        with self._transaction():
            kept = self._kept_already([one.key for one, _ in results])
            wanted = [
                (one, attempts)
                for one, attempts in results
                if one.key not in kept or (kept[one.key][1] != "complete" and rank(one) > (False, kept[one.key][2]))
            ]
            replaced = [kept[one.key][0] for one, _ in wanted if one.key in kept]
            with self._counted((), replaced):
                put_results(self._connection, wanted)
            if replaced:
                self._note({"untidy": True})
        return len(wanted)

    def results(self, contents: Collection[bytes] | None = None) -> Iterator[list[tuple[Outcome, int]]]:
        """All results that have a key, with their texts and attempts, some at a time; their jobs have the number 0.

        contents: of inputs, see `casbridge.studies.syncing.content_of`: results of jobs with such inputs only.
        """
        after = -1
        columns = ", ".join(f"r.{name}" for name in RESULT_COLUMNS)
        statement = f"SELECT r.id, {columns} FROM results r WHERE r.id > ? AND r.key NOTNULL ORDER BY r.id LIMIT ?"
        while page := self._all(statement, (after, MOST_PARAMETERS)):
            after = page[-1][0]
            if contents is not None:
                wanted = self._about_inputs([row[0] for row in page], contents)
                page = [row for row in page if row[0] in wanted]
            digests = [name for row in page for name in row[-3:] if name is not None]
            blobs: dict[bytes, bytes] = {}
            for some in parts(digests):
                blobs |= dict(self._all(f"SELECT digest, data FROM blobs WHERE digest IN ({places(some)})", some))
            source = str(self.path)
            attempts = RESULT_COLUMNS.index("attempts") + 1
            yield [(outcome_of(0, row[1:], blobs, source), row[attempts]) for row in page]

    def _about_inputs(self, results: list[int], contents: Collection[bytes]) -> set[int]:
        rows = self._all(
            "SELECT j.result_id, i.content FROM jobs j JOIN cases c ON c.id = j.case_id "
            f"JOIN inputs i ON i.id = c.input_id WHERE j.result_id IN ({places(results)})",
            results,
        )
        return {result for result, content in rows if content in contents}

    def _kept_already(self, keys: list[str]) -> dict[str, tuple[int, str, float]]:
        found: dict[str, tuple[int, str, float]] = {}
        for some in parts(keys):
            statement = f"SELECT key, id, status, ended FROM results WHERE key IN ({places(some)})"
            found |= {key: tuple(about) for key, *about in self._all(statement, some)}
        return found

    def _keep_alone(self, one: Outcome, attempts: int) -> None:
        old = self._one("SELECT result_id FROM jobs WHERE id = ?", (one.number,))
        if old is None:
            return
        put_results(self._connection, [(one, attempts)])
        (number,) = self._one("SELECT last_insert_rowid()", ())
        change = "UPDATE jobs SET basis_id = ?, result_id = ?, attempts = 0 WHERE id = ?"
        self._connection.execute(change, (self._basis(one.basis), number, one.number))
        self._connection.execute("DELETE FROM results WHERE id = ? AND key IS NULL", old)

    @contextmanager
    def _counted(self, numbers: Sequence[int], replaced: Sequence[int]) -> Iterator[dict[int, int]]:
        """Within a transaction: keep the tally, and take verdicts away that are over other results than now.

        numbers: the jobs whose results change. replaced: the results that change; all jobs that have them count.
        It gives for each of the jobs how many attempts have failed.
        """
        columns = "SELECT j.id, j.case_id, j.repeat, j.way_id, j.result_id, COALESCE(r.status, 'waiting'), j.attempts "
        columns += "FROM jobs j "
        columns += "LEFT JOIN results r ON r.id = j.result_id WHERE "
        before: dict[int, tuple[Any, ...]] = {}
        for name, chosen in (("j.result_id", replaced), ("j.id", numbers)):
            for some in parts([*chosen]):
                rows = self._all(f"{columns}{name} IN ({places(some)})", some)
                before |= {row[0]: row for row in rows}
        yield {number: row[6] for number, row in before.items()}
        gone, changed = set(replaced), Counter[tuple[int, str]]()
        stale = set()
        for some in parts([*before]):
            for row in self._all(f"{columns}j.id IN ({places(some)})", some):
                number, case, repeat, way, result, status, _ = row
                old = before[number]
                changed[way, old[5]] -= 1
                changed[way, status] += 1
                if old[4] is not None and (old[4] != result or result in gone):
                    stale.add((case, repeat))
        self._connection.executemany(
            "INSERT INTO tally VALUES (?, ?, ?) ON CONFLICT (way_id, status) DO UPDATE SET jobs = jobs + excluded.jobs",
            [(way, status, count) for (way, status), count in changed.items() if count],
        )
        self._connection.executemany("DELETE FROM verdicts WHERE case_id = ? AND repeat = ?", stale)

    # -- verdicts -----------------------------------------------------------------------------------------------------

    def to_judge(
        self, numbers: Iterable[int] | None = None, limits: Limits | None = None, judge: str = ""
    ) -> Iterator[VerdictWork]:
        """The cases, repeat by repeat, whose jobs are all done and that have no verdict over these very results.

        numbers: of jobs; only their cases and repeats are looked at. None is all.
        limits: on each comparison; None is the plan's.
        judge: the version of what compares. A verdict of another version is made again.

        A verdict that a limit stopped is made again where that limit was raised.

        An input that cannot be read gets no verdict. Answers have no script and no transcript here.
        """
        limits = limits or self.limits
        for case, repeat in self._groups(numbers, judge, limits):
            about = self.case(case)
            if about.input.kind == "invalid":
                continue
            rows = self._all(
                "SELECT j.id, y.backend, y.variable_order, r.*, b.data FROM jobs j JOIN ways y ON y.id = j.way_id "
                "JOIN results r ON r.id = j.result_id LEFT JOIN blobs b ON b.digest = r.answer "
                "WHERE j.case_id = ? AND j.repeat = ? ORDER BY j.way_id",
                (case, repeat),
            )
            self._judged[case, repeat] = _over(rows)
            answers = [self._answer(row) for row in rows if row[_STATUS] in ("complete", "partial")]
            yield VerdictWork(case, repeat, about, tuple(answers), limits)

    def _answer(self, row: tuple[Any, ...]) -> tuple[str, str, Outcome]:
        number, backend, order, _, *values, data = row
        return backend, order, outcome_of(number, values, {values[-1]: data}, str(self.path))

    def _groups(self, numbers: Iterable[int] | None, judge: str, limits: Limits) -> Iterator[tuple[int, int]]:
        raised, parameters = raised_for_verdict(limits)
        condition = (
            "HAVING count(j.result_id) = count(*) AND NOT EXISTS "
            "(SELECT 1 FROM verdicts v WHERE v.case_id = j.case_id AND v.repeat = j.repeat AND v.judge = ? "
            f"AND NOT {raised})"
        )
        if numbers is None:
            after = (-1, -1)
            statement = (
                "SELECT j.case_id, j.repeat FROM jobs j WHERE (j.case_id, j.repeat) > (?, ?) "
                f"GROUP BY j.case_id, j.repeat {condition} ORDER BY j.case_id, j.repeat LIMIT ?"
            )
            while page := self._all(statement, (*after, judge, *parameters, _PAGE)):
                yield from page
                after = page[-1]
            return
        for some in parts([*numbers]):
            statement = (
                "SELECT j.case_id, j.repeat FROM jobs j JOIN (SELECT DISTINCT case_id, repeat FROM jobs "
                f"WHERE id IN ({places(some)})) w ON j.case_id = w.case_id AND j.repeat = w.repeat "
                f"GROUP BY j.case_id, j.repeat {condition}"
            )
            yield from self._all(statement, (*some, judge, *parameters))

    def keep_verdicts(self, outcomes: Sequence[VerdictOutcome], judge: str = "") -> list[VerdictOutcome]:
        """Keep verdicts, in one transaction; judge as in `to_judge`. Those that were kept.

        A verdict over results that have changed since `to_judge` gave them is left out: it is made again.
        """
        kept: list[VerdictOutcome] = []
        if not outcomes:
            return kept
        with self._transaction():
            for one in outcomes:
                now, over = self.over(one.number, one.repeat), self._judged.get((one.number, one.repeat))
                if now is not None and over in (None, now):
                    put_verdict(self._connection, one, judge)
                    kept.append(one)
        for one in outcomes:
            self._judged.pop((one.number, one.repeat), None)
        return kept

    def over(self, case: int, repeat: int) -> bytes | None:
        """A fingerprint of the results of a case in a repeat. None where not all of its jobs are done."""
        rows = self._all(
            "SELECT j.id, y.backend, y.variable_order, r.* FROM jobs j JOIN ways y ON y.id = j.way_id "
            "LEFT JOIN results r ON r.id = j.result_id WHERE j.case_id = ? AND j.repeat = ?",
            (case, repeat),
        )
        return _over(rows) if rows and all(row[3] is not None for row in rows) else None

    # -- reading ------------------------------------------------------------------------------------------------------

    def rows(self, **wanted: Any) -> Iterator[Row]:
        """The rows of the table: case by case, repeat by repeat. The store may be written meanwhile.

        wanted: columns of the table, each with a value or several. Of a text `*`, `?` and `[…]` are patterns.

        Raises UsageError for a column that is none, and for a name, such as that of an input, that no job has.
        """
        for page in self.pages(**wanted):
            for values in page:
                yield row_of(values, str(self.path))

    def check(self, **wanted: Any) -> None:
        """Raise UsageError for names in `wanted` that this store does not have, see `rows`."""
        check_names(self._all, wanted)

    def pages(self, **wanted: Any) -> Iterator[list[tuple[Any, ...]]]:
        """The rows as they are in the file, in the order of `COLUMNS`, some at a time; `wanted` as in `rows`."""
        self.check(**wanted)
        conditions, parameters = conditions_of(wanted)
        statement = (
            f"SELECT {', '.join(COLUMNS)}, case_id, way_id FROM job_rows "
            f"WHERE {' AND '.join(['(case_id, repeat, way_id) > (?, ?, ?)', *conditions])} "
            "ORDER BY case_id, repeat, way_id LIMIT ?"
        )
        after = (-1, -1, -1)
        while page := self._all(statement, (*after, *parameters, _PAGE)):
            yield [values[:-2] for values in page]
            after = (page[-1][-2], page[-1][_REPEAT], page[-1][-1])

    def large_columns(self) -> set[str]:
        """The columns of `LARGE_COLUMNS` in which a number is too large for 64 bits."""
        found = self._one("SELECT max(typeof(components) = 'text'), max(typeof(degree) = 'text') FROM results", ())
        return {name for name, large in zip(LARGE_COLUMNS, found, strict=True) if large}

    def verdict_rows(self, **wanted: Any) -> Iterator[dict[str, Any]]:
        """The verdicts, each with the keys of `VERDICT_COLUMNS`.

        wanted: some of these, each with a value or several, as in `rows`.
        """
        self.check(**wanted)
        names, columns = VERDICT_COLUMNS, VERDICT_COLUMNS.values()
        conditions, parameters = conditions_of(wanted, VERDICT_COLUMNS)
        statement = (
            f"SELECT {', '.join(columns)} FROM verdicts v CROSS JOIN cases c ON c.id = v.case_id "
            "CROSS JOIN inputs i ON i.id = c.input_id "
            f"WHERE {' AND '.join(['(v.case_id, v.repeat) > (?, ?)', *conditions])} "
            "ORDER BY v.case_id, v.repeat LIMIT ?"
        )
        after = (-1, -1)
        source = str(self.path)
        while page := self._all(statement, (*after, *parameters, _PAGE)):
            for values in page:
                row = dict(zip(names, values, strict=True))
                check(row, source, "a verdict")
                if row["kind"] not in KINDS:
                    found = f"a verdict {printable(repr(row['kind']), 60)}"
                    raise InputError(found, source=source, expected=f"one of {', '.join(KINDS)}")
                if row["witness"] is not None:
                    row["witness"] = json_of(row["witness"], source, _WITNESS)
                    if not isinstance(row["witness"], dict):
                        found = f"a witness {printable(repr(row['witness']), 60)}"
                        raise InputError(found, source=source, expected="an object")
                yield row
            after = (page[-1][0], page[-1][6])

    def counts(self) -> Counts:
        """How many jobs there are of each status, and verdicts of each kind. Quick whatever the number of jobs."""
        statuses: Counter[str] = Counter()
        backends: dict[str, Counter[str]] = {}
        rows = self._all(
            "SELECT y.backend, t.status, t.jobs FROM tally t JOIN ways y ON y.id = t.way_id WHERE t.jobs", ()
        )
        for backend, status, jobs in rows:
            statuses[status] += jobs
            backends.setdefault(backend, Counter())[status] += jobs
        verdicts = dict(self._all("SELECT kind, count(*) FROM verdicts GROUP BY kind", ()))
        return Counts(dict(statuses), verdicts, {name: dict(some) for name, some in sorted(backends.items())})

    def inputs(self) -> Iterator[Input]:
        """The inputs, in the order in which they came."""
        after = -1
        statement = "SELECT id, name, kind, text, family, n, reason FROM inputs WHERE id > ? ORDER BY id LIMIT ?"
        while page := self._all(statement, (after, _PAGE)):
            for _, name, kind, text, family, n, reason in page:
                yield input_of((name, kind, self._blob(text) or "", family, n, reason), str(self.path))
            after = page[-1][0]

    def answer_digests(self) -> Iterator[tuple[int, bytes]]:
        """For each job with an answer its number and a digest of the answer's text. Equal digests are equal texts."""
        after = -1
        statement = "SELECT j.id, r.answer FROM jobs j JOIN results r ON r.id = j.result_id WHERE j.id > ? "
        statement += "AND r.answer IS NOT NULL ORDER BY j.id LIMIT ?"
        while page := self._all(statement, (after, _PAGE)):
            yield from page
            after = page[-1][0]

    def text(self, kind: str, number: int) -> str | None:
        """A text of a job; None where there is none.

        kind: of `TEXTS`. "verdict" is the verdict over the job's case in its repeat, as JSON.
        number: of the job.

        Raises UsageError for a kind or a job that does not exist.
        """
        if kind not in TEXTS:
            raise UsageError(f"a text {printable(repr(kind), 60)}", expected=f"one of {', '.join(TEXTS)}")
        column = {"verdict": "v.document", "input": "i.text"}.get(kind, f"r.{kind}")
        row = self._one(
            f"SELECT {column} FROM jobs j JOIN cases c ON c.id = j.case_id JOIN inputs i ON i.id = c.input_id "
            "LEFT JOIN results r ON r.id = j.result_id "
            "LEFT JOIN verdicts v ON v.case_id = j.case_id AND v.repeat = j.repeat WHERE j.id = ?",
            (number,),
        )
        if row is None:
            raise UsageError(f"job {number} of {printable(str(self.path), 200)}", expected="a job of the study")
        return self._blob(row[0])

    def verdict_document(self, case: int, repeat: int) -> str | None:
        """The whole verdict over a case in a repeat, as JSON; None where there is none."""
        row = self._one("SELECT document FROM verdicts WHERE case_id = ? AND repeat = ?", (case, repeat))
        return None if row is None else self._blob(row[0])

    def _blob(self, name: bytes | None) -> str | None:
        if name is None:
            return None
        row = self._one("SELECT data FROM blobs WHERE digest = ?", (name,))
        return self._unpacked(None if row is None else row[0])

    def _unpacked(self, data: object) -> str:
        if not isinstance(data, bytes):
            raise InputError("a damaged store: a text is missing", source=str(self.path), expected="each text")
        try:
            return unpacked(data)
        except InputError as error:
            raise error.located(str(self.path)) from None

    # -- runs ---------------------------------------------------------------------------------------------------------

    def begin_run(self, **about: Any) -> int:
        """Note that a driver begins, and what it says about itself, of JSON's types. The number of the run."""
        driver = driver_of(self.path) or {"host": "?", "pid": os.getpid()}
        values = (driver["host"], driver["pid"], time.time(), json.dumps(about, allow_nan=False))
        with self._transaction():
            word = self._lock.word if self._lock is not None else None
            if word is not None:
                self._end(word["run"], word["pid"], word["ended"], word["why"])
            made = self._connection.execute("INSERT INTO runs (host, pid, started, about) VALUES (?, ?, ?, ?)", values)
            number = int(made.lastrowid or 0)
        if word is not None and self._lock is not None:
            self._lock.leave(None)
        return number

    def note_run(self, run: int, **about: Any) -> None:
        """Add to what a run says about itself: what runs now, the load, versions."""
        with self._transaction():
            row = self._one("SELECT about FROM runs WHERE id = ?", (run,))
            known = json_of(row[0], str(self.path), "the notes of a run") if row else {}
            text = json.dumps({**known, **about}, allow_nan=False)
            self._connection.execute("UPDATE runs SET about = ? WHERE id = ?", (text, run))

    def end_run(self, run: int, why: str = "") -> None:
        """Note that a run has ended. why: it stopped before its end; "" where it did not.

        Where the disk is full, the file of the lock has it until the next driver notes it. Then WriteError is raised.
        """
        ended, pid = time.time(), os.getpid()
        try:
            with self._transaction():
                self._end(run, pid, ended, why)
        except WriteError:
            if self._lock is not None:
                self._lock.leave({"run": run, "pid": pid, "ended": ended, "why": printable(why)})
            raise

    def _end(self, run: int, pid: int, ended: float, why: str) -> None:
        row = self._one("SELECT about FROM runs WHERE id = ? AND pid = ? AND ended IS NULL", (run, pid))
        if row is not None:
            known = json_of(row[0], str(self.path), "the notes of a run")
            about = json.dumps({**known, "stopped": why} if why else known, allow_nan=False)
            self._connection.execute("UPDATE runs SET ended = ?, about = ? WHERE id = ?", (ended, about, run))

    def runs(self) -> list[dict[str, Any]]:
        """All runs, the last one last: number, host, pid, started, ended, and notes.

        ended: None where it runs, and where it stopped without writing why. "stopped" among the notes: why it did not
        come to its end.
        """
        found = []
        word = word_at(self.path) or {}
        for number, host, pid, started, ended, about in self._all("SELECT * FROM runs ORDER BY id", ()):
            notes = json_of(about, str(self.path), "the notes of a run")
            if ended is None and (word.get("run"), word.get("pid")) == (number, pid):
                ended, notes = word["ended"], {**notes, "stopped": word["why"]}
            run = {"number": number, "host": host, "pid": pid, "started": started, "ended": ended}
            found.append({**(notes if isinstance(notes, dict) else {}), **run})
        return found

    def add_runs(self, runs: Iterable[Mapping[str, Any]]) -> None:
        """Add runs of another store, as `runs` gives them."""
        with self._transaction():
            for run in runs:
                named = ("host", "pid", "started", "ended")
                about = json.dumps({name: value for name, value in run.items() if name not in (*named, "number")})
                values = (*(run[name] for name in named), about)
                insert = "INSERT INTO runs (host, pid, started, ended, about) VALUES (?, ?, ?, ?, ?)"
                self._connection.execute(insert, values)

    # -- private ------------------------------------------------------------------------------------------------------

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within it, a reader sees the store as it is at the beginning, whatever a driver writes."""
        with told(self.path):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is written within it, or nothing. On return it is on the disk."""
        if not self.is_writer:
            raise UsageError(
                f"{printable(str(self.path), 200)} is open for reading", expected="Store.open(…, write=True)"
            )
        with told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._bases.clear()
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def query(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement in SQL, as they are in the file; `docs/studies-store.md` has the tables."""
        return self._all(statement, parameters)

    def only_row(self, statement: str, parameters: Sequence[Any], what: str) -> tuple[Any, ...]:
        """The one row of a statement. Raises InputError where there is none, or more: `what` is missing."""
        rows = self._all(statement, parameters)
        if len(rows) != 1:
            source = str(self.path)
            raise InputError(f"a damaged store: {what} is missing", source=source, expected=f"{what}, once")
        return tuple(rows[0])

    def _all(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        with told(self.path):
            return self._connection.execute(statement, parameters).fetchall()

    def _one(self, statement: str, parameters: Sequence[Any]) -> Any:
        with told(self.path):
            return self._connection.execute(statement, parameters).fetchone()

    def _forget(self) -> None:
        self._cases.clear()
        self._ways.clear()
        self._judged.clear()
        self._twins.clear()
        self._remembered = 0

    def _all_ways(self) -> dict[int, tuple[str, str]]:
        rows = self._all("SELECT id, variable_order, backend FROM ways", ())
        self._ways = {number: (order, backend) for number, order, backend in rows}
        return self._ways

    def _way(self, number: int) -> tuple[str, str]:
        found = self._ways.get(number) or self._all_ways().get(number)
        if found is None:
            raise InputError("a damaged store: a backend is missing", source=str(self.path), expected="each backend")
        return found

    def _basis(self, basis: str) -> int | None:
        """The number of a basis; "" has none."""
        if not basis:
            return None
        if basis not in self._bases:
            find = "SELECT id FROM bases WHERE basis = ?"
            row = self._one(find, (basis,))
            if row is None:
                if not self.is_writer:
                    return -1  # a reader: no job has it
                with told(self.path):
                    self._connection.execute("INSERT INTO bases (basis) VALUES (?)", (basis,))
                row = self._one(find, (basis,))
            self._bases[basis] = int(row[0])
        return self._bases[basis]

    def case(self, number: int) -> Case:
        """A case with its input, by its number. The last ones are remembered, up to so many characters."""
        found = self._cases.get(number)
        if found is None:
            found = next(self._read_cases([number]), None)
            if found is None:
                raise InputError("a damaged store: a case is missing", source=str(self.path), expected="each case")
        return found

    def _remember_cases(self, numbers: Sequence[int]) -> None:
        """Read several cases with one question; each alone takes longer."""
        for _ in self._read_cases([number for number in dict.fromkeys(numbers) if number not in self._cases]):
            pass

    def _read_cases(self, numbers: list[int]) -> Iterator[Case]:
        """Cases out of the file, at most `MOST_PARAMETERS`. They are remembered."""
        columns = "c.id, c.encoding, c.field, i.name, i.kind, i.text, b.data, i.family, i.n, i.reason"
        joined = "cases c JOIN inputs i ON i.id = c.input_id LEFT JOIN blobs b ON b.digest = i.text"
        statement = f"SELECT {columns} FROM {joined} WHERE c.id IN ({places(numbers)})"
        for number, encoding, field_name, name, kind, text_name, data, *more in self._all(statement, numbers):
            text = "" if text_name is None else self._unpacked(data)
            found = Case(input_of((name, kind, text, *more), str(self.path)), encoding, field_name)
            self._cases[number] = found
            self._remembered += len(text)
            while self._remembered > _MOST_REMEMBERED or len(self._cases) > _MOST_CASES:
                _, old = self._cases.popitem(last=False)
                self._remembered -= len(old.input.text)
            yield found


_REPEAT = COLUMNS.index("repeat")
# The places of a result's key and status behind three columns of the job, and its number.
_KEY, _STATUS = 4, 5


def _over(rows: Sequence[tuple[Any, ...]]) -> bytes:
    """A fingerprint of the results of some jobs: whose they are, their keys, statuses and when they were made."""
    names = ("key", "status", "started", "ended")
    columns = [4 + RESULT_COLUMNS.index(name) for name in names]
    return digest(repr(sorted((*row[1:3], *(str(row[column]) for column in columns)) for row in rows)).encode())


def _of_plan(plan: Plan, path: Path) -> dict[str, Any]:
    limits = {"seconds": plan.limits.seconds, "memory": plan.limits.memory, "limit": plan.limits.limit}
    folder = os.path.relpath(plan.folder, path.parent)
    run = {"repeat": plan.repeat, "seed": plan.seed, "crosscheck": plan.crosscheck}
    return {"name": clean(plan.name), "text": clean(plan.text), "folder": clean(folder), "limits": limits, **run}


def _make(part: Path, path: Path, plan: Plan) -> None:
    """Write an empty store to a file of another name."""
    connection = sqlite3.connect(part, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN")
        schema.make(connection)
        about = {**_of_plan(plan, path), "created": time.time()}
        rows = [(name, json.dumps(value)) for name, value in about.items()]
        connection.executemany("INSERT INTO study VALUES (?, ?)", rows)
        connection.execute("COMMIT")
    finally:
        connection.close()


def _version(path: Path) -> int:
    connection = connect(path, write=False)
    try:
        return schema.check(connection, str(path))
    finally:
        connection.close()


def _migrate(path: Path) -> None:
    connection = connect(path, write=True)
    try:
        connection.execute("BEGIN IMMEDIATE")
        schema.migrate(connection, str(path))
        connection.execute("COMMIT")
    finally:
        connection.close()
