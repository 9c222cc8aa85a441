"""PHCpack as a target: inputs for its numerical solvers. casbridge does not run PHCpack."""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import INDEXED, Method, Target

#: Whole numbers up to this one are exact as double numbers. PHCpack cuts numbers of more digits off, without a word.
_LARGEST_NUMBER = 2**53
#: PHCpack cuts exponents of ten digits off.
_LARGEST_DEGREE = 10**6


def _not_for_phcpack(system: PolynomialSystem) -> str | None:
    """An objection to constants, for which PHCpack finds a zero, and to numbers that it cannot hold."""
    for pattern in system.patterns():
        if pattern and pattern.is_constant:
            return "an equation is a constant that is not 0, for which PHCpack finds a zero all the same"
        if any(abs(int(value)) > _LARGEST_NUMBER for value in pattern.cleared().terms.values()):
            return "PHCpack's numbers are double numbers, and a coefficient is above 2^53"
    return None


#: What inputs of PHCpack look like.
PHCPACK = Target(
    name="phcpack",
    title="PHCpack",
    extension="phc",
    by_hand="phc -b {script} SOLUTIONS.txt",
    methods=(
        Method(
            "phc",
            Task.NUMBER,
            "approximate complex zeros, by homotopies",
            (RATIONALS,),
            sizes=Sizes(largest_degree=_LARGEST_DEGREE, fewest_variables=1, fewest_equations=1),
            objection=_not_for_phcpack,
        ),
    ),
    default_method="phc",
    # In PHCpack 2.4 a name that begins with i is the imaginary unit and an error, one with e an exponent: e1^2 is lost
    # without a word.
    safe_name=f"(?![eEiI]){INDEXED}",
    style=CARET,
    expanded=True,
)
#: The backend, which writes inputs alone.
BACKEND = ScriptOnlyBackend(PHCPACK)
