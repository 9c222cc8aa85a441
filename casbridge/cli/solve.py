"""casbridge solve

Examples:
  casbridge solve .4.....1..3.2...
  casbridge solve puzzles.txt --jsonl
  casbridge solve 2x2 --limit 10 --format line
  casbridge solve graph.col --colours 3
  casbridge solve puzzle.toml --format svg -o solution.svg
  casbridge solve puzzle.txt --backend singular:std --timeout 60
"""

from __future__ import annotations

import os
import sys
from collections import deque
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.cli import options
from casbridge.cli.output import (
    Documents,
    answer_each,
    exit_code,
    in_colour,
    input_document,
    print_document,
    say,
    to_json,
    write_or_print,
)
from casbridge.crosscheck.solving import Solving
from casbridge.errors import UsageError
from casbridge.puzzles.printing import draw_text

if TYPE_CHECKING:
    from casbridge.puzzles import Puzzle

_MOST_DRAWN = 4
_MOST_CELLS_DRAWN = 2_000
#: Form of a picture → the endings of its file.
_ENDINGS = {"svg": (".svg", ""), "html": (".html", ".htm", "")}


@options.command(__doc__, source="INPUT", encoding=True, limit=True, keep=True)
@options.BACKEND
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", *_ENDINGS]),
    default="text",
    help="Drawn grids, a line a solution, or a picture of the first solution.",
)
@click.option("-o", "--output", "file", type=options.FILE, help="File for a picture.")
def command(asked: options.Asked, backend: str, form: str, file: str | None) -> int:
    """Solve the puzzles in INPUT: all solutions, each checked against the puzzle's rules.

    Zeros from other backends are substituted into every equation too, and so are the first 1,000 of the reference.

    INPUT is a file, - for standard input, a puzzle in one line, or a shape such as 2x3 (the empty grid).
    """
    pictured = asked.is_text and form in _ENDINGS
    asked = asked._replace(of_a_job=replace(asked.of_a_job, limit=asked.of_a_job.limit or 1)) if pictured else asked
    with asked.own_limits() as own:
        found = asked.puzzles(hint="use casbridge charseries; --digits 20 lists its zeros in decimals")
        if file is not None and form not in _ENDINGS:
            raise UsageError("--output without a picture", expected="--format svg or --format html")
        if file is not None and not asked.is_text:
            raise UsageError("--output with JSON", expected="a picture in a file, or JSON on standard output")
        if file is not None and os.path.splitext(file)[1].lower() not in _ENDINGS[form]:
            found_name = f"{form} in {os.path.basename(file)}"
            raise UsageError(found_name, expected=f"a file that ends in {_ENDINGS[form][0]}")
        registry.split_zeros_name(backend)
        asked.check_encoding(found)
        if pictured and len(found) > 1:
            raise UsageError(f"{len(found)} puzzles for one picture", expected="one puzzle")

    def solve(job: options.OwnLimits, puzzle: Puzzle, documents: Documents) -> int:
        solving = Solving(asked.encode(puzzle, job.deadline), backend, asked.limits)
        if pictured:
            return _draw(solving, job, form, file)
        if asked.is_text:
            _print_text(solving, job, form, documents.several)
        else:
            _print_json(solving, job, documents, asked)
        assert solving.status is not None
        return exit_code(solving.status, solving.reason)

    return answer_each(own, found, asked, solve, input_document)


def _summary(solving: Solving) -> dict[str, Any]:
    return {
        "count": solving.count,
        "status": str(solving.status),
        "reason": solving.reason or None,
        "backend": solving.name,
        "version": solving.version,
        "seconds": round(solving.seconds, 6),
        "redundant": solving.redundant,
        "not_solutions": [{"point": [*map(str, point)], "why": why} for point, why in solving.spurious],
        "not_solutions_count": solving.spurious_count,
    }


def _print_json(solving: Solving, job: options.OwnLimits, documents: Documents, asked: options.Asked) -> None:
    texts = (to_json(solution.line) for solution in job.each(solving))
    if asked.as_jsonl and not documents.several:
        sys.stdout.writelines(f'{{"solution": {text}}}\n' for text in texts)
        print_document(_summary(solving))
    else:
        documents.write(input_document(solving.encoded.puzzle), "solutions", texts, lambda: _summary(solving))


def _statement(solving: Solving) -> str:
    """What the answer says of the puzzle: Propositions 4.1 to 4.3 of the paper."""
    number = solving.count
    if solving.status is Status.PARTIAL:
        return f"at least {number} solution{'s' * (number != 1)}"
    if solving.status is not Status.COMPLETE:
        return f"{number} solutions found before it stopped" if number else "no answer"
    return {0: "no solution", 1: "exactly one solution"}.get(number, f"exactly {number} solutions")


def _print_text(solving: Solving, own: options.OwnLimits, form: str, several: bool) -> None:
    puzzle = solving.encoded.puzzle
    colour = in_colour()
    solutions = own.each(solving)
    held = list(islice(solutions, 1 if several or form == "line" else _MOST_DRAWN + 1))
    if form == "line" or (len(held) > _MOST_DRAWN and not several):
        sys.stdout.writelines(solution.line + "\n" for solution in chain(held, solutions))
    elif several:
        deque(solutions, maxlen=0)  # the first is printed below
    elif held:
        for solution in held:
            click.echo(draw_text(puzzle, solution, colour=colour))
    elif solving.status is Status.COMPLETE and puzzle.layout.cells <= _MOST_CELLS_DRAWN:
        click.echo(draw_text(puzzle, colour=colour))
    said = _statement(solving)
    if several and form == "text":
        click.echo(f"{puzzle.line}  {held[0].line if held else '-'}  {said}")
    elif form == "text":
        about = f"{puzzle.layout.description}, {puzzle.clues} given"
        click.echo(f"{about}: {said}  ({solving.name}, {solving.seconds:.3f} s)")
    if solving.spurious_count:
        why, encoding = solving.spurious[0][1], solving.encoded.encoding
        one = solving.spurious_count == 1
        many = "1 zero of the system is no solution" if one else f"{solving.spurious_count} zeros are no solutions"
        allowed = "it" if one else "them"
        say(f"casbridge: {many} of the puzzle ({why}): the encoding {encoding} allows {allowed}, see casbridge audit")
    if solving.reason:
        say(f"casbridge: {solving.name}: {solving.status}: {solving.reason}")


def _draw(solving: Solving, own: options.OwnLimits, form: str, file: str | None) -> int:
    from casbridge.puzzles.drawing import draw_html, draw_svg

    first = next(own.each(solving), None)
    if first is None and solving.status is not Status.COMPLETE:
        say(f"casbridge: {solving.name}: {solving.status}: {solving.reason}")
        return exit_code(solving.status or Status.CRASHED, solving.reason)
    if first is None:
        say("casbridge: no solution; the puzzle alone is drawn")
    draw = draw_svg if form == "svg" else draw_html
    write_or_print(draw(solving.encoded.puzzle, first) + "\n", file)
    return 0
