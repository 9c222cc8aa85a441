"""Equations for each irreducible component of a system, found in an easier order of the variables.

A system that is nearly triangular in one order may be far from triangular in the wanted order: its pseudo-remainders
there are full of extraneous factors. The components do not depend on the order. Each component is V(sat C) for a chain
C of the easy order. A Gröbner basis of sat C is a good start for decomposing this component in the wanted order.

Source: Boulier, Lemaire and Moreno Maza, "Computing differential characteristic sets by change of ordering", 2010. They
change the order of one prime ideal's chain in the same way.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.orders import elimination_order
from casbridge.charset.elements import Element, ElementChain, Elements
from casbridge.charset.general.groebner import Sizes, degree_basis, is_available, saturated_basis
from casbridge.charset.general.redundancy import without_contained

#: Variables for which finding an elimination order is quick.
_MOST_VARIABLES = 80

#: Sizes beyond which Gröbner bases are given up.
_SIZES = Sizes(polynomials=250, terms=500, bits=2_000, zeros=0)


class ComponentEquations(NamedTuple):
    """Equations that vanish on a component, and its codimension. exact: they have no other zeros.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> ComponentEquations((x - y,), codimension=1, exact=True).codimension
    1
    """

    polynomials: tuple[Polynomial, ...]
    codimension: int
    exact: bool


def other_orders(system: PolynomialSystem) -> list[tuple[str, ...]]:
    """Orders of the variables in which a decomposition may be easier than in the given one.

    >>> from casbridge.algebra import variables
    >>> a, b, c, d = variables(Ring.of("a b c d"))
    >>> other_orders(PolynomialSystem.of(a.ring, [d * a - 1, d * b - 1, d * c - 1]))
    [('a', 'd', 'b', 'c'), ('d', 'c', 'b', 'a')]
    """
    given = system.ring.variables
    found = [given[::-1]]
    if len(given) <= _MOST_VARIABLES:
        found.insert(0, elimination_order(system))
    return [order for order in dict.fromkeys(found) if order != given]


def components(
    system: PolynomialSystem, elements: Elements, chains: Iterable[ElementChain]
) -> Iterator[ComponentEquations | int]:
    """Components whose zeros together are exactly the zeros of a system, in its ring.

    Between two components come numbers, the work of each step in about microseconds.

    elements: of a ring in the same variables, perhaps in another order.
    chains: irreducible chains of this other ring. Their closures cover the zeros of the system, and every equation
    vanishes on each.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> found = components(PolynomialSystem.of(x.ring, [x * y]), elements, [(elements.of_polynomial(x),)])
    >>> [step for step in found if not isinstance(step, int)]
    [ComponentEquations(polynomials=(x,), codimension=1, exact=True)]
    """
    ring = system.ring
    positions = [ring.index[name] for name in elements.ring.variables]

    def given(element: Element) -> Polynomial:
        return elements.polynomial(element).rename(ring, positions)

    before = elements.work
    largest = without_contained(elements, chains, closure=True)
    yield elements.work - before
    for chain in largest:
        polynomials = (*system.polynomials(), *map(given, chain))
        exact = False
        if is_available(ring):
            initials = elements.sorted({f for element in chain for f in elements.factors(elements.initial(element))})
            polynomials, exact = yield from _saturated(ring, polynomials, map(given, initials))
        yield ComponentEquations(polynomials, len(chain), exact)


def _saturated(
    ring: Ring, polynomials: tuple[Polynomial, ...], initials: Iterable[Polynomial]
) -> Generator[int, None, tuple[tuple[Polynomial, ...], bool]]:
    """A basis of the ideal's saturation by all initials, and True; or other polynomials of it, and False.

    One initial at a time, the easy ones first, is far quicker than all at once.
    """
    basis = yield from degree_basis(ring, polynomials, _SIZES)
    if basis is None:
        return polynomials, False
    todo = list(initials)
    progress = True
    while todo and progress:
        progress = False
        for initial in tuple(todo):
            found = yield from saturated_basis(ring, basis, initial, _SIZES)
            if found is not None:
                basis = found
                todo.remove(initial)
                progress = True
    return basis, not todo
