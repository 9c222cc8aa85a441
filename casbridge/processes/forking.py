"""A process apart as a fork of this one: it begins with all modules that are loaded here; this saves half of its start.

Only the real program forks, on Linux, and only while it has one thread. Elsewhere a lock that another thread holds, or
a test's or a notebook's state, would be copied.

The child becomes what a fresh process would be: a session of its own, signals as they are by default, no file of its
parent's but the given ones, no end of the parent's (`atexit`, buffers of files). It waits until it is told to go on. If
its parent ends before, it ends too.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NoReturn

#: The exit code of a child that is told nothing, or that fails.
_FAILED = 125

_is_allowed = False


def allow() -> None:
    """Say that this process is the real program: nothing else runs in it.

    >>> is_safe()  # this is a test
    False
    """
    global _is_allowed
    _is_allowed = True


def is_safe() -> bool:
    """Whether this process may fork: it is the real program, has one thread, and the system is Linux.

    >>> is_safe()
    False
    """
    if not _is_allowed or sys.platform != "linux":
        return False
    with suppress(OSError):
        return len(os.listdir("/proc/self/task")) == 1
    return False


class Forked:
    """A child that waits: the part of `subprocess.Popen` that `ProcessGroup` needs.

    stdin: the child begins when something is written here.

    >>> Forked.returncode is None
    True
    """

    returncode: int | None = None

    def __init__(
        self,
        run: Callable[[], None],
        *,
        output: int,
        keep: int,
        environment: Mapping[str, str],
        largest_file: int,
    ) -> None:
        """Fork. The child runs `run` when it is told to, and exits. Raises OSError where there is no child.

        output: descriptor of its standard output and error. keep: another descriptor that it keeps.
        environment: variables to set; those with the value "" are unset. largest_file: bytes that it may write.
        """
        begin, starter = os.pipe()
        ready, told = os.pipe()
        # No handler of this process runs in the child.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            self.pid = os.fork()
            if not self.pid:
                _be_child(run, begin, told, output, keep, environment, largest_file, before)
        except OSError:
            for descriptor in (ready, starter):
                os.close(descriptor)
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            for descriptor in (begin, told):
                os.close(descriptor)
        self.stdin = os.fdopen(starter, "wb", buffering=0)
        try:
            os.read(ready, 1)  # from here on the child leads a group
        finally:
            os.close(ready)


def _be_child(
    run: Callable[[], None],
    begin: int,
    told: int,
    output: int,
    keep: int,
    environment: Mapping[str, str],
    largest_file: int,
    mask: set[signal.Signals] | set[int],
) -> NoReturn:
    """What the child does. It never returns to its parent's callers."""
    code = _FAILED
    try:
        os.setsid()
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _leave_files(output, {begin, told, keep})
        gc.freeze()  # what the parent has is not looked at, and so not copied
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        largest = largest_file if most == resource.RLIM_INFINITY else min(largest_file, most)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
        for name, value in environment.items():
            if value:
                os.environ[name] = value
            else:
                os.environ.pop(name, None)
        os.chdir("/")
        os.write(told, b"+")
        os.close(told)
        go_on = os.read(begin, 1)
        os.close(begin)
        if go_on:
            run()
            code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)


def _leave_files(output: int, keep: set[int]) -> None:
    """Let standard streams and all other descriptors lead elsewhere. The parent's file objects are never flushed here.

    The numbers stay taken, so that no file object of the parent's can close a file of the child's.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    for descriptor in map(int, os.listdir("/proc/self/fd")):
        if descriptor > 2 and descriptor not in {nowhere, *keep}:
            os.dup2(nowhere, descriptor, inheritable=False)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    for name in ("stdout", "stderr"):
        stream = open(  # noqa: SIM115
            1, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
        )
        setattr(sys, name, stream)
