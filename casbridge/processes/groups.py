"""Process groups that cannot outlive this process.

A program starts behind a small shell. The shell sets the limits, waits for a line, and becomes the program. So no
Python runs between fork and exec (other threads may hold any lock then), and no program starts before the guardian
knows it.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from casbridge.errors import BackendError
from casbridge.limits import Deadline, Stopwatch, Usage
from casbridge.processes.guardian import MARK_VARIABLE, Key, guard, new_mark, release

#: The largest file that a program may write, in blocks of 512 bytes: 4 GiB.
_LARGEST_FILE_BLOCKS = 4 << 21

#: A group of at most so many seconds has descendants with larger numbers than its own: numbers begin anew only later.
_QUICK_SECONDS = 20.0
#: If so many processes were started meanwhile, a list of all processes is quicker.
_MOST_NUMBERS = 500

_LAUNCHER = f"""
ulimit -c 0 2>/dev/null
ulimit -f {_LARGEST_FILE_BLOCKS} 2>/dev/null
[ -z "$1" ] || ulimit -v "$1" 2>/dev/null
input=$2
redirection=$3
shift 3
read -r go || exit 125
case $redirection in
    terminal) exec "$@" <>"$input" >&0 2>&0 ;;
    *) exec "$@" <"$input" ;;
esac
"""


class ProcessGroup:
    """A running program and its descendants, ended at the latest by leaving the context.

    argv: the program (a path, or a name on PATH) and its arguments.
    memory: limit of each process's address space in bytes. Systems without RLIMIT_AS (macOS) do not enforce it.
    input: what standard input is read from.
    output: file descriptor that standard output and error go to; not with `terminal`.
    terminal: `input` is a terminal, to be the controlling one and all three standard streams.
    pass_fds: descriptors that the program inherits.

    Raises BackendError where the program cannot be started. Any thread may start, wait for and end a group.

    >>> with ProcessGroup(["true"], cwd=Path("/"), environment={}) as group:
    ...     group.wait(10)
    True
    >>> group.exit_code
    0
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: Path,
        environment: Mapping[str, str],
        memory: int | None = None,
        input: str = os.devnull,
        output: int | None = None,
        terminal: bool = False,
        pass_fds: Sequence[int] = (),
    ) -> None:
        self.exit_code: int | None = None
        self.signal: int | None = None
        self.usage = Usage()
        #: A descriptor that becomes readable when the leader exits, where the system has such (Linux); else None.
        self.exit_descriptor: int | None = None
        #: The largest address space that a sample saw, in bytes.
        self.sampled_space = 0
        self._sampled_memory: int | None = None
        self._inherited_peak = peak_of(resource.getrusage(resource.RUSAGE_SELF))
        self._owner = os.getpid()
        self._lock = threading.RLock()
        self._status: tuple[int, resource.struct_rusage] | None = None
        self._reaped = False
        self._age = Stopwatch()
        self._mark = new_mark()
        kibibytes = "" if memory is None else str(max(1, memory // 1024))
        launcher = ["/bin/sh", "-c", _LAUNCHER, "casbridge", kibibytes, input, "terminal" if terminal else "plain"]
        try:
            self._process = subprocess.Popen(
                [*launcher, *argv],
                cwd=cwd,
                env={**environment, MARK_VARIABLE: self._mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL if output is None else output,
                stderr=subprocess.DEVNULL if output is None else subprocess.STDOUT,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        except (OSError, ValueError) as error:
            raise BackendError(f"cannot start {argv[0]}: {error}") from error
        self.pid = self._process.pid
        self._key: Key = ("group", self.pid)
        try:
            guard(self._key, lambda: self.end(0))
            if hasattr(os, "pidfd_open"):
                with suppress(OSError):
                    self.exit_descriptor = os.pidfd_open(self.pid)
            assert self._process.stdin is not None
            with suppress(BrokenPipeError), self._process.stdin as starter:
                starter.write(b"go\n")
        except BaseException:
            self.end(0)
            raise

    def __enter__(self) -> ProcessGroup:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.end(0)

    def has_exited(self) -> bool:
        """Whether the leader has exited. The leader stays unreaped, so that nobody else gets its number."""
        if os.getpid() != self._owner:
            return True
        with self._lock:
            if self._reaped or self._status is not None:
                return True
            if hasattr(os, "waitid"):
                try:
                    return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
                except ChildProcessError:
                    return True
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self._status = (status, usage)
            return pid != 0

    def wait(self, seconds: float) -> bool:
        """Wait for the leader's exit; whether it exited in time."""
        deadline = Deadline.after(seconds)
        patience = 0.01
        poller = select.poll()
        if self.exit_descriptor is not None:
            patience = 0.5
            poller.register(self.exit_descriptor, select.POLLIN)
        while not self.has_exited():
            if deadline.passed:
                return False
            poller.poll(min(deadline.left() or 0.0, patience) * 1000)
        return True

    def sample(self) -> None:
        """Note the leader's memory now: the only measure where the kernel's own is that of the process it came from."""
        try:
            text = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace")
        except OSError:
            return
        values = dict(line.split(":", 1) for line in text.splitlines() if line.startswith(("VmHWM:", "VmPeak:")))
        if "VmHWM" in values:
            self._sampled_memory = max(self._sampled_memory or 0, int(values["VmHWM"].split()[0]) * 1024)
            self.sampled_space = max(self.sampled_space, int(values["VmPeak"].split()[0]) * 1024)

    def memory_peak(self) -> int | None:
        """Bytes of the leader's peak memory since the start, or since `forget_memory_peak`; None where unknown."""
        self.sample()
        return self._sampled_memory

    def forget_memory_peak(self) -> None:
        """Begin to measure the peak anew, where the system can (Linux)."""
        self._sampled_memory = None
        with suppress(OSError):
            Path(f"/proc/{self.pid}/clear_refs").write_text("5", encoding="ascii")

    def cpu_seconds(self) -> float | None:
        """CPU seconds of the leader so far, or None where the system does not tell."""
        if sys.platform != "linux":
            return None
        try:
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return None

    def end(self, grace: float = 0.3) -> None:
        """End the group: SIGTERM, `grace` seconds, then SIGKILL for all that is left. Then reap the leader.

        Descendants that left the group by setsid are killed too, where the system shows environments (Linux). In a
        fork's child this does nothing: the group is the parent's.
        """
        if os.getpid() != self._owner:
            return
        if grace > 0 and not self.has_exited():
            self._kill(signal.SIGTERM)
            self.wait(grace)
        self._kill(signal.SIGKILL)
        with self._lock:
            if self._reaped:
                return
            _kill_marked(self._mark, self.pid + 1, self._age.seconds < _QUICK_SECONDS)
            if self._status is None:
                try:
                    _, status, usage = os.wait4(self.pid, 0)
                except ChildProcessError:
                    status, usage = 0, resource.getrusage(resource.RUSAGE_SELF)
                self._status = (status, usage)
            self._reaped = True
            release(self._key)
            self._note_end(*self._status)

    def _kill(self, number: signal.Signals) -> None:
        """Send a signal to the whole group, as long as its number is certain to be its own."""
        with self._lock, suppress(ProcessLookupError, PermissionError):
            if not self._reaped:
                os.killpg(self.pid, number)

    def _note_end(self, status: int, usage: resource.struct_rusage) -> None:
        code = os.waitstatus_to_exitcode(status)
        self._process.returncode = code
        if code < 0:
            self.signal = -code
        else:
            self.exit_code = code
        peak = peak_of(usage)
        own = self._sampled_memory if peak <= self._inherited_peak else peak
        self.usage = Usage(usage.ru_utime + usage.ru_stime, own)
        if self.exit_descriptor is not None:
            os.close(self.exit_descriptor)
            self.exit_descriptor = None


def held_memory() -> tuple[int, int]:
    """Bytes of memory and of address space that this process holds now.

    Both are the most memory that it ever held where the system does not tell.

    >>> memory, space = held_memory()
    >>> 0 < memory <= space
    True
    """
    try:
        space, memory = Path("/proc/self/statm").read_text(encoding="ascii").split()[:2]
    except (OSError, ValueError):
        return (peak_of(resource.getrusage(resource.RUSAGE_SELF)),) * 2
    return int(memory) * resource.getpagesize(), int(space) * resource.getpagesize()


def peak_of(usage: resource.struct_rusage) -> int:
    """The peak memory in bytes that the system noted.

    >>> peak_of(resource.getrusage(resource.RUSAGE_SELF)) > 1 << 20
    True
    """
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _kill_marked(mark: str, first: int, quick: bool) -> None:
    """Kill the processes that carry a mark in their environment, where the system shows it (Linux).

    first, quick: if quick, their numbers are at least `first`; numbers have not begun anew since.
    """
    entry = f"{MARK_VARIABLE}={mark}".encode()
    found = hasattr(os, "pidfd_open")
    while found:
        try:
            last = int(Path("/proc/loadavg").read_text(encoding="ascii").split()[-1])
        except OSError:
            return
        quick = quick and first <= last + 1 < first + _MOST_NUMBERS
        numbers = range(first, last + 1) if quick else [int(name) for name in os.listdir("/proc") if name.isdigit()]
        found = False
        for number in numbers:
            with suppress(OSError):
                # The descriptor comes first, so that the number is not another process's when the signal is sent.
                descriptor = os.pidfd_open(number)
                try:
                    if entry in Path(f"/proc/{number}/environ").read_bytes().split(b"\0"):
                        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                        found = True
                finally:
                    os.close(descriptor)
        first = last + 1
