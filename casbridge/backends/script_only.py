"""Backends whose programs casbridge does not run: it writes scripts for them, and reads what the scripts print.

The programs are not tested with casbridge: they are sold, or give no answers in casbridge's form.
"""

from __future__ import annotations

from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.refusing import refusal
from casbridge.processes.locate import Availability
from casbridge.scripts.values import Method, Target


class ScriptOnlyBackend:
    """What backends have in common that write scripts alone. A subclass has `script_target`, and perhaps `answers`.

    >>> from casbridge.backends.maple import MapleBackend
    >>> print(MapleBackend().availability().complaint)
    casbridge does not run Maple; write a script with casbridge render, run it by hand (maple -q SCRIPT.mpl), and read \
its output with casbridge parse
    """

    script_target: Target
    #: Whether the scripts print answers that `casbridge parse` reads.
    answers = True
    #: Whether casbridge never runs the program. Patterns such as * do not stand for such backends.
    scripts_only = True

    def __init__(self) -> None:
        target = self.script_target
        self.name = target.name
        self.target: Target | None = target
        self.methods: tuple[Method, ...] = target.methods
        self.default_method = target.default_method

    def installed(self) -> bool:
        """False: where the program is makes no difference."""
        return False

    def availability(self) -> Availability:
        """It is not available: casbridge does not run it. The hint says how to run a script by hand."""
        target = self.script_target
        by_hand = target.by_hand.format(script=f"SCRIPT.{target.extension}", options="")
        hint = f"write a script with casbridge render, run it by hand ({by_hand})"
        hint += ", and read its output with casbridge parse" if self.answers else "; casbridge does not read its output"
        return Availability(False, reason=f"casbridge does not run {target.title}", hint=hint)

    def run(self, job: Job) -> Result:
        """MISSING, with how to run a script by hand; UNSUPPORTED where the method cannot do the system.

        >>> from casbridge.algebra import PolynomialSystem, Ring
        >>> from casbridge.backends.maple import MapleBackend
        >>> result = MapleBackend().run(Job(PolynomialSystem.of(Ring.of("x"), []), "Basis"))
        >>> str(result.status), result.reason.partition(";")[0]
        ('missing', 'casbridge does not run Maple')
        """
        method = self.script_target.method(job.method)
        refused = refusal(self.name, method, job.system)
        status = Status.UNSUPPORTED if refused else Status.MISSING
        return Result(self.name, method.name, status, reason=refused or self.availability().complaint)
