"""Calls side by side, each in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from casbridge.processes.groups import end_all

_T = TypeVar("_T")


def side_by_side(calls: Sequence[Callable[[], _T]], done: Callable[[int, _T], None] | None = None) -> list[_T]:
    """The results of the calls, in their order. The calls wait for programs or for processes apart: threads suffice.

    done: called in this thread with the number and the result of each call that has ended.
    Raises the first error of a call. On any exception, Ctrl-C included, all programs of this process are killed, and
    nobody waits for the other calls: their threads are daemons.

    >>> side_by_side([lambda: 1, lambda: 2])
    [1, 2]
    """
    ended: SimpleQueue[tuple[int, _T | None, BaseException | None]] = SimpleQueue()

    def work(number: int) -> None:
        try:
            ended.put((number, calls[number](), None))
        except BaseException as error:
            ended.put((number, None, error))

    results: dict[int, _T] = {}
    try:
        for number in range(len(calls)):
            Thread(target=work, args=(number,), daemon=True).start()
        while len(results) < len(calls):
            number, result, error = ended.get()
            if error is not None:
                raise error
            results[number] = result  # type: ignore[assignment]  # it is None only beside an error
            if done is not None:
                done(number, results[number])
    except BaseException:
        end_all()
        raise
    return [results[number] for number in range(len(calls))]
