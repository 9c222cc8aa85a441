"""A Singular that stays, on a terminal of its own, for many small jobs.

A job comes as a file and leaves its answer in a file; over the terminal go only its name, a sum to be asked for
afterwards, and complaints. A session that did not answer, or that said anything unexpected, is not used again.
Nothing is ever sent twice: whoever wants to try again does so with the whole job and a new session.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from casbridge.backends import singular_dialogue as exchange
from casbridge.backends.singular_dialogue import Ending, Exchange, Sentinel
from casbridge.errors import BackendError
from casbridge.processes.groups import ProcessGroup
from casbridge.processes.program import died_for_memory, plain_environment

LARGEST_OUTPUT = 1 << 20
MOST_JOBS = 500
START_SECONDS = 60.0

_FLAGS = ("-q", "-t", "--no-rc", "--ticks-per-sec=1000", "--cntrlc=q")
# Anchored: unanchored, a search in a flood without line ends takes quadratic time.
_LINES = re.compile(r"\A(?:[^\n]*\n)+")
_CHUNK = re.compile(r"\A[^\n]{4096,}")
_MAXREAD = 1 << 16
_SLICE = 0.1
_READY_SECONDS = 2.0
_LAST_WORDS_SECONDS = 0.5


class SessionLost(BackendError):
    """The session ended before it took the job: the job may be given to another one."""


class NoTerminal(BackendError):
    """The system has no terminal to give, as in some containers."""


class SessionNotStarted(BackendError):
    """Singular did not answer for the first time; `exchange` says what it did instead."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange = exchange
        super().__init__(f"Singular did not start: {exchange.reason.replace('Singular ', 'it ', 1)}")


class Session:
    """A running Singular. Use it as a context manager, or close it; this process's exit closes it too.

    command: the executable, and arguments that come before Singular's flags.
    memory: limit of its address space in bytes, for all its jobs.
    seconds: how long it may take to answer for the first time; at most START_SECONDS.

    Raises SessionNotStarted where it does not start, NoTerminal where it cannot. One thread may use it at a time.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        memory: int | None = None,
        seconds: float | None = START_SECONDS,
        environment: Mapping[str, str] | None = None,
        most_jobs: int | None = None,
    ) -> None:
        from pexpect import fdpexpect

        self.executable = command[0]
        self.memory = memory
        self.jobs = 0
        self.idle_since = time.monotonic()
        self._most_jobs = MOST_JOBS if most_jobs is None else most_jobs
        self._healthy = True
        self._closed = False
        self._closing = threading.Lock()
        try:
            controller, terminal = os.openpty()
        except OSError as error:
            raise NoTerminal(f"no terminal for a session: {error.strerror}") from error
        with ExitStack() as held:
            # Open until Singular has answered: a terminal that nobody has opened yet looks like one that everybody has
            # left.
            held.callback(os.close, terminal)
            with ExitStack() as made:
                made.callback(os.close, controller)
                self._directory = tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True)
                made.callback(self._directory.cleanup)
                self._terminal = fdpexpect.fdspawn(
                    controller,
                    timeout=_SLICE,
                    maxread=_MAXREAD,
                    encoding="utf-8",
                    codec_errors="replace",
                    use_poll=True,
                )
                self._terminal.delaybeforesend = None
                self._terminal.delayafterread = None
                self._group = ProcessGroup(
                    [*command, *_FLAGS],
                    cwd=self.directory,
                    environment={**plain_environment(), **(environment or {})},
                    memory=memory,
                    input=_plain_name(terminal),
                    terminal=True,
                )
                made.pop_all()
            try:
                greeting = Sentinel.fresh()
                patience = START_SECONDS if seconds is None else min(seconds, START_SECONDS)
                first = self._exchange(f"{greeting.statement}\n", greeting, patience)
            except BaseException:
                self.close()
                raise
        if first.ended != "answered":
            self.close()
            raise SessionNotStarted(first)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def directory(self) -> Path:
        """Where Singular runs: names of job and answer files are relative to it."""
        return Path(self._directory.name)

    @property
    def usable(self) -> bool:
        """Whether another job may be given to it."""
        return self._healthy and not self._closed and self.jobs < self._most_jobs and not self._group.has_exited()

    def run(self, job_file: str, sentinel: Sentinel, *, seconds: float | None = None) -> Exchange:
        """Let it read a file of its directory; at the limit it is killed. Raises SessionLost where it is not usable.

        job_file: a plain name of at most 255 characters.
        """
        usable, self._healthy = self.usable, False
        if not usable or not self._is_ready(seconds):
            raise SessionLost("the session ended before it took the job")
        self.jobs += 1
        self._group.forget_memory_peak()
        cpu_before = self._group.cpu_seconds()
        outcome = self._exchange(f'< "{job_file}";\n{sentinel.statement}\n', sentinel, seconds)
        self._healthy = outcome.ended == "answered" and not outcome.odd
        cpu_seconds, peak_memory = self._group.cpu_seconds(), self._group.memory_peak()
        if not self._healthy:
            self._group.end(0.1)
            cpu_seconds, peak_memory = self._group.usage.cpu_seconds, peak_memory or self._group.usage.peak_memory
        if cpu_seconds is not None and cpu_before is not None:
            cpu_seconds -= cpu_before
        self.idle_since = time.monotonic()
        return Exchange(outcome.ended, outcome.reason, outcome.output, outcome.odd, cpu_seconds, peak_memory)

    def close(self) -> None:
        """End Singular and all that it started, and remove its directory. May be called again."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._group.end(0.1)
        with contextlib.suppress(OSError):
            self._terminal.close()
        self._directory.cleanup()

    def _is_ready(self, seconds: float | None) -> bool:
        """Whether it answers now: what ends it later ended it after it took the job."""
        sentinel = Sentinel.fresh()
        patience = _READY_SECONDS if seconds is None else min(seconds, _READY_SECONDS)
        outcome = self._exchange(f"{sentinel.statement}\n", sentinel, patience)
        return outcome.ended == "answered" and not outcome.odd

    def _exchange(self, text: str, sentinel: Sentinel, seconds: float | None) -> Exchange:
        import pexpect

        deadline = None if seconds is None else time.monotonic() + seconds
        complained_at: float | None = None
        size = 0
        lines: list[str] = []
        waits = 0
        answered = False

        def outcome(ended: Ending, reason: str) -> Exchange:
            odd = not all(exchange.is_notice(line) or sentinel.is_answered_by(line) for line in lines)
            return Exchange(ended, reason, "".join(lines), odd)

        try:
            self._terminal.send(text)
        except OSError:
            return self._dead(lines, outcome)
        while not answered:
            now = time.monotonic()
            if complained_at is not None and now > complained_at + _LAST_WORDS_SECONDS:
                break
            if deadline is not None and now >= deadline:
                return outcome("timeout", exchange.TIMEOUT_REASON)
            pause = _SLICE if deadline is None else min(_SLICE, deadline - now)
            kind = self._terminal.expect_list([_LINES, _CHUNK, pexpect.EOF, pexpect.TIMEOUT], timeout=pause)
            if kind == 2:
                lines.append(self._terminal.before)
                return self._dead(lines, outcome)
            if kind == 3:
                self._group.sample()
                if self._group.has_exited():
                    lines.append(self._terminal.before)
                    return self._dead(lines, outcome)
                waits = waits + 1 if exchange.is_waiting(self._terminal.before) else 0
                if waits == 2 and complained_at is None:
                    lines.append(self._terminal.before)
                    return outcome("continuation", "Singular waits for the end of a statement (prompt '. ')")
                continue
            new = self._terminal.after.splitlines(keepends=True)
            size += len(self._terminal.after)
            lines += new
            if size > LARGEST_OUTPUT:
                return outcome("flooded", exchange.flood_reason("".join(lines)))
            answered = any(sentinel.is_answered_by(line) for line in new)
            if complained_at is None and any(exchange.is_error(line) or exchange.is_fatal(line) for line in new):
                complained_at = time.monotonic()
        said = exchange.complaint("".join(lines).splitlines())
        return outcome(*said) if said is not None else outcome("answered", "")

    def _dead(self, lines: list[str], outcome: Callable[[Ending, str], Exchange]) -> Exchange:
        if not self._group.wait(1.0):
            return outcome("crashed", f"Singular closed its terminal and went on{exchange.last_words(''.join(lines))}")
        self._group.end(0)
        ended, reason = exchange.death(self._group.exit_code, self._group.signal, "".join(lines))
        if self.memory is not None and ended == "crashed" and died_for_memory(self._group, "".join(lines), self.memory):
            ended, reason = "memory", exchange.MEMORY_REASON
        return outcome(ended, reason)


def _plain_name(terminal: int) -> str:
    """The name of a terminal that is made plain: no echo, no signals from characters, no change of what is printed."""
    try:
        attributes = termios.tcgetattr(terminal)
        attributes[1] &= ~termios.OPOST
        attributes[3] &= ~(termios.ECHO | termios.ISIG)
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)
        return os.ttyname(terminal)
    except (OSError, termios.error) as error:
        raise NoTerminal(f"no terminal for a session: {error}") from error
