"""Folders that come with casbridge; writing files whole: one finds the old file or the new one, never a part.

A new text goes to a temporary file in the same folder, which then takes the name. Devices, pipes and `/dev/stdout` have
no old and new: they are written directly.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from typing import TYPE_CHECKING

from casbridge.errors import WriteError

if TYPE_CHECKING:
    import pathlib

Path = str | os.PathLike[str]


def shipped(name: str) -> pathlib.Path:
    """A folder that comes with casbridge: inside the package when installed from a wheel, beside it in a checkout.

    >>> (shipped("templates") / "sympy").is_dir()
    True
    """
    import pathlib

    package = pathlib.Path(__file__).resolve().parent
    return next(folder for folder in (package / name, package.parent / name) if folder.is_dir())


def write(path: Path, text: str | bytes) -> None:
    """Write a file whole. An old file keeps its permissions, a symbolic link stays and its target is written.

    path: a file that need not exist, in a folder that does; or a device, a pipe, `/dev/stdout`.
    text: a string is written as UTF-8.

    Raises WriteError, which names the file; the old file is then as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/one.txt", "1423\\n")
    ...     open(f"{folder}/one.txt").read(), os.listdir(folder)
    ('1423\\n', ['one.txt'])
    """
    content = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    with writing(path) as file:
        _write_all(file.fileno(), content)


@contextmanager
def writing(path: Path) -> Iterator[FileIO]:
    """A file to be written piece by piece; it takes its name when the block has ended without an error. As `write`.

    path: as for `write`.

    Raises WriteError, which names the file; the old file is then as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with writing(f"{folder}/one.txt") as file:
    ...         number = file.write(b"1423")
    ...     open(f"{folder}/one.txt").read(), os.listdir(folder)
    ('1423', ['one.txt'])
    """
    try:
        if not _is_special(path):
            with _replacing(os.path.realpath(path)) as opened:
                yield opened
        elif (number := _descriptor(path)) is not None:
            sys.stdout.flush()
            with FileIO(number, "wb", closefd=False) as opened:
                yield opened
        else:
            with _opened(path, os.O_WRONLY) as opened:
                yield opened
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise WriteError(path, error) from None


def write_new(path: Path, text: str) -> bool:
    """Write a new file whole; False if the name exists already; then nothing is changed.

    Raises WriteError, which names the file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_new(f"{folder}/one.txt", "1423"), write_new(f"{folder}/one.txt", "2314"), os.listdir(folder)
    (True, False, ['one.txt'])
    """
    part = f"{os.fspath(path)}.{os.getpid()}-{os.urandom(4).hex()}.part"
    try:
        try:
            with _opened(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as opened:
                _write_all(opened.fileno(), text.encode("utf-8", "surrogateescape"))
                os.fsync(opened.fileno())
            # A link takes no name that is taken, where renaming would.
            os.link(part, path)
        finally:
            with suppress(OSError):
                os.unlink(part)
    except FileExistsError:
        return False
    except (OSError, ValueError) as error:
        raise WriteError(path, error) from None
    return True


def append(path: Path, text: str) -> None:
    """Add a text to the end of a file: all of it, or nothing. The file is made where there is none.

    Raises WriteError, which names the file; what was written of the text has then been taken away again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     append(f"{folder}/lines.txt", "1423\\n")
    ...     append(f"{folder}/lines.txt", "2314\\n")
    ...     open(f"{folder}/lines.txt").read()
    '1423\\n2314\\n'
    """
    if _is_special(path):
        write(path, text)
        return
    try:
        with _opened(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT) as opened:
            size = os.fstat(opened.fileno()).st_size
            try:
                _write_all(opened.fileno(), text.encode("utf-8", "surrogateescape"))
            except BaseException:
                opened.truncate(size)
                raise
    except (OSError, ValueError) as error:
        raise WriteError(path, error) from None


def _opened(path: Path, flags: int) -> FileIO:
    return FileIO(os.open(path, flags, 0o666), "wb")


def _is_special(path: Path) -> bool:
    """Whether a path leads to what is no file on a disk: a device, a pipe, an open descriptor."""
    if _descriptor(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):  # whatever is wrong, writing says it
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _descriptor(path: Path) -> int | None:
    match = re.match(r"/(?:dev|proc/self)/fd/(\d{1,9})\Z", os.fspath(path))
    return int(match.group(1)) if match else {"/dev/stdout": 1, "/dev/stderr": 2}.get(os.fspath(path))


@contextmanager
def _replacing(path: str) -> Iterator[FileIO]:
    old = os.stat(path) if os.path.exists(path) else None
    if old is not None:
        # Refuses what may not be written: a read-only file, a folder. To take the name needs no such permission.
        _opened(path, os.O_WRONLY).close()
    part = os.path.join(os.path.dirname(path), f".casbridge-{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        with _opened(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as opened:
            if old is not None:
                with suppress(PermissionError):  # only root gives files away
                    os.fchown(opened.fileno(), old.st_uid, old.st_gid)
                os.fchmod(opened.fileno(), stat.S_IMODE(old.st_mode))
            yield opened
            os.fsync(opened.fileno())
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def _write_all(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
