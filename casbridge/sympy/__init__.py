"""SymPy's functions for polynomial systems, with another engine: `from casbridge.sympy import groebner`.

    expressions ──SymPy's own code──▶ PolyElements ──rings──▶ PolynomialSystem ──asking──▶ a backend
         GroebnerBasis ◀──SymPy's own code── PolyElements ◀──rings── Answer ◀──────────────────┘

SymPy reads the arguments and makes the results, so they are SymPy's own. Only the Gröbner basis of SymPy's polynomials
comes from a backend, by default from a Singular that stays for many jobs. What a backend cannot do, SymPy does itself.

Read in this order: `settings` (options, and the record of calls), `asking` (which backend, and a second one),
`rings` (SymPy's polynomials and casbridge's), `bases`, `solving`, `ideals`, `reals`.

Inside this package `import sympy` means SymPy.

>>> from sympy.abc import x, y
>>> groebner([x * y - 2 * y, 2 * y**2 - x**2], x, y, backend="sympy")
GroebnerBasis([x**2 - 2*y**2, x*y - 2*y, y**3 - 2*y], x, y, domain='ZZ', order='lex')
"""

from __future__ import annotations

from casbridge.lazy import public
from casbridge.sympy.asking import CannotError, DisagreementError
from casbridge.sympy.bases import groebner, ideal_contains, is_zero_dimensional
from casbridge.sympy.ideals import dimension, eliminate, minimal_primes, primary_decomposition, radical
from casbridge.sympy.reals import real_roots
from casbridge.sympy.settings import Call, Settings, using
from casbridge.sympy.solving import solve_poly_system, solve_triangulated

__all__ = [
    "Call",
    "CannotError",
    "DisagreementError",
    "Settings",
    "dimension",
    "eliminate",
    "groebner",
    "ideal_contains",
    "is_zero_dimensional",
    "minimal_primes",
    "primary_decomposition",
    "radical",
    "real_roots",
    "solve_poly_system",
    "solve_triangulated",
    "using",
]

__dir__ = public(__name__)
