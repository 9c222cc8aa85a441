"""The verdicts of a store: which cases are to be judged, and the verdicts over their very results.

results ──to_judge──▶ VerdictWork ──▶ a worker ──▶ VerdictOutcome ──keep_verdicts──▶ verdicts
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.studies.conditions import parts, places, raised_for_verdict
from casbridge.studies.keeping import digest, put_verdict
from casbridge.studies.stored import RESULT_COLUMNS, outcome_of
from casbridge.studies.tables import PAGE, Tables
from casbridge.studies.values import Outcome, VerdictOutcome, VerdictWork

# The place of a result's status behind three columns of the job, and the result's number and key.
_STATUS = 5
# By their names: a store that was brought to the present version has its columns in another order.
_COLUMNS = ", ".join(["j.id, y.backend, y.variable_order, r.id", *(f"r.{name}" for name in RESULT_COLUMNS)])


class Judging(Tables):
    """What is to be judged, and the verdicts.

    >>> import tempfile
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> from casbridge.studies.values import Input, Outcome, VerdictOutcome
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     store.keep([Outcome(number, f"key {number}", "complete") for number in (1, 2)])
    ...     works = [*store.to_judge()]
    ...     _ = store.keep_verdicts([VerdictOutcome(work.number, 1, "a key", "agree", "equal") for work in works])
    ...     len(works), [*store.to_judge()]
    (1, [])
    """

    def to_judge(
        self, numbers: Iterable[int] | None = None, limits: Limits | None = None, judge: str = ""
    ) -> Iterator[VerdictWork]:
        """The cases, repeat by repeat, whose jobs are all done and that have no verdict over these very results.

        numbers: of jobs; only their cases and repeats are looked at. None is all.
        limits: on each comparison; None is the plan's.
        judge: the version of what compares. A verdict of another version is made again.

        A verdict that a limit stopped is made again where that limit was raised.

        A case with a job that a run still does again is left out, see `Store.hold`.

        An input that cannot be read gets no verdict. Answers have no script and no transcript here.
        """
        limits, generic = limits or self._limits_of_comparisons(), bool(self.about("generic"))
        for case, repeat in self._groups(numbers, judge, limits):
            about = self.case(case)
            if about.input.kind == "invalid":
                continue
            rows = self._all(
                f"SELECT {_COLUMNS}, b.data FROM jobs j JOIN ways y ON y.id = j.way_id "
                "JOIN results r ON r.id = j.result_id LEFT JOIN blobs b ON b.digest = r.answer "
                "WHERE j.case_id = ? AND j.repeat = ? ORDER BY j.way_id",
                (case, repeat),
            )
            self._judged[case, repeat] = _over(rows)
            answers = [self._answer(row) for row in rows if row[_STATUS] in ("complete", "partial")]
            yield VerdictWork(case, repeat, about, tuple(answers), limits, generic)

    def _limits_of_comparisons(self) -> Limits:
        """The plan's limits, with the seconds that it has for comparisons. An older store has no such seconds."""
        seconds, limits = self.about("comparison"), self.limits
        try:
            return limits if seconds is None else replace(limits, seconds=seconds)
        except UsageError as error:
            raise InputError(f"the limits of the study: {error}", source=str(self.path)) from None

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
        if self._holds:
            condition += (
                " AND NOT EXISTS (SELECT 1 FROM temp.held h WHERE h.case_id = j.case_id AND h.repeat = j.repeat)"
            )
        if numbers is None:
            after = (-1, -1)
            statement = (
                "SELECT j.case_id, j.repeat FROM jobs j WHERE (j.case_id, j.repeat) > (?, ?) "
                f"GROUP BY j.case_id, j.repeat {condition} ORDER BY j.case_id, j.repeat LIMIT ?"
            )
            while page := self._all(statement, (*after, judge, *parameters, PAGE)):
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
            f"SELECT {_COLUMNS} FROM jobs j JOIN ways y ON y.id = j.way_id "
            "LEFT JOIN results r ON r.id = j.result_id WHERE j.case_id = ? AND j.repeat = ?",
            (case, repeat),
        )
        return _over(rows) if rows and all(row[3] is not None for row in rows) else None


def _over(rows: Sequence[tuple[Any, ...]]) -> bytes:
    """A fingerprint of the results of some jobs: whose they are, their keys, statuses and when they were made."""
    names = ("key", "status", "started", "ended")
    columns = [4 + RESULT_COLUMNS.index(name) for name in names]
    return digest(repr(sorted((*row[1:3], *(str(row[column]) for column in columns)) for row in rows)).encode())
