"""Multivariate division: the normal form of a polynomial modulo a Gröbner basis decides membership in its ideal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from operator import ge, sub

from casbridge.algebra.answers import Answer
from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.polynomials import Polynomial
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import NEVER, Deadline

_CLOCK_STEPS = 256


def _monomial_order(name: str) -> Callable[[Exponents], tuple[int, ...]]:
    """The key of a monomial order on exponents that are lowest variable first; the highest variable is the greatest."""
    if name == "degrevlex":
        return lambda e: (sum(e), *(-x for x in e))
    if name != "lex":
        raise UnsupportedError(f"the monomial order {name!r} is not known here")
    return lambda e: e[::-1]


class Divisor:
    """A list of polynomials prepared for division under one order.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> Divisor([x**2 - 2, y - x], "lex").remainder(y**2 + x)
    x + 2
    """

    def __init__(self, basis: Sequence[Polynomial], order: str, deadline: Deadline = NEVER) -> None:
        self.key = _monomial_order(order)
        self.deadline = deadline
        self.parts = []
        for polynomial in basis:
            if not polynomial:
                continue
            field = polynomial.ring.field
            leading = max(polynomial.terms, key=self.key)
            scale = field.inverse(polynomial.terms[leading])
            tail = [(e, field.element(c * scale)) for e, c in polynomial.terms.items() if e != leading]
            support = [(i, x) for i, x in enumerate(leading) if x]
            self.parts.append((leading, support, tail))
        self.parts.sort(key=lambda part: self.key(part[0]))

    def remainder(self, polynomial: Polynomial) -> Polynomial:
        """What is left when no leading monomial of the basis divides any monomial. LimitError after the deadline."""
        ring = polynomial.ring
        element, key = ring.field.element, self.key
        work = dict(polynomial.terms)
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
                            work[target] = element(work[target] - coefficient * c)
                        else:
                            work[target] = element(-coefficient * c)
                            heappush(heap, (tuple(-k for k in key(target)), target))
                    break
            else:
                left[exponents] = coefficient
        return Polynomial(ring, left)


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
    key = _monomial_order(order)
    divisor = Divisor(basis, order, deadline)
    given = [(max(p.terms, key=key), p) for p in basis if p]
    for i, (first, f) in enumerate(given):
        for second, g in given[:i]:
            common = tuple(map(max, first, second))
            if sum(common) == sum(first) + sum(second):
                continue
            deadline.check("no check of the Groebner basis")
            up = Polynomial(f.ring, {tuple(map(sub, common, first)): g.terms[second]})
            down = Polynomial(f.ring, {tuple(map(sub, common, second)): f.terms[first]})
            left = divisor.remainder(up * f - down * g)
            if left:
                return f, g, left.normal()
    return None


def standard_monomials(answer: Answer, most: int) -> int:
    """How many monomials no leading monomial of the basis divides; most + 1 where there are more than `most`.

    >>> from casbridge import Ring, Task, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> standard_monomials(Answer(Task.BASIS, x.ring, ((x**2 - 2, y - x),), "lex"), 10)
    2
    """
    key = _monomial_order(answer.order)
    leading = [max(p.terms, key=key) for p in answer.components[0] if p]
    waiting = [(0,) * answer.ring.size]
    seen = set(waiting)
    count = 0
    while waiting and count <= most:
        monomial = waiting.pop()
        if any(all(map(ge, monomial, lead)) for lead in leading):
            continue
        count += 1
        higher = {(*monomial[:v], e + 1, *monomial[v + 1 :]) for v, e in enumerate(monomial)} - seen
        seen |= higher
        waiting += higher
    return count
