"""What a user may give in place of a system: polynomials of casbridge, of SymPy or of Sage."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import UsageError


def read_subject(subject: Any, symbols: Sequence[Any] = (), modulus: int | None = None) -> Any:
    """A system, or an object with a system, for whatever a user gives.

    subject: SymPy's equations become a `SymPySystem`, Sage's polynomials or ideal and a list of casbridge's polynomials
        a `PolynomialSystem`. Anything else is returned as it is.
    symbols, modulus: for SymPy's equations; see `from_sympy`. UsageError where they come with anything else.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> read_subject([x**2 - 1, y - x]).ring
    QQ[x, y]
    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> read_subject([x**2 - 1, sympy.Eq(y, x)]).system.ring
    QQ[x, y]
    """
    one = is_sympy(subject) or is_sage(subject)
    if isinstance(subject, Iterable) and not one and not isinstance(subject, (str, bytes, dict, PolynomialSystem)):
        subject = list(subject)
    several = subject if isinstance(subject, list) else [subject]
    # Comparisons made by mistake, which are bools, are told there, too.
    listed = isinstance(subject, list)
    if any(map(is_sage, several)) and not symbols and modulus is None:
        from casbridge.algebra.sage_polynomials import from_sage

        return from_sage(subject)
    if (listed and bool(symbols)) or any(is_sympy(item) or (listed and isinstance(item, bool)) for item in several):
        from casbridge.algebra.sympy_polynomials import from_sympy

        return from_sympy(subject, *symbols, modulus=modulus)
    if symbols or modulus is not None:
        raise UsageError("symbols or a modulus for a system that has its ring", expected="the system alone")
    if listed and several and all(isinstance(item, Polynomial) for item in several):
        return PolynomialSystem.of(several[0].ring, several)
    return subject


def is_sympy(item: object) -> bool:
    """Whether this is an object of SymPy's: an expression, a Poly, an equation, a matrix. SymPy is not imported.

    >>> is_sympy("x**2 - 1")
    False
    """
    sympy = sys.modules.get("sympy")
    if sympy is None:
        return False
    from sympy.polys.rings import PolyElement

    return isinstance(item, (sympy.Basic, sympy.MatrixBase, PolyElement))


def is_sage(item: object) -> bool:
    """Whether this is an object of Sage's: a polynomial, an expression, an ideal. Sage is not imported.

    >>> is_sage("x^2 - 1")
    False
    """
    return str(type(item).__module__).startswith("sage.")


def is_sympy_system(item: object) -> bool:
    """Whether this is what `from_sympy` makes. SymPy is not imported.

    >>> is_sympy_system(PolynomialSystem)
    False
    """
    module = sys.modules.get("casbridge.algebra.sympy_polynomials")
    return module is not None and isinstance(item, module.SymPySystem)
