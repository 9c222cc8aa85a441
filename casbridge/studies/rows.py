"""Reading a store: rows of the table, verdicts, counts, inputs and texts. A driver may write it meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from casbridge.errors import InputError, UsageError, printable
from casbridge.studies.conditions import check_names, conditions_of
from casbridge.studies.stored import KINDS, LARGE_COLUMNS, WAITING, check, input_of, json_of, row_of
from casbridge.studies.tables import PAGE, Tables
from casbridge.studies.values import COLUMNS, Input, Row

#: The texts that a store has of a job: `Store.text` gives them.
TEXTS = ("script", "transcript", "answer", "verdict", "input")
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
_WITNESS = "the witness"
_REPEAT = COLUMNS.index("repeat")


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


class Rows(Tables):
    """The table of a store, its verdicts, inputs and texts.

    >>> import tempfile
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> from casbridge.studies.values import Input
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     [(row.backend, row.status) for row in store.rows(input="line")], store.text("input", 1)
    ([('reference', 'waiting'), ('sympy', 'waiting')], 'x - 1')
    """

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
        while page := self._all(statement, (*after, *parameters, PAGE)):
            yield [values[:-2] for values in page]
            after = (page[-1][-2], page[-1][_REPEAT], page[-1][-1])

    def large_columns(self) -> set[str]:
        """The columns of `LARGE_COLUMNS` in which a number is too large for 64 bits."""
        texts = ", ".join(f"max(typeof({name}) = 'text')" for name in LARGE_COLUMNS)
        found = self._one(f"SELECT {texts} FROM results", ())
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
        while page := self._all(statement, (*after, *parameters, PAGE)):
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

    def invalid_inputs(self, most: int) -> tuple[list[tuple[str, str]], int]:
        """The inputs that cannot be read, by name, each with its reason: at most so many; and how many there are."""
        among = "FROM inputs WHERE kind = 'invalid'"
        found = self._all(f"SELECT name, reason {among} ORDER BY name LIMIT ?", (most,))
        return [(str(name), str(reason)) for name, reason in found], int(self._one(f"SELECT count(*) {among}", ())[0])

    def missing_backends(self) -> dict[str, str]:
        """The backends that some job did not find, each with the reason of one such job."""
        ways = self._all(
            "SELECT y.id, y.backend FROM tally t JOIN ways y ON y.id = t.way_id "
            "WHERE t.status = 'missing' AND t.jobs ORDER BY y.backend",
            (),
        )
        reason = (
            "SELECT r.reason FROM jobs j CROSS JOIN results r ON r.id = j.result_id "
            "WHERE j.way_id = ? AND r.status = 'missing' LIMIT 1"
        )
        found: dict[str, str] = {}
        for way, backend in ways:
            if row := self._one(reason, (way,)):
                found.setdefault(str(backend), str(row[0]))
        return found

    def inputs(self) -> Iterator[Input]:
        """The inputs, in the order in which they came."""
        after = -1
        statement = "SELECT id, name, kind, text, family, n, reason FROM inputs WHERE id > ? ORDER BY id LIMIT ?"
        while page := self._all(statement, (after, PAGE)):
            for _, name, kind, text, family, n, reason in page:
                yield input_of((name, kind, self._blob(text) or "", family, n, reason), str(self.path))
            after = page[-1][0]

    def answer_digests(self) -> Iterator[tuple[int, bytes]]:
        """For each job with an answer its number and a digest of the answer's text. Equal digests are equal texts."""
        after = -1
        statement = "SELECT j.id, r.answer FROM jobs j JOIN results r ON r.id = j.result_id WHERE j.id > ? "
        statement += "AND r.answer IS NOT NULL ORDER BY j.id LIMIT ?"
        while page := self._all(statement, (after, PAGE)):
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
