"""The options that commands share, in one value `Asked`, and the limits on a job."""

from __future__ import annotations

import functools
import re
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click
from click.core import ParameterSource

from casbridge.algebra.fields import Field
from casbridge.algebra.notation import DECIMALS
from casbridge.algebra.systems import PolynomialSystem
from casbridge.encodings.names import Encoding
from casbridge.errors import InputError, LimitError, UnsupportedError, UsageError, printable
from casbridge.limits import NEVER, Deadline, Item, Limits, bytes_of, default_memory, seconds_of
from casbridge.logic.theorems.catalogue import LEVELS, levels_of
from casbridge.notices import listening
from casbridge.puzzles.reading import read_each_file

if TYPE_CHECKING:
    from types import FrameType

    from casbridge.encodings.encoding import EncodedPuzzle
    from casbridge.puzzles.layouts import Layout
    from casbridge.puzzles.puzzle import Puzzle

Value = TypeVar("Value")

#: Names of encodings, for --encoding.
ENCODINGS = tuple(map(str, Encoding))
#: The options that say what to eliminate, to saturate by and to factor.
GOALS = ("eliminate", "saturate", "factor")
#: Seconds after the deadline before the timer ends the job.
_GRACE_SECONDS = 0.7
#: The least memory that this process may take during a job, in bytes: what it needs to start threads and to report.
_LEAST_MEMORY = 128 << 20
#: Seconds until the error is raised again, for code that swallows the first one.
_AGAIN_SECONDS = 1.0
#: The least side of a square box whose grid is large.
_LARGE_BOX = 4
#: The least seconds of a job that begins when the whole command's time is over.
_LEAST_SECONDS = 0.01
#: Seconds until the timer looks again, while the caller prints.
_SOON_SECONDS = 0.05
#: The part of the time, and the most seconds, in which contradictions of clues are looked for.
_PART_FOR_CONTRADICTIONS = 0.1
_SECONDS_FOR_CONTRADICTIONS = 2.0


# -- types ------------------------------------------------------------------------------------------------------------


class Parsed(click.ParamType[Value]):
    """An option's type: a name for the help, and a function that reads the text or raises InputError.

    A mistake names the option.

    >>> COUNT.convert("12", None, None)
    12
    """

    def __init__(self, name: str, read: Callable[[str], Value]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Value:
        if not isinstance(value, str):
            return cast(Value, value)
        try:
            return self._read(value)
        except InputError as error:
            if not isinstance(param, click.Option):
                raise
            name = max(param.opts, key=len)
            raise UsageError(f"{name}: {error.found}", expected=error.expected, hint=error.hint) from None


def _number_of(text: str, least: int, most: int = 999_999_999_999_999) -> int:
    if not re.match(r"(?a)\d{1,15}\Z", text.strip()) or not least <= int(text) <= most:
        raise InputError(f"number {text!r}", expected=f"a whole number from {least} to {most}")
    return int(text)


def count_up_to(most: int) -> Parsed[int]:
    """A whole number from 1 to `most`.

    >>> count_up_to(10).convert("10", None, None)
    10
    """
    return Parsed("number", functools.partial(_number_of, least=1, most=most))


def _box_of(text: str) -> tuple[int, int]:
    from casbridge.puzzles.parsing import parse_box

    box = parse_box(text)
    if box is None:
        raise InputError(f"box {text!r}", expected="rows x columns, such as 2x3")
    return box


def _clues_of(text: str) -> tuple[int, int]:
    from casbridge.making.asked import clues_of

    return clues_of(text)


#: QQ, 11, GF(11).
FIELD = Parsed("field", Field.from_name)
#: 3x3: rows x columns of a box.
BOX = Parsed("rxc", _box_of)
#: A whole number, at least 1.
COUNT = Parsed("number", functools.partial(_number_of, least=1))
#: A whole number, at least 0.
NUMBER = Parsed("number", functools.partial(_number_of, least=0))
#: A time in seconds: 10, 5m, 1h.
TIME = Parsed("time", seconds_of)
#: Names, separated by commas.
NAMES = Parsed("text", lambda text: tuple(filter(None, map(str.strip, text.split(",")))))
#: A number of clues, or the fewest and the most: 24, 22..26.
CLUES = Parsed("n or n..m", _clues_of)
#: A difficulty, or two with dots between: easy, easy..hard, singles..subsets.
DIFFICULTY = Parsed("word or word..word", levels_of)


def variants() -> Callable[[Any], Any]:
    """The option --variant, of the commands that make puzzles.

    >>> command = click.command()(variants()(lambda variants: None))
    >>> command.params[0].opts
    ['--variant']
    """
    from casbridge.making.variants import VARIANTS, variants_of

    class Variants(click.Choice[str]):
        """Names for the help and for completion. Other names, and several with commas, are read too."""

        def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
            return Parsed("variant", variants_of).convert(value, param, ctx)

    return click.option(
        "--variant",
        "variants",
        type=Variants(VARIANTS),
        multiple=True,
        callback=lambda _, __, given: tuple(name for names in given for name in names),
        help="A rule, such as windoku, or clues of a variant, such as killer, in each puzzle. Several with commas.",
    )


#: A file to write.
FILE = click.Path(dir_okay=False)


# -- limits on this process -------------------------------------------------------------------------------------------


class MemoryLimitError(LimitError):
    """The limit on memory was reached in this process.

    >>> MemoryLimitError("2x2: out of memory (500 MB)").exit_code
    4
    """


class OwnLimits:
    """The limits on one job in this process, while its context is entered. The time runs from the beginning.

    Work keeps its deadline itself, and programs that casbridge starts have limits of their own. This is for the rest:
    reading, encoding, printing forms, and work that forgets the time. A timer raises LimitError a moment after the
    deadline, and the process may take so much more memory than it had when the job began.

    limits: what the user asked for. Without a limit on memory, `default_memory()` holds.
    whole: the end of the whole command, which ends this job and those `of_each` too.
    what: the job's name, for messages. Errors of the input name it too.
    with_memory: whether memory is limited. A library that reserves much more than it uses cannot work otherwise.

    >>> with OwnLimits(Limits(seconds=0.1), "a long sum") as job:
    ...     sum(job.each(iter(int, 1)))
    Traceback (most recent call last):
    casbridge.errors.LimitError: a long sum: not done within 0.1 s
    """

    #: What the timer interrupted last. To free the values of a large job takes a second, which comes after the message.
    _interrupted: FrameType | None = None

    def __init__(self, limits: Limits, what: str, *, with_memory: bool = True, whole: Deadline = NEVER) -> None:
        self._of_a_job, self._whole = limits, whole
        self.limits = limits = _until(limits, whole)
        self.what = printable(what)
        self.deadline = limits.deadline()
        self._memory = limits.memory or default_memory() if with_memory else None
        self._working = False
        # Only the main thread gets signals.
        self._is_timed = limits.seconds is not None and threading.current_thread() is threading.main_thread()
        self._handler: signal.Handlers | object = signal.SIG_DFL
        self._before: tuple[int, int] | None = None
        self._around = NEVER  # the timer of the whole command, which this one takes the place of

    def __enter__(self) -> OwnLimits:
        if self._whole.passed:
            raise LimitError(f"{self.what}: not begun, the time of the whole command is over")
        OwnLimits._interrupted = None
        self._working = True
        if self._memory is not None and sys.platform == "linux":
            with open("/proc/self/statm", "rb") as file:
                held = int(file.read().split()[0]) * resource.getpagesize()
            wanted, before = held + max(self._memory, _LEAST_MEMORY), resource.getrlimit(resource.RLIMIT_AS)
            if all(limit == resource.RLIM_INFINITY or wanted < limit for limit in before):
                self._before = before
                resource.setrlimit(resource.RLIMIT_AS, (wanted, before[1]))
        left = self.deadline.left()
        if left is not None and self._is_timed:
            self._handler = signal.signal(signal.SIGALRM, self._expire)
            around = signal.setitimer(signal.ITIMER_REAL, left + _GRACE_SECONDS)[0]
            self._around = Deadline.after(around or None)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._working = False
        if self._is_timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)  # type: ignore[arg-type]
            if (around := self._around.left()) is not None:
                signal.setitimer(signal.ITIMER_REAL, max(around, _SOON_SECONDS))
        if self._before is not None:
            resource.setrlimit(resource.RLIMIT_AS, self._before)
            self._before = None
        if isinstance(error, MemoryError):
            raise MemoryLimitError(f"{self.what}: out of memory ({(self._memory or 0) >> 20} MB)") from None
        if isinstance(error, InputError) and not isinstance(error, UsageError):
            raise error.located(self.what) from None
        if isinstance(error, UnsupportedError):
            raise UnsupportedError(f"{self.what}: {error}") from None

    def each(self, items: Iterable[Item], *, anew: bool = False) -> Iterator[Item]:
        """The same items. The timer interrupts only their making, not the caller who prints them.

        anew: whether each item is a job, whose time begins when it is asked for.
        """
        iterator = iter(items)
        try:
            while True:
                if anew and self._is_timed:
                    self._whole.check(f"{self.what}: not all are done")
                    self.limits = _until(self._of_a_job, self._whole)
                    self.deadline = self.limits.deadline()
                    signal.setitimer(signal.ITIMER_REAL, (self.limits.seconds or 0) + _GRACE_SECONDS)
                self._working = True
                try:
                    item = next(iterator)
                except StopIteration:
                    return
                self._working = False
                yield item
        finally:
            self._working = False

    def finish(self) -> None:
        """The rest is printing, which the timer does not interrupt."""
        self._working = False

    def of_each(self, inputs: Sequence[Item]) -> Iterator[tuple[OwnLimits, Item]]:
        """Each input with the limits on its job: these for a single one, whose reading counts; else new ones."""
        for number, one in enumerate(inputs, 1):
            what = f"input {number} of {self.what}"
            yield self if len(inputs) == 1 else OwnLimits(self._of_a_job, what, whole=self._whole), one

    def _expire(self, _: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS if self._working else _SOON_SECONDS)
        if self._working:
            OwnLimits._interrupted = frame
            raise LimitError(f"{self.what}: not done within {self.limits.seconds:g} s")


def _until(limits: Limits, whole: Deadline, parts: int = 1) -> Limits:
    """The limits on a job that begins now, which has one of so many equal parts of the time of the whole command."""
    left = whole.left()
    if left is None:
        return limits
    left = max(_LEAST_SECONDS, round(left / parts, 2))
    return replace(limits, seconds=min(left, limits.seconds or left))


class _WholeTimeOver(BaseException):
    """The time of the whole command is over. No loop over jobs may take it for the limit of one of them."""


@contextmanager
def _within(whole: Deadline) -> Iterator[None]:
    """Raise LimitError in the main thread a moment after a deadline that the jobs themselves did not keep."""
    left = whole.left()
    if left is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def expire(*_: object) -> None:
        raise _WholeTimeOver

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, left + 2 * _GRACE_SECONDS)
    try:
        yield
    except _WholeTimeOver:
        raise LimitError(f"the command was not done within {whole.seconds or 0:g} s, its --time") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# -- the value ---------------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """The values of the options that commands share. A command without such options has the defaults.

    source: INPUT.
    colours, box, family, lines, variables, implicit, decimals, ideal: how INPUT is read, see
    `casbridge.puzzles.options.ReadingOptions`.
    encoding, field, values, domains, audit: how a puzzle becomes a system. values: of the digits, as text.
    simplify: deduce first, with theorems up to this class.
    eliminate, saturate, factor: the goal, as texts, in place of the one in INPUT; see `casbridge.algebra.systems.Goal`.
    of_a_job: the limits on each job, as they were given. whole: the end of the whole command.
    as_json, as_jsonl: print one JSON document, or lines of JSON.

    >>> asked = Asked("2x2")
    >>> len(asked.subject(asked.inputs()[0]).system)
    72
    """

    source: str = ""
    of_a_job: Limits = Limits()
    whole: Deadline = NEVER
    colours: int | None = None
    box: tuple[int, int] | None = None
    family: str | None = None
    lines: bool = False
    variables: str | None = None
    implicit: bool = False
    decimals: str = "refuse"
    ideal: str | None = None
    encoding: str = "colouring"
    field: Field | None = None
    values: str | None = None
    domains: bool = True
    audit: bool = True
    simplify: str | None = None
    eliminate: str | None = None
    saturate: str | None = None
    factor: str | None = None
    as_json: bool = False
    as_jsonl: bool = False

    @property
    def is_text(self) -> bool:
        """Whether no JSON is wanted."""
        return not (self.as_json or self.as_jsonl)

    @property
    def limits(self) -> Limits:
        """The limits on a job that begins now."""
        return _until(self.of_a_job, self.whole)

    @property
    def limits_to_judge(self) -> Limits:
        """The limits on jobs that begin now, if judging their answers gets as long again."""
        return _until(self.of_a_job, self.whole, 2)

    def own_limits(self, what: str = "") -> OwnLimits:
        """The limits on a job in this process. what: its name, unless that is the source."""
        return OwnLimits(self.of_a_job, what or ("<stdin>" if self.source == "-" else self.source), whole=self.whole)

    def inputs(self, source: str = "", *, contradictions: bool = True) -> Sequence[Puzzle | PolynomialSystem]:
        """The puzzles (at least one), or the one system, in INPUT or in another source.

        contradictions: whether clues that contradict each other are named on standard error.
        """
        single = self._replace(ideal=None) if self.ideal == "*" else self
        found = single.all_inputs(source, contradictions=contradictions)
        return [one for one in found if not isinstance(one, InputError)]

    def all_inputs(
        self, source: str = "", *, contradictions: bool = True
    ) -> Sequence[Puzzle | PolynomialSystem | InputError]:
        """`inputs`. With --ideal '*' all ideals of a script, and errors for those that are not read."""
        how: dict[str, Any] = {name: getattr(self, name) for name in _READING}
        with listening() as remarks:
            found = read_each_file(source or self.source, **how)
        for remark in remarks:
            click.echo(f"casbridge: {printable(remark, 600)}", err=True)
        if contradictions:
            puzzles = [one for one in found if not isinstance(one, (PolynomialSystem, InputError))]
            _say_contradictions(puzzles, self.limits.deadline())
        return found

    def puzzles(
        self, source: str = "", *, expected: str = "a puzzle", hint: str = "", contradictions: bool = True
    ) -> list[Puzzle]:
        """The puzzles in INPUT. Raises UsageError for a system; `expected` and `hint` say what to do with it."""
        inputs = self.inputs(source, contradictions=contradictions)
        found = [one for one in inputs if not isinstance(one, PolynomialSystem)]
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

        how: dict[str, Any] = {"values": None, "domains": self.domains, "audit": self.audit, "deadline": deadline}
        if self.values is not None:
            from casbridge.encodings.auditing import parse_digits

            how["values"] = parse_digits(self.values)
        if self.simplify is None:
            return encode(puzzle, self.encoding, self.field, **how)
        from casbridge.logic.simplifying import encode_simplified

        return encode_simplified(puzzle, self.simplify, self.encoding, self.field, **how)

    def check_encoding(self, found: Sequence[Puzzle | PolynomialSystem | InputError]) -> None:
        """Raise what encoding one of several puzzles will raise, before anything is printed.

        It depends on the layout only. A single puzzle needs no such check.
        """
        if len(found) > 1:
            plain = self._replace(simplify=None)
            puzzles = [one for one in found if not isinstance(one, (PolynomialSystem, InputError))]
            for puzzle in {one.layout: one for one in puzzles}.values():
                plain.encode(puzzle)

    def subject(self, found: Puzzle | PolynomialSystem, deadline: Deadline = NEVER) -> EncodedPuzzle | PolynomialSystem:
        """What a backend is asked about: the encoded puzzle, or the system itself."""
        goal = {name: text for name in GOALS if (text := getattr(self, name)) is not None}
        if not isinstance(found, PolynomialSystem):
            for name in goal:
                raise UsageError(f"--{name} for a puzzle", expected="a polynomial system")
            return self.encode(found, deadline)
        audit = None if self.audit else False
        for option, given in (("--values", self.values), ("--no-audit", audit), ("--simplify", self.simplify)):
            if given is not None:
                raise UsageError(f"{option} for a polynomial system", expected="a puzzle")
        if not goal:
            return found
        from casbridge.algebra.formats import with_goal

        return with_goal(found, **goal)

    def other_subject(self, source: str, *, expected: str) -> EncodedPuzzle | PolynomialSystem:
        """The subject in a source beside INPUT. Raises UsageError for several puzzles."""
        found = self.inputs(source)
        if len(found) != 1:
            raise UsageError(f"{len(found)} puzzles in {source}", expected=expected)
        try:
            return self.subject(found[0])
        except InputError as error:
            raise error.located(source) from None


def _say_contradictions(puzzles: Sequence[Puzzle], deadline: Deadline) -> None:
    """Say which clues are impossible, or contradict each other. That is no error: the puzzle has no solution."""
    stated = [puzzle for puzzle in puzzles if puzzle.layout.constraints]
    if not stated:
        return
    from casbridge.board.contradictions import contradiction

    with suppress(LimitError, UnsupportedError):
        for puzzle in deadline.share(_PART_FOR_CONTRADICTIONS, _SECONDS_FOR_CONTRADICTIONS).over(stated, every=1):
            if (found := contradiction(puzzle)) is not None:
                named = f"{puzzle.name}: " if puzzle.name else ""
                click.echo(f"casbridge: {printable(named + found.text, 600)}; so there is no solution", err=True)


def say_how_large(layout: Layout) -> None:
    """Say how large a grid with large square boxes is, for those who meant the grid: 4x4 has 16 rows.

    >>> from casbridge.puzzles import sudoku
    >>> say_how_large(sudoku(3, 3))
    """
    rows, columns = layout.box or (0, 0)
    if rows != columns or rows < _LARGE_BOX:
        return
    from casbridge.puzzles.layouts import box_shape

    smaller, other = box_shape(rows)
    meant = f"; a grid of {rows}×{rows} cells has the shape {smaller}x{other}" if smaller > 1 else ""
    click.echo(f"casbridge: boxes of {rows}×{rows} make a grid of {layout.side}×{layout.side} cells{meant}", err=True)


# -- the decorator ----------------------------------------------------------------------------------------------------

_LAYOUT = [
    click.Option(["--colours", "--colors", "-k"], type=COUNT, help="Colours for a DIMACS graph."),
    click.Option(["--box"], type=BOX, help="Rows x columns of a box, e.g. 2x5."),
    click.Option(["--family"], type=click.Choice(["sudoku", "latin"]), help="What a plain grid is.  [default: sudoku]"),
]
_LINES = click.Option(["--lines"], is_flag=True, help="Every line is a puzzle, even where the lines form one grid.")
_SYSTEM = [
    click.Option(["--variables"], metavar="NAMES", help="The variables of a system, the lowest first, e.g. x,y."),
    click.Option(["--implicit"], is_flag=True, help="Products need no sign in a system: 2x, x y, 3(x + 1)."),
    click.Option(
        ["--decimals"],
        type=click.Choice(DECIMALS),
        default="refuse",
        help="Read decimal numbers in a system as exact fractions, or refuse them.",
    ),
    click.Option(["--ideal"], metavar="NAME", help="Which ideal or list of a script to read; '*' is each, one by one."),
]
#: The options that say how an input is read.
_READING = ("colours", "box", "family", "lines", "field", "variables", "implicit", "decimals", "ideal")
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
        ["--audit/--no-audit"],
        default=True,
        show_default=False,
        help="Refuse --values for which sum and product are not enough.",
    ),
    click.Option(
        ["--simplify"],
        type=click.Choice(LEVELS),
        help="First use what casbridge explain finds by theorems up to this class.",
    ),
]
_GOAL = [
    click.Option(["--eliminate"], metavar="NAMES", help="The variables to eliminate, e.g. x,y (for elimination)."),
    click.Option(["--saturate"], metavar="POLYNOMIALS", help="What to saturate by, e.g. 'x, y - 1' (for saturation)."),
    click.Option(["--factor"], metavar="POLYNOMIAL", help="What to factor, e.g. 'x^4 - 1' (for factorisation)."),
]
_LIMITS = {
    "limit": click.Option(["--limit"], type=COUNT, help="Stop after so many answers."),
    "seconds": click.Option(
        ["--timeout", "seconds"],
        type=TIME,
        help="Most wall time for each job (one backend, one input; one puzzle of a sheet): 10, 5m, 1h."
        " Judging a verdict gets as long again at most.",
    ),
    "memory": click.Option(
        ["--memory"],
        type=Parsed("size", bytes_of),
        help="Most memory for each job with its processes: 500M, 2G.  [default: half of the machine's, at most 8G]",
    ),
}
_TIME = click.Option(
    ["--time", "whole"], type=TIME, help="Most wall time for the whole command, also with many inputs."
)
_KEEP = click.Option(
    ["--keep"],
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Leave the script and the transcript of each job in this folder. No file there is overwritten.",
)
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="One JSON document on standard output.")
_JSONL = "A line of JSON an answer (for one input) or an input (for several)."

# The sections of a command's help after its own options.
_SECTIONS = {
    "How a puzzle is read": [*_LAYOUT, _LINES],
    "How a system is read": _SYSTEM,
    "How a puzzle becomes a system": _ENCODING,
    "What a task needs beside the equations": _GOAL,
    "Limits": [*_LIMITS.values(), _TIME],
}


class _Command(click.Command):
    """A command whose help begins with its own options; those that commands share follow in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        titles = {id(one): title for title, options in _SECTIONS.items() for one in options}
        sections: dict[str, list[tuple[str, str]]] = {"Options": [], **{title: [] for title in _SECTIONS}}
        for one in self.get_params(ctx):
            if isinstance(one, click.Option) and (record := one.get_help_record(ctx)) is not None:
                sections[titles.get(id(one), "Options")].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


#: --backend, for commands that ask one backend.
BACKEND = click.option("--backend", default="reference", help="name or name:method.")


def command(
    about: str | None,
    *,
    source: str | None = None,
    reading: str = "all",
    encoding: bool = False,
    goal: bool = False,
    limit: bool = False,
    keep: bool = False,
    own_time: bool = False,
    jsonl: str | None = _JSONL,
) -> Callable[[Callable[..., int]], click.Command]:
    """A decorator for a command that gets, as `Asked`, the options that commands share. Its own follow as arguments.

    The function is `command` in the command's module, or `NAME_command` elsewhere. A module's `_` is a `-` in the name.

    about: its module's docstring: a line, then examples, which end its help.
    source: how the help calls its input, in brackets if it may be missing; None if there is none.
    reading: which options say how inputs are read: "all", "puzzles" (none for systems), "layout" (for plain grids only)
    or "none".
    encoding, goal, limit: whether it has options of the encoding, of the goal of a system, and --limit.
    keep: whether it has --keep. own_time: whether it has a --time of its own, with a default.
    jsonl: the help of --jsonl; None where there is no such option.

    >>> show = command(None, source="INPUT")(lambda asked: click.echo(asked.colours))
    >>> show.main(["graph.col", "--colours", "3"], standalone_mode=False)
    3
    """
    before: list[click.Parameter] = []
    if source is not None:
        before.append(click.Argument(["source"], metavar=source, required=source[0] != "["))
    before += {"all": [*_LAYOUT, _LINES, *_SYSTEM], "puzzles": [*_LAYOUT, _LINES], "layout": _LAYOUT, "none": []}[
        reading
    ]
    before += _ENCODING if encoding else []
    before += _GOAL if goal else []
    after = [option for name, option in _LIMITS.items() if limit or name != "limit"]
    after += [] if own_time else [_TIME]
    after += [*([_KEEP] if keep else []), _JSON]
    after += [] if jsonl is None else [click.Option(["--jsonl", "as_jsonl"], is_flag=True, help=jsonl)]

    def decorate(function: Callable[..., int]) -> click.Command:
        @functools.wraps(function)
        def run(**values: Any) -> int:
            shared = {str(one.name): values.pop(str(one.name)) for one in (*before, *after)}
            if shared["as_json"] and shared.get("as_jsonl"):
                raise UsageError("--json and --jsonl together", expected="one or the other")
            limits = Limits(**{name: shared.pop(name) for name in _LIMITS if name in shared})
            shared["whole"] = Deadline.after(shared.get("whole"))
            folder, asked = shared.pop("keep", None), Asked(of_a_job=limits, **shared)
            if folder is None:
                with _within(asked.whole):
                    return function(asked, **values)
            if not folder:
                raise UsageError("--keep: a folder without a name", expected="a folder, such as kept")
            from casbridge.backends.keeping import keeping

            with _within(asked.whole), keeping(folder, _plain_source(asked.source)):
                return function(asked, **values)

        own = run.__dict__.pop("__click_params__", [])[::-1]
        # Click keeps the lines of a paragraph as they are where it begins with \b.
        examples = "".join("\b\n" + part.strip() + "\n\n" for part in (about or "").split("\n\n")[1:])
        name = function.__name__.removesuffix("_command").replace("command", function.__module__.split(".")[-1])
        name = name.replace("_", "-")
        return click.command(name=name, cls=_Command, params=[*before, *own, *after], epilog=examples)(run)

    return decorate


def _plain_source(source: str | None) -> str:
    """The name of an input, for files: of a file its last part."""
    return "stdin" if source == "-" else (source or "input").rstrip("/").rpartition("/")[2]


def is_given(name: str) -> bool:
    """Whether the user gave a parameter of the running command. name: as the command's function calls it.

    >>> show = command(None)(lambda asked: click.echo(is_given("as_json")))
    >>> show.main(["--json"], standalone_mode=False)
    True
    """
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
