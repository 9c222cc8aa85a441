"""casbridge zoo

Examples:
  casbridge zoo
  casbridge zoo examples/zoo/sympy-23110.toml --with sympy==1.11.1
  casbridge zoo --backends singular,singular@4.4 --timeout 20
  casbridge zoo -o debian12.jsonl
  casbridge zoo examples/zoo --page --records debian12.jsonl --records debian13.jsonl
Exit code: 0 if the end was reached, whatever the rows say; 2 for a file with a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from casbridge.backends import registry
from casbridge.bugs.zoo import Outcome, Thread, Visit, programs_for, visit_all
from casbridge.bugs.zoo_page import page
from casbridge.bugs.zoo_reading import read_zoo
from casbridge.bugs.zoo_records import read_records, record, resumed
from casbridge.cli import options
from casbridge.cli.output import bar, print_document
from casbridge.cli.versions import with_versions
from casbridge.crosscheck.asking import names_of
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import UsageError, printable
from casbridge.files import shipped

if TYPE_CHECKING:
    from casbridge.backends.fetching import Obtained


@options.command(__doc__, source=None, reading="none", jsonl="A line of JSON for each row as it comes.")
@click.argument("files", nargs=-1, metavar="[FILES]...")
@with_versions
@click.option(
    "--backends", help="Only these backends or versions, e.g. sympy,singular@4.4, each with the files' methods."
)
@click.option(
    "-o",
    "--output",
    type=options.FILE,
    help="Add each row to this file of records as it comes. A row that is in it already is not asked again.",
)
@click.option("--page", "as_page", is_flag=True, help="Ask nobody: print the page of the guide that the files make.")
@click.option("--records", multiple=True, metavar="FILE", help="For --page: rows that -o kept. May be repeated.")
def command(
    asked: options.Asked,
    files: Sequence[str],
    obtained: Sequence[Obtained],
    backends: str | None,
    output: str | None,
    as_page: bool,
    records: Sequence[str],
) -> int:
    """Ask computer algebra systems about systems on which they are, or were, wrong.

    FILES are files of the zoo, or folders of them; by default those that casbridge brings. Each states what is
    true, and which versions are wrong, crash, do not end, refuse, or are right. A row for each backend and version
    says what happens here, and whether it is what the file states. A row is printed, and kept with -o, as it comes.
    """
    if records and not as_page:
        raise UsageError("--records without --page", expected="both, or -o FILE to keep rows")
    with asked.own_limits("reading the zoo"):
        threads = read_zoo(files or [shipped("examples/zoo")])
        visits = read_records(records)
    if as_page:
        click.echo(page(threads, visits), nl=False)
        return 0
    chosen = [] if backends is None else names_of(backends)
    for name in chosen:
        if ":" in name:
            raise UsageError(
                f"--backends {printable(name, 60)}", expected="a backend without a method, such as sympy@1.9"
            )
        registry.get(name)
    recorded = [] if output is None else resumed(output)
    identities = {visit.identity for visit in recorded}
    further_programs = [program.name for program in obtained]
    show = _rows(threads, chosen, further_programs) if asked.is_text else None
    visits = []
    with bar("the zoo") as progress:
        for visit in visit_all(threads, chosen, further_programs, asked.of_a_job, progress, recorded):
            visits.append(visit)
            if output is not None and visit.outcome is not Outcome.MISSING and visit.identity not in identities:
                record(visit, output)
            if show is not None:
                show(visit)
            elif asked.as_jsonl:
                print_document({"thread": visit.thread, **visit.as_dict()})
    if asked.is_text:
        click.echo(_summary(threads, visits))
    elif asked.as_json:
        print_document({"status": "complete", "threads": [_document(thread, visits) for thread in threads]})
    return 0


def _document(thread: Thread, visits: Sequence[Visit]) -> dict[str, object]:
    about = {"thread": thread.name, "title": thread.title, "file": thread.source, "system": thread.text}
    return {
        **about,
        "truth": thread.truth,
        "visits": [visit.as_dict() for visit in visits if visit.thread == thread.name],
    }


def _rows(threads: Sequence[Thread], chosen: Sequence[str], further_programs: Sequence[str]) -> Callable[[Visit], None]:
    """Print the headings, and give a function that prints a visit at once: a row, and below it the witness or reason.

    The widths of names are known before the first visit, so that no row need wait for the others.
    """
    names = [name for thread in threads for name in programs_for(thread.methods, chosen, further_programs)]
    widths = [max(map(len, [*texts, ""])) for texts in ([thread.name for thread in threads], names)]
    widths += [len("version"), len(f"wrong: {max(map(str, Fault), key=len)}"), len("nothing stated"), 0]

    def show(*cells: str) -> None:
        click.echo("  ".join(map(str.ljust, cells, widths)).rstrip())

    def show_visit(visit: Visit) -> None:
        often = f" in {visit.shown} of {visit.runs}" if visit.runs > 1 else ""
        outcome = f"{visit.outcome}: {visit.fault}" if visit.fault else str(visit.outcome)
        seconds = f"{visit.seconds:.3f} s"
        show(visit.thread, visit.backend, visit.version, outcome + often, _stated(visit), seconds)
        if visit.witness or visit.reason:
            click.echo(f"  {printable(visit.witness or visit.reason, 1000)}")

    show("thread", "backend", "version", "here", "as stated", "time")
    return show_visit


def _summary(threads: Sequence[Thread], visits: Sequence[Visit]) -> str:
    counts = {outcome: sum(visit.outcome is outcome for visit in visits) for outcome in Outcome}
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "nothing was asked"
    unlike = sum(visit.as_stated is False for visit in visits)
    number = "1 thread" if len(threads) == 1 else f"{len(threads)} threads"
    return f"{number}: {outcomes}; {unlike or 'none'} not as stated"


def _stated(visit: Visit) -> str:
    if visit.as_stated is None:
        return "" if visit.stated is not None else "nothing stated"
    return "yes" if visit.as_stated else f"no: {visit.stated and visit.stated.outcome}"
