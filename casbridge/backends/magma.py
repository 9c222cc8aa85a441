"""Magma as a target: scripts for bases, decompositions and varieties. casbridge does not run Magma."""

from __future__ import annotations

from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.script_only import ScriptOnlyBackend
from casbridge.scripts.abilities import Sizes
from casbridge.scripts.values import Method, Target

_SOME = Sizes(fewest_variables=1)
_basis = partial(Method, task=Task.BASIS, summary="reduced Groebner basis", parameters=True, sizes=_SOME)
_parts = partial(Method, sizes=_SOME)

#: What scripts for Magma look like.
MAGMA = Target(
    name="magma",
    title="Magma",
    extension="magma",
    by_hand="magma -b {script}",
    methods=(
        _parts("RadicalDecomposition", Task.PRIMES, "minimal primes, as the radical's decomposition"),
        _parts("PrimaryDecomposition", Task.PRIMARY, "primary ideals"),
        _basis("GroebnerBasis", order="degrevlex"),
        _basis("GroebnerBasis_lex", order="lex"),
        _parts("Variety", Task.POINTS, "points over the field, for finitely many zeros over its closure"),
    ),
    default_method="RadicalDecomposition",
    style=CARET,
    expanded=True,
)
#: The backend, which writes scripts alone.
BACKEND = ScriptOnlyBackend(MAGMA)
