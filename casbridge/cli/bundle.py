"""casbridge bundle

Examples:
  casbridge bundle system.txt --backend sympy:solve -o find.json
  casbridge bundle system.txt --backend singular:minAssGTZ --against reference,singular:std -o find.json
  casbridge bundle system.txt --backend singular:minAssGTZ --repeat 20 --timeout 60 -o find.json
Exit code: 0 if the bundle was written, whatever is in it, 2 for bad input, 3 if the backend is missing.
"""

from __future__ import annotations

import click

from casbridge.backends.protocol import Status
from casbridge.bugs.bundle import MOST_RUNS, Bundle, bundle_text
from casbridge.bugs.bundles import bundle_of, write_bundle
from casbridge.cli import options
from casbridge.cli.output import print_document, spinner, write_or_print
from casbridge.crosscheck.asking import names_of
from casbridge.errors import BackendError, UsageError
from casbridge.scripts.values import LARGEST_SEED

#: --seed and --repeat, for commands that ask a backend several times.
SEEDS = (
    click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="The backend's random seed; 0 is its own."),
    click.option("--repeat", type=click.IntRange(1, MOST_RUNS), help="Ask so many times, each time with another seed."),
)


@options.command(__doc__, source="INPUT", encoding=True, limit=True, jsonl=None)
@click.option("--backend", required=True, help="name or name:method.")
@click.option("--against", help="Backends to compare it with.  [default: reference]")
@SEEDS[0]
@SEEDS[1]
@click.option("-o", "--output", type=options.FILE, help="The bundle's file.  [default: standard output]")
def command(
    asked: options.Asked,
    backend: str,
    against: str | None,
    seed: int | None,
    repeat: int | None,
    output: str | None,
) -> int:
    """Ask a backend about INPUT, compare its answer, and pack all of it into one file.

    The file has the problem, the script, the answer, the transcript, the verdict with its witness, versions, seeds and
    limits: all that others need to run it again.
    """
    seeds = seeds_of(seed, repeat)
    with asked.own_limits() as own:
        subject = asked.other_subject(asked.source, expected="one puzzle or system")
        own.finish()
    with spinner(backend):
        made = bundle_of(subject, backend, None if against is None else names_of(against), asked.of_a_job, seeds=seeds)
    if made.status is Status.MISSING:
        raise BackendError(f"{made.backend}: {made.reason}")
    if output is not None:
        write_bundle(made, output)
    if asked.as_json:
        print_document({"status": "complete", "file": output, "bundle": made.as_dict()})
    elif output is None:
        write_or_print(bundle_text(made))
    for line in _lines(made) if asked.is_text else ():
        click.echo(line, err=output is None)
    return 0


def seeds_of(seed: int | None, repeat: int | None) -> tuple[int, ...]:
    """The seeds of the runs: one run with the CAS's own seed where nothing is given.

    >>> seeds_of(None, None), seeds_of(None, 3), seeds_of(7, 2)
    ((0,), (1, 2, 3), (7, 8))
    """
    first = seed if seed is not None else 1 if (repeat or 1) > 1 else 0
    seeds = range(first, first + (repeat or 1))
    if seeds[-1] > LARGEST_SEED:
        raise UsageError(f"seeds up to {seeds[-1]}", expected=f"at most {LARGEST_SEED}")
    return tuple(seeds)


def _lines(made: Bundle) -> list[str]:
    """What the bundle says, for people."""
    version = made.versions.get(made.backend, "")
    often = f" in {made.shown} of {len(made.runs)} runs" if len(made.runs) > 1 else ""
    lines = [" ".join(filter(None, [made.backend, version])) + f": {made.status}"]
    lines[0] += f": {made.reason}" if made.reason else ""
    lines.append(f"{made.verdict['verdict']}: {made.verdict['reason']}")
    if made.verdict["witness"]:
        lines.append(f"witness: {made.verdict['witness']['text']}")
    lines.append("fault: none" if made.fault is None else f"fault: {made.fault}{often}")
    return lines
