"""Random choices: the same for the same seed, in every run and with every version of Python.

Only the bits of `random.Random` are used. They follow from the seed alone; all else is computed here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from random import Random
from secrets import randbelow
from typing import TypeVar

from casbridge.errors import InputError

Item = TypeVar("Item")

#: From weights, not all zero, the place of the chosen one: by chance, or by a test that goes through all of them.
Choose = Callable[[Sequence[int]], int]

#: Seeds go from 0 to this.
LARGEST_SEED = 2**63 - 1
# A seed by chance is below this: short enough to write down.
_CHOSEN_SEEDS = 10**9


def new_seed() -> int:
    """A seed by chance, for a user who gives none.

    >>> 0 <= new_seed() < 10**9
    True
    """
    return randbelow(_CHOSEN_SEEDS)


class Chance:
    """A stream of random choices.

    seed, number: each pair has its own stream, so puzzle 100 of a data set can be made without the first 99.

    >>> Chance(7, 1).below(1000), Chance(7, 1).below(1000), Chance(7, 2).below(1000)
    (920, 920, 959)
    """

    def __init__(self, seed: int, number: int = 1) -> None:
        if not 0 <= seed <= LARGEST_SEED:
            raise InputError(f"the seed {seed}", expected=f"0 to {LARGEST_SEED}")
        self._bits = Random(f"casbridge {seed} {number}").getrandbits

    def below(self, end: int) -> int:
        """A number from 0 to end − 1, all equally likely."""
        size = end.bit_length()
        while (found := self._bits(size)) >= end:
            pass
        return found

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in a random order, all orders equally likely (Fisher and Yates).

        >>> sorted(Chance(1).shuffled(range(5)))
        [0, 1, 2, 3, 4]
        """
        order = list(items)
        for end in range(len(order), 1, -1):
            place = self.below(end)
            order[place], order[end - 1] = order[end - 1], order[place]
        return order

    def weighted(self, weights: Sequence[int]) -> int:
        """A place in the list, with probability exactly in proportion to its weight.

        >>> Chance(1).weighted([0, 10**30, 0])
        1
        """
        *sums, total = accumulate(weights)
        return bisect_right(sums, self.below(total))
