"""The real zeros of ideals over QQ that have finitely many zeros, isolated exactly.

A minimal prime P with finitely many zeros is the ideal of a closed point. A linear form u with different values at its
zeros has a minimal polynomial f over QQ, irreducible, whose degree is that of QQ[x]/P. Each variable is a polynomial
gᵢ(u) there. So the real zeros of P are the points (g₁(r), …, gₙ(r)) for the real roots r of f. The roots are enclosed
in balls by Arb, which proves that each ball has one root. A coordinate is compared with a rational number e exactly:
they are equal if gᵢ - e is 0 modulo f, and else a smaller ball shows which is larger.

The coefficients of gᵢ are long. Those of gᵢ·f' modulo f are short, and are put in for r.
Source: Rouillier, "Solving zero-dimensional systems through the rational univariate representation", 1999.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from math import prod
from typing import Any

from casbridge.algebra.arithmetic import need_flint, precision, rational
from casbridge.algebra.boxes import Box, are_apart
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.ranks import initial, main_degree
from casbridge.charset.ideals.components import MOST_PRIMES
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.quotients import (
    FORMS,
    LARGEST_DIMENSION,
    NO_FORM,
    FullChain,
    linear_form,
    tower_algebra,
)
from casbridge.charset.series import series_of
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: Bits of the first balls.
_BITS = 64
#: Bits after which a comparison is given up. Different numbers are told apart long before.
_MOST_BITS = 1 << 20
#: The width of an isolating interval is below 2^-_WIDTH.
_WIDTH = 30

_LATE = "the real zeros were not isolated"
_INFINITE = "the zeros are infinitely many, and real ones are isolated where they are finitely many"
_NO_FIELD = "an initial of a chain is not invertible"


@dataclass(frozen=True)
class ClosedField:
    """The field QQ[x]/P of a maximal ideal P over QQ: QQ with a root of an irreducible polynomial.

    minimal: the minimal polynomial of a linear form u, over QQ, of python-flint.
    coordinates: each variable as a polynomial in u of smaller degree, lowest variable first.
    form: the coefficients of u.
    chain: an irreducible chain whose zeros are those of P.

    Fields of the same ideal are equal.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> field = ClosedField.of((x**2 - 2, x * y - 1))
    >>> field.minimal, field.coordinates, field.form
    (x^2 + (-2), (x, 1/2*x), (1, 0))
    """

    minimal: Any
    coordinates: tuple[Any, ...]
    form: tuple[int, ...]
    chain: FullChain = field(compare=False)

    @staticmethod
    def of(chain: FullChain, deadline: Deadline = NEVER) -> ClosedField:
        """The field with a zero of an irreducible chain that has a polynomial for each variable.

        If at most one main degree is above 1, u is that variable, and the initials are inverted. Else matrices show
        which linear form has different values at all zeros.
        Raises UnsupportedError for a field that is too large, and where an initial is not invertible; LimitError.

        >>> from casbridge.algebra import Ring, variables
        >>> (x,) = variables(Ring.of("x"))
        >>> ClosedField.of((x**2 - 2,)).minimal
        x^2 + (-2)
        """
        need_flint("fields of zeros")
        from flint import fmpq_poly

        if prod(map(main_degree, chain)) > LARGEST_DIMENSION:
            raise UnsupportedError(f"there are more than {LARGEST_DIMENSION} zeros")
        root = minimal = fmpq_poly([0, 1])
        values: list[Any] = []
        form = [0] * len(chain)
        for variable, f in enumerate(polynomial.cleared() for polynomial in chain):
            if main_degree(f) == 1:
                common, inverse, _ = _at(initial(f), _powers(values), minimal, deadline).xgcd(minimal)
                if common.degree():
                    raise UnsupportedError(_NO_FIELD)
                values.append(-_at(f, _powers([*values, fmpq_poly()]), minimal, deadline) * inverse % minimal)
            elif any(form):
                return ClosedField._by_matrices(chain, deadline)
            else:
                minimal = _at(f, _powers([*values, root]), root ** (main_degree(f) + 1), deadline)
                minimal /= minimal.leading_coefficient()
                values.append(root)
                form[variable] = 1
        return ClosedField(minimal, tuple(values), tuple(form), chain)

    @staticmethod
    def _by_matrices(chain: FullChain, deadline: Deadline) -> ClosedField:
        from flint import fmpq_mat, fmpq_poly

        count = len(chain)
        own = tower_algebra(chain[0].ring, chain, 0, 0, deadline)
        if own is None:
            raise UnsupportedError(_NO_FIELD)
        size = own.size
        # A variable by itself gives the smallest numbers, where it has different values at all zeros.
        units = [tuple(int(v == place) for v in range(count)) for place in range(count)]
        for form in (*units, *(tuple(linear_form(number, count, 0)) for number in range(FORMS))):
            minimal = own.minimal(form)
            if minimal.degree() != size:
                continue
            total = own.multiplication(form)
            rows, row = [], own.matrix(1)
            row[0, 0] = 1
            for _ in range(size):
                deadline.check(_LATE)
                rows.append(row.entries())
                row = row * total
            wanted = fmpq_mat([matrix.entries()[:size] for matrix in own.matrices])
            solved = fmpq_mat(rows).transpose().solve(wanted.transpose()).transpose().entries()
            values = tuple(fmpq_poly(solved[v * size : (v + 1) * size]) for v in range(count))
            return ClosedField(minimal, values, form, chain)
        raise UnsupportedError(NO_FORM)

    def has_zeros_of(self, polynomials: Iterable[Polynomial], deadline: Deadline = NEVER) -> bool:
        """Whether the roots of f give different points, and these are zeros of some polynomials; raises LimitError.

        >>> from casbridge.algebra import Ring, variables
        >>> x, y = variables(Ring.of("x y"))
        >>> field = ClosedField.of((x**2 - 2, x * y - 1))
        >>> field.has_zeros_of([x - 2 * y, y**2 * x**2 - 1]), field.has_zeros_of([x - y])
        (True, False)
        """
        from flint import fmpq_poly

        difference = sum((c * value for c, value in zip(self.form, self.coordinates, strict=True)), -fmpq_poly([0, 1]))
        powers = _powers(self.coordinates)
        values = (_at(polynomial.cleared(), powers, self.minimal, deadline) for polynomial in polynomials)
        return not difference % self.minimal and not any(values)


def _powers(values: Sequence[Any]) -> list[list[Any]]:
    return [[value**0, value] for value in values]


def _at(polynomial: Polynomial, powers: Sequence[list[Any]], modulus: Any, deadline: Deadline) -> Any:
    """A polynomial over ZZ at polynomials over QQ for its lowest variables, modulo another one.

    powers: of each value, from the power 0 on; further ones are added.
    """
    from flint import fmpq_poly

    total = fmpq_poly()
    for exponents, coefficient in polynomial.terms.items():
        for known, exponent in zip(powers, exponents, strict=False):
            while len(known) <= exponent:
                deadline.check(_LATE)
                known.append(known[-1] * known[1] % modulus)
        total += prod((known[e] for known, e in zip(powers, exponents, strict=False)), start=coefficient)
    return total % modulus


class RealZero:
    """A real zero: a real root of the minimal polynomial of a closed point, by its number in ascending order.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> zeros = real_zeros(closed_fields(Ideal(x.ring, [x**2 - 2, y - x])))
    >>> [zero.is_in(((0, 2), (1, 2))) for zero in zeros]
    [False, True]
    """

    def __init__(self, roots: _Roots, number: int, deadline: Deadline) -> None:
        self._roots, self._number, self._deadline = roots, number, deadline
        self._field = roots.field
        self._balls: dict[int, list[Any]] = {}

    def balls(self, bits: int) -> list[Any]:
        """A ball of python-flint for each coordinate, narrower than 2^-30, by computing with so many bits at least."""
        working = bits
        while bits not in self._balls:
            self._deadline.check(_LATE)
            root = self._roots.at(working)[self._number]
            with precision(working):
                balls = [_value(above, root) / _value(below, root) for above, below in self._roots.fractions]
                # At a low precision a denominator may not be told apart from 0.
                if all((ball.upper() - ball.lower()) * 2**_WIDTH < 1 for ball in balls):
                    self._balls[bits] = balls
            working *= 2
        return self._balls[bits]

    def box(self, bits: int) -> Box:
        """A box with the zero, by computing with so many bits. Rational coordinates are exact."""
        found = []
        with precision(bits):
            for value, ball in zip(self._field.coordinates, self.balls(bits), strict=True):
                if value.degree() <= 0:
                    number = rational(value[0])
                    found.append((number, number))
                else:
                    found.append((rational(ball.lower().fmpq()), rational(ball.upper().fmpq())))
        return tuple(found)

    def is_in(self, box: Box) -> bool:
        """Whether the zero is in a box, whose borders belong to it. The answer is exact. Raises LimitError."""
        return all(
            self.compare(place, low) >= 0 and self.compare(place, high) <= 0 for place, (low, high) in enumerate(box)
        )

    def compare(self, place: int, number: Coefficient) -> int:
        """-1, 0 or 1: whether a coordinate is less than, equal to, or greater than a rational number."""
        from flint import fmpq, fmpq_poly

        exact = fmpq(number.numerator, number.denominator)
        if self._field.coordinates[place] == fmpq_poly([exact]):
            return 0
        bits = _BITS
        while bits <= _MOST_BITS:
            self._deadline.check(_LATE)
            with precision(bits):
                difference = self.balls(bits)[place] - exact
                if difference > 0:
                    return 1
                if difference < 0:
                    return -1
            bits *= 2
        raise UnsupportedError("a coordinate was not told apart from a rational number")


def closed_fields(ideal: Ideal) -> list[ClosedField]:
    """The residue fields of the minimal primes over an ideal, from chains: no basis of a prime is computed.

    Raises UnsupportedError where a prime has infinitely many zeros or too many, or the primes are too many; LimitError.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> [field.minimal for field in closed_fields(Ideal(x.ring, [x**2 - 2, y**2 - 1]))]
    [x^2 + (-2), x^2 + (-2)]
    """
    fields: list[ClosedField] = []
    for chain in series_of(PolynomialSystem.of(ideal.ring, ideal.generators), ideal.deadline):
        if len(chain.polynomials) < ideal.ring.size:
            raise UnsupportedError(_INFINITE)
        if len(fields) >= MOST_PRIMES:
            raise UnsupportedError(f"there are more than {MOST_PRIMES} chains")
        closed = ClosedField.of(tuple(chain.polynomials), ideal.deadline)
        if closed not in fields:
            fields.append(closed)
    return fields


def real_zeros(fields: Sequence[ClosedField], deadline: Deadline = NEVER) -> list[RealZero]:
    """The real zeros of different minimal primes, by their residue fields. Raises LimitError after the deadline.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> len(real_zeros(closed_fields(Ideal(x.ring, [x**4 - 4, y]))))
    2
    """
    found = []
    for closed in fields:
        deadline.check(_LATE)
        roots = _Roots(closed)
        found += [RealZero(roots, number, deadline) for number in range(len(roots.at(_BITS)))]
    return found


def isolating_boxes(zeros: Sequence[RealZero], deadline: Deadline = NEVER) -> tuple[Box, ...]:
    """A box for each real zero, without common points, ascending; each interval narrower than 2^-30.

    Raises LimitError after the deadline, and UnsupportedError where the boxes do not become apart.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> isolating_boxes(real_zeros(closed_fields(Ideal(x.ring, [x**2 - 4, y - x]))))
    (((-2, -2), (-2, -2)), ((2, 2), (2, 2)))
    """
    bits = _BITS
    while bits <= _MOST_BITS:
        deadline.check(_LATE)
        boxes = sorted(zero.box(bits) for zero in zeros)
        narrow = all((high - low) * 2**_WIDTH < 1 for box in boxes for low, high in box)
        if narrow and all(are_apart(one, other) for one, other in combinations(boxes, 2)):
            return tuple(boxes)
        bits *= 2
    raise UnsupportedError("the real zeros were not told apart")


def number_by_sturm(polynomial: Any, deadline: Deadline = NEVER) -> int:
    """The number of real roots of a polynomial of python-flint over QQ, each once, by Sturm's theorem.

    It is the number of changes of sign in Sturm's sequence at -∞, minus that at ∞. Nothing is approximated.

    >>> from flint import fmpq_poly
    >>> number_by_sturm(fmpq_poly([0, -1, 0, 1])), number_by_sturm(fmpq_poly([1, 0, 1]))
    (3, 0)
    """
    from flint import fmpq_poly

    sequence = [polynomial, polynomial.derivative()]
    while sequence[-1]:
        deadline.check(_LATE)
        # A positive factor changes no sign. Without it the numbers get long.
        remainder = (-(sequence[-2] % sequence[-1])).numer()
        sequence.append(fmpq_poly(remainder / (remainder.content() or 1)))
    signs = [(one.coeffs()[-1] > 0, one.degree() % 2) for one in sequence if one]
    at_infinity = [positive for positive, _ in signs]
    before = [positive != bool(odd) for positive, odd in signs]
    return _changes(before) - _changes(at_infinity)


def _changes(signs: Sequence[bool]) -> int:
    return sum(one != other for one, other in pairwise(signs))


class _Roots:
    """Balls with the real roots of a field's minimal polynomial, ascending."""

    def __init__(self, field: ClosedField) -> None:
        self.field = field
        below = field.minimal.derivative()
        self.fractions = [
            (g, below**0) if g.degree() <= 1 else (g * below % field.minimal, below) for g in field.coordinates
        ]
        self._known: dict[int, list[Any]] = {}

    def at(self, bits: int) -> list[Any]:
        """The balls, by computing with so many bits. They have no common points."""
        if bits not in self._known:
            with precision(bits):
                roots = [root.real for root, _ in self.field.minimal.numer().complex_roots() if root.imag == 0]
                self._known[bits] = sorted(roots, key=lambda ball: Fraction(rational(ball.mid().fmpq())))
        return self._known[bits]


def _value(polynomial: Any, ball: Any) -> Any:
    """The value of a polynomial at a ball, by Horner's scheme."""
    from flint import arb

    return reduce(lambda total, coefficient: total * ball + arb(coefficient), polynomial.coeffs()[::-1], arb(0))
