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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import prod
from operator import le, mul
from typing import Any

from casbridge.algebra.arithmetic import Exponents, need_flint
from casbridge.algebra.fields import Ring
from casbridge.algebra.orders import monomial_key
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
#: The most zeros of one part, or of parts with common zeros, of which `rational_and_real` says where they lie.
MOST_LOCATED = 200
#: The most zeros, and the most terms of chains, that `few_zeros` takes.
FEW, MOST_TERMS = 64, 1_000
# The most zeros that `few_zeros` locates over QQ, and what numerators and denominators are below then.
_VERY_FEW, _SMALL = 12, 1 << 64
#: Why `rational_and_real` says nothing of zeros over a field with parameters.
NOT_LOCATED = "zeros over a field with parameters are not located"

_NOT_COUNTED = "the zeros were not counted"
_NO_FORM = "no linear form was found that tells the zeros apart"
_FORMS = 4  # linear forms that are tried
_MOST_KEPT = 200_000  # entries of the powers of one matrix that are kept
_LARGE = 1_009  # coefficients of linear forms over QQ are smaller


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


class _Algebra:
    """A finite algebra over QQ (p = 0) or GF(p): the matrix of each of its variables.

    Row i of a matrix is the product of basis element i with the variable. Basis element 0 is 1.
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
            self.deadline.check(_NOT_COUNTED)
            for place, value in enumerate(block.entries()):
                if value:
                    whole[row * self.size + place // self.size, column * self.size + place % self.size] = value
        return whole

    def element(self, terms: dict[Exponents, int]) -> Any:
        """The matrix of multiplication with a polynomial."""
        total = self.matrix(self.size)
        for exponents, coefficient in terms.items():
            self.deadline.check(_NOT_COUNTED)
            term = self.unit
            for variable, exponent in enumerate(exponents):
                if exponent:
                    term = term * self._power(variable, exponent)
            total = total + term * coefficient
        return total

    def _power(self, variable: int, exponent: int) -> Any:
        """A power of the matrix of a variable. Those of small matrices are kept."""
        matrix = self.matrices[variable]
        if exponent * self.size**2 > _MOST_KEPT:
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
        self.deadline.check(_NOT_COUNTED)
        total = self.matrix(self.size)
        for coefficient, matrix in zip(coefficients, self.matrices, strict=True):
            total = total + matrix * coefficient
        return total.charpoly()

    def value(self, polynomial: Any, variable: int) -> Any:
        """A polynomial in one variable as a matrix."""
        matrix, coefficients = self.matrices[variable], list(polynomial.coeffs())
        unit, total = self.unit, self.matrix(self.size)
        for coefficient in reversed(coefficients):
            self.deadline.check(_NOT_COUNTED)
            total = total * matrix + unit * coefficient
        return total

    def stacked_rank(self, matrices: Sequence[Any]) -> int:
        """The rank of the matrices below each other."""
        return int(self.blocks(len(matrices), 1, ((i, 0, one) for i, one in enumerate(matrices))).rank())

    def extended(self, tail: Sequence[Any]) -> _Algebra:
        """The algebra with a further variable y, where yᵈ + Σ tail[j]·yʲ = 0 for the length d of the tail.

        The basis is that of this algebra, times 1, y, …, yᵈ⁻¹.
        """
        degree = len(tail)
        old = [self.blocks(degree, degree, [(j, j, one) for j in range(degree)]) for one in self.matrices]
        last = [(degree - 1, j, -one) for j, one in enumerate(tail)]
        new = self.blocks(degree, degree, [*((j, j + 1, self.unit) for j in range(degree - 1)), *last])
        return _Algebra(self.size * degree, self.p, self.deadline, [*old, new])


def _quotient(finite: OrderedBasis, standard: Sequence[Exponents], p: int, deadline: Deadline) -> _Algebra:
    """The ring modulo an ideal, over QQ (p = 0) or GF(p). Its basis are the standard monomials."""
    size = finite.ring.size
    own = _Algebra(len(standard), p, deadline)
    own.matrices = [own.matrix(own.size) for _ in range(size)]
    place = {monomial: i for i, monomial in enumerate(standard)}
    leading = finite.leading()
    # The products of a standard monomial and a variable that are not standard, smallest first: then the rows that one
    # needs are there already.
    border: dict[Exponents, list[tuple[int, int]]] = {}
    for monomial in standard:
        for variable in range(size):
            larger = _times(monomial, variable)
            if larger in place:
                own.matrices[variable][place[monomial], place[larger]] = 1
            else:
                border.setdefault(larger, []).append((variable, place[monomial]))
    rows: dict[Exponents, Any] = {}
    for monomial in sorted(border, key=finite.key):
        deadline.check(_NOT_COUNTED)
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


def _tail(own: _Algebra, polynomial: Polynomial, leading: Exponents, place: dict[Exponents, int]) -> Any:
    """The normal form of a leading monomial."""
    row, field = own.matrix(1), polynomial.ring.field
    scale = -field.inverse(polynomial.terms[leading])
    for exponents, coefficient in polynomial.terms.items():
        if exponents != leading:
            row[0, place[exponents]] = own.number(field.element(coefficient * scale))
    return row


def _tower(ring: Ring, chain: Sequence[Polynomial], p: int, seed: int, deadline: Deadline) -> _Algebra | None:
    """GF(p), or QQ for p = 0, with a root of each polynomial of a chain in turn; None where an initial is not a unit.

    Its variables are the main variables. Other variables and parameters get values, by the seed.
    """
    mains = [class_of(f) - 1 for f in chain]
    chance = random.Random(seed)
    values = [chance.randrange(p or _LARGE) for _ in range(ring.size)]
    own = _Algebra(1, p, deadline)
    for place, f in enumerate(chain):
        *tail, leading = _powers(own, f, mains[place], mains[:place], values)
        try:
            inverse = leading.inv()
        except ZeroDivisionError:
            return None
        own = own.extended([element * inverse for element in tail])
    return own


def _powers(own: _Algebra, f: Polynomial, main: int, variables: Sequence[int], values: Sequence[int]) -> list[Any]:
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


@dataclass(frozen=True, slots=True)
class FewZeros:
    """The number of zeros of small chains.

    number: of different zeros over the algebraic closure.
    rational: how many of them have all coordinates in the field; None where that is not known.
    real: how many have real coordinates; None for another field than QQ, and where that is not known.

    >>> FewZeros(3, rational=1).real is None
    True
    """

    number: int
    rational: int | None = None
    real: int | None = None


def few_zeros(ring: Ring, chains: Sequence[FullChain], deadline: Deadline = NEVER) -> FewZeros | None:
    """`number_of_zeros` of small chains, where a linear form tells the zeros apart; else None.

    The work is bounded: it needs no process apart. Over GF(p) the same linear form says how many zeros are rational;
    over QQ `rational_and_real` says it for very small chains.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> few_zeros(x.ring, [(x**2 - 2, x * y - 1), (x, y)]), few_zeros(x.ring, [(x**2, y)])
    (FewZeros(number=3, rational=1, real=3), None)
    """
    different = list(dict.fromkeys(chains))
    if sum(prod(map(main_degree, chain)) for chain in different) > FEW:
        return None
    if sum(len(f.terms) for chain in different for f in chain) > MOST_TERMS:
        return None
    p = ring.field.characteristic or PRIMES[0]
    towers: list[_Algebra] = []
    for chain in different:
        tower = _tower(ring, chain, p, 0, deadline)
        if tower is None:
            return None
        towers.append(tower)
    if not towers:
        return FewZeros(0, 0, None if ring.field.characteristic else 0)
    for number in range(_FORMS):
        form = _form(number, len(ring.unknowns), p)
        product = reduce(mul, [tower.form(form) for tower in towers])
        if _squarefree(product).degree() != product.degree():
            continue
        zeros = sum(tower.size for tower in towers)
        if ring.parameters:
            return FewZeros(zeros, _rational_alone(ring, zeros))
        if ring.field.characteristic:
            return FewZeros(zeros, len(product.roots()))
        if zeros > _VERY_FEW or not all(_is_small(f) for chain in different for f in chain):
            return FewZeros(zeros)
        try:
            sizes = [tower.size for tower in towers]
            places = [_located(ring, [chain], size, deadline) for chain, size in zip(different, sizes, strict=True)]
        except UnsupportedError:
            return FewZeros(zeros)
        return FewZeros(zeros, sum(rational for rational, _ in places), sum(real or 0 for _, real in places))
    return None


def _rational_alone(ring: Ring, zeros: int) -> int | None:
    """The number of rational zeros as far as the number of all says it: a single one has no conjugates.

    In positive characteristic a single zero may be a p-th root that is not in the field.
    """
    if not zeros:
        return 0
    return 1 if zeros == 1 and not ring.field.characteristic else None


def _is_small(polynomial: Polynomial) -> bool:
    """Whether a polynomial over QQ has small coefficients."""
    coefficients = polynomial.terms.values()
    return all(max(abs(c.numerator), c.denominator) < _SMALL for c in coefficients)


def rational_and_real(
    ring: Ring, parts: Sequence[OrderedBasis | FullChain], zeros: int, deadline: Deadline = NEVER
) -> tuple[int, int | None]:
    """How many zeros have all coordinates in the field, and over QQ how many have real ones.

    parts: as for `number_of_zeros`. zeros: how many different ones they have together.

    Parts without common zeros are looked at one by one. Where a chain has as many zeros as its first polynomial has
    roots, the other coordinates are rational functions of the first one, and the roots say all.

    A linear form with different values at all zeros maps exactly the zeros over a field to values in it: conjugate
    zeros have conjugate values. The values are the roots of characteristic polynomials. A small field may have no such
    form. There the rank of all xᵖ − x gives the number of zeros in it.

    Raises UnsupportedError where that is not known: over a field with parameters (but for a single zero), for more than
    `MOST_LOCATED` zeros of one part, and where no form is found. LimitError after the deadline.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> rational_and_real(x.ring, [(x**3 - 2 * x, x * y + y - 1)], 3)
    (1, 3)
    """
    if ring.parameters:
        if (rational := _rational_alone(ring, zeros)) is None:
            raise UnsupportedError(NOT_LOCATED)
        return rational, None
    different = list(dict.fromkeys(parts))
    numbers = [zeros] if len(different) == 1 else [number_of_zeros(ring, [part], deadline) for part in different]
    if sum(numbers) != zeros:  # some zeros are in several parts
        return _located(ring, different, zeros, deadline)
    found = [_located(ring, [part], number, deadline) for part, number in zip(different, numbers, strict=True)]
    real = None if ring.field.characteristic else sum(one or 0 for _, one in found)
    return sum(rational for rational, _ in found), real


def _located(
    ring: Ring, parts: Sequence[OrderedBasis | FullChain], zeros: int, deadline: Deadline
) -> tuple[int, int | None]:
    """`rational_and_real` for different parts, taken together."""
    p = ring.field.characteristic
    if not zeros:
        return 0, None if p else 0
    first = _first_polynomial(parts[0], zeros) if len(parts) == 1 else None
    if first is not None:
        return len(first.roots()), None if p else number_of_real_roots(first)
    if zeros > MOST_LOCATED:
        raise UnsupportedError(f"{zeros} zeros are not located; {MOST_LOCATED} of one part are the most")
    algebras = []
    for part in parts:
        own = None if isinstance(part, OrderedBasis) else _tower(ring, part, p, 0, deadline)
        if own is None:
            basis = _basis_of(ring, part, deadline)
            own = _quotient(basis, basis.standard(), p, deadline)
        if own.size:
            algebras.append(own)
    for number in range(_FORMS):
        form = _form(number, len(ring.unknowns), p)
        product = _squarefree(reduce(mul, [_squarefree(own.form(form)) for own in algebras]))
        if product.degree() == zeros:
            return len(product.roots()), None if p else number_of_real_roots(product)
    if p and len(parts) == 1:
        return sum(map(_fixed_by_frobenius, algebras)), None
    raise UnsupportedError(_NO_FORM)


def _first_polynomial(part: OrderedBasis | FullChain, zeros: int) -> Any:
    """The squarefree part of a chain's first polynomial, if each of its roots gives exactly one zero; else None."""
    if isinstance(part, OrderedBasis) or any(main_degree(f) > 1 for f in part[1:]):
        return None
    from flint import fmpq, fmpq_poly, nmod_poly

    p, place = part[0].ring.field.characteristic, class_of(part[0]) - 1
    values: list[Any] = [0] * (main_degree(part[0]) + 1)
    for exponents, coefficient in part[0].terms.items():
        value = fmpq(int(coefficient.numerator), int(coefficient.denominator))
        values[exponents[place]] = int(value.p) if p else value
    polynomial = _squarefree(nmod_poly(values, p) if p else fmpq_poly(values))
    return polynomial if polynomial.degree() == zeros else None


def number_of_real_roots(polynomial: Any) -> int:
    """How many real roots a squarefree polynomial over QQ (python-flint's `fmpq_poly`) has. The number is proved.

    FLINT isolates all roots by balls, and gives real ones the imaginary part 0.

    >>> from flint import fmpq_poly
    >>> number_of_real_roots(fmpq_poly([-2, 0, 0, 0, 1]))
    2
    """
    return sum(root.imag == 0 for root, _ in polynomial.complex_roots())


def _fixed_by_frobenius(own: _Algebra) -> int:
    """The number of zeros over GF(p), by a rank.

    The ideal with all xᵖ − x is radical, and its zeros are those over GF(p): they are as many as its dimension.
    """
    return own.size - own.stacked_rank([matrix**own.p - matrix for matrix in own.matrices])


@dataclass(frozen=True)
class ClosedField:
    """The field QQ[x]/P of a maximal ideal P over QQ: QQ with a root of an irreducible polynomial.

    minimal: the minimal polynomial of a linear form u, over QQ, of python-flint.
    coordinates: each variable as a polynomial in u of smaller degree, lowest variable first.
    form: the coefficients of u.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> field = ClosedField.of(Ideal(x.ring, [x**2 - 2, y - 1]))
    >>> field.minimal.degree(), field.coordinates[1]
    (2, 1)
    """

    minimal: Any
    coordinates: tuple[Any, ...]
    form: tuple[int, ...]

    @staticmethod
    def of(ideal: Ideal, deadline: Deadline = NEVER) -> ClosedField:
        """The field of a maximal ideal. Raises UnsupportedError for a field that is too large, LimitError.

        >>> from casbridge.algebra import variables
        >>> (x,) = variables(Ring.of("x"))
        >>> ClosedField.of(Ideal(x.ring, [x**2 - 2])).minimal
        x^2 + (-2)
        """
        need_flint("fields of zeros")
        from flint import fmpq_mat, fmpq_poly

        ring = ideal.ring
        basis = OrderedBasis(ring, ideal.basis, "degrevlex")
        own = _quotient(basis, basis.standard(), 0, deadline)
        units = [tuple(int(v == place) for v in range(ring.size)) for place in range(ring.size)]
        # A variable by itself gives the smallest numbers, where it has different values at all zeros.
        for form in (*units, *(tuple(_form(number, ring.size, 0)) for number in range(_FORMS))):
            minimal = own.form(form)
            if _squarefree(minimal).degree() != own.size:
                continue
            total = own.matrix(own.size)
            for coefficient, matrix in zip(form, own.matrices, strict=True):
                total = total + matrix * coefficient
            rows, row = [], own.matrix(1)
            row[0, 0] = 1
            for _ in range(own.size):
                deadline.check(_NOT_COUNTED)
                rows.append(row.entries())
                row = row * total
            wanted = fmpq_mat([matrix.entries()[: own.size] for matrix in own.matrices])
            solved = fmpq_mat(rows).transpose().solve(wanted.transpose()).transpose()
            values = solved.entries()
            size = own.size
            return ClosedField(
                minimal, tuple(fmpq_poly(values[v * size : (v + 1) * size]) for v in range(ring.size)), form
            )
        raise UnsupportedError(_NO_FORM)


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
            if _tower(ring, chain, ring.field.characteristic or p, seed, deadline) is not None:
                return True
    product = Polynomial.constant(ring, 1)
    for one in initials:
        product = product * one
    return not in_radical(Ideal(ring, chain, deadline), product)


class _Counted:
    """One part: a bound for the number of its zeros, and characteristic polynomials modulo a prime.

    dimension: of the quotient ring, or the product of the main degrees; 0 exactly where there are no zeros.
    """

    def __init__(self, ring: Ring, part: OrderedBasis | FullChain, deadline: Deadline) -> None:
        self.ring, self.deadline = ring, deadline
        self._part = part
        self.p = ring.field.characteristic or PRIMES[0]
        tower = None if isinstance(part, OrderedBasis) else _tower(ring, part, self.p, 0, deadline)
        self.is_chain = tower is not None
        if tower is None:
            self.p = ring.field.characteristic or _good_prime(self.part)
            tower = _quotient(self.part, self.part.standard(), self.p, deadline)
        self.quotient = tower
        self.dimension = tower.size
        self._forms: dict[int, Any] = {}

    @cached_property
    def part(self) -> OrderedBasis:
        """A Gröbner basis of the part."""
        return _basis_of(self.ring, self._part, self.deadline)

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

    def _radical_element(self, variable: int, own: _Algebra) -> Any:
        """gi(Mi) for a variable."""
        coefficients = [int(v == variable) for v in range(self.ring.size)]
        return own.value(_squarefree(own.form(coefficients)), variable)

    def _over_rationals(self, lower: int) -> int:
        """The number of zeros over QQ: at least `lower`.

        The gi are in the radical over QQ. Their rank modulo the prime is at most the one over QQ: an upper bound.
        """
        rational = _quotient(self.part, self.part.standard(), 0, self.deadline)
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


def _basis_of(ring: Ring, part: OrderedBasis | FullChain, deadline: Deadline) -> OrderedBasis:
    """A Gröbner basis of a part."""
    if ring.parameters:
        raise UnsupportedError("zeros are not counted over a field with parameters")
    if isinstance(part, OrderedBasis):
        return part
    ideal = Ideal(ring, part, deadline)
    for polynomial in dict.fromkeys(map(initial, part)):
        ideal = saturated(ideal, [polynomial])
    return OrderedBasis(ring, ideal.basis, "degrevlex")


def _form(number: int, size: int, p: int) -> list[int]:
    """The coefficients of a linear form."""
    chance = random.Random(number)
    return [chance.randrange(p or _LARGE) for _ in range(size)]


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
