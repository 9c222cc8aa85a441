"""GAP as a backend: the rendered script, run by the `gap` executable in a process of its own."""

from __future__ import annotations

from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.targets import GAP
from casbridge.processes.locate import Program


class GapBackend(OneShotBackend):
    """GAP's Groebner bases.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_GAP, PATH).

    >>> GapBackend().command("gap", "job.g")
    ['gap', '-q', '-A', '-r', '--quitonbreak', 'job.g']
    """

    script_target = GAP
    #: Quiet, without packages, without the user's own files; an error ends it with another exit code than 0.
    options = ("-q", "-A", "-r", "--quitonbreak")
    program = Program(
        "gap",
        "CASBRIDGE_GAP",
        title="GAP",
        hint="apt install gap-core (Debian, Ubuntu), or conda install -c conda-forge gap-defaults",
        # Debian's GAP 4.12.1 crashes when it is called with --version.
        arguments=options,
        reads='Print("GAP version ", GAPInfo.Version, "\\n"); QUIT;\n',
        pattern="^GAP version {version}$",
    )
