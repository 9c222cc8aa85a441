"""From a study file to its store beside it, and from either to the plan.

study.toml ──beside──▶ study.sqlite
    └──▶ Plan ◀── its text ──┘
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from casbridge import files
from casbridge.errors import InputError, UsageError, printable
from casbridge.studies.databases import MAGIC
from casbridge.studies.reading import name_in, plan_of_text
from casbridge.studies.stored import MERGE_AGAIN

if TYPE_CHECKING:
    from casbridge.studies.plan import Plan
    from casbridge.studies.store import Store

#: The ending of a store's name.
STORE_SUFFIX = ".sqlite"
_FILE_KEY = re.compile(r"""^(\s*(?:files|puzzles)\s*=\s*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)


def is_store(path: str | os.PathLike[str]) -> bool:
    """Whether a path means a store: the file begins as SQLite's files do, or no file is there and the name ends so.

    >>> is_store("study.toml"), is_store("study.sqlite")
    (False, True)
    """
    try:
        return files.read(path, most=len(MAGIC), whole=False) == MAGIC
    except InputError:
        return os.fspath(path).endswith(STORE_SUFFIX)


def store_of(path: str | os.PathLike[str]) -> Path:
    """The store of a study: the path itself, or for a study file NAME.sqlite beside it.

    >>> store_of("studies/first.toml").as_posix(), store_of("first.sqlite").as_posix()
    ('studies/first.sqlite', 'first.sqlite')
    """
    if not Path(path).name or os.path.isdir(path):
        shown, expected = printable(os.fspath(path), 200) or "''", "a study file, or the .sqlite file of a study"
        raise InputError("a folder" if os.path.isdir(path) else "no name of a file", source=shown, expected=expected)
    return Path(path) if is_store(path) else Path(path).with_suffix(STORE_SUFFIX)


def found_store(path: str | os.PathLike[str]) -> Path:
    """The store of a study that was run, as `store_of`.

    Raises InputError for a path that is no store and has none beside it; the error names the path as it was given. The
    same for a study file with another name than the study in its store. Where only the store is missing beside a study
    file NAME.toml, nothing is raised: `Store.open` says how the store is made.

    >>> found_store("nowhere/first.toml")
    Traceback (most recent call last):
    casbridge.errors.InputError: nowhere/first.toml: no such file; expected a study file, or the .sqlite file of a study
    """
    store, expected = store_of(path), "a study file, or the .sqlite file of a study"
    if is_store(path):
        return store
    if os.path.lexists(store):
        _check_name(Path(path), store)
        return store
    if not os.path.lexists(path):
        raise InputError("no such file", source=printable(os.fspath(path), 200), expected=expected)
    if Path(path).suffix != ".toml":
        found = f"no study, and no {printable(store.name, 80)} beside it"
        raise InputError(found, source=printable(os.fspath(path), 200), expected=expected)
    return store


def _check_name(path: Path, store: Path) -> None:
    """Refuse the store of another study than that in the study file beside it."""
    from casbridge.studies.store import Store

    expected = name_in(path)
    if expected is None:
        return
    with Store.open(store) as opened:
        name = opened.about("name")
    if name != expected:
        what = f"its store {printable(store.name, 80)} is that of the study {printable(str(name), 80)!r}"
        hint = f"name {printable(store.name, 80)} to read it"
        wanted = f"one of {printable(expected, 80)!r}"
        raise InputError(what, source=printable(str(path), 200), expected=wanted, hint=hint)


def plan_in(store: Store) -> Plan:
    """The plan that a store was last brought to.

    Raises InputError where the store has none, and for each mistake in it; see `casbridge.studies.reading.read_plan`.

    >>> import tempfile
    >>> from casbridge.studies.store import Store
    >>> text = '[[inputs]]\\nfamily = "cyclic"\\nn = 4\\n[matrix]\\nbackends = "reference"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "small.toml")
    ...     with Store.create(store_of(file), plan_of_text(text, file)) as store:
    ...         plan_in(store).backends
    ('reference',)
    """
    text, folder, name = (store.about(one) for one in ("text", "folder", "name"))
    if not isinstance(text, str) or not isinstance(folder, str) or not text:
        expected, shown = "the store of a study that was run", printable(str(store.path), 200)
        if store.is_merged:
            what = "no study file is kept in it, since it was merged of stores with other studies or other inputs"
            raise InputError(what, source=shown, expected=expected, hint=MERGE_AGAIN)
        raise InputError("no study file is kept in it", source=shown, expected=expected)
    path = Path(os.path.normpath(store.path.parent / folder)) / store.path.with_suffix(".toml").name
    return replace(plan_of_text(text, path), name=str(name))


def with_file(plan: Plan, path: str | os.PathLike[str]) -> Plan:
    """The plan with another file in the place of the only one that it names. Its text names the other one too.

    path: of puzzles or of a system; relative to the folder in which the program runs.

    Raises UsageError for a study with several files, and with none; InputError where there is no such file.

    >>> import tempfile
    >>> text = '[[inputs]]\\npuzzles = "few.txt"\\n[matrix]\\nbackends = "reference"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("few.txt", "mine.txt"):
    ...         _ = Path(folder, name).write_text("14............12\\n")
    ...     plan = with_file(plan_of_text(text, Path(folder, "small.toml")), Path(folder, "mine.txt"))
    >>> plan.text.split("\\n")[1]
    'puzzles = "mine.txt"'
    """
    shown = printable(os.fspath(path), 200)
    if not os.path.isfile(path):
        raise InputError("no such file", source=shown, expected="a file of puzzles or systems")
    named = [spec for spec in plan.specs if spec.kind != "family"]
    if len(named) != 1 or len(named[0].patterns) != 1 or len(places := [*_FILE_KEY.finditer(plan.text)]) != 1:
        found = f"--input {shown} for a study with {sum(len(spec.patterns) for spec in named)} files"
        raise UsageError(found, expected='a study with one line such as files = "system.txt" or puzzles = "top95.txt"')
    if shown != os.fspath(path):
        raise UsageError(f"--input {shown}", expected="a name in printable characters")
    name = os.path.relpath(os.path.realpath(path), os.path.realpath(plan.folder))
    (place,) = places
    text = plan.text[: place.start(2)] + json.dumps(escape(name), ensure_ascii=False) + plan.text[place.end(2) :]
    made = plan_of_text(text, plan.path)
    if replace(made, specs=plan.specs, text=plan.text, exclude=plan.exclude) != plan or len(made.specs) != len(
        plan.specs
    ):
        raise UsageError(
            f"--input {shown}: the study's file cannot be replaced", expected="an edited copy of the study"
        )
    return made
