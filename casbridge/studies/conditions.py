"""Conditions in SQL, with parameters: which results and verdicts are to be made again, which rows are wanted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from casbridge.backends.protocol import Status
from casbridge.errors import UsageError, printable
from casbridge.limits import Limits, default_memory
from casbridge.studies.filters import no_match
from casbridge.studies.stored import KINDS, WAITING
from casbridge.studies.values import COLUMNS

#: The most parameters of a statement.
MOST_PARAMETERS = 500
#: Asks a store: a statement and its parameters in, rows out.
Query = Callable[[str, Sequence[Any]], list[Any]]

# In a text they make it a pattern.
_SIGNS = "*?["
_INPUTS, _CASES, _WAYS = "inputs WHERE 1", "cases WHERE 1", "ways WHERE id IN (SELECT way_id FROM tally WHERE jobs)"
# What jobs are asked: each column with its own column in a table.
_NAMES = {
    "input": ("name", _INPUTS),
    "family": ("family", _INPUTS),
    "n": ("n", _INPUTS),
    "encoding": ("encoding", _CASES),
    "field": ("field", _CASES),
    "variable_order": ("variable_order", _WAYS),
    "backend": ("backend", _WAYS),
    "repeat": ("repeat", "jobs WHERE 1"),
}
_WORDS = {"status": (WAITING, *map(str, Status)), "kind": KINDS, "verdict": KINDS}
_DISTINCT = "SELECT DISTINCT {column} FROM {table} ORDER BY 1 LIMIT 2000"


def stale(limits: Limits, retry: Collection[str]) -> tuple[str, tuple[Any, ...]]:
    """The condition, in SQL, that a result r is to be made again: it was stopped by a lower limit, or its status is
    one to retry.

    >>> stale(Limits(seconds=10), ["crashed"])[1]
    ('crashed', 10)
    """
    parameters: list[Any] = [*retry]
    conditions = [f"r.status IN ({places(retry)})"]
    # A partial answer without a reason was stopped by the limit on answers, any other one by time or memory: by which,
    # `stopped` says, but for results of older stores.
    partial = "r.status = 'partial' AND r.reason <> '' AND r.stopped"
    for stopped, column, value in (
        (f"r.status = 'timeout' OR ({partial} <> 'memory')", "limit_seconds", limits.seconds),
        (f"r.status = 'memory' OR ({partial} <> 'timeout')", "limit_memory", limits.memory),
        ("r.status = 'partial' AND r.reason = ''", "limit_answers", limits.limit),
    ):
        raised = "" if value is None else f"AND r.{column} < ?"
        conditions.append(f"(({stopped}) AND r.{column} IS NOT NULL {raised})")
        parameters += [] if value is None else [value]
    return f"({' OR '.join(conditions)})", tuple(parameters)


def raised_for_verdict(limits: Limits) -> tuple[str, tuple[Any, ...]]:
    """The condition, in SQL, that a limit which stopped a verdict v was lower than these limits on comparisons.

    >>> raised_for_verdict(Limits(seconds=10))[1][:2]
    (60.0, 10)
    """
    from casbridge.crosscheck.judging import COMPARISON_SECONDS

    conditions: list[str] = []
    parameters: list[Any] = []
    for name, column, without, value in (
        ("time", "limit_seconds", COMPARISON_SECONDS, limits.seconds),
        ("memory", "limit_memory", default_memory(), limits.memory),
    ):
        conditions.append(f"(v.stopped LIKE '%{name}%' AND COALESCE(v.{column}, ?) < ?)")
        parameters += [without, without if value is None else value]
    return f"COALESCE({' OR '.join(conditions)}, 0)", tuple(parameters)


def conditions_of(wanted: Mapping[str, Any], columns: Mapping[str, str] | None = None) -> tuple[list[str], list[Any]]:
    """Conditions in SQL, with their parameters, for columns with a value or several.

    wanted: column → value or values. Of a text `*`, `?` and `[…]` are patterns.
    columns: the names that may be used, each with its column in SQL; None is the columns of the table.

    Raises UsageError for another column, and for values of another kind.

    >>> conditions_of({"status": "timeout", "n": [4, 5]})
    (['(0 OR status IS ?)', '(0 OR n IS ? OR n IS ?)'], ['timeout', 4, 5])
    """
    known = columns or {name: name for name in COLUMNS}
    conditions, parameters = [], []
    for name, value in wanted.items():
        if name not in known or name in ("warnings", "witness"):
            names = ", ".join(one for one in known if one not in ("warnings", "witness"))
            raise UsageError(f"a column {printable(repr(name), 60)}", expected=f"one of {names}")
        column = known[name]
        alternatives = ["0"]
        for one in _values(value):
            if not isinstance(one, str | int | float | None):
                raise UsageError(f"{name} = {printable(repr(one), 60)}", expected="a text, a number, or a list of them")
            alternatives.append(f"{column} {_comparison(one)} ?")
            parameters.append(one)
        conditions.append(f"({' OR '.join(alternatives)})")
    return conditions, parameters


def check_names(query: Query, wanted: Mapping[str, Any]) -> None:
    """Raise UsageError for a value that no job of a store can have.

    An input, a backend or another part of what jobs are asked must be there. A status and a kind must exist. In other
    columns nothing has to match.

    query: asks the store. wanted: as for `conditions_of`, which checks the rest.

    >>> import sqlite3
    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> check_names(lambda *asked: connection.execute(*asked).fetchall(), {"input": "cyclic-*"})
    Traceback (most recent call last):
    casbridge.errors.UsageError: input=cyclic-* matches nothing; expected no input at all
    """
    for name, value in wanted.items():
        for one in _values(value):
            if not isinstance(one, str | int | float) or one == "":
                continue
            if name in _WORDS:
                fits = any(fnmatchcase(word, str(one)) for word in _WORDS[name])
                known: Collection[Any] = _WORDS[name]
            elif name in _NAMES:
                column, table = _NAMES[name]
                fits = bool(query(f"SELECT 1 FROM {table} AND {column} {_comparison(one)} ? LIMIT 1", (one,)))
                known = [] if fits else [row[0] for row in query(_DISTINCT.format(column=column, table=table), ())]
            else:
                continue
            if not fits:
                raise no_match(name, str(one), [str(word) for word in known if word is not None])


def _values(value: Any) -> list[Any]:
    """The values of a column: several, or one."""
    return [*value] if isinstance(value, list | tuple | set | frozenset) else [value]


def _comparison(value: Any) -> str:
    """What compares a column with a value in SQL. A text with signs is a pattern."""
    return "GLOB" if isinstance(value, str) and any(sign in value for sign in _SIGNS) else "IS"


def parts(items: list[Any]) -> Iterator[list[Any]]:
    """A list in pieces of at most `MOST_PARAMETERS`.

    >>> [len(part) for part in parts([0] * 1200)]
    [500, 500, 200]
    """
    for start in range(0, len(items), MOST_PARAMETERS):
        yield items[start : start + MOST_PARAMETERS]


def places(items: Collection[Any]) -> str:
    """The places of so many parameters in a statement.

    >>> places("abc")
    '?, ?, ?'
    """
    return ", ".join("?" * len(items))
