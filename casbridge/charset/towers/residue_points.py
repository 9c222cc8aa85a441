"""Cheap proofs of irreducibility: the degrees of a polynomial's factors in residue fields of the tower.

Take a point (u, y) over a finite field F at which all steps of the tower vanish, no initial vanishes, and the Jacobian
matrix of the steps has full rank. It is a regular point of the variety of the tower. (Over QQ a simple root of every
step modulo a prime is enough.) The local ring of the point is integrally closed. So a factorisation of b over the
tower, with b's initial not zero at the point, becomes a factorisation over F with the same degrees: the degree of every
factor of b is a sum of degrees of factors over F. If no proper sum is common to some points, b is irreducible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import count
from typing import Any

from casbridge.algebra.arithmetic import Arithmetic, Exponents, FlintArithmetic, Native
from casbridge.algebra.fields import Coefficient, is_prime
from casbridge.charset.elements import Element
from casbridge.charset.towers.tower import Tower

_Value = Any
#: Points of one tower that are looked for, and attempts to find each.
_MOST_POINTS = 12
_TRIES = 60
#: The most points at which it is tried to prove that polynomials are coprime, or not 0.
_POINTS_FOR_PROOFS = 2
#: Sum of the degrees of a polynomial up to which the whole numbers that stand for residues are put into it.
_MOST_SUBSTITUTED = 200


class _Residues:
    """The field GF(p^degree), by FLINT."""

    #: Whether its elements are whole numbers modulo p, and python-flint is there.
    are_numbers = False

    def __init__(self, tower: Tower, p: int, degree: int = 1) -> None:
        from flint import fq_default_ctx, fq_default_poly_ctx

        self._random, self._p, self._degree = tower.random, p, degree
        self.field: Any = fq_default_ctx(p, degree)
        self._polynomials = fq_default_poly_ctx(self.field)

    def of(self, value: Coefficient) -> _Value:
        """The image of a whole number."""
        return self.field(int(value) % self._p)

    def random(self) -> _Value:
        """A random element."""
        return self.field([self._random.randrange(self._p) for _ in range(self._degree)])

    def factors(self, coefficients: list[_Value]) -> list[tuple[list[_Value], int]]:
        """The monic factors of a polynomial, each from the constant up, with multiplicities."""
        return [(factor.coeffs(), int(m)) for factor, m in self._polynomials(coefficients).factor()[1]]

    def roots(self, coefficients: list[_Value]) -> list[_Value]:
        """The different roots of a polynomial: far quicker than its factors."""
        return [root for root, _ in self._polynomials(coefficients).roots()]

    def work(self, degree: int) -> int:
        """The work of factoring a polynomial, in about microseconds."""
        return 50 + (degree * self._degree) ** 2 // 5

    def are_coprime(self, given: Iterable[list[_Value]]) -> bool:
        """Whether the greatest common divisor of polynomials that are not 0 is a constant."""
        return int(reduce(lambda one, other: one.gcd(other), map(self._polynomials, given)).degree()) == 0


class _PrimeResidues(_Residues):
    """GF(p) for odd p, by FLINT: its own numbers are quicker, and square roots give quadratic factors."""

    are_numbers = True

    def __init__(self, tower: Tower, p: int) -> None:
        from flint import nmod, nmod_poly
        from flint.utils.flint_exceptions import DomainError

        self._no_root = DomainError
        self._random, self._p, self._degree = tower.random, p, 1
        self.field = partial(nmod, mod=p)
        self._polynomials = partial(nmod_poly, mod=p)

    def random(self) -> _Value:
        return self.field(self._random.randrange(self._p))

    def factors(self, coefficients: list[_Value]) -> list[tuple[list[_Value], int]]:
        if len(coefficients) != 3:
            return super().factors(coefficients)
        roots, leading = self.roots(coefficients), coefficients[2]
        if not roots:
            return [([c / leading for c in coefficients], 1)]
        return [([-root, self.field(1)], 2 // len(roots)) for root in roots]

    def roots(self, coefficients: list[_Value]) -> list[_Value]:
        if len(coefficients) != 3:
            polynomial, x = self._polynomials(coefficients), self._polynomials([0, 1])
            if polynomial.degree() > 1:  # Fermat: x^p − x is the product of all linear factors
                polynomial = polynomial.gcd(x.pow_mod(self._p, polynomial) - x)
            return [-factor[0] for factor, _ in super().factors(polynomial.coeffs())]
        absolute, first, second = coefficients
        try:
            root = (first * first - 4 * second * absolute).sqrt()
        except self._no_root:
            return []
        return [(sign * root - first) / (2 * second) for sign in ((1, -1) if root else (1,))]


class _SymPyResidues(_Residues):
    """GF(p) by SymPy."""

    def __init__(self, tower: Tower, p: int) -> None:
        from sympy import GF

        self._random, self._p, self._degree = tower.random, p, 1
        self.field = GF(p, symmetric=False)

    def random(self) -> _Value:
        return self.field(self._random.randrange(self._p))

    def factors(self, coefficients: list[_Value]) -> list[tuple[list[_Value], int]]:
        from sympy import ZZ
        from sympy.polys.galoistools import gf_factor

        factors = gf_factor([ZZ(int(c)) for c in reversed(coefficients)], self._p, ZZ)[1]
        return [([self.field(int(c)) for c in reversed(factor)], int(m)) for factor, m in factors]

    def roots(self, coefficients: list[_Value]) -> list[_Value]:
        return [-factor[0] for factor, _ in self.factors(coefficients) if len(factor) == 2]

    def are_coprime(self, given: Iterable[list[_Value]]) -> bool:
        from sympy import ZZ
        from sympy.polys.galoistools import gf_gcd

        polynomials = ([ZZ(int(c)) for c in reversed(each)] for each in given)
        return len(reduce(lambda one, other: gf_gcd(one, other, self._p, ZZ), polynomials)) == 1


@dataclass
class _ResiduePoint:
    """A point over a finite field. Values of variables that no step mentions are chosen at random when needed.

    It takes polynomials of `arithmetic`, over QQ with whole coefficients.
    """

    arithmetic: Arithmetic
    residues: _Residues
    values: dict[int, _Value]

    def value(self, native: Native) -> _Value:
        """The value of a polynomial."""
        total = self.image(native, -1)
        return total[0] if total else self.residues.of(0)

    def image(self, native: Native, variable: int) -> list[_Value]:
        """The coefficients, from the constant up, of a polynomial in one variable; trailing zeros are dropped."""
        values, zero = self.values, self.residues.of(0)
        degrees = self.arithmetic.degrees(native)
        others = [v for v, degree in enumerate(degrees) if degree and v != variable]
        for v in others:
            if v not in values:
                values[v] = self.residues.random()
        if others and self.residues.are_numbers and sum(degrees) <= _MOST_SUBSTITUTED:
            native = self.arithmetic.substitute(native, {v: int(values[v]) for v in others})
            others = []
        found: list[_Value] = []
        for exponents, coefficient in self.arithmetic.terms(native).items():
            value = self.residues.of(coefficient)
            for v in others:
                if exponents[v]:
                    value = value * values[v] ** exponents[v]
            degree = exponents[variable] if variable >= 0 else 0
            found += [zero] * (degree + 1 - len(found))
            found[degree] = found[degree] + value
        while found and found[-1] == 0:  # an `fq_default` is always true, even zero
            found.pop()
        return found


class FiniteTower:
    """A tower without parameters as the field GF(p^m), in which FLINT factors. Variables stand for roots of the steps.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> x, y = variables(Ring.of("x y", Field(5)))
    >>> elements = Elements(x.ring)
    >>> tower = FiniteTower(Tower(elements, [elements.of_polynomial(x**2 - 2)]))
    >>> len(tower.factors(elements.of_polynomial(y**2 - 2).native, 1))
    2
    """

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.place = _ResiduePoint(tower.arithmetic, _Residues(tower, tower.characteristic, tower.degree), {})
        for step in tower.steps:
            tower.elements.check()
            image = self.place.image(step.native, step.variable)
            factors = self.place.residues.factors(image)
            self.place.values[step.variable] = next(-factor[0] for factor, _ in factors if len(factor) == 2)

    @cached_property
    def _coordinates(self) -> Any:
        """The matrix from coordinates in GF(p^m) to coordinates in the basis of monomials in y."""
        from flint import nmod_mat

        monomials = (self.tower.arithmetic.from_terms({exponents: 1}) for exponents in self.tower.basis)
        images = [self.place.value(monomial).to_list() for monomial in monomials]
        entries = [int(image[row]) for row in range(len(images)) for image in images]
        return nmod_mat(len(images), len(images), entries, self.tower.characteristic).inv()

    def factors(self, native: Native, variable: int) -> list[Native]:
        """The different irreducible factors, monic, of a polynomial in one variable over the tower."""
        from flint import nmod_mat

        p, basis = self.tower.characteristic, self.tower.basis
        image = self.place.image(native, variable)
        found = []
        for coefficients, _ in self.place.residues.factors(image):
            terms: dict[Exponents, int] = {}
            for power, value in enumerate(coefficients):
                column = nmod_mat(len(basis), 1, [int(c) for c in value.to_list()], p)
                for exponents, coordinate in zip(basis, (self._coordinates * column).entries(), strict=True):
                    if int(coordinate):
                        terms[*exponents[:variable], power, *exponents[variable + 1 :]] = int(coordinate)
            found.append(self.tower.arithmetic.from_terms(terms))
        return found


class ResiduePoints:
    """Points of one tower, found when needed and kept.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> points = ResiduePoints(Tower(elements, [elements.of_polynomial(x**2 - 2)]))
    >>> [points.judge(elements.of_polynomial(p).native, 1) for p in (y**2 - 3, y**2 - 8)]
    [(True, True), (False, True)]
    """

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self._flint = isinstance(tower.arithmetic, FlintArithmetic)
        self._found: list[_ResiduePoint] = []
        self._tries = 0
        self._primes = filter(is_prime, count(2**30 - 1, -2))
        self._whole = tower.arithmetic.normal
        self._steps = [self._whole(step.native) for step in tower.steps]
        self._derivatives = [
            tower.arithmetic.derivative(native, step.variable)
            for native, step in zip(self._steps, tower.steps, strict=True)
        ]

    def __iter__(self) -> Iterator[_ResiduePoint]:
        for position in range(_MOST_POINTS):
            while len(self._found) <= position:
                if self._tries >= (_TRIES * _MOST_POINTS if self._found else _TRIES + 1):
                    return
                self._tries += 1
                point = self._search()
                if point is not None:
                    self._found.append(point)
            yield self._found[position]

    def _residues(self) -> _Residues:
        p = self.tower.characteristic or next(self._primes)
        if not self._flint:
            return _SymPyResidues(self.tower, p)
        least = 1
        while p**least < 1000:
            least += 1
        if self.tower.characteristic and (least > 1 or self._tries > _TRIES // 2):
            least += self._tries % 7
        return _Residues(self.tower, p, least) if least > 1 else _PrimeResidues(self.tower, p)

    def _search(self) -> _ResiduePoint | None:
        self.tower.elements.check()
        point = _ResiduePoint(self.tower.arithmetic, self._residues(), {})
        try:
            for step, native in zip(self.tower.steps, self._steps, strict=True):
                image = point.image(native, step.variable)
                if len(image) <= step.degree:
                    return None
                self.tower.elements.work += point.residues.work(step.degree) // 5
                roots = point.residues.roots(image)
                if not roots:
                    return None
                point.values[step.variable] = self.tower.random.choice(roots)
            return point if self._regular(point) else None
        except ZeroDivisionError:
            return None

    def _regular(self, point: _ResiduePoint) -> bool:
        """Whether the Jacobian matrix of the steps has full rank; over QQ with respect to y only."""
        simple = all(point.value(derivative) != 0 for derivative in self._derivatives)
        if simple or not self.tower.characteristic:
            return simple
        pivots: list[tuple[int, dict[int, _Value]]] = []
        derivative = self.tower.arithmetic.derivative
        for step in self.tower.steps:
            values = {v: point.value(derivative(step.native, v)) for v, degree in enumerate(step.degrees) if degree}
            row = {v: value for v, value in values.items() if value != 0}
            for column, pivot in pivots:
                if column in row:
                    factor = row[column] / pivot[column]
                    for v, value in pivot.items():
                        row[v] = row[v] - factor * value if v in row else -factor * value
                    row = {v: value for v, value in row.items() if value != 0}
            if not row:
                return False
            pivots.append((min(row), row))
        return True

    def are_coprime(self, natives: Sequence[Native], variable: int, linear: Sequence[Element] = ()) -> bool:
        """Whether it is proved that polynomials over the tower have no common factor. They need not be reduced.

        They have none if their images at a point have none, and one of them keeps its degree there.
        linear: see `_with_linear`.
        """
        polynomials = [(self.tower.degree_in(native, variable), self._whole(native)) for native in natives]
        for point in self._with_linear(linear):
            images = [(degree, point.image(each, variable)) for degree, each in polynomials]
            if any(len(image) > degree for degree, image in images):
                # Images with a common factor are seldom those of coprime polynomials: no other point is tried.
                return point.residues.are_coprime([image for _, image in images if image])
        return False

    def is_nonzero(self, native: Native, linear: Sequence[Element] = ()) -> bool:
        """Whether it is proved that a polynomial, in any variables, is not 0 over the tower. It need not be reduced.

        It is not 0 if its value at a point is not 0. linear: see `_with_linear`.
        """
        native = self._whole(native)
        return any(point.value(native) != 0 for point in self._with_linear(linear))

    def _with_linear(self, linear: Sequence[Element]) -> Iterator[_ResiduePoint]:
        """A few points, with the values of variables that stand for elements of the tower.

        linear: elements that are linear in these variables, lowest first.
        """
        natives = [(element.variable, self._whole(element.native)) for element in linear]
        for _, known in zip(range(_POINTS_FOR_PROOFS), self, strict=False):
            self.tower.elements.check()
            point = _ResiduePoint(known.arithmetic, known.residues, dict(known.values))
            with suppress(ZeroDivisionError, ValueError):  # the initial vanishes, or the polynomial without its initial
                for variable, each in natives:
                    absolute, initial = point.image(each, variable)
                    point.values[variable] = -absolute / initial
                yield point

    def judge(self, native: Native, variable: int) -> tuple[bool, bool]:
        """Whether a polynomial over the tower is proved irreducible, and whether it is proved squarefree.

        variable: of the polynomial, above the tower.
        """
        native = self._whole(native)
        degree = self.tower.degree_in(native, variable)
        possible, squarefree, idle = (1 << (degree + 1)) - 1, False, 0
        for point in self:
            image = point.image(native, variable)
            if len(image) <= degree:
                continue
            self.tower.elements.work += point.residues.work(degree)
            factors = point.residues.factors(image)
            squarefree = squarefree or all(multiplicity == 1 for _, multiplicity in factors)
            sums = 1
            for factor, multiplicity in factors:
                for _ in range(multiplicity):
                    sums |= sums << (len(factor) - 1)
            idle = idle + 1 if possible & sums == possible else 0
            possible &= sums
            if possible == 1 | 1 << degree:
                return True, squarefree
            if idle > (4 + degree // 2 if degree > 2 else 2):  # square roots are found soon
                break
        return False, squarefree
