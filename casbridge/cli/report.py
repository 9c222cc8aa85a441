"""casbridge report

Examples:
  casbridge report study.toml -o study.html
  casbridge report study.toml -o study.md --explanations why.toml
  casbridge report study.sqlite --figures figures
"""

from __future__ import annotations

import click

from casbridge.cli import options
from casbridge.cli.output import print_document, say
from casbridge.errors import UsageError


@options.command(__doc__, source="STUDY", reading="none", jsonl=None)
@click.option("-o", "--output", type=options.FILE, help="File for the page: .html, or .md with a folder beside it.")
@click.option("--figures", type=click.Path(), metavar="FOLDER", help="Folder for each plot as SVG and PNG; it is made.")
@click.option("--explanations", type=options.FILE, metavar="FILE", help="Why answers are wrong, in TOML, for the page.")
def command(asked: options.Asked, output: str | None, figures: str | None, explanations: str | None) -> int:
    """Write the study STUDY as one HTML page that needs no network, as Markdown for a guide, or its plots for a paper.

    STUDY is a TOML file or a store. A study that runs may be reported too: then some rows are waiting.
    """
    from casbridge.report import plots
    from casbridge.report.explanations import read_explanations
    from casbridge.report.writing import figures as write_figures, markdown, report as write_page
    from casbridge.studies.locating import found_store
    from casbridge.studies.store import Store

    if output is None and figures is None:
        raise UsageError("neither -o nor --figures", expected="a file for the page, or a folder for the plots")
    if explanations is not None and output is None:
        raise UsageError("--explanations without -o", expected="a page that shows them")
    why = read_explanations(explanations) if explanations is not None else ()
    written: list[str] = []
    # The engine that draws plots reserves far more memory than it uses.
    with (
        options.OwnLimits(asked.limits, asked.source, with_memory=False),
        Store.open(found_store(asked.source)) as store,
    ):
        if output is not None and output.lower().endswith(".md"):
            written += map(str, markdown(store, output, explanations=why))
        elif output is not None:
            written.append(str(write_page(store, output, explanations=why)))
        if figures is not None:
            written += map(str, write_figures(store, figures))
    if lacking := plots.lacking():
        say(f"casbridge: the page has no plots: {lacking}")
    if asked.is_text:
        for file in written:
            say(f"casbridge: wrote {file}")
    else:
        print_document({"status": "complete", "files": written})
    return 0
