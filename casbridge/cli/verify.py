"""casbridge verify"""

from __future__ import annotations

import click

from casbridge.cli import options
from casbridge.cli.output import print_document, say
from casbridge.crosscheck.verification import Proof, verify
from casbridge.errors import InputError
from casbridge.puzzles.reading import read_text

EPILOG = """\b
Examples:
  casbridge charseries system.txt --certificate proof.sing
  casbridge verify proof.sing --timeout 60
  Singular -q proof.sing
Exit code: 0 if the certificate holds, 1 if it is refuted, 3 if it could not be run or came to no verdict, 4 if it was
stopped by time or memory.
"""

_EXIT_CODES = {Proof.HOLDS: 0, Proof.REFUTED: 1, Proof.TIMEOUT: 4, Proof.MEMORY: 4}


@click.command(name="verify", epilog=EPILOG)
@click.argument("source", metavar="FILE")
@click.option("--timeout", type=options.SecondsType(), help="Wall time: 10, 5m, 1h.")
@click.option("--memory", type=options.BytesType(), help="Memory: 500M, 2G.")
@options.json_option
def command(source: str, timeout: float | None, memory: int | None, as_json: bool) -> int:
    """Run a certificate with Singular and say whether it holds; - is standard input.

    A certificate is a program: read one from a stranger before you run it. One that was altered is not run.
    """
    text, name = read_text(source)
    try:
        done = verify(text, seconds=timeout, memory=memory)
    except InputError as error:
        raise error.located(name) from None
    if as_json:
        print_document(done.as_dict())
    else:
        for check in done.checks:
            click.echo(check)
        if done.proof in (Proof.HOLDS, Proof.REFUTED):
            click.echo(f"certificate {'holds' if done.proof is Proof.HOLDS else f'REFUTED: {done.reason}'}")
    if done.proof not in (Proof.HOLDS, Proof.REFUTED):
        say(f"casbridge: no verdict: {done.proof}: {done.reason}")
    return _EXIT_CODES.get(done.proof, 3)
