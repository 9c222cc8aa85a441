"""GAP as a backend: the rendered script, run by the `gap` executable in a process of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from casbridge.backends.locate import locate, version_of
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import GAP
from casbridge.backends.values import Availability
from casbridge.errors import BackendError, LimitError

VARIABLE = "CASBRIDGE_GAP"
HINT = "apt install gap-core (Debian, Ubuntu), or conda install -c conda-forge gap-defaults"

#: Quiet, without packages, without the user's own files; an error ends it with another exit code than 0.
_OPTIONS = ("-q", "-A", "-r", "--quitonbreak")
#: Debian's GAP 4.12.1 crashes when it is called with --version.
_ASK_VERSION = 'Print("GAP version ", GAPInfo.Version, "\\n"); QUIT;\n'
_VERSION = re.compile(r"^GAP version (\d[\w.+-]*)$", re.MULTILINE)


class GapBackend(OneShotBackend):
    """GAP's Groebner bases.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_GAP, PATH).
    """

    script_target = GAP

    def __init__(self, executable: str | os.PathLike[str] | None = None) -> None:
        self._executable = executable

    def availability(self) -> Availability:
        """Where GAP is and which version, or why it cannot be used and what to do."""
        try:
            return self.availability_within(None)
        except LimitError as error:
            return Availability(False, reason=str(error), hint=HINT)

    def availability_within(self, seconds: float | None) -> Availability:
        """`availability`, within a limit of time."""
        try:
            path = locate("gap", VARIABLE, self._executable)
            version = "" if path is None else _version(path, seconds)
        except BackendError as error:
            return Availability(False, reason=str(error), hint=f"set it to a GAP executable, or unset it and {HINT}")
        if path is None:
            return Availability(False, reason=f"no gap on PATH, and {VARIABLE} is not set", hint=HINT)
        if not version:
            reason = f"{path} does not tell its version as GAP does: another program of that name, or it does not start"
            return Availability(False, path=str(path), reason=reason, hint=f"set {VARIABLE} to a GAP, or {HINT}")
        return Availability(True, path=str(path), version=version)

    def command(self, executable: str, script: str) -> Sequence[str]:
        """GAP reads the script, and then its input, which is empty."""
        return [executable, *_OPTIONS, script]


def _version(path: Path, seconds: float | None) -> str:
    return version_of(path, _OPTIONS, seconds, said=_VERSION, stdin_text=_ASK_VERSION)
