"""PHCpack as a target: inputs for its numerical solvers. casbridge does not run PHCpack."""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import Method, Target

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
            sizes=Sizes(fewest_variables=1, fewest_equations=1),
        ),
    ),
    default_method="phc",
    # i and I are the imaginary unit, e and E belong to decimal numbers.
    safe_name="(?![eEiI]$)[A-Za-z][A-Za-z0-9]*",
    style=CARET,
    expanded=True,
)


class PhcpackBackend(ScriptOnlyBackend):
    """Inputs for PHCpack.

    >>> PhcpackBackend().availability().hint.partition("; ")[2]
    'casbridge does not read its output'
    """

    script_target = PHCPACK
    answers = False
