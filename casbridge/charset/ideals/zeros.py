"""The number of different zeros of ideals that have finitely many, over the algebraic closure, without multiplicities.

Let A = K[x1, …, xn]/I have the dimension D, and let M be the matrix of multiplication with a linear form u. The
eigenvalues of M are the values of u at the zeros of I. So the number of zeros is at least the number of different
eigenvalues, and at most D. Over QQ both are compared modulo a prime p at which the Gröbner basis stays one: there may
be fewer different eigenvalues modulo p, never more. Equal bounds are a proof. They are equal for a radical ideal, a
large p and most u.

A chain C with a polynomial for each variable has at most ∏ dᵢ zeros at which no initial vanishes, where dᵢ are its main
degrees. If each initial is invertible modulo p and the polynomials below, then C has the same zeros as a chain that is
monic, with coefficients that may be taken modulo p, and the same argument holds. Parameters are replaced by numbers.

Otherwise the radical is I + ⟨g1, …, gn⟩, where gi is the squarefree part of the characteristic polynomial of xi. This
holds over perfect fields, and so over QQ and GF(p) (Seidenberg's lemma 92). The number of zeros is the dimension modulo
the radical: D minus the rank of all gi(Mi).
Sources: Cox, Little and O'Shea, *Using Algebraic Geometry*, 2005, chapter 2; Kreuzer and Robbiano, *Computational
Commutative Algebra 1*, 2000, section 3.7.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import le
from typing import Any

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Field, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.definitions.ranks import class_of, initial, main_degree
from casbridge.charset.general.groebner import PRIMES
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.numbers import numbers_of_monomials
from casbridge.charset.ideals.operations import in_radical, saturated
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: The largest dimension of a quotient ring that is computed with.
LARGEST_DIMENSION = 2_000

_NOT_COUNTED = "the zeros were not counted"
_FORMS = 4  # linear forms that are tried


@dataclass(frozen=True)
class OrderedBasis:
    """A Gröbner basis with its monomial order.

    basis: a reduced one; () for the zero ideal. order: "lex" or "degrevlex", the highest variable greatest.

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
        return exponents[::-1] if self.order == "lex" else (sum(exponents), *(-e for e in exponents))

    def leading(self) -> dict[Exponents, Polynomial]:
        """The polynomials by their leading monomials."""
        return {max(f.terms, key=self.key): f for f in self.basis}

    def dimension(self, deadline: Deadline = NEVER) -> int:
        """The dimension of the zero set; -1 without zeros."""
        return numbers_of_monomials(list(self.leading()), self.ring.size, deadline)[0]

    def standard(self, most: int = LARGEST_DIMENSION) -> list[Exponents]:
        """The monomials that no leading monomial divides, ascending. Raises UnsupportedError for more than `most`."""
        leading = list(self.leading())
        start = (0,) * self.ring.size
        todo = [] if start in leading else [start]
        seen = set(todo)
        for monomial in todo:
            for variable in range(self.ring.size):
                larger = _times(monomial, variable)
                if larger not in seen and not any(all(map(le, e, larger)) for e in leading):
                    seen.add(larger)
                    todo.append(larger)
            if len(todo) > most:
                raise UnsupportedError(f"there are more than {most} standard monomials")
        return sorted(todo, key=self.key)


def _times(monomial: Exponents, variable: int) -> Exponents:
    return (*monomial[:variable], monomial[variable] + 1, *monomial[variable + 1 :])


class _Quotient:
    """The ring modulo an ideal: the matrix of each variable, over QQ (p = 0) or GF(p).

    Row i of a matrix is the product of standard monomial i with the variable.
    """

    def __init__(self, finite: OrderedBasis, standard: Sequence[Exponents], p: int, deadline: Deadline) -> None:
        self.p, self.deadline = p, deadline
        self.size, ring = len(standard), finite.ring
        place = {monomial: i for i, monomial in enumerate(standard)}
        leading = finite.leading()
        self.matrices = [self.matrix(self.size) for _ in range(ring.size)]
        # The products of a standard monomial and a variable that are not standard, smallest first: then the rows that
        # one needs are there already.
        border: dict[Exponents, list[tuple[int, int]]] = {}
        for monomial in standard:
            for variable in range(ring.size):
                larger = _times(monomial, variable)
                if larger in place:
                    self.matrices[variable][place[monomial], place[larger]] = 1
                else:
                    border.setdefault(larger, []).append((variable, place[monomial]))
        rows: dict[Exponents, Any] = {}
        for monomial in sorted(border, key=finite.key):
            deadline.check(_NOT_COUNTED)
            if monomial in leading:
                row = self._tail(leading[monomial], monomial, place)
            else:
                smaller = ((v, (*monomial[:v], e - 1, *monomial[v + 1 :])) for v, e in enumerate(monomial) if e)
                variable, before = next((v, one) for v, one in smaller if one in rows)
                row = rows[before] * self.matrices[variable]
            rows[monomial] = row
            entries = [(j, value) for j, value in enumerate(row.entries()) if value]
            for variable, i in border[monomial]:
                for j, value in entries:
                    self.matrices[variable][i, j] = value

    def matrix(self, rows: int) -> Any:
        """A matrix of zeros."""
        from flint import fmpq_mat, nmod_mat

        return nmod_mat(rows, self.size, self.p) if self.p else fmpq_mat(rows, self.size)

    def number(self, value: Any) -> Any:
        """An element of the field."""
        from flint import fmpq

        if not self.p:
            return fmpq(int(value.numerator), int(value.denominator))
        return int(value.numerator) * pow(int(value.denominator), -1, self.p) % self.p

    def _tail(self, polynomial: Polynomial, leading: Exponents, place: dict[Exponents, int]) -> Any:
        """The normal form of a leading monomial."""
        row, field = self.matrix(1), polynomial.ring.field
        scale = -field.inverse(polynomial.terms[leading])
        for exponents, coefficient in polynomial.terms.items():
            if exponents != leading:
                row[0, place[exponents]] = self.number(field.element(coefficient * scale))
        return row

    def element(self, terms: dict[Exponents, int]) -> Any:
        """The matrix of multiplication with a polynomial."""
        total = self.matrix(self.size)
        for exponents, coefficient in terms.items():
            self.deadline.check(_NOT_COUNTED)
            term = self.unit()
            for matrix, exponent in zip(self.matrices, exponents, strict=True):
                if exponent:
                    term = term * matrix**exponent
            total = total + term * coefficient
        return total

    def unit(self) -> Any:
        """The unit matrix."""
        unit = self.matrix(self.size)
        for i in range(self.size):
            unit[i, i] = 1
        return unit

    def form(self, coefficients: Sequence[int]) -> Any:
        """The characteristic polynomial of a linear form."""
        self.deadline.check(_NOT_COUNTED)
        total = self.matrix(self.size)
        for coefficient, matrix in zip(coefficients, self.matrices, strict=True):
            total = total + matrix * coefficient
        return total.charpoly()

    def value(self, polynomial: Any, variable: int) -> Any:
        """A polynomial in one variable as a matrix."""
        matrix, coefficients = self.matrices[variable], list(polynomial.coeffs())
        unit, total = self.unit(), self.matrix(self.size)
        for coefficient in reversed(coefficients):
            self.deadline.check(_NOT_COUNTED)
            total = total * matrix + unit * coefficient
        return total

    def stacked_rank(self, matrices: Sequence[Any]) -> int:
        """The rank of the matrices below each other."""
        stacked = self.matrix(self.size * len(matrices))
        for number, matrix in enumerate(matrices):
            for place, value in enumerate(matrix.entries()):
                if value:
                    stacked[number * self.size + place // self.size, place % self.size] = value
        return int(stacked.rank())


#: A chain with a polynomial for each variable: its zeros are those at which no initial vanishes.
FullChain = tuple[Polynomial, ...]


def number_of_zeros(ring: Ring, parts: Sequence[OrderedBasis | FullChain], deadline: Deadline = NEVER) -> int:
    """How many different zeros some ideals and chains have together, over the algebraic closure. The number is proved.

    parts: bases of ideals with finitely many zeros, and chains with a polynomial for each variable, lowest first.

    Raises LimitError after the deadline, and UnsupportedError for ideals over rings with parameters, for ideals whose
    quotient ring is too large, and where no proof is found.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> points, double = (x**2 - 2, x * y - 1), OrderedBasis(x.ring, (x**2, y), "lex")
    >>> number_of_zeros(x.ring, [points]), number_of_zeros(x.ring, [double]), number_of_zeros(x.ring, [points, double])
    (2, 1, 3)
    """
    different = dict.fromkeys(parts)
    counted = [one for one in (_Counted(ring, part, deadline) for part in different) if one.dimension]
    total = sum(one.zeros for one in counted)
    return total if _are_all_disjoint(counted, total) else _union(ring, counted, deadline)


def has_zeros(ring: Ring, chain: Sequence[Polynomial], deadline: Deadline = NEVER) -> bool:
    """Whether a chain has a zero at which no initial of it vanishes, over the algebraic closure.

    A zero with special values of the variables that are no main variables is one. Where none is found, a Gröbner basis
    decides. Raises LimitError, and UnsupportedError where the ring has parameters and no special zero is found.

    >>> from casbridge.algebra import variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> has_zeros(x.ring, (x * y**2 - 1,)), has_zeros(x.ring, (y**2 - x, (y**2 - x) * z - 1))
    (True, False)
    """
    if any(f.is_constant for f in chain):
        return False
    initials = [one for one in dict.fromkeys(map(initial, chain)) if not one.is_constant]
    if not initials:
        return True
    for p in PRIMES[: 1 if ring.field.characteristic else None]:
        for seed in range(_FORMS):
            if _monic_chain(ring, chain, ring.field.characteristic or p, seed, deadline) is not None:
                return True
    product = Polynomial.constant(ring, 1)
    for one in initials:
        product = product * one
    return not in_radical(Ideal(ring, chain, deadline), product)


def _monic_chain(ring: Ring, chain: Sequence[Polynomial], p: int, seed: int, deadline: Deadline) -> OrderedBasis | None:
    """A chain over GF(p) as a reduced lexicographic basis in its main variables; None where an initial is not a unit.

    Other variables and parameters get values, by the seed.
    """
    mains = [class_of(f) - 1 for f in chain]
    chance = random.Random(seed)
    values = [chance.randrange(p) for _ in range(ring.size)]
    field = Field(p)
    found: list[Polynomial] = []
    for place, f in enumerate(chain):
        deadline.check(_NOT_COUNTED)
        own = Ring(field, tuple(ring.variables[v] for v in mains[: place + 1]))
        terms: dict[Exponents, int] = {}
        for exponents, coefficient in f.cleared().terms.items():
            value = int(coefficient) % p
            for v, e in enumerate(exponents):
                if e and v not in mains:
                    value = value * pow(values[v], e, p) % p
            key = tuple([exponents[v] for v in mains[: place + 1]])
            terms[key] = (terms.get(key, 0) + value) % p
        lower = OrderedBasis(found[-1].ring, tuple(found), "lex") if found else None
        monic = _monic(Polynomial(own, terms), lower, main_degree(f), deadline)
        if monic is None:
            return None
        found = [Polynomial(own, {(*e, 0): c for e, c in one.terms.items()}) for one in found]
        found.append(monic)
    return OrderedBasis(found[-1].ring, tuple(found), "lex") if found else None


def _monic(f: Polynomial, lower: OrderedBasis | None, degree: int, deadline: Deadline) -> Polynomial | None:
    """A polynomial over GF(p) times the inverse of its initial, reduced; None where the initial has no inverse.

    lower: the basis in the lower variables. degree: the one in the highest variable.
    """
    p, size = f.ring.field.characteristic, f.ring.size
    coefficients: dict[int, dict[Exponents, int]] = {}
    for exponents, coefficient in f.terms.items():
        coefficients.setdefault(exponents[-1], {})[exponents[:-1]] = int(coefficient)
    if degree not in coefficients:
        return None
    if lower is None:
        inverse = pow(coefficients[degree][()], -1, p)
        return Polynomial(f.ring, {e: c * inverse for e, c in f.terms.items()})
    standard = lower.standard()
    quotient = _Quotient(lower, standard, p, deadline)
    try:
        inverse = quotient.element(coefficients[degree]).inv()
    except ZeroDivisionError:
        return None
    terms: dict[Exponents, int] = {(*(0,) * (size - 1), degree): 1}
    for power, lower_terms in coefficients.items():
        if power != degree:
            # Row 0 is the product with 1, the smallest standard monomial.
            row = (quotient.element(lower_terms) * inverse).table()[0]
            terms |= {(*e, power): int(c) for e, c in zip(standard, row, strict=True) if c}
    return Polynomial(f.ring, terms)


class _Counted:
    """One part: a bound for the number of its zeros, and characteristic polynomials modulo a prime.

    dimension: of the quotient ring, or the product of the main degrees; 0 exactly where there are no zeros.
    """

    def __init__(self, ring: Ring, part: OrderedBasis | FullChain, deadline: Deadline) -> None:
        self.ring, self.deadline = ring, deadline
        self._part = part
        self.p = ring.field.characteristic or PRIMES[0]
        modular: OrderedBasis | None = None
        if not isinstance(part, OrderedBasis):
            modular = _monic_chain(ring, part, self.p, 0, deadline)
        self.is_chain = modular is not None
        if modular is None:
            modular = self.part
            self.p = ring.field.characteristic or _good_prime(modular)
        self.standard = modular.standard()
        self.dimension = len(self.standard)
        self.quotient = _Quotient(modular, self.standard, self.p, deadline)
        self._forms: dict[int, Any] = {}

    @cached_property
    def part(self) -> OrderedBasis:
        """A Gröbner basis of the part."""
        if self.ring.parameters:
            raise UnsupportedError("zeros are not counted over a field with parameters")
        if isinstance(self._part, OrderedBasis):
            return self._part
        ideal = Ideal(self.ring, self._part, self.deadline)
        for polynomial in dict.fromkeys(map(initial, self._part)):
            ideal = saturated(ideal, [polynomial])
        return OrderedBasis(self.ring, ideal.basis, "degrevlex")

    def characteristic(self, number: int) -> Any:
        """The characteristic polynomial of linear form `number`, modulo the prime."""
        if number not in self._forms:
            self._forms[number] = self.quotient.form(_form(number, len(self.ring.unknowns), self.p))
        return self._forms[number]

    @cached_property
    def zeros(self) -> int:
        """The number of zeros. Raises UnsupportedError where no proof is found."""
        lower = 0
        for number in range(_FORMS):
            lower = max(lower, int(_squarefree(self.characteristic(number)).degree()))
            if lower == self.dimension:
                return lower
        if self.is_chain:
            return number_of_zeros(self.ring, [self.part], self.deadline)
        if self.ring.field.characteristic:
            matrices = [self._radical_element(v, self.quotient) for v in range(self.ring.size)]
            return self.dimension - self.quotient.stacked_rank(matrices)
        return self._over_rationals(lower)

    def _radical_element(self, variable: int, own: _Quotient) -> Any:
        """gi(Mi) for a variable."""
        coefficients = [int(v == variable) for v in range(self.ring.size)]
        return own.value(_squarefree(own.form(coefficients)), variable)

    def _over_rationals(self, lower: int) -> int:
        """The number of zeros over QQ: at least `lower`.

        The gi are in the radical over QQ. Their rank modulo the prime is at most the one over QQ: an upper bound.
        """
        rational = _Quotient(self.part, self.standard, 0, self.deadline)
        squarefree = []
        for variable in range(self.ring.size):
            coefficients = [int(v == variable) for v in range(self.ring.size)]
            squarefree.append(_squarefree(rational.form(coefficients)))
        modular = [_modulo(one, self.p) for one in squarefree]
        if all(one is not None for one in modular):
            matrices = [self.quotient.value(one, v) for v, one in enumerate(modular)]
            if self.dimension - self.quotient.stacked_rank(matrices) == lower:
                return lower
        matrices = [rational.value(one, v) for v, one in enumerate(squarefree)]
        return self.dimension - rational.stacked_rank(matrices)


def _form(number: int, size: int, p: int) -> list[int]:
    """The coefficients of a linear form."""
    chance = random.Random(number)
    return [chance.randrange(p) for _ in range(size)]


def _good_prime(part: OrderedBasis) -> int:
    """A prime modulo which the basis stays a Gröbner basis with the same leading monomials."""
    coefficients = [int(f.normal().terms[e]) for e, f in part.leading().items()]
    for p in PRIMES:
        if all(coefficient % p for coefficient in coefficients):
            return p
    raise UnsupportedError("no prime is known that divides no leading coefficient")


def _squarefree(polynomial: Any) -> Any:
    """The product of the different irreducible factors of a polynomial over QQ or GF(p)."""
    common = polynomial.gcd(polynomial.derivative())
    if common.degree() == 0:
        return polynomial
    if not hasattr(polynomial, "modulus"):
        return polynomial // common
    product = polynomial // polynomial
    for factor, _ in polynomial.factor_squarefree()[1]:
        product = product * factor
    return product


def _modulo(polynomial: Any, p: int) -> Any:
    """A polynomial over QQ modulo a prime; None where a denominator is 0 there."""
    from flint import nmod_poly

    found = []
    for one in polynomial.coeffs():
        numerator, denominator = int(one.p), int(one.q)
        if not denominator % p:
            return None
        found.append(numerator * pow(denominator, -1, p) % p)
    return nmod_poly(found, p)


def _are_all_disjoint(counted: Sequence[_Counted], total: int) -> bool:
    """Whether one linear form has `total` different values at the zeros of ideals that have so many, each by itself."""
    if len({one.p for one in counted}) > 1:
        return False
    for number in range(_FORMS):
        product: Any = None
        for one in counted:
            own = _squarefree(one.characteristic(number))
            product = own if product is None else product * own
        if product is None or _squarefree(product).degree() == total:
            return True
    return False


def _union(ring: Ring, counted: Sequence[_Counted], deadline: Deadline) -> int:
    """The number of zeros of ideals that may have zeros in common: of each, those that no earlier one has."""
    total = 0
    for place, one in enumerate(counted):
        ideal = Ideal(ring, one.part.basis, deadline)
        changed = False
        for other in counted[:place]:
            deadline.check(_NOT_COUNTED)
            if not _are_disjoint(one, other) and not ideal.plus(other.part.basis).is_whole:
                ideal, changed = saturated(ideal, other.part.basis), True
        rest = [OrderedBasis(ring, ideal.basis, "degrevlex")]
        total += number_of_zeros(ring, rest, deadline) if changed else one.zeros
    return total


def _are_disjoint(one: _Counted, other: _Counted) -> bool:
    """Whether linear forms show that two ideals have no zero in common."""
    return one.p == other.p and any(
        one.characteristic(number).gcd(other.characteristic(number)).degree() == 0 for number in range(_FORMS)
    )
