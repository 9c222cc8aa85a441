"""casbridge generate

Examples:
  casbridge generate
  casbridge generate 2x3 --seed 1 --symmetry half-turn
  casbridge generate --number 1000 --seed 1 -o puzzles.txt
  casbridge generate --clues 22..24 --difficulty easy
  casbridge generate --random-regions --format toml
  casbridge generate 2x2 --variant killer --diagonals
  casbridge generate 1x7 --family latin --diagonals
  casbridge generate --from solution.txt --number 10
  casbridge generate --from thirty-six.txt -o puzzles.txt
  casbridge generate 2x2 --number 500 --distinct
  casbridge generate --full --uniform --number 5
Exit code: 4 if a puzzle was not found within the limits.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

import click

from casbridge import files
from casbridge.chance import LARGEST_SEED, new_seed
from casbridge.cli import options
from casbridge.cli.group import SCHEMA
from casbridge.cli.output import bar, in_colour, print_document, say, spinner, to_json, write_or_print
from casbridge.cli.transform import how_to_read
from casbridge.errors import LimitError, UsageError, WriteError, printable
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.making.filling import uniform_grids
from casbridge.making.generating import ATTEMPTS, Made, NotMade, generate_each, how_many, only_new, read_records, record
from casbridge.making.symmetries import Seen
from casbridge.making.variants import asked_for
from casbridge.making.wishes import SYMMETRIES, Wish, parse_pattern
from casbridge.puzzles import Puzzle
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.printing import draw_text, drawing_is_read, has_lines, line_is_read, print_toml
from casbridge.puzzles.reading import read_text

#: Bytes at the end of a file in which its last line is looked for.
_LONGEST_LINE = 2**22
#: The end of a file's name → the form of what is in it. Others have lines.
_FORMS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".toml": "toml"}


@options.command(__doc__, reading="layout", jsonl="A line of JSON for each puzzle as it comes.")
@click.argument("shape", metavar="[SHAPE]", required=False)
@click.option(
    "--number", "-n", "rounds", type=options.COUNT, default=1, help="How many puzzles; with --from, of each solution."
)
@click.option(
    "--seed", type=click.IntRange(0, LARGEST_SEED), help="The same seed gives the same puzzles.  [default: by chance]"
)
@click.option("--start", type=options.COUNT, default=1, help="The number of the first puzzle.")
@click.option("--diagonals", is_flag=True, help="The two main diagonals are units too.")
@options.variants()
@click.option("--random-regions", is_flag=True, help="Jigsaws, each with random connected regions of its own.")
@click.option("--from", "solution", metavar="INPUT", help="Full grids: puzzles with these solutions.")
@click.option("--uniform", is_flag=True, help="Full grids that are exactly equally likely, where they can be counted.")
@click.option("--full", is_flag=True, help="Full grids only.")
@click.option(
    "--symmetry", type=click.Choice(list(SYMMETRIES)), default="none", help="The symmetry of the pattern of clues."
)
@click.option(
    "--pattern", metavar="GRID", help="The cells that are clues: a file or a line, x for a clue and . for none."
)
@click.option(
    "--clues",
    type=options.CLUES,
    help="How many clues: 24, or 22..26.  [default: as many as are needed]",
)
@click.option(
    "--difficulty",
    type=options.DIFFICULTY,
    help="easy, medium, hard, expert; or the class of the hardest step: singles, or singles..subsets.",
)
@click.option("--distinct", is_flag=True, help="No puzzle twice.")
@click.option("--inequivalent", is_flag=True, help="No two that are equivalent; see canonical.")
@click.option("--attempts", type=options.COUNT, default=ATTEMPTS, help="Full grids to try for each puzzle.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "line", "jsonl", "toml"]),
    help="Drawn or in lines; a line a puzzle; as --jsonl; TOML.  [default: what is read back as it is]",
)
@click.option("-o", "--output", "file", type=options.FILE, help="File for the puzzles.")
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
    file: str | None,
    append: bool,
    variants: tuple[str, ...],
    **wished: Any,
) -> int:
    """Make proper puzzles: they have exactly one solution and, unless you ask otherwise, no clue too many.

    SHAPE is the shape of a box such as 2x3, or an empty puzzle of any family, such as a jigsaw in TOML or a graph.
    [default: 3x3]
    """
    if form is not None and not asked.is_text:
        raise UsageError("--format with JSON", expected="one or the other")
    if asked.as_json and file is not None:
        raise UsageError("--output with --json", expected="--jsonl for a file, or one document on standard output")
    if append and file is None:
        raise UsageError("--append without a file", expected="--output FILE")
    if file is not None and not os.path.isdir(folder := os.path.dirname(file) or "."):
        raise UsageError(f"no such folder: {folder}", expected="a folder for the file")
    if solution is not None and shape is not None:
        raise UsageError("a shape together with --from", expected="one or the other")
    with asked.own_limits(solution or shape or "3x3"):
        starts: list[tuple[Layout, tuple[int, ...] | None]]
        if solution is None:
            starts = [(_layout(shape, asked), None)]
            options.say_how_large(starts[0][0])
        else:
            starts = [(grid.layout, grid.givens) for grid in _solutions(solution, asked)]
        if diagonals and not all(layout.is_grid for layout, _ in starts):
            raise UsageError("--diagonals for a graph", expected="a grid")
        if diagonals:
            starts = [(replace(layout, diagonals=True), grid) for layout, grid in starts]
        if variants:
            starts = [(asked_for(layout, variants)[0], grid) for layout, grid in starts]
            _, wished["variants"] = asked_for(starts[0][0], variants)
        drawn = None if pattern is None else read_text(pattern) if os.path.isfile(pattern) else (pattern, "<pattern>")
        patterns = [None if drawn is None else parse_pattern(drawn[0], layout, drawn[1]) for layout, _ in starts]
        wishes = tuple(
            Wish(layout, solution=grid, pattern=cells, levels=difficulty, **wished)
            for (layout, grid), cells in zip(starts, patterns, strict=True)
        )
        chosen = _form(asked, form, file, append, how_many(len(wishes), rounds, start), wishes)
        new = "inequivalent" if inequivalent else "distinct" if distinct else None
        if inequivalent and not all(wish.layout.is_grid for wish in wishes):
            raise UsageError("--inequivalent for a graph", expected="grids")
        known: tuple[Puzzle, ...] = ()
        if append and file is not None:
            _mend_end(file, chosen, wishes)
            if new is not None and os.path.exists(file):
                text, name = read_text(file)
                known = tuple(read_records(text, wishes[0], jsonl=chosen == "jsonl", source=name))
        if wished["uniform"] and not wished["random_regions"]:
            with spinner("counting grids"):
                uniform_grids(wishes[0].layout, deadline=asked.limits.deadline())
    if seed is None:
        seed = new_seed()
        say(f"--seed {seed}")
    return _Series(wishes, rounds, seed, start, chosen, asked.of_a_job, asked.whole, attempts, new, known).print_all(
        file, append
    )


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


def _solutions(source: str, asked: options.Asked) -> list[Puzzle]:
    found = asked.puzzles(source, expected="full grids")
    for number, puzzle in enumerate(found, 1):
        if blanks := puzzle.layout.cells - puzzle.clues:
            what = "1 cell is blank" if blanks == 1 else f"{blanks} cells are blank"
            where = f" of grid {number}" if len(found) > 1 else ""
            raise UsageError(f"--from: {what}{where}", expected="full grids", hint="casbridge solve finds solutions")
    return found


# -- the form of the output -------------------------------------------------------------------------------------------


def _form(
    asked: options.Asked, form: str | None, file: str | None, append: bool, total: int, wishes: Sequence[Wish]
) -> str:
    """json, jsonl, text, line or toml: as asked for, else a form that reads back as the same puzzles."""
    if not asked.is_text:
        return "json" if asked.as_json else "jsonl"
    name = os.path.basename(file or "")
    ending = os.path.splitext(name)[1].lower()
    if form is None and ending == ".json":
        raise UsageError(f"a file {name}", expected=".jsonl for a line of JSON a puzzle, or another ending")
    form = form or ("text" if file is None and sys.stdout.isatty() else _FORMS.get(ending))
    odd = next(filter(None, map(_not_in_lines, wishes)), "")
    if form == "line" and odd:
        raise UsageError(f"{odd} in one line", expected="--jsonl, or --format toml for one puzzle")
    if form == "toml" and total != 1:
        raise UsageError(f"{total} puzzles in one TOML file", expected="one puzzle, or --jsonl")
    if form is None and (total > 1 or append):
        if odd:
            found = f"several puzzles are written a line each, and a line cannot say {odd}"
            raise UsageError(found, expected="--jsonl", hint="casbridge worksheet makes them for paper")
        return "line"
    if form is not None or any(wish.random_regions or wish.variants for wish in wishes):
        return form or "toml"
    if file is None and all(drawing_is_read(wish.layout) for wish in wishes):
        return "text"
    return "line" if all(line_is_read(wish.layout) for wish in wishes) else "toml"


def _not_in_lines(wish: Wish) -> str:
    """What lines do not say about the puzzles; "" if they say all."""
    if wish.random_regions:
        return "random regions"
    if wish.variants:
        return f"clues of {', '.join(wish.variants)}"
    return "" if has_lines(wish.layout) else f"a {wish.layout.description}"


def _mend_end(file: str, form: str, wishes: Sequence[Wish]) -> None:
    """Take away half a line that a kill or a full disk left at the end of a file."""
    if form not in ("line", "jsonl") or not os.path.isfile(file):
        return
    try:
        with open(file, "r+b") as opened:
            opened.seek(max(0, opened.seek(0, os.SEEK_END) - _LONGEST_LINE))
            last = opened.read().rpartition(b"\n")[2]
            line = last.decode("utf-8", "replace")
            if last and _is_whole(line, form, wishes):
                opened.write(b"\n")
            elif last:
                opened.truncate(opened.tell() - len(last))
                say(f"casbridge: took half a line away from the end of {printable(file)}: {printable(line, 60)}")
    except OSError as error:
        raise WriteError(file, error) from None


def _is_whole(line: str, form: str, wishes: Sequence[Wish]) -> bool:
    if form == "line":
        return any(len(line.strip()) == wish.layout.cells for wish in wishes)
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


# -- making and printing ----------------------------------------------------------------------------------------------


@dataclass
class _Series:
    """Wishes, their output, and the results so far.

    rounds: how many puzzles for each wish. missing: how many were not found. last: the number of the last puzzle.
    kinds: how often each (clues, minimal, minimal in the pattern, level) was made.
    """

    wishes: tuple[Wish, ...]
    rounds: int
    seed: int
    start: int
    form: str
    limits: Limits
    whole: Deadline
    attempts: int
    new: str | None
    known: tuple[Puzzle, ...]
    missing: int = 0
    last: int | None = None
    kinds: Counter[tuple[int, bool, bool, str | None]] = field(default_factory=Counter)
    different: Seen = field(default_factory=Seen)

    @property
    def count(self) -> int:
        return how_many(len(self.wishes), self.rounds, self.start)

    def print_all(self, file: str | None, append: bool) -> int:
        """Print each puzzle at once, so that an interrupt loses nothing. The first one replaces an old file."""
        watch, as_json = Stopwatch(), self.form == "json"
        records: list[dict[str, Any]] = []
        reason = None
        # No bar for one puzzle, or where the terminal shows the puzzles.
        is_quiet = self.count == 1 or (not as_json and file is None and sys.stdout.isatty())
        try:
            with nullcontext() if is_quiet else bar("puzzles") as shown:
                for one in self._results():
                    if as_json:
                        records.append(self._record(one))
                    elif append and file is not None:
                        files.append(file, self._text(one))
                    elif text := self._text(one):
                        write_or_print(text, file)
                        append = True
                    self._count(one)
                    if shown:
                        shown(self.kinds.total() + self.missing, self.count)
        except LimitError as reached:
            reason = str(reached)
        except (KeyboardInterrupt, WriteError):
            if not as_json and (self.count > 1 or self.last is None):
                say(f"casbridge: {self._how_to_go_on(file)}")
            raise
        stopped = self.missing or reason is not None
        if as_json:
            status = "stopped" if stopped else "complete"
            numbers = {"seed": self.seed, "count": self.kinds.total(), "different": len(self.different)}
            made = {**numbers, "puzzles": records, "seconds": round(watch.seconds, 6)}
            print_document({"status": status, "reason": reason, **made})
        elif reason is not None:
            say(f"casbridge: {reason}")
        if not as_json and (self.form != "jsonl" or file is not None):
            self._say_summary(watch.seconds)
        return 4 if stopped else 0

    def _count(self, one: Made | NotMade) -> None:
        self.last = one.number
        if isinstance(one, NotMade):
            self.missing += 1
            return
        self.different.add(one.puzzle)
        self.kinds[one.puzzle.clues, one.minimal is True, one.minimal_in_pattern is True, one.level] += 1

    def _results(self) -> Iterator[Made | NotMade]:
        """Puzzles one by one. Raises LimitError if no new puzzle is found."""
        limits, rounds = self.limits, None if self.new else self.rounds
        made = generate_each(
            self.wishes, rounds, self.seed, start=self.start, seconds=limits.seconds, attempts=self.attempts
        )
        if self.new:
            made = only_new(made, self.count, Seen(self.known, up_to_symmetry=self.new == "inequivalent"))
            # The time is kept by each trial, of which many may be needed.
            limits = replace(limits, seconds=None)
        with (
            spinner("making a puzzle") if self.count == 1 else nullcontext(),
            options.OwnLimits(limits, "a puzzle", whole=self.whole) as own,
        ):
            yield from own.each(made, anew=True)

    def _record(self, one: Made | NotMade) -> dict[str, Any]:
        """A puzzle's document, with the number of its solution if there are several."""
        place = (one.number - 1) % len(self.wishes)
        source = {"source": place + 1} if len(self.wishes) > 1 else {}
        return {**source, **record(self.wishes[place], self.seed, one)}

    def _text(self, one: Made | NotMade) -> str:
        """One puzzle in its form. A puzzle that was not found is said on standard error, except in JSON."""
        if self.form == "jsonl":
            return to_json({"schema": SCHEMA, **self._record(one)}) + "\n"
        if isinstance(one, NotMade):
            nearest = f": {one.nearest.puzzle.line}" if one.nearest is not None else ""
            say(f"casbridge: puzzle {one.number}: {one}{nearest}")
            return ""
        if self.form == "toml":
            return print_toml(one.puzzle)
        if self.form == "line" or (self.count > 1 and has_lines(one.puzzle.layout)):
            return one.puzzle.line + "\n"
        return draw_text(one.puzzle, colour=in_colour()) + "\n"

    def _how_to_go_on(self, file: str | None) -> str:
        """The options that make the rest."""
        if self.last is None:
            return f"nothing was made yet; --seed {self.seed} --start {self.start} begins again"
        done = self.kinds.total() + self.missing
        rounds = self.rounds - self.last // len(self.wishes) + (self.start - 1) // len(self.wishes)
        if self.new:
            rounds = -(-(self.count - done) // len(self.wishes))
        go_on = f"--seed {self.seed} --start {self.last + 1} --number {rounds}{'' if file is None else ' --append'}"
        return f"{done} of {self.count} done; go on with {go_on}"

    def _say_summary(self, seconds: float) -> None:
        """Print how many puzzles, how many different ones, their clues, and the seed that makes them again."""
        layouts = dict.fromkeys(wish.layout for wish in self.wishes)
        if self.form == "line" or (self.form == "text" and self.kinds.total() > 1):
            for how in filter(None, map(how_to_read, layouts)):
                say(how)
        kind = next(iter(layouts)).description if len(layouts) == 1 else "several layouts"
        if self.wishes[0].random_regions:
            kind = f"random regions, from a {kind}"
        if self.wishes[0].variants:
            kind += f", with {', '.join(self.wishes[0].variants)}"
        if len(self.wishes) > 1:
            kind += f", {len(self.wishes)} solutions"
        say(f"{kind}: {self._what()}, seed {self.seed}  ({seconds:.1f} s)")

    def _what(self) -> str:
        full, made, different = self.wishes[0].full, self.kinds.total(), len(self.different)
        said = f"{made} {'grid' if full else 'puzzle'}{'s' * (made != 1)}"
        if made > 1:
            said += f", {'all' if different == made else f'{different} of them'} different"
        if not made or full:
            return said
        least, most = (choose(clues for clues, *_ in self.kinds) for choose in (min, max))
        minimal, within = (sum(number for kind, number in self.kinds.items() if kind[i]) for i in (1, 2))
        said += f"{',' * (made > 1)} with {least}{f' to {most}' * (least != most)} clue{'s' * (most != 1)}"
        if minimal == made:
            said += ", minimal"
        elif within == made:
            said += ", minimal within the pattern's symmetry"
        elif minimal:
            said += f", {minimal} of them minimal"
        levels = sorted({level for *_, level in self.kinds if level is not None})
        return said + (f", {' and '.join(levels)}" if levels else "")
