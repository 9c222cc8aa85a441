"""Polynomial rings: a field and its variables, lowest first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from casbridge.algebra.fields import QQ, Field
from casbridge.errors import InputError

#: What a variable may be called.
VARIABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z", re.ASCII)
#: The most characters of a variable's name.
LONGEST_NAME = 100


@dataclass(frozen=True)
class Ring:
    """K[x1, …, xn] with x1 < … < xn: the first variable is the lowest, as in Wu's method.

    Raises InputError for a name that is no name of a variable, and for a name that stands twice.

    >>> Ring.of("x y z", field=QQ)
    QQ[x, y, z]
    """

    field: Field
    variables: tuple[str, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for name in self.variables:
            if not VARIABLE_NAME.match(name) or len(name) > LONGEST_NAME:
                raise InputError(f"variable name {name!r}", expected="a letter followed by letters, digits or _")
            if name in seen:
                raise InputError(f"variable {name} is named twice", expected="distinct variables")
            seen.add(name)

    @staticmethod
    def of(variables: str | Iterable[str], field: Field = QQ) -> Ring:
        """A ring from names, given as one string (separated by spaces or commas) or one by one."""
        names = variables.replace(",", " ").split() if isinstance(variables, str) else variables
        return Ring(field, tuple(names))

    def __repr__(self) -> str:
        return f"{self.field}[{', '.join(self.variables)}]"

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of every variable, 0 for the lowest."""
        return {name: position for position, name in enumerate(self.variables)}

    @property
    def size(self) -> int:
        """The number of variables."""
        return len(self.variables)


@lru_cache(maxsize=512)
def local_ring(field: Field, size: int) -> Ring:
    """The ring of patterns in `size` local variables, t1 < … < tn.

    >>> local_ring(QQ, 2)
    QQ[t1, t2]
    """
    return Ring(field, tuple(f"t{i + 1}" for i in range(size)))
