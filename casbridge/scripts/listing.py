"""A system as the lines of a script: functions for the patterns that several equations share, then the equations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial, format_terms
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.scripts.values import Target

#: Roots of a pattern are looked for among the residues, or the integers, up to this size.
_LARGEST_ROOT = 64

_Terms = Sequence[tuple[Exponents, Coefficient]]


@dataclass(frozen=True, slots=True)
class Function:
    """A pattern as a function of a script.

    body: the polynomial in the parameters; a product of linear factors where it splits.
    remark: what it is in terms of the others, e.g. "(F(x) - F(y))/(x - y)", or nothing.
    """

    name: str
    parameters: tuple[str, ...]
    body: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One equation: its left side as the script writes it, and where it comes from."""

    text: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    functions: tuple[Function, ...]
    lines: tuple[Line, ...]


def list_system(system: PolynomialSystem, target: Target, names: Sequence[str]) -> Listing:
    """The functions and the lines of a system, its variables under the names given.

    A pattern becomes a function when its equations carry a role, there are several of them, and the function's call is
    shorter than the polynomial. Over QQ denominators are cleared, so that no CAS reads 1/2 as a floating point number.
    """
    shared = _shared_templates(system.equations)
    taken = set(names)
    parameters = _Parameters(taken)
    functions: dict[int, Function] = {}
    by_pattern: dict[Polynomial, Function] = {}
    remarks = _remarks(shared)
    for name, pattern in shared:
        function_name = _function_name(name, target, taken)
        taken.add(function_name)
        arguments = parameters.of(pattern.ring.size)
        body = _body(pattern, arguments, target)
        by_pattern[pattern] = Function(function_name, arguments, body)
    for pattern, (numerator, order) in remarks.items():
        function, source = by_pattern[pattern], by_pattern[numerator]
        x, y = (function.parameters[i] for i in order)
        remark = f"({source.name}({x}) - {source.name}({y}))/({x} - {y})"
        by_pattern[pattern] = Function(function.name, function.parameters, function.body, remark)
    lines = []
    patterns: dict[int, Polynomial] = {}
    for equation in system.equations:
        key = id(equation.pattern)
        if key not in patterns:
            patterns[key] = equation.pattern
            function_of_pattern = by_pattern.get(equation.pattern) if equation.role else None
            if function_of_pattern:
                functions[key] = function_of_pattern
        found = functions.get(key) if equation.role else None
        if found:
            text = f"{found.name}({', '.join([names[v] for v in equation.variables])})"
        else:
            text = _equation_text(equation, names, target)
        lines.append(Line(text, equation.origin))
    return Listing(tuple(by_pattern.values()), tuple(lines))


def _shared_templates(equations: Sequence[Equation]) -> list[tuple[str, Polynomial]]:
    """The patterns that are worth a function, in order of appearance, with the name each should have."""
    uses: dict[tuple[str, int], int] = defaultdict(int)
    patterns: dict[int, Polynomial] = {}
    for equation in equations:
        if equation.role:
            patterns[id(equation.pattern)] = equation.pattern
            uses[equation.role, id(equation.pattern)] += 1
    counts: dict[str, dict[Polynomial, int]] = defaultdict(lambda: defaultdict(int))
    for (role, key), count in uses.items():
        counts[role][patterns[key]] += count
    shared: dict[Polynomial, str] = {}
    for role, by_pattern in counts.items():
        worthwhile = [t for t, n in by_pattern.items() if n > 1 and len(t.terms) > t.ring.size + 1]
        for number, pattern in enumerate(worthwhile, 1):
            shared.setdefault(pattern, role if len(worthwhile) == 1 else f"{role}_{number}")
    return [(name, pattern) for pattern, name in shared.items()]


def _function_name(wanted: str, target: Target, taken: set[str]) -> str:
    candidates = [wanted, f"{wanted}_of", f"{wanted}_equation"] if target.accepts(wanted.replace("_", "")) else []
    candidates += [f"{wanted}_of"] if wanted.isidentifier() and wanted.isascii() else []
    for name in candidates:
        if target.accepts(name) and name not in taken:
            return name
    number = 1
    while (name := f"pattern{number}") in taken or not target.accepts(name):
        number += 1
    return name


class _Parameters:
    """Names for the parameters of functions, none of them a name of the script."""

    def __init__(self, taken: set[str]) -> None:
        pairs = ("xyz", "uvw", "rst", "abc")
        self._letters = next((p for p in pairs if not taken.intersection(p)), "")
        letters = (f"{a}{b}" for a in ("t", "u", "w", "par", "argument") for b in ("", "_"))
        self._numbered = next(stem for stem in letters if not any(name.startswith(stem) for name in taken))

    def of(self, count: int) -> tuple[str, ...]:
        if count <= len(self._letters):
            return tuple(self._letters[:count])
        return tuple(f"{self._numbered}{i + 1}" for i in range(count))


def _body(pattern: Polynomial, parameters: Sequence[str], target: Target) -> str:
    roots = _distinct_roots(pattern)
    if roots is not None:
        leading, values = roots
        x = parameters[0]
        factors = [f"({x} {'-' if value > 0 else '+'} {abs(value)})" if value else x for value in values]
        if leading not in (1, -1):
            factors.insert(0, str(leading))
        times = target.style[1]
        return ("-" if leading == -1 else "") + times.join(factors)
    return _sum_text(cleared(pattern).sorted_terms(), parameters, pattern, target)


@lru_cache(maxsize=256)
def _distinct_roots(pattern: Polynomial) -> tuple[int, tuple[int, ...]] | None:
    """Leading coefficient and roots, small ones first, of a univariate pattern that splits into distinct factors."""
    if pattern.ring.size != 1:
        return None
    degree = pattern.total_degree
    field = pattern.ring.field
    polynomial = cleared(pattern)
    largest = min(_LARGEST_ROOT, field.characteristic // 2) if field.characteristic else _LARGEST_ROOT
    if not 1 < degree <= 2 * largest + 1:
        return None
    candidates = sorted(range(-largest, largest + 1), key=lambda value: (value < 0, abs(value)))
    if field.characteristic == 2:
        candidates = [0, 1]
    roots = [value for value in candidates if not polynomial.evaluate([value])]
    if len(roots) != degree:
        return None
    return int(field.symmetric(polynomial.terms[(degree,)])), tuple(roots)


def _remarks(shared: list[tuple[str, Polynomial]]) -> dict[Polynomial, tuple[Polynomial, tuple[int, int]]]:
    """The patterns in two variables that are a difference quotient of another: its numerator's pattern."""
    univariate = [pattern for _, pattern in shared if pattern.ring.size == 1]
    found = {}
    for _, pattern in shared:
        if pattern.ring.size == 2:
            for numerator in univariate:
                if _is_difference_quotient(pattern, numerator):
                    found[pattern] = (numerator, (0, 1))
                    break
    return found


@lru_cache(maxsize=256)
def _is_difference_quotient(pattern: Polynomial, numerator: Polynomial) -> bool:
    """Whether pattern·(x − y) = numerator(x) − numerator(y)."""
    difference: dict[tuple[int, int], Coefficient] = defaultdict(int)
    for (i, j), coefficient in ((pair_of(e), c) for e, c in pattern.terms.items()):
        difference[i + 1, j] += coefficient
        difference[i, j + 1] -= coefficient
    for (degree,), coefficient in numerator.terms.items():
        difference[degree, 0] -= coefficient
        difference[0, degree] += coefficient
    element = pattern.ring.field.element
    return not any(element(c) for c in difference.values())


def pair_of(exponents: Exponents) -> tuple[int, int]:
    first, second = exponents
    return first, second


def cleared(polynomial: Polynomial) -> Polynomial:
    """The polynomial times the smallest positive integer that leaves no denominators; itself over GF(p)."""
    if polynomial.ring.field.characteristic:
        return polynomial
    denominators = lcm(*(Fraction(c).denominator for c in polynomial.terms.values()))
    if denominators == 1:
        return polynomial
    return Polynomial(polynomial.ring, {e: c * denominators for e, c in polynomial.terms.items()})


def _equation_text(equation: Equation, names: Sequence[str], target: Target) -> str:
    pattern = cleared(equation.pattern)
    order = sorted(range(len(equation.variables)), key=lambda i: equation.variables[i], reverse=True)
    terms = sorted(pattern.terms.items(), key=lambda term: [term[0][i] for i in order], reverse=True)
    return _sum_text(terms, [names[v] for v in equation.variables], pattern, target)


def _sum_text(terms: _Terms, names: Sequence[str], pattern: Polynomial, target: Target) -> str:
    longest = target.longest_sum
    symmetric = pattern.ring.field.symmetric
    if not longest or len(terms) <= longest:
        return format_terms(terms, names, symmetric, target.style)
    groups = [
        format_terms(terms[i : i + longest], names, symmetric, target.style) for i in range(0, len(terms), longest)
    ]
    while len(groups) > 1:
        groups = [" + ".join(f"({g})" for g in groups[i : i + longest]) for i in range(0, len(groups), longest)]
    return groups[0]
