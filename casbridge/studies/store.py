"""The store of a study: one SQLite file that holds its inputs, its jobs, their results and the verdicts.

    Plan, jobs ──sync──▶ jobs ──waiting──▶ Work ──▶ workers ──▶ Outcome ──keep──▶ results
                         results ──to_judge──▶ VerdictWork ──▶ workers ──▶ VerdictOutcome ──keep_verdicts──▶ verdicts

    tables ◀── waiting, results, judging, rows, runs ◀── store

One process writes a store; any number read it meanwhile. When `keep` returns, the results are on the disk.
The tables are in `casbridge.studies.schema`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from casbridge.errors import InputError, printable
from casbridge.studies import schema
from casbridge.studies.databases import DriverLock, check_file, check_new, connect, give_name, remove, told
from casbridge.studies.judging import Judging
from casbridge.studies.results import Results
from casbridge.studies.rows import Rows
from casbridge.studies.runs import Runs
from casbridge.studies.stored import MERGE_AGAIN, clean
from casbridge.studies.syncing import sync
from casbridge.studies.unchanged import NotedFiles
from casbridge.studies.waiting import Waiting

if TYPE_CHECKING:
    from casbridge.studies.jobs import JobSpec
    from casbridge.studies.plan import Plan


class Store(Waiting, Results, Judging, Rows, Runs):
    """The store of a study. `Store.create` makes one, `Store.open` opens one; both are context managers.

    An instance belongs to the thread that made it.

    >>> import tempfile
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.values import Input, Outcome
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(Path(folder, "two.sqlite"), plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     for work in store.waiting():
    ...         store.keep([Outcome(work.number, f"key {work.number}", "complete")])
    ...     store.counts().statuses
    {'complete': 2}
    """

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
                check_new(path)
                try:
                    _make(part, path, plan)
                    give_name(part, path)
                finally:
                    remove(part)
                return cls(path, connect(path, write=True), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, write: bool = False, name: str | None = None) -> Store:
        """A store that exists. One of an older version is brought to the present version, for reading in a copy.

        write: whether to write it; one process at a time may. name: of the study that is expected; None is any.

        Raises InputError for a file that is no store, of a newer version, damaged, of another study, or in use by
        another driver. WriteError where it cannot be written. The file is left as it was.
        """
        path = Path(path)
        with told(path):
            check_file(path, write=write)
        lock = DriverLock(path) if write else None
        try:
            with told(path):
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

    def sync(self, plan: Plan, jobs: Iterable[JobSpec]) -> None:
        """Bring inputs, cases and jobs to a plan. Results stay.

        jobs: what `casbridge.studies.jobs.jobs_of` gives. The jobs of a case should follow each other.

        A job that is no longer asked for goes; its result stays, and is found again by its key. A job whose input has
        other content waits again. Nothing is changed where the jobs cannot be read to their end.

        Raises InputError for a store merged of several whose inputs are not all among these jobs.
        """
        self._forget()
        with self._transaction():
            before = self._names_of_inputs() if self.is_merged else set()
            changed = sync(self._connection, jobs)
            if before and (lost := before - self._names_of_inputs()):
                raise _lost_inputs(lost, self.path)
            self._note(_of_plan(plan, self.path))
            if changed and self.about("untidy"):
                self._tidy()

    @property
    def is_merged(self) -> bool:
        """Whether it was merged of several stores."""
        merged = self.about("merged")
        return isinstance(merged, list) and len(merged) > 1

    def _names_of_inputs(self) -> set[str]:
        return {name for (name,) in self._all("SELECT name FROM inputs", ())}

    @property
    def files(self) -> NotedFiles:
        """What is noted of the files of inputs, for `casbridge.studies.inputs.inputs_of` within `sync`."""
        return NotedFiles(self._connection, self.path)

    def copy_to(self, path: Path) -> None:
        """Copy the store to a new file, whole. A driver may write the store meanwhile."""
        with told(path):
            copy = sqlite3.connect(path)
            try:
                self._connection.backup(copy)
            finally:
                copy.close()

    def _tidy(self) -> None:
        """Remove texts that nothing names any more."""
        used = (
            "SELECT text FROM inputs UNION SELECT script FROM results UNION SELECT transcript FROM results "
            "UNION SELECT answer FROM results UNION SELECT document FROM verdicts"
        )
        self._connection.execute(f"DELETE FROM blobs WHERE digest NOT IN (SELECT * FROM ({used}) WHERE text NOTNULL)")
        self._note({"untidy": False})


def _lost_inputs(names: set[str], path: Path) -> InputError:
    """The refusal to bring a merged store to a study that has not all of its inputs here."""
    many = f"{len(names)} input{'s' * (len(names) != 1)}"
    what = f"a merged store with {many} that the study has not here, such as {printable(min(names), 80)}"
    return InputError(what, source=printable(str(path), 200), expected="each of its inputs", hint=MERGE_AGAIN)


def _of_plan(plan: Plan, path: Path) -> dict[str, Any]:
    limits = {"seconds": plan.limits.seconds, "memory": plan.limits.memory, "limit": plan.limits.limit}
    folder = os.path.relpath(plan.folder, path.parent)
    run = {name: getattr(plan, name) for name in ("repeat", "seed", "crosscheck", "generic", "comparison")}
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
