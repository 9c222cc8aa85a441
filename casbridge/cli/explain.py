"""casbridge explain"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem
from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import is_terminal, overall, print_document, say, to_json, worst
from casbridge.errors import UsageError
from casbridge.logic import LEVELS, Explanation, Outcome, Step, Theorem, explain
from casbridge.logic.notation import arrays, book_records, book_step
from casbridge.logic.words import describe, describe_records
from casbridge.puzzles import Puzzle
from casbridge.puzzles.drawing import draw_text

EPILOG = """\b
Examples:
  casbridge explain .4.....1..3.2...
  casbridge explain puzzle.txt --no-zeroing
  casbridge explain puzzle.txt --notation book --records
  casbridge explain puzzle.txt --html explanation.html
  casbridge explain puzzle.txt --verify singular
  casbridge explain puzzles.txt --jsonl
Exit code: 1 if a step is refused, 4 if the time was over.
"""

_CODES = {Outcome.TIMEOUT: 4}
_STATUS = {Outcome.STOPPED: "partial", Outcome.TIMEOUT: "timeout"}
_SAID = {
    Outcome.SOLVED: "solved, each value follows: there is no other solution",
    Outcome.CONTRADICTION: "there is no solution",
    Outcome.SEVERAL: "there are several solutions: no candidate that is left is false",
    Outcome.STOPPED: "no theorem up to this class applies any more",
    Outcome.TIMEOUT: "the time was over",
}
_FIELD_NAMES = ("values", "counts", "orders", "candidates")


@click.command(name="explain", epilog=EPILOG)
@options.input_options
@click.option(
    "--up-to", type=click.Choice(LEVELS), default=LEVELS[-1], show_default=True, help="The hardest theorems to use."
)
@click.option(
    "--notation",
    type=click.Choice(["words", "book"]),
    default="words",
    show_default=True,
    help="Sentences, or NA, NAK, MMK, KH and marks such as I7, J39, G12.",
)
@click.option("--zeroing/--no-zeroing", default=True, help="Steps of Theorem 1 too.  [default: --zeroing]")
@click.option("--records", is_flag=True, help="What zeroed each candidate, cell by cell, at the end or --at a step.")
@click.option("--at", type=click.IntRange(0), help="Show the state after so many steps, not the steps.")
@click.option("--timeout", type=options.SecondsType(), help="Wall time for each puzzle: 10, 5m, 1h.")
@options.json_option
@options.jsonl_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    up_to: str,
    notation: str,
    zeroing: bool,
    records: bool,
    at: int | None,
    timeout: float | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Solve the puzzles in INPUT step by step, always by the easiest theorem that applies, and say why.

    Each step names its theorem, its cells and its units, and for each candidate that is zeroed the cell that did it.
    The class of the hardest theorem is the puzzle's difficulty. For several puzzles there is a line for each.
    """
    options.check_forms(as_json, as_jsonl)
    found = options.read_input(source, colours, box, family, lines)
    if isinstance(found, PolynomialSystem):
        raise UsageError("a polynomial system, not a puzzle", expected="a puzzle", hint="use casbridge charseries")
    explained = (explain(puzzle, up_to=up_to, seconds=timeout) for puzzle in found)
    return worst(_print(one, notation, zeroing, records, at, len(found) > 1) for one in explained)


def _print(
    explanation: Explanation, notation: str, zeroing: bool, records: bool, at: int | None, several: bool
) -> int:
    if several:
        puzzle, difficulty = explanation.puzzle, explanation.difficulty
        end = explanation.solution.line if explanation.solution else explanation.outcome
        click.echo(f"{puzzle.line}  {end}  {summary(explanation)}")
        return _CODES.get(explanation.outcome, 0)
    steps = explanation.steps
    if at is not None and at > len(steps):
        raise UsageError(f"--at {at}", expected=f"at most {len(steps)}, the number of steps")
    state = explanation.last_state
    if at is not None:
        state = next(one for number, one in enumerate(explanation.states()) if number == at)
        click.echo(arrays(state) if notation == "book" else arrays(state, _FIELD_NAMES))
    else:
        for line in _lines(explanation.puzzle, steps, notation, zeroing):
            click.echo(line)
        click.echo()
        if explanation.solution:
            click.echo(draw_text(explanation.puzzle, explanation.solution, colour=is_terminal(sys.stdout)))
    if records:
        click.echo()
        click.echo(book_records(state) if notation == "book" else describe_records(state))
    if at is None:
        click.echo(f"{_SAID[explanation.outcome]}")
        click.echo(summary(explanation))
    return _CODES.get(explanation.outcome, 0)


def _lines(
    puzzle: Puzzle, steps: tuple[Step, ...], notation: str, zeroing: bool, before: str = ""
) -> Iterator[str]:
    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        if step.theorem is Theorem.ZEROING and not zeroing:
            continue
        place = f"{before}{number:>{width}}" if not before else f"{before}{number}"
        said = book_step(puzzle, step) if notation == "book" else describe(puzzle.layout, step)
        if step.nested:
            yield from _lines(puzzle, step.nested, notation, zeroing, f"    {place.strip()}.")
        yield f"{place}  {said}"


def summary(explanation: Explanation) -> str:
    """wings (5 of 8): 61 steps, 50 hidden singles, …"""
    difficulty = explanation.difficulty
    if not difficulty.level:
        return "no step was needed" if explanation.outcome is Outcome.SOLVED else "no theorem applies"
    uses = [f"{number} × {theorem}" for theorem, number in difficulty.uses if theorem.level]
    depth = f"; {difficulty.presets} presets in all, depth {difficulty.depth}" if difficulty.presets else ""
    return f"{difficulty.level} ({difficulty.rank} of {len(LEVELS)}), {difficulty.steps} steps: {', '.join(uses)}{depth}"
