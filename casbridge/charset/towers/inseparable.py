"""p-th roots in towers of characteristic p, by linear algebra over K(u).

z = Σ z_e·y^e has the p-th power Σ z_e^p·y^(pe). Write y^(pe) in normal form, and every coefficient c in K[u] as
Σ u^i·c_i^p, 0 ≤ i < p. Then the equation z^p = a falls into linear equations for the z_e, one for every monomial in y
and every i. K is perfect. Compare Li, Mou, Wang, "Decomposing polynomial sets into simple sets over finite fields".
"""

from __future__ import annotations

from functools import cached_property

from casbridge.algebra.arithmetic import Exponents, Native
from casbridge.charset.towers.tower import Tower

_Row = list[Native]


class Roots:
    """p-th roots in one tower.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> u, y = variables(Ring.of("u y", Field(3)))
    >>> elements = Elements(u.ring)
    >>> roots = Roots(Tower(elements, [elements.of_polynomial(y**3 - u)]))
    >>> roots.root(elements.of_polynomial(u).native), roots.root(elements.of_polynomial(u + y).native)
    ((y, 1), None)
    """

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.p = tower.characteristic

    @cached_property
    def _powers(self) -> list[tuple[Native, dict[Exponents, Native]]]:
        """For every monomial y^e of the basis m and the components of (m·y^e)^p."""
        found = []
        for exponents in self.tower.basis:
            native = self.tower.arithmetic.from_terms({tuple(self.p * e for e in exponents): 1})
            power, multiplier = self.tower.reduce(native)
            found.append((multiplier, self._components(power * multiplier ** (self.p - 1))))
        return found

    def _components(self, native: Native) -> dict[Exponents, Native]:
        """The p-th roots c of the parts c^p·u^i·y^f of a normal form, by the exponents of u^i·y^f."""
        p, algebraic = self.p, set(self.tower.variables)
        parts: dict[Exponents, dict[Exponents, int]] = {}
        for exponents, coefficient in self.tower.arithmetic.terms(native).items():
            key = tuple(e if v in algebraic else e % p for v, e in enumerate(exponents))
            root = tuple(0 if v in algebraic else e // p for v, e in enumerate(exponents))
            parts.setdefault(key, {})[root] = int(coefficient)
        return {key: self.tower.arithmetic.from_terms(terms) for key, terms in parts.items()}

    def root(self, native: Native) -> tuple[Native, Native] | None:
        """The p-th root of an element in normal form: a numerator, and a denominator in K[u]. None if it has none."""
        arithmetic, tower = self.tower.arithmetic, self.tower
        target = self._components(native)
        zero = arithmetic.constant(0)
        keys = sorted({key for _, components in self._powers for key in components} | target.keys())
        rows = [[*(c.get(key, zero) for _, c in self._powers), target.get(key, zero)] for key in keys]
        solution = _solve(tower, rows, len(self._powers))
        if solution is None:
            return None
        denominator = arithmetic.constant(1)
        for _, divisor in solution:
            denominator = _least_common_multiple(tower, denominator, divisor)
        numerator = zero
        for exponents, (multiplier, _), (value, divisor) in zip(tower.basis, self._powers, solution, strict=True):
            factor = arithmetic.divide(denominator, divisor)[0]
            numerator = numerator + value * factor * multiplier * arithmetic.from_terms({exponents: 1})
        return numerator, denominator

    def root_of_polynomial(self, native: Native, variable: int) -> Native | None:
        """The polynomial F with F^p = h(x^p), up to a unit, for a normalised h; None if there is none.

        F = x^n + Σ root(c_j/c_n)·x^j, and root(c_j/c_n) = root(c_j·c_n^(p−1))/c_n.
        """
        tower, arithmetic = self.tower, self.tower.arithmetic
        coefficients = tower.coefficients(native, variable)
        degree = max(coefficients)
        initial = coefficients.pop(degree)
        roots: dict[int, tuple[Native, Native]] = {}
        denominator = arithmetic.constant(1)
        for power, coefficient in coefficients.items():
            root = self.root(coefficient * initial ** (self.p - 1))
            if root is None:
                return None
            roots[power] = root
            denominator = _least_common_multiple(tower, denominator, root[1])
        found = {degree: initial * denominator}
        for power, (numerator, divisor) in roots.items():
            found[power] = numerator * arithmetic.divide(denominator, divisor)[0]
        return tower.normalised(tower.reduced(tower.from_coefficients(found, variable)), variable)


def _least_common_multiple(tower: Tower, first: Native, second: Native) -> Native:
    return tower.arithmetic.divide(first * second, tower.arithmetic.gcd(first, second))[0]


def _solve(tower: Tower, rows: list[_Row], unknowns: int) -> list[tuple[Native, Native]] | None:
    """The solution, as (numerator, denominator), of a system over K(u) of full column rank; None if there is none."""
    arithmetic = tower.arithmetic
    pivots: list[_Row] = []
    for column in range(unknowns):
        tower.elements.check()
        candidates = [row for row in rows if row[column]]
        pivot = min(candidates, key=lambda row: sum(map(len, row)))
        rows = [_eliminated(tower, row, pivot, column) if row[column] else row for row in rows if row is not pivot]
        pivots = [_eliminated(tower, row, pivot, column) if row[column] else row for row in pivots]
        pivots.append(pivot)
    if any(row[unknowns] for row in rows):
        return None
    solution = []
    for column, row in enumerate(pivots):
        common = arithmetic.gcd(row[unknowns], row[column])
        solution.append((arithmetic.divide(row[unknowns], common)[0], arithmetic.divide(row[column], common)[0]))
    return solution


def _eliminated(tower: Tower, row: _Row, pivot: _Row, column: int) -> _Row:
    """The row with a zero in a column, without common factors."""
    divide = tower.arithmetic.divide
    first, second = pivot[column], row[column]
    row = [first * entry - second * other for entry, other in zip(row, pivot, strict=True)]
    common = tower.content(row)
    return [divide(entry, common)[0] for entry in row] if tower.arithmetic.main(common)[0] >= 0 else row
