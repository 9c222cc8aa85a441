"""casbridge generate"""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem
from casbridge.cli import options
from casbridge.cli.generate_output import (
    CannotWrite,
    Output,
    Summary,
    check_folder,
    form_of_output,
    mend_end,
    write_one,
)
from casbridge.cli.output import is_terminal, print_document, say
from casbridge.cli.progress import bar, spinner
from casbridge.errors import InputError, LimitError, UsageError
from casbridge.limits import Deadline, Stopwatch
from casbridge.making.chance import LARGEST_DEFAULT_SEED, LARGEST_SEED
from casbridge.making.different import Seen, only_new
from casbridge.making.difficulty_scale import DifficultyScale, difficulty_by_logic
from casbridge.making.generating import (
    ATTEMPTS,
    Made,
    NotMade,
    generate_each,
    how_many,
)
from casbridge.making.patterns import SYMMETRIES, parse_pattern
from casbridge.making.records import read_records, record
from casbridge.making.uniform import uniform_grids
from casbridge.making.wishes import Wish
from casbridge.puzzles import Puzzle, sudoku
from casbridge.puzzles.layouts import Layout
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
  casbridge generate --from thirty-six.txt -o puzzles.txt
  casbridge generate 2x2 --number 500 --distinct
  casbridge generate --full --uniform --number 5
Exit code: 4 if a puzzle was not found within the limits.
"""

_RANGE = re.compile(r"(\d{1,5})(?:\.\.(\d{1,5}))?\Z")


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
    """What is to be made, and how it is printed.

    wishes: one, or one for each solution. rounds: how many puzzles for each wish. new: whether "distinct" puzzles, or
    "inequivalent" ones, are wanted only. known: puzzles that are there already.
    """

    wishes: tuple[Wish, ...]
    rounds: int
    seed: int
    start: int
    seconds: float | None
    attempts: int
    difficulty: DifficultyScale | None
    form: str
    new: str | None = None
    known: tuple[Puzzle, ...] = ()

    @property
    def count(self) -> int:
        """How many there are to be in all."""
        return how_many(len(self.wishes), self.rounds, self.start)

    def wish(self, number: int) -> Wish:
        return self.wishes[(number - 1) % len(self.wishes)]

    def made(self) -> Iterator[Made | NotMade]:
        """One by one; something moves while a single one is made. Raises LimitError where there seem to be no more."""
        if self.count > 1:
            yield from self._generated()
            return
        with spinner("making a puzzle"):
            found = list(self._generated())
        yield from found

    def _generated(self) -> Iterator[Made | NotMade]:
        made = generate_each(
            self.wishes,
            None if self.new else self.rounds,
            self.seed,
            start=self.start,
            seconds=self.seconds,
            attempts=self.attempts,
            difficulty=self.difficulty,
        )
        if self.new is None:
            return made
        return only_new(made, self.count, Seen(self.known, up_to_symmetry=self.new == "inequivalent"))

    def record(self, made: Made | NotMade) -> dict[str, Any]:
        """For JSON; of several solutions, which one it is from."""
        found = record(self.wish(made.number), self.seed, made)
        return found if len(self.wishes) == 1 else {"source": (made.number - 1) % len(self.wishes) + 1, **found}

    def how_to_go_on(self, last: int | None, done: int, output: Path | None) -> str:
        """What makes the rest, after puzzle number `last`, when so many are done."""
        if last is None:
            return f"nothing was made yet; --seed {self.seed} --start {self.start} begins again"
        rounds = self.rounds - last // len(self.wishes) + (self.start - 1) // len(self.wishes)
        if self.new:
            rounds = -(-(self.count - done) // len(self.wishes))
        append = "" if output is None else " --append"
        return (
            f"{done} of {self.count} done; go on with --seed {self.seed} --start {last + 1} --number {rounds}{append}"
        )


@click.command(name="generate", epilog=EPILOG)
@click.argument("shape", metavar="[SHAPE]", required=False)
@click.option(
    "--number",
    "-n",
    "count",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many puzzles; with --from, of each solution.",
)
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), help="The same seed gives the same puzzles.  [default: by chance]"
)
@click.option("--start", type=click.IntRange(1), default=1, show_default=True, help="The number of the first puzzle.")
@click.option("--box", type=options.BoxType(), help="Rows x columns of a box, e.g. 2x5.")
@click.option("--family", type=click.Choice(options.FAMILIES), help="What a plain grid is.  [default: sudoku]")
@click.option("--colours", "--colors", "-k", type=click.IntRange(1), help="Colours for a DIMACS graph.")
@click.option("--diagonals", is_flag=True, help="The two main diagonals are units too.")
@click.option("--random-regions", is_flag=True, help="Jigsaws, each with random connected regions of its own.")
@click.option("--from", "solution", metavar="INPUT", help="Full grids: puzzles with these solutions.")
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
@click.option("--distinct", is_flag=True, help="No puzzle twice.")
@click.option("--inequivalent", is_flag=True, help="No two that are equivalent; see canonical.")
@click.option("--timeout", type=options.SecondsType(), help="Wall time for each puzzle: 10, 5m, 1h.")
@click.option(
    "--attempts", type=click.IntRange(1), default=ATTEMPTS, show_default=True, help="Full grids to try for each puzzle."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "jsonl", "toml"]),
    help="Drawn or in lines; a line a puzzle; as --jsonl; TOML.  [default: what is read back as it is]",
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
    distinct: bool,
    inequivalent: bool,
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
    if form is not None and (as_json or as_jsonl):
        raise UsageError("--format with JSON", expected="one or the other")
    if as_json and output is not None:
        raise UsageError("--output with --json", expected="--jsonl for a file, or one document on standard output")
    if append and output is None:
        raise UsageError("--append without a file", expected="--output FILE")
    if output is not None:
        check_folder(output)
    if solution is not None:
        if shape is not None:
            raise UsageError("a shape together with --from", expected="one or the other")
        starts = _solutions(solution, colours, box, family, diagonals)
    else:
        starts = [(_layout(shape, colours, box, family, diagonals), None)]
    wishes = tuple(
        Wish(
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
        for layout, grid in starts
    )
    rated = None
    if difficulty is not None:
        rated = difficulty_by_logic()
        rated.between(*difficulty)
    total = how_many(len(wishes), count, start)
    chosen = "json" if as_json else form_of_output(form, output, append, total, wishes, as_jsonl)
    new = "inequivalent" if inequivalent else "distinct" if distinct else None
    known: list[Puzzle] = []
    if append and output is not None:
        mend_end(output, chosen, wishes)
        if new and output.exists():
            text, name = read_text(str(output))
            known = read_records(text, wishes[0], jsonl=chosen == "jsonl", source=name)
    if inequivalent and not all(wish.layout.is_grid for wish in wishes):
        raise UsageError("--inequivalent for a graph", expected="grids")
    if uniform and not random_regions:
        with spinner("counting grids"):
            uniform_grids(wishes[0].layout, deadline=Deadline.after(timeout))
    if seed is None:
        seed = secrets.randbelow(LARGEST_DEFAULT_SEED)
        say(f"--seed {seed}")
    asked = _Asked(wishes, count, seed, start, timeout, attempts, rated, chosen, new, tuple(known))
    return _print_json(asked) if as_json else _write(asked, output, append)


# -- what is asked ----------------------------------------------------------------------------------------------------


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


def _solutions(
    source: str, colours: int | None, box: tuple[int, int] | None, family: str | None, diagonals: bool
) -> list[tuple[Layout, tuple[int, ...] | None]]:
    expected = "full grids"
    found = options.read_input(source, colours, box, family)
    if isinstance(found, PolynomialSystem):
        raise UsageError("a polynomial system", expected=expected)
    for number, puzzle in enumerate(found, 1):
        blanks = puzzle.layout.cells - puzzle.clues
        if blanks:
            what = "1 cell is blank" if blanks == 1 else f"{blanks} cells are blank"
            where = f" of grid {number}" if len(found) > 1 else ""
            raise UsageError(f"--from: {what}{where}", expected=expected, hint="casbridge solve finds solutions")
    return [(_with_diagonals(one.layout) if diagonals else one.layout, one.givens) for one in found]


def _pattern(text: str, layout: Layout) -> tuple[int, ...]:
    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):
        is_file = False
    content, source = read_text(text) if is_file else (text, "<pattern>")
    return parse_pattern(content, layout, source)


# -- printing ---------------------------------------------------------------------------------------------------------


def _print_json(asked: _Asked) -> int:
    watch = Stopwatch()
    records: list[dict[str, Any]] = []
    summary = Summary(asked.wishes)
    reason = None
    with _progress(asked, to_terminal=False) as shown:
        try:
            for made in asked.made():
                records.append(asked.record(made))
                summary.add(made)
                if shown:
                    shown.show(len(records), asked.count)
        except LimitError as reached:
            reason = str(reached)
    stopped = summary.missing or reason is not None
    print_document(
        {
            "status": "stopped" if stopped else "complete",
            "reason": reason,
            "seed": asked.seed,
            "count": summary.made,
            "different": summary.different,
            "puzzles": records,
            "seconds": round(watch.seconds, 6),
        }
    )
    return 4 if stopped else 0


def _write(asked: _Asked, path: Path | None, append: bool) -> int:
    """Writes each puzzle when it is there, so that one who interrupts keeps what was made."""
    watch = Stopwatch()
    summary = Summary(asked.wishes)
    output = Output(path, append)
    last: int | None = None
    reason = None
    try:
        with _progress(asked, to_terminal=path is None and is_terminal(sys.stdout)) as shown:
            for made in asked.made():
                write_one(asked.form, asked.record, made, output, several=asked.count > 1)
                summary.add(made)
                last = made.number
                if shown:
                    shown.show(summary.made + summary.missing, asked.count)
    except LimitError as reached:
        reason = str(reached)
    except (KeyboardInterrupt, CannotWrite):
        if asked.count > 1 or last is None:
            say(f"casbridge: {asked.how_to_go_on(last, summary.made + summary.missing, path)}")
        raise
    if reason is not None:
        say(f"casbridge: {reason}")
    if asked.form != "jsonl" or path is not None:
        summary.say(asked.seed, watch.seconds, asked.form)
    return 4 if summary.missing or reason is not None else 0


def _progress(asked: _Asked, *, to_terminal: bool) -> Any:
    """A bar for several puzzles, unless they appear on the terminal themselves."""
    return nullcontext() if to_terminal or asked.count == 1 else bar("puzzles")
