"""What the targets share: sizes of and objections to systems, names and limits of scripts in Python."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable

from casbridge.algebra.systems import PolynomialSystem
from casbridge.scripts.abilities import Sizes

#: More terms in one sum make an expression too deep for Python's compiler.
LONGEST_SUM = 200
#: What the methods for dimension and degree give.
NUMBERS = "the dimension, and the degree of the leading monomials of a basis that compares degrees first"
#: Python's own names.
PYTHON_NAMES = frozenset(keyword.kwlist) | frozenset(dir(builtins))
#: Names that the templates define or import.
PYTHON_SCRIPT = (
    "names parameters variables equations write_answer components unsupported lines component file nothing sys"
)
#: Sizes for solvers over the complex numbers: 0 = 0 alone they answer as if there were no equations.
SOLVERS = Sizes(fewest_equations=1)


def degree_up_to(most: int, why: str) -> Callable[[PolynomialSystem], str | None]:
    """An objection to systems with a larger degree.

    most: the largest degree. why: the reason, for the end of a sentence.

    >>> from casbridge.algebra import Ring, variables
    >>> ring = Ring.of("x")
    >>> degree_up_to(2, "no more")(PolynomialSystem.of(ring, [variables(ring)[0] ** 3]))
    'a polynomial has degree 3, and no more'
    """

    def objection(system: PolynomialSystem) -> str | None:
        degree = max((pattern.total_degree for pattern in system.patterns()), default=0)
        return f"a polynomial has degree {degree}, and {why}" if degree > most else None

    return objection


def has_variables(system: PolynomialSystem) -> str | None:
    """An objection to rings without variables.

    >>> from casbridge.algebra import Ring
    >>> has_variables(PolynomialSystem.of(Ring.of(""), []))
    'a ring without variables; try sage:groebner_basis'
    """
    return None if system.ring.size else "a ring without variables; try sage:groebner_basis"


def one_step(system: PolynomialSystem) -> str | None:
    """An objection to towers of more than one extension.

    >>> from casbridge.algebra import Ring
    >>> one_step(PolynomialSystem.of(Ring.of("x"), []))
    """
    if len(system) > 1:
        return f"a tower of {len(system)} extensions, and this method takes one; try sage:factor"
    return None


def all_of(*objections: Callable[[PolynomialSystem], str | None]) -> Callable[[PolynomialSystem], str | None]:
    """The first of some objections.

    >>> from casbridge.algebra import Ring
    >>> all_of(has_variables, one_step)(PolynomialSystem.of(Ring.of(""), []))
    'a ring without variables; try sage:groebner_basis'
    """

    def objection(system: PolynomialSystem) -> str | None:
        return next(filter(None, (one(system) for one in objections)), None)

    return objection


def symbolic(solver: str, instead: str) -> Callable[[PolynomialSystem], str | None]:
    """The objection of a symbolic solver, which computes over the complex numbers.

    solver: its name, for sentences. instead: what to try.

    >>> from casbridge.algebra import Field, Ring
    >>> symbolic("the solver", "sympy:groebner")(PolynomialSystem(Ring.of("x", Field(7)), ()))
    'the solver computes over the complex numbers, not over GF(7); use --field QQ or sympy:groebner'
    >>> symbolic("the solver", "sympy:groebner")(PolynomialSystem(Ring.of("x"), ()))
    'each equation is 0 = 0, which solvers answer as if there were no equations; try sympy:groebner'
    """

    def objection(system: PolynomialSystem) -> str | None:
        if system.ring.field.characteristic:
            over = f"not over {system.ring.field}; use --field QQ or {instead}"
            return f"{solver} computes over the complex numbers, {over}"
        if not any(equation.pattern for equation in system.equations):
            return f"each equation is 0 = 0, which solvers answer as if there were no equations; try {instead}"
        return None

    return objection
