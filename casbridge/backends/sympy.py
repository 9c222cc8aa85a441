"""SymPy as a backend: the rendered script, run by a Python in a process of its own."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from importlib.metadata import version

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import PYTHON
from casbridge.backends.objections import LONGEST_NUMBER, LONGEST_SUM, SOLVERS
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.packages import Package
from casbridge.limits import NEVER, Deadline
from casbridge.processes.locate import Availability, Program
from casbridge.scripts.abilities import RATIONALS, Ground, Sizes
from casbridge.scripts.values import Method, Target

_version_of = cache(version)

#: A Python's version of SymPy depends on the folders that it imports from.
_ASKED = """import sys
from importlib.metadata import version
print("SymPy", version("sympy"), *("in: " + folder for folder in sys.path if folder), sep="\\n")"""

#: With more variables SymPy's recursion is too deep for Python.
_MOST_VARIABLES = 450
_SOLVES = replace(SOLVERS, most_variables=_MOST_VARIABLES)
_FINITE = replace(_SOLVES, largest_dimension=0)
_GENERAL = Sizes(most_variables=_MOST_VARIABLES)


def _solver(name: str, summary: str, sizes: Sizes = _SOLVES) -> Method:
    return Method(name, Task.BRANCHES, summary, (RATIONALS,), sizes=sizes)


_WITHOUT = "the members of a lexicographical basis without some variables"
_FACTORING = (Ground("QQ", most_extensions=1), Ground("GF(p)", most_variables=1))

#: What scripts for SymPy look like.
SYMPY = Target(
    name="sympy",
    title="SymPy",
    extension="py",
    by_hand="python {script}",
    methods=(
        Method("groebner", Task.BASIS, "reduced Groebner basis", order="lex", parameters=True, sizes=_GENERAL),
        _solver("solve", "solutions in radicals, as solve states them"),
        _solver("nonlinsolve", "solutions in radicals, as nonlinsolve states them"),
        _solver("solve_poly_system", "solutions in radicals of a system with finitely many", sizes=_FINITE),
        Method("eliminate", Task.ELIMINATION, _WITHOUT, sizes=_GENERAL),
        Method("factor_list", Task.FACTORS, "irreducible factors", _FACTORING),
    ),
    default_method="groebner",
    reserved=frozenset("IS"),
    style=PYTHON,
    longest_sum=LONGEST_SUM,
    longest_number=LONGEST_NUMBER,
    seed_variable="PYTHONHASHSEED",
)


class SymPyBackend(OneShotBackend):
    """SymPy's `groebner` and `solve`, run by this Python; another version by a Python that has it.

    >>> SymPyBackend().availability().available
    True
    """

    script_target = SYMPY
    options = ("-P",)  # isolated from the current directory: a module there must not hide SymPy's
    program = Program(
        "python3",
        "CASBRIDGE_SYMPY",
        title="SymPy",
        hint="pip install sympy",
        arguments=("-P", "-c", _ASKED),
        pattern=r"^SymPy\n{version}$",
        lasting=False,
    )
    # Before 1.13 SymPy takes each mpmath; 1.4 broke it.
    package = Package("sympy", beside=("mpmath<1.4",))

    def __init__(self) -> None:
        super().__init__(sys.executable)

    def _find(self, deadline: Deadline = NEVER) -> Availability:
        if self.wanted:
            return super()._find(deadline)
        # SymPy is not imported to find its version.
        return Availability(True, path=sys.executable, version=_version_of("sympy"))
