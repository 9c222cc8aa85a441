"""What the systems that casbridge drives are known to get wrong in the conformance suite, with the reason."""

from __future__ import annotations

from casbridge.testing import Exclusion

_DECIMALS = "it gives the roots of x^5 - x - 1 as decimal numbers, which no exact answer can hold"
_LOST = "it leaves out the roots that have no radicals, without a word"
_SYMPY = "https://github.com/sympy/sympy/issues"

#: backend → its exclusions.
EXCLUSIONS: dict[str, tuple[Exclusion, ...]] = {
    "maxima": (Exclusion("quintic", "solve", _DECIMALS), Exclusion("quintic", "algsys", _DECIMALS)),
    "giac": (Exclusion("quintic", "solve", _DECIMALS),),
    "sage": (Exclusion("quintic", "solve", _DECIMALS),),
    "sympy": (
        Exclusion("quintic", "solve", _LOST, f"{_SYMPY}/12594"),
        Exclusion("quintic", "solve_poly_system", _LOST, f"{_SYMPY}/12594"),
        Exclusion("constant", "nonlinsolve", "it answers {(EmptySet,)}, which is no solution", f"{_SYMPY}/28713"),
    ),
}
