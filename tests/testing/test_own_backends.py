"""casbridge's own backends in the conformance suite: each that is registered, each method of it.

What needs no program runs for all of them. A backend that nobody told this file of is taken from the registry.
"""

from __future__ import annotations

import pytest
from exclusions import EXCLUSIONS

from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Backend
from casbridge.testing import (
    FAULTS,
    Kind,
    Outcome,
    check_contract,
    check_fault,
    check_smuggling,
    check_system,
)
from casbridge.testing.systems import cases_for
from casbridge.testing.values import unused
from tests.conftest import PROGRAMS

BACKENDS = {name: registry.get(name) for name in registry.OWN_BACKENDS}
#: Backends that take seconds to start are asked about a few systems.
SLOW_TO_START = {"sage": ("rational", "positive", "inconsistent", "quintic", "points-2", "names", "embedded", "root")}
#: Not asked, since it would only be stopped at the limit: backend, method, system.
TOO_LONG = {("fricas", "lexTriangular", "long")}  # the time grows with the degree, which is 399
#: Backends that start quickly, and a fault and a system for each run of the quick tests.
QUICK_SYSTEMS = {
    "reference": ("rational", "inconsistent", "embedded", "no-variables", "no-variables-constant"),
    "singular": ("names", "points-2"),
}
QUICK_FAULTS = ("", "half-answer")


def marked(name: str, *values: object, quick: bool) -> object:
    """A parameter with the marks of its program, and `slow`."""
    marks = [getattr(pytest.mark, name)] if name in PROGRAMS else []
    return pytest.param(name, *values, marks=marks if quick else [*marks, pytest.mark.slow])


def pairs(name: str) -> list[tuple[str, str]]:
    """The methods of a backend with the systems that they are asked about."""
    few = SLOW_TO_START.get(name)
    return [
        (method.name, case.name)
        for method in BACKENDS[name].methods
        for case in cases_for(method)
        if (few is None or case.name in few) and (name, method.name, case.name) not in TOO_LONG
    ]


def judge(outcome: Outcome) -> None:
    if outcome.kind is Kind.EXCLUDED:
        pytest.xfail(outcome.reason)
    if outcome.kind is Kind.MISSING:
        pytest.skip(outcome.reason)
    assert outcome.kind is not Kind.FAILED, str(outcome)


@pytest.mark.parametrize("name", BACKENDS)
def test_contract(name: str) -> None:
    for outcome in check_contract(BACKENDS[name]):
        judge(outcome)


@pytest.mark.parametrize(
    ("name", "method", "system"),
    [
        marked(name, method, system, quick=system in QUICK_SYSTEMS.get(name, ()))
        for name in BACKENDS
        for method, system in pairs(name)
    ],
)
def test_system(name: str, method: str, system: str) -> None:
    judge(check_system(BACKENDS[name], method, system, EXCLUSIONS.get(name, ())))


@pytest.mark.parametrize("name", BACKENDS)
def test_each_method_answers_something(name: str) -> None:
    """A method that refuses all systems would pass all tests."""
    for method in BACKENDS[name].methods:
        assert any(method.objection_to(case.system) is None for case in cases_for(method)), method.name


@pytest.mark.parametrize("name", BACKENDS)
def test_each_exclusion_covers_a_check(name: str) -> None:
    known = [Outcome("systems", system, method, Kind.PASSED) for method, system in pairs(name)]
    assert not unused(EXCLUSIONS.get(name, ()), known)


def one_shot(name: str) -> Backend | None:
    return BACKENDS[name] if isinstance(BACKENDS[name], OneShotBackend) else None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param(name, fault, marks=[] if fault in QUICK_FAULTS else pytest.mark.slow, id=f"{name}-{fault}")
        for name in BACKENDS
        if one_shot(name)
        for fault in FAULTS
    ],
)
def test_fault(name: str, fault: str) -> None:
    """The real program is not needed."""
    backend = BACKENDS[name]
    assert isinstance(backend, OneShotBackend)
    judge(check_fault(backend, fault))


@pytest.mark.parametrize(
    ("name", "method"),
    [
        marked(name, method.name, quick=(name, method.name) == ("singular", "std"))
        for name in BACKENDS
        for method in BACKENDS[name].methods
        if BACKENDS[name].target is not None
    ],
)
def test_smuggling(name: str, method: str) -> None:
    judge(check_smuggling(BACKENDS[name], method))
