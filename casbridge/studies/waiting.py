"""Which jobs of a store wait for a result: by their keys, the limits, the bases of their backends, and their twins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from casbridge.limits import Limits
from casbridge.studies.conditions import parts, places, stale
from casbridge.studies.stored import WAITING
from casbridge.studies.tables import PAGE, Tables
from casbridge.studies.twins import HAS_DONE_TWIN, waiting_twins
from casbridge.studies.values import Row, Work

if TYPE_CHECKING:
    from casbridge.studies.filters import Filter

_CASES_AT_ONCE = 64
_HELD = (
    "CREATE TEMP TABLE held (case_id INTEGER, repeat INTEGER, id INTEGER, PRIMARY KEY (case_id, repeat, id)) "
    "WITHOUT ROWID"
)


class Waiting(Tables):
    """The jobs that wait, as work for workers.

    >>> import tempfile
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> from casbridge.studies.values import Input
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     [work.backend for work in store.waiting()], store.number_waiting()
    (['reference', 'sympy'], 2)
    """

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

        A complete result is valid under any limits. A stopped one is no longer valid once the limit that stopped it was
        raised. Other results are valid.

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
        while page := self._all(statement, (*after, *parameters, PAGE)):
            for place, (_, number, case, way, repeat) in enumerate(page):
                if not place % _CASES_AT_ONCE:
                    self._remember_cases([row[2] for row in page[place : place + _CASES_AT_ONCE]])
                if not self._is_meant(only, number, case, way, repeat):
                    continue
                order, backend = self._way(way)
                basis = (bases or {}).get(backend, "")
                yield Work(number, self.case(case), order, backend, repeat, limits, basis)
            after = page[-1][:2]

    def hold(
        self,
        only: Sequence[Filter] = (),
        retry: Collection[str] = (),
        limits: Limits | None = None,
        bases: Mapping[str, str] | None = None,
    ) -> None:
        """Note the jobs that a run will do again: until `release`, `to_judge` leaves their cases out.

        The arguments are those of `waiting`. Jobs without a result keep their cases back anyway.
        """
        self.release()
        self._all(_HELD, ())
        condition, parameters = self._lacking(limits or self.limits, retry, bases)
        put = "INSERT OR IGNORE INTO temp.held SELECT j.case_id, j.repeat, j.id FROM jobs j"
        with self._transaction():
            if not only:
                statement = f"{put} JOIN results r ON r.id = j.result_id WHERE {condition}"
                self._connection.execute(statement, parameters)
            else:
                for work in self._waiting(only, retry, limits, bases):
                    self._connection.execute(f"{put} WHERE j.id = ? AND j.result_id NOTNULL", (work.number,))
        self._holds = True

    def release(self, numbers: Iterable[int] | None = None) -> None:
        """Note that these jobs were done again, or that no further ones will be. See `hold`."""
        if not self._holds:
            return
        if numbers is None:
            self._all("DROP TABLE temp.held", ())
            self._holds = False
            return
        for some in parts([*numbers]):
            chosen = f"SELECT case_id, repeat, id FROM jobs WHERE id IN ({places(some)})"
            self._all(f"DELETE FROM temp.held WHERE (case_id, repeat, id) IN ({chosen})", some)

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

    def attempt(self, numbers: Iterable[int]) -> dict[int, int]:
        """Count that a worker died with these jobs. For each job, how many have died since its last result."""
        counts: dict[int, int] = {}
        with self._transaction():
            for some in parts([*numbers]):
                chosen = f"id IN ({places(some)})"
                self._connection.execute(f"UPDATE jobs SET attempts = attempts + 1 WHERE {chosen}", some)
                counts |= dict(self._all(f"SELECT id, attempts FROM jobs WHERE {chosen}", some))
        return counts
