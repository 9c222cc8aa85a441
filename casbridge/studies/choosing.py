"""The jobs of a study that `--only` and `--sample` choose; filters that match nothing are refused.

    inputs ──Choice.jobs──▶ all jobs of the plan ──▶ the store
                  └─ looks at each: Choice.filters then match the jobs that are meant

The inputs pass once. A filter that meant nothing is told when the last one has passed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, Any

from casbridge.errors import InputError, UsageError, printable
from casbridge.studies.filters import Filter, only, value_matches
from casbridge.studies.inputs import Source, check_filter
from casbridge.studies.jobs import JobSpec, cases_of, jobs_of, jobs_of_case, sample_key

if TYPE_CHECKING:
    from casbridge.studies.filters import Asked
    from casbridge.studies.plan import Plan
    from casbridge.studies.values import Input

_LINE = re.compile(r":\d+\Z")


class Choice:
    """The jobs of a plan that are meant.

    plan: of the study. sources: as `casbridge.studies.inputs.all_sources` gives them.
    only: texts such as "cyclic-*" and "backends=reference"; a job must match each key that they name.
    size: a sample of at most so many of these jobs; None is all.

    Raises UsageError for an unknown key, and for a pattern that matches nothing in the plan.

    >>> from casbridge.studies.inputs import all_sources, inputs_of
    >>> from casbridge.studies.plan import InputSpec, Plan
    >>> plan = Plan("two", (InputSpec("family", family="cyclic", n=(3, 4)),), ("reference", "sympy"))
    >>> choice = Choice(plan, all_sources(plan), ["n=4"])
    >>> len([*choice.jobs(inputs_of(plan))]), choice.number
    (4, 2)
    """

    def __init__(
        self, plan: Plan, sources: Sequence[Source], only: Sequence[str] = (), size: int | None = None
    ) -> None:
        self._plan, self._size = plan, size
        names = [source.name for source in sources]
        self._only = filters_of(plan, only, names)
        #: How many of the jobs that have passed match `only`.
        self.matched = 0
        self._heap: list[tuple[tuple[int, ...], tuple[object, ...]]] = []
        # Patterns for lines of files: only the inputs themselves tell whether there is such a line.
        self._lines = [
            (pattern, number)
            for number, one in [*((None, one) for one in self._only), *enumerate(plan.exclude)]
            for key, patterns in one.patterns
            for pattern in patterns
            if key == "inputs" and not any(value_matches(key, name, (pattern,)) for name in names)
        ]
        self._unused = [*enumerate(plan.exclude)]

    @property
    def filters(self) -> list[Any]:
        """Filters for the jobs that are meant, as `Store.waiting` takes them; for a sample after all jobs passed."""
        return [*self._only] if self._size is None else [_Sample({about for _, about in self._heap})]

    @property
    def number(self) -> int:
        """How many of the jobs that have passed are meant."""
        return self.matched if self._size is None else min(self._size, self.matched)

    def jobs(self, inputs: Iterable[tuple[Input, tuple[str, ...]]]) -> Iterator[JobSpec]:
        """The jobs of the plan, all of them.

        Raises after the last one: UsageError where `only` matches no job, InputError where a filter of `exclude` does
        so or all filters leave none, and for a line of a file that has no input.
        """
        passed = 0
        for job in jobs_of(self._plan, self._seen(inputs)):
            passed += 1
            if all(one.matches(job) for one in self._only):
                self.matched += 1
                self._take(job)
            yield job
        self._check()
        if not passed and self._plan.exclude:
            raise _located(self._plan, UsageError("exclude leaves no job", expected="a filter for some jobs"))

    def _take(self, job: JobSpec) -> None:
        """Keep the jobs with the least keys. The heap has the one with the largest key first."""
        if self._size is None:
            return
        entry = tuple(-part for part in sample_key(self._plan.seed, job)), _about(job)
        if len(self._heap) < self._size:
            heappush(self._heap, entry)
        else:
            heappushpop(self._heap, entry)

    def _seen(self, inputs: Iterable[tuple[Input, tuple[str, ...]]]) -> Iterator[tuple[Input, tuple[str, ...]]]:
        whole = replace(self._plan, exclude=())
        for one, encodings in inputs:
            if self._lines:
                self._lines = [line for line in self._lines if not _may_mean(line[0], one)]
            if one.kind == "invalid":  # once it can be read, its jobs may match
                self._unused = []
            if self._unused:
                for case in cases_of(whole, [(one, encodings)]):
                    for job in jobs_of_case(whole, case):
                        self._unused = [entry for entry in self._unused if not entry[1].matches(job)]
            yield one, encodings

    def _check(self) -> None:
        for pattern, number in self._lines:
            expected = "the name of an input; the name of a file means each of its inputs"
            error = UsageError(f"inputs={printable(pattern, 60)} matches nothing", expected=expected)
            raise error if number is None else _located(self._plan, error, number, "inputs")
        for number, one in self._unused:
            error = UsageError(f"a filter that matches no job: {one}", expected="keys that some job matches, all")
            raise _located(self._plan, error, number)
        if self._only and not self.matched:
            shown = "; ".join(map(str, self._only))
            expected = "keys that some job matches, all of them"
            raise UsageError(f"--only {printable(shown, 200)} matches no job", expected=expected)


class _Sample:
    """A filter for some jobs."""

    def __init__(self, jobs: set[tuple[object, ...]]) -> None:
        self._jobs = jobs

    def matches(self, job: Asked) -> bool:
        return _about(job) in self._jobs


def filters_of(plan: Plan, texts: Sequence[str], names: Sequence[str] | None = None) -> tuple[Filter, ...]:
    """The filter that texts such as "cyclic-*" and "backends=reference" mean; none without a text.

    names: of the files and the members of the plan; None looks for them.

    Raises UsageError for an unknown key, and for a pattern that matches nothing in the plan.

    >>> from casbridge.studies.plan import InputSpec, Plan
    >>> plan = Plan("two", (InputSpec("family", family="cyclic", n=(4, 5)),), ("reference",))
    >>> [str(one) for one in filters_of(plan, ["cyclic-*", "backends=reference"])]
    ['inputs=cyclic-*, backends=reference']
    """
    if not texts:
        return ()
    wanted = only(texts)
    check_filter(plan, wanted, names)
    return (wanted,)


def _may_mean(pattern: str, one: Input) -> bool:
    """Whether a pattern matches an input, or may match one in a file that cannot be read."""
    patterns: tuple[str, ...] = (pattern,)
    if one.kind == "invalid" and not _LINE.search(one.name):
        patterns = (pattern, pattern.rpartition(":")[0])
    return value_matches("inputs", one.name.removesuffix(":rest"), patterns)


def _located(plan: Plan, error: UsageError, number: int | None = None, *path: str) -> InputError:
    """An error about `exclude`, or a filter of it, with its place in the study file where there is one."""
    if not plan.text:
        return error
    from casbridge.puzzles.toml import toml_table
    from casbridge.puzzles.toml_tables import TomlTable

    source = printable(os.fspath(plan.path), 200)
    table = TomlTable(toml_table(plan.text, source, "a study"), plan.text, source)
    listed = isinstance(table.table("matrix").values.get("exclude"), list)
    return table.placed(error, "matrix", "exclude", *([number] if listed and number is not None else []), *path)


def _about(job: Asked) -> tuple[object, ...]:
    return job.input, job.encoding, job.field, job.variable_order, job.backend, job.repeat
