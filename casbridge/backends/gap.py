"""GAP as a backend: the rendered script, run by the `gap` executable in a process of its own."""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.oneshot import OneShotBackend
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import Ground, Sizes
from casbridge.scripts.values import NUMBERED, Method, Target

#: GAP keeps all coefficients of a polynomial in one variable, zeros too.
_HOLDS = Sizes(largest_degree=10**7)
#: Where GAP factors polynomials in one variable.
_ONE_VARIABLE = (Ground("QQ", most_variables=1), Ground("GF(p)", most_variables=1))

#: What scripts for GAP look like.
GAP = Target(
    name="gap",
    title="GAP",
    extension="g",
    by_hand="gap -q {script}",
    methods=(
        Method("ReducedGroebnerBasis", Task.BASIS, "reduced Groebner basis", order="lex", sizes=_HOLDS),
        Method("Factors", Task.FACTORS, "irreducible factors", _ONE_VARIABLE, sizes=_HOLDS),
    ),
    default_method="ReducedGroebnerBasis",
    # GAP takes an indeterminate x_1 for its first one, whatever it is called.
    safe_name=NUMBERED,
    reserved=frozenset("EXZ"),
    style=CARET,
)


class GapBackend(OneShotBackend):
    """GAP's Groebner bases.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_GAP, PATH).

    >>> GapBackend().command("gap", "job.g")
    ['gap', '-q', '-A', '-r', '--quitonbreak', 'job.g']
    """

    script_target = GAP
    #: Quiet, without packages, without the user's own files; an error ends it with another exit code than 0.
    options = ("-q", "-A", "-r", "--quitonbreak")
    program = Program(
        "gap",
        "CASBRIDGE_GAP",
        title="GAP",
        hint="apt install gap-core (Debian, Ubuntu), or conda install -c conda-forge gap-defaults",
        # Debian's GAP 4.12.1 crashes when it is called with --version.
        arguments=options,
        reads='Print("GAP version ", GAPInfo.Version, "\\n"); QUIT;\n',
        pattern="^GAP version {version}$",
    )
