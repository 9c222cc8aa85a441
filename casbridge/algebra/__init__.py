"""Rings, polynomials, equations and systems; reading and writing systems.

    text ──formats.read_system──▶ PolynomialSystem: Ring, Equations ──polynomials()──▶ Polynomials
    SymPy's equations ──from_sympy──▶ PolynomialSystem

Read `fields`, `polynomials` (with `arithmetic`, which computes), `systems` and `answers`; then `formats` and
`expressions` (text), `sympy_polynomials`, `families` with `members` (classic systems by name and size), `multisets` (a
search for the sum-product encoding).
"""

from casbridge.algebra.fields import QQ, Coefficient, Field, Ring, local_ring, next_prime
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.systems import Equation, PolynomialSystem, equation_of
from casbridge.lazy import public

__all__ = [
    "QQ",
    "Coefficient",
    "Equation",
    "Field",
    "Polynomial",
    "PolynomialSystem",
    "Ring",
    "equation_of",
    "local_ring",
    "next_prime",
    "variables",
]

__dir__ = public(__name__)
