"""Rational numbers from their residues modulo many primes: Chinese remainders and rational reconstruction."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

#: More primes until the next attempt to find rational numbers: this part of those so far.
_MORE = 0.25


class Lifting:
    """Rational numbers in groups, each with one denominator, from residues.

    modulus: the product of the primes so far. taken: how many they are.
    first: the number of primes after which rational numbers are looked for first.

    >>> lifting = Lifting([2])
    >>> for p in (101, 103, 107):
    ...     lifting.take(p, [pow(3, -1, p), -2 * pow(3, -1, p)])
    >>> lifting.rationals()
    [([1, -2], 3)]
    """

    def __init__(self, groups: Sequence[int], first: int = 2) -> None:
        self.modulus = 1
        self.taken = 0
        self._attempt = first
        self._groups = groups
        self._values = [0] * sum(groups)
        self._denominators = [1] * len(groups)

    def take(self, p: int, residues: Sequence[int]) -> None:
        """Residues modulo a further prime."""
        inverse = pow(self.modulus, -1, p)
        old = self.modulus
        self._values = [v + old * ((r - v) * inverse % p) for v, r in zip(self._values, residues, strict=True)]
        self.modulus = old * p
        self.taken += 1

    def set(self, modulus: int, values: Sequence[int]) -> None:
        """All residues modulo one number; they replace the residues so far.

        >>> lifting = Lifting([1])
        >>> lifting.set(101**2, [pow(3, -1, 101**2)])
        >>> lifting.rationals()
        [([1], 3)]
        """
        self.modulus, self._values = modulus, [*values]

    def is_due(self) -> bool:
        """Whether there are enough further primes since the last attempt to find the numbers, which this one is.

        >>> lifting = Lifting([1])
        >>> lifting.is_due()
        False
        """
        if self.taken < self._attempt:
            return False
        self._attempt = self.taken + max(1, int(self.taken * _MORE))
        return True

    def rationals(self) -> list[tuple[list[int], int]] | None:
        """The numerators of each group, and its denominator; None where more primes are needed.

        They are a guess until they were checked.
        """
        found, start = [], 0
        for number, size in enumerate(self._groups):
            denominator, values = self._denominators[number], self._values[start : start + size]
            start += size
            # The last numbers tend to be the largest.
            for value in reversed(values):
                part = self._denominator(value * denominator % self.modulus)
                if part is None:
                    return None
                denominator *= part
            numerators = [self._balanced(value * denominator) for value in values]
            if max((abs(n) for n in numerators), default=0) * denominator * 2 >= self.modulus:
                return None
            self._denominators[number] = denominator
            found.append((numerators, denominator))
        return found

    def _balanced(self, value: int) -> int:
        value %= self.modulus
        return value - self.modulus if 2 * value > self.modulus else value

    def _denominator(self, value: int) -> int | None:
        """The denominator of the small fraction that a residue is; None where there is none."""
        most = isqrt(self.modulus // 2)
        if min(value, self.modulus - value) <= most:
            return 1
        before, now, factor_before, factor = self.modulus, value, 0, 1
        while now > most:
            quotient = before // now
            before, now = now, before - quotient * now
            factor_before, factor = factor, factor_before - quotient * factor
        return abs(factor) if abs(factor) <= most else None
