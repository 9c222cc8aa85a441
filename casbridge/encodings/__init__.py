"""Puzzles as polynomial systems, zeros as grids, and the audit of an encoding.

    Puzzle ──encode──▶ EncodedPuzzle: PolynomialSystem, values of the digits
    Answer ──decode──▶ Solutions
    encoding, digits ──audit──▶ Audit: what the equations of a unit allow besides permutations

Read `encoding` (the four encodings), then `frames` and `patterns` (how their equations are made). For sums and
products: `digit_values`, `value_search`, `auditing`.
"""

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.encodings.auditing import (
        Audit as Audit,
        Scope as Scope,
        audit as audit,
        audit_sum_product as audit_sum_product,
        parse_digits as parse_digits,
    )
    from casbridge.encodings.digit_values import default_values as default_values
    from casbridge.encodings.encoding import EncodedPuzzle as EncodedPuzzle, decode as decode, encode as encode
    from casbridge.encodings.names import Encoding as Encoding
    from casbridge.encodings.value_search import search_values as search_values

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "auditing": "Audit Scope audit audit_sum_product parse_digits",
        "digit_values": "default_values",
        "encoding": "EncodedPuzzle decode encode",
        "names": "Encoding",
        "value_search": "search_values",
    },
)

__all__ = [*_HOMES]
