"""A backend in a package of its own: it tries every point of a small finite field, in a script of plain Python.

It has the four pieces that every backend has: a target with its methods, a folder of templates, a class that says where
the program is and how a script is started, and a recorded transcript for its tests. Nothing in casbridge is changed. A
package offers it by two lines in its `pyproject.toml`, and casbridge finds it wherever the package is installed:

    [project.entry-points."casbridge.backends"]
    exhaustive = "exhaustive_backend:ExhaustiveBackend"

Without an entry point `casbridge.register(ExhaustiveBackend())` adds it to the running process.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from casbridge.backends.authors import (
    PRIMES,
    PYTHON,
    Availability,
    Method,
    OneShotBackend,
    PolynomialSystem,
    Sizes,
    Target,
    Task,
)

MOST_POINTS = 1_000_000


def outside_of_the_field(system: PolynomialSystem) -> str | None:
    """Zeros may lie outside of the field, unless each variable has an equation of its own that splits there."""
    p = system.ring.field.characteristic
    if p and p**system.ring.size <= MOST_POINTS:
        for place, name in enumerate(system.ring.variables):
            own = [one.pattern for one in system.equations if one.variables == (place,) and one.pattern]
            if not any(sum(not f.evaluate([v]) for v in range(p)) == f.total_degree for f in own):
                return f"no equation in {name} alone splits over GF({p}), so zeros may lie outside of the field"
    return None


#: What the method can do. For any other system casbridge says `unsupported`, why, and which methods can do it.
SEARCH = Method(
    "search",
    Task.POINTS,
    "every point of the field is tried",
    fields=(PRIMES,),
    sizes=Sizes(most_points=MOST_POINTS),
    objection=outside_of_the_field,
)

TARGET = Target(
    name="exhaustive",
    title="Exhaustive search",
    extension="py",
    by_hand="python {script}",
    methods=(SEARCH,),
    default_method="search",
    style=PYTHON,  # ** for powers
    templates=Path(__file__).parent / "templates",  # …/exhaustive/search.py.j2: <target>/<method>.<extension>.j2
)


class ExhaustiveBackend(OneShotBackend):
    """Every point of a small finite field."""

    script_target = TARGET

    def availability(self) -> Availability:
        """It needs Python only. A CAS would be looked for here, with a reason and a hint if it is missing."""
        return Availability(True, path=sys.executable, version="1.0")

    def command(self, executable: str, script: str) -> Sequence[str]:
        """-P keeps the script's folder off the path: a module there must not hide one of Python's."""
        return [executable, "-P", script]
