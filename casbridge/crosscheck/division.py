"""Multivariate division: the normal form of a polynomial modulo a Gröbner basis decides membership in its ideal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from operator import add, ge, sub
from typing import Any

from casbridge.algebra.answers import Answer
from casbridge.algebra.arithmetic import Exponents, Native, arithmetic_of, chosen_arithmetic, rational
from casbridge.algebra.fields import QQ, Coefficient, Field
from casbridge.algebra.orders import monomial_key
from casbridge.algebra.polynomials import Polynomial
from casbridge.charset.general import groebner
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline

_CLOCK_STEPS = 256


def _monomial_order(name: str, lowest: int = 0) -> Callable[[Exponents], tuple[int, ...]]:
    """The key of a monomial order on exponents that are lowest variable first; the highest variable is the greatest.

    lowest: the position of the lowest variable that is no parameter. Exponents of parameters do not count.
    """
    key = monomial_key(name)
    return (lambda e: key(e[lowest:])) if lowest else key


class Divisor:
    """A list of polynomials prepared for division under one order.

    Over a ring with parameters the remainder is in normal form: it is right up to a unit.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> Divisor([x**2 - 2, y - x], "lex").remainder(y**2 + x)
    x + 2
    >>> a, x, y = variables(Ring.of("x y", parameters="a"))
    >>> Divisor([a * x**2 - 1, y - x], "lex").remainder(y**2 + y)
    a*x + 1
    """

    def __init__(self, basis: Sequence[Polynomial], order: str, deadline: Deadline = NEVER) -> None:
        self.key = _monomial_order(order)
        self.deadline = deadline
        self.parts = []
        self._parametric = None
        self.native, self.reduced, self.value = _numbers(basis[0].ring.field if basis else QQ)
        if basis and basis[0].ring.parameters:
            self._parametric = _ParametricDivisor(basis, self.key, deadline)
            return
        for polynomial in basis:
            if not polynomial:
                continue
            leading = max(polynomial.terms, key=self.key)
            scale = self.native(polynomial.ring.field.inverse(polynomial.terms[leading]))
            tail = [(e, self.reduced(self.native(c) * scale)) for e, c in polynomial.terms.items() if e != leading]
            support = [(i, x) for i, x in enumerate(leading) if x]
            self.parts.append((leading, support, tail))
        self.parts.sort(key=lambda part: self.key(part[0]))

    def remainder(self, polynomial: Polynomial) -> Polynomial:
        """What is left when no leading monomial of the basis divides any monomial. LimitError after the deadline."""
        if self._parametric is not None:
            return self._parametric.remainder(polynomial)
        reduced, key = self.reduced, self.key
        work = {e: self.native(c) for e, c in polynomial.terms.items()}
        heap = [(tuple(-k for k in key(e)), e) for e in work]
        heapify(heap)
        left = {}
        steps = 0
        while heap:
            _, exponents = heappop(heap)
            coefficient = work.pop(exponents, 0)
            if not coefficient:
                continue
            steps += 1
            if steps % _CLOCK_STEPS == 0 and self.deadline.passed:
                raise LimitError("the division took too long")
            for leading, support, tail in self.parts:
                if all(exponents[i] >= x for i, x in support):
                    shift = tuple([a - b for a, b in zip(exponents, leading, strict=True)])
                    for e, c in tail:
                        target = tuple([a + b for a, b in zip(e, shift, strict=True)])
                        if target in work:
                            work[target] = reduced(work[target] - coefficient * c)
                        else:
                            work[target] = reduced(-coefficient * c)
                            heappush(heap, (tuple(-k for k in key(target)), target))
                    break
            else:
                left[exponents] = self.value(coefficient)
        return Polynomial(polynomial.ring, left)


def _numbers(field: Field) -> tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Coefficient]]:
    """How numbers of a field become quick ones, how these are reduced, and the way back."""
    if field.characteristic or chosen_arithmetic() != "flint":
        return field.element, field.element, field.element
    from flint import fmpq

    return lambda c: fmpq(c.numerator, c.denominator), lambda c: c, rational


class _ParametricDivisor:
    """The same over a field with parameters, without fractions: a step multiplies all terms by a unit.

    A polynomial is a dictionary from the exponents of the variables that are no parameters to natives in the
    parameters.
    """

    def __init__(
        self, basis: Sequence[Polynomial], key: Callable[[Exponents], tuple[int, ...]], deadline: Deadline
    ) -> None:
        self.ring = basis[0].ring
        self.arithmetic = arithmetic_of(self.ring)
        self.key, self.deadline = key, deadline
        self.parts: list[tuple[Exponents, Native, dict[Exponents, Native]]] = []
        for polynomial in basis:
            tail = self._coefficients(polynomial.normal())
            if tail:
                leading = max(tail, key=key)
                self.parts.append((leading, tail.pop(leading), tail))
        self.parts.sort(key=lambda part: key(part[0]))

    def _coefficients(self, polynomial: Polynomial) -> dict[Exponents, Native]:
        return {e: coefficient.native for e, coefficient in polynomial.coefficients().items()}

    def remainder(self, polynomial: Polynomial) -> Polynomial:
        arithmetic = self.arithmetic
        work = self._coefficients(polynomial.normal())
        left: dict[Exponents, Native] = {}
        while work:
            self.deadline.check("the division took too long")
            exponents = max(work, key=self.key)
            coefficient = work.pop(exponents)
            found = next((part for part in self.parts if all(map(ge, exponents, part[0]))), None)
            if found is None:
                left[exponents] = coefficient
                continue
            leading, unit, tail = found
            common = arithmetic.gcd(coefficient, unit)
            factor, unit = (arithmetic.divide(one, common)[0] for one in (coefficient, unit))
            if unit != arithmetic.constant(1):
                work = {e: c * unit for e, c in work.items()}
                left = {e: c * unit for e, c in left.items()}
            for e, c in tail.items():
                target = tuple(map(add, map(sub, exponents, leading), e))
                value = work.pop(target, arithmetic.constant(0)) - factor * c
                if value:
                    work[target] = value
        terms = {
            (*low[: self.ring.lowest], *e): number
            for e, native in left.items()
            for low, number in arithmetic.terms(native).items()
        }
        return Polynomial(self.ring, terms).normal()


def failing_pair(
    basis: Sequence[Polynomial], order: str, deadline: Deadline = NEVER
) -> tuple[Polynomial, Polynomial, Polynomial] | None:
    """Two polynomials whose S-polynomial does not reduce to zero modulo all, and what is left of it; else None.

    None means that the polynomials are a Gröbner basis of what they generate (Buchberger's criterion).

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> failing_pair([x**2 - 2, y - x], "lex")
    >>> failing_pair([x * y - 1, y**2 - x], "lex")
    (y**2 - x, x*y - 1, y - x**2)
    """
    divisor = Divisor(basis, order, deadline)
    key, given = _monomial_order(order), []
    for p in filter(None, basis):
        coefficients = p.coefficients()
        leading = max(coefficients, key=key)
        given.append(((0,) * p.ring.lowest + leading, coefficients[leading], p))
    for i, (first, of_f, f) in enumerate(given):
        for second, of_g, g in given[:i]:
            common = tuple(map(max, first, second))
            if sum(common) == sum(first) + sum(second):
                continue
            deadline.check("no check of the Groebner basis")
            up = of_g * Polynomial(f.ring, {tuple(map(sub, common, first)): 1})
            down = of_f * Polynomial(f.ring, {tuple(map(sub, common, second)): 1})
            left = divisor.remainder(up * f - down * g)
            if left:
                return f, g, left.normal()
    return None


def redundant_term(basis: Sequence[Polynomial], order: str) -> tuple[Polynomial, Polynomial] | None:
    """A polynomial of a basis, and another one whose leading monomial divides a monomial of it; None if there is none.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> redundant_term([x - 1, y - x], "lex"), redundant_term([x - 1, y - 1], "lex")
    ((y - x, x - 1), None)
    """
    lowest = next((p.ring.lowest for p in basis), 0)  # parameters are no part of a monomial
    key = _monomial_order(order, lowest)
    given = [(max(p.terms, key=key)[lowest:], p) for p in basis if p]
    for i, (_, polynomial) in enumerate(given):
        for j, (leading, other) in enumerate(given):
            if i != j and any(all(map(ge, e[lowest:], leading)) for e in polynomial.terms):
                return polynomial, other
    return None


def standard_monomials(answer: Answer, most: int) -> int:
    """How many monomials no leading monomial of the basis divides; most + 1 where there are more than `most`.

    >>> from casbridge import Ring, Task, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> standard_monomials(Answer(Task.BASIS, x.ring, ((x**2 - 2, y - x),), "lex"), 10)
    2
    """
    key, lowest = _monomial_order(answer.order, answer.ring.lowest), answer.ring.lowest
    leading = [max(p.terms, key=key)[lowest:] for p in answer.components[0] if p]
    found = groebner.standard_monomials(len(answer.ring.unknowns), leading, most)
    return most + 1 if found is None else len(found)
