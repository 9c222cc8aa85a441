"""Several versions of one program: all that are here, and the one that is asked for.

Program ──programs_of──▶ paths ──versions_of──▶ Availability for each
Program, "4.4" ──find_version──▶ Availability, or why there is none
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from casbridge.errors import BackendError, LimitError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.processes.environments import environments, executables
from casbridge.processes.locate import HIDE, Availability, Program, hides
from casbridge.processes.program import side_by_side

_VERSION = re.compile(r"\d+(?:\.\d+)*\Z", re.ASCII)


def is_version(text: str) -> bool:
    """Whether a text is a version: digits and dots.

    >>> is_version("4.4"), is_version("4.4p1")
    (True, False)
    """
    return len(text) <= 40 and _VERSION.match(text) is not None


def matches(version: str, wanted: str) -> bool:
    """Whether a version is the wanted one, or one of its parts.

    >>> matches("4.4.1", "4.4"), matches("4.41", "4.4")
    (True, False)
    """
    return f"{version}.".startswith(f"{wanted}.")


def variable_of(program: Program, version: str) -> str:
    """The environment variable that names the executable of a version.

    >>> from casbridge.backends.singular import SingularBackend
    >>> variable_of(SingularBackend.program, "4.4")
    'CASBRIDGE_SINGULAR_4_4'
    """
    return f"{program.variable}_{version.replace('.', '_')}"


def programs_of(program: Program, first: Sequence[Path] = ()) -> Iterator[Path]:
    """The executables of a program, each once: `first`, those that variables name, on PATH, in wheels, in environments.

    A variable that names no executable is left out here; `find_version` complains about the one that is asked for.
    What CASBRIDGE_HIDE hides is left out too; `first` is never hidden.

    >>> echo = Program("echo", "CASBRIDGE_NO_SUCH", title="Echo", hint="")
    >>> [path.name for path in programs_of(echo)][:1]
    ['echo']
    """
    pattern = re.compile(rf"{re.escape(program.variable)}(?:_\d+)*\Z", re.ASCII)
    variables = [name for name, value in sorted(os.environ.items()) if value and pattern.match(name)]
    named = [os.environ[name] for name in variables if not hides(name)]
    found = [shutil.which(os.path.expanduser(value)) for value in named]
    visible = not hides(program.variable)
    places = os.environ.get("PATH", os.defpath).split(os.pathsep)
    places += [os.path.join(entry or ".", "sage_wheels", "bin") for entry in sys.path]
    found += [shutil.which(program.name, path=place) for place in places if place and visible]
    made = (path for folder in environments() if visible for path in executables(folder, program.name))
    seen = set()
    for path in (*first, *(Path(one).absolute() for one in found if one), *made):
        # The folder's real place: /bin is /usr/bin on many machines. The file itself may be a link that says who calls.
        place = Path(os.path.realpath(path.parent)) / path.name
        if place not in seen:
            seen.add(place)
            yield path


def versions_of(
    program: Program, first: Sequence[Path] = (), deadline: Deadline = NEVER, *, silent: str = ""
) -> list[Availability]:
    """The versions of a program that are here, in the order of `programs_of`; of equal versions the first.

    Programs that do not tell their version in this way are left out. silent: the path of one that is not asked.

    >>> from casbridge.backends.singular import SingularBackend
    >>> versions_of(Program("true-cas", "CASBRIDGE_NO_SUCH", title="Echo", hint=""))
    []
    """
    paths = [path for path in programs_of(program, first) if str(path) != silent]

    def told(path: Path) -> str:
        try:
            return program.version(path, deadline)
        except (BackendError, LimitError):
            return ""

    found: dict[str, Availability] = {}
    for path, version in zip(paths, side_by_side([partial(told, path) for path in paths]), strict=True):
        if version:
            found.setdefault(version, Availability(True, str(path), version))
    return list(found.values())


def find_version(
    program: Program, wanted: str, *, first: Sequence[Path] = (), hint: str = "", deadline: Deadline = NEVER
) -> Availability:
    """The first program whose version is the wanted one or a part of it, or why there is none and what to do.

    What the variable of this version names (`variable_of`) is taken or refused, never replaced. first: paths that go
    before all others but that. hint: what to do beside setting the variable.

    >>> find_version(Program("true-cas", "CASBRIDGE_NO_SUCH", title="Such", hint=""), "4.4").complaint
    'no Such 4.4 here; set CASBRIDGE_NO_SUCH_4_4 to an executable'
    """
    variable = variable_of(program, wanted)
    todo = f"set {variable} to an executable{f', or {hint}' if hint else ''}"
    hidden = hides(variable)
    if (named := os.environ.get(variable, "")) and not hidden:
        return _named(program, wanted, variable, named, deadline)
    others = []
    for one in versions_of(program, first, deadline):
        if matches(one.version, wanted):
            return one
        others.append(one.version)
    there = f" (found: {', '.join(others)})" if others else ""
    if hidden:
        reason, todo = f"{HIDE} hides {program.title} {wanted}", f"unset {HIDE}, or take the name out of it"
        return Availability(False, reason=reason, hint=todo)
    return Availability(False, reason=f"no {program.title} {wanted} here{there}", hint=todo)


def _named(program: Program, wanted: str, variable: str, named: str, deadline: Deadline) -> Availability:
    """The program that a version's own environment variable names, if the program has this version."""
    says = f"{variable} is set to {printable(named)}"
    hint = f"set it to an executable of {program.title} {wanted}, or unset it"
    path = shutil.which(os.path.expanduser(named))
    if path is None:
        return Availability(False, reason=f"{says}: no executable file", hint=hint)
    try:
        version = program.version(Path(path).absolute(), deadline)
    except BackendError as error:
        return Availability(False, reason=f"{says}: {error}", hint=hint)
    if not matches(version, wanted):
        told = f"its version is {version}" if version else f"it does not tell its version as {program.title} does"
        return Availability(False, path, reason=f"{says}: {told}", hint=hint)
    return Availability(True, str(Path(path).absolute()), version)
