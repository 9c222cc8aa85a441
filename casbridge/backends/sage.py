"""SageMath as a backend: the rendered script, run by the `sage` executable in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import SAGE
from casbridge.errors import LimitError
from casbridge.processes.availability import Availability
from casbridge.processes.locate import find_program, version_of

VARIABLE = "CASBRIDGE_SAGE"
HINT = "apt install sagemath (Debian, Ubuntu), or conda install -c conda-forge sage"


class SageBackend(OneShotBackend):
    """Sage's ideals over polynomial rings.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_SAGE, PATH).
    """

    script_target = SAGE

    def __init__(self, executable: str | os.PathLike[str] | None = None) -> None:
        self._executable = executable

    def availability(self) -> Availability:
        """Where Sage is and which version, or why it cannot be used and what to do."""
        try:
            return self.availability_within(None)
        except LimitError as error:
            return Availability(False, reason=str(error), hint=HINT)

    def availability_within(self, seconds: float | None) -> Availability:
        """`availability`, within a limit of time."""
        return find_program(
            "sage",
            VARIABLE,
            self._executable,
            lambda path: version_of(path, ("--version",), seconds),
            title="Sage",
            hint=HINT,
            silent="does not say its version when called with --version, as Sage does",
        )

    def command(self, executable: str, script: str) -> Sequence[str]:
        """Sage preparses the script into a Python file beside it and runs that."""
        return [executable, script]
