"""Closed points: zeros that are conjugate over the field, given by the polynomials of the component that has them."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from casbridge.algebra.answers import Component, Point, point_component
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.crosscheck.division import Divisor
from casbridge.limits import NEVER, Deadline

#: Of combinations that are tried, so that none is zero where its parts are not.
WEIGHTS = (1, 2, 3)

ClosedPoint = frozenset[Polynomial]


def triangular_basis(component: Component, ring: Ring, deadline: Deadline = NEVER) -> Component | None:
    """The reduced lex Gröbner basis of a component whose leading monomials are a power of each variable; else None.

    Such polynomials are a Gröbner basis as they are, for their leading monomials have no common factors.

    >>> from casbridge.algebra import variables
    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> triangular_basis((y - 2 * x, x**2 - 2), ring)
    (x**2 - 2, y - 2*x)
    >>> triangular_basis((x * y - 1, x**2 - 2), ring)
    """
    if len(component) != ring.size:
        return None
    by_variable: dict[int, Polynomial] = {}
    for polynomial in component:
        variables = polynomial.support()
        if not variables:
            return None
        main = variables[-1]
        degree = polynomial.degree(main)
        if main in by_variable or any(e[main] == degree and sum(e) > degree for e in polynomial.terms):
            return None
        by_variable[main] = polynomial
    reduced: list[Polynomial] = []
    for main in range(ring.size):
        reduced.append(Divisor(reduced, "lex", deadline).remainder(by_variable[main]).normal())
    return tuple(reduced)


def degree_of(basis: Component) -> int:
    """The product of the main degrees: how many zeros there are, counted with multiplicity."""
    return prod(polynomial.degree(polynomial.support()[-1]) for polynomial in basis)


def reducible(basis: Component) -> bool:
    """Whether a univariate polynomial of the basis factors, so that it is not the prime that it is said to be."""
    for polynomial in basis:
        if len(polynomial.support()) == 1 and polynomial.total_degree > 1:
            factors = [(f, times) for f, times in polynomial.factors() if not f.is_constant]
            if len(factors) != 1 or factors[0][1] != 1:
                return True
    return False


def vanishes(polynomial: Polynomial, divisor: Divisor, degree: int) -> bool:
    """Whether a polynomial is 0 at every zero of a Gröbner basis with so many zeros: some power reduces to zero."""
    left = divisor.remainder(polynomial)
    power = 1
    while left and power < degree:
        left = divisor.remainder(left * left)
        power *= 2
    return not left


def is_outside(closed: ClosedPoint, others: Mapping[ClosedPoint, int], degree: int, deadline: Deadline) -> bool:
    """Whether it is certain that some zero of `closed` is in none of the others.

    A product with a factor from each of the others is then not zero at some zero of `closed`. Where `closed` is a prime
    this finds every case; where it is not, it may say False of a case, but never True wrongly.
    """
    divisor = Divisor(tuple(closed), "lex", deadline)
    product: Polynomial | None = None
    for other in others:
        factor = next((f for f in sorted(other, key=str) if not vanishes(f, divisor, degree)), None)
        if factor is None:
            return False
        product = divisor.remainder(factor if product is None else product * factor)
    return product is None or not vanishes(product, divisor, degree)


def has_more(basis: Divisor, zeros: Mapping[ClosedPoint, int], degree: int) -> bool:
    """Whether it is certain that a Gröbner basis with so many standard monomials has a zero that none of these is.

    A product with a combination of the polynomials of each of them is then not zero at some zero of the basis.
    """
    for weight in WEIGHTS:
        product: Polynomial | None = None
        for closed in zeros:
            combined: Polynomial | None = None
            for f in sorted(closed, key=lambda p: p.support()):
                combined = f if combined is None else weight * combined + f
            assert combined is not None
            product = basis.remainder(combined if product is None else product * combined)
        if product is None or not vanishes(product, basis, degree):
            return True
    return False


def of_points(points: frozenset[Point], ring: Ring) -> dict[ClosedPoint, int]:
    """Points of the field as closed points, each of degree 1."""
    return {frozenset(point_component(point, ring)): 1 for point in points}


def telling_polynomial(closed: ClosedPoint) -> Polynomial:
    """The first polynomial that is not linear, or the first."""
    ordered = sorted(closed, key=lambda p: p.support())
    return next((p for p in ordered if p.total_degree > 1), ordered[0])
