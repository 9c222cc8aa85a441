"""Options that several commands share. Each group reaches a command as one frozen value.

@reading_options     reading: Reading             how INPUT is read
@encoding_options    encoding: EncodingChoice     how a puzzle becomes a system
@limit_options       limits: Limits               what a job may take
@output_options()    output: Output               text or JSON
"""

from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casbridge.algebra.fields import Field
from casbridge.algebra.systems import PolynomialSystem
from casbridge.encodings.names import Encoding
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.puzzles.parsing import parse_box
from casbridge.puzzles.reading import read_file

if TYPE_CHECKING:
    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.puzzles.puzzle import Puzzle

Command = TypeVar("Command", bound=Callable[..., Any])
Value = TypeVar("Value")

#: Families of plain grids, for --family.
FAMILIES = ("sudoku", "latin")
#: Names of encodings, for --encoding.
ENCODINGS = tuple(str(encoding) for encoding in Encoding)
_NUMBER = re.compile(r"\d{1,15}\Z", re.ASCII)
_SECONDS = re.compile(r"(\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})\s*(s|m|min|h)?\Z", re.ASCII)
_BYTES = re.compile(r"(\d{1,20}(?:\.\d{1,20})?)\s*([KMGT]?)(?:i?B)?\Z", re.IGNORECASE | re.ASCII)


# -- types ------------------------------------------------------------------------------------------------------------


class Parsed(click.ParamType[Value]):
    """An option's type: a name for the help, and a function that reads the text or raises InputError.

    >>> COUNT.convert("12", None, None)
    12
    """

    def __init__(self, name: str, read: Callable[[str], Value]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Value:
        return self._read(value) if isinstance(value, str) else value


def seconds_of(text: str) -> float:
    """A time in seconds.

    >>> seconds_of("2.5s"), seconds_of("3m")
    (2.5, 180.0)
    """
    match = _SECONDS.match(text.strip().lower())
    seconds = float(match.group(1)) * {"m": 60, "min": 60, "h": 3600}.get(match.group(2), 1) if match else 0
    if not 0 < seconds < 1e9:
        raise InputError(f"time {text!r}", expected="a positive number of seconds, or 90s, 5m, 1h")
    return seconds


def bytes_of(text: str) -> int:
    """A size in bytes.

    >>> bytes_of("2G") == 2 * 1024**3
    True
    """
    match = _BYTES.match(text.strip())
    size = int(float(match.group(1)) * 1024 ** " KMGT".index(match.group(2).upper() or " ")) if match else 0
    if not 2**20 <= size < 2**50:
        raise InputError(f"size {text!r}", expected="at least 1M, such as 500M or 2G")
    return size


def _number_of(text: str, least: int) -> int:
    if not _NUMBER.match(text.strip()) or int(text) < least:
        raise InputError(f"number {text!r}", expected=f"a whole number from {least} to 999999999999999")
    return int(text)


def _box_of(text: str) -> tuple[int, int]:
    box = parse_box(text)
    if box is None:
        raise InputError(f"box {text!r}", expected="rows x columns, such as 2x3")
    return box


#: QQ, 11, GF(11).
FIELD = Parsed("field", Field.from_name)
#: 3x3: rows x columns of a box.
BOX = Parsed("rxc", _box_of)
#: A whole number, at least 1.
COUNT = Parsed("number", functools.partial(_number_of, least=1))
#: A whole number, at least 0.
NUMBER = Parsed("number", functools.partial(_number_of, least=0))


#: A file to write.
FILE = click.Path(path_type=pathlib.Path, dir_okay=False)


# -- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """How INPUT is read.

    colours: of a DIMACS graph.
    box, family: of a plain grid.
    lines: whether each line is a puzzle.
    """

    colours: int | None = None
    box: tuple[int, int] | None = None
    family: str | None = None
    lines: bool = False

    def read(self, source: str, field: Field | None = None) -> list[Puzzle] | PolynomialSystem:
        """What INPUT holds: puzzles (at least one) or a system.

        >>> Reading(family="latin").read("2x2")[0].layout.description
        '4×4 Latin square'
        """
        return read_file(source, colours=self.colours, box=self.box, family=self.family, lines=self.lines, field=field)

    def inputs(self, source: str, field: Field | None = None) -> Sequence[Puzzle | PolynomialSystem]:
        """The puzzles, or the one system, in INPUT."""
        found = self.read(source, field)
        return [found] if isinstance(found, PolynomialSystem) else found

    def puzzles(self, source: str, *, expected: str = "a puzzle", hint: str = "") -> list[Puzzle]:
        """The puzzles in INPUT. Raises UsageError for a system; `expected` and `hint` say what to do with it."""
        found = self.read(source)
        if isinstance(found, PolynomialSystem):
            raise UsageError("a polynomial system, not a puzzle", expected=expected, hint=hint)
        return found

    def puzzle(self, source: str, *, expected: str = "one puzzle") -> Puzzle:
        """The only puzzle in INPUT. Raises UsageError for several, and for a system."""
        found = self.puzzles(source, expected=expected)
        if len(found) != 1:
            raise UsageError(f"{len(found)} puzzles in {source}", expected=expected)
        return found[0]


@dataclass(frozen=True)
class EncodingChoice:
    """How a puzzle becomes a system.

    values: the digits' values, as text.
    simplify: deduce first, with theorems up to this class.

    >>> len(EncodingChoice("colouring").encode(Reading().puzzle("2x2")).system)
    72
    """

    encoding: str
    field: Field | None = None
    values: str | None = None
    domains: bool = True
    simplify: str | None = None

    def encode(self, puzzle: Puzzle) -> EncodedPuzzle:
        """The puzzle's system, after deduction if that is asked for."""
        numbers = None
        if self.values is not None:
            from casbridge.encodings.auditing import parse_digits

            numbers = parse_digits(self.values)
        if self.simplify is not None:
            from casbridge.logic.simplifying import encode_simplified

            return encode_simplified(
                puzzle, self.simplify, self.encoding, self.field, values=numbers, domains=self.domains
            )
        from casbridge.encodings.encoding import encode

        return encode(puzzle, self.encoding, self.field, values=numbers, domains=self.domains)

    def check(self, puzzles: Sequence[Puzzle | PolynomialSystem]) -> None:
        """Raise what encoding one of several puzzles will raise, before anything is printed.

        It depends on the layout only. A single puzzle needs no such check.
        """
        if len(puzzles) > 1:
            plain = EncodingChoice(self.encoding, self.field, self.values, self.domains)
            for puzzle in {one.layout: one for one in puzzles if not isinstance(one, PolynomialSystem)}.values():
                plain.encode(puzzle)

    def subject(self, found: Puzzle | PolynomialSystem) -> EncodedPuzzle | PolynomialSystem:
        """What a backend is asked about: the encoded puzzle, or the system itself."""
        if not isinstance(found, PolynomialSystem):
            return self.encode(found)
        for option, given in (("--values", self.values), ("--simplify", self.simplify)):
            if given is not None:
                raise UsageError(f"{option} for a polynomial system", expected="a puzzle")
        return found


@dataclass(frozen=True)
class Output:
    """What is printed: text, one JSON document, or lines of JSON. Raises UsageError for both kinds of JSON.

    >>> Output(as_json=True).is_text
    False
    """

    as_json: bool = False
    as_jsonl: bool = False

    def __post_init__(self) -> None:
        if self.as_json and self.as_jsonl:
            raise UsageError("--json and --jsonl together", expected="one or the other")

    @property
    def is_text(self) -> bool:
        """Whether no JSON is wanted."""
        return not (self.as_json or self.as_jsonl)


# -- decorators -------------------------------------------------------------------------------------------------------


def _collected(
    name: str, kind: Callable[..., Any], options: Sequence[Callable[[Any], Any]]
) -> Callable[[Command], Any]:
    """A decorator that adds options to a command and hands their values over as one, as the argument `name`."""

    def decorate(function: Command) -> Any:
        @functools.wraps(function)
        def command(*arguments: Any, **values: Any) -> Any:
            values[name] = kind(**{key: values.pop(key) for key in keys})
            return function(*arguments, **values)

        before = len(getattr(command, "__click_params__", ()))
        decorated: Any = command
        for option in reversed(options):
            decorated = option(decorated)
        keys = [parameter.name for parameter in decorated.__click_params__[before:]]
        return decorated

    return decorate


_LAYOUT = (
    click.option("--colours", "--colors", "-k", type=COUNT, help="Colours for a DIMACS graph."),
    click.option("--box", type=BOX, help="Rows x columns of a box, e.g. 2x5."),
    click.option("--family", type=click.Choice(FAMILIES), help="What a plain grid is.  [default: sudoku]"),
)

#: --colours, --box and --family, as `reading`.
layout_options = _collected("reading", Reading, _LAYOUT)
#: How INPUT is read, as `reading`.
reading_options = _collected(
    "reading",
    Reading,
    [
        *_LAYOUT,
        click.option("--lines", is_flag=True, help="Every line is a puzzle, even where the lines form one grid."),
    ],
)

_TIMEOUT = click.option(
    "--timeout", "seconds", type=Parsed("time", seconds_of), help="Most wall time for each job: 10, 5m, 1h."
)
_MEMORY = click.option(
    "--memory",
    type=Parsed("size", bytes_of),
    help="Most memory for each job: 500M, 2G.  [default: half of the machine's, at most 8G]",
)

#: --timeout and --memory, as `limits`.
limit_options = _collected("limits", Limits, [_TIMEOUT, _MEMORY])
#: --limit, --timeout and --memory, as `limits`.
answer_limit_options = _collected(
    "limits", Limits, [click.option("--limit", type=COUNT, help="Stop after so many answers."), _TIMEOUT, _MEMORY]
)


#: --backend, for commands that ask one backend.
BACKEND = click.option("--backend", default="reference", show_default=True, help="name or name:method.")


def input_options(function: Command) -> Any:
    """INPUT, as `source`, and how to read it, as `reading`.

    >>> show = click.command()(input_options(lambda source, reading: click.echo(reading)))
    >>> show(["graph.col", "--colours", "3"], standalone_mode=False)
    Reading(colours=3, box=None, family=None, lines=False)
    """
    return click.argument("source", metavar="INPUT")(reading_options(function))


def encoding_options(function: Command) -> Any:
    """How a puzzle becomes a system, as `encoding`.

    >>> show = click.command()(encoding_options(lambda encoding: click.echo(encoding.field)))
    >>> show(["--field", "7"], standalone_mode=False)
    GF(7)
    """
    from casbridge.logic.theorems.catalogue import LEVELS

    return _collected(
        "encoding",
        EncodingChoice,
        [
            click.option("--encoding", type=click.Choice(ENCODINGS), default="colouring", show_default=True),
            click.option("--field", type=FIELD, help="QQ, 11 or GF(11).  [default: what the encoding takes]"),
            click.option("--values", help="The digits' values, e.g. 1,2,3,4,5,6,7,-1,-2 (for sum-product)."),
            click.option(
                "--domains/--no-domains", default=True, help="Domain polynomials in sum-product and symmetric."
            ),
            click.option(
                "--simplify",
                type=click.Choice(LEVELS),
                help="First use what casbridge explain finds by theorems up to this class.",
            ),
        ],
    )(function)


def output_options(
    jsonl: str | None = "A line of JSON an answer (for one input) or an input (for several).",
) -> Callable[[Command], Any]:
    """--json and --jsonl as `output`. jsonl: the help of --jsonl; None where there is no such option.

    >>> show = click.command()(output_options()(lambda output: click.echo(output)))
    >>> show(["--json"], standalone_mode=False)
    Output(as_json=True, as_jsonl=False)
    """
    as_json = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
    if jsonl is None:
        return _collected("output", Output, [as_json])
    return _collected("output", Output, [as_json, click.option("--jsonl", "as_jsonl", is_flag=True, help=jsonl)])


def is_given(name: str) -> bool:
    """Whether the user gave a parameter of the running command. name: as the command's function calls it.

    >>> show = click.command()(output_options()(lambda output: click.echo(is_given("as_json"))))
    >>> show(["--json"], standalone_mode=False)
    True
    """
    context = click.get_current_context()
    default = (click.core.ParameterSource.DEFAULT, click.core.ParameterSource.DEFAULT_MAP)
    return context.get_parameter_source(name) not in (*default, None)
