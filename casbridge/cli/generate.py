"""casbridge generate"""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import click

from casbridge.algebra.systems import PolynomialSystem
from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import is_terminal, print_document, say, to_json
from casbridge.cli.progress import bar, spinner
from casbridge.errors import InputError, UsageError
from casbridge.making.chance import LARGEST_SEED
from casbridge.making.generating import ATTEMPTS, Difficulty, Made, NotMade, difficulty_by_logic, generate
from casbridge.making.patterns import SYMMETRIES, parse_pattern
from casbridge.making.records import has_lines, record
from casbridge.making.uniform import uniform_grids
from casbridge.making.wishes import Wish
from casbridge.puzzles import Puzzle, sudoku
from casbridge.puzzles.drawing import draw_text
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import print_toml
from casbridge.puzzles.reading import read_text

EPILOG = """\b
Examples:
  casbridge generate
  casbridge generate 2x3 --seed 1 --symmetry half-turn
  casbridge generate --number 1000 --seed 1 -o puzzles.txt
  casbridge generate --clues 22..24 --difficulty singles
  casbridge generate --random-regions --format toml
  casbridge generate 1x7 --family latin --diagonals
  casbridge generate --from solution.txt --number 10
  casbridge generate --full --uniform --number 5
Exit code: 4 if a puzzle was not found within the limits.
"""

_RANGE = re.compile(r"(\d{1,5})(?:\.\.(\d{1,5}))?\Z")
_LARGEST_DEFAULT_SEED = 10**9
#: The end of a file's name → the form of what is in it. Others have lines.
_FORMS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".toml": "toml"}


class CluesType(click.ParamType[tuple[int, int]]):
    """24, or 22..26."""

    name = "n or n..m"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = _RANGE.match(value.strip())
        if match is None:
            raise InputError(f"number of clues {value!r}", expected="a number such as 24, or 22..26")
        return int(match.group(1)), int(match.group(2) or match.group(1))


class LevelsType(click.ParamType[tuple[str, str]]):
    """singles, or singles..subsets."""

    name = "level or level..level"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        easiest, _, hardest = value.strip().partition("..")
        return easiest, hardest or easiest


@dataclass(frozen=True)
class _Asked:
    """What is to be made, and how it is printed."""

    wish: Wish
    count: int
    seed: int
    start: int
    seconds: float | None
    attempts: int
    difficulty: Difficulty | None
    form: str

    def made(self) -> Iterator[Made | NotMade]:
        """One by one; something moves while a single one is made."""
        if self.count > 1:
            yield from self._generated()
            return
        with spinner("making a puzzle"):
            found = list(self._generated())
        yield from found

    def _generated(self) -> Iterator[Made | NotMade]:
        return generate(
            self.wish,
            self.count,
            self.seed,
            start=self.start,
            seconds=self.seconds,
            attempts=self.attempts,
            difficulty=self.difficulty,
        )


@click.command(name="generate", epilog=EPILOG)
@click.argument("shape", metavar="[SHAPE]", required=False)
@click.option("--number", "-n", "count", type=click.IntRange(1), default=1, show_default=True, help="How many puzzles.")
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), help="The same seed gives the same puzzles.  [default: by chance]"
)
@click.option("--start", type=click.IntRange(1), default=1, show_default=True, help="The number of the first puzzle.")
@click.option("--box", type=options.BoxType(), help="Rows x columns of a box, e.g. 2x5.")
@click.option("--family", type=click.Choice(options.FAMILIES), help="What a plain grid is.  [default: sudoku]")
@click.option("--colours", "--colors", "-k", type=click.IntRange(1), help="Colours for a DIMACS graph.")
@click.option("--diagonals", is_flag=True, help="The two main diagonals are units too.")
@click.option("--random-regions", is_flag=True, help="Jigsaws, each with random connected regions of its own.")
@click.option("--from", "solution", metavar="INPUT", help="A full grid: puzzles with this solution.")
@click.option("--uniform", is_flag=True, help="Full grids that are exactly equally likely, where they can be counted.")
@click.option("--full", is_flag=True, help="Full grids only.")
@click.option(
    "--symmetry",
    type=click.Choice(list(SYMMETRIES)),
    default="none",
    show_default=True,
    help="What leaves the pattern of clues as it is.",
)
@click.option(
    "--pattern", metavar="GRID", help="The cells that are clues: a file or a line, x for a clue and . for none."
)
@click.option("--clues", type=CluesType(), help="How many clues: 24, or 22..26.  [default: as many as are needed]")
@click.option("--difficulty", type=LevelsType(), help="The hardest step: singles, or singles..subsets; see explain.")
@click.option("--timeout", type=options.SecondsType(), help="Wall time for each puzzle: 10, 5m, 1h.")
@click.option(
    "--attempts", type=click.IntRange(1), default=ATTEMPTS, show_default=True, help="Full grids to try for each puzzle."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "jsonl", "toml"]),
    help="Drawn or in lines; a line a puzzle; as --jsonl; TOML.  [default: text, in files by their names]",
)
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the puzzles.")
@click.option("--append", is_flag=True, help="Add to the file.")
@options.json_option
@click.option("--jsonl", "as_jsonl", is_flag=True, help="A line of JSON for each puzzle as it comes.")
def command(
    shape: str | None,
    count: int,
    seed: int | None,
    start: int,
    box: tuple[int, int] | None,
    family: str | None,
    colours: int | None,
    diagonals: bool,
    random_regions: bool,
    solution: str | None,
    uniform: bool,
    full: bool,
    symmetry: str,
    pattern: str | None,
    clues: tuple[int, int] | None,
    difficulty: tuple[str, str] | None,
    timeout: float | None,
    attempts: int,
    form: str | None,
    output: Path | None,
    append: bool,
    as_json: bool,
    as_jsonl: bool,
) -> int:
    """Make proper puzzles: with exactly one solution, and as long as nothing else is asked for, with no clue too many.

    SHAPE is the shape of a box such as 2x3, or an empty puzzle of any family, such as a jigsaw in TOML or a graph.
    [default: 3x3]
    """
    options.check_forms(as_json, as_jsonl)
    chosen = _form(form, output, as_json, as_jsonl)
    if append and output is None:
        raise UsageError("--append without a file", expected="--output FILE")
    if solution is not None:
        if shape is not None:
            raise UsageError("a shape together with --from", expected="one or the other")
        layout, grid = _solution(solution, colours, box, family, diagonals)
    else:
        layout, grid = _layout(shape, colours, box, family, diagonals), None
    wish = Wish(
        layout,
        solution=grid,
        symmetry=symmetry,
        pattern=None if pattern is None else _pattern(pattern, layout),
        clues=clues,
        levels=difficulty,
        uniform=uniform,
        random_regions=random_regions,
        full=full,
    )
    rated = None
    if difficulty is not None:
        rated = difficulty_by_logic()
        rated.check(difficulty)
    if seed is None:
        seed = secrets.randbelow(_LARGEST_DEFAULT_SEED)
    asked = _Asked(wish, count, seed, start, timeout, attempts, rated, chosen)
    if chosen == "line" and (random_regions or not has_lines(layout)):
        what = "random regions" if random_regions else f"a {layout.description}"
        raise UsageError(f"{what} in one line", expected="--jsonl, or --format toml for one puzzle")
    if chosen == "toml" and count > 1:
        raise UsageError(f"{count} puzzles in one TOML file", expected="one puzzle, or --jsonl")
    if uniform and not random_regions:
        with spinner("counting grids"):
            uniform_grids(layout)
    if as_json:
        return _print_json(asked)
    return _write(asked, output, append)


# -- what is asked ----------------------------------------------------------------------------------------------------


def _form(form: str | None, output: Path | None, as_json: bool, as_jsonl: bool) -> str:
    if form is not None and (as_json or as_jsonl):
        raise UsageError("--format with JSON", expected="one or the other")
    if as_json and output is not None:
        raise UsageError("--output with --json", expected="--jsonl for a file, or one document on standard output")
    if as_jsonl:
        return "jsonl"
    if form is None:
        form = "text" if output is None else _FORMS.get(output.suffix.lower(), "line")
    return form


def _one_puzzle(found: list[Puzzle] | PolynomialSystem, expected: str) -> Puzzle:
    if isinstance(found, PolynomialSystem):
        raise UsageError("a polynomial system", expected=expected)
    if len(found) > 1:
        raise UsageError(f"{len(found)} puzzles", expected=expected)
    return found[0]


def _layout(
    shape: str | None,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    diagonals: bool,
) -> Layout:
    if shape is None:
        shape = "3x3" if box is None else f"{box[0]}x{box[1]}"
    puzzle = _one_puzzle(options.read_input(shape, colours, box, family), "a shape such as 3x3, or an empty puzzle")
    layout = puzzle.layout
    if box is not None and layout.box not in (box, None):
        raise UsageError(f"--box {box[0]}x{box[1]} together with the shape {shape}", expected="one or the other")
    if puzzle.clues == layout.cells > 0:
        raise UsageError("a full grid for a shape", expected="a shape such as 3x3", hint="use --from for a solution")
    if puzzle.clues:
        raise UsageError(f"a puzzle with {puzzle.clues} clues for a shape", expected="an empty puzzle")
    return _with_diagonals(layout) if diagonals else layout


def _with_diagonals(layout: Layout) -> Layout:
    if not layout.is_grid:
        raise UsageError("--diagonals for a graph", expected="a grid")
    return sudoku(*layout.box, diagonals=True) if layout.box is not None else replace(layout, diagonals=True)


def _solution(
    source: str, colours: int | None, box: tuple[int, int] | None, family: str | None, diagonals: bool
) -> tuple[Layout, tuple[int, ...]]:
    expected = "one full grid"
    puzzle = _one_puzzle(options.read_input(source, colours, box, family), expected)
    blanks = puzzle.layout.cells - puzzle.clues
    if blanks:
        what = "1 cell is blank" if blanks == 1 else f"{blanks} cells are blank"
        raise UsageError(f"--from: {what}", expected=expected, hint="casbridge solve finds solutions")
    return _with_diagonals(puzzle.layout) if diagonals else puzzle.layout, puzzle.givens


def _pattern(text: str, layout: Layout) -> tuple[int, ...]:
    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):
        is_file = False
    content, source = read_text(text) if is_file else (text, "<pattern>")
    return parse_pattern(content, layout, source)


# -- printing ---------------------------------------------------------------------------------------------------------


def _print_json(asked: _Asked) -> int:
    started = time.monotonic()
    records = []
    with _progress(asked, to_terminal=False) as shown:
        for made in asked.made():
            records.append(record(asked.wish, asked.seed, made))
            if shown:
                shown.show(len(records), asked.count)
    missing = sum(found["status"] != "complete" for found in records)
    print_document(
        {
            "status": "stopped" if missing else "complete",
            "seed": asked.seed,
            "count": len(records) - missing,
            "puzzles": records,
            "seconds": round(time.monotonic() - started, 6),
        }
    )
    return 4 if missing else 0


def _write(asked: _Asked, output: Path | None, append: bool) -> int:
    """Writes each puzzle when it is there, so that one who interrupts keeps what was made."""
    started = time.monotonic()
    puzzles: list[Made] = []
    done = 0
    opened = nullcontext(sys.stdout) if output is None else output.open("a" if append else "w", encoding="utf-8")
    with opened as stream, _progress(asked, to_terminal=output is None and is_terminal(sys.stdout)) as shown:
        for done, made in enumerate(asked.made(), 1):
            if isinstance(made, Made):
                puzzles.append(made)
            _write_one(asked, made, stream)
            stream.flush()
            if shown:
                shown.show(done, asked.count)
    if asked.form != "jsonl" or output is not None:
        _say_what_was_made(asked, puzzles, time.monotonic() - started)
    return 4 if len(puzzles) < done else 0


def _progress(asked: _Asked, *, to_terminal: bool) -> Any:
    """A bar for several puzzles, unless they appear on the terminal themselves."""
    return nullcontext() if to_terminal or asked.count == 1 else bar("puzzles")


def _write_one(asked: _Asked, made: Made | NotMade, stream: TextIO) -> None:
    if asked.form == "jsonl":
        stream.write(to_json({"schema": SCHEMA, **record(asked.wish, asked.seed, made)}) + "\n")
    elif isinstance(made, NotMade):
        nearest = f": {made.nearest.puzzle.line}" if made.nearest is not None else ""
        say(f"casbridge: puzzle {made.number}: {made}{nearest}")
    elif asked.form == "toml":
        stream.write(print_toml(made.puzzle))
    elif asked.form == "line" or (asked.count > 1 and has_lines(made.puzzle.layout)):
        stream.write(made.puzzle.line + "\n")
    else:
        colour = stream is sys.stdout and is_terminal(stream) and "NO_COLOR" not in os.environ
        stream.write(draw_text(made.puzzle, colour=colour) + "\n")


def _say_what_was_made(asked: _Asked, puzzles: list[Made], seconds: float) -> None:
    """How many, with how many clues, and the seed that makes them again."""
    what = "grid" if asked.wish.full else "puzzle"
    said = f"1 {what}" if len(puzzles) == 1 else f"{len(puzzles)} {what}s"
    if puzzles and not asked.wish.full:
        clues = [made.puzzle.clues for made in puzzles]
        least, most = min(clues), max(clues)
        said += f" with {least} clues" if least == most else f" with {least} to {most} clues"
        minimal = sum(made.minimal is True for made in puzzles)
        within = sum(made.minimal_in_pattern is True for made in puzzles)
        if minimal == len(puzzles):
            said += ", minimal"
        elif within == len(puzzles):
            said += ", minimal within the pattern's symmetry"
        elif minimal:
            said += f", {minimal} of them minimal"
        levels = sorted({made.level for made in puzzles if made.level is not None})
        said += f", {' and '.join(levels)}" if levels else ""
    layout = asked.wish.layout.description
    kind = f"random regions, from a {layout}" if asked.wish.random_regions else layout
    say(f"{kind}: {said}, seed {asked.seed}  ({seconds:.1f} s)")
