"""The number of essentially different grids: symmetries and relabelling make no difference.

By the lemma of Cauchy, Frobenius and Burnside it is the mean, over all symmetries, of the number of grids that each of
them fixes up to relabelling. Conjugate symmetries fix equally many.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any, NamedTuple

from casbridge.brief import brief_record
from casbridge.counting.cache import Cache, is_count
from casbridge.counting.fixed import fixed_up_to_relabelling
from casbridge.counting.symmetries import BoxShape, ConjugacyClass, conjugacy_classes, generators, group_order
from casbridge.counting.totals import check_shape, is_known, total_grids
from casbridge.crosscheck import solutions
from casbridge.drawings import record_html
from casbridge.encodings import encode
from casbridge.errors import LimitError, UnsupportedError
from casbridge.limits import Deadline
from casbridge.processes.apart import call_all, processors
from casbridge.puzzles.layouts import sudoku
from casbridge.puzzles.puzzle import Puzzle

_LARGEST_SIDE = 9
_MOST_GRIDS = 1_000_000
#: From this side on a count is given processes of its own.
_WORTH_A_PROCESS = 8


class FixedClass(NamedTuple):
    """A conjugacy class of symmetries, and how many grids, up to relabelling, each of them fixes up to relabelling.

    >>> essentially_different(BoxShape(2, 2)).classes[1].fixed
    10
    """

    conjugacy_class: ConjugacyClass
    fixed: int

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)


class EssentiallyDifferent(NamedTuple):
    """The number of essentially different grids, and what it is computed from.

    order: the number of symmetries. classes: all conjugacy classes, those with the most fixed grids first.
    total: the fixed grids, added up over all symmetries. number: total/order.

    >>> essentially_different(BoxShape(2, 2)).number
    2
    """

    shape: BoxShape
    order: int
    classes: tuple[FixedClass, ...]
    total: int
    number: int

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)


def essentially_different(
    shape: BoxShape,
    progress: Callable[[int, int], None] | None = None,
    *,
    processes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    cache: Cache | None = None,
) -> EssentiallyDifferent:
    """The number of essentially different grids, and what it is computed from.

    progress: called with the number of classes that are done, and of all.
    processes: how many work at it. By default this one for small grids, else one for each processor.
    seconds, memory: limits on all of them together; memory in bytes.
    cache: where the number of fixed grids of each class is kept and looked for.

    Raises UnsupportedError for grids larger than 9 by 9, and if the number of all grids is not known; LimitError or
    MemoryError at a limit, and LimitError for a class with too many states.

    >>> found = essentially_different(BoxShape(2, 2))
    >>> found.order, len(found.classes), found.total, found.number
    (128, 20, 256, 2)
    """
    check_shape(shape)
    if shape.side > _LARGEST_SIDE:
        raise UnsupportedError(
            f"the number of essentially different {shape} grids is not claimed: what some symmetries fix was counted "
            f"in one way only; the number of all grids is known (casbridge count {shape})"
        )
    # Large classes last: the long computations are among those with few cells that move.
    classes = sorted(conjugacy_classes(shape))
    deadline = Deadline.after(seconds)
    questions = [{"fixed up to relabelling by": found.representative, "grids": str(shape)} for found in classes]
    numbers: list[Any] = [None if cache is None else cache.get(question, is_count) for question in questions]
    left = [place for place, number in enumerate(numbers) if number is None]
    calls = [(_fixed, (shape, classes[place].representative, deadline)) for place in left]

    def note(position: int, number: int) -> None:
        place = left[position]
        numbers[place] = number
        if cache is not None:
            cache.put(questions[place], number)
        if progress is not None:
            progress(len(classes) - numbers.count(None), len(classes))

    if processes is None and memory is None and shape.side < _WORTH_A_PROCESS:
        for position, (function, arguments) in enumerate(calls):
            note(position, function(*arguments))
    else:
        call_all(calls, processes=processes or processors(), deadline=deadline, memory=memory, done=note)
    counted = [FixedClass(*pair) for pair in zip(classes, numbers, strict=True)]
    counted.sort(key=lambda one: (-one.fixed, one.conjugacy_class))
    order = group_order(shape)
    total = sum(one.conjugacy_class.size * one.fixed for one in counted)
    if total % order:
        raise ArithmeticError(f"{total} fixed grids for {order} symmetries of the {shape} grid: no whole number")
    return EssentiallyDifferent(shape, order, tuple(counted), total, total // order)


def _fixed(shape: BoxShape, symmetry: tuple[int, ...], deadline: Deadline) -> int:
    if symmetry == tuple(range(shape.cells)):
        return total_grids(shape, deadline) // factorial(shape.side)
    return fixed_up_to_relabelling(shape, symmetry, deadline)


class GridClass(NamedTuple):
    """Grids that symmetries and relabelling take to each other: the least of them, and how many they are.

    >>> grid_classes(BoxShape(2, 2))[0].size
    96
    """

    representative: tuple[int, ...]
    size: int

    def _repr_html_(self) -> str:
        return record_html(self)

    def __repr__(self) -> str:
        return brief_record(self)


def grid_classes(shape: BoxShape) -> list[GridClass]:
    """All classes, those with the least representatives first.

    Raises LimitError for more than a million grids with the first row in order.

    >>> [(found.size, "".join(map(str, found.representative))) for found in grid_classes(BoxShape(2, 2))]
    [(96, '1234341221434321'), (192, '1234341223414123')]
    """
    n = shape.side
    if not is_known(shape) or total_grids(shape) > _MOST_GRIDS * factorial(n):
        raise LimitError(f"the classes of {shape} grids: there are too many grids to go through")
    first_row = Puzzle(sudoku(shape.rows, shape.columns), (*range(1, n + 1), *(0,) * (shape.cells - n)))
    left = {solution.digits for solution in solutions(encode(first_row))}
    sources = [sorted(range(shape.cells), key=image.__getitem__) for image in generators(shape).values()]
    classes = []
    for grid in sorted(left):
        if grid not in left:
            continue
        left.remove(grid)
        members = [grid]
        for here in members:
            for source in sources:
                names = {here[cell]: place for place, cell in enumerate(source[:n], 1)}
                image = tuple([names[here[cell]] for cell in source])
                if image in left:
                    left.remove(image)
                    members.append(image)
        classes.append(GridClass(grid, len(members) * factorial(n)))
    return classes
