"""FriCAS as a backend: the rendered script, run by the `fricas` executable in a process of its own."""

from __future__ import annotations

import re

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.objections import LONGEST_SUM
from casbridge.backends.oneshot import OneShotBackend
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import NUMBERED, Method, Target

_WU = "Wu's series: triangular sets, not irreducible, as WuWenTsunTriangularSet gives them"
_SET = "a characteristic set, as WuWenTsunTriangularSet gives it; its polynomials need not be reduced"
_KALKBRENER = "regular chains whose closures cover the zeros, as RegularTriangularSet gives them"
_LAZARD = "regular chains of a lexicographical basis with finitely many zeros, by Lazard"

#: What FriCAS prints before it reads the script: the first prompt ends it.
_BANNER = re.compile(r"\A(?s:.*?)^ *\(1\) -> ", re.MULTILINE)

#: FriCAS answers 0 = 0 alone as if there were no zeros.
_EQUATIONS = Sizes(fewest_equations=1)
#: At a constant lexTriangular ends with an error.
_FINITE = Sizes(smallest_degree=1, largest_dimension=0)

#: What scripts for FriCAS look like.
FRICAS = Target(
    name="fricas",
    title="FriCAS",
    extension="input",
    by_hand="echo ')read {script} )quiet' | fricas -nosman -noclef",
    methods=(
        Method("characteristicSerie", Task.TRIANGULAR, _WU, sizes=_EQUATIONS, wu=True),
        Method("zeroSetSplit", Task.TRIANGULAR, _KALKBRENER),
        Method("lexTriangular", Task.TRIANGULAR, _LAZARD, sizes=_FINITE),
        Method("characteristicSet", Task.CHARSET, _SET, sizes=_EQUATIONS),
        Method("groebner", Task.BASIS, "reduced Groebner basis", order="degrevlex"),
        Method("groebner_lex", Task.BASIS, "reduced lexicographical Groebner basis", order="lex"),
        Method("groebnerFactorize", Task.COMPONENTS, "factorizing Groebner bases", (RATIONALS,)),
    ),
    default_method="groebner",
    # An underscore goes before other signs.
    safe_name=NUMBERED,
    style=CARET,
    longest_sum=LONGEST_SUM,
)


class FricasBackend(OneShotBackend):
    """FriCAS's Gröbner bases and triangular sets.

    FriCAS goes on after an error unless a script says otherwise. These scripts say so: then it ends with exit code 1.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_FRICAS, PATH).

    >>> FricasBackend().command("fricas", "job.input")
    ['fricas', '-nosman', '-noclef']
    """

    script_target = FRICAS
    program = Program(
        "fricas",
        "CASBRIDGE_FRICAS",
        title="FriCAS",
        hint="apt install fricas (Debian, Ubuntu), or see https://fricas.github.io",
        pattern="^FriCAS {version}",
    )

    def command(self, executable: str, script: str) -> list[str]:
        """Without the session manager, which opens windows."""
        return [executable, "-nosman", "-noclef"]

    def standard_input(self, script: str) -> str:
        """The command that reads the script, at whose end stands `)quit`. Upon GCL FriCAS has no option -eval."""
        return f")read {script} )quiet\n"

    def said_in(self, output: str) -> str:
        """As for every backend, of what follows the banner."""
        return super().said_in(_BANNER.sub("", output))
