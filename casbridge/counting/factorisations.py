"""Ordered 1-factorisations of regular bipartite graphs, of very many at once.

A graph between n digits and n rows, each with the same number of neighbours, is decomposed into perfect matchings, in
order. With T_k for degree k: T_k(G) = k·Σ T_{k−1}(G − M) over the perfect matchings M with one chosen edge, and T_2 is
2 to the number of cycles. What is left of different graphs is often the same but for names; each is counted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

#: A graph a line: for each digit the rows that it is adjacent to, as bits.
Graphs = npt.NDArray[np.uint16]
Numbers = npt.NDArray[np.int64]
#: For each of many graphs the number of the one that it comes from.
Owners = npt.NDArray[np.int32]

_AT_ONCE = 1 << 17  # so many graphs while matchings are found
_TOGETHER = 1 << 20  # so many, or a few more, are looked through for equal ones
_LARGEST_SURE = 1 << 52  # what the largest number is compared with in floating point


def ordered_factorisations(graphs: Sequence[Sequence[int]], degree: int) -> list[int]:
    """The number for each graph.

    graphs: for each digit the rows that it is adjacent to, as bits; at most 16 digits. Raises OverflowError where the
    numbers are too large for 64 bits.

    >>> ordered_factorisations([(0b111, 0b111, 0b111), (0b111, 0b111, 0b111)], 3)
    [12, 12]
    """
    return [int(number) for number in _count(np.array(graphs, dtype=np.uint16), degree)]


def _count(graphs: Graphs, degree: int) -> Numbers:
    if degree == 1:
        return np.ones(len(graphs), dtype=np.int64)
    if degree == 2:
        return np.left_shift(np.int64(1), _cycles(graphs))
    # Equal ones are kept once: first those that come together, then all.
    parts = []
    for owner, left in _together(_without_a_matching(graphs)):
        kinds, kind_of = np.unique(_packed(_renamed(left)), return_inverse=True)
        parts.append((owner, kind_of.ravel().astype(np.int32), kinds))
    numbers = np.zeros(len(graphs), dtype=np.int64)
    if not parts:
        return numbers
    kinds, kind_of = np.unique(np.concatenate([own for _, _, own in parts]), return_inverse=True)
    fewer = _count(_unpacked(kinds, graphs.shape[1]), degree - 1)[kind_of.ravel()]
    if float(fewer.max()) * degree * max(len(owner) for owner, _, _ in parts) * len(parts) > _LARGEST_SURE:
        raise OverflowError("more factorisations than 64 bits hold")
    for owner, own_kind, own in parts:
        np.add.at(numbers, owner, fewer[own_kind])
        fewer = fewer[len(own) :]
    return numbers * degree


def _together(parts: Iterator[tuple[Owners, Graphs]]) -> Iterator[tuple[Owners, Graphs]]:
    """Small parts put together."""
    owners: list[Owners] = []
    graphs: list[Graphs] = []
    waiting = 0
    for owner, left in parts:
        owners.append(owner)
        graphs.append(left)
        waiting += len(owner)
        if waiting >= _TOGETHER:
            yield np.concatenate(owners), np.concatenate(graphs)
            owners, graphs, waiting = [], [], 0
    if waiting:
        yield np.concatenate(owners), np.concatenate(graphs)


def _without_a_matching(graphs: Graphs) -> Iterator[tuple[Owners, Graphs]]:
    """What is left of the graphs without a perfect matching with the first digit's first edge, in parts: the numbers of
    the graphs, and what is left of each.
    """
    todo = [(np.arange(len(graphs), dtype=np.int32), graphs.copy(), np.zeros(len(graphs), dtype=np.uint16), 0)]
    digits = graphs.shape[1]
    while todo:
        owner, left, used, digit = todo.pop()
        if len(owner) > _AT_ONCE:
            half = len(owner) // 2
            todo.append((owner[half:], left[half:], used[half:], digit))
            todo.append((owner[:half], left[:half], used[:half], digit))
            continue
        if digit == digits:
            yield owner, left
            continue
        free = left[:, digit] & ~used
        chosen = []
        if digit == 0:
            free &= -free
        for row in range(digits):
            places = np.flatnonzero(free >> row & 1)
            chosen.append((places, np.full(len(places), 1 << row, dtype=np.uint16)))
        places = np.concatenate([place for place, _ in chosen])
        bits = np.concatenate([bit for _, bit in chosen])
        after = left[places]
        after[:, digit] ^= bits
        todo.append((owner[places], after, used[places] | bits, digit + 1))


def _cycles(graphs: Graphs) -> Numbers:
    """The numbers of cycles of graphs of degree 2."""
    components = graphs.copy()
    digits = graphs.shape[1]
    for digit in range(digits):
        moving = components[:, digit].copy()
        for later in range(digit + 1, digits):
            # Into the first that it meets; what else it meets is found by that one.
            meets = (moving & components[:, later]) != 0
            components[:, later] |= np.where(meets, moving, 0).astype(np.uint16)
            moving[meets] = 0
        components[:, digit] = moving
    number: Numbers = np.count_nonzero(components, axis=1).astype(np.int64)
    return number


def _renamed(graphs: Graphs) -> Graphs:
    """The same graphs with other names, so that graphs that differ by names are often the same."""
    for _ in range(2):
        graphs = _exchanged(np.sort(graphs, axis=1))
        graphs = _exchanged(np.sort(graphs, axis=1))
    return np.sort(graphs, axis=1)


def _exchanged(graphs: Graphs) -> Graphs:
    """The same graphs given by the digits that each row is adjacent to."""
    digits = graphs.shape[1]
    found = np.zeros_like(graphs)
    for row in range(digits):
        for digit in range(digits):
            found[:, row] |= (graphs[:, digit] >> row & 1) << digit
    return found


def _packed(graphs: Graphs) -> npt.NDArray[np.void]:
    """Each graph as one value that can be sorted."""
    lines = np.ascontiguousarray(graphs.astype(">u2"))
    return lines.view(np.dtype((np.void, lines.shape[1] * 2))).ravel()


def _unpacked(values: npt.NDArray[np.void], digits: int) -> Graphs:
    return values.view(">u2").reshape(len(values), digits).astype(np.uint16)
