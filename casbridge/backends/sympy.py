"""SymPy as a backend: the rendered script, run by this Python in a process of its own."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import version

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import SYMPY
from casbridge.processes.locate import Availability

_version_of = cache(version)


class SymPyBackend(OneShotBackend):
    """SymPy's `groebner` and `solve`, run by this Python.

    >>> SymPyBackend().availability().available
    True
    """

    script_target = SYMPY
    options = ("-P",)  # isolated from the current directory: a module there must not hide SymPy's

    def __init__(self) -> None:
        super().__init__(sys.executable)

    def availability(self) -> Availability:
        """SymPy's version; it is not imported to find it."""
        return Availability(True, path=sys.executable, version=_version_of("sympy"))
