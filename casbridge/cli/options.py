"""Options that several commands share. They reach a command as one frozen value, `Asked`:

source: str                  INPUT
reading: Reading             how INPUT is read
encoding: EncodingChoice     how a puzzle becomes a system
limits: Limits               what a job may take
output: Output               text or JSON
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
from casbridge.cli.own_limits import OwnLimits
from casbridge.encodings.names import Encoding
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.puzzles.parsing import parse_box
from casbridge.puzzles.reading import read_file

if TYPE_CHECKING:
    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.puzzles.puzzle import Puzzle

Value = TypeVar("Value")

#: Families of plain grids, for --family.
FAMILIES = ("sudoku", "latin")
#: Names of encodings, for --encoding.
ENCODINGS = tuple(str(encoding) for encoding in Encoding)
#: What reads some options' values together, and these options.
_Part = tuple[Callable[..., Any], list[click.Option]]
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
        how: dict[str, Any] = {"encoding": self.encoding, "field": self.field, "domains": self.domains}
        if self.values is not None:
            from casbridge.encodings.auditing import parse_digits

            how["values"] = parse_digits(self.values)
        if self.simplify is not None:
            from casbridge.logic.simplifying import encode_simplified

            return encode_simplified(puzzle, self.simplify, **how)
        from casbridge.encodings.encoding import encode

        return encode(puzzle, **how)

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


@dataclass(frozen=True)
class Asked:
    """What commands are asked alike. A command without such options has the defaults.

    >>> Asked(Limits(), Output(), "2x2").inputs()[0].layout.description
    '4×4 Sudoku with boxes 2×2'
    """

    limits: Limits
    output: Output
    source: str = ""
    reading: Reading = Reading()
    encoding: EncodingChoice = EncodingChoice("colouring")

    def own_limits(self, what: str = "") -> OwnLimits:
        """The limits on a job in this process. what: its name, unless that is the source."""
        return OwnLimits(self.limits, what or self.source)

    def inputs(self) -> Sequence[Puzzle | PolynomialSystem]:
        """The puzzles, or the one system, in the source."""
        return self.reading.inputs(self.source, self.encoding.field)


# -- the decorator ----------------------------------------------------------------------------------------------------

_LAYOUT = [
    click.Option(["--colours", "--colors", "-k"], type=COUNT, help="Colours for a DIMACS graph."),
    click.Option(["--box"], type=BOX, help="Rows x columns of a box, e.g. 2x5."),
    click.Option(["--family"], type=click.Choice(FAMILIES), help="What a plain grid is.  [default: sudoku]"),
]
_LINES = click.Option(["--lines"], is_flag=True, help="Every line is a puzzle, even where the lines form one grid.")
_LIMIT = click.Option(["--limit"], type=COUNT, help="Stop after so many answers.")
_TIMEOUT = click.Option(
    ["--timeout", "seconds"], type=Parsed("time", seconds_of), help="Most wall time for each job: 10, 5m, 1h."
)
_MEMORY = click.Option(
    ["--memory"],
    type=Parsed("size", bytes_of),
    help="Most memory for each job: 500M, 2G.  [default: half of the machine's, at most 8G]",
)
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="One JSON document on standard output.")
_JSONL = "A line of JSON an answer (for one input) or an input (for several)."

#: --backend, for commands that ask one backend.
BACKEND = click.option("--backend", default="reference", show_default=True, help="name or name:method.")


def _encoding_options() -> list[click.Option]:
    from casbridge.logic.theorems.catalogue import LEVELS

    return [
        click.Option(["--encoding"], type=click.Choice(ENCODINGS), default="colouring", show_default=True),
        click.Option(["--field"], type=FIELD, help="QQ, 11 or GF(11).  [default: what the encoding takes]"),
        click.Option(["--values"], help="The digits' values, e.g. 1,2,3,4,5,6,7,-1,-2 (for sum-product)."),
        click.Option(["--domains/--no-domains"], default=True, help="Domain polynomials in sum-product and symmetric."),
        click.Option(
            ["--simplify"],
            type=click.Choice(LEVELS),
            help="First use what casbridge explain finds by theorems up to this class.",
        ),
    ]


def command(
    about: str | None,
    *,
    name: str = "",
    source: str | None = None,
    reading: str = "all",
    encoding: bool = False,
    limit: bool = False,
    jsonl: str | None = _JSONL,
) -> Callable[[Callable[..., int]], click.Command]:
    """A decorator for a command that gets, as `Asked`, the options that commands share. Its own follow as arguments.

    about: its module's docstring: a line, then examples, which end its help.
    name: the command's name; else it is that of its module.
    source: how the help calls its input, in brackets if it may be missing; None if there is none.
    reading: which options say how inputs are read: "all", "layout" (for plain grids only) or "none".
    encoding, limit: whether it has options of the encoding, and --limit.
    jsonl: the help of --jsonl; None where there is no such option.

    >>> show = command(None, source="INPUT")(lambda asked: click.echo(asked.reading.colours))
    >>> show.main(["graph.col", "--colours", "3"], standalone_mode=False)
    3
    """
    inputs = [] if source is None else [click.Argument(["source"], metavar=source, required=source[0] != "[")]
    as_jsonl = [] if jsonl is None else [click.Option(["--jsonl", "as_jsonl"], is_flag=True, help=jsonl)]
    first: dict[str, _Part] = {}
    if reading != "none":
        first["reading"] = (Reading, _LAYOUT if reading == "layout" else [*_LAYOUT, _LINES])
    if encoding:
        first["encoding"] = (EncodingChoice, _encoding_options())
    last: dict[str, _Part] = {
        "limits": (Limits, [*([_LIMIT] if limit else []), _TIMEOUT, _MEMORY]),
        "output": (Output, [_JSON, *as_jsonl]),
    }

    def decorate(function: Callable[..., int]) -> click.Command:
        @functools.wraps(function)
        def run(**values: Any) -> int:
            shared = {} if source is None else {"source": values.pop("source")}
            for part, (kind, options) in {**first, **last}.items():
                shared[part] = kind(**{str(option.name): values.pop(option.name) for option in options})
            return function(Asked(**shared), **values)

        own = run.__dict__.pop("__click_params__", [])[::-1]
        before, after = ([option for _, some in parts.values() for option in some] for parts in (first, last))
        # Click keeps the lines of a paragraph as they are where it begins with \b.
        examples = "".join("\b\n" + part.strip() + "\n\n" for part in (about or "").split("\n\n")[1:])
        return click.command(
            name=name or function.__module__.split(".")[-1],
            params=[*inputs, *before, *own, *after],
            epilog=examples,
        )(run)

    return decorate


def is_given(name: str) -> bool:
    """Whether the user gave a parameter of the running command. name: as the command's function calls it.

    >>> show = command(None)(lambda asked: click.echo(is_given("as_json")))
    >>> show.main(["--json"], standalone_mode=False)
    True
    """
    context = click.get_current_context()
    default = (click.core.ParameterSource.DEFAULT, click.core.ParameterSource.DEFAULT_MAP)
    return context.get_parameter_source(name) not in (*default, None)
