"""A store in memory, with the methods of `casbridge.studies.store.Store` that the driver calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from casbridge.limits import Limits
from casbridge.studies.filters import Filter
from casbridge.studies.plan import Plan
from casbridge.studies.values import Case, Input, Outcome, VerdictOutcome, VerdictWork, Work


class FakeStore:
    """Jobs and outcomes in dictionaries. `told` has what came in, in order."""

    def __init__(self, works: Sequence[Work]) -> None:
        self.works = {work.number: work for work in works}
        self.outcomes: dict[int, Outcome] = {}
        self.kept: Counter[int] = Counter()
        self.attempts: Counter[int] = Counter()
        self.verdicts: dict[tuple[int, int], VerdictOutcome] = {}
        self.others: dict[str, Outcome] = {}  # results without a job
        self.runs: list[dict[str, Any]] = []
        self.transactions = 0
        self.judged = False

    def waiting(
        self,
        only: Sequence[Filter] = (),
        retry: Collection[str] = (),
        limits: Limits | None = None,
        bases: Mapping[str, str] | None = None,
    ) -> Iterator[Work]:
        for number, work in list(self.works.items()):
            done = self.outcomes.get(number)
            if done is None or done.status in retry:
                yield work

    def number_waiting(self, *given: Any) -> int:
        return sum(1 for _ in self.waiting(*given))

    def has_other_results(self, bases: Mapping[str, str]) -> bool:
        return bool(self.others)

    def found(self, keys: Iterable[str], limits: Limits | None = None, retry: Collection[str] = ()) -> set[str]:
        return {key for key in keys if key in self.others}

    def link_all(self, links: Iterable[tuple[int, str, str]]) -> None:
        for number, key, _ in links:
            self.outcomes[number] = self.others[key]

    def sharing(self, numbers: Iterable[int]) -> dict[int, list[int]]:
        return {}

    def keep(self, outcomes: Sequence[Outcome]) -> None:
        self.transactions += 1
        for outcome in outcomes:
            self.outcomes[outcome.number] = outcome
            self.kept[outcome.number] += 1

    def attempt(self, numbers: Iterable[int]) -> dict[int, int]:
        self.attempts.update(numbers)
        return dict(self.attempts)

    def to_judge(
        self, numbers: Iterable[int] | None = None, limits: Limits | None = None, judge: str = ""
    ) -> Iterator[VerdictWork]:
        for number in list(self.works) if numbers is None else numbers:
            work, outcome = self.works[number], self.outcomes.get(number)
            if self.judged and outcome is not None and (number, work.repeat) not in self.verdicts:
                yield VerdictWork(number, work.repeat, work.case, ((work.backend, "given", outcome),))

    def hold(self, *given: Any) -> None:
        pass

    def release(self, numbers: Iterable[int] | None = None) -> None:
        pass

    def keep_verdicts(self, outcomes: Sequence[VerdictOutcome], judge: str = "") -> list[VerdictOutcome]:
        for outcome in outcomes:
            self.verdicts[outcome.number, outcome.repeat] = outcome
        return [*outcomes]

    def take_over(self, other: dict[str, Outcome]) -> int:
        self.others.update(other)
        return len(other)

    def begin_run(self, **about: Any) -> int:
        self.runs.append(about)
        return len(self.runs) - 1

    def note_run(self, run: int, **about: Any) -> None:
        self.runs[run].update(about)

    def end_run(self, run: int, why: str = "") -> None:
        self.runs[run]["ended"] = True


def plan_of(*backends: str, seconds: float = 20, crosscheck: bool = False) -> Plan:
    return Plan("test", (), backends or ("reference",), limits=Limits(seconds=seconds), crosscheck=crosscheck)


def works_of(number: int, backend: str = "reference", seconds: float = 20) -> list[Work]:
    limits = Limits(seconds=seconds)
    cases = [Case(Input(f"line {n}", "system", f"x - {n}")) for n in range(number)]
    return [Work(n, case, "given", backend, 1, limits) for n, case in enumerate(cases)]
