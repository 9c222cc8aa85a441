"""Sixty-four puzzles of each: how 36 puzzles become 2304.

The book on numerical analysis of Sudokus makes its 2304 puzzles from 36 puzzles by transformations, in 64 groups of 36:
puzzles 1 to 36 are group 1, and 2269 to 2304 are group 64. The chapter that names the 64 transformations is missing in
our text. Here they are 64 = 2⁶: six kinds of transformation, each done or not, in this order:

1. rows: reverse the rows of every band;
2. columns: reverse the columns of every stack;
3. bands: reverse the order of the bands;
4. stacks: reverse the order of the stacks;
5. transposition;
6. digits: d becomes n + 1 − d.

Groups count as binary numbers do: group 1 has none of the six, group 2 the first, group 3 the second, group 4 both. So
group 1 is the puzzles themselves. The 64 transformations form a group in the sense of algebra, which contains the turns
and reflections of the square. Two images of a puzzle are equal only if an automorphism of the puzzle is among the 64.

Source: Jin Jianming, 九宫格数独游戏的数值分析解法, 2012, preface.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from casbridge.errors import UnsupportedError
from casbridge.making.transformations import Transformation, from_words, identity
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle


class NumberedPuzzle(NamedTuple):
    """A puzzle of the 64 groups.

    number: from 1.
    group: the number of its transformation, 1 to 64.
    source: the number of the puzzle that it comes from.

    >>> from casbridge.puzzles import sudoku
    >>> found = list(sixty_four_of_each([Puzzle(sudoku(2, 2), (1, *(0,) * 15))]))[1]
    >>> found.number, found.group, found.source, found.puzzle.line
    (2, 2, 1, '....1...........')
    """

    number: int
    group: int
    source: int
    puzzle: Puzzle
    transformation: Transformation


@lru_cache(maxsize=8)
def sixty_four(layout: Layout) -> tuple[Transformation, ...]:
    """The 64 transformations, in the order of their groups.

    Raises UnsupportedError except for Sudokus with square boxes and no diagonals.

    >>> from casbridge.puzzles import sudoku
    >>> for transformation in sixty_four(sudoku(3, 3))[:3]:
    ...     print(transformation)
    identity
    rows 1→3→1, 4→6→4, 7→9→7
    columns 1→3→1, 4→6→4, 7→9→7
    >>> len(set(sixty_four(sudoku(3, 3))))
    64
    """
    if layout.box is None or layout.box[0] != layout.box[1] or layout.box[0] < 2 or layout.diagonals:
        what = f"the 64 transformations of a {layout.description}"
        raise UnsupportedError(f"{what}: they are for Sudokus with square boxes and without diagonals")
    n, size = layout.side, layout.box[0]
    lines = ", ".join(_reversed(start + 1, start + size) for start in range(0, n, size))
    blocks, digits = _reversed(1, size), _reversed(1, n)
    choices = [
        from_words(step, layout)
        for step in (
            f"rows {lines}",
            f"columns {lines}",
            f"bands {blocks}",
            f"stacks {blocks}",
            "transpose",
            f"digits {digits}",
        )
    ]
    found = [identity(layout)]
    for choice in choices:
        found += [transformation.then(choice) for transformation in found]
    return tuple(found)


def _reversed(first: int, last: int) -> str:
    """The cycles that reverse first … last.

    >>> _reversed(4, 8)
    '4→8→4, 5→7→5'
    """
    return ", ".join(f"{low}→{first + last - low}→{low}" for low in range(first, (first + last + 1) // 2))


def sixty_four_of_each(puzzles: Sequence[Puzzle]) -> Iterator[NumberedPuzzle]:
    """All 64 groups, one after the other. A group has all puzzles, transformed in the same way.

    >>> from casbridge.puzzles import sudoku
    >>> made = list(sixty_four_of_each([Puzzle(sudoku(3, 3), (digit, *(0,) * 80)) for digit in range(1, 10)]))
    >>> len(made), made[-1].number, made[-1].group, made[-1].source
    (576, 576, 64, 9)
    """
    of_each = [sixty_four(puzzle.layout) for puzzle in puzzles]
    number = 0
    for group in range(64):
        for source, puzzle in enumerate(puzzles):
            number += 1
            transformation = of_each[source][group]
            yield NumberedPuzzle(number, group + 1, source + 1, transformation(puzzle), transformation)
