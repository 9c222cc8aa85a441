"""Wu's method for SymPy: expressions, equations and Polys in, expressions and Polys out.

`casbridge.char_series` comes here by itself where it is given something of SymPy's. The other functions have the names
and the meanings of those of `casbridge.charset`:

>>> from sympy.abc import x, y
>>> characteristic_set([x * y - 1, x * y**2 - x], x, y)
(x**3 - x, x*y - 1)

All take equations, symbols and a modulus as `from_sympy` does: symbols lowest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.sympy_polynomials import SymPyRing, SymPySystem, converted, from_sympy
from casbridge.brief import in_short
from casbridge.charset.definitions import wu
from casbridge.charset.definitions.division import pseudo_remainder as remainder_by
from casbridge.charset.definitions.triangular import AscendingSet, TriangularSet
from casbridge.charset.general import irreducible
from casbridge.charset.series import all_chains
from casbridge.errors import InputError
from casbridge.limits import Deadline

__all__ = [
    "SymPyChain",
    "SymPySeries",
    "basic_set",
    "char_series",
    "characteristic_series",
    "characteristic_set",
    "is_irreducible",
    "medial_set",
    "pseudo_remainder",
    "triangular_set",
]


class _OverSymbols:
    """The symbols and the field, by SymPy's ring."""

    _ring: SymPyRing

    @property
    def symbols(self) -> tuple[Any, ...]:
        return self._ring.symbols

    @property
    def modulus(self) -> int:
        """The characteristic of the field, 0 for QQ."""
        return self._ring.ring.field.characteristic


class SymPyChain(_OverSymbols, tuple[Any, ...]):
    """A triangular set as a tuple of SymPy expressions, main variables ascending.

    symbols: the variables, lowest first. triangular: the same as casbridge's TriangularSet.

    >>> from sympy.abc import x, y, z
    >>> chain = triangular_set([x**2 - 2, x * z**3 + y], x, y, z)
    >>> chain.main_variables, chain.degrees, chain.initials, chain.parameters, chain.dimension
    ((x, z), (2, 3), (1, x), (y,), 1)
    >>> chain.polys[0]
    Poly(x**2 - 2, x, y, z, domain='QQ')
    >>> chain.is_irreducible, chain.pseudo_remainder(x**2 * z**4 + y * z)
    (True, x*y*z - 2*y*z)
    """

    triangular: TriangularSet

    def __new__(cls, triangular: TriangularSet, ring: SymPyRing) -> Self:
        made = super().__new__(cls, map(ring.expression, triangular))
        made.triangular = triangular
        made._ring = ring
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.triangular, self._ring))

    @property
    def polys(self) -> tuple[Any, ...]:
        """The polynomials as `sympy.Poly`, with all symbols, lowest first, as generators."""
        return tuple(map(self._ring.poly, self.triangular))

    @property
    def main_variables(self) -> tuple[Any, ...]:
        """The main variable of each, the highest that occurs; () for a constant."""
        return tuple(self._ring.symbol(name) for name in self.triangular.main_variables if name)

    @property
    def degrees(self) -> tuple[int, ...]:
        """The degree of each in its main variable."""
        return self.triangular.degrees

    @property
    def initials(self) -> tuple[Any, ...]:
        """The leading coefficient of each with respect to its main variable."""
        return tuple(map(self._ring.expression, self.triangular.initials))

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The symbols that are no main variable: the chain leaves them free."""
        return tuple(map(self._ring.symbol, self.triangular.parameters))

    @property
    def dimension(self) -> int:
        """The number of parameters; −1 for a constant, which has no zeros."""
        return self.triangular.dimension

    @property
    def is_irreducible(self) -> bool:
        """Whether the chain is irreducible in Wu's sense, over the tower; see `charset.is_irreducible`."""
        return irreducible.is_irreducible(self.triangular)

    def pseudo_remainder(self, expression: Any) -> Any:
        """prem(f, C). For an irreducible chain it is 0 exactly if f vanishes on its set. Errors as for `from_sympy`."""
        return self._ring.expression(remainder_by(self._ring.polynomial(expression), self.triangular))

    prem = pseudo_remainder

    def latex(self) -> str:
        """The chain in LaTeX, as SymPy writes it."""
        import sympy

        return str(sympy.latex(list(self)))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


# More chains, or a longer text in LaTeX, are no formula that a notebook shows.
_MOST_IN_FORMULA, _LONGEST_FORMULA = 100, 50_000


class SymPySeries(_OverSymbols, list[SymPyChain]):
    """A characteristic series: a list of chains; [] without zeros. A notebook prints it as one formula.

    symbols: the variables, lowest first.

    >>> from sympy.abc import x, y
    >>> char_series([x * y - 1], x, y).symbols
    (x, y)
    """

    def __init__(self, chains: Iterable[SymPyChain], ring: SymPyRing) -> None:
        super().__init__(chains)
        self._ring = ring

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (list(self), self._ring))

    def __repr__(self) -> str:
        return in_short(map(repr, self), len(self), 1000)

    def _repr_latex_(self) -> str | None:
        """The series as one formula; None for a long one, of which a notebook shows the `repr`."""
        if len(self) > _MOST_IN_FORMULA:
            return None
        formula = ",\\; ".join(chain.latex() for chain in self)
        return f"$\\displaystyle \\left[{formula}\\right]$" if len(formula) <= _LONGEST_FORMULA else None


def char_series(
    equations: Any,
    *symbols: Any,
    modulus: int | None = None,
    seconds: float | None = None,
    closure: bool = False,
    workers: int = 1,
) -> SymPySeries:
    """The irreducible characteristic series of equations of SymPy's; options as for `casbridge.char_series`.

    >>> from sympy import Eq
    >>> from sympy.abc import x, y
    >>> char_series([Eq(x**2, 2), Eq(y**2, 8)], x, y)
    [(x**2 - 2, 2*x + y), (x**2 - 2, -2*x + y)]
    >>> char_series([x**2 - 2, y**2 - 8], x, y, modulus=7)
    [(x - 3, y - 1), (x - 3, y + 1), (x + 3, y - 1), (x + 3, y + 1)]
    """
    read = from_sympy(equations, *symbols, modulus=modulus)
    return series_of(read, seconds=seconds, closure=closure, workers=workers)


def series_of(
    read: SymPySystem, *, seconds: float | None = None, closure: bool = False, workers: int = 1
) -> SymPySeries:
    """The irreducible characteristic series of a system that was read from SymPy; options as for `char_series`.

    >>> from sympy.abc import x
    >>> series_of(from_sympy(x**2 - 1))
    [(x + 1,), (x - 1,)]
    """
    found = all_chains(read.system, Deadline.after(seconds), closure=closure, workers=workers)
    return SymPySeries((SymPyChain(chain.triangular_set(), read.symbols) for chain in found), read.symbols)


def characteristic_series(equations: Any, *symbols: Any, modulus: int | None = None) -> SymPySeries:
    """A characteristic series, by the textbook. Chains may be reducible; see `charset.characteristic_series`.

    >>> from sympy.abc import x, y
    >>> characteristic_series([x**2 - 2, y**2 - 8], x, y)
    [(x**2 - 2, y**2 - 8)]
    """
    read = from_sympy(equations, *symbols, modulus=modulus)
    found = wu.characteristic_series(read.system)
    return SymPySeries((SymPyChain(chain, read.symbols) for chain in found), read.symbols)


def basic_set(equations: Any, *symbols: Any, modulus: int | None = None) -> SymPyChain:
    """A basic set; see `charset.basic_set`.

    >>> from sympy.abc import x, y, z
    >>> basic_set([x * y - z, y**2 - x, x**2 * z + 1, x**2 - 2], x, y, z)
    (x**2 - 2, -x + y**2, x*y - z)
    """
    read = from_sympy(equations, *symbols, modulus=modulus)
    return SymPyChain(wu.basic_set(read.system), read.symbols)


def medial_set(equations: Any, *symbols: Any, modulus: int | None = None) -> SymPyChain:
    """A medial set, which is quicker to find than a characteristic set, and weaker; see `charset.medial_set`.

    >>> from sympy.abc import x, y
    >>> medial_set([y**2 - y + 1, x * y**2 - x * y], x, y)
    (x,)
    """
    read = from_sympy(equations, *symbols, modulus=modulus)
    return SymPyChain(wu.medial_set(read.system), read.symbols)


def characteristic_set(equations: Any, *symbols: Any, modulus: int | None = None) -> SymPyChain:
    """A characteristic set; see `charset.characteristic_set`.

    >>> from sympy.abc import x, y
    >>> characteristic_set([y**2 - y + 1, x * y**2 - x * y], x, y)
    (x, y**2 - y + 1)
    """
    read = from_sympy(equations, *symbols, modulus=modulus)
    return SymPyChain(wu.characteristic_set(read.system), read.symbols)


def triangular_set(expressions: Any, *symbols: Any, modulus: int | None = None) -> SymPyChain:
    """Expressions that are a triangular set, as a chain. Raises InputError for other expressions.

    >>> from sympy.abc import x, y
    >>> triangular_set([x**2 - 2, x * y - 1], x, y).initials
    (1, x)
    """
    ring, polynomials = _polynomials(expressions, symbols, modulus)
    kind = AscendingSet if len(polynomials) == 1 and polynomials[0].is_constant else TriangularSet
    return SymPyChain(kind(polynomials, ring.ring), ring)


def is_irreducible(expressions: Any, *symbols: Any, modulus: int | None = None) -> bool:
    """Whether a triangular set is irreducible in Wu's sense; see `charset.is_irreducible`.

    >>> from sympy.abc import x, y
    >>> is_irreducible([x**2 - 2, y**2 - 3], x, y), is_irreducible([x**2 - 2, y**2 - 8], x, y)
    (True, False)
    """
    return irreducible.is_irreducible(triangular_set(expressions, *symbols, modulus=modulus).triangular)


def pseudo_remainder(dividend: Any, divisor: Any, *symbols: Any, modulus: int | None = None) -> Any:
    """prem(f, g) with respect to g's main variable, or prem(f, T) by a triangular set; see `charset.pseudo_remainder`.

    `sympy.prem` multiplies by the full power of the leading coefficient. This function takes the power that is needed.

    >>> from sympy.abc import x, y
    >>> pseudo_remainder(y**2 + x, x * y - 1, x, y), pseudo_remainder(y**2 + x, [x**2 - 2, x * y - 1], x, y)
    (x**3 + 1, 2*x + 1)
    """
    listed = list(divisor) if isinstance(divisor, (list, tuple)) else [divisor]
    if not symbols and isinstance(divisor, SymPyChain):
        symbols, modulus = divisor.symbols, modulus or divisor.modulus or None
    ring, (first, *others) = _polynomials([dividend, *listed], symbols, modulus)
    return ring.expression(remainder_by(first, others))


def _polynomials(expressions: Any, symbols: Sequence[Any], modulus: int | None) -> tuple[SymPyRing, list[Polynomial]]:
    """The ring, and one polynomial for each expression."""
    if isinstance(expressions, SymPyChain) and not symbols and modulus is None:
        return expressions._ring, list(expressions.triangular)
    listed = list(expressions) if isinstance(expressions, Iterable) else [expressions]
    found, ring = converted(listed, tuple(symbols), modulus)
    polynomials = [equation.polynomial(ring.ring) for equation in found]
    if not all(polynomials[1:]):
        raise InputError("0 in a triangular set", expected="polynomials with ascending main variables")
    return ring, polynomials
