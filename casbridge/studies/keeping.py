"""Results and verdicts into a store's tables, each within a transaction that the caller began."""

from __future__ import annotations

import json
import sqlite3
from hashlib import blake2b
from typing import Any

from casbridge.studies.stored import RESULT_COLUMNS, clean, to_column
from casbridge.studies.values import Outcome, VerdictOutcome


def digest(data: bytes) -> bytes:
    """The name of a text in the table of blobs.

    >>> len(digest(b"x"))
    16
    """
    return blake2b(data, digest_size=16).digest()


def put_text(connection: sqlite3.Connection, data: bytes | None) -> bytes | None:
    """Keep a compressed text once, and give its digest. None gives None.

    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> put_text(connection, b"x") == put_text(connection, b"x")
    True
    """
    if data is None:
        return None
    name = digest(data)
    connection.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?)", (name, data))
    return name


def put_result(connection: sqlite3.Connection, one: Outcome, attempts: int) -> int:
    """Put a result into the table, in place of the one that has its key. Its number.

    attempts: how many times the job was given to a worker.

    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> put_result(connection, Outcome(1, "ab12", "complete"), 1)
    1
    """
    values: dict[str, Any] = {name: getattr(one, name, None) for name in RESULT_COLUMNS}
    values |= {name: clean(values[name]) for name in ("reason", "used", "version", "casbridge", "host")}
    values |= {name: to_column(values[name]) for name in ("components", "degree")}
    values |= {name: put_text(connection, values[name]) for name in ("script", "transcript", "answer")}
    limits = one.limits
    values |= {"limit_seconds": limits.seconds, "limit_memory": limits.memory, "limit_answers": limits.limit}
    warnings = json.dumps(one.warnings) if one.warnings else "[]"
    values |= {"key": one.key or None, "warnings": warnings, "attempts": attempts}
    row = connection.execute(_PUT_RESULT, tuple(values.values())).fetchone()
    return int(row[0])


def put_verdict(connection: sqlite3.Connection, one: VerdictOutcome, judge: str) -> None:
    """Put a verdict into the table, in place of the one over the same case and repeat.

    judge: the version of what compared.

    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> put_verdict(connection, VerdictOutcome(1, 1, "ab12", "agree", "equal"), "1")
    """
    witness = None if one.witness is None else json.dumps(one.witness)
    document = put_text(connection, one.document)
    values = (one.number, one.repeat, one.key, one.kind, clean(one.reason), witness, one.seconds, document, judge)
    connection.execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


_PUT_RESULT = (
    f"INSERT INTO results ({', '.join(RESULT_COLUMNS)}) VALUES ({', '.join('?' * len(RESULT_COLUMNS))}) "
    f"ON CONFLICT (key) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in RESULT_COLUMNS)} "
    "RETURNING id"
)


def rank(one: Outcome) -> tuple[bool, float]:
    """Of two results under one key the one with the higher rank is kept: the complete one, else the later one.

    >>> rank(Outcome(1, "ab12", "complete", ended=1.0)) > rank(Outcome(1, "ab12", "timeout", ended=2.0))
    True
    """
    return one.status == "complete", one.ended


def replaces(new: str, old: str) -> bool:
    """Whether a later result may replace an earlier one under the same key, by their statuses.

    >>> replaces("complete", "complete"), replaces("crashed", "complete"), replaces("crashed", "timeout")
    (True, False, True)
    """
    return new == "complete" or old != "complete"
