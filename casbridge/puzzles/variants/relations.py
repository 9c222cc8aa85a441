"""Relations: what a constraint demands of the digits of some cells, besides that they differ.

All constraints that units cannot state are made of these three forms:

    Tuples     one cell or two, and the digits that they may have together
    Sum        a weighted sum of cells has a total
    Sandwich   in a permutation of 1 … n, the digits between 1 and n have a total

A set of candidates is a mask: bit 0 is the digit 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

from casbridge.charset.bitmasks import few_bits_of
from casbridge.puzzles.variants.sums import MOST_STATES, every, moved, narrowed_by, plans_of

#: Up to so many digits the digits of a cage are found by looking at every set of them.
_MOST_DIGITS_LISTED = 12
#: A search heeds which cells of a sum differ if no more states are needed.
_MOST_STATES = 100


@dataclass(frozen=True)
class Relation:
    """What some cells must fulfil together.

    cells: different cells. name: what is demanded, in words. clue: what demands it, in words.

    >>> Relation((0, 1), "r1c1 < r1c2", "a thermometer").cells
    (0, 1)
    """

    cells: tuple[int, ...]
    name: str = field(compare=False)
    clue: str = field(compare=False)

    @property
    def says_all_differ(self) -> bool:
        """Whether its form assumes that all its cells differ, as in a cage without repeats."""
        return False

    def holds(self, digits: Sequence[int]) -> bool:
        """Whether the digits of the cells, in their order, fulfil it."""
        raise NotImplementedError

    def narrowed(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates of the cells that are left; None for a contradiction. No digit of a solution is lost.

        Where each cell has one candidate, there is a contradiction exactly if the relation does not hold.
        """
        raise NotImplementedError

    def narrowed_apart(
        self, candidates: Sequence[int], groups: tuple[tuple[int, ...], ...], digits: int
    ) -> tuple[int, ...] | None:
        """The same, if more is known: which of the cells differ. `narrowed` does not look at units.

        groups: places among `cells`. Those of a group differ pairwise. digits: the number of digits.
        """
        return self.narrowed(candidates)

    def is_cheap(self, groups: tuple[tuple[int, ...], ...], digits: int) -> bool:
        """Whether `narrowed_apart` pays in a search, in which the quicker `narrowed` may be called more often."""
        return True

    def narrows_once(self, groups: tuple[tuple[int, ...], ...], digits: int) -> bool:
        """Whether `narrowed_apart` changes nothing more in what it left."""
        return False


@dataclass(frozen=True)
class Tuples(Relation):
    """One cell or two whose digits are one of the allowed tuples.

    >>> less = Tuples((3, 7), "r1c4 < r1c8", "a thermometer", allowed=frozenset({(1, 2), (1, 3), (2, 3)}))
    >>> less.holds((1, 3)), less.narrowed((0b111, 0b010))
    (True, (1, 2))
    """

    allowed: frozenset[tuple[int, ...]]

    def holds(self, digits: Sequence[int]) -> bool:
        return tuple(digits) in self.allowed

    def narrowed(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        return _narrowed_by(self.allowed, candidates)

    def narrowed_apart(
        self, candidates: Sequence[int], groups: tuple[tuple[int, ...], ...], digits: int
    ) -> tuple[int, ...] | None:
        return _narrowed_by(_unequal(self.allowed) if groups else self.allowed, candidates)


def _narrowed_by(allowed: frozenset[tuple[int, ...]], candidates: Sequence[int]) -> tuple[int, ...] | None:
    support = _support(allowed)
    if len(candidates) == 1:
        left = candidates[0] & support[0].get(0, 0)
        return (left,) if left else None
    found = []
    for own, other, partners in ((0, 1, support[0]), (1, 0, support[1])):
        left = there = candidates[own]
        while there:
            bit = there & -there
            there ^= bit
            if not partners.get(bit, 0) & candidates[other]:
                left ^= bit
        if not left:
            return None
        found.append(left)
    return tuple(found)


@lru_cache(maxsize=1024)
def _unequal(allowed: frozenset[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    return frozenset(pair for pair in allowed if len(set(pair)) == len(pair))


@lru_cache(maxsize=1024)
def _support(allowed: frozenset[tuple[int, ...]]) -> tuple[dict[int, int], dict[int, int]]:
    """For each digit of a cell, as a bit: the digits that the other cell may have then; of one cell the digits at 0."""
    first: dict[int, int] = {}
    second: dict[int, int] = {}
    for pair in allowed:
        bits = [1 << digit - 1 for digit in pair]
        if len(bits) == 1:
            first[0] = first.get(0, 0) | bits[0]
        else:
            first[bits[0]] = first.get(bits[0], 0) | bits[1]
            second[bits[1]] = second.get(bits[1], 0) | bits[0]
    return first, second


@dataclass(frozen=True)
class Sum(Relation):
    """Cells whose weighted sum is a total.

    weights: one a cell, not 0. differ: whether the cells differ pairwise by the layout's units; then all weights are 1.

    >>> cage = Sum((0, 1), "r1c1 + r1c2 = 4", "a cage", weights=(1, 1), total=4, differ=True)
    >>> cage.holds((1, 3)), cage.narrowed((0b1111, 0b1111)), cage.totals(9) == range(3, 18)
    (True, (5, 5), True)
    """

    weights: tuple[int, ...]
    total: int
    differ: bool = False

    @property
    def says_all_differ(self) -> bool:
        return self.differ

    def holds(self, digits: Sequence[int]) -> bool:
        return sum(weight * digit for weight, digit in zip(self.weights, digits, strict=True)) == self.total

    def totals(self, digits: int) -> range:
        """All totals lie here if the cells have any of the digits 1 … digits; where they differ, if they do."""
        if self.differ:
            k = len(self.cells)
            return range(k * (k + 1) // 2, k * (2 * digits + 1 - k) // 2 + 1)
        up, down = (sum(w for w in self.weights if (w > 0) is positive) for positive in (True, False))
        return range(up + down * digits, up * digits + down + 1)

    @cached_property
    def _shift(self) -> int:
        """What makes each partial sum of the largest digits, however negative, no negative shift."""
        return -sum(weight for weight in self.weights if weight < 0)

    def narrowed(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        if self.differ and not max(candidates) >> _MOST_DIGITS_LISTED:
            candidates = _sets_of_digits(tuple(candidates), self.total)
        if not all(candidates):
            return None
        # Bit s + offset of a set of partial sums is the sum s.
        digits = max(candidates).bit_length()
        offset = self._shift * digits
        if self.total + offset < 0:
            return None
        before = [1 << offset]
        values = [few_bits_of(mask) for mask in candidates]
        for weight, own in zip(self.weights, values, strict=True):
            before.append(moved(before[-1], weight, own))
        if not before[-1] >> (self.total + offset) & 1:
            return None
        after = 1 << (self.total + offset)  # the partial sums from which the total can be reached
        left = [0] * len(values)
        for place in range(len(values) - 1, -1, -1):
            reached, weight = 0, self.weights[place]
            for bit in values[place]:
                shift = weight * (bit + 1)
                there = before[place] & (after >> shift if shift >= 0 else after << -shift)
                if there:
                    left[place] |= 1 << bit
                    reached |= there
            after = reached
        return tuple(left) if all(left) else None

    def narrowed_apart(
        self, candidates: Sequence[int], groups: tuple[tuple[int, ...], ...], digits: int
    ) -> tuple[int, ...] | None:
        """Exact, if the groups are not too wide: each digit that is left is in a solution. See `sums`.

        >>> arrow = Sum((0, 1, 9), "r1c1 + r1c2 = r2c1", "an arrow", weights=(1, 1, -1), total=0)
        >>> arrow.narrowed((0b1, 0b11, 0b111)), arrow.narrowed_apart((0b1, 0b11, 0b111), ((0, 1),), 3)
        ((1, 3, 6), (1, 2, 4))
        """
        plans = plans_of(len(self.cells), groups, digits)
        found = tuple(candidates) if [plan.is_exact for plan in plans] == [True] else self.narrowed(candidates)
        for plan in plans:
            if found is not None:
                found = narrowed_by(plan, self.weights, self.total, found)
        return found

    def is_cheap(self, groups: tuple[tuple[int, ...], ...], digits: int) -> bool:
        return not self.differ and all(
            plan.widest <= _MOST_STATES for plan in plans_of(len(self.cells), groups, digits)
        )

    def narrows_once(self, groups: tuple[tuple[int, ...], ...], digits: int) -> bool:
        plans = plans_of(len(self.cells), groups, digits)
        return [plan.is_exact for plan in plans] == [True] or not (plans or self.differ)


@lru_cache(maxsize=1 << 16)
def _sets_of_digits(candidates: tuple[int, ...], total: int) -> tuple[int, ...]:
    """The candidates of cells that differ, without those in no set of digits with the total; 0 for none."""
    union, fixed = 0, 0
    for mask in candidates:
        union |= mask
        fixed |= mask if not mask & (mask - 1) else 0
    found = 0
    for digits in sets_with_total(union.bit_length(), len(candidates), total):
        if digits & ~union == 0 and fixed & ~digits == 0 and all(mask & digits for mask in candidates):
            found |= digits
    return tuple([mask & found for mask in candidates])


@lru_cache(maxsize=4096)
def sets_with_total(largest: int, size: int, total: int) -> tuple[int, ...]:
    """The sets of so many digits up to the largest that have a total, as masks.

    >>> [bin(digits) for digits in sets_with_total(9, 2, 5)]
    ['0b1001', '0b110']
    """
    sets = combinations(range(largest), size)
    return tuple(sum(1 << bit for bit in bits) for bits in sets if sum(bits) + size == total)


@dataclass(frozen=True)
class Sandwich(Relation):
    """A line, a permutation of 1 … n, in which the digits between 1 and n have a total. n is the number of cells.

    >>> line = Sandwich((0, 1, 2), "the digits of row 1 between 1 and 3 have the sum 2", "a sandwich", total=2)
    >>> line.holds((1, 2, 3)), line.narrowed((7, 7, 7))
    (True, (5, 2, 5))
    """

    total: int

    @property
    def says_all_differ(self) -> bool:
        return True

    def holds(self, digits: Sequence[int]) -> bool:
        last = len(digits)
        if sorted(digits) != list(range(1, last + 1)):
            return False
        start, end = sorted((digits.index(1), digits.index(last)))
        return sum(digits[start + 1 : end]) == self.total

    def places(self) -> Iterator[tuple[int, int]]:
        """The places of 1 and n, in either order, between which there is room for the total."""
        n = len(self.cells)
        for start, end in combinations(range(n), 2):
            if self.total in between_totals(n, end - start - 1):
                yield start, end

    def narrowed(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        n = len(candidates)
        least, most = 1, 1 << n - 1
        inner = [mask & ~(least | most) for mask in candidates]
        without = [position for position, mask in enumerate(inner) if not mask]
        if n == 1:
            return tuple(candidates) if candidates[0] & 1 and self.total == 0 else None
        found = [0] * n
        for start, end in self.places():
            # Every other cell needs a digit between 1 and n.
            if any(position not in (start, end) for position in without):
                continue
            ends = [(a, b) for a, b in ((least, most), (most, least)) if candidates[start] & a and candidates[end] & b]
            if not ends:
                continue
            middle = _inside(tuple(inner[start + 1 : end]), self.total)
            if middle is None:
                continue
            for a, b in ends:
                found[start] |= a
                found[end] |= b
            for position, mask in enumerate(middle, start + 1):
                found[position] |= mask
            for position in (*range(start), *range(end + 1, n)):
                found[position] |= inner[position]
        return tuple(found) if all(found) else None

    def narrowed_apart(
        self, candidates: Sequence[int], groups: tuple[tuple[int, ...], ...], digits: int
    ) -> tuple[int, ...] | None:
        """Exact up to 14 digits: each digit that is left is in a permutation with the total.

        >>> line = Sandwich((0, 1, 2, 3), "the digits of row 1 between 1 and 4 have the sum 3", "a sandwich", total=3)
        >>> line.narrowed((1, 14, 14, 14)), line.narrowed_apart((1, 14, 14, 14), (), 4)
        ((1, 4, 8, 6), (1, 4, 8, 2))
        """
        if self.narrows_once(groups, digits):
            return _arranged(tuple(candidates), self.total)
        return self.narrowed(candidates)

    def is_cheap(self, groups: tuple[tuple[int, ...], ...], digits: int) -> bool:
        return False

    def narrows_once(self, groups: tuple[tuple[int, ...], ...], digits: int) -> bool:
        return comb(len(self.cells), len(self.cells) // 2) <= MOST_STATES


@lru_cache(maxsize=1 << 12)
def _arranged(candidates: tuple[int, ...], total: int) -> tuple[int, ...] | None:
    """The digits of the permutations with the total between 1 and n, cell by cell; None if there are none.

    A state after some cells is the set of their digits, a mask, with the sum of its digits between 1 and n so far.
    Bit sum · 2^n + mask of a set of states is one of them.
    """
    n = len(candidates)
    size = (total + 1) << n
    within = (1 << size) - 1
    without = [every(2 << digit, size, 1 << digit) & within for digit in range(n)]
    inside = without[0] ^ without[-1]
    # For each digit the states in which it may come next, and by how much these grow: outside, and between 1 and n.
    moves = [[(without[digit], 1 << digit)] for digit in range(n)]
    for digit in range(1, n - 1):
        outside, between = without[digit] & ~inside, without[digit] & inside
        moves[digit] = [(outside, 1 << digit), (between, (digit + 1 << n) + (1 << digit))]
    states = [1]
    for own in candidates:
        ways = [way for digit in few_bits_of(own) for way in moves[digit]]
        found = 0
        for allowed, more in ways:
            found |= (states[-1] & allowed) << more
        states.append(found & within)
    reached = states.pop() & 1 << size - 1
    left = [0] * n
    for place in range(n - 1, -1, -1):
        found = 0
        for digit in few_bits_of(candidates[place]):
            for allowed, more in moves[digit]:
                if there := reached >> more & allowed & states[place]:
                    left[place] |= 1 << digit
                    found |= there
        reached = found
    return tuple(left) if all(left) else None


def between_totals(digits: int, size: int) -> range:
    """The totals of so many different digits between 1 and the largest.

    >>> between_totals(9, 2)
    range(5, 16)
    """
    if size > digits - 2:
        return range(0)
    return range(size * (size + 3) // 2, size * (2 * digits - 1 - size) // 2 + 1)


@lru_cache(maxsize=1 << 14)
def _inside(candidates: tuple[int, ...], total: int) -> tuple[int, ...] | None:
    if not candidates:
        return () if total == 0 else None
    inside = Sum(tuple(range(len(candidates))), "", "", (1,) * len(candidates), total, differ=True)
    return inside.narrowed(candidates)
