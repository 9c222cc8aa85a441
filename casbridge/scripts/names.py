"""What the variables of a ring are called in a script."""

from __future__ import annotations

from collections.abc import Sequence

from casbridge.scripts.values import Target


def script_names(variables: Sequence[str], target: Target) -> tuple[str, ...]:
    """The name of every variable in a script: its own where the target can read it, else a new one v1, v2, ….

    >>> from casbridge.backends.targets import SINGULAR
    >>> script_names(["x1", "system", "_y"], SINGULAR)
    ('x1', 'v1', 'v2')
    """
    taken = set(variables)
    names = []
    number = 0
    for variable in variables:
        name = variable
        if not target.accepts(variable):
            while True:
                number += 1
                name = f"v{number}"
                if name not in taken and target.accepts(name):
                    break
        names.append(name)
    return tuple(names)
