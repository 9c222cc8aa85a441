"""Maple as a target: scripts for the packages RegularChains and Groebner. casbridge does not run Maple."""

from __future__ import annotations

from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import Sizes
from casbridge.scripts.values import NUMBERED, Method, Target

_method = partial(Method, sizes=Sizes(fewest_variables=1), parameters=True)

#: What scripts for Maple look like.
MAPLE = Target(
    name="maple",
    title="Maple",
    extension="mpl",
    by_hand="maple -q {script}",
    methods=(
        _method("Triangularize", Task.TRIANGULAR, "regular chains, by RegularChains, in the sense of Lazard", wu=True),
        _method("Basis", Task.BASIS, "reduced Groebner basis, by Groebner", order="degrevlex"),
        _method("Basis_plex", Task.BASIS, "reduced Groebner basis, by Groebner", order="lex"),
    ),
    default_method="Triangularize",
    safe_name=NUMBERED,
    reserved=frozenset("DIO"),
    style=CARET,
    expanded=True,
)
#: The backend, which writes scripts alone.
BACKEND = ScriptOnlyBackend(MAPLE)
