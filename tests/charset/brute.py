"""Zeros by trying every point: nothing shared with what is tested but the terms of a polynomial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from casbridge.algebra import Coefficient, Equation, Field, Polynomial, PolynomialSystem, Ring, local_ring

Values = Sequence[Coefficient]


def value_at(terms: Mapping[tuple[int, ...], Coefficient], point: Values, p: int) -> Coefficient:
    """The value by the definition: fractions over QQ, residues over GF(p)."""
    total: Coefficient = 0
    for exponents, coefficient in terms.items():
        term = coefficient
        for base, exponent in zip(point, exponents, strict=True):
            term *= base**exponent
        total += term
    if p:
        assert isinstance(total, int)
        return total % p
    return total


def vanishes(system: PolynomialSystem, point: Values) -> bool:
    """Whether every equation is zero at a point of the ring."""
    return all(_is_zero(system, equation, point) for equation in system.equations)


def _is_zero(system: PolynomialSystem, equation: Equation, point: Values) -> bool:
    p = system.ring.field.characteristic
    return value_at(equation.pattern.terms, [point[v] for v in equation.variables], p) == 0


def zeros_among(system: PolynomialSystem, domains: Sequence[Values]) -> list[tuple[Coefficient, ...]]:
    """All points of the product of the domains at which the system vanishes; an equation is asked when it can be."""
    points: list[tuple[Coefficient, ...]] = [()]
    if any(not e.variables and e.pattern for e in system.equations):
        return []
    for v, domain in enumerate(domains):
        asked = [e for e in system.equations if e.variables and max(e.variables) == v]
        longer = [(*point, value) for point in points for value in domain]
        points = [point for point in longer if all(_is_zero(system, e, point) for e in asked)]
    return points


def with_roots(ring: Ring, variable: int, roots: Iterable[Coefficient], multiplicity: int = 1) -> Polynomial:
    """∏ (x − root)^multiplicity."""
    x = the_variable(ring, variable)
    found = Polynomial.constant(ring, 1)
    for root in roots:
        for _ in range(multiplicity):
            found = found * (x - root)
    return found


def the_variable(ring: Ring, variable: int) -> Polynomial:
    return Polynomial(ring, {tuple(int(i == variable) for i in range(ring.size)): 1})


def domain_pattern(field: Field, roots: Iterable[Coefficient]) -> Polynomial:
    return with_roots(local_ring(field, 1), 0, roots)


def difference_pattern(field: Field, roots: Sequence[Coefficient]) -> Polynomial:
    """(F(s) − F(t))/(s − t) for F = ∏ (x − root), by exact division; for a single root 1, without variables."""
    if len(roots) == 1:
        return Polynomial.constant(local_ring(field, 0), 1)
    ring = local_ring(field, 2)
    quotient = (with_roots(ring, 0, roots) - with_roots(ring, 1, roots)).quotient(
        the_variable(ring, 0) - the_variable(ring, 1)
    )
    assert quotient is not None
    return quotient


def colouring(field: Field, size: int, edges: Iterable[tuple[int, int]], colours: int) -> PolynomialSystem:
    """The colourings of a graph as a system: F for every vertex, G for every edge."""
    ring = Ring.of([f"x{i + 1}" for i in range(size)], field)
    values = range(1, colours + 1)
    domain = domain_pattern(field, values)
    differ = difference_pattern(field, values)
    equations = [Equation(domain, (v,)) for v in range(size)]
    equations += [Equation(differ, edge if differ.ring.size else ()) for edge in edges]
    return PolynomialSystem(ring, tuple(equations))
