"""SymPy as a backend: the rendered script, run by a Python in a process of its own."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import version

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.packages import Package
from casbridge.backends.targets import SYMPY
from casbridge.limits import NEVER, Deadline
from casbridge.processes.locate import Availability, Program

_version_of = cache(version)


class SymPyBackend(OneShotBackend):
    """SymPy's `groebner` and `solve`, run by this Python; another version by a Python that has it.

    >>> SymPyBackend().availability().available
    True
    """

    script_target = SYMPY
    options = ("-P",)  # isolated from the current directory: a module there must not hide SymPy's
    program = Program(
        "python3",
        "CASBRIDGE_SYMPY",
        title="SymPy",
        hint="pip install sympy",
        arguments=("-P", "-c", "from importlib.metadata import version as v; print('SymPy', v('sympy'))"),
        pattern="^SymPy {version}$",
        lasting=False,
    )
    # Before 1.13 SymPy takes each mpmath; 1.4 broke it.
    package = Package("sympy", beside=("mpmath<1.4",))

    def __init__(self) -> None:
        super().__init__(sys.executable)

    def _find(self, deadline: Deadline = NEVER) -> Availability:
        if self.wanted:
            return super()._find(deadline)
        # SymPy is not imported to find its version.
        return Availability(True, path=sys.executable, version=_version_of("sympy"))
