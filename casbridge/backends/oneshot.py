"""A backend that runs each job's rendered script in a process of its own."""

from __future__ import annotations

import os
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from casbridge.backends.locate import late_version
from casbridge.backends.outcome import (
    failure,
    judge_answer,
    read_answer_file,
    remaining,
    shortened,
    system_failure,
)
from casbridge.backends.process import Finished, run_process, says_out_of_memory, signal_name
from casbridge.backends.transcripts import first_error_line
from casbridge.backends.values import Availability, Job, Result, Status
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.scripts import Method, Script, Target, render

_ANSWER_FILE = "answer.txt"


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
        started = time.monotonic()
        method = self.script_target.method(job.method)
        version = ""
        try:
            found = self.availability_within(job.limits.seconds)
            version = found.version
            result = self._run(job, method, found, started)
        except LimitError as error:
            result = self._failure(method, late_version(job.limits), str(error))
        except (OSError, MemoryError) as error:
            result = system_failure(self.name, method.name, error)
        return replace(result, version=version, wall_seconds=time.monotonic() - started)

    def _run(self, job: Job, method: Method, found: Availability, started: float) -> Result:
        if not found.available:
            return self._failure(method, Status.MISSING, found.complaint)
        try:
            script = render(job.system, self.script_target, method.name, answer_file=_ANSWER_FILE)
        except UnsupportedError as error:
            return self._failure(method, Status.UNSUPPORTED, str(error))
        deadline = None if job.limits.seconds is None else started + job.limits.seconds
        with tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True) as name:
            directory = Path(name)
            file_name = f"job.{self.script_target.extension}"
            (directory / file_name).write_text(script.text, encoding="utf-8")
            try:
                finished = run_process(
                    list(self.command(found.path, file_name)),
                    cwd=directory,
                    seconds=remaining(deadline),
                    memory=job.limits.memory,
                    environment={"PYTHONIOENCODING": "utf-8", "HOME": os.environ.get("HOME", name), **self.environment},
                )
            except BackendError as error:
                return replace(self._failure(method, Status.CRASHED, str(error)), script=script)
            answer_text = read_answer_file(directory / _ANSWER_FILE)
        result = self._judge(finished, answer_text, script, job)
        return replace(
            result,
            script=script,
            transcript=shortened(finished.output + (answer_text or "")),
            cpu_seconds=finished.cpu_seconds,
            peak_memory=finished.peak_memory,
        )

    def _judge(self, finished: Finished, answer_text: str | None, script: Script, job: Job) -> Result:
        method = script.method
        said = first_error_line(finished.output)
        if finished.ended == "timeout":
            limit = f" of {job.limits.seconds:g} s" if job.limits.seconds is not None else ""
            return self._failure(method, Status.TIMEOUT, f"stopped at the time limit{limit}")
        if finished.ended == "memory" or (finished.exit_code != 0 and says_out_of_memory(said)):
            memory = job.limits.memory
            how = said if memory is None else f"stopped at the limit of {memory // 2**20} MB"
            return self._failure(method, Status.MEMORY, f"{self._title} ran out of memory: {how}")
        if finished.ended == "flooded":
            return self._failure(method, Status.UNPARSABLE, "stopped because it printed too much")
        if finished.ended == "signal" or finished.exit_code != 0:
            how = f"exit code {finished.exit_code}"
            if finished.ended == "signal" and finished.signal is not None:
                how = signal_name(finished.signal)
            return self._failure(method, Status.CRASHED, f"{self._title} ended with {how}{': ' if said else ''}{said}")
        if answer_text is None:
            return self._failure(method, Status.UNPARSABLE, f"{self._title} left no answer{': ' if said else ''}{said}")
        return judge_answer(self.name, answer_text, script, job.limits.answers)

    @property
    def _title(self) -> str:
        return self.script_target.title or self.script_target.name

    def _failure(self, method: Method, status: Status, reason: str) -> Result:
        return failure(self.name, method.name, status, reason)
