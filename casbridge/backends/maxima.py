"""Maxima as a backend: the rendered script, run by the `maxima` executable in a process of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.objections import LONGEST_SUM, SOLVERS
from casbridge.backends.oneshot import Manner, OneShotBackend, ScriptRun
from casbridge.backends.protocol import Status
from casbridge.limits import Deadline, Limits
from casbridge.processes.ended import Finished
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import Method, Target

#: Maxima refuses to factor polynomials of a larger degree (its factor_max_degree), and its solvers then lose roots.
_FACTORED = replace(SOLVERS, largest_degree=1000)
#: Of so many variables the package grobner makes arguments of one function; GCL takes no more.
_ARGUMENTS = Sizes(most_variables=62)


def _maxima_solver(name: str, summary: str) -> Method:
    return Method(name, Task.BRANCHES, summary, (RATIONALS,), sizes=_FACTORED)


#: What Maxima says of a package that it does not find. Debian has the packages apart, in maxima-share.
_NO_PACKAGE = re.compile(r"^(?:file_search1|load): (?:file )?\"?(\w+)\"? not found", re.MULTILINE)
#: What it says of a package of its own that it cannot load: grobner in 5.47.
_BROKEN_PACKAGE = re.compile(r"^loadfile: failed to load \S*?/share/\S*?(\w+)\.\w+$", re.MULTILINE)
#: Bytes of address space below which GCL may not be able to begin.
_TO_BEGIN = 600 << 20
#: What it says of its start: a help system that is not there, the script that it reads.
_REMARKS = re.compile(r"^SIMPLE-WARNING: Maxima is unable .*\n\(Details: .*\n|^read and interpret .*$", re.MULTILINE)

_GROBNER, _GROBNER_LEX = "reduced Groebner basis, of the package grobner", "reduced lexicographical Groebner basis"
_rational = partial(Method, fields=(RATIONALS,))
#: Wang's package ends with an error at 0 = 0 alone; its irreducible series at a single equation, too.
_SOME, _SEVERAL = Sizes(fewest_equations=1), Sizes(fewest_equations=2)

#: What scripts for Maxima look like.
MAXIMA = Target(
    name="maxima",
    title="Maxima",
    extension="mac",
    by_hand="maxima --very-quiet --init-mac={script}",
    methods=(
        _maxima_solver("solve", "solutions in radicals, as solve states them"),
        _maxima_solver("algsys", "solutions in radicals, as algsys states them"),
        _rational("poly_grobner", Task.BASIS, _GROBNER, order="degrevlex", sizes=_ARGUMENTS),
        _rational("poly_grobner_lex", Task.BASIS, _GROBNER_LEX, order="lex", sizes=_ARGUMENTS),
        _rational("charset", Task.CHARSET, "a characteristic set, of Wang's package charsets", sizes=_SOME),
        _rational("charser", Task.TRIANGULAR, "Wu's series, of Wang's package charsets", wu=True, sizes=_SOME),
        _rational("ics", Task.SERIES, "irreducible characteristic series, of Wang's package charsets", sizes=_SEVERAL),
    ),
    default_method="solve",
    # I is a number in an answer.
    reserved=frozenset("I"),
    style=CARET,
    longest_sum=LONGEST_SUM,
)


class MaximaBackend(OneShotBackend):
    """Maxima's symbolic solvers, and its share packages grobner and charsets.

    A question that Maxima asks ends it: there is nobody to answer.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_MAXIMA, PATH).

    >>> MaximaBackend().command("maxima", "job.mac")
    ['maxima', '--very-quiet', '--userdir=/nonexistent', '--init-mac=job.mac']
    """

    script_target = MAXIMA
    program = Program(
        "maxima",
        "CASBRIDGE_MAXIMA",
        title="Maxima",
        hint="apt install maxima maxima-share (Debian, Ubuntu), or brew install maxima (macOS)",
        pattern="^Maxima {version}",
    )

    def command(self, executable: str, script: str) -> list[str]:
        """The script is the file that Maxima reads when it starts, in place of the user's own.

        There is no user's folder: Maxima 5.49 looks through a relative one without end when it loads a package.
        """
        return [executable, "--very-quiet", "--userdir=/nonexistent", f"--init-mac={script}"]

    def said_in(self, output: str) -> str:
        """As for every backend, without Maxima's remarks on its start."""
        return super().said_in(_REMARKS.sub("", output))

    def _run(self, path: str, text: str, limits: Limits, deadline: Deadline, manner: Manner) -> ScriptRun:
        """As for every such backend. With too little memory to begin GCL dies by SIGSEGV, too soon to be measured."""
        ran = super()._run(path, text, limits, deadline, manner)
        if ran.status is Status.CRASHED and "SIGSEGV" in ran.reason and limits.memory and limits.memory < _TO_BEGIN:
            reason = f"{ran.reason}: {limits.memory >> 20} MiB may be too little for Maxima to begin"
            return replace(ran, status=Status.MEMORY, reason=reason)
        return ran

    def _outcome(self, finished: Finished, judged: tuple[Status, str], text: str | None, said: str = "") -> ScriptRun:
        """As for every such backend. Where Maxima has no share packages, their methods are missing."""
        if finished.ended == "exited" and text is None and (found := _NO_PACKAGE.search(finished.output)):
            hint = "apt install maxima-share (Debian, Ubuntu)"
            judged = Status.MISSING, f"this Maxima has no share package {found[1]}; {hint}"
        elif finished.ended == "exited" and text is None and (found := _BROKEN_PACKAGE.search(finished.output)):
            hint = "a fault of this Maxima; another version may load it"
            judged = Status.MISSING, f"this Maxima cannot load its own share package {found[1]}: {hint}"
        return super()._outcome(finished, judged, text, said)
