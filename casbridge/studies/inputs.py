"""The inputs of a study: files of systems and puzzles, lines of puzzles, and members of families, as texts.

    patterns ──globbing──▶ files ──read, within limits──▶ Input
    family, n ──member──▶ a system or a puzzle ─────────▶ Input

The text of a system is its plain form, that of a puzzle a line or TOML. An input that cannot be read is an input too,
of kind "invalid", with the reason. So the others run.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from casbridge import files
from casbridge.algebra.members import Member, chosen
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import BackendError, CasbridgeError, InputError, LimitError, UsageError, printable
from casbridge.limits import Deadline
from casbridge.processes.apart import attempt, call
from casbridge.studies.filters import Filter, check_values
from casbridge.studies.globbing import Budget, files_of
from casbridge.studies.plan import InputSpec, Plan
from casbridge.studies.unchanged import NotedFiles, stamp_of
from casbridge.studies.values import Input

if TYPE_CHECKING:
    from casbridge.puzzles.puzzle import Puzzle

#: Seconds in which a file is read, and in which a member of a family is made.
READING_SECONDS = 60.0
#: After so many lines that are no puzzles the rest of a file is not read.
MOST_BAD_LINES = 1000
_START_SECONDS = 30.0
_LARGEST_FILE = 64 * 2**20
# Files of so many bytes in all, and so many of them, are read in one call of a process apart.
_BATCH_BYTES = 1 << 20
_BATCH_FILES = 100
# So many characters of a file of puzzles are read at a time.
_LINES = 1 << 13
_STORE = re.compile(r"\.sqlite(-\w+)?\Z")
_LONGEST_NAME = 4096
# A shorter line is rather a row of a drawn grid.
_LEAST_CELLS = 16
# The name under which a file's puzzles are read: a puzzle that has it has no name of its own.
_UNNAMED = "\0"


#: A line or the name of an ideal, the kind of an input, and its text; for "invalid" the reason.
_Text = tuple[str, str, str]


class Source(NamedTuple):
    """Where inputs come from: a file, or a member of a family.

    name: of the input, or the beginning of the names of several.
    spec: the `[[inputs]]` that names it.
    path: of the file, absolute; "" for a member.
    n, seed: of the member.
    """

    name: str
    spec: InputSpec
    path: str = ""
    n: int = 0
    seed: int = 0


def sources_of(plan: Plan, spec: InputSpec, budget: Budget) -> Iterator[Source]:
    """The files or the members that one `[[inputs]]` means, in order. The study file and stores are none of them.

    budget: what its patterns may look at.
    Raises InputError for a pattern that cannot be followed, UsageError for a member that does not exist.

    >>> from casbridge.studies.globbing import Budget
    >>> spec = InputSpec("family", family="cyclic", n=(4, 5))
    >>> [source.name for source in sources_of(Plan("two", (spec,), ("reference",)), spec, Budget())]
    ['cyclic-4', 'cyclic-5']
    """
    prefix = f"{spec.name}/" if spec.name else ""
    if spec.kind == "family":
        for seed in spec.seeds:
            for n in spec.n:
                yield Source(prefix + _member(spec, n, seed).name, spec, "", n, seed)
        return
    folder = os.path.abspath(plan.folder)
    seen: set[str] = set()
    for pattern in spec.patterns:
        for file in files_of(pattern, folder, budget):
            path = os.path.join(folder, file)
            if file not in seen and not _is_own(plan, path):
                seen.add(file)
                yield Source(prefix + _name_of(file), spec, path)


def all_sources(plan: Plan) -> list[Source]:
    """The files and the members that a plan means, in order. Errors as in `sources_of`.

    >>> plan = Plan("two", (InputSpec("family", family="cyclic", n=(4, 5)),), ("reference",))
    >>> [source.name for source in all_sources(plan)]
    ['cyclic-4', 'cyclic-5']
    """
    budget = Budget()
    return [source for spec in plan.specs for source in sources_of(plan, spec, budget)]


def check_filter(plan: Plan, wanted: Filter, names: Sequence[str] | None = None) -> None:
    """Raise UsageError for a pattern of a filter that matches nothing in a plan, with what is close.

    names: of the files and the members of the plan; None looks for them. No file is read: whether a file has the line
    of a pattern "top95.txt:3" is not checked.

    >>> from casbridge.studies.filters import only
    >>> plan = Plan("one", (InputSpec("family", family="cyclic", n=(4, 5)),), ("reference",))
    >>> check_filter(plan, only(["cyclic-*", "n=4"]))
    >>> check_filter(plan, only(["n=6"]))
    Traceback (most recent call last):
    casbridge.errors.UsageError: n=6 matches nothing; expected one of 4, 5
    """
    if names is None:
        names = [source.name for source in all_sources(plan)]
    members = [spec for spec in plan.specs if spec.kind == "family"]
    known: dict[str, Sequence[str]] = {
        "inputs": names,
        "family": [*dict.fromkeys(spec.family for spec in members)],
        "n": [*dict.fromkeys(str(n) for spec in members for n in spec.n)],
        "encoding": [*dict.fromkeys(encoding for spec in plan.specs for encoding in spec.encodings)],
        "field": plan.used_fields,
        "variable_order": plan.variable_orders,
        "backends": plan.backends,
        "repeat": [str(number) for number in range(1, plan.repeat + 1)],
    }
    for key, patterns in wanted.patterns:
        patterned = tuple(re.sub(r"(?s)(.):[^:/]*\Z", r"\1", one) for one in patterns) if key == "inputs" else patterns
        for given, pattern in zip(patterns, patterned, strict=True):
            try:
                check_values(Filter(((key, (given,)),)), known)
            except UsageError:
                if given == pattern:
                    raise
                check_values(Filter(((key, (pattern,)),)), known)


def inputs_of(
    plan: Plan,
    sources: Iterable[Source] | None = None,
    *,
    noted: NotedFiles | None = None,
    strict: bool = False,
    seconds: float = READING_SECONDS,
    memory: int | None = None,
) -> Iterator[tuple[Input, tuple[str, ...]]]:
    """The inputs of a study, each with the encodings that are asked for. A system has none.

    The names are different. A file with one input gives it its name; of several each has the number of its line, as in
    "top95.txt:3". Small files are read some at a time.

    sources: what `all_sources` gave; None looks for them.
    noted: what a store knows of files. One that did not change is not read; what is read is noted.
    strict: raise InputError for the first input that cannot be read.
    seconds, memory (bytes): limits on reading one file, or on making one member of a family.

    >>> from casbridge.studies.plan import InputSpec
    >>> plan = Plan("one", (InputSpec("family", family="katsura", n=(2,)),), ("reference",))
    >>> [(one, encodings)] = inputs_of(plan)
    >>> one.name, one.kind, one.family, one.n
    ('katsura-2', 'system', 'katsura', 2)
    """
    for batch in _batches(all_sources(plan) if sources is None else sources, noted):
        for asked, found in _read_batch(batch, seconds, memory):
            number, is_whole = 0, True
            for one in found:
                if one.kind == "invalid":
                    is_whole = False
                    if strict:
                        raise InputError(one.reason)
                yield one, asked.source.spec.encodings if one.kind == "puzzle" else ()
                number += 1
            if noted is not None and asked.known is None and asked.source.path:
                # The store finds inputs by lines, not by names of ideals.
                is_noted = is_whole and asked.source.spec.ideal != "*"
                noted.note(asked.source.name, asked.stamp if is_noted else None, number)


class _Asked(NamedTuple):
    """A source, its stamp before the reading, and its inputs if a store has them."""

    source: Source
    stamp: bytes | None = None
    known: Iterator[Input] | None = None


def _batches(sources: Iterable[Source], noted: NotedFiles | None) -> Iterator[list[_Asked]]:
    """The sources in order: small files together, any other source alone. A file that a store knows has no size."""
    batch: list[_Asked] = []
    room = _BATCH_BYTES
    for source in sources:
        asked = _Asked(source)
        if noted is not None and source.path:
            stamp = stamp_of(source.name, source.path, source.spec)
            asked = _Asked(source, stamp, None if stamp is None else noted.known(source.name, stamp))
        size = _size(source) if asked.known is None else 0
        if batch and (len(batch) == _BATCH_FILES or size > room):
            yield batch
            batch, room = [], _BATCH_BYTES
        batch.append(asked)
        room -= size
    if batch:
        yield batch


def _size(source: Source) -> int:
    """The bytes of a file that may be read together with others; more than a batch has for what may not."""
    try:
        return os.stat(source.path).st_size if source.spec.kind == "files" else _BATCH_BYTES + 1
    except OSError:
        return _BATCH_BYTES + 1


def _read_batch(
    batch: Sequence[_Asked], seconds: float, memory: int | None
) -> Iterator[tuple[_Asked, Iterable[Input]]]:
    """The inputs of some sources. Together they have the time of one; what is not read in it is read alone."""
    done: Iterator[list[_Text] | InputError] = iter(())
    unknown = [asked.source for asked in batch if asked.known is None]
    if len(unknown) > 1:
        deadline = Deadline.after(seconds)
        done = iter(attempt(_texts_in_each, unknown, deadline, deadline=deadline, memory=memory).items)
    for asked in batch:
        source = asked.source
        texts = None if asked.known is not None else next(done, None)
        found: Iterable[Input]
        if asked.known is not None:
            found = asked.known
        elif texts is None:
            found = read_source(source, seconds=seconds, memory=memory)
        elif isinstance(texts, InputError):
            found = [_invalid(source, source.name, str(texts))]
        else:
            found = _inputs_of_texts(source, texts)
        yield asked, found


def _texts_in_each(batch: Sequence[Source], deadline: Deadline) -> Iterator[list[_Text] | InputError]:
    for source in batch:
        try:
            yield _texts_in(source, deadline)
        except InputError as error:
            yield error


def read_source(source: Source, *, seconds: float = READING_SECONDS, memory: int | None = None) -> Iterator[Input]:
    """The inputs in a file, or the member of a family. What cannot be read is an input of kind "invalid".

    Raises BackendError where no process starts in which it could be read.

    >>> source = Source("none.xml", InputSpec("files", ("none.xml",)), "/no/such/none.xml")
    >>> [(one.kind, one.reason) for one in read_source(source)]
    [('invalid', 'none.xml: no such file')]
    """
    spec = source.spec
    found = 0
    try:
        deadline = Deadline.after(seconds)
        if spec.kind == "family":
            kind, text = _called(_member_text, spec, source.n, source.seed, deadline=deadline, memory=memory)
            yield Input(source.name, kind, text, spec.family, source.n)
            return
        for one in islice(_inputs_in(source, deadline, memory), spec.first):
            yield one
            found += 1
        return
    except _NoProcessError:
        raise
    except (CasbridgeError, MemoryError) as error:
        reason = str(error) or "out of memory"
    yield _invalid(source, f"{source.name}:rest" if found else source.name, reason)


def _invalid(source: Source, name: str, reason: str) -> Input:
    spec = source.spec
    reason = reason if reason.startswith(source.name) else f"{source.name}: {reason}"
    family, n = (spec.family, source.n) if spec.kind == "family" else ("", None)
    return Input(name, "invalid", "", family, n, printable(reason))


def _inputs_in(source: Source, deadline: Deadline, memory: int | None) -> Iterator[Input]:
    if source.spec.kind == "puzzles":
        from casbridge.puzzles.reading import decoded, form_of

        text = decoded(files.read(source.path, source.name, most=_LARGEST_FILE), source.name)
        if form_of(text) == "grid":
            yield from _lines(text, source, deadline)
            return
    yield from _inputs_of_texts(source, _called(_texts_in, source, deadline, deadline=deadline, memory=memory))


class _NoProcessError(BackendError):
    """No process starts in which an input could be read: that is no fault of the input."""


def _called(function: Callable[..., Any], *arguments: Any, deadline: Deadline, memory: int | None) -> Any:
    """`call`. Where its process ended it is tried once more, if a process starts at all."""
    try:
        return call(function, *arguments, deadline=deadline, memory=memory)
    except BackendError:
        try:
            call(os.getpid, deadline=Deadline.after(_START_SECONDS))
        except (CasbridgeError, MemoryError) as error:
            raise _NoProcessError(f"inputs cannot be read, since no process of casbridge starts: {error}") from None
        return call(function, *arguments, deadline=deadline, memory=memory)


def _inputs_of_texts(source: Source, texts: Iterable[_Text]) -> Iterator[Input]:
    for part, kind, text in texts:
        name = f"{source.name}:{part}" if part else source.name
        yield Input(name, kind, text) if kind != "invalid" else Input(name, kind, "", reason=text)


def _lines(text: str, source: Source, deadline: Deadline) -> Iterator[Input]:
    """The puzzles of a text with a puzzle a line. One line alone has the file's name.

    Raises LimitError after the deadline. Time in which nobody asks for the next input does not count.
    """
    held: Input | None = None
    first, wrong = True, 0
    try:
        for line, found in _puzzles_in_parts(text, source, deadline):
            error = found if isinstance(found, InputError) else _too_short(found, source, line)
            if error is not None:
                wrong += 1
                one = Input(f"{source.name}:{line}", "invalid", "", reason=str(error))
            else:
                assert not isinstance(found, InputError)
                one = Input(f"{source.name}:{line}", "puzzle", text_of_puzzle(replace(found, name="")))
            if held is not None:
                yield held
                first = False
            if wrong > MOST_BAD_LINES:
                what = f"more than {MOST_BAD_LINES} lines that are no puzzles"
                raise InputError(what, source=source.name, line=line, expected="a puzzle a line")
            held = one
    except LimitError:
        if held is not None:
            yield held
        raise
    if held is None:
        raise InputError("no cells", source=source.name, expected="a puzzle a line")
    yield replace(held, name=source.name) if first else held


def _puzzles_in_parts(text: str, source: Source, deadline: Deadline) -> Iterator[tuple[int, Puzzle | InputError]]:
    """The puzzles of a text with a puzzle a line. A part of the text is read at a time, and the clock stops between."""
    from casbridge.puzzles.parsing import puzzle_lines

    wanted, line, start = _wanted(source), 1, 0
    while start < len(text):
        end = text.find("\n", start + _LINES) + 1 or len(text)
        part = text[start:end]
        found = [*puzzle_lines(part, line, **wanted, deadline=deadline)]
        left = deadline.left()
        yield from found
        deadline = Deadline(time.monotonic() + left, deadline.seconds) if left is not None else deadline
        line, start = line + part.count("\n"), end


def _too_short(puzzle: Puzzle, source: Source, line: int) -> InputError | None:
    """The error of a line that is rather a row of a drawn grid."""
    cells = puzzle.layout.cells
    if cells >= _LEAST_CELLS:
        return None
    found, expected = f"a line with {cells} cells", f"a puzzle with at least {_LEAST_CELLS} cells"
    return InputError(found, source=source.name, line=line, expected=expected, hint="drawn grids are read by files = …")


def _texts_in(source: Source, deadline: Deadline) -> list[_Text]:
    """What is in a file: for each system or puzzle its line or name, its kind and its text. One alone has no line."""
    from casbridge.puzzles.reading import read_each

    wanted = _wanted(source)
    found = read_each(files.read(source.path, source.name, most=_LARGEST_FILE), deadline=deadline, **wanted)
    texts: list[_Text] = []
    for each in islice(found, source.spec.first):
        if isinstance(each, InputError):
            texts.append((str(each.source).removeprefix(f"{source.name}:"), "invalid", str(each)))
        elif isinstance(each, PolynomialSystem):
            if source.spec.kind == "puzzles":
                hint = "systems are read by files = …"
                raise InputError("a polynomial system", source=source.name, expected="a puzzle a line", hint=hint)
            part = each.name.removeprefix(f"{source.name}:") if len(found) > 1 else ""
            texts.append((part, "system", text_of_system(each)))
        else:
            is_unnamed = each.name.startswith(_UNNAMED)
            line = each.name.rpartition(":")[2] if is_unnamed and each.name != _UNNAMED else ""
            texts.append((line, "puzzle", text_of_puzzle(replace(each, name="") if is_unnamed else each)))
    return texts


def _wanted(source: Source) -> dict[str, Any]:
    """The options for reading a file."""
    spec = source.spec
    how = {
        "colours": spec.colours,
        "box": spec.box,
        "family": spec.layout,
        "lines": spec.lines or None,
        "ideal": spec.ideal or None,
    }
    return {"source": source.name, "name": _UNNAMED, **{key: value for key, value in how.items() if value is not None}}


def _member(spec: InputSpec, n: int, seed: int) -> Member[Any]:
    from casbridge.puzzles.families import FAMILIES

    return chosen(FAMILIES, spec.family, n, seed, dict(spec.parameters))


def _member_text(spec: InputSpec, n: int, seed: int) -> tuple[str, str]:
    """The kind and the text of a member of a family."""
    made = _member(spec, n, seed).made()
    if isinstance(made, PolynomialSystem):
        return "system", text_of_system(made)
    return "puzzle", text_of_puzzle(made)


def text_of_system(system: PolynomialSystem) -> str:
    """The plain form of a system, without its name: the same for the same system. Where it comes from is a comment.

    `casbridge.algebra.formats.read_system` reads it back as the same system.

    >>> from casbridge.algebra.formats import read_system
    >>> print(text_of_system(read_system("x^2 = y", name="parabola")), end="")
    field: QQ
    variables: x y
    -y + x^2
    """
    from casbridge.algebra.formats import write_plain

    return write_plain(replace(system, name=""))


def text_of_puzzle(puzzle: Puzzle) -> str:
    """A puzzle as a line where a line says all about it, else as TOML. `read_puzzles` reads it as the same puzzle.

    >>> from casbridge.puzzles import Puzzle, sudoku
    >>> text_of_puzzle(Puzzle(sudoku(2, 2), (0,) * 16)), "box" in text_of_puzzle(Puzzle(sudoku(1, 4), (0,) * 16))
    ('................', True)
    """
    from casbridge.puzzles.printing import line_is_read, print_line, print_toml

    is_line = not puzzle.name and line_is_read(puzzle.layout) and puzzle.layout.cells >= _LEAST_CELLS
    return print_line(puzzle) if is_line else print_toml(puzzle)


def _is_own(plan: Plan, path: str) -> bool:
    """Whether a file is the study file, or a store with what belongs to it."""
    name = os.path.basename(path)
    return bool(_STORE.search(name)) or (
        name == plan.path.name and os.path.realpath(path) == os.path.realpath(plan.path)
    )


def _name_of(file: str) -> str:
    """A file's name as a study shows it: in printable characters, and different from the names of lines of files."""
    name = printable(os.fsencode(file).decode("utf-8", "backslashreplace"), _LONGEST_NAME)
    return re.sub(r":(\d+|rest)\Z", r"\\x3a\1", name)
