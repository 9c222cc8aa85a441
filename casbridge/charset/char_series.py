"""`char_series`: the irreducible characteristic series of a system."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import HasSystem, PolynomialSystem, system_of
from casbridge.charset.definitions.chains import Chain, PointChain
from casbridge.charset.series import all_chains
from casbridge.errors import UsageError
from casbridge.limits import Deadline

if TYPE_CHECKING:
    from casbridge.charset.sympy_front import SymPySeries


@overload
def char_series(
    subject: PolynomialSystem | HasSystem | list[Polynomial], *, seconds: float | None = None, closure: bool = False
) -> list[Chain | PointChain]: ...


@overload
def char_series(
    subject: Any, *symbols: Any, modulus: int | None = None, seconds: float | None = None, closure: bool = False
) -> SymPySeries: ...


def char_series(
    subject: Any, *symbols: Any, modulus: int | None = None, seconds: float | None = None, closure: bool = False
) -> list[Chain | PointChain] | SymPySeries:
    """All chains of the irreducible characteristic series, in Wu's sense: the zeros of the system are the union of the
    zeros of the chains without those of their initials. `[]` where the system has no zeros.

    subject: a PolynomialSystem, an EncodedPuzzle, polynomials of one ring, or equations of SymPy's; for those see
    `casbridge.charset.sympy_front.char_series`, which symbols and modulus are for: the answer is SymPy's then, too.
    seconds: after so long LimitError is raised. closure: the zeros are only the union of the closures of those sets;
    that is quicker (see `GeneralSeries`).

    Where all variables have split domains the chains are points (see `SplitSeries`, which also streams and counts);
    otherwise they are those of a `GeneralSeries`.

    Raises UsageError for other subjects, LimitError, and UnsupportedError where the arithmetic cannot factor.
    Source: Xu Xiaoning 2019, definitions 3.15 to 3.17; Wang Dongming, Elimination Methods.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> char_series(PolynomialSystem.of(ring, [x**2 - 1, y - x**2 - x]))
    [[x - 1, y - 2], [x + 1, y]]
    >>> x, y = variables(Ring.of("x y"))
    >>> char_series([x * y**2 + y + 1])
    [[x*y**2 + y + 1], [x, y + 1]]
    >>> import sympy
    >>> x, y = sympy.symbols("x y")
    >>> char_series([x * y**2 + y + 1], x, y)
    [(x*y**2 + y + 1,), (x, y + 1)]
    """
    if isinstance(subject, Iterable) and not is_sympy(subject) and not isinstance(subject, (str, bytes)):
        subject = list(subject)
    # Comparisons made by mistake, which are bools, are told there, too.
    of_sympy = is_sympy(subject)
    if isinstance(subject, list):
        of_sympy = bool(symbols) or any(is_sympy(item) or isinstance(item, bool) for item in subject)
    if of_sympy:
        from casbridge.charset import sympy_front

        return sympy_front.char_series(subject, *symbols, modulus=modulus, seconds=seconds, closure=closure)
    if symbols or modulus is not None:
        raise UsageError("symbols or a modulus for a system that has its ring", expected="the system alone")
    if isinstance(subject, list) and subject and all(isinstance(item, Polynomial) for item in subject):
        subject = PolynomialSystem.of(subject[0].ring, subject)
    return all_chains(system_of(subject), Deadline.after(seconds), closure=closure)


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
