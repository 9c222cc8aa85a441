"""What must not outlive this process: its programs and their private folders.

    ProcessGroup, private_folder ──guard, release──▶ this process's list ──pipe──▶ guardian

A program is ended with everything that it started. Where this process is killed, a guardian does it: a shell that reads
from a pipe which groups and folders there are, and that kills and removes what is left when the pipe closes.
PR_SET_PDEATHSIG would not do: it knows only Linux and only the direct child, and it fires when the *thread* ends that
started the child. A program that leaves its group by setsid is found by a mark in its environment (Linux only).
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from casbridge.errors import BackendError

#: The environment variable that carries the mark of a group.
MARK_VARIABLE = "CASBRIDGE_GROUP"

#: What is guarded: a group by its number, a folder by a number of its own.
Key = tuple[Literal["group", "folder"], int]

_counter = itertools.count(1)
_SCRIPT = f"""
trap '' INT HUP QUIT TERM
groups= folders=
without() {{ kept=; for known in $2; do [ "$known" = "$1" ] || kept="$kept $known"; done; }}
while read -r sign kind number path; do
    case $sign$kind in
        +group) groups="$groups $number" ;;
        -group) without "$number" "$groups"; groups=$kept ;;
        +folder) folders="$folders $number"; eval "folder_$number=\\$path" ;;
        -folder) without "$number" "$folders"; folders=$kept ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for round in ${{groups:+1 2}}; do
    for file in $(command -p grep -ls "{MARK_VARIABLE}=$1\\." /proc/[0-9]*/environ); do
        file=${{file#/proc/}}
        kill -s KILL "${{file%/environ}}"
    done
done
for folder in $folders; do
    eval "path=\\$folder_$folder"
    command -p rm -rf -- "$path" || {{ command -p sleep 0.2; command -p rm -rf -- "$path"; }}
done
"""


class _Guarded:
    """The live groups and folders of this process, and the guardian that knows them."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.ends: dict[Key, tuple[str, Callable[[], None]]] = {}
        self.closed = False
        self.owner = f"{os.getpid()}-{os.urandom(6).hex()}"
        self.guardian: subprocess.Popen[bytes] | None = None

    def tell(self, sign: str, key: Key, path: str = "") -> bool:
        """Tell the guardian; False where there is none."""
        if self.guardian is None or self.guardian.stdin is None:
            return False
        try:
            if "\n" not in path:  # a folder in such a place is not guarded
                self.guardian.stdin.write(os.fsencode(f"{sign} {key[0]} {key[1]} {path}\n"))
        except OSError:
            return False
        return True

    def start_guardian(self) -> None:
        self.dismiss_guardian()
        self.guardian = subprocess.Popen(
            ["/bin/sh", "-c", _SCRIPT, "casbridge-guardian", self.owner],
            cwd="/",
            # Without the mark of a program that this process is itself: its guardian may outlive it for a moment.
            env={name: value for name, value in os.environ.items() if name != MARK_VARIABLE},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
        )
        for key, (path, _) in self.ends.items():
            self.tell("+", key, path)

    def dismiss_guardian(self) -> None:
        guardian, self.guardian = self.guardian, None
        if guardian is None or guardian.stdin is None:
            return
        guardian.stdin.close()
        try:
            guardian.wait(5)
        except subprocess.TimeoutExpired:
            guardian.kill()
            guardian.wait()


_guarded = _Guarded()


def _after_fork() -> None:
    """In a fork's child: the groups, the folders and the guardian are the parent's."""
    global _guarded
    guardian, _guarded = _guarded.guardian, _Guarded()
    if guardian is not None and guardian.stdin is not None:
        guardian.returncode = 0
        guardian.stdin.close()


os.register_at_fork(after_in_child=_after_fork)


def new_mark() -> str:
    """A mark for the environment of a group.

    >>> new_mark() == new_mark()
    False
    """
    return f"{_guarded.owner}.{next(_counter)}"


def guard(key: Key, end: Callable[[], None], path: str = "") -> None:
    """Let a group or a folder end with this process.

    end: ends the group, or removes the folder, and calls `release`; any thread may call it.
    path: the folder's.

    Raises BackendError where this process is about to exit.

    >>> guard(("folder", 0), print, "/nowhere")
    >>> release(("folder", 0))
    """
    with _guarded.lock:
        if _guarded.closed:
            raise BackendError("nothing is started any more: this process ends")
        _guarded.ends[key] = (path, end)
        if not _guarded.tell("+", key, path):
            _guarded.start_guardian()


def release(key: Key) -> None:
    """Forget a group or a folder that has ended.

    >>> release(("folder", 0))
    """
    with _guarded.lock:
        if _guarded.ends.pop(key, None) is not None:
            _guarded.tell("-", key)


def end_all() -> None:
    """End every live group of this process. The threads that wait for them go on and report.

    >>> callable(end_all)
    True
    """
    _end("group")


@atexit.register
def end_all_for_good() -> None:
    """End every live group and remove every folder. Afterwards this process starts no more groups: it is to exit.

    >>> callable(end_all_for_good)
    True
    """
    with _guarded.lock:
        _guarded.closed = True
    _end("group")
    _end("folder")
    with _guarded.lock:
        _guarded.dismiss_guardian()


def _end(kind: str) -> None:
    with _guarded.lock:
        ends = [end for key, (_, end) in _guarded.ends.items() if key[0] == kind]
    for end in ends:
        end()


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder that only this user may read, and that is removed on leaving the context.

    Its name begins with "casbridge-". Raises OSError where it cannot be made. In a fork's child the folder is the
    parent's: the child does not remove it.

    >>> with private_folder() as path:
    ...     path.is_dir()
    True
    """
    path = Path(tempfile.gettempdir()).absolute() / f"casbridge-{os.urandom(8).hex()}"
    key: Key = ("folder", next(_counter))
    owner = os.getpid()

    def end() -> None:
        if os.getpid() == owner:
            shutil.rmtree(path, ignore_errors=True)
            release(key)

    # The guardian knows the folder before there is one.
    guard(key, end, str(path))
    try:
        path.mkdir(mode=0o700)
    except BaseException:
        release(key)
        raise
    try:
        yield path
    finally:
        end()
