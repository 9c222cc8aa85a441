"""A store beside a dictionary: whatever is done, in any order, both say the same, also after a kill."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from casbridge.limits import Limits
from casbridge.studies.jobs import jobs_of
from casbridge.studies.plan import Plan
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Input, Outcome, VerdictOutcome

BACKENDS = ("reference", "sympy", "giac")
STATUSES = ("complete", "partial", "timeout", "memory", "crashed", "missing")
LIMITS = st.sampled_from([None, 10, 20, 30])
#: What the model knows a job by: its input, backend and repeat.
Job = tuple[str, str, int]


class StoreBesideADictionary(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.plan = Plan("model", (), BACKENDS[:2], limits=Limits(seconds=10), repeat=2)
        self.texts = {"a": "x", "b": "y"}
        self.store = Store.create(self.folder / "model.sqlite", self.plan)
        self.results: dict[str, Outcome] = {}
        self.jobs: dict[Job, tuple[str, str] | None] = {}  # the key and the basis
        self.attempts: Counter[Job] = Counter()
        self.verdicts: dict[tuple[str, int], str] = {}
        self.clock = 0.0
        self.sync()

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    # -- the model ----------------------------------------------------------------------------------------------------

    def numbers(self) -> dict[Job, int]:
        return {(row.input, row.backend, row.repeat): row.number for row in self.store.rows()}

    def sync(self) -> None:
        inputs = [(Input(name, "system", text), ()) for name, text in self.texts.items()]
        jobs = [*jobs_of(self.plan, inputs)]
        self.store.sync(self.plan, jobs)
        wanted = {(job.input, job.backend, job.repeat) for job in jobs}
        for name, repeat in {(job[0], job[2]) for job in wanted ^ set(self.jobs)}:
            self.verdicts.pop((name, repeat), None)
        self.attempts = Counter({job: count for job, count in self.attempts.items() if job in wanted})
        self.jobs = {job: self.jobs.get(job) for job in wanted}

    def valid(self, one: Outcome, limits: Limits) -> bool:
        def raised(old: float | None, new: float | None) -> bool:
            return old is not None and (new is None or new > old)

        seconds, memory = raised(one.limits.seconds, limits.seconds), raised(one.limits.memory, limits.memory)
        return not {
            "timeout": seconds,
            "memory": memory,
            "partial": seconds or memory if one.reason else raised(one.limits.limit, limits.limit),
        }.get(one.status, False)

    def touched(self, key: str) -> None:
        """Jobs that have this result lose their verdicts."""
        for (name, _, repeat), found in self.jobs.items():
            if found is not None and found[0] == key:
                self.verdicts.pop((name, repeat), None)

    def bring(self, one: Outcome, *jobs: Job) -> None:
        """A complete result is replaced where its job brings another complete one, or where it has no job."""
        old = self.results.get(one.key)
        if old is not None and old.status == "complete":
            has = {found[0] for found in self.jobs.values() if found is not None}
            is_free = one.key not in has or any((self.jobs[job] or ("", ""))[0] == one.key for job in jobs)
            if one.status != "complete" or not is_free:
                return
        self.results[one.key] = one
        self.touched(one.key)

    def give(self, job: Job, key: str, basis: str) -> None:
        old = self.jobs[job]
        if old is not None and old[0] != key:
            self.verdicts.pop((job[0], job[2]), None)
        self.jobs[job] = key, basis
        self.attempts[job] = 0

    # -- what is done -------------------------------------------------------------------------------------------------

    @rule(data=st.data(), status=st.sampled_from(STATUSES), seconds=LIMITS, memory=LIMITS, shared=st.booleans())
    def keep(self, data: st.DataObject, status: str, seconds: int | None, memory: int | None, shared: bool) -> None:
        job = data.draw(st.sampled_from(sorted(self.jobs)))
        key = self.texts[job[0]] if shared else f"{self.texts[job[0]]} {job[1]} {job[2]}"
        basis = data.draw(st.sampled_from(["", "old", "new"]))
        self.clock += 1
        one = Outcome(
            self.numbers()[job],
            key,
            status,
            reason=data.draw(st.sampled_from(["", "slow"])),
            limits=Limits(seconds, memory, data.draw(LIMITS)),
            started=self.clock,
            ended=self.clock,
            answer=packed(str(self.clock)) if status == "complete" else None,
            basis=basis,
        )
        self.store.keep([one])
        self.bring(one, job)
        self.give(job, key, basis)

    @rule(status=st.sampled_from(STATUSES))
    def run_what_waits(self, status: str) -> None:
        """Each job that is given brings its result to the jobs that ask the same of an equal input."""
        limits = Limits(1)
        waits = {
            job for job, known in self.jobs.items() if known is None or not self.valid(self.results[known[0]], limits)
        }
        names = {number: job for job, number in self.numbers().items()}
        works = [*self.store.waiting(limits=limits)]
        for work in works:
            others = [names[number] for number in self.store.sharing([work.number]).get(work.number, [])]
            job = names[work.number]
            assert all((self.texts[one[0]], *one[1:]) == (self.texts[job[0]], *job[1:]) for one in others)
            assert {job, *others} <= waits
            waits -= {job, *others}
            self.clock += 1
            key = f"{self.texts[job[0]]} {job[1]} {job[2]}"
            one = Outcome(work.number, key, status, started=self.clock, ended=self.clock)
            self.store.keep([one])
            self.bring(one, job, *others)
            for other in (job, *others):
                self.give(other, key, "")
        assert not waits
        assert not self.store.sharing(names)

    @rule(data=st.data())
    def link(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(sorted(self.jobs)))
        key = data.draw(st.sampled_from([*sorted(self.results), "none"]))
        self.store.link(self.numbers()[job], key, "new")
        if key != "none":
            self.give(job, key, "new")

    @rule(data=st.data())
    def attempt(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(sorted(self.jobs)))
        self.attempts[job] += 1
        number = self.numbers()[job]
        assert self.store.attempt([number]) == {number: self.attempts[job]}

    @rule(name=st.sampled_from("abc"), text=st.sampled_from("xyz"))
    def change_an_input(self, name: str, text: str) -> None:
        if name in self.texts and self.texts[name] != text:
            for job in self.jobs:
                if job[0] == name:
                    self.jobs[job] = None
                    self.attempts[job] = 0
                    self.verdicts.pop((name, job[2]), None)
        self.texts[name] = text
        self.sync()

    @rule(name=st.sampled_from("abc"))
    def remove_an_input(self, name: str) -> None:
        if len(self.texts) > 1 and name in self.texts:
            del self.texts[name]
            self.sync()

    @rule(number=st.integers(1, 3), repeat=st.integers(1, 2))
    def change_the_matrix(self, number: int, repeat: int) -> None:
        self.plan = replace(self.plan, backends=BACKENDS[:number], repeat=repeat)
        self.sync()

    @rule(kind=st.sampled_from(["agree", "disagree"]))
    def judge(self, kind: str) -> None:
        groups: dict[tuple[str, int], list[Job]] = {}
        for job in self.jobs:
            groups.setdefault((job[0], job[2]), []).append(job)
        expected = {
            group for group, jobs in groups.items() if all(map(self.jobs.get, jobs)) and group not in self.verdicts
        }
        works = [*self.store.to_judge()]
        assert {(work.case.input.name, work.repeat) for work in works} == expected
        for work in works:
            jobs = groups[work.case.input.name, work.repeat]
            found = [self.results[self.jobs[job][0]] for job in jobs]  # type: ignore[index]
            answers = sorted(str(one.answer) for one in found if one.status in ("complete", "partial"))
            assert sorted(str(outcome.answer) for _, _, outcome in work.answers) == answers
            self.verdicts[work.case.input.name, work.repeat] = kind
        self.store.keep_verdicts([VerdictOutcome(work.number, work.repeat, "k", kind, "") for work in works])

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = Store.open(self.folder / "model.sqlite", write=True, name="model")

    @rule()
    def be_killed(self) -> None:
        """Go on with the files as they are at this moment, as after a power failure; a transaction is under way."""
        self.store._connection.execute("BEGIN IMMEDIATE")
        self.store._connection.execute("UPDATE results SET status = 'lost'")
        copy = Path(tempfile.mkdtemp())
        for path in self.folder.iterdir():
            if not path.name.endswith(".lock"):
                shutil.copy(path, copy)
        self.store._connection.execute("ROLLBACK")
        self.store.close()
        shutil.rmtree(self.folder)
        self.folder = copy
        self.store = Store.open(self.folder / "model.sqlite", write=True)

    # -- what both say ------------------------------------------------------------------------------------------------

    @invariant()
    def the_tables_are_equal(self) -> None:
        with Store.open(self.store.path) as reader:
            for store in (self.store, reader):
                found = {(row.input, row.backend, row.repeat): row for row in store.rows()}
                assert found.keys() == self.jobs.keys()
                for job, row in found.items():
                    known = self.jobs[job]
                    one = None if known is None else self.results[known[0]]
                    assert row.status == ("waiting" if one is None else one.status)
                    assert (row.key, row.started) == ("" if known is None else known[0], one and one.started)
                    assert row.verdict == self.verdicts.get((job[0], job[2]), "")
                assert store.counts().statuses == Counter(row.status for row in found.values())
                assert store.counts().verdicts == Counter(self.verdicts.values())

    @rule(seconds=LIMITS, memory=LIMITS, limit=LIMITS, retry=st.sets(st.sampled_from(STATUSES), max_size=2))
    def what_waits_is_equal(self, seconds: int | None, memory: int | None, limit: int | None, retry: set[str]) -> None:
        limits = Limits(seconds, memory, limit)
        bases = {"reference": "new", "sympy": ""}

        def waits(job: Job) -> bool:
            known = self.jobs[job]
            if known is None or (job[1] in bases and known[1] != bases[job[1]]):
                return True
            one = self.results[known[0]]
            return one.status in retry or not self.valid(one, limits)

        expected = {job for job in self.jobs if waits(job)}
        with Store.open(self.store.path) as reader:
            names = {number: job for job, number in self.numbers().items()}
            numbers = [work.number for work in reader.waiting((), retry, limits, bases)]
            numbers += [other for others in reader.sharing(numbers).values() for other in others]
            assert len(numbers) == len(expected)
            assert {names[number] for number in numbers} == expected
        assert self.store.number_waiting((), retry, limits, bases) == len(expected)
        found = {key for key, one in self.results.items() if one.status not in retry and self.valid(one, limits)}
        assert self.store.found([*self.results, "none"], limits, retry) == found


Model = StoreBesideADictionary.TestCase
Model.settings = settings(max_examples=4, stateful_step_count=10, deadline=None)


@pytest.mark.slow
class TestLong(StoreBesideADictionary.TestCase):  # type: ignore[misc]
    settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
