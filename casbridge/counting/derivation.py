"""How the number of grids comes about, step by step, with each number computed.

For 3x3 boxes these are the steps of Felgenhauer and Jarvis. The first box is in standard form, with its digits in
order. They list the bands that begin with it, and join those that can be completed in equally many ways into classes:
symmetries of the grid join bands, and so do exchanges of digits that keep the set of digits in each column. Then one
band of each class is completed.

Source: Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, permutations, product
from math import comb, factorial, isfinite
from typing import Any, NamedTuple

from casbridge.brief import brief_record
from casbridge.counting.bands import Triple, class_of_band, lower_bands
from casbridge.counting.cache import is_count
from casbridge.counting.symmetries import BoxShape, cycles
from casbridge.counting.totals import check_shape, completions_of_stacks, stack_of, two_row_choices
from casbridge.drawings import record_html
from casbridge.limits import NEVER, Deadline

#: The nine columns of a band, from left to right, digits 0 to 8 from top to bottom.
Band = tuple[Triple, ...]

_FIRST_BOX: Band = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


class CountStep(NamedTuple):
    """A number of the derivation, a short name for it, and how it comes about.

    >>> CountStep("N", 288, "all grids").value
    288
    """

    name: str
    value: int | float
    explanation: str

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)


class Derivation(NamedTuple):
    """steps: all numbers in order. total: the number of grids.

    >>> derivation(BoxShape(2, 2)).as_json()["steps"][0]["value"]
    6
    """

    steps: tuple[CountStep, ...]
    total: int

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)

    def as_json(self) -> dict[str, Any]:
        """The total as `count`, and the steps, each an object."""
        return {"count": self.total, "steps": [step._asdict() for step in self.steps]}


def is_derivation(value: object) -> bool:
    """Whether a value has the form of `Derivation.as_json`.

    >>> is_derivation(derivation(BoxShape(2, 2)).as_json()), is_derivation({"count": 288, "steps": [None]})
    (True, False)
    """

    def is_step(step: object) -> bool:
        match step:
            case {"name": str(), "value": int() | float() as number, "explanation": str(), **more} if not more:
                return is_count(number) or (type(number) is float and isfinite(number))
        return False

    match value:
        case {"count": count, "steps": [_, *_] as steps, **more} if not more:
            return is_count(count) and all(map(is_step, steps))
    return False


def derivation(shape: BoxShape, deadline: Deadline = NEVER) -> Derivation:
    """The steps for a shape that `total_grids` knows. Raises UnsupportedError for others, LimitError at the deadline.

    >>> [step.value for step in derivation(BoxShape(2, 2)).steps]
    [6, 36, 2, 2, 4, 96, 12, 288]
    """
    check_shape(shape)
    return _of_two_rows(shape, deadline) if 2 in (shape.rows, shape.columns) else _of_three_by_three(deadline)


def _of_two_rows(shape: BoxShape, deadline: Deadline) -> Derivation:
    columns = shape.side // 2
    other = "" if shape.rows == 2 else f", rows and columns exchanged: 2x{columns}"
    choices = two_row_choices(columns, deadline)
    completions = completions_of_stacks(list(map(stack_of, choices)), columns, deadline)
    pairs = list(zip(choices.values(), completions, strict=True))
    total = sum(ways * found**2 for ways, found in pairs)
    steps = (
        CountStep(
            "upper rows", comb(2 * columns, columns), f"digits for the upper row of a box in the left stack{other}"
        ),
        CountStep("choices", sum(choices.values()), "digits for the upper rows of all boxes of the left stack"),
        CountStep("kinds", len(choices), "of choices, when bands, the rows of a band and digits are exchanged"),
        CountStep("fewest completions", min(completions), "of the left stack, for one choice: T; of the right as many"),
        CountStep("most completions", max(completions), "of the left stack, for one choice"),
        CountStep("left stacks", sum(ways * found for ways, found in pairs), "Σ T over all choices"),
        CountStep("N1", total // factorial(shape.side), "grids whose first row is in order: N/n!"),
        CountStep("N", total, "all grids: Σ T² over all choices"),
    )
    return Derivation(steps, total)


def _of_three_by_three(deadline: Deadline) -> Derivation:
    steps = []

    def say(name: str, value: int | float, explanation: str) -> None:
        steps.append(CountStep(name, value, explanation))

    # For each choice of digits for the top row of the second box: the ways to choose those of the other two rows. First
    # the choices from one row of the first box, then those from two. The third box has what is missing.
    pure: list[int] = []
    mixed: list[int] = []
    for top in combinations(range(3, 9), 3):
        middles = combinations([digit for digit in (0, 1, 2, 6, 7, 8) if digit not in top], 3)
        ways = sum({6, 7, 8} <= {*top, *middle} for middle in middles)
        (pure if top in ((3, 4, 5), (6, 7, 8)) else mixed).append(ways)
    say("pure top rows", len(pure), "top rows of the second box from one row of the first box")
    say("mixed top rows", len(mixed), "top rows of the second box from two rows of the first box")
    (for_pure,), (for_mixed,) = set(pure), set(mixed)
    say("ways for pure rows", for_pure, "ways to choose the digits of the other rows below a pure top row")
    say("ways for mixed rows", for_mixed, "ways to choose the digits of the other rows below a mixed top row")
    arrangements = sum(pure) + sum(mixed)
    say("choices of rows", arrangements, "digits for the rows of the second and third box, without their order")
    first_bands = arrangements * factorial(3) ** 6
    say("bands", first_bands, "56·6⁶: first bands with the first box in standard form")
    estimate = first_bands**6 / factorial(9) ** 3
    say("estimate", estimate, "of all grids, as if rows and columns of boxes were independent: bands⁶/9!³")
    catalogue = list(_reduced_bands())
    say("reduced bands", len(catalogue), "columns of the second and third box in order, and these boxes, too: bands/72")
    parent = {band: band for band in catalogue}
    bands = catalogue
    for changes_in_turn in (_SYMMETRIES, _EXCHANGES):
        for name, changes, explanation in changes_in_turn:
            for band in bands:
                deadline.check("no count")
                for changed in changes(band):
                    parent[_root(parent, band)] = _root(parent, _reduced(changed))
            classes = Counter(_root(parent, band) for band in catalogue)
            say(f"classes {name}", len(classes), explanation)
        # Symmetries take the changes of a band to those of its image: one band of each class is enough from here on.
        bands = list(classes)
    first = 0
    for band, members in classes.items():
        deadline.check("no count")
        first += 72 * members * lower_bands(class_of_band(band))
    kinds = {min(class_of_band(band[start:] + band[:start]) for start in (0, 3, 6)) for band in catalogue}
    say("classes by digits of columns", len(kinds), "the same digits in the boxes' columns, up to relabelling")
    say("N1", first, "grids with the first box in standard form: 72·Σ members·completions")
    total = first * factorial(9)
    say("N", total, "all grids: N1·9!")
    say("error of the estimate", 1 - estimate / total, "relative to the number of all grids")
    return Derivation(tuple(steps), total)


def _root(parent: dict[Band, Band], band: Band) -> Band:
    """The band that stands for a class of bands that are joined (union and find)."""
    while parent[band] is not band:
        parent[band] = parent[parent[band]]
        band = parent[band]
    return band


def _reduced_bands() -> Iterator[Band]:
    """The bands with the first box in standard form, and everything else in order.

    In the second and the third box the columns are in the order of their top digits; the second box has the lowest.
    """
    digits = set(range(9))
    for top in ((3, a, b) for a, b in combinations(range(4, 9), 2)):
        last_top = sorted(digits - {0, 1, 2} - set(top))
        for middle in permutations(sorted(digits - {3, 4, 5} - set(top)), 3):
            bottoms = digits - set(top) - set(middle)
            if bottoms & {6, 7, 8}:
                continue
            others = (bottoms, digits - {3, 4, 5} - set(middle), digits - {6, 7, 8} - bottoms)
            for bottom, last_middle, last_bottom in product(*(permutations(sorted(own)) for own in others)):
                second = zip(top, middle, bottom, strict=True)
                yield (*_FIRST_BOX, *second, *zip(last_top, last_middle, last_bottom, strict=True))


def _reduced(columns: Band) -> Band:
    """The reduced band that a band becomes by relabelling and by exchanges of the other two boxes and their columns."""
    names = [0] * 9
    for column, standard in zip(columns[:3], _FIRST_BOX, strict=True):
        for digit, name in zip(column, standard, strict=True):
            names[digit] = name
    boxes = (sorted((names[a], names[b], names[c]) for a, b, c in columns[start : start + 3]) for start in (3, 6))
    second, third = sorted(boxes)
    return (*_FIRST_BOX, *second, *third)


def _columns_of_the_first_box(band: Band) -> Iterable[Band]:
    a, b, c, *rest = band
    return (b, a, c, *rest), (a, c, b, *rest)


def _boxes(band: Band) -> Iterable[Band]:
    return [(*band[3:6], *band[:3], *band[6:])]


def _rows(band: Band) -> Iterable[Band]:
    return tuple((b, a, c) for a, b, c in band), tuple((a, c, b) for a, b, c in band)


def _exchanged_cycles(longest: int, band: Band) -> Iterable[Band]:
    """Two rows exchanged in some columns, at most `longest`, in which both have the same digits."""
    for one, other in ((0, 1), (0, 2), (1, 2)):
        below = {column[one]: place for place, column in enumerate(band)}
        swap = [0, 1, 2]
        swap[one], swap[other] = other, one
        for cycle in cycles([below[column[other]] for column in band]):
            if len(cycle) <= longest:
                changed = list(band)
                for place in cycle:
                    a, b, c = (band[place][row] for row in swap)
                    changed[place] = a, b, c
                yield tuple(changed)


def _exchanged_columns(band: Band) -> Iterable[Band]:
    """Two columns with the same digits exchanged."""
    for one, other in combinations(range(9), 2):
        if set(band[one]) == set(band[other]):
            changed = list(band)
            changed[one], changed[other] = band[other], band[one]
            yield tuple(changed)


_Change = tuple[str, Callable[[Band], Iterable[Band]], str]
_SYMMETRIES: tuple[_Change, ...] = (
    ("by columns", _columns_of_the_first_box, "columns of the first box exchanged"),
    ("by boxes", _boxes, "and boxes exchanged"),
    ("by rows", _rows, "and rows exchanged"),
)
_IN_TWO_COLUMNS = "and two digits exchanged in two columns, where they are in the same two rows"
_EXCHANGES: tuple[_Change, ...] = (
    ("by pairs", partial(_exchanged_cycles, 2), _IN_TWO_COLUMNS),
    ("by cycles", partial(_exchanged_cycles, 8), "and more digits in more columns in the same way"),
    ("by whole columns", _exchanged_columns, "and columns with the same digits exchanged"),
)
