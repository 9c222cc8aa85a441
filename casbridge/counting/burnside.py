"""How many essentially different grids there are: no two that a symmetry and relabelling take to each other.

By the lemma of Cauchy, Frobenius and Burnside it is the mean, over all symmetries, of the number of grids that each of
them fixes up to relabelling; conjugate symmetries fix equally many.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any, NamedTuple

from casbridge.counting.cache import Cache
from casbridge.counting.fixed import fixed_up_to_relabelling
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, group_order
from casbridge.counting.totals import check_shape, total_grids
from casbridge.errors import UnsupportedError
from casbridge.limits import Deadline
from casbridge.processes.apart import Task, call_all, processors

#: Called with the number of classes that are done, and of all.
Progress = Callable[[int, int], None]

_LARGEST_SIDE = 9
_WORTH_A_PROCESS = 8  # the side of a grid from which processes of their own are used


class FixedClass(NamedTuple):
    """A conjugacy class of symmetries, and the number of grids that each fixes, relabelled grids counting as one."""

    conjugacy_class: ConjugacyClass
    fixed: int


class EssentiallyDifferent(NamedTuple):
    """order: of the group of symmetries. classes: all conjugacy classes, those with the most fixed grids first. total:
    of the fixed grids, over all symmetries. number: of essentially different grids, total/order.
    """

    shape: BoxShape
    order: int
    classes: tuple[FixedClass, ...]
    total: int
    number: int


def essentially_different(
    shape: BoxShape,
    progress: Progress | None = None,
    *,
    processes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    cache: Cache | None = None,
) -> EssentiallyDifferent:
    """The number of essentially different grids, and all that it is computed from.

    processes: how many work at it; for small grids none but this one, else as many as there are processors, if it is
    not given. seconds, memory: limits, as for `outcomes`. cache: where the numbers of fixed grids are
    kept, and looked for, one by one.
    Raises UnsupportedError for grids larger than 9 by 9, and where the number of all grids is not known; LimitError,
    MemoryError where a limit is reached, and LimitError where a class has too many states.

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
    identity = tuple(range(shape.cells))
    # Large classes last: the long computations are among those with few cells that move.
    classes = sorted(conjugacy_classes(shape))
    numbers: dict[int, int] = {}
    questions: list[dict[str, Any]] = []
    tasks: list[Task] = []
    for place, found in enumerate(classes):
        kept = None
        question: dict[str, Any] = {"fixed up to relabelling by": found.representative, "grids": str(shape)}
        if cache is not None:
            kept = cache.get(question)
        if kept is not None:
            numbers[place] = kept
        questions.append(question)
        if found.representative == identity:
            tasks.append((_all_grids, (shape,)))
        else:
            tasks.append((fixed_up_to_relabelling, (shape, found.representative)))

    def note(place: int, number: int) -> None:
        numbers[place] = number
        if cache is not None:
            cache.put(questions[place], number)
        if progress is not None:
            progress(len(numbers), len(classes))

    left = [place for place in range(len(classes)) if place not in numbers]
    if processes is None and seconds is None and memory is None and shape.side < _WORTH_A_PROCESS:
        for place in left:
            function, arguments = tasks[place]
            note(place, function(*arguments))
    elif left:
        call_all(
            [tasks[place] for place in left],
            processes=processes or processors(),
            deadline=Deadline.after(seconds),
            memory=memory,
            done=lambda position, number: note(left[position], number),
        )
    return _summed(shape, [FixedClass(found, numbers[place]) for place, found in enumerate(classes)])


def _all_grids(shape: BoxShape) -> int:
    """What the identity fixes, relabelled grids counting as one."""
    return total_grids(shape) // factorial(shape.side)


def _summed(shape: BoxShape, counted: list[FixedClass]) -> EssentiallyDifferent:
    counted.sort(key=lambda one: (-one.fixed, one.conjugacy_class))
    order = group_order(shape)
    total = sum(one.conjugacy_class.size * one.fixed for one in counted)
    number, left = divmod(total, order)
    assert not left
    return EssentiallyDifferent(shape, order, tuple(counted), total, number)
