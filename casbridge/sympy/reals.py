"""The real zeros of a system with finitely many zeros, exactly.

    minimal primes ──▶ for each P: a basis xi = gi(u), m(u) = 0 ──▶ the real roots of m
                                   the minimal polynomial of xi ──▶ which of its real roots gi(u) is

Each prime is a maximal ideal: the coordinates generate a field over QQ, and a linear form u of them generates it too.
The real zeros of the prime belong to the real roots of m. The value of gi at an isolating interval is refined until it
meets the isolating interval of one root of the minimal polynomial only.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy import Basic, Dummy, Eq, Expr, Poly, sympify
from sympy.polys.polytools import GroebnerBasis

from casbridge.calls import with_hints
from casbridge.errors import BackendError
from casbridge.sympy.asking import CannotError, bases_only
from casbridge.sympy.bases import groebner
from casbridge.sympy.ideals import minimal_primes
from casbridge.sympy.settings import calling, using

_Interval = tuple[Fraction, Fraction]

_INFINITE = "only zero-dimensional systems supported (finite number of solutions)"
_MOST_FORMS = 200
#: Digits by which zeros are sorted.
_DIGITS = 30


@with_hints
def real_roots(F: Any, *gens: Any, **args: Any) -> list[Any]:
    """The real zeros of a system over ZZ or QQ with finitely many zeros, as exact tuples in ascending order.

    F: a list of polynomials or a `GroebnerBasis`. A single expression, Eq, Poly or string goes to `sympy.real_roots`,
        with its arguments and its result: a list of roots with multiplicities. No backend is asked then.
    gens, args: as for `groebner`.

    Each coordinate is a rational number, an expression in square roots, or a `CRootOf` of its minimal polynomial.
    Raises NotImplementedError for infinitely many zeros, CannotError for other coefficients, and as `groebner` does.

    >>> from sympy.abc import x, y
    >>> real_roots([x**2 - 2, y**2 - x], x, y, backend="reference")
    [(sqrt(2), -2**(1/4)), (sqrt(2), 2**(1/4))]
    >>> real_roots(x**3 - 2 * x)
    [-sqrt(2), 0, sqrt(2)]
    """
    with calling("real_roots", args):
        if isinstance(F, (Expr, Poly, Eq, str)):
            F = sympify(F)
            return list(sympy.real_roots(F.lhs - F.rhs if isinstance(F, Eq) else F, *gens, **args))
        args.setdefault("order", "grevlex")
        primes = minimal_primes(F, *gens, **args)
        found: list[Any] = []
        with using(checked=False), bases_only():
            for prime in primes:
                if not (prime.domain.is_ZZ or prime.domain.is_QQ):
                    raise CannotError(f"real zeros with coefficients in {prime.domain}")
                if not prime.is_zero_dimensional:
                    raise NotImplementedError(_INFINITE)
                found += _zeros_of(prime)
        return sorted(found, key=lambda zero: [coordinate.evalf(_DIGITS) for coordinate in zero])


def _zeros_of(prime: GroebnerBasis) -> list[tuple[Basic, ...]]:
    """The real zeros of a maximal ideal."""
    minimal, forms = _shape(prime)
    intervals = [interval for interval, _ in minimal.intervals()]
    coordinates = [_Coordinate(_minimal_polynomial(prime, gen)) for gen in prime.gens]
    found = []
    for start, end in intervals:
        values = [one.value(form, minimal, (start, end)) for one, form in zip(coordinates, forms, strict=True)]
        found.append(tuple(values))
    return found


def _shape(prime: GroebnerBasis) -> tuple[Poly, list[Poly]]:
    """The minimal polynomial of a linear form u, and each generator as a polynomial in u."""
    u = Dummy("u")
    for number in range(_MOST_FORMS):
        form = sum(_weight(number, place) * gen for place, gen in enumerate(prime.gens))
        basis = groebner([*prime.exprs, u - form], *prime.gens, u, order="lex", domain=sympy.QQ, polys=True)
        *upper, last = basis.polys
        if len(upper) == len(prime.gens) and all(map(_is_linear, upper)):
            pairs = zip(prime.gens, upper, strict=True)
            return last.ltrim(u), [Poly(gen - f.as_expr(), u, domain=sympy.QQ) for gen, f in pairs]
    raise BackendError("no linear form generates the field of a minimal prime; the backend's prime is none")


def _weight(number: int, place: int) -> int:
    """Coefficients of linear forms: 1, 1, 1, …, then 1, 2, 4, …, then 1, 3, 9, …"""
    return int((number + 1) ** place)


def _is_linear(polynomial: Poly) -> bool:
    return bool(sum(polynomial.LM().exponents) == 1)


def _minimal_polynomial(prime: GroebnerBasis, gen: Any) -> Poly:
    """The polynomial in one generator that generates the prime's elimination ideal there."""
    others = [other for other in prime.gens if other != gen]
    basis = groebner(prime.exprs, *others, gen, order="lex", domain=sympy.QQ, polys=True)
    return basis.polys[-1].ltrim(gen)


class _Coordinate:
    """The real roots of an irreducible polynomial, and which of them a value is."""

    def __init__(self, minimal: Poly) -> None:
        self._roots = sympy.real_roots(minimal)
        self._intervals = [interval for interval, _ in minimal.intervals()]

    def value(self, form: Poly, minimal: Poly, interval: tuple[Any, Any]) -> Basic:
        """The root that a polynomial takes as its value at a root of another one, given by an isolating interval."""
        coefficients = [_fraction(c) for c in form.all_coeffs()]
        while True:
            low, high = _image(coefficients, (_fraction(interval[0]), _fraction(interval[1])))
            places = [
                place
                for place, (start, end) in enumerate(self._intervals)
                if (low < end and high > start) or (start == end and low <= start <= high)
            ]
            if len(places) == 1:
                root: Basic = self._roots[places[0]]
                return root
            if not places:
                raise BackendError("a value that is no root of its minimal polynomial; the backend's prime is none")
            width = (interval[1] - interval[0]) / 1024
            interval = minimal.refine_root(*interval, eps=width)


def _image(coefficients: Sequence[Fraction], interval: _Interval) -> _Interval:
    """An interval that holds the values of a polynomial on an interval, by Horner's rule."""
    low = high = Fraction(0)
    for coefficient in coefficients:
        products = [value * end for value in (low, high) for end in interval]
        low, high = min(products) + coefficient, max(products) + coefficient
    return low, high


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))
