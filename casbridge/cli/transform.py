"""casbridge transform

Words, with ; between steps:
  transpose, half turn, quarter turn clockwise (or anticlockwise),
  reflection in the middle row (middle column, other diagonal),
  exchange rows 1 and 2 (columns, bands, stacks, digits),
  rows 1->2->3->1, 4->5->4: cycles (columns, bands, stacks, digits);
  of a graph: vertices, colours.

Examples:
  casbridge transform puzzle.txt --by "transpose; exchange rows 1 and 2"
  casbridge transform puzzle.txt --by "digits 1->2->1" --inverse
  casbridge transform puzzles.txt --random --seed 7 --copies 10
  casbridge transform thirty-six.txt --book > 2304.txt
  casbridge transform thirty-six.txt --book --jsonl > 2304.jsonl
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import click

from casbridge.chance import LARGEST_SEED, Chance, new_seed
from casbridge.cli import options
from casbridge.cli.output import Documents, answer_each, input_document, print_document, say, stopped, to_json
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Stopwatch
from casbridge.making.symmetries import (
    AutomorphismGroup,
    CanonicalForm,
    Seen,
    automorphism_group,
    canonical_form,
    equivalent,
    random_transformation,
)
from casbridge.making.transformations import Transformation, from_words, sixty_four_of_each
from casbridge.puzzles import Layout, Puzzle, printing
from casbridge.puzzles.printing import has_lines, line_is_read
from casbridge.puzzles.variants.printing import by_key


@options.command(__doc__, source="INPUT", reading="puzzles")
@click.option("--by", "words", metavar="WORDS", help="The transformation in words.")
@click.option("--inverse", is_flag=True, help="With --by: the transformation that undoes it.")
@click.option(
    "--random", "by_chance", is_flag=True, help="A random transformation of the layout; all are equally likely."
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="With --random: the same seed gives the same transformations.  [default: by chance]",
)
@click.option("--copies", type=options.COUNT, help="With --random: so many of each puzzle.  [default: 1]")
@click.option("--book", is_flag=True, help="64 of each puzzle, in 64 groups, numbered from 1.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["line", "grid", "toml"]),
    help="A line a puzzle, or a drawn grid, or TOML.  [default: line, or TOML where a line does not say all]",
)
def command(
    asked: options.Asked,
    words: str | None,
    inverse: bool,
    by_chance: bool,
    seed: int | None,
    copies: int | None,
    book: bool,
    form: str | None,
) -> int:
    """Turn the puzzles in INPUT into equivalent ones: cells go to cells so that units become units, and digits get new
    names.

    The solutions of the new puzzle are those of the old one, transformed. Standard error has the transformation of a
    single puzzle; --json and --jsonl have all of them.
    """
    if (words is not None) + by_chance + book != 1:
        raise UsageError("no transformation, or several", expected="one of --by WORDS, --random, --book")
    if inverse and words is None:
        raise UsageError("--inverse without --by", expected="both, or neither")
    for name, given in (("--seed", seed), ("--copies", copies)):
        if given is not None and not by_chance:
            raise UsageError(f"{name} without --random", expected="both, or neither")
    if form is not None and not asked.is_text:
        raise UsageError("--format with JSON", expected="one of them")
    with asked.own_limits() as own:
        puzzles = asked.puzzles()
    count = len(puzzles) * (64 if book else copies or 1)
    if asked.is_text:
        form = _form_of(form, puzzles, count)
    if by_chance and seed is None:
        seed = new_seed()
        if asked.is_text:
            say(f"--seed {seed}")
    head = {"seed": seed} if by_chance else {}
    by_layout: dict[Layout, Transformation] = {}

    def choose(layout: Layout, number: int, deadline: Deadline) -> Transformation:
        if words is None:
            return random_transformation(layout, Chance(seed or 0, number), deadline=deadline)
        if layout not in by_layout:
            read = from_words(words, layout, deadline=deadline)
            by_layout[layout] = read.inverse() if inverse else read
        return by_layout[layout]

    made = _of_book(puzzles, own) if book else _images(puzzles, copies or 1, own, choose)
    if asked.is_text:
        _print_images(made, form, count, count_different=book)
    elif asked.as_jsonl or count == 1:
        for one in made:
            print_document({**head, **one.document()})
    else:
        return _print_json(made, head, asked)
    return 0


def _print_json(made: Iterator[_Image], head: Mapping[str, Any], asked: options.Asked) -> int:
    """Several results, each as it comes. A limit ends them, and not the document."""
    first = next(made)
    end: dict[str, Any] = {"count": 0, "status": "complete"}

    def texts() -> Iterator[str]:
        try:
            for one in chain([first], made):
                end["count"] += 1
                yield to_json(one.document())
        except LimitError as error:
            end.update(stopped(error))

    Documents(asked, several=False).write(head, "results", texts(), lambda: end)
    return 0 if end["status"] == "complete" else LimitError.exit_code


#: Gives the transformation for a layout, a number counted from 1 through all that is made, and the deadline.
_Choose = Callable[[Layout, int, Deadline], Transformation]


class _Image(NamedTuple):
    """A puzzle made of another one."""

    head: Mapping[str, Any]
    source: Puzzle
    puzzle: Puzzle
    transformation: Transformation

    def document(self) -> dict[str, Any]:
        return {
            **self.head,
            **_described(self.source),
            "status": "complete",
            "transformation": _in_json(self.transformation),
            "result": _described(self.puzzle),
        }


def _print_images(made: Iterator[_Image], form: str | None, count: int, *, count_different: bool) -> None:
    seen, told = Seen(), set[Layout]()
    for one in made:
        if count_different:
            seen.add(one.puzzle)
        _print_puzzle(one.puzzle, form, told)
        if count == 1:
            say(str(one.transformation))
    if count_different and len(seen) < count:
        say(f"{count} puzzles, {len(seen)} different")


def _images(puzzles: list[Puzzle], copies: int, own: options.OwnLimits, choose: _Choose) -> Iterator[_Image]:
    for place, (one, puzzle) in enumerate(own.of_each(puzzles)):
        for copy in range(1, copies + 1):
            with one:
                transformation = choose(puzzle.layout, place * copies + copy, one.deadline)
                made = _Image({"copy": copy} if copies > 1 else {}, puzzle, transformation(puzzle), transformation)
            yield made


def _of_book(puzzles: list[Puzzle], own: options.OwnLimits) -> Iterator[_Image]:
    """All 64 transformations of all puzzles are one job."""
    with own:
        for found in own.each(sixty_four_of_each(puzzles)):
            head = {"number": found.number, "group": found.group, "source": found.source}
            yield _Image(head, puzzles[found.source - 1], found.puzzle, found.transformation)


# -- canonical --------------------------------------------------------------------------------------------------------

_CANONICAL = """casbridge canonical

Examples:
  casbridge canonical .4.....1..3.2...
  casbridge canonical puzzle.txt --automorphisms
  casbridge canonical puzzles.txt | sort | uniq -c
  casbridge canonical puzzles.txt --jsonl
"""


@options.command(_CANONICAL, source="INPUT", reading="puzzles")
@click.option("--automorphisms", is_flag=True, help="Also the automorphism group of each puzzle: order and generators.")
def canonical_command(asked: options.Asked, automorphisms: bool) -> int:
    """Give the canonical form of each puzzle in INPUT: the least line of all equivalent puzzles, blanks before digits.

    Puzzles are equivalent if and only if their forms are equal. Each puzzle gives a line, - if it has no form. For one
    puzzle, standard error has the transformation that leads to the form.
    """
    with asked.own_limits() as own:
        puzzles = asked.puzzles()

    def find(job: options.OwnLimits, puzzle: Puzzle, documents: Documents) -> int:
        watch = Stopwatch()
        try:
            form = canonical_form(puzzle, deadline=job.deadline)
            group = automorphism_group(puzzle, deadline=job.deadline) if automorphisms else None
        except (LimitError, UnsupportedError) as error:
            if not documents.several:
                raise
            status = "stopped" if isinstance(error, LimitError) else "unsupported"
            document, code = {"form": None, "status": status, "reason": str(error)}, error.exit_code
            if asked.is_text:
                click.echo("-")
                say(f"casbridge: {puzzle.line}: {error}")
        else:
            document, code = _form_document(form, group), 0
            job.finish()
            if asked.is_text:
                _print_form(form, group, documents.several)
        documents.write({**_described(puzzle), **document, "seconds": round(watch.seconds, 6)})
        return code

    return answer_each(own, puzzles, asked, find, _described)


def _form_document(form: CanonicalForm, group: AutomorphismGroup | None) -> dict[str, Any]:
    found, how = _described(form.puzzle), _in_json(form.transformation)
    document = {"status": "complete", "form": found["puzzle"], "form_layout": found["layout"], "transformation": how}
    document |= {f"form_{key}": found[key] for key in ("regions", "constraints") if key in found}
    if group is not None:
        generators = [_in_json(generator) for generator in group.generators]
        sizes = {"relabellings": group.relabellings, "orbit": group.orbit}
        document["automorphisms"] = {"order": group.order, "generators": generators, **sizes}
    return document


def _print_form(form: CanonicalForm, group: AutomorphismGroup | None, several: bool) -> None:
    if several:
        click.echo(form.puzzle.line if group is None else f"{form.puzzle.line}  {group.order}")
        return
    _print_puzzle(form.puzzle, _form_of(None, [form.puzzle], 1), set())
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


@options.command(_EQUIVALENT, reading="puzzles", jsonl=None)
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
        both, how = [_described(one), _described(other)], None if found is None else _in_json(found)
        answer = {"equivalent": found is not None, "puzzles": both, "transformation": how}
        print_document({"status": "complete", **answer})
    else:
        unmoved = "not equivalent"
        if one.layout.constraints or other.layout.constraints:
            unmoved += " by transformations that keep the constraints as a whole"
        click.echo(unmoved if found is None else f"equivalent: {found}")
    return 0 if found is not None else 1


# -- what the commands share ------------------------------------------------------------------------------------------


def _described(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle in JSON, with the regions, edges or constraints of its layout."""
    layout = puzzle.layout
    document = input_document(puzzle)
    if layout.regions is not None:
        document["regions"] = [region + 1 for region in layout.regions]
    if layout.family == "graph":
        document["edges"] = [[a + 1, b + 1] for a, b in layout.edges]
    if layout.constraints:
        document["constraints"] = by_key(layout.constraints, layout.side)
    return document


def _in_json(transformation: Transformation) -> dict[str, Any]:
    """A transformation in words, and with the images of cells and digits, all counted from 1."""
    cells = [cell + 1 for cell in transformation.cells]
    return {"words": str(transformation), "cells": cells, "digits": list(transformation.digits)}


def how_to_read(layout: Layout) -> str | None:
    """How to read back the puzzles of a layout in lines; None if they read back by themselves.

    >>> from casbridge.puzzles import latin
    >>> how_to_read(latin(4))
    'Latin squares: read them with --family latin'
    """
    if not has_lines(layout) or line_is_read(layout):
        return None
    if layout.family == "latin":
        return "Latin squares: read them with --family latin"
    assert layout.box is not None
    return f"boxes {layout.box[0]}×{layout.box[1]}: read it with --box {layout.box[0]}x{layout.box[1]}"


def _form_of(form: str | None, puzzles: Iterable[Puzzle], count: int) -> str:
    """The form in which `count` puzzles with such layouts are printed. Unless asked for, it says all about each."""
    odd = next((puzzle.layout for puzzle in puzzles if not has_lines(puzzle.layout)), None)
    chosen = form or ("line" if odd is None else "toml")
    if chosen == "line" and odd is not None:
        raise UsageError(f"a {odd.description} as a line", expected="--format toml, --json or --jsonl")
    if chosen != "line" and count > 1:
        raise UsageError(f"{count} puzzles as {chosen}", expected="lines, or --jsonl")
    return chosen


def _print_puzzle(puzzle: Puzzle, form: str | None, told: set[Layout]) -> None:
    """A puzzle in a form that `_form_of` chose. told: layouts that need no further remark."""
    if form != "line":
        click.echo((printing.print_grid if form == "grid" else printing.print_toml)(puzzle), nl=False)
        return
    if puzzle.layout not in told and (how := how_to_read(puzzle.layout)):
        say(how)
    told.add(puzzle.layout)
    click.echo(puzzle.line)
