"""A pool of processes on this machine, with the interface of `concurrent.futures.Executor`.

    submit(function, arguments) ──▶ thread ──Call──▶ worker process ──▶ Future

Each worker is a process apart (`casbridge.processes.apart`). So a worker that dies costs its own call alone. Workers
end with this process, and what they started ends with them. `ProcessPoolExecutor` breaks as a whole when a worker dies.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from casbridge.errors import BackendError
from casbridge.limits import Deadline
from casbridge.processes.apart import Call, processors

_T = TypeVar("_T")
_Waiting = tuple["Future[Any]", float | None, Callable[..., Any], tuple[Any, ...]]


class WorkerDied(BackendError):
    """The process that did a call ended before the call did. The text says how, as far as it is known.

    >>> WorkerDied("the process was killed by SIGKILL").exit_code
    3
    """


class ProcessPool(Executor):
    """Calls in processes of their own, so many at a time. A call waits for a worker that is free.

    workers: at most so many calls are at work; None is one for each processor.

    The function is of module level and importable; arguments and value can be pickled. Keyword arguments are not taken.
    A future's exception is the function's own if it is one of casbridge's or MemoryError, `WorkerDied` where the
    process ended, and BackendError for any other exception of the function.

    >>> with ProcessPool(1) as pool:
    ...     pool.submit(divmod, 7, 2).result()
    (3, 1)
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or processors()
        self._lock = threading.Condition()
        self._waiting: deque[_Waiting] = deque()
        self._running: dict[Future[Any], Call] = {}
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closed = self._killed = False

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> Future[_T]:
        """A future of the call. Raises RuntimeError after `shutdown`, TypeError for keyword arguments."""
        if kwargs:
            raise TypeError("a call in a process apart takes no keyword arguments")
        return self.submit_within(None, fn, *args)

    def submit_within(self, seconds: float | None, fn: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """`submit`, for a call whose process is killed after so many seconds of work: LimitError is its exception then.

        seconds: None is no limit. The time in which the call waits for a worker does not count.
        """
        future: Future[_T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("no call after the pool was shut down")
            self._waiting.append((future, seconds, fn, args))
            if self._idle:
                self._lock.notify()
            elif len(self._threads) < self.workers:
                thread = threading.Thread(target=self._work, name="casbridge-pool", daemon=True)
                self._threads.append(thread)
                thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls.

        wait: until all calls have ended. cancel_futures: calls that have not begun are dropped.
        """
        with self._lock:
            self._closed = True
            dropped = [*self._waiting] if cancel_futures else []
            if cancel_futures:
                self._waiting.clear()
            self._lock.notify_all()
        for future, *_ in dropped:
            future.cancel()
        if wait:
            for thread in self._threads:
                thread.join()

    def kill(self) -> None:
        """Kill all workers with what they started, at once, and take no more calls. Their futures have `WorkerDied`."""
        with self._lock:
            self._killed = True
            running = [*self._running.values()]
        self.shutdown(wait=False, cancel_futures=True)
        for call in running:
            call.kill()
        for thread in self._threads:
            thread.join(5)

    def _work(self) -> None:
        """What a thread does: one call after the other."""
        while True:
            with self._lock:
                self._idle += 1
                while not self._waiting and not self._closed:
                    self._lock.wait()
                self._idle -= 1
                if not self._waiting:
                    return
                future, seconds, function, arguments = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                self._do(future, seconds, function, arguments)
            # The thread waits for the next call: until then nothing of this one is kept.
            del future, function, arguments

    def _do(self, future: Future[Any], seconds: float | None, function: Callable[..., Any], arguments: Any) -> None:
        deadline = Deadline.after(seconds)
        value: Any = None
        error: BaseException | None = None
        try:
            with Call(function, *arguments, deadline=deadline) as call:
                with self._lock:
                    self._running[future] = call
                    killed = self._killed
                if killed:
                    call.kill()
                for _ in call:
                    pass
                value, error = call.value, call.error
                if call.has_died:
                    error = WorkerDied(str(call.error))
        except BaseException as raised:  # arguments that cannot be pickled, no process; the future tells
            error = raised
        finally:
            with self._lock:
                self._running.pop(future, None)
        with suppress(Exception):  # a callback's own
            future.set_result(value) if error is None else future.set_exception(error)
