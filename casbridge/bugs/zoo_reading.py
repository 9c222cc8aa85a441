"""Files of the zoo, read strictly: an error names file, line, key, what was expected and what is close.

`zoo_page` shows what a file looks like.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.bugs.zoo import STATED, Outcome, Statement, Thread, Versions
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import InputError, Location, UsageError, printable
from casbridge.processes.versions import is_version
from casbridge.puzzles.toml import toml_table

#: Characters that a file may have.
LARGEST_FILE = 1 << 20

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,40}#\d{1,12}\Z", re.ASCII)
_KEYS = ("thread", "title", "system", "truth", "outcome")
_OUTCOME_KEYS = ("backend", "versions", "outcome", "fault", "runs", "timeout", "seen")
_MOST_RUNS, _MOST_SECONDS = 100, 3600.0


def read_zoo(places: Iterable[str | os.PathLike[str]]) -> list[Thread]:
    """The threads of files, and of all files `*.toml` in folders, in the order of their names.

    Raises InputError for a file that cannot be read or states nothing, and for two files about one thread.

    >>> read_zoo([])
    []
    """
    files: list[Path] = []
    for place in map(Path, places):
        found = sorted(place.glob("*.toml")) if place.is_dir() else [place]
        if not found:
            raise InputError("a folder without files *.toml", source=str(place), expected="files of the zoo")
        files += found
    threads: dict[str, Thread] = {}
    for file in dict.fromkeys(files):
        try:
            # A device says that it has no size.
            with file.open("rb") as stream:
                content = stream.read(LARGEST_FILE + 1)
            if len(content) > LARGEST_FILE:
                raise InputError("a file of more than 1 MiB", source=str(file), expected="a file of the zoo")
            text = content.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            what = error.strerror if isinstance(error, OSError) and error.strerror else "not UTF-8"
            raise InputError(f"cannot be read: {what}", source=str(file)) from None
        thread = parse_thread(text, str(file))
        if thread.name in threads:
            at = Location(str(file), _line(text, "thread"))
            raise at.error(f"{thread.name} again", f"one file; it is in {threads[thread.name].source}")
        threads[thread.name] = thread
    return list(threads.values())


def parse_thread(text: str, source: str | None = None) -> Thread:
    """The thread that a file's text states.

    >>> parse_thread('thread = "a 1"\\ntitle = "t"\\nsystem = "x^2"\\ntruth = "x = 0"', "a.toml")
    Traceback (most recent call last):
    casbridge.errors.InputError: a.toml:1: thread = 'a 1'; expected a project and a number, such as "sympy#23110"
    """
    table = toml_table(text, source, "a file of the zoo")
    whole = _Table(text, source, table, 1)
    whole.keys(_KEYS, required=("thread", "title", "system", "truth"))
    name = whole.text("thread")
    if not _NAME.match(name):
        whole.fail("thread", f"thread = {_shown(name)}", 'a project and a number, such as "sympy#23110"')
    outcomes = table.get("outcome", [])
    if not isinstance(outcomes, list) or not all(isinstance(one, dict) for one in outcomes):
        whole.fail("outcome", "outcome is no list of tables", "tables [[outcome]]")
    starts = [number for number, line in enumerate(text.split("\n"), 1) if re.match(r"\s*\[\[\s*outcome\s*\]\]", line)]
    starts += [1] * (len(outcomes) - len(starts))
    statements = tuple(
        _statement(_Table(text, source, one, start)) for one, start in zip(outcomes, starts, strict=False)
    )
    written = whole.text("system", lines=True)
    return Thread(
        name,
        whole.text("title"),
        written.strip("\n") + "\n",
        _system(whole, written, name),
        whole.text("truth", lines=True).strip(),
        statements,
        source or "",
    )


def _statement(table: _Table) -> Statement:
    table.keys(_OUTCOME_KEYS, required=("backend", "outcome"))
    backend = table.text("backend")
    try:
        chosen, method = registry.split_name(backend)
        versions = Versions.of(table.text("versions", default=""))
    except UsageError as error:
        table.fail(
            "versions" if error.found.startswith("versions") else "backend", error.found, error.expected, error.hint
        )
    if backend != f"{chosen.name}:{method}" or "@" in backend:
        table.fail(
            "backend", f"backend = {_shown(backend)}", f'a backend and a method, such as "{chosen.name}:{method}"'
        )
    outcome = Outcome(table.choice("outcome", [str(one) for one in STATED]))
    fault = table.choice("fault", [str(one) for one in Fault]) if "fault" in table.values else ""
    runs = table.number("runs", 1, _MOST_RUNS, whole=True) if "runs" in table.values else 1
    if fault and outcome is not Outcome.WRONG:
        table.fail("fault", f'a fault beside outcome = "{outcome}"', 'a fault for "wrong" alone')
    if outcome is Outcome.WRONG and not fault and runs == 1:
        table.fail("outcome", 'outcome = "wrong" without a fault', "a fault, or runs where it depends on chance")
    seen = table.values.get("seen", [])
    if not isinstance(seen, list) or not all(isinstance(one, str) and is_version(one) for one in seen):
        table.fail("seen", f"seen = {_shown(seen)}", 'a list of versions, such as ["1.14.0"]')
    stray = next((one for one in seen if not versions.hold(one)), None)
    if stray is not None:
        table.fail("seen", f"seen in {stray}", f"only versions that meet {versions.text!r}")
    seconds = table.number("timeout", 0.1, _MOST_SECONDS) if "timeout" in table.values else None
    return Statement(backend, versions, outcome, fault, int(runs), seconds, tuple(seen))


def _system(table: _Table, written: str, name: str) -> PolynomialSystem:
    """The system; an error in it names the line of the file."""
    try:
        return read_system(written, name=name)
    except InputError as error:
        first = table.line("system") or 1
        opened = re.search(r'("""|\'\'\')\n', table.text_of_line(first))
        line = first + (opened is not None) + (error.line or 1) - 1
        more = {"expected": error.expected, "hint": error.hint}
        raise InputError(error.found, source=table.source, line=line, column=error.column, **more) from None


class _Table:
    """A table of a file, with the place where its keys stand. first: the line where it begins."""

    def __init__(self, text: str, source: str | None, values: dict[str, Any], first: int) -> None:
        self.source, self.values = source, values
        self._text, self._first = text, first

    def fail(self, key: str, found: str, expected: str | None, hint: str | None = None) -> NoReturn:
        raise Location(self.source, self.line(key)).error(printable(found, 120), expected or "", hint)

    def line(self, key: str) -> int:
        return _line(self._text, key, self._first)

    def text_of_line(self, number: int) -> str:
        return self._text.split("\n")[number - 1] + "\n"

    def keys(self, known: Collection[str], required: Collection[str]) -> None:
        for key in self.values:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"did you mean {near[0]!r}?" if near else None
                self.fail(key, f"unknown key {printable(key, 60)!r}", f"one of {', '.join(known)}", hint)
        for key in required:
            if key not in self.values:
                self.fail("", f"no key {key!r}", f"the keys {', '.join(required)}")

    def text(self, key: str, *, lines: bool = False, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str):
            self.fail(key, f"{key} = {_shown(value)}", "a text")
        if default is None and not value.strip():
            self.fail(key, f"{key} is empty", "a text")
        if not all(c.isprintable() or (lines and c == "\n") for c in value):
            self.fail(key, f"{key} = {_shown(value)}", "printable characters" + ("" if lines else " in one line"))
        return value

    def choice(self, key: str, known: list[str]) -> str:
        value = self.text(key)
        if value not in known:
            near = get_close_matches(value, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else None
            self.fail(key, f"{key} = {_shown(value)}", f"one of {', '.join(known)}", hint)
        return value

    def number(self, key: str, least: float, most: float, *, whole: bool = False) -> float:
        value = self.values[key]
        kinds = (int,) if whole else (int, float)
        if type(value) not in kinds or not least <= value <= most:
            what = "a whole number" if whole else "a number"
            self.fail(key, f"{key} = {_shown(value)}", f"{what} from {least:g} to {most:g}")
        return float(value)


def _line(text: str, key: str, first: int = 1) -> int:
    """The line of a key, from a line on; that line where the key does not stand."""
    table = rf"|\[+{re.escape(key)}\]" if first == 1 else ""
    wanted = re.compile(rf"[ \t]*(?:[\"']?{re.escape(key)}[\"']?[ \t]*={table})") if key else None
    for number, line in enumerate(text.split("\n"), 1):
        if number >= first and wanted is not None and wanted.match(line):
            return number
    return first


def _shown(value: object) -> str:
    try:
        return printable(repr(value), 60)
    except ValueError:  # an integer beyond Python's limit for writing it out
        return "a huge number"
