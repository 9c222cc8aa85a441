"""Starting a study, or going on with it: what `casbridge run` and `Study.run` do alike.

Plan ──▶ the store, brought to it ──filters, sample, statuses──▶ run_study ──▶ Summary
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casbridge.backends.protocol import Status
from casbridge.errors import UsageError, printable
from casbridge.studies.filters import Filter, only
from casbridge.studies.inputs import check_filter, inputs_of
from casbridge.studies.jobs import jobs_of, sample
from casbridge.studies.locating import store_of
from casbridge.studies.store import Store

if TYPE_CHECKING:
    from casbridge.studies.driver import Summary
    from casbridge.studies.executors import Executors
    from casbridge.studies.filters import Asked
    from casbridge.studies.plan import Plan
    from casbridge.studies.progress import Progress

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
    only: texts as for `filters_of`. retry: statuses; jobs with such a result run again.
    size: run a sample of at most so many jobs. strict: run nothing if an input cannot be read.
    reuse: studies or stores, whose results count here.

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

    filters = filters_of(plan, only)
    chosen: list[Any] = [*filters] if size is None else [_Sample(plan, filters, size)]
    again = statuses_of(retry)
    if strict:  # before there is a store
        for _ in inputs_of(plan, strict=True):
            pass
    with ExitStack() as stack:
        others = [stack.enter_context(Store.open(store_of(one))) for one in reuse]
        is_there = os.path.lexists(path)
        opened = Store.open(path, write=True, name=plan.name) if is_there else Store.create(path, plan)
        store = stack.enter_context(opened)
        store.sync(plan, jobs_of(plan, inputs_of(plan)))
        return run_study(
            plan, store, executor, workers=workers, only=chosen, retry=again, progress=progress, reuse=others
        )


def filters_of(plan: Plan, texts: Sequence[str]) -> tuple[Filter, ...]:
    """The filter that texts such as "cyclic-*" and "backends=reference" mean; none without a text.

    Raises UsageError for an unknown key, and for a pattern that matches nothing in the plan.

    >>> from casbridge.studies.plan import InputSpec, Plan
    >>> plan = Plan("two", (InputSpec("family", family="cyclic", n=(4, 5)),), ("reference",))
    >>> [str(one) for one in filters_of(plan, ["cyclic-*", "backends=reference"])]
    ['inputs=cyclic-*, backends=reference']
    """
    if not texts:
        return ()
    wanted = only(texts)
    check_filter(plan, wanted)
    return (wanted,)


def statuses_of(names: Collection[str]) -> tuple[str, ...]:
    """Statuses of results, checked. Raises UsageError for a name that is none.

    >>> statuses_of(["timeout", "crashed"])
    ('timeout', 'crashed')
    """
    for name in names:
        if name not in _STATUSES:
            raise UsageError(f"a status {printable(name, 60)!r} to retry", expected=f"some of {', '.join(_STATUSES)}")
    return tuple(names)


class _Sample:
    """A filter for a sample of the jobs that match other filters: whole cases, and the same jobs each time."""

    def __init__(self, plan: Plan, filters: Sequence[Filter], size: int) -> None:
        meant = (job for job in jobs_of(plan, inputs_of(plan)) if all(one.matches(job) for one in filters))
        self._jobs = {_about(job) for job in sample(meant, size, plan.seed)}

    def matches(self, job: Asked) -> bool:
        return _about(job) in self._jobs


def _about(job: Asked) -> tuple[object, ...]:
    return job.input, job.encoding, job.field, job.variable_order, job.backend, job.repeat
