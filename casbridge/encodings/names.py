"""The names of the encodings."""

from __future__ import annotations

from enum import StrEnum

from casbridge.errors import UsageError, printable


class Encoding(StrEnum):
    """How a puzzle is said in polynomials; `casbridge.encodings.encoding` has the definitions."""

    COLOURING = "colouring"
    SUM_PRODUCT = "sum-product"
    SYMMETRIC = "symmetric"
    INDICATORS = "indicators"

    @staticmethod
    def from_name(name: str) -> Encoding:
        """The encoding that a user names; UsageError with the list of names for any other.

        >>> Encoding.from_name("sum-product")
        <Encoding.SUM_PRODUCT: 'sum-product'>
        """
        try:
            return Encoding(name)
        except ValueError:
            raise UsageError(
                f"encoding {printable(repr(name), 60)}", expected=f"one of {', '.join(Encoding)}"
            ) from None
