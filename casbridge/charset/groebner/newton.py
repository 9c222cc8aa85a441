"""Simple zeros modulo a prime, lifted to QQ by Newton's method: no basis over QQ is needed.

    parametrisation modulo p ──▶ modulo p², p³, … ──▶ minimal polynomial M over QQ ──▶ each factor's parametrisation

A point is a vector of polynomials x(t) modulo M(t). Newton's step x − J⁻¹·F(x) doubles the number of correct p-adic
digits, or adds as many as J⁻¹ has. M changes with x, so that t stays the given linear form. The rational numbers found
are a guess, until the equations are proved to vanish.

Source: Giusti, Lecerf and Salvy, "A Gröbner free alternative for polynomial system solving", 2001.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Mapping, Sequence
from math import lcm, sqrt
from operator import mul
from typing import Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.charset.groebner.lifting import Lifting
from casbridge.charset.groebner.parametrisation import Parametrisation, vanish
from casbridge.charset.groebner.quotient import Parametrized
from casbridge.limits import NEVER, Deadline

#: More digits until the next attempt to find rational numbers: this part of those so far.
_MORE = 0.25

_Terms = Mapping[Exponents, int]


def lifted_points(
    points: Parametrized,
    form: Sequence[int],
    equations: Sequence[_Terms],
    p: int,
    *,
    most: int,
    deadline: Deadline = NEVER,
) -> Generator[int, None, list[Parametrisation] | None]:
    """Lift points modulo p to QQ: a parametrisation for each irreducible factor of M. The equations vanish there.

    points: their minimal polynomial is squarefree, and the equations' Jacobian has full rank at each.
    form: t as coefficients of the variables. equations: integer polynomials, at least as many as variables.
    most: digits to the base p beyond which they are given up.

    Returns None where the points are not simple, or not lifted. Yields the work of each step.

    >>> def steps():
    ...     points = Parametrized([5, 0, 1], [[0, 1]])
    ...     for one in (yield from lifted_points(points, [1], [{(2,): 1, (0,): -2}], 7, most=100)):
    ...         print(one.minimal, one.numerators)
    >>> all(work > 0 for work in steps())
    x^2 + (-2) (4,)
    True
    """
    newton = _Newton(points, form, equations, p, deadline)
    try:
        yield from newton.start()
    except ZeroDivisionError:
        return None
    attempt = 2
    while newton.digits < most:
        if not (yield from newton.step()):
            return None
        if newton.digits < attempt:
            continue
        attempt = newton.digits + max(1, int(newton.digits * _MORE))
        found = yield from newton.rationals()
        for one in found or ():
            if not (yield from vanish(one, equations, [one.minimal], deadline)):
                newton.forget()
                break
        else:
            if found is not None:
                return found
    return None


class _Newton:
    """Points modulo powers of a prime. digits: how many digits to the base p are right."""

    def __init__(
        self, points: Parametrized, form: Sequence[int], equations: Sequence[_Terms], p: int, deadline: Deadline
    ) -> None:
        from flint import fmpz_poly

        self.p, self.form, self.deadline = p, form, deadline
        self.digits = self._inverse_digits = 1
        self._size = size = len(form)
        self._minimal = fmpz_poly(points.minimal)
        self._point = [fmpz_poly(one) for one in points.variables]
        chance = random.Random(0)
        self._equations = [*equations]
        if len(equations) == size:
            self._mixed = [*equations]
        else:
            self._mixed = [_combination(equations, [chance.randint(1, 99) for _ in equations]) for _ in range(size)]
        self._jacobian = [[_derivative(terms, v) for v in range(size)] for terms in self._mixed]
        products = len({e for terms in self._mixed for e in terms if sum(e) > 1})
        #: Linear steps are quicker than a better inverse until there are so many times more digits than it has.
        self._ratio = 2 * sqrt(size**3 / (products + 3 * size))
        self._inverse: list[list[Any]] = []
        self._known: Any = None

    def _work(self, digits: int, products: int, remainders: int) -> int:
        """The work of so many products, and remainders by M, in about microseconds."""
        return int(10 + (2 * products + 5 * remainders) * (2 + self._minimal.degree() * (2 + digits) // 6) // 4)

    def start(self) -> Generator[int, None, None]:
        """Invert the Jacobian modulo p. Raises ZeroDivisionError where it is not invertible at all points."""
        from flint import nmod_poly

        p, size = self.p, self._size
        modulus = nmod_poly(self._minimal, p)
        zero = modulus * 0
        ring = _Ring(lambda polynomial: nmod_poly(polynomial, p), self._minimal, self._point)
        # Random bases, so that Gauss's elimination finds a pivot that is nowhere 0 without a search.
        chance = random.Random(1)
        left, right = ([[chance.randrange(p) for _ in range(size)] for _ in range(size)] for _ in range(2))
        matrix = [[ring.at(terms) for terms in row] for row in self._jacobian]
        yield self._work(1, size * size, size)
        rows = _times(left, _times(matrix, right, zero), zero)
        rows = [[*row, *(zero + int(i == j) for j in range(size))] for i, row in enumerate(rows)]
        for i in range(size):
            self.deadline.check("no zeros were found")
            common, inverse, _ = rows[i][i].xgcd(modulus)
            if common.degree():
                raise ZeroDivisionError
            rows[i] = [entry * inverse % modulus for entry in rows[i]]
            for j in range(size):
                if j != i and (factor := rows[j][i]):
                    rows[j] = [(a - factor * b) % modulus for a, b in zip(rows[j], rows[i], strict=True)]
            yield self._work(1, size * size // 2, size * size // 4)
        inverse = _times(right, _times([row[size:] for row in rows], left, zero), zero)
        self._inverse = [[_integers(one % modulus) for one in row] for row in inverse]

    def step(self) -> Generator[int, None, bool]:
        """Add digits; whether the points are still zeros."""
        old = self.digits
        new = old + self._inverse_digits
        below, above = self.p**old, self.p**self._inverse_digits
        whole, upper = _context(self.p**new), _context(above)
        ring = _Ring(whole, self._minimal, self._point)
        values = []
        for terms in self._mixed:
            self.deadline.check("no zeros were found")
            high = _divided(ring.at(terms), below)
            if high is None:
                return False
            values.append(high)
        yield self._work(new, ring.products, ring.remainders)
        narrow = _Ring(upper, self._minimal, self._point)
        small, changes = narrow.modulus, []
        for row in self._inverse:
            self.deadline.check("no zeros were found")
            changes.append(narrow.dot(row, values))
        # The linear form of the new point is t − shift: take it as the new t. That of the old one is t up to `excess`.
        excess = sum((one * c for one, c in zip(self._point, self.form, strict=True)), self._minimal * 0)
        excess -= excess.__class__([0, 1]) % self._minimal
        high = _divided(excess, below)
        assert high is not None
        shift = sum((change * c for change, c in zip(changes, self.form, strict=True)), -upper(high)) % small
        self._minimal = self._minimal + _integers(upper(self._minimal.derivative()) * shift % small) * below
        self._point = [
            one + _integers((upper(one.derivative()) * shift - change) % small) * below
            for one, change in zip(self._point, changes, strict=True)
        ]
        self.digits = new
        yield self._work(self._inverse_digits, self._size**2 + 2 * self._size, 3 * self._size)
        if self.digits >= self._inverse_digits * self._ratio:
            yield from self._better_inverse()
        return True

    def _better_inverse(self) -> Generator[int, None, None]:
        """Double the digits of the Jacobian's inverse."""
        old = self._inverse_digits
        new = min(2 * old, self.digits)
        whole, upper = _context(self.p**new), _context(self.p ** (new - old))
        modulus, *point = (_integers(whole(one)) for one in (self._minimal, *self._point))
        ring, narrow = _Ring(whole, modulus, point), _Ring(upper, modulus, point)
        matrix = [[_integers(ring.at(terms)) for terms in row] for row in self._jacobian]
        yield self._work(new, ring.products, ring.remainders)
        errors: list[list[Any]] = []
        for i, row in enumerate(self._inverse):
            self.deadline.check("no zeros were found")
            found = []
            for j, column in enumerate(zip(*matrix, strict=True)):
                high = _divided(int(i == j) - ring.dot(row, column), self.p**old)
                assert high is not None
                found.append(high)
            errors.append(found)
            yield self._work(new, self._size**2, self._size)
        columns = [*zip(*self._inverse, strict=True)]
        for row, error in zip(self._inverse, errors, strict=True):
            self.deadline.check("no zeros were found")
            for j, column in enumerate(columns):
                row[j] += _integers(narrow.dot(error, column)) * self.p**old
            yield self._work(new - old, self._size**2, self._size)
        self._inverse_digits = new

    def forget(self) -> None:
        """M was a wrong guess."""
        self._known = None

    def rationals(self) -> Generator[int, None, list[Parametrisation] | None]:
        """The parametrisation of each factor of M as rational numbers; None where more digits are needed."""
        from flint import fmpz_poly

        modulus, degree = self.p**self.digits, self._minimal.degree()
        if self._known is None:
            numbers = _rationals([[int(c) for c in self._minimal.coeffs()]], modulus)
            yield 50 + self.digits**2
            if numbers is None:
                return None
            self._known = [factor for factor, _ in fmpz_poly(numbers[0][0]).factor()[1]]
            yield 100 + degree**2 * (1 + self.digits // 20)
        context = _context(modulus)
        found = []
        for factor in self._known:
            self.deadline.check("no zeros were found")
            lead = int(factor[factor.degree()])
            monic = context(factor) * pow(lead, -1, modulus)
            derivative = monic.derivative()
            groups = []
            for one in self._point:
                values = [int(c) for c in (context(one) % monic * derivative % monic).coeffs()]
                groups.append(values + [0] * (factor.degree() - len(values)))
            rationals = _rationals(groups, modulus)
            share = factor.degree() / degree
            yield 10 + int(share * (self._work(self.digits, self._size, 2 * self._size) + self.digits**2 * self._size))
            if rationals is None:
                return None
            common = lcm(*(denominator for _, denominator in rationals))
            numerators = tuple(fmpz_poly(above) * (lead * (common // below)) for above, below in rationals)
            found.append(Parametrisation(factor, numerators, common, tuple(self.form)))
        return found


class _Ring:
    """Values of polynomials at a point whose coordinates are polynomials modulo another one.

    context: makes a polynomial with residues of one with integers. modulus, point: with integers.
    products, remainders: how many were computed.

    Products have integers as coefficients: they take less time than with residues.
    """

    def __init__(self, context: Any, modulus: Any, point: Sequence[Any]) -> None:
        self.modulus = context(modulus)
        self.products = self.remainders = 0
        self._context, self._point, self._zero = context, point, modulus * 0
        self._series: Any = None
        size = len(point)
        self._long: dict[Exponents, Any] = {}
        self._monomials: dict[Exponents, Any] = {(0,) * size: self._zero + 1}
        self._monomials |= {_power(size, v): one for v, one in enumerate(point)}

    def at(self, terms: _Terms) -> Any:
        """The value of a polynomial: sums of products are divided by the modulus, not each product."""
        total = self._zero
        for exponents, coefficient in terms.items():
            value = self._monomials.get(exponents)
            total += (self._product(exponents) if value is None else value) * coefficient
        return self.remainder(total)

    def dot(self, first: Iterable[Any], second: Iterable[Any]) -> Any:
        """The sum of products of polynomials with integers."""
        return self.remainder(sum(map(mul, first, second), self._zero))

    def remainder(self, polynomial: Any) -> Any:
        """A polynomial with integers, as one with residues, modulo the modulus."""
        self.remainders += 1
        value, degree = self._context(polynomial), self.modulus.degree()
        if not 2 <= degree <= value.degree() <= 2 * degree - 2:
            return value % self.modulus
        # Two products with a power series that is computed once: FLINT's remainder takes twice as long.
        if self._series is None:
            self._series = self.modulus.reverse().inverse_series_trunc(degree - 1)
        reverse = value.right_shift(degree).reverse(degree - 2).mul_low(self._series, degree - 1)
        return value.truncate(degree) - reverse.reverse(degree - 2).mul_low(self.modulus, degree)

    def _product(self, exponents: Exponents) -> Any:
        if exponents not in self._long:
            v = next(v for v, e in enumerate(exponents) if e)
            less = (*exponents[:v], exponents[v] - 1, *exponents[v + 1 :])
            if less not in self._monomials:
                self._monomials[less] = _integers(self.remainder(self._product(less)))
            self._long[exponents] = self._monomials[less] * self._point[v]
            self.products += 1
        return self._long[exponents]


def _context(modulus: int) -> Any:
    from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx

    return fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))


def _integers(polynomial: Any) -> Any:
    from flint import fmpz_poly

    return fmpz_poly([int(c) for c in polynomial.coeffs()])


def _divided(polynomial: Any, divisor: int) -> Any:
    """The quotient by an integer; None where there is a remainder."""
    from flint import fmpz_poly

    values = [divmod(int(c), divisor) for c in polynomial.coeffs()]
    return None if any(rest for _, rest in values) else fmpz_poly([value for value, _ in values])


def _rationals(groups: Sequence[Sequence[int]], modulus: int) -> list[tuple[list[int], int]] | None:
    lifting = Lifting([*map(len, groups)])
    lifting.set(modulus, [value for group in groups for value in group])
    return lifting.rationals()


def _power(size: int, variable: int) -> Exponents:
    return (*[0] * variable, 1, *[0] * (size - 1 - variable))


def _combination(equations: Sequence[_Terms], numbers: Sequence[int]) -> dict[Exponents, int]:
    found: dict[Exponents, int] = {}
    for terms, number in zip(equations, numbers, strict=True):
        for exponents, coefficient in terms.items():
            found[exponents] = found.get(exponents, 0) + coefficient * number
    return found


def _derivative(terms: _Terms, variable: int) -> dict[Exponents, int]:
    return {
        (*e[:variable], e[variable] - 1, *e[variable + 1 :]): c * e[variable] for e, c in terms.items() if e[variable]
    }


def _times(first: Sequence[Sequence[Any]], second: Sequence[Sequence[Any]], zero: Any) -> list[list[Any]]:
    """The product of two matrices."""
    columns = [*zip(*second, strict=True)]
    return [[sum((a * b for a, b in zip(row, column, strict=True)), zero) for column in columns] for row in first]
