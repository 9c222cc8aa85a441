"""Branches: the parts of an answer of a symbolic solver, each variable given by an expression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.radicals import Expression, Number


@dataclass(frozen=True)
class Branch:
    """One branch of an answer: a parametrisation by its free variables and its free parameters.

    Its zeros are the points that it gives where no condition and no denominator is 0.

    values: pairs (variable, expression). A variable without a pair is free.
    conditions: expressions that are not 0.
    parameters: free parameters that are no variables of the ring.

    >>> from casbridge.algebra.radicals import Name, Power
    >>> print(Branch((("x", Power(Name("y"), 2)),)))
    x = y^2
    """

    values: tuple[tuple[str, Expression], ...] = ()
    conditions: tuple[Expression, ...] = ()
    parameters: tuple[str, ...] = ()

    @cached_property
    def given(self) -> Mapping[str, Expression]:
        """The expression of each variable that has one."""
        return dict(self.values)

    def point(self, ring: Ring) -> tuple[Coefficient, ...] | None:
        """The point of a branch in which each variable is a number, and no condition is given; else None.

        >>> Branch((("x", Number(3)),)).point(Ring.of("x"))
        (3,)
        """
        found = [value.value for name in ring.variables if isinstance(value := self.given.get(name), Number)]
        return tuple(found) if len(found) == ring.size and not self.conditions else None

    def lines(self) -> list[str]:
        """The branch as it stands in an answer of a script; see `casbridge.scripts`.

        >>> Branch((("x", Number(3)),), parameters=("t1",)).lines()
        ['free: t1', 'x = 3']
        """
        found = [f"free: {' '.join(self.parameters)}"] if self.parameters else []
        found += [f"{name} = {value}" for name, value in self.values]
        return found + [f"condition: {condition} != 0" for condition in self.conditions]

    def as_dict(self) -> dict[str, Any]:
        """For JSON.

        >>> Branch((("x", Number(3)),)).as_dict()
        {'values': {'x': '3'}, 'conditions': [], 'parameters': []}
        """
        values = {name: str(value) for name, value in self.values}
        return {"values": values, "conditions": list(map(str, self.conditions)), "parameters": list(self.parameters)}

    def __str__(self) -> str:
        return ", ".join(self.lines())
