"""casbridge solve"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from casbridge import files
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import JsonStream, close_results, exit_code, is_terminal, open_results, say, to_json, worst
from casbridge.crosscheck.solving import Solving
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.puzzles import Puzzle, Solution
from casbridge.puzzles.drawing import draw_html, draw_svg, draw_text

MOST_DRAWN = 4
MOST_CELLS_DRAWN = 2_000
_ENDINGS = {"svg": (".svg", ""), "html": (".html", ".htm", "")}

EPILOG = """\b
Examples:
  casbridge solve .4.....1..3.2...
  casbridge solve puzzles.txt --jsonl
  casbridge solve 2x2 --limit 10 --format line
  casbridge solve graph.col --colours 3
  casbridge solve puzzle.toml --format svg -o solution.svg
  casbridge solve puzzle.txt --backend singular:std --timeout 60
"""


@click.command(name="solve", epilog=EPILOG)
@options.input_options
@click.option("--backend", default="reference", show_default=True, help="name or name:method.")
@options.encoding_options
@options.limit_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "svg", "html"]),
    default="text",
    show_default=True,
    help="Drawn grids, a line a solution, or a picture of the first solution.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File for a picture.")
@options.json_option
@options.jsonl_option
def command(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    backend: str,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    simplify: str | None,
    limit: int | None,
    timeout: float | None,
    memory: int | None,
    form: str,
    output: Path | None,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Solve the puzzles in INPUT: all solutions, each checked against the puzzle's rules.

    Zeros from other backends are substituted into every equation too, those of the reference the first 1,000 of them.

    INPUT is a file, - for standard input, a puzzle in one line, or a shape such as 2x3 (the empty grid).
    """
    options.check_forms(as_json, as_jsonl)
    found = options.read_puzzles(source, colours, box, family, lines, hint="use casbridge charseries")
    if output is not None and form not in ("svg", "html"):
        raise UsageError("--output without a picture", expected="--format svg or --format html")
    if output is not None and (as_json or as_jsonl):
        raise UsageError("--output with JSON", expected="one of them: a picture in a file, or JSON on standard output")
    if output is not None and output.suffix.lower() not in _ENDINGS[form]:
        raise UsageError(f"{form} in {output.name}", expected=f"a file that ends in {_ENDINGS[form][0]}")
    registry.split_name(backend)
    options.check_options(found, encoding, field, values, domains)
    limits = options.limits_of(limit, timeout, memory)
    if form in ("svg", "html") and not as_json and not as_jsonl:
        if len(found) > 1:
            raise UsageError(f"{len(found)} puzzles for one picture", expected="one puzzle")
        limits = Limits(timeout, memory, limit or 1)
    jobs = (
        Solving(options.encode_input(puzzle, encoding, field, values, domains, simplify), backend, limits)
        for puzzle in found
    )
    several = len(found) > 1
    if as_jsonl:
        return _print_jsonl(jobs, several)
    if as_json:
        return _print_json(jobs, several)
    if form in ("svg", "html"):
        return _draw(next(jobs), form, output)
    return worst([_print_text(solving, form, several) for solving in jobs])


# -- JSON -------------------------------------------------------------------------------------------------------------


def _solution_texts(solving: Solving) -> Iterator[str]:
    for solution in solving:
        yield to_json(solution.line)


def _summary(solving: Solving) -> dict[str, Any]:
    assert solving.status is not None
    return {
        "count": solving.count,
        "status": str(solving.status),
        "reason": solving.reason or None,
        "backend": solving.name,
        "version": solving.version,
        "seconds": round(solving.seconds, 6),
        "redundant": solving.redundant,
        "not_solutions": [
            {"point": [str(coordinate) for coordinate in point], "why": why} for point, why in solving.spurious
        ],
        "not_solutions_count": solving.spurious_count,
    }


def _about(puzzle: Puzzle) -> dict[str, Any]:
    head = {"puzzle": puzzle.line, "layout": puzzle.layout.description}
    return {"name": puzzle.name, **head} if puzzle.name else head


def _print_json(jobs: Iterator[Solving], several: bool) -> int:
    codes: list[int] = []
    if several:
        open_results()
    for number, solving in enumerate(jobs):
        if number:
            sys.stdout.write(",\n")
        stream = JsonStream(_about(solving.encoded.puzzle), schema=not several)
        for _ in stream.items("solutions", _solution_texts(solving)):
            pass
        stream.close(_summary(solving))
        assert solving.status is not None
        codes.append(exit_code(solving.status, solving.reason))
    code = worst(codes)
    if several:
        close_results(codes)
    sys.stdout.write("\n")
    return code


def _print_jsonl(jobs: Iterator[Solving], several: bool) -> int:
    codes: list[int] = []
    for solving in jobs:
        if several:
            lines = [solution.line for solution in solving]
            document = {
                "schema": SCHEMA,
                **_about(solving.encoded.puzzle),
                "solutions": lines,
                **_summary(solving),
            }
            click.echo(to_json(document))
        else:
            for solution in solving:
                sys.stdout.write(f'{{"solution": {to_json(solution.line)}}}\n')
            summary = _summary(solving)
            click.echo(to_json({"schema": SCHEMA, **summary}))
        assert solving.status is not None
        codes.append(exit_code(solving.status, solving.reason))
        sys.stdout.flush()
    return worst(codes)


# -- text -------------------------------------------------------------------------------------------------------------


def statement(solving: Solving) -> str:
    """What the answer says of the puzzle: Propositions 4.1 to 4.3 of the paper."""
    number = solving.count
    if solving.status is Status.PARTIAL:
        return f"at least {number} solutions" if number != 1 else "at least 1 solution"
    if solving.status is not Status.COMPLETE:
        return f"{number} solutions found before it stopped" if number else "no answer"
    if number == 0:
        return "no solution"
    return "exactly one solution" if number == 1 else f"exactly {number} solutions"


def _print_text(solving: Solving, form: str, several: bool) -> int:
    puzzle = solving.encoded.puzzle
    colour = is_terminal(sys.stdout) and "NO_COLOR" not in os.environ
    held: list[Solution] = []
    drawn = form == "text" and not several
    for solution in solving:
        if drawn and len(held) <= MOST_DRAWN:
            held.append(solution)
            if len(held) > MOST_DRAWN:
                # Too many to draw: a line each from here on.
                for kept in held:
                    click.echo(kept.line)
        elif not several or form == "line":
            sys.stdout.write(solution.line + "\n")
        elif len(held) < 1:
            held.append(solution)
    assert solving.status is not None
    if drawn and 0 < len(held) <= MOST_DRAWN:
        for solution in held:
            click.echo(draw_text(puzzle, solution, colour=colour))
    elif drawn and not held and solving.status is Status.COMPLETE and puzzle.layout.cells <= MOST_CELLS_DRAWN:
        click.echo(draw_text(puzzle, colour=colour))
    said = statement(solving)
    if several and form == "text":
        first = held[0].line if held else "-"
        click.echo(f"{puzzle.line}  {first}  {said}")
    elif form == "text":
        click.echo(
            f"{puzzle.layout.description}, {puzzle.clues} given: {said}  ({solving.name}, {solving.seconds:.3f} s)"
        )
    if solving.spurious_count:
        _, why = solving.spurious[0]
        say(
            f"casbridge: {solving.spurious_count} zeros of the system are no solutions of the puzzle "
            f"({why}): the encoding {solving.encoded.encoding} allows them, see casbridge audit"
        )
    if solving.reason:
        say(f"casbridge: {solving.name}: {solving.status}: {solving.reason}")
    return exit_code(solving.status, solving.reason)


def _draw(solving: Solving, form: str, output: Path | None) -> int:
    first = next(iter(solving), None)
    if first is None:
        # Exhausting it gives the status.
        if solving.status is Status.COMPLETE:
            say("casbridge: no solution; the puzzle alone is drawn")
        else:
            say(f"casbridge: {solving.name}: {solving.status}: {solving.reason}")
            return exit_code(solving.status or Status.CRASHED, solving.reason)
    draw = draw_svg if form == "svg" else draw_html
    picture = draw(solving.encoded.puzzle, first)
    if output is None:
        click.echo(picture)
    else:
        files.write(output, picture)
    return 0
