"""casbridge families

Examples:
  casbridge families
  casbridge families cyclic noon
  casbridge families --json
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from casbridge.cli import options
from casbridge.cli.output import print_document, print_rows

if TYPE_CHECKING:
    from casbridge.algebra.members import Family

#: How many sizes are shown, from the least one on.
_SIZES = 6


@options.command(__doc__, reading="none", jsonl=None)
@click.argument("names", nargs=-1, metavar="[FAMILY]...")
def command(asked: options.Asked, names: Sequence[str]) -> int:
    """Show the families of systems and puzzles: sizes, numbers of zeros, definitions; of a FAMILY also its source.

    A member such as cyclic-6 can be the INPUT of each command. Its zeros are those over the algebraic closure of the
    rationals, each counted once; of a puzzle they are its solutions.
    """
    from casbridge.puzzles.families import FAMILIES, known_family

    documents = [_document(known_family(name)) for name in names or FAMILIES]
    if asked.as_json:
        print_document({"status": "complete", "families": documents})
    elif names:
        for document in documents:
            _print(document)
    else:
        headings = ("family", "n", "zeros from the least n on", "what")
        print_rows(
            headings,
            [(one["name"], f"{one['least']}-{one['largest']}", _zeros(one), one["definition"]) for one in documents],
        )
    return 0


def _document(family: Family[Any]) -> dict[str, Any]:
    from casbridge.puzzles.families import PUZZLE_FAMILIES

    sizes = range(family.least, min(family.least + _SIZES, family.largest + 1))
    return {
        "name": family.name,
        "kind": "puzzles" if family.name in PUZZLE_FAMILIES else "systems",
        "least": family.least,
        "largest": family.largest,
        "definition": family.summary,
        "source": family.source,
        "seed": family.seeded,
        "parameters": [
            {
                "name": name,
                "what": one.summary,
                "values": one.expected,
                "default": None if callable(one.default) else str(one.default),
            }
            for name, one in family.parameters.items()
        ],
        "sizes": [
            {"n": n, "zeros": family.zeros(n), "degree": family.degree(n), "dimension": family.dimension(n)}
            for n in sizes
        ],
    }


def _zeros(document: dict[str, Any]) -> str:
    """The numbers of zeros for some sizes, without those that are not known at the end."""
    shown = [
        "∞" if one["dimension"] else "?" if one["zeros"] is None else str(one["zeros"]) for one in document["sizes"]
    ]
    while shown and shown[-1] == "?":
        shown.pop()
    return ", ".join(shown) or "not known"


def _print(document: dict[str, Any]) -> None:
    click.echo(f"{document['name']}: {document['definition']}")
    click.echo(f"  n: {document['least']} to {document['largest']}")
    click.echo(f"  zeros from the least n on: {_zeros(document)}")
    for one in document["parameters"]:
        default = "" if one["default"] is None else f"; {one['default']} if it is not given"
        click.echo(f"  {one['name']}: {one['what']}, {one['values']}{default}")
    if document["seed"]:
        click.echo("  seed: of the random choices; 0 if it is not given")
    click.echo(f"  source: {document['source']}")
