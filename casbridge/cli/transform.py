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

import secrets
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import click

from casbridge.cli import options
from casbridge.cli.output import JsonStream, print_document, say, stopped, to_json
from casbridge.cli.own_limits import OwnLimits
from casbridge.cli.transformed import FORMS, described, form_of_puzzles, in_json, print_puzzles
from casbridge.errors import LimitError, UsageError
from casbridge.making.book import sixty_four_of_each
from casbridge.making.canonical import Seen
from casbridge.making.chance import LARGEST_DEFAULT_SEED, LARGEST_SEED, Chance
from casbridge.making.layout_symmetries import random_transformation
from casbridge.making.transformations import Transformation, from_words
from casbridge.puzzles import Layout, Puzzle


@options.command(__doc__, source="INPUT")
@click.option("--by", "words", metavar="WORDS", help="The transformation in words.")
@click.option("--inverse", is_flag=True, help="With --by: the transformation that undoes it.")
@click.option("--random", "by_chance", is_flag=True, help="Any transformation of the layout, each as probable.")
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="With --random: the same number, the same transformations.  [default: by chance]",
)
@click.option("--copies", type=options.COUNT, help="With --random: so many of each puzzle.  [default: 1]")
@click.option("--book", is_flag=True, help="64 of each puzzle, in 64 groups, numbered from 1.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
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
    chosen = form_of_puzzles(form, (puzzle.layout for puzzle in puzzles), count) if asked.is_text else None
    if by_chance and seed is None:
        seed = secrets.randbelow(LARGEST_DEFAULT_SEED)
        if chosen is not None:
            say(f"--seed {seed}")
    head = {"seed": seed} if by_chance else {}
    if book:
        made = _of_book(puzzles, own)
    elif words is not None:
        made = _by_words(puzzles, words, inverse, own)
    else:
        made = _by_chance(puzzles, seed or 0, copies or 1, own)
    if chosen is not None:
        _print(made, chosen, count, count_different=book)
    elif asked.as_jsonl:
        for one in made:
            print_document({**head, **one.document()})
    elif count == 1:
        print_document({**head, **next(made).document()})
    else:
        return _print_json(made, head)
    return 0


def _print_json(made: Iterator[_Image], head: Mapping[str, Any]) -> int:
    """Several results, each as it comes. A limit ends them, and not the document."""
    count = 0
    end: dict[str, Any] = {"status": "complete"}
    code = 0
    first = next(made)

    def texts() -> Iterator[str]:
        nonlocal count, end, code
        try:
            for one in chain([first], made):
                count += 1
                yield to_json(one.document())
        except LimitError as error:
            end, code = stopped(error), error.exit_code

    stream = JsonStream(head)
    stream.items("results", texts())
    stream.close({"count": count, **end})
    return code


class _Image(NamedTuple):
    """A puzzle made of another one, and its document in JSON."""

    head: Mapping[str, Any]
    source: Puzzle
    puzzle: Puzzle
    transformation: Transformation

    def document(self) -> dict[str, Any]:
        return {
            **self.head,
            **described(self.source),
            "status": "complete",
            "transformation": in_json(self.transformation),
            "result": described(self.puzzle),
        }


def _print(made: Iterator[_Image], form: str, count: int, *, count_different: bool) -> None:
    """Each puzzle as it comes. A single one: how it was made. The book: how many are different, if some are equal."""
    seen = Seen()

    def puzzles() -> Iterator[Puzzle]:
        for one in made:
            if count_different:
                seen.add(one.puzzle)
            yield one.puzzle
            if count == 1:
                transformations.append(one.transformation)

    transformations: list[Transformation] = []
    print_puzzles(puzzles(), form)
    if transformations:
        say(str(transformations[0]))
    if count_different and len(seen) < count:
        say(f"{count} puzzles, {len(seen)} different")


def _by_words(puzzles: list[Puzzle], words: str, inverse: bool, own: OwnLimits) -> Iterator[_Image]:
    by_layout: dict[Layout, Transformation] = {}
    for one, puzzle in own.of_each(puzzles):
        with one:
            if puzzle.layout not in by_layout:
                read = from_words(words, puzzle.layout, deadline=one.deadline)
                by_layout[puzzle.layout] = read.inverse() if inverse else read
            transformation = by_layout[puzzle.layout]
            made = _Image({}, puzzle, transformation(puzzle), transformation)
        yield made


def _by_chance(puzzles: list[Puzzle], seed: int, copies: int, own: OwnLimits) -> Iterator[_Image]:
    """The seed and a number, counted through all that is made, decide on each transformation."""
    for place, (one, puzzle) in enumerate(own.of_each(puzzles)):
        for copy in range(1, copies + 1):
            with one:
                chance = Chance(seed, place * copies + copy)
                transformation = random_transformation(puzzle.layout, chance, deadline=one.deadline)
                made = _Image({"copy": copy} if copies > 1 else {}, puzzle, transformation(puzzle), transformation)
            yield made


def _of_book(puzzles: list[Puzzle], own: OwnLimits) -> Iterator[_Image]:
    """All 64 transformations of all puzzles are one job."""
    with own:
        for found in own.each(sixty_four_of_each(puzzles)):
            head = {"number": found.number, "group": found.group, "source": found.source}
            yield _Image(head, puzzles[found.source - 1], found.puzzle, found.transformation)
