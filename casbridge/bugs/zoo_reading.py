"""Files of the zoo, read strictly: an error names file, line, key, what was expected and what is close.

`zoo_page` shows what a file looks like.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from casbridge import files
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.bugs.zoo import STATED, Outcome, Statement, Thread, Versions
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import InputError, UsageError
from casbridge.processes.versions import is_version
from casbridge.puzzles.toml import toml_table
from casbridge.puzzles.toml_tables import TomlTable, shown

#: Characters that a file may have.
LARGEST_FILE = 1 << 20

#: A thread, or a fault that is in no tracker that we know.
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,40}#(?:\d{1,12}|unreported-[a-z0-9-]{1,40})\Z", re.ASCII)
_KEYS = ("thread", "title", "system", "truth", "outcome")
_OUTCOME_KEYS = ("backend", "versions", "outcome", "fault", "runs", "timeout", "seen")
_MOST_RUNS, _MOST_SECONDS = 100, 3600.0


def read_zoo(places: Iterable[str | os.PathLike[str]]) -> list[Thread]:
    """The threads of files, and of all files `*.toml` in folders, in the order of their names.

    Raises InputError for a file that cannot be read or states nothing, and for two files about one thread.

    >>> read_zoo([])
    []
    """
    sources: list[Path] = []
    for place in map(Path, places):
        found = sorted(place.glob("*.toml")) if place.is_dir() else [place]
        if not found:
            raise InputError("a folder without files *.toml", source=str(place), expected="files of the zoo")
        sources += found
    threads: dict[str, Thread] = {}
    for file in dict.fromkeys(sources):
        try:
            text = files.read(file, most=LARGEST_FILE, pipes=True).decode("utf-8")
        except UnicodeDecodeError:
            raise InputError("cannot be read: not UTF-8", source=str(file)) from None
        thread = parse_thread(text, str(file))
        if thread.name in threads:
            table = TomlTable({}, text, str(file))
            table.fail(
                "thread", found=f"{thread.name} again", expected=f"one file; it is in {threads[thread.name].source}"
            )
        threads[thread.name] = thread
    return list(threads.values())


def parse_thread(text: str, source: str | None = None) -> Thread:
    """The thread that a file's text states.

    >>> parse_thread('thread = "a 1"\\ntitle = "t"\\nsystem = "x^2"\\ntruth = "x = 0"', "a.toml")
    Traceback (most recent call last):
    casbridge.errors.InputError: a.toml:1:1: thread = 'a 1'; expected a project and a number, such as "sympy#23110"
    """
    whole = TomlTable(toml_table(text, source, "a file of the zoo"), text, source)
    whole.check_keys(_KEYS, required=("thread", "title", "system", "truth"))
    name = whole.text("thread")
    if not _NAME.match(name):
        whole.fail("thread", found=f"thread = {shown(name)}", expected='a project and a number, such as "sympy#23110"')
    statements = tuple(map(_statement, whole.tables("outcome")))
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


def _statement(table: TomlTable) -> Statement:
    table.check_keys(_OUTCOME_KEYS, required=("backend", "outcome"))
    backend = table.text("backend")
    try:
        chosen, method = registry.split_name(backend)
        versions = Versions.of(table.text("versions", default=""))
    except UsageError as error:
        raise table.placed(error, "versions" if error.found.startswith("versions") else "backend") from None
    if backend != f"{chosen.name}:{method}" or "@" in backend:
        expected = f'a backend and a method, such as "{chosen.name}:{method}"'
        table.fail("backend", found=f"backend = {shown(backend)}", expected=expected)
    outcome = Outcome(table.choice("outcome", [str(one) for one in STATED]))
    fault = table.choice("fault", [str(one) for one in Fault]) if "fault" in table else ""
    runs = table.number("runs", 1, _MOST_RUNS, default=1)
    if fault and outcome is not Outcome.WRONG:
        table.fail("fault", found=f'a fault beside outcome = "{outcome}"', expected='a fault for "wrong" alone')
    if outcome is Outcome.WRONG and not fault and runs == 1:
        expected = "a fault, or runs where it depends on chance"
        table.fail("outcome", found='outcome = "wrong" without a fault', expected=expected)
    seen = table.values.get("seen", [])
    if not isinstance(seen, list) or not all(isinstance(one, str) and is_version(one) for one in seen):
        table.fail("seen", found=f"seen = {shown(seen)}", expected='a list of versions, such as ["1.14.0"]')
    stray = next((one for one in seen if not versions.hold(one)), None)
    if stray is not None:
        table.fail("seen", found=f"seen in {stray}", expected=f"only versions that meet {versions.text!r}")
    seconds = _number(table, "timeout", 0.1, _MOST_SECONDS) if "timeout" in table else None
    return Statement(backend, versions, outcome, fault, runs, seconds, tuple(seen))


def _system(table: TomlTable, written: str, name: str) -> PolynomialSystem:
    """The system; an error in it names the line of the file."""
    try:
        return read_system(written, name=name)
    except InputError as error:
        line = table.first_line("system") + (error.line or 1) - 1
        more = {"expected": error.expected, "hint": error.hint}
        raise InputError(error.found, source=table.source, line=line, column=error.column, **more) from None


def _number(table: TomlTable, key: str, least: float, most: float) -> float:
    value = table.values[key]
    if type(value) not in (int, float) or not least <= value <= most:
        table.fail(key, found=f"{key} = {shown(value)}", expected=f"a number from {least:g} to {most:g}")
    return float(value)
