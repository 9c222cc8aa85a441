"""A system as the lines of a script: functions for the patterns that several equations share, then the equations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial, format_terms
from casbridge.algebra.systems import Equation, EquationWriter, PolynomialSystem
from casbridge.limits import NEVER, Deadline, Item
from casbridge.scripts.values import Target

#: Roots of a pattern are looked for among the residues, or the integers, up to this size.
_LARGEST_ROOT = 64


@dataclass(frozen=True, slots=True)
class Function:
    """A pattern as a function of a script.

    body: the polynomial in the parameters; a product of linear factors where it splits.
    remark: what it is in terms of the others, e.g. "(F(x) - F(y))/(x - y)", or nothing.

    >>> Function("F", ("x",), "(x - 1)*(x - 2)").parameters
    ('x',)
    """

    name: str
    parameters: tuple[str, ...]
    body: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One equation: its left side in the script's syntax, and its origin in words.

    >>> Line("F(x1)", "r1c1 is a digit").text
    'F(x1)'
    """

    text: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """The functions and the lines of a system.

    >>> Listing((), (Line("x1 - 1"),)).lines[0].text
    'x1 - 1'
    """

    functions: tuple[Function, ...]
    lines: tuple[Line, ...]


def list_system(system: PolynomialSystem, target: Target, names: Sequence[str], deadline: Deadline = NEVER) -> Listing:
    """The functions and the lines of a system.

    A pattern becomes a function when its equations carry a role, there are several of them, and the function's call is
    shorter than the polynomial. Over QQ denominators are cleared, so that no CAS reads 1/2 as a floating point number.

    names: what the script calls the variables.
    Raises LimitError after the deadline.

    >>> from casbridge.backends.targets import SINGULAR
    >>> from casbridge.encodings import encode
    >>> from casbridge.puzzles import Puzzle, latin
    >>> system = encode(Puzzle(latin(3), (1,) + (0,) * 8)).system
    >>> listing = list_system(system, SINGULAR, system.ring.variables)
    >>> listing.functions[0].body, listing.functions[1].remark
    ('(x - 1)*(x - 2)*(x - 3)', '(F(x) - F(y))/(x - y)')
    >>> listing.lines[0].text, listing.lines[1].text
    ('x1 - 1', 'F(x2)')
    """
    taken = set(names)
    parameters = _Parameters(taken)
    functions: dict[Polynomial, Function] = {}
    for pattern, wanted in _shared_patterns(system.equations).items():
        name = _function_name(wanted, target, taken)
        taken.add(name)
        arguments = parameters.of(pattern.ring.size)
        functions[pattern] = Function(name, arguments, _body(pattern, arguments, target))
    for pattern, function in functions.items():
        source = next((functions[f] for f in functions if _is_difference_quotient(pattern, f)), None)
        if source:
            x, y = function.parameters
            remark = f"({source.name}({x}) - {source.name}({y}))/({x} - {y})"
            functions[pattern] = replace(function, remark=remark)
    function_of = {id(pattern): functions.get(pattern) for pattern in system.patterns()}
    writer = _ScriptWriter(names, target)
    lines = []
    for equation in deadline.over(system.equations, "the script was not written"):
        called = function_of[id(equation.pattern)] if equation.role else None
        text = (
            f"{called.name}({', '.join([names[v] for v in equation.variables])})" if called else writer.text(equation)
        )
        lines.append(Line(text, equation.origin))
    return Listing(tuple(functions.values()), tuple(lines))


def _shared_patterns(equations: Sequence[Equation]) -> dict[Polynomial, str]:
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
    return shared


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
    if roots is None:
        return _ScriptWriter(parameters, target).sum(pattern.sorted_terms(), parameters, pattern)
    leading, values = roots
    x = parameters[0]
    factors = [f"({x} {'-' if value > 0 else '+'} {abs(value)})" if value else x for value in values]
    if leading not in (1, -1):
        factors.insert(0, str(leading))
    return ("-" if leading == -1 else "") + target.style[1].join(factors)


@lru_cache(maxsize=256)
def _distinct_roots(pattern: Polynomial) -> tuple[int, tuple[int, ...]] | None:
    """Leading coefficient and roots, small ones first, of a univariate pattern that splits into distinct factors."""
    if pattern.ring.size != 1:
        return None
    degree = pattern.total_degree
    field = pattern.ring.field
    polynomial = pattern.cleared()
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
    element = pattern.ring.field.element
    return not any(element(c) for c in difference.values())


class _ScriptWriter(EquationWriter):
    """Writes left sides without denominators, and long sums in parentheses where the target needs them."""

    def __init__(self, names: Sequence[str], target: Target) -> None:
        super().__init__(names, target.style)
        self._longest = target.longest_sum

    def sum(self, terms: Sequence[tuple[Exponents, Coefficient]], names: Sequence[str], pattern: Polynomial) -> str:
        whole = pattern.cleared().terms
        groups = [
            format_terms([(e, whole[e]) for e, _ in part], names, pattern.ring.field.symmetric, self._style)
            for part in _parts(terms, self._longest)
        ]
        while len(groups) > 1:
            groups = [" + ".join(f"({group})" for group in part) for part in _parts(groups, self._longest)]
        return groups[0]


def _parts(items: Sequence[Item], longest: int) -> list[Sequence[Item]]:
    """The items in groups of at most `longest`; all in one group for 0."""
    size = longest or len(items) or 1
    return [items[i : i + size] for i in range(0, len(items), size)] or [items]
