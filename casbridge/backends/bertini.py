"""Bertini as a target: inputs for its numerical solvers. casbridge does not run Bertini."""

from __future__ import annotations

from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import Method, Target

_method = partial(Method, task=Task.NUMBER, fields=(RATIONALS,), sizes=Sizes(fewest_variables=1, fewest_equations=1))


def _enough_equations(system: PolynomialSystem) -> str | None:
    """An objection to fewer equations than variables. Bertini takes no system without equations."""
    equations = sum(bool(equation.pattern) for equation in system.equations)
    if 0 < equations < system.ring.size:
        told = f"{equations} equation{'s' * (equations > 1)} in {system.ring.size} variables have no isolated zeros"
        return f"{told}; try bertini:positive_dimensional" if system.ring.field.characteristic == 0 else told
    return None


#: What inputs of Bertini look like.
BERTINI = Target(
    name="bertini",
    title="Bertini",
    extension="input",
    by_hand="bertini {script}",
    methods=(
        _method("isolated", summary="approximate isolated complex zeros", objection=_enough_equations),
        _method("positive_dimensional", summary="numerical irreducible decomposition: witness points"),
    ),
    default_method="isolated",
    reserved=frozenset("I"),
    style=CARET,
    expanded=True,
)
#: The backend, which writes inputs alone.
BACKEND = ScriptOnlyBackend(BERTINI)
