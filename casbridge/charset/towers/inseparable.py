"""p-th roots in towers of characteristic p, by linear algebra over K(u).

z = Σ z_e·y^e has the p-th power Σ z_e^p·y^(pe). Write y^(pe) in normal form, and every coefficient c in K[u] as
Σ u^i·c_i^p, 0 ≤ i < p. Then the equation z^p = a falls into linear equations for the z_e, one for every monomial in y
and every i. K is perfect. Compare Li, Mou, Wang, "Decomposing polynomial sets into simple sets over finite fields".
"""

from __future__ import annotations

from collections.abc import Sequence
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
        values, denominator = _with_one_denominator(tower, solution)
        parts = zip(tower.basis, self._powers, values, strict=True)
        return sum((m * value * arithmetic.from_terms({e: 1}) for e, (m, _), value in parts), zero), denominator

    def root_of_polynomial(self, native: Native, variable: int) -> Native | None:
        """The polynomial F with F^p = h(x^p), up to a unit, for a normalised h; None if there is none.

        F = x^n + Σ root(c_j/c_n)·x^j, and root(c_j/c_n) = root(c_j·c_n^(p−1))/c_n.
        """
        tower = self.tower
        coefficients = tower.coefficients(native, variable)
        degree = max(coefficients)
        initial = coefficients.pop(degree)
        roots = []
        for coefficient in coefficients.values():
            root = self.root(coefficient * initial ** (self.p - 1))
            if root is None:
                return None
            roots.append(root)
        numerators, denominator = _with_one_denominator(tower, roots)
        found = {degree: initial * denominator, **dict(zip(coefficients, numerators, strict=True))}
        return tower.normalised(tower.reduced(tower.from_coefficients(found, variable)), variable)


def _with_one_denominator(tower: Tower, fractions: Sequence[tuple[Native, Native]]) -> tuple[list[Native], Native]:
    """The numerators of fractions over their least common denominator, and this denominator."""
    divide, gcd = tower.arithmetic.divide, tower.arithmetic.gcd
    common = tower.arithmetic.constant(1)
    for _, denominator in fractions:
        common = divide(common * denominator, gcd(common, denominator))[0]
    return [numerator * divide(common, denominator)[0] for numerator, denominator in fractions], common


def _solve(tower: Tower, rows: list[_Row], unknowns: int) -> list[tuple[Native, Native]] | None:
    """The solution, as (numerator, denominator), of a system over K(u) of full column rank; None if there is none."""
    divide = tower.arithmetic.divide

    def eliminated(row: _Row, pivot: _Row, column: int) -> _Row:
        """The row with a zero in a column, without common factors."""
        if not row[column]:
            return row
        row = [pivot[column] * entry - row[column] * other for entry, other in zip(row, pivot, strict=True)]
        common = tower.content(row)
        return [divide(entry, common)[0] for entry in row] if tower.arithmetic.main(common)[0] >= 0 else row

    pivots: list[_Row] = []
    for column in range(unknowns):
        tower.elements.check()
        pivot = min((row for row in rows if row[column]), key=lambda row: sum(map(len, row)))
        rows = [eliminated(row, pivot, column) for row in rows if row is not pivot]
        pivots = [*(eliminated(row, pivot, column) for row in pivots), pivot]
    if any(row[unknowns] for row in rows):
        return None
    return [tower.elements.coprime(row[unknowns], row[column]) for column, row in enumerate(pivots)]
