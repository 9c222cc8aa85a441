"""What must not outlive this process: its programs and their private folders.

A program runs in a session of its own and is ended with everything that it started. Where this process is killed, a
guardian does it. The guardian is a shell that reads from a pipe which groups and folders there are; when the pipe
closes, it kills and removes what is left. PR_SET_PDEATHSIG would not do: it knows only Linux and only the direct child,
and it fires when the *thread* ends that started the child.

    ProcessGroup, PrivateFolder ──guard, release──▶ this process's list ──pipe──▶ guardian

A program that leaves its session by setsid is found by its environment, in which each group has a mark (Linux only).
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
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
        self.guardian: subprocess.Popen[bytes] | None = None
        self.begin()

    def begin(self) -> None:
        """At the start of a process: nothing is guarded yet."""
        self.lock = threading.RLock()
        self.ends: dict[Key, tuple[str, Callable[[], None]]] = {}
        self.closed = False
        self.owner = f"{os.getpid()}-{os.urandom(6).hex()}"

    def after_fork(self) -> None:
        """In a fork's child: the groups, the folders and the guardian are the parent's."""
        guardian, self.guardian = self.guardian, None
        self.begin()
        if guardian is not None and guardian.stdin is not None:
            guardian.returncode = 0
            guardian.stdin.close()

    def tell(self, sign: str, key: Key, path: str = "") -> bool:
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
os.register_at_fork(after_in_child=_guarded.after_fork)


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
    """Forget a group or a folder that has ended. See `guard`.

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
    with _guarded.lock:
        groups = [end for (kind, _), (_, end) in _guarded.ends.items() if kind == "group"]
    for end in groups:
        end()


@atexit.register
def end_all_for_good() -> None:
    """End every live group and remove every folder. Afterwards this process starts no more groups: it is to exit.

    >>> callable(end_all_for_good)
    True
    """
    with _guarded.lock:
        _guarded.closed = True
    end_all()
    with _guarded.lock:
        folders = [end for _, end in _guarded.ends.values()]
    for end in folders:
        end()
    with _guarded.lock:
        _guarded.dismiss_guardian()


class PrivateFolder:
    """A new folder that only this user may read, removed on leaving the context or by `end`.

    path: where the folder is; its name begins with "casbridge-".

    Raises OSError where it cannot be made. In a fork's child the folder is the parent's: the child does not remove it.

    >>> with PrivateFolder() as path:
    ...     path.is_dir()
    True
    >>> path.exists()
    False
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.gettempdir()).absolute() / f"casbridge-{os.urandom(8).hex()}"
        self._key: Key = ("folder", next(_counter))
        self._owner = os.getpid()
        # The guardian knows the folder before there is one.
        guard(self._key, self.end, str(self.path))
        try:
            self.path.mkdir(mode=0o700)
        except BaseException:
            release(self._key)
            raise

    def __enter__(self) -> Path:
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """Remove the folder with everything in it. May be called again."""
        if os.getpid() == self._owner:
            shutil.rmtree(self.path, ignore_errors=True)
            release(self._key)


def new_mark(number: int) -> str:
    """A mark for the environment of a group.

    number: a number of the group's own among those of this process.

    >>> new_mark(1) == new_mark(2)
    False
    """
    return f"{_guarded.owner}.{number}"


def process_numbers() -> set[str]:
    """The numbers of all processes, as texts; empty where the system does not show them (not Linux).

    >>> "self" in process_numbers()
    False
    """
    try:
        return {name for name in os.listdir("/proc") if name.isdigit()}
    except OSError:
        return set()


def kill_marked(mark: str, known: set[str]) -> None:
    """Kill the processes that carry a mark in their environment and are not among the known ones. Linux only.

    >>> kill_marked("no such mark", process_numbers())
    """
    entry = f"{MARK_VARIABLE}={mark}".encode()
    found = hasattr(os, "pidfd_open")
    while found and (new := process_numbers() - known):
        known = known | new
        found = False
        for number in new:
            with contextlib.suppress(OSError):
                # The descriptor comes first, so that the number is not another process's when the signal is sent.
                descriptor = os.pidfd_open(int(number))
                try:
                    with open(f"/proc/{number}/environ", "rb") as file:
                        if entry in file.read().split(b"\0"):
                            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                            found = True
                finally:
                    os.close(descriptor)
