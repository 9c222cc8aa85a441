"""SymPy as a backend: the rendered script, run by this Python in a process of its own."""

from __future__ import annotations

import sys
from functools import lru_cache

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import SYMPY
from casbridge.processes.availability import Availability


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
        version = _installed_version()
        if not version:
            reason = f"{sys.executable} has no SymPy"
            return Availability(False, path=sys.executable, reason=reason, hint="pip install sympy")
        return Availability(True, path=sys.executable, version=version)


@lru_cache(maxsize=1)
def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("sympy")
    except PackageNotFoundError:
        return ""
