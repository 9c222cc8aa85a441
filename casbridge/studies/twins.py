"""Twins: jobs that ask the same, of inputs with other names and the same content. One of them runs for all.

jobs that wait ──groups──▶ the first one, which runs ──its result──▶ the others
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

# From the inputs to the jobs, in this order: where no two inputs are equal, no job is looked at.
_TWINS = (
    "FROM inputs i CROSS JOIN cases c ON c.input_id = i.id CROSS JOIN jobs j ON j.case_id = c.id "
    "LEFT JOIN results r ON r.id = j.result_id "
    "WHERE i.content IN (SELECT content FROM inputs GROUP BY content HAVING count(*) > 1)"
)
# Twins have the same of all this.
_ASKED = "i.content, c.encoding, c.field, j.way_id, j.repeat"


def waiting_twins(
    query: Callable[[str, Sequence[Any]], list[Any]],
    condition: str,
    parameters: Sequence[Any],
    is_meant: Callable[[int, int, int, int], bool],
) -> dict[int, list[int]]:
    """For each job that runs for others too, the numbers of these others.

    query: asks a store. condition: in SQL, with its parameters: that a job j with its result r waits.
    is_meant: whether filters choose a job that waits. It is given the job's number, case, way and repeat.

    >>> import sqlite3
    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> waiting_twins(lambda *asked: connection.execute(*asked).fetchall(), "r.id IS NULL", (), lambda *job: True)
    {}
    """
    rows = query(f"SELECT j.id, j.case_id, {_ASKED} {_TWINS} AND ({condition}) ORDER BY j.place, j.id", parameters)
    first: dict[tuple[Any, ...], int] = {}
    found: dict[int, list[int]] = {}
    for number, case, *asked in rows:
        if is_meant(number, case, asked[3], asked[4]) and (runs := first.setdefault(tuple(asked), number)) != number:
            found.setdefault(runs, []).append(number)
    return found


#: The statement that says whether a job without a result has a twin with one.
HAS_DONE_TWIN = f"SELECT EXISTS (SELECT 1 {_TWINS} GROUP BY {_ASKED} HAVING count(r.id) BETWEEN 1 AND count(*) - 1)"
