"""Values of digits for which the sum and the product of a unit are enough.

An *exchange* replaces some values of a set by as many others of the set with the same sum and the same product, such as
3, 6, 8 by 4, 4, 9. Values are enough exactly if they admit no exchange. A set admits the exchanges of its subsets, so
the search grows sets without exchanges. It remembers the values of each exchange, and refuses every set that contains
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from casbridge.algebra import QQ, Field, next_prime
from casbridge.algebra.multisets import EqualMultisets
from casbridge.errors import InputError, UnsupportedError
from casbridge.limits import NEVER, Deadline

_LARGEST_SEARCH = 25
#: Sets of values that a search may look into.
LARGEST_EFFORT = 8_000
# Exchanges to remember of a set that has many.
_LEARNED_AT_ONCE = 500


def search_values(
    digits: int, field: Field = QQ, *, effort: int = LARGEST_EFFORT, deadline: Deadline = NEVER
) -> Iterator[tuple[int, ...]]:
    """Values of the digits 1 … n for which sum and product are enough over the digits, smallest change first.

    A change is smaller if fewer digits get another value than their own, then if the largest new value is smaller in
    size. Zero is never a value. Over QQ there always are such values: 1 and primes, by unique factorisation. Over GF(p)
    new values are residues nearest to zero; where p is small there may be none.

    effort: the most sets of values that are looked into; UnsupportedError beyond.
    deadline: LimitError after it.
    Raises InputError for fewer than 1 or more than 25 digits.

    >>> next(search_values(4))
    (1, 2, 3, 4)
    >>> next(search_values(9))
    (1, 2, 3, 4, 5, 6, 7, 8, -1)
    """
    if not 1 <= digits <= _LARGEST_SEARCH:
        raise InputError(f"a search for values of {digits} digits", expected=f"1 to {_LARGEST_SEARCH}")
    return _ValueSearch(digits, field, effort, deadline).found()


class _ValueSearch:
    """The search. It keeps sets of values as integers, with a bit for each value."""

    def __init__(self, digits: int, field: Field, effort: int, deadline: Deadline) -> None:
        self._digits = range(1, digits + 1)
        self._field = field
        self._effort = effort
        self._deadline = deadline
        self._bit: dict[int, int] = {}
        #: The values of known exchanges, and for the sets that were looked into whether they have none.
        self._needed: list[int] = []
        self._known: dict[int, bool] = {}

    def found(self) -> Iterator[tuple[int, ...]]:
        """The values, smallest change first."""
        own = {self._field.element(digit) for digit in self._digits}
        for changes in range(len(self._digits) + 1):
            # The digits without some of them, the largest ones first; for each the values that may join it.
            without = combinations(reversed(self._digits), changes)
            kept_digits = (tuple(digit for digit in self._digits if digit not in removed) for removed in without)
            room = {kept: list[int]() for kept in kept_digits if self._has_no_exchange(kept)}
            if not changes:
                yield from room
                continue
            for size in range(1, self._largest_size() + 1):
                for kept, candidates in room.items():
                    for new in (-size, size):
                        if self._field.element(new) not in own and self._has_no_exchange((*kept, new)):
                            for chosen in self._choices((*kept, new), candidates, changes - 1):
                                values = iter((*chosen, new))
                                yield tuple(digit if digit in kept else next(values) for digit in self._digits)
                            candidates.append(new)

    def _largest_size(self) -> int:
        """Over QQ the n-th prime: 1 and the primes below it are enough."""
        if self._field.characteristic:
            return self._field.characteristic // 2
        prime = 1
        for _ in self._digits:
            prime = next_prime(prime)
        return prime

    def _choices(self, values: tuple[int, ...], candidates: list[int], wanted: int) -> Iterator[tuple[int, ...]]:
        """`wanted` of the candidates, in their order, that keep the set without exchanges."""
        if not wanted:
            yield ()
            return
        for position, candidate in enumerate(candidates):
            larger = (*values, candidate)
            if self._has_no_exchange(larger):
                for chosen in self._choices(larger, candidates[position + 1 :], wanted - 1):
                    yield (candidate, *chosen)

    def _has_no_exchange(self, values: Sequence[int]) -> bool:
        """Whether the values are different, not zero, and admit no exchange."""
        present = self._bits(values)
        if any(needed & present == needed for needed in self._needed):
            return False
        if present not in self._known:
            self._known[present] = self._look_into(sorted(values))
        return self._known[present]

    def _bits(self, values: Iterable[int]) -> int:
        bits = 0
        for value in values:
            bits |= 1 << self._bit.setdefault(value, len(self._bit))
        return bits

    def _look_into(self, values: list[int]) -> bool:
        self._deadline.check("no values found")
        residues = {self._field.element(value) for value in values} - {0}
        if len(residues) < len(values):
            return False
        self._effort -= 1
        if self._effort < 0:
            larger = "a larger prime field has more room"
            hint = larger if self._field.characteristic else "default_values needs no search"
            where = f"{len(self._digits)} digits over {self._field}"
            raise UnsupportedError(f"the search for values of {where} went too far without an end; {hint}")
        exchanges = _exchanges(values, EqualMultisets(values, self._field, deadline=self._deadline))
        found = {self._bits(exchange) for exchange in islice(exchanges, _LEARNED_AT_ONCE)}
        for needed in sorted(found, key=int.bit_count):
            if not any(known & needed == known for known in self._needed):
                self._needed.append(needed)
        return not found


def _exchanges(values: list[int], multisets: Iterable[tuple[int, ...]]) -> Iterator[set[int]]:
    """For every multiset but the values themselves: the values that it has not exactly once."""
    for multiset in multisets:
        counted = Counter(multiset)
        changed = {value for value in values if counted[value] != 1}
        if changed:
            yield changed
