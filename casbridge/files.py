"""Folders that come with casbridge; reading files without waiting; writing files whole: the old one or the new one.

A new text goes to a temporary file in the same folder, which then takes the name. Devices, pipes and `/dev/stdout` have
no old and new: they are written directly. A file that the user did not name, such as one beside it, is never reached
through a link.
"""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from typing import TYPE_CHECKING

from casbridge.errors import InputError, WriteError, printable

if TYPE_CHECKING:
    import pathlib

Path = str | os.PathLike[str]

#: Seconds that a reader waits until a pipe has a writer, and a writer until it has a reader.
PIPE_SECONDS = 2.0
_PIECE = 1 << 20
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFDIR: "a folder", stat.S_IFREG: "a link"}


def shipped(name: str) -> pathlib.Path:
    """A folder that comes with casbridge: inside the package when installed from a wheel, beside it in a checkout.

    >>> (shipped("templates") / "sympy").is_dir()
    True
    """
    import pathlib

    package = pathlib.Path(__file__).resolve().parent
    return next(folder for folder in (package / name, package.parent / name) if folder.is_dir())


def read(path: Path, source: str = "", *, most: int, whole: bool = True, pipes: bool = False) -> bytes:
    """The bytes of a file. It does not wait for what never comes: a socket, a device, a pipe that nobody writes.

    source: its name, for errors; by default the path.
    most: the largest number of bytes. whole: whether a larger file is refused; else its first bytes are given.
    pipes: whether a pipe, such as `<(…)` of a shell, and a terminal are read too, until their end.

    Raises InputError for anything else, and for what cannot be read.

    >>> read("/dev/zero", most=10)
    Traceback (most recent call last):
    casbridge.errors.InputError: /dev/zero: a device; expected a file
    """
    source = source or printable(os.fspath(path), 200)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        try:
            kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
            if kind != stat.S_IFREG and not (pipes and (kind == stat.S_IFIFO or os.isatty(descriptor))):
                raise InputError(_KINDS.get(kind, "a device"), source=source, expected="a file")
            content = bytearray(_first_sign(descriptor, source) if kind == stat.S_IFIFO else b"")
            os.set_blocking(descriptor, True)
            # In pieces: to read `most` bytes at once would take so much memory.
            while piece := os.read(descriptor, min(_PIECE, most + whole - len(content))):
                content += piece
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise InputError("a link to nothing" if os.path.islink(path) else "no such file", source=source) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {reason}", source=source, expected="a readable file") from None
    if len(content) > most:
        raise InputError(f"more than {most >> 20} MB", source=source, expected="a smaller file")
    return bytes(content)


def _first_sign(descriptor: int, source: str) -> bytes:
    """Wait until a pipe has a writer. Its first sign, where that had to be read to see this."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    if poll.poll(PIPE_SECONDS * 1000):
        return b""
    try:
        if first := os.read(descriptor, 1):
            return first
    except BlockingIOError:  # there is a writer, who has written nothing yet
        return b""
    raise InputError("a pipe that nobody writes", source=source, expected="a file, or a pipe with a writer")


def without_waiting(path: Path, flags: int) -> int:
    """Open a file as `os.open` does. Raises OSError for a pipe that nobody reads, after a moment.

    >>> os.close(without_waiting("/dev/null", os.O_WRONLY))
    """
    end = time.monotonic() + PIPE_SECONDS
    while True:
        try:
            descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


def own_file(path: Path, flags: int) -> int:
    """Open a regular file with one name, and no link: for files beside one that the user named.

    flags: as for `os.open`.

    Raises OSError, for a link, a pipe, a device and a folder too.

    >>> own_file("/dev/null", os.O_WRONLY)
    Traceback (most recent call last):
    OSError: [Errno 40] a device, not a file of its own: '/dev/null'
    """
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    about = os.fstat(descriptor)
    kind = stat.S_IFMT(about.st_mode)
    if kind == stat.S_IFREG and about.st_nlink < 2:
        return descriptor
    os.close(descriptor)
    raise OSError(errno.ELOOP, f"{_KINDS.get(kind, 'a device')}, not a file of its own", os.fspath(path))


def own_folder(path: Path) -> None:
    """Make a folder that the user did not name, with its parents, where it is not there. Raises OSError for a link.

    >>> own_folder("/dev/fd")
    Traceback (most recent call last):
    OSError: [Errno 40] a link, not a folder of its own: '/dev/fd'
    """
    os.makedirs(path, exist_ok=True)
    if os.path.islink(path):
        raise OSError(errno.ELOOP, "a link, not a folder of its own", os.fspath(path))


def write(path: Path, text: str | bytes, *, follow: bool = True) -> None:
    """Write a file whole. An old file keeps its permissions, a symbolic link stays and its target is written.

    path: a file that need not exist, in a folder that does; or a device, a pipe, `/dev/stdout`.
    text: a string is written as UTF-8.
    follow: False for a file that the user did not name. A link, a pipe or a device is then replaced by the file.

    Raises WriteError, which names the file; the old file is then as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/one.txt", "1423\\n")
    ...     open(f"{folder}/one.txt").read(), os.listdir(folder)
    ('1423\\n', ['one.txt'])
    """
    content = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    with writing(path, follow=follow) as file:
        _write_all(file.fileno(), content)


@contextmanager
def writing(path: Path, *, follow: bool = True) -> Iterator[FileIO]:
    """A file to be written piece by piece; it takes its name when the block has ended without an error. As `write`.

    path, follow: as for `write`.

    Raises WriteError, which names the file; the old file is then as it was.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with writing(f"{folder}/one.txt") as file:
    ...         number = file.write(b"1423")
    ...     open(f"{folder}/one.txt").read(), os.listdir(folder)
    ('1423', ['one.txt'])
    """
    try:
        if not follow or not _is_special(path):
            with _replacing(os.path.realpath(path) if follow else os.fspath(path)) as opened:
                yield opened
        elif (number := _descriptor(path)) is not None:
            sys.stdout.flush()
            with FileIO(number, "wb", closefd=False) as opened:
                yield opened
        else:
            with FileIO(without_waiting(path, os.O_WRONLY), "wb") as opened:
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


def append(path: Path, text: str, *, follow: bool = True) -> None:
    """Add a text to the end of a file: all of it, or nothing. The file is made where there is none.

    follow: False for a file that the user did not name. A link, a pipe or a device is then refused.

    Raises WriteError, which names the file; what was written of the text has then been taken away again.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     append(f"{folder}/lines.txt", "1423\\n")
    ...     append(f"{folder}/lines.txt", "2314\\n")
    ...     open(f"{folder}/lines.txt").read()
    '1423\\n2314\\n'
    """
    if follow and _is_special(path):
        write(path, text)
        return
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    try:
        with _opened(path, flags) if follow else FileIO(own_file(path, flags), "wb") as opened:
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
    old = os.lstat(path) if os.path.lexists(path) else None
    if old is not None and not (stat.S_ISREG(old.st_mode) or stat.S_ISDIR(old.st_mode)):
        old = None
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
