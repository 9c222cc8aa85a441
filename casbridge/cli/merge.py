"""casbridge merge

Examples:
  casbridge merge first.sqlite second.sqlite -o both.sqlite
  casbridge merge shards/*.sqlite -o study.sqlite
  casbridge merge study.toml -o copy.sqlite
  casbridge merge debian12.jsonl debian13.jsonl -o zoo.jsonl
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from casbridge.cli import options
from casbridge.cli.output import print_document
from casbridge.cli.status import counts_document, print_counts
from casbridge.errors import UsageError, printable

_MOST_SHOWN = 10


@options.command(__doc__, source=None, reading="none", jsonl=None)
@click.argument("studies", nargs=-1, metavar="A [B]...")
@click.option("-o", "--output", type=options.FILE, required=True, help="The new store; there must be no such file.")
def command(asked: options.Asked, studies: Sequence[str], output: str) -> int:
    """Join studies into a new store: shards of one study that ran on several machines, or several studies.

    A, B, ... are TOML files or stores; they stay as they are. No result is there twice. With one
    study the new store is a copy of it, also while a driver writes it. Records of the zoo, *.jsonl, are joined as well.
    """
    from casbridge.bugs.zoo_records import SUFFIX, merge_records
    from casbridge.studies.locating import found_store
    from casbridge.studies.merging import merge
    from casbridge.studies.store import Store

    if not studies:
        raise UsageError("no study", expected="one or more")
    if all(name.endswith(SUFFIX) for name in studies):
        with asked.own_limits(output):
            number = merge_records(studies, output)
        if asked.is_text:
            click.echo(f"{printable(output, 400)}: {number} records")
        else:
            print_document({"status": "complete", "records": number})
        return 0
    with asked.own_limits(output):
        renamed = merge([found_store(one) for one in studies], output)
        with Store.open(output) as store:
            name, counts = str(store.about("name")), store.counts()
    if asked.is_text:
        print_counts(name, Path(output), counts)
        for one in renamed[:_MOST_SHOWN]:
            click.echo(printable(f"{one.old} of {one.store} is {one.new!r} here: another store has other content", 400))
        if len(renamed) > _MOST_SHOWN:
            click.echo(f"{len(renamed) - _MOST_SHOWN} more inputs have other names here; --json lists them")
    else:
        print_document({**counts_document(name, Path(output), counts), "renamed": [one._asdict() for one in renamed]})
    return 0
