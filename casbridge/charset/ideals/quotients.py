"""Finite algebras by the matrices of their variables: rings modulo ideals, and fields with roots of a chain.

Let A = K[x1, …, xn]/I have the dimension D, and let M be the matrix of multiplication with a linear form u. The
eigenvalues of M are the values of u at the zeros of I.
Source: Cox, Little and O'Shea, *Using Algebraic Geometry*, 2005, chapter 2.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casbridge.algebra.arithmetic import Exponents, need_flint
from casbridge.algebra.fields import Ring
from casbridge.algebra.orders import monomial_key
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.ranks import class_of, initial
from casbridge.charset.general.groebner import standard_monomials
from casbridge.charset.groebner.lifting import Lifting
from casbridge.charset.groebner.pairs import times
from casbridge.charset.groebner.primes import word_primes
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import numbers_of_monomials
from casbridge.charset.ideals.operations import saturated
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The largest dimension of a quotient ring that is computed with.
LARGEST_DIMENSION = 2_000
#: Linear forms that are tried.
FORMS = 4
#: Why nothing is said of zeros that no linear form tells apart.
NO_FORM = "no linear form was found that tells the zeros apart"
#: The message of work that the deadline stops.
NOT_COUNTED = "the zeros were not counted"
# Entries of the powers of one matrix that are kept: numbers over QQ are long.
_MOST_KEPT, _MOST_KEPT_OVER_QQ = 4_000_000, 200_000
_LARGE = 1_009  # coefficients of linear forms over QQ are smaller

#: A chain with a polynomial for each variable: its zeros are those at which no initial vanishes.
FullChain = tuple[Polynomial, ...]


@dataclass(frozen=True)
class OrderedBasis:
    """A Gröbner basis with its monomial order.

    basis: a reduced one; () for the zero ideal. order: see `casbridge.algebra.orders`.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> basis = OrderedBasis(x.ring, (x**2 - 2, y - x), "lex")
    >>> basis.standard(), basis.dimension()
    ([(0, 0), (1, 0)], 0)
    """

    ring: Ring
    basis: tuple[Polynomial, ...]
    order: str

    def key(self, exponents: Exponents) -> tuple[int, ...]:
        """What sorts exponents in the order of the basis."""
        return monomial_key(self.order)(exponents)

    def leading(self) -> dict[Exponents, Polynomial]:
        """The polynomials by their leading monomials."""
        return {max(f.terms, key=self.key): f for f in self.basis}

    def dimension(self, deadline: Deadline = NEVER) -> int:
        """The dimension of the zero set; -1 without zeros."""
        return numbers_of_monomials(list(self.leading()), self.ring.size, deadline)[0]

    def multiplicity(self, deadline: Deadline = NEVER) -> int:
        """The number of standard monomials, where they are finitely many: of zeros counted with multiplicity."""
        return numbers_of_monomials(list(self.leading()), self.ring.size, deadline)[1]

    def standard(self) -> list[Exponents]:
        """The monomials that no leading monomial divides, ascending. Raises UnsupportedError for too many."""
        found = standard_monomials(self.ring.size, self.leading(), LARGEST_DIMENSION)
        if found is None:
            raise UnsupportedError(f"there are more than {LARGEST_DIMENSION} standard monomials")
        return sorted(found, key=self.key)


class Algebra:
    """A finite algebra over QQ (p = 0) or GF(p): the matrix of each of its variables.

    Row i of a matrix is the product of basis element i with the variable. Basis element 0 is 1.

    >>> from casbridge.algebra import variables
    >>> (x,) = variables(Ring.of("x"))
    >>> tower_algebra(x.ring, [x**2 - 2], 0, 0, NEVER).form([1])
    x^2 + (-2)
    """

    def __init__(self, size: int, p: int, deadline: Deadline, matrices: Sequence[Any] = ()) -> None:
        need_flint("counts of zeros")
        from flint import fmpq_mat, nmod_mat

        self.size, self.p, self.deadline = size, p, deadline
        self.matrices = list(matrices)
        self._powers: dict[int, list[Any]] = {}
        self._kind: Any = nmod_mat if p else fmpq_mat

    def matrix(self, rows: int, columns: int | None = None) -> Any:
        """A matrix of zeros."""
        shape = rows, self.size if columns is None else columns
        return self._kind(*shape, self.p) if self.p else self._kind(*shape)

    def number(self, value: Any) -> Any:
        """An element of the field."""
        from flint import fmpq

        if not self.p:
            return fmpq(int(value.numerator), int(value.denominator))
        return int(value.numerator) * pow(int(value.denominator), -1, self.p) % self.p

    def blocks(self, rows: int, columns: int, at: Iterable[tuple[int, int, Any]]) -> Any:
        """A matrix of rows × columns blocks. Each block that is not zero has its row and its column."""
        whole = self.matrix(rows * self.size, columns * self.size)
        for row, column, block in at:
            self.deadline.check(NOT_COUNTED)
            for place, value in enumerate(block.entries()):
                if value:
                    whole[row * self.size + place // self.size, column * self.size + place % self.size] = value
        return whole

    def element(self, terms: dict[Exponents, int]) -> Any:
        """The matrix of multiplication with a polynomial."""
        total = self.matrix(self.size)
        for exponents, coefficient in terms.items():
            self.deadline.check(NOT_COUNTED)
            term = self.unit
            for variable, exponent in enumerate(exponents):
                if exponent:
                    term = term * self._power(variable, exponent)
            total = total + term * coefficient
        return total

    def _power(self, variable: int, exponent: int) -> Any:
        """A power of the matrix of a variable. Those of small matrices are kept."""
        matrix = self.matrices[variable]
        if exponent * self.size**2 > (_MOST_KEPT if self.p else _MOST_KEPT_OVER_QQ):
            return matrix**exponent
        kept = self._powers.setdefault(variable, [matrix])
        while len(kept) < exponent:
            kept.append(kept[-1] * matrix)
        return kept[exponent - 1]

    @cached_property
    def unit(self) -> Any:
        """The unit matrix."""
        unit = self.matrix(self.size)
        for i in range(self.size):
            unit[i, i] = 1
        return unit

    def form(self, coefficients: Sequence[int]) -> Any:
        """The characteristic polynomial of a linear form."""
        return self.multiplication(coefficients).charpoly()

    def multiplication(self, coefficients: Sequence[int]) -> Any:
        """The matrix of multiplication with a linear form."""
        self.deadline.check(NOT_COUNTED)
        total = self.matrix(self.size)
        for coefficient, matrix in zip(coefficients, self.matrices, strict=True):
            total = total + matrix * coefficient
        return total

    def minimal(self, coefficients: Sequence[int]) -> Any:
        """The minimal polynomial of a linear form. Over QQ it is lifted from its images modulo primes.

        No image has a larger degree. So a polynomial of an image's degree that is 0 at the form is the minimal one.

        >>> from casbridge.algebra import variables
        >>> (x,) = variables(Ring.of("x"))
        >>> tower_algebra(x.ring, [2 * x**2 - 1], 0, 0, NEVER).minimal([3])
        x^2 + (-9/2)
        """
        from flint import fmpq_poly, nmod_mat

        total = self.multiplication(coefficients)
        if self.p:
            return total.minpoly()
        whole, denominator = total.numer_denom()
        degree, lifting = 0, Lifting([0])
        for p in word_primes():
            self.deadline.check(NOT_COUNTED)
            if not denominator % p:
                continue
            *image, _ = map(int, (nmod_mat(whole, p) * pow(int(denominator), -1, p)).minpoly().coeffs())
            if len(image) > degree:
                degree, lifting = len(image), Lifting([len(image)])
            if len(image) == degree:
                lifting.take(p, image)
            if lifting.is_due() and (rationals := lifting.rationals()) is not None:
                ((numerators, common),) = rationals
                value, one = self.matrix(1), self.matrix(1)
                one[0, 0] = 1
                for coefficient in (common, *reversed(numerators)):
                    self.deadline.check(NOT_COUNTED)
                    value = value * total + one * coefficient
                if not any(value.entries()):
                    return fmpq_poly([*numerators, common], common)
        raise UnsupportedError("no prime is left")

    def value(self, polynomial: Any, variable: int) -> Any:
        """A polynomial in one variable as a matrix."""
        matrix, coefficients = self.matrices[variable], list(polynomial.coeffs())
        unit, total = self.unit, self.matrix(self.size)
        for coefficient in reversed(coefficients):
            self.deadline.check(NOT_COUNTED)
            total = total * matrix + unit * coefficient
        return total

    def stacked_rank(self, matrices: Sequence[Any]) -> int:
        """The rank of the matrices below each other."""
        return int(self.blocks(len(matrices), 1, ((i, 0, one) for i, one in enumerate(matrices))).rank())

    def extended(self, tail: Sequence[Any]) -> Algebra:
        """The algebra with a further variable y, where yᵈ + Σ tail[j]·yʲ = 0 for the length d of the tail.

        The basis is that of this algebra, times 1, y, …, yᵈ⁻¹.
        """
        degree = len(tail)
        old = [self.blocks(degree, degree, [(j, j, one) for j in range(degree)]) for one in self.matrices]
        last = [(degree - 1, j, -one) for j, one in enumerate(tail)]
        new = self.blocks(degree, degree, [*((j, j + 1, self.unit) for j in range(degree - 1)), *last])
        return Algebra(self.size * degree, self.p, self.deadline, [*old, new])


def quotient_algebra(finite: OrderedBasis, standard: Sequence[Exponents], p: int, deadline: Deadline) -> Algebra:
    """The ring modulo an ideal, over QQ (p = 0) or GF(p). Its basis are the standard monomials.

    Raises LimitError after the deadline.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> basis = OrderedBasis(x.ring, (x**2 - 2, y - x), "lex")
    >>> quotient_algebra(basis, basis.standard(), 0, NEVER).size
    2
    """
    size = finite.ring.size
    own = Algebra(len(standard), p, deadline)
    own.matrices = [own.matrix(own.size) for _ in range(size)]
    place = {monomial: i for i, monomial in enumerate(standard)}
    leading = finite.leading()
    # The products of a standard monomial and a variable that are not standard, smallest first: then the rows that one
    # needs are there already.
    border: dict[Exponents, list[tuple[int, int]]] = {}
    for monomial in standard:
        for variable in range(size):
            larger = times(monomial, variable)
            if larger in place:
                own.matrices[variable][place[monomial], place[larger]] = 1
            else:
                border.setdefault(larger, []).append((variable, place[monomial]))
    rows: dict[Exponents, Any] = {}
    for monomial in sorted(border, key=finite.key):
        deadline.check(NOT_COUNTED)
        if monomial in leading:
            row = _tail(own, leading[monomial], monomial, place)
        else:
            smaller = ((v, (*monomial[:v], e - 1, *monomial[v + 1 :])) for v, e in enumerate(monomial) if e)
            variable, before = next((v, one) for v, one in smaller if one in rows)
            row = rows[before] * own.matrices[variable]
        rows[monomial] = row
        entries = [(j, value) for j, value in enumerate(row.entries()) if value]
        for variable, i in border[monomial]:
            for j, value in entries:
                own.matrices[variable][i, j] = value
    return own


def _tail(own: Algebra, polynomial: Polynomial, leading: Exponents, place: dict[Exponents, int]) -> Any:
    """The normal form of a leading monomial."""
    row, field = own.matrix(1), polynomial.ring.field
    scale = -field.inverse(polynomial.terms[leading])
    for exponents, coefficient in polynomial.terms.items():
        if exponents != leading:
            row[0, place[exponents]] = own.number(field.element(coefficient * scale))
    return row


def tower_algebra(ring: Ring, chain: Sequence[Polynomial], p: int, seed: int, deadline: Deadline) -> Algebra | None:
    """GF(p), or QQ for p = 0, with a root of each polynomial of a chain in turn; None where an initial is not a unit.

    Its variables are the main variables. Other variables and parameters get values, by the seed.
    Raises UnsupportedError where it is too large, LimitError after the deadline.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> tower_algebra(x.ring, [x**2 - 2, y**3 - x], 7, 0, NEVER).size
    6
    >>> tower_algebra(x.ring, [x, x * y - 1], 7, 0, NEVER) is None
    True
    """
    mains = [class_of(f) - 1 for f in chain]
    chance = random.Random(seed)
    values = [chance.randrange(p or _LARGE) for _ in range(ring.size)]
    own = Algebra(1, p, deadline)
    for place, f in enumerate(chain):
        *tail, leading = _powers(own, f, mains[place], mains[:place], values)
        try:
            inverse = leading.inv()
        except ZeroDivisionError:
            return None
        own = own.extended([element * inverse for element in tail])
    return own


def _powers(own: Algebra, f: Polynomial, main: int, variables: Sequence[int], values: Sequence[int]) -> list[Any]:
    """The coefficients of the powers of the main variable, as matrices, that of the power 0 first.

    variables: those of the algebra. values: of the others below the main variable.
    Raises UnsupportedError where the algebra with a root of f is too large.
    """
    p = own.p
    powers: dict[int, dict[Exponents, int]] = {}
    for exponents, coefficient in f.cleared().terms.items():
        value = int(coefficient)
        for v, e in enumerate(exponents[:main]):
            if e and v not in variables:
                value *= pow(values[v], e, p or None)
        terms = powers.setdefault(exponents[main], {})
        key = tuple([exponents[v] for v in variables])
        value += terms.get(key, 0)
        terms[key] = value % p if p else value
    degree = max(powers)
    if own.size * degree > LARGEST_DIMENSION:
        raise UnsupportedError(f"there are more than {LARGEST_DIMENSION} standard monomials")
    return [own.element(powers.get(power, {})) for power in range(degree + 1)]


def basis_of(ring: Ring, part: OrderedBasis | FullChain, deadline: Deadline) -> OrderedBasis:
    """A Gröbner basis of a part: of a chain's saturation by its initials, of an ideal as it is.

    Raises UnsupportedError over rings with parameters, LimitError after the deadline.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> basis_of(x.ring, (x**2 - x, x * y - 1), NEVER).basis
    (x - 1, y - 1)
    """
    if ring.parameters:
        raise UnsupportedError("zeros are not counted over a field with parameters")
    if isinstance(part, OrderedBasis):
        return part
    ideal = Ideal(ring, part, deadline)
    for polynomial in dict.fromkeys(map(initial, part)):
        ideal = saturated(ideal, [polynomial])
    return OrderedBasis(ring, ideal.basis, "degrevlex")


def linear_form(number: int, size: int, p: int) -> list[int]:
    """The coefficients of linear form `number`: less than p, or small for p = 0.

    >>> linear_form(0, 3, 7) == linear_form(0, 3, 7)
    True
    """
    chance = random.Random(number)
    return [chance.randrange(p or _LARGE) for _ in range(size)]


def squarefree_part(polynomial: Any) -> Any:
    """The product of the different irreducible factors of a polynomial of python-flint over QQ or GF(p).

    >>> from flint import fmpq_poly
    >>> squarefree_part(fmpq_poly([0, 0, 1]))
    x
    """
    common = polynomial.gcd(polynomial.derivative())
    if common.degree() == 0:
        return polynomial
    if not hasattr(polynomial, "modulus"):
        return polynomial // common
    product = polynomial // polynomial
    for factor, _ in polynomial.factor_squarefree()[1]:
        product = product * factor
    return product
