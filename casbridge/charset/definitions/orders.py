"""Orders of the variables, lowest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import UsageError

AUTO = "auto"


def reordered(system: PolynomialSystem, order: Sequence[str] | str) -> PolynomialSystem:
    """The same system in the ring with the variables in another order.

    order: all variables' names, lowest first; or "auto" for `elimination_order`. Raises UsageError for other names.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> reordered(PolynomialSystem.of(x.ring, [x**2 - y]), ["y", "x"]).ring
    QQ[y, x]
    """
    old = system.ring
    names = elimination_order(system) if order == AUTO else tuple(order)
    if sorted(names) != sorted(old.variables):
        missing = [name for name in old.variables if name not in names]
        strange = [name for name in names if name not in old.index]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        what = "; ".join(
            f"{label} {', '.join(found)}"
            for label, found in (("without", missing), ("with unknown", strange), ("with twice", twice))
            if found
        )
        raise UsageError(f"an order {what}", expected=f"{AUTO}, or each of {', '.join(old.variables)} once")
    ring = Ring(old.field, names)
    positions = [ring.index[name] for name in old.variables]
    equations = tuple(
        replace(equation, variables=tuple(positions[v] for v in equation.variables)) for equation in system.equations
    )
    return replace(system, ring=ring, equations=equations)


def elimination_order(system: PolynomialSystem) -> tuple[str, ...]:
    """An order in which few polynomials get more variables than they have: a chordal elimination order.

    Variables that occur together in an equation are neighbours. The variable whose elimination connects the fewest
    pairs of its neighbours that are not connected yet is made the highest (among equals the one with the fewest
    neighbours, then the highest as given), its neighbours are connected, and so on with the others. The graph with the
    new edges is chordal. Source: Cifuentes and Parrilo, "Chordal networks of polynomial ideals", 2017.

    >>> from casbridge.algebra import variables
    >>> a, b, c, d = variables(Ring.of("a b c d"))
    >>> elimination_order(PolynomialSystem.of(a.ring, [d * a - 1, d * b - 1, d * c - 1]))
    ('a', 'd', 'b', 'c')
    """
    names = system.ring.variables
    neighbours: dict[int, set[int]] = {v: set() for v in range(len(names))}
    for equation in system.equations:
        for v in equation.variables:
            neighbours[v].update(equation.variables)
    for v, others in neighbours.items():
        others.discard(v)
    highest_first: list[int] = []

    def cost(v: int) -> tuple[int, int, int]:
        missing = sum(b not in neighbours[a] for a, b in combinations(neighbours[v], 2))
        return missing, len(neighbours[v]), -v

    while neighbours:
        chosen = min(neighbours, key=cost)
        highest_first.append(chosen)
        others = neighbours.pop(chosen)
        for v in others:
            neighbours[v].discard(chosen)
            neighbours[v].update(others - {v})
    return tuple(names[v] for v in reversed(highest_first))
