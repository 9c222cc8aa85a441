"""casbridge crosscheck"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends.protocol import Result
from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import exit_code, is_terminal, overall, print_document, to_json, worst
from casbridge.crosscheck import CheckedResult, Verdict, VerdictKind, crosscheck
from casbridge.crosscheck.run import DEFAULT_BACKENDS
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.puzzles import format_line

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from casbridge.counting import GroupResult

EPILOG = """\b
Examples:
  casbridge crosscheck .4.....1..3.2... --backends reference,singular:char_series,sympy
  casbridge crosscheck 2x2 --backends reference,singular --timeout 60
  casbridge crosscheck system.xml --backends singular:std,sympy:groebner --json
  casbridge crosscheck --count 3x3
Exit code: 0 if all that answered agree, 1 if they disagree, 3 if fewer than two answered or the answers cannot be
compared, 4 if only limits on time or memory stand in the way.
"""

#: How a verdict looks on a terminal.
MARKS = {
    VerdictKind.AGREE: "bold green",
    VerdictKind.CONSISTENT: "bold yellow",
    VerdictKind.DISAGREE: "bold red",
    VerdictKind.UNDECIDED: "bold yellow",
}


@click.command(name="crosscheck", epilog=EPILOG)
@click.argument("source", metavar="[INPUT]", required=False)
@options.reading_options
@click.option(
    "--count",
    "shape",
    metavar="SHAPE",
    help="Instead of INPUT: compare the symmetry group of grids with such boxes, e.g. 3x3.",
)
@click.option(
    "--backends",
    help=f"Names or name:method, separated by commas.  [default: {','.join(DEFAULT_BACKENDS)};"
    " with --count: reference,gap,sympy]",
)
@options.encoding_options
@options.limit_options
@options.json_option
@options.jsonl_option
@click.pass_context
def command(
    context: click.Context,
    source: str | None,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    shape: str | None,
    backends: str | None,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    simplify: str | None,
    limit: int | None,
    timeout: float | None,
    memory: int | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Ask several backends about INPUT in parallel, substitute every zero, compare the answers exactly.

    With --count they are asked about the symmetries by which grids are counted: the order of their group, and its
    conjugacy classes, each of which is matched with one of the others' of the same size.
    """
    options.check_forms(as_json, as_jsonl)
    if shape is not None:
        from casbridge.cli.symmetries import crosscheck_symmetries

        _check_only(context, {"shape", "backends", "timeout", "memory", "as_json", "as_jsonl"})
        return crosscheck_symmetries(shape, backends, Limits(timeout, memory), as_json=as_json or as_jsonl)
    if source is None:
        raise UsageError("neither INPUT nor --count", expected="a puzzle or a system, or --count 3x3, for example")
    names = [
        name.strip()
        for name in (",".join(DEFAULT_BACKENDS) if backends is None else backends).split(",")
        if name.strip()
    ]
    if not names:
        raise UsageError("no backends", expected="--backends reference,singular, for example")
    found = options.read_input(source, colours, box, family, lines, field)
    limits = options.limits_of(limit, timeout, memory)
    documents = []
    codes = []
    for number, subject in enumerate(options.subjects(found, encoding, field, values, domains, simplify)):
        display = Display(names) if is_terminal(sys.stderr) else None
        with display or nullcontext():
            verdict = crosscheck(subject, names, limits, display.show if display else None)
        code = _exit_code(verdict)
        codes.append(code)
        document = _document(verdict, subject)
        if as_jsonl:
            click.echo(to_json({"schema": SCHEMA, **document}))
        elif as_json:
            documents.append(document)
        else:
            click.echo("\n" if number else "", nl=False)
            _print_table(verdict, subject)
    if as_json:
        whole = {"status": overall(codes), "results": documents}
        print_document(documents[0] if len(documents) == 1 else whole)
    return worst(codes)


def _check_only(context: click.Context, fitting: set[str]) -> None:
    """Raises UsageError where something was given that does not go with --count."""
    for parameter in context.command.params:
        name = parameter.name or ""
        given = (
            context.get_parameter_source(name) is not ParameterSource.DEFAULT and context.params.get(name) is not None
        )
        if given and name not in fitting:
            what = "INPUT" if name == "source" else parameter.opts[0]
            raise UsageError(f"--count with {what}", expected="one or the other")


def _exit_code(verdict: Verdict) -> int:
    if verdict.kind is VerdictKind.DISAGREE:
        return 1
    codes = [exit_code(one.result.status, one.result.reason) for one in verdict.checked]
    if verdict.kind is VerdictKind.CONSISTENT:
        return 4 if any(code and one.answered for code, one in zip(codes, verdict.checked, strict=True)) else 0
    if verdict.kind is VerdictKind.AGREE:
        return 0
    return 4 if verdict.stopped or worst(codes) == 4 else 3


def _document(verdict: Verdict, subject: EncodedPuzzle | PolynomialSystem) -> dict[str, Any]:
    """The verdict in JSON's types, and what was asked about."""
    system = system_of(subject)
    about: dict[str, Any] = {"name": system.name} if system.name else {}
    if isinstance(subject, EncodedPuzzle):
        about |= {"puzzle": subject.puzzle.line, "layout": subject.puzzle.layout.description}
    status = "undecided" if verdict.kind is VerdictKind.UNDECIDED else "complete"
    return {**about, "status": status, "field": system.ring.field.name, **verdict.as_dict()}


# -- progress ---------------------------------------------------------------------------------------------------------


class Display(AbstractContextManager["Display"]):
    """A line for every backend while it is at work, on a terminal's standard error."""

    def __init__(self, names: list[str]) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        self._progress: Progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._tasks: dict[str, TaskID] = {}

    def show(self, name: str, result: Result | GroupResult | None) -> None:
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=1)
        if result is not None:
            self._progress.update(self._tasks[name], completed=1, description=f"{name}: {result.status}")

    def __enter__(self) -> Display:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


# -- the table --------------------------------------------------------------------------------------------------------


def _print_table(verdict: Verdict, subject: EncodedPuzzle | PolynomialSystem) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    width = None if is_terminal(sys.stdout) else get_terminal_size((120, 24)).columns
    console = Console(width=width, highlight=False, emoji=False, soft_wrap=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("backend", "version", "status", "answer", "zeros", "time"):
        table.add_column(heading, justify="right" if heading in ("zeros", "time") else "left", overflow="fold")
    for one in verdict.checked:
        result = one.result
        answer = str(result.answer.task) if result.answer else ""
        zeros = "" if one.count is None else str(one.count) if one.zeros is not None else "?"
        row = (result.name, result.version, str(result.status), answer, zeros, f"{result.wall_seconds:.3f} s")
        table.add_row(*map(Text, row))
    console.print(table)
    for one in verdict.checked:
        for remark in _remarks(one, subject):
            console.print(Text(f"{one.result.name}: {remark}"))
    console.print(Text(f"{verdict.kind}: {verdict.reason}", style=MARKS[verdict.kind]))
    if verdict.witness is not None:
        console.print(Text(f"witness: {verdict.witness.text}"))
        console.print(Text(_witness_text(verdict, subject)), soft_wrap=True)


def _remarks(one: CheckedResult, subject: EncodedPuzzle | PolynomialSystem) -> list[str]:
    remarks = []
    if one.result.reason:
        remarks.append(one.result.reason)
    if one.redundant:
        remarks.append(f"{one.redundant} redundant: the answer repeats what it says")
    if one.spurious and isinstance(subject, EncodedPuzzle):
        why = one.spurious[0][1]
        remarks.append(
            f"{len(one.spurious)} of its zeros are no solutions of the puzzle ({why}); "
            f"the encoding {subject.encoding} allows them"
        )
    if one.note and one.answered:
        remarks.append(one.note)
    return remarks


def _witness_text(verdict: Verdict, subject: EncodedPuzzle | PolynomialSystem) -> str:
    witness = verdict.witness
    assert witness is not None
    pieces = []
    if witness.point is not None:
        pairs = zip(verdict.variables, witness.point, strict=True)
        pieces.append("  at " + ", ".join(f"{name} = {value}" for name, value in pairs))
        if isinstance(subject, EncodedPuzzle) and subject.spurious(witness.point) is None:
            line = format_line(subject.decode(witness.point), subject.puzzle.layout.digits)
            pieces.append(f"  which is the solution {line}")
    if witness.extension is not None:
        coordinates = zip(verdict.variables, witness.extension.coordinates, strict=True)
        where = ", ".join(f"{name} = {value}" for name, value in coordinates)
        pieces.append(f"  at {where}, where {witness.extension.minimal} = 0")
    if witness.chain is not None:
        pieces.append(f"  on [{', '.join(map(str, witness.chain))}]")
    if witness.polynomial is not None:
        value = f" = {witness.value}" if witness.value else ""
        pieces.append(f"  {witness.polynomial}{value}")
    return "\n".join(pieces)
