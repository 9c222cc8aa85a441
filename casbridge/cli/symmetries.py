"""casbridge crosscheck --count"""

from __future__ import annotations

import click

from casbridge.cli.output import exit_code, print_document, print_outcome, print_table
from casbridge.cli.progress import backends_at_work
from casbridge.counting.group_check import SOURCES, GroupResult, GroupVerdict, crosscheck_group
from casbridge.counting.shapes import BoxShape
from casbridge.crosscheck import VerdictKind
from casbridge.limits import Limits


def crosscheck_symmetries(text: str, backends: str | None, limits: Limits, *, as_json: bool) -> int:
    """Compare what backends say of the symmetries of a grid of a shape, print it, and give the exit code."""
    shape = BoxShape.of(text)
    names = ",".join(SOURCES) if backends is None else backends
    with backends_at_work() as show:
        verdict = crosscheck_group(shape, names, limits, show)
    if as_json:
        print_document(verdict.as_dict())
    else:
        headings = ("backend", "version", "status", "order", "classes", "time")
        print_table(headings, map(_row, verdict.results), right=("order", "classes", "time"))
        remarks = [f"{result.name}: {result.reason}" for result in verdict.results if result.reason]
        print_outcome(remarks, verdict.kind, verdict.reason)
        witness = verdict.witness
        if witness is not None and witness.symmetry is not None:
            images = " ".join(str(cell + 1) for cell in witness.symmetry)
            click.echo(f"witness: the symmetry that takes the cells, row by row, to {images}")
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


def _row(result: GroupResult) -> tuple[str, ...]:
    facts = result.answer
    order = str(facts.order) if facts else ""
    classes = str(len(facts.classes)) if facts and facts.classes is not None else ""
    return (result.name, result.version, str(result.status), order, classes, f"{result.wall_seconds:.3f} s")
