"""casbridge export

Examples:
  casbridge export study.toml --to csv > study.csv
  casbridge export study.toml --to parquet -o study.parquet
  casbridge export study.toml --to jsonl --only 'cyclic-*' --texts script,answer -o cyclic.jsonl
"""

from __future__ import annotations

import sys

import click

from casbridge.cli import options
from casbridge.cli.output import print_document, say
from casbridge.errors import UsageError, printable


@options.command(__doc__, source="STUDY", reading="none", jsonl=None)
@click.option("--to", type=click.Choice(["csv", "jsonl", "parquet"]), help="The form.  [default: the ending of FILE]")
@click.option("--only", metavar="PATTERN", help="Only rows whose input has such a name, e.g. 'cyclic-*'.")
@click.option(
    "--texts",
    type=options.NAMES,
    metavar="NAMES",
    help="Also these texts, for jsonl: script, transcript, answer, verdict, input.",
)
@click.option("-o", "--output", type=options.FILE, help="The file.  [default: standard output]")
def command(
    asked: options.Asked, to: str | None, only: str | None, texts: tuple[str, ...] | None, output: str | None
) -> int:
    """Write the table of the study STUDY: a row for each job, with its outcome.

    STUDY is a TOML file or a store. A study that runs may be exported too: then some rows are waiting.
    """
    from casbridge.studies.frames import export
    from casbridge.studies.locating import found_store
    from casbridge.studies.store import Store

    if output is None:
        if to is None:
            raise UsageError("neither --to nor -o", expected="a form, such as --to csv")
        if asked.as_json:
            raise UsageError("--json without -o", expected="a file for the table")
        if to == "parquet" and sys.stdout.isatty():
            raise UsageError("--to parquet on a terminal", expected="-o FILE")
    wanted = {} if only is None else {"input": only}
    with asked.own_limits(), Store.open(found_store(asked.source)) as store:
        number = export(store, output or "/dev/stdout", to or "", texts or (), **wanted)
    if asked.as_json:
        print_document({"status": "complete", "output": output, "rows": number})
    if output is not None:
        say(f"casbridge: wrote {printable(output, 200)}: {number} rows")
    return 0
