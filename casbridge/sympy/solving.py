"""SymPy's solvers of systems with finitely many zeros, by way of a backend's bases."""

from __future__ import annotations

from typing import Any

from sympy.solvers import polysys

from casbridge.sympy.bases import groebner
from casbridge.sympy.rebinding import namespace
from casbridge.sympy.settings import calling

#: The names of `sympy.solvers.polysys`. Its functions take their bases from the engine of the settings.
POLYSYS = namespace(polysys, groebner=groebner)


def solve_poly_system(seq: Any, *gens: Any, strict: bool = False, **args: Any) -> list[tuple[Any, ...]] | None:
    """`sympy.solve_poly_system`, with bases from a backend: the zeros in radicals, None where there are none.

    seq, gens, strict, args: as for `sympy.solve_poly_system`; further options as for `groebner`.

    SymPy's own code makes zeros from the bases. A root that is no rational number goes into further equations: their
    bases SymPy computes itself. Raises SymPy's errors: NotImplementedError for infinitely many zeros,
    UnsolvableFactorError with `strict`; and what `groebner` raises.

    >>> from sympy.abc import x, y
    >>> solve_poly_system([x * y - 2 * y, 2 * y**2 - x**2], x, y, backend=["singular", "sympy"])
    [(0, 0), (2, -sqrt(2)), (2, sqrt(2))]
    """
    with calling("solve_poly_system", args):
        found: list[tuple[Any, ...]] | None = POLYSYS["solve_poly_system"](seq, *gens, strict=strict, **args)
        return found


def solve_triangulated(polys: Any, *gens: Any, **args: Any) -> list[tuple[Any, ...]]:
    """`sympy.solve_triangulated`, with bases from a backend: the zeros in a field.

    polys, gens, args: as for `sympy.solve_triangulated`; further options as for `groebner`.

    >>> from sympy.abc import x, y
    >>> solve_triangulated([x**2 - y, y**2 - x], x, y, backend=["singular", "sympy"])
    [(0, 0), (1, 1)]
    """
    with calling("solve_triangulated", args):
        found: list[tuple[Any, ...]] = POLYSYS["solve_triangulated"](polys, *gens, **args)
        return found
