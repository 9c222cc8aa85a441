"""Columns, rows, stacks and bands that can be exchanged without changing what is left to fill.

States that differ by such exchanges have equally many completions, so that one state stands for all of them. The
columns of a stack can be exchanged if their open cells are in the same rows, and stacks if that holds for all their
columns. In Latin squares it holds for any columns. Rows and bands are treated in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

from casbridge.puzzles.layouts import Layout

#: With fewer exchanges it takes longer to find a representative than to count all states.
FEWEST = 24


@dataclass(frozen=True)
class LineSymmetry:
    """The exchanges that leave the rest of the open cells as it is. Units are bits.

    columns: classes of columns that can be exchanged with each other.
    stacks: classes of stacks that can be exchanged with each other; each stack is its columns and then its boxes.
    width: the number of columns of a stack.

    >>> LineSymmetry(columns=((1, 2, 4),), stacks=(), width=3).order
    6
    """

    columns: tuple[tuple[int, ...], ...]
    stacks: tuple[tuple[tuple[int, ...], ...], ...]
    width: int

    @property
    def order(self) -> int:
        """The number of exchanges."""
        return prod(factorial(len(those)) for those in self.columns + self.stacks)

    @cached_property
    def _moving(self) -> tuple[int, ...]:
        boxes = (bit for those in self.stacks for stack in those for bit in stack[self.width :])
        return tuple(bit for those in self.columns for bit in those) + tuple(boxes)

    @cached_property
    def _fixed(self) -> int:
        return ~sum(self._moving)

    def representative(self, marks: Sequence[int]) -> tuple[int, ...]:
        """The marks after some exchange, ascending: often the same for states that differ by exchanges.

        >>> columns = LineSymmetry(columns=((1, 2, 4),), stacks=(), width=3)
        >>> columns.representative([0b011, 0b001]) == columns.representative([0b100, 0b101])
        True
        """
        keys = [hash((mark & self._fixed, (mark & ~self._fixed).bit_count())) for mark in marks]
        of_bit = {
            bit: hash(tuple(sorted(key for key, mark in zip(keys, marks, strict=True) if mark & bit)))
            for bit in self._moving
        }
        keys = [
            hash((key, *sorted(own for bit, own in of_bit.items() if mark & bit)))
            for key, mark in zip(keys, marks, strict=True)
        ]
        # Lines with equal keys are ordered by the places of the digits in the order of their keys.
        ranked = [mark for _, mark in sorted(zip(keys, marks, strict=True))]
        places = {bit: [place for place, mark in enumerate(ranked) if mark & bit] for bit in self._moving}
        source = {bit: bit for bit in self._moving}
        for those in self.columns:
            source.update(zip(those, sorted(those, key=lambda bit: (of_bit[bit], places[bit])), strict=True))
        for stacks in self.stacks:
            found = sorted(
                ([source[bit] for bit in stack] for stack in stacks),
                key=lambda stack: [(of_bit[bit], places[bit]) for bit in stack],
            )
            for stack, moved in zip(stacks, found, strict=True):
                source.update(zip(stack, moved, strict=True))
        pairs = [(bit, from_bit) for bit, from_bit in source.items() if bit != from_bit]
        still = ~sum(bit for bit, _ in pairs)
        return tuple(sorted(mark & still | sum(bit for bit, there in pairs if mark & there) for mark in marks))


def symmetry_of_rest(
    layout: Layout, rest: Sequence[int], by_rows: bool, still: Collection[int], fewest: int = FEWEST
) -> LineSymmetry | None:
    """The exchanges of columns and stacks that leave the rest of the open cells as it is; None if there are few.

    by_rows: whether the cells are in the order of rows; else rows and bands are exchanged.
    still: the numbers of columns that are not to be exchanged.
    fewest: how many exchanges are worth it.

    >>> from casbridge.puzzles import latin
    >>> symmetry_of_rest(latin(4), range(8, 16), True, still=()).order
    24
    """
    if layout.diagonals or layout.regions is not None or not layout.is_grid:
        return None
    n = layout.side
    thickness, width = layout.box or (1, n)
    if not by_rows:
        thickness, width = (width, thickness) if layout.box else (1, n)
    # A column that is not to be exchanged gets a pattern that no other has.
    patterns = [{-1 - across} if across in still else set() for across in range(n)]
    for cell in rest:
        line, across = divmod(cell, n) if by_rows else divmod(cell, n)[::-1]
        patterns[across].add(line)
    first = n if by_rows else 0
    columns: list[tuple[int, ...]] = []
    alike: dict[frozenset[int], list[tuple[int, ...]]] = {}
    for start in range(0, n, width):
        classes: dict[frozenset[int], list[int]] = {}
        for across in range(start, start + width):
            classes.setdefault(frozenset(patterns[across]), []).append(1 << first + across)
        columns += (tuple(those) for those in classes.values())
        if layout.box is not None and len(classes) == 1:
            boxes = [
                layout.block_of(line * n + start if by_rows else start * n + line) for line in range(0, n, thickness)
            ]
            ((pattern, own),) = classes.items()
            alike.setdefault(pattern, []).append((*own, *(1 << 2 * n + box for box in boxes)))
    found = LineSymmetry(
        tuple(those for those in columns if len(those) > 1 or layout.box is not None),
        tuple(tuple(stacks) for stacks in alike.values() if len(stacks) > 1),
        width,
    )
    return found if found.order >= fewest else None
