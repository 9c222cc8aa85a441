"""casbridge transform"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import print_document, say, to_json
from casbridge.cli.transformed import FORMS, described, in_json, print_puzzles, read_puzzles
from casbridge.errors import UsageError
from casbridge.making.book import sixty_four_of_each
from casbridge.making.layout_symmetries import random_transformation
from casbridge.making.transformations import Transformation
from casbridge.making.words import from_words
from casbridge.puzzles import Puzzle

EPILOG = """\b
Words, with ; between steps:
  transpose, half turn, quarter turn clockwise (or anticlockwise),
  reflection in the middle row (middle column, other diagonal),
  exchange rows 1 and 2 (columns, bands, stacks, digits),
  rows 1->2->3->1, 4->5->4: cycles (columns, bands, stacks, digits);
  of a graph: vertices, colours.

\b
Examples:
  casbridge transform puzzle.txt --by "transpose; exchange rows 1 and 2"
  casbridge transform puzzle.txt --by "digits 1->2->1" --inverse
  casbridge transform puzzles.txt --random --seed 7 --copies 10
  casbridge transform thirty-six.txt --book > 2304.txt
  casbridge transform thirty-six.txt --book --jsonl > 2304.jsonl
"""


@click.command(name="transform", epilog=EPILOG)
@options.input_options
@click.option("--by", "words", metavar="WORDS", help="The transformation in words.")
@click.option("--inverse", is_flag=True, help="With --by: the transformation that undoes it.")
@click.option("--random", "by_chance", is_flag=True, help="Any transformation of the layout, each as probable.")
@click.option("--seed", type=int, help="With --random: the same number, the same transformations.")
@click.option("--copies", type=click.IntRange(1), help="With --random: so many of each puzzle.  [default: 1]")
@click.option("--book", is_flag=True, help="64 of each puzzle, in 64 groups, numbered from 1.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    help="A line a puzzle, or a drawn grid, or TOML.  [default: line, or TOML where a line does not say all]",
)
@options.json_option
@options.jsonl_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    words: str | None,
    inverse: bool,
    by_chance: bool,
    seed: int | None,
    copies: int | None,
    book: bool,
    form: str | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Turn the puzzles in INPUT into equivalent ones: cells go to cells so that units become units, and digits get new
    names.

    The solutions of the new puzzle are those of the old one, transformed. Which transformation it was is said on
    standard error for one puzzle, and in --json and --jsonl.
    """
    options.check_forms(as_json, as_jsonl)
    if (words is not None) + by_chance + book != 1:
        raise UsageError("no transformation, or several", expected="one of --by WORDS, --random, --book")
    if inverse and words is None:
        raise UsageError("--inverse without --by", expected="both, or neither")
    for name, given in (("--seed", seed), ("--copies", copies)):
        if given is not None and not by_chance:
            raise UsageError(f"{name} without --random", expected="both, or neither")
    if form is not None and (as_json or as_jsonl):
        raise UsageError("--format with JSON", expected="one of them")
    puzzles = read_puzzles(source, colours, box, family, lines)
    if by_chance and seed is None:
        seed = _any_seed()
        if not as_json and not as_jsonl:
            say(f"--seed {seed}")
    head = {"seed": seed} if by_chance else {}
    if book:
        made = _of_book(puzzles)
    elif words is not None:
        made = _by_words(puzzles, words, inverse)
    else:
        made = _by_chance(puzzles, seed or 0, copies or 1)
    if as_jsonl:
        for document, _ in made:
            click.echo(to_json({"schema": SCHEMA, **head, **document}))
        return 0
    if as_json:
        documents = [document for document, _ in made]
        if len(documents) == 1:
            print_document({**head, **documents[0]})
        else:
            print_document({**head, "status": "complete", "count": len(documents), "results": documents})
        return 0
    results = [found for _, found in made]
    print_puzzles([puzzle for puzzle, _ in results], form)
    if len(results) == 1:
        say(str(results[0][1]))
    return 0


def _any_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(10**6)


Made = Iterator[tuple[dict[str, Any], tuple[Puzzle, Transformation]]]


def _document(puzzle: Puzzle, made: Puzzle, transformation: Transformation, head: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **head,
        **described(puzzle),
        "status": "complete",
        "transformation": in_json(transformation),
        "result": described(made),
    }


def _by_words(puzzles: list[Puzzle], words: str, inverse: bool) -> Made:
    by_layout: dict[Any, Transformation] = {}
    for puzzle in puzzles:
        if puzzle.layout not in by_layout:
            read = from_words(words, puzzle.layout)
            by_layout[puzzle.layout] = read.inverse() if inverse else read
        transformation = by_layout[puzzle.layout]
        made = transformation(puzzle)
        yield _document(puzzle, made, transformation, {}), (made, transformation)


def _by_chance(puzzles: list[Puzzle], seed: int, copies: int) -> Made:
    from random import Random

    random = Random(seed)
    for puzzle in puzzles:
        for copy in range(copies):
            transformation = random_transformation(puzzle.layout, random)
            made = transformation(puzzle)
            head = {"copy": copy + 1} if copies > 1 else {}
            yield _document(puzzle, made, transformation, head), (made, transformation)


def _of_book(puzzles: list[Puzzle]) -> Made:
    for found in sixty_four_of_each(puzzles):
        head = {"number": found.number, "group": found.group, "source": found.source}
        document = _document(puzzles[found.source - 1], found.puzzle, found.transformation, head)
        yield document, (found.puzzle, found.transformation)
