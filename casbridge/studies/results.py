"""The results of a store: once each under its key, and given to the jobs that have this key.

Outcome ──keep──▶ results ◀──link── jobs
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from casbridge.studies.conditions import MOST_PARAMETERS, parts, places
from casbridge.studies.keeping import put_results, rank, replaces
from casbridge.studies.stored import RESULT_COLUMNS, outcome_of
from casbridge.studies.tables import Tables
from casbridge.studies.values import Outcome


class Results(Tables):
    """What came of jobs: kept, linked to jobs, and taken over from other stores.

    >>> import tempfile
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> from casbridge.studies.values import Input, Outcome
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     store.keep([Outcome(1, "a key", "complete")])
    ...     store.link(2, "a key")
    ...     store.counts().statuses, sum(len(some) for some in store.results())
    ({'complete': 2}, 1)
    """

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

    def take_over(self, other: Results) -> int:
        """Copy the results of another store that may serve here: those about inputs that this study has too.

        See `take` for which of two results under one key stays. How many were copied. The jobs of
        this store get none of them before `found` and `link`: only there limits and keys are looked at.

        Raises InputError for a damaged store. Then nothing of it was copied.
        """
        here = {row[0] for row in self._all("SELECT DISTINCT content FROM inputs", ())}
        with self._transaction():
            return sum(self._take(results) for results in other.results(here))

    def take(self, results: Sequence[tuple[Outcome, int]]) -> int:
        """Keep results of another store, with their attempts, without jobs. How many were wanted here.

        A complete result that is here stays; else the complete one of two, else the later one.
        """
        with self._transaction():
            return self._take(results)

    def _take(self, results: Sequence[tuple[Outcome, int]]) -> int:
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

        Raises InputError for a damaged store, also where a text is missing or cannot be unpacked.
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
            for name in {*digests}:
                self._check_text(blobs.get(name))
            attempts = RESULT_COLUMNS.index("attempts") + 1
            yield [(outcome_of(0, row[1:], blobs, source), row[attempts]) for row in page]

    def _about_inputs(self, results: list[int], contents: Collection[bytes]) -> set[int]:
        rows = self._all(
            "SELECT j.result_id, i.content FROM jobs j JOIN cases c ON c.id = j.case_id "
            f"JOIN inputs i ON i.id = c.input_id WHERE j.result_id IN ({places(results)})",
            results,
        )
        return {result for result, content in rows if content in contents}

    @contextmanager
    def _counted(self, numbers: Sequence[int], replaced: Sequence[int]) -> Iterator[dict[int, int]]:
        """Within a transaction: keep the tally, and take verdicts away that are over other results than now.

        numbers: the jobs whose results change. replaced: the results that change; all jobs that have them count.
        It gives for each of the jobs how many attempts have failed.
        """
        columns = (
            "SELECT j.id, j.case_id, j.repeat, j.way_id, j.result_id, COALESCE(r.status, 'waiting'), j.attempts "
            "FROM jobs j LEFT JOIN results r ON r.id = j.result_id WHERE "
        )
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
