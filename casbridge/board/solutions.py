"""The quick solver: propagation and search on bitboards.

bitboards    for each digit, from 0, the mask of the cells that may have it
placed       the mask of the cells whose digit is known and removed from their peers
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from casbridge.board.pairs import Pairs
from casbridge.board.peers import board_of, cells_of, mask_of
from casbridge.errors import LimitError
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle
from casbridge.puzzles.variants.relations import Tuples

Bitboards = list[int]
#: A digit, from 0, and the mask of the one cell to put it in.
Option = tuple[int, int]
#: From bitboards and placed cells to options. Every solution takes exactly one of them.
Branch = Callable[[Bitboards, int], list[Option]]
# Bitboards to propagate, the cells that are placed in them, and the bitboards before that were propagated.
_Waiting = tuple[Bitboards, int, Bitboards | None]

_CONTRADICTION = -1
#: Propagation compares the places of a digit in a unit if they are at most so many.
_MOST_PLACES = 4


class Undecided(LimitError):
    """The search reached its limit of choices.

    >>> from casbridge.puzzles import sudoku
    >>> solver = solver_of(sudoku(2, 2))
    >>> next(solver.search([solver.everywhere] * 4, nodes=1))
    Traceback (most recent call last):
    casbridge.board.solutions.Undecided: no answer within 1 choices
    """


def solutions(puzzle: Puzzle, limit: int | None = None, *, seconds: float | None = None) -> list[tuple[int, ...]]:
    """The solutions of a puzzle of any family, each as the digits of its cells. limit: how many to list at most.

    seconds: after so long LimitError is raised.

    >>> from casbridge.puzzles import sudoku
    >>> solutions(Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0)))
    [(1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4)]
    >>> len(solutions(Puzzle(sudoku(2, 2), (0,) * 16), limit=100))
    100
    """
    solver = solver_of(puzzle.layout)
    boards = solver.boards(puzzle.givens)
    deadline = Deadline.after(seconds)
    return [] if boards is None else list(islice(solver.search(boards, deadline=deadline), limit))


def is_proper(puzzle: Puzzle, *, seconds: float | None = None) -> bool:
    """Whether there is exactly one solution. seconds: after so long LimitError is raised.

    >>> from casbridge.puzzles import latin
    >>> is_proper(Puzzle(latin(2), (1, 0, 0, 0))), is_proper(Puzzle(latin(2), (0, 0, 0, 0)))
    (True, False)
    """
    return len(solutions(puzzle, 2, seconds=seconds)) == 1


@lru_cache(maxsize=16)
def solver_of(layout: Layout) -> Solver:
    """The solver of a layout, made once. Raises UnsupportedError as `board_of` does.

    >>> from casbridge.puzzles import sudoku
    >>> solver_of(sudoku(2, 2)).known((0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    (1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4)
    """
    return Solver(layout)


def with_digit(boards: Sequence[int], digit: int, bit: int) -> Bitboards:
    """Bitboards in which one cell, given by its mask, has one digit alone. Digits begin at 0.

    >>> with_digit([0b11, 0b11], 1, 0b10)
    [1, 3]
    """
    found = [board & ~bit for board in boards]
    found[digit] |= bit
    return found


class Solver:
    """Solves puzzles of one layout.

    everywhere, units: the masks of all cells, and of the units in which every digit occurs.
    pairs: the relations of one or two cells.
    relations: the others. They are narrowed where singles, pairs and common peers say nothing more.
    peers, keep: for each cell the masks of its peers, and of all other cells and itself.

    >>> from casbridge.puzzles import sudoku
    >>> solver = Solver(sudoku(2, 2))
    >>> next(solver.search(solver.boards([1] + [0] * 15)))
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    """

    def __init__(self, layout: Layout) -> None:
        board = board_of(layout)
        self.layout = layout
        self.everywhere = (1 << layout.cells) - 1
        self.peers = board.peers
        self.keep = [self.everywhere ^ peers for peers in board.peers]
        full = [mask for mask, is_full in zip(board.masks, board.full, strict=True) if is_full]
        self.units = sorted(set(full)) if layout.digits > 1 else []
        self.pairs = Pairs(board)
        # Groups of places that differ: for each relation those that are cheap to heed. And the mask of its cells.
        groups = [tuple([places for _, places in units]) for units in board.units_of_relations]
        self.relations = [
            (one, own if one.is_cheap(own, layout.digits) else (), mask_of(one.cells))
            for one, own in zip(layout.relations, groups, strict=True)
            if not isinstance(one, Tuples)
        ]

    def boards(self, givens: Sequence[int]) -> Bitboards | None:
        """The bitboards that the givens leave; None if two of them contradict each other."""
        boards = [self.everywhere] * self.layout.digits
        at = [0] * self.layout.digits
        for cell, digit in enumerate(givens):
            if digit:
                boards[digit - 1] &= self.keep[cell]
                at[digit - 1] |= 1 << cell
        open_cells = self.everywhere ^ sum(at)
        for digit, cells in enumerate(at):
            if boards[digit] & cells != cells:
                return None
            boards[digit] = boards[digit] & open_cells | cells
        return boards

    def known(self, givens: Sequence[int]) -> tuple[int, ...] | None:
        """The digit of every cell that follows without a choice, 0 for others; None for a contradiction."""
        boards = self.boards(givens)
        if boards is None or (placed := self.propagate(boards)) == _CONTRADICTION:
            return None
        return self._digits(boards, placed)

    def _digits(self, boards: Bitboards, placed: int) -> tuple[int, ...]:
        found = [0] * self.layout.cells
        for digit, board in enumerate(boards, 1):
            for cell in cells_of(board & placed):
                found[cell] = digit
        return tuple(found)

    def search(
        self, boards: Bitboards, branch: Branch | None = None, nodes: int | None = None, deadline: Deadline = NEVER
    ) -> Iterator[tuple[int, ...]]:
        """All solutions within the bitboards, one after the other.

        branch: the options to try, in order; `options` if None.
        nodes: choices to try; then Undecided is raised.
        deadline: LimitError is raised when it has passed.

        After half as many choices as there are candidates, if no solution was found, each candidate is tried by itself
        once, and the search begins anew without those that propagation refutes.
        """
        choose = self.options if branch is None else branch
        stack: list[_Waiting] = [(boards, 0, None)]
        tried, candidates, is_found = 0, 0, False
        while stack:
            deadline.check()
            boards, placed, before = stack.pop()
            placed = self.propagate(boards, placed, before)
            if placed == _CONTRADICTION:
                continue
            if placed == self.everywhere:
                is_found = True
                yield self._digits(boards, placed)
                continue
            tried += 1
            if nodes is not None and tried > nodes:
                raise Undecided(f"no answer within {nodes} choices")
            if tried == 1:
                start, candidates = (boards, placed), sum([(board & ~placed).bit_count() for board in boards])
            elif tried == candidates // 2 and not is_found:
                stack = self._without_refuted(*start, deadline)
                continue
            for digit, bit in reversed(choose(boards, placed)):
                stack.append((with_digit(boards, digit, bit), placed, boards))

    def _without_refuted(self, boards: Bitboards, placed: int, deadline: Deadline) -> list[_Waiting]:
        """What is left to search without the candidates that propagation refutes, each tried once."""
        boards = [*boards]
        for digit, board in enumerate([*boards]):
            for cell in cells_of(board & ~placed):
                deadline.check()
                here = boards[digit] & ~placed & 1 << cell
                if here and self.propagate(with_digit(boards, digit, here), placed, boards) == _CONTRADICTION:
                    before, boards[digit] = [*boards], boards[digit] ^ here
                    if (placed := self.propagate(boards, placed, before)) == _CONTRADICTION:
                        return []
        return [(boards, placed, None)]

    def propagate(self, boards: Bitboards, placed: int = 0, settled: Bitboards | None = None) -> int:
        """Take all steps that need no choice, in the bitboards: naked and hidden singles, common peers, relations.

        settled: bitboards after all such steps, of which these are a part. Relations of other cells say nothing new.
        Returns the placed cells, or −1 for a contradiction.
        """
        keep, everywhere = self.keep, self.everywhere
        has_pairs, relations = not self.pairs.is_empty, self.relations
        while True:
            once = more = 0
            for board in boards:
                more |= once & board
                once |= board
            if once != everywhere:
                return _CONTRADICTION
            single = everywhere & ~more & ~placed
            if single:
                for digit, board in enumerate(boards):
                    new = board & single
                    while new:
                        bit = new & -new
                        new ^= bit
                        board &= keep[bit.bit_length() - 1]
                    boards[digit] = board
                placed |= single
                continue
            if placed == everywhere and not relations and not has_pairs:
                return placed
            if (hidden := self._hidden_singles(boards, placed)) == _CONTRADICTION:
                return _CONTRADICTION
            if hidden or (has_pairs and self.pairs.narrow(boards)) or self._common_peers(boards, placed):
                continue
            if not relations:
                return placed
            now = list(boards)
            narrowed = self._narrowed(boards, settled)
            if narrowed == _CONTRADICTION:
                return _CONTRADICTION
            if not narrowed:
                return placed
            settled = now

    def _hidden_singles(self, boards: Bitboards, placed: int) -> int:
        """Give cells that are a digit's only place in a unit this digit alone. Returns their mask."""
        units, side = self.units, self.layout.digits
        if not units:
            return 0
        open_cells = self.everywhere ^ placed
        found = 0
        for digit, board in enumerate(boards):
            if not board & open_cells:
                if board.bit_count() != side:
                    return _CONTRADICTION
                continue
            here = 0
            for unit in units:
                places = board & unit
                if not places & (places - 1):
                    if not places:
                        return _CONTRADICTION
                    here |= places
            here &= open_cells
            if here:
                if here & found:
                    return _CONTRADICTION
                found |= here
                others = ~here
                for other in range(side):
                    if other != digit:
                        boards[other] &= others
        return found

    def _common_peers(self, boards: Bitboards, placed: int) -> bool:
        """Remove a digit from the common peers of its places in a unit. With boxes this is pointing and claiming.

        So are digits that all places exclude by relations of pairs.
        """
        peers = self.peers
        changed = False
        for digit, board in enumerate(boards):
            excluded = self.pairs.excluded[digit]
            open_board = board & ~placed
            if not open_board:
                continue
            for unit in self.units:
                places = open_board & unit
                if not places or places.bit_count() > _MOST_PLACES:
                    continue
                common, rest = board, places
                while rest and common:
                    common &= peers[rest.bit_length() - 1]
                    rest ^= 1 << rest.bit_length() - 1
                if common:
                    board &= ~common
                    open_board &= ~common
                    changed = True
                for other, masks in excluded:
                    lost = boards[other]
                    for cell in cells_of(places):
                        lost &= masks[cell]
                    if lost:
                        boards[other] ^= lost
                        changed = True
            boards[digit] = board
        return changed

    def _narrowed(self, boards: Bitboards, settled: Bitboards | None) -> int:
        """Remove what the relations exclude. Returns the mask of the cells that lose a candidate, or −1.

        settled: relations of cells with the same candidates there are left out.
        """
        changed = 0
        digits = len(boards)
        waiting = self.everywhere
        if settled is not None:
            waiting = 0
            for before, board in zip(settled, boards, strict=True):
                waiting |= before & ~board
        for relation, groups, mask in self.relations:
            if not mask & waiting:
                continue
            cells = relation.cells
            candidates = [sum([1 << d for d, board in enumerate(boards) if board >> cell & 1]) for cell in cells]
            after = relation.narrowed_apart(candidates, groups, digits) if groups else relation.narrowed(candidates)
            if after is None:
                return _CONTRADICTION
            for cell, own, left in zip(cells, candidates, after, strict=True):
                if own != left:
                    changed |= 1 << cell
                    waiting |= 1 << cell
                    for digit in cells_of(own ^ left):
                        boards[digit] &= ~(1 << cell)
        return changed

    def options(self, boards: Bitboards, placed: int) -> list[Option]:
        """The digits of a cell that has the fewest; if that is more than two, a digit's only two places in a unit."""
        number, cells = self.tightest(boards, placed)
        if number > 2:
            for digit, board in enumerate(boards):
                open_board = board & ~placed
                for unit in self.units if open_board else ():
                    if (open_board & unit).bit_count() == 2:
                        return [(digit, 1 << cell) for cell in cells_of(open_board & unit)]
        bit = cells & -cells
        return [(digit, bit) for digit, board in enumerate(boards) if board & bit]

    def tightest(self, boards: Bitboards, placed: int) -> tuple[int, int]:
        """The fewest candidates of an open cell, and the mask of the cells that have so many."""
        # The open cells with at least one candidate, at least two, …
        at_least = [self.everywhere & ~placed, *(0 for _ in boards), 0]
        for most, board in enumerate(boards, 1):
            for number in range(most, 0, -1):
                at_least[number] |= at_least[number - 1] & board
        number = next(number for number in range(1, len(boards) + 1) if at_least[number] & ~at_least[number + 1])
        return number, at_least[number] & ~at_least[number + 1]
