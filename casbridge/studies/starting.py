"""Starting a study, or going on with it: what `casbridge run` and `Study.run` do alike.

Plan ──▶ the store, brought to it ──filters, sample, statuses──▶ run_study ──▶ Summary
           └─ or a copy of it, for `--dry-run`
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from casbridge.backends.protocol import Status
from casbridge.errors import UsageError, printable
from casbridge.studies.choosing import Choice
from casbridge.studies.databases import remove
from casbridge.studies.inputs import all_sources, inputs_of
from casbridge.studies.jobs import Size, Sizing
from casbridge.studies.locating import found_store
from casbridge.studies.store import Store

if TYPE_CHECKING:
    from casbridge.studies.driver import Summary
    from casbridge.studies.executors import Executors
    from casbridge.studies.plan import Plan
    from casbridge.studies.progress import Progress

#: How many inputs that cannot be read are told by name.
MOST_TOLD = 5
_STATUSES = tuple(map(str, Status))


def start(
    plan: Plan,
    path: Path,
    executor: Executors | None = None,
    *,
    workers: int | None = None,
    only: Sequence[str] = (),
    retry: Collection[str] = (),
    size: int | None = None,
    strict: bool = False,
    reuse: Iterable[str | os.PathLike[str]] = (),
    progress: Progress | None = None,
) -> Summary:
    """Run the jobs of a plan that have no valid result in a store, and judge what was answered.

    path: of the store; it is made where there is none.
    executor, workers, progress: see `casbridge.studies.driver.run_study`.
    only: texts as for `casbridge.studies.choosing.filters_of`. retry: statuses; jobs with such a result run again.
    size: run a sample of at most so many jobs. strict: run nothing if an input cannot be read.
    reuse: studies or stores, whose results count here.

    The inputs are listed and read once. Where they, the filters or the statuses are refused, the store is as before.

    Raises InputError for a store that cannot be used, UsageError for filters and statuses that mean nothing, WriteError
    where there is no space.

    >>> import tempfile
    >>> from casbridge.studies.reading import plan_of_text
    >>> text = '[[inputs]]\\nfamily = "cyclic"\\nn = 2\\n[matrix]\\nbackends = "reference"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     start(plan_of_text(text, Path(folder, "two.toml")), Path(folder, "two.sqlite"), workers=1).statuses
    {'complete': 1}
    """
    from casbridge.studies.driver import run_study

    again = statuses_of(retry)
    sources = all_sources(plan)
    choice = Choice(plan, sources, only, size)
    with ExitStack() as stack:
        others = [stack.enter_context(Store.open(found_store(one))) for one in reuse]
        with _made_or_opened(plan, path, stack) as store:
            store.sync(plan, choice.jobs(inputs_of(plan, sources, noted=store.files, strict=strict)))
        return run_study(
            plan, store, executor, workers=workers, only=choice.filters, retry=again, progress=progress, reuse=others
        )


@dataclass(frozen=True)
class Rehearsal:
    """What `start` would do. size: of the study. chosen: jobs that are meant by the filters and the sample.
    done: jobs of the study that have a result. summary: of the dry run.
    invalid: some of the inputs that cannot be read, with the reason of each.
    missing: backends that are missing on this machine, with the reason of each.

    >>> from casbridge.studies.driver import Summary
    >>> Rehearsal(Size(1, 0, 1, 4, 0), 4, 3, Summary(waiting=1)).summary.waiting
    1
    """

    size: Size
    chosen: int
    done: int
    summary: Summary
    invalid: tuple[tuple[str, str], ...] = ()
    missing: Mapping[str, str] = field(default_factory=dict)


def rehearse(
    plan: Plan,
    path: Path,
    *,
    workers: int | None = None,
    only: Sequence[str] = (),
    retry: Collection[str] = (),
    size: int | None = None,
    strict: bool = False,
    reuse: Iterable[str | os.PathLike[str]] = (),
) -> Rehearsal:
    """What `start` with the same arguments would do. It does the same to a copy of the store, but runs no job.

    The copy is in the folder for temporary files. Arguments and errors are those of `start`.

    >>> import tempfile
    >>> from casbridge.studies.reading import plan_of_text
    >>> text = '[[inputs]]\\nfamily = "cyclic"\\nn = [2, 3]\\n[matrix]\\nbackends = "reference"\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     plan, path = plan_of_text(text, Path(folder, "two.toml")), Path(folder, "two.sqlite")
    ...     _ = start(plan, path, workers=1, only=["n=2"])
    ...     found = rehearse(plan, path)
    >>> found.size.jobs, found.done, found.summary.waiting
    (2, 1, 1)
    """
    from casbridge.studies.driver import run_study
    from casbridge.studies.work import missing_here

    again = statuses_of(retry)
    sources = all_sources(plan)
    choice, sizing = Choice(plan, sources, only, size), Sizing(plan)
    with ExitStack() as stack:
        others = [stack.enter_context(Store.open(found_store(one))) for one in reuse]
        copy = Path(stack.enter_context(TemporaryDirectory()), "copy.sqlite")
        if os.path.lexists(path):
            with Store.open(path, name=plan.name) as found:
                found.copy_to(copy)
        with _made_or_opened(plan, copy, stack) as store:
            inputs = inputs_of(plan, sources, noted=store.files, strict=strict)
            store.sync(plan, choice.jobs(sizing.through(inputs)))
        summary = run_study(plan, store, workers=workers, only=choice.filters, retry=again, reuse=others, dry_run=True)
        done, invalid = store.counts().done, tuple(store.invalid_inputs(MOST_TOLD)[0])
        return Rehearsal(sizing.size, choice.number, done, summary, invalid, missing_here(plan.backends))


@contextmanager
def _made_or_opened(plan: Plan, path: Path, stack: ExitStack) -> Iterator[Store]:
    """The store for a plan. One that was made goes again where the context ends with an error."""
    if os.path.lexists(path):
        yield stack.enter_context(Store.open(path, write=True, name=plan.name))
        return
    store = stack.enter_context(Store.create(path, plan))
    try:
        yield store
    except BaseException:
        remove(path)
        raise


def statuses_of(names: Collection[str]) -> tuple[str, ...]:
    """Statuses of results, checked. Raises UsageError for a name that is none.

    >>> statuses_of(["timeout", "crashed"])
    ('timeout', 'crashed')
    """
    for name in names:
        if name not in _STATUSES:
            raise UsageError(f"a status {printable(name, 60)!r} to retry", expected=f"some of {', '.join(_STATUSES)}")
    return tuple(names)
