"""casbridge report-bug

Examples:
  casbridge report-bug find.json
  casbridge report-bug small.json --to github -o report.md
  casbridge report-bug small.json --no-run
Exit code: 0 if the report was written, 2 for a file that is no bundle with a fault, or whose witness is none.
"""

from __future__ import annotations

import click

from casbridge.bugs.bundles import read_bundle
from casbridge.bugs.reporting import FORMS, report
from casbridge.cli import options
from casbridge.cli.output import print_document, say, spinner, write_or_print
from casbridge.limits import Limits


@options.command(__doc__, source="BUNDLE", reading="none", jsonl=None)
@click.option("--to", "form", type=click.Choice(FORMS), default=FORMS[0], help="Plain text, or Markdown for GitHub.")
@click.option("--run/--no-run", "run", default=True, help="Run the script here, to show what the CAS prints.")
@click.option("-o", "--output", type=options.FILE, help="The report's file.  [default: standard output]")
def command(asked: options.Asked, form: str, run: bool, output: str | None) -> int:
    """Write a report of the fault of BUNDLE, which needs no casbridge.

    It has a few lines for the CAS that show the fault, what the CAS prints, why this is wrong, and the versions.
    """
    with asked.own_limits() as own:
        bundle = read_bundle(asked.source)
        own.finish()
    limits = asked.of_a_job if asked.of_a_job != Limits() else None
    with spinner(bundle.title):
        made = report(bundle, run=run, limits=limits)
    text = made.text(form)
    if asked.as_json:
        parts = {"title": made.title, "script": made.snippet, "said": made.said, "output": made.output}
        if output is not None:
            write_or_print(text, output)
        about = {"why": list(made.why), "versions": list(made.versions), "file": output, "text": text}
        print_document({"status": "complete", **parts, **about})
        return 0
    write_or_print(text, output)
    if output is not None:
        say(f"casbridge: wrote {output}")
    return 0
