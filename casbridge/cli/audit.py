"""casbridge audit

Examples:
  casbridge audit sum-product --digits 1-9
  casbridge audit sum-product --digits 1-9 --values 1-7,-1,-2
  casbridge audit sum-product --digits 1-9 --values 1-7,-1,-2 --field 101
  casbridge audit sum-product --digits 1-9 --search
  casbridge audit symmetric --digits 1-9 --scope field
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

import click

from casbridge.algebra.fields import Field
from casbridge.cli import options
from casbridge.cli.output import print_document, say
from casbridge.encodings import Audit, Encoding, audit, default_values, parse_digits, search_values
from casbridge.errors import InputError, UnsupportedError, UsageError


@options.command(__doc__, reading="none", jsonl=None)
@click.argument("encoding", type=click.Choice(options.ENCODINGS))
@click.option("--digits", default="1-9", help="The digits of a unit: 1-9, 2-10, 1,2,3,-1.")
@click.option("--values", help="The value of every digit, in the same order.  [default: the digits themselves]")
@click.option("--field", type=options.FIELD, default="QQ", help="QQ, 11 or GF(11).")
@click.option(
    "--scope",
    type=click.Choice(["digits", "field", "both"]),
    default="both",
    help="Solutions among the digits' values, or anywhere in the field.",
)
@click.option("--search", is_flag=True, help="Find values of the digits that make sum and product enough.")
@click.option("--results", type=click.IntRange(1, 100), default=1, help="How many sets of values to search for.")
@click.option("--list", "listed", type=click.IntRange(0, 100_000), default=20, help="The most solutions to list.")
def command(
    asked: options.Asked,
    encoding: str,
    digits: str,
    values: str | None,
    field: Field,
    scope: str,
    search: bool,
    results: int,
    listed: int,
) -> int:
    """Say whether one unit's equations have other solutions than permutations of the digits, and list them."""
    with asked.own_limits(f"audit of {encoding}") as own:
        numbers = parse_digits(digits)
        is_plain = numbers == tuple(range(1, len(numbers) + 1))
        if search:
            if encoding != Encoding.SUM_PRODUCT:
                raise UsageError(f"--search for {encoding}", expected="sum-product", hint="the others need no search")
            if values is not None or not is_plain:
                raise UsageError("--search with other digits than 1-n", expected="--digits 1-n alone")
            return _search(numbers, field, results, own, asked.as_json)
        chosen = parse_digits(values) if values is not None else None
        scopes = ["digits", "field"] if scope == "both" else [scope]
        audits = [audit(encoding, numbers, field, chosen, scope=one, listed=listed) for one in scopes]
        remedy = None
        if encoding == Encoding.SUM_PRODUCT and audits[0].sufficient is False and chosen is None and is_plain:
            with suppress(InputError, UnsupportedError):
                better = audit(encoding, numbers, field, default_values(len(numbers), field), scope="digits")
                remedy = better if better.sufficient else None
    if asked.as_json:
        further = {"field_scope": audits[1].as_dict()} if len(audits) > 1 else {}
        known = remedy.as_dict() if remedy else None
        print_document({"status": "complete", **audits[0].as_dict(), **further, "remedy": known})
        return 0
    click.echo(audits[0].describe())
    for one in audits[1:]:
        lines = one.describe().split("\n")[1:]
        click.echo("\n".join(lines[:1] if one.reason == audits[0].reason else lines))
    if remedy is not None:
        click.echo(f"Remedy: {_changes(remedy)} is sufficient over the digits.")
    return 0


def _changes(found: Audit) -> str:
    pairs = zip(found.digits, found.values, strict=True)
    return ", ".join(f"{digit} -> {value}" for digit, value in pairs if digit != value)


def _search(digits: tuple[int, ...], field: Field, results: int, own: options.OwnLimits, as_json: bool) -> int:
    found: list[Audit] = []
    reason = None
    try:
        candidates = own.each(islice(search_values(len(digits), field), results))
        found.extend(audit(Encoding.SUM_PRODUCT, digits, field, candidate, scope="digits") for candidate in candidates)
    except UnsupportedError as error:
        reason = str(error)
    if as_json:
        status = "complete" if reason is None else "unsupported"
        about = {"encoding": str(Encoding.SUM_PRODUCT), "digits": list(digits), "field": field.name}
        print_document({"status": status, **about, "found": [list(one.values) for one in found], "reason": reason})
    else:
        for one in found:
            click.echo(f"{_changes(one) or 'the digits themselves'}: sufficient over the digits")
        if reason is not None:
            say(f"casbridge: {reason}")
        elif not found:
            click.echo(f"none: every choice of values in {field} leaves other solutions")
    return 3 if reason is not None and not found else 0
