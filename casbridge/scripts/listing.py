"""A system as the lines of a script: functions for the patterns that several equations share, then the equations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, count
from math import lcm
from typing import NamedTuple

from casbridge.algebra.answers import Task
from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.extensions import tower_of
from casbridge.algebra.fields import Coefficient, Field
from casbridge.algebra.polynomials import Polynomial, format_terms, number_text
from casbridge.algebra.systems import Equation, EquationWriter, PolynomialSystem, equation_of
from casbridge.limits import NEVER, Deadline, Item
from casbridge.scripts.values import Target

#: Roots of a pattern are looked for among the residues, or the integers, up to this size.
_LARGEST_ROOT = 64


class Function(NamedTuple):
    """A pattern as a function of a script.

    body: the polynomial in the parameters; a product of linear factors where it splits.
    remark: what it is in terms of the others, e.g. "(F(x) - F(y))/(x - y)", or nothing.
    """

    name: str
    parameters: tuple[str, ...]
    body: str
    remark: str = ""


class GoalTexts(NamedTuple):
    """A system's goal in a script's syntax, for templates.

    eliminate: the names of the variables to eliminate.
    saturate: generators of the ideal to saturate by, without denominators.
    factor, factor_divisor: the polynomial to factor is the first, without denominators, over the second, a number.
    tower: for a factorisation, the names of the variables that are adjoined to the field, each with its polynomial.
    """

    eliminate: tuple[str, ...]
    saturate: tuple[str, ...]
    factor: str
    factor_divisor: str
    tower: tuple[tuple[str, str], ...]


def list_goal(system: PolynomialSystem, target: Target, names: Sequence[str], task: Task) -> GoalTexts:
    """The goal of a system as texts.

    names: what the script calls the variables.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends.sympy import SYMPY
    >>> system = read_system("factor: x^2/4 - y\\ny^2 - 2")
    >>> list_goal(system, SYMPY, system.ring.variables, Task.FACTORS)
    GoalTexts(eliminate=(), saturate=(), factor='-4*y + x**2', factor_divisor='4', tower=(('y', 'y**2 - 2'),))
    """
    goal, writer = system.goal, _ScriptWriter(names, target)
    factor, divisor = "", 1
    if goal.factor is not None:
        factor = writer.text(equation_of(goal.factor))
        divisor = lcm(*(c.denominator for c in goal.factor.terms.values()))
    eliminate = tuple(names[v] for v in goal.eliminate)
    saturate = tuple(writer.text(equation_of(f)) for f in goal.saturate)
    steps = tower_of(system) if task is Task.FACTORS else ()
    tower = tuple((names[step.variable], writer.text(equation_of(step.polynomial))) for step in steps)
    return GoalTexts(eliminate, saturate, factor, number_for(target)(divisor), tower)


def list_system(
    system: PolynomialSystem, target: Target, names: Sequence[str], deadline: Deadline = NEVER
) -> tuple[list[Function], list[tuple[str, str]]]:
    """The functions of a system, and its lines: each equation's left side in the script's syntax, and its origin.

    A pattern becomes a function when its equations carry a role, there are several of them, and the function's call is
    shorter than the polynomial. Over QQ denominators are cleared, so that no CAS reads 1/2 as a floating point number.

    names: what the script calls the variables. Raises LimitError after the deadline.

    >>> from casbridge.backends.singular import SINGULAR
    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, latin
    >>> system = encode(Puzzle(latin(3), (1,) + (0,) * 8)).system
    >>> functions, lines = list_system(system, SINGULAR, system.ring.variables)
    >>> functions[0].body, functions[1].remark
    ('(x - 1)*(x - 2)*(x - 3)', '(F(x) - F(y))/(x - y)')
    >>> lines[0][0], lines[1][0]
    ('x1 - 1', 'F(x2)')
    """
    taken = set(names)
    # Parameters have letters, or a stem and a number, that no variable has.
    letters = next((three for three in ("xyz", "uvw", "rst", "abc") if not taken.intersection(three)), "")
    stems = (f"{a}{b}" for a in ("t", "u", "w", "par", "argument") for b in ("", "_"))
    stem = next(stem for stem in stems if not any(name.startswith(stem) for name in names))
    functions: dict[Polynomial, Function] = {}
    shared = {} if target.expanded else _shared_patterns(system.equations)
    for pattern, wanted in shared.items():
        name = _function_name(wanted, target, taken)
        taken.add(name)
        size = pattern.ring.size
        parameters = tuple(letters[:size]) if size <= len(letters) else tuple(f"{stem}{i + 1}" for i in range(size))
        functions[pattern] = Function(name, parameters, _body(pattern, parameters, target))
    for pattern, function in functions.items():
        source = next((functions[f].name for f in functions if _is_difference_quotient(pattern, f)), None)
        if source:
            x, y = function.parameters
            functions[pattern] = function._replace(remark=f"({source}({x}) - {source}({y}))/({x} - {y})")
    name_of = {id(pattern): functions[pattern].name for pattern in system.patterns() if pattern in functions}
    writer = _ScriptWriter(names, target)
    lines = []
    for equation in deadline.over(system.equations, "the script was not written"):
        called = name_of.get(id(equation.pattern)) if equation.role else None
        text = f"{called}({', '.join([names[v] for v in equation.variables])})" if called else writer.text(equation)
        lines.append((text, equation.origin))
    return list(functions.values()), lines


def _shared_patterns(equations: Sequence[Equation]) -> dict[Polynomial, str]:
    """The patterns that are worth a function, in order of appearance, with the name each should have."""
    patterns = {id(equation.pattern): equation.pattern for equation in equations}
    uses = Counter((equation.role, id(equation.pattern)) for equation in equations if equation.role)
    counts: dict[str, Counter[Polynomial]] = defaultdict(Counter)
    for (role, key), times in uses.items():
        counts[role][patterns[key]] += times
    shared: dict[Polynomial, str] = {}
    for role, by_pattern in counts.items():
        worthwhile = [t for t, n in by_pattern.items() if n > 1 and len(t.terms) > t.ring.size + 1]
        for number, pattern in enumerate(worthwhile, 1):
            shared.setdefault(pattern, role if len(worthwhile) == 1 else f"{role}_{number}")
    return shared


def _function_name(wanted: str, target: Target, taken: set[str]) -> str:
    candidates = [wanted] if target.accepts(wanted) else []
    if wanted.isidentifier() and wanted.isascii() and target.accepts("x_1"):
        candidates.append(f"{wanted.removesuffix('_of')}_of")
    numbered = (f"pattern{number}" for number in count(1))
    return next(name for name in chain(candidates, numbered) if name not in taken)


def _body(pattern: Polynomial, parameters: Sequence[str], target: Target) -> str:
    roots = _distinct_roots(pattern)
    if roots is None:
        return _ScriptWriter(parameters, target).sum(pattern.sorted_terms(), parameters, pattern)
    leading, values = roots
    x, times = parameters[0], target.style[1]
    factors = [f"({x} {'-' if value > 0 else '+'} {abs(value)})" if value else x for value in values]
    return {1: "", -1: "-"}.get(leading, f"{leading}{times}") + times.join(factors)


@lru_cache(maxsize=256)
def _distinct_roots(pattern: Polynomial) -> tuple[int, tuple[int, ...]] | None:
    """Leading coefficient and roots, small ones first, of a univariate pattern that splits into distinct factors."""
    field, degree = pattern.ring.field, pattern.total_degree
    p = field.characteristic
    largest = min(_LARGEST_ROOT, p // 2) if p else _LARGEST_ROOT
    if pattern.ring.size != 1 or not 1 < degree <= 2 * largest + 1:
        return None
    polynomial = pattern.cleared()
    # Small ones first, from 0 on; over GF(2) 1 and -1 are one.
    candidates = [*range(largest + 1), *(range(-1, -largest - 1, -1) if p != 2 else ())]
    roots = [value for value in candidates if not polynomial.evaluate([value])]
    return (int(field.symmetric(polynomial.terms[(degree,)])), tuple(roots)) if len(roots) == degree else None


@lru_cache(maxsize=256)
def _is_difference_quotient(pattern: Polynomial, numerator: Polynomial) -> bool:
    """Whether pattern·(x − y) = numerator(x) − numerator(y)."""
    if pattern.ring.size != 2 or numerator.ring.size != 1:
        return False
    difference: dict[tuple[int, int], Coefficient] = defaultdict(int)
    for (i, j), coefficient in pattern.terms.items():
        difference[i + 1, j] += coefficient
        difference[i, j + 1] -= coefficient
    for (degree,), coefficient in numerator.terms.items():
        difference[degree, 0] -= coefficient
        difference[0, degree] += coefficient
    return not any(map(pattern.ring.field.element, difference.values()))


class _ScriptWriter(EquationWriter):
    """Writes left sides without denominators, and long sums in parentheses where the target needs them."""

    def __init__(self, names: Sequence[str], target: Target) -> None:
        super().__init__(names, target.style)
        self._longest, self._number = target.longest_sum, number_for(target)

    def sum(self, terms: Sequence[tuple[Exponents, Coefficient]], names: Sequence[str], pattern: Polynomial) -> str:
        whole = pattern.cleared().terms
        cleared = [[(e, whole[e]) for e, _ in part] for part in _parts(terms, self._longest)]
        groups = [self._terms(part, names, pattern.ring.field) for part in cleared]
        while len(groups) > 1:
            groups = [" + ".join(f"({group})" for group in part) for part in _parts(groups, self._longest)]
        return groups[0]

    def _terms(self, terms: Iterable[tuple[Exponents, Coefficient]], names: Sequence[str], field: Field) -> str:
        return format_terms(terms, names, field.symmetric, self._style, number=self._number)


def number_for(target: Target) -> Callable[[Coefficient], str]:
    """What writes whole numbers in a target's scripts: a number with too many digits as a sum in parentheses.

    >>> from dataclasses import replace
    >>> from casbridge.backends.sympy import SYMPY
    >>> number_for(SYMPY)(1234567), number_for(replace(SYMPY, longest_number=4))(1230067)
    ('1234567', '(123*10**4 + 67)')
    """
    (power, times), most = target.style, target.longest_number

    def sum_of(digits: str) -> str:
        if len(digits) <= most:
            return digits.lstrip("0") or "0"
        half = (len(digits) + 1) // 2
        return f"({sum_of(digits[:-half])}{times}10{power}{half} + {sum_of(digits[-half:])})"

    return (lambda value: sum_of(number_text(value))) if most else number_text


def _parts(items: Sequence[Item], longest: int) -> list[Sequence[Item]]:
    """The items in groups of at most `longest`; all in one group for 0."""
    size = longest or len(items) or 1
    return [items[i : i + size] for i in range(0, len(items), size)] or [items]
