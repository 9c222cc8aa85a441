"""Claims of clues by cases: which digits a cage has, and where 1 and n stand in a row with a sandwich.

A Gröbner basis of "nine cells differ, and the digits between 1 and 9 have the sum 20" is out of reach. In each case the
cells have few digits, and what is left says only that cells differ. The cases are complete: k cells that differ have a
set of k digits, and a set with another total does not fulfil the sum. So a claim has a zero exactly if a case has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb

from casbridge.logic.claims import Claim
from casbridge.puzzles.variants.relations import Relation, Sandwich, Sum, sets_with_total

#: Relations with more sets of digits to look at stay as they are.
MOST_SETS = 20_000


def cases_of(negated: Claim) -> Iterator[Claim]:
    """The cases of a negated claim. Each has a smaller domain for some cells, and relations fewer.

    A case in which a cell has no digit left has no zero, and is left out.

    >>> from casbridge.puzzles.variants.relations import Sum
    >>> cage = Sum((0, 1, 2), "a + b + c = 7", "a cage", weights=(1, 1, 1), total=7, differ=True)
    >>> claim = Claim(9, (511, 511, 4), ((0, 1), (0, 2), (1, 2)), (), -1, 0, relations=(cage,))
    >>> [case.domains for case in cases_of(claim)]  # 1 + 2 + 4 is left out: the last cell is 3
    []
    >>> [case.domains for case in cases_of(replace(claim, domains=(511, 511, 8)))]
    [(11, 11, 8)]
    """
    said = {frozenset(pair) for pair in negated.differ}
    yield from _cases(negated, negated.relations, said)


def is_split(relation: Relation, digits: int, said: set[frozenset[int]]) -> bool:
    """Whether a relation has cases: its cells differ pairwise, and are a cage or a line with a sandwich.

    said: the pairs of cells that differ.

    >>> cage = Sum((0, 1), "a + b = 4", "a cage", weights=(1, 1), total=4, differ=True)
    >>> is_split(cage, 9, {frozenset((0, 1))}), is_split(cage, 9, set())
    (True, False)
    """
    if not all(frozenset(pair) in said for pair in combinations(relation.cells, 2)):
        return False
    size = len(relation.cells)
    if isinstance(relation, Sum):
        return set(relation.weights) == {1} and comb(digits, size) <= MOST_SETS
    return isinstance(relation, Sandwich) and comb(digits, digits // 2) <= MOST_SETS


def _cases(claim: Claim, waiting: Sequence[Relation], said: set[frozenset[int]]) -> Iterator[Claim]:
    found = next((one for one in waiting if is_split(one, claim.digits, said)), None)
    if found is None:
        yield claim
        return
    left = tuple([one for one in waiting if one is not found])
    cells = found.cells
    if isinstance(found, Sum):
        masks = _of_cage(found, claim)
    else:
        assert isinstance(found, Sandwich)
        masks = _of_sandwich(found, claim)
    for own in masks:
        domains = list(claim.domains)
        for cell, mask in zip(cells, own, strict=True):
            domains[cell] &= mask
        if all(domains[cell] for cell in cells):
            yield from _cases(replace(claim, domains=tuple(domains), relations=left), left, said)


def _of_cage(relation: Sum, claim: Claim) -> Iterator[list[int]]:
    """For each set of digits with the total its mask, once a cell."""
    for digits in sets_with_total(claim.digits, len(relation.cells), relation.total):
        yield [digits] * len(relation.cells)


def _of_sandwich(relation: Sandwich, claim: Claim) -> Iterator[list[int]]:
    """For each place of 1 and n, in both orders, and each set of digits between them: a mask for each cell."""
    n = len(relation.cells)
    least, most = 1, 1 << n - 1
    domains = [claim.domains[cell] for cell in relation.cells]
    inner = (1 << n) - 1 & ~(least | most)
    for start, end in relation.places():
        between = end - start - 1
        for first, last in ((least, most), (most, least)):
            if not (domains[start] & first and domains[end] & last):
                continue
            for digits in sets_with_total(n - 1, between, relation.total):
                if digits & least:
                    continue
                yield [
                    first if place == start
                    else last if place == end
                    else digits if start < place < end
                    else inner & ~digits
                    for place in range(n)
                ]  # fmt: skip
