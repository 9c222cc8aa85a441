"""The command line: arguments in, exit codes out, no mathematics.

    arguments ─▶ group ─▶ a command's module ─▶ options (values) ─▶ the rooms ─▶ output ─▶ standard output, exit code

Read `group` (signals, errors, exit codes) first, then `options` (also time and memory of each job), `output`, then any
command: each has the module of its name, but for two in `transform`.

Exit codes: 0 done; 1 a disagreement; 2 bad input or usage; 3 a backend failed, or too few answers for a verdict;
4 stopped by time, memory or a full disk; 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
"""

from __future__ import annotations

import os
import sys
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

TYPE_CHECKING = False  #: As in typing, which is not imported here.
if TYPE_CHECKING:
    from collections.abc import Sequence

# Nothing else is imported here: from its first line on, the program answers Ctrl-C with one line.


def _end_at_once(_: int, __: object) -> None:
    os.write(2, b"casbridge: interrupted\n")
    os._exit(130)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    arguments: None are those of this process, in which signals are then handled.

    >>> main(["solve", ".4.....1..3.2...", "--format", "line"])
    1423324141322314
    0
    """
    from casbridge.cli.group import run

    return run(arguments, _end_at_once)


_is_program = sys.argv[:1] == ["-m"] or os.path.basename("".join(sys.argv[:1])) == "casbridge"
if _is_program and getsignal(SIGINT) is default_int_handler:
    signal(SIGINT, _end_at_once)  # until `main` takes over; nothing was started yet
