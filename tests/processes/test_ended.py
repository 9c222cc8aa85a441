"""The judgement of how a process ended, and its words."""

from __future__ import annotations

import signal

import pytest

from casbridge.limits import Limits
from casbridge.processes.ended import Ended, Finished, how_it_ended, in_words, last_words

GIB = 1 << 30
SYSTEM_ERROR = "SystemError: <function _find_and_load at 0x7f> returned NULL without setting an exception"


@pytest.mark.parametrize(
    ("code", "number", "said", "space", "ended"),
    [
        (0, None, "", 0, "exited"),
        (0, None, "MemoryError", GIB, "exited"),
        (3, None, "ValueError: wrong", GIB, "exited"),
        (1, None, "MemoryError", 0, "memory"),
        (1, None, "SystemError: error return without exception set", 0, "memory"),
        (1, None, SYSTEM_ERROR, 0, "memory"),
        (127, None, "libc.so.6: failed to map segment from shared object", 0, "memory"),
        (1, None, "OSError: [Errno 12] Cannot allocate memory: 'encodings'", 0, "memory"),
        (1, None, "Error, reached the pre-set memory limit", 0, "memory"),
        (1, None, "  *** _^_: the PARI stack overflows !\n  current stack size: 500002816", 0, "memory"),
        (1, None, "  ***                  ^----------\n  ***   not enough memory\n", 0, "memory"),
        (1, None, "  ***   Warning: not enough memory, new PARI stack 500002816\n", 0, "exited"),
        (255, None, "The storage for RELOCATABLE-BLOCKS is exhausted. 63 pages allocated.", 0, "memory"),
        (1, None, "Heap exhausted during garbage collection: 0 bytes available", 0, "memory"),
        (1, None, "\n   >> System error:\n   \n\n", 0, "memory"),
        (1, None, "\n   >> System error:\n   The value NIL is not of type NUMBER\n\n", 0, "exited"),
        (1, None, "Too many heap sections: Increase MAXHINCR or MAX_HEAP_SECTS", 0, "memory"),
        (1, None, "Insufficient memory for the allocation", 0, "memory"),
        (None, signal.SIGSEGV, "Exponent storage needs too much memory on this machine,", 0, "memory"),
        (1, None, "gap: exceeded the permitted memory", 0, "memory"),
        (None, signal.SIGABRT, "terminate called after throwing an instance of 'std::bad_alloc'", 0, "memory"),
        (None, signal.SIGSEGV, "", GIB // 2, "signal"),
        (None, signal.SIGSEGV, "", GIB, "memory"),
        (None, signal.SIGTERM, "", GIB, "signal"),
        (None, signal.SIGXFSZ, "", 0, "flooded"),
    ],
)
def test_how_it_ended(code: int | None, number: int | None, said: str, space: int, ended: Ended) -> None:
    assert how_it_ended(code, number, said, memory=GIB, space=space) == ended


def test_words() -> None:
    said = "first\n  \x1b[31mlast  \n\n"
    assert last_words(said) == "\\x1b[31mlast"
    assert in_words("GAP", Finished("signal", signal=9, output=said)) == (
        "GAP was killed by SIGKILL; it said: \\x1b[31mlast"
    )
    assert in_words("GAP", Finished("exited", 3)) == "GAP ended with exit code 3"
    assert (
        in_words("GAP", Finished("memory", 3), limits=Limits(memory=GIB))
        == "GAP ran out of memory; the limit is 1024 MiB"
    )
    assert in_words("GAP", Finished("timeout", signal=15, output=said)) == "GAP was stopped at the limit of time"
