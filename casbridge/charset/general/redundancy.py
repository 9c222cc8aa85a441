"""Dropping chains that are provably contained in another chain."""

from __future__ import annotations

from collections.abc import Iterable

from casbridge.charset.elements import Element, ElementChain, Elements

_MOST_COMPARISONS = 200_000


def without_contained(
    elements: Elements, chains: Iterable[ElementChain], *, closure: bool = False
) -> list[ElementChain]:
    """Irreducible chains, shortest first, without chains whose zeros are provably all zeros of another.

    Of very many chains, not all are compared with all.

    closure: compare the closures V(sat C), not the sets Zero(C/I).

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> elements = Elements(x.ring)
    >>> line, point = elements.of_polynomial(x), elements.of_polynomial(y - 1)
    >>> without_contained(elements, [(line, point), (line,)])
    [(x,)]
    """
    kept: list[ElementChain] = []
    left = _MOST_COMPARISONS
    for chain in sorted(dict.fromkeys(chains), key=len):
        if left > 0:
            left -= len(kept)
            elements.check()
            if any(_contains(elements, other, chain, closure) for other in kept):
                continue
            kept = [o for o in kept if len(o) < len(chain) or not _contains(elements, chain, o, closure)]
        kept.append(chain)
    return kept


def _contains(elements: Elements, other: ElementChain, chain: ElementChain, closure: bool) -> bool:
    """Whether Zero(chain/I) ⊆ Zero(other/J): the elements of `other` vanish on it, and its initials vanish nowhere.

    For closures the initials need only not vanish everywhere.
    """
    if any(elements.remainder_by(element, chain) is not elements.zero for element in other):
        return False
    initials = dict.fromkeys(h for element in other for h in elements.factors(elements.initial(element)))
    if closure:
        return all(elements.remainder_by(h, chain) is not elements.zero for h in initials)
    own = {h for element in chain for h in elements.factors(elements.initial(element))}
    algebraic = algebraic_variables(chain)
    return all(
        h in own or (is_over(h, algebraic) and elements.remainder_by(h, chain) is not elements.zero) for h in initials
    )


def algebraic_variables(chain: Iterable[Element]) -> set[int]:
    """The main variables of the elements that depend on no parameter, not even through other elements.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y, z = variables(Ring.of("x y z"))
    >>> elements = Elements(x.ring)
    >>> algebraic_variables([elements.of_polynomial(p) for p in (y**2 - 2, z - x)])
    {1}
    """
    found: set[int] = set()
    for element in chain:
        if is_over(element, found | {element.variable}):
            found.add(element.variable)
    return found


def is_over(element: Element, variables: set[int]) -> bool:
    """Whether only these variables occur.

    >>> from casbridge.algebra import Ring
    >>> is_over(Elements(Ring.of("x")).one, set())
    True
    """
    return all(not degree or v in variables for v, degree in enumerate(element.degrees))
