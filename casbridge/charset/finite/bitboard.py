"""Bitboards: all domains as one integer, and the fastest way to split a network of differences.

A board gives every variable `width` bits: its mask, and a free guard bit above it. One `&` gives a variable a value and
takes the value from its peers. A few subtractions on the whole board find the variables that are empty and those that
have one value. The guard bits keep the fields from borrowing from each other. A board on which every mask is one bit is
a point.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import getitem, itemgetter
from sys import byteorder

from casbridge.algebra.answers import Point
from casbridge.algebra.fields import Coefficient
from casbridge.charset.finite.network import Network

_ARRAY_CODES = {array(code).itemsize * 8: code for code in "BHIQ"}
_NODES_A_LOOK = 256


class Bitboard:
    """The packing of the open variables into boards, a multiple of 8 bits each.

    domains: the masks of all variables at a fixpoint. A variable with one value is fixed and takes no room on a board.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring, variables
    >>> x, y = variables(Ring.of("x y", Field(11)))
    >>> network = Network(PolynomialSystem.of(x.ring, [x**2 - x, y**2 - y, x + y - 1]))
    >>> board = Bitboard(network, network.domains)
    >>> board.point(board.pack([0, 1], [0b01, 0b10]))
    (0, 1)
    """

    def __init__(self, network: Network, domains: Sequence[int]) -> None:
        largest = max(map(len, network.universes), default=0)
        self._width = next((w for w in sorted(_ARRAY_CODES) if largest < w), 8 * (largest // 8 + 1))
        self._peers = network.structure.peers
        self._open = [v for v in network.constrained if domains[v] & (domains[v] - 1)]
        #: Where the mask of each open variable begins on a board.
        self.places = {v: self._width * i for i, v in enumerate(self._open)}
        self._keep: list[dict[int, int]] = [{} for _ in self._open]
        values = {v: {1 << bit: value for bit, value in enumerate(network.universes[v])} for v in network.constrained}
        self._values = [values[v] for v in self._open]
        fixed = [v for v in network.constrained if v not in self.places]
        self._fixed = [values[v][domains[v]] for v in fixed]
        position = {v: i for i, v in enumerate([*self._open, *fixed])}
        order = [position[v] for v in network.constrained]
        self._arranged: Callable[[list[Coefficient]], Point] = itemgetter(*order) if len(order) > 1 else tuple

    def pack(self, variables: Sequence[int], masks: Sequence[int]) -> int:
        """The board with these masks, empty elsewhere."""
        return sum([mask << self.places[v] for v, mask in zip(variables, masks, strict=True)])

    def point(self, board: int) -> Point:
        """The values of the constrained variables, lowest variable first. Each mask on the board must be one bit."""
        size = self._width // 8
        raw = board.to_bytes(size * len(self._open), "little")
        masks: Iterable[int]
        if self._width in _ARRAY_CODES:
            masks = array(_ARRAY_CODES[self._width], raw)
            if byteorder == "big":
                masks.byteswap()
        else:
            masks = [int.from_bytes(raw[i : i + size], "little") for i in range(0, len(raw), size)]
        return self._arranged([*map(getitem, self._values, masks), *self._fixed])

    def _kept(self, index: int, bit: int) -> int:
        """The mask that leaves the variable this value only, and takes the value from its peers."""
        width = self._width
        removed = ((1 << (width - 1)) - 1 ^ bit) << (width * index)
        for peer in self._peers[self._open[index]]:
            if peer in self.places:
                removed |= bit << self.places[peer]
        kept = self._keep[index][bit] = (1 << (width * len(self._open))) - 1 ^ removed
        return kept

    def zeros(self, variables: Sequence[int], masks: Sequence[int], look: Callable[[int], None]) -> Iterator[int]:
        """All boards with one value a variable in which peers differ. For networks of differences only.

        Splits on a variable with two values if there is one, else on the lowest open variable.

        look: called with the number of nodes since the last call; it raises where a limit is reached.
        """
        width, keep = self._width, self._keep
        top = width - 1
        field = (1 << top) - 1
        ones = self.pack(variables, [1] * len(variables))
        guards = ones << top
        stack = [(self.pack(variables, masks), 0)]
        nodes = 0
        while stack:
            board, told = stack.pop()
            nodes += 1
            if nodes == _NODES_A_LOOK:
                look(nodes)
                nodes = 0
            while True:
                # In every field (guard + mask) − 1: the guard is lost where the mask is empty.
                lowered = (board | guards) - ones
                if lowered & guards != guards:
                    break
                without_lowest = board & lowered
                several = ((without_lowest | guards) - ones) & guards
                news = several ^ guards ^ told
                if not news:
                    if not several:
                        yield board
                        break
                    third = without_lowest & (without_lowest - (several >> top))
                    chosen = several & ~((third | guards) - ones) or several
                    v = (chosen & -chosen).bit_length() // width - 1
                    place = width * v
                    mask = board >> place & field
                    told |= 1 << (place + top)
                    while mask:
                        bit = 1 << (mask.bit_length() - 1)
                        mask ^= bit
                        stack.append((board & (keep[v].get(bit) or self._kept(v, bit)), told))
                    break
                told ^= news
                while news:
                    v = news.bit_length() // width - 1
                    place = width * v
                    news ^= 1 << (place + top)
                    bit = board >> place & field
                    if not bit:
                        break
                    board &= keep[v].get(bit) or self._kept(v, bit)
