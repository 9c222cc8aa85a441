"""casbridge fuzz

Examples:
  casbridge fuzz --backends reference,sympy:solve --time 10m --seed 1 -o finds
  casbridge fuzz --backends singular:minAssGTZ,singular:std --families products,towers --timeout 5s -o finds
  casbridge fuzz --resume --time 1h -o finds
Exit code: 0 when the run reaches its end, whatever was found, 2 for bad input, 130 for Ctrl-C; all finds are kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from casbridge.chance import LARGEST_SEED, new_seed
from casbridge.cli import options
from casbridge.cli.output import bar, print_document, print_rows, say
from casbridge.crosscheck.asking import names_of
from casbridge.errors import UsageError, printable
from casbridge.limits import Limits

if TYPE_CHECKING:
    from casbridge.bugs.fuzzing import Folder, Kind, Summary

_TIME = 600.0
_BACKENDS = ("reference", "singular")


@options.command(__doc__, reading="none", own_time=True, jsonl=None)
@click.option("--backends", help=f"Names or name:method, separated by commas.  [default: {','.join(_BACKENDS)}]")
@click.option(
    "--time",
    type=options.TIME,
    help="The time of the whole run, also before --resume. The last system is finished."
    "  [default: 10m, or none with --systems]",
)
@click.option("--systems", type=options.COUNT, help="End after so many systems.")
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="The same seed gives the same systems.")
@click.option("--families", type=options.NAMES, help="Families of systems, separated by commas.  [default: all]")
@click.option("-o", "--output", type=click.Path(), required=True, help="The folder for finds; it is made.")
@click.option("--resume", is_flag=True, help="Go on with the run in the folder. Its options hold.")
def command(
    asked: options.Asked,
    backends: str | None,
    time: float | None,
    systems: int | None,
    seed: int | None,
    families: tuple[str, ...] | None,
    output: str,
    resume: bool,
) -> int:
    """Look for faults: make systems by chance, ask backends about each, judge the answers, and keep what is wrong.

    Systems are of families in which computer algebra systems err. Each find is a bundle in the folder; alike ones are
    counted, and the smallest is kept. A job has 5 seconds unless --timeout says otherwise.
    """
    from casbridge.bugs.fuzzing import Summary, fuzz

    begin = _resumed if resume else _new
    folder = begin(output, None if backends is None else tuple(names_of(backends)), families, seed, asked.of_a_job)
    for name, (backend, _) in zip(folder.plan.backends, folder.plan.chosen, strict=True):
        found = backend.availability()
        if not found.available:
            say(f"casbridge: {name} is missing, the others are asked: {printable(found.complaint)}")
    known = {_named(kind) for kind in Summary.of(folder.looked).kinds}
    seconds = _TIME if time is None and systems is None else time
    with bar("seconds" if systems is None else "systems") as shown:
        for number, looked in enumerate(fuzz(folder, seconds=seconds, systems=systems), 1):
            where = f"system {looked.number} ({looked.family})"
            for kind in map(_named, Summary.of([looked]).kinds):
                if kind not in known and asked.is_text:
                    click.echo(f"{looked.elapsed:.1f} s, {where}: {kind}")
                known.add(kind)
            if looked.error:
                say(f"casbridge: failed at {where}: {looked.error}")
            if shown:
                shown(*((number, systems) if systems else (round(looked.elapsed), round(seconds or 0))))
    summary = Summary.of(folder.looked)
    if asked.is_text:
        _print(summary, folder)
    else:
        print_document({"status": "complete", "folder": output, **_about(folder), **summary.as_dict()})
    return 0


def _new(
    output: str, backends: tuple[str, ...] | None, families: tuple[str, ...] | None, seed: int | None, limits: Limits
) -> Folder:
    from casbridge.bugs.fuzzing import JOB_SECONDS, Folder, Plan

    chosen = new_seed() if seed is None else seed
    if seed is None:
        say(f"--seed {chosen}")
    how = replace(limits, seconds=limits.seconds or JOB_SECONDS)
    return Folder.new(output, Plan(_BACKENDS if backends is None else backends, chosen, families or (), how))


def _resumed(
    output: str, backends: tuple[str, ...] | None, families: tuple[str, ...] | None, seed: int | None, limits: Limits
) -> Folder:
    """The folder of a run that goes on. Raises UsageError for options that are not those of the run."""
    from casbridge.bugs.families import families_of
    from casbridge.bugs.fuzzing import Folder

    folder = Folder.resumed(output)
    jobs = f"{printable(output, 200)}: jobs.jsonl"
    for line_number in folder.damaged:
        say(f"casbridge: {jobs}: line {line_number} is damaged: it is left, and not counted")
    plan = folder.plan
    for option, given, kept in (
        ("--backends", backends, plan.backends),
        ("--families", None if families is None else families_of(families), plan.families),
        ("--seed", seed, plan.seed),
        ("--timeout", limits.seconds, plan.limits.seconds),
        ("--memory", limits.memory, plan.limits.memory),
    ):
        if given is not None and given != kept:
            raise UsageError(f"{option} is another one than in the run in {output}", expected=f"{kept}, or none")
    return folder


def _named(kind: Kind) -> str:
    return f"{kind.backend}: {kind}"


def _about(folder: Folder) -> dict[str, Any]:
    """The plan in a document."""
    plan = folder.plan.as_dict()
    return {"asked": plan["backends"], "seed": plan["seed"], "families": plan["families"], "timeout": plan["seconds"]}


def _print(summary: Summary, folder: Folder) -> None:
    verdicts = ", ".join(f"{number} {kind}" for kind, number in sorted(summary.verdicts.items()))
    click.echo(f"{summary.jobs} systems in {summary.seconds:.1f} s, seed {folder.plan.seed}: {verdicts or 'none'}")
    statuses = list(dict.fromkeys(status for found in summary.statuses.values() for status in found))
    rows = [[name, *(str(found.get(status, "")) for status in statuses)] for name, found in summary.statuses.items()]
    print_rows(("backend", *statuses), rows, right=statuses)
    if summary.kinds:
        click.echo()
        print_rows(
            ("backend", "fault", "times", "first", "after", "shown by"),
            [_row(kind) for kind in summary.kinds],
            right=("times", "first", "after"),
        )
        click.echo(f"bundles: {folder.path / 'finds'}")


def _row(kind: Kind) -> list[str]:
    return [kind.backend, str(kind), str(kind.times), str(kind.first), f"{kind.seconds:.1f} s", kind.by]
