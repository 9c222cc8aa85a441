"""Planted lies: systems with their true components, and twenty ways to change these."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from casbridge.algebra import Polynomial, PolynomialSystem
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import read_system
from casbridge.backends.protocol import Result, Status
from casbridge.charset.series import all_chains
from casbridge.crosscheck import Verdict
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.judging import judge_checked
from casbridge.limits import Deadline
from tests.charset.brute import the_variable
from tests.crosscheck.series_cases import CASES

Components = list[Component]
Lie = Callable[[Components], Sequence[Component]]

_TEXTS = {
    "line and plane": "variables: x y z\nx*z\ny*z",
    "curve": "variables: x y\nx*y^2 + y + 1",
    "three axes": "variables: x y z\nx*y\ny*z\nx*z",
    "quadratic": "variables: a b c x\na*x^2 + b*x + c",
    "twisted": "variables: a b c d\na*c - b^2\nb*d - c^2\na*d - b*c",
    "two circles": "variables: x y\n(x^2 + y^2 - 1)*(x^2 + y^2 - 4)",
    "circle and line": "variables: x y\nx^2 + y^2 - 25\nx - y - 1",
    "cyclic 3": "variables: x y z\nx + y + z\nx*y + y*z + z*x\nx*y*z - 1",
    "roots": "variables: x y\nx^2 - 2\ny^2 - x*y",
    "point and line": "variables: x y z\nfield: 7\nx*(x - 1)\nx*y\nx*(z - 2)",
    "five lines": "variables: x y z\nfield: 5\nx*y*z\nx^2 - x*y",
    "double": "variables: x y\n(x - 1)^2*(x + 2)\ny^2 - x",
    "four points": "variables: x y\nfield: 11\nx^2 - 1\ny^2 - 4",
    "triangle": "field: 3\nvariables: x y z\nx^3 - x\ny^3 - y\nz^3 - z\nx^2 + x*y + y^2 - 1\ny^2 + y*z + z^2 - 1",
    "cuspidal": "variables: x y z\nx^3 - y^2\nx*z - y",
    "minors": "variables: a b c d e f\na*d - b*c\nc*f - d*e",
    "powers": "variables: x y z\nx^2*y*z\nx*y^2 - x*y",
    "parabola and point": "variables: x y z\n(y - x^2)*(x - 1)\n(y - x^2)*(z - 3)",
    "finite curve": "variables: x y\nfield: 7\nx^3 - x\ny^2 - x*y - 1",
    "hyperbolas": "variables: x y z\nx*y - 1\nx*z - 1",
}

#: Name → system.
SYSTEMS: dict[str, PolynomialSystem] = {name: read_system(text) for name, text in _TEXTS.items()}
_SMALL = (
    "manual-xyz",
    "f2-three",
    "f31991-cubes",
    "q-minors",
    "sqrt2-sqrt8",
    "initial-vanishes",
    "f11-i",
    "biquadratic",
)
SYSTEMS |= {name: CASES[name].system for name in _SMALL}


def chains_of(system: PolynomialSystem) -> Components:
    """The irreducible chains of a system."""
    return [chain.polynomials for chain in all_chains(system, Deadline.after(60))]


def told(
    system: PolynomialSystem,
    *answers: tuple[str, Answer | Sequence[Component]],
    certify: bool = False,
    task: Task = Task.SERIES,
) -> Verdict:
    """The verdict over answers of backends with these names; components are a series."""
    results = []
    for name, given in answers:
        answer = given if isinstance(given, Answer) else Answer(task, system.ring, tuple(given))
        results.append(Result(name, "told", Status.COMPLETE, answer, version="1"))
    return judge_checked(check_all(results, system), system, Deadline.after(60), certify=certify)


def _ring(components: Components) -> Polynomial:
    return Polynomial.constant(components[0][0].ring, 1)


def _everywhere(components: Components, change: Callable[[Polynomial], Polynomial]) -> Components:
    return [tuple(map(change, component)) for component in components]


def _mapped(components: Components, order: Sequence[int]) -> Components:
    return _everywhere(components, lambda one: one.rename(one.ring, order))


def without_the_last(components: Components) -> Sequence[Component]:
    return components[:-1]


def without_the_first(components: Components) -> Sequence[Component]:
    return components[1:]


def only_the_first(components: Components) -> Sequence[Component]:
    return components[:1]


def no_zeros(components: Components) -> Sequence[Component]:
    return []


def a_stranger_more(components: Components) -> Sequence[Component]:
    ring = _ring(components).ring
    return [*components, tuple(the_variable(ring, v) - 3 for v in range(ring.size))]


def a_strange_line_more(components: Components) -> Sequence[Component]:
    ring = _ring(components).ring
    return [*components, tuple(the_variable(ring, v) - 3 for v in range(ring.size - 1))]


def variables_exchanged(components: Components) -> Sequence[Component]:
    size = _ring(components).ring.size
    return _mapped(components, [1, 0, *range(2, size)])


def variables_turned(components: Components) -> Sequence[Component]:
    size = _ring(components).ring.size
    return _mapped(components, [*range(1, size), 0])


def another_constant(components: Components) -> Sequence[Component]:
    first, *others = components
    return [(first[0] + 1, *first[1:]), *others]


def another_last_constant(components: Components) -> Sequence[Component]:
    *others, last = components
    return [*others, (*last[:-1], last[-1] - 1)]


def another_sign(components: Components) -> Sequence[Component]:
    def turned(one: Polynomial) -> Polynomial:
        exponents, coefficient = one.sorted_terms()[-1]
        return Polynomial(one.ring, {**one.terms, exponents: -coefficient})

    first, *others = components
    return [tuple(map(turned, first)), *others]


def another_coefficient(components: Components) -> Sequence[Component]:
    *others, last = components
    return [*others, (*last[:-1], last[-1] + the_variable(last[-1].ring, 0))]


def a_contradiction(components: Components) -> Sequence[Component]:
    first, *others = components
    return [(*first, first[0] + 1), *others]


def one(components: Components) -> Sequence[Component]:
    return [(_ring(components),)]


def a_polynomial_less(components: Components) -> Sequence[Component]:
    first, *others = components
    return [first[:-1], *others]


def a_polynomial_twice(components: Components) -> Sequence[Component]:
    *others, last = components
    return [*others, (last[0],) * len(last)]


def a_polynomial_more(components: Components) -> Sequence[Component]:
    ring = _ring(components).ring
    return [(*component, the_variable(ring, ring.size - 1) - 2) for component in components]


def everything(components: Components) -> Sequence[Component]:
    return [()]


def components_joined(components: Components) -> Sequence[Component]:
    return [tuple(dict.fromkeys(polynomial for component in components for polynomial in component))]


def moved(components: Components) -> Sequence[Component]:
    """Each polynomial times the first variable, which adds a plane."""
    return _everywhere(components, lambda one: one * the_variable(one.ring, 0))


def only_points(components: Components) -> Sequence[Component]:
    """Free variables are 0."""
    ring = _ring(components).ring
    found = []
    for component in components:
        main = {max(one.support(), default=-1) for one in component}
        found.append((*component, *(the_variable(ring, v) for v in range(ring.size) if v not in main)))
    return found


LIES: dict[str, Lie] = {
    lie.__name__: lie
    for lie in (
        without_the_last, without_the_first, only_the_first, no_zeros, a_stranger_more, a_strange_line_more,
        variables_exchanged, variables_turned, another_constant, another_last_constant, another_sign,
        another_coefficient, a_contradiction, one, a_polynomial_less, a_polynomial_twice, a_polynomial_more, everything,
        components_joined, moved, only_points,
    )
}  # fmt: skip
