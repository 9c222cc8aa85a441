"""Closed points: zeros that are conjugate over the field, given by the polynomials of the component that has them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import prod

from casbridge.algebra.answers import Component, Point, point_of
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.algebra.rings import Ring
from casbridge.charset.definitions.ranks import main_degree
from casbridge.crosscheck.division import Divisor
from casbridge.crosscheck.verdicts import Extension
from casbridge.limits import NEVER, Deadline

_MOST_FACTORS = 20
_MOST_TERMS = 60
_LARGEST_EXTENSION = 6

#: The polynomials of a closed point.
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
        support = polynomial.support()
        if not support:
            return None
        main = support[-1]
        degree = polynomial.degree(main)
        if main in by_variable or any(e[main] == degree and sum(e) > degree for e in polynomial.terms):
            return None
        by_variable[main] = polynomial
    reduced: list[Polynomial] = []
    for main in range(ring.size):
        reduced.append(Divisor(reduced, "lex", deadline).remainder(by_variable[main]).normal())
    return tuple(reduced)


def degree_of(basis: Component) -> int:
    """The product of the main degrees: how many zeros there are, counted with multiplicity.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> degree_of((x**2 - 2, y - x))
    2
    """
    return prod(map(main_degree, basis))


def reducible(basis: Component) -> bool:
    """Whether a univariate polynomial of the basis factors, so that it is not the prime that it is said to be.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> reducible((x**2 - 4, y)), reducible((x**2 - 2, y))
    (True, False)
    """
    univariate = (polynomial for polynomial in basis if len(polynomial.support()) == 1 and polynomial.total_degree > 1)
    return any(sum(times for f, times in one.factors() if not f.is_constant) != 1 for one in univariate)


def vanish(divisor: Divisor, degree: int, *factors: Polynomial) -> bool:
    """Whether a product is 0 at every zero of a Gröbner basis: then some power of it reduces to zero.

    degree: how many zeros the basis has, counted with multiplicity.
    factors: of the product; without any it is 1.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> basis = Divisor([x**2 - x, y], "lex")
    >>> vanish(basis, 2, x), vanish(basis, 2, x, x - 1)
    (False, True)
    """
    if not factors:
        return False
    first, *others = factors
    left = reduce(lambda product, factor: divisor.remainder(product * factor), others, divisor.remainder(first))
    power = 1
    while left and power < degree:
        left = divisor.remainder(left * left)
        power *= 2
    return not left


def factors_outside(
    closed: ClosedPoint, others: Iterable[ClosedPoint], degree: int, deadline: Deadline = NEVER
) -> list[Polynomial] | None:
    """A polynomial from each of the others, such that their product is not 0 at some zero of `closed`; else None.

    A list means for certain that some zero of `closed` is in none of the others. Where `closed` is a prime, every such
    case is found.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> plus, minus = frozenset({x**2 - 2, y - x}), frozenset({x**2 - 2, y + x})
    >>> factors_outside(plus, [minus], 2), factors_outside(plus, [plus], 2)
    ([y + x], None)
    """
    divisor = Divisor(tuple(closed), "lex", deadline)
    factors: list[Polynomial] = []
    for other in others:
        factor = next((f for f in sorted(other, key=str) if not vanish(divisor, degree, f)), None)
        if factor is None:
            return None
        factors.append(factor)
    return None if vanish(divisor, degree, *factors) else factors


def short_product(factors: Iterable[Polynomial], ring: Ring) -> Polynomial | None:
    """The product of different factors, or None where it is too long to be shown.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> short_product([x, y, x], x.ring), short_product([], x.ring)
    (x*y, 1)
    """
    product = Polynomial.constant(ring, 1)
    for number, factor in enumerate(dict.fromkeys(factors)):
        product = product * factor
        if number >= _MOST_FACTORS or len(product.terms) > _MOST_TERMS:
            return None
    return product


def root_name(ring: Ring) -> str:
    """A name for a root that is no variable of the ring.

    >>> root_name(Ring.of("x y")), root_name(Ring.of("a b"))
    ('a', 'a1')
    """
    return next(name for name in ("a", *(f"a{number}" for number in range(1, ring.size + 2))) if name not in ring.index)


def coordinates_of(basis: Component, ring: Ring) -> Point | Extension | None:
    """The zero of a closed point: in the field, or in the extension by a root of its one polynomial that is not linear.

    basis: as `triangular_basis` gives it, of a prime. None where two polynomials or more are not linear, or where the
    extension is large.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> coordinates_of((x - 2, y + 1), x.ring)
    (2, -1)
    >>> coordinates_of((x**2 - 2, y - 3 * x), x.ring)
    Extension(minimal='a**2 - 2', coordinates=('a', '3*a'))
    """
    point = point_of(basis, ring)
    if point is not None:
        return point
    nonlinear = [polynomial for polynomial in basis if main_degree(polynomial) > 1]
    if len(nonlinear) != 1 or len(nonlinear[0].support()) != 1 or nonlinear[0].total_degree > _LARGEST_EXTENSION:
        return None
    (variable,) = nonlinear[0].support()
    names = [root_name(ring) if v == variable else name for v, name in enumerate(ring.variables)]
    divisor = Divisor(basis, "lex")
    texts = tuple(divisor.remainder(one).text(names) for one in variables(ring))
    return Extension(nonlinear[0].text(names), texts)
