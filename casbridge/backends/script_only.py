"""Backends whose programs casbridge does not run: it writes scripts for them, and reads what the scripts print.

The programs are not tested with casbridge: they are sold, or give no answers in casbridge's form.
"""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.records import recorded
from casbridge.backends.refusing import refusal
from casbridge.processes.locate import Availability
from casbridge.scripts.values import Method, Target


class ScriptOnlyBackend:
    """A backend that writes scripts alone.

    >>> from casbridge.backends.maple import MAPLE
    >>> print(ScriptOnlyBackend(MAPLE).availability().complaint)
    casbridge does not run Maple; write a script with casbridge render, run it by hand (maple -q SCRIPT.mpl), and read \
its output with casbridge parse
    """

    #: Whether casbridge never runs the program. Patterns such as * do not stand for such backends.
    scripts_only = True

    def __init__(self, target: Target) -> None:
        self._target = target
        self.name = target.name
        self.target: Target | None = target
        self.methods: tuple[Method, ...] = target.methods
        self.default_method = target.default_method

    def installed(self) -> bool:
        """False: where the program is makes no difference."""
        return False

    def availability(self) -> Availability:
        """It is not available: casbridge does not run it. The hint says how to run a script by hand."""
        target = self._target
        by_hand = target.by_hand.format(script=f"SCRIPT.{target.extension}", options="")
        hint = f"write a script with casbridge render, run it by hand ({by_hand})"
        # Numerical solvers print approximations, which are no answers.
        reads = any(method.task is not Task.NUMBER for method in self.methods)
        hint += ", and read its output with casbridge parse" if reads else "; casbridge does not read its output"
        return Availability(False, reason=f"casbridge does not run {target.title}", hint=hint)

    @recorded
    def run(self, job: Job) -> Result:
        """MISSING, with how to run a script by hand; UNSUPPORTED where the method cannot do the system.

        >>> from casbridge.algebra import PolynomialSystem, Ring
        >>> from casbridge.backends.maple import BACKEND
        >>> result = BACKEND.run(Job(PolynomialSystem.of(Ring.of("x"), []), "Basis"))
        >>> str(result.status), result.reason.partition(";")[0]
        ('missing', 'casbridge does not run Maple')
        """
        method = self._target.method(job.method)
        refused = refusal(self.name, method, job.system)
        status = Status.UNSUPPORTED if refused else Status.MISSING
        return Result(self.name, method.name, status, reason=refused or self.availability().complaint)
