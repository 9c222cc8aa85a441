"""PARI as a backend: the rendered script, run by the `gp` executable in a process of its own."""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.algebra.extensions import tower_of
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.oneshot import OneShotBackend
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import Ground, Sizes
from casbridge.scripts.values import NUMBERED, Method, Target

#: PARI keeps all coefficients of a polynomial in one variable, zeros too.
_HOLDS = Sizes(largest_degree=10**6)


def _is_monic(system: PolynomialSystem) -> str | None:
    """An objection to a number field whose polynomial is not monic: PARI changes its root then."""
    for step in tower_of(system):
        polynomial = step.polynomial.cleared()
        degree = polynomial.degree(step.variable)
        leading = [c for e, c in polynomial.terms.items() if e[step.variable] == degree]
        if [abs(c) for c in leading] != [1]:
            return f"nffactor takes a monic polynomial with whole coefficients, not {polynomial}"
    return None


#: What scripts for PARI look like.
PARI = Target(
    name="pari",
    title="PARI",
    extension="gp",
    by_hand="gp -q -f {script}",
    methods=(
        Method(
            "factor",
            Task.FACTORS,
            "irreducible factors",
            (Ground("QQ"), Ground("GF(p)", most_variables=1)),
            sizes=_HOLDS,
        ),
        Method(
            "nffactor",
            Task.FACTORS,
            "irreducible factors over a number field",
            (Ground("QQ", most_extensions=1, most_variables=1, most_variables_extended=1),),
            objection=_is_monic,
            sizes=_HOLDS,
        ),
    ),
    default_method="factor",
    safe_name=NUMBERED,
    reserved=frozenset("IO"),
    style=CARET,
)


class PariBackend(OneShotBackend):
    """PARI's factorisation of polynomials.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_PARI, PATH).

    >>> PariBackend().command("gp", "job.gp")[-1]
    'job.gp'
    """

    script_target = PARI
    #: Quiet, without the user's own files; an error ends it with another exit code than 0; a stack that grows.
    options = ("-q", "-f", "-D", "recover=0", "-D", "parisizemax=1000000000")
    program = Program(
        "gp",
        "CASBRIDGE_PARI",
        title="PARI",
        hint="apt install pari-gp (Debian, Ubuntu), or brew install pari (macOS)",
        arguments=("--version-short",),
        pattern="^{version}$",
    )
