"""Rendering a system as a script for a computer algebra system, through one strict Jinja environment.

    PolynomialSystem, Target, Method ──list_system──▶ functions, lines ──template──▶ Script

Read `values`, then `listing` (the lines of a script), then `rendering`.

Scripts of all targets print answers in one form:

    casbridge:begin 1f2e3d4c5b6a           a digest of the job: an answer to another job is noticed
    task: characteristic series
    field: 11
    variables: x1 x2 v1                    as the script names them, lowest first
    name: v1 = system                      where a variable was renamed: script's name = user's name
    order: lex                             for a Gröbner basis
    fact: puzzle = 2x2 .4.....1..3.2...    provenance, copied from the system
    component:
    x1-1
    x2-4
    casbridge:end 1f2e3d4c5b6a 1           the number of components: a truncated answer is noticed

Two tasks have more lines. The numbers of "dimension and degree" stand in the header, and there are no components:

    dimension: 2                           -1 without zeros
    degree: 5                              may be missing; 0 without zeros

A component of a "factorisation" is one factor. Its multiplicity follows `component:`, and is 1 if the line is missing:

    component:
    multiplicity: 2
    x1-1

If the CAS cannot give the whole answer, the script says so in one line instead of the components:

    unsupported: SymPy's solutions are not all rational
    casbridge:end 1f2e3d4c5b6a 0
"""

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.scripts.rendering import render as render
    from casbridge.scripts.values import Method as Method, Script as Script, Target as Target

_HOMES, __getattr__, __dir__ = lazy(__name__, {"rendering": "render", "values": "Method Script Target"})
__all__ = [*_HOMES]
