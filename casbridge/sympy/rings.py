"""SymPy's rings of polynomials and casbridge's: the place where another engine comes in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy.polys import groebnertools
from sympy.polys.orderings import grevlex, grlex, lex
from sympy.polys.polyconfig import query
from sympy.polys.rings import PolyElement, PolyRing

from casbridge.algebra.answers import Task
from casbridge.algebra.fields import QQ, Coefficient, Field, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.sympy_polynomials import variable_names
from casbridge.algebra.systems import NO_GOAL, Goal, PolynomialSystem
from casbridge.errors import InputError
from casbridge.sympy.asking import CannotError, ask, basis_in, confirm_basis
from casbridge.sympy.settings import ITSELF, current, note

#: SymPy's orders and casbridge's names for them.
_ORDERS = {lex: "lex", grlex: "deglex", grevlex: "degrevlex"}
_METHODS = ("buchberger", "f5b")


@dataclass(frozen=True)
class RingPair:
    """A ring of SymPy's and casbridge's ring for it. SymPy lists the greatest generator first, casbridge last.

    A generator is called by its name, or v1, v2, … where that is no name of a variable. Raises CannotError for other
    coefficients than those of ZZ, QQ and GF(p).

    >>> from sympy import QQ, ring
    >>> R, x, y = ring("x,y", QQ)
    >>> pair = RingPair.of(R)
    >>> pair.ring, pair.polynomial(x**2 - y / 2)
    (QQ[y, x], x**2 - 1/2*y)
    >>> pair.element(pair.polynomial(2 * x**2 - y))
    x**2 - 1/2*y
    """

    theirs: PolyRing
    ring: Ring

    @staticmethod
    def of(theirs: PolyRing) -> RingPair:
        """The pair of a ring of SymPy's."""
        symbols = tuple(theirs.symbols)[::-1]
        return RingPair(theirs, Ring(_field(theirs.domain), tuple(variable_names(symbols))))

    def polynomial(self, element: PolyElement) -> Polynomial:
        """casbridge's polynomial of an element of the ring."""
        domain = self.theirs.domain
        if domain.is_ZZ:
            return Polynomial(self.ring, {exponents[::-1]: int(c) for exponents, c in element.items()})
        if domain.is_QQ:
            numer, denom = domain.numer, domain.denom
            read = {e[::-1]: Fraction(int(numer(c)), int(denom(c))) for e, c in element.items()}
            return Polynomial(self.ring, read)
        to_int = getattr(domain, "to_int", int)  # SymPy before 1.13, as in Sage 9.5, has none
        return Polynomial(self.ring, {exponents[::-1]: to_int(c) for exponents, c in element.items()})

    def element(self, polynomial: Polynomial) -> PolyElement:
        """SymPy's element, monic over a field, and over ZZ primitive with a positive leading coefficient."""
        domain = self.theirs.domain
        field = domain.get_field()
        over = self.theirs if domain.is_Field else self.theirs.clone(domain=field)
        values = {e[::-1]: _value(field, c) for e, c in polynomial.terms.items()}
        made = over.from_dict(values).monic()
        return made if domain.is_Field else made.clear_denoms()[1].set_ring(self.theirs)

    def system(self, elements: Iterable[PolyElement], goal: Goal = NO_GOAL) -> PolynomialSystem:
        """The system of some elements, and what to do with it."""
        return PolynomialSystem.of(self.ring, map(self.polynomial, elements), goal=goal)


def _field(domain: Any) -> Field:
    if domain.is_ZZ or domain.is_QQ:
        return QQ
    if not domain.is_FF:
        raise CannotError(f"coefficients in {domain}")
    try:
        return Field(int(domain.characteristic()))
    except InputError as error:
        raise CannotError(f"coefficients in {domain}: {error}") from None


def _value(field: Any, coefficient: Coefficient) -> Any:
    if isinstance(coefficient, Fraction):
        return field(coefficient.numerator, coefficient.denominator)
    return field(coefficient)


def groebner(seq: Sequence[PolyElement], ring: PolyRing, method: str | None = None) -> list[PolyElement]:
    """`sympy.polys.groebnertools.groebner` with the engine of the settings.

    method: "buchberger" and "f5b" name algorithms of SymPy's. They have the same answer, and a backend has its own.

    >>> from sympy import QQ, ring
    >>> R, x, y = ring("x,y", QQ)
    >>> from casbridge.sympy import using
    >>> with using(backend="sympy"):
    ...     groebner([x**2 + 2 * x * y**2, x * y + 2 * y**3 - 1], R)
    [x, y**3 - 1/2]
    """
    chosen = query("groebner") if method is None else method
    try:
        if chosen not in _METHODS:
            raise CannotError(f"method={chosen!r}")
        if not any(seq):
            raise CannotError("no equations")
        if ring.order not in _ORDERS:
            raise CannotError(f"the order {ring.order}")
        pair = RingPair.of(ring)
        system = pair.system(seq)
        answer = ask(system, Task.BASIS, _ORDERS[ring.order])
    except CannotError as error:
        if not current().fallback:
            raise
        note(ITSELF, str(error))
        return list(groebnertools.groebner(seq, ring, method))
    if current().second is not None:
        confirm_basis(answer, system)
    found = [pair.element(polynomial) for polynomial in basis_in(answer) if polynomial]
    return sorted(found, key=lambda element: ring.order(element.LM), reverse=True)
