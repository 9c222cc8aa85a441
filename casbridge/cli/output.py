"""How commands print: JSON documents whole or piece by piece, and exit codes of statuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from casbridge.backends.protocol import Status
from casbridge.cli.group import SCHEMA
from casbridge.errors import WriteError

_FAILED = {Status.TIMEOUT: 4, Status.MEMORY: 4, Status.COMPLETE: 0, Status.PARTIAL: 0}
#: 1, a disagreement, beats all others; then a failure, then a limit.
_SEVERITY = {0: 0, 4: 1, 3: 2, 2: 3, 1: 4}


def exit_code(status: Status, reason: str = "") -> int:
    """The exit code of one job's status. A partial answer with a reason was stopped by a limit on time or memory."""
    if status is Status.PARTIAL and reason:
        return 4
    return _FAILED.get(status, 3)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several jobs."""
    return max(codes, key=lambda code: _SEVERITY.get(code, 0), default=0)


def overall(codes: Iterable[int]) -> str:
    """The status of several results together."""
    return {0: "complete", 1: "disagree", 4: "stopped"}.get(worst(codes), "failed")


def open_results() -> None:
    """Begins a document with several results that are printed as they come, with commas between them."""
    sys.stdout.write(f'{{"schema": {to_json(SCHEMA)}, "results": [')


def close_results(codes: Sequence[int]) -> None:
    """Ends it."""
    sys.stdout.write(f'], "count": {len(codes)}, "status": {to_json(overall(codes))}}}')


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def print_document(document: Mapping[str, Any]) -> None:
    """One JSON document, with the schema first."""
    click.echo(to_json({"schema": SCHEMA, **document}))


def print_text(text: str) -> None:
    """A text to standard output, at once. Raises WriteError, which says so, where there is no room."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WriteError("standard output", error) from None


def say(text: str) -> None:
    """A remark on standard error."""
    click.echo(text, err=True)


class JsonStream:
    """A JSON object written as its parts come, so that no long list is ever held.

    Strings are written to standard output at once; `close` ends the object.
    """

    def __init__(self, head: Mapping[str, Any], *, schema: bool) -> None:
        self._write = sys.stdout.write
        start = {"schema": SCHEMA, **head} if schema else dict(head)
        self._write(to_json(start)[:-1])
        self._empty = not start

    def items(self, key: str, texts: Iterable[str]) -> Iterator[None]:
        """A list under a key, its elements given as JSON texts; yields after each."""
        self._write(("" if self._empty else ", ") + to_json(key) + ": [")
        self._empty = False
        separator = ""
        for text in texts:
            self._write(separator + text)
            separator = ", "
            yield
        self._write("]")

    def close(self, tail: Mapping[str, Any]) -> None:
        """The rest of the object."""
        body = to_json(dict(tail))[1:-1]
        self._write(("" if self._empty or not body else ", ") + body + "}")


def is_terminal(stream: Any) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)())
