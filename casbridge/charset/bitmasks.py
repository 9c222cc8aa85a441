"""Sets of small numbers as integers: bit i of a mask stands for the number i."""

from __future__ import annotations

from functools import lru_cache

_WIDE = 1_024


def bits_of(mask: int) -> list[int]:
    """The positions of the ones, ascending.

    >>> bits_of(0b1010)
    [1, 3]
    """
    if mask.bit_length() > _WIDE:
        return [position for position, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"]
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@lru_cache(maxsize=1 << 12)
def few_bits_of(mask: int) -> tuple[int, ...]:
    """`bits_of`, remembered: for masks of digits, which come again and again.

    >>> few_bits_of(0b1010)
    (1, 3)
    """
    return tuple(bits_of(mask))
