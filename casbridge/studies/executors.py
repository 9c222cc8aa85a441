"""Where a study's jobs run: executors, and what the driver has to know of them.

    None, an Executor, a function that makes one ──▶ Crew ──submit──▶ futures
    "local", "tcp://host:8786" ──dask_executor──▶ DaskExecutor

Any executor with the interface of `concurrent.futures` will do. The default is `casbridge.processes.pool.ProcessPool`.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from typing import Any

from casbridge.errors import BackendError, UsageError, printable
from casbridge.processes.apart import processors
from casbridge.processes.pool import ProcessPool
from casbridge.studies.work import versions_here

#: Seconds that workers have to tell their versions before the first job.
_VERSION_SECONDS = 60.0
#: Seconds that a cluster has to answer.
_CLUSTER_SECONDS = 30.0

#: An executor, or a function that makes one. It is called again where an executor broke as a whole.
Executors = Executor | Callable[[], Executor]


class Crew:
    """An executor with what the driver has to know of it.

    given: an executor, a function that makes one, or None for processes on this machine.
    workers: how many calls run at a time; None is what the executor tells, and one for each processor where it does
        not tell.

    Raises UsageError for a number of workers that is not positive.

    >>> with Crew(workers=2) as crew:
    ...     crew.width, crew.isolates, crew.submit(None, divmod, 7, 2).result()
    (2, True, (3, 1))
    """

    def __init__(self, given: Executors | None = None, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise UsageError(f"{workers} workers", expected="at least 1")
        self._make = None if given is None or isinstance(given, Executor) else given
        self._workers = workers
        #: How many executors were made anew.
        self.generation = 0
        # What the driver made it also ends; an executor that was handed over goes on.
        self._is_ours = not isinstance(given, Executor)
        if given is None:
            self._executor: Executor = ProcessPool(workers)
        else:
            self._executor = given if isinstance(given, Executor) else given()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.kill()
        elif self._is_ours:
            self._executor.shutdown(wait=True)

    @property
    def width(self) -> int:
        """How many calls run at the same time now; it may change while a cluster grows."""
        told = (
            self._workers or getattr(self._executor, "workers", None) or getattr(self._executor, "_max_workers", None)
        )
        return max(1, told if isinstance(told, int) else processors())

    @property
    def isolates(self) -> bool:
        """Whether the death of a worker ends no other call than its own."""
        return isinstance(self._executor, ProcessPool)

    @property
    def name(self) -> str:
        """The executor in words."""
        if isinstance(self._executor, ProcessPool):
            return "processes on this machine"
        return str(getattr(self._executor, "title", type(self._executor).__name__))

    def submit(self, seconds: float | None, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """A future of a call. seconds: after so long its worker is killed, where the executor can.

        Raises BackendError where the executor is broken and nobody said how to make another one.
        """
        if isinstance(self._executor, ProcessPool):
            return self._executor.submit_within(seconds, function, *arguments)
        try:
            return self._executor.submit(function, *arguments)
        except BrokenExecutor:
            self.renew()
            return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Make a new executor in the place of one that broke. Raises BackendError where nobody said how."""
        if self._make is None:
            found = f"the executor {type(self._executor).__name__} broke when a worker died"
            raise BackendError(f"{found}; run the study again, or give a function that makes an executor")
        with suppress(Exception):
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._make()
        self.generation += 1

    def kill(self) -> None:
        """End what runs, where the executor can, and take no more. An executor that was handed over goes on."""
        if not self._is_ours:
            return
        killer = getattr(self._executor, "kill", None)
        with suppress(Exception):
            if killer is not None:
                killer()
            else:
                self._executor.shutdown(wait=False, cancel_futures=True)

    def versions(self, backends: Sequence[str]) -> dict[str, dict[str, str]]:
        """For each host with workers the versions of the backends there. A host that does not tell is left out."""
        asked = getattr(self._executor, "versions", None)
        if asked is not None:
            found: dict[str, dict[str, str]] = asked(backends)
            return found
        if self.isolates:
            return dict([versions_here(backends)])
        futures = [self._executor.submit(versions_here, tuple(backends)) for _ in range(self.width)]
        told = {}
        for future in wait(futures, _VERSION_SECONDS).done:
            if not future.cancelled() and future.exception() is None:
                host, versions = future.result()
                told[host] = versions
        return told


def deaths_in(error: BaseException) -> int:
    """How many workers died before an executor gave a call up. Dask tries a call again with other workers.

    >>> deaths_in(BrokenExecutor())
    1
    """
    allowed = getattr(error, "allowed_failures", None)
    return 1 + allowed if isinstance(allowed, int) and 0 <= allowed < 100 else 1


class DaskExecutor(Executor):
    """The workers of a Dask cluster, with the interface of `concurrent.futures.Executor`. Made by `dask_executor`.

    >>> DaskExecutor.__mro__[1] is Executor
    True
    """

    def __init__(self, client: Any, cluster: Any = None) -> None:
        self._client, self._cluster = client, cluster
        self._futures: dict[int, Any] = {}
        self.title = f"Dask at {client.scheduler.address}"

    @property
    def workers(self) -> int:
        """The threads of all workers now. Each worker should have one: more would share its processor."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future of a call on the cluster."""
        future: Future[Any] = Future()
        # pure=False: equal calls are different calls.
        remote = self._client.submit(fn, *args, pure=False, **kwargs)
        self._futures[id(remote)] = remote
        future.set_running_or_notify_cancel()
        remote.add_done_callback(lambda done: self._settle(done, future))
        return future

    def _settle(self, remote: Any, future: Future[Any]) -> None:
        """Hand over what a call on the cluster gave."""
        self._futures.pop(id(remote), None)
        try:
            error = (
                remote.exception() if remote.status != "cancelled" else BackendError("the cluster cancelled the call")
            )
            value = remote.result() if error is None else None
        except BaseException as raised:  # the connection to the scheduler ended
            value, error = None, raised
        with suppress(Exception):
            future.set_result(value) if error is None else future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; end it if it is ours."""
        if cancel_futures:
            with suppress(Exception):
                self._client.cancel([*self._futures.values()], force=True)
        seconds = 5 if wait else 1
        with suppress(Exception):
            self._client.close(timeout=seconds)
        with suppress(Exception):
            if self._cluster is not None:
                self._cluster.close(timeout=seconds)

    def kill(self) -> None:
        """Drop what waits. A cluster of ours ends; elsewhere a job that runs goes on to its limits, and is not kept."""
        self.shutdown(wait=False, cancel_futures=True)

    def versions(self, backends: Sequence[str]) -> dict[str, dict[str, str]]:
        """For each host the versions there. A worker with others than another one of its host has its address too."""
        try:
            told = self._client.run(versions_here, tuple(backends), on_error="return")
        except Exception as error:
            raise BackendError(printable(f"the Dask cluster does not answer: {error}")) from error
        found: dict[str, dict[str, str]] = {}
        for address, answer in sorted(told.items()):
            # A worker that fails here has no casbridge, or a very different one.
            host, versions = answer if isinstance(answer, tuple) else (address, {"casbridge": ""})
            if found.setdefault(host, versions) != versions:
                found[f"{host} ({address})"] = versions
        return found


def dask_executor(address: str, workers: int | None = None) -> DaskExecutor:
    """An executor over a Dask cluster.

    address: of the scheduler, such as "tcp://host:8786"; "local" starts a cluster of processes on this machine.
    workers: of a local cluster; None is one for each processor. Each worker has one thread: timed jobs share no core.

    Raises UsageError without the extra `dask` and for an address that is none, BackendError where no scheduler answers.

    >>> dask_executor("node7")
    Traceback (most recent call last):
    casbridge.errors.UsageError: --dask node7; expected local, or a scheduler such as tcp://host:8786
    """
    scheme, _, place = address.partition("://")
    if address != "local" and (not place or scheme not in ("tcp", "tls", "ucx", "ws", "wss")):
        raise UsageError(f"--dask {printable(address, 80)}", expected="local, or a scheduler such as tcp://host:8786")
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise UsageError("--dask without Dask", expected="pip install 'casbridge[dask]'") from None
    if address == "local":
        # A worker that dies is told at once: the driver itself tries the jobs again, each alone.
        with dask.config.set({"distributed.scheduler.allowed-failures": 0}), _ignored_interrupts():
            cluster = LocalCluster(
                n_workers=workers or processors(),
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
        return DaskExecutor(Client(cluster), cluster)
    try:
        return DaskExecutor(Client(address, timeout=_CLUSTER_SECONDS))
    except (OSError, TimeoutError, ValueError) as error:
        found = f"no Dask scheduler answers at {printable(address, 80)}"
        raise BackendError(f"{found}: {printable(str(error), 200)}; start one with `dask scheduler`") from None


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Processes that start in this context ignore Ctrl-C, which a terminal sends to all. The driver ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def differing(versions: Mapping[str, Mapping[str, str]], ours: Mapping[str, str]) -> list[str]:
    """For each host with other versions than ours a line in words.

    >>> differing({"node7": {"singular": "4.4.0"}}, {"singular": "4.4.1"})
    ['node7 has singular 4.4.0, and this machine 4.4.1']
    """
    lines = []
    for host, told in sorted(versions.items()):
        for name, version in sorted(told.items()):
            if version != ours.get(name, ""):
                here = ours.get(name, "") or "none"
                lines.append(f"{host} has {f'{name} {version}' if version else f'no {name}'}, and this machine {here}")
    return lines
