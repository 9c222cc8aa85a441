"""Texts as a study keeps them: compressed. Reading one is bounded, since a store may come from others."""

from __future__ import annotations

import zlib
from codecs import getincrementaldecoder

from casbridge.errors import InputError

#: The most bytes of a text that is read.
LONGEST_TEXT = 1 << 28
# The bytes that `check_packed` unpacks at once. By zlib a text is at most 1032 times as long as what it is packed to.
_PIECE = 1 << 12


def packed(text: str) -> bytes:
    """A text, compressed.

    >>> unpacked(packed("x^2 - 1"))
    'x^2 - 1'
    """
    return zlib.compress(text.encode("utf-8", "surrogatepass"), 6)


def check_packed(data: bytes) -> None:
    """Raise InputError for bytes that are no packed text, and for a text that is too long. It takes little memory.

    >>> check_packed(packed("x^2 - 1"))
    >>> check_packed(b"no")
    Traceback (most recent call last):
    casbridge.errors.InputError: a text that cannot be unpacked; expected one that a study packed
    """
    reader, decoder = zlib.decompressobj(), getincrementaldecoder("utf-8")("surrogatepass")
    length = 0
    try:
        for start in range(0, len(data), _PIECE):
            piece = reader.decompress(data[start : start + _PIECE])
            length += len(piece)
            if length > LONGEST_TEXT:
                raise ValueError
            decoder.decode(piece)
        if not reader.eof:
            raise ValueError
        decoder.decode(b"", True)
    except (zlib.error, ValueError):
        raise _refused() from None


def unpacked(data: bytes) -> str:
    """The text that was packed. Raises InputError for other bytes, and for a text that is too long.

    >>> unpacked(b"no")
    Traceback (most recent call last):
    casbridge.errors.InputError: a text that cannot be unpacked; expected one that a study packed
    """
    if len(data) > _PIECE:  # memory is taken only for a text that is not too long
        check_packed(data)
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(data, LONGEST_TEXT)
        if not reader.eof:
            raise ValueError
        return content.decode("utf-8", "surrogatepass")
    except (zlib.error, ValueError):
        raise _refused() from None


def _refused() -> InputError:
    return InputError("a text that cannot be unpacked", expected="one that a study packed")
