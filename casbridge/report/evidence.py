"""The bundle of a wrong answer of a study, from what the store has: nothing runs again but the comparison."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from casbridge.algebra.systems import system_of
from casbridge.bugs.asking import Run
from casbridge.bugs.bundle import Bundle
from casbridge.bugs.bundles import bundle_of_runs
from casbridge.bugs.failures import failures_of
from casbridge.crosscheck.judging import COMPARISON_SECONDS, judge
from casbridge.limits import Deadline, Limits
from casbridge.studies.store import Store
from casbridge.studies.texts import packed
from casbridge.studies.values import Case, Input, Outcome, Row
from casbridge.studies.verdicts import results_of
from casbridge.studies.work import subject_of


def bundle_of_row(store: Store, row: Row, others: Iterable[Row]) -> Bundle:
    """The bundle of a job with an answer, compared with the answers of others about the same case.

    others: rows of the same case with answers, the best one first.

    Raises InputError for a damaged store and for a problem that is too long, LimitError where the comparison does not
    end.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from casbridge.studies.reading import plan_of_text
    >>> from casbridge.studies.starting import start
    >>> text = '[[inputs]]\\nfamily = "cyclic"\\nn = 2\\n[matrix]\\nbackends = ["reference", "reference:basis"]\\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.sqlite")
    ...     _ = start(plan_of_text(text, Path(folder, "two.toml")), path, workers=1)
    ...     with Store.open(path) as store:
    ...         first, second = store.rows()
    ...         bundle_of_row(store, second, [first]).title
    'reference:basis: complete, agree'
    """
    text, kind = store.text("input", row.number) or "", "puzzle" if row.encoding else "system"
    deadline = Deadline.after(COMPARISON_SECONDS)
    case = Case(Input(row.input, kind, text, row.family, row.n), row.encoding, row.field)
    system = system_of(subject_of(case, row.variable_order, deadline))
    answers = [(one.backend, row.variable_order, _outcome(store, one)) for one in (row, *others)]
    results = [result for result, _ in results_of(answers, system)]
    verdict = judge(results, system, None, deadline)
    run = Run(0, results[0], verdict, failures_of(verdict, results[0].name))
    limits = Limits(row.limit_seconds, row.limit_memory)
    bundle = bundle_of_runs(system, [run], results[0].name, [result.name for result in results[1:]], limits)
    script, transcript = (store.text(name, row.number) or "" for name in ("script", "transcript"))
    return replace(bundle, script=script, transcript=transcript)


def _outcome(store: Store, row: Row) -> Outcome:
    """The outcome of a job, with its answer."""
    answer = store.text("answer", row.number)
    return Outcome(
        row.number,
        row.key,
        row.status,
        row.reason,
        row.used,
        wall_seconds=row.wall_seconds or 0.0,
        cpu_seconds=row.cpu_seconds,
        peak_memory=row.peak_memory,
        version=row.version,
        warnings=row.warnings,
        answer=None if answer is None else packed(answer),
    )
