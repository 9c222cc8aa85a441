"""How commands print: JSON whole or piece by piece, exit codes, and what moves on a terminal during long work."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from casbridge import files
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Status
from casbridge.cli.group import SCHEMA
from casbridge.cli.options import Asked, MemoryLimitError, OwnLimits
from casbridge.errors import CasbridgeError, InputError, LimitError, UsageError, WriteError, printable
from casbridge.limits import Item

if TYPE_CHECKING:
    from rich.console import Console

    from casbridge.puzzles.puzzle import Puzzle

_CODES = {Status.TIMEOUT: 4, Status.MEMORY: 4, Status.COMPLETE: 0, Status.PARTIAL: 0}
#: 1, a disagreement, beats all others; then bad input, a failure, and a limit.
_SEVERITY = (0, 4, 3, 2, 1)


def exit_code(status: Status, reason: str = "") -> int:
    """The exit code of one job's status. A partial answer with a reason was stopped by a limit on time or memory.

    >>> exit_code(Status.PARTIAL), exit_code(Status.PARTIAL, "stopped after 2 s"), exit_code(Status.CRASHED)
    (0, 4, 3)
    """
    return 4 if status is Status.PARTIAL and reason else _CODES.get(status, 3)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several jobs.

    >>> worst([0, 4, 3]), worst([3, 1])
    (3, 1)
    """
    return max(codes, key=_SEVERITY.index, default=0)


def input_document(found: Puzzle | PolynomialSystem) -> dict[str, Any]:
    """A document's fields about its input: the name, if there is one; for a puzzle also line and layout.

    A system with an equation that is a nonzero constant has "notes", a list of texts.

    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> input_document(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    {'puzzle': '.2..', 'layout': '2×2 Sudoku with boxes 1×2'}
    """
    name = {"name": found.name} if found.name else {}
    if isinstance(found, PolynomialSystem):
        notes = found.notes()
        return {**name, **({"notes": notes} if notes else {})}
    return {**name, "puzzle": found.line, "layout": found.layout.description}


def stopped(error: LimitError) -> dict[str, Any]:
    """What a document says of a job that a limit ended in this process.

    >>> stopped(LimitError("2x2: not done within 1 s"))
    {'status': 'timeout', 'reason': '2x2: not done within 1 s'}
    """
    status = Status.MEMORY if isinstance(error, MemoryLimitError) else Status.TIMEOUT
    return {"status": str(status), "reason": str(error)}


def refusal(error: CasbridgeError) -> dict[str, Any]:
    """What a document says of an input that has no answer.

    >>> refusal(InputError("no cells"))
    {'status': 'invalid', 'reason': 'no cells'}
    """
    if isinstance(error, LimitError):
        return stopped(error)
    unread = isinstance(error, InputError) and not isinstance(error, UsageError)
    return {"status": str(Status.INVALID if unread else Status.UNSUPPORTED), "reason": str(error)}


def answer_each(
    own: OwnLimits,
    found: Sequence[Any],
    asked: Asked,
    work: Callable[[OwnLimits, Item, Documents], int],
    about: Callable[[Item], dict[str, Any]],
) -> int:
    """Do one job for each input, and give the exit code of all. One job's limit does not end the others.

    found: the inputs, and an InputError for each that was not read.
    own: the limits on the job that began with reading.
    work: gets the limits on its job, the input, and `Documents` to print its answer with; gives the exit code.
    about: what the document says of an input whose job was ended.

    >>> from casbridge.cli.options import Asked
    >>> own, square = Asked().own_limits("numbers"), lambda job, n, documents: documents.write({"square": n * n}) or 0
    >>> answer_each(own, [3], Asked(as_json=True), square, lambda n: {})
    {"schema": "casbridge/1", "square": 9}
    0
    """
    documents = Documents(asked, several=len(found) > 1)
    for job, each in own.of_each(found):
        documents.source = name_of(each) if documents.several else ""
        if isinstance(each, InputError):
            documents.refuse(each)
            continue
        try:
            with job:
                code = work(job, each, documents)
        except LimitError as error:
            if not documents.several:
                raise
            code = error.exit_code
            documents.write({**about(each), **stopped(error)})
            if asked.is_text:
                say(f"casbridge: {error}")
        documents.codes.append(code)
    return documents.end()


def answer_sources(
    sources: Sequence[str],
    asked: Asked,
    work: Callable[[OwnLimits, Puzzle | PolynomialSystem, Documents], int],
) -> int:
    """Do one job for each input in several sources, and give the exit code of all.

    A source that cannot be read, and an input that the options do not fit, get a line on standard error and a document
    with a status and a reason. The others are done.

    work: as for `answer_each`. `documents.source` is the source, with the input's number where the source has several.

    >>> from casbridge.cli.options import Asked
    >>> show = lambda job, found, documents: documents.write({"digits": found.layout.digits}) or 0
    >>> answer_sources(["1x2", "2x2"], Asked(as_jsonl=True), show)
    {"schema": "casbridge/1", "source": "1x2", "digits": 2}
    {"schema": "casbridge/1", "source": "2x2", "digits": 4}
    0
    """
    documents = Documents(asked, several=True)

    @contextmanager
    def attempt(name: str) -> Iterator[OwnLimits]:
        documents.source = name
        try:
            with OwnLimits(asked.limits, name) as job:
                yield job
        except CasbridgeError as error:
            documents.refuse(error)

    for source in sources:
        name = "<stdin>" if source == "-" else printable(source, 200)
        found: Sequence[Puzzle | PolynomialSystem | InputError] = ()
        with attempt(name):
            read = asked.all_inputs(source)
            asked.check_encoding(read)
            found = read
        for number, each in enumerate(found, 1):
            part = name_of(each) or f"{name}:{number}"
            with attempt(part if len(found) > 1 else name) as job:
                if isinstance(each, InputError):
                    raise each
                documents.codes.append(work(job, each, documents))
    return documents.end()


def name_of(part: object) -> str:
    """The name FILE:NAME of an ideal, one of several of a file, or of the error why it is not read; "" for a puzzle.

    >>> name_of(InputError("no ideal", source="t.sing:i"))
    't.sing:i'
    """
    name = part.source if isinstance(part, InputError) else part.name if isinstance(part, PolynomialSystem) else ""
    return printable(name or "", 200)


class Documents:
    """Prints the document of each input as it comes. For --json several documents are `results` of one.

    Text is the command's own business: where it is wanted, nothing is printed here.
    codes: the exit codes of the inputs so far.
    source: what the next document says of where its input comes from; "" is nothing.

    >>> from casbridge.cli.options import Asked
    >>> documents = Documents(Asked(as_json=True), several=False)
    >>> documents.write({"count": 288})
    {"schema": "casbridge/1", "count": 288}
    >>> documents.write({"name": "2x2"}, "solutions", ["1", "2"], lambda: {"count": 2})
    {"schema": "casbridge/1", "name": "2x2", "solutions": [1, 2], "count": 2}
    """

    def __init__(self, asked: Asked, *, several: bool) -> None:
        self.several = several
        self.codes: list[int] = []
        self.source = ""
        self._is_text = asked.is_text
        self._is_part = several and asked.as_json

    def write(
        self,
        head: Mapping[str, Any],
        key: str = "",
        texts: Iterable[str] = (),
        tail: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        """One input's document; in pieces, so that a long list is never held in memory.

        head: at least one field.
        key, texts: a list after the fields of `head`, its elements as JSON texts.
        tail: the fields that are known after it.
        """
        if self._is_text:
            return
        write = sys.stdout.write
        if self.source:
            head = {"source": self.source, **head}
        if self._is_part:
            write(",\n" if self.codes else f'{{"schema": {to_json(SCHEMA)}, "results": [')
        write(to_json(head if self._is_part else {"schema": SCHEMA, **head})[:-1])
        if key:
            write(f", {to_json(key)}: [")
            for number, text in enumerate(texts):
                write(f", {text}" if number else text)
            write("]")
        last = to_json(tail())[1:]
        write((", " if last != "}" else "") + last + ("" if self._is_part else "\n"))
        sys.stdout.flush()

    def print_source(self) -> None:
        """A line with the source, where there is one and text is wanted."""
        if self.source and self._is_text:
            click.echo(f"{self.source}:")

    def refuse(self, error: CasbridgeError) -> None:
        """Write the document of an input that has no answer, and the reason as a line on standard error."""
        self.write(refusal(error))
        self.codes.append(error.exit_code)
        say(f"casbridge: {error}" if self.source in str(error) else f"casbridge: {self.source}: {error}")

    def end(self) -> int:
        """End the document that holds several, and give the exit code of all."""
        code = worst(self.codes)
        if self._is_part:
            status = {0: "complete", 1: "disagree", 4: "stopped"}.get(code, "failed")
            sys.stdout.write(f'], "count": {len(self.codes)}, "status": {to_json(status)}}}\n')
        return code


@cache
def _encoder() -> Callable[[Any], str]:
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False).encode


def to_json(value: Any) -> str:
    """A value as JSON in one line. Its whole numbers may have any number of digits.

    >>> to_json({"name": "é"}), len(to_json(10**5000))
    ('{"name": "é"}', 5001)
    """
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return _encoder()(value)
    finally:
        sys.set_int_max_str_digits(most)


def print_document(document: Mapping[str, Any]) -> None:
    """One JSON document, with the schema first.

    >>> print_document({"status": "complete"})
    {"schema": "casbridge/1", "status": "complete"}
    """
    click.echo(to_json({"schema": SCHEMA, **document}))


def write_or_print(text: str, file: str | None = None) -> None:
    r"""A text to a file, or without one to standard output, at once. Raises WriteError if it cannot be written.

    >>> write_or_print("288\n")
    288
    """
    if file is not None:
        files.write(file, text)
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WriteError("standard output", error) from None


def in_colour() -> bool:
    """Whether standard output shows colours: a terminal, where the environment has no NO_COLOR.

    >>> in_colour()
    False
    """
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def print_rows(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> None:
    """A table on standard output, as wide as a terminal or 120 characters.

    right: the headings of columns that are aligned to the right.

    >>> print_rows(("backend", "times"), [("sympy:solve", "3")], right=("times",))
    backend      times
    sympy:solve      3
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)


def console() -> Console:
    """Rich's console for standard output, as wide as a terminal or 120 characters.

    >>> console().print("agree")
    agree
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 120
    return Console(width=width, highlight=False, emoji=False, soft_wrap=False)


def say(text: str) -> None:
    """A remark on standard error.

    >>> say("--seed 1")  # standard output stays empty
    """
    click.echo(text, err=True)


# -- what moves on standard error, if that is a terminal --------------------------------------------------------------


@contextmanager
def spinner(text: str) -> Iterator[None]:
    """A context in which something moves, with a text beside it.

    >>> with spinner("counting"):
    ...     print(288)
    288
    """
    with _progress("SpinnerColumn") as progress:
        if progress is not None:
            progress.add_task(text, total=None)
        yield


@contextmanager
def bar(text: str) -> Iterator[Callable[[int, int], None] | None]:
    """A context that gives a function (done, of) which shows how much is done; None if there is no terminal.

    >>> with bar("puzzles") as shown:
    ...     print(shown)
    None
    """
    with _progress("BarColumn", "MofNCompleteColumn") as progress:
        task = progress and progress.add_task(text, total=None)
        yield progress and (lambda done, of: progress.update(task, completed=done, total=of))


@contextmanager
def backends_at_work() -> Iterator[Callable[[str, Any], None] | None]:
    """A context that gives a function (name, result) which shows each backend's work; None if there is no terminal.

    A result of None says that the backend begins.

    >>> with backends_at_work() as show:
    ...     print(show)
    None
    """
    with _progress("SpinnerColumn") as progress:
        tasks: dict[str, Any] = {}

        def show(name: str, result: Any) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=1)
            if result is not None:
                progress.update(tasks[name], completed=1, description=f"{name}: {result.status}")

        yield None if progress is None else show


@contextmanager
def _progress(*columns: str) -> Iterator[Any]:
    """Rich's display with a text, such columns and the time; None if there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    shown = [progress.TextColumn("{task.description}"), *(getattr(progress, name)() for name in columns)]
    with progress.Progress(
        *shown, progress.TimeElapsedColumn(), console=Console(stderr=True), transient=True, redirect_stdout=False
    ) as made:
        yield made
