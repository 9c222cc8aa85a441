"""What happens on Ctrl-C in the first moments of the program, while it imports what it needs."""

from __future__ import annotations

import os
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]


def catch_interrupts() -> None:
    """Let Ctrl-C end the program with one line until `main` has taken over. Nothing was started yet."""
    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, end_at_once)


def end_at_once(_: int, __: object) -> None:
    os.write(2, b"casbridge: interrupted\n")
    os._exit(130)
