"""The files that a pattern means: `*` and `?` within a name, `[ab]`, and `**` for any folders, also none.

As in a shell, a name that begins with a dot matches only a pattern that does so too. `**` follows no symbolic links, so
it ends. How many entries of folders are looked at is bounded.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from fnmatch import translate

from casbridge.errors import InputError, printable

#: The most entries of folders that patterns may look at.
MOST_ENTRIES = 2_000_000
#: The most seconds that patterns may take.
MOST_SECONDS = 60.0
_LONGEST_PATTERN = 4096
_WILD = re.compile(r"[*?\[]")


class Budget:
    """What the patterns of a study may look at, together.

    >>> Budget(entries=1).take("*")
    """

    def __init__(self, entries: int = MOST_ENTRIES, seconds: float = MOST_SECONDS) -> None:
        self._entries, self._left = entries, entries
        self._seconds, self._end = seconds, time.monotonic() + seconds

    def take(self, pattern: str) -> None:
        """Count one entry. Raises InputError after the last one, and after the time."""
        self._left -= 1
        if self._left >= 0 and time.monotonic() < self._end:
            return
        looked = f"more than {self._entries} files" if self._left < 0 else f"more than {self._seconds:g} s of looking"
        found = f"{printable(pattern, 60)!r} means {looked}"
        raise InputError(found, expected="a narrower pattern", hint="name the folder in which the files are")


def files_of(pattern: str, folder: str, budget: Budget) -> Iterator[str]:
    """The files that a pattern means, sorted in each folder; relative to the folder unless the pattern is absolute.

    Pipes, devices and links to nothing count as files. A folder counts only where the pattern is its name.
    Raises InputError for what is no pattern, for a folder that cannot be listed, and when the budget is spent.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("b.xml", "a.xml", "c.txt"):
    ...         pathlib.Path(folder, name).touch()
    ...     list(files_of("*.xml", folder, Budget()))
    ['a.xml', 'b.xml']
    """
    if "\0" in pattern or len(pattern) > _LONGEST_PATTERN or not pattern.strip():
        what = f"{len(pattern)} characters" if len(pattern) > _LONGEST_PATTERN else printable(repr(pattern), 60)
        raise InputError(f"a pattern of {what}", expected="the name of a file, or a pattern such as systems/**/*.xml")
    expanded = os.path.expanduser(pattern)
    root = "/" if expanded.startswith("/") else ""
    parts = [part for part in expanded.split("/") if part not in ("", ".")]
    if not parts:
        raise InputError(f"{pattern!r} is a folder", expected=f"a file, or {printable(pattern, 60).rstrip('/')}/**")
    yield from dict.fromkeys(_Walk(pattern, folder, budget).below(root, parts))


class _Walk:
    def __init__(self, pattern: str, folder: str, budget: Budget) -> None:
        self._pattern, self._folder, self._budget = pattern, folder, budget

    def below(self, base: str, parts: list[str]) -> Iterator[str]:
        """The paths that match the parts of a pattern below a folder. The folder is "" or ends with a slash."""
        part, *rest = parts
        if part == "**":
            yield from self._any_folders(base, rest)
            return
        if not _WILD.search(part):
            name = base + part
            if not rest:
                if os.path.lexists(os.path.join(self._folder, name)):
                    yield os.path.normpath(name)
            elif os.path.isdir(os.path.join(self._folder, name)):
                yield from self.below(f"{name}/", rest)
            return
        matches = re.compile(translate(part)).match
        for entry in self._entries(base):
            if not matches(entry.name) or (entry.name.startswith(".") and not part.startswith(".")):
                continue
            if rest and _is_folder(entry):
                yield from self.below(f"{base}{entry.name}/", rest)
            elif not rest and not _is_folder(entry):
                yield os.path.normpath(base + entry.name)

    def _any_folders(self, base: str, rest: list[str]) -> Iterator[str]:
        while rest[:1] == ["**"]:
            rest = rest[1:]
        waiting = [base]
        while waiting:
            here = waiting.pop()
            yield from self.below(here, rest or ["*"])
            inner = [e.name for e in self._entries(here) if _is_folder(e, follow_symlinks=False) and e.name[0] != "."]
            waiting += [f"{here}{name}/" for name in reversed(inner)]

    def _entries(self, base: str) -> list[os.DirEntry[str]]:
        place = os.path.join(self._folder, base) or "."
        found = []
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    self._budget.take(self._pattern)
                    found.append(entry)
        except (FileNotFoundError, NotADirectoryError):  # it has gone, or never was there
            return []
        except OSError as error:
            where = printable(base or place, 120)
            raise InputError(
                f"the folder {where!r} cannot be listed: {error.strerror}", expected="one that can"
            ) from None
        return sorted(found, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str], *, follow_symlinks: bool = True) -> bool:
    try:
        return entry.is_dir(follow_symlinks=follow_symlinks)
    except OSError:  # a link into a folder that is closed to us
        return False
