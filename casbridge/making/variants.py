"""Variants for new puzzles: rules for the whole grid, and clues that are drawn at random from a full grid.

rules   windoku, anti-knight, anti-king, non-consecutive: they are in the layout before it is filled
clues   killer, thermometers, arrows, kropki, consecutive, parity, greater-than, little-killer, sandwich: they say
        something true about a full grid; then givens are dug out as long as the puzzle has one solution
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches

from casbridge.chance import Chance
from casbridge.errors import InputError, UsageError, printable
from casbridge.puzzles.layouts import Layout, with_constraints
from casbridge.puzzles.variants import (
    AllBars,
    AllDots,
    AntiKing,
    AntiKnight,
    Arrow,
    Bar,
    BlackDot,
    Cage,
    Constraint,
    Greater,
    LittleKiller,
    NonConsecutive,
    Parity,
    SandwichSum,
    Thermometer,
    WhiteDot,
    Windoku,
)
from casbridge.puzzles.variants.lines import DIRECTIONS
from casbridge.puzzles.variants.protocol import neighbours

#: The most cells of a cage.
_LARGEST_CAGE = 4
#: Thermometers and arrows: one for so many cells of the grid, with so many cells at most.
_CELLS_FOR_A_LINE = 9
_LONGEST_LINE = 5
#: Ways that are tried for each line.
_TRIES = 30

#: Name → a rule for the whole grid.
RULES: dict[str, type[Constraint]] = {
    "windoku": Windoku,
    "anti-knight": AntiKnight,
    "anti-king": AntiKing,
    "non-consecutive": NonConsecutive,
}


def with_rules(layout: Layout, variants: Iterable[str]) -> Layout:
    """The layout with the rules among the variants. Raises UsageError where one does not fit it.

    >>> from casbridge.puzzles import sudoku
    >>> with_rules(sudoku(2, 2), ["windoku", "killer"]).description
    '4×4 Sudoku with boxes 2×2, windows'
    """
    rules = [RULES[name]() for name in variants if name in RULES]
    try:
        return with_constraints(layout, rules)
    except InputError as error:
        raise UsageError(error.found, expected=error.expected) from None


def asked_for(layout: Layout, variants: Iterable[str]) -> tuple[Layout, tuple[str, ...]]:
    """The layout with the rules among the variants, and those whose clues are to be drawn: for `Wish`.

    Raises UsageError for a graph, and where a rule does not fit the layout.

    >>> from casbridge.puzzles import sudoku
    >>> asked_for(sudoku(2, 2), ["killer", "windoku", "killer"])[1]
    ('killer',)
    """
    names = tuple(dict.fromkeys(variants))
    if names and not layout.is_grid:
        raise UsageError("variants for a graph", expected="a grid")
    return with_rules(layout, names), tuple(name for name in names if name in CLUES)


def with_clues(layout: Layout, grid: Sequence[int], variants: Iterable[str], chance: Chance) -> Layout:
    """The layout with random clues of the variants, which hold in the full grid.

    >>> from casbridge.puzzles import latin
    >>> layout = with_clues(latin(3), (1, 2, 3, 2, 3, 1, 3, 1, 2), ["sandwich"], Chance(1))
    >>> layout.is_filled_rightly((1, 2, 3, 2, 3, 1, 3, 1, 2))
    True
    """
    units = {frozenset(unit.cells) for unit in layout.units}
    clues: list[Constraint] = []
    for name in variants:
        drawn: list[Constraint] = []
        for _ in range(_TRIES if name in CLUES else 0):
            drawn = [*CLUES[name](layout.side, grid, chance)]
            # The sum of a cage that is a unit says nothing.
            informative = [one for one in drawn if not isinstance(one, Cage) or frozenset(one.cells) not in units]
            if informative == drawn:
                break
            drawn = informative
        clues += drawn
    return with_constraints(layout, clues)


_Clues = Iterator[Constraint]


def _killer(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    """Connected cages without a digit twice, which cover the grid. A single cell joins a cage if possible."""
    beside_of = _beside(side)
    free = set(range(len(grid)))
    cages: list[list[int]] = []
    for start in chance.shuffled(range(len(grid))):
        if start not in free:
            continue
        cage, wanted = [start], 2 + chance.below(_LARGEST_CAGE - 1)
        free.discard(start)
        while len(cage) < wanted:
            digits = {grid[cell] for cell in cage}
            options = sorted({a for cell in cage for a in beside_of[cell] if a in free and grid[a] not in digits})
            if not options:
                break
            cage.append(chance.pick(options))
            free.discard(cage[-1])
        near = [other for other in cages if any(cell in beside_of[start] for cell in other)]
        fitting = [other for other in near if grid[start] not in {grid[cell] for cell in other}]
        if len(cage) == 1 and fitting:
            chance.pick(fitting).append(start)
        else:
            cages.append(cage)
    yield from (Cage(tuple(cage), sum(grid[cell] for cell in cage)) for cage in cages)


def _beside(side: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(side * side)]
    for a, b in neighbours(side):
        found[a].append(b)
        found[b].append(a)
    return found


def _walk(side: int, start: int, chance: Chance, fits: Callable[[list[int], int], bool]) -> list[int]:
    """A random way by sides and corners, as long as cells fit."""
    way = [start]
    while len(way) < _LONGEST_LINE:
        row, column = divmod(way[-1], side)
        around = [
            i * side + j
            for i in range(max(row - 1, 0), min(row + 2, side))
            for j in range(max(column - 1, 0), min(column + 2, side))
        ]
        options = [cell for cell in around if cell not in way and fits(way, cell)]
        if not options:
            break
        way.append(chance.pick(options))
    return way


def _thermometers(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    taken: set[int] = set()

    def fits(way: list[int], cell: int) -> bool:
        return cell not in taken and grid[cell] > grid[way[-1]]

    for _ in range(max(1, len(grid) // _CELLS_FOR_A_LINE)):
        best: list[int] = []
        for _ in range(_TRIES):
            start = chance.below(len(grid))
            if start not in taken:
                best = max(best, _walk(side, start, chance, fits), key=len)
        if len(best) > 1:
            taken.update(best)
            yield Thermometer(tuple(best))


def _arrows(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    taken: set[int] = set()

    def fits(way: list[int], cell: int) -> bool:
        circle, *shaft = way
        return cell not in taken and sum(grid[one] for one in shaft) + grid[cell] <= grid[circle]

    for _ in range(max(1, len(grid) // _CELLS_FOR_A_LINE)):
        for _ in range(_TRIES):
            circle = chance.below(len(grid))
            if circle in taken:
                continue
            way = _walk(side, circle, chance, fits)
            if len(way) > 2 and sum(grid[one] for one in way[1:]) == grid[circle]:
                taken.update(way)
                yield Arrow((circle,), tuple(way[1:]))
                break


def _kropki(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    """All dots. Between 1 and 2 there may be either."""
    for a, b in neighbours(side):
        low, high = sorted((grid[a], grid[b]))
        kinds = [kind for kind, there in ((WhiteDot, high - low == 1), (BlackDot, high == 2 * low)) if there]
        if kinds:
            yield chance.pick(kinds)(a, b)
    yield AllDots()


def _consecutive(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    yield from (Bar(a, b) for a, b in neighbours(side) if abs(grid[a] - grid[b]) == 1)
    yield AllBars()


def _parity(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    cells = chance.shuffled(range(len(grid)))
    yield from (Parity(cell, grid[cell] % 2 == 0) for cell in cells[: len(grid) // 2])


def _greater(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    for a, b in neighbours(side):
        if grid[a] != grid[b]:
            yield Greater(a, b) if grid[a] > grid[b] else Greater(b, a)


def _little_killer(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    everything = [LittleKiller(cell, direction, 1) for cell in range(len(grid)) for direction in DIRECTIONS]
    diagonals = [one for one in everything if not one.objection(side)]
    for one in chance.shuffled(diagonals)[:side]:
        yield LittleKiller(one.start, one.direction, sum(grid[cell] for cell in one.cells(side)))


def _sandwich(side: int, grid: Sequence[int], chance: Chance) -> _Clues:
    for is_row in (True, False):
        for line in range(side if side > 1 else 0):
            digits = [grid[cell] for cell in SandwichSum(is_row, line, 0).cells(side)]
            start, end = sorted((digits.index(1), digits.index(side)))
            yield SandwichSum(is_row, line, sum(digits[start + 1 : end]))


#: Name → a function that draws clues from a full grid.
CLUES: dict[str, Callable[[int, Sequence[int], Chance], _Clues]] = {
    "killer": _killer,
    "thermometers": _thermometers,
    "arrows": _arrows,
    "kropki": _kropki,
    "consecutive": _consecutive,
    "parity": _parity,
    "greater-than": _greater,
    "little-killer": _little_killer,
    "sandwich": _sandwich,
}
#: The names of all variants.
VARIANTS = (*RULES, *CLUES)
# Other names that people have for variants.
_OTHER_NAMES = {
    **dict.fromkeys(("even-odd", "even/odd", "odd-even", "odd/even", "evenodd", "even", "odd"), "parity"),
    **dict.fromkeys(("thermometer", "thermo", "thermos"), "thermometers"),
    **dict.fromkeys(("killer-cages", "cages", "cage", "sums"), "killer"),
    **dict.fromkeys(("arrow",), "arrows"),
    **dict.fromkeys(("dots", "kropki-dots"), "kropki"),
    **dict.fromkeys(("windows", "hyper", "hypersudoku"), "windoku"),
    **dict.fromkeys(("greater", "greaterthan", "inequality", "futoshiki"), "greater-than"),
    **dict.fromkeys(("littlekiller",), "little-killer"),
    **dict.fromkeys(("knight", "antiknight"), "anti-knight"),
    **dict.fromkeys(("king", "antiking"), "anti-king"),
    **dict.fromkeys(("nonconsecutive",), "non-consecutive"),
}


def variants_of(text: str) -> tuple[str, ...]:
    """The variants that a text names, with commas between them. Upper and lower case are the same.

    Raises UsageError for another name.

    >>> variants_of("Killer, even/odd"), variants_of("thermo")
    (('killer', 'parity'), ('thermometers',))
    >>> variants_of("arow")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.UsageError: variant 'arow'; expected one of windoku, ... (did you mean arrows?)
    """
    found = []
    for given in text.split(","):
        key = given.strip().lower().replace("_", "-").replace(" ", "-")
        name = _OTHER_NAMES.get(key, key)
        if name not in VARIANTS:
            close = get_close_matches(key, [*VARIANTS, *_OTHER_NAMES], 1)
            hint = f"did you mean {_OTHER_NAMES.get(close[0], close[0])}?" if close else None
            shown = printable(repr(given.strip()), 60)
            raise UsageError(f"variant {shown}", expected=f"one of {', '.join(VARIANTS)}", hint=hint)
        found.append(name)
    return tuple(found)
