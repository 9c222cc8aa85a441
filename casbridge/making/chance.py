"""Random choices that are the same for the same seed, on every run and with every version of Python.

Only the bits of `random.Random` are used, which follow from the seed alone; what is made of them is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

from casbridge.errors import InputError

Item = TypeVar("Item")

#: Takes weights, not all zero, and says which one is chosen: by chance, or by a test that goes through all of them.
Choose = Callable[[Sequence[int]], int]

LARGEST_SEED = 2**63 - 1
#: Where no seed is given, one below this is chosen: short enough to be written down.
LARGEST_DEFAULT_SEED = 10**9


class Chance:
    """A stream of choices. Each seed and number has a stream of its own, so that the hundredth puzzle of a data set can
    be made without the ones before.

    >>> Chance(7, 1).below(1000), Chance(7, 1).below(1000), Chance(7, 2).below(1000)
    (920, 920, 959)
    """

    def __init__(self, seed: int, number: int = 1) -> None:
        if not 0 <= seed <= LARGEST_SEED:
            raise InputError(f"the seed {seed}", expected=f"0 to {LARGEST_SEED}")
        self._bits = Random(f"casbridge {seed} {number}").getrandbits

    def below(self, end: int) -> int:
        """A number from 0 to end − 1, each as likely as the others."""
        size = end.bit_length()
        while (found := self._bits(size)) >= end:
            pass
        return found

    def pick(self, items: Sequence[Item]) -> Item:
        """One of them, each as likely as the others."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """All of them in an order that is as likely as any other (Fisher and Yates).

        >>> sorted(Chance(1).shuffled(range(5)))
        [0, 1, 2, 3, 4]
        """
        order = list(items)
        for end in range(len(order), 1, -1):
            place = self.below(end)
            order[place], order[end - 1] = order[end - 1], order[place]
        return order

    def weighted(self, weights: Sequence[int]) -> int:
        """A place in the list, with probabilities that are exactly in proportion to the weights.

        >>> Chance(1).weighted([0, 10**30, 0])
        1
        """
        *sums, total = accumulate(weights)
        at = self.below(total)
        return sum(1 for end in sums if end <= at)
