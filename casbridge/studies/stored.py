"""What a store holds, as values: each column is checked, since a store may come from others or be damaged.

The functions take tuples as SQLite gives them, and name the store in their errors.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any, NoReturn

from casbridge.backends.protocol import Status
from casbridge.errors import CasbridgeError, InputError, printable
from casbridge.limits import Limits
from casbridge.studies.values import COLUMNS, Input, Outcome, Row

#: What to do with a merged store that cannot go on as a study.
MERGE_AGAIN = "run the studies that it was merged of, and merge them again"
#: The status of a row whose job has no result yet.
WAITING = "waiting"
#: What a verdict can be: the kinds of `VerdictKind`, and "failed".
KINDS = ("agree", "consistent", "disagree", "undecided", "failed")
#: The columns of the table of results, but for its number, in their order.
RESULT_COLUMNS = (
    "key",
    "status",
    "reason",
    "used",
    "components",
    "degree",
    "dimension",
    "multiplicity",
    "rational",
    "real",
    "wall_seconds",
    "cpu_seconds",
    "peak_memory",
    "version",
    "casbridge",
    "host",
    "load",
    "started",
    "ended",
    "limit_seconds",
    "limit_memory",
    "limit_answers",
    "warnings",
    "attempts",
    "stopped",
    "script",
    "transcript",
    "answer",
)
#: Columns whose whole numbers may be larger than SQLite's: such a number is kept as a text of its digits.
LARGE_COLUMNS = ("components", "degree", "multiplicity", "rational", "real")
#: Columns of the table whose texts stand in many rows.
REPEATED_COLUMNS = (
    "input",
    "family",
    "encoding",
    "field",
    "variable_order",
    "backend",
    "status",
    "used",
    "verdict",
    "version",
    "casbridge",
    "host",
)
_LARGEST = 1 << 63
_LONGEST_NUMBER = 4000
_STATUSES = frozenset(map(str, Status))
_TEXTS = {*REPEATED_COLUMNS, "key", "reason", "name", "text", "basis", "judge", "kind", "stopped"} - {"status"}
_INPUT_KINDS = ("system", "puzzle", "invalid")
_COUNTS = ("number", "repeat", "attempt", "attempts", "case", "place")
_WHOLES = ("n", "dimension", "peak_memory", "limit_memory", "limit_answers")
_NUMBERS = ("wall_seconds", "cpu_seconds", "load", "started", "ended", "limit_seconds", "seconds")


def to_column(value: int | None) -> int | str | None:
    """A whole number as a column of `LARGE_COLUMNS` has it.

    >>> to_column(7), to_column(10**20), to_column(None)
    (7, '100000000000000000000', None)
    """
    if value is None or -_LARGEST <= value < _LARGEST:
        return value
    return str(value) if abs(value).bit_length() < 3 * _LONGEST_NUMBER else None


def clean(text: str) -> str:
    """A text that SQLite can keep: halves of characters become escapes.

    >>> clean("a\\udcffb")
    'a\\\\udcffb'
    """
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def row_of(values: Sequence[Any], source: str) -> Row:
    """A row of the view job_rows. Raises InputError for a value that casbridge does not write.

    >>> row_of([1, *["cyclic-6"] * 8, "done"], "study.sqlite")
    Traceback (most recent call last):
    casbridge.errors.InputError: study.sqlite: job 1: n is 'cyclic-6'; expected a value that casbridge wrote
    """
    found = dict(zip(COLUMNS, values, strict=False))
    if found.get("status") == WAITING:
        found["status"] = ""
    check(found, source, f"job {printable(str(values[0]), 30)}")
    found["status"] = found["status"] or WAITING
    found["warnings"] = _warnings(found["warnings"], source)
    for name in REPEATED_COLUMNS:  # equal texts of many rows are one text in memory
        found[name] = intern(found[name])
    return Row(**found)


def outcome_of(number: int, values: Sequence[Any], blobs: Mapping[bytes, bytes], source: str) -> Outcome:
    """A row of the table of results, in the order of `RESULT_COLUMNS`, as the outcome of a job.

    blobs: the compressed texts by their digests; a text that is not among them is None.

    >>> kept = ["ab", "complete", "", "reference:series", 1, 2, 0, None, 0, 2, 0.5, None, None, "", "0.1", "", None]
    >>> kept += [1.0, 1.5, None, None, None, "[]", 1, "", None, None, b"digest"]
    >>> outcome_of(7, kept, {b"digest": b"packed"}, "").answer
    b'packed'
    """
    found = dict(zip(RESULT_COLUMNS, values, strict=True))
    found["key"] = found["key"] or ""
    digests = [found.pop(name) for name in ("script", "transcript", "answer")]
    check(found, source, f"the result of job {number}")
    del found["attempts"]
    seconds, memory, most = (found.pop(name) for name in ("limit_seconds", "limit_memory", "limit_answers"))
    limits = limits_of(seconds, memory, most, source, f"job {number}")
    script, transcript, answer = (blobs.get(one) if isinstance(one, bytes) else None for one in digests)
    found["warnings"] = _warnings(found["warnings"], source)
    return Outcome(number, limits=limits, script=script, transcript=transcript, answer=answer, **found)


def limits_of(seconds: Any, memory: Any, answers: Any, source: str, what: str) -> Limits:
    """Limits in columns. Raises InputError for values that are none. what: has them, for errors.

    >>> limits_of(-1, None, None, "study.sqlite", "job 1")
    Traceback (most recent call last):
    casbridge.errors.InputError: study.sqlite: the limits of job 1: seconds=-1; expected a positive number, or None \
for no limit
    """
    try:
        return Limits(seconds, memory, answers)
    except CasbridgeError as error:
        raise InputError(f"the limits of {what}: {error}", source=source) from None


def input_of(values: Sequence[Any], source: str) -> Input:
    """An input: its name, kind, text, family, n and reason. Raises InputError for other values.

    >>> input_of(("line", "system", "x - 1", "", None, ""), "study.sqlite").kind
    'system'
    """
    found = dict(zip(("name", "kind", "text", "family", "n", "reason"), values, strict=True))
    check(found, source, f"input {printable(repr(found['name']), 60)}")
    if found["kind"] not in _INPUT_KINDS:
        _refuse(source, f"input {printable(repr(found['name']), 60)}: kind is {printable(repr(found['kind']), 60)}")
    return Input(**found)


def json_of(text: object, source: str, what: str) -> Any:
    """JSON in a column. Raises InputError for anything else.

    >>> json_of("[1]", "study.sqlite", "the warnings")
    [1]
    """
    try:
        if not isinstance(text, str):
            raise TypeError
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, TypeError, RecursionError):
        _refuse(source, f"{what} are {printable(repr(text), 60)}")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _warnings(text: object, source: str) -> tuple[str, ...]:
    if text == "[]":
        return ()
    found = json_of(text, source, "the warnings")
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        _refuse(source, f"the warnings are {printable(repr(text), 60)}")
    return tuple(found)


_CHECKS = {
    **dict.fromkeys(_TEXTS, ((str,), False)),
    **dict.fromkeys(_COUNTS, ((int,), False)),
    **dict.fromkeys((*_WHOLES, *LARGE_COLUMNS), ((int,), True)),
    **dict.fromkeys(_NUMBERS, ((int, float), True)),
}


def check(found: dict[str, Any], source: str, where: str) -> None:
    """Check columns by their names; the digits of a large number become the number.

    where: what has the columns, for errors.

    Raises InputError for a value that casbridge does not write.

    >>> check({"repeat": "often"}, "study.sqlite", "job 1")
    Traceback (most recent call last):
    casbridge.errors.InputError: study.sqlite: job 1: repeat is 'often'; expected a value that casbridge wrote
    """
    for name, value in found.items():
        if name not in _CHECKS:
            continue
        kinds, optional = _CHECKS[name]
        if value is None and optional:
            continue
        if name in LARGE_COLUMNS and type(value) is str and value.isdecimal() and len(value) <= _LONGEST_NUMBER:
            found[name] = int(value)
        elif type(value) not in kinds or (type(value) is float and not math.isfinite(value)):
            _refuse(source, f"{where}: {name} is {printable(repr(value), 60)}")
    status = found.get("status")
    if status and status not in _STATUSES:
        _refuse(source, f"{where}: status is {printable(repr(status), 60)}")
    if found.get("verdict") and found["verdict"] not in KINDS:
        _refuse(source, f"{where}: verdict is {printable(repr(found['verdict']), 60)}")


def _refuse(source: str, found: str) -> NoReturn:
    raise InputError(found, source=source, expected="a value that casbridge wrote")
