"""A system as the lines of a script: functions for the templates that several equations share, then the equations."""

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

#: Roots of a template are looked for among the residues, or the integers, up to this size.
_LARGEST_ROOT = 64

_Terms = Sequence[tuple[Exponents, Coefficient]]


@dataclass(frozen=True, slots=True)
class Function:
    """A template as a function of a script.

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

    A template becomes a function when its equations carry a role, there are several of them, and the function's call is
    shorter than the polynomial. Over QQ denominators are cleared, so that no CAS reads 1/2 as a floating point number.
    """
    shared = _shared_templates(system.equations)
    taken = set(names)
    parameters = _Parameters(taken)
    functions: dict[int, Function] = {}
    by_template: dict[Polynomial, Function] = {}
    remarks = _remarks(shared)
    for name, template in shared:
        function_name = _function_name(name, target, taken)
        taken.add(function_name)
        arguments = parameters.of(template.ring.size)
        body = _body(template, arguments, target)
        by_template[template] = Function(function_name, arguments, body)
    for template, (numerator, order) in remarks.items():
        function, source = by_template[template], by_template[numerator]
        x, y = (function.parameters[i] for i in order)
        remark = f"({source.name}({x}) - {source.name}({y}))/({x} - {y})"
        by_template[template] = Function(function.name, function.parameters, function.body, remark)
    lines = []
    templates: dict[int, Polynomial] = {}
    for equation in system.equations:
        key = id(equation.template)
        if key not in templates:
            templates[key] = equation.template
            function_of_template = by_template.get(equation.template) if equation.role else None
            if function_of_template:
                functions[key] = function_of_template
        found = functions.get(key) if equation.role else None
        if found:
            text = f"{found.name}({', '.join([names[v] for v in equation.variables])})"
        else:
            text = _equation_text(equation, names, target)
        lines.append(Line(text, equation.origin))
    return Listing(tuple(by_template.values()), tuple(lines))


def _shared_templates(equations: Sequence[Equation]) -> list[tuple[str, Polynomial]]:
    """The templates that are worth a function, in order of appearance, with the name each should have."""
    uses: dict[tuple[str, int], int] = defaultdict(int)
    templates: dict[int, Polynomial] = {}
    for equation in equations:
        if equation.role:
            templates[id(equation.template)] = equation.template
            uses[equation.role, id(equation.template)] += 1
    counts: dict[str, dict[Polynomial, int]] = defaultdict(lambda: defaultdict(int))
    for (role, key), count in uses.items():
        counts[role][templates[key]] += count
    shared: dict[Polynomial, str] = {}
    for role, by_template in counts.items():
        worthwhile = [t for t, n in by_template.items() if n > 1 and len(t.terms) > t.ring.size + 1]
        for number, template in enumerate(worthwhile, 1):
            shared.setdefault(template, role if len(worthwhile) == 1 else f"{role}_{number}")
    return [(name, template) for template, name in shared.items()]


def _function_name(wanted: str, target: Target, taken: set[str]) -> str:
    candidates = [wanted, f"{wanted}_of", f"{wanted}_equation"] if target.accepts(wanted.replace("_", "")) else []
    candidates += [f"{wanted}_of"] if wanted.isidentifier() and wanted.isascii() else []
    for name in candidates:
        if target.accepts(name) and name not in taken:
            return name
    number = 1
    while (name := f"template{number}") in taken or not target.accepts(name):
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


def _body(template: Polynomial, parameters: Sequence[str], target: Target) -> str:
    roots = _distinct_roots(template)
    if roots is not None:
        leading, values = roots
        x = parameters[0]
        factors = [f"({x} {'-' if value > 0 else '+'} {abs(value)})" if value else x for value in values]
        if leading not in (1, -1):
            factors.insert(0, str(leading))
        times = target.style[1]
        return ("-" if leading == -1 else "") + times.join(factors)
    return _sum_text(cleared(template).sorted_terms(), parameters, template, target)


@lru_cache(maxsize=256)
def _distinct_roots(template: Polynomial) -> tuple[int, tuple[int, ...]] | None:
    """Leading coefficient and roots, small ones first, of a univariate template that splits into distinct factors."""
    if template.ring.size != 1:
        return None
    degree = template.total_degree
    field = template.ring.field
    polynomial = cleared(template)
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
    """The templates in two variables that are a difference quotient of another: its numerator's template."""
    univariate = [template for _, template in shared if template.ring.size == 1]
    found = {}
    for _, template in shared:
        if template.ring.size == 2:
            for numerator in univariate:
                if _is_difference_quotient(template, numerator):
                    found[template] = (numerator, (0, 1))
                    break
    return found


@lru_cache(maxsize=256)
def _is_difference_quotient(template: Polynomial, numerator: Polynomial) -> bool:
    """Whether template·(x − y) = numerator(x) − numerator(y)."""
    difference: dict[tuple[int, int], Coefficient] = defaultdict(int)
    for (i, j), coefficient in ((pair_of(e), c) for e, c in template.terms.items()):
        difference[i + 1, j] += coefficient
        difference[i, j + 1] -= coefficient
    for (degree,), coefficient in numerator.terms.items():
        difference[degree, 0] -= coefficient
        difference[0, degree] += coefficient
    element = template.ring.field.element
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
    template = cleared(equation.template)
    order = sorted(range(len(equation.variables)), key=lambda i: equation.variables[i], reverse=True)
    terms = sorted(template.terms.items(), key=lambda term: [term[0][i] for i in order], reverse=True)
    return _sum_text(terms, [names[v] for v in equation.variables], template, target)


def _sum_text(terms: _Terms, names: Sequence[str], template: Polynomial, target: Target) -> str:
    longest = target.longest_sum
    symmetric = template.ring.field.symmetric
    if not longest or len(terms) <= longest:
        return format_terms(terms, names, symmetric, target.style)
    groups = [
        format_terms(terms[i : i + longest], names, symmetric, target.style) for i in range(0, len(terms), longest)
    ]
    while len(groups) > 1:
        groups = [" + ".join(f"({g})" for g in groups[i : i + longest]) for i in range(0, len(groups), longest)]
    return groups[0]
