"""A backend that runs each job's rendered script in a process of its own."""

from __future__ import annotations

import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from casbridge.backends.outcome import (
    failure,
    judge_answer,
    late_version,
    read_answer_file,
    shortened,
    system_failure,
)
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.transcripts import first_error_line
from casbridge.errors import BackendError, LimitError, UnsupportedError, printable
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.processes.availability import Availability
from casbridge.processes.program import Finished, run_process, says_out_of_memory, signal_name
from casbridge.scripts import Method, Script, Target, render

#: The file in a script's own directory that its answer goes to.
ANSWER_FILE = "answer.txt"


@dataclass(frozen=True)
class ScriptRun:
    """What running a script amounts to, before anyone has read its answer.

    answer_text: what it wrote into ANSWER_FILE, exactly where status is COMPLETE; the reason is for all others.
    """

    status: Status
    reason: str = ""
    answer_text: str | None = None
    transcript: str = field(default="", repr=False)
    version: str = ""
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None
    peak_memory: int | None = None


class OneShotBackend(ABC):
    """What backends with a process a job have in common: a target, and how its scripts are started.

    A job's script runs in a private temporary directory and writes its answer to a file there; the answer is what
    `transcripts.parse` makes of that file, and only if the process ended by itself with exit code 0.
    """

    script_target: Target
    #: Variables to set for the process.
    environment: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        return self.script_target.name

    @property
    def target(self) -> Target | None:
        return self.script_target

    @property
    def methods(self) -> tuple[Method, ...]:
        return self.script_target.methods

    @property
    def default_method(self) -> str:
        return self.script_target.default_method

    @abstractmethod
    def availability(self) -> Availability:
        """Where the CAS is and which version, or why it cannot be used and what to do."""

    def availability_within(self, seconds: float | None) -> Availability:
        """`availability`, for a job with so much time; LimitError where the program does not tell its version in it."""
        return self.availability()

    @abstractmethod
    def command(self, executable: str, script: str) -> Sequence[str]:
        """The arguments that run a script file."""

    def run(self, job: Job) -> Result:
        """Run a job. Whatever the CAS does is a status; only a method that does not exist raises (UsageError)."""
        watch = Stopwatch()
        method = self.script_target.method(job.method)
        script: Script | None = None

        def write() -> str:
            nonlocal script
            script = render(job.system, self.script_target, method.name, answer_file=ANSWER_FILE)
            return script.text

        ran = self.run_script(write, job.limits)
        try:
            if ran.answer_text is None or script is None:
                result = failure(self.name, method.name, ran.status, ran.reason)
            else:
                result = judge_answer(self.name, ran.answer_text, script, job.limits.limit)
        except MemoryError as error:
            result = system_failure(self.name, method.name, error)
        return replace(
            result,
            script=script,
            transcript=ran.transcript,
            version=ran.version,
            cpu_seconds=ran.cpu_seconds,
            peak_memory=ran.peak_memory,
            wall_seconds=watch.seconds,
        )

    def run_script(self, write: Callable[[], str], limits: Limits) -> ScriptRun:
        """Run any script for this CAS, whatever it is about, that writes its answer into ANSWER_FILE.

        write: gives the script's text; it is called where the CAS is there, and may raise UnsupportedError.
        """
        watch, deadline = Stopwatch(), limits.deadline()
        version = ""
        try:
            found = self.availability_within(limits.seconds)
            version = found.version
            if found.available:
                ran = self._execute(found.path, write(), limits, deadline)
            else:
                ran = ScriptRun(Status.MISSING, found.complaint)
        except LimitError as error:
            ran = ScriptRun(late_version(limits), str(error))
        except UnsupportedError as error:
            ran = ScriptRun(Status.UNSUPPORTED, str(error))
        except (OSError, MemoryError) as error:
            failed = system_failure(self.name, "", error)
            ran = ScriptRun(failed.status, failed.reason)
        return replace(ran, version=version, wall_seconds=watch.seconds)

    def _execute(self, executable: str, text: str, limits: Limits, deadline: Deadline) -> ScriptRun:
        with tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True) as name:
            directory = Path(name)
            file_name = f"job.{self.script_target.extension}"
            (directory / file_name).write_text(text, encoding="utf-8")
            try:
                finished = run_process(
                    list(self.command(executable, file_name)),
                    cwd=directory,
                    seconds=deadline.left(),
                    memory=limits.memory,
                    environment={"PYTHONIOENCODING": "utf-8", "HOME": os.environ.get("HOME", name), **self.environment},
                )
            except BackendError as error:
                return ScriptRun(Status.CRASHED, str(error))
            answer_text = read_answer_file(directory / ANSWER_FILE)
        status, reason = self._judge(finished, answer_text, limits)
        return ScriptRun(
            status,
            reason,
            answer_text=answer_text if status is Status.COMPLETE else None,
            transcript=shortened(finished.output + (answer_text or "")),
            cpu_seconds=finished.cpu_seconds,
            peak_memory=finished.peak_memory,
        )

    def _judge(self, finished: Finished, answer_text: str | None, limits: Limits) -> tuple[Status, str]:
        said = first_error_line(finished.output)
        if finished.ended == "timeout":
            limit = f" of {limits.seconds:g} s" if limits.seconds is not None else ""
            return Status.TIMEOUT, f"stopped at the time limit{limit}"
        last = finished.output.rstrip().rpartition("\n")[2]
        if finished.ended == "memory" or (finished.exit_code != 0 and says_out_of_memory(f"{said}\n{last}")):
            how = said or printable(last)
            if limits.memory is not None:
                how = f"stopped at the limit of {limits.memory // 2**20} MB"
            return Status.MEMORY, f"{self._title} ran out of memory: {how}"
        if finished.ended == "flooded":
            return Status.UNPARSABLE, "stopped because it printed too much"
        if finished.ended == "signal" or finished.exit_code != 0:
            how = f"exit code {finished.exit_code}"
            if finished.ended == "signal" and finished.signal is not None:
                how = signal_name(finished.signal)
            return Status.CRASHED, f"{self._title} ended with {how}{': ' if said else ''}{said}"
        if answer_text is None:
            return Status.UNPARSABLE, f"{self._title} left no answer{': ' if said else ''}{said}"
        return Status.COMPLETE, ""

    @property
    def _title(self) -> str:
        return self.script_target.title or self.script_target.name
