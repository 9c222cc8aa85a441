"""The lines of a certificate, read one by one. Nothing in them is run; each must be one that casbridge writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import NoReturn

from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import InputError
from casbridge.scripts.rendering import clean

#: What a certificate should be, for messages.
EXPECTED = "what `casbridge charseries --certificate FILE` or `casbridge explain --proof FILE` writes"

_DIGEST = re.compile(r"// Digest of the system: ([0-9a-f]{64})\.")
_COMMENT = re.compile(r"//(?: (.*))?")


@dataclass(frozen=True)
class ReadCertificate:
    """A certificate as data.

    system: the system in it. digest: the digest of that system, computed from the data.
    script: the checks, written anew from the data.

    >>> from casbridge.algebra import Ring
    >>> ReadCertificate(PolynomialSystem(Ring.of("x"), ()), 64 * "0", "quit;").script
    'quit;'
    """

    system: PolynomialSystem
    digest: str
    script: str


class CertificateText:
    """The lines of a certificate, each taken once and in order. Line numbers begin with 1.

    Raises InputError for characters that casbridge does not write.

    >>> text = CertificateText("// A title.\\nring r = 0;\\n")
    >>> text.next_match(r"ring r = ([0-9]+);", "a ring").group(1), text.line_number
    ('0', 2)
    >>> CertificateText("a\\rb")
    Traceback (most recent call last):
    casbridge.errors.InputError: line 1: a character that casbridge does not write: '\\r'
    """

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.line_number = 0
        for number, line in enumerate(self.lines, 1):
            if not line.isprintable():
                strange = next(character for character in line if not character.isprintable())
                raise InputError(f"a character that casbridge does not write: {strange!r}", line=number)

    def next_match(self, pattern: str, expected: str) -> re.Match[str]:
        """The next line that matches the pattern in full; InputError where there is none."""
        for number in range(self.line_number, len(self.lines)):
            found = re.fullmatch(pattern, self.lines[number], re.ASCII)
            if found is not None:
                self.line_number = number + 1
                return found
        raise InputError(f"no line with {expected}", line=len(self.lines), expected=EXPECTED)

    def following(self, pattern: str) -> re.Match[str] | None:
        """The line right after the last one, if it matches the pattern in full; then it is taken."""
        if self.line_number < len(self.lines):
            found = re.fullmatch(pattern, self.lines[self.line_number])
            if found is not None:
                self.line_number += 1
                return found
        return None

    def header(self) -> tuple[list[str], str]:
        """The comments at the head, without their slashes, and the digest that they name."""
        header: list[str] = []
        for number, line in enumerate(self.lines, 1):
            digest = _DIGEST.fullmatch(line)
            if digest is not None:
                self.line_number = number
                return header, digest.group(1)
            comment = _COMMENT.fullmatch(line)
            if comment is None:
                raise InputError(f"{line!r} before the digest of the system", line=number, expected="a comment")
            said = comment.group(1) or ""
            if clean(said) != said.strip():
                raise InputError(f"{line!r} in a comment", line=number, expected="what casbridge writes there")
            header.append(said)
        raise AssertionError("the caller has seen a digest")

    def check_comment(self, said: str) -> None:
        """InputError unless casbridge could write these words in a comment of the line that was taken last."""
        if clean(said) != said:
            self.fail(f"{said!r} in a comment", "what casbridge writes there")

    def fail(self, found: str, expected: str) -> NoReturn:
        """InputError at the line that was taken last."""
        raise InputError(found, line=self.line_number, expected=expected)

    def check_digest(self, computed: str, named: str) -> None:
        """InputError where the certificate names another digest of the system than the one computed from the data."""
        if computed != named:
            self.line_number = next(n for n, line in enumerate(self.lines, 1) if _DIGEST.fullmatch(line))
            self.fail(f"{named[:12]}… as the digest of the system", f"{computed[:12]}…, that of the equations below")

    def is_printed_as(self, expected: str) -> None:
        """InputError at the first line that is another one in `expected`, which our printer gave for the data."""
        for number, (line, ours) in enumerate(zip_longest(self.lines, expected.split("\n")), 1):
            if line != ours:
                found = "the end" if line is None else repr(line)
                wanted = "the end" if ours is None else repr(ours)
                raise InputError(f"{found} in a certificate", line=number, expected=f"{wanted}, as casbridge writes it")


#: Reads a certificate of one kind; None where the text is of another kind.
Reading = Callable[[CertificateText], ReadCertificate | None]
