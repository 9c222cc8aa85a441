"""Mathematica as a target: scripts in the Wolfram Language. casbridge does not run Mathematica."""

from __future__ import annotations

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.objections import SOLVERS
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import NUMBERED, Method, Target


def _no_functions_modulo(system: PolynomialSystem) -> str | None:
    """An objection to fields of rational functions over prime fields."""
    if system.ring.parameters and system.ring.field.characteristic:
        return f"Mathematica takes no parameters modulo {system.ring.field.characteristic}"
    return None


def _basis(name: str, order: str) -> Method:
    some = Sizes(fewest_variables=1)
    what = "reduced Groebner basis"
    return Method(name, Task.BASIS, what, order=order, parameters=True, sizes=some, objection=_no_functions_modulo)


#: What scripts for Mathematica look like.
MATHEMATICA = Target(
    name="mathematica",
    title="Mathematica",
    extension="wl",
    by_hand="wolframscript -file {script}",
    methods=(
        _basis("GroebnerBasis", "degrevlex"),
        _basis("GroebnerBasis_lex", "lex"),
        Method(
            "Solve",
            Task.BRANCHES,
            "solutions over the complex numbers in radicals, as Solve states them",
            (RATIONALS,),
            sizes=Sizes(fewest_variables=1, fewest_equations=SOLVERS.fewest_equations),
        ),
    ),
    default_method="GroebnerBasis",
    # An underscore is a pattern.
    safe_name=NUMBERED,
    reserved=frozenset("CDEIKNO"),
    style=CARET,
    expanded=True,
)
#: The backend, which writes scripts alone.
BACKEND = ScriptOnlyBackend(MATHEMATICA)
