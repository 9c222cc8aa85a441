"""Members of families for a study: systems and puzzles by name and size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from casbridge.algebra.members import Family, Member, chosen
from casbridge.algebra.systems import PolynomialSystem

if TYPE_CHECKING:
    from casbridge.puzzles.puzzle import Puzzle


def families() -> dict[str, Family[Any]]:
    """All families of systems and puzzles, by name.

    >>> "cyclic" in families()
    True
    """
    from casbridge.algebra.families import FAMILIES

    return {**FAMILIES}


def member(
    name: str, n: int, seed: int = 0, parameters: Mapping[str, object] = {}
) -> Member[PolynomialSystem | Puzzle]:
    """A member of a family. Raises UsageError for a family, a size, a seed or a parameter that does not exist.

    >>> member("noon", 3, parameters={"c": "1/2"}).name
    'noon-3,c=1/2'
    """
    return chosen(families(), name, n, seed, parameters)


def is_of_puzzles(name: str) -> bool:
    """Whether the members of a family are puzzles, not systems.

    >>> is_of_puzzles("cyclic")
    False
    """
    from casbridge.algebra.families import FAMILIES

    return name not in FAMILIES
