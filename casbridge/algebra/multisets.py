"""Multisets of given values with the same size, sum and product as the values themselves: an exact search.

The values are dealt into two halves. For each half a table says which (size, sum, product) its multisets reach. Two
entries that complete each other are a solution. A table grows value by value and keeps every stage, so that the
multisets behind an entry can be read back. Over QQ an entry is dropped as soon as its product does not divide the whole
product, or its sum cannot be completed. Over GF(p) there are at most n·p² entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from math import prod
from typing import NamedTuple

from casbridge.algebra.fields import QQ, Field
from casbridge.errors import UnsupportedError
from casbridge.limits import NEVER, Deadline

#: Table entries that a search may hold: about 600 MB.
LARGEST_TABLE = 4_000_000
#: The largest absolute value.
LARGEST_VALUE = 2**31

_UNFINISHED = "the search for multisets with the same sum and product did not end"

#: (size, sum, product) of a multiset.
State = tuple[int, int, int]


class _Dealt(NamedTuple):
    """A value in one half of the search.

    factor: what it contributes to the product.
    least: how often it must occur at least.
    last_of: the primes of the whole product that no later value and no value of the other half contributes.
    """

    value: int
    factor: int
    least: int
    last_of: tuple[int, ...]


class _Half(NamedTuple):
    """Half of the values. stages[i]: the states that multisets of the first i of them reach, in how many ways."""

    dealt: list[_Dealt]
    stages: list[dict[State, int]]


class EqualMultisets:
    """All multisets of the values that have their size, their sum and their product; the values are one of them.

    values: integers, different in the field. If 0 is one, the multisets contain 0 and have the right sum.
    field: over GF(p) sums and products are taken modulo p.
    budget: the most entries of the tables. Raises UnsupportedError beyond, and LimitError at the deadline.

    >>> for multiset in EqualMultisets(range(1, 10)):
    ...     print(*multiset)
    1 2 3 4 5 6 7 8 9
    1 2 4 4 4 5 7 9 9
    >>> EqualMultisets((1, 2, 3, 4, 5, 6, 7, -1, -2)).count()
    1
    """

    def __init__(
        self, values: Sequence[int], field: Field = QQ, *, budget: int = LARGEST_TABLE, deadline: Deadline = NEVER
    ) -> None:
        p = self._p = field.characteristic
        if max(map(abs, values), default=0) > LARGEST_VALUE:
            raise UnsupportedError(f"the search for multisets knows values up to {LARGEST_VALUE} in size")
        self._budget, self._deadline = budget, deadline
        ordered = sorted(values, key=lambda value: (abs(value), value), reverse=True)
        zeros = [value for value in ordered if field.element(value) == 0]
        primes = {value: [] if p or zeros else prime_factors(value) for value in ordered}
        # Values that share a large prime stand together: after the last of them the table is small again.
        ordered.sort(key=lambda value: max(primes[value], default=1), reverse=True)
        total, product = field.element(sum(ordered)), field.element(1 if zeros else prod(ordered))
        self._whole = (len(ordered), int(total), int(product))
        self._smallest, self._largest = min(ordered, default=0), max(ordered, default=0)
        # Values with large primes have few states, so their half takes more of the values.
        middle = len(ordered) // 2 if p or zeros else len(ordered) * 3 // 4
        halves = ordered[:middle], ordered[middle:]
        shared = set[int].intersection(*({prime for value in half for prime in primes[value]} for half in halves))
        last = {prime: value for value in ordered for prime in primes[value] if prime not in shared}
        closed = {value: tuple(prime for prime in primes[value] if last.get(prime) == value) for value in ordered}
        self._first, self._second = (
            self._half([_Dealt(v, 1 if zeros else v, int(v in zeros), closed[v]) for v in half]) for half in halves
        )

    def _half(self, dealt: list[_Dealt]) -> _Half:
        left = self._budget
        stages: list[dict[State, int]] = [{(0, 0, 1): 1}]
        too_large = UnsupportedError(
            "the search for multisets with the same sum and product needs too large tables here, with more "
            f"than {left} entries: fewer values need less, and so does QQ or a smaller prime"
        )
        for place, one in enumerate(dealt):
            left -= len(stages[-1])
            # Until the next value that is the last with some prime, no table is smaller than the one before.
            growing = sum(1 for _ in takewhile(lambda later: not later.last_of and not later.least, dealt[place:]))
            if len(stages[-1]) * growing > left:
                raise too_large
            table: dict[State, int] = {}
            for state, ways in self._deadline.over(stages[-1].items(), _UNFINISHED):
                for reached in self._grown(state, one):
                    table[reached] = table.get(reached, 0) + ways
                if len(table) > left:
                    raise too_large
            stages.append(table)
        return _Half(dealt, stages)

    def _grown(self, state: State, dealt: _Dealt) -> Iterator[State]:
        """What a state becomes with 0, 1, 2, … of a value; over QQ only the states that can be completed."""
        whole_size, whole_total, whole_product = self._whole
        smallest, largest, p = self._smallest, self._largest, self._p
        value, factor, least, last_of = dealt
        size, total, product = state[0] + least, state[1] + least * value, state[2] * factor**least
        if p:
            for more in range(whole_size - size + 1):
                yield size + more, (total + more * value) % p, product % p
                product = product * factor % p
            return
        missing = whole_product // product
        while size <= whole_size:
            left = whole_size - size
            if left * smallest <= whole_total - total <= left * largest:
                for prime in last_of:
                    if not missing % prime:
                        break
                else:
                    yield size, total, product
            missing, remainder = divmod(missing, factor)
            if remainder:
                return
            size, total, product = size + 1, total + value, product * factor

    def _multisets(self, half: _Half, state: State, stage: int) -> Iterator[tuple[int, ...]]:
        """The multisets that reach a state of a stage's table."""
        if stage == 0:
            yield ()
            return
        p, (value, factor, least, _) = self._p, half.dealt[stage - 1]
        for times in range(least, state[0] + 1):
            size, total, product = state[0] - times, state[1] - times * value, state[2]
            if not p and product % factor**times:
                break
            product = product * pow(factor, -times, p) % p if p else product // factor**times
            before = (size, total % p if p else total, product)
            if before in half.stages[stage - 1]:
                for multiset in self._multisets(half, before, stage - 1):
                    yield (*multiset, *(value,) * times)

    def _pairs(self) -> Iterator[tuple[State, State]]:
        """The states of the first half, and those of the second that complete them to the whole."""
        p, second = self._p, self._second.stages[-1]
        for state in self._deadline.over(self._first.stages[-1], _UNFINISHED):
            size, total, product = self._whole[0] - state[0], self._whole[1] - state[1], self._whole[2]
            rest = (size, total % p, product * pow(state[2], -1, p) % p) if p else (size, total, product // state[2])
            if rest in second:
                yield state, rest

    def count(self) -> int:
        """How many there are, without listing them."""
        first, second = self._first.stages[-1], self._second.stages[-1]
        return sum(first[state] * second[rest] for state, rest in self._pairs())

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Each multiset once, ascending within itself."""
        for state, rest in self._pairs():
            completions = list(self._multisets(self._second, rest, len(self._second.dealt)))
            for multiset in self._multisets(self._first, state, len(self._first.dealt)):
                for completion in completions:
                    yield tuple(sorted(multiset + completion))


def prime_factors(number: int) -> list[int]:
    """The primes that divide a number other than zero, ascending.

    >>> prime_factors(-360)
    [2, 3, 5]
    """
    primes = []
    rest, divisor = abs(number), 2
    while rest > 1:
        divisor = divisor if divisor * divisor <= rest else rest
        if rest % divisor == 0:
            primes.append(divisor)
            while rest % divisor == 0:
                rest //= divisor
        divisor += 1
    return primes
