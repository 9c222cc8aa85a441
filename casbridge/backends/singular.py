"""Singular, driven as a program: small jobs through a session that stays, others through a process of their own.

An answer is accepted only if Singular did everything that it was asked (the sentinel), complained about nothing, and
left a complete answer with the job's digest. Everything else is a status with a reason.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.outcome import (
    LARGEST_ANSWER,
    failure,
    judge_answer,
    late_version,
    read_answer_file,
    shortened,
    system_failure,
)
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.singular_dialogue import Exchange, Sum, judge
from casbridge.backends.targets import SINGULAR
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import Deadline, Stopwatch
from casbridge.processes.availability import Availability
from casbridge.processes.ended import Finished
from casbridge.processes.folders import PrivateFolder
from casbridge.processes.locate import find_program, version_of
from casbridge.processes.pool import IDLE_SECONDS, SessionPool
from casbridge.processes.program import run_process
from casbridge.processes.session import LARGEST_OUTPUT, NoTerminal, Session, SessionLost, SessionNotStarted
from casbridge.scripts import Method, Script, Target, render

VARIABLE = "CASBRIDGE_SINGULAR"
HINT = "apt install singular-ui (Debian, Ubuntu) or brew install singular (macOS), or pip install 'casbridge[singular]'"

#: What goes through the session: beside so little, starting Singular (10 ms, as much or more for a library) is much.
SMALL_VARIABLES, SMALL_EQUATIONS, SMALL_TERMS = 20, 100, 2_000

_JOB_FILE, _ANSWER_FILE = "job.sing", "answer.txt"
_FLAGS = ("-q", "--no-rc")
_SESSION_FLAGS = ("-q", "-t", "--no-rc", "--ticks-per-sec=1000", "--cntrlc=q")
_MOST_ATTEMPTS = 2


class SingularBackend:
    """Singular as a backend. It may be used by several threads at once; each has a session of its own then.

    name: another one tells two versions of Singular apart, each with an executable of its own.
    executable: path or name; by default as `locate` finds it (CASBRIDGE_SINGULAR, PATH, passagemath wheels).
    persistent: whether small jobs share a session.
    idle_seconds: after how long a session without jobs is closed.
    environment: variables to set for Singular.
    """

    methods = SINGULAR.methods
    default_method = SINGULAR.default_method
    target: Target | None = SINGULAR

    def __init__(
        self,
        executable: str | os.PathLike[str] | None = None,
        *,
        name: str = SINGULAR.name,
        persistent: bool = True,
        idle_seconds: float = IDLE_SECONDS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._executable = executable
        self._persistent = persistent
        self._environment = dict(environment or {})
        self._pool = SessionPool(self._start, idle_seconds=idle_seconds)

    def availability(self) -> Availability:
        """Where Singular is and which version, or why it cannot be used and what to do."""
        try:
            return self._availability(None)
        except LimitError as error:
            return Availability(False, reason=str(error), hint=HINT)

    def _availability(self, seconds: float | None) -> Availability:
        """`availability`; LimitError where it does not tell its version in time."""
        return find_program(
            "Singular",
            VARIABLE,
            self._executable,
            lambda path: version_of(path, ("--dump-versiontuple",), seconds),
            title="Singular",
            hint=HINT,
            silent="does not say its version when called with --dump-versiontuple, as Singular does",
        )

    def run(self, job: Job) -> Result:
        """Run a job. Whatever Singular does is a status; only a method that does not exist raises (UsageError)."""
        watch, deadline = Stopwatch(), job.limits.deadline()
        method = SINGULAR.method(job.method)
        try:
            result = self._run(job, method, deadline)
        except (OSError, MemoryError) as error:
            result = system_failure(self.name, method.name, error)
        return replace(result, backend=self.name, wall_seconds=watch.seconds)

    def close(self) -> None:
        """Close the sessions. The backend can be used again."""
        self._pool.close()

    def _run(self, job: Job, method: Method, deadline: Deadline) -> Result:
        try:
            found = self._availability(job.limits.seconds)
        except LimitError as error:
            return failure(self.name, method.name, late_version(job.limits), str(error))
        if not found.available:
            return failure(self.name, method.name, Status.MISSING, found.complaint)
        try:
            script = render(job.system, SINGULAR, method.name, answer_file=_ANSWER_FILE)
        except UnsupportedError as error:
            return replace(failure(self.name, method.name, Status.UNSUPPORTED, str(error)), version=found.version)
        if self._persistent and is_small(job.system):
            try:
                result = self._run_in_session(found.path, script, job, deadline)
            except NoTerminal:
                result = self._run_alone(found.path, script, job, deadline)
        else:
            result = self._run_alone(found.path, script, job, deadline)
        return replace(result, version=found.version)

    def _start(self, executable: str, memory: int | None, seconds: float | None) -> Session:
        return Session(
            [executable, *_SESSION_FLAGS],
            Sum.fresh,
            memory=memory,
            deadline=Deadline.after(seconds),
            environment=self._environment,
        )

    def _run_in_session(self, executable: str, script: Script, job: Job, deadline: Deadline) -> Result:
        notes = ""
        for _ in range(_MOST_ATTEMPTS):
            try:
                session = self._pool.take(executable, job.limits.memory, deadline.left())
            except SessionNotStarted as error:
                outcome = judge(error.finished, cast(Sum, error.sentinel), job.limits)
                reason = f"Singular did not start: {outcome.reason.replace('Singular ', 'it ', 1)}"
                return _result(replace(outcome, reason=reason), error.finished, None, script, job, notes)
            except NoTerminal:
                raise
            except BackendError as error:
                return _result(Exchange(Status.CRASHED, str(error)), Finished("exited"), None, script, job, notes)
            fit = False
            try:
                job_file, answer_file = session.folder / _JOB_FILE, session.folder / _ANSWER_FILE
                # Removed and made anew: a file that is overwritten is flushed to the disk, which takes milliseconds.
                for file in (job_file, answer_file):
                    file.unlink(missing_ok=True)
                job_file.write_text(script.text, encoding="utf-8")
                asked = Sum.fresh()
                finished = session.run(f'< "{_JOB_FILE}";', asked, deadline)
                outcome = judge(finished, asked, job.limits)
                result = _result(outcome, finished, _answer_of(outcome, answer_file), script, job, notes)
                fit = result.answer is not None
            except (SessionLost, FileNotFoundError) as error:
                notes += f"[attempt given up: {error}; the whole job is given to another]\n"
            else:
                return result
            finally:
                if fit:
                    self._pool.give_back(session)
                else:
                    session.close()
        if deadline.passed:
            late = Finished("timeout")
            return _result(judge(late, Sum.fresh(), job.limits), late, None, script, job, notes)
        # The system may be too busy for a session to answer at once; a process of its own need not.
        return self._run_alone(executable, script, job, deadline, notes)

    def _run_alone(self, executable: str, script: Script, job: Job, deadline: Deadline, notes: str = "") -> Result:
        asked = Sum.fresh()
        with PrivateFolder() as directory:
            (directory / _JOB_FILE).write_text(f"{script.text}\n{asked.statement}\n", encoding="utf-8")
            try:
                finished = run_process(
                    [executable, *_FLAGS, _JOB_FILE],
                    cwd=directory,
                    seconds=deadline.left(),
                    memory=job.limits.memory,
                    environment=self._environment,
                    largest_output=LARGEST_OUTPUT,
                )
            except BackendError as error:
                return _result(Exchange(Status.CRASHED, str(error)), Finished("exited"), None, script, job, notes)
            outcome = judge(finished, asked, job.limits)
            return _result(outcome, finished, _answer_of(outcome, directory / _ANSWER_FILE), script, job, notes)


def is_small(system: PolynomialSystem) -> bool:
    """Whether a system goes through the session: few variables, few equations, few terms.

    Whether it is quickly solved cannot be told. A small job that is not costs what any job costs: its session is killed
    at the limit, and the next job starts a new one.
    """
    return (
        system.ring.size <= SMALL_VARIABLES
        and len(system) <= SMALL_EQUATIONS
        and sum(len(equation.pattern.terms) for equation in system.equations) <= SMALL_TERMS
    )


def _answer_of(outcome: Exchange, path: Path) -> str | None:
    """The answer of a job that was answered."""
    return read_answer_file(path) if outcome.status is Status.COMPLETE else None


def _result(
    outcome: Exchange, finished: Finished, answer_text: str | None, script: Script, job: Job, notes: str
) -> Result:
    """What an exchange amounts to. notes: what came before it, for the transcript."""
    method = script.method
    if outcome.status is not Status.COMPLETE:
        result = failure(SINGULAR.name, method.name, outcome.status, outcome.reason)
    elif answer_text is None:
        reason = f"Singular left no answer file of at most {LARGEST_ANSWER >> 20} MiB"
        result = failure(SINGULAR.name, method.name, Status.UNPARSABLE, reason)
    else:
        result = judge_answer(SINGULAR.name, answer_text, script, job.limits.limit)
    return replace(
        result,
        script=script,
        transcript=shortened(notes + finished.output + (answer_text or "")),
        cpu_seconds=finished.cpu_seconds,
        peak_memory=finished.peak_memory,
    )
