"""The commands to Singular around a job, the end of a job in its output, and Singulars that stay for many small jobs.

A prompt does not prove that a job was done, nor does an exit code of 0: after an error Singular goes on with the next
statement, after a segmentation fault it prints a prompt again. A job was done only if the sum that was asked for last
stands on a line of its own, and no line shows a failure.

    Finished + Sum ──judge──▶ a status, and the reason in words
    SessionPool.take ──▶ Session.run(statement, Sum) ──▶ Finished: "open" if the program still runs

In a session a job comes as a file and leaves its answer in a file. Over the terminal go only the statement that begins
the job, the sum, and complaints. A session that said anything unexpected is not used again. Nothing is ever sent twice:
whoever wants to try again does so with the whole job and a new session.
"""

from __future__ import annotations

import os
import re
import secrets
import termios
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

from casbridge.backends.oneshot import ANSWER_FILE, LARGEST_ANSWER
from casbridge.backends.protocol import Status
from casbridge.errors import BackendError
from casbridge.limits import NEVER, Deadline, Limits, Stopwatch
from casbridge.logs import Log
from casbridge.processes.ended import Ended, Finished, in_words
from casbridge.processes.groups import ProcessGroup, private_folder
from casbridge.processes.program import size_of

#: Characters that a job may print on the terminal.
LARGEST_OUTPUT = 1 << 20
#: Jobs after which a session is not used again.
MOST_JOBS = 500
#: Seconds after which a session without jobs is closed.
IDLE_SECONDS = 60.0

_FLAGS = ("-q", "-t", "--no-rc", "--ticks-per-sec=1000", "--cntrlc=q")
_LOG = Log("processes")
_START_SECONDS = 60.0
_READY_SECONDS = 2.0
_LAST_WORDS_SECONDS = 0.5
_MOST_IDLE = 4
# Anchored: unanchored, a search in a flood without line ends takes quadratic time.
_LINES = re.compile(r"\A(?:[^\n]*\n)+")
_CHUNK = re.compile(r"\A[^\n]{4096,}")
_MAXREAD = 1 << 16
_SLICE = 0.1

_PROMPTS = re.compile(r"^(?:[>.] )+")
#: An error, numbers that ran over, or a warning of the answer, such as "// ** i is no standard basis".
_ERROR = re.compile(
    r"^\s*\? |possible OVERFLOW|OVERFLOW in|int overflow"
    r"|^\s*(?:// ?)?\*\* .*(?i:no standard basis|may be wrong|warning)|^\s*(?i:warning)\b"
)
_FATAL = re.compile(r"Segment fault|signal \d+ \(v:|trying to restart|no more memory|halt \d+")
_MEMORY = re.compile(r"no more memory|halt 14\b")
#: A continuation prompt at the end: a statement was begun and not ended.
_WAITING = re.compile(r"(?:^|\n)(?:> )*(?:\. )+\Z")
_NOTICE = re.compile(r"\s*+(?://.*)?\s*+\Z")
_NOT_DONE = re.compile(r"(?i)not (?:yet )?(?:implemented|supported)|only (?:implemented|supported)|unsupported")
_BEGINNING = 4096  # characters that are looked at where the output is too long
_EXIT_FOR_MEMORY = 14  # Singular's exit code when an allocation fails


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum to be asked for after a job. Its value cannot be an echo of anything that was sent.

    >>> Sum(41).statement, Sum(41).reads("> > 42"), Sum(41).reads("> > ? 42")
    ('1+41;', 'answer', 'complaint')
    """

    number: int

    @staticmethod
    def fresh() -> Sum:
        """A sum of nine random digits, unlike all earlier ones."""
        return Sum(10**8 + secrets.randbelow(9 * 10**8))

    @property
    def statement(self) -> str:
        """What Singular is asked."""
        return f"1+{self.number};"

    def reads(self, line: str) -> str:
        """What a line is: "answer", "complaint", "notice" (blank, or a comment as Debian's on a library) or "junk"."""
        shown = _PROMPTS.sub("", line)
        if shown.strip() == str(self.number + 1):
            return "answer"
        if _ERROR.search(shown) or _FATAL.search(shown):
            return "complaint"
        return "notice" if _NOTICE.match(shown) else "junk"


def judge(finished: Finished, asked: Sum, limits: Limits | None = None) -> tuple[Status, str]:
    """The status of a job and the reason in words, quoting Singular: by the end of Singular, or by what it said.

    COMPLETE only where Singular did everything that it was asked, and complained about nothing; the reason is "" then.

    finished: from `Session.run` or `run_program`. asked: the sum that was asked for last. limits: for the reason.

    >>> judge(Finished("exited", 0, output="42"), Sum(41))
    (<Status.COMPLETE: 'complete'>, '')
    >>> judge(Finished("signal", signal=9), Sum(41))
    (<Status.CRASHED: 'crashed'>, 'Singular was killed by SIGKILL')
    """
    output = finished.output if finished.ended != "flooded" else finished.output[:_BEGINNING]
    # Singular quotes the line in which it finds an error; the sum is nothing that it said.
    shown = [(line, _PROMPTS.sub("", line).strip().replace(asked.statement, "...")) for line in output.splitlines()]
    lines = [(asked.reads(line), text) for line, text in shown]
    said = [line for kind, line in lines if kind != "answer" and line]
    complaints = [line for kind, line in lines if kind == "complaint"]
    fatal = next((line for line in complaints if _FATAL.search(line)), "")
    last = said[-1] if said else ""

    def ended(status: Status, said: str, how: Finished = finished) -> tuple[Status, str]:
        return status, in_words("Singular", how, said, limits)

    if finished.ended == "timeout":
        return ended(Status.TIMEOUT, "")
    if finished.ended == "flooded":
        return ended(Status.UNPARSABLE, said[0] if said else "")
    if finished.ended == "memory" or finished.exit_code == _EXIT_FOR_MEMORY or _MEMORY.search(fatal):
        words = fatal or last or ("" if finished.excess else f"exit code {finished.exit_code}")
        return ended(Status.MEMORY, words, Finished("memory", excess=finished.excess))
    if fatal:
        return Status.CRASHED, f"Singular said: {fatal}"
    if finished.ended in ("signal", "closed") or finished.exit_code:
        return ended(Status.CRASHED, last)
    if complaints:
        errors = [line.removeprefix("? ") for line in complaints[:2]]
        status = Status.UNSUPPORTED if any(map(_NOT_DONE.search, errors)) else Status.UNPARSABLE
        return status, f"Singular said: {'; '.join(errors)}"
    if any(kind == "answer" for kind, _ in lines):
        return Status.COMPLETE, ""
    if finished.ended == "exited":
        return Status.CRASHED, "Singular ended before it had done the job" + (f"; it said: {last}" if last else "")
    if _WAITING.search(output):
        return Status.UNPARSABLE, "Singular waits for the end of a statement (prompt '. ')"
    junk = next((line for kind, line in lines if kind == "junk"), "")
    return Status.UNPARSABLE, f"Singular said what nobody asked for: {junk}"


class SessionLost(BackendError):
    """No session took the job: it may be given to another one.

    >>> SessionLost.exit_code
    3
    """


class SessionNotStarted(BackendError):
    """The program did not answer for the first time. finished: what it did instead. asked: what it was asked.

    >>> SessionNotStarted(Finished("timeout"), Sum(41)).finished.ended
    'timeout'
    """

    def __init__(self, finished: Finished, asked: Sum) -> None:
        self.finished, self.asked = finished, asked
        super().__init__("the program did not start")


class Session:
    """A running Singular on a terminal. It ends by `close`, or with this process. One thread may use it at a time.

    memory: limit in bytes of the program with all that it starts, for all its jobs; see `ProcessGroup`.
    deadline: until when it may take to answer for the first time; a minute at most.
    environment: variables to set beside this process's; see `ProcessGroup`.
    Raises SessionNotStarted where the program does not start, SessionLost where the system has no terminal to give.

    >>> Session("true")
    Traceback (most recent call last):
    casbridge.backends.session.SessionNotStarted: the program did not start
    """

    def __init__(
        self,
        executable: str,
        memory: int | None = None,
        deadline: Deadline = NEVER,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        from pexpect import fdpexpect

        self.executable = executable
        self.memory = memory
        self.idle = Stopwatch()
        self._jobs = 0
        self._healthy = True
        self._closing = threading.Lock()
        with ExitStack() as ends, ExitStack() as until_it_answers:
            try:
                controller, terminal = os.openpty()
                ends.callback(os.close, controller)
                # A terminal that nobody has opened yet looks like one that everybody has left.
                until_it_answers.callback(os.close, terminal)
                # A plain one: no echo, no signals from characters, no change of what is printed.
                attributes = termios.tcgetattr(terminal)
                attributes[1] &= ~termios.OPOST
                attributes[3] &= ~(termios.ECHO | termios.ISIG)
                termios.tcsetattr(terminal, termios.TCSANOW, attributes)
                name = os.ttyname(terminal)
            except (OSError, termios.error) as error:
                raise SessionLost(f"no terminal for a session: {error.args[-1]}") from error
            #: Where the program runs: names of job and answer files are relative to it.
            self.folder = ends.enter_context(private_folder())
            self._terminal = fdpexpect.fdspawn(
                controller, timeout=_SLICE, maxread=_MAXREAD, encoding="utf-8", codec_errors="replace", use_poll=True
            )
            self._terminal.delaybeforesend = None
            self._terminal.delayafterread = None
            argv = [executable, *_FLAGS]
            self._group = ProcessGroup(
                argv, cwd=self.folder, environment=environment, memory=memory, input=name, terminal=True
            )
            ends.callback(self._group.end, 0.1)
            asked = Sum.fresh()
            first, answered = self._say("", asked, deadline.share(1, most=_START_SECONDS))
            if not answered:
                raise SessionNotStarted(first, asked)
            self._ends = ends.pop_all()

    @property
    def usable(self) -> bool:
        """Whether another job may be given to it."""
        return self._healthy and self._jobs < MOST_JOBS and not self._group.has_exited()

    def run(self, statement: str, asked: Sum, deadline: Deadline = NEVER) -> Finished:
        """Say a statement and ask for the sum; at the deadline the program is killed.

        statement: one line, at most 255 characters. Raises SessionLost where the session is not usable.
        """
        usable, self._healthy = self.usable, False
        # It must answer now: what ends it later then ended it after it took the job.
        if not usable or not self._say("", Sum.fresh(), deadline.share(1, most=_READY_SECONDS))[1]:
            raise SessionLost("the session ended before it took the job")
        self._jobs += 1
        self._group.forget_memory_peak()
        cpu_before = self._group.cpu_seconds()
        finished, self._healthy = self._say(statement, asked, deadline)
        cpu_seconds, peak_memory = self._group.cpu_seconds(), self._group.memory_peak()
        if not self._healthy:
            self._group.end(0.1)
            cpu_seconds, peak_memory = self._group.usage.cpu_seconds, peak_memory or self._group.usage.peak_memory
        if cpu_seconds is not None and cpu_before is not None:
            cpu_seconds -= cpu_before
        self.idle = Stopwatch()
        _LOG.debug("session %s: job %s: %s", self._group.pid, self._jobs, "done" if self._healthy else finished.ended)
        return replace(finished, cpu_seconds=cpu_seconds, peak_memory=peak_memory)

    def close(self) -> None:
        """End the program with its descendants, and remove its folder. May be called again."""
        self._healthy = False
        with self._closing:
            ends = self._ends.pop_all()
        ends.close()

    def _say(self, statement: str, asked: Sum, deadline: Deadline) -> tuple[Finished, bool]:
        """What came back. True beside it: the sum came, and nothing else but notices."""
        import pexpect

        giving_up = NEVER
        lines: list[str] = []
        size = waits = 0
        unfinished = ""
        answered = odd = False

        def heard(ended: Ended, excess: str = "") -> tuple[Finished, bool]:
            return Finished(ended, output="".join(lines), excess=excess), ended == "open" and answered and not odd

        try:
            self._terminal.send(f"{statement}\n{asked.statement}\n" if statement else f"{asked.statement}\n")
        except OSError:
            return self._dead("")
        while not answered and not giving_up.passed:
            if deadline.passed:
                return heard("timeout")
            if size_of(self.folder / ANSWER_FILE) > LARGEST_ANSWER:
                break
            pause = deadline.share(1, most=_SLICE).left()
            kind = self._terminal.expect_list([_LINES, _CHUNK, pexpect.EOF, pexpect.TIMEOUT], timeout=pause)
            if kind in (2, 3) and (kind == 2 or self._group.has_exited()):
                return self._dead("".join([*lines, self._terminal.before]))
            if kind == 3:
                self._group.sample()
                if self._group.exceeds_memory:
                    return heard("memory")
                same, unfinished = unfinished == self._terminal.before, self._terminal.before
                waits = waits + 1 if _WAITING.search(unfinished) else 0
                if waits == 2 and giving_up is NEVER:
                    break
                odd = odd or (same and asked.reads(unfinished) == "junk")
            else:
                unfinished = ""
                new = self._terminal.after.splitlines(keepends=True)
                lines += new
                size += len(self._terminal.after)
                if size > LARGEST_OUTPUT:
                    return heard("flooded", f"printed too much: more than {LARGEST_OUTPUT} bytes")
                read = {asked.reads(line) for line in new}
                answered = "answer" in read
                odd = odd or bool(read & {"complaint", "junk"})
            if odd and giving_up is NEVER:
                giving_up = Deadline.after(_LAST_WORDS_SECONDS)
        if not answered:
            lines.append(unfinished)
        if size_of(self.folder / ANSWER_FILE) > LARGEST_ANSWER:
            return heard("memory", f"wrote too much: an answer of more than {LARGEST_ANSWER >> 20} MiB")
        return heard("open")

    def _dead(self, output: str) -> tuple[Finished, bool]:
        if not self._group.wait(1.0):
            return Finished("closed", output=output), False
        self._group.end(0)
        return self._group.finished(output), False


class SessionPool:
    """Idle sessions, to be taken by one thread at a time; closed when they have been idle for long.

    environment: variables to set for their programs. idle_seconds: how long a session waits for a job.

    >>> SessionPool({}).close()
    """

    def __init__(self, environment: Mapping[str, str], *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._environment = environment
        self._idle_seconds = idle_seconds
        self._forget()

    def _forget(self) -> None:
        """At the beginning; and in a fork's child, where the sessions and the lock are the parent's."""
        self._owner = os.getpid()
        self._lock = threading.RLock()
        self._idle: list[Session] = []
        self._timer: threading.Timer | None = None

    def take(self, executable: str, memory: int | None, deadline: Deadline = NEVER) -> Session:
        """A session of this executable with this memory limit, ready for a job. Raises what starting one raises."""
        if os.getpid() != self._owner:
            self._forget()
        while True:
            with self._lock:
                fitting = [one for one in self._idle if (one.executable, one.memory) == (executable, memory)]
                if not fitting:
                    break
                self._idle.remove(fitting[-1])
            if fitting[-1].usable:
                return fitting[-1]
            fitting[-1].close()
        return Session(executable, memory, deadline, self._environment)

    def give_back(self, session: Session) -> None:
        """Keep a session for the next job, or close it if it is not fit for one."""
        surplus = session
        with self._lock:
            if session.usable:
                self._idle.append(session)
                self._arm()
                if len(self._idle) <= _MOST_IDLE:
                    return
                surplus = self._idle.pop(0)
        surplus.close()

    def close(self, idle_seconds: float = 0.0) -> None:
        """Close the sessions that have been idle for so long. The pool can be used again."""
        with self._lock:
            old = [session for session in self._idle if session.idle.seconds >= idle_seconds]
            self._idle = [session for session in self._idle if session not in old]
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._idle:
                self._arm()
        for session in old:
            session.close()

    def _arm(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(self._idle_seconds, self.close, (self._idle_seconds,))
            self._timer.daemon = True
            self._timer.start()
