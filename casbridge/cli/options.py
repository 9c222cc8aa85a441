"""Options that several commands share, and their types."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from casbridge.algebra.fields import Field
from casbridge.algebra.systems import PolynomialSystem
from casbridge.encodings import EncodedPuzzle, Encoding, encode
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.logic.theorems.catalogue import LEVELS
from casbridge.puzzles import Puzzle
from casbridge.puzzles.parsing import parse_box
from casbridge.puzzles.reading import read_file

Command = TypeVar("Command", bound=Callable[..., Any])

FAMILIES = ("sudoku", "latin")
ENCODINGS = tuple(str(encoding) for encoding in Encoding)

_SECONDS = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(s|m|min|h)?\Z")
_BYTES = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\Z", re.IGNORECASE)


class FieldType(click.ParamType[Field]):
    """QQ, 11, GF(11)."""

    name = "field"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Field:
        return value if isinstance(value, Field) else Field.from_name(value)


class BoxType(click.ParamType[tuple[int, int]]):
    """3x3: rows x columns of a box."""

    name = "rxc"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        box = parse_box(value)
        if box is None:
            raise InputError(f"box {value!r}", expected="rows x columns, such as 2x3")
        return box


class SecondsType(click.ParamType[float]):
    """A time: 10, 2.5s, 3m, 1h."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = _SECONDS.match(value.strip().lower())
        seconds = float(match.group(1)) * {"m": 60, "min": 60, "h": 3600}.get(match.group(2), 1) if match else 0
        if not 0 < seconds < 1e9:
            raise InputError(f"time {value!r}", expected="a positive number of seconds, or 90s, 5m, 1h")
        return seconds


class BytesType(click.ParamType[int]):
    """A size: 500M, 2G, or bytes."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _BYTES.match(value.strip())
        size = int(float(match.group(1)) * 1024 ** " KMGT".index(match.group(2).upper() or " ")) if match else 0
        if not 2**20 <= size < 2**50:
            raise InputError(f"size {value!r}", expected="at least 1M, such as 500M or 2G")
        return size


def input_options(function: Command) -> Command:
    """INPUT and what says how to read it."""
    return click.argument("source", metavar="INPUT")(reading_options(function))


def reading_options(function: Command) -> Command:
    """What says how to read INPUT."""
    decorators = [
        click.option("--colours", "--colors", "-k", type=click.IntRange(1), help="Colours for a DIMACS graph."),
        click.option("--box", type=BoxType(), help="Rows x columns of a box, e.g. 2x5."),
        click.option("--family", type=click.Choice(FAMILIES), help="What a plain grid is.  [default: sudoku]"),
        click.option("--lines", is_flag=True, help="Every line is a puzzle, even where the lines form one grid."),
    ]
    return _apply(function, decorators)


def encoding_options(function: Command) -> Command:
    """How a puzzle becomes a system."""
    decorators = [
        click.option("--encoding", type=click.Choice(ENCODINGS), default="colouring", show_default=True),
        click.option("--field", type=FieldType(), help="QQ, 11 or GF(11).  [default: what the encoding takes]"),
        click.option("--values", help="The digits' values, e.g. 1,2,3,4,5,6,7,-1,-2 (for sum-product)."),
        click.option("--domains/--no-domains", default=True, help="Domain polynomials in sum-product and symmetric."),
        click.option(
            "--simplify",
            type=click.Choice(LEVELS),
            help="First use what casbridge explain finds by theorems up to this class.",
        ),
    ]
    return _apply(function, decorators)


def limit_options(function: Command) -> Command:
    """Limits on a job."""
    decorators = [
        click.option("--limit", type=click.IntRange(1), help="Stop after so many answers."),
        click.option("--timeout", type=SecondsType(), help="Wall time for each job: 10, 5m, 1h."),
        click.option("--memory", type=BytesType(), help="Memory for each job: 500M, 2G."),
    ]
    return _apply(function, decorators)


def json_option(function: Command) -> Command:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")(function)


def jsonl_option(function: Command) -> Command:
    """--jsonl."""
    text = "A line of JSON an answer (for one input) or an input (for several)."
    return click.option("--jsonl", "as_jsonl", is_flag=True, help=text)(function)


def check_forms(as_json: bool, as_jsonl: bool) -> None:
    """Raises UsageError for both."""
    if as_json and as_jsonl:
        raise UsageError("--json and --jsonl together", expected="one or the other")


def _apply(function: Command, decorators: Sequence[Callable[[Command], Command]]) -> Command:
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


def limits_of(limit: int | None, timeout: float | None, memory: int | None) -> Limits:
    return Limits(timeout, memory, limit)


def read_input(
    source: str,
    colours: int | None = None,
    box: tuple[int, int] | None = None,
    family: str | None = None,
    lines: bool = False,
    field: Field | None = None,
) -> list[Puzzle] | PolynomialSystem:
    """What INPUT holds: puzzles (at least one) or a system."""
    return read_file(source, colours=colours, box=box, family=family, lines=lines, field=field)


def read_puzzles(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    *,
    hint: str = "",
) -> list[Puzzle]:
    """The puzzles in INPUT. Raises UsageError for a system, with a hint what to do with it."""
    found = read_input(source, colours, box, family, lines)
    if isinstance(found, PolynomialSystem):
        raise UsageError("a polynomial system, not a puzzle", expected="a puzzle", hint=hint)
    return found


def encode_input(
    puzzle: Puzzle, encoding: str, field: Field | None, values: str | None, domains: bool, simplify: str | None
) -> EncodedPuzzle:
    """A puzzle in the encoding that the options ask for, after deduction if they ask for that."""
    from casbridge.encodings import parse_digits

    numbers = parse_digits(values) if values is not None else None
    if simplify is not None:
        from casbridge.logic import encode_simplified

        return encode_simplified(puzzle, simplify, encoding, field, values=numbers, domains=domains)
    return encode(puzzle, encoding, field, values=numbers, domains=domains)


def check_options(
    puzzles: Sequence[Puzzle],
    encoding: str,
    field: Field | None,
    values: str | None,
    domains: bool,
) -> None:
    """Raises what encoding any of the puzzles will raise, before anything is printed: it depends on the layout only."""
    for puzzle in {puzzle.layout: puzzle for puzzle in puzzles}.values():
        encode_input(puzzle, encoding, field, values, domains, None)


def subjects(
    found: list[Puzzle] | PolynomialSystem,
    encoding: str,
    field: Field | None,
    values: str | None,
    domains: bool,
    simplify: str | None,
) -> list[EncodedPuzzle | PolynomialSystem]:
    """What is to be asked about: encoded puzzles, or the one system."""
    if isinstance(found, PolynomialSystem):
        if values is not None:
            raise UsageError("--values for a polynomial system", expected="a puzzle")
        if simplify is not None:
            raise UsageError("--simplify for a polynomial system", expected="a puzzle")
        return [found]
    return [encode_input(puzzle, encoding, field, values, domains, simplify) for puzzle in found]
