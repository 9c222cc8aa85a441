"""casbridge shrink

Examples:
  casbridge shrink find.json -o small.json
  casbridge shrink find.json --time 10m -o small.json
  casbridge shrink find.json --runs 20 -o small.json
Exit code: 0 if the bundle was written, minimal or not, 2 for a file that is no bundle with a fault, 3 if the fault does
not show here.
"""

from __future__ import annotations

from typing import Any

import click

from casbridge.bugs.bundle import MOST_RUNS, Bundle, bundle_text
from casbridge.bugs.bundles import read_bundle, write_bundle
from casbridge.bugs.reductions import Size, size_of
from casbridge.bugs.shrinking import BUDGET_SECONDS, Shrunk, shrink
from casbridge.cli import options
from casbridge.cli.output import print_document, spinner, write_or_print


@options.command(__doc__, source="BUNDLE", reading="none", own_time=True, jsonl=None)
@click.option(
    "--time",
    "budget",
    type=options.TIME,
    default=BUDGET_SECONDS,
    show_default=f"{BUDGET_SECONDS:g}s",
    help="The time for all of it: 90s, 10m, 1h.",
)
@click.option(
    "--runs",
    type=click.IntRange(1, MOST_RUNS),
    help="Ask so many times about each system.  [default: as the bundle, if its fault shows in some runs only; else 1]",
)
@click.option("-o", "--output", type=options.FILE, help="The new bundle's file.  [default: standard output]")
def command(asked: options.Asked, budget: float, runs: int | None, output: str | None) -> int:
    """Find the smallest system that shows the fault of BUNDLE with the same backend.

    Fewer equations, terms and variables, smaller exponents and coefficients, a prime field for QQ. With -o the smallest
    system so far is in the file at each moment.
    """
    with asked.own_limits() as own:
        bundle = read_bundle(asked.source)
        own.finish()
    bundle = bundle.within(asked.of_a_job.seconds, asked.of_a_job.memory)

    def tell(found: Bundle, _: int) -> None:
        if output is not None:
            write_bundle(found, output)

    with spinner(bundle.title):
        shrunk = shrink(bundle, seconds=budget, runs=runs, tell=tell)
    if output is not None:
        write_bundle(shrunk.bundle, output)
    if asked.as_json:
        print_document(_document(shrunk, output))
    elif output is None:
        write_or_print(bundle_text(shrunk.bundle))
    for line in _lines(shrunk) if asked.is_text else ():
        click.echo(line, err=output is None)
    return 0


def _lines(shrunk: Shrunk) -> list[str]:
    asked = f"{shrunk.asked} systems asked in {shrunk.seconds:.1f} s"
    end = "minimal: the fault needs each equation and each term" if shrunk.minimal else "stopped: the time was used up"
    problem = [f"  {line}" for line in shrunk.bundle.problem.splitlines()]
    return [
        f"before: {shrunk.before}",
        f"after:  {shrunk.after}",
        *problem,
        f"fault: {shrunk.bundle.fault}",
        f"{end} ({asked})",
    ]


def _document(shrunk: Shrunk, output: str | None) -> dict[str, Any]:
    return {
        "status": "complete",
        "minimal": shrunk.minimal,
        "asked": shrunk.asked,
        "seconds": round(shrunk.seconds, 6),
        "before": _size_document(shrunk.before),
        "after": _size_document(size_of(shrunk.bundle.system)),
        "file": output,
        "bundle": shrunk.bundle.as_dict(),
    }


def _size_document(size: Size) -> dict[str, int]:
    return {"equations": size.pieces, "variables": size.variables, "terms": size.terms, "degrees": size.degrees}
