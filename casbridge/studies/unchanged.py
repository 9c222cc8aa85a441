"""Files that did not change since a study read them: their inputs come out of the store, and are not read again.

file ──stamp_of──▶ the same as noted? ──yes──▶ inputs of the store
                                       └─no──▶ read, then noted
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from casbridge.errors import InputError
from casbridge.studies.keeping import digest
from casbridge.studies.keys import own_code
from casbridge.studies.plan import InputSpec
from casbridge.studies.stored import clean, input_of
from casbridge.studies.texts import unpacked
from casbridge.studies.values import Input

#: Nanoseconds for which a file's times are no proof: within one tick of the clock a file may change twice.
YOUNG = 2 * 10**9
_PAGE = 500


def stamp_of(name: str, path: str, spec: InputSpec) -> bytes | None:
    """A fingerprint of a file as it is now, and of what determines how it is read: the options and casbridge's code.

    It has the file's size, inode, and the times at which the content and the inode changed. Equal stamps, equal inputs.

    None for what is no file, and for a file that changed in the last two seconds: it could change once more, and its
    times would stay.

    name: of the input. path: of the file. spec: the `[[inputs]]` that names it.

    >>> stamp_of("none.xml", "/no/such/none.xml", InputSpec("files", ("none.xml",))) is None
    True
    """
    now = time.time_ns()
    try:
        about = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(about.st_mode) or max(about.st_mtime_ns, about.st_ctime_ns) > now - YOUNG:
        return None
    how = spec.kind, spec.first, spec.colours, spec.box, spec.layout, spec.lines, spec.ideal, own_code()
    found = about.st_size, about.st_ino, about.st_mtime_ns, about.st_ctime_ns
    return digest(repr((name, path, how, found)).encode("utf-8", "surrogatepass"))


class NotedFiles:
    """What a store notes of files. A writer uses it within its transaction.

    connection: to the store. path: of the store, for errors.

    >>> from casbridge.studies.schema import make
    >>> connection = sqlite3.connect(":memory:")
    >>> make(connection)
    >>> noted = NotedFiles(connection, Path("study.sqlite"))
    >>> noted.note("a.txt", b"stamp", 1)
    >>> noted.known("a.txt", b"stamp") is None  # its input is not there
    True
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path

    def known(self, name: str, stamp: bytes) -> Iterator[Input] | None:
        """The inputs of a file whose stamp is the one that was noted; None where it is not, or where one is missing."""
        name = clean(name)
        row = self._connection.execute("SELECT stamp, inputs FROM files WHERE name = ?", (name,)).fetchone()
        if row is None or row[0] != stamp:
            return None
        where, parameters = _of_file(name)
        (number,) = self._connection.execute(f"SELECT count(*) FROM inputs i WHERE {where}", parameters).fetchone()
        return self._inputs(where, parameters) if number == row[1] else None

    def _inputs(self, where: str, parameters: tuple[str, ...]) -> Iterator[Input]:
        statement = (
            "SELECT i.id, i.name, i.kind, b.data, i.family, i.n, i.reason FROM inputs i "
            f"LEFT JOIN blobs b ON b.digest = i.text WHERE {where} ORDER BY length(i.name), i.name LIMIT ? OFFSET ?"
        )
        start = 0
        while page := self._connection.execute(statement, (*parameters, _PAGE, start)).fetchall():
            for _, name, kind, data, *more in page:
                if not isinstance(data, bytes):
                    found = "a damaged store: the text of an input is missing"
                    raise InputError(found, source=str(self._path), expected="each text")
                yield input_of((name, kind, unpacked(data), *more), str(self._path))
            start += len(page)

    def note(self, name: str, stamp: bytes | None, inputs: int) -> None:
        """Note that a file with this stamp has so many inputs, all of them kept. None: forget what was noted."""
        if stamp is None:
            self._connection.execute("DELETE FROM files WHERE name = ?", (clean(name),))
        else:
            self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (clean(name), stamp, inputs))


def _of_file(name: str) -> tuple[str, tuple[str, ...]]:
    """The condition, in SQL, that an input i is one of a file: it has the file's name, or that and a line's number."""
    line = "i.name > ? AND i.name < ? AND substr(i.name, ?) NOT GLOB '*[^0-9]*'"
    return f"(i.name = ? OR ({line}))", (name, f"{name}:", f"{name};", str(len(name) + 2))
