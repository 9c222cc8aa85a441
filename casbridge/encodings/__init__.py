"""Puzzles as polynomial systems, zeros as grids, and the audit of an encoding."""

from casbridge.encodings.audit import Audit, Scope, audit, audit_sum_product, parse_digits
from casbridge.encodings.decode import decode
from casbridge.encodings.digit_values import default_values
from casbridge.encodings.encode import EncodedPuzzle, encode
from casbridge.encodings.names import Encoding
from casbridge.encodings.search import search_values

__all__ = [
    "Audit",
    "EncodedPuzzle",
    "Encoding",
    "Scope",
    "audit",
    "audit_sum_product",
    "decode",
    "default_values",
    "encode",
    "parse_digits",
    "search_values",
]
