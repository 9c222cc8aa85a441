"""casbridge certify

Examples:
  casbridge certify system.txt
  casbridge certify system.txt --claim "x*y = 1 - 2*y"
  casbridge certify system.txt --claim "x + y*z" --to lean -o claim.lean
  casbridge certify puzzle.txt --claim "x1 - 3" --by singular
Exit code: 0 with an identity, 1 if the claim is false, 3 if nobody found an identity, 4 if it was stopped by time or
memory.
"""

from __future__ import annotations

import click

from casbridge import files
from casbridge.cli import options
from casbridge.cli.output import print_document, say, write_or_print
from casbridge.crosscheck.identities import By, Identity, RefutedError, identity_of, read_claim
from casbridge.crosscheck.identity_texts import TARGETS, identity_text
from casbridge.errors import printable


@options.command(__doc__, source="INPUT", encoding=True, jsonl=None)
@click.option("--claim", help="A polynomial f, or f = g, to be shown 0 at every zero.  [default: there are no zeros]")
@click.option("--to", type=click.Choice(list(TARGETS)), default="text", help="What reads the identity.")
@click.option(
    "--by", type=click.Choice(list(map(str, By))), help="Who computes it.  [default: reference, then singular]"
)
@click.option("-o", "--output", "place", type=options.FILE, help="A file for the text.")
def command(asked: options.Asked, claim: str | None, to: str, by: str | None, place: str | None) -> int:
    """Prove that a polynomial is 0 at every zero of INPUT, or that there are no zeros, by an identity.

    The identity writes a power of the claim as a sum of multiples of the equations: expanding it needs no casbridge.
    """
    with asked.own_limits():
        subject = asked.other_subject(asked.source, expected="one puzzle or system")
        system = subject if not hasattr(subject, "system") else subject.system
        wanted = None if claim is None else read_claim(claim, system.ring)
        limits, names = asked.limits, list(By) if by is None else [by]
        try:
            identity = identity_of(system, wanted, names, seconds=limits.seconds, memory=limits.memory)
        except RefutedError as error:
            return _refuted(asked, error, system.ring.variables)
        text = identity_text(identity, to)
    if place is not None:
        files.write(place, text)
        say(f"casbridge: wrote {printable(place)}")
    if asked.as_json:
        print_document(_document(identity, to, text))
    elif place is None:
        write_or_print(text)
    return 0


def _refuted(asked: options.Asked, error: RefutedError, names: tuple[str, ...]) -> int:
    point = None if error.point is None else {n: str(v) for n, v in zip(names, error.point, strict=True)}
    if asked.as_json:
        print_document({"status": "refuted", "reason": str(error), "point": point})
    else:
        shown = "" if point is None else f", such as {', '.join(f'{name} = {value}' for name, value in point.items())}"
        say(f"casbridge: {error}{shown}")
    return error.exit_code


def _document(identity: Identity, to: str, text: str) -> dict[str, object]:
    return {
        "status": "complete",
        "claim": str(identity.claim),
        "exponent": identity.exponent,
        "equations": [str(one) for one in identity.system.polynomials()],
        "cofactors": [str(one) for one in identity.cofactors],
        "by": identity.by,
        "to": to,
        "text": text,
    }
