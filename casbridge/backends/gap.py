"""GAP as a backend: the rendered script, run by the `gap` executable in a process of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import GAP
from casbridge.errors import LimitError
from casbridge.processes.availability import Availability
from casbridge.processes.locate import find_program, version_of

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
        return find_program(
            "gap",
            VARIABLE,
            self._executable,
            lambda path: version_of(path, _OPTIONS, seconds, said=_VERSION, stdin_text=_ASK_VERSION),
            title="GAP",
            hint=HINT,
            silent="does not tell its version as GAP does: another program of that name, or it does not start",
            silent_hint=f"set {VARIABLE} to a GAP, or {HINT}",
        )

    def command(self, executable: str, script: str) -> Sequence[str]:
        """GAP reads the script, and then its input, which is empty."""
        return [executable, *_OPTIONS, script]
