"""Functions that tests run in a process apart."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator

from casbridge.errors import UnsupportedError

#: Bytes that were kept by `hold`.
HELD: list[bytearray] = []


def hold(size: int) -> int:
    """Take memory and touch it; keep it after the call."""
    block = bytearray(size)
    block[:: 1 << 12] = b"x" * len(block[:: 1 << 12])
    HELD.append(block)
    return len(HELD)


def sleep_without_looking(seconds: float) -> None:
    """As a library's function that does not return: Python's signal handlers do not run meanwhile."""
    ctypes.PyDLL(None).sleep(int(seconds))


def number_of_process() -> int:
    return os.getpid()


def yield_and_hang(number: int) -> Iterator[int]:
    yield from range(number)
    time.sleep(600)


def refuse() -> None:
    raise UnsupportedError("not this one")


def fail() -> None:
    raise KeyError("a mistake of ours")


def out_of_memory_in_a_library(words: str, *, exit_code: int | None) -> None:
    """As FLINT and GMP do: they say so on standard error and end the process."""
    print(words, file=sys.stderr, flush=True)
    if exit_code is None:
        os.abort()
    os._exit(exit_code)


def say_and_die(words: str, number: int) -> None:
    print(words, file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.Signals(number))


def out_of_memory_by_signal(words: str) -> None:
    out_of_memory_in_a_library(words, exit_code=None)


def out_of_memory_by_exit(words: str) -> None:
    out_of_memory_in_a_library(words, exit_code=1)
