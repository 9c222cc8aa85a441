"""Multisets of given values with the same size, sum and product as the values themselves: an exact search.

The values are dealt into two halves. For each half a table says which (size, sum, product) its multisets reach. Two
entries that complete each other are a solution. A table grows value by value and keeps every stage, so that the
multisets behind an entry can be read back. Over QQ an entry is dropped as soon as its product does not divide the whole
product, or its sum cannot be completed. Over GF(p) there are at most n·p² entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import prod

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


@dataclass(frozen=True, slots=True)
class _Dealt:
    """A value in one half of the search.

    factor: what it contributes to the product.
    least: how often it must occur at least.
    last_of: the primes of the whole product that no later value and no value of the other half contributes.
    """

    value: int
    factor: int
    least: int
    last_of: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Whole:
    """The state that multisets must reach (modulo p unless p is 0), and the smallest and the largest value."""

    state: State
    smallest: int
    largest: int
    p: int

    def grown(self, state: State, dealt: _Dealt) -> Iterator[State]:
        """What a state becomes with 0, 1, 2, … of a value; over QQ only the states that can be completed."""
        whole_size, whole_total, whole_product = self.state
        smallest, largest, p = self.smallest, self.largest, self.p
        size, total = state[0] + dealt.least, state[1] + dealt.least * dealt.value
        product = state[2] * dealt.factor**dealt.least
        if p:
            for more in range(whole_size - size + 1):
                yield size + more, (total + more * dealt.value) % p, product % p
                product = product * dealt.factor % p
            return
        missing = whole_product // product
        while size <= whole_size:
            left = whole_size - size
            if left * smallest <= whole_total - total <= left * largest:
                for prime in dealt.last_of:
                    if not missing % prime:
                        break
                else:
                    yield size, total, product
            missing, remainder = divmod(missing, dealt.factor)
            if remainder:
                return
            size, total, product = size + 1, total + dealt.value, product * dealt.factor

    def shrunk(self, state: State, dealt: _Dealt, times: int) -> State | None:
        """The state before a value was added `times` times, or None where the product is not so divisible."""
        size, total, product = state[0] - times, state[1] - times * dealt.value, state[2]
        if self.p:
            return size, total % self.p, product * pow(dealt.factor, -times, self.p) % self.p
        quotient, remainder = divmod(product, dealt.factor**times)
        return None if remainder else (size, total, quotient)

    def rest(self, state: State) -> State:
        """The state that completes this one to the whole."""
        size, total, product = self.state[0] - state[0], self.state[1] - state[1], self.state[2]
        if self.p:
            return size, total % self.p, product * pow(state[2], -1, self.p) % self.p
        return size, total, product // state[2]


class _Half:
    """One half of the values. stages[i]: the states that multisets of the first i values reach, in how many ways."""

    def __init__(self, whole: _Whole, dealt: Sequence[_Dealt], budget: int, deadline: Deadline) -> None:
        self.whole = whole
        self.dealt = dealt
        self.table: dict[State, int] = {(0, 0, 1): 1}
        self.stages = [self.table]
        left = budget
        too_large = UnsupportedError(
            "the search for multisets with the same sum and product needs too large tables here, with more "
            f"than {budget} entries: fewer values need less, and so does QQ or a smaller prime"
        )
        for place, one in enumerate(dealt):
            left -= len(self.table)
            # Until the next value that is the last with some prime, no table is smaller than the one before.
            growing = sum(1 for _ in takewhile(lambda later: not later.last_of and not later.least, dealt[place:]))
            if len(self.table) * growing > left:
                raise too_large
            table: dict[State, int] = {}
            for state, ways in deadline.over(self.table.items(), _UNFINISHED):
                for reached in whole.grown(state, one):
                    table[reached] = table.get(reached, 0) + ways
                if len(table) > left:
                    raise too_large
            self.table = table
            self.stages.append(table)

    def multisets(self, state: State, stage: int) -> Iterator[tuple[int, ...]]:
        """The multisets that reach a state of a stage's table."""
        if stage == 0:
            yield ()
            return
        dealt = self.dealt[stage - 1]
        for times in range(dealt.least, state[0] + 1):
            before = self.whole.shrunk(state, dealt, times)
            if before is None:
                break
            if before in self.stages[stage - 1]:
                for multiset in self.multisets(before, stage - 1):
                    yield (*multiset, *(dealt.value,) * times)


def _closing(half: list[_Dealt], other: list[_Dealt], primes: Mapping[int, list[int]]) -> list[_Dealt]:
    """The half, each value with the primes that it is the last to contribute."""
    elsewhere = {prime for dealt in other for prime in primes[dealt.value]}
    last = {prime: dealt.value for dealt in half for prime in primes[dealt.value] if prime not in elsewhere}
    return [
        replace(dealt, last_of=tuple(prime for prime, value in last.items() if value == dealt.value)) for dealt in half
    ]


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
        p = field.characteristic
        if max(map(abs, values), default=0) > LARGEST_VALUE:
            raise UnsupportedError(f"the search for multisets knows values up to {LARGEST_VALUE} in size")
        ordered = sorted(values, key=lambda value: (abs(value), value), reverse=True)
        zero = any(field.element(value) == 0 for value in ordered)
        primes = {value: [] if p or zero else prime_factors(value) for value in ordered}
        self._deadline = deadline
        # Values that share a large prime stand together: after the last of them the table is small again.
        ordered.sort(key=lambda value: max(primes[value], default=1), reverse=True)
        dealt = [_Dealt(value, 1 if zero else value, int(field.element(value) == 0)) for value in ordered]
        total, product = field.element(sum(ordered)), field.element(1 if zero else prod(ordered))
        state = (len(ordered), int(total), int(product))
        self._whole = _Whole(state, min(ordered, default=0), max(ordered, default=0), p)
        # Values with large primes have few states, so their half takes more of the values.
        middle = len(dealt) // 2 if p or zero else len(dealt) * 3 // 4
        halves = [(dealt[:middle], dealt[middle:]), (dealt[middle:], dealt[:middle])]
        self._first, self._second = (
            _Half(self._whole, _closing(half, other, primes), budget, deadline) for half, other in halves
        )

    def _pairs(self) -> Iterator[tuple[State, State]]:
        for state in self._deadline.over(self._first.table, _UNFINISHED):
            rest = self._whole.rest(state)
            if rest in self._second.table:
                yield state, rest

    def count(self) -> int:
        """How many there are, without listing them."""
        return sum(self._first.table[state] * self._second.table[rest] for state, rest in self._pairs())

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Each multiset once, ascending within itself."""
        first, second = self._first, self._second
        for state, rest in self._pairs():
            completions = list(second.multisets(rest, len(second.dealt)))
            for multiset in first.multisets(state, len(first.dealt)):
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
