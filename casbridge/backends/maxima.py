"""Maxima as a backend: the rendered script, run by the `maxima` executable in a process of its own."""

from __future__ import annotations

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import MAXIMA
from casbridge.processes.locate import Program


class MaximaBackend(OneShotBackend):
    """Maxima's symbolic solvers. A question that Maxima asks ends it: there is nobody to answer.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_MAXIMA, PATH).

    >>> MaximaBackend().command("maxima", "job.mac")
    ['maxima', '--very-quiet', '--userdir=.', '--init-mac=job.mac']
    """

    script_target = MAXIMA
    program = Program(
        "maxima",
        "CASBRIDGE_MAXIMA",
        title="Maxima",
        hint="apt install maxima (Debian, Ubuntu), or brew install maxima (macOS)",
        pattern="^Maxima {version}",
    )

    def command(self, executable: str, script: str) -> list[str]:
        """The script is the file that Maxima reads when it starts, in place of the user's own."""
        return [executable, "--very-quiet", "--userdir=.", f"--init-mac={script}"]
