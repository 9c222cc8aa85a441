"""casbridge zoo

Examples:
  casbridge zoo
  casbridge zoo examples/zoo/sympy-23110.toml --with sympy==1.11.1
  casbridge zoo --backends singular,singular@4.4 --timeout 20
  casbridge zoo examples/zoo --page
Exit code: 0 if the end was reached, whatever the rows say; 2 for a file with a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from casbridge.backends import registry
from casbridge.bugs.zoo import Outcome, Thread, Visit, visit_all
from casbridge.bugs.zoo_page import page
from casbridge.bugs.zoo_reading import read_zoo
from casbridge.cli import options
from casbridge.cli.output import console, print_document, print_rows, spinner
from casbridge.cli.versions import with_versions
from casbridge.crosscheck.asking import names_of
from casbridge.errors import UsageError, printable
from casbridge.files import shipped

if TYPE_CHECKING:
    from casbridge.backends.fetching import Obtained


@options.command(__doc__, source=None, reading="none", jsonl=None)
@click.argument("files", nargs=-1, metavar="[FILES]...")
@with_versions
@click.option(
    "--backends", help="Only these backends or versions, e.g. sympy,singular@4.4, each with the files' methods."
)
@click.option("--page", "as_page", is_flag=True, help="Ask nobody: print the page of the guide that the files make.")
def command(
    asked: options.Asked, files: Sequence[str], obtained: Sequence[Obtained], backends: str | None, as_page: bool
) -> int:
    """Ask computer algebra systems about systems on which they are, or were, wrong.

    FILES are files of the zoo, or folders of them; by default those that casbridge brings. Each states what is
    true, and which versions are wrong, crash, do not end, refuse, or are right. A row for each backend and version
    says what happens here, and whether it is what the file states.
    """
    threads = read_zoo(files or [shipped("examples/zoo")])
    if as_page:
        click.echo(page(threads), nl=False)
        return 0
    chosen = [] if backends is None else names_of(backends)
    for name in chosen:
        if ":" in name:
            raise UsageError(
                f"--backends {printable(name, 60)}", expected="a backend without a method, such as sympy@1.9"
            )
        registry.get(name)
    found: dict[str, list[Visit]] = {thread.name: [] for thread in threads}
    with spinner("the zoo"):
        for visit in visit_all(threads, chosen, [one.name for one in obtained], asked.of_a_job):
            found[visit.thread].append(visit)
    if asked.as_json:
        rows = [_document(thread, found[thread.name]) for thread in threads]
        print_document({"status": "complete", "threads": rows})
    else:
        _print(threads, found)
    return 0


def _document(thread: Thread, visits: Sequence[Visit]) -> dict[str, object]:
    about = {"thread": thread.name, "title": thread.title, "file": thread.source, "system": thread.text}
    return {**about, "truth": thread.truth, "visits": [visit.as_dict() for visit in visits]}


def _print(threads: Sequence[Thread], found: dict[str, list[Visit]]) -> None:
    from rich.text import Text

    rows, remarks = [], []
    for thread in threads:
        for visit in found[thread.name]:
            often = f" in {visit.shown} of {visit.runs}" if visit.runs > 1 else ""
            what = f"{visit.outcome}: {visit.fault}" if visit.fault else str(visit.outcome)
            rows.append(
                (thread.name, visit.backend, visit.version, what + often, _stated(visit), f"{visit.seconds:.3f} s")
            )
            why = visit.witness or visit.reason
            if why:
                remarks.append(printable(f"{thread.name}: {visit.backend}: {why}", 1000))
    visits = [visit for thread in threads for visit in found[thread.name]]
    counts = {outcome: sum(visit.outcome is outcome for visit in visits) for outcome in Outcome}
    told = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count) or "nothing was asked"
    unlike = sum(visit.as_stated is False for visit in visits)
    print_rows(("thread", "backend", "version", "here", "as stated", "time"), rows, right=("time",))
    for remark in remarks:
        console().print(Text(remark))
    number = "1 thread" if len(threads) == 1 else f"{len(threads)} threads"
    summary = f"{number}: {told}; {unlike or 'none'} not as stated"
    console().print(Text(summary, style="bold red" if unlike else "bold"))


def _stated(visit: Visit) -> str:
    if visit.as_stated is None:
        return "" if visit.stated is not None else "nothing stated"
    return "yes" if visit.as_stated else f"no: {visit.stated and visit.stated.outcome}"
