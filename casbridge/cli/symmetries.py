"""casbridge crosscheck --count"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from shutil import get_terminal_size

import click

from casbridge.cli.crosscheck import MARKS, Display
from casbridge.cli.output import exit_code, is_terminal, print_document
from casbridge.counting.group_check import SOURCES, crosscheck_group
from casbridge.counting.group_comparison import GroupResult, GroupVerdict
from casbridge.counting.shapes import BoxShape
from casbridge.crosscheck import VerdictKind
from casbridge.limits import Limits


def crosscheck_symmetries(text: str, backends: str | None, limits: Limits, *, as_json: bool) -> int:
    """Compare what backends say of the symmetries of a grid of the shape, print it, and give the exit code."""
    shape = BoxShape.of(text)
    names = ",".join(SOURCES) if backends is None else backends
    display = Display([]) if is_terminal(sys.stderr) else None
    with display or nullcontext():
        verdict = crosscheck_group(shape, names, limits, display.show if display else None)
    if as_json:
        print_document(verdict.as_dict())
    else:
        _print_table(verdict)
    return _exit_code(verdict)


def _exit_code(verdict: GroupVerdict) -> int:
    """4 where only limits on time or memory stand in the way of an agreement."""
    if verdict.kind is VerdictKind.DISAGREE:
        return 1
    if verdict.kind is VerdictKind.AGREE:
        return 0
    codes = {exit_code(result.status) for result in verdict.results}
    if verdict.kind is VerdictKind.CONSISTENT:
        return 4 if 4 in codes else 0
    return 4 if 4 in codes and 3 not in codes else 3


def _print_table(verdict: GroupVerdict) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    width = None if is_terminal(sys.stdout) else get_terminal_size((120, 24)).columns
    console = Console(width=width, highlight=False, emoji=False, soft_wrap=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("backend", "version", "status", "order", "classes", "time"):
        right = heading in ("order", "classes", "time")
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for result in verdict.results:
        table.add_row(*map(Text, _row(result)))
    console.print(table)
    for result in verdict.results:
        if result.reason:
            console.print(Text(f"{result.name}: {result.reason}"))
    console.print(Text(f"{verdict.kind}: {verdict.reason}", style=MARKS[verdict.kind]))
    witness = verdict.witness
    if witness is not None and witness.symmetry is not None:
        images = " ".join(str(cell + 1) for cell in witness.symmetry)
        click.echo(f"witness: the symmetry that takes the cells, row by row, to {images}")


def _row(result: GroupResult) -> tuple[str, ...]:
    facts = result.facts
    order = str(facts.order) if facts else ""
    classes = str(len(facts.classes)) if facts and facts.classes is not None else ""
    return (result.name, result.version, str(result.status), order, classes, f"{result.seconds:.3f} s")
