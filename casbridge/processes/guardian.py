"""What must not outlive this process: its programs and their private folders.

A program runs in a session of its own and is ended with everything that it started. Where this process is killed, a
guardian does it. The guardian is a shell that reads from a pipe which groups and folders there are; when the pipe
closes, it kills and removes what is left. PR_SET_PDEATHSIG would not do: it knows only Linux and only the direct child,
and it fires when the *thread* ends that started the child.

    ProcessGroup, PrivateFolder ──add, discard──▶ registry ──pipe──▶ guardian

A program that leaves its session by setsid is found by its environment, in which each group has a mark (Linux only).
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import threading
from typing import Protocol

from casbridge.errors import BackendError

#: The environment variable that carries the mark of a group.
MARK_VARIABLE = "CASBRIDGE_GROUP"

_SHELL = "/bin/sh"
_SCRIPT = f"""
trap '' INT HUP QUIT TERM
groups= folders=
without() {{ kept=; for known in $2; do [ "$known" = "$1" ] || kept="$kept $known"; done; }}
while read -r sign kind number name; do
    case $sign$kind in
        +group) groups="$groups $number" ;;
        -group) without "$number" "$groups"; groups=$kept ;;
        +folder) folders="$folders $number"; eval "folder_$number=\\$name" ;;
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


class Guarded(Protocol):
    """A group of processes or a folder, as the guardian knows it.

    kind: "group" or "folder".
    number: the group's number; any number of a folder's own.
    name: a folder's path; "" for a group.
    """

    @property
    def kind(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...

    def end(self, grace: float = 0) -> None:
        """End the group, or remove the folder."""

    def kill(self, number: signal.Signals) -> None:
        """Send a signal to the group; nothing for a folder."""


class _Registry:
    """The live groups and folders of this process, and the guardian that knows them."""

    def __init__(self) -> None:
        self._guardian: subprocess.Popen[bytes] | None = None
        self._forget()

    def _forget(self) -> None:
        self._lock = threading.RLock()
        self._guarded: dict[tuple[str, int], Guarded] = {}
        self._closed = False
        self.owner = f"{os.getpid()}-{os.urandom(6).hex()}"

    def add(self, one: Guarded) -> None:
        with self._lock:
            if self._closed:
                raise BackendError("nothing is started any more: this process ends")
            self._guarded[one.kind, one.number] = one
            if not self._tell("+", one):
                self._start_guardian()

    def discard(self, one: Guarded) -> None:
        with self._lock:
            if self._guarded.pop((one.kind, one.number), None) is not None:
                self._tell("-", one)

    def kill_all(self) -> None:
        with self._lock:
            guarded = list(self._guarded.values())
        for one in guarded:
            one.kill(signal.SIGKILL)

    def close(self) -> None:
        """At exit: end what is left, and the guardian. Threads that still run start nothing more."""
        with self._lock:
            self._closed = True
            guarded = sorted(self._guarded.values(), key=lambda one: one.kind == "folder")
        for one in guarded:
            one.end(0)
        with self._lock:
            self._dismiss_guardian()

    def after_fork(self) -> None:
        """In a fork's child: what its parent has is none of its business, and it needs a guardian of its own."""
        guardian, self._guardian = self._guardian, None
        self._forget()
        if guardian is not None:
            guardian.returncode = 0
            if guardian.stdin is not None:
                guardian.stdin.close()

    def _tell(self, sign: str, one: Guarded) -> bool:
        if self._guardian is None or self._guardian.stdin is None:
            return False
        if "\n" not in one.name:  # a folder in such a place is not guarded
            try:
                self._guardian.stdin.write(os.fsencode(f"{sign} {one.kind} {one.number} {one.name}\n"))
            except OSError:
                return False
        return True

    def _start_guardian(self) -> None:
        self._dismiss_guardian()
        self._guardian = subprocess.Popen(
            [_SHELL, "-c", _SCRIPT, "casbridge-guardian", self.owner],
            cwd="/",
            # Without the mark of a program that this process is itself: its guardian may outlive it for a moment.
            env={name: value for name, value in os.environ.items() if name != MARK_VARIABLE},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
        )
        for one in self._guarded.values():
            self._tell("+", one)

    def _dismiss_guardian(self) -> None:
        guardian, self._guardian = self._guardian, None
        if guardian is None:
            return
        if guardian.stdin is not None:
            guardian.stdin.close()
        try:
            guardian.wait(5)
        except subprocess.TimeoutExpired:
            guardian.kill()
            guardian.wait()


#: Everything of this process that is guarded.
registry = _Registry()
atexit.register(registry.close)
os.register_at_fork(after_in_child=registry.after_fork)


def end_all() -> None:
    """Kill every live group of this process. The threads that wait for them go on and report.

    >>> callable(end_all)
    True
    """
    registry.kill_all()


def end_all_for_good() -> None:
    """End every live group and remove every folder. Afterwards this process starts no more groups: it is to exit.

    >>> callable(end_all_for_good)
    True
    """
    registry.close()


def new_mark(number: int) -> str:
    """A mark for the environment of a group.

    number: a number of the group's own among those of this process.

    >>> new_mark(1) == new_mark(2)
    False
    """
    return f"{registry.owner}.{number}"


def process_numbers() -> set[str]:
    """The numbers of all processes, as texts; empty where the system does not show them (not Linux).

    >>> process_numbers() <= {"self"} or str(os.getpid()) in process_numbers()
    True
    """
    try:
        return {name for name in os.listdir("/proc") if name.isdigit()}
    except OSError:
        return set()


def kill_marked(mark: str, known: set[str]) -> None:
    """Kill the processes that carry a mark in their environment and are not among the known ones. Linux only.

    >>> kill_marked("no such mark", process_numbers())
    """
    if not hasattr(os, "pidfd_open"):
        return
    entry = f"{MARK_VARIABLE}={mark}".encode()
    while new := process_numbers() - known:
        known = known | new
        found = False
        for number in new:
            # The descriptor comes first, so that the number is not another process's when the signal is sent.
            with contextlib.suppress(OSError):
                descriptor = os.pidfd_open(int(number))
                try:
                    with open(f"/proc/{number}/environ", "rb") as file:
                        carries = entry in file.read().split(b"\0")
                    if carries:
                        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                        found = True
                finally:
                    os.close(descriptor)
        if not found:
            return
