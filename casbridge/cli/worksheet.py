"""casbridge worksheet

Examples:
  casbridge worksheet -n 6 --difficulty easy -o sheet.pdf
  casbridge worksheet 2x2 -n 12 --large-print --paper Letter -o first.pdf
  casbridge worksheet 2x2 --variant killer -o killers.html
  casbridge worksheet 2x3 --random-regions --title 'Jigsaws' -o jigsaws.html
  casbridge worksheet -n 8 --difficulty easy..hard --per-page 4 --seed 7 -o sheet.html
  casbridge worksheet puzzles.txt --answers none -o sheet.pdf
  casbridge generate --number 4 | casbridge worksheet - --lines -o sheet.html
Exit code: 2 if a given puzzle has no solution, 4 if a puzzle was not found within the limits; then no file is written.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click

from casbridge import files
from casbridge.chance import LARGEST_SEED, new_seed
from casbridge.cli import options
from casbridge.cli.output import bar, print_document, say, spinner
from casbridge.counting.completions import count_puzzle
from casbridge.errors import InputError, LimitError, UsageError, printable
from casbridge.limits import Stopwatch
from casbridge.logic.theorems.catalogue import difficulty_in_words
from casbridge.making.generating import NotMade, generate_each, only_new
from casbridge.making.symmetries import Seen
from casbridge.making.variants import asked_for
from casbridge.making.wishes import SYMMETRIES, Wish
from casbridge.making.worksheet_pages import as_json, page_count, require_pdf, worksheet_html, worksheet_pdf
from casbridge.making.worksheets import (
    MOST_PUZZLES,
    Answers,
    Exercise,
    Paper,
    Worksheet,
    easiest_first,
    exercise_of,
    exercise_of_made,
)
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants.protocol import WholeGrid
from casbridge.version import version

#: The ending of a file's name → its form.
_FORMS = {".pdf": "pdf", ".html": "html", ".htm": "html"}
_NUMBER = 6
#: Seconds to count the solutions of a given puzzle that has several.
_COUNTING = 2
#: The most characters of a title by default: in large print, too, its letters stay large.
_LONGEST_DESCRIPTION = 40
#: Options that say what puzzles to make, and options that say how INPUT is read, by the names of their values.
_WISHES = ("number", "difficulty", "seed", "clues", "symmetry", "diagonals", "variants", "random_regions")
_READING = ("colours", "box", "family")
#: Options that say how the sheet looks.
_LOOKS = ("title", "paper", "per_page", "large_print", "answers", "name_line")


@options.command(__doc__, reading="puzzles", jsonl=None)
@click.argument("source", metavar="[INPUT]", required=False)
@click.option(
    "--number", "-n", type=options.count_up_to(MOST_PUZZLES), help=f"How many puzzles to make.  [default: {_NUMBER}]"
)
@click.option(
    "--difficulty",
    type=options.DIFFICULTY,
    help="easy, medium, hard, expert, or easy..hard; or classes as in explain.",
)
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="The same seed gives the same sheet.")
@click.option("--clues", type=options.CLUES, help="How many clues: 30, or 28..34.  [default: as few as are needed]")
@click.option(
    "--symmetry", type=click.Choice(list(SYMMETRIES)), default="none", help="The symmetry of the pattern of clues."
)
@click.option("--diagonals", is_flag=True, help="The two main diagonals are units too.")
@options.variants()
@click.option("--random-regions", is_flag=True, help="Jigsaws, each with regions of its own.")
@click.option("--title", help="The title of the sheet.  [default: what the puzzles are]")
@click.option("--paper", type=click.Choice([*map(str, Paper)], case_sensitive=False), default=str(Paper.A4))
@click.option("--per-page", type=options.COUNT, help="Puzzles on a page.  [default: as many as are easy to read]")
@click.option("--large-print", is_flag=True, help="Larger digits and letters.")
@click.option(
    "--answers",
    type=click.Choice([*map(str, Answers)]),
    default=str(Answers.PAGE),
    help="Answers on pages of their own at the end, none, or only the answers.",
)
@click.option("--keep-unsolvable", is_flag=True, help="Write the sheet also if a given puzzle has no solution.")
@click.option("--name-line/--no-name-line", default=True, help="Room for a pupil's name and the date.")
@click.option("--output", "-o", "file", type=options.FILE, help="File for the sheet: .pdf or .html.")
def command(
    asked: options.Asked,
    source: str | None,
    number: int | None,
    difficulty: tuple[str, str] | None,
    seed: int | None,
    clues: tuple[int, int] | None,
    symmetry: str,
    diagonals: bool,
    variants: tuple[str, ...],
    random_regions: bool,
    title: str | None,
    paper: str,
    per_page: int | None,
    large_print: bool,
    answers: str,
    keep_unsolvable: bool,
    name_line: bool,
    file: str | None,
) -> int:
    """Write a worksheet: puzzles for a class on paper, with the answers on a page of their own.

    INPUT is a shape such as 2x3, or an empty puzzle of any family: then puzzles are made. Or it has the puzzles of the
    sheet: a file, a line, or - for standard input. [default: 3x3]
    """
    form = _form(file, asked)
    watch = Stopwatch()
    shape = source or ("3x3" if asked.box is None else f"{asked.box[0]}x{asked.box[1]}")
    wished = {"symmetry": symmetry, "clues": clues, "levels": difficulty, "random_regions": random_regions}
    with asked.own_limits(shape):
        found = asked.puzzles(shape, expected="puzzles, or a shape such as 3x3")
        wish = None
        if len(found) == 1 and _is_empty(found[0]):
            wish = _wish(found[0].layout, diagonals, variants, wished)
            options.say_how_large(wish.layout)
        else:
            _refuse_wishes()
    if wish is None:
        exercises, note, seed = [*_given(asked, found)], "", None
        if not keep_unsolvable:
            _refuse_unsolvable(exercises)
    else:
        seed = new_seed() if seed is None else seed
        count = number or _NUMBER
        exercises = _made(asked, wish, count, seed)
        if difficulty is not None and difficulty[0] != difficulty[1]:
            exercises = easiest_first(exercises)
        note = _how_to_make_again(source, count, seed, file)
    sheet = Worksheet(
        tuple(exercises),
        _title(exercises) if title is None else title,
        note,
        Paper(paper),
        per_page,
        large_print,
        Answers(answers),
        name_line,
    )
    content = worksheet_pdf(sheet) if form == "pdf" else worksheet_html(sheet)
    if file is not None:
        files.write(file, content)
    undecided = any(one.proper is None for one in exercises)
    for place, one in enumerate(exercises, 1):
        if one.remark:
            say(f"casbridge: puzzle {place}: {_remark(one, asked)}")
    if asked.as_json:
        about = {"file": file, "format": form, "seed": seed, "note": note, **as_json(sheet)}
        status = "stopped" if undecided else "complete"
        print_document({"status": status, **about, "seconds": round(watch.seconds, 6)})
    if file is not None:
        say(f"casbridge: wrote {printable(file, 200)}: {_in_words(sheet)}{f', seed {seed}' if wish else ''}")
    return 4 if undecided else 0


def _form(file: str | None, asked: options.Asked) -> str | None:
    """pdf or html, by the ending of the file's name; None without a file, which only --json may do without."""
    if file is None:
        if asked.as_json:
            return None
        raise UsageError("no file for the sheet", expected="--output sheet.pdf, or sheet.html")
    if not os.path.isdir(folder := os.path.dirname(file) or "."):
        raise UsageError(f"no such folder: {folder}", expected="a folder for the file")
    ending = os.path.splitext(file)[1].lower()
    if ending not in _FORMS:
        raise UsageError(f"a file {os.path.basename(file)}", expected=f"a name that ends in {' or '.join(_FORMS)}")
    if _FORMS[ending] == "pdf":
        require_pdf()
    return _FORMS[ending]


def _is_empty(puzzle: Puzzle) -> bool:
    """Whether puzzles are to be made: it has no digit and no clue. Rules such as windoku are no clues."""
    layout = puzzle.layout
    return bool(layout.cells) and not puzzle.clues and all(isinstance(one, WholeGrid) for one in layout.constraints)


def _wish(layout: Layout, diagonals: bool, variants: tuple[str, ...], wished: dict[str, Any]) -> Wish:
    if diagonals and not layout.is_grid:
        raise UsageError("--diagonals for a graph", expected="a grid")
    layout, clues = asked_for(replace(layout, diagonals=layout.diagonals or diagonals), variants)
    return Wish(layout, variants=clues, eased=True, **wished)


def _refuse_wishes() -> None:
    """Puzzles that are given are taken as they are."""
    for parameter in click.get_current_context().command.params:
        if parameter.name in _WISHES and options.is_given(parameter.name):
            name = parameter.opts[0]
            raise UsageError(f"{name} with puzzles that are given", expected="a shape such as 3x3, or no such option")


def _made(asked: options.Asked, wish: Wish, count: int, seed: int) -> list[Exercise]:
    """So many different puzzles. Raises LimitError if one is not found."""
    found: list[Exercise] = []
    made = only_new(generate_each([wish], None, seed, seconds=asked.limits.seconds), count, Seen())
    # The time is kept by each trial, of which many may be needed.
    with (
        bar("puzzles") as shown,
        options.OwnLimits(replace(asked.limits, seconds=None), "a puzzle") as own,
    ):
        for one in own.each(made, anew=True):
            if isinstance(one, NotMade):
                raise LimitError(f"puzzle {len(found) + 1} of {count}: {one}")
            found.append(exercise_of_made(one, asked.limits.deadline()))
            if shown:
                shown(len(found), count)
    return found


def _given(asked: options.Asked, puzzles: Sequence[Puzzle]) -> Iterator[Exercise]:
    with spinner(f"solving {len(puzzles)} puzzles"):
        for number, puzzle in enumerate(puzzles, 1):
            if len(puzzles) > MOST_PUZZLES:
                raise UsageError(f"{len(puzzles)} puzzles on a worksheet", expected=f"at most {MOST_PUZZLES}")
            with options.OwnLimits(asked.limits, f"puzzle {number}") as own:
                yield exercise_of(puzzle, own.deadline)


def _refuse_unsolvable(exercises: Sequence[Exercise]) -> None:
    """Raises InputError if puzzles are known to have no solution."""
    places = [str(place) for place, one in enumerate(exercises, 1) if one.proper is False and one.solution is None]
    if places:
        which = f"puzzle {places[0]} has" if len(places) == 1 else f"puzzles {', '.join(places[:9])} have"
        more = f" (and {len(places) - 9} more)" if len(places) > 9 else ""
        hint = "--keep-unsolvable writes the sheet all the same"
        raise InputError(f"{which} no solution{more}", expected="puzzles that can be solved", hint=hint)


def _remark(exercise: Exercise, asked: options.Asked) -> str:
    """The fault of a puzzle, with the number of its solutions if it has several."""
    if exercise.proper is not False or exercise.solution is None:
        return exercise.remark
    seconds = min(_COUNTING, asked.limits.seconds or _COUNTING)
    counted = count_puzzle(exercise.puzzle, replace(asked.limits, seconds=seconds))
    if counted.number is None and (counted.at_least or 0) < 2:
        return exercise.remark
    return f"{counted} solutions; the answer shows one"


def _title(exercises: Sequence[Exercise]) -> str:
    """The layout, if all puzzles have the same one: without its constraints if that is too long. Their rules follow."""
    layouts = {one.puzzle.layout for one in exercises}
    if any(len(layout.description) > _LONGEST_DESCRIPTION for layout in layouts):
        layouts = {layout.plain for layout in layouts}
    kinds = {layout.description if layout.is_grid else f"Colouring of a {layout.description}" for layout in layouts}
    return kinds.pop() if len(kinds) == 1 else "Puzzles"


def _how_to_make_again(source: str | None, count: int, seed: int, file: str | None) -> str:
    """The command that makes the same sheet: what was asked for, with the number, the seed and the file's name."""
    words = ["casbridge worksheet", *([] if source is None else [shlex.quote(source)]), f"--number {count}"]
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        if name not in (*_READING, *_WISHES, *_LOOKS) or name in ("number", "seed") or not options.is_given(name):
            continue
        value = context.params[name]
        for one in value if parameter.multiple else [value]:
            option = parameter.opts[0] if one is not False else parameter.secondary_opts[0]
            words.append(
                option if isinstance(one, bool) else f"{option} {_option_text(one, 'x' if name == 'box' else '..')}"
            )
    output = shlex.quote(os.path.basename(file) if file else "sheet.html")
    return f"casbridge {version()}: {printable(' '.join(words), 900)} --seed {seed} -o {output}"


def _option_text(value: Any, between: str) -> str:
    """An option's value as it is typed. between: two numbers."""
    if not isinstance(value, tuple):
        return shlex.quote(str(value))
    if isinstance(value[0], int):
        return f"{value[0]}{between}{value[1]}"
    return difficulty_in_words(*value)


def _in_words(sheet: Worksheet) -> str:
    """6 puzzles, 2 pages of A4."""
    puzzles, pages = len(sheet.exercises), page_count(sheet)
    return f"{puzzles} puzzle{'s' * (puzzles != 1)}, {pages} page{'s' * (pages != 1)} of {sheet.paper}"
