"""Ordered 1-factorisations of regular bipartite graphs, of very many graphs at once.

A graph between n digits and n rows, each with the same number of neighbours, is decomposed into perfect matchings, in
order. Let T_k be the number for degree k. Then T_k(G) = k·Σ T_{k−1}(G − M) over the perfect matchings M with one chosen
edge, and T_2 is 2 to the number of cycles. The graphs G − M are often equal but for names; each is counted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from casbridge.limits import NEVER, Deadline

#: A graph a line: for each digit its rows, as bits.
Graphs = npt.NDArray[np.uint16]
#: A number for each graph.
Numbers = npt.NDArray[np.int64]
#: For each of many graphs the number of the graph that it comes from.
Owners = npt.NDArray[np.int32]

_AT_ONCE = 1 << 17  # graphs handled at once while matchings are found
_TOGETHER = 8  # so many parts are searched for equal graphs
_LARGEST_SURE = 1 << 52  # numbers beyond are not compared in floating point


def ordered_factorisations(graphs: Sequence[Sequence[int]], degree: int, deadline: Deadline = NEVER) -> list[int]:
    """The number of ordered decompositions into perfect matchings, for each graph.

    graphs: for each digit its rows, as bits; at most 16 digits. degree: of the graphs.

    Raises OverflowError if the numbers are too large for 64 bits, LimitError at the deadline.

    >>> ordered_factorisations([(0b111, 0b111, 0b111), (0b111, 0b111, 0b111)], 3)
    [12, 12]
    """
    return [int(number) for number in _count(np.array(graphs, dtype=np.uint16), degree, deadline)]


def _count(graphs: Graphs, degree: int, deadline: Deadline) -> Numbers:
    if degree == 1:
        return np.ones(len(graphs), dtype=np.int64)
    if degree == 2:
        return np.left_shift(np.int64(1), _cycles(graphs))
    # Equal graphs are kept once: first among those of some parts, then among all.
    batches = []
    parts = _without_a_matching(graphs, deadline)
    while some := list(islice(parts, _TOGETHER)):
        owner, left = (np.concatenate(own) for own in zip(*some, strict=True))
        lines = np.ascontiguousarray(_renamed(left).astype(">u2"))
        as_values = lines.view(np.dtype((np.void, lines.shape[1] * 2))).ravel()  # one sortable value a graph
        kinds, kind_of = np.unique(as_values, return_inverse=True)
        batches.append((owner, kind_of.ravel().astype(np.int32), kinds))
    numbers = np.zeros(len(graphs), dtype=np.int64)
    if not batches:
        return numbers
    kinds, kind_of = np.unique(np.concatenate([own for _, _, own in batches]), return_inverse=True)
    fewer = _count(kinds.view(">u2").reshape(len(kinds), -1).astype(np.uint16), degree - 1, deadline)[kind_of.ravel()]
    if float(fewer.max()) * degree * max(len(owner) for owner, _, _ in batches) * len(batches) > _LARGEST_SURE:
        raise OverflowError("more factorisations than 64 bits hold")
    for owner, own_kind, own in deadline.over(batches, "no count", every=1):
        np.add.at(numbers, owner, fewer[own_kind])
        fewer = fewer[len(own) :]
    return numbers * degree


def _without_a_matching(graphs: Graphs, deadline: Deadline) -> Iterator[tuple[Owners, Graphs]]:
    """For each graph and each of its perfect matchings with the first digit's first edge: the graph without it.

    In parts: the numbers of the graphs, and what is left of each.
    """
    todo = [(np.arange(len(graphs), dtype=np.int32), graphs, np.zeros(len(graphs), dtype=np.uint16), 0)]
    digits = graphs.shape[1]
    while todo:
        deadline.check("no count")
        owner, left, used, digit = todo.pop()
        if len(owner) > _AT_ONCE:
            half = len(owner) // 2
            todo.append((owner[half:], left[half:], used[half:], digit))
            todo.append((owner[:half], left[:half], used[:half], digit))
        elif digit == digits:
            yield owner, left
        else:
            free = left[:, digit] & ~used
            if digit == 0:
                free &= -free
            chosen = [np.flatnonzero(free >> row & 1) for row in range(digits)]
            places = np.concatenate(chosen)
            bits = np.repeat(np.left_shift(1, np.arange(digits)).astype(np.uint16), list(map(len, chosen)))
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
            # It joins the first component that it meets, and that one meets the others.
            meets = (moving & components[:, later]) != 0
            components[:, later] |= np.where(meets, moving, 0).astype(np.uint16)
            moving[meets] = 0
        components[:, digit] = moving
    number: Numbers = np.count_nonzero(components, axis=1).astype(np.int64)
    return number


def _renamed(graphs: Graphs) -> Graphs:
    """The graphs with other names: often the same for graphs that differ only by names."""
    points = range(graphs.shape[1])
    for _ in range(4):
        before, graphs = np.sort(graphs, axis=1), np.zeros_like(graphs)
        for row in points:
            for digit in points:
                graphs[:, row] |= (before[:, digit] >> row & 1) << digit
    return np.sort(graphs, axis=1)
