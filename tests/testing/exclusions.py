"""What the systems that casbridge drives are known to get wrong in the conformance suite, with the reason."""

from __future__ import annotations

from casbridge.testing import Exclusion

_DECIMALS = "it gives the roots of x^5 - x - 1 as decimal numbers, which no exact answer can hold"
_LOST = "it leaves out the roots that have no radicals, without a word"
_SYMPY = "https://github.com/sympy/sympy/issues"
# Found by this suite. gbasis([x*y-1,x],[y,x]) gives [1].
_GIAC_PLEX = "gbasis([x*y-1,x],[y,x],plex) is [] in Giac 1.9.0 and [y*x-1,x] in 1.9.0.996, and not [1]"

#: backend → its exclusions.
EXCLUSIONS: dict[str, tuple[Exclusion, ...]] = {
    "maxima": (
        Exclusion("quintic", "solve", _DECIMALS),
        Exclusion("quintic", "algsys", _DECIMALS),
        Exclusion("irrational", "ics", "Wang's package calls subst with 'improper argument: x^2 - 2' and stops"),
    ),
    "giac": (
        Exclusion("quintic", "solve", _DECIMALS),
        Exclusion("inconsistent*", "gbasis_plex", _GIAC_PLEX),
    ),
    "sage": (Exclusion("quintic", "solve", _DECIMALS),),
    "sympy": (
        Exclusion("quintic", "solve", _LOST, f"{_SYMPY}/12594"),
        Exclusion("constant", "nonlinsolve", "it answers {(EmptySet,)}, which is no solution", f"{_SYMPY}/28713"),
    ),
}
