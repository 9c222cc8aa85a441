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

#: Magma's reserved words, constructors, and the names that the templates define begin with `casbridge`.
_RESERVED = """
adj and assert assert2 assert3 assigned break by car case cat catch clear cmpeq cmpne comp continue cop declare default
delete diff div do elif else elt end eq error eval exists exit ext false for forall forward fprintf frac freeze func
function ge gt hom ideal idea if iload import in intrinsic iso is join le lideal load loc local lt map meet mod ncl ne
not notadj notin notsubset or pmap print printf proc procedure quit quo random rec recformat read readi rep repeat
require requirege requirerange restore return rideal save sdiff select sub subset system then time to true try until
vprint vprintf vtime when where while xor
"""

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
    # Magma's functions have capital letters; a script loses a function by a variable of that name.
    safe_name="(?!casbridge)[a-z][A-Za-z0-9_]*|[A-Z][0-9]*",
    reserved=frozenset(_RESERVED.split()),
    style=CARET,
    expanded=True,
)
#: The backend, which writes scripts alone.
BACKEND = ScriptOnlyBackend(MAGMA)
