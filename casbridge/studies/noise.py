"""Whether times changed: beyond the noise of the repeats, by more than a ratio, and by more than a moment.

Times of a job in its repeats scatter. A change counts only if all of these hold:

1. The medians differ by the factor `RATIO` or more.
2. The medians differ by `FLOOR` seconds or more.
3. The later times are larger (or smaller) than the earlier ones as a whole: by the one-sided test of Mann and Whitney
   the probability is at most `CHANCE` that times of one distribution lie so. Equal times count against the change.

With 3 repeats on each side the smallest probability is 1/20: every later time is larger than each earlier one. With
fewer repeats no probability is so small: then the noise is not known, and the medians must differ by the factor
`WIDE_RATIO` and by `WIDE_FLOOR` seconds. The start of a process alone may take some tenths of a second. If times
scatter by more than `RATIO`, up to 5 of 100 jobs with unchanged times may seem slower, and up to 5 faster.

Source: H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than
the other", Annals of Mathematical Statistics 18 (1947), 50-60.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, erfc, sqrt
from statistics import median
from typing import NamedTuple

#: The least ratio of two medians that is a change.
RATIO = 1.2
#: The least ratio of two medians that is a change where there are too few repeats to know the noise.
WIDE_RATIO = 2.0
#: The least difference of two medians that is a change, in seconds.
FLOOR = 0.05
#: The same where there are too few repeats to know the noise.
WIDE_FLOOR = 1.0
#: The largest probability that times of one distribution lie as those of a change.
CHANCE = 0.05

_MOST_EXACT = 10_000  # pairs of times


class ChangeOfTimes(NamedTuple):
    """How the times of a job changed.

    kind: "slower", "faster", or "" where nothing is known to have changed.
    before, after: the medians in seconds.
    chance: the probability that times of one distribution lie so; None where there are too few repeats.

    >>> change_of_times([1.0, 1.1, 1.2], [2.0, 2.1, 2.2]).text
    '1.1 s → 2.1 s (1.91 times, p = 0.05)'
    """

    kind: str
    before: float
    after: float
    chance: float | None

    @property
    def ratio(self) -> float:
        """The later median by the earlier one."""
        return self.after / self.before if self.before > 0 else float("inf" if self.after > 0 else 1)

    @property
    def noise(self) -> str:
        """What is known of the noise, in words."""
        return "too few repeats to know the noise" if self.chance is None else f"p = {self.chance:.2g}"

    @property
    def text(self) -> str:
        """The medians, their ratio, and what is known of the noise, in words."""
        return f"{self.before:.3g} s → {self.after:.3g} s ({self.ratio:.3g} times, {self.noise})"


def change_of_times(before: Sequence[float], after: Sequence[float], *, ratio: float = RATIO) -> ChangeOfTimes:
    """Whether the times of a job changed. This module's docstring has the definition.

    before, after: seconds, one for each repeat; at least one on each side.
    ratio: the least ratio of the medians that is a change. Where the noise is not known it is `WIDE_RATIO` at least.

    >>> change_of_times([1.0, 1.1, 1.2], [1.15, 2.1, 2.2]).kind  # they overlap
    ''
    >>> change_of_times([2.0], [3.9]).kind, change_of_times([2.0], [4.1]).kind
    ('', 'slower')
    >>> change_of_times([0.002, 0.002, 0.002], [0.004, 0.004, 0.004]).kind  # a moment
    ''
    """
    first, second = median(before), median(after)
    known = 1 / comb(len(before) + len(after), len(before)) <= CHANCE
    rises = second > first
    low, high = (first, second) if rises else (second, first)
    probability = (larger_by_chance(before, after) if rises else larger_by_chance(after, before)) if known else None
    enough, least = (ratio, FLOOR) if known else (max(ratio, WIDE_RATIO), WIDE_FLOOR)
    changed = high >= enough * low and high - low >= least and (probability is None or probability <= CHANCE)
    return ChangeOfTimes(("slower" if rises else "faster") if changed else "", first, second, probability)


def larger_by_chance(smaller: Sequence[float], larger: Sequence[float]) -> float:
    """The probability that the second numbers are at least so much larger, if all are of one distribution.

    It is that of U, the number of pairs in which the second number is larger, to be what it is or more. It is exact for
    up to 10,000 pairs, and by the normal distribution for more.

    >>> larger_by_chance([1, 2, 3], [4, 5, 6]), larger_by_chance([1, 2, 4], [3, 5, 6])
    (0.05, 0.1)
    """
    n, m = len(smaller), len(larger)
    above = sum(b > a for a in smaller for b in larger)
    if n * m > _MOST_EXACT:
        return erfc((above - 0.5 - n * m / 2) / sqrt(n * m * (n + m + 1) / 12) / sqrt(2)) / 2
    counts = _arrangements(min(n, m), max(n, m))
    return sum(counts[above:]) / comb(n + m, n)


@lru_cache(64)
def _arrangements(n: int, m: int) -> tuple[int, ...]:
    """For each U from 0 to n·m: in how many arrangements of n and m numbers U pairs are in order.

    They are the coefficients of the Gaussian binomial ∏ (1 − q^(m+i)) / (1 − q^i), i = 1 … n.
    """
    counts = [1] + [0] * (n * m)
    for i in range(1, n + 1):
        for u in range(n * m, m + i - 1, -1):
            counts[u] -= counts[u - m - i]
        for u in range(i, n * m + 1):
            counts[u] += counts[u - i]
    return tuple(counts)
