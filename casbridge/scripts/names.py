"""What a script calls the variables of a ring."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from casbridge.scripts.values import Target


def script_names(variables: Sequence[str], target: Target) -> tuple[str, ...]:
    """The name of every variable in a script: its own where the target can read it, else a new name v1, v2, ….

    >>> from casbridge.backends.targets import SINGULAR
    >>> script_names(["x1", "system", "_y"], SINGULAR)
    ('x1', 'v1', 'v2')
    """
    taken = set(variables)
    new_names = (name for number in count(1) if (name := f"v{number}") not in taken and target.accepts(name))
    return tuple(variable if target.accepts(variable) else next(new_names) for variable in variables)
