"""Pseudo-division by a polynomial and by a triangular set, and reduced polynomials, as the textbook defines them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from casbridge.algebra.arithmetic import Native, arithmetic_of
from casbridge.algebra.polynomials import Polynomial
from casbridge.brief import Brief
from casbridge.charset.definitions.ranks import class_of, initial, position_of, ring_of_all
from casbridge.errors import InputError


@dataclass(frozen=True, repr=False)
class PseudoDivision(Brief):
    """lc(g, x)^exponent · f = quotient · g + remainder, with deg(remainder, x) < deg(g, x).

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_division(y, x * y - 1).exponent
    1
    """

    quotient: Polynomial
    remainder: Polynomial
    exponent: int


@dataclass(frozen=True, repr=False)
class SetPseudoDivision(Brief):
    """I1^s1 ⋯ Ir^sr · f = Q1·T1 + ⋯ + Qr·Tr + remainder for a triangular set [T1, …, Tr] with the initials Ii.

    The remainder is reduced with respect to the set. The quotients are Q1, …, Qr, the exponents s1, …, sr.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_division_by_set(y, [x * y - 1])
    SetPseudoDivision(quotients=(1,), remainder=1, exponents=(1,))
    """

    quotients: tuple[Polynomial, ...]
    remainder: Polynomial
    exponents: tuple[int, ...]


def pseudo_division(
    dividend: Polynomial, divisor: Polynomial, variable: str | int | None = None, *, full: bool = False
) -> PseudoDivision:
    """Pseudo-quotient, pseudo-remainder and exponent of f by g in a variable x (default: g's main variable).

    lc(g, x)^s · f = q·g + r with deg(r, x) < deg(g, x). For a given s, q and r are unique (theorem 3.1).

    variable: x, a name or a position (0 for the lowest).
    full: s is max(0, deg(f, x) − deg(g, x) + 1), as in most computer algebra systems. Otherwise s is the number of
    division steps that are needed, which is at most this.

    Raises InputError if the variable does not occur in g, or is no variable of the ring.
    Source: Xu 2019, theorem 3.1 and definition 3.2; Wang, chapter 1.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_division(y**2 + x, x * y - 1)
    PseudoDivision(quotient=x*y + 1, remainder=x**3 + 1, exponent=2)
    >>> pseudo_division(y**2 + x, x * y - 1, "x")
    PseudoDivision(quotient=1, remainder=y**3 + 1, exponent=1)
    """
    ring = ring_of_all([dividend, divisor])
    by = _Divisor(divisor, variable)
    native, quotient, exponent = dividend.native, arithmetic_of(ring).constant(0), 0
    while (term := by.term(native)) is not None:
        native = by.initial * native - term * by.native
        quotient = by.initial * quotient + term
        exponent += 1
    missing = dividend.degree(by.variable) - by.degree + 1 - exponent
    if full and missing > 0:
        factor = by.initial**missing
        native, quotient, exponent = native * factor, quotient * factor, exponent + missing
    return PseudoDivision(Polynomial(ring, native=quotient), Polynomial(ring, native=native), exponent)


def pseudo_quotient(
    dividend: Polynomial, divisor: Polynomial, variable: str | int | None = None, *, full: bool = False
) -> Polynomial:
    """The pseudo-quotient pquo(f, g, x), as for `pseudo_division`.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_quotient(y**2 + x, x * y - 1)
    x*y + 1
    """
    return pseudo_division(dividend, divisor, variable, full=full).quotient


def pseudo_remainder(
    dividend: Polynomial,
    divisor: Polynomial | Sequence[Polynomial],
    variable: str | int | None = None,
    *,
    full: bool = False,
) -> Polynomial:
    """The pseudo-remainder prem(f, g, x), or prem(f, T) for a triangular set T.

    A set divides by its polynomials one after the other, from the highest main variable down:
    prem(f, T) = prem(… prem(prem(f, Tr), Tr−1) …, T1). The remainder by the empty set is f, by a trivial set 0.

    Raises InputError as `pseudo_division` does, for a set that is not triangular, and for a variable with a set.
    Source: Xu 2019, definitions 3.2 and 3.7; Wang, Elimination Methods, chapters 1 and 2.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_remainder(y**2 + x, x * y - 1)
    x**3 + 1
    >>> pseudo_remainder(y**2 + x, [x**2 - 2, x * y - 1])
    2*x + 1
    """
    if isinstance(divisor, Polynomial):
        return pseudo_division(dividend, divisor, variable, full=full).remainder
    if variable is not None:
        raise InputError("a variable and a triangular set", expected="a variable only with one polynomial")
    if full:
        return pseudo_division_by_set(dividend, divisor, full=True).remainder
    return pseudo_remainders([dividend], divisor)[0]


def pseudo_division_by_set(
    dividend: Polynomial, triangular_set: Sequence[Polynomial], *, full: bool = False
) -> SetPseudoDivision:
    """The pseudo-division of f by a triangular set, with quotients and exponents: I1^s1 ⋯ Ir^sr · f = Σ Qi·Ti + R.

    A trivial ascending set [c] gives f = (f/c)·c + 0. Raises InputError if the set is not triangular.
    Source: Wang, chapter 1 (the remainder formula).

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_division_by_set(y**2 + x, [x**2 - 2, x * y - 1])
    SetPseudoDivision(quotients=(x, x*y + 1), remainder=2*x + 1, exponents=(1, 2))
    """
    ring = ring_of_all([dividend, *triangular_set])
    check_triangular(triangular_set)
    if is_trivial(triangular_set):
        quotient = dividend.quotient(triangular_set[0])
        assert quotient is not None
        return SetPseudoDivision((quotient,), Polynomial(ring), (0,))
    quotients: list[Polynomial] = []
    exponents: list[int] = []
    remainder = dividend
    for divisor in reversed(triangular_set):
        step = pseudo_division(remainder, divisor, full=full)
        # A division by a lower polynomial multiplies what was found before by a power of its initial.
        multiplier = initial(divisor) ** step.exponent
        quotients = [step.quotient, *(quotient * multiplier for quotient in quotients)]
        exponents = [step.exponent, *exponents]
        remainder = step.remainder
    return SetPseudoDivision(tuple(quotients), remainder, tuple(exponents))


def pseudo_remainders(polynomials: Iterable[Polynomial], triangular_set: Sequence[Polynomial]) -> list[Polynomial]:
    """The pseudo-remainders of many polynomials by one triangular set, in the order of the polynomials.

    Raises InputError if the set is not triangular. Source: Xu 2019, definition 3.7 (prem(P, C)).

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> pseudo_remainders([x**2, y, x * y - 1], [x**2 - 2, x * y - 1])
    [2, 1, 0]
    """
    if not (dividends := list(polynomials)):
        return []
    ring = ring_of_all([*dividends, *triangular_set])
    check_triangular(triangular_set)
    if is_trivial(triangular_set):
        return [Polynomial(ring)] * len(dividends)
    divisors = [_Divisor(divisor) for divisor in reversed(triangular_set)]
    natives = (reduce(lambda native, by: by.remainder(native), divisors, f.native) for f in dividends)
    return [Polynomial(ring, native=native) for native in natives]


def is_reduced(polynomial: Polynomial, divisor: Polynomial | Sequence[Polynomial]) -> bool:
    """Whether deg(f, lv(g)) < ldeg(g): f is reduced with respect to g, or to every polynomial of a triangular set.

    The zero polynomial is reduced with respect to every polynomial. Source: Xu 2019, definition 3.3; Wang, chapter 1.
    Raises InputError if g is a constant or the set is not triangular.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> is_reduced(x**5 * y, y**2), is_reduced(x**5 * y, [x**2, y**2])
    (True, False)
    """
    divisors = [divisor] if isinstance(divisor, Polynomial) else divisor
    arithmetic = arithmetic_of(ring_of_all([polynomial, *divisors]))
    if not isinstance(divisor, Polynomial):
        check_triangular(divisor)
    degrees = arithmetic.degrees(polynomial.native)
    for by in divisors:
        variable, degree = arithmetic.main(by.native) if by else (-1, 0)
        if variable < by.ring.lowest:
            raise InputError(f"reduced with respect to the constant {by}", expected="a polynomial with a main variable")
        if degrees[variable] >= degree:
            return False
    return True


def check_triangular(polynomials: Sequence[Polynomial]) -> None:
    """Raise InputError unless the classes ascend strictly, from above 0. A single nonzero constant is allowed.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> check_triangular([y, x])
    Traceback (most recent call last):
    casbridge.errors.InputError: main variable x after y; expected strictly ascending main variables
    """
    classes = [0, *map(class_of, polynomials)]
    for polynomial, (before, found) in zip(polynomials, pairwise(classes), strict=True):
        if not found and not is_trivial(polynomials):
            what = f"the constant {polynomial} in a triangular set"
            raise InputError(what, expected="polynomials with main variables")
        if found and found <= before:
            names = polynomial.ring.variables
            what = f"main variable {names[found - 1]} after {names[before - 1]}"
            raise InputError(what, expected="strictly ascending main variables")


def is_trivial(polynomials: Sequence[Polynomial]) -> bool:
    """Whether this is one nonzero constant: a trivial ascending set (Xu 2019, definition 3.4).

    >>> from casbridge.algebra import Ring, variables
    >>> (x,) = variables(Ring.of("x"))
    >>> is_trivial([x - x + 1]), is_trivial([x])
    (True, False)
    """
    return len(polynomials) == 1 and bool(polynomials[0]) and polynomials[0].is_constant


class _Divisor:
    """A divisor, prepared for division steps in a variable (default: its main variable)."""

    def __init__(self, polynomial: Polynomial, variable: str | int | None = None) -> None:
        ring = polynomial.ring
        self._arithmetic, self.native = arithmetic_of(ring), polynomial.native
        main = class_of(polynomial) - 1
        self.variable = main if variable is None else position_of(ring, variable)
        self.degree = self._arithmetic.degrees(self.native)[self.variable] if self.variable >= 0 else 0
        if not self.degree:
            what = f"degree 0 in {ring.variables[self.variable]}" if self.variable >= 0 else "no variable"
            raise InputError(f"the divisor {polynomial} of {what}", expected="a divisor in which the variable occurs")
        self._power = self._arithmetic.generator(self.variable)
        self.initial: Native = self._arithmetic.divide(self.native, self._power**self.degree)[0]
        # With the initial 1 the multivariate remainder is the pseudo-remainder, whatever the exponent.
        self._divides_at_once = self.variable == main and self.initial == self._arithmetic.constant(1)

    def term(self, native: Native) -> Native | None:
        """The multiplier of the divisor that removes the leading term in x: lc(native)·x^(degree − deg(g))."""
        degree = self._arithmetic.degrees(native)[self.variable] if native else -1
        if degree < self.degree:
            return None
        leading = self._arithmetic.divide(native, self._power**degree)[0]
        return leading * self._power ** (degree - self.degree) if degree > self.degree else leading

    def remainder(self, native: Native) -> Native:
        if self._divides_at_once:
            return self._arithmetic.divide(native, self.native)[1]
        while (term := self.term(native)) is not None:
            native = self.initial * native - term * self.native
        return native
