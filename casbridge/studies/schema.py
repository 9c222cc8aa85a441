"""The tables of a store, their version, and how an older store is brought up to it.

    study      name → value (JSON) of the plan, and of the store itself
    files      which files were read, and how they were then
    inputs ──▶ cases ──▶ jobs ──▶ results ──▶ blobs
                 │        └─▶ ways: variable order × backend
                 └─▶ verdicts ──▶ blobs
    runs       each run of the driver        tally      how many jobs there are of each way and status

`docs/studies-store.md` describes each column. A change of a table needs a new `VERSION` and a step in `MIGRATIONS`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

from casbridge.errors import InputError, printable

#: In the header of the file: "casb" in ASCII. It tells a casbridge store from other SQLite files.
APPLICATION_ID = 0x63617362
#: The version of the tables, in the header of the file as `user_version`.
VERSION = 5
# Columns of `sqlite_master`, of which no more rows are read.
_OBJECT, _MOST_OBJECTS = "type, name, tbl_name, sql", 100

# One row a job, with the columns of `Row`. CROSS JOIN lets SQLite go through the jobs in their order.
_VIEW = (
    "CREATE VIEW job_rows AS SELECT j.id AS number, i.name AS input, i.family AS family, i.n AS n, "
    "c.encoding AS encoding, c.field AS field, y.variable_order AS variable_order, y.backend AS backend, "
    "j.repeat AS repeat, COALESCE(r.status, 'waiting') AS status, COALESCE(r.reason, '') AS reason, "
    "COALESCE(r.used, '') AS used, r.components AS components, r.degree AS degree, r.dimension AS dimension, "
    "r.multiplicity AS multiplicity, r.rational AS rational, r.real AS real, "
    "r.wall_seconds AS wall_seconds, r.cpu_seconds AS cpu_seconds, r.peak_memory AS peak_memory, "
    "COALESCE(v.kind, '') AS verdict, COALESCE(r.attempts, 0) + j.attempts AS attempt, "
    "COALESCE(r.version, '') AS version, COALESCE(r.casbridge, '') AS casbridge, COALESCE(r.host, '') AS host, "
    "r.load AS load, r.started AS started, r.ended AS ended, r.limit_seconds AS limit_seconds, "
    "r.limit_memory AS limit_memory, COALESCE(r.warnings, '[]') AS warnings, COALESCE(r.key, '') AS key, "
    "j.case_id AS case_id, j.way_id AS way_id "
    "FROM jobs j CROSS JOIN cases c ON c.id = j.case_id CROSS JOIN inputs i ON i.id = c.input_id "
    "CROSS JOIN ways y ON y.id = j.way_id "
    "LEFT JOIN results r ON r.id = j.result_id LEFT JOIN verdicts v ON v.case_id = j.case_id AND v.repeat = j.repeat"
)
#: The statements that make the tables.
SCHEMA = (
    "CREATE TABLE study (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE blobs (digest BLOB PRIMARY KEY, data BLOB NOT NULL)",
    "CREATE TABLE inputs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, "
    "content BLOB NOT NULL, text BLOB, family TEXT NOT NULL, n INTEGER, reason TEXT NOT NULL)",
    "CREATE TABLE files (name TEXT PRIMARY KEY, stamp BLOB NOT NULL, inputs INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE cases (id INTEGER PRIMARY KEY, input_id INTEGER NOT NULL, encoding TEXT NOT NULL, "
    "field TEXT NOT NULL, UNIQUE (input_id, encoding, field))",
    "CREATE TABLE ways (id INTEGER PRIMARY KEY, variable_order TEXT NOT NULL, backend TEXT NOT NULL, "
    "UNIQUE (backend, variable_order))",
    "CREATE TABLE bases (id INTEGER PRIMARY KEY, basis TEXT NOT NULL UNIQUE)",
    "CREATE TABLE jobs (id INTEGER PRIMARY KEY, case_id INTEGER NOT NULL, way_id INTEGER NOT NULL, "
    "repeat INTEGER NOT NULL, place INTEGER NOT NULL, basis_id INTEGER, result_id INTEGER, "
    "attempts INTEGER NOT NULL DEFAULT 0, UNIQUE (case_id, repeat, way_id))",
    "CREATE INDEX jobs_by_place ON jobs (place)",
    "CREATE INDEX jobs_by_result ON jobs (result_id) WHERE result_id IS NOT NULL",
    "CREATE TABLE results (id INTEGER PRIMARY KEY, key TEXT UNIQUE, status TEXT NOT NULL, reason TEXT NOT NULL, "
    "used TEXT NOT NULL, components, degree, dimension INTEGER, multiplicity, rational, real, "
    "wall_seconds REAL NOT NULL, cpu_seconds REAL, peak_memory INTEGER, "
    "version TEXT NOT NULL, casbridge TEXT NOT NULL, host TEXT NOT NULL, load REAL, "
    "started REAL NOT NULL, ended REAL NOT NULL, limit_seconds REAL, limit_memory INTEGER, limit_answers INTEGER, "
    "warnings TEXT NOT NULL, attempts INTEGER NOT NULL, script BLOB, transcript BLOB, answer BLOB, "
    "stopped TEXT NOT NULL DEFAULT '')",
    "CREATE TABLE verdicts (case_id INTEGER NOT NULL, repeat INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, "
    "reason TEXT NOT NULL, witness TEXT, seconds REAL NOT NULL, document BLOB, judge TEXT NOT NULL, "
    "stopped TEXT NOT NULL DEFAULT '', limit_seconds REAL, limit_memory INTEGER, "
    "PRIMARY KEY (case_id, repeat)) WITHOUT ROWID",
    "CREATE INDEX verdicts_by_kind ON verdicts (kind)",
    "CREATE TABLE runs (id INTEGER PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, started REAL NOT NULL, "
    "ended REAL, about TEXT NOT NULL)",
    "CREATE TABLE tally (way_id INTEGER NOT NULL, status TEXT NOT NULL, jobs INTEGER NOT NULL, "
    "PRIMARY KEY (way_id, status)) WITHOUT ROWID",
    _VIEW,
)

#: For each older version the statements that make the next version of it.
MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE verdicts ADD COLUMN stopped TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE verdicts ADD COLUMN limit_seconds REAL",
        "ALTER TABLE verdicts ADD COLUMN limit_memory INTEGER",
        # Whether a limit stopped these was not kept: they are made again.
        "UPDATE verdicts SET judge = '' WHERE kind = 'undecided'",
    ),
    2: ("CREATE TABLE files (name TEXT PRIMARY KEY, stamp BLOB NOT NULL, inputs INTEGER NOT NULL) WITHOUT ROWID",),
    3: ("ALTER TABLE results ADD COLUMN stopped TEXT NOT NULL DEFAULT ''",),
    4: (
        *(f"ALTER TABLE results ADD COLUMN {name}" for name in ("multiplicity", "rational", "real")),
        "DROP VIEW job_rows",
        _VIEW,
    ),
}


def make(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty database.

    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> check(connection, "new.sqlite") == VERSION
    True
    """
    for statement in SCHEMA:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def check(connection: sqlite3.Connection, source: str) -> int:
    """The version of a store's tables. All that the file defines must be what casbridge makes in this version.

    source: the file's name, for errors.

    Raises InputError for a file that is no store, and for one of a newer version.

    >>> check(sqlite3.connect(":memory:"), "notes.sqlite")
    Traceback (most recent call last):
    casbridge.errors.InputError: notes.sqlite: not a casbridge store; expected the .sqlite file of a study
    """
    expected = "the .sqlite file of a study"
    if _header(connection, "application_id") != APPLICATION_ID:
        raise InputError("not a casbridge store", source=source, expected=expected)
    version = _header(connection, "user_version")
    if version > VERSION:
        found = f"a store of version {version}, made by a newer casbridge"
        raise InputError(found, source=source, expected=f"at most {VERSION}", hint="update casbridge to read it")
    if version < 1 or any(step not in MIGRATIONS for step in range(version, VERSION)):
        raise InputError(f"a store of version {version}", source=source, expected=f"1 to {VERSION}")
    _check_tables(connection, source, version)
    return version


def migrate(connection: sqlite3.Connection, source: str) -> None:
    """Bring an older store to the present version, in one transaction.

    Raises InputError where the tables are then not those of the present version.

    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> migrate(connection, "new.sqlite")
    """
    if (present := _header(connection, "user_version")) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for version in range(present, VERSION):
        for statement in MIGRATIONS[version]:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    _check_tables(connection, source, VERSION)
    connection.execute("COMMIT")


def _header(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _check_tables(connection: sqlite3.Connection, source: str, version: int) -> None:
    """A store may come from others: no trigger, view, CHECK, DEFAULT or collation of theirs may run here."""
    rows = connection.execute(f"SELECT {_OBJECT}, rootpage FROM sqlite_master LIMIT ?", (_MOST_OBJECTS,)).fetchall()
    objects = [row[:4] for row in rows]
    pages = [page for kind, *_, page in rows if kind in ("table", "index")]
    stray: set[tuple[object, ...]] | None = None
    for expected in _known_schemas(version):
        stray = {*objects} ^ {*expected} if stray is None else stray
        if sorted(objects, key=repr) == expected and len({*pages}) == len(pages):
            return
    name = printable(min((f"{kind} {name}" for kind, name, *_ in stray or ()), default="list of pages"), 60)
    raise InputError(
        f"its {name} is not that of version {version}", source=source, expected="a store that casbridge made"
    )


def _known_schemas(version: int) -> Iterator[list[tuple[object, ...]]]:
    """What `sqlite_master` has in stores of a version: in those made by it, then in those made by older ones."""
    for made in range(version, min(MIGRATIONS) - 1, -1):
        with closing(sqlite3.connect(":memory:")) as empty:
            later = [statement for step in range(made, VERSION) for statement in MIGRATIONS[step]]
            for statement in SCHEMA:
                if statement not in later or statement == _VIEW:
                    empty.execute(_before_later_columns(later, statement))
            for step in range(made, version):
                for statement in MIGRATIONS[step]:
                    empty.execute(statement)
            yield sorted(empty.execute(f"SELECT {_OBJECT} FROM sqlite_master"), key=repr)


def _before_later_columns(later: Sequence[str], statement: str) -> str:
    """A statement of `SCHEMA` as it was before later versions added columns."""
    for change in later:
        table, _, column = change.removeprefix("ALTER TABLE ").partition(" ADD COLUMN ")
        if column and statement.startswith(f"CREATE TABLE {table} "):
            statement = statement.replace(f", {column}", "", 1)
        elif column and statement.startswith("CREATE VIEW "):
            statement = statement.replace(f"r.{column} AS {column}, ", "", 1)
    return statement
