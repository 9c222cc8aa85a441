"""How many essentially different grids there are: no two that a symmetry and relabelling take to each other.

By the lemma of Cauchy, Frobenius and Burnside it is the mean, over all symmetries, of the number of grids that each of
them fixes up to relabelling; conjugate symmetries fix equally many.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import factorial
from typing import NamedTuple

from casbridge.counting.fixed import fixed_up_to_relabelling
from casbridge.counting.shapes import BoxShape
from casbridge.counting.symmetries import ConjugacyClass, conjugacy_classes, group_order
from casbridge.counting.totals import total_grids

#: Called with the number of classes that are done, and of all.
Progress = Callable[[int, int], None]

_WORTH_A_PROCESS = 8  # the side of a grid from which more than one is used


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
    shape: BoxShape, progress: Progress | None = None, processes: int | None = None
) -> EssentiallyDifferent:
    """The number of essentially different grids, and all that it is computed from.

    processes: how many work at it; as many as there are processors, for large grids, if it is not given. Raises
    UnsupportedError where the number of all grids is not known, and LimitError where a class has too many states.

    >>> found = essentially_different(BoxShape(2, 2))
    >>> found.order, len(found.classes), found.total, found.number
    (128, 20, 256, 2)
    """
    identity = tuple(range(shape.cells))
    all_grids = total_grids(shape) // factorial(shape.side)
    classes = list(conjugacy_classes(shape))
    if processes is None:
        processes = len(os.sched_getaffinity(0)) if shape.side >= _WORTH_A_PROCESS else 1
    others = [found for found in classes if found.representative != identity]
    counted = [FixedClass(found, all_grids) for found in classes if found.representative == identity]
    for result in _fixed(shape, others, processes):
        counted.append(result)
        if progress is not None:
            progress(len(counted), len(classes))
    counted.sort(key=lambda one: (-one.fixed, one.conjugacy_class))
    order = group_order(shape)
    total = sum(one.conjugacy_class.size * one.fixed for one in counted)
    number, left = divmod(total, order)
    assert not left
    return EssentiallyDifferent(shape, order, tuple(counted), total, number)


def _fixed(shape: BoxShape, classes: list[ConjugacyClass], processes: int) -> Iterator[FixedClass]:
    """The classes with their numbers, as they are done."""
    if processes <= 1:
        for found in classes:
            yield FixedClass(found, fixed_up_to_relabelling(shape, found.representative))
        return
    with ProcessPoolExecutor(processes) as pool:
        # Large classes last: the long computations are among those with few cells that move.
        waiting = {
            pool.submit(fixed_up_to_relabelling, shape, found.representative): found
            for found in sorted(classes, key=lambda one: one.size)
        }
        try:
            for done in as_completed(waiting):
                yield FixedClass(waiting[done], done.result())
        finally:
            pool.shutdown(cancel_futures=True)
