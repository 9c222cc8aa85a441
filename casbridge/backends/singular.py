"""Singular, driven as a program: small jobs through a session that stays, others through a process of their own."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import prod
from typing import Self

from casbridge.algebra.answers import Task
from casbridge.algebra.fields import local_ring
from casbridge.algebra.polynomials import CARET, variables
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.backends.objections import NUMBERS
from casbridge.backends.oneshot import ANSWER_FILE, Manner, OneShotBackend, ScriptRun, read_answer_file
from casbridge.backends.packages import Package
from casbridge.backends.protocol import BY_DIMENSION, Count, Job, Result, Status
from casbridge.backends.session import (
    IDLE_SECONDS,
    LARGEST_OUTPUT,
    SessionLost,
    SessionNotStarted,
    SessionPool,
    Sum,
    judge,
)
from casbridge.errors import BackendError, LimitError, UnsupportedError
from casbridge.limits import Deadline, Limits
from casbridge.processes.locate import Program
from casbridge.scripts import render
from casbridge.scripts.abilities import RATIONALS, Ground, Sizes
from casbridge.scripts.values import Method, Target

# Beside so little, starting Singular (10 ms, as much or more for a library) is much.
_SMALL_VARIABLES, _SMALL_EQUATIONS, _SMALL_TERMS = 20, 100, 2_000
_JOB_FILE = "job.sing"
_MOST_ATTEMPTS = 2
_RELEASES = {"4.4.1.5": "10.8.13", "4.4.1.4": "10.6.48", "4.4.1.0": "10.5.49"}
_DIMENSION = re.compile(r"^casbridge: dimension (-?\d+)$", re.MULTILINE)

#: Singular's exponents end there.
_HOLDS = Sizes(largest_degree=2**31 - 1, most_variables=2**15 - 1)
#: Singular's factoring keeps all coefficients of a polynomial in one variable, zeros too. It dies of too many.
_FACTORED = replace(_HOLDS, largest_degree=10**6)
#: From 65535 on primdec.lib maps polynomials to rings with too small exponents, and Singular says so.
_MAPPED = replace(_HOLDS, largest_degree=2**15 - 1)
#: The largest characteristic in which Singular factors.
LARGEST_TO_FACTOR = 2**29 - 1

_FGLM = "reduced lexicographical Groebner basis, converted from degrevlex where the zeros are finitely many"
_DP = "reduced Groebner basis, by degree, then lexicographical"
_MIN_ASS_GTZ = "minimal associated primes, by Gianni, Trager and Zacharias, of a slimgb basis"
_VDIM = "vdim"
_NUMBER_OF_ZEROS = "the number of finitely many zeros, with multiplicities: the dimension of the ring modulo the ideal"
_FINITE = replace(_HOLDS, fewest_variables=1, largest_dimension=0)
_FINITE_FACTORED = replace(_FACTORED, fewest_variables=1, largest_dimension=0)
#: The fields of methods that factor.
_FACTORING = (RATIONALS, Ground("GF(p)", LARGEST_TO_FACTOR))
_EXTENDED = (Ground("QQ", most_extensions=1), Ground("GF(p)", LARGEST_TO_FACTOR, most_extensions=1))
_general = partial(Method, sizes=_HOLDS)
_factoring = partial(Method, fields=_FACTORING, sizes=_FACTORED)
_decomposing = partial(Method, fields=_FACTORING, sizes=_MAPPED)

#: What scripts for Singular look like.
SINGULAR = Target(
    name="singular",
    title="Singular",
    extension="sing",
    by_hand="Singular {script}",
    methods=(
        _factoring("char_series", Task.SERIES, "irreducible characteristic series", parameters=True),
        _decomposing("minAssGTZ", Task.PRIMES, _MIN_ASS_GTZ, parameters=True),
        _factoring("minAssChar", Task.PRIMES, "minimal associated primes, by characteristic sets"),
        _general("std", Task.BASIS, "reduced Groebner basis", order="degrevlex", parameters=True),
        _general("fglm", Task.BASIS, _FGLM, order="lex", parameters=True),
        _general("std_lp", Task.BASIS, "reduced lexicographical Groebner basis", order="lex", parameters=True),
        _general("std_Dp", Task.BASIS, _DP, order="deglex", parameters=True),
        _general("slimgb", Task.BASIS, "reduced Groebner basis by slimgb", order="degrevlex", parameters=True),
        _factoring("facstd", Task.COMPONENTS, "factorizing Groebner bases", parameters=True),
        Method("triangL", Task.COMPONENTS, "triangular sets, by Lazard", sizes=_FINITE),
        Method(
            "triangLfak", Task.COMPONENTS, "triangular sets, by Lazard, factorized", _FACTORING, sizes=_FINITE_FACTORED
        ),
        Method("triangM", Task.COMPONENTS, "triangular sets, by Moeller", sizes=_FINITE),
        _decomposing("radical", Task.RADICAL, "generators of the radical"),
        _general("sat", Task.SATURATION, "generators of the saturation"),
        _general("eliminate", Task.ELIMINATION, "generators without some variables"),
        _decomposing("primdecGTZ", Task.PRIMARY, "primary ideals, by Gianni, Trager and Zacharias"),
        _decomposing("primdecSY", Task.PRIMARY, "primary ideals, by Shimoyama and Yokoyama"),
        Method("dim", Task.DIMENSION, NUMBERS, sizes=replace(_HOLDS, fewest_variables=1)),
        Method(_VDIM, Task.DIMENSION, _NUMBER_OF_ZEROS, sizes=_FINITE),
        Method("factorize", Task.FACTORS, "irreducible factors", _EXTENDED, sizes=_FACTORED),
    ),
    default_method="minAssGTZ",
    style=CARET,
)

#: The target of scripts that count points, as the dimension of the ring modulo a radical ideal.
_COUNTING = replace(
    SINGULAR,
    methods=(
        Method("count", Task.NUMBER, "the number of points of the field", sizes=replace(_HOLDS, fewest_variables=1)),
    ),
    default_method="count",
    by_hand="Singular -q {script}",
)


class SingularBackend(OneShotBackend):
    """Singular as a backend. It may be used by several threads at once; each has a session of its own then.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_SINGULAR, PATH, passagemath wheels).
    name: another one tells two versions of Singular apart, each with an executable of its own.
    persistent: whether small jobs share a session. idle_seconds: after how long one without jobs is closed.
    environment: variables to set for Singular.

    >>> SingularBackend(name="singular-old").default_method
    'minAssGTZ'
    """

    script_target = SINGULAR
    options = ("-q", "--no-rc")
    largest_output = LARGEST_OUTPUT
    #: Methods by which `count` counts, though their answers are no zeros.
    counted = (_VDIM,)
    program = Program(
        "Singular",
        "CASBRIDGE_SINGULAR",
        title="Singular",
        hint="apt install singular-ui (Debian, Ubuntu) or brew install singular (macOS), or pip install "
        "'casbridge[singular]'",
        arguments=("--version",),
        # "version 4.4.1 (44105," is Singular 4.4.1 with its patches up to p5: 4.4.1.5.
        pattern=r"version {version} \(\d{3}0?(\d+),|^{version}$",
    )
    # Singulars in wheels, as they told their versions on 2026-11-22.
    package = Package("passagemath-singular", _RELEASES, alone=True)

    def __init__(
        self,
        executable: str | os.PathLike[str] | None = None,
        *,
        name: str = SINGULAR.name,
        persistent: bool = True,
        idle_seconds: float = IDLE_SECONDS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(executable)
        self.name = name
        self._persistent = persistent
        self.environment = dict(environment or {})
        self._idle_seconds = idle_seconds
        self._pool = SessionPool(self.environment, idle_seconds=idle_seconds)

    def run(self, job: Job) -> Result:
        """As for every backend."""
        result = super().run(job)
        if result.status is Status.UNPARSABLE:
            self.close()  # one of the sessions has said something unexpected
        return result

    def count(self, job: Job) -> Count | None:
        """The number of points of the field by `vdim`; None for other methods, and where Singular is missing."""
        from casbridge.charset.finite.domains import NoZeros

        if job.method != _VDIM:
            return None
        deadline = job.limits.deadline()
        try:
            text = _dimension_script(job.system, deadline)
        except NoZeros:
            return Count(0, _VDIM, BY_DIMENSION)
        left = deadline.left()
        if left == 0:
            raise LimitError("no script in time")
        ran = self.run_script(lambda: text, replace(job.limits, seconds=left), printed=True, named=_VDIM)
        return None if ran.status is Status.MISSING else Count(_dimension_in(ran), _VDIM, BY_DIMENSION)

    def _another(self) -> Self:
        """As for every backend; its sessions are its own."""
        made = super()._another()
        made._pool = SessionPool(self.environment, idle_seconds=self._idle_seconds)
        return made

    def close(self) -> None:
        """Close the sessions. The backend can be used again."""
        self._pool.close()

    def is_small(self, system: PolynomialSystem) -> bool:
        """Whether a system goes through the session: few variables, few equations, few terms.

        Whether it is quickly solved cannot be told. A small job that is not costs what any job costs: its session is
        killed at the limit, and the next job starts a new one.
        """
        return (
            self._persistent
            and system.ring.size <= _SMALL_VARIABLES
            and len(system) <= _SMALL_EQUATIONS
            and sum(len(equation.pattern.terms) for equation in system.equations) <= _SMALL_TERMS
        )

    def _run(self, path: str, text: str, limits: Limits, deadline: Deadline, manner: Manner) -> ScriptRun:
        notes = ""
        for _ in range(_MOST_ATTEMPTS if manner.small else 0):
            try:
                ran = self._in_session(path, text, limits, deadline)
                break
            except (SessionLost, FileNotFoundError) as error:
                notes += f"[attempt given up: {error}; the whole job is given to another]\n"
        else:  # The system may be too busy for a session to answer at once; a process of its own need not.
            asked = Sum.fresh()
            finished, answer = self._run_file(path, f"{text}\n{asked.statement}\n", limits, deadline, manner)
            ran = self._outcome(finished, judge(finished, asked, limits), answer)
        return replace(ran, transcript=notes + ran.transcript)

    def _in_session(self, executable: str, text: str, limits: Limits, deadline: Deadline) -> ScriptRun:
        """Run a script in a session. Raises SessionLost or FileNotFoundError where no session took it."""
        try:
            session = self._pool.take(executable, limits.memory, deadline)
        except SessionNotStarted as error:
            ran = self._outcome(error.finished, judge(error.finished, error.asked, limits), None)
            return replace(ran, reason=f"Singular did not start: {ran.reason.replace('Singular ', 'it ', 1)}")
        fit = False
        try:
            job_file, answer_file = session.folder / _JOB_FILE, session.folder / ANSWER_FILE
            # Removed and made anew: a file that is overwritten is flushed to the disk, which takes milliseconds.
            for file in (job_file, answer_file):
                file.unlink(missing_ok=True)
            job_file.write_text(text, encoding="utf-8")
            asked = Sum.fresh()
            finished = session.run(f'< "{_JOB_FILE}";', asked, deadline)
            ran = self._outcome(finished, judge(finished, asked, limits), read_answer_file(answer_file))
            fit = ran.status is Status.COMPLETE
            return ran
        finally:
            if not fit:
                session.close()
            self._pool.give_back(session)


def _dimension_script(system: PolynomialSystem, deadline: Deadline) -> str:
    """A script for the dimension of the ring modulo the system and, for each variable, the polynomial of its domain.

    With a squarefree polynomial for each variable the ideal is radical (Seidenberg's lemma). These polynomials split:
    all zeros have coordinates in the field, and the dimension is the number of zeros.
    Source: Cox, Little and O'Shea, *Using Algebraic Geometry*, 2005, chapter 2, theorem 2.10 and proposition 2.7.
    Raises UnsupportedError for a variable without a domain, NoZeros if a domain is empty, LimitError at the deadline.
    """
    from casbridge.charset.finite.domains import find_domains

    ring = system.ring
    domains = find_domains(system, deadline)
    missing = [name for place, name in enumerate(ring.variables) if place not in domains]
    if missing:
        raise UnsupportedError(f"{missing[0]} is in no equation: there may be infinitely many zeros")
    given = {(equation.variables, equation.pattern.normal()) for equation in system.equations}
    (x,) = variables(local_ring(ring.field, 1))
    equations = list(system.equations)
    for place, domain in domains.items():
        polynomial = prod((x - root for root in domain), start=x**0)
        if ((place,), polynomial.normal()) not in given:
            equations.append(Equation(polynomial, (place,), f"domain of {ring.variables[place]}"))
    return render(replace(system, equations=tuple(equations)), _COUNTING).text.removesuffix("quit;\n")


def _dimension_in(ran: ScriptRun) -> int:
    """The number that a script's run has printed. Raises what `Counting.count` raises."""
    if ran.status is Status.TIMEOUT:
        raise LimitError(ran.reason)
    if ran.status is Status.MEMORY:
        raise MemoryError(ran.reason)
    answers = _DIMENSION.findall(ran.transcript)
    if ran.status is not Status.COMPLETE or len(answers) != 1:
        raise BackendError(ran.reason or "Singular has told no dimension")
    if int(answers[0]) < 0:
        raise BackendError("Singular says that there are infinitely many zeros, and there are not")
    return int(answers[0])
