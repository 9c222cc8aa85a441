"""A backend that runs each job's rendered script in a process of its own.

Job ──render──▶ Script ──run_program──▶ Finished, answer file ──▶ ScriptRun ──parse──▶ Result
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Self

from casbridge.algebra.answers import OWN_COMPARISON, Answer, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import keeping
from casbridge.backends.packages import Package, hint_for, why_not
from casbridge.backends.protocol import AnyResult, Job, Result, Status
from casbridge.backends.records import recorded
from casbridge.backends.refusing import refusal, with_others
from casbridge.backends.transcripts import first_error_line, first_warning_line, read_answer
from casbridge.errors import (
    BackendError,
    CasbridgeError,
    LimitError,
    UnsupportedError,
    UsageError,
    printable,
    without_middle,
)
from casbridge.limits import NEVER, Deadline, Limits, Stopwatch, half_of_the_machine
from casbridge.processes.ended import Finished, in_words, last_lines, says_out_of_memory
from casbridge.processes.groups import private_folder
from casbridge.processes.locate import VERSION_SECONDS, Availability, Program
from casbridge.processes.program import LARGEST_OUTPUT, run_program
from casbridge.processes.versions import find_version, versions_of
from casbridge.scripts import Method, Script, Target, render

#: The file in a script's own folder that its answer goes to.
ANSWER_FILE = "answer.txt"

#: Bytes of an answer file; with more the program is stopped. Reading takes many times as much memory.
LARGEST_ANSWER = 256 << 20
#: Bytes that a script may print beside its answer.
_LARGEST_REMARKS = 8 << 20
_NO_MEMORY = "casbridge itself ran out of memory when it read {}'s answer"
_LARGEST_TRANSCRIPT = 1 << 20
#: How a program ended → the status; all else is CRASHED.
_STATUSES = {"timeout": Status.TIMEOUT, "memory": Status.MEMORY, "flooded": Status.UNPARSABLE}


class ScriptRun(AnyResult[str]):
    """What running a script amounts to: COMPLETE where the program did all that it was asked, and left an answer.

    answer: the content of the answer file, or the output of a `printed` script.
    transcript: what it printed, whole. version: of the program, "" where it was not found.

    >>> ScriptRun("gap", "", Status.TIMEOUT, reason="GAP was stopped at the limit of time").answer is None
    True
    """


class Manner(NamedTuple):
    """How a script is run. printed, small, environment, arguments: as for `OneShotBackend.run_script`."""

    printed: bool = False
    small: bool = False
    environment: Mapping[str, str] = {}
    arguments: Sequence[str] = ()


class OneShotBackend:
    """The common part of backends that run scripts: a target, how to find the program, how to start a script.

    A script runs in a private folder and writes its answer to a file there. The answer is what `transcripts.parse`
    makes of that file, and only if the program ended by itself with exit code 0.

    executable: path or name; by default as `locate` finds the program.
    `of_version` makes another one whose program is of a version; `driving` one with a program that is not asked.

    A subclass has `script_target`, `program` (or an `availability` of its own) and `options` (or a `command`), as here:

    >>> from casbridge.backends.gap import GAP
    >>> class MyGap(OneShotBackend):
    ...     script_target, options = GAP, ("-q",)
    ...     program = Program("no-such", "NO_SUCH_GAP", title="GAP", hint="install it")
    >>> MyGap().command("gap", "job.g"), MyGap().availability().complaint
    (['gap', '-q', 'job.g'], 'no no-such on PATH, and NO_SUCH_GAP is not set; install it')
    """

    script_target: Target
    program: Program | None = None
    #: The distribution of the Python package index that holds the program, for `--with`.
    package: Package | None = None
    #: The version that the program must have; "" for any.
    wanted = ""
    #: The program that `driving` was told of.
    _given: Availability | None = None
    #: Arguments between the program and the script's file.
    options: Sequence[str] = ()
    #: Variables to set for the process.
    environment: Mapping[str, str] = {}
    #: Bytes that the program may print beside its answer.
    largest_output = _LARGEST_REMARKS

    def __init__(self, executable: str | os.PathLike[str] | None = None) -> None:
        target = getattr(self, "script_target", None)
        if not isinstance(target, Target):
            kind = type(self).__name__
            raise UsageError(f"the class {kind} without a script_target", expected="script_target = Target(…) in it")
        self.name = target.name
        self.target: Target | None = target
        self.methods: tuple[Method, ...] = target.methods
        self.default_method = target.default_method
        self._title = target.title or target.name
        self._executable = executable

    def command(self, executable: str, script: str) -> Sequence[str]:
        """The arguments that run a script file."""
        return [executable, *self.options, script]

    def standard_input(self, script: str) -> str | None:
        """What the program reads on standard input; None for nothing."""
        return None

    def warning_in(self, output: str) -> str:
        """The line in which the program warns, "" without one: then its answer does not count."""
        return first_warning_line(output)

    def said_in(self, output: str) -> str:
        """The part of an output to quote if there is no answer: the program's own error, else its last words."""
        return first_error_line(output) or last_lines(output)

    def arguments(self, method: Method, seed: int) -> Sequence[str]:
        """The arguments of a job, after those of `command`: the method's options. seed: the random seed, 0 for none."""
        return method.options

    def availability(self) -> Availability:
        """Where the program is and which version, or why it cannot be used and what to do."""
        if self._given is not None:
            return self._given
        if self.program is None:
            expected = "program = Program(…) in it, or a method availability"
            raise UsageError(f"the class {type(self).__name__} without a program", expected=expected)
        try:
            return self._find()
        except LimitError as error:
            path = self.program.place(self._executable) if not self.wanted else None
            return Availability(False, str(path or ""), reason=str(error), hint=self.program.hint)

    def installed(self) -> bool:
        """Whether a file is where the program is looked for. The program is not started."""
        try:
            return self.program is None or self.program.place(self._executable) is not None
        except BackendError:
            return False

    def of_version(self, version: str) -> Self:
        """This backend with a program of a version: of 4.4.1, say, where 4.4 is asked for. Its name ends with @version.

        The program is looked for when the backend is used. Raises UsageError for a backend without a program.

        >>> from casbridge.backends.gap import GapBackend
        >>> GapBackend().of_version("4.12").name
        'gap@4.12'
        """
        if self.program is None or self.wanted:
            raise UsageError(f"{self.name} has no versions to choose from", expected="a backend with a program")
        made = self._another()
        made.name, made.wanted = f"{self.name}@{version}", version
        return made

    def driving(self, executable: str | os.PathLike[str], version: str) -> Self:
        """This backend with another program. The program is not checked: it is not asked for its version.

        The conformance suite drives programs that go wrong. version: what results say.

        >>> from casbridge.backends.gap import GapBackend
        >>> GapBackend().driving("/bin/false", "99.9").availability().version
        '99.9'
        """
        made = self._another()
        made._given = Availability(True, os.fspath(executable), version)
        return made

    def _another(self) -> Self:
        """A copy that shares nothing that changes."""
        return copy(self)

    def versions(self, told: Availability | None = None) -> list[Availability]:
        """The programs of different versions that are here, the one that is used without a version first.

        told: the backend's availability, where it is known. A program that told no version is not asked again.
        """
        if self.program is None:
            return []
        silent = told.path if told is not None and not told.available else ""
        return versions_of(self.program, self._first(), silent=silent)

    def _first(self) -> list[Path]:
        """The executables that go before all others where a version is looked for."""
        return [Path(self._executable).absolute()] if self._executable is not None else []

    def _find(self, deadline: Deadline = NEVER) -> Availability:
        """The program, and its version. Raises LimitError where it does not tell it in time."""
        if self.program is None:
            return self.availability()
        if not self.wanted:
            return self.program.find(self._executable, deadline)
        name = self.name.partition("@")[0]
        hint = hint_for(name, self.package, self.wanted)
        found = find_version(self.program, self.wanted, first=self._first(), hint=hint, deadline=deadline)
        failed = "" if found.available else why_not(name, self.wanted)
        return replace(found, reason=failed, hint="") if failed else found

    def is_small(self, system: PolynomialSystem) -> bool:
        """Whether a system's job may share a process with others."""
        return False

    @recorded
    def run(self, job: Job) -> Result:
        """Run a job. Whatever the CAS does is a status; only a method that does not exist raises (UsageError)."""
        watch, deadline = Stopwatch(), job.limits.deadline()
        target = self.script_target
        method = target.method(job.method)
        script: Script | None = None
        if (refused := refusal(self.name, method, job.system)) is not None:
            reason = printable(refused)
            return Result(self.name, method.name, Status.UNSUPPORTED, reason=reason, wall_seconds=watch.seconds)

        def write() -> str:
            nonlocal script
            script = render(job.system, target, method.name, answer_file=ANSWER_FILE, seed=job.seed, deadline=deadline)
            return script.text

        small = not job.fresh and not job.seed and self.is_small(job.system)
        seeded = {target.seed_variable: str(job.seed)} if job.seed and target.seed_variable else {}
        arguments = self.arguments(method, job.seed)
        ran = self.run_script(
            write, job.limits, small=small, environment=seeded, arguments=arguments, named=method.name
        )
        status, reason, answer = ran.status, ran.reason, None
        warnings: tuple[str, ...] = ()
        if ran.answer is not None and script is not None:
            status, reason, answer, warnings = _read(ran.answer, script, job.limits.limit)
            if status is Status.UNSUPPORTED and method.sizes.largest_dimension is not None:
                reason = with_others(reason, self.name, method, job.system, wider=True)
        transcript = without_middle(ran.transcript + (ran.answer or ""), _LARGEST_TRANSCRIPT)
        used = watch.seconds, ran.cpu_seconds, ran.peak_memory
        warnings = ran.warnings + warnings
        return Result(self.name, method.name, status, answer, reason, script, transcript, ran.version, *used, warnings)

    def run_script(
        self,
        write: Callable[[], str],
        limits: Limits,
        *,
        printed: bool = False,
        small: bool = False,
        environment: Mapping[str, str] = {},
        arguments: Sequence[str] = (),
        named: str = "script",
    ) -> ScriptRun:
        """Run any script for this CAS, whatever it is about.

        write: gives the script's text. It is called where the CAS is there, and may raise UnsupportedError.
        printed: the script prints its answer; otherwise it writes the answer into ANSWER_FILE.
        small: whether it may share a process with other jobs, where the backend has such.
        environment: variables to set for a process of its own, beside the backend's.
        arguments: more arguments of the program, after those of `command`.
        named: the method's name, for the files that `casbridge.backends.keeping` leaves.
        """
        watch, deadline = Stopwatch(), limits.deadline()
        found, keeper, kept = Availability(False), keeping.keeper(), None
        try:
            found = self._given or self._find(deadline)
            if found.available:
                given = limits.with_memory()
                text = write()
                if keeper is not None:
                    target = self.script_target
                    kept = keeper.script(self.name, named, target.extension, text)
                    if arguments:
                        keeper.command(kept, target.by_hand, target.extension, arguments)
                ran = self._run(found.path, text, given, deadline, Manner(printed, small, environment, arguments))
            else:
                ran = self._failed(Status.MISSING, found.complaint)
        except LimitError as error:
            # A program that does not tell its version in time is missing, unless it was the job's time.
            patient = not found.available and (limits.seconds or VERSION_SECONDS + 1) > VERSION_SECONDS
            ran = self._failed(Status.MISSING if patient else Status.TIMEOUT, str(error))
        except (UnsupportedError, BackendError) as error:
            ran = self._failed(Status.of(error), str(error))
        except OSError as error:
            ran = self._failed(Status.CRASHED, f"casbridge could not run it: {error}")
        except MemoryError:
            ran = self._failed(Status.MEMORY, _NO_MEMORY.format(self._title))
        if keeper is not None:
            keeper.transcript(kept, ran.transcript + ("" if printed else ran.answer or ""))
        return replace(ran, reason=printable(ran.reason), version=found.version, wall_seconds=watch.seconds)

    def _failed(self, status: Status, reason: str) -> ScriptRun:
        return ScriptRun(self.name, "", status, None, reason)

    def _run(self, path: str, text: str, limits: Limits, deadline: Deadline, manner: Manner) -> ScriptRun:
        """Run a script's text."""
        finished, answer_text = self._run_file(path, text, limits, deadline, manner)
        judged = Status.COMPLETE, ""
        was_stopped = finished.ended in ("timeout", "flooded")
        said = "" if was_stopped else self.said_in(finished.output)
        if finished.ended != "exited" or finished.exit_code != 0:
            status = _STATUSES.get(finished.ended, Status.CRASHED)
            judged = status, in_words(self._title, finished, said, limits)
        elif warning := self.warning_in(finished.output if not manner.printed else ""):
            judged = Status.UNPARSABLE, f"{self._title} warned beside its answer: {warning}"
        return self._outcome(finished, judged, answer_text, said)

    def _run_file(
        self, executable: str, text: str, limits: Limits, deadline: Deadline, manner: Manner
    ) -> tuple[Finished, str | None]:
        """Run a script in a folder of its own: how the program ended, and its answer."""
        with private_folder() as folder:
            file_name = f"job.{self.script_target.extension}"
            (folder / file_name).write_text(text, encoding="utf-8")
            home = os.environ.get("HOME", str(folder))
            command = self.command(executable, file_name)
            if isinstance(command, str):
                expected = "a list of its parts, such as [executable, script]"
                raise UsageError(f"a str from {type(self).__name__}.command", expected=expected)
            finished = run_program(
                [*command, *manner.arguments],
                cwd=folder,
                deadline=deadline,
                memory=limits.memory,
                stdin_text=self.standard_input(file_name),
                environment={
                    "PYTHONIOENCODING": "utf-8",
                    "HOME": home,
                    **_lisp_memory(limits.memory),
                    **self.environment,
                    **manner.environment,
                },
                largest_output=LARGEST_OUTPUT if manner.printed else self.largest_output,
                answer_file=folder / ANSWER_FILE,
                largest_answer=LARGEST_ANSWER,
            )
            # Of a program that was stopped there is no answer to be read.
            if manner.printed or finished.ended != "exited":
                return finished, finished.output if manner.printed else None
            return finished, read_answer_file(folder / ANSWER_FILE)

    def _outcome(self, finished: Finished, judged: tuple[Status, str], text: str | None, said: str = "") -> ScriptRun:
        """What a script's run amounts to.

        judged: the status and the reason that the program's end amounts to. text: the answer, None where there is none.
        said: the program's last words, to quote where there is no answer.
        """
        (status, reason), words = judged, f"; it said: {said}" if said else ""
        if status is Status.COMPLETE and text is None and (error := first_error_line(finished.output)):
            # Some programs end with exit code 0 after an error too.
            status = Status.MEMORY if says_out_of_memory(error) else Status.CRASHED
            reason = f"{self._title} ended without an answer; it said: {error}"
        elif status is Status.COMPLETE and not text:
            none = f"no answer file{words}"
            status, reason = Status.UNPARSABLE, f"{self._title} left {none if text is None else 'an empty answer'}"
        used = 0.0, finished.cpu_seconds, finished.peak_memory
        answer = text if status is Status.COMPLETE else None
        return ScriptRun(self.name, "", status, answer, reason, None, finished.output, "", *used)


def _lisp_memory(memory: int | None) -> dict[str, str]:
    """The variable by which GCL reserves no more than half of a limit; a part of the machine's memory as it is.

    GCL is the Lisp of FriCAS and Maxima on newer systems. It reserves its heap before it begins, and a limit on the
    address space would end it there.
    """
    half = half_of_the_machine()
    if memory is None or half is None or "GCL_MEM_MULTIPLE" in os.environ:
        return {}
    return {"GCL_MEM_MULTIPLE": f"{min(1.0, memory / half / 4):.6f}"}


def read_answer_file(path: Path) -> str | None:
    """The text of an answer file; None where there is none, one too large to be read, or something else.

    >>> read_answer_file(Path("/dev/null")) is None
    True
    """
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_ANSWER:
            return None
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _read(text: str, script: Script, most: int | None) -> tuple[Status, str, Answer | None, tuple[str, ...]]:
    """What an answer amounts to, and the CAS's warnings. most: the limit on the number of answers."""
    try:
        found = read_answer(text, script)
    except UnsupportedError as error:
        return Status.UNSUPPORTED, printable(str(error)), None, ()
    except (CasbridgeError, ValueError, RecursionError) as error:
        return Status.UNPARSABLE, printable(str(error)), None, ()
    except MemoryError:
        return Status.MEMORY, _NO_MEMORY.format(script.target.title or script.target.name), None, ()
    answer = found.answer
    cut_short = script.method.task not in OWN_COMPARISON and script.method.task is not Task.BASIS
    if most is not None and cut_short and len(answer) > most:
        return Status.PARTIAL, "", answer.first(most), found.warnings
    return Status.COMPLETE, "", answer, found.warnings
