"""Finding an external program, and its version."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from casbridge.errors import BackendError, LimitError, printable
from casbridge.processes.availability import Availability
from casbridge.processes.program import run_process

_VERSION = re.compile(r"\d+(?:\.\d+)+[\w.+-]*|\d+")
VERSION_SECONDS = 20.0
_MOST_KNOWN = 64
_known: dict[tuple[Path, int, tuple[str, ...]], str] = {}


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


def find_program(
    program: str,
    variable: str,
    explicit: str | os.PathLike[str] | None,
    version: Callable[[Path], str],
    *,
    title: str,
    hint: str,
    silent: str,
    silent_hint: str = "",
) -> Availability:
    """Where a program is, as `locate` finds it, and which version; or why it cannot be used and what to do.

    version: tells it for an executable, "" where it is not told. title: the program's name in sentences. hint: how to
    install it. silent: what is said of an executable that tells no version, with a hint of its own if need be.
    Raises LimitError where the version is not told in time.

    >>> found = find_program("no-such", "CASBRIDGE_NO_SUCH", None, str, title="Such", hint="install it", silent="")
    >>> found.complaint
    'no no-such on PATH, and CASBRIDGE_NO_SUCH is not set; install it'
    """
    try:
        path = locate(program, variable, explicit)
        told = "" if path is None else version(path)
    except BackendError as error:
        return Availability(False, reason=str(error), hint=f"set it to a {title} executable, or unset it and {hint}")
    if path is None:
        return Availability(False, reason=f"no {program} on PATH, and {variable} is not set", hint=hint)
    if not told:
        return Availability(False, path=str(path), reason=f"{path} {silent}", hint=silent_hint or hint)
    return Availability(True, path=str(path), version=told)


def version_of(
    executable: Path,
    arguments: Sequence[str],
    seconds: float | None = None,
    *,
    said: re.Pattern[str] = _VERSION,
    stdin_text: str | None = None,
) -> str:
    """The version that a program prints when called so; "" where it prints none.

    said: what to look for in the output; its last group is the version. stdin_text: what the program reads.
    A file that has told it is not asked again until its date changes. Raises LimitError where it does not answer within
    VERSION_SECONDS, or `seconds` if that is less.

    >>> version_of(Path(sys.executable), ("--version",)) == ".".join(map(str, sys.version_info[:3]))
    True
    """
    try:
        changed = executable.stat().st_mtime_ns
    except OSError as error:
        raise BackendError(f"{executable} is not executable: {error.strerror}") from error
    key = (executable, changed, tuple(arguments))
    version = _known.get(key)
    if version is None:
        patience = VERSION_SECONDS if seconds is None else min(seconds, VERSION_SECONDS)
        version = _ask(executable, arguments, patience, said, stdin_text)
        if version:
            # One that says none is asked again: it may have been for want of memory.
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            _known[key] = version
    return version


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


def _ask(
    executable: Path, arguments: Sequence[str], seconds: float, said: re.Pattern[str], stdin_text: str | None
) -> str:
    finished = run_process(
        [str(executable), *arguments], cwd=Path("/"), seconds=seconds, stdin_text=stdin_text, largest_output=1 << 16
    )
    if finished.ended == "timeout":
        raise LimitError(f"{executable} did not answer within {seconds:g} s when asked for its version")
    found = said.search(finished.output)
    if finished.ended != "exited" or finished.exit_code != 0 or found is None:
        return ""
    return found.group(found.re.groups)
