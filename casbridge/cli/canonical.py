"""casbridge canonical"""

from __future__ import annotations

from typing import Any

import click

from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import overall, print_document, say, to_json, worst
from casbridge.cli.transformed import described, form_of_puzzles, in_json, print_puzzles
from casbridge.errors import CasbridgeError, LimitError, UnsupportedError
from casbridge.limits import Stopwatch
from casbridge.making.canonical import AutomorphismGroup, CanonicalForm, automorphism_group, canonical_form
from casbridge.puzzles import Puzzle

EPILOG = """\b
Examples:
  casbridge canonical .4.....1..3.2...
  casbridge canonical puzzle.txt --automorphisms
  casbridge canonical puzzles.txt | sort | uniq -c
  casbridge canonical puzzles.txt --jsonl
"""


@click.command(name="canonical", epilog=EPILOG)
@options.input_options
@click.option("--automorphisms", is_flag=True, help="Also what takes each puzzle to itself: order and generators.")
@options.json_option
@options.jsonl_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    automorphisms: bool,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Give the canonical form of each puzzle in INPUT: the least line of all equivalent puzzles, blanks before digits.

    Puzzles are equivalent if and only if their forms are equal. It is a line a puzzle (- where there is no form); for
    one puzzle, the transformation that leads to the form is said on standard error.
    """
    options.check_forms(as_json, as_jsonl)
    puzzles = options.read_puzzles(source, colours, box, family, lines)
    several = len(puzzles) > 1
    documents: list[dict[str, Any]] = []
    codes: list[int] = []
    for puzzle in puzzles:
        watch = Stopwatch()
        try:
            form = canonical_form(puzzle)
            group = automorphism_group(puzzle) if automorphisms else None
        except (LimitError, UnsupportedError) as error:
            if not several:
                raise
            document = {**described(puzzle), "form": None, **_failed(error)}
            codes.append(error.exit_code)
            if not (as_json or as_jsonl):
                click.echo("-")
                say(f"casbridge: {puzzle.line}: {error}")
        else:
            document = _document(puzzle, form, group)
            codes.append(0)
            if not (as_json or as_jsonl):
                _print(form, group, several)
        document["seconds"] = round(watch.seconds, 6)
        if as_jsonl:
            click.echo(to_json({"schema": SCHEMA, **document}))
        elif as_json:
            documents.append(document)
    if as_json:
        print_document({"status": overall(codes), "results": documents} if several else documents[0])
    return worst(codes)


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


def _failed(error: CasbridgeError) -> dict[str, Any]:
    return {"status": "stopped" if isinstance(error, LimitError) else "unsupported", "reason": str(error)}


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
