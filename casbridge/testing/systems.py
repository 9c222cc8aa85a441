"""The systems of the suite, each with its zeros as everybody may check them.

A system's zeros are stated here, and are not computed by any backend: `tests/testing` checks them by substitution of
all points of a small field, and by SymPy. Systems for tasks with a comparison of their own (radicals, factors, …) have
no stated answers. Their answers are judged beside the reference's, which a second way confirms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from casbridge.algebra.answers import OWN_COMPARISON, Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.extensions import goal_objection
from casbridge.algebra.fields import QQ, Field, Ring
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem, equation_of
from casbridge.brief import Brief
from casbridge.scripts.values import Method

#: The largest prime below 2^29, and the largest that casbridge takes.
PRIMES = (536870909, 2147483647)


@dataclass(frozen=True, repr=False)
class Case(Brief):
    """A system with its zeros.

    name: for reports and exclusions. about: what is special about the system, in words.
    zeros: generators of ideals, as texts, whose zero sets together are the system's zeros; None where the answer is
        judged beside the reference's.

    >>> Case("a point", system_of_texts("x y", ["x - 1", "y - x"]), "", (("x - 1", "y - 1"),)).known().components
    ((x - 1, y - 1),)
    """

    name: str
    system: PolynomialSystem
    about: str = ""
    zeros: tuple[tuple[str, ...], ...] | None = None

    def known(self) -> Answer:
        """The zeros as an answer. Raises ValueError where none are stated."""
        if self.zeros is None:
            raise ValueError(f"the zeros of {self.name} are not stated")
        ring = self.system.ring
        parts = tuple(tuple(parse_polynomial(text, ring) for text in part) for part in self.zeros)
        return Answer(Task.COMPONENTS, ring, parts)


def system_of_texts(
    names: str, polynomials: Sequence[str], p: int = 0, name: str = "", facts: Sequence[tuple[str, str]] = ()
) -> PolynomialSystem:
    """A system from texts. Polynomials that are zero stay in it.

    names: the variables, lowest first, with blanks between them. p: the characteristic.
    name, facts: as in `PolynomialSystem`.

    >>> len(system_of_texts("x y", ["0", "x - y"], 7))
    2
    """
    ring = Ring.of(names, Field(p) if p else QQ)
    equations = [equation_of(parse_polynomial(text, ring), f"line {n}") for n, text in enumerate(polynomials, 1)]
    return PolynomialSystem(ring, tuple(equations), name, tuple(facts))


def _case(
    name: str, about: str, names: str, polynomials: Sequence[str], zeros: Sequence[Sequence[str]], p: int = 0
) -> Case:
    return Case(name, system_of_texts(names, polynomials, p), about, tuple(map(tuple, zeros)))


_LONG = "+".join(f"{i + 1}*x^{i}" for i in range(400))
_CUBE = [[f"{name} - {n >> bit & 1}" for bit, name in enumerate("wxyz")] for n in range(16)]

#: Systems whose zeros are stated.
SYSTEMS: tuple[Case, ...] = (
    _case("rational", "two points with fractions", "x y", ["(2*x-1)*(x+3)", "3/4*y-x/7"],
          [["2*x - 1", "21*y - 2"], ["x + 3", "7*y + 4"]]),
    _case("one-point", "one zero", "x y", ["x - 5", "y + x"], [["x - 5", "y + 5"]]),
    _case("many", "16 zeros", "w x y z", [f"{v}^2 - {v}" for v in "wxyz"], _CUBE),
    _case("one-variable", "one variable", "x", ["x^3 - x"], [["x"], ["x - 1"], ["x + 1"]]),
    _case("multiple", "a double zero", "x y", ["(x-1)^2", "y-x"], [["x - 1", "y - 1"]]),
    _case("irrational", "square roots", "x y", ["x^2-2", "y^2-8"], [["x^2 - 2", "y - 2*x"], ["x^2 - 2", "y + 2*x"]]),
    _case("quintic", "roots without radicals", "x y", ["(x-1)*(x^5-x-1)", "y-x"],
          [["x - 1", "y - 1"], ["x^5 - x - 1", "y - x"]]),
    _case("positive", "two curves", "x y z", ["x*y-z^2", "x*z-y"], [["z", "y"], ["z - x^2", "y - x^3"]]),
    _case("initials", "a curve with a pole over GF(7)", "x y", ["x*y^2+y+1"], [["x*y^2 + y + 1"]], 7),
    _case("inconsistent", "no zero", "x y", ["x*y-1", "x"], []),
    _case("constant", "a constant that is not 0", "x", ["3"], []),
    _case("zero-ideal", "no equation: each point is a zero", "x y", [], [[]]),
    _case("zero-polynomials", "equations 0 = 0 among others", "x y", ["0", "x-1", "0", "y-x"], [["x - 1", "y - 1"]]),
    _case("no-variables", "a ring without variables", "", [], [[]]),
    _case("positive-7", "two curves over GF(7)", "x y z", ["x*y-z^2", "x*z-y"], [["z", "y"], ["z - x^2", "y - x^3"]],
          7),
    _case("inconsistent-7", "no zero over GF(7)", "x y", ["x*y-1", "x"], [], 7),
    _case("no-variables-constant", "3 = 0 in a ring without variables", "", ["3"], [], 7),
    _case("irrational-7", "zeros outside of GF(7)", "x y", ["x^2-3", "y-x"], [["x^2 - 3", "y - x"]], 7),
    _case("linear-7", "linear equations that are dependent over GF(7), and not over QQ", "x y z",
          ["x+3*y-1", "2*x-y-2", "z-3"], [["x+3*y-1", "z-3"]], 7),
    _case("characteristic-2", "GF(2)", "x y", ["x^2+x", "y^2+y+1"], [["x", "y^2+y+1"], ["x+1", "y^2+y+1"]], 2),
    _case("points-2", "four points over GF(2)", "x y", ["x^2+x", "y^2+y"],
          [["x", "y"], ["x", "y+1"], ["x+1", "y"], ["x+1", "y+1"]], 2),
    _case("long", "a sum of 267 terms over GF(3)", "x", [_LONG], [[_LONG]], 3),
    _case("big-coefficients", "coefficients of 40 digits", "x y", [f"x - {10**40 + 1}", f"{10**30}*y - {3**60}"],
          [[f"x - {10**40 + 1}", f"{10**30}*y - {3**60}"]]),
    _case("prime-29-bits", "the largest prime below 2^29", "x y", ["x^2-1", "y-268435455*x"],
          [["x-1", "y-268435455"], ["x+1", "y+268435455"]], PRIMES[0]),
    _case("prime-31-bits", "the largest characteristic", "x y", ["x^2-1", "y-1073741824*x"],
          [["x-1", "y-1073741824"], ["x+1", "y+1073741824"]], PRIMES[1]),
    _case("names", "names that CASs have taken", "E I S t _x list",
          ["E-1", "I-2*E", "S^2-I*2", "t-S", "_x-t-1", "list-_x-1"],
          [["E-1", "I-2", "S-2", "t-2", "_x-3", "list-4"], ["E-1", "I-2", "S+2", "t+2", "_x+1", "list"]]),
    _case("more-names", "names of constants, commands and operators", "pi e i D gamma oo and quit",
          ["pi-1", "e-2", "i^2+i", "D-i", "gamma-e", "oo-D-1", "and-4", "quit-and-1"],
          [["pi-1", "e-2", "i", "D", "gamma-2", "oo-1", "and-4", "quit-5"],
           ["pi-1", "e-2", "i+1", "D+1", "gamma-2", "oo", "and-4", "quit-5"]]),
    _case("cases", "names that differ in the case of a letter only", "x X v1 V1", ["x-1", "X-2", "v1-3", "V1-4"],
          [["x-1", "X-2", "v1-3", "V1-4"]]),
    Case("renamed",
         system_of_texts("system _y std print", ["system^2-1", "_y-system", "std-3", "print-_y"], 5,
                         'a "name"\nwith */ trouble\\',
                         [("file \n= x", 'C:\\x"y"; system("sh", "ls"); 数独'), ("encoding", "colouring")]),
         "names of commands, and a title with signs that end texts and comments",
         (("system-1", "_y-1", "std-3", "print-1"), ("system+1", "_y+1", "std-3", "print+1"))),
)  # fmt: skip

_GOALS = {
    "embedded": "variables: x y\nsaturate: x, y - 1\neliminate: x\nx*y\nx^2*(y - 1)",
    "twisted": "field: 5\nvariables: x y z\neliminate: y\nsaturate: z\nx^2*z - z\ny^3 - x*z",
    "curve": "variables: t x y\neliminate: t\nsaturate: t\nx - t^2\ny - t^3/2",
    "nothing": "variables: x y\neliminate: y\nsaturate: 0\n0",
    "everything": "variables: x y\neliminate: x y\nsaturate: x\n3",
    "binomial": "factor: (x^4 - 4*y^4)/3",
    "repeated-5": "field: 5\nvariables: y x\nfactor: 3*(x^6 - 1)^2*(x^2 - 2)",
    "number": "variables: x\nfactor: 12/5",
    "root": "variables: a x y\nfactor: (x^4 - 4*y^4)*(2*a*x + 1)^2\na^2/3 - 2/3",
    "root-7": "field: 7\nvariables: x a\nfactor: (x^3 - 2)*(x - a)^2\na^3 - 2",
    "two-roots": "variables: a b x\nfactor: x^4/2 - x^2/3 + 1/18\na^2 - 3\nb^2 - a",
    "renamed-root": "variables: list _ if\nfactor: if^2*_ - 2*list*_\nlist^2 - 2",
}
#: Systems with goals, for the tasks with a comparison of their own.
GOAL_SYSTEMS: tuple[Case, ...] = tuple(Case(name, read_system(text)) for name, text in _GOALS.items())

#: The names of all of them.
SYSTEM_NAMES = tuple(case.name for case in (*SYSTEMS, *GOAL_SYSTEMS))


@cache
def case_named(name: str) -> Case:
    """The case of a name. Raises KeyError for a name that does not exist.

    >>> case_named("many").about
    '16 zeros'
    """
    return {case.name: case for case in (*SYSTEMS, *GOAL_SYSTEMS)}[name]


def cases_for(method: Method) -> tuple[Case, ...]:
    """The cases that a method is asked about: those that have the goal of its task.

    >>> from casbridge.backends.sympy import SYMPY
    >>> [case.name for case in cases_for(SYMPY.method("eliminate"))]
    ['embedded', 'twisted', 'curve', 'nothing', 'everything']
    """
    if method.task not in OWN_COMPARISON:
        return SYSTEMS
    has_factor = method.task is Task.FACTORS
    fitting = [case for case in GOAL_SYSTEMS if (case.system.goal.factor is not None) == has_factor]
    return tuple(case for case in fitting if goal_objection(case.system, method.task) is None)
