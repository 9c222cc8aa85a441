"""Results and verdicts into a store's tables, each within a transaction that the caller began."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from hashlib import blake2b

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


def put_results(connection: sqlite3.Connection, outcomes: Sequence[tuple[Outcome, int]]) -> None:
    """Put results into the table, each in place of the one that has its key.

    outcomes: each with how many times its job was given to a worker.

    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> put_results(connection, [(Outcome(1, "ab12", "complete"), 1)])
    """
    blobs: dict[bytes, bytes] = {}

    def named(data: bytes | None) -> bytes | None:
        if data is None:
            return None
        name = digest(data)
        blobs[name] = data
        return name

    rows = [
        (
            one.key or None,
            one.status,
            clean(one.reason),
            clean(one.used),
            to_column(one.components),
            to_column(one.degree),
            one.dimension,
            to_column(one.multiplicity),
            to_column(one.rational),
            to_column(one.real),
            one.wall_seconds,
            one.cpu_seconds,
            one.peak_memory,
            clean(one.version),
            clean(one.casbridge),
            clean(one.host),
            one.load,
            one.started,
            one.ended,
            one.limits.seconds,
            one.limits.memory,
            one.limits.limit,
            json.dumps(one.warnings) if one.warnings else "[]",
            attempts,
            one.stopped,
            named(one.script),
            named(one.transcript),
            named(one.answer),
        )
        for one, attempts in outcomes
    ]
    connection.executemany("INSERT OR IGNORE INTO blobs VALUES (?, ?)", blobs.items())
    connection.executemany(_PUT_RESULT, rows)


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
    limits = (", ".join(sorted(one.stopped)), one.limits.seconds, one.limits.memory)
    connection.execute(
        "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*values, *limits)
    )


_PUT_RESULT = (
    f"INSERT INTO results ({', '.join(RESULT_COLUMNS)}) VALUES ({', '.join('?' * len(RESULT_COLUMNS))}) "
    f"ON CONFLICT (key) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in RESULT_COLUMNS)}"
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
