"""How commands print: JSON documents whole or piece by piece, and exit codes of statuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from casbridge import files
from casbridge.backends.protocol import Status
from casbridge.cli.group import SCHEMA
from casbridge.cli.own_limits import MemoryLimitError
from casbridge.errors import LimitError, WriteError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from casbridge.cli.options import Output
    from casbridge.crosscheck.verdicts import VerdictKind

_CODES = {Status.TIMEOUT: 4, Status.MEMORY: 4, Status.COMPLETE: 0, Status.PARTIAL: 0}
#: 1, a disagreement, beats all others; then a failure, then a limit.
_SEVERITY = {0: 0, 4: 1, 3: 2, 2: 3, 1: 4}


def exit_code(status: Status, reason: str = "") -> int:
    """The exit code of one job's status. A partial answer with a reason was stopped by a limit on time or memory."""
    if status is Status.PARTIAL and reason:
        return 4
    return _CODES.get(status, 3)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several jobs."""
    return max(codes, key=lambda code: _SEVERITY.get(code, 0), default=0)


def overall(codes: Iterable[int]) -> str:
    """The status of several results together."""
    return {0: "complete", 1: "disagree", 4: "stopped"}.get(worst(codes), "failed")


def stopped(error: LimitError) -> dict[str, Any]:
    """What a document says of a job that a limit ended in this process.

    >>> stopped(LimitError("2x2: not done within 1 s"))
    {'status': 'timeout', 'reason': '2x2: not done within 1 s'}
    """
    status = Status.MEMORY if isinstance(error, MemoryLimitError) else Status.TIMEOUT
    return {"status": str(status), "reason": str(error)}


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class Documents:
    """The documents of all inputs, printed as `output` says: lines as they come, or one document at the end.

    A single input is the document itself, several are its `results`. Text is the command's own business.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._found: list[Mapping[str, Any]] = []
        self.codes: list[int] = []

    def add(self, document: Mapping[str, Any], code: int) -> None:
        """One input's document, and its exit code."""
        self.codes.append(code)
        if self._output.as_jsonl:
            print_document(document)
        elif self._output.as_json:
            self._found.append(document)

    def end(self, *, counted: bool = False) -> int:
        """Print what is left, and give the exit code of all. counted: whether several results have a `count`."""
        if self._output.as_json:
            count = {"count": len(self._found)} if counted else {}
            several = {"status": overall(self.codes), "results": self._found, **count}
            print_document(self._found[0] if len(self._found) == 1 else several)
        return worst(self.codes)


def print_document(document: Mapping[str, Any], *, schema: bool = True, end: bool = True) -> None:
    """One JSON document, with the schema first. end: whether the line ends."""
    click.echo(to_json({"schema": SCHEMA, **document} if schema else document), nl=end)


def print_text(text: str) -> None:
    """A text to standard output, at once. Raises WriteError, which says so, where there is no room."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WriteError("standard output", error) from None


def write_or_print(text: str, file: Path | None) -> None:
    """A text to a file, or without one to standard output."""
    if file is None:
        print_text(text)
    else:
        files.write(file, text)


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

    def items(self, key: str, texts: Iterable[str]) -> None:
        """A list under a key, its elements given as JSON texts."""
        self._write(("" if self._empty else ", ") + to_json(key) + ": [")
        self._empty = False
        separator = ""
        for text in texts:
            self._write(separator + text)
            separator = ", "
        self._write("]")

    def close(self, tail: Mapping[str, Any], *, end: bool = True) -> None:
        """The rest of the object. end: whether the line ends."""
        body = to_json(dict(tail))[1:-1]
        self._write(("" if self._empty or not body else ", ") + body + ("}\n" if end else "}"))


def print_results(results: Iterable[Callable[[], int]]) -> list[int]:
    """Print one document with several results as they come: each function prints one, and gives its exit code."""
    codes: list[int] = []
    sys.stdout.write(f'{{"schema": {to_json(SCHEMA)}, "results": [')
    for print_one in results:
        sys.stdout.write(",\n" if codes else "")
        codes.append(print_one())
    sys.stdout.write(f'], "count": {len(codes)}, "status": {to_json(overall(codes))}}}\n')
    return codes


#: How a verdict looks on a terminal.
_MARKS = {"agree": "bold green", "consistent": "bold yellow", "disagree": "bold red", "undecided": "bold yellow"}


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[str]) -> None:
    """A table on standard output. right: the headings of columns that are aligned to the right."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    _console().print(table)


def print_outcome(remarks: Iterable[str], kind: VerdictKind, reason: str) -> None:
    """Remarks on results, and below them the verdict in its colour."""
    from rich.text import Text

    console = _console()
    for remark in remarks:
        console.print(Text(remark))
    console.print(Text(f"{kind}: {reason}", style=_MARKS[kind]))


def _console() -> Console:
    from rich.console import Console

    width = None if is_terminal(sys.stdout) else get_terminal_size((120, 24)).columns
    return Console(width=width, highlight=False, emoji=False, soft_wrap=False)


def is_terminal(stream: Any) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)())
