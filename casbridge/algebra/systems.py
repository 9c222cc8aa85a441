"""Equations and polynomial systems: what every backend is asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from casbridge.algebra.answers import Task
from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient, Ring, local_ring
from casbridge.algebra.polynomials import PYTHON, Polynomial, format_terms
from casbridge.arguments import nature_of, wrong
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.drawings import Shown
from casbridge.errors import InputError, printable

_MOST_REMEMBERED = 200_000
_MOST_EXPONENTS = 10_000_000  # that a pattern may hold, its terms times its variables: about 100 MB

#: A sparse monomial: (variable, exponent > 0) pairs, ascending by variable.
SparseMonomial = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Equation(Brief, Shown):
    """A pattern in a few local variables, the ring variables that it is applied to, and where it comes from.

    pattern: a polynomial of `local_ring(field, k)`; every local variable should occur in it.
    variables: k positions of ring variables, all different; local variable i stands for variables[i].
    origin: in words, e.g. "row 3: cells r3c1 and r3c4 differ".
    role: the pattern's name where a system has few of them (F, G, given, sum, product, …); scripts define those once.

    >>> ring = Ring.of("x y z")
    >>> pattern = Polynomial(local_ring(ring.field, 2), {(2, 0): 1, (0, 1): -1})
    >>> equation = Equation(pattern, (0, 2))
    >>> pattern, equation.polynomial(ring), equation.evaluate([3, 0, 9])
    (-t2 + t1**2, -z + x**2, 0)
    """

    pattern: Polynomial
    variables: tuple[int, ...]
    origin: str = field(default="", compare=False)
    role: str = field(default="", compare=False)

    def polynomial(self, ring: Ring) -> Polynomial:
        """The equation's left side in the ring."""
        return self.pattern.rename(ring, self.variables)

    def evaluate(self, point: Sequence[Coefficient]) -> Coefficient:
        """Its value at a point of the ring's field."""
        return self.pattern.evaluate([point[v] for v in self.variables])

    def text(self, names: Sequence[str], style: tuple[str, str] = PYTHON) -> str:
        """The left side, written with the names of the ring's variables, highest variable first."""
        return EquationWriter(names, style).text(self)


class EquationWriter:
    """Writes the left sides of equations. Work that equations with one pattern share is done once.

    names: the names of the ring's variables.
    style: the signs for power and product.

    >>> writer = EquationWriter(["a", "b", "c"])
    >>> pattern = Polynomial(local_ring(Ring.of("x").field, 2), {(2, 0): 1, (0, 1): -1})
    >>> writer.text(Equation(pattern, (0, 2))), writer.text(Equation(pattern, (2, 1)))
    ('-c + a**2', 'c**2 - b')
    """

    def __init__(self, names: Sequence[str], style: tuple[str, str] = PYTHON) -> None:
        self._names = names
        self._style = style
        self._forms: dict[tuple[int, tuple[int, ...]], tuple[Polynomial, str]] = {}

    def text(self, equation: Equation) -> str:
        """The left side of an equation, highest variable first."""
        pattern, variables = equation.pattern, equation.variables
        order = tuple(sorted(range(len(variables)), key=variables.__getitem__, reverse=True))
        known = self._forms.get((id(pattern), order))
        if known is None:
            terms = sorted(pattern.terms.items(), key=lambda term: [term[0][i] for i in order], reverse=True)
            known = pattern, self.sum(terms, [f"{{{i}}}" for i in range(len(variables))], pattern)
            self._forms[id(pattern), order] = known
        return known[1].format(*[self._names[v] for v in variables])

    def sum(self, terms: Sequence[tuple[Exponents, Coefficient]], names: Sequence[str], pattern: Polynomial) -> str:
        """The terms of a pattern as a sum."""
        return format_terms(terms, names, pattern.ring.field.symmetric, self._style)


@dataclass(frozen=True, repr=False)
class Goal(Brief):
    """What some tasks need beside the equations.

    eliminate: for ELIMINATION, the positions of the variables to eliminate.
    saturate: for SATURATION, generators of the ideal to saturate by.
    factor: for FACTORS, the polynomial to factor. The equations are a tower over the field, or there are none.

    >>> x, y = (Polynomial(Ring.of("x y"), {(1, 0): 1}), Polynomial(Ring.of("x y"), {(0, 1): 1}))
    >>> goal = Goal(saturate=(x, y))
    >>> goal.objection(Task.SATURATION), goal.objection(Task.FACTORS)
    (None, "no polynomial to factor; give a line 'factor: x^2 - 1', or --factor 'x^2 - 1'")
    """

    eliminate: tuple[int, ...] = ()
    saturate: tuple[Polynomial, ...] = ()
    factor: Polynomial | None = None

    def __bool__(self) -> bool:
        return bool(self.eliminate or self.saturate) or self.factor is not None

    @property
    def task(self) -> Task | None:
        """The task that the goal is for; None without a goal, and where it is for several tasks."""
        given = {
            Task.ELIMINATION: bool(self.eliminate),
            Task.SATURATION: bool(self.saturate),
            Task.FACTORS: self.factor is not None,
        }
        tasks = [task for task, is_given in given.items() if is_given]
        return tasks[0] if len(tasks) == 1 else None

    def objection(self, task: Task) -> str | None:
        """What a task needs and the goal lacks, in words; None where it lacks nothing."""
        if task is Task.ELIMINATION and not self.eliminate:
            return "no variables to eliminate; give a line 'eliminate: x y', or --eliminate x,y"
        if task is Task.SATURATION and not self.saturate:
            return "no polynomial to saturate by; give a line 'saturate: x - 1', or --saturate 'x - 1'"
        if task is Task.FACTORS and self.factor is None:
            return "no polynomial to factor; give a line 'factor: x^2 - 1', or --factor 'x^2 - 1'"
        return None

    def check(self, ring: Ring) -> None:
        """Raise InputError for a goal that does not belong to the ring, and for the factors of 0."""
        for polynomial in (*self.saturate, *([] if self.factor is None else [self.factor])):
            if polynomial.ring != ring:
                raise InputError(f"a goal with a polynomial of {polynomial.ring}", expected=f"one of {ring}")
        if not all(0 <= v < ring.size for v in self.eliminate) or len({*self.eliminate}) < len(self.eliminate):
            found = f"variables to eliminate at {self.eliminate}"
            raise InputError(found, expected=f"different positions from 0 to {ring.size - 1}")
        if self.factor is not None and not self.factor:
            raise InputError("the factors of 0", expected="a polynomial that is not 0")


#: The goal of most systems: their tasks need nothing beside the equations.
NO_GOAL = Goal()


@with_hints
@dataclass(frozen=True, repr=False)
class PolynomialSystem(Shown):
    """Equations over a ring. `len` is the number of equations; `polynomials()` expands them.

    name: what to call it in a script or a report.
    facts: provenance as name → text (puzzle, encoding, file), in the order in which it is to be printed.
    goal: what some tasks need beside the equations.
    Raises InputError for an equation over another field, with positions outside the ring, or for such a goal.

    >>> ring = Ring.of("x y")
    >>> x, y = Polynomial(ring, {(1, 0): 1}), Polynomial(ring, {(0, 1): 1})
    >>> system = PolynomialSystem.of(ring, [x**2 - 1, y - x])
    >>> len(system), list(system.polynomials()), system.first_violated([1, 1])
    (2, [x**2 - 1, y - x], None)
    """

    ring: Ring
    equations: tuple[Equation, ...]
    name: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    goal: Goal = NO_GOAL

    def __post_init__(self) -> None:
        self.goal.check(self.ring)
        for pattern in self.patterns():
            if pattern.ring.field != self.ring.field:
                raise InputError(f"an equation over {pattern.ring.field}", expected=f"one over {self.ring.field}")
        size = self.ring.size
        for equation in self.equations:
            positions = equation.variables
            if positions and not (min(positions) >= 0 and max(positions) < size):
                raise InputError(f"an equation in the variables {positions}", expected=f"positions 0 to {size - 1}")

    def __len__(self) -> int:
        return len(self.equations)

    def __bool__(self) -> bool:
        return True

    @staticmethod
    def of(ring: Ring, polynomials: Iterable[Polynomial], name: str = "", goal: Goal = NO_GOAL) -> PolynomialSystem:
        """A system from polynomials of the ring. Zero polynomials say nothing and are dropped."""
        if not isinstance(ring, Ring):
            raise wrong(ring, "a Ring", {"text": "Ring.of('x y') makes one"})
        if isinstance(polynomials, (str, bytes, dict, Polynomial)) or not isinstance(polynomials, Iterable):
            raise wrong(polynomials, "a list of polynomials", _NO_POLYNOMIALS)
        wanted = list(polynomials)
        for polynomial in wanted:
            if not isinstance(polynomial, Polynomial):
                raise wrong(polynomial, f"a polynomial of {ring}", _NO_POLYNOMIALS)
            if polynomial.ring != ring:
                raise InputError(f"a polynomial of {polynomial.ring}", expected=f"one of {ring}")
        return PolynomialSystem(ring, tuple(equation_of(p) for p in wanted if p), name=name, goal=goal)

    def notes(self, most: int = 3) -> list[str]:
        """What is worth knowing about the system: equations that are nonzero constants. It is legal, and has no zeros.

        A polynomial in parameters alone is a constant, too. most: the most equations that are named.

        >>> ring = Ring.of("x")
        >>> PolynomialSystem.of(ring, [Polynomial(ring, {(1,): 1}), Polynomial(ring, {(0,): 2})]).notes()
        ['equation 2 is the nonzero constant 2: the system has no zeros']
        """
        lowest = self.ring.lowest
        found = [
            (number, equation)
            for number, equation in enumerate(self.equations, 1)
            if equation.pattern and all(v < lowest for v in equation.variables)
        ]
        writer = EquationWriter(self.ring.variables)
        texts = [(equation.origin or f"equation {n}", writer.text(equation)) for n, equation in found[:most]]
        notes = [
            f"{name} is the nonzero constant {printable(text, 60)}: the system has no zeros" for name, text in texts
        ]
        others = len(found) - most
        return [*notes, f"{others} more equations are nonzero constants"] if others > 0 else notes

    def patterns(self) -> list[Polynomial]:
        """The different objects among the equations' patterns, in order of appearance."""
        return list({id(equation.pattern): equation.pattern for equation in self.equations}.values())

    def polynomials(self) -> Iterator[Polynomial]:
        """The left sides as polynomials of the ring, one an equation, in order."""
        return (equation.polynomial(self.ring) for equation in self.equations)

    @cached_property
    def _parts(self) -> list[tuple[Equation, dict[tuple[Coefficient, ...], bool]]]:
        """Every equation, with the local points at which it is known whether its pattern vanishes."""
        known: dict[Polynomial, dict[tuple[Coefficient, ...], bool]] = {}
        return [(equation, known.setdefault(equation.pattern, {})) for equation in self.equations]

    def first_violated(self, point: Sequence[Coefficient]) -> Equation | None:
        """The first equation that does not vanish at the point, or None when the point is a zero of the system."""
        if len(point) != self.ring.size:
            raise InputError(f"a point with {len(point)} coordinates", expected=f"{self.ring.size}, one a variable")
        for equation, known in self._parts:
            local = tuple([point[v] for v in equation.variables])
            vanishes = known.get(local)
            if vanishes is None:
                if len(known) > _MOST_REMEMBERED:
                    known.clear()
                vanishes = known[local] = equation.pattern.evaluate(local) == 0
            if not vanishes:
                return equation
        return None

    def __repr__(self) -> str:
        named = f" {printable(self.name, 80)}" if self.name else ""
        sized = f"{len(self)} equation{'s' * (len(self) != 1)}"
        return f"<PolynomialSystem{named}: {sized} over {printable(repr(self.ring), 240)}>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("ring", "equations", "name", "facts", "goal")}


def widened(system: PolynomialSystem, names: Sequence[str]) -> PolynomialSystem:
    """The system in a ring with further variables, the highest.

    >>> widened(PolynomialSystem.of(Ring.of("x"), []), ["y", "z"]).ring
    QQ[x, y, z]
    """
    wider = replace(system.ring, variables=(*system.ring.variables, *names))
    goal, positions = system.goal, range(system.ring.size)
    saturate = tuple(one.rename(wider, positions) for one in goal.saturate)
    factor = goal.factor and goal.factor.rename(wider, positions)
    return replace(system, ring=wider, goal=Goal(goal.eliminate, saturate, factor))


def equation_of(polynomial: Polynomial, origin: str = "") -> Equation:
    """The equation of one polynomial, with a local variable for each variable of the polynomial.

    >>> equation_of(Polynomial(Ring.of("x y z"), {(0, 2, 0): 1}))
    Equation(pattern=t1**2, variables=(1,))
    """
    terms = {tuple([(i, n) for i, n in enumerate(e) if n]): c for e, c in polynomial.terms.items()}
    return equation_of_terms(terms, polynomial.ring, origin)


def equation_of_terms(
    terms: Mapping[SparseMonomial, Coefficient],
    ring: Ring,
    origin: str = "",
    intern: Callable[[Polynomial], Polynomial] = lambda pattern: pattern,
) -> Equation:
    """The equation of a polynomial given by sparse terms. Nothing as wide as the ring is built.

    intern: gives an equal pattern that is there already, or the pattern itself.
    Raises InputError for more than ten million terms times variables.

    >>> equation_of_terms({((1, 2),): 1, (): -4}, Ring.of("x y z"))
    Equation(pattern=t1**2 - 4, variables=(1,))
    """
    support = tuple(sorted({v for monomial in terms for v, _ in monomial}))
    if len(terms) * len(support) > _MOST_EXPONENTS:
        found = f"a polynomial with {len(terms)} terms in {len(support)} variables"
        raise InputError(found, expected=f"terms times variables at most {_MOST_EXPONENTS}")
    local_terms = dense_terms(terms, {v: i for i, v in enumerate(support)}, len(support))
    return Equation(intern(Polynomial(local_ring(ring.field, len(support)), local_terms)), support, origin)


def dense_terms(
    terms: Mapping[SparseMonomial, Coefficient], places: Mapping[int, int] | range, size: int
) -> dict[Exponents, Coefficient]:
    """Sparse terms with all exponents: variable v is the one at places[v] of `size`.

    >>> dense_terms({((7, 2),): 1, (): -4}, {7: 1}, 2)
    {(0, 2): 1, (0, 0): -4}
    """
    dense = {}
    for monomial, coefficient in terms.items():
        exponents = [0] * size
        for v, exponent in monomial:
            exponents[places[v]] = exponent
        dense[tuple(exponents)] = coefficient
    return dense


class HasSystem(Protocol):
    """An object with a system, such as an encoded puzzle.

    >>> def size(subject: HasSystem) -> int:
    ...     return len(subject.system)
    """

    @property
    def system(self) -> PolynomialSystem: ...


def system_of(subject: PolynomialSystem | HasSystem) -> PolynomialSystem:
    """The system itself, or the system of an encoded puzzle. Raises UsageError for anything else.

    >>> system_of("x1 - 1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.UsageError: a str; expected a PolynomialSystem, ... (casbridge.read_system(text) makes ...)
    """
    system = subject if isinstance(subject, type) else getattr(subject, "system", subject)
    if isinstance(system, PolynomialSystem):
        return system
    hints = _HINTS
    if nature_of(subject) in ("text", "bytes") and not _LETTER.search(subject if isinstance(subject, str) else ""):
        hints = {"text": f"read_puzzle(text) reads a puzzle; {_HINTS['puzzle']}"}
    raise wrong(subject, "a PolynomialSystem, an EncodedPuzzle, or a list of SymPy's expressions", hints)


_NO_POLYNOMIALS = {
    "text": "read_system(text) reads polynomials",
    "sympy": "from_sympy(equations) makes a system of SymPy's equations",
    "polynomial": "[polynomial] is a list",
}
_LETTER = re.compile("[A-Za-z]")
_OF_A_TEXT = "casbridge.read_system(text) makes a system of a text; SymPy's expressions come in a list"
#: What to do with a value that is no system.
_HINTS = {
    "text": _OF_A_TEXT,
    "bytes": "casbridge.read_system(data) makes a system of it",
    "texts": "casbridge.read_system('\\n'.join(texts)) reads polynomials, one a line",
    "path": "casbridge.read_file(path) reads it",
    "puzzle": "casbridge.encode(puzzle) makes a system of a puzzle",
    "puzzles": "casbridge.encode(puzzle) makes a system of one puzzle",
    "solution": "casbridge.encode(solution.puzzle) makes a system of its puzzle",
    "explanation": "casbridge.encode(explanation.puzzle) makes a system of its puzzle",
    "ring": "casbridge.PolynomialSystem.of(ring, polynomials) is a system",
    "result": "a result's system is result.script.system, where it has a script",
    "answer": "casbridge.crosscheck.judge judges results",
    "script": "a script's system is script.system",
}
