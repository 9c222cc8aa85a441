"""Planted lies from end to end: a study runs backends that lie, and its verdicts never agree with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from casbridge.algebra import PolynomialSystem
from casbridge.algebra.answers import Answer, Component, Task
from casbridge.algebra.formats import write_plain
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.charset.definitions.orders import reordered
from casbridge.crosscheck.provers.reference import Inclusion
from casbridge.limits import Deadline, Limits
from casbridge.processes.locate import Availability
from casbridge.scripts import Method, Target
from casbridge.studies.comparing import compare
from casbridge.studies.driver import run_study
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.values import Input
from tests.crosscheck.planted import LIES, SYSTEMS, chains_of

#: A lie and the systems that it is told about; together they are all systems, and each kind of lie.
SHARES = [(lie, list(SYSTEMS)[place % 7 :: 7]) for place, lie in enumerate(LIES)]


class Liar:
    """A backend that tells the truth by one method, and lies by another one; it keeps what it was asked and said."""

    default_method = "truth"
    target: Target | None = None

    def __init__(self, name: str, lie: str) -> None:
        self.name, self.lie = name, lie
        self.methods = tuple(Method(one, Task.SERIES, "what it likes") for one in ("truth", "lie"))
        self.said: list[tuple[PolynomialSystem, Sequence[Component]]] = []

    def availability(self) -> Availability:
        return Availability(True, version="1")

    def run(self, job: Job) -> Result:
        found = chains_of(job.system)
        if job.method == "lie":
            found = list(LIES[self.lie](found))
            self.said.append((job.system, found))
        answer = Answer(Task.SERIES, job.system.ring, tuple(found))
        return Result(self.name, job.method, Status.COMPLETE, answer, version="1")


@contextmanager
def known(*liars: Liar) -> Iterator[None]:
    for liar in liars:
        registry.register(liar)
    try:
        yield
    finally:
        for liar in liars:
            registry.unregister(liar.name)


def are_zeros(system: PolynomialSystem, components: Sequence[Component]) -> bool | None:
    """Whether the components are the zeros of the system, by the reference; None where it cannot tell."""
    found = Inclusion(system, Deadline.after(60)).judge("it", Answer(Task.SERIES, system.ring, tuple(components)))
    return True if found.proved else False if found.faults else None


def run(path: Path, backends: Sequence[str], names: Sequence[str], orders: Sequence[str] = ("given",)) -> Store:
    """A study in this process, where the liars are known."""
    plan = Plan(path.stem, (), tuple(backends), variable_orders=tuple(orders), limits=Limits(seconds=60))
    store = Store.create(path, plan)
    store.sync(plan, jobs_of(plan, [(Input(name, "system", write_plain(SYSTEMS[name])), ()) for name in names]))
    with ThreadPoolExecutor(1) as executor:
        run_study(plan, store, executor)
    return store


def lied_about(names: Sequence[str], *liars: Liar) -> set[str]:
    """The systems about which one of them really lied."""
    wrong = [system for liar in liars for system, found in liar.said if are_zeros(system, found) is False]
    return {name for name in names if any(_is_same(SYSTEMS[name], system) for system in wrong)}


def _is_same(one: PolynomialSystem, other: PolynomialSystem) -> bool:
    if one.ring.field != other.ring.field or sorted(one.ring.variables) != sorted(other.ring.variables):
        return False
    return list(reordered(one, other.ring.variables).polynomials()) == list(other.polynomials())


def verdicts_of(store: Store) -> dict[str, str]:
    return {row["input"]: row["kind"] for row in store.verdict_rows()}


def check(tmp_path: Path, lie: str, names: Sequence[str]) -> int:
    """Run the lie beside the truth, twice alike, and in two orders; how many verdicts there were over lies."""
    count = 0
    settings = {
        "beside": (("reference", "liar:lie"), ("given",)),
        "alike": (("liar:lie", "other:lie"), ("given",)),
        "orders": (("reference", "liar:lie"), ("given", "auto")),
    }
    for name, (backends, orders) in settings.items():
        liars = Liar("liar", lie), Liar("other", lie)
        with known(*liars), run(tmp_path / f"{lie}-{name}.sqlite", backends, names, orders) as store:
            verdicts = verdicts_of(store)
        lied = lied_about(names, *liars)
        count += len(lied)
        assert set(verdicts) == set(names)
        wrong = {one: verdicts[one] for one in lied if verdicts[one] != "disagree"}
        assert not wrong, (lie, name)
        assert "failed" not in verdicts.values()
    return count


def test_a_lie_in_a_study_is_never_agreed_with(tmp_path: Path) -> None:
    assert check(tmp_path, "another_constant", ["roots"]) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("lie", "names"), SHARES, ids=list(LIES))
def test_no_lie_in_a_study_ends_in_agree(tmp_path: Path, lie: str, names: Sequence[str]) -> None:
    check(tmp_path, lie, names)


def test_a_cas_that_begins_to_lie_is_found_by_comparing(tmp_path: Path) -> None:
    """Two nights of one CAS: its answers become wrong, and have as many components as before."""
    liar = Liar("liar", "another_sign")
    names = ["roots", "circle and line", "hyperbolas"]
    with (
        known(liar),
        run(tmp_path / "monday.sqlite", ["liar:truth"], names) as monday,
        run(tmp_path / "tuesday.sqlite", ["liar:lie"], names) as tuesday,
    ):
        comparison = compare(monday, tuesday, rename={"liar:truth": "liar:lie"})
        turned = compare(tuesday, monday, rename={"liar:lie": "liar:truth"})
    lied = lied_about(names, liar)
    assert len(lied) >= 2
    assert {change.input for change in comparison.changes if change.kind == "wrong"} == lied
    assert comparison.exit_code == 1
    assert {change.input for change in turned.changes if change.kind == "mended"} == lied
    assert turned.exit_code == 0


def test_inputs_that_say_the_same_all_get_a_verdict(tmp_path: Path) -> None:
    """They share results: each job runs once."""
    text = write_plain(SYSTEMS["roots"])
    plan = Plan("same", (), ("reference:split", "reference:general"), limits=Limits(seconds=60))
    with Store.create(tmp_path / "same.sqlite", plan) as store, ThreadPoolExecutor(1) as executor:
        store.sync(plan, jobs_of(plan, [(Input(str(name), "system", text), ()) for name in range(20)]))
        run_study(plan, store, executor)
        assert sum(store.counts().verdicts.values()) == 20
