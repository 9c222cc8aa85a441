"""A backend that runs each job's rendered script in a process of its own.

Job ──render──▶ script ──run_program──▶ Finished, answer file ──judge──▶ ScriptRun ──parse──▶ Result
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.outcome import (
    LARGEST_ANSWER,
    ScriptRun,
    failure,
    judge_answer,
    judge_end,
    late_version,
    read_answer_file,
    system_failure,
)
from casbridge.backends.protocol import Job, Result, Status
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline, Limits, Stopwatch, default_memory
from casbridge.processes.availability import Availability
from casbridge.processes.ended import Finished, last_words
from casbridge.processes.folders import PrivateFolder
from casbridge.processes.locate import Program
from casbridge.processes.program import LARGEST_OUTPUT, run_program
from casbridge.scripts import Method, Script, Target, render

#: The file in a script's own folder that its answer goes to.
ANSWER_FILE = "answer.txt"


@dataclass(frozen=True)
class ScriptJob:
    """A script that is to be run within limits.

    memory: bytes; never None where the system tells how much there is.
    printed: the answer is what the script prints, and not what it writes into ANSWER_FILE.
    small: whether it may share a process with other jobs, where the backend has such.
    accepts: reads an answer, and tells whether it is one.

    >>> ScriptJob("1+1;", Limits(seconds=5), Limits(seconds=5).deadline()).printed
    False
    """

    text: str
    limits: Limits
    deadline: Deadline
    printed: bool = False
    small: bool = False
    accepts: Callable[[str], bool] = bool


class OneShotBackend(ABC):
    """What backends that run scripts have in common: a target, how to find the program, how to start a script.

    A script runs in a private folder and writes its answer to a file there. The answer is what `transcripts.parse`
    makes of that file, and only if the program ended by itself with exit code 0.

    executable: path or name; by default as `locate` finds the program.

    A subclass has `script_target`, `program` (or an `availability_within` of its own) and `command`, as here:

    >>> from casbridge.backends.targets import GAP
    >>> class MyGap(OneShotBackend):
    ...     script_target = GAP
    ...     program = Program("no-such", "NO_SUCH_GAP", title="GAP", hint="install it")
    ...     def command(self, executable, script):
    ...         return [executable, "-q", script]
    >>> MyGap().name, MyGap().availability().complaint
    ('gap', 'no no-such on PATH, and NO_SUCH_GAP is not set; install it')
    """

    script_target: Target
    program: Program
    #: Variables to set for the process.
    environment: Mapping[str, str] = {}

    def __init__(self, executable: str | os.PathLike[str] | None = None) -> None:
        self._executable = executable

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
    def command(self, executable: str, script: str) -> Sequence[str]:
        """The arguments that run a script file."""

    def availability(self) -> Availability:
        """Where the program is and which version, or why it cannot be used and what to do."""
        try:
            return self.availability_within(NEVER)
        except LimitError as error:
            return Availability(False, reason=str(error), hint=self.program.hint)

    def availability_within(self, deadline: Deadline) -> Availability:
        """`availability` for a job; LimitError where the program does not tell its version by the deadline."""
        return self.program.find(self._executable, deadline)

    def run(self, job: Job) -> Result:
        """Run a job. Whatever the CAS does is a status; only a method that does not exist raises (UsageError)."""
        watch = Stopwatch()
        method = self.script_target.method(job.method)
        script: Script | None = None
        result: Result | None = None

        def write() -> str:
            nonlocal script
            script = render(job.system, self.script_target, method.name, answer_file=ANSWER_FILE)
            return script.text

        def accepts(text: str) -> bool:
            nonlocal result
            assert script is not None
            result = judge_answer(self.name, text, script, job.limits.limit)
            return result.answer is not None

        ran = self._run_written(write, job.limits, small=self.is_small(job.system), accepts=accepts)
        return replace(
            failure(self.name, method.name, ran.status, ran.reason) if result is None else result,
            script=script,
            transcript=ran.transcript,
            version=ran.version,
            cpu_seconds=ran.cpu_seconds,
            peak_memory=ran.peak_memory,
            wall_seconds=watch.seconds,
        )

    def run_script(
        self, write: Callable[[], str], limits: Limits, *, printed: bool = False, small: bool = False
    ) -> ScriptRun:
        """Run any script for this CAS, whatever it is about.

        write: gives the script's text. It is called where the CAS is there, and may raise UnsupportedError.
        printed: the answer is what the script prints, and not what it writes into ANSWER_FILE.
        small: it may share a process with other scripts, where the backend has such (Singular's sessions).
        """
        return self._run_written(write, limits, printed=printed, small=small)

    def is_small(self, system: PolynomialSystem) -> bool:
        """Whether a system's job may share a process with others."""
        return False

    def _run_written(
        self,
        write: Callable[[], str],
        limits: Limits,
        *,
        printed: bool = False,
        small: bool = False,
        accepts: Callable[[str], bool] = bool,
    ) -> ScriptRun:
        watch, deadline = Stopwatch(), limits.deadline()
        version = ""
        try:
            found = self.availability_within(deadline)
            version = found.version
            if found.available:
                given = replace(limits, memory=limits.memory or default_memory())
                job = ScriptJob(write(), given, deadline, printed, small, accepts)
                ran = self._execute(found.path, job)
            else:
                ran = ScriptRun(Status.MISSING, found.complaint)
        except LimitError as error:
            ran = ScriptRun(late_version(limits), str(error))
        except UnsupportedError as error:
            ran = ScriptRun(Status.UNSUPPORTED, str(error))
        except BackendError as error:
            ran = ScriptRun(Status.CRASHED, str(error))
        except (OSError, MemoryError) as error:
            ran = ScriptRun(*system_failure(error))
        return replace(ran, version=version, wall_seconds=watch.seconds)

    def _execute(self, executable: str, job: ScriptJob) -> ScriptRun:
        finished, written = self._run_file(executable, job)
        judged = judge_end(self._title, finished, job.limits)
        return self._outcome(finished, judged, written, job, last_words(finished.output))

    def _run_file(
        self, executable: str, job: ScriptJob, largest_output: int = LARGEST_OUTPUT
    ) -> tuple[Finished, str | None]:
        """Run a script in a folder of its own: how the program ended, and its answer."""
        with PrivateFolder() as folder:
            file_name = f"job.{self.script_target.extension}"
            (folder / file_name).write_text(job.text, encoding="utf-8")
            home = os.environ.get("HOME", str(folder))
            finished = run_program(
                list(self.command(executable, file_name)),
                cwd=folder,
                deadline=job.deadline,
                memory=job.limits.memory,
                environment={"PYTHONIOENCODING": "utf-8", "HOME": home, **self.environment},
                largest_output=largest_output,
            )
            return finished, finished.output if job.printed else read_answer_file(folder / ANSWER_FILE)

    def _outcome(
        self, finished: Finished, judged: tuple[Status, str], answer_text: str | None, job: ScriptJob, said: str = ""
    ) -> ScriptRun:
        """What a script's run amounts to. Raises MemoryError where the answer is too large.

        judged: what the program's end amounts to.
        said: its last words, for the case that there is no answer.
        """
        status, reason = judged
        if status is not Status.COMPLETE:
            answer_text = None
        elif answer_text is None:
            status = Status.UNPARSABLE
            reason = f"{self._title} left no answer file of at most {LARGEST_ANSWER >> 20} MiB"
            reason += f"; it said: {said}" if said else ""
        elif not job.accepts(answer_text):
            status = Status.UNPARSABLE
            reason = f"{self._title} left an empty answer"
        return ScriptRun(
            status,
            reason,
            answer_text,
            output=finished.output,
            cpu_seconds=finished.cpu_seconds,
            peak_memory=finished.peak_memory,
        )

    @property
    def _title(self) -> str:
        return self.script_target.title or self.script_target.name
