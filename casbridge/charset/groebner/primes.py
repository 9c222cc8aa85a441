"""Primes for arithmetic that guesses an answer. Exact arithmetic, or a bound, then proves it."""

from __future__ import annotations

from collections.abc import Iterator

#: Primes below 2^31: a product of two residues fits into 64 bits.
PRIMES = (2_147_483_629, 2_147_483_587, 2_147_483_579, 2_147_483_563, 2_147_483_549)

_HALF, _WORD = 1 << 31, 1 << 62


class BadPrime(Exception):
    """A prime misled: modulo it something vanishes that is not 0."""


def primes_below(bound: int) -> Iterator[int]:
    """The primes below a bound, the greatest first.

    >>> primes = primes_below(12)
    >>> next(primes), next(primes), next(primes)
    (11, 7, 5)
    """
    from flint import fmpz

    for number in range(bound - 1, 1, -1):
        if fmpz(number).is_prime():
            yield number


def half_primes() -> Iterator[int]:
    """Primes below 2^31.

    >>> next(half_primes())
    2147483647
    """
    return primes_below(_HALF)


def word_primes() -> Iterator[int]:
    """Primes below 2^62.

    >>> next(word_primes())
    4611686018427387847
    """
    return primes_below(_WORD)
