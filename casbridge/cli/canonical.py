"""casbridge canonical and casbridge equivalent

Examples:
  casbridge canonical .4.....1..3.2...
  casbridge canonical puzzle.txt --automorphisms
  casbridge canonical puzzles.txt | sort | uniq -c
  casbridge canonical puzzles.txt --jsonl
"""

from __future__ import annotations

from typing import Any

import click

from casbridge.cli import options
from casbridge.cli.output import Documents, answer_each, print_document, say
from casbridge.cli.own_limits import OwnLimits
from casbridge.cli.transformed import described, form_of_puzzles, in_json, print_puzzles
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Stopwatch
from casbridge.making.canonical import AutomorphismGroup, CanonicalForm, automorphism_group, canonical_form, equivalent
from casbridge.puzzles import Puzzle


@options.command(__doc__, source="INPUT")
@click.option("--automorphisms", is_flag=True, help="Also what takes each puzzle to itself: order and generators.")
def command(asked: options.Asked, automorphisms: bool) -> int:
    """Give the canonical form of each puzzle in INPUT: the least line of all equivalent puzzles, blanks before digits.

    Puzzles are equivalent if and only if their forms are equal. Each puzzle gives a line, - if it has no form. For one
    puzzle, standard error has the transformation that leads to the form.
    """
    with asked.own_limits() as own:
        puzzles = asked.puzzles()

    def find(job: OwnLimits, puzzle: Puzzle, documents: Documents) -> None:
        watch = Stopwatch()
        try:
            form = canonical_form(puzzle, deadline=job.deadline)
            group = automorphism_group(puzzle, deadline=job.deadline) if automorphisms else None
        except (LimitError, UnsupportedError) as error:
            if not documents.several:
                raise
            status = "stopped" if isinstance(error, LimitError) else "unsupported"
            document, code = (
                {**described(puzzle), "form": None, "status": status, "reason": str(error)},
                error.exit_code,
            )
            if asked.is_text:
                click.echo("-")
                say(f"casbridge: {puzzle.line}: {error}")
        else:
            document, code = _document(puzzle, form, group), 0
            job.finish()
            if asked.is_text:
                _print(form, group, documents.several)
        documents.add({**document, "seconds": round(watch.seconds, 6)}, code)

    return answer_each(own, puzzles, asked, find, described)


def _document(puzzle: Puzzle, form: CanonicalForm, group: AutomorphismGroup | None) -> dict[str, Any]:
    document = {
        **described(puzzle),
        "status": "complete",
        "form": described(form.puzzle)["puzzle"],
        "form_layout": form.puzzle.layout.description,
        "transformation": in_json(form.transformation),
    }
    if form.puzzle.layout.regions is not None:
        document["form_regions"] = described(form.puzzle)["regions"]
    if group is not None:
        document["automorphisms"] = {
            "order": group.order,
            "generators": [in_json(generator) for generator in group.generators],
            "relabellings": group.relabellings,
            "orbit": group.orbit,
        }
    return document


def _print(form: CanonicalForm, group: AutomorphismGroup | None, several: bool) -> None:
    if several:
        click.echo(form.puzzle.line if group is None else f"{form.puzzle.line}  {group.order}")
        return
    print_puzzles([form.puzzle], form_of_puzzles(None, [form.puzzle.layout], 1))
    say(str(form.transformation))
    if group is not None:
        click.echo(f"automorphisms: {group.order}")
        for generator in group.generators:
            click.echo(f"  {generator}")
        click.echo(f"equivalent puzzles: {group.orbit}")


# -- equivalent -------------------------------------------------------------------------------------------------------

_EQUIVALENT = """casbridge equivalent

Examples:
  casbridge equivalent 1............... ..............2.
  casbridge equivalent puzzle.txt other.txt --json
Exit code: 0 if they are equivalent, 1 if not.
"""


@options.command(_EQUIVALENT, name="equivalent", jsonl=None)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
def equivalent_command(asked: options.Asked, first: str, second: str) -> int:
    """Say whether the puzzles A and B are equivalent, and by which transformation of A.

    A and B are files, - for standard input, puzzles in one line, or shapes, with one puzzle each.

    Layouts count by their rules: boxes 1xn make a Latin square, and a jigsaw whose regions are boxes is that Sudoku.
    Other jigsaws can be turned and reflected; exchanges of rows or columns that make other regions do not count.
    """
    if first == second == "-":
        raise UsageError("standard input twice", expected="two puzzles")
    with asked.own_limits(f"{first} and {second}") as own:
        one, other = map(asked.puzzle, (first, second))
        found = equivalent(one, other, deadline=own.deadline)
    if asked.as_json:
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
