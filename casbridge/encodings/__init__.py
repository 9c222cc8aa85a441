"""Puzzles as polynomial systems, zeros as grids, and the audit of an encoding."""

from casbridge.encodings.encode import EncodedPuzzle, encode
from casbridge.encodings.names import Encoding

__all__ = ["EncodedPuzzle", "Encoding", "encode"]
