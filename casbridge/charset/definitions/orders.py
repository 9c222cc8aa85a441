"""Orders of the variables, lowest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from casbridge.algebra.fields import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.bitmasks import bits_of
from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline

#: The name of the order that `elimination_order` finds.
AUTO = "auto"


def reordered(system: PolynomialSystem, order: Sequence[str] | str, deadline: Deadline = NEVER) -> PolynomialSystem:
    """The same system, with its goal, in the ring with the variables in another order.

    order: all variables' names, lowest first, parameters first or left out; or "auto" for `elimination_order`.
    Raises UsageError for other names, and LimitError as `elimination_order` does.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> reordered(PolynomialSystem.of(x.ring, [x**2 - y]), ["y", "x"]).ring
    QQ[y, x]
    """
    old = system.ring
    names = elimination_order(system, deadline) if order == AUTO else tuple(order)
    if not set(names).intersection(old.parameters):
        names = (*old.parameters, *names)
    if sorted(names) != sorted(old.variables):
        wrong = {
            "without": [name for name in old.variables if name not in names],
            "with unknown": [name for name in names if name not in old.index],
            "with twice": [name for name in dict.fromkeys(names) if names.count(name) > 1],
        }
        what = "; ".join(f"{label} {', '.join(found)}" for label, found in wrong.items() if found)
        raise UsageError(f"an order {what}", expected=f"{AUTO}, or each of {', '.join(old.variables)} once")
    if names[: old.lowest] != old.parameters:
        raise UsageError(f"an order {', '.join(names)}", expected="the parameters first, in the order of the system")
    ring = Ring(old.field, names, old.parameters)
    positions = [ring.index[name] for name in old.variables]
    moved = (replace(e, variables=tuple(positions[v] for v in e.variables)) for e in system.equations)
    goal = replace(
        system.goal,
        eliminate=tuple(sorted(positions[v] for v in system.goal.eliminate)),
        saturate=tuple(f.rename(ring, positions) for f in system.goal.saturate),
        factor=None if system.goal.factor is None else system.goal.factor.rename(ring, positions),
    )
    return replace(system, ring=ring, equations=tuple(moved), goal=goal)


def elimination_order(system: PolynomialSystem, deadline: Deadline = NEVER) -> tuple[str, ...]:
    """An order in which few polynomials get new variables: a chordal elimination order.

    Variables that occur together in an equation are neighbours. The highest variable is the one whose elimination
    connects the fewest pairs of neighbours. Among equals it has the fewest neighbours, then it is the highest as given.
    Its neighbours are connected, and the next variables are chosen in the same way. The graph with the new edges is
    chordal.

    Raises LimitError after the deadline. Source: Cifuentes and Parrilo, "Chordal networks of polynomial ideals", 2017.

    >>> from casbridge.algebra import variables
    >>> a, b, c, d = variables(Ring.of("a b c d"))
    >>> elimination_order(PolynomialSystem.of(a.ring, [d * a - 1, d * b - 1, d * c - 1]))
    ('a', 'd', 'b', 'c')
    """
    names, lowest = system.ring.variables, system.ring.lowest
    neighbours = [0] * len(names)  # masks
    for equation in system.equations:
        together = sum(1 << v for v in set(equation.variables))
        for v in equation.variables:
            neighbours[v] |= together & ~(1 << v)

    def cost(v: int) -> tuple[int, int, int]:
        deadline.check("no order of the variables")
        around = neighbours[v]
        degree = around.bit_count()
        connected = sum((around & neighbours[w]).bit_count() for w in bits_of(around))
        return (degree * (degree - 1) - connected) // 2, degree, -v

    costs = {v: cost(v) for v in range(lowest, len(names))}
    highest_first: list[int] = []
    while costs:
        chosen = min(costs, key=costs.__getitem__)
        highest_first.append(chosen)
        del costs[chosen]
        around = changed = neighbours[chosen]
        for v in bits_of(around):
            neighbours[v] = (neighbours[v] | around) & ~(1 << v) & ~(1 << chosen)
            changed |= neighbours[v]
        for v in bits_of(changed):
            if v >= lowest:
                costs[v] = cost(v)
    return (*system.ring.parameters, *(names[v] for v in reversed(highest_first)))


def incremental_order(system: PolynomialSystem) -> tuple[str, ...]:
    """An order from equations with few variables to others: each time an equation with the fewest new ones is next.

    Its new variables follow, those of higher degree in it first, then in the given order. Variables that are in no
    equation come last.

    >>> from casbridge.algebra import variables
    >>> a, b, c, d = variables(Ring.of("a b c d"))
    >>> incremental_order(PolynomialSystem.of(a.ring, [a * b * c * d - 1, c - d**2, b + c]))
    ('d', 'c', 'b', 'a')
    """
    ring = system.ring
    order, todo = [*range(ring.lowest)], [polynomial for polynomial in system.polynomials() if polynomial]
    while todo:
        new = [{*polynomial.support()}.difference(order) for polynomial in todo]
        place = min(range(len(todo)), key=lambda i: len(new[i]))
        polynomial = todo.pop(place)
        order += sorted(new[place], key=lambda v: (-max(e[v] for e in polynomial.terms), v))
    order += sorted({*range(ring.size)}.difference(order))
    return tuple(ring.variables[v] for v in order)
