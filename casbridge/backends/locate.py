"""Finding an external program, and its version."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from casbridge.backends.process import run_process
from casbridge.errors import BackendError, printable

_VERSION = re.compile(r"\d+(?:\.\d+)+[\w.+-]*|\d+")
_VERSION_SECONDS = 20.0


def locate(program: str, variable: str, explicit: str | os.PathLike[str] | None = None) -> Path | None:
    """The executable of a program: as given, by environment variable, on PATH, inside installed passagemath wheels.

    explicit, and the variable's value, are a path or a name on PATH. Where one of them is given and is not executable,
    BackendError says so: what a user asks for by name is not replaced by something else.

    >>> locate("no-such-program", "CASBRIDGE_NO_SUCH_PROGRAM") is None
    True
    """
    if explicit is not None:
        return _named(os.fspath(explicit), "")
    value = os.environ.get(variable, "")
    if value:
        return _named(value, f"{variable} is set to ")
    on_path = shutil.which(program)
    return Path(on_path) if on_path else _in_wheels(program)


def version_of(executable: Path, arguments: Sequence[str]) -> str:
    """The version that a program prints when called so; "" where it prints none.

    A file that has told it is not asked again until its date changes.

    >>> version_of(Path(sys.executable), ("--version",)) == ".".join(map(str, sys.version_info[:3]))
    True
    """
    try:
        changed = executable.stat().st_mtime_ns
    except OSError as error:
        raise BackendError(f"{executable} is not executable: {error.strerror}") from error
    try:
        return _version(executable, changed, tuple(arguments))
    except _NoVersion:
        return ""


class _NoVersion(Exception):
    """It did not say one; raised, so that it is asked again: it may have been for want of time or memory."""


def _named(name: str, how: str) -> Path:
    expanded = os.path.expanduser(name)
    found = shutil.which(expanded)
    if found is None:
        what = "no such file" if not os.path.exists(expanded) else "not an executable file"
        raise BackendError(f"{how}{printable(name)}: {what}")
    return Path(found).absolute()


def _in_wheels(program: str) -> Path | None:
    for entry in sys.path:
        found = shutil.which(program, path=os.path.join(entry or ".", "sage_wheels", "bin"))
        if found is not None:
            return Path(found).absolute()
    return None


@lru_cache(maxsize=64)
def _version(executable: Path, changed: int, arguments: tuple[str, ...]) -> str:
    finished = run_process(
        [str(executable), *arguments], cwd=Path("/"), seconds=_VERSION_SECONDS, largest_output=1 << 16
    )
    found = _VERSION.search(finished.output)
    if finished.ended != "exited" or finished.exit_code != 0 or found is None:
        raise _NoVersion
    return found.group()
