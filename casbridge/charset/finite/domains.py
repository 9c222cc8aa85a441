"""Recognising domains: the finitely many values that a variable's equations leave it.

Let a variable's univariate equations have a greatest common divisor that splits into linear factors over the field. Its
roots are the variable's domain: no zero of the system has another value there, not even in an extension of the field.
Another variable gets its domain from an equation that is linear in it and whose other variables have domains. Each
point of these domains must give the variable at most one value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from casbridge.algebra.arithmetic import arithmetic_of
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

_HIGHEST_UNIVARIATE_DEGREE = 500
_HIGHEST_DEGREE_OVER_QQ = 5_000
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
    bare: dict[int, Polynomial] = {}
    changed = False
    equations = []
    for equation in system.equations:
        pattern = equation.pattern
        if len(pattern.terms) == 1:
            ((exponents, _),) = pattern.terms.items()
            if max(exponents, default=0) > 1:
                if id(pattern) not in bare:
                    bare[id(pattern)] = Polynomial(pattern.ring, {tuple(min(e, 1) for e in exponents): 1})
                equation = Equation(bare[id(pattern)], equation.variables)
                changed = True
        equations.append(equation)
    return PolynomialSystem(system.ring, tuple(equations), system.name, system.facts) if changed else system


def find_domains(system: PolynomialSystem, deadline: Deadline = NEVER) -> dict[int, Domain]:
    """The domain, ascending, of every variable that occurs in an equation, by its position.

    Raises NoZeros for an empty domain or a nonzero constant; UnsupportedError for a variable that occurs without a
    domain, and for powers of values that would be too long; LimitError after the deadline.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> find_domains(PolynomialSystem.of(x.ring, [x**2 - 1, y - x - 2]))
    {0: (-1, 1), 1: (1, 3)}
    """
    univariate: dict[int, list[Polynomial]] = {}
    rest: list[Equation] = []
    for equation in system.equations:
        width = len(equation.variables)
        if width == 1:
            univariate.setdefault(equation.variables[0], []).append(equation.pattern)
        elif width:
            rest.append(equation)
        elif equation.pattern:
            raise NoZeros
    if system.ring.field.characteristic == 0:
        _refuse_high_degrees(system.equations)
    domains: dict[int, Domain] = {}
    undecided: dict[int, list[Polynomial]] = {}
    for variable, patterns in univariate.items():
        deadline.check()
        domain = roots_of(tuple(patterns))
        if domain is None:
            undecided[variable] = patterns
        elif not domain:
            raise NoZeros
        else:
            domains[variable] = domain
    missing = {v for equation in rest for v in equation.variables if v not in domains} | set(undecided)
    if missing:
        _derive(rest, undecided, domains, missing, deadline)
    if missing:
        _complain(system, missing, undecided)
    if system.ring.field.characteristic == 0:
        _refuse_long_numbers(system, rest, domains)
    return domains


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
    small = [pattern for pattern in nonzero if pattern.total_degree <= _HIGHEST_UNIVARIATE_DEGREE]
    if len(small) < 2 or len(small) < len(nonzero):
        return None
    divisor = small[0]
    for pattern in small[1:]:
        divisor = divisor.gcd(pattern)
    if divisor.is_constant:
        return ()
    roots, splits = _roots(divisor)
    return tuple(roots) if splits else None


def _roots(pattern: Polynomial) -> tuple[list[Coefficient], bool]:
    if len(pattern.terms) == 1:
        return [0], True
    if pattern.total_degree > _HIGHEST_UNIVARIATE_DEGREE:
        return [], False
    if 0 < pattern.ring.field.characteristic * pattern.total_degree <= _FEW_TRIALS:
        return _tried_roots(pattern, pattern.ring.field.characteristic)
    return arithmetic_of(pattern.ring).roots(pattern.native, 0)


def _tried_roots(pattern: Polynomial, p: int) -> tuple[list[Coefficient], bool]:
    """The same by trying all elements of a small field, which needs no library for polynomials."""
    coefficients = [0] * (pattern.total_degree + 1)
    for (exponent,), coefficient in pattern.terms.items():
        coefficients[-1 - exponent] = int(coefficient)
    roots: set[int] = set()
    value = 0
    while value < p and len(coefficients) > 1:
        quotient, last = [], 0
        for coefficient in coefficients:
            last = (last * value + coefficient) % p
            quotient.append(last)
        if last:
            value += 1
        else:
            # x - value divides it, perhaps more than once.
            roots.add(value)
            coefficients = quotient[:-1]
    return sorted(roots), len(coefficients) == 1


def _derive(
    equations: Sequence[Equation],
    undecided: dict[int, list[Polynomial]],
    domains: dict[int, Domain],
    missing: set[int],
    deadline: Deadline,
) -> None:
    """Find domains of missing variables that other variables determine linearly."""
    progress = True
    while progress and missing:
        progress = False
        for equation in equations:
            deadline.check()
            lacking = [i for i, v in enumerate(equation.variables) if v not in domains]
            if len(lacking) != 1:
                continue
            local = lacking[0]
            known = [domains[v] for i, v in enumerate(equation.variables) if i != local]
            if prod(map(len, known)) > _MOST_DERIVED_VALUES or _longest(equation.pattern, known) > _LONGEST_NUMBER:
                continue
            values = _determined_values(equation.pattern, local, known, deadline)
            if values is None:
                continue
            variable = equation.variables[local]
            others = undecided.get(variable, [])
            kept = tuple(value for value in values if all(other.evaluate((value,)) == 0 for other in others))
            if not kept:
                raise NoZeros
            domains[variable] = kept
            missing.discard(variable)
            progress = True


def _longest(pattern: Polynomial, domains: Iterable[Domain]) -> int:
    """About how many bits the value of a pattern over QQ can have; 0 over GF(p), where numbers stay short."""
    if pattern.ring.field.characteristic:
        return 0
    bits = max((_bits(value) for domain in domains for value in domain), default=0)
    return bits * pattern.total_degree


def _bits(value: Coefficient) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _refuse_long_numbers(system: PolynomialSystem, equations: Iterable[Equation], domains: dict[int, Domain]) -> None:
    longest = max((_bits(value) for domain in set(domains.values()) for value in domain), default=0)
    if longest * _HIGHEST_DEGREE_OVER_QQ <= _LONGEST_NUMBER:
        return
    for equation in equations:
        if _longest(equation.pattern, [domains[v] for v in equation.variables]) > _LONGEST_NUMBER:
            names = ", ".join(system.ring.variables[v] for v in equation.variables[:3])
            raise UnsupportedError(f"the values of an equation in {names} are numbers with very many digits")


def _determined_values(pattern: Polynomial, local: int, known: Iterable[Domain], deadline: Deadline) -> Domain | None:
    """The values of local variable `local` that solve pattern = slope·t + rest = 0 at the points of the others.

    None for another degree than 1, and if slope and rest are both zero at a point, which leaves the variable free.
    """
    slope: dict[tuple[int, ...], Coefficient] = {}
    rest: dict[tuple[int, ...], Coefficient] = {}
    for exponents, coefficient in pattern.terms.items():
        if exponents[local] > 1:
            return None
        part = slope if exponents[local] else rest
        part[(*exponents[:local], 0, *exponents[local + 1 :])] = coefficient
    field = pattern.ring.field
    above, below = Polynomial(pattern.ring, rest), Polynomial(pattern.ring, slope)
    values: set[Coefficient] = set()
    for number, point in enumerate(product(*known)):
        if not number % 256:
            deadline.check()
        full = (*point[:local], 0, *point[local:])
        numerator, denominator = above.evaluate(full), below.evaluate(full)
        if denominator:
            values.add(field.element(-numerator * field.inverse(denominator)))
        elif not numerator:
            return None
    return tuple(sorted(values))


def _refuse_high_degrees(equations: Iterable[Equation]) -> None:
    seen: set[int] = set()
    for equation in equations:
        pattern = equation.pattern
        if id(pattern) in seen:
            continue
        seen.add(id(pattern))
        if len(pattern.terms) > 1 and pattern.total_degree > _HIGHEST_DEGREE_OVER_QQ:
            raise UnsupportedError(
                f"an equation has degree {pattern.total_degree}; "
                f"over QQ the reference goes up to {_HIGHEST_DEGREE_OVER_QQ}"
            )


def _complain(system: PolynomialSystem, missing: set[int], undecided: dict[int, list[Polynomial]]) -> None:
    names = system.ring.variables
    first = min(missing)
    others = len(missing) - 1
    more = f" (nor {'has' if others == 1 else 'have'} {others} other variable{'s' * (others > 1)})" if others else ""
    if first in undecided:
        what = f"the univariate equations of {names[first]} do not split into linear factors over {system.ring.field}"
    else:
        what = f"{names[first]} has no univariate equation that gives it finitely many values{more}"
    raise UnsupportedError(
        f"no split domains: {what}; add a domain polynomial for every variable or use another backend"
    )
