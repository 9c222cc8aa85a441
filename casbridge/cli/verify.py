"""casbridge verify"""

from __future__ import annotations

from typing import Any

import click

from casbridge.algebra.systems import PolynomialSystem
from casbridge.cli import options
from casbridge.cli.output import print_document, say
from casbridge.crosscheck.verification import Proof, verify
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import InputError, UsageError
from casbridge.puzzles.reading import read_text

EPILOG = """\b
Examples:
  casbridge charseries system.txt --certificate proof.sing
  casbridge verify proof.sing --timeout 60
  casbridge verify proof.sing system.txt
  Singular -q proof.sing
Exit code: 0 if the certificate holds, 1 if it is refuted, 2 if it is no certificate, or one about another system, 3 if
it could not be run or came to no verdict, 4 if it was stopped by time or memory.
"""

_EXIT_CODES = {Proof.HOLDS: 0, Proof.REFUTED: 1, Proof.TIMEOUT: 4, Proof.MEMORY: 4}


@click.command(name="verify", epilog=EPILOG)
@click.argument("source", metavar="FILE")
@click.argument("system", metavar="[INPUT]", required=False)
@options.reading_options
@options.encoding_options
@click.option("--timeout", type=options.SecondsType(), help="Wall time: 10, 5m, 1h.")
@click.option("--memory", type=options.BytesType(), help="Memory: 500M, 2G.")
@options.json_option
def command(
    source: str, system: str | None, timeout: float | None, memory: int | None, as_json: bool, **how: Any
) -> int:
    """Say whether the certificate in FILE holds, by checks that Singular makes; - is standard input.

    FILE is read as data and is not run: the checks are written anew. With INPUT, a puzzle or a system, the certificate
    must be about that system.
    """
    subject = None if system is None else _subject(system, **how)
    text, name = read_text(source)
    try:
        done = verify(text, subject, seconds=timeout, memory=memory)
    except InputError as error:
        raise error.located(name) from None
    if as_json:
        print_document(done.as_dict())
    else:
        if done.about:
            click.echo(f"system: {done.about}")
        for check in done.checks:
            click.echo(check)
        if done.proof in (Proof.HOLDS, Proof.REFUTED):
            click.echo(f"certificate {'holds' if done.proof is Proof.HOLDS else f'REFUTED: {done.reason}'}")
    if done.proof not in (Proof.HOLDS, Proof.REFUTED):
        say(f"casbridge: no verdict: {done.proof}: {done.reason}")
    return _EXIT_CODES.get(done.proof, 3)


def _subject(
    source: str,
    colours: int | None,
    box: tuple[int, int] | None,
    family: str | None,
    lines: bool,
    encoding: str,
    field: Any,
    values: str | None,
    domains: bool,
    simplify: str | None,
) -> EncodedPuzzle | PolynomialSystem:
    found = options.read_input(source, colours, box, family, lines, field)
    subjects = options.subjects(found, encoding, field, values, domains, simplify)
    if len(subjects) != 1:
        raise UsageError(f"{len(subjects)} puzzles", expected="one puzzle or system, which the certificate is about")
    return subjects[0]
