"""The file of a store as tables: transactions, statements in SQL, and the cases, backends and texts that rows name."""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from casbridge.errors import InputError, UsageError, printable
from casbridge.limits import Limits
from casbridge.studies.conditions import places
from casbridge.studies.databases import Connection, DriverLock, check_unchanged, told
from casbridge.studies.stored import input_of, json_of
from casbridge.studies.texts import check_packed, unpacked
from casbridge.studies.values import Case

_Read = TypeVar("_Read")

#: Rows that are fetched at once: between two pages other statements may write.
PAGE = 1000
# The most characters of inputs that are remembered, and the most cases.
_MOST_REMEMBERED = 1 << 24
_MOST_CASES = 512


class Tables:
    """An open store: what all parts of `casbridge.studies.store.Store` rest on.

    path: of the file. is_writer: whether this process may write it.

    >>> import tempfile
    >>> from casbridge.studies.jobs import jobs_of
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> from casbridge.studies.values import Input
    >>> plan = Plan("two", (), ("reference", "sympy"))
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/two.sqlite", plan) as store:
    ...     store.sync(plan, jobs_of(plan, [(Input("line", "system", "x - 1"), ())]))
    ...     store.case(1).input.name, store.query("SELECT count(*) FROM jobs")
    ('line', [(2,)])
    """

    def __init__(self, path: Path, connection: Connection, lock: DriverLock | None) -> None:
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
        # Whether the table temp.held has the jobs that a run does again, with their cases.
        self._holds = False

    def about(self, name: str) -> Any:
        """What is kept of the plan as "name", "text", "folder", "limits" and others; None where nothing is."""
        row = self._one("SELECT value FROM study WHERE name = ?", (name,))
        return None if row is None else json_of(row[0], str(self.path), f"the study's {name}")

    @property
    def limits(self) -> Limits:
        """The limits of the plan."""
        found = self.about("limits")
        try:
            return Limits(**{name: found.get(name) for name in ("seconds", "memory", "limit")})
        except (AttributeError, UsageError) as error:
            raise InputError(f"the limits of the study: {error}", source=str(self.path)) from None

    def note(self, **values: Any) -> None:
        """Keep values of JSON's types under names, beside those of the plan."""
        with self._transaction():
            self._note(values)

    def _note(self, values: Mapping[str, Any]) -> None:
        rows = [(name, json.dumps(value, allow_nan=False)) for name, value in values.items()]
        self._connection.executemany("INSERT OR REPLACE INTO study VALUES (?, ?)", rows)

    def case(self, number: int) -> Case:
        """A case with its input, by its number. The last ones are remembered, up to so many characters."""
        found = self._cases.get(number)
        if found is None:
            found = next(self._read_cases([number]), None)
            if found is None:
                raise InputError("a damaged store: a case is missing", source=str(self.path), expected="each case")
        return found

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

    def _all(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        with told(self.path):
            rows = self._connection.execute(statement, parameters).fetchall()
            check_unchanged(self._connection, self.path)
            return rows

    def _one(self, statement: str, parameters: Sequence[Any]) -> Any:
        with told(self.path):
            row = self._connection.execute(statement, parameters).fetchone()
            check_unchanged(self._connection, self.path)
            return row

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

    def _blob(self, name: bytes | None) -> str | None:
        if name is None:
            return None
        row = self._one("SELECT data FROM blobs WHERE digest = ?", (name,))
        return self._unpacked(None if row is None else row[0])

    def _unpacked(self, data: object) -> str:
        return self._read_text(unpacked, data)

    def _check_text(self, data: object) -> None:
        """Raise InputError for a text that is missing or cannot be unpacked."""
        self._read_text(check_packed, data)

    def _read_text(self, read: Callable[[bytes], _Read], data: object) -> _Read:
        if not isinstance(data, bytes):
            raise InputError("a damaged store: a text is missing", source=str(self.path), expected="each text")
        try:
            return read(data)
        except InputError as error:
            raise error.located(str(self.path)) from None

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
