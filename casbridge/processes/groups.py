"""Process groups and private folders that cannot outlive this process.

A program starts behind a small shell. The shell sets the limits, waits for a line, and becomes the program. So no
Python runs between fork and exec (other threads may hold any lock then), and no program starts before the guardian
knows it. A fork of this process (see `forking`) waits in the same way.

A program is ended with everything that it started. Where this process is killed, a guardian does it: a shell that reads
from a pipe which groups and folders there are, and that kills and removes what is left when the pipe closes.
PR_SET_PDEATHSIG would not do: it knows only Linux and only the direct child, and it fires when the *thread* ends that
started the child. A program that leaves its group by setsid is found by a mark in its environment (Linux only).
"""

from __future__ import annotations

import atexit
import itertools
import os
import resource
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

from casbridge.errors import BackendError
from casbridge.limits import Deadline, Stopwatch, Usage
from casbridge.logs import Log
from casbridge.processes.ended import Ended, Finished, how_it_ended

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from casbridge.processes.forking import Forked

#: The largest file that a program may write, in blocks of 512 bytes: 4 GiB.
_LARGEST_FILE_BLOCKS = 4 << 21

#: A group of at most so many seconds has descendants with larger numbers than its own: numbers begin anew only later.
_QUICK_SECONDS = 20.0
#: If so many processes were started meanwhile, a list of all processes is quicker.
_MOST_NUMBERS = 500
_LOOK_SECONDS = 0.1  # between two sums of the memory of all processes: one takes some milliseconds
_LOADING_SECONDS = 1.0  # execve takes far less
_KERNEL_THREAD = 0x00200000  # PF_KTHREAD among the flags of a process: it has no environment
_TAIL = 8192  # characters at the end of an output that may tell of too little memory

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

_LOG = Log("processes")
_MARK_VARIABLE = "CASBRIDGE_GROUP"  # in the environment of a group: it carries the group's mark

#: Variables of a plain environment, and those that it has not.
_PLAIN = {"TERM": "dumb", "NO_COLOR": "1"}
_NOT_PLAIN = ("COLUMNS", "LINES", "FORCE_COLOR")

#: What is guarded: a group by its number, a folder by a number of its own.
_Key = tuple[Literal["group", "folder"], int]

_counter = itertools.count(1)
_GUARDIAN = f"""
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
for round in ${{groups:+1 2 3}}; do
    for file in $(command -p grep -ls "{_MARK_VARIABLE}=$1\\." /proc/[0-9]*/environ); do
        file=${{file#/proc/}}
        kill -s KILL "${{file%/environ}}"
    done
    command -p sleep 0.1
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
        self.ends: dict[_Key, tuple[str, Callable[[], None]]] = {}
        self.closed = False
        self.owner = f"{os.getpid()}-{os.urandom(6).hex()}"
        self.guardian: subprocess.Popen[bytes] | None = None

    def add(self, key: _Key, end: Callable[[], None], path: str = "") -> None:
        """Let a group or a folder end with this process. Raises BackendError where this process is about to exit.

        end: ends the group, or removes the folder, and calls `forget`; any thread may call it.
        """
        with self.lock:
            if self.closed:
                raise BackendError("nothing is started any more: this process ends")
            self.ends[key] = (path, end)
            if not self.tell("+", key, path):
                self.start_guardian()

    def forget(self, key: _Key) -> None:
        """Forget a group or a folder that has ended."""
        with self.lock:
            if self.ends.pop(key, None) is not None:
                self.tell("-", key)

    def end(self, kind: str) -> None:
        """End all groups, or remove all folders."""
        with self.lock:
            ends = [end for key, (_, end) in self.ends.items() if key[0] == kind]
        for end in ends:
            end()

    def tell(self, sign: str, key: _Key, path: str = "") -> bool:
        """Tell the guardian; False where there is none."""
        if self.guardian is None or self.guardian.stdin is None:
            return False
        with suppress(OSError):
            if "\n" not in path:  # a folder in such a place is not guarded
                self.guardian.stdin.write(os.fsencode(f"{sign} {key[0]} {key[1]} {path}\n"))
            return True
        return False

    def start_guardian(self) -> None:
        import subprocess

        self.dismiss_guardian()
        self.guardian = subprocess.Popen(
            ["/bin/sh", "-c", _GUARDIAN, "casbridge-guardian", self.owner],
            cwd="/",
            # Without the mark of a program that this process is itself: its guardian may outlive it for a moment.
            env={name: value for name, value in os.environ.items() if name != _MARK_VARIABLE},
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
        import subprocess

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


def end_all() -> None:
    """End every live group of this process. The threads that wait for them go on and report.

    >>> callable(end_all)
    True
    """
    _guarded.end("group")


@atexit.register
def end_all_for_good() -> None:
    """End every live group and remove every folder. Afterwards this process starts no more groups: it is to exit.

    >>> callable(end_all_for_good)
    True
    """
    with _guarded.lock:
        _guarded.closed = True
    _guarded.end("group")
    _guarded.end("folder")
    with _guarded.lock:
        _guarded.dismiss_guardian()


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder that only this user may read, and that is removed on leaving the context.

    Its name begins with "casbridge-". Raises OSError where it cannot be made. In a fork's child the folder is the
    parent's: the child does not remove it.

    >>> with private_folder() as path:
    ...     path.is_dir()
    True
    """
    import shutil
    import tempfile
    from pathlib import Path

    path = Path(tempfile.gettempdir()).absolute() / f"casbridge-{os.urandom(8).hex()}"
    key: _Key = ("folder", next(_counter))
    owner = os.getpid()

    def end() -> None:
        if os.getpid() == owner:
            shutil.rmtree(path, ignore_errors=True)
            _guarded.forget(key)

    # The guardian knows the folder before there is one.
    _guarded.add(key, end, str(path))
    try:
        path.mkdir(mode=0o700)
        yield path
    finally:
        end()


class ProcessGroup:
    """A running program and its descendants, ended at the latest by leaving the context.

    argv: the program (a path, or a name on PATH) and its arguments.
    environment: variables to set beside this process's, which are made plain: no colours, no cursor movement, no
        assumed width of lines.
    memory: limit in bytes of each process's address space, and of the memory that all processes hold together: when
        `exceeds_memory` is set, end the group. Systems without RLIMIT_AS (macOS) enforce neither; the second needs
        /proc (Linux), and samples.
    input: what standard input is read from. output: descriptor that standard output and error go to.
    terminal: `input` is a terminal, to be the controlling one and all three standard streams.
    pass_fds: descriptors that the program inherits.
    Raises BackendError where the program cannot be started. Any thread may start, wait for and end a group.

    >>> from pathlib import Path
    >>> with ProcessGroup(["true"], cwd=Path("/")) as group:
    ...     group.wait(10)
    True
    >>> group.exit_code
    0
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: str | Path,
        environment: Mapping[str, str] | None = None,
        memory: int | None = None,
        input: str = os.devnull,
        output: int | None = None,
        terminal: bool = False,
        pass_fds: Sequence[int] = (),
    ) -> None:
        import subprocess

        self._prepare(memory)
        kibibytes = "" if memory is None else str(max(1, memory // 1024))
        launcher = ["/bin/sh", "-c", _LAUNCHER, "casbridge", kibibytes, input, "terminal" if terminal else "plain"]
        plain = {name: value for name, value in os.environ.items() if name not in _NOT_PLAIN}
        try:
            process = subprocess.Popen(
                [*launcher, *argv],
                cwd=cwd,
                env={**plain, **_PLAIN, **(environment or {}), _MARK_VARIABLE: self._mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL if output is None else output,
                stderr=subprocess.DEVNULL if output is None else subprocess.STDOUT,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        except (OSError, ValueError) as error:
            raise BackendError(f"cannot start {argv[0]}: {error}") from error
        self._begin(process)
        limit = "" if memory is None else f", memory {memory / 2**20:.0f} MiB"
        _LOG.debug("process %s: started %s%s", self.pid, " ".join(map(str, argv)), limit)

    @classmethod
    def of_fork(cls, run: Callable[[], None], *, output: int, keep: int) -> ProcessGroup | None:
        """A fork of this process that calls `run` and exits; None where it is not safe to fork, or not possible.

        output: descriptor that standard output and error go to. keep: another descriptor that the child keeps.

        >>> ProcessGroup.of_fork(print, output=1, keep=1)  # this is a test, not the program
        """
        from casbridge.processes import forking

        if not forking.is_safe():
            return None
        group = cls.__new__(cls)
        group._prepare(None)
        environment = {**dict.fromkeys(_NOT_PLAIN, ""), **_PLAIN, _MARK_VARIABLE: group._mark}
        try:
            child = forking.Forked(
                run, output=output, keep=keep, environment=environment, largest_file=_LARGEST_FILE_BLOCKS * 512
            )
        except OSError:
            return None
        group._begin(child)
        return group

    def _prepare(self, memory: int | None) -> None:
        """Set the fields of a group whose program has not been started."""
        self.exit_code: int | None = None
        self.signal: int | None = None
        self.usage = Usage()
        #: A descriptor that becomes readable when the leader exits, where the system has such (Linux); else None.
        self.exit_descriptor: int | None = None
        #: The largest address space that a sample saw, in bytes.
        self.sampled_space = 0
        #: Whether a sample saw more memory than the limit, in all processes together.
        self.exceeds_memory = False
        self._memory = memory
        self._sampled_memory: int | None = None
        self._inherited_peak = peak_of(resource.getrusage(resource.RUSAGE_SELF))
        self._owner = os.getpid()
        self._lock = threading.RLock()
        self._status: tuple[int, resource.struct_rusage] | None = None
        self._reaped = False
        self._age = Stopwatch()
        self._next_look = Deadline.after(_LOOK_SECONDS)
        self._mark = f"{_guarded.owner}.{next(_counter)}"

    def _begin(self, process: subprocess.Popen[bytes] | Forked) -> None:
        """Let the guardian know the process, which waits, and let it go on."""
        self._process = process
        self.pid = process.pid
        self._key: _Key = ("group", self.pid)
        try:
            _guarded.add(self._key, lambda: self.end(0))
            with suppress(AttributeError, OSError):
                self.exit_descriptor = os.pidfd_open(self.pid)
            assert self._process.stdin is not None
            with suppress(BrokenPipeError), self._process.stdin as starter:
                starter.write(b"go\n")
        except BaseException:
            self.end(0)
            raise

    def __enter__(self) -> ProcessGroup:
        return self

    def __exit__(self, *_: object) -> None:
        self.end(0)

    def has_exited(self) -> bool:
        """Whether the leader has exited. The leader stays unreaped, so no other process gets its number."""
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
        """Note the memory now, of the leader and of all processes together.

        Of the leader it is the only measure where the kernel's own is that of the process it came from.
        """
        if self._memory is not None and self._next_look.passed:
            self.exceeds_memory |= _held_together(self.pid, self._mark, self._memory) > self._memory
            self._next_look = Deadline.after(_LOOK_SECONDS)
        memory, space = peaks_now(self.pid)
        if memory:
            self._sampled_memory = max(self._sampled_memory or 0, memory)
            self.sampled_space = max(self.sampled_space, space)

    def memory_peak(self) -> int | None:
        """Bytes of the leader's peak memory since the start, or since `forget_memory_peak`; None where unknown."""
        self.sample()
        return self._sampled_memory

    def forget_memory_peak(self) -> None:
        """Begin to measure the peak anew, where the system can (Linux)."""
        self._sampled_memory = None
        forget_peak(self.pid)

    def cpu_seconds(self) -> float | None:
        """CPU seconds of the leader so far, or None where the system does not tell."""
        with suppress(OSError):
            return time.clock_gettime((~self.pid << 3) | 2) if sys.platform == "linux" else None
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
                self._status = 0, resource.getrusage(resource.RUSAGE_SELF)
                with suppress(ChildProcessError):
                    self._status = os.wait4(self.pid, 0)[1:]
            self._reaped = True
            _guarded.forget(self._key)
            status, usage = self._status
            code = self._process.returncode = os.waitstatus_to_exitcode(status)
            self.signal, self.exit_code = (-code, None) if code < 0 else (None, code)
            peak = peak_of(usage)
            own = self._sampled_memory if peak <= self._inherited_peak else peak
            self.usage = Usage(usage.ru_utime + usage.ru_stime, own)
            if self.exit_descriptor is not None:
                os.close(self.exit_descriptor)
                self.exit_descriptor = None

    def finished(self, output: str, ended: Ended | None = None) -> Finished:
        """How the leader of an ended group ended, with its time and memory. ended: where it is known already."""
        if ended is None:
            memory, space = self._memory, self.sampled_space
            ended = how_it_ended(self.exit_code, self.signal, output[-_TAIL:], memory=memory, space=space)
        how = f"exit code {self.exit_code}" if self.signal is None else f"signal {self.signal}"
        _LOG.debug("process %s: %s, %s, after %.3f s", self.pid, ended, how, self._age.seconds)
        return Finished(ended, self.exit_code, self.signal, output, self._age.seconds, *self.usage)

    def _kill(self, number: signal.Signals) -> None:
        """Send a signal to the whole group, as long as its number is certain to be its own."""
        with self._lock, suppress(ProcessLookupError, PermissionError):
            if not self._reaped:
                os.killpg(self.pid, number)


def held_memory() -> tuple[int, int]:
    """Bytes of memory and of address space that this process holds now.

    Both are the most memory that it ever held where the system does not tell.

    >>> memory, space = held_memory()
    >>> 0 < memory <= space
    True
    """
    try:
        space, memory = _text_of("/proc/self/statm").split()[:2]
    except (OSError, ValueError):
        return (peak_of(resource.getrusage(resource.RUSAGE_SELF)),) * 2
    return int(memory) * resource.getpagesize(), int(space) * resource.getpagesize()


def _held_together(leader: int, mark: str, enough: int) -> int:
    """Bytes of memory that a leader and the processes that it started hold now, if there are several.

    What several of them share counts once; where all of it is less than `enough`, as often as it is held, for that is
    quicker. 0 for the leader alone, whose own limit holds, and where the system does not tell.

    mark: in the environment of a process that left both its session and its parent.
    """
    pages: dict[int, int] = {}
    parents: dict[int, int] = {}
    members, entry = {leader}, f"{_MARK_VARIABLE}={mark}".encode()
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        with suppress(OSError, ValueError, IndexError):
            number, fields = int(name), _text_of(f"/proc/{name}/stat").rpartition(")")[2].split()
            parents[number], session, pages[number] = int(fields[1]), int(fields[3]), int(fields[21])  # 4, 6 and 24
            adopted = parents[number] == 1 and number > leader and entry in _bytes_of(f"/proc/{name}/environ")
            if session == leader or adopted:
                members.add(number)
    while more := {number for number, parent in parents.items() if parent in members} - members:
        members |= more
    total = sum(pages.get(number, 0) for number in members) * resource.getpagesize()
    if len(members) == 1 or total <= enough:
        return 0 if len(members) == 1 else total
    return sum(_share_of_memory(number, pages.get(number, 0) * resource.getpagesize()) for number in members)


def _share_of_memory(number: int, held: int) -> int:
    """Bytes that a process holds, of shared ones its share. held: what it holds with all of the shared ones."""
    try:
        return int(_text_of(f"/proc/{number}/smaps_rollup").partition("\nPss:")[2].split(maxsplit=1)[0]) * 1024
    except ProcessLookupError:  # it is ending, and has given its memory back
        return 0
    except (OSError, IndexError, ValueError):
        return held if os.path.exists(f"/proc/{number}") else 0


def forget_peak(pid: int | str = "self") -> None:
    """Let `peaks_now` measure a process's memory anew from here on, where the system can (Linux).

    >>> forget_peak()
    """
    with suppress(OSError), open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peaks_now(pid: int | str = "self") -> tuple[int, int]:
    """The largest memory and address space of a running process, in bytes; zeros where the system does not tell.

    >>> memory, space = peaks_now()
    >>> memory <= space
    True
    """
    with suppress(OSError, IndexError):
        text = _text_of(f"/proc/{pid}/status")
        memory, space = (int(text.partition(f"\n{key}:")[2].split(maxsplit=1)[0]) for key in ("VmHWM", "VmPeak"))
        return memory * 1024, space * 1024
    return 0, 0


def peak_of(usage: resource.struct_rusage) -> int:
    """The peak memory in bytes that the system noted.

    >>> peak_of(resource.getrusage(resource.RUSAGE_SELF)) > 1 << 20
    True
    """
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _text_of(path: str) -> str:
    return _bytes_of(path).decode("ascii", errors="replace")


def _kill_marked(mark: str, first: int, quick: bool) -> None:
    """Kill the processes that carry a mark in their environment, where the system shows it (Linux).

    first, quick: if quick, their numbers are at least `first`; numbers have not begun anew since.
    """
    entry = f"{_MARK_VARIABLE}={mark}".encode()
    found = hasattr(os, "pidfd_open")
    while found:
        try:
            last = int(_text_of("/proc/loadavg").split()[-1])
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
                    if entry in _environment(number).split(b"\0"):
                        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                        found = True
                finally:
                    os.close(descriptor)
        first = last + 1


def _environment(number: int) -> bytes:
    """The environment of a process, b"" where it has none. Raises OSError where the system does not show it.

    A process shows none for a moment while it becomes another program (execve). This waits until it has one.
    """
    deadline = Deadline.after(_LOADING_SECONDS)
    while not (found := _bytes_of(f"/proc/{number}/environ")) and not deadline.passed:
        state, *fields = _text_of(f"/proc/{number}/stat").rpartition(")")[2].split()
        flags, first, end = int(fields[5]), int(fields[46]), int(fields[47])  # 9, 50 and 51 of proc(5)
        if state in "ZX" or flags & _KERNEL_THREAD or (state in "ST" and 0 < first == end):
            break
        time.sleep(0.001)
    return found
