"""SageMath as a backend: the rendered script, run by the `sage` executable in a process of its own."""

from __future__ import annotations

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import SAGE
from casbridge.processes.locate import Program


class SageBackend(OneShotBackend):
    """Sage's ideals over polynomial rings. Sage preparses a script into a Python file beside it and runs that.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_SAGE, PATH).

    >>> SageBackend().command("sage", "job.sage")
    ['sage', 'job.sage']
    """

    script_target = SAGE
    program = Program(
        "sage",
        "CASBRIDGE_SAGE",
        title="Sage",
        hint="apt install sagemath (Debian, Ubuntu), or conda install -c conda-forge sage",
    )
