"""casbridge status

Examples:
  casbridge status study.toml
  casbridge status study.sqlite --json
  watch casbridge status study.toml
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casbridge.backends.protocol import Status
from casbridge.cli import options
from casbridge.cli.output import print_document, print_rows
from casbridge.errors import printable
from casbridge.studies.progress import duration, many

if TYPE_CHECKING:
    from casbridge.studies.rows import Counts
    from casbridge.studies.store import Store

_MOST_RUNS = 5


@options.command(__doc__, source="STUDY", reading="none", jsonl=None)
def command(asked: options.Asked) -> int:
    """Say how far the study STUDY is: jobs by method and status, verdicts, runs, the load, and the time left.

    STUDY is a TOML file or a store. It is read only, and may be in use by a driver in another shell.
    """
    from casbridge.studies.locating import found_store
    from casbridge.studies.store import Store

    with asked.own_limits(), Store.open(path := found_store(asked.source)) as store:
        counts, driver, runs, name = store.counts(), store.driver(), store.runs(), str(store.about("name"))
        absent = absent_of(store)
    if not asked.is_text:
        document = {**counts_document(name, path, counts), "driver": driver, "runs": runs}
        print_document(document if driver is None else {**document, "status": "running"})
        return 0
    print_counts(name, path, counts)
    print_absent(*absent)
    for run in runs[-_MOST_RUNS:]:
        click.echo(_about_run(run, is_now=driver is not None and run is runs[-1]))
    if driver is None and counts.done < counts.jobs:
        click.echo("no driver runs; `casbridge run` goes on")
    return 0


def counts_document(name: str, path: Path, counts: Counts) -> dict[str, Any]:
    """What documents say of a study.

    >>> from casbridge.studies.rows import Counts
    >>> counts_document("two", Path("two.sqlite"), Counts({"complete": 2}, {}, {"reference": {"complete": 2}}))["done"]
    2
    """
    return {
        "status": "complete" if counts.done == counts.jobs else "partial",
        "study": name,
        "store": str(path),
        "jobs": counts.jobs,
        "done": counts.done,
        "statuses": dict(counts.statuses),
        "verdicts": dict(counts.verdicts),
        "backends": {backend: dict(found) for backend, found in counts.backends.items()},
    }


def print_counts(name: str, path: Path, counts: Counts) -> None:
    """Jobs by backend and status, and the verdicts.

    >>> from casbridge.studies.rows import Counts
    >>> print_counts("two", Path("two.sqlite"), Counts({"complete": 2}, {"agree": 1}, {"reference": {"complete": 2}}))
    two: 2 of 2 jobs done  (two.sqlite)
    backend    complete
    reference         2
    verdicts: 1 agree
    """
    click.echo(printable(f"{name}: {counts.done} of {many(counts.jobs, 'job')} done  ({path})", 400))
    order = dict.fromkeys(("waiting", *map(str, Status), *sorted(counts.statuses)))
    statuses = [one for one in order if one in counts.statuses]
    rows = [[one, *(str(found.get(status) or "") for status in statuses)] for one, found in counts.backends.items()]
    print_rows(("backend", *statuses), rows, right=statuses)
    if counts.verdicts:
        click.echo("verdicts: " + ", ".join(f"{number} {kind}" for kind, number in sorted(counts.verdicts.items())))


def absent_of(store: Store) -> tuple[Sequence[tuple[str, str]], int, Mapping[str, str]]:
    """Some of a store's inputs that cannot be read, how many there are, and its missing backends; with reasons.

    >>> import tempfile
    >>> from casbridge.studies.plan import Plan
    >>> from casbridge.studies.store import Store
    >>> with tempfile.TemporaryDirectory() as folder, Store.create(f"{folder}/a.sqlite", Plan("a", (), ())) as store:
    ...     absent_of(store)
    ([], 0, {})
    """
    from casbridge.studies.starting import MOST_TOLD

    return *store.invalid_inputs(MOST_TOLD), store.missing_backends()


def print_absent(invalid: Sequence[tuple[str, str]], number: int, missing: Mapping[str, str]) -> None:
    """A line for each input that cannot be read, and for each missing backend.

    invalid: names and reasons of some inputs. number: how many there are. missing: backends with reasons.

    >>> print_absent([("a.xml", "a.xml:1: no end")], 3, {"sage": "no sage on PATH"})
    invalid: a.xml:1: no end
    invalid: and 2 more inputs
    missing: sage: no sage on PATH
    """
    for name, reason in invalid:
        click.echo(printable(f"invalid: {reason if reason.startswith(name) else f'{name}: {reason}'}", 400))
    if number > len(invalid):
        click.echo(f"invalid: and {many(number - len(invalid), 'more input')}")
    for name, reason in missing.items():
        click.echo(printable(f"missing: {name}: {reason}", 400))


def _about_run(run: dict[str, Any], *, is_now: bool) -> str:
    """A run of the driver in a line."""
    started, ended = run["started"], run["ended"]
    when = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(started))
    parts = [f"process {run['pid']} on {run['host']}"]
    if isinstance(run.get("workers"), int):
        parts.append(f"{many(run['workers'], 'worker')} ({run.get('executor')})")
    if isinstance(run.get("done"), int):
        parts.append(many(run["done"], "job"))
    if isinstance(run.get("load"), int | float):
        parts.append(f"load {run['load']:.2f}")
    if is_now:
        if isinstance(run.get("rate"), int | float):
            parts.append(f"{run['rate']:.3g} jobs a second")
        if isinstance(run.get("seconds_left"), int | float):
            parts.append(f"{duration(run['seconds_left'])} left")
        running = run.get("running")
        if isinstance(running, list) and running:
            parts.append(f"now: {', '.join(map(str, running[:3]))}{', …' if len(running) > 3 else ''}")
        how = "runs since"
    elif ended is None:
        how = "stopped without writing why (killed, no space, or a copy without its -wal file); it began"
    else:
        how = f"ran for {duration(ended - started)} from"
        if isinstance(run.get("stopped"), str):
            parts.append(f"and stopped: {run['stopped']}")
    return printable(f"{how} {when}: {', '.join(parts)}", 600)
