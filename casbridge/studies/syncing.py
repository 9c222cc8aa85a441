"""Bringing a store's inputs, cases and jobs to what a plan says. Results stay; jobs that are no longer asked for go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from casbridge.studies.keeping import digest, put_text
from casbridge.studies.stored import WAITING, clean
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Input

if TYPE_CHECKING:
    from casbridge.studies.jobs import JobSpec


def sync(connection: sqlite3.Connection, jobs: Iterable[JobSpec]) -> bool:
    """Bring the tables to these jobs, within the transaction that the caller began. Whether jobs changed.

    A job keeps its result while its input has the same content. Memory stays flat: no list of the jobs is made.

    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> sync(connection, [])
    False
    """
    changed: list[str] = []
    connection.execute("DROP TABLE IF EXISTS temp.wanted")
    connection.execute(
        "CREATE TEMP TABLE wanted (case_id INTEGER, repeat INTEGER, way_id INTEGER, place INTEGER, "
        "PRIMARY KEY (case_id, repeat, way_id)) WITHOUT ROWID"
    )
    connection.executemany(
        "INSERT OR REPLACE INTO temp.wanted VALUES (?, ?, ?, ?)", _numbered(connection, jobs, changed)
    )
    (wanted,) = connection.execute("SELECT count(*) FROM temp.wanted").fetchone()
    # Numbers in the order in which jobs run: results that come one after the other then change few pages of the file.
    (newest,) = connection.execute("SELECT COALESCE(max(id), 0) FROM jobs").fetchone()
    inserted = connection.execute(
        "INSERT INTO jobs (case_id, way_id, repeat, place) SELECT case_id, way_id, repeat, place FROM temp.wanted "
        "WHERE true ORDER BY place ON CONFLICT (case_id, repeat, way_id) DO UPDATE "
        "SET place = excluded.place WHERE place IS NOT excluded.place"
    ).rowcount
    if inserted:
        connection.execute(
            "DELETE FROM verdicts WHERE (case_id, repeat) IN (SELECT case_id, repeat FROM jobs WHERE id > ?)", (newest,)
        )
    (present,) = connection.execute("SELECT count(*) FROM jobs").fetchone()
    if present > wanted:
        _remove_others(connection)
    connection.execute("DROP TABLE temp.wanted")
    if not (changed or inserted or present > wanted):
        return False
    _recount(connection)
    return True


def _recount(connection: sqlite3.Connection) -> None:
    """Count the jobs of each way and status anew."""
    connection.execute("DELETE FROM tally")
    connection.execute(
        "INSERT INTO tally SELECT j.way_id, COALESCE(r.status, ?) AS status, count(*) FROM jobs j "
        "LEFT JOIN results r ON r.id = j.result_id GROUP BY j.way_id, status",
        (WAITING,),
    )


def _numbered(
    connection: sqlite3.Connection, jobs: Iterable[JobSpec], changed: list[str]
) -> Iterator[tuple[int, int, int, int]]:
    """The jobs as rows: case, repeat, way, place. Inputs, cases and ways that are new get their rows.

    changed: gets the names of the inputs whose content is another one than before.
    """
    ways: dict[tuple[str, str], int] = {}
    case: Case | None = None
    case_id = 0
    for job in jobs:
        if case is None or (job.case is not case and job.case != case):
            case = job.case
            case_id = _case_number(connection, case, changed)
        way = job.variable_order, job.backend
        if way not in ways:
            ways[way] = _number(connection, "ways", ("variable_order", "backend"), tuple(map(clean, way)))
        yield case_id, job.repeat, ways[way], job.place


def _case_number(connection: sqlite3.Connection, case: Case, changed: list[str]) -> int:
    values = _input_number(connection, case.input, changed), clean(case.encoding), clean(case.field)
    return _number(connection, "cases", ("input_id", "encoding", "field"), values)


def _input_number(connection: sqlite3.Connection, one: Input, changed: list[str]) -> int:
    content = content_of(one)
    name = clean(one.name)
    found = connection.execute("SELECT id, content, family, n FROM inputs WHERE name = ?", (name,)).fetchone()
    if found is not None and found[1] == content:
        if (found[2], found[3]) != (clean(one.family), one.n):
            change = "UPDATE inputs SET family = ?, n = ? WHERE id = ?"
            connection.execute(change, (clean(one.family), one.n, found[0]))
        return int(found[0])
    text = put_text(connection, packed(one.text))
    values = (one.kind, content, text, clean(one.family), one.n, clean(one.reason))
    if found is None:
        columns = "name, kind, content, text, family, n, reason"
        made = connection.execute(f"INSERT INTO inputs ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (name, *values))
        return int(made.lastrowid or 0)
    changed.append(name)
    number = int(found[0])
    connection.execute(
        "UPDATE inputs SET kind = ?, content = ?, text = ?, family = ?, n = ?, reason = ? WHERE id = ?",
        (*values, number),
    )
    cases = "(SELECT id FROM cases WHERE input_id = ?)"
    reset = "UPDATE jobs SET result_id = NULL, basis_id = NULL, attempts = 0 WHERE case_id IN "
    connection.execute(reset + cases, (number,))
    connection.execute(f"DELETE FROM verdicts WHERE case_id IN {cases}", (number,))
    return number


def content_of(one: Input) -> bytes:
    """A fingerprint of what an input says, whatever its name and its family, and however texts are compressed.

    >>> content_of(Input("a", "system", "x")) == content_of(Input("b", "system", "x"))
    True
    """
    parts = (one.kind, one.text, one.reason)
    return digest("\0".join(parts).encode("utf-8", "surrogatepass"))


def _number(connection: sqlite3.Connection, table: str, columns: tuple[str, ...], values: tuple[int | str, ...]) -> int:
    where = " AND ".join(f"{column} = ?" for column in columns)
    found = connection.execute(f"SELECT id FROM {table} WHERE {where}", values).fetchone()
    if found is not None:
        return int(found[0])
    places = ", ".join("?" * len(columns))
    made = connection.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", values)
    return int(made.lastrowid or 0)


def _remove_others(connection: sqlite3.Connection) -> None:
    """Remove the jobs that are not wanted, then the cases and the inputs without jobs, and the verdicts over them."""
    connection.execute("CREATE TEMP TABLE unwanted (id INTEGER PRIMARY KEY, case_id INTEGER, repeat INTEGER)")
    connection.execute(
        "INSERT INTO temp.unwanted SELECT j.id, j.case_id, j.repeat FROM jobs j LEFT JOIN temp.wanted w "
        "ON w.case_id = j.case_id AND w.repeat = j.repeat AND w.way_id = j.way_id WHERE w.case_id IS NULL"
    )
    groups = "SELECT case_id, repeat FROM temp.unwanted"
    connection.execute(f"DELETE FROM verdicts WHERE (case_id, repeat) IN ({groups})")
    connection.execute("DELETE FROM jobs WHERE id IN (SELECT id FROM temp.unwanted)")
    connection.execute("DELETE FROM cases WHERE id NOT IN (SELECT case_id FROM jobs)")
    connection.execute("DELETE FROM inputs WHERE id NOT IN (SELECT input_id FROM cases)")
    # A note whose inputs are gone serves nobody.
    connection.execute(
        "DELETE FROM files WHERE NOT EXISTS (SELECT 1 FROM inputs i WHERE i.name = files.name) AND NOT EXISTS "
        "(SELECT 1 FROM inputs i WHERE i.name > files.name || ':' AND i.name < files.name || ';')"
    )
    connection.execute("DROP TABLE temp.unwanted")
