"""Python environments of casbridge's own, in the user's cache folder: a package in a version, beside what is installed.

    "sympy==1.11.1" ──Requirement.of──▶ Requirement ──environment──▶ a folder with bin/python, made once

A folder counts once the file `complete` is in it, which is written last. A lock keeps two processes from making the
same folder at once.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from casbridge import files
from casbridge.errors import BackendError, UsageError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.processes.ended import last_words
from casbridge.processes.locate import cache_folder
from casbridge.processes.program import run_program

#: Seconds that an environment may take to be made.
MAKING_SECONDS = 600.0

_COMPLETE = "complete"
_PAUSE = 0.1
_REQUIREMENT = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)==([0-9][A-Za-z0-9.+!_-]{0,60})\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A distribution of the Python package index in one version.

    >>> Requirement.of("sympy==1.11.1")
    Requirement(name='sympy', version='1.11.1')
    """

    name: str
    version: str

    @staticmethod
    def of(text: str) -> Requirement:
        """The requirement that a text is. Raises UsageError for any other text.

        >>> Requirement.of("sympy")
        Traceback (most recent call last):
        casbridge.errors.UsageError: requirement 'sympy'; expected NAME==VERSION, such as sympy==1.11.1
        """
        match = _REQUIREMENT.match(text.strip())
        if match is None:
            expected = "NAME==VERSION, such as sympy==1.11.1"
            raise UsageError(f"requirement '{printable(text, 100)}'", expected=expected)
        return Requirement(match.group(1).lower(), match.group(2))

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


def environment(
    wanted: Requirement, *, options: Sequence[str] = (), beside: Sequence[str] = (), deadline: Deadline = NEVER
) -> Path:
    """The folder of an environment with a distribution. It is made where it is not there yet.

    options: of `pip install`, such as --no-deps. beside: more requirements in pip's form.
    Raises BackendError where it cannot be made: without a connection, say, or for a version that does not exist.

    >>> environment(Requirement.of("sympy==0.0.0.1"), deadline=Deadline.after(0))
    Traceback (most recent call last):
    casbridge.errors.BackendError: sympy==0.0.0.1 could not be installed: no environment within 0 s
    """
    folder = _root() / f"{wanted.name}-{wanted.version}"
    try:
        with _locked(folder, deadline):
            if not (folder / _COMPLETE).is_file():
                with ExitStack() as stack:
                    shutil.rmtree(folder, ignore_errors=True)
                    stack.callback(shutil.rmtree, folder, ignore_errors=True)
                    _make(folder, [str(wanted), *beside], options, deadline)
                    stack.pop_all()
    except OSError as error:
        raise BackendError(f"{wanted} could not be installed: {error}") from error
    except BackendError as error:
        raise BackendError(f"{wanted} could not be installed: {error}") from None
    return folder


def environments() -> list[Path]:
    """The folders of all environments that were made, the newest first.

    >>> all((folder / "bin").is_dir() for folder in environments())
    True
    """
    try:
        found = [folder for folder in _root().iterdir() if (folder / _COMPLETE).is_file()]
        return sorted(found, key=lambda folder: ((folder / _COMPLETE).stat().st_mtime_ns, folder.name), reverse=True)
    except OSError:
        return []


def executables(folder: Path, name: str) -> Iterator[Path]:
    """The executables of a name in an environment: its own, and those that a passagemath wheel brought.

    >>> list(executables(Path("/nowhere"), "Singular"))
    []
    """
    places = [folder / "bin", *sorted(folder.glob("lib/python*/site-packages/sage_wheels/bin"))]
    yield from (place / name for place in places if os.access(place / name, os.X_OK))


def _root() -> Path:
    return cache_folder() / "environments"


@contextmanager
def _locked(folder: Path, deadline: Deadline) -> Iterator[None]:
    """Hold the folder's lock. Another process that holds it is making the same environment."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(files.own_file(folder.parent / f".{folder.name}.lock", os.O_RDWR | os.O_CREAT), "wb") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if deadline.passed:
                    raise BackendError("another process is making the same environment") from None
                time.sleep(_PAUSE)
        yield


def _make(folder: Path, wanted: Sequence[str], options: Sequence[str], deadline: Deadline) -> None:
    python = str(folder / "bin" / "python")
    pip = [python, "-P", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", *options, *wanted]
    for argv in ([sys.executable, "-m", "venv", str(folder)], pip):
        within = deadline.share(1, most=MAKING_SECONDS)
        finished = run_program(argv, cwd=folder.parent, deadline=within, largest_output=1 << 20)
        if finished.ended == "timeout":
            most = MAKING_SECONDS if deadline.seconds is None else min(MAKING_SECONDS, deadline.seconds)
            raise BackendError(f"no environment within {most:g} s")
        if finished.ended != "exited" or finished.exit_code != 0:
            raise BackendError(_complaint(finished.output))
    (folder / _COMPLETE).touch()


def _complaint(output: str) -> str:
    """What pip or venv complained about, in a line."""
    errors = [line.removeprefix("ERROR: ") for line in output.splitlines() if line.startswith("ERROR: ")]
    return printable((errors[-1] if errors else last_words(output)) or "it failed without a word", 300)
