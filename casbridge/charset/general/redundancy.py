"""Chains of which it is easy to see that they describe a part of what another one describes."""

from __future__ import annotations

from collections.abc import Iterable

from casbridge.charset.elements import Element, ElementChain, Elements

_MOST_COMPARISONS = 200_000


def without_contained(
    elements: Elements, chains: Iterable[ElementChain], *, closure: bool = False
) -> list[ElementChain]:
    """The irreducible chains without those whose zeros are all zeros of another, as far as that is certain; shortest
    first. Where there are very many, not all are compared with all.

    closure: it is the closures V(sat C) that are meant, not the sets Zero(C/I).
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
    """Zero(chain/I) ⊆ Zero(other/J): the elements of `other` vanish on it, and its initials nowhere do.

    For closures it is enough that the initials do not vanish everywhere.
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
    """The main variables of the elements that depend on no parameter, not even through others."""
    found: set[int] = set()
    for element in chain:
        if is_over(element, found | {element.variable}):
            found.add(element.variable)
    return found


def is_over(element: Element, variables: set[int]) -> bool:
    """Whether no other variables occur."""
    return all(not degree or v in variables for v, degree in enumerate(element.degrees))
