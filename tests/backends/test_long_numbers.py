"""Coefficients of more digits than Python reads by itself: in scripts, in answers, in scripts that are read again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.polynomials import variables
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Status
from casbridge.crosscheck.identities import Identity
from casbridge.crosscheck.identity_texts import identity_text
from casbridge.limits import Limits
from casbridge.puzzles.reading import read
from casbridge.scripts import render
from casbridge.testing.judging import what_is_wrong
from casbridge.testing.systems import Case

QUICK = ("sympy:groebner", "sympy:factor_list", "singular:std", "maxima:solve", "fricas:groebner", "pari:factor")
METHODS = (
    *QUICK,
    *(
        "sympy:solve",
        "sympy:nonlinsolve",
        "sympy:solve_poly_system",
        "sage:groebner_basis",
        "sage:solve",
        "sage:factor",
    ),
    *("gap:ReducedGroebnerBasis", "macaulay2:decompose", "macaulay2:factor", "giac:solve", "msolve:groebner"),
    *("singular:minAssGTZ", "singular:char_series", "singular:factorize", "maxima:poly_grobner", "pari:nffactor"),
)


def case_of(digits: int, task: Task) -> Case:
    """Long numbers, and quotients of them."""
    long, other = "7" * digits, "3" * (digits - 1) + "1"
    if task is Task.FACTORS:
        return Case("long", read_system(f"variables: x\nfactor: (x/{long} - 1)*({other}*x + 2)^2"))
    texts = (f"x - {long}/{other}", f"{other}*y - {long}*x")
    return Case("long", read_system("\n".join(["variables: x y", *texts])), "", (texts,))


def _runs() -> Iterator[ParameterSet]:
    for name in METHODS:
        marks = [] if name.startswith("sympy") else [getattr(pytest.mark, name.partition(":")[0])]
        yield pytest.param(name, marks=marks if name in QUICK else [*marks, pytest.mark.slow])


@pytest.mark.parametrize("name", [*_runs()])
def test_long_coefficients_are_computed_with(name: str) -> None:
    backend, method = registry.split_name(name)
    case = case_of(5_000, next(one.task for one in backend.methods if one.name == method))
    result = backend.run(Job(case.system, method, Limits(seconds=120)))
    assert result.status is Status.COMPLETE, result.reason
    assert what_is_wrong(result, case.system, case.known() if case.zeros else None, 120) == ""


TARGETS = [name for name in registry.OWN_BACKENDS if name not in ("reference", "phcpack", "pari", "msolve")]


@pytest.mark.parametrize("name", TARGETS)
def test_scripts_with_long_coefficients_are_read_again(name: str) -> None:
    system = case_of(9_000, Task.BASIS).system
    target = registry.get(name).target
    assert target is not None
    again = read(render(system, target).text)
    assert isinstance(again, PolynomialSystem)
    assert {one.normal() for one in again.polynomials()} == {one.normal() for one in system.polynomials()}


def test_an_identity_for_sympy_is_python() -> None:
    system = case_of(5_000, Task.BASIS).system
    one = variables(system.ring)[0] ** 0
    claim = sum((f for f in system.polynomials()), start=0 * one)
    compile(identity_text(Identity(system, claim, 1, (one, one)), "sympy"), "identity.py", "exec")
