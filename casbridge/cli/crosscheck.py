"""casbridge crosscheck

Examples:
  casbridge crosscheck .4.....1..3.2... --backends reference,singular:char_series,sympy
  casbridge crosscheck 2x2 --backends reference,singular --timeout 60
  casbridge crosscheck system.xml --backends singular:std,sympy:groebner --json
  casbridge crosscheck --count 3x3
Exit code: 0 if all that answered agree, 1 if they disagree, 3 if fewer than two answered or the answers cannot be
compared, 4 if only limits on time or memory stand in the way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.cli import options
from casbridge.cli.output import (
    Documents,
    answer_each,
    backends_at_work,
    exit_code,
    is_terminal,
    print_document,
    puzzle_document,
    worst,
)
from casbridge.cli.own_limits import OwnLimits
from casbridge.crosscheck import CheckedResult, Verdict, VerdictKind, crosscheck
from casbridge.crosscheck.run import DEFAULT_BACKENDS
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError
from casbridge.puzzles import Puzzle, format_line

if TYPE_CHECKING:
    from casbridge.counting.group_check import GroupVerdict

#: How a verdict looks on a terminal.
_MARKS = {"agree": "bold green", "consistent": "bold yellow", "disagree": "bold red", "undecided": "bold yellow"}
#: Columns that are aligned to the right.
_NUMBERS = ("order", "classes", "zeros", "time")


@options.command(__doc__, source="[INPUT]", encoding=True, limit=True)
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
def command(asked: options.Asked, shape: str | None, backends: str | None) -> int:
    """Ask several backends about INPUT in parallel, substitute every zero, compare the answers exactly.

    With --count they are asked about the symmetries by which grids are counted: the order of their group, and its
    conjugacy classes. Classes of the same size are matched one by one.
    """
    limits = asked.limits
    if shape is not None:
        _check_only({"shape", "backends", "seconds", "memory", "as_json", "as_jsonl"})
        return _crosscheck_symmetries(shape, backends, asked)
    if not options.is_given("source"):
        raise UsageError("neither INPUT nor --count", expected="a puzzle or a system, or --count 3x3, for example")
    given = ",".join(DEFAULT_BACKENDS) if backends is None else backends
    names = [name.strip() for name in given.split(",") if name.strip()]
    if not names:
        raise UsageError("no backends", expected="--backends reference,singular, for example")
    with asked.own_limits() as own:
        found = asked.inputs()
        asked.check_encoding(found)

    def check(job: OwnLimits, each: Puzzle | PolynomialSystem, documents: Documents) -> None:
        subject = asked.subject(each, job.deadline)
        # From here on each backend keeps the limits itself, and so does the comparison.
        job.finish()
        with backends_at_work() as show:
            verdict = crosscheck(subject, names, limits, show)
        if asked.is_text:
            click.echo("\n" if documents.codes else "", nl=False)
            _print_verdict(verdict, subject)
        codes = [exit_code(one.result.status, one.result.reason) for one in verdict.checked]
        limited = any(code and one.answered for code, one in zip(codes, verdict.checked, strict=True))
        code = _exit_code(verdict.kind, limited=limited, stopped=verdict.stopped or worst(codes) == 4)
        documents.add({} if asked.is_text else _document(verdict, subject), code)

    return answer_each(own, found, asked, check, lambda _: {})


def _check_only(fitting: set[str]) -> None:
    """Raise UsageError if an option was given that does not go with --count."""
    for parameter in click.get_current_context().command.params:
        name = parameter.name or ""
        if name not in fitting and options.is_given(name):
            what = "INPUT" if name == "source" else parameter.opts[0]
            raise UsageError(f"--count with {what}", expected="one or the other")


def _exit_code(kind: VerdictKind, *, limited: bool, stopped: bool) -> int:
    """The exit code of a verdict: 4 if only limits on time or memory stand in the way.

    limited: whether a limit ended the answer of one that agrees.
    stopped: whether only limits stand in the way of a verdict.
    """
    known = {VerdictKind.DISAGREE: 1, VerdictKind.AGREE: 0, VerdictKind.CONSISTENT: 4 if limited else 0}
    return known.get(kind, 4 if stopped else 3)


def _crosscheck_symmetries(text: str, backends: str | None, asked: options.Asked) -> int:
    """Compare what backends say of the symmetries of a grid of a shape, print it, and give the exit code."""
    from casbridge.counting.group_check import SOURCES, crosscheck_group
    from casbridge.counting.shapes import BoxShape

    shape = BoxShape.of(text)
    with backends_at_work() as show:
        verdict = crosscheck_group(shape, ",".join(SOURCES) if backends is None else backends, asked.limits, show)
    if asked.is_text:
        rows = []
        for result in verdict.results:
            facts = result.answer
            order = str(facts.order) if facts else ""
            classes = str(len(facts.classes)) if facts and facts.classes is not None else ""
            seconds = f"{result.wall_seconds:.3f} s"
            rows.append((result.name, result.version, str(result.status), order, classes, seconds))
        headings = ("backend", "version", "status", "order", "classes", "time")
        remarks = [f"{result.name}: {result.reason}" for result in verdict.results if result.reason]
        _print_table(headings, rows, remarks, verdict)
        if verdict.witness is not None and verdict.witness.symmetry is not None:
            images = " ".join(str(cell + 1) for cell in verdict.witness.symmetry)
            click.echo(f"witness: the symmetry that takes the cells, row by row, to {images}")
    else:
        print_document(verdict.as_dict())
    codes = [exit_code(result.status) for result in verdict.results]
    return _exit_code(verdict.kind, limited=4 in codes, stopped=worst(codes) == 4)


def _document(verdict: Verdict, subject: EncodedPuzzle | PolynomialSystem) -> dict[str, Any]:
    """The verdict in JSON's types."""
    system = system_of(subject)
    about: dict[str, Any] = {"name": system.name} if system.name else {}
    if isinstance(subject, EncodedPuzzle):
        about |= puzzle_document(subject.puzzle)
    status = "undecided" if verdict.kind is VerdictKind.UNDECIDED else "complete"
    return {**about, "status": status, "field": system.ring.field.name, **verdict.as_dict()}


def _print_verdict(verdict: Verdict, subject: EncodedPuzzle | PolynomialSystem) -> None:
    rows = []
    for one in verdict.checked:
        result = one.result
        answer = str(result.answer.task) if result.answer else ""
        zeros = "" if one.count is None else str(one.count) if one.zeros is not None else "?"
        rows.append((result.name, result.version, str(result.status), answer, zeros, f"{result.wall_seconds:.3f} s"))
    remarks = [f"{one.result.name}: {remark}" for one in verdict.checked for remark in _remarks(one, subject)]
    _print_table(("backend", "version", "status", "answer", "zeros", "time"), rows, remarks, verdict)
    if verdict.witness is not None:
        click.echo(f"witness: {verdict.witness.text}")
        click.echo(_witness_text(verdict, subject))


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


def _print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], remarks: Iterable[str], verdict: Verdict | GroupVerdict
) -> None:
    """A table of the results; below it remarks, and the verdict in its colour."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    width = None if is_terminal(sys.stdout) or "COLUMNS" in os.environ else 120
    console = Console(width=width, highlight=False, emoji=False, soft_wrap=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in _NUMBERS else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)
    for remark in remarks:
        console.print(Text(remark))
    console.print(Text(f"{verdict.kind}: {verdict.reason}", style=_MARKS[verdict.kind]))
