"""Leaving the script and the transcript of each job in a folder, for who wants to see what happened.

keeping(folder, "puzzle") ──OneShotBackend.run_script──▶ puzzle-singular-std-1.sing, puzzle-singular-std-1.out
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from casbridge import files
from casbridge.errors import WriteError

_LONGEST_NAME = 60
_OTHER_SIGNS = re.compile(r"[^A-Za-z0-9_.+-]+")


class Keeper:
    """A folder for scripts and transcripts. Any thread may use it.

    name: what files' names begin with. error: the first one, after which nothing is kept.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     keeper = Keeper(Path(folder), "puzzle")
    ...     keeper.transcript(keeper.script("gap", "Factors", "g", "1;"), "1")
    ...     sorted(os.listdir(folder))
    ['puzzle-gap-Factors-1.g', 'puzzle-gap-Factors-1.out']
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = plain_name(name)
        self._next: dict[str, Iterator[int]] = {}
        self._lock = threading.Lock()
        self.error: WriteError | None = None

    def script(self, backend: str, method: str, extension: str, text: str) -> Path | None:
        """Keep a script under a name that is free; the path for its transcript, or None where it cannot be kept."""
        stem = "-".join((self._name, plain_name(backend), plain_name(method)))
        with self._lock:
            numbers = self._next.setdefault(stem, count(1))
        try:
            while self.error is None:
                path = self._folder / f"{stem}-{next(numbers)}.{extension}"
                transcript = path.with_name(f"{path.name.removesuffix(extension)}out")
                if not os.path.lexists(transcript) and files.write_new(path, text):
                    return transcript
        except WriteError as error:
            self.error = error
        return None

    def transcript(self, path: Path | None, text: str) -> None:
        """Keep the transcript of a script that was kept."""
        self._beside(path, text)

    def command(self, path: Path | None, by_hand: str, extension: str, options: Sequence[str]) -> None:
        """Keep the command that runs a kept script with its options, in a file that ends with `.command`.

        path: of the transcript. by_hand: as in a target.
        """
        if path is not None:
            script = path.with_name(f"{path.name.removesuffix('out')}{extension}").name
            said = by_hand.format(script=script, options=" ".join(options))
            self._beside(path.with_name(f"{path.name.removesuffix('out')}command"), f"{said}\n")

    def _beside(self, path: Path | None, text: str) -> None:
        if path is None or self.error is not None:
            return
        try:
            files.write_new(path, text)
        except WriteError as error:
            self.error = error


_keeper: Keeper | None = None


def keeper() -> Keeper | None:
    """The keeper of the block that is entered; None where there is none.

    >>> keeper() is None
    True
    """
    return _keeper


@contextmanager
def keeping(folder: str | os.PathLike[str] | None, name: str) -> Iterator[None]:
    """In this block each job leaves its script and its transcript in a folder; None leaves nothing.

    folder: it is made where it does not exist. Files that are there stay as they are.
    name: what the names of the files begin with, such as the name of the input.

    Raises WriteError where the folder cannot be written; at the end of the block where that shows only there.

    >>> import tempfile
    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with keeping(folder, "point.txt"):
    ...         _ = registry.run(read_system("x - 1"), "sympy")
    ...     sorted(os.listdir(folder))
    ['point.txt-sympy-groebner-1.out', 'point.txt-sympy-groebner-1.py']
    """
    global _keeper
    if folder is None:
        yield
        return
    made = Keeper(_made(Path(folder)), name)
    before, _keeper = _keeper, made
    try:
        yield
    finally:
        _keeper = before
    if made.error is not None:
        raise made.error


def _made(folder: Path) -> Path:
    """The folder, which can be written. Raises WriteError where it cannot."""
    tried = folder / f".casbridge-{os.getpid()}-{os.urandom(4).hex()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tried.touch()
    except (OSError, ValueError) as error:
        raise WriteError(folder, error) from None
    with suppress(OSError):
        tried.unlink()
    return folder.absolute()


def plain_name(text: str) -> str:
    """A text as a part of a file's name: letters, digits and _ . + -, at most 60 of them.

    >>> plain_name("my puzzles/easy one.txt"), plain_name("../.."), plain_name("-")
    ('my_puzzles_easy_one.txt', 'input', 'input')
    """
    plain = _OTHER_SIGNS.sub("_", text)[:_LONGEST_NAME].strip("._-")
    return plain or "input"
