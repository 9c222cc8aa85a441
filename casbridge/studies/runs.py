"""The runs of a store: each run of a driver, what it says about itself, and why it stopped."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping
from typing import Any

from casbridge.errors import WriteError, printable
from casbridge.studies.databases import driver_of, word_at
from casbridge.studies.stored import json_of
from casbridge.studies.tables import Tables


class Runs(Tables):
    """The drivers that wrote a store.

    >>> import tempfile
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> plan = Plan("one", (), ("reference",))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/one.sqlite", plan) as store:
    ...     store.end_run(store.begin_run(workers=2), "interrupted")
    ...     [(run["workers"], run["stopped"]) for run in store.runs()]
    [(2, 'interrupted')]
    """

    def driver(self) -> dict[str, Any] | None:
        """Who writes the store now: host, pid, started. None where nobody does."""
        return driver_of(self.path)

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
