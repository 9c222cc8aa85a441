"""casbridge run

Examples:
  casbridge run study.toml
  casbridge run study.toml --dry-run
  casbridge run study.toml --only 'cyclic-*' --only backends=reference,singular --workers 4
  casbridge run study.toml --retry timeout,crashed --timeout 10m
  casbridge run study.toml -o today.sqlite --reuse yesterday.sqlite
  casbridge run puzzles.toml --input mine.txt -o mine.sqlite
  casbridge run study.toml --dask tcp://node0:8786 --log study.jsonl
Exit code: 0 when the run reaches its end, whatever the rows say, but 1 if a verdict is disagree; 2 for a mistake in the
study, and a store that cannot be used; 4 for a full disk; 130 for Ctrl-C. Results are kept: the same command goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casbridge.cli import options
from casbridge.cli.output import print_document
from casbridge.cli.status import absent_of, counts_document, print_absent, print_counts
from casbridge.cli.versions import with_versions
from casbridge.errors import UsageError, printable
from casbridge.studies.progress import duration, many

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from casbridge.backends.fetching import Obtained
    from casbridge.studies.plan import Plan
    from casbridge.studies.starting import Rehearsal

_MOST_SHOWN = 5


@options.command(__doc__, source="STUDY", reading="none", jsonl=None)
@with_versions
@click.option("-o", "--output", type=options.FILE, help="The store.  [default: STUDY.sqlite beside STUDY.toml]")
@click.option(
    "--input", "other", type=options.FILE, help="Other puzzles or systems, in place of the only file of the study."
)
@click.option(
    "--dry-run", is_flag=True, help="Say how many jobs are to do, and how long the jobs take at most; run none."
)
@click.option("--sample", type=options.COUNT, help="At most so many jobs, chosen by the seed: whole cases.")
@click.option("--workers", type=options.COUNT, help="Jobs at a time.  [default: one for each processor]")
@click.option(
    "--only",
    multiple=True,
    metavar="PATTERN",
    help="Only these jobs: a pattern for the names of inputs, or KEY=PATTERN. May be repeated.",
)
@click.option(
    "--retry", type=options.NAMES, metavar="STATUSES", help="Do jobs with these results again, e.g. timeout,crashed."
)
@click.option(
    "--reuse",
    type=options.FILE,
    multiple=True,
    metavar="STUDY",
    help="Take over results of another study, where nothing that determines them differs. May be repeated.",
)
@click.option("--strict", is_flag=True, help="Run nothing if an input cannot be read.")
@click.option(
    "--dask", metavar="ADDRESS", help="Run on a Dask cluster: local, or a scheduler such as tcp://node0:8786."
)
@click.option("--log", type=options.FILE, help="Add each event to a file, as a line of JSON.")
def command(
    asked: options.Asked,
    obtained: Sequence[Obtained],
    output: str | None,
    other: str | None,
    dry_run: bool,
    sample: int | None,
    workers: int | None,
    only: Sequence[str],
    retry: tuple[str, ...] | None,
    reuse: Sequence[str],
    strict: bool,
    dask: str | None,
    log: str | None,
) -> int:
    """Run the study in the file STUDY, or go on with it: do what is missing, and judge the answers.

    STUDY is a TOML file, or the store of a study. --timeout and --memory replace the limits of the file. A job with a
    result runs again only if its result may change.
    """
    from casbridge.studies.progress import watching
    from casbridge.studies.starting import rehearse, start
    from casbridge.studies.store import Store

    plan, path = _plan(asked, other, output)
    how: dict[str, Any] = {"only": only, "retry": retry or (), "size": sample, "strict": strict, "reuse": reuse}
    if dry_run:
        _print_rehearsal(asked, plan, path, rehearse(plan, path, workers=workers, **how))
        return 0
    with watching(log=log, quiet=asked.as_json and not sys.stderr.isatty()) as progress:
        executor = None if dask is None else partial(_dask_executor, dask, workers)
        summary = start(plan, path, executor, workers=None if dask else workers, progress=progress, **how)
    with Store.open(path) as store:
        counts = store.counts()
        wrong = [*islice(store.verdict_rows(kind="disagree"), _MOST_SHOWN)]
        if asked.is_text:
            print_counts(plan.name, path, counts)
            print_absent(*absent_of(store))
            for row in wrong:
                about = " ".join(part for part in (row["input"], row["encoding"], row["field"]) if part)
                click.echo(printable(f"{about}: disagree: {row['reason']}", 400))
        else:
            ran = {
                "ran": summary.done,
                "known": summary.known,
                "set_aside": summary.set_aside,
                "deaths": summary.deaths,
            }
            more = {**ran, "seconds": round(summary.seconds, 3), "messages": list(summary.messages)}
            print_document({**counts_document(plan.name, path, counts), **more})
    return 1 if counts.verdicts.get("disagree") else 0


def _plan(asked: options.Asked, other: str | None, output: str | None) -> tuple[Plan, Path]:
    """The plan in a study file or a store, with what the options replace; and where its store is."""
    from casbridge.studies.locating import is_store, plan_in, store_of, with_file
    from casbridge.studies.reading import read_plan
    from casbridge.studies.store import Store

    if output is not None and not is_store(output) and Path(output).suffix != ".toml":
        raise UsageError(f"-o {printable(output, 200)}", expected="a name that ends with .sqlite, or a store")
    if is_store(asked.source):
        with Store.open(asked.source) as store:
            plan = plan_in(store)
    else:
        plan = read_plan(asked.source)
    if other is not None:
        plan = with_file(plan, other)
    given = {name: value for name in ("seconds", "memory") if (value := getattr(asked.of_a_job, name)) is not None}
    path = store_of(output or asked.source)
    if output is None and not is_store(asked.source) and path.is_symlink():
        raise UsageError(
            f"the store {printable(str(path), 200)} is a link", expected="-o with its name, to write there"
        )
    return replace(plan, limits=replace(plan.limits, **given)), path


def _dask_executor(address: str, workers: int | None) -> Executor:
    from casbridge.studies.executors import dask_executor

    return dask_executor(address, workers)


def _print_rehearsal(asked: options.Asked, plan: Plan, path: Path, found: Rehearsal) -> None:
    """Say how large the study is, and how much of it is to do."""
    size, summary = found.size, found.summary
    if not asked.is_text:
        about = {"chosen": found.chosen, "done": found.done, "to_do": summary.waiting, "unsure": summary.unsure}
        more = {"workers": summary.workers, "longest_seconds": summary.longest, "backends": [*plan.backends]}
        print_document({"status": "dry-run", "study": plan.name, "store": str(path), **asdict(size), **about, **more})
        return
    invalid = f", {size.invalid} of them invalid" if size.invalid else ""
    click.echo(
        f"{plan.name}: {many(size.inputs, 'input')}{invalid}, {many(size.cases, 'case')}, {many(size.jobs, 'job')}"
    )
    if plan.patterns:
        click.echo(f"{many(len(plan.backends), 'method')}: {', '.join(plan.backends)}")
    print_absent(found.invalid, size.invalid, found.missing)
    if found.done:
        click.echo(f"{many(found.done, 'job')} in {path} done already")
    if found.chosen != size.jobs:
        click.echo(f"{many(found.chosen, 'job')} chosen")
    if not summary.waiting:
        click.echo("no job to do")
        return
    most = "at most " if summary.at_most else ""
    longest = "no limit on the time of a job"
    if summary.longest is not None:
        on_top = "measuring and comparing the answers come" if plan.crosscheck else "measuring the answers comes"
        longest = f"at most {duration(summary.longest)} for the jobs; {on_top} on top"
    click.echo(f"{most}{many(summary.waiting, 'job')} to do with {many(summary.workers, 'worker')}: {longest}")
    if summary.unsure:
        click.echo(f"{summary.unsure} of them have a result, and run only if it would be another one now")
