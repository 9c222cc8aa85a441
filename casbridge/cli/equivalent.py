"""casbridge equivalent"""

from __future__ import annotations

import click

from casbridge.cli import options
from casbridge.cli.options import Output, Reading
from casbridge.cli.output import print_document
from casbridge.cli.own_limits import OwnLimits
from casbridge.cli.transformed import described, in_json
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.making.canonical import equivalent

_EPILOG = """\b
Examples:
  casbridge equivalent 1............... ..............2.
  casbridge equivalent puzzle.txt other.txt --json
Exit code: 0 if they are equivalent, 1 if not.
"""


@click.command(name="equivalent", epilog=_EPILOG)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@options.reading_options
@options.limit_options
@options.output_options(jsonl=None)
def command(first: str, second: str, reading: Reading, limits: Limits, output: Output) -> int:
    """Say whether the puzzles A and B are equivalent, and by which transformation of A.

    A and B are files, - for standard input, puzzles in one line, or shapes, with one puzzle each.

    Layouts count by their rules: boxes 1xn make a Latin square, and a jigsaw whose regions are boxes is that Sudoku.
    Other jigsaws can be turned and reflected; exchanges of rows or columns that make other regions do not count.
    """
    if first == second == "-":
        raise UsageError("standard input twice", expected="two puzzles")
    with OwnLimits(limits, f"{first} and {second}") as own:
        one, other = map(reading.puzzle, (first, second))
        found = equivalent(one, other, deadline=own.deadline)
    if output.as_json:
        print_document(
            {
                "status": "complete",
                "equivalent": found is not None,
                "puzzles": [described(one), described(other)],
                "transformation": None if found is None else in_json(found),
            }
        )
    else:
        click.echo("not equivalent" if found is None else f"equivalent: {found}")
    return 0 if found is not None else 1
