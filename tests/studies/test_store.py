"""The store: what is kept is found again, by the rules of keys, limits and bases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from casbridge.crosscheck.judging import COMPARISON_SECONDS
from casbridge.errors import InputError, UsageError
from casbridge.limits import Limits
from casbridge.studies.filters import only
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, VerdictOutcome

PLAN = Plan("lines", (), ("reference", "sympy"), limits=Limits(seconds=10), repeat=2, seed=1)
LINES = [(Input(f"line-{n}", "system", f"x - {n}", "line", n), ()) for n in range(3)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "lines.sqlite", PLAN) as made:
        made.sync(PLAN, jobs_of(PLAN, LINES))
        yield made


def done(number: int, status: str = "complete", **more: object) -> Outcome:
    values = {"key": f"key {number}", "limits": Limits(seconds=10), "started": 1.0, "ended": 2.0, **more}
    return replace(Outcome(number, "", status), **values)


def test_jobs_come_by_their_place_and_wait_until_they_are_done(store: Store) -> None:
    works = [*store.waiting()]
    assert len(works) == 12
    assert {work.case.input.text for work in works} == {"x - 0", "x - 1", "x - 2"}
    assert [work.repeat for work in works] == [1] * 6 + [2] * 6
    store.keep([done(work.number) for work in works[:5]])
    assert [*store.waiting()] == works[5:]
    assert store.counts().statuses == {"complete": 5, "waiting": 7}
    assert store.number_waiting() == 7
    assert store.number_waiting([only(["line-1"])]) == sum(work.case.input.n == 1 for work in works[5:])


def test_what_is_kept_is_there_after_opening_again(store: Store) -> None:
    (work, *_) = store.waiting()
    texts = {name: packed(f"the {name}") for name in ("script", "transcript", "answer")}
    outcome = done(work.number, degree=10**30, warnings=("slow",), peak_memory=7, **texts)
    store.keep([outcome])
    store.close()
    with Store.open(store.path) as again:
        (row,) = again.rows(status="complete")
        assert (row.degree, row.warnings, row.peak_memory, row.attempt) == (10**30, ("slow",), 7, 1)
        assert again.text("script", row.number) == "the script"
        assert again.text("answer", row.number) == "the answer"
        assert again.text("input", row.number) == work.case.input.text
        assert again.text("verdict", row.number) is None


def test_a_stopped_result_is_done_again_only_if_its_limit_is_raised(store: Store) -> None:
    first, second, third, *_ = [work.number for work in store.waiting()]
    memory = Limits(seconds=10, memory=100)
    store.keep([done(first, "timeout", reason="10 s"), done(second, "memory", reason="much", limits=memory)])
    store.keep([done(third, "partial", limits=Limits(seconds=10, limit=5))])
    for limits, waits in (
        (Limits(seconds=10, memory=100, limit=5), set()),
        (Limits(seconds=5, memory=50, limit=1), set()),
        (Limits(seconds=11, memory=100, limit=5), {first}),
        (Limits(seconds=10, memory=101, limit=5), {second}),
        (Limits(seconds=10, memory=100, limit=6), {third}),
        (Limits(), {first, second, third}),
    ):
        assert {work.number for work in store.waiting(limits=limits)} & {first, second, third} == waits
        assert {n for n in (first, second, third) if not store.find(f"key {n}", limits)} == waits
    assert {work.number for work in store.waiting(retry=["memory"], limits=Limits(seconds=10, memory=9, limit=1))} & {
        first,
        second,
        third,
    } == {second}


@pytest.mark.parametrize(
    ("stopped", "by_time", "by_memory"), [("timeout", True, False), ("memory", False, True), ("", True, True)]
)
def test_a_partial_result_is_done_again_only_if_the_limit_that_stopped_it_is_raised(
    store: Store, tmp_path: Path, stopped: str, by_time: bool, by_memory: bool
) -> None:
    """An older store does not know which one it was: then either. A copy of the result knows it too."""
    (work, *_) = store.waiting()
    limits = Limits(seconds=10, memory=100)
    key = f"key {work.number}"
    store.keep([done(work.number, "partial", reason="so far", stopped=stopped, limits=limits, answer=packed("x"))])
    with Store.create(tmp_path / "other.sqlite", PLAN) as other:
        other.sync(PLAN, jobs_of(PLAN, LINES))
        other.take_over(store)
        for held in (store, other):
            assert held.find(key, limits)
            assert held.find(key, Limits(seconds=11, memory=100)) != by_time
            assert held.find(key, Limits(seconds=10, memory=101)) != by_memory
            assert not held.find(key, Limits(seconds=11, memory=101))


def test_a_complete_result_is_replaced_by_a_complete_one_only(store: Store) -> None:
    number = next(store.waiting()).number
    store.keep([done(number, components=1)])
    store.keep([done(number, "crashed", reason="killed")])
    assert [row.status for row in store.rows(number=number)] == ["complete"]
    store.keep([done(number, components=2)])
    assert [row.components for row in store.rows(number=number)] == [2]


def test_another_basis_makes_a_job_wait_until_it_is_linked(store: Store) -> None:
    works = [*store.waiting(bases={"sympy": "old", "reference": "same"})]
    store.keep([done(work.number, basis=work.basis) for work in works])
    assert not store.number_waiting(bases={"sympy": "old", "reference": "same"})
    again = [*store.waiting(bases={"sympy": "new", "reference": "same"})]
    assert {work.backend for work in again} == {"sympy"}
    assert {work.basis for work in again} == {"new"}
    store.link_all([(work.number, f"key {work.number}", work.basis) for work in again])
    assert not store.number_waiting(bases={"sympy": "new", "reference": "same"})


def test_a_job_with_another_input_waits_and_old_results_are_found_by_key(store: Store) -> None:
    store.keep([done(work.number) for work in [*store.waiting()]])
    changed = [(Input("line-1", "system", "x - 100", "line", 1), ()), *LINES[2:]]
    store.sync(PLAN, jobs_of(PLAN, changed))
    assert {work.case.input.text for work in store.waiting()} == {"x - 100"}
    assert store.counts().statuses == {"complete": 4, "waiting": 4}
    store.sync(PLAN, jobs_of(PLAN, LINES))
    assert {work.case.input.n for work in store.waiting()} == {0, 1}
    assert store.find("key 1")


def test_verdicts_are_asked_for_once_and_again_when_a_result_changes(store: Store) -> None:
    works = [*store.waiting()]
    store.keep([done(work.number, answer=packed("1")) for work in works[:-1]])
    asked = [*store.to_judge()]
    assert len(asked) == 5
    assert [len(one.answers) for one in asked] == [2] * 5
    assert {*store.to_judge([works[-1].number])} == set()
    store.keep_verdicts([VerdictOutcome(one.number, one.repeat, "k", "agree", "equal") for one in asked])
    assert [*store.to_judge()] == []
    assert store.counts().verdicts == {"agree": 5}
    number = works[0].number
    store.keep([done(number, answer=packed("2"), ended=3.0)])
    (again,) = store.to_judge([number])
    assert {(one.number, one.repeat) for one in store.to_judge()} == {(again.number, again.repeat)}
    store.keep([done(number, answer=packed("3"), ended=4.0)])
    store.keep_verdicts([VerdictOutcome(again.number, again.repeat, "k", "disagree", "old")])
    assert store.counts().verdicts == {"agree": 4}


def judged_within(store: Store, limits: Limits, stopped: set[str]) -> int:
    """How many verdicts are missing under these limits. They are given, stopped so."""
    asked = [*store.to_judge(limits=limits, judge="1")]
    assert all(work.limits == limits for work in asked)
    verdicts = [
        VerdictOutcome(one.number, one.repeat, "k", "undecided", "", stopped=frozenset(stopped), limits=limits)
        for one in asked
    ]
    store.keep_verdicts(verdicts, "1")
    return len(asked)


GIB = 1 << 30


@pytest.mark.parametrize(
    ("stopped", "limits", "again"),
    [
        ({"time"}, Limits(10, GIB), False),
        ({"time"}, Limits(9, 2 * GIB), False),
        ({"time"}, Limits(11, GIB), True),
        ({"time"}, Limits(None, GIB), True),
        ({"memory"}, Limits(11, GIB), False),
        ({"memory"}, Limits(11, GIB // 2), False),
        ({"memory"}, Limits(10, GIB + 1), True),
        ({"time", "memory"}, Limits(10, GIB + 1), True),
        ({"time", "memory"}, Limits(11, GIB), True),
        (set(), Limits(100, 100 * GIB), False),
    ],
)
def test_a_verdict_is_made_again_only_if_the_limit_that_stopped_it_is_raised(
    store: Store, stopped: set[str], limits: Limits, again: bool
) -> None:
    store.keep([done(work.number, status="crashed") for work in store.waiting()])
    assert judged_within(store, Limits(10, GIB), stopped) == 6
    number = next(store.rows()).number
    assert [*store.to_judge([number], limits, "1")] == [*store.to_judge(None, limits, "1")][: int(again)]
    assert judged_within(store, limits, stopped) == 6 * again
    assert judged_within(store, limits, stopped) == 0
    assert store.counts().verdicts == {"undecided": 6}


def test_without_a_limit_on_time_the_default_of_a_comparison_counts(store: Store) -> None:
    store.keep([done(work.number, status="crashed") for work in store.waiting()])
    assert judged_within(store, Limits(), {"time"}) == 6
    for seconds, number in ((None, 0), (COMPARISON_SECONDS, 0), (COMPARISON_SECONDS + 1, 6), (None, 0)):
        assert judged_within(store, Limits(seconds), {"time"}) == number


def test_attempts_are_counted_until_there_is_a_result(store: Store) -> None:
    number = next(store.waiting()).number
    assert [store.attempt([number])[number] for _ in range(3)] == [1, 2, 3]
    store.keep([done(number, "crashed", reason="killed three workers")])
    assert [row.attempt for row in store.rows(number=number)] == [4]


def test_a_result_without_a_key_belongs_to_its_job(store: Store) -> None:
    first, second, *_ = [work.number for work in store.waiting()]
    store.keep([done(first, "invalid", key="", reason="a"), done(second, "invalid", key="", reason="b")])
    store.keep([done(first, "invalid", key="", reason="c")])
    assert {row.number: row.reason for row in store.rows(status="invalid")} == {first: "c", second: "b"}


def test_one_driver_at_a_time_and_readers_meanwhile(store: Store) -> None:
    with pytest.raises(InputError, match=r"in use by a driver on .* process"):
        Store.open(store.path, write=True)
    with Store.open(store.path) as reader:
        assert reader.counts().jobs == 12
        assert reader.driver() is not None
        store.keep([done(next(store.waiting()).number)])
        assert reader.counts().done == 1
        with pytest.raises(UsageError, match="open for reading"):
            reader.keep([done(1)])
    store.close()
    Store.open(store.path, write=True).close()


def test_results_of_another_store_are_taken_over_by_their_inputs(store: Store, tmp_path: Path) -> None:
    store.keep([done(work.number, script=packed(work.backend)) for work in store.waiting()])
    plan = Plan("others", (), ("reference", "sympy"), limits=Limits(seconds=10))
    inputs = [(Input("renamed", "system", "x - 1"), ()), (Input("new", "system", "x - 50"), ())]
    with Store.create(tmp_path / "other.sqlite", plan) as other:
        other.sync(plan, jobs_of(plan, inputs))
        assert other.take_over(store) == 4
        assert other.take_over(store) == 0
        assert other.counts().statuses == {"waiting": 4}
        (wanted,) = store.rows(input="line-1", backend="sympy", repeat=1)
        work = next(work for work in other.waiting() if work.case.input.name == "renamed")
        assert other.find(wanted.key)
        other.link(work.number, wanted.key)
        assert other.text("script", work.number) == "sympy"
        (unrelated, *_) = store.rows(input="line-2")
        assert not other.find(unrelated.key)


def test_taken_results_do_not_replace_complete_ones(store: Store, tmp_path: Path) -> None:
    works = [*store.waiting()]
    store.keep([done(works[0].number, components=1), done(works[1].number, "timeout", reason="slow")])
    with Store.create(tmp_path / "other.sqlite", PLAN) as other:
        other.sync(PLAN, jobs_of(PLAN, LINES))
        other.keep([done(works[0].number, components=2), done(works[1].number, components=2)])
        assert store.take_over(other) == 1
    assert [row.components for row in store.rows() if row.status != "waiting"].count(1) == 1
    assert store.counts().statuses == {"complete": 2, "waiting": 10}


def test_comparisons_have_the_time_of_the_plan(store: Store) -> None:
    store.keep([done(work.number) for work in store.waiting()])
    assert {work.limits for work in store.to_judge()} == {Limits(seconds=10)}
    plan = replace(PLAN, comparison=60)
    store.sync(plan, jobs_of(plan, LINES))
    assert {work.limits for work in store.to_judge()} == {Limits(seconds=60)}
    assert store.limits == Limits(seconds=10)
    store.note(comparison="soon")
    with pytest.raises(InputError, match="the limits of the study"):
        [*store.to_judge()]
