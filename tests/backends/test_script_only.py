"""Backends that write scripts alone: each script, read back, is the system; and what they say when they are asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

import pytest
from hypothesis import given, settings, strategies as st
from script_cases import CASES, counted

from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring
from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.languages import (
    read_bertini,
    read_macaulay2,
    read_magma,
    read_maple,
    read_mathematica,
    read_oscar,
    read_phcpack,
    read_singular,
)
from casbridge.algebra.languages.scanning import RENAMED
from casbridge.backends import registry
from casbridge.backends.macaulay2 import MACAULAY2
from casbridge.backends.protocol import Job, Status
from casbridge.backends.singular import SINGULAR
from casbridge.backends.transcripts import parse
from casbridge.scripts import Method, Script, Target, render
from tests.effort import examples

READERS: dict[str, Callable[[str], PolynomialSystem]] = {
    "maple": read_maple,
    "magma": read_magma,
    "mathematica": read_mathematica,
    "oscar": read_oscar,
    "phcpack": read_phcpack,
    "bertini": read_bertini,
}
NAMES = [name for name in registry.OWN_BACKENDS if registry.is_script_only(registry.get(name))]
ALL = [
    pytest.param(name, method, id=f"{name}:{method.name}") for name in NAMES for method in registry.get(name).methods
]
#: Names that some language reserves or cannot read, and names that look like the new ones.
_NAMES = """
x y z x1 a_b _x __ E I D O C K N S e i pi Pi im gamma system System ideal list in end let for if function quit mod true
v1 v2 V1 R casbridgeRing casbridge_ring casbridgeEquations equation1 f1 variable_group log plex tdeg GroebnerBasis Solve
polynomial_ring QQ GF sin T using not e1 i2 E3 Ix
"""
VARIABLES = [*_NAMES.split(), "a" * 90]
FIELDS = [QQ, Field(2), Field(7), Field(32003), Field(2147483647)]


def target_of(name: str) -> Target:
    target = registry.get(name).target
    assert target is not None
    return target


def stated(system: PolynomialSystem) -> list[Polynomial]:
    """The polynomials that a script states: without denominators, and without zeros."""
    return [polynomial.cleared() for polynomial in system.polynomials() if polynomial]


def read_back(name: str, system: PolynomialSystem, method: Method) -> Script:
    script = render(system, target_of(name), method.name)
    found = READERS[name](script.text)
    assert found.ring == system.ring
    assert [polynomial.cleared() for polynomial in found.polynomials()] == stated(system)
    return script


def test_each_such_backend_has_a_reader() -> None:
    assert [*READERS] == NAMES


@pytest.mark.parametrize(("name", "method"), ALL)
def test_every_case_is_read_back(name: str, method: Method) -> None:
    asked = {case: one for case, one in CASES.items() if method.objection_to(one) is None}
    assert len(asked) > 5
    for one in asked.values():
        read_back(name, one, method)


#: Methods whose scripts are read back. Singular's char_series takes the lowest variable first, triangL has two rings.
_READ_BACK = [(SINGULAR, "std"), (SINGULAR, "char_series"), (SINGULAR, "triangL"), (MACAULAY2, "gb")]


@pytest.mark.parametrize(("target", "method"), _READ_BACK, ids=lambda one: one if isinstance(one, str) else one.name)
def test_scripts_without_functions_are_read_back(target: Target, method: str) -> None:
    reader = read_singular if target is SINGULAR else read_macaulay2
    number = 0
    for one in CASES.values():
        parameters = one.ring.parameters and target is MACAULAY2
        if SINGULAR.method("triangL").objection_to(one) is not None and method == "triangL":
            continue
        if one.ring.size and not parameters and not any(equation.role for equation in one.equations):
            found = reader(render(one, target, method).text)
            assert found.ring == one.ring
            assert [polynomial.cleared() for polynomial in found.polynomials()] == stated(one)
            number += 1
    assert number > 10


@st.composite
def systems(draw: st.DrawFn) -> PolynomialSystem:
    names = draw(st.lists(st.sampled_from(VARIABLES), min_size=1, max_size=5, unique=True))
    field = draw(st.sampled_from(FIELDS))
    parameters = draw(st.sampled_from([0, 0, 0, 1, 2]))
    ring = Ring(field, tuple(names), tuple(names[: min(parameters, len(names) - 1)]))
    exponents = st.tuples(*[st.integers(0, 3) | st.just(70_000)] * ring.size)
    numbers = st.integers(-(10**30), 10**30) | st.integers(-3, 3)
    numbers = numbers if field.characteristic else numbers | st.fractions(-9, 9, max_denominator=12)
    terms = st.dictionaries(exponents, numbers.map(field.element), max_size=4)
    polynomials = draw(st.lists(terms.map(lambda found: Polynomial(ring, found)), max_size=4))
    system = PolynomialSystem.of(ring, polynomials, name=draw(st.sampled_from(["", "*) # */ x = 1", "% ; [y] {z}"])))
    # Origins that read like the list of changed names.
    origins = cycle(draw(st.sampled_from([("",), (RENAMED, f"{names[0]} is other", "v1 is other")])))
    named = [replace(one, origin=origin) for one, origin in zip(system.equations, origins, strict=False)]
    return replace(system, equations=tuple(named))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_random_systems_are_read_back(name: str, data: st.DataObject) -> None:
    system = data.draw(systems())
    method = data.draw(st.sampled_from(registry.get(name).methods))
    if method.objection_to(system) is None:
        script = read_back(name, system, method)
        target = script.target
        assert all(map(target.accepts, script.names))


@pytest.mark.parametrize(("name", "method"), ALL)
def test_scripts_print_the_answers_form_or_none_at_all(name: str, method: Method) -> None:
    system = read_system("x^2 - 2\ny - x")
    script = render(system, target_of(name), method.name, seed=7)
    printed = f"casbridge:begin {script.job}" in script.text
    assert printed == (method.task is not Task.NUMBER)
    if printed:
        for line in (f"task: {method.task}", "field: QQ", "variables: x y", f"casbridge:end {script.job}"):
            assert line in script.text
    # PHCpack takes its seed on the command line.
    assert name == "phcpack" or re.search(r"(?i)(?:random\w*|seed!?)[^a-z\n]{1,3}7\b", script.text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x - y\n3", "an equation is a constant that is not 0"),
        ("x - 12345678901234567890123*y", "PHCpack's numbers are double numbers, and a coefficient is above 2^53"),
        ("x/3 - 9007199254740992*y", "PHCpack's numbers are double numbers"),
        ("x^2000000 - y", "phcpack:phc"),
        ("field: 7\nx - y", "phcpack:phc works over QQ, not over GF(7)"),
    ],
)
def test_phcpack_gets_no_system_that_it_misreads(text: str, why: str) -> None:
    """Seen in PHCpack 2.4.86: longer numbers are cut off, and a constant equation gets a zero."""
    objection = registry.get("phcpack").methods[0].objection_to(read_system(text), "phcpack")
    assert objection is not None
    assert objection.startswith(why)
    assert target_of("phcpack").names(["e1", "i2", "E", "xe", "x_1"]) == ("v1", "v2", "v3", "v4", "x_1")


@pytest.mark.parametrize("name", NAMES)
def test_running_says_in_one_line_what_to_do(name: str) -> None:
    backend = registry.get(name)
    result = backend.run(Job(read_system("x - 1\ny - 2")))
    assert result.status is Status.MISSING
    assert result.reason.startswith(
        f"casbridge does not run {target_of(name).title}; write a script with casbridge render"
    )
    assert not backend.availability().available
    prime = backend.run(Job(read_system("field: 7\nx - 1\ny - 2")))
    wanted = Status.UNSUPPORTED if name in ("phcpack", "bertini") else Status.MISSING
    assert prime.status is wanted
    assert all(backend.name not in one for one in registry.matching("*"))


TRANSCRIPTS = {
    "maple:Triangularize": "component:\nx^2-2\ny-x\n",
    "maple:Basis_plex": "component:\nx^2-2\n-x+y\n",
    "magma:RadicalDecomposition": "component:\ny - x\nx^2 - 2\n",
    "mathematica:GroebnerBasis": "component:\n-2 + x^2\n-x + y\n",
    "mathematica:Solve": "branch:\nx = ((-1)*(2)^(1/2))\ny = ((-1)*(2)^(1/2))\nbranch:\nx = (2)^(1/2)\ny = (2)^(1/2)\n",
    "oscar:minimal_primes": "component:\ny - x\nx^2 - 2\n",
}


@pytest.mark.parametrize("asked", TRANSCRIPTS)
def test_an_answer_that_was_made_elsewhere_is_read(asked: str) -> None:
    name, _, method = asked.partition(":")
    script = render(read_system("x^2 - 2\ny - x"), target_of(name), method)
    body = TRANSCRIPTS[asked]
    order = f"order: {script.method.order}\n" if script.method.order else ""
    head = f"task: {script.method.task}\nfield: QQ\nvariables: x y\n{order}"
    count = body.count("component:") + body.count("branch:")
    text = f"a notice\ncasbridge:begin {script.job}\n{head}{body}casbridge:end {script.job} {count}\n"
    assert len(parse(counted(text), expected=script)) == count
