"""Puzzles that are new: different from the puzzles before, or not equivalent to any of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casbridge.errors import LimitError
from casbridge.making.canonical import canonical_form
from casbridge.making.generating import Made, NotMade
from casbridge.making.transformations import in_order
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle

#: After so many known puzzles in a row, the search for new ones ends.
MOST_KNOWN = 1_000


class Seen:
    """A set of puzzles, to tell which ones are new.

    up_to_symmetry: whether equivalent puzzles count as one. Then errors are those of `canonical_form`.

    >>> from casbridge.puzzles import sudoku
    >>> one, other = (Puzzle(sudoku(2, 2), (digit, *(0,) * 15)) for digit in (1, 2))
    >>> seen = Seen([one])
    >>> seen.add(other), seen.add(one), len(seen)
    (True, False, 2)
    >>> Seen([one], up_to_symmetry=True).add(other)
    False
    """

    def __init__(self, puzzles: Iterable[Puzzle] = (), *, up_to_symmetry: bool = False) -> None:
        self._up_to_symmetry = up_to_symmetry
        self._numbers: dict[Layout, int] = {}
        self._known: set[tuple[int, bytes]] = set()
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle. Returns whether it is new."""
        if self._up_to_symmetry:
            puzzle = canonical_form(puzzle).puzzle
        number = self._numbers.setdefault(in_order(puzzle.layout), len(self._numbers))
        wide = puzzle.layout.digits > 255
        key = number, repr(puzzle.givens).encode() if wide else bytes(puzzle.givens)
        before = len(self._known)
        self._known.add(key)
        return len(self._known) > before

    def __len__(self) -> int:
        return len(self._known)


def only_new(made: Iterable[Made | NotMade], count: int, seen: Seen) -> Iterator[Made | NotMade]:
    """The first puzzles that are new, with each NotMade among them. It counts as one of them.

    made: puzzles as `generate` gives them.
    count: how many to give.
    seen: the puzzles that are known; new ones are added.

    Raises LimitError after `MOST_KNOWN` known puzzles in a row: there may be no more.

    >>> from casbridge.making import Wish, generate
    >>> from casbridge.puzzles import latin
    >>> found = only_new(generate(Wish(latin(2)), 100, seed=1), 8, Seen())
    >>> len({one.puzzle for one in found})
    8
    """
    known = found = 0
    for one in made:
        if found == count:
            return
        if isinstance(one, Made) and not seen.add(one.puzzle):
            known += 1
            if known == MOST_KNOWN:
                raise LimitError(
                    f"{found} of {count} found: {MOST_KNOWN} puzzles in a row were known, the last of them"
                    f" number {one.number}; there may be no more"
                )
            continue
        known = 0
        found += 1
        yield one
        if found == count:
            return
