"""Recognising domains: the finitely many values that a variable's equations leave it.

Let a variable's univariate equations have a greatest common divisor that splits into linear factors over the field. Its
roots are the variable's domain: no zero of the system has another value there, not even in an extension of the field.
Another variable gets its domain from an equation that is linear in it and whose other variables have domains. Each
point of these domains must give the variable at most one value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import product
from math import prod

from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.fields import Coefficient, Field
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

_HIGHEST_UNIVARIATE_DEGREE = 500
#: The highest degree over QQ of a polynomial of several terms.
HIGHEST_DEGREE_OVER_QQ = 5_000
_MOST_DERIVED_VALUES = 20_000
#: Elements of the field times the degree: up to here the roots are found by trying.
_FEW_TRIALS = 2_000
#: Bits that a power of a value may have over QQ.
_LONGEST_NUMBER = 1_000_000

#: The values of a variable, ascending.
Domain = tuple[Coefficient, ...]


class NoZeros(Exception):
    """Some equations have no common zero, and so the system has none.

    >>> from casbridge.algebra import Ring, variables
    >>> (x,) = variables(Ring.of("x"))
    >>> find_domains(PolynomialSystem.of(x.ring, [x, x - 1]))
    Traceback (most recent call last):
    casbridge.charset.finite.domains.NoZeros
    """


def without_powers_of_monomials(system: PolynomialSystem) -> PolynomialSystem:
    """The system with every equation c·x^a·y^b… = 0 as x·y… = 0. It has the same zeros, and no power is computed.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> list(without_powers_of_monomials(PolynomialSystem.of(x.ring, [3 * x**9 * y, x**2 - x])).polynomials())
    [x*y, x**2 - x]
    """
    bare = {
        id(pattern): Polynomial(pattern.ring, {tuple(min(e, 1) for e in exponents): 1})
        for pattern in system.patterns()
        if len(pattern.terms) == 1
        for exponents in pattern.terms
        if max(exponents, default=0) > 1
    }
    if not bare:
        return system
    changed = (replace(e, pattern=bare[id(e.pattern)]) if id(e.pattern) in bare else e for e in system.equations)
    return replace(system, equations=tuple(changed))


def find_domains(system: PolynomialSystem, deadline: Deadline = NEVER) -> dict[int, Domain]:
    """The domain, ascending, of every variable that occurs in an equation, by its position.

    Raises NoZeros for an empty domain or a nonzero constant; UnsupportedError for a variable that occurs without a
    domain, and for powers of values that would be too long; LimitError after the deadline.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> find_domains(PolynomialSystem.of(x.ring, [x**2 - 1, y - x - 2]))
    {0: (-1, 1), 1: (1, 3)}
    """
    if system.ring.parameters:
        raise UnsupportedError("no split domains: the system has parameters; use another backend")
    rational = system.ring.field.characteristic == 0
    univariate: dict[int, list[Polynomial]] = defaultdict(list)
    rest: list[Equation] = []
    for equation in system.equations:
        if len(equation.variables) == 1:
            univariate[equation.variables[0]].append(equation.pattern)
        elif equation.variables:
            rest.append(equation)
        elif equation.pattern:
            raise NoZeros
    highest = max((t.total_degree for t in system.patterns() if len(t.terms) > 1), default=0) if rational else 0
    if highest > HIGHEST_DEGREE_OVER_QQ:
        limit = f"over QQ the reference goes up to {HIGHEST_DEGREE_OVER_QQ}"
        raise UnsupportedError(f"an equation has degree {highest}; {limit}")
    domains: dict[int, Domain] = {}
    for variable, patterns in univariate.items():
        deadline.check()
        domain = roots_of(tuple(patterns))
        if domain:
            domains[variable] = domain
        elif domain is not None:
            raise NoZeros
    missing = {v for equation in rest for v in equation.variables if v not in domains} | (univariate.keys() - domains)
    while missing:
        known = len(missing)
        for equation in rest:
            deadline.check()
            lacking = [i for i, v in enumerate(equation.variables) if v not in domains]
            values = _determined_values(equation, lacking[0], domains, deadline) if len(lacking) == 1 else None
            if values is not None:
                variable = equation.variables[lacking[0]]
                own = univariate.get(variable, [])
                domains[variable] = tuple(a for a in values if not any(pattern.evaluate((a,)) for pattern in own))
                if not domains[variable]:
                    raise NoZeros
                missing.discard(variable)
        if len(missing) == known:
            raise UnsupportedError(_without_domains(system, missing, univariate))
    if rational and _bits(set(domains.values())) * HIGHEST_DEGREE_OVER_QQ > _LONGEST_NUMBER:
        for equation in rest:
            if _bits(domains[v] for v in equation.variables) * equation.pattern.total_degree > _LONGEST_NUMBER:
                names = ", ".join(system.ring.variables[v] for v in equation.variables[:3])
                raise UnsupportedError(f"the values of an equation in {names} are numbers with very many digits")
    return domains


def _without_domains(system: PolynomialSystem, missing: set[int], univariate: Container[int]) -> str:
    first, others = min(missing), len(missing) - 1
    name = system.ring.variables[first]
    if first in univariate:
        what = f"the univariate equations of {name} do not split into linear factors over {system.ring.field}"
    else:
        what = f"{name} has no univariate equation that gives it finitely many values"
        if others:
            what += f" (nor {'has' if others == 1 else 'have'} {others} other variable{'s' * (others > 1)})"
    return f"no split domains: {what}; add a domain polynomial for every variable or use another backend"


@lru_cache(maxsize=4096)
def roots_of(patterns: tuple[Polynomial, ...]) -> Domain | None:
    """The common roots of univariate polynomials, if all of them lie in the field; else None.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> (x,) = variables(Ring.of("t1", Field(11)))
    >>> roots_of(((x - 1) * (x - 4), x**3 - x)), roots_of((x**2 + 1,))
    ((1,), None)
    """
    nonzero = sorted((t for t in set(patterns) if t), key=lambda t: t.total_degree)
    if any(pattern.is_constant for pattern in nonzero):
        return ()
    for pattern in nonzero:
        roots, splits = _roots(pattern)
        if splits:
            return tuple(root for root in roots if all(other.evaluate((root,)) == 0 for other in nonzero))
    if len(nonzero) < 2 or nonzero[-1].total_degree > _HIGHEST_UNIVARIATE_DEGREE:
        return None
    divisor = reduce(Polynomial.gcd, nonzero)
    if divisor.is_constant:
        return ()
    roots, splits = _roots(divisor)
    return tuple(roots) if splits else None


def _roots(pattern: Polynomial) -> tuple[list[Coefficient], bool]:
    """The roots in the field, ascending, and whether the pattern splits; ([], False) for too high a degree."""
    p, degree = pattern.ring.field.characteristic, pattern.total_degree
    if len(pattern.terms) == 1:
        return [0], True
    if degree > _HIGHEST_UNIVARIATE_DEGREE:
        return [], False
    if not 0 < p * degree <= _FEW_TRIALS:
        return arithmetic_of(pattern.ring).roots(pattern.native, 0)
    # All elements of a small field are tried, which needs no library for polynomials.
    counts = multiplicities([pattern.terms.get((e,), 0) for e in range(degree, -1, -1)], range(p), pattern.ring.field)
    return [value for value, count in enumerate(counts) if count], sum(counts) == degree


def multiplicities(coefficients: list[Coefficient], candidates: Iterable[Coefficient], field: Field) -> list[int]:
    """How often each candidate is a root of a polynomial. coefficients: the leading one first.

    >>> multiplicities([1, -4, 5, -2], [1, 2, 3], Field(0))
    [2, 1, 0]
    """
    counts = []
    for value in candidates:
        count = 0
        while len(coefficients) > 1:
            quotient: list[Coefficient] = []
            carry: Coefficient = 0
            for c in coefficients:
                carry = field.element(carry * value + c)
                quotient.append(carry)
            if quotient.pop():
                break
            coefficients = quotient
            count += 1
        counts.append(count)
    return counts


def _determined_values(equation: Equation, local: int, domains: dict[int, Domain], deadline: Deadline) -> Domain | None:
    """The values of local variable `local` that solve pattern = slope·t + rest = 0 at the points of the others.

    None for another degree than 1; if slope and rest are both zero at a point, which leaves the variable free; and
    where there are too many points or too long numbers.
    """
    pattern, field = equation.pattern, equation.pattern.ring.field
    known = [domains[v] for i, v in enumerate(equation.variables) if i != local]
    if prod(map(len, known)) > _MOST_DERIVED_VALUES or pattern.degree(local) > 1:
        return None
    if not field.characteristic and _bits(known) * pattern.total_degree > _LONGEST_NUMBER:
        return None
    slope = Polynomial(pattern.ring, {e: c for e, c in pattern.terms.items() if e[local]})
    rest = Polynomial(pattern.ring, {e: c for e, c in pattern.terms.items() if not e[local]})
    values: set[Coefficient] = set()
    for point in deadline.over(product(*known), every=256):
        full = (*point[:local], 1, *point[local:])
        numerator, denominator = rest.evaluate(full), slope.evaluate(full)
        if denominator:
            values.add(field.element(-numerator * field.inverse(denominator)))
        elif not numerator:
            return None
    return tuple(sorted(values))


def _bits(domains: Iterable[Domain]) -> int:
    """The bits of the longest numerator or denominator."""
    return max((max(map(int.bit_length, a.as_integer_ratio())) for domain in domains for a in domain), default=0)
