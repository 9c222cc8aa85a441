"""Options that several commands share, and `Asked`, the one value in which they reach a command."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from casbridge.algebra.fields import Field
from casbridge.algebra.systems import PolynomialSystem
from casbridge.cli.own_limits import OwnLimits
from casbridge.encodings.names import Encoding
from casbridge.errors import InputError, UsageError
from casbridge.limits import NEVER, Deadline, Limits
from casbridge.logic.theorems.catalogue import LEVELS
from casbridge.puzzles.parsing import parse_box
from casbridge.puzzles.reading import read_file

if TYPE_CHECKING:
    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.puzzles.puzzle import Puzzle

Value = TypeVar("Value")

#: Names of encodings, for --encoding.
ENCODINGS = tuple(map(str, Encoding))
_SECONDS = r"(?a)(\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})\s*(s|m|min|h)?\Z"
_BYTES = r"(?ai)(\d{1,20}(?:\.\d{1,20})?)\s*([KMGT]?)(?:i?B)?\Z"


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
    match = re.match(_SECONDS, text.strip().lower())
    seconds = float(match.group(1)) * {"m": 60, "min": 60, "h": 3600}.get(match.group(2), 1) if match else 0
    if not 0 < seconds < 1e9:
        raise InputError(f"time {text!r}", expected="a positive number of seconds, or 90s, 5m, 1h")
    return seconds


def bytes_of(text: str) -> int:
    """A size in bytes.

    >>> bytes_of("2G") == 2 * 1024**3
    True
    """
    match = re.match(_BYTES, text.strip())
    size = int(float(match.group(1)) * 1024 ** " KMGT".index(match.group(2).upper() or " ")) if match else 0
    if not 2**20 <= size < 2**50:
        raise InputError(f"size {text!r}", expected="at least 1M, such as 500M or 2G")
    return size


def _number_of(text: str, least: int) -> int:
    if not re.match(r"(?a)\d{1,15}\Z", text.strip()) or int(text) < least:
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
FILE = click.Path(dir_okay=False)


# -- the value ---------------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """What commands are asked alike. A command without such options has the defaults.

    source: INPUT.
    colours, box, family, lines: how INPUT is read, see `casbridge.puzzles.parsing.ReadingOptions`.
    encoding, field, values, domains: how a puzzle becomes a system. values: of the digits, as text.
    simplify: deduce first, with theorems up to this class.
    limits: on each job.
    as_json, as_jsonl: print one JSON document, or lines of JSON.

    >>> asked = Asked("2x2")
    >>> len(asked.subject(asked.inputs()[0]).system)
    72
    """

    source: str = ""
    limits: Limits = Limits()
    colours: int | None = None
    box: tuple[int, int] | None = None
    family: str | None = None
    lines: bool = False
    encoding: str = "colouring"
    field: Field | None = None
    values: str | None = None
    domains: bool = True
    simplify: str | None = None
    as_json: bool = False
    as_jsonl: bool = False

    @property
    def is_text(self) -> bool:
        """Whether no JSON is wanted."""
        return not (self.as_json or self.as_jsonl)

    def own_limits(self, what: str = "") -> OwnLimits:
        """The limits on a job in this process. what: its name, unless that is the source."""
        return OwnLimits(self.limits, what or ("<stdin>" if self.source == "-" else self.source))

    def inputs(self, source: str = "") -> Sequence[Puzzle | PolynomialSystem]:
        """The puzzles (at least one), or the one system, in INPUT or in another source."""
        how: dict[str, Any] = {name: getattr(self, name) for name in ("colours", "box", "family", "lines", "field")}
        found = read_file(source or self.source, **how)
        return [found] if isinstance(found, PolynomialSystem) else found

    def puzzles(self, source: str = "", *, expected: str = "a puzzle", hint: str = "") -> list[Puzzle]:
        """The puzzles in INPUT. Raises UsageError for a system; `expected` and `hint` say what to do with it."""
        found = [one for one in self.inputs(source) if not isinstance(one, PolynomialSystem)]
        if not found:
            raise UsageError("a polynomial system, not a puzzle", expected=expected, hint=hint)
        return found

    def puzzle(self, source: str, *, expected: str = "one puzzle") -> Puzzle:
        """The only puzzle in a source. Raises UsageError for several, and for a system."""
        found = self.puzzles(source, expected=expected)
        if len(found) != 1:
            raise UsageError(f"{len(found)} puzzles in {source}", expected=expected)
        return found[0]

    def encode(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> EncodedPuzzle:
        """The puzzle's system, after deduction if that is asked for."""
        from casbridge.encodings.encoding import encode

        values = None
        if self.values is not None:
            from casbridge.encodings.auditing import parse_digits

            values = parse_digits(self.values)
        how: dict[str, Any] = {"values": values, "domains": self.domains, "deadline": deadline}
        if self.simplify is None:
            return encode(puzzle, self.encoding, self.field, **how)
        from casbridge.logic.simplifying import encode_simplified

        return encode_simplified(puzzle, self.simplify, self.encoding, self.field, **how)

    def check_encoding(self, found: Sequence[Puzzle | PolynomialSystem]) -> None:
        """Raise what encoding one of several puzzles will raise, before anything is printed.

        It depends on the layout only. A single puzzle needs no such check.
        """
        if len(found) > 1:
            plain = self._replace(simplify=None)
            for puzzle in {one.layout: one for one in found if not isinstance(one, PolynomialSystem)}.values():
                plain.encode(puzzle)

    def subject(self, found: Puzzle | PolynomialSystem, deadline: Deadline = NEVER) -> EncodedPuzzle | PolynomialSystem:
        """What a backend is asked about: the encoded puzzle, or the system itself."""
        if not isinstance(found, PolynomialSystem):
            return self.encode(found, deadline)
        for option, given in (("--values", self.values), ("--simplify", self.simplify)):
            if given is not None:
                raise UsageError(f"{option} for a polynomial system", expected="a puzzle")
        return found

    def other_subject(self, source: str, *, expected: str) -> EncodedPuzzle | PolynomialSystem:
        """The subject in a source beside INPUT. Raises UsageError for several puzzles."""
        found = self.inputs(source)
        if len(found) != 1:
            raise UsageError(f"{len(found)} puzzles in {source}", expected=expected)
        try:
            return self.subject(found[0])
        except InputError as error:
            raise error.located(source) from None


# -- the decorator ----------------------------------------------------------------------------------------------------

_LAYOUT = [
    click.Option(["--colours", "--colors", "-k"], type=COUNT, help="Colours for a DIMACS graph."),
    click.Option(["--box"], type=BOX, help="Rows x columns of a box, e.g. 2x5."),
    click.Option(["--family"], type=click.Choice(["sudoku", "latin"]), help="What a plain grid is.  [default: sudoku]"),
]
_LINES = click.Option(["--lines"], is_flag=True, help="Every line is a puzzle, even where the lines form one grid.")
_ENCODING = [
    click.Option(["--encoding"], type=click.Choice(ENCODINGS), default="colouring"),
    click.Option(["--field"], type=FIELD, help="QQ, 11 or GF(11).  [default: what the encoding takes]"),
    click.Option(["--values"], help="The digits' values, e.g. 1,2,3,4,5,6,7,-1,-2 (for sum-product)."),
    click.Option(
        ["--domains/--no-domains"],
        default=True,
        show_default=False,
        help="Domain polynomials in sum-product and symmetric.",
    ),
    click.Option(
        ["--simplify"],
        type=click.Choice(LEVELS),
        help="First use what casbridge explain finds by theorems up to this class.",
    ),
]
_LIMITS = {
    "limit": click.Option(["--limit"], type=COUNT, help="Stop after so many answers."),
    "seconds": click.Option(
        ["--timeout", "seconds"], type=Parsed("time", seconds_of), help="Most wall time for each job: 10, 5m, 1h."
    ),
    "memory": click.Option(
        ["--memory"],
        type=Parsed("size", bytes_of),
        help="Most memory for each job: 500M, 2G.  [default: half of the machine's, at most 8G]",
    ),
}
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="One JSON document on standard output.")
_JSONL = "A line of JSON an answer (for one input) or an input (for several)."

#: --backend, for commands that ask one backend.
BACKEND = click.option("--backend", default="reference", help="name or name:method.")


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

    >>> show = command(None, source="INPUT")(lambda asked: click.echo(asked.colours))
    >>> show.main(["graph.col", "--colours", "3"], standalone_mode=False)
    3
    """
    before: list[click.Parameter] = []
    if source is not None:
        before.append(click.Argument(["source"], metavar=source, required=source[0] != "["))
    if reading != "none":
        before += _LAYOUT if reading == "layout" else [*_LAYOUT, _LINES]
    before += _ENCODING if encoding else []
    after = [option for name, option in _LIMITS.items() if limit or name != "limit"] + [_JSON]
    after += [] if jsonl is None else [click.Option(["--jsonl", "as_jsonl"], is_flag=True, help=jsonl)]

    def decorate(function: Callable[..., int]) -> click.Command:
        @functools.wraps(function)
        def run(**values: Any) -> int:
            shared = {str(one.name): values.pop(str(one.name)) for one in (*before, *after)}
            if shared["as_json"] and shared.get("as_jsonl"):
                raise UsageError("--json and --jsonl together", expected="one or the other")
            limits = Limits(**{name: shared.pop(name) for name in _LIMITS if name in shared})
            return function(Asked(limits=limits, **shared), **values)

        own = run.__dict__.pop("__click_params__", [])[::-1]
        # Click keeps the lines of a paragraph as they are where it begins with \b.
        examples = "".join("\b\n" + part.strip() + "\n\n" for part in (about or "").split("\n\n")[1:])
        command_name = name or function.__module__.split(".")[-1]
        return click.command(name=command_name, params=[*before, *own, *after], epilog=examples)(run)

    return decorate


def is_given(name: str) -> bool:
    """Whether the user gave a parameter of the running command. name: as the command's function calls it.

    >>> show = command(None)(lambda asked: click.echo(is_given("as_json")))
    >>> show.main(["--json"], standalone_mode=False)
    True
    """
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
