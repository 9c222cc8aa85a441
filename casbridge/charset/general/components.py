"""The irreducible components of a system, each with equations of its own, by way of an order in which that is easy.

A system that is nearly triangular in one order of its variables may be far from it in the order that is asked for:
its pseudo-remainders there are full of extraneous factors. Its components do not depend on the order. Each is V(sat C)
for a chain C of the easy order, and a Gröbner basis of sat C is a good start for the decomposition of just this
component in the order that is asked for.

Source: Boulier, Lemaire and Moreno Maza, "Computing differential characteristic sets by change of ordering", 2010,
change the order of one prime ideal's chain by what is known of the ideal in the other order, as is done here.
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

#: With more it would take long to find an elimination order.
_MOST_VARIABLES = 80

#: As far as Gröbner bases go.
_SIZES = Sizes(polynomials=250, terms=500, bits=2_000, zeros=0)


class ComponentEquations(NamedTuple):
    """Equations of a component, and its codimension; `exact`: they have no other zeros."""

    polynomials: tuple[Polynomial, ...]
    codimension: int
    exact: bool


def other_orders(system: PolynomialSystem) -> list[tuple[str, ...]]:
    """Orders of the variables in which a decomposition may be easier than in the one as given."""
    given = system.ring.variables
    found = [given[::-1]]
    if len(given) <= _MOST_VARIABLES:
        found.insert(0, elimination_order(system))
    return [order for order in dict.fromkeys(found) if order != given]


def components(
    system: PolynomialSystem, elements: Elements, chains: Iterable[ElementChain]
) -> Iterator[ComponentEquations | int]:
    """The components of the zeros of a system, in its ring: the union of their zeros is just the zeros of the system.
    While the next one is computed, numbers come: about how many microseconds a step took.

    elements: of a ring in the same variables, perhaps in another order. chains: irreducible, in this other ring; their
    closures cover the zeros of the system, and every equation vanishes on each.
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
    """(basis, True) for a basis of the ideal's saturation by all initials; (other polynomials of that, False) where it
    is not found within the sizes. One initial at a time, the easy ones first, is far quicker than all at once.
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
