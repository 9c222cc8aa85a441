"""Macaulay2 as a backend: the rendered script, run by the `M2` executable in a process of its own."""

from __future__ import annotations

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import MACAULAY2
from casbridge.processes.locate import Program


class Macaulay2Backend(OneShotBackend):
    """Macaulay2's minimal primes, Groebner bases and other answers about ideals.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_MACAULAY2, PATH).

    >>> Macaulay2Backend().command("M2", "job.m2")
    ['M2', '--script', 'job.m2']
    """

    script_target = MACAULAY2
    #: Quiet, without the user's own files; an error ends it with another exit code than 0.
    options = ("--script",)
    program = Program(
        "M2",
        "CASBRIDGE_MACAULAY2",
        title="Macaulay2",
        hint="apt install macaulay2 (Debian, Ubuntu), or brew install Macaulay2/tap/M2 (macOS)",
    )
