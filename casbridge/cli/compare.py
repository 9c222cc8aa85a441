"""casbridge compare

Examples:
  casbridge compare yesterday.sqlite today.sqlite
  casbridge compare one.toml two.toml --json
  casbridge compare versions.sqlite versions.sqlite --rename sympy@1.9=sympy
Exit code: 0 if no answer got wrong and none was lost, else 1; 2 for files that are no stores; 3 if answers could not be
compared, or nothing could; 4 if only limits on time or memory stand in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from casbridge.cli import options
from casbridge.cli.output import bar, print_document, print_rows
from casbridge.errors import UsageError, printable

if TYPE_CHECKING:
    from casbridge.studies.comparisons import Comparison


@options.command(__doc__, source=None, reading="none", jsonl=None)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@click.option(
    "--rename",
    multiple=True,
    metavar="OLD=NEW",
    help="A backend of A, or a CAS with all its methods, that has another name in B. May be repeated.",
)
@click.option("--workers", type=options.COUNT, help="Comparisons at a time.  [default: one for each processor]")
@click.option("--ratio", type=click.FloatRange(min=1, min_open=True), help="The least ratio of times that is a change.")
def command(
    asked: options.Asked, before: str, after: str, rename: Sequence[str], workers: int | None, ratio: float | None
) -> int:
    """Say what changed between the studies A and B of the same inputs.

    Answers are compared as sets of zeros, not as texts; statuses, degrees and verdicts as they are; times beyond the
    noise of the repeats. --timeout and --memory limit each comparison of two answers.
    """
    from casbridge.processes.apart import processors
    from casbridge.studies.comparing import compare
    from casbridge.studies.locating import found_store
    from casbridge.studies.noise import RATIO
    from casbridge.studies.store import Store

    names = dict(map(_renamed, rename))
    with ExitStack() as stack:
        # Reading both is one job. The comparisons have limits of their own.
        own = stack.enter_context(asked.own_limits(f"reading {before} and {after}"))
        first, second = (stack.enter_context(Store.open(found_store(one))) for one in (before, after))
        show = stack.enter_context(bar("answers"))
        at_once = workers or processors()

        def shown(done: int, of: int) -> None:
            own.finish()
            if show is not None:
                show(done, of)

        found = compare(
            first, second, rename=names, limits=asked.of_a_job, workers=at_once, ratio=ratio or RATIO, progress=shown
        )
    if asked.is_text:
        _print(found)
    else:
        print_document({"status": "complete", **found.as_dict()})
    return found.exit_code


def _renamed(text: str) -> tuple[str, str]:
    old, sign, new = (part.strip() for part in text.partition("="))
    if not (old and sign and new):
        raise UsageError(f"--rename {printable(text, 80)}", expected="OLD=NEW, such as singular@4.3=singular@4.4")
    return old, new


def _print(found: Comparison) -> None:
    from casbridge.studies.comparisons import HEADINGS

    for line in found.summary:
        click.echo(line)
    if found.rows:
        click.echo()
        print_rows(HEADINGS, found.rows)
