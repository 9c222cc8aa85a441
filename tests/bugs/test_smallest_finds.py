"""The smallest systems on which SymPy, Giac, Maxima and msolve are wrong, as `casbridge shrink` gave them.

Each has the fault that is said; and without any of its terms, or any of its equations, it has not. A system in which
this leaves a constant as an equation has no zeros at all, and is another find.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.formats import read_system
from casbridge.bugs.asking import ask
from casbridge.bugs.failures import Failure
from casbridge.bugs.reductions import without_terms
from casbridge.limits import Limits

#: The versions whose faults these are.
VERSIONS = {"sympy": "1.14.0", "giac": "1.9.0", "maxima": "5.46.0", "msolve": "0.10.1"}
LIMITS = Limits(seconds=60)
PAGE = Path(__file__).parent.parent.parent / "docs" / "fuzzing.md"
SAID = "SymPy ended with exit code N; it said: "
EXPONENT = f"{SAID}ValueError: N…: Exponent must be a positive Integer"
GENERATORS = f"{SAID}sympy.polys.polyerrors.GeneratorsNeeded: Cannot initialize from … without generators"
UNIVARIATE = f"{SAID}sympy.polys.polyerrors.PolynomialError: only univariate polynomials are allowed"
INTERVAL = f"{SAID}AttributeError: … object has no attribute …"


@dataclass(frozen=True)
class Find:
    """A backend's fault about a system: the variables, lowest first, then the equations."""

    backend: str
    kind: str
    shape: str
    variables: str
    equations: tuple[str, ...]

    @property
    def system(self) -> PolynomialSystem:
        return read_system("\n".join([f"variables: {self.variables}", *self.equations]))

    @property
    def program(self) -> str:
        return self.backend.partition(":")[0]

    @property
    def failure(self) -> Failure:
        return Failure(self.backend, self.kind, self.shape)


FINDS = [
    Find("sympy:solve", "missing zero", "a component", "z y x", ("x*z", "y*z")),
    Find("sympy:solve", "missing zero", "no zeros at all", "z y x", ("x + z^2 + 1", "x*y + 1", "y^2 + z + 1")),
    Find("sympy:solve", "missing zero", "a point", "y x", ("y^2 + 2", "x^3 + x*y + x")),
    Find("sympy:nonlinsolve", "missing zero", "a point", "y x", ("x*y", "x^2 + x")),
    Find("sympy:nonlinsolve", "missing zero", "a component", "a x y", ("y^2 + a*y + y", "a*y + a*x")),
    Find("sympy:nonlinsolve", "false zero", "a component", "z y x", ("x^2 + 1", "y + z")),
    Find("sympy:nonlinsolve", "crashed", EXPONENT, "x y z", ("z - x^2", "z^2 + x*y")),
    Find("sympy:nonlinsolve", "crashed", GENERATORS, "x y z u", ("x*z + y + 1", "x*u^2 + u + 1")),
    Find("sympy:nonlinsolve", "crashed", UNIVARIATE, "z y x", ("z^3 + 2", "y^3 + z", "x^2 + z*x + 1")),
    Find("sympy:nonlinsolve", "crashed", INTERVAL, "x4 x3 x2 x1", ("x1*x2 + x2 + x4", "x1 + x2*x3", "x4^2 + x4")),
]


FINDS += [
    Find("giac:solve", "missing zero", "a component", "x4 x3 x2 x1", ("x4*x2 + x3^2", "x2*x1 + x3^2")),
    Find("giac:solve", "missing zero", "a point", "x4 x3 x2 x1", ("x1 + x2", "x4*x2 + x3", "x2*x1 + x4", "x2 + x3^2")),
    Find(
        "giac:solve",
        "missing zero",
        "no zeros at all",
        "z y x",
        ("z*y + y - z", "y*x + y - z^2 - z", "y*x - x + y + z"),
    ),
    Find(
        "giac:solve",
        "false zero",
        "a component",
        "x4 x3 x2 x1",
        ("x3*x2 + x4^2 + x4", "x1 + x4 + 1", "x1^2 + x1 + x3*x2"),
    ),
    Find("maxima:solve", "missing zero", "a point", "y x", ("y^2 + 1", "x^2 + y")),
    Find("maxima:algsys", "missing zero", "a point", "y x", ("y^2 + 1", "x^2 + y")),
    Find("msolve:parametrization", "missing zero", "a point", "y x", ("y^3 + y", "x^2 + x*y")),
]


def smaller(system: PolynomialSystem) -> Iterator[PolynomialSystem]:
    """The system without each of its terms, and without each of its equations."""
    for place in range(len(system)):
        yield PolynomialSystem.of(system.ring, [f for n, f in enumerate(system.polynomials()) if n != place])
    terms = sum(len(f.terms) for f in system.polynomials())
    for place in range(terms):
        made = without_terms(system, [n for n in range(terms) if n != place])
        if made is not None and not any(f.is_constant for f in made.polynomials()):
            yield made


@pytest.mark.slow
@pytest.mark.parametrize(
    "find",
    [
        pytest.param(
            find,
            marks=() if find.program == "sympy" else getattr(pytest.mark, find.program),
            id=f"{find.backend} {find.failure}",
        )
        for find in FINDS
    ],
)
def test_a_system_is_wrong_and_nothing_can_be_taken_away(find: Find) -> None:
    run = ask(find.system, find.backend, ["reference"], LIMITS)
    if run.result.version != VERSIONS[find.program]:
        pytest.skip(f"{find.program} {run.result.version} is not {VERSIONS[find.program]}")
    assert run.shows(find.failure), (run.failures, run.verdict.reason)
    for other in smaller(find.system):
        assert not ask(other, find.backend, ["reference"], LIMITS).shows(find.failure), list(other.polynomials())


def test_the_guide_lists_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for find in FINDS:
        assert f"`{find.backend}`" in page
        assert f"| `{', '.join(find.equations)}` | `{find.variables}` |" in page
