"""A deadline for functions with kept results."""

from __future__ import annotations

from dataclasses import dataclass

from casbridge.limits import Deadline


@dataclass(frozen=True, slots=True)
class Unkeyed:
    """A deadline that is no part of the key: all of these are equal, so a kept result serves every deadline.

    >>> Unkeyed(Deadline.after(1)) == Unkeyed(Deadline.after(2)), len({Unkeyed(Deadline()), Unkeyed(Deadline())})
    (True, 1)
    """

    deadline: Deadline

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unkeyed)

    def __hash__(self) -> int:
        return 0
