"""casbridge generate

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

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from casbridge import files
from casbridge.cli import options
from casbridge.cli.generate_output import Summary, form_of_output, mend_end, text_of
from casbridge.cli.output import bar, is_terminal, print_document, say, spinner, write_or_print
from casbridge.cli.own_limits import OwnLimits
from casbridge.errors import InputError, LimitError, UsageError, WriteError
from casbridge.limits import Limits, Stopwatch
from casbridge.making.canonical import Seen
from casbridge.making.chance import LARGEST_DEFAULT_SEED, LARGEST_SEED
from casbridge.making.generating import ATTEMPTS, Made, NotMade, generate_each, how_many, only_new
from casbridge.making.records import read_records, record
from casbridge.making.uniform import uniform_grids
from casbridge.making.wishes import SYMMETRIES, DifficultyScale, Wish, difficulty_by_logic, parse_pattern
from casbridge.puzzles import Puzzle, sudoku
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.reading import read_text

_RANGE = re.compile(r"(\d{1,5})(?:\.\.(\d{1,5}))?\Z", re.ASCII)


def _clues_of(text: str) -> tuple[int, int]:
    match = _RANGE.match(text.strip())
    if match is None:
        raise InputError(f"number of clues {text!r}", expected="a number such as 24, or 22..26")
    return int(match.group(1)), int(match.group(2) or match.group(1))


def _levels_of(text: str) -> tuple[str, str]:
    easiest, _, hardest = text.strip().partition("..")
    return easiest, hardest or easiest


@dataclass(frozen=True)
class _Series:
    """What is to be made, and how it is printed.

    wishes: one, or one for each solution.
    rounds: how many puzzles for each wish.
    new: None, "distinct" or "inequivalent": which puzzles count as new.
    known: puzzles that are there already.
    """

    wishes: tuple[Wish, ...]
    rounds: int
    seed: int
    start: int
    limits: Limits
    attempts: int
    difficulty: DifficultyScale | None
    form: str
    new: str | None = None
    known: tuple[Puzzle, ...] = ()

    @property
    def count(self) -> int:
        """How many there are to be in all."""
        return how_many(len(self.wishes), self.rounds, self.start)

    def made(self) -> Iterator[Made | NotMade]:
        """Puzzles one by one. Raises LimitError if no new puzzle is found."""
        # For different puzzles the time is kept by each trial, of which many may be needed.
        limits = replace(self.limits, seconds=None) if self.new else self.limits
        with spinner("making a puzzle") if self.count == 1 else nullcontext(), OwnLimits(limits, "a puzzle") as own:
            yield from own.each(self._generated(), anew=True)

    def _generated(self) -> Iterator[Made | NotMade]:
        made = generate_each(
            self.wishes,
            None if self.new else self.rounds,
            self.seed,
            start=self.start,
            seconds=self.limits.seconds,
            attempts=self.attempts,
            difficulty=self.difficulty,
        )
        if self.new is None:
            return made
        return only_new(made, self.count, Seen(self.known, up_to_symmetry=self.new == "inequivalent"))

    def record(self, made: Made | NotMade) -> dict[str, Any]:
        """A puzzle's document, with the number of its solution if there are several."""
        place = (made.number - 1) % len(self.wishes)
        found = record(self.wishes[place], self.seed, made)
        return found if len(self.wishes) == 1 else {"source": place + 1, **found}

    def how_to_go_on(self, last: int | None, done: int, output: Path | None) -> str:
        """The options that make the rest, after puzzle number `last`, when `done` puzzles are made."""
        if last is None:
            return f"nothing was made yet; --seed {self.seed} --start {self.start} begins again"
        rounds = self.rounds - last // len(self.wishes) + (self.start - 1) // len(self.wishes)
        if self.new:
            rounds = -(-(self.count - done) // len(self.wishes))
        append = "" if output is None else " --append"
        return (
            f"{done} of {self.count} done; go on with --seed {self.seed} --start {last + 1} --number {rounds}{append}"
        )


@options.command(__doc__, reading="layout", jsonl="A line of JSON for each puzzle as it comes.")
@click.argument("shape", metavar="[SHAPE]", required=False)
@click.option(
    "--number",
    "-n",
    "rounds",
    type=options.COUNT,
    default=1,
    show_default=True,
    help="How many puzzles; with --from, of each solution.",
)
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), help="The same seed gives the same puzzles.  [default: by chance]"
)
@click.option("--start", type=options.COUNT, default=1, show_default=True, help="The number of the first puzzle.")
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
@click.option(
    "--clues",
    type=options.Parsed("n or n..m", _clues_of),
    help="How many clues: 24, or 22..26.  [default: as many as are needed]",
)
@click.option(
    "--difficulty",
    type=options.Parsed("level or level..level", _levels_of),
    help="The hardest step: singles, or singles..subsets; see explain.",
)
@click.option("--distinct", is_flag=True, help="No puzzle twice.")
@click.option("--inequivalent", is_flag=True, help="No two that are equivalent; see canonical.")
@click.option(
    "--attempts", type=options.COUNT, default=ATTEMPTS, show_default=True, help="Full grids to try for each puzzle."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "jsonl", "toml"]),
    help="Drawn or in lines; a line a puzzle; as --jsonl; TOML.  [default: what is read back as it is]",
)
@click.option("-o", "--output", "file", type=click.Path(path_type=Path, dir_okay=False), help="File for the puzzles.")
@click.option("--append", is_flag=True, help="Add to the file.")
def command(
    asked: options.Asked,
    shape: str | None,
    rounds: int,
    seed: int | None,
    start: int,
    diagonals: bool,
    solution: str | None,
    pattern: str | None,
    difficulty: tuple[str, str] | None,
    distinct: bool,
    inequivalent: bool,
    attempts: int,
    form: str | None,
    file: Path | None,
    append: bool,
    **wished: Any,
) -> int:
    """Make proper puzzles: they have exactly one solution and, unless you ask otherwise, no clue too many.

    SHAPE is the shape of a box such as 2x3, or an empty puzzle of any family, such as a jigsaw in TOML or a graph.
    [default: 3x3]
    """
    limits = asked.limits
    _check_output(form, file, append, asked)
    if solution is not None and shape is not None:
        raise UsageError("a shape together with --from", expected="one or the other")
    with asked.own_limits(solution or shape or "3x3"):
        starts: list[tuple[Layout, tuple[int, ...] | None]]
        if solution is None:
            starts = [(_layout(shape, asked), None)]
        else:
            starts = [(grid.layout, grid.givens) for grid in _solutions(solution, asked)]
        if diagonals:
            starts = [(_with_diagonals(layout), grid) for layout, grid in starts]
        wishes = tuple(
            Wish(layout, solution=grid, pattern=_pattern(pattern, layout), levels=difficulty, **wished)
            for layout, grid in starts
        )
        rated = None
        if difficulty is not None:
            rated = difficulty_by_logic()
            rated.between(*difficulty)
        total = how_many(len(wishes), rounds, start)
        chosen = "json" if asked.as_json else form_of_output(form, file, append, total, wishes, asked.as_jsonl)
        new = "inequivalent" if inequivalent else "distinct" if distinct else None
        if inequivalent and not all(wish.layout.is_grid for wish in wishes):
            raise UsageError("--inequivalent for a graph", expected="grids")
        known = _known(file, chosen, wishes, wanted=new is not None) if append and file is not None else ()
        if wished["uniform"] and not wished["random_regions"]:
            with spinner("counting grids"):
                uniform_grids(wishes[0].layout, deadline=limits.deadline())
    if seed is None:
        seed = secrets.randbelow(LARGEST_DEFAULT_SEED)
        say(f"--seed {seed}")
    return _make(_Series(wishes, rounds, seed, start, limits, attempts, rated, chosen, new, known), file, append)


def _check_output(form: str | None, file: Path | None, append: bool, asked: options.Asked) -> None:
    """Raise UsageError for options on the output that do not fit together."""
    if form is not None and not asked.is_text:
        raise UsageError("--format with JSON", expected="one or the other")
    if asked.as_json and file is not None:
        raise UsageError("--output with --json", expected="--jsonl for a file, or one document on standard output")
    if append and file is None:
        raise UsageError("--append without a file", expected="--output FILE")
    if file is not None and not file.absolute().parent.is_dir():
        raise UsageError(f"no such folder: {file.parent}", expected="a folder for the file")


def _known(file: Path, form: str, wishes: Sequence[Wish], *, wanted: bool) -> tuple[Puzzle, ...]:
    """The puzzles that a file has already, if they are wanted; the file is made ready for more lines."""
    mend_end(file, form, wishes)
    if not wanted or not file.exists():
        return ()
    text, name = read_text(str(file))
    return tuple(read_records(text, wishes[0], jsonl=form == "jsonl", source=name))


# -- what is asked ----------------------------------------------------------------------------------------------------


def _layout(shape: str | None, asked: options.Asked) -> Layout:
    box = asked.box
    if shape is None:
        shape = "3x3" if box is None else f"{box[0]}x{box[1]}"
    puzzle = asked.puzzle(shape, expected="a shape such as 3x3, or an empty puzzle")
    layout = puzzle.layout
    if box is not None and layout.box not in (box, None):
        raise UsageError(f"--box {box[0]}x{box[1]} together with the shape {shape}", expected="one or the other")
    if puzzle.clues == layout.cells > 0:
        raise UsageError("a full grid for a shape", expected="a shape such as 3x3", hint="use --from for a solution")
    if puzzle.clues:
        raise UsageError(f"a puzzle with {puzzle.clues} clues for a shape", expected="an empty puzzle")
    return layout


def _with_diagonals(layout: Layout) -> Layout:
    if not layout.is_grid:
        raise UsageError("--diagonals for a graph", expected="a grid")
    return sudoku(*layout.box, diagonals=True) if layout.box is not None else replace(layout, diagonals=True)


def _solutions(source: str, asked: options.Asked) -> list[Puzzle]:
    found = asked.puzzles(source, expected="full grids")
    for number, puzzle in enumerate(found, 1):
        blanks = puzzle.layout.cells - puzzle.clues
        if blanks:
            what = "1 cell is blank" if blanks == 1 else f"{blanks} cells are blank"
            where = f" of grid {number}" if len(found) > 1 else ""
            raise UsageError(f"--from: {what}{where}", expected="full grids", hint="casbridge solve finds solutions")
    return found


def _pattern(text: str | None, layout: Layout) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):
        is_file = False
    content, source = read_text(text) if is_file else (text, "<pattern>")
    return parse_pattern(content, layout, source)


# -- printing ---------------------------------------------------------------------------------------------------------


def _make(series: _Series, path: Path | None, append: bool) -> int:
    """Print each puzzle as soon as it is made, so that an interrupt loses nothing, or all in a document of JSON.

    An old file is replaced by the first puzzle.
    """
    watch, summary, as_json = Stopwatch(), Summary(series.wishes), series.form == "json"
    records: list[dict[str, Any]] = []
    last: int | None = None
    reason = None
    # No bar for one puzzle, or where the terminal shows the puzzles.
    is_quiet = series.count == 1 or (not as_json and path is None and is_terminal(sys.stdout))
    try:
        with nullcontext() if is_quiet else bar("puzzles") as shown:
            for made in series.made():
                if as_json:
                    records.append(series.record(made))
                else:
                    text = text_of(series.form, series.record, made, several=series.count > 1)
                    if append and path is not None:
                        files.append(path, text)
                    elif text:
                        write_or_print(text, None if path is None else str(path))
                        append = True
                summary.add(made)
                last = made.number
                if shown:
                    shown(summary.made + summary.missing, series.count)
    except LimitError as reached:
        reason = str(reached)
    except (KeyboardInterrupt, WriteError):
        if not as_json and (series.count > 1 or last is None):
            say(f"casbridge: {series.how_to_go_on(last, summary.made + summary.missing, path)}")
        raise
    stopped = summary.missing or reason is not None
    if as_json:
        print_document(
            {
                "status": "stopped" if stopped else "complete",
                "reason": reason,
                "seed": series.seed,
                "count": summary.made,
                "different": summary.different,
                "puzzles": records,
                "seconds": round(watch.seconds, 6),
            }
        )
    elif reason is not None:
        say(f"casbridge: {reason}")
    if not as_json and (series.form != "jsonl" or path is not None):
        summary.say(series.seed, watch.seconds, series.form)
    return 4 if stopped else 0
