"""The names that the author of a backend needs, in one place.

    from casbridge.backends.authors import Method, OneShotBackend, Program, Target, Task

- `Target`, `Method`, `Ground`, `Sizes`, `RATIONALS`, `PRIMES`: what scripts look like, and what methods can do.
- `Task`: what a method answers. `CARET`, `PYTHON`: how powers and products are written.
- `OneShotBackend`, `ANSWER_FILE`: a backend that runs a script in a process of its own.
- `Program`, `find_program`, `version_of`, `Availability`: the program, where it is, and its version.
- `Backend`, `Job`, `Result`, `Status`, `Limits`: what goes into a backend and what comes out.
- `render`, `parse`, `Script`, `run_program`: for a backend that is used in another way.

`casbridge.testing` has the checks. Nothing in casbridge imports this module.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.polynomials import CARET, PYTHON
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.oneshot import ANSWER_FILE, OneShotBackend
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.backends.transcripts import parse
from casbridge.limits import Limits
from casbridge.processes.locate import Availability, Program, locate as find_program
from casbridge.processes.program import run_program
from casbridge.scripts import PRIMES, RATIONALS, Ground, Method, Script, Sizes, Target, render

__all__ = [
    "ANSWER_FILE",
    "CARET",
    "PRIMES",
    "PYTHON",
    "RATIONALS",
    "Answer",
    "Availability",
    "Backend",
    "Ground",
    "Job",
    "Limits",
    "Method",
    "OneShotBackend",
    "PolynomialSystem",
    "Program",
    "Result",
    "Script",
    "Sizes",
    "Status",
    "Target",
    "Task",
    "find_program",
    "parse",
    "render",
    "run_program",
    "version_of",
]


def version_of(
    executable: str | os.PathLike[str], arguments: Sequence[str] = ("--version",), pattern: str = "{version}"
) -> str:
    """The version that an executable prints; "" where it prints none.

    arguments: with these it prints its version.
    pattern: where the version is in its output, a regular expression; `{version}` is plain digits and dots.

    Raises BackendError where it cannot be run, LimitError where it does not answer within 20 s.

    >>> import sys
    >>> version_of(sys.executable, pattern="^Python {version}").count(".")
    2
    """
    name = Path(executable).name
    return Program(name, "", title=name, hint="", arguments=tuple(arguments), pattern=pattern).version(Path(executable))
