"""SageMath as a backend: the rendered script, run by the `sage` executable in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import SAGE
from casbridge.processes.locate import Program


class SageBackend(OneShotBackend):
    """Sage's ideals over polynomial rings.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_SAGE, PATH).

    >>> list(SageBackend().command("sage", "job.sage"))
    ['sage', 'job.sage']
    """

    script_target = SAGE
    program = Program(
        "sage",
        "CASBRIDGE_SAGE",
        title="Sage",
        hint="apt install sagemath (Debian, Ubuntu), or conda install -c conda-forge sage",
    )

    def command(self, executable: str, script: str) -> Sequence[str]:
        """Sage preparses the script into a Python file beside it and runs that."""
        return [executable, script]
