"""Giac as a backend: the rendered script, run by the `giac` executable in a process of its own."""

from __future__ import annotations

import re
from dataclasses import replace

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.objections import LONGEST_SUM
from casbridge.backends.oneshot import OneShotBackend, ScriptRun
from casbridge.backends.protocol import Status
from casbridge.backends.transcripts import first_error_line
from casbridge.errors import printable
from casbridge.processes.ended import Finished
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import NUMBERED, Method, Target

#: How the script begins an error message of Giac's.
_ERROR = "GiacError"
#: Lines that Giac prints beside results: about its language, its threads, its time, and commands that end with `:;`.
_REMARKS = re.compile(r"^(?://.*|Added \d+ synonyms|\"Done\",?)\n?", re.MULTILINE)
#: What Giac prints while it computes.
_MEANWHILE = re.compile(r"^// (\w+) begins$(.*?)^// \1 has ended$", re.MULTILINE | re.DOTALL)

#: Giac's exponents have 16 bits with a sign. It does not look whether a product of two monomials fits.
_HOLDS = Sizes(largest_degree=2**14 - 1)
_GIAC_SOLVE = "solutions over the complex numbers in radicals, as solve states them"

#: What scripts for Giac look like.
GIAC = Target(
    name="giac",
    title="Giac",
    extension="giac",
    by_hand="giac {script}",
    methods=(
        Method("solve", Task.BRANCHES, _GIAC_SOLVE, (RATIONALS,), sizes=replace(_HOLDS, fewest_equations=1)),
        Method("gbasis", Task.BASIS, "reduced Groebner basis", order="degrevlex", sizes=_HOLDS),
        Method("gbasis_plex", Task.BASIS, "reduced lexicographical Groebner basis", order="lex", sizes=_HOLDS),
    ),
    default_method="solve",
    # e and i are numbers there; I is one in an answer. An underscore begins a unit.
    safe_name=NUMBERED,
    reserved=frozenset("eiI"),
    style=CARET,
    longest_sum=LONGEST_SUM,
)


class GiacBackend(OneShotBackend):
    """Giac's symbolic solver and Gröbner bases. Giac prints its warnings; here they are warnings of the result.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_GIAC, PATH, passagemath wheels).

    >>> GiacBackend().command("giac", "job.giac")
    ['giac', 'job.giac']
    """

    script_target = GIAC
    program = Program(
        "giac",
        "CASBRIDGE_GIAC",
        title="Giac",
        hint="apt install xcas (Debian, Ubuntu), or pip install --no-deps passagemath-giac",
        # The wheels' versions end with a date and a name.
        pattern=r"^(\d+(?:\.\d+)+)(?:\+\S*)?$",
    )

    def warning_in(self, output: str) -> str:
        """As for every such backend. The text that Giac prints while it solves becomes warnings of the result."""
        return super().warning_in(_MEANWHILE.sub("", output))

    def said_in(self, output: str) -> str:
        """As for every such backend, without Giac's remarks on its time."""
        return super().said_in(_REMARKS.sub("", output))

    def _outcome(self, finished: Finished, judged: tuple[Status, str], text: str | None, said: str = "") -> ScriptRun:
        """As for every such backend; the script's own error message is a crash, with exit code 0."""
        error = first_error_line(finished.output)
        if judged[0] is Status.COMPLETE and text is None and error.startswith(_ERROR):
            judged = Status.CRASHED, f"{self._title} stopped; it said: {error}"
        # After an error Giac is sometimes killed by a signal, too.
        judged = judged[0], judged[1].replace(f"{_ERROR}: ", "")
        solving = _MEANWHILE.search(finished.output)
        lines = [printable(line.strip()) for line in solving.group(2).splitlines()] if solving else []
        warnings = tuple(line for line in dict.fromkeys(lines) if line and not line.startswith(("//", _ERROR)))
        # Of what a script prints, Giac's remarks are no part.
        shown = _REMARKS.sub("", text) if text is not None and text == finished.output else text
        return replace(super()._outcome(finished, judged, shown, said), warnings=warnings)
