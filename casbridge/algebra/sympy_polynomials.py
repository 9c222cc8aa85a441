"""SymPy's expressions as systems of equations, and polynomials as SymPy's.

Only what reads an object of SymPy's imports this module: SymPy takes long to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain
from numbers import Rational
from operator import add, index, mul
from typing import Any, NamedTuple

import sympy
from sympy.polys.polyerrors import BasePolynomialError
from sympy.polys.rings import PolyElement, sring

from casbridge.algebra.arithmetic import Native, arithmetic_of
from casbridge.algebra.denominators import with_conditions
from casbridge.algebra.fields import LONGEST_NAME, QQ, VARIABLE_NAME, Coefficient, Field, Ring, local_ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem, equation_of_terms
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import InputError, UsageError, printable
from casbridge.notices import notice

_LONGEST_SHOWN = 80


@dataclass(frozen=True, repr=False)
class SymPyRing(Brief):
    """A ring, and the SymPy symbols that its variables stand for, lowest first.

    A variable has its symbol's name. If the name is no name of a variable here, or several symbols have it, the
    variable is called v1, v2, … by its place.

    >>> from sympy import Symbol
    >>> symbols = SymPyRing.of([Symbol("x"), Symbol("x'")])
    >>> symbols.ring, symbols.polynomial(Symbol("x'") ** 2 - Symbol("x") / 2)
    (QQ[x, v2], v2**2 - 1/2*x)
    >>> symbols.expression(symbols.polynomial((Symbol("x'") + 1) ** 2))
    x'**2 + 2*x' + 1
    """

    ring: Ring
    symbols: tuple[Any, ...]

    @staticmethod
    def of(symbols: Iterable[Any], field: Field = QQ) -> SymPyRing:
        """The ring with these symbols, lowest first. Raises InputError for what is no symbol, or is named twice."""
        given = tuple(symbols)
        for number, symbol in enumerate(given):
            if not isinstance(symbol, sympy.Symbol):
                raise InputError(f"the variable {_shown(symbol)}", expected="a SymPy symbol")
            if not symbol.is_commutative:
                raise InputError(f"the variable {symbol}, which does not commute", expected="commutative symbols")
            if symbol in given[:number]:
                raise InputError(f"the variable {symbol} is named twice", expected="distinct symbols")
        return SymPyRing(Ring(field, tuple(variable_names(given))), given)

    def polynomial(self, item: Any) -> Polynomial:
        """The polynomial of an expression, a Poly, a number or an Eq (left side − right side).

        Raises InputError for anything else, for a symbol outside the ring, and for a coefficient that is not rational.
        """
        return self.equation(item).polynomial(self.ring)

    def equation(self, item: Any) -> Equation:
        """The polynomial as an equation, which is short in a ring with many variables. See `polynomial`."""
        places = {symbol: place for place, symbol in enumerate(self.symbols)}
        symbols, terms = self._terms(_left_side(item))
        where = [places[symbol] for symbol in symbols]
        sparse = {}
        for exponents, coefficient in terms:
            if value := self.ring.field.element(coefficient):
                sparse[tuple(sorted((v, e) for v, e in zip(where, exponents, strict=True) if e))] = value
        return equation_of_terms(sparse, self.ring)

    def _terms(self, item: Any) -> tuple[Sequence[Any], list[tuple[tuple[int, ...], Coefficient]]]:
        """Symbols, and the terms in them."""
        if isinstance(item, sympy.Poly):
            domain = item.domain
            if set(item.gens).issubset(self.symbols) and (domain.is_ZZ or domain.is_QQ or domain.is_FF):
                return item.gens, [(e, _coefficient(c, domain)) for e, c in item.rep.to_dict().items()]
            item = item.as_expr()
        free = item.free_symbols
        known = free.issubset(self.symbols)
        # A constant is read as a polynomial in the first symbol.
        symbols = (sorted(free, key=self.symbols.index) if known else []) or self.symbols[:1]
        if known:
            with suppress(_NotPlainError):
                return symbols, list(_evaluated(item, symbols).terms.items())
        self._check(item)
        try:
            made, element = sring(item, *symbols)
        except BasePolynomialError as error:
            found = f"{_shown(item)} is no polynomial: {str(error).rstrip('.')}"
            expected = f"a polynomial in {self._named()}"
            hint = "give roots and functions a symbol and an equation of their own"
            raise InputError(found, expected=expected, hint=hint) from None
        if not (made.domain.is_ZZ or made.domain.is_QQ):
            found = f"{_shown(item)} has coefficients in {made.domain}"
            hint = "give a root such as sqrt(2) a symbol and an equation of its own, s**2 - 2"
            if item.has(sympy.I):
                hint = "give I a symbol and an equation of its own, i**2 + 1"
            elif any(one.is_transcendental for one in item.atoms(sympy.NumberSymbol)):
                hint = "a symbol in place of a number such as pi has no value: the answer holds for all values"
            raise InputError(found, expected="rational coefficients", hint=hint)
        return symbols, [(e, _coefficient(c, made.domain)) for e, c in element.terms()]

    def _check(self, expression: Any) -> None:
        """InputError for symbols that are not the ring's, and for decimal fractions."""
        unknown = sorted(expression.free_symbols.difference(self.symbols), key=str)
        if unknown:
            hint = "parameters are variables too: the lowest"
            if str(unknown[0]) in map(str, self.symbols):
                hint = "symbols of one name differ if their assumptions do"
            found = f"the symbol {unknown[0]} in {_shown(expression)}"
            raise InputError(found, expected=f"one of {self._named()}", hint=hint)
        decimals = sorted(expression.atoms(sympy.Float), key=str)
        if decimals:
            found = f"the decimal fraction {sympy.sstr(decimals[0], full_prec=False)} in {_shown(expression)}"
            hint = "write Rational(1, 2) for 0.5, or use sympy.nsimplify"
            raise InputError(found, expected="exact coefficients", hint=hint)

    def _named(self) -> str:
        return printable(", ".join(map(str, self.symbols)), _LONGEST_SHOWN)

    def expression(self, polynomial: Polynomial) -> Any:
        """A polynomial of the ring as an expanded SymPy expression, with symmetric residues as in SymPy."""
        return polynomial.as_expr(*self.symbols)

    def poly(self, polynomial: Polynomial) -> Any:
        """A polynomial of the ring as a SymPy Poly over QQ or GF(p), its generators the symbols, lowest first."""
        return polynomial.as_poly(*self.symbols)

    def number(self, coefficient: Coefficient) -> Any:
        """An element of the field as SymPy's number, over GF(p) the symmetric residue."""
        value = self.ring.field.symmetric(coefficient)
        return sympy.Rational(value.numerator, value.denominator)

    def symbol(self, name: str) -> Any:
        """The symbol of a variable."""
        return self.symbols[self.ring.index[name]]


@dataclass(frozen=True, repr=False)
class SymPySystem(Brief, Shown):
    """A system that was read from SymPy, with its symbols. Functions take it like an encoded puzzle.

    >>> from sympy.abc import x
    >>> from_sympy(x**2 - 1).symbols.symbols
    (x,)
    """

    system: PolynomialSystem
    symbols: SymPyRing


@with_hints
def from_sympy(equations: Any, *symbols: Any, modulus: int | None = None) -> SymPySystem:
    """The polynomial system of SymPy's equations.

    equations: one or an iterable (also a Matrix) of expressions (= 0), `Eq`s, `Poly`s, integers and fractions; or a
        `GroebnerBasis`.
    symbols: the variables, lowest first, one by one or in a list. The default is the generators of the `Poly`s in their
        order, then the other free symbols in the order of `sympy.Poly` and `sympy.groebner`: x, x1, x2, x10, y, z
        before a, b, c.
    modulus: a prime p for the field GF(p). The default is the modulus of the `Poly`s over GF(p), or QQ.
    Raises InputError for anything but polynomials with rational coefficients in these symbols and their quotients, and
    for a modulus that is no prime; UsageError where fields do not fit together, or where there are no symbols.

    Denominators that stand in the equations are not 0: a further symbol t, the highest, has the equation t*d = 1. What
    SymPy has cancelled, as in x/x, states no condition. The logger ``casbridge.reading`` gets a record of it, and of an
    equation that is a nonzero constant, as of a text.

    >>> from sympy import Eq, Poly
    >>> from sympy.abc import x, y
    >>> read = from_sympy([Eq(x**2 + y**2, 1), x * y / 2], x, y)
    >>> read.system.ring, list(read.system.polynomials()), read.symbols.symbols
    (QQ[x, y], [y**2 + x**2 - 1, 1/2*x*y], (x, y))
    >>> from_sympy(Poly(x**2 + 5, y, x, modulus=3)).system.ring
    GF(3)[y, x]
    >>> read = from_sympy([Eq(x / (y - 1), 2)])
    >>> list(read.system.polynomials()), read.symbols.symbols
    ([-2*y + x + 2, y*t - t - 1], (x, y, t))
    """
    fractions = [_fraction(item) for item in _items(equations)]
    divisors = [one for fraction in fractions for one in fraction.divisors]
    symbols = symbols or _symbols_of([*(fraction.left for fraction in fractions), *divisors])
    found, ring = converted([fraction.numerator for fraction in fractions], symbols, modulus)
    system = PolynomialSystem(ring.ring, tuple(found))
    for note in system.notes():
        notice(f"<equations>: {note}")
    system = PolynomialSystem(ring.ring, tuple(e for e in found if e.pattern))
    for item in (*divisors, *(fraction.denominator for fraction in fractions)):
        if not ring.equation(item).pattern:
            raise InputError(f"a division by {_shown(item)}, which is 0", expected="a divisor that is not zero")
    system = with_conditions(system, map(ring.polynomial, divisors))
    for fact, text in system.facts:
        notice(f"<equations>: {fact} is {text}")
    further = map(sympy.Symbol, system.ring.variables[ring.ring.size :])
    return SymPySystem(system, SymPyRing(system.ring, (*ring.symbols, *further)))


class _Fraction(NamedTuple):
    """An equation's left side minus its right side, as a quotient, and numerators of all that is divided by in it."""

    left: Any
    numerator: Any
    denominator: Any
    divisors: list[Any]


def _fraction(item: Any) -> _Fraction:
    left = _left_side(item)
    # SymPy cancels in the difference of the two sides.
    sides = [item.lhs, item.rhs] if isinstance(item, sympy.Eq) else [left]
    if isinstance(left, sympy.Poly):
        sides = [] if all(one.is_Symbol for one in left.gens) and not left.domain.is_Frac else [left.as_expr()]
    inner = chain.from_iterable(side.atoms(sympy.Pow) for side in sides)
    bases = [one.base for one in inner if one.exp.is_Integer and one.exp.is_negative]
    if not bases:
        return _Fraction(left, left, sympy.Integer(1), [])
    numerator, denominator = sympy.fraction(sympy.together(left.as_expr()))
    divisors = [sympy.fraction(sympy.together(base))[0] for base in dict.fromkeys(sorted(bases, key=str))]
    return _Fraction(left, numerator, denominator, divisors)


def converted(
    expressions: Any, symbols: tuple[Any, ...] = (), modulus: int | None = None
) -> tuple[list[Equation], SymPyRing]:
    """An equation for each expression, 0 too, and the ring. Arguments and errors as for `from_sympy`.

    >>> from sympy.abc import x
    >>> found, ring = converted([x, 0 * x])
    >>> len(found), ring.symbols
    (2, (x,))
    """
    items = [_left_side(item) for item in _items(expressions)]
    field = _field(items, modulus)
    if len(symbols) == 1 and isinstance(symbols[0], (list, tuple)):
        symbols = tuple(symbols[0])
    ring = SymPyRing.of(symbols or _symbols_of(items), field)
    if not ring.symbols:
        raise UsageError("equations without variables", expected="symbols", hint="name them after the equations")
    return [ring.equation(item) for item in items], ring


def _items(equations: Any) -> list[Any]:
    if isinstance(equations, sympy.MatrixBase):
        return list(equations.flat())
    if isinstance(equations, sympy.polys.polytools.GroebnerBasis):
        return list(equations.polys)
    if isinstance(equations, sympy.And):
        return list(equations.args)
    several = isinstance(equations, Iterable) and not isinstance(equations, (str, bytes, PolyElement, sympy.Basic))
    return list(equations) if several or isinstance(equations, (sympy.Tuple, sympy.FiniteSet)) else [equations]


def _left_side(item: Any) -> Any:
    """An expression or a Poly that is 0 where the equation holds. Raises InputError for anything else."""
    if isinstance(item, bool):
        hint = "x == y compares expressions as they are written; an equation is Eq(x, y) or x - y"
        raise InputError(f"{item} among the equations", expected="expressions or equations of SymPy", hint=hint)
    if isinstance(item, PolyElement):
        return sympy.Poly.from_dict(dict(item), *item.ring.symbols, domain=item.ring.domain)
    if isinstance(item, Rational):  # an integer, too
        return sympy.Rational(int(item.numerator), int(item.denominator))
    if item in (sympy.true, sympy.false):
        return sympy.Integer(int(item is sympy.false))
    if isinstance(item, sympy.Eq):
        item = item.lhs - item.rhs
    if isinstance(item, (sympy.Expr, sympy.Poly)):
        return item
    raise InputError(f"{_shown(item)}, a {type(item).__name__}", expected="an expression, an Eq or a Poly of SymPy")


def _field(items: Sequence[Any], modulus: int | None) -> Field:
    domains = [item.domain for item in items if isinstance(item, sympy.Poly)]
    moduli = {int(domain.characteristic()) for domain in domains if domain.is_FF}
    if modulus is not None:
        if isinstance(modulus, bool) or not hasattr(modulus, "__index__") or index(modulus) < 2:
            raise UsageError(f"the modulus {modulus!r}", expected="a prime below 2^31; None for the rationals")
        moduli.add(index(modulus))
    if len(moduli) > 1:
        raise UsageError(f"the moduli {', '.join(map(str, sorted(moduli)))}", expected="one field for all")
    return Field(moduli.pop()) if moduli else QQ


def _symbols_of(items: Sequence[Any]) -> tuple[Any, ...]:
    """The generators of the Polys in their order, then the other free symbols in SymPy's."""
    generators = chain.from_iterable(item.gens for item in items if isinstance(item, sympy.Poly))
    ordered = dict.fromkeys(generator for generator in generators if generator.is_Symbol)
    others = set().union(*(item.free_symbols for item in items)) - ordered.keys()
    if not all(symbol.is_commutative for symbol in others):
        return (*ordered, *others)  # which `SymPyRing.of` refuses
    return (*ordered, *(sympy.Poly(sympy.Add(*others)).gens if others else ()))


def variable_names(symbols: Sequence[Any]) -> Iterator[str]:
    """Names of variables for symbols, or for other generators: their own, or v1, v2, … by place; see `SymPyRing`.

    >>> list(variable_names(sympy.symbols("x x'")))
    ['x', 'v2']
    """
    texts = [str(symbol) for symbol in symbols]
    for place, text in enumerate(texts):
        if VARIABLE_NAME.match(text) and len(text) <= LONGEST_NAME and texts.count(text) == 1:
            yield text
            continue
        name = f"v{place + 1}"
        while name in texts:
            name += "_"
        yield name


class _NotPlainError(Exception):
    """An expression has more than rational numbers, symbols, sums, products and powers."""


def _evaluated(expression: Any, symbols: Sequence[Any]) -> Polynomial:
    """An expression as a polynomial over QQ, without SymPy's expansion, which is slow. Raises _NotPlainError."""
    ring = local_ring(QQ, len(symbols))
    arithmetic = arithmetic_of(ring)
    known = {symbol: arithmetic.generator(place) for place, symbol in enumerate(symbols) if symbol.is_commutative}

    def value(item: Any) -> Native:
        if item in known:
            return known[item]
        if item.is_Pow and item.exp.is_Integer and item.exp.is_positive:
            return value(item.base) ** int(item.exp)
        if item.is_Mul:
            return reduce(mul, map(value, item.args))
        if item.is_Add:
            parts = [value(part) for part in item.args]
            while len(parts) > 1:  # in pairs: one by one takes quadratic time
                parts = [*map(add, parts[::2], parts[1::2]), *parts[len(parts) & ~1 :]]
            return parts[0]
        if item.is_Rational:
            return arithmetic.constant(Fraction(int(item.p), int(item.q)))
        raise _NotPlainError

    return Polynomial(ring, native=value(expression))


def _coefficient(value: Any, domain: Any) -> Coefficient:
    if domain.is_QQ:
        return Fraction(int(domain.numer(value)), int(domain.denom(value)))
    return int(domain.to_sympy(value)) if domain.is_FF else int(value)


def _shown(item: Any) -> str:
    return printable(str(item), _LONGEST_SHOWN)
