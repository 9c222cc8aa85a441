"""casbridge verify

Examples:
  casbridge charseries system.txt --certificate proof.sing
  casbridge verify proof.sing --timeout 60
  casbridge verify proof.sing system.txt
  Singular -q proof.sing
Exit code: 0 if the certificate holds, 1 if it is refuted, 2 if it is no certificate, or one about another system, 3 if
it could not be run or came to no verdict, 4 if it was stopped by time or memory.
"""

from __future__ import annotations

import click

from casbridge.cli import options
from casbridge.cli.output import print_document, say
from casbridge.crosscheck.verification import Proof, verify
from casbridge.puzzles.reading import read_text

_EXIT_CODES = {Proof.HOLDS: 0, Proof.REFUTED: 1, Proof.TIMEOUT: 4, Proof.MEMORY: 4}


@options.command(__doc__, source="FILE", encoding=True, jsonl=None)
@click.argument("system", metavar="[INPUT]", required=False)
def command(asked: options.Asked, system: str | None) -> int:
    """Say whether the certificate in FILE holds, by checks that Singular makes; - is standard input.

    FILE is read as data and is not run: the checks are written anew. With INPUT, a puzzle or a system, the certificate
    must be about that system.
    """
    limits = asked.limits
    with asked.own_limits():
        about = "the one that the certificate is about"
        subject = None if system is None else asked.other_subject(system, expected=about)
        done = verify(read_text(asked.source)[0], subject, seconds=limits.seconds, memory=limits.memory)
    if asked.as_json:
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
