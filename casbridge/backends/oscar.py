"""OSCAR as a target: scripts in Julia. casbridge does not run Julia."""

from __future__ import annotations

from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.objections import LONGEST_SUM
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import RATIONALS, Ground, Sizes
from casbridge.scripts.values import NUMBERED, Method, Target

_SOME = Sizes(fewest_variables=1)
#: Singular, inside OSCAR, factors only below this characteristic.
_FACTORING = (RATIONALS, Ground("GF(p)", 2**29 - 1))
_basis = partial(Method, task=Task.BASIS, summary="reduced Groebner basis", sizes=_SOME)
_parts = partial(Method, fields=_FACTORING, sizes=_SOME)

#: What scripts for OSCAR look like.
OSCAR = Target(
    name="oscar",
    title="OSCAR",
    extension="jl",
    by_hand="julia {script}",
    methods=(
        _parts("minimal_primes", Task.PRIMES, "minimal primes"),
        _parts("primary_decomposition", Task.PRIMARY, "primary ideals"),
        _parts("radical", Task.RADICAL, "generators of the radical"),
        _basis("groebner_basis", order="degrevlex"),
        _basis("groebner_basis_lex", order="lex"),
    ),
    default_method="minimal_primes",
    # Julia has e, and I is LinearAlgebra's.
    safe_name=NUMBERED,
    reserved=frozenset("eI"),
    style=CARET,
    longest_sum=LONGEST_SUM,
    expanded=True,
)
#: The backend, which writes scripts alone.
BACKEND = ScriptOnlyBackend(OSCAR)
