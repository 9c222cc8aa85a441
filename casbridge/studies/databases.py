"""The SQLite files of studies: how they are opened, one writer at a time, SQLite's errors as one line.

A store may come from others, and may be damaged. So views and triggers of the file are not trusted, and what SQLite
says about the file becomes one of casbridge's errors.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import platform
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import copyfileobj, disk_usage
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from casbridge import files
from casbridge.errors import CasbridgeError, InputError, WriteError, printable
from casbridge.studies import schema
from casbridge.studies.texts import LONGEST_TEXT

#: Seconds that a reader or a writer waits for another program's transaction.
PATIENCE = 30.0
#: What follows the name of a store in the name of the file that its driver locks.
LOCK_SUFFIX = ".lock"
#: How every file of SQLite begins.
MAGIC = b"SQLite format 3\0"
_HEADER = 100
_LOG_HEADER = 32
_SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_ENDS = ("-wal", "-shm", "-journal")
_PIECE = 1 << 20
_TRIES = 5
_LARGEST_LOCK = 4000
# The byte of the log's index that each connection locks (UNIX_SHM_DMS of SQLite's os_unix.c).
_INDEX_IN_USE = 128
# Seconds: `driver_of` looks whether a store is locked by locking it for a moment.
_BLINK = 0.3
# The locks of this process. Closing any descriptor of a file drops the process's locks on it, so none is opened twice.
_HELD: dict[str, DriverLock] = {}


class Connection(sqlite3.Connection):
    """A connection to a store. `unchanged` is the state of a file that is read without locks; else None.

    >>> sqlite3.connect(":memory:", factory=Connection).unchanged is None
    True
    """

    unchanged: tuple[object, ...] | None = None


def check_file(path: Path, *, write: bool = False) -> None:
    """Refuse what is no store, by its header, and what must not stand beside a store: nothing is opened by SQLite.

    A rollback journal may name another journal, which SQLite would delete. casbridge never writes such a one. A link
    beside the store would have SQLite write to another file.

    Raises InputError, and OSError where there is no such file.

    >>> check_file(Path("no-such.sqlite"))
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no-such.sqlite'
    """
    os.stat(path)
    header = files.read(path, most=_HEADER, whole=False)
    if header[:16] != MAGIC or int.from_bytes(header[68:72], "big") != schema.APPLICATION_ID:
        raise InputError("not a casbridge store", source=str(path), expected="the .sqlite file of a study")
    for name, about in _companion_files(path).items():
        if not stat.S_ISREG(about.st_mode) or (write and about.st_nlink > 1):
            raise _stray(name, "a link, or no file")
        if name.endswith("-journal"):
            with suppress(FileNotFoundError), open(name, "rb") as file:
                file.seek(max(0, about.st_size - len(_SUPER_JOURNAL)))
                if file.read() == _SUPER_JOURNAL:
                    raise _stray(name, "a journal that names another journal")


def check_new(path: Path) -> None:
    """Raise InputError where a store, or what belongs to one, is there already: SQLite would bring it into a new store.

    >>> check_new(Path("no-such.sqlite"))
    """
    for name in (str(path), *_companion_files(path)):
        if os.path.lexists(name):
            hint = "open it, or name another file" if name == str(path) else "remove it, or name another file"
            raise InputError("there is such a file already", source=name, expected="none", hint=hint)


def _companion_files(path: Path) -> dict[str, os.stat_result]:
    """SQLite's files beside a store: its log, the log's index, its rollback journal. They may go at any time."""
    present = {}
    for end in _ENDS:
        with suppress(FileNotFoundError):
            present[f"{os.path.realpath(path)}{end}"] = os.lstat(f"{os.path.realpath(path)}{end}")
    return present


def _stray(name: str, what: str) -> InputError:
    hint = "if nobody uses it, move it away; without it the store's newest results may be missing"
    return InputError(what, source=printable(name, 200), expected="a file that SQLite made for the store", hint=hint)


def connect(path: Path, *, write: bool) -> Connection:
    """A connection to a store that exists, in the present version. What is committed through it survives a crash.

    For reading, nothing beside the store is made, changed or removed, and no lock is needed:

    - While a driver has the store, SQLite's own files for it are used, and after it while another reader has them.
    - Where a driver was killed, and for a store of an older version, a private copy is opened, with the log.
    - Any other store is read as it is, and the reader must see that nobody began to write it: see `check_unchanged`.

    Raises InputError for a file that is no store, OSError where there is none, and sqlite3.Error where SQLite cannot
    open it.

    >>> connect(Path("no-such.sqlite"), write=False)
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no-such.sqlite'
    """
    check_file(path, write=write)
    if write or driver_of(path) is not None or _has_readers(path):
        is_shut = not write and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        # Not "mode=ro" if possible: such a reader, if it is the last one, leaves SQLite's files beside the store.
        connection = _opened(path, "mode=ro" if is_shut else "mode=rw")
    elif any(about.st_size for name, about in _companion_files(path).items() if not name.endswith("-shm")):
        return _copied(path)
    else:
        unchanged = _state(path)
        connection = _opened(path, "mode=ro&immutable=1")
        connection.unchanged = unchanged
    try:
        version = schema.check(connection, str(path))
        if not write and version < schema.VERSION:
            connection.close()
            return _copied(path)
        if write:
            connection.execute("PRAGMA cache_size = -1024")
            connection.execute("PRAGMA journal_mode = WAL")
            # Each commit waits until the disk has it: a result that was reported is there after a power failure too.
            connection.execute("PRAGMA synchronous = FULL")
            schema.migrate(connection, str(path))
        else:
            connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _has_readers(path: Path) -> bool:
    """Whether a process has the index of the log open: SQLite locks one byte of it.

    The index says which transactions ended. A copy of the log alone may have one more, whose driver was killed before
    the index had it, and which goes when that reader ends. To open the index here and close it would end this
    process's own locks on it. So the list of locks is read, where the system has one.
    """
    try:
        index = os.stat(f"{os.path.realpath(path)}-shm").st_ino
        return f":{index} {_INDEX_IN_USE} " in Path("/proc/locks").read_text()
    except OSError:
        return False


def _opened(path: Path | str, options: str, mode: str = "NORMAL") -> Connection:
    name = quote(os.fsencode(os.path.abspath(path)))
    connection = sqlite3.connect(
        f"file:{name}?{options}", uri=True, timeout=PATIENCE, isolation_level=None, factory=Connection
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_TEXT)
    # The mode comes first: any other setting may read the file.
    for setting in (f"locking_mode = {mode}", "trusted_schema = OFF", "cell_size_check = ON", "cache_size = -32768"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def _copied(path: Path) -> Connection:
    """A connection to a copy in a folder for temporary files, which has no name any more when this returns."""
    for _ in range(_TRIES):
        state = _state(path)
        with TemporaryDirectory(prefix="casbridge-") as folder:
            copy, real = os.path.join(folder, "copy.sqlite"), os.path.realpath(path)
            sources = {real: os.stat(real), **_companion_files(path)}
            if sum(about.st_size for about in sources.values()) > disk_usage(folder).free:
                raise OSError(errno.ENOSPC, f"no room in {folder} for a copy of the store and its log")
            for name in sources:
                # The index is made anew. To open it here would end this process's own locks on it.
                if name.endswith("-shm"):
                    continue
                # A file that went meanwhile is seen in the state.
                with (
                    suppress(FileNotFoundError),
                    open(name, "rb") as source,
                    open(copy + name[len(real) :], "xb") as target,
                ):
                    copyfileobj(source, target, _PIECE)
            if _state(path) != state:
                continue
            # Nobody else has the copy. So it needs neither locks nor an index of the log that processes share.
            connection = _opened(copy, "vfs=unix-none", "EXCLUSIVE")
            try:
                schema.check(connection, str(path))
                schema.migrate(connection, str(path))
                connection.execute("PRAGMA query_only = ON")
            except BaseException:
                connection.close()
                raise
            return connection
    raise _changed(path)


def _state(path: Path) -> tuple[object, ...]:
    """Another one when transactions came into the file itself, or when its log began anew."""
    about = os.stat(path)
    try:
        with open(f"{os.path.realpath(path)}-wal", "rb") as log:
            header = log.read(_LOG_HEADER)
    except OSError:
        header = b""
    return about.st_mtime_ns, about.st_size, about.st_ino, header


def check_unchanged(connection: Connection, path: Path) -> None:
    """Raise InputError where a store that was read without locks has been written meanwhile.

    >>> check_unchanged(sqlite3.connect(":memory:", factory=Connection), Path("any.sqlite"))
    """
    if connection.unchanged is not None and connection.unchanged[:3] != _state(path)[:3]:
        raise _changed(path)


def _changed(path: Path) -> InputError:
    found, expected = "it was written while it was read", "a store that a driver has all the time, or none has"
    return InputError(found, source=str(path), expected=expected, hint="read it again")


@contextmanager
def told(path: str | os.PathLike[str]) -> Iterator[None]:
    """Within it, what SQLite and the system say about a file are errors of casbridge.

    Raises WriteError where there is no room or no permission, InputError where the file is damaged or is no store.

    >>> with told("study.sqlite"):
    ...     raise sqlite3.DatabaseError("file is not a database")
    Traceback (most recent call last):
    casbridge.errors.InputError: study.sqlite: not a casbridge store; expected the .sqlite file of a study
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _translated(os.fspath(path), error) from None
    except UnicodeDecodeError:  # a text, or SQLite's own message with a piece of the file
        raise _damaged(os.fspath(path), "a text that is not UTF-8") from None
    except FileNotFoundError:
        raise no_store(path) from None
    except OSError as error:
        raise WriteError(path, error) from None


def remove(path: Path) -> None:
    """Remove a store that was not finished, with the files that SQLite keeps beside it, if possible.

    >>> remove(Path("no-such.sqlite"))
    """
    for suffix in ("", *_ENDS):
        # Where nothing may be written, even a file that is not there cannot be removed.
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def give_name(part: Path, path: Path) -> None:
    """Rename a store that is finished and closed.

    Raises WriteError where SQLite had no room to bring its write-ahead log into the file: without the log, the store
    would be damaged.

    >>> give_name(Path("no-such.part"), Path("no-such.sqlite"))
    Traceback (most recent call last):
    casbridge.errors.WriteError: cannot write no-such.sqlite: No such file or directory (name a file that can be written, in a folder that can)
    """  # noqa: E501
    log = part.with_name(part.name + "-wal")
    try:
        if log.exists() and log.stat().st_size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.rename(part, path)
    except OSError as error:
        raise WriteError(path, error) from None


def no_store(path: str | os.PathLike[str]) -> InputError:
    """The error for a store that does not exist: that the study was not run yet, where its file is beside it.

    >>> print(no_store("nowhere/study.sqlite"))
    nowhere/study.sqlite: no such file, and no study.toml beside it; expected the .sqlite file of a study
    """
    study, expected = Path(path).with_suffix(".toml"), "the .sqlite file of a study"
    source = printable(os.fspath(path), 200)
    if study == Path(path) or not os.path.isfile(study):
        beside = "" if study == Path(path) else f", and no {printable(study.name, 80)} beside it"
        return InputError(f"no such file{beside}", source=source, expected=expected)
    hint = f"casbridge run {printable(str(study), 200)} makes it"
    return InputError("no store yet", source=source, expected=expected, hint=hint)


def _translated(path: str, error: sqlite3.Error) -> CasbridgeError:
    name = getattr(error, "sqlite_errorname", "") or ""
    said = printable(str(error), 120)
    if name == "SQLITE_NOTADB" or "not a database" in said:
        return InputError("not a casbridge store", source=path, expected="the .sqlite file of a study")
    if name == "SQLITE_FULL":
        return WriteError(path, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    if name in ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE"):
        # SQLite does not tell which of them it is.
        return WriteError(path, OSError(errno.ENOSPC, f"no space, over a quota, or a failing disk ({said})"))
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_CANTOPEN", "SQLITE_AUTH")):
        return WriteError(path, OSError(errno.EACCES, said))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        found = f"another program has had it locked for {PATIENCE:g} s"
        return InputError(found, source=path, expected="a store that nobody else writes", hint="end that program")
    if name == "SQLITE_NOMEM":
        raise MemoryError("no memory for SQLite")
    return _damaged(path, said)


def _damaged(path: str, how: str) -> InputError:
    hint = "copy it, and save what can be read: sqlite3 COPY .recover"
    if _may_lack_log(path):
        log = printable(f"{os.path.basename(path)}-wal", 80)
        hint = (
            f"a copy needs {log} too, if there was one; casbridge merge STORE -o COPY copies a store whole; else {hint}"
        )
    return InputError(f"a damaged store: {how}", source=path, expected="a file that SQLite can read", hint=hint)


def _may_lack_log(path: str) -> bool:
    """Whether a file says that its newest pages may be in a write-ahead log, and there is no log beside it."""
    try:
        with open(path, "rb") as file:
            is_logged = file.read(20)[18:] == b"\2\2"
    except OSError:
        return False
    return is_logged and not os.path.exists(f"{path}-wal")


class DriverLock:
    """The right to write a store. One process has it at a time; the system takes it away when the process ends.

    path: of the store. The lock is on a file beside it, which says who has it, and which `release` removes.
    word: of an earlier driver that stopped where the disk was full; None where there is none. See `leave`.

    Raises InputError, which names the host and the process, where another one has it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lock = DriverLock(Path(folder, "study.sqlite"))
    ...     driver_of(Path(folder, "study.sqlite"))["pid"] == os.getpid()
    ...     lock.release()
    ...     driver_of(Path(folder, "study.sqlite"))
    True
    """

    def __init__(self, path: Path) -> None:
        self._store = path
        self._file = os.path.realpath(path) + LOCK_SUFFIX
        self._pid = os.getpid()
        if (held := _held_here(self._file)) is not None:
            raise _in_use(path, held.about)
        self._descriptor = self._locked()
        self.about: dict[str, Any] = {"host": platform.node(), "pid": self._pid, "started": time.time()}
        self.word = _word(self._descriptor)
        try:
            self._write()
        except OSError as error:
            with suppress(OSError):
                if self.word is None:
                    os.unlink(self._file)
            os.close(self._descriptor)
            raise WriteError(self._store, error) from None
        _HELD[self._file] = self

    def _write(self) -> None:
        """The file always has the same size: where the disk is full, another text still has room in it."""
        text = json.dumps(self.about if self.word is None else {**self.about, "word": self.word}).encode()
        os.pwrite(self._descriptor, text.ljust(_LARGEST_LOCK), 0)

    def leave(self, word: dict[str, Any] | None) -> None:
        """Leave a word in the file for the next driver, or None for no word: `release` keeps the file with it.

        word: the number of the "run", its "pid", when it "ended", and "why". It needs no new space.
        """
        self.word = word
        with suppress(OSError):
            self._write()

    def _locked(self) -> int:
        end = time.monotonic() + _BLINK
        while True:
            try:
                descriptor = files.own_file(self._file, os.O_RDWR | os.O_CREAT)
            except OSError as error:
                raise _no_lock(self._store, error) from None
            try:
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if _same_file(descriptor, self._file):
                    content = os.pread(descriptor, _LARGEST_LOCK, 0).strip(b"\0 ")
                    if content[:1] not in (b"", b"{", b"["):
                        raise OSError(errno.EEXIST, "a file that casbridge did not write", self._file)
                    return descriptor
            except (BlockingIOError, PermissionError):
                about = _about(descriptor)
                os.close(descriptor)
                if time.monotonic() > end:
                    raise _in_use(self._store, about) from None
                time.sleep(0.02)
                continue
            except OSError as error:
                if os.fstat(descriptor).st_size == 0:
                    os.unlink(self._file)
                os.close(descriptor)
                raise _no_lock(self._store, error) from None
            os.close(descriptor)  # the file was removed by the one who had it

    def release(self) -> None:
        """Give the lock back. In a forked copy of the process this does nothing."""
        if self._pid == os.getpid() and _HELD.get(self._file) is self:
            del _HELD[self._file]
            with suppress(OSError):
                if self.word is None:
                    os.unlink(self._file)
            os.close(self._descriptor)


def driver_of(path: Path) -> dict[str, Any] | None:
    """Who writes a store now: host, pid, and since when. None where nobody does.

    >>> driver_of(Path("no-such.sqlite")) is None
    True
    """
    file = os.path.realpath(path) + LOCK_SUFFIX
    if (held := _held_here(file)) is not None:
        return held.about
    try:
        descriptor = files.own_file(file, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return _about(descriptor)
    except OSError:  # no file locks here: so nobody can have one
        return None
    finally:
        os.close(descriptor)
    return None


def word_at(path: Path) -> dict[str, Any] | None:
    """The word that a driver left beside a store, see `DriverLock.leave`. None where there is none.

    >>> word_at(Path("no-such.sqlite")) is None
    True
    """
    file = os.path.realpath(path) + LOCK_SUFFIX
    if (held := _held_here(file)) is not None:
        return held.word
    try:
        descriptor = files.own_file(file, os.O_RDONLY)
    except OSError:
        return None
    try:
        return _word(descriptor)
    finally:
        os.close(descriptor)


def _held_here(file: str) -> DriverLock | None:
    """The lock of a file, if this process has it. Another descriptor of the file, once closed, would end it."""
    held = _HELD.get(file)
    return held if held is not None and held._pid == os.getpid() else None


def _no_lock(path: Path, error: OSError) -> WriteError:
    """The error where a store cannot be locked: it names the file of the lock, or that there are no locks."""
    named = f"{error.strerror}: {printable(os.fspath(path), 80)}{LOCK_SUFFIX}"
    if error.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL):
        named = f"its file system has no file locks: {error.strerror}"
    return WriteError(path, OSError(error.errno, named))


def _same_file(descriptor: int, file: str) -> bool:
    try:
        here, there = os.fstat(descriptor), os.stat(file)
    except OSError:
        return False
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def _about(descriptor: int) -> dict[str, Any]:
    try:
        about = json.loads(os.pread(descriptor, _LARGEST_LOCK, 0))
        return {"host": str(about["host"]), "pid": int(about["pid"]), "started": float(about["started"])}
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return {"host": "?", "pid": 0, "started": 0.0}


def _word(descriptor: int) -> dict[str, Any] | None:
    try:
        word = json.loads(os.pread(descriptor, _LARGEST_LOCK, 0))["word"]
        about = {"run": int(word["run"]), "pid": int(word["pid"]), "ended": float(word["ended"])}
        return {**about, "why": printable(str(word["why"]))}
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def _in_use(path: Path, about: dict[str, Any]) -> InputError:
    who = f"in use by a driver on {printable(about['host'], 80)}, process {about['pid']}"
    return InputError(who, source=str(path), expected="one driver at a time", hint="wait for it or end it")
