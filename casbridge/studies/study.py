"""A study in Python: what the commands `run`, `status`, `export`, `merge` and `compare` do, as methods.

`casbridge.open_study` gives a `casbridge.report.Study`, which adds pages and figures to these methods.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casbridge.arguments import wrong
from casbridge.calls import with_hints
from casbridge.errors import UsageError
from casbridge.limits import Limits
from casbridge.studies.locating import found_store, is_store, plan_in, store_of
from casbridge.studies.rows import Counts
from casbridge.studies.store import Store

if TYPE_CHECKING:
    from casbridge.studies.comparisons import Comparison
    from casbridge.studies.driver import Summary
    from casbridge.studies.plan import Plan
    from casbridge.studies.progress import Progress
    from casbridge.studies.starting import Rehearsal
    from casbridge.studies.values import Row


class StoredStudy:
    """A study by its path. Each method opens the store for itself, so a driver may write the store meanwhile.

    path: a study file in TOML, or the store of a study.

    Its methods raise InputError where the store is missing or cannot be read.

    >>> from casbridge.studies.plan import Plan
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Store.create(f"{folder}/two.sqlite", Plan("two", (), ())).close()
    ...     StoredStudy(f"{folder}/two.toml").counts().jobs
    0
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.source = Path(path)
        self.path = store_of(path)

    def store(self) -> Store:
        """The store, opened for reading: a `casbridge.studies.store.Store`, which is a context manager."""
        return Store.open(found_store(self.source))

    def plan(self) -> Plan:
        """What the study file says; for a store, what it was brought to last."""
        from casbridge.studies.reading import read_plan

        if not is_store(self.source):
            return read_plan(self.source)
        with self.store() as store:
            return plan_in(store)

    # -- tables -------------------------------------------------------------------------------------------------------

    def counts(self) -> Counts:
        """How many jobs there are of each status, and verdicts of each kind."""
        with self.store() as store:
            return store.counts()

    def status(self) -> dict[str, Any]:
        """Jobs, done, statuses, backends, verdicts, the driver that runs now or None, and the runs so far."""
        with self.store() as store:
            counts = store.counts()
            return {
                "study": store.about("name"),
                "jobs": counts.jobs,
                "done": counts.done,
                "statuses": dict(counts.statuses),
                "backends": {name: dict(found) for name, found in counts.backends.items()},
                "verdicts": dict(counts.verdicts),
                "driver": store.driver(),
                "runs": store.runs(),
            }

    @with_hints
    def frame(self, engine: str = "pandas", **wanted: Any) -> Any:
        """The table as a frame of pandas or Polars; see `casbridge.studies.frames.frame`."""
        from casbridge.studies.frames import frame

        with self.store() as store:
            return frame(store, engine, **wanted)

    def results(self, **wanted: Any) -> Iterator[Row]:
        """The rows of the table, all or some: `results(status="timeout", input="cyclic-*")`.

        wanted: columns, each with a value, a pattern or a list of them.
        """
        with self.store() as store:
            yield from store.rows(**wanted)

    def verdicts(self, **wanted: Any) -> Iterator[dict[str, Any]]:
        """The verdicts, all or some: `verdicts(kind="disagree")`. The keys are those of `VERDICT_COLUMNS`."""
        with self.store() as store:
            yield from store.verdict_rows(**wanted)

    @with_hints
    def export(self, path: str | os.PathLike[str], to: str = "", texts: Sequence[str] = (), **wanted: Any) -> int:
        """Write the table to a file, as CSV, JSON lines or Parquet; see `casbridge.studies.frames.export`."""
        from casbridge.studies.frames import export

        with self.store() as store:
            return export(store, path, to, texts, **wanted)

    # -- texts --------------------------------------------------------------------------------------------------------

    @with_hints
    def script(self, row: Row | int) -> str | None:
        """The script of a job; None where there is none. row: a row of `results`, or its number."""
        return self._text("script", row)

    @with_hints
    def transcript(self, row: Row | int) -> str | None:
        """What the CAS said in a job; None where it said nothing."""
        return self._text("transcript", row)

    @with_hints
    def answer(self, row: Row | int) -> Any:
        """The answer of a job, a `casbridge.Answer`; None where there is none."""
        from casbridge.algebra.answer_text import answer_from_text

        text = self._text("answer", row)
        return None if text is None else answer_from_text(text)

    @with_hints
    def verdict(self, row: Row | int) -> dict[str, Any] | None:
        """The whole verdict over a job's case in its repeat; None where there is none."""
        from casbridge.studies.stored import json_of

        text = self._text("verdict", row)
        found = None if text is None else json_of(text, str(self.path), "the verdict's document")
        return found if isinstance(found, dict) else None

    @with_hints
    def input(self, row: Row | int) -> str:
        """The text of a job's input: a system or a puzzle; "" where it cannot be read."""
        return self._text("input", row) or ""

    def _text(self, kind: str, row: Row | int) -> str | None:
        number = row if isinstance(row, int) and not isinstance(row, bool) else getattr(row, "number", None)
        if not isinstance(number, int):
            hint = "results(input=name, backend=name) gives the rows of an input"
            raise wrong(row, "a row of results(), or its number", {"text": hint})
        with self.store() as store:
            return store.text(kind, number)

    # -- work ---------------------------------------------------------------------------------------------------------

    @with_hints
    def run(
        self,
        executor: Any = None,
        *,
        workers: int | None = None,
        only: str | Iterable[str] = (),
        retry: Collection[str] = (),
        sample: int | None = None,
        limits: Limits | None = None,
        strict: bool = False,
        reuse: Iterable[str | os.PathLike[str]] = (),
        progress: Progress | None = None,
    ) -> Summary:
        """Run what is missing, and judge the answers; see `casbridge.studies.starting.start`.

        executor: with the interface of `concurrent.futures.Executor`; None is processes on this machine.
        workers: how many at once. only: texts as for `casbridge run --only`. retry: statuses.
        sample: at most so many jobs. limits: in the place of the study's. strict: refuse inputs that cannot be read.
        reuse: stores of other studies. progress: is told what happens.
        """
        from casbridge.studies.starting import start

        plan = self.plan() if limits is None else replace(self.plan(), limits=limits)
        texts = [only] if isinstance(only, str) else [*only]
        how: dict[str, Any] = {"workers": workers, "size": sample, "strict": strict, "progress": progress}
        return start(plan, self.path, executor, only=texts, retry=retry, reuse=reuse, **how)

    @with_hints
    def rehearse(self, *, limits: Limits | None = None, only: str | Iterable[str] = (), **options: Any) -> Rehearsal:
        """What `run` with the same arguments would do: jobs to do, and for how long at most. Nothing is changed.

        limits, only: as for `run`. options: workers, retry, strict, reuse, and size for a sample;
        see `casbridge.studies.starting.rehearse`.
        """
        from casbridge.studies.starting import rehearse

        plan = self.plan() if limits is None else replace(self.plan(), limits=limits)
        return rehearse(plan, self.path, only=[only] if isinstance(only, str) else [*only], **options)

    @with_hints
    def compare(
        self, other: StoredStudy | str | os.PathLike[str], rename: Mapping[str, str] | None = None, **options: Any
    ) -> Comparison:
        """The changes from this study to another one of the same inputs; see `casbridge.studies.comparing.compare`."""
        from casbridge.studies.comparing import compare

        later = other if isinstance(other, StoredStudy) else StoredStudy(other)
        with self.store() as before, later.store() as after:
            return compare(before, after, rename=rename, **options)

    @with_hints
    def merge(self, *others: StoredStudy | str | os.PathLike[str], into: str | os.PathLike[str]) -> StoredStudy:
        """A new store with what this study and others have; see `casbridge.studies.merging.merge`.

        into: the new store.
        """
        from casbridge.studies.merging import merge

        if not others:
            raise UsageError("no study to merge with", expected="one at least")
        sources = [self.source, *(one.source if isinstance(one, StoredStudy) else one for one in others)]
        merge([found_store(one) for one in sources], into)
        return type(self)(into)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.source)!r})"
