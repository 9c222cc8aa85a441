"""The real zeros of ideals over QQ that have finitely many zeros, isolated exactly.

A minimal prime P with finitely many zeros is the ideal of a closed point. A linear form u with different values at its
zeros has a minimal polynomial f over QQ, irreducible, whose degree is that of QQ[x]/P. Each variable is a polynomial
gᵢ(u) there. So the real zeros of P are the points (g₁(r), …, gₙ(r)) for the real roots r of f. The roots are enclosed
in balls by Arb, which proves that each ball has one root. A coordinate is compared with a rational number e exactly:
they are equal if gᵢ - e is 0 modulo f, and else a smaller ball shows which is larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from typing import Any

from casbridge.algebra.arithmetic import need_flint, precision, rational
from casbridge.algebra.boxes import Box, are_apart
from casbridge.algebra.fields import Coefficient
from casbridge.charset.ideals.components import Prime
from casbridge.charset.ideals.ideal import Ideal
from casbridge.charset.ideals.quotients import (
    FORMS,
    NO_FORM,
    OrderedBasis,
    linear_form,
    quotient_algebra,
    squarefree_part,
)
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: Bits of the first balls.
_BITS = 64
#: Bits after which a comparison is given up. Different numbers are told apart long before.
_MOST_BITS = 1 << 20
#: The width of an isolating interval is below 2^-_WIDTH.
_WIDTH = 30

_LATE = "the real zeros were not isolated"


@dataclass(frozen=True)
class ClosedField:
    """The field QQ[x]/P of a maximal ideal P over QQ: QQ with a root of an irreducible polynomial.

    minimal: the minimal polynomial of a linear form u, over QQ, of python-flint.
    coordinates: each variable as a polynomial in u of smaller degree, lowest variable first.
    form: the coefficients of u.

    >>> from casbridge.algebra import Ring, variables
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

        >>> from casbridge.algebra import Ring, variables
        >>> (x,) = variables(Ring.of("x"))
        >>> ClosedField.of(Ideal(x.ring, [x**2 - 2])).minimal
        x^2 + (-2)
        """
        need_flint("fields of zeros")
        from flint import fmpq_mat, fmpq_poly

        ring = ideal.ring
        basis = OrderedBasis(ring, ideal.basis, "degrevlex")
        own = quotient_algebra(basis, basis.standard(), 0, deadline)
        units = [tuple(int(v == place) for v in range(ring.size)) for place in range(ring.size)]
        # A variable by itself gives the smallest numbers, where it has different values at all zeros.
        for form in (*units, *(tuple(linear_form(number, ring.size, 0)) for number in range(FORMS))):
            minimal = own.form(form)
            if squarefree_part(minimal).degree() != own.size:
                continue
            total = own.matrix(own.size)
            for coefficient, matrix in zip(form, own.matrices, strict=True):
                total = total + matrix * coefficient
            rows, row = [], own.matrix(1)
            row[0, 0] = 1
            for _ in range(own.size):
                deadline.check(_LATE)
                rows.append(row.entries())
                row = row * total
            wanted = fmpq_mat([matrix.entries()[: own.size] for matrix in own.matrices])
            solved = fmpq_mat(rows).transpose().solve(wanted.transpose()).transpose()
            values = solved.entries()
            size = own.size
            return ClosedField(
                minimal, tuple(fmpq_poly(values[v * size : (v + 1) * size]) for v in range(ring.size)), form
            )
        raise UnsupportedError(NO_FORM)


class RealZero:
    """A real zero: a real root of the minimal polynomial of a closed point, by its number in ascending order.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.components import minimal_primes
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> zeros = real_zeros(prime_fields(minimal_primes(Ideal(x.ring, [x**2 - 2, y - x]))))
    >>> [zero.is_in(((0, 2), (1, 2))) for zero in zeros]
    [False, True]
    """

    def __init__(self, roots: _Roots, number: int, deadline: Deadline) -> None:
        self._roots, self._number, self._deadline = roots, number, deadline
        self._field = roots.field
        self._balls: dict[int, list[Any]] = {}

    def balls(self, bits: int) -> list[Any]:
        """A ball of python-flint for each coordinate, by computing with so many bits."""
        if bits not in self._balls:
            root = self._roots.at(bits)[self._number]
            with precision(bits):
                self._balls[bits] = [_value(one, root) for one in self._field.coordinates]
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


def prime_fields(primes: Sequence[Prime], deadline: Deadline = NEVER) -> list[ClosedField]:
    """The residue field of each prime. Raises UnsupportedError where one has infinitely many zeros, or too many.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.components import minimal_primes
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> [field.minimal for field in prime_fields(minimal_primes(Ideal(x.ring, [x**2 - 2, y - 1])))]
    [x^2 + (-2)]
    """
    if any(prime.parameters for prime in primes):
        raise UnsupportedError("the zeros are infinitely many, and real ones are isolated where they are finitely many")
    return [ClosedField.of(prime.ideal, deadline) for prime in primes]


def real_zeros(fields: Sequence[ClosedField], deadline: Deadline = NEVER) -> list[RealZero]:
    """The real zeros of different minimal primes, by their residue fields. Raises LimitError after the deadline.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.components import minimal_primes
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> len(real_zeros(prime_fields(minimal_primes(Ideal(x.ring, [x**4 - 4, y])))))
    2
    """
    found = []
    for field in fields:
        deadline.check(_LATE)
        roots = _Roots(field)
        found += [RealZero(roots, number, deadline) for number in range(len(roots.at(_BITS)))]
    return found


def isolating_boxes(zeros: Sequence[RealZero], deadline: Deadline = NEVER) -> tuple[Box, ...]:
    """A box for each real zero, without common points, ascending; each interval narrower than 2^-30.

    Raises LimitError after the deadline, and UnsupportedError where the boxes do not become apart.

    >>> from casbridge.algebra import Ring, variables
    >>> from casbridge.charset.ideals.components import minimal_primes
    >>> from casbridge.charset.ideals.ideal import Ideal
    >>> x, y = variables(Ring.of("x y"))
    >>> isolating_boxes(real_zeros(prime_fields(minimal_primes(Ideal(x.ring, [x**2 - 4, y - x])))))
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
    sequence = [polynomial, polynomial.derivative()]
    while sequence[-1]:
        deadline.check(_LATE)
        sequence.append(-(sequence[-2] % sequence[-1]))
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
