"""casbridge rerun

Examples:
  casbridge rerun find.json
  casbridge rerun find.json --backend sympy@1.13:solve
  casbridge rerun find.json --backend singular:std,singular:slimgb --timeout 60
Exit code: 0 if the outcome is the bundle's, 1 if it is another one, 2 for a file that is no bundle, 3 if a backend is
missing or cannot do the system, 4 if only a limit on time or memory stands in the way.
"""

from __future__ import annotations

from typing import Any

import click

from casbridge.backends.protocol import Status
from casbridge.bugs.bundle import Bundle
from casbridge.bugs.bundles import read_bundle
from casbridge.bugs.failures import Failure
from casbridge.bugs.rerunning import Rerun, rerun
from casbridge.cli import options
from casbridge.cli.bundle import SEEDS, seeds_of
from casbridge.cli.output import print_document, spinner, worst
from casbridge.crosscheck.asking import names_of
from casbridge.errors import printable

_STOPPED = (Status.TIMEOUT, Status.MEMORY)
_UNASKED = (Status.MISSING, Status.UNSUPPORTED)


@options.command(__doc__, source="BUNDLE", reading="none", jsonl=None)
@click.option("--backend", help="Other backends to ask, or other versions: sympy@1.13:solve.  [default: the bundle's]")
@click.option("--against", help="Backends to compare it with.  [default: the bundle's]")
@SEEDS[0]
@SEEDS[1]
def command(
    asked: options.Asked, backend: str | None, against: str | None, seed: int | None, repeat: int | None
) -> int:
    """Run the job of BUNDLE again, with the same limits and seeds, and say whether the outcome is the same.

    BUNDLE is read as data and is not run: the script is written anew from the problem. - is standard input.
    """
    with asked.own_limits() as own:
        bundle = read_bundle(asked.source)
        own.finish()
    limits = bundle.within(asked.of_a_job.seconds, asked.of_a_job.memory).limits
    seeds = bundle.seeds if seed is None and repeat is None else seeds_of(seed, repeat)
    names = [] if backend is None else names_of(backend)
    with spinner(bundle.title):
        others = None if against is None else names_of(against)
        done = rerun(bundle, names, against=others, limits=limits, seeds=seeds)
    if asked.as_json:
        print_document(_document(bundle, done))
    else:
        click.echo(printable(f"bundle: {_seen(bundle)}"))
        for one in done:
            click.echo(printable(_line(bundle, one), 1000))
    return worst(_exit_code(one) for one in done)


def _exit_code(again: Rerun) -> int:
    if again.same:
        return 0
    statuses = {run.result.status for run in again.runs}
    if statuses & {*_UNASKED}:
        return 3
    if statuses & {*_STOPPED} or any(run.verdict.stopped for run in again.runs):
        return 4
    return 1


def _seen(bundle: Bundle) -> str:
    version = bundle.versions.get(bundle.backend, "")
    name = " ".join(filter(None, [bundle.backend, version]))
    often = f" in {bundle.shown} of {len(bundle.runs)} runs" if len(bundle.runs) > 1 else ""
    return f"{name}: {_outcome(bundle.status, bundle.fault)}{often}"


def _outcome(status: Status, fault: Failure | None) -> str:
    return f"{status}, no fault" if fault is None else str(fault) if fault.kind == status else f"{status}, {fault}"


def _line(bundle: Bundle, again: Rerun) -> str:
    run = again.chosen
    name = " ".join(filter(None, [again.backend, run.result.version]))
    often = f" in {again.shown} of {len(again.runs)} runs" if len(again.runs) > 1 and bundle.fault else ""
    why = f" ({run.result.reason})" if run.result.reason and not run.failure else ""
    told = "the same as in the bundle" if again.same else "another outcome than in the bundle"
    return f"{told}: {name}: {_outcome(run.result.status, run.failure)}{often}{why}"


def _document(bundle: Bundle, done: tuple[Rerun, ...]) -> dict[str, Any]:
    rows = []
    for again in done:
        run = again.chosen
        rows.append(
            {
                "name": again.backend,
                "same": again.same,
                "shown": again.shown,
                "status": str(run.result.status),
                "reason": run.result.reason or None,
                "version": run.result.version,
                "fault": None if run.failure is None else run.failure.as_dict(),
                "runs": [
                    {"seed": one.seed, "status": str(one.result.status), "fault": one.failure and one.failure.as_dict()}
                    for one in again.runs
                ],
                "verdict": run.verdict.as_dict(),
            }
        )
    fault = None if bundle.fault is None else bundle.fault.as_dict()
    about = {"digest": bundle.digest, "backend": bundle.backend, "status": str(bundle.status), "fault": fault}
    same = all(again.same for again in done)
    return {"status": "complete", "same": same, "bundle": about, "backends": rows}
