"""Texts as a study keeps them: compressed. Reading one is bounded, since a store may come from others."""

from __future__ import annotations

import zlib

from casbridge.errors import InputError

#: The most characters of a text that is read.
LONGEST_TEXT = 1 << 30


def packed(text: str) -> bytes:
    """A text, compressed.

    >>> unpacked(packed("x^2 - 1"))
    'x^2 - 1'
    """
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def unpacked(data: bytes) -> str:
    """The text that was packed. Raises InputError for other bytes, and for a text that is too long.

    >>> unpacked(b"no")
    Traceback (most recent call last):
    casbridge.errors.InputError: a text that cannot be unpacked; expected one that a study packed
    """
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(data, LONGEST_TEXT)
        if not reader.eof:
            raise ValueError
        return content.decode("utf-8", "surrogatepass")
    except (zlib.error, ValueError):
        raise InputError("a text that cannot be unpacked", expected="one that a study packed") from None
