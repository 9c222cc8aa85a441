"""Finding an external program and its version, which a file of the user's cache folder remembers.

Program.find ──locate──▶ path ──version──▶ Availability
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from casbridge import files
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import BackendError, LimitError, UsageError, WriteError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.processes.program import run_program

#: The environment variable that hides programs, as if they were not installed: a comma list of names, or "all".
HIDE = "CASBRIDGE_HIDE"
#: The names that it takes, beside those of plug-ins' backends: programs that casbridge runs, and its tests' browser.
HIDEABLE = ("chromium", "fricas", "gap", "giac", "macaulay2", "maxima", "msolve", "pari", "sage", "singular")
#: Seconds that a program may take to tell its version.
VERSION_SECONDS = 20.0

#: Plain digits and dots, and nothing else up to the next blank or comma.
_VERSION = r"(?<!\S)(\d+(?:\.\d+)*)(?![^\s,])"
#: The end of a name such as singular_4_4.
_VERSIONS = re.compile(r"(?:_\d+)+\Z", re.ASCII)
_CONTROL = re.compile(r"[^\n\r\t\x20-\x7e\xa0-\ufffc]")
_PLAIN_VERSION = re.compile(r"(?=.{1,40}\Z)\d+(?:\.\d+)*\Z")
_MOST_KNOWN = 64


class _Told(NamedTuple):
    """A version, and the folders on which it depends with their times of change."""

    version: str
    folders: tuple[tuple[str, int], ...] = ()

    def holds(self) -> bool:
        """Whether no folder has changed."""
        return all(_time_of(folder) == time for folder, time in self.folders)


#: Path, size, time of change, inode and arguments, as JSON → version, in this process.
_known: dict[str, _Told] = {}
_lock = threading.Lock()


@dataclass(frozen=True, slots=True, repr=False)
class Availability(Brief, Shown):
    """Whether a program can be used here: where it is and which version, or why not and what to do.

    >>> Availability(False, reason="no gap on PATH", hint="install it").complaint
    'no gap on PATH; install it'
    """

    available: bool
    path: str = ""
    version: str = ""
    reason: str = ""
    hint: str = ""

    @property
    def complaint(self) -> str:
        """Why it is not available, and what to do."""
        return f"{self.reason}; {self.hint}" if self.hint else self.reason


@with_hints
@dataclass(frozen=True, slots=True)
class Program:
    """An external program: its names, and how to ask for its version.

    name: of the executable. variable: the environment variable that names another executable.
    title: the program's name in sentences. hint: how to install it.
    arguments: with these the program prints its version.
    pattern: where the version is in its output: a regular expression whose `{version}` is plain digits and dots.
        Where the pattern has more groups, they are further parts of the version.
    reads: what the program reads on standard input when it is asked.
    lasting: whether a version holds until the file changes, and is remembered. Otherwise the program prints, after its
        version, the folders on which the version depends, each in a line that begins with "in: ": the version holds
        until one of them changes.

    >>> found = Program("no-such", "CASBRIDGE_NO_SUCH", title="Such", hint="install it").find()
    >>> found.complaint
    'no no-such on PATH, and CASBRIDGE_NO_SUCH is not set; install it'
    """

    name: str
    variable: str
    title: str
    hint: str
    arguments: tuple[str, ...] = ("--version",)
    pattern: str = "{version}"
    reads: str | None = None
    lasting: bool = True

    def place(self, explicit: str | os.PathLike[str] | None = None) -> Path | None:
        """The program's executable, which is not started; None where there is none. See `locate`."""
        return locate(self.name, self.variable, explicit)

    def find(self, explicit: str | os.PathLike[str] | None = None, deadline: Deadline = NEVER) -> Availability:
        """The program's path and version, or why it cannot be used and what to do. See `locate`.

        explicit: a path, or a name on PATH, that goes before all others.
        Raises LimitError where the version is not told by the deadline.
        """
        at, hint = "", self.hint
        try:
            path = self.place(explicit)
            if path is None and hides(self.variable):
                reason, hint = f"{HIDE} hides {self.title}", f"unset {HIDE}, or take the name out of it"
            elif path is None:
                reason = f"no {self.name} on PATH, and {self.variable} is not set"
            elif version := self.version(path, deadline):
                return Availability(True, str(path), version)
            else:
                at = str(path)
                reason = f"{path} does not tell its version as {self.title} does: another program, or it does not start"
                hint = f"set {self.variable} to a {self.title} executable, or {self.hint}"
        except BackendError as error:
            reason, hint = str(error), f"set it to a {self.title} executable, or unset it and {self.hint}"
        return Availability(False, at, reason=reason, hint=hint)

    def version(self, path: Path, deadline: Deadline = NEVER) -> str:
        """The version that an executable prints when it is asked; "" where it prints none.

        An executable that has told it is not asked again until its size or its time of change is another one.
        Raises LimitError where it does not answer by the deadline or within VERSION_SECONDS, BackendError where it
        cannot be run.

        >>> python = Program("python", "", title="Python", hint="")
        >>> python.version(Path(sys.executable)) == ".".join(map(str, sys.version_info[:3]))
        True
        """
        try:
            file = os.stat(path)
        except OSError as error:
            raise BackendError(f"{path} is not executable: {error.strerror}") from error
        # Where Python looks for packages depends on these variables too.
        set_so = [] if self.lasting else [os.environ.get(name) for name in ("HOME", "PYTHONHOME", "PYTHONPATH")]
        key = json.dumps([str(path), file.st_size, file.st_mtime_ns, file.st_ino, *self.arguments, *set_so])
        kept = _known.get(key) or _remembered().get(key)
        if kept is None or not kept.holds():
            kept = self._ask(path, deadline)
            # One that tells none is asked again: it may have been for want of memory.
            if kept.version and (self.lasting or kept.folders):
                _remember(key, kept)
        if kept.version and (self.lasting or kept.folders):
            _known[key] = kept
        return kept.version

    def _ask(self, path: Path, deadline: Deadline) -> _Told:
        within = deadline.share(1, most=VERSION_SECONDS)
        argv = [str(path), *self.arguments]
        finished = run_program(argv, cwd=Path("/"), deadline=within, stdin_text=self.reads, largest_output=1 << 16)
        if finished.ended == "timeout":
            seconds = min(VERSION_SECONDS, deadline.seconds or VERSION_SECONDS)
            raise LimitError(f"{path} did not answer within {seconds:g} s when asked for its version")
        if finished.ended != "exited" or finished.exit_code != 0 or _CONTROL.search(finished.output):
            return _Told("")
        found = re.search(self.pattern.replace("{version}", _VERSION), finished.output, re.MULTILINE)
        version = ".".join(group for group in found.groups() if group) if found else ""
        folders = [] if self.lasting else [line[4:] for line in finished.output.splitlines() if line.startswith("in: ")]
        times = tuple((folder, _time_of(folder)) for folder in folders)
        return _Told(version, times) if _PLAIN_VERSION.match(version) else _Told("")


@with_hints
def locate(program: str, variable: str, explicit: str | os.PathLike[str] | None = None) -> Path | None:
    """The executable of a program: as given, by environment variable, on PATH, inside installed passagemath wheels.

    explicit, and the variable's value, are a path or a name on PATH. Raises BackendError where one of them is given and
    is not executable: what a user asks for by name is not replaced by something else. Without `explicit` there is none
    where CASBRIDGE_HIDE hides the program. Raises UsageError as `hidden_names` does.

    >>> locate("no-such-program", "CASBRIDGE_NO_SUCH_PROGRAM") is None
    True
    """
    if explicit is None and hides(variable):
        return None
    value = os.environ.get(variable, "")
    if explicit is not None or value:
        named = os.path.expanduser(value if explicit is None else explicit)
        found = shutil.which(named)
        if found is None:
            how = f"{variable} is set to {printable(value)}" if explicit is None else printable(os.fspath(explicit))
            what = "not an executable file" if os.path.exists(named) else "no such file"
            raise BackendError(f"{how}: {what}")
        return Path(found).absolute()
    if on_path := shutil.which(program):
        return Path(on_path)
    wheels = os.pathsep.join(os.path.join(entry or ".", "sage_wheels", "bin") for entry in sys.path)
    in_wheels = shutil.which(program, path=wheels)
    return Path(in_wheels).absolute() if in_wheels else None


def hides(variable: str) -> bool:
    """Whether CASBRIDGE_HIDE hides the program that an environment variable names. Raises as `hidden_names` does.

    The variable CASBRIDGE_SINGULAR_4_4 stands for `singular_4_4`, which `singular` hides too, and so does `all`.

    >>> hides("CASBRIDGE_NO_SUCH_PROGRAM") == ("all" in hidden_names())
    True
    """
    program = variable.removeprefix("CASBRIDGE_").lower()
    return any(name == "all" or f"{program}_".startswith(f"{name}_") for name in hidden_names())


def hidden_names() -> set[str]:
    """The names in CASBRIDGE_HIDE. Raises UsageError for one that is not known, and for SymPy without a version.

    >>> os.environ.get(HIDE, "") == "" or hidden_names()
    True
    """
    names = {name.strip().lower() for name in os.environ.get(HIDE, "").split(",")} - {""}
    for name in sorted(names - {"all", *HIDEABLE}):
        program = _VERSIONS.sub("", name)
        if program not in HIDEABLE and (name == program or program != "sympy") and program not in _plug_ins():
            found = f"{HIDE} names {printable(name, 60)}, which is not known or cannot be hidden"
            expected = f"all, or some of {', '.join(HIDEABLE)}, or a version such as singular_4_4"
            raise UsageError(found, expected=expected)
    return names


def _plug_ins() -> set[str]:
    """The names of the backends that other packages add, as they stand in variables."""
    from importlib.metadata import entry_points

    return {point.name.lower().replace("-", "_") for point in entry_points(group="casbridge.backends")}


def cache_folder() -> Path:
    """casbridge's folder in the user's cache folder, whether or not it is there: XDG_CACHE_HOME, or ~/.cache.

    >>> cache_folder().name
    'casbridge'
    """
    folder = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(folder) if os.path.isabs(folder) else Path(os.path.expanduser("~/.cache"))
    return base / "casbridge"


def _cache_file() -> Path:
    return cache_folder() / "versions.json"


def _time_of(folder: str) -> int:
    """When a folder's list of files changed; 0 where there is none."""
    try:
        return os.stat(folder).st_mtime_ns
    except (OSError, ValueError):
        return 0


def _remembered() -> dict[str, _Told]:
    """What other processes wrote. A file that is damaged, or that cannot be read, says nothing."""
    try:
        kept = json.loads(_cache_file().read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    entries = kept.items() if isinstance(kept, dict) else ()
    return {key: told for key, value in entries if (told := _told_by(value)) is not None}


def _told_by(value: object) -> _Told | None:
    """What an entry of the file says: a version, or a list of a version and pairs of a folder and a time."""
    version, *pairs = value if isinstance(value, list) and value else [value]
    if not isinstance(version, str) or not _PLAIN_VERSION.match(version):
        return None
    folders = []
    for pair in pairs:
        match pair:
            case [str(folder), int(time)]:
                folders.append((folder, time))
            case _:
                return None
    return _Told(version, tuple(folders))


def _remember(key: str, told: _Told) -> None:
    """Add a version to the file, which is replaced as a whole. Where that cannot be, the program is asked again."""
    with _lock, suppress(OSError, WriteError):
        newest = dict([*_remembered().items()][-_MOST_KNOWN:]) | {key: told}
        file = _cache_file()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = {one: [t.version, *t.folders] if t.folders else t.version for one, t in newest.items()}
        files.write(file, json.dumps(kept), follow=False)
