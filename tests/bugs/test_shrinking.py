"""Shrinking: smaller systems with the same fault, minimal ones, the same ones each time, within the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from casbridge.algebra import Field, Ring
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.extensions import tower_of
from casbridge.algebra.formats import read_system, write_plain
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Job, Result, Status
from casbridge.bugs import asking, shrinking
from casbridge.bugs.asking import ask_each
from casbridge.bugs.bundle import Bundle
from casbridge.bugs.bundles import bundle_of
from casbridge.bugs.reductions import (
    REDUCTIONS,
    factors_for_products,
    fewer_variables,
    lower_exponents,
    pieces_of,
    plain_names,
    size_of,
    smaller_coefficients,
    smaller_fields,
    without_pieces,
    without_terms,
)
from casbridge.bugs.reporting import report
from casbridge.bugs.shrinking import shrink
from casbridge.charset.ideals.factors import OverTower
from casbridge.charset.series import series_of
from casbridge.crosscheck.verdicts import CheckedResult, Verdict, VerdictKind
from casbridge.errors import BackendError, InputError
from casbridge.limits import Limits
from casbridge.scripts import Method
from tests.algebra.strategies import polynomials, rings
from tests.crosscheck.puppets import Puppet, registered


class Sick(Puppet):
    """The reference, but it loses its last chain, or crashes, on the systems that it is told of."""

    def __init__(self, name: str, is_ill: Callable[[Job], bool], *, crash: str = "", seconds: float = 0) -> None:
        super().__init__(name, Answer(Task.SERIES, Ring.of("x"), ()))
        self.is_ill, self.crash, self.wait = is_ill, crash, seconds
        self.asked = 0

    def run(self, job: Job) -> Result:
        self.asked += 1
        time.sleep(self.wait)
        ill = self.is_ill(job)
        if ill and self.crash:
            return Result(self.name, "told", Status.CRASHED, reason=self.crash, version="1")
        chains = [chain.polynomials for chain in series_of(job.system)]
        answer = Answer(Task.SERIES, job.system.ring, tuple(chains[:-1] if ill else chains))
        return Result(self.name, "told", Status.COMPLETE, answer, version="1")


def has_mixed_term(job: Job) -> bool:
    """Whether an equation has a term with two variables."""
    return any(sum(map(bool, e)) > 1 for f in job.system.polynomials() for e in f.terms)


def has_square_of_three_terms(job: Job) -> bool:
    return any(len(f.terms) >= 3 and f.total_degree >= 2 for f in job.system.polynomials())


LARGE = """\
variables: a b c d e
3*a^3*b^2 - 7*a*c^2 + 5*b - 1
a^2*b*c - 4*d
d^2 - 5*d + 6
e^2 + a*e
"""


@pytest.fixture
def sick() -> Iterator[Sick]:
    backend = Sick("sick", has_mixed_term)
    with registered(backend):
        yield backend


def shows(bundle: Bundle, system: PolynomialSystem) -> bool:
    """Whether the bundle's backend shows the bundle's fault on another system."""
    assert bundle.fault is not None
    runs = ask_each(system, bundle.backend, bundle.against, bundle.limits, seeds=bundle.seeds)
    return any(run.shows(bundle.fault) for run in runs)


def smaller_by_one(system: PolynomialSystem) -> Iterator[PolynomialSystem]:
    """The system without each equation, and without each term."""
    equations = range(len(system))
    terms = range(sum(len(f.terms) for f in system.polynomials()))
    for made, number in ((without_pieces, equations), (without_terms, terms)):
        for one in number:
            found = made(system, [i for i in number if i != one])
            assert found is not None
            yield found


def is_minimal(bundle: Bundle) -> bool:
    return shows(bundle, bundle.system) and not any(shows(bundle, one) for one in smaller_by_one(bundle.system))


# -- what comes out ---------------------------------------------------------------------------------------------------


def test_a_lost_component(sick: Sick) -> None:
    bundle = bundle_of(read_system(LARGE), "sick", limits=Limits(seconds=30))
    assert str(bundle.fault) == "missing zero (a component)"
    told: list[Bundle] = []
    shrunk = shrink(bundle, tell=lambda one, _: told.append(one))
    assert shrunk.minimal
    assert shrunk.bundle.fault == bundle.fault
    # Over GF(2), x and y are the two components of x*y.
    assert shrunk.bundle.problem == "field: GF(2)\nvariables: y x\ny*x\n"
    assert is_minimal(shrunk.bundle)
    assert shrunk.after == size_of(shrunk.bundle.system) < shrunk.before
    # Each step is a bundle with the fault, smaller than the one before.
    sizes = [size_of(one.system) for one in told]
    assert sizes == sorted(sizes, reverse=True)
    assert all(one.fault == bundle.fault for one in told)
    assert told[-1].problem == shrunk.bundle.problem
    # The last bundle is compared with the others.
    assert [row["name"] for row in shrunk.bundle.verdict["backends"]] == ["sick:told", "reference"]


def test_a_crash_is_shrunk_without_the_others() -> None:
    backend = Sick("sick", has_square_of_three_terms, crash="It fell over at line 12 of 'a.py'")
    with registered(backend):
        bundle = bundle_of(read_system(LARGE), "sick")
        shrunk = shrink(bundle)
        assert shrunk.minimal
        assert is_minimal(shrunk.bundle)
    assert shrunk.bundle.system.ring == Ring.of("x", Field(2))
    (equation,) = shrunk.bundle.system.polynomials()
    assert str(equation) == "x**2 + x + 1"


def test_others_beside_the_reference_are_asked_at_the_start_and_at_the_end_only(sick: Sick) -> None:
    system = read_system("variables: x y z\nx*y\nz^2 - z")
    well = Sick("well", lambda job: False)
    with registered(well):
        bundle = bundle_of(system, "sick", ["reference", "well"], limits=Limits(seconds=30))
        before = well.asked
        shrunk = shrink(bundle)
        assert well.asked - before <= 2
    assert shrunk.minimal
    assert shrunk.bundle.against == bundle.against
    assert shrunk.bundle.problem == "field: GF(2)\nvariables: y x\ny*x\n"


@pytest.mark.slow
def test_the_same_system_comes_out_each_time(sick: Sick, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = bundle_of(read_system(LARGE), "sick")
    found = [shrink(bundle).bundle.problem for _ in range(2)]
    monkeypatch.setattr(shrinking, "processors", lambda: 1)
    found.append(shrink(bundle).bundle.problem)
    monkeypatch.setattr(shrinking, "processors", lambda: 3)
    found.append(shrink(bundle).bundle.problem)
    assert len(set(found)) == 1


def test_another_fault_does_not_count() -> None:
    """It crashes on most smaller systems: only lost components are kept."""

    class TwoFaults(Sick):
        def run(self, job: Job) -> Result:
            if size_of(job.system).terms < 4:
                return Result(self.name, "told", Status.CRASHED, reason="too small")
            return super().run(job)

    with registered(TwoFaults("sick", has_mixed_term)):
        bundle = bundle_of(read_system(LARGE), "sick")
        shrunk = shrink(bundle)
        assert shrunk.bundle.fault == bundle.fault
        assert size_of(shrunk.bundle.system).terms == 4
        assert is_minimal(shrunk.bundle)


def test_a_minimal_system_stays(sick: Sick) -> None:
    bundle = bundle_of(read_system("field: 2\nvariables: y x\nx*y"), "sick")
    shrunk = shrink(bundle)
    assert (shrunk.minimal, shrunk.bundle, shrunk.before) == (True, bundle, shrunk.after)


def test_a_goal_is_shrunk_too() -> None:
    """A system to saturate: the fault needs a polynomial to saturate by with two terms."""

    def is_ill(job: Job) -> bool:
        return any(len(f.terms) > 1 for f in job.system.goal.saturate)

    with registered(Sick("sick", is_ill, crash="boom")):
        system = read_system("saturate: 3*x^2*y - 7*z, x + y + z, x\nx*y*z - 1\nx^5 - y")
        shrunk = shrink(bundle_of(system, "sick:told"))
    assert shrunk.minimal
    (left,) = shrunk.bundle.system.goal.saturate
    assert len(left.terms) == 2
    assert not len(shrunk.bundle.system)


def test_a_crash_over_an_extension_is_shrunk() -> None:
    """Candidates whose equations define no field, such as 1 = 0 or y^2 = 0, are left out."""
    factoring = Puppet("sick", None, Status.CRASHED, reason="boom")
    factoring.methods = (Method("told", Task.FACTORS, "factors"),)
    with registered(factoring):
        system = read_system("variables: a y x\nfactor: (x + 5*a + y^2)*(x + 3*a + y)\na^2 + a + 1")
        shrunk = shrink(bundle_of(system, "sick:told", against=[]))
    assert shrunk.minimal
    assert shrunk.after < shrunk.before
    left = shrunk.bundle.system
    assert left.goal.factor is not None
    assert OverTower(left.ring, tower_of(left)).reducible_step is None


# -- faults in some runs ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fault_in_some_runs_is_asked_several_times() -> None:
    def is_ill(job: Job) -> bool:
        return job.seed % 5 == 3 and has_mixed_term(job)

    backend = Sick("moody", is_ill)
    with registered(backend):
        bundle = bundle_of(read_system(LARGE), "moody", seeds=range(1, 9))
        assert (bundle.shown, len(bundle.runs)) == (2, 8)
        shrunk = shrink(bundle)
        assert shrunk.bundle.problem == "field: GF(2)\nvariables: y x\ny*x\n"
        assert (shrunk.bundle.shown, shrunk.bundle.seeds) == (2, tuple(range(1, 9)))
        assert is_minimal(shrunk.bundle)
        # Two runs are too few to see it.
        with pytest.raises(BackendError, match=r"does not show here: moody:told 1 is complete in 2 runs"):
            shrink(bundle, runs=2)
        assert shrink(bundle, runs=3).bundle.problem == shrunk.bundle.problem


def test_runs_end_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the time is over when the first smaller system is found, this is not asked about again."""

    def is_ill(job: Job) -> bool:
        return job.seed == 2 and has_mixed_term(job)

    with registered(Sick("sick", is_ill)):
        bundle = bundle_of(read_system(LARGE), "sick", seeds=range(1, 5))
        is_over = property(lambda self: self.best is not self.bundle.system)
        monkeypatch.setattr(shrinking._Shrinking, "_is_over", is_over)
        shrunk = shrink(bundle)
    assert not shrunk.minimal
    assert shrunk.after < shrunk.before
    assert [note.seed for note in shrunk.bundle.runs] == [2]
    assert shrunk.bundle.fault == bundle.fault


def test_one_run_keeps_its_seed() -> None:
    with registered(Sick("moody", lambda job: job.seed == 7 and has_mixed_term(job))):
        bundle = bundle_of(read_system("x*y"), "moody", seeds=(7,))
        assert shrink(bundle).bundle.seeds == (7,)


# -- what does not fail, and limits -----------------------------------------------------------------------------------


def test_what_does_not_fail_here(sick: Sick) -> None:
    bundle = bundle_of(read_system(LARGE), "sick")
    sick.is_ill = lambda job: False
    with pytest.raises(BackendError) as caught:
        shrink(bundle)
    expected = "sick:told 1 is complete; expected missing zero (a component)"
    assert str(caught.value) == f"the fault does not show here: {expected}"
    with pytest.raises(InputError, match="without a fault"):
        shrink(bundle_of(read_system("x"), "sick"))


def test_a_comparison_that_was_stopped_is_told(sick: Sick, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = bundle_of(read_system(LARGE), "sick")
    stopped = Verdict(VerdictKind.UNDECIDED, "it did not come to an end", (), stopped=frozenset({"time"}))
    monkeypatch.setattr(asking, "judge_checked", lambda checked, *_, **__: replace(stopped, checked=tuple(checked)))
    monkeypatch.setattr(asking, "first_checked", lambda results, *_: tuple(map(CheckedResult, results)))
    with pytest.raises(BackendError, match="the comparison did not come to an end in time; --timeout gives it more"):
        shrink(bundle)


def test_the_time_holds_and_the_fault_stays() -> None:
    with registered(Sick("slow", has_mixed_term, seconds=0.05)):
        bundle = bundle_of(read_system(LARGE), "slow")
        started = time.monotonic()
        shrunk = shrink(bundle, seconds=0.25)
        assert time.monotonic() - started < 5
        assert not shrunk.minimal
        assert shrunk.bundle.fault == bundle.fault
        assert shows(shrunk.bundle, shrunk.bundle.system)


def test_a_timeout_is_shrunk_with_its_own_limit() -> None:
    limits: list[float | None] = []

    class Slow(Sick):
        def run(self, job: Job) -> Result:
            limits.append(job.limits.seconds)
            if has_mixed_term(job):
                return Result(self.name, "told", Status.TIMEOUT, reason="stopped")
            return super().run(job)

    with registered(Slow("slow", lambda job: False)):
        bundle = bundle_of(read_system("x*y^2 - 3\nx + z"), "slow", limits=Limits(seconds=2))
        assert bundle.fault is not None
        shrunk = shrink(bundle)
    assert shrunk.minimal
    assert len(shrunk.bundle.system) == 1
    assert {*limits} == {2}


# -- reductions -------------------------------------------------------------------------------------------------------


@st.composite
def systems(draw: st.DrawFn) -> PolynomialSystem:
    ring = draw(rings())
    return PolynomialSystem.of(ring, draw(st.lists(polynomials(ring), min_size=1, max_size=3)))


@given(systems())
def test_candidates_are_systems_that_are_read_as_they_are_written(system: PolynomialSystem) -> None:
    for reduction in REDUCTIONS:
        for candidate in reduction(system, shrinking.Deadline.after(60)):
            again = read_system(write_plain(candidate))
            assert list(again.polynomials()) == list(candidate.polynomials())
            assert size_of(again) == size_of(candidate)


@given(systems(), st.data())
def test_substitution_is_evaluation(system: PolynomialSystem, data: st.DataObject) -> None:
    """A candidate with a value for a variable has, at each point, the values that the system has there."""
    ring = system.ring
    for candidate in fewer_variables(system):
        names = candidate.ring.variables
        place = {name: data.draw(st.integers(-3, 3)) for name in names}
        gone = [name for name in ring.variables if name not in place]
        options = [{name: value} for name in gone for value in (0, 1, -1, 2, *place.values())] or [{}]
        if len(gone) > 1:
            options = [dict.fromkeys(gone, 0)]
        values = [ring.field.element(place[name]) for name in names]
        found = {f.evaluate(values) for f in candidate.polynomials()} | {0}
        wanted = [
            {
                f.evaluate([ring.field.element({**place, **more}[name]) for name in ring.variables])
                for f in pieces_of(system)
            }
            for more in options
        ]
        assert any(found == one | {0} for one in wanted)


@given(systems())
def test_a_factor_divides(system: PolynomialSystem) -> None:
    for candidate in factors_for_products(system):
        changed = [(f, g) for f, g in zip(pieces_of(system), pieces_of(candidate), strict=True) if f != g]
        assert len(changed) == 1
        ((before, after),) = changed
        assert before.quotient(after) is not None
        assert after.total_degree < before.total_degree


def test_the_other_reductions() -> None:
    system = read_system("6*x^4*y - 10*x^2 + 8")
    texts = lambda found: [[str(f) for f in one.polynomials()] for one in found]  # noqa: E731
    assert texts(lower_exponents(system))[:2] == [["6*x**2*y - 10*x + 8"], ["6*x**3*y - 10*x**2 + 8"]]
    assert texts(smaller_coefficients(system))[:3] == [
        ["x**4*y - x**2 + 1"],
        ["x**4*y + x**2 + 1"],
        ["3*x**4*y - 5*x**2 + 4"],
    ]
    assert texts(smaller_fields(system))[:3] == [[], ["-x**2 - 1"], ["x**4*y - 2"]]
    assert texts(smaller_fields(read_system("1/3*x - 1")))[:2] == [["x + 1"], ["2*x - 1"]]
    assert plain_names(2) == ("y", "x")
    assert str(size_of(read_system("x^2 - y\nx"))) == "2 equations, 2 variables, 3 terms, degree sum 3"


def test_goals_of_candidates() -> None:
    system = read_system("variables: x y z\neliminate: y z\nx*y - z")
    assert [one.goal.eliminate for one in fewer_variables(system)][:2] == [(0, 1), (0, 1)]
    assert without_pieces(read_system("factor: x^2 - 1\nx^3"), []) is not None
    assert without_terms(read_system("factor: x^2\nx^3"), [0]) is None


# -- real ones --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.singular
def test_a_crash_of_singular_is_shrunk() -> None:
    text = Path(__file__).with_name("flint2.txt").read_text(encoding="utf-8")
    bundle = bundle_of(read_system(text), "singular:minAssGTZ")
    if bundle.status is Status.COMPLETE:
        pytest.skip("this Singular does not crash")
    shrunk = shrink(bundle, seconds=15)
    assert shrunk.bundle.fault == bundle.fault
    assert shrunk.after < shrunk.before
    assert shows(bundle, shrunk.bundle.system)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "problem"), [("sympy:nonlinsolve", "x*y - 2*y\ny^2 - 3*y"), ("sympy:solve", "x*y\nx*z\nx*v")]
)
def test_a_wrong_answer_of_sympy_is_shrunk(backend: str, problem: str) -> None:
    """SymPy 1.14 loses zeros of these systems: pull request 23011 (a comment), issue 23110."""
    bundle = bundle_of(read_system(problem), backend, limits=Limits(seconds=60))
    if bundle.fault is None:
        pytest.skip("this SymPy is right")
    assert bundle.fault.kind == "missing zero"
    shrunk = shrink(bundle, seconds=300)
    assert shrunk.minimal
    assert is_minimal(shrunk.bundle)
    made = report(shrunk.bundle)
    assert made.snippet.startswith("from sympy import *\n")
    assert "is a zero of the system" in made.why[0]
    assert made.said.endswith("prints:")
