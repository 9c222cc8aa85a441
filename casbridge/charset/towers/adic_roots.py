"""Roots of quadratic polynomials over number fields of high degree, by Hensel lifting.

    modulo p: K = QQ[θ]/M is a product of finite fields ──▶ a root in each ──▶ Newton's method modulo p^N
        ──▶ one of the two roots for each factor of M ──▶ rational coordinates: a guess ──▶ division is the proof

The discriminant D of the polynomial is a square in K exactly if there is a root. If D, not 0 modulo p, is not a square
in one of the finite fields, it is none in K, and the polynomial is irreducible. Norms from K have coefficients that are
longer by the degree of K. The roots have not.

A tower with one parameter u whose steps are homogeneous is K(u): the field K has u = 1. A quadratic polynomial that is
homogeneous too has its roots in K·u.

Source: Cohen, *A Course in Computational Algebraic Number Theory*, 1993, section 3.6.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain as chained, islice, product
from math import lcm, prod
from typing import Any

from casbridge.algebra.arithmetic import Exponents, FlintArithmetic, Native
from casbridge.charset.groebner.closed_points import padded
from casbridge.charset.groebner.lifting import Lifting
from casbridge.charset.groebner.parametrisation import Values
from casbridge.charset.groebner.primes import half_primes
from casbridge.charset.groebner.quotient import is_squarefree
from casbridge.charset.towers.tower import Tower

#: Degrees of a tower between which this way is tried.
_LEAST_DEGREE, _MOST_DEGREE = 6, 150
#: Primes that are compared, and factors of M modulo the best one beyond which there are too many choices of roots.
_PRIMES, _MOST_FACTORS = 10, 9
#: Bits of p^N at first, and at most.
_FIRST_BITS, _MOST_BITS = 500, 64_000

#: A polynomial with whole coefficients in the variables of a tower, lowest first, and one variable above it.
_WholeTerms = dict[Exponents, int]


def quadratic_factors(tower: Tower, native: Native, variable: int) -> list[Native] | None:
    """The irreducible factors of a squarefree quadratic polynomial over a tower; None where this way does not do.

    native: reduced modulo the tower. variable: of the polynomial, above the tower.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> tower = Tower(elements, [elements.of_polynomial(x**8 + 2)])
    >>> [quadratic_factors(tower, elements.of_polynomial(p).native, 1) for p in (y**2 - 4 * x**2, y**2 + 2, y**2 - x)]
    [[y + 2*x, y - 2*x], [y + x^4, y - x^4], [y^2 - x]]
    """
    parameters = tower.parameters_with(native, variable)
    arithmetic = tower.arithmetic
    steps = [tower.monic_step(i) for i in range(len(tower.steps))]
    if (
        tower.characteristic
        or not isinstance(arithmetic, FlintArithmetic)
        or not _LEAST_DEGREE <= tower.degree <= _MOST_DEGREE
        or len(parameters) > 1
        or (parameters and not all(map(arithmetic.is_form, [native, *steps])))
    ):
        return None
    one = dict.fromkeys(parameters, 1)
    places = [*tower.variables, variable]
    whole = [_whole(arithmetic.terms(arithmetic.substitute(each, one)), places) for each in [*steps, native]]
    finding = _Finding(tower, [step.degree for step in tower.steps], whole[:-1], whole[-1])
    if finding.is_irreducible:
        return [native]
    for roots in finding.roots():
        linear = [tower.primitive(_linear(tower, root, variable, parameters), variable) for root in roots]
        # The product has the same two leading coefficients up to a unit, and one root is enough for a proof.
        if not tower.divide(native, linear[0], variable)[1] and not tower.divide(native, linear[1], variable)[1]:
            return linear
    return None


def _whole(terms: Any, places: Sequence[int]) -> _WholeTerms:
    """A multiple with whole coefficients, in some variables."""
    common = lcm(*[Fraction(c).denominator for c in terms.values()])
    return {tuple([e[place] for place in places]): int(c * common) for e, c in terms.items()}


def _linear(tower: Tower, root: _Root, variable: int, parameters: Sequence[int]) -> Native:
    """The linear polynomial of a root, homogeneous where there is a parameter."""
    size = tower.elements.ring.size
    top = max([1, *(sum(e) for e, c in root.terms.items() if c)])
    terms: dict[Exponents, int] = {}
    for exponents, coefficient in (((*[0] * len(tower.variables), 1), root.denominator), *root.terms.items()):
        powers = dict(zip([*tower.variables, variable], exponents, strict=True))
        powers |= dict.fromkeys(parameters, top - sum(exponents))
        if coefficient:
            sign = 1 if exponents[-1] else -1
            terms[tuple([powers.get(v, 0) for v in range(size)])] = sign * coefficient
    return tower.arithmetic.from_terms(terms)


@dataclass(frozen=True)
class _Root:
    """A root: a sum of monomials, with coefficients over one denominator."""

    terms: dict[Exponents, int]
    denominator: int


class _AdicField:
    """K modulo q, a power of a prime p, as polynomials in θ modulo M.

    degrees, steps: of the tower, with whole coefficients. θ is the only variable, or a sum of multiples of all.
    Raises ZeroDivisionError where p divides an initial, or θ does not generate K modulo p.
    """

    def __init__(self, degrees: Sequence[int], steps: Sequence[_WholeTerms], p: int, power: int) -> None:
        from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx

        self.p, self.q, self.degrees = p, p**power, degrees
        self.polynomials = fmpz_mod_poly_ctx(fmpz_mod_ctx(self.q))
        self.size = prod(degrees)
        self.basis: list[Exponents] = [()]
        if len(degrees) == 1:
            self.basis = [(e,) for e in range(degrees[0])]
            leading = pow(steps[0][degrees[0], 0], -1, self.q)
            self.modulus = self.polynomials([steps[0].get((e, 0), 0) * leading for e in range(degrees[0] + 1)])
            self.generators = [self.polynomials([0, 1])]
            self._back = None
        else:
            self._by_matrices(steps)
        self.values = Values(self.modulus, [*self.generators, self.polynomials([0])])

    def _by_matrices(self, steps: Sequence[_WholeTerms]) -> None:
        """Set the modulus, the tower's variables as polynomials in θ, and the way back to the tower's basis."""
        from flint import fmpz_mod_ctx, fmpz_mod_mat, nmod_mat

        context, size = fmpz_mod_ctx(self.q), 1
        products: list[Any] = []  # the matrix of each variable: its rows are the products of the basis with it

        def image(terms: _WholeTerms) -> Any:
            total = fmpz_mod_mat(size, size, [0] * (size * size), context)
            for exponents, coefficient in terms.items():
                one = fmpz_mod_mat(size, size, [int(i == j) for i in range(size) for j in range(size)], context)
                for matrix, exponent in zip(products, exponents, strict=False):
                    for _ in range(exponent):
                        one = one * matrix
                total = total + one * coefficient
            return total

        for level, (degree, terms) in enumerate(zip(self.degrees, steps, strict=True)):
            by_power: dict[int, _WholeTerms] = {}
            for exponents, coefficient in terms.items():
                by_power.setdefault(exponents[level], {})[exponents[:level]] = coefficient
            ((_, initial),) = by_power.pop(degree).items()  # its initial is a number
            scale = -pow(initial, -1, self.q)
            tails = {power: (image(lower) * scale).tolist() for power, lower in by_power.items()}
            wide = size * degree
            rows = [[int(j == i + size) for j in range(wide)] for i in range(wide - size)]
            rows += [
                [c for power in range(degree) for c in (tails[power][i] if power in tails else [0] * size)]
                for i in range(size)
            ]
            larger = []
            for matrix in products:
                known = matrix.tolist()
                larger.append(
                    [
                        [known[i % size][j % size] if i // size == j // size else 0 for j in range(wide)]
                        for i in range(wide)
                    ]
                )
            size = wide
            products = [
                fmpz_mod_mat(size, size, [*chained.from_iterable(matrix)], context) for matrix in [*larger, rows]
            ]
            self.basis = [(*e, power) for power in range(degree) for e in self.basis]
        theta = products[-1]
        for i, matrix in enumerate(products[:-1]):
            theta = theta + matrix * (i + 2)
        row = fmpz_mod_mat(1, size, [1] + [0] * (size - 1), context)
        powers = []
        for _ in range(size + 1):
            powers.append(row.tolist()[0])
            row = row * theta
        self._back = fmpz_mod_mat(size, size, [*chained.from_iterable(powers[:-1])], context)
        inverse = nmod_mat(size, size, [int(c) % self.p for c in [*chained.from_iterable(powers[:-1])]], self.p).inv()
        forth = fmpz_mod_mat(size, size, [int(c) for c in inverse.entries()], context)
        two = fmpz_mod_mat(size, size, [2 * int(i == j) for i in range(size) for j in range(size)], context)
        correct = self.p
        while correct < self.q:
            forth, correct = forth * (two - self._back * forth), correct * correct
        last = (fmpz_mod_mat(1, size, powers[-1], context) * forth).tolist()[0]
        self.modulus = self.polynomials([*(-c for c in last), 1])
        self.generators = []
        for variable in range(len(self.degrees)):
            unit = tuple(int(v == variable) for v in range(len(self.degrees)))
            self.generators.append(self.polynomials(forth.tolist()[self.basis.index(unit)]))

    def coordinates(self, element: Any) -> list[int]:
        """The coefficients of the monomials of `basis`."""
        from flint import fmpz_mod_ctx, fmpz_mod_mat

        row = padded(element, self.size)
        if self._back is None:
            return row
        return [int(c) for c in (fmpz_mod_mat(1, self.size, row, fmpz_mod_ctx(self.q)) * self._back).entries()]

    def inverse(self, element: Any) -> Any:
        """The inverse, by Newton's method. Raises ZeroDivisionError where it has none."""
        from flint import nmod_poly

        small = nmod_poly(padded(element, self.size), self.p)
        modulus = nmod_poly([int(c) for c in self.modulus.coeffs()], self.p)
        common, inverse, _ = small.xgcd(modulus)
        if common.degree():
            raise ZeroDivisionError
        found, correct = self.polynomials([int(c) for c in inverse.coeffs()]), self.p
        while correct < self.q:
            found, correct = found * (2 - element * found % self.modulus) % self.modulus, correct * correct
        return found


class _Finding:
    """The search for the roots of a quadratic polynomial in a number field.

    chosen: K modulo a prime, the factors of M there, and a square root of the discriminant modulo each; or None.
    is_irreducible: it is proved that there is no root.
    """

    def __init__(self, tower: Tower, degrees: Sequence[int], steps: Sequence[_WholeTerms], native: _WholeTerms) -> None:
        from flint import nmod_poly

        self.tower, self.degrees, self.steps = tower, degrees, steps
        above = len(degrees)
        self.coefficients = [{(*e[:above], 0): c for e, c in native.items() if e[above] == power} for power in range(3)]
        self.is_irreducible = False
        self.chosen: tuple[_AdicField, list[Any], list[Any]] | None = None
        for p in islice(half_primes(), _PRIMES):
            tower.elements.check()
            tower.elements.work += 50 + tower.degree**2
            try:
                field = _AdicField(degrees, steps, p, 1)
                discriminant = self._discriminant(field)
            except ZeroDivisionError:
                continue
            quick = nmod_poly([int(c) for c in field.modulus.coeffs()], p)
            if not is_squarefree(quick):
                continue
            factors = [field.polynomials([int(c) for c in factor.coeffs()]) for factor, _ in quick.factor()[1]]
            roots = self._local_roots(field, discriminant, factors)
            if roots is None:
                self.is_irreducible = True
                return
            fewest = _MOST_FACTORS if self.chosen is None else len(self.chosen[2]) - 1
            if roots and len(roots) <= fewest:
                self.chosen = field, factors, roots

    def _discriminant(self, field: _AdicField) -> Any:
        absolute, first, second = map(field.values.at, self.coefficients)
        return (first * first - 4 * second * absolute) % field.modulus

    def _local_roots(self, field: _AdicField, discriminant: Any, factors: Sequence[Any]) -> list[Any] | None:
        """A square root modulo each factor of M; [] for a bad prime, None where there is none."""
        from flint import fq_default_ctx

        found, is_bad, is_square = [], False, True
        for factor in factors:
            value = discriminant % factor
            if not value:
                is_bad = True
                continue
            if factor.degree() == 1:
                root = _root_modulo(int(value[0]), field.p)
                if root is None:
                    is_square = False
                    break
                found.append(field.polynomials([root]))
                continue
            element = fq_default_ctx(modulus=factor)(padded(value, factor.degree()))
            if not element.is_square():
                is_square = False
                break
            found.append(field.polynomials([int(c) for c in element.sqrt().to_list()]))
        if not is_square:
            return None
        return [] if is_bad else found

    def roots(self) -> Iterator[tuple[_Root, _Root]]:
        """Guesses of both roots, with more and more digits; none where no prime was chosen."""
        if self.chosen is None:
            return
        small = self.chosen[0]
        elements = self.tower.elements
        power = 1
        while power * small.p.bit_length() < _MOST_BITS:
            power = max(2 * power, -(-_FIRST_BITS // small.p.bit_length()))
            field = _AdicField(self.degrees, self.steps, small.p, power)
            elements.work += 200 + field.size * field.q.bit_length() // 20 + len(self.steps[1:]) * field.size**3 // 50
            elements.check()
            middle, parts = self._parts(field, *self.chosen)
            columns = [field.coordinates(part) for part in parts]
            start = field.coordinates(middle)
            for signs in product((1, -1), repeat=len(parts) - 1):
                elements.check()
                move = [
                    sum(s * c for s, c in zip((1, *signs), column, strict=True))
                    for column in zip(*columns, strict=True)
                ]
                pair = []
                for sign in (1, -1):
                    lifting = Lifting([field.size])
                    lifting.set(field.q, [(c + sign * m) % field.q for c, m in zip(start, move, strict=True)])
                    rationals = lifting.rationals()
                    if rationals is None:
                        break
                    numerators, denominator = rationals[0]
                    terms = {(*e, 0): c for e, c in zip(field.basis, numerators, strict=True)}
                    pair.append(_Root(terms, denominator))
                if len(pair) == 2:
                    yield pair[0], pair[1]
                    break

    def _parts(
        self, field: _AdicField, small: _AdicField, factors: Sequence[Any], roots: Sequence[Any]
    ) -> tuple[Any, list[Any]]:
        """m and one rᵢ for each factor of M modulo p: with the right signs the roots are m ± Σ rᵢ."""
        from flint import nmod_poly

        modulus, p = field.modulus, small.p
        _, first, second = map(field.values.at, self.coefficients)
        scale = field.inverse(2 * second % modulus)
        discriminant = self._discriminant(field)
        # 1/√D modulo p, and the numbers that are 1 modulo one factor and 0 modulo the others.
        inverse, units = small.polynomials([0]), []
        reduced = nmod_poly([int(c) for c in small.modulus.coeffs()], p)
        for factor, root in zip(factors, roots, strict=True):
            own = nmod_poly([int(c) for c in factor.coeffs()], p)
            others = reduced // own
            unit = others * others.xgcd(own)[1] % reduced
            units.append(unit)
            root_inverse = nmod_poly([int(c) for c in root.coeffs()], p).xgcd(own)[1]
            inverse += small.polynomials([int(c) for c in (unit * root_inverse % reduced).coeffs()])
        found, correct = field.polynomials([int(c) for c in inverse.coeffs()]), p
        half = field.polynomials([pow(2, -1, field.q)])
        lifted = [field.polynomials([int(c) for c in unit.coeffs()]) for unit in units]
        while correct < field.q:
            square = found * found % modulus
            found = found * (3 - discriminant * square % modulus) % modulus * half % modulus
            lifted = [(unit * unit % modulus) * (3 - 2 * unit) % modulus for unit in lifted]
            correct *= correct
        root = discriminant * found % modulus * scale % modulus
        return -first * scale % modulus, [root * unit % modulus for unit in lifted]


def _root_modulo(value: int, p: int) -> int | None:
    """A square root modulo an odd prime, or None."""
    from flint import nmod
    from flint.utils.flint_exceptions import DomainError

    try:
        return int(nmod(value, p).sqrt())
    except DomainError:
        return None
