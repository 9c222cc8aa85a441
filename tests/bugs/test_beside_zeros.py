"""Faults that the zeros do not show: a Gröbner basis of a larger ideal. Asking, shrinking and fuzzing see them too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from casbridge.algebra.answers import Task
from casbridge.algebra.formats import read_system
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result
from casbridge.bugs.asking import ask
from casbridge.bugs.bundles import bundle_of
from casbridge.bugs.failures import Failure
from casbridge.bugs.families import Generated
from casbridge.bugs.fuzzing import Plan, look
from casbridge.bugs.oracles import asked_moved
from casbridge.bugs.rerunning import rerun
from casbridge.bugs.shrinking import shrink
from casbridge.chance import Chance
from casbridge.crosscheck.verdicts import VerdictKind
from casbridge.limits import Limits
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Target

DOUBLE = read_system("variables: x y\n(x - 1)^2*(y + 2)\nx*y - y\n")
SIMPLE = read_system("variables: x y\n(x - 1)*(y + 2)\nx*y - y\n")
FOREIGN = Failure("greedy:basis", "foreign polynomial")


class Greedy:
    """A backend whose Gröbner bases are those of the radical: the zeros are right, and the ideal is too large."""

    name = "greedy"
    default_method = "basis"
    methods = (Method("basis", Task.BASIS, "a basis of the radical"),)
    target: Target | None = None

    def availability(self) -> Availability:
        return Availability(True, version="1")

    def run(self, job: Job) -> Result:
        radical = registry.run(job.system, "reference:radical").answer
        assert radical is not None
        larger = PolynomialSystem.of(job.system.ring, radical.components[0] if radical.components else [])
        return replace(registry.run(larger, "sympy:groebner"), backend=self.name, method="basis", script=None)


@pytest.fixture(autouse=True)
def greedy() -> Iterator[None]:
    registry.register(Greedy())
    yield
    registry.unregister("greedy")


@pytest.mark.slow
def test_asking_sees_a_larger_ideal() -> None:
    assert ask(DOUBLE, "greedy", ["reference"]).failures == (FOREIGN,)
    assert ask(SIMPLE, "greedy", ["reference"]).failures == ()


@pytest.mark.slow
def test_a_bundle_shows_it_again_and_shrinks() -> None:
    bundle = bundle_of(DOUBLE, "greedy", ["reference"])
    assert bundle.fault == FOREIGN
    assert [one.same for one in rerun(bundle)] == [True]
    shrunk = shrink(bundle, seconds=60).bundle
    assert shrunk.fault == FOREIGN
    assert len(shrunk.system) == 1
    assert sum(len(one.terms) for one in shrunk.system.polynomials()) <= 3


@pytest.mark.slow
def test_fuzzing_sees_it() -> None:
    plan = Plan(("reference", "greedy"), 1, limits=Limits(seconds=30))
    found = look(plan, Generated("by hand", DOUBLE))
    assert found.looked.verdict == "disagree"
    assert [one.kinds for one in found.looked.asked] == [(), (("foreign polynomial", ""),)]
    assert [bundle.fault for bundle in found.bundles] == [FOREIGN]
    assert look(plan, Generated("by hand", SIMPLE)).looked.verdict == "agree"


@pytest.mark.slow
def test_a_transformed_system_shows_it() -> None:
    """Where the second answer is no basis any more, the first one is compared with the system."""
    backend = registry.get("greedy")
    result = backend.run(Job(DOUBLE, "basis"))
    for seed in range(12):
        moved = asked_moved(DOUBLE, backend, "basis", result, Chance(seed), Limits(seconds=30))
        if moved is not None and moved.verdict.kind is VerdictKind.DISAGREE:
            assert FOREIGN.kind in {str(fault.fault) for one in moved.verdict.checked for fault in one.faults}
            return
    pytest.fail("no transformation showed it")
