"""The components of a zero set, from chains in another order of the variables.

Each component is V(sat C) for a chain C. A Gröbner basis of sat C has no other zeros. Where it takes long, polynomials
of low degree in sat C take its place: beside the equations of the system they have few other zeros, and these are zeros
of the system.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import NamedTuple

from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import ElementChain, Elements
from casbridge.charset.general.decomposition import without_contained
from casbridge.charset.general.generic_points import low_members
from casbridge.charset.general.groebner import Sizes, degree_basis, is_available, saturated_basis

#: Sizes of the Gröbner bases of components.
_OF_COMPONENTS = Sizes(polynomials=250, terms=500, bits=2_000, zeros=0)

#: Work on a saturation after which members of low degree are looked for.
_LONG_SATURATION = 100_000


class Component(NamedTuple):
    """Equations that vanish on a component, and its codimension. exact: they have no other zeros."""

    polynomials: tuple[Polynomial, ...]
    codimension: int
    exact: bool


def components(
    system: PolynomialSystem, elements: Elements, chains: Iterable[ElementChain], *, exact: bool = False
) -> Iterator[Component | int]:
    """Components whose zeros together are exactly the zeros of a system, in its ring.

    Between two components come numbers, the work of each step in about microseconds.

    elements: of a ring in the same variables, perhaps in another order.
    chains: irreducible chains of this other ring. Their closures cover the zeros of the system, and every equation
    vanishes on each.
    exact: look for bases of saturations only, even where other equations of a component are found sooner.

    >>> from casbridge.algebra import variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> found = components(PolynomialSystem.of(x.ring, [x * y]), elements, [(elements.of_polynomial(x),)])
    >>> [step.polynomials for step in found if not isinstance(step, int)]
    [(x,)]
    """
    ring = system.ring
    positions = [ring.index[name] for name in elements.ring.variables]
    before = elements.work
    largest = without_contained(elements, chains, closure=True)
    yield elements.work - before
    for chain in largest:
        initials = elements.sorted(elements.initial_factors(chain))
        added, divisors = ([elements.polynomial(e).rename(ring, positions) for e in part] for part in (chain, initials))
        spent, looked_for = 0, exact or not is_available(ring)
        steps = _saturated(ring, (*system.polynomials(), *added), divisors)
        component: Component | None = None
        while component is None:
            try:
                step = next(steps)
                yield step
                spent += step
            except StopIteration as ended:
                polynomials, saturated = ended.value
                component = Component(polynomials, len(chain), saturated)
            if not looked_for and (spent > _LONG_SATURATION if component is None else not component.exact):
                looked_for = True
                members = yield from low_members(ring, elements, chain)
                if members is not None and members.exact:
                    component = Component(members.polynomials, len(chain), True)
                elif members is not None and members.codimension == len(chain):
                    component = Component((*members.polynomials, *system.polynomials()), len(chain), False)
        yield component


def _saturated(
    ring: Ring, polynomials: tuple[Polynomial, ...], divisors: Sequence[Polynomial]
) -> Generator[int, None, tuple[tuple[Polynomial, ...], bool]]:
    """A basis of the ideal's saturation by all divisors, and True; or other polynomials of it, and False.

    One divisor at a time, the easy ones first, is far quicker than all at once.
    """
    basis = (yield from degree_basis(ring, polynomials, _OF_COMPONENTS)) if is_available(ring) else None
    if basis is None:
        return polynomials, False
    todo, before = [*divisors], 0
    while len(todo) != before:
        before = len(todo)
        for divisor in tuple(todo):
            found = yield from saturated_basis(ring, basis, divisor, _OF_COMPONENTS)
            if found is not None:
                basis = found
                todo.remove(divisor)
    return basis, not todo
