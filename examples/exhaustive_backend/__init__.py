"""A backend in a package of its own: it tries every point of a small finite field, in a script of plain Python.

It has the four pieces that every backend has: a target with its methods, a folder of templates, a class with
`availability` and `run`, and a recorded transcript for its tests. Nothing in casbridge is changed. A package offers it
by two lines in its `pyproject.toml`, and casbridge finds it wherever the package is installed:

    [project.entry-points."casbridge.backends"]
    exhaustive = "exhaustive_backend:ExhaustiveBackend"

Without an entry point `casbridge.register(ExhaustiveBackend())` adds it to the running process.
"""

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from casbridge import Job, PolynomialSystem, Result, Status, Task, parse, render
from casbridge.algebra.polynomials import PYTHON
from casbridge.backends.process import run_process
from casbridge.backends.values import Availability
from casbridge.errors import CasbridgeError, UnsupportedError
from casbridge.scripts import Method, Target

TEMPLATES = Path(__file__).parent / "templates"
MOST_POINTS = 1_000_000
#: A variable of one of these names is renamed in the script, and restored in the answer.
NAMES_IN_THE_TEMPLATE = (
    "product", "component", "left_sides", "points", "point", "zeros", "value", "name", "write_answer", "sys",
)  # fmt: skip


def too_large(system: PolynomialSystem) -> str | None:
    """Why the search cannot do a system, in words, or None: casbridge says `unsupported` with it."""
    p, n = system.ring.field.characteristic, system.ring.size
    if p == 0:
        return "QQ has infinitely many points; try a prime field"
    return f"{p}^{n} points are more than {MOST_POINTS}" if p**n > MOST_POINTS else None


TARGET = Target(
    name="exhaustive",  # templates/exhaustive/<method>.<extension>.j2
    title="Exhaustive search",
    extension="py",
    by_hand="python {script}",
    methods=(Method("search", Task.POINTS, "every point of the field is tried", "small GF(p)", objection=too_large),),
    default_method="search",
    reserved=frozenset(NAMES_IN_THE_TEMPLATE),
    style=PYTHON,
)


class ExhaustiveBackend:
    """Every point of a small finite field."""

    name = "exhaustive"
    methods = TARGET.methods
    default_method = TARGET.default_method
    target: Target | None = TARGET

    def availability(self) -> Availability:
        """It needs Python only. A CAS would be looked for here, with a reason and a hint if it is missing."""
        return Availability(True, path=sys.executable, version="1.0")

    def run(self, job: Job) -> Result:
        """Run the script in a process of its own; whatever goes wrong there is a status, never an exception."""
        started = time.monotonic()
        result = self._run(job, TARGET.method(job.method))
        return replace(result, version="1.0", wall_seconds=time.monotonic() - started)

    def _run(self, job: Job, method: Method) -> Result:
        try:
            script = render(job.system, TARGET, method.name, templates=TEMPLATES)
        except UnsupportedError as error:
            return Result(self.name, method.name, Status.UNSUPPORTED, reason=str(error))
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "job.py").write_text(script.text, encoding="utf-8")
            # run_process keeps the limits and leaves no process behind.
            finished = run_process(
                [sys.executable, "-P", "job.py"],
                cwd=Path(folder),
                seconds=job.limits.seconds,
                memory=job.limits.memory,
            )
        if finished.ended in ("timeout", "memory"):
            return Result(self.name, method.name, Status(finished.ended), reason="stopped at the limit", script=script)
        if finished.ended != "exited" or finished.exit_code != 0:
            return Result(self.name, method.name, Status.CRASHED, reason=finished.output[-200:] or "no output")
        try:
            answer = parse(finished.output, expected=script)
        except CasbridgeError as error:
            return Result(self.name, method.name, Status.UNPARSABLE, reason=str(error), transcript=finished.output)
        status, most = Status.COMPLETE, job.limits.answers
        if most is not None and len(answer) > most:
            status, answer = Status.PARTIAL, replace(answer, components=answer.components[:most])
        return Result(self.name, method.name, status, answer, script=script, transcript=finished.output)
