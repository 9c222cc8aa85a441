"""Elimination, saturation and intersection of ideals, by Gröbner bases with one more variable.

I : f^∞ is what ⟨I, 1 − t·f⟩ has without t. I ∩ J is what ⟨t·I, (1 − t)·J⟩ has without t.
Source: Cox, Little and O'Shea, *Ideals, Varieties, and Algorithms*, 2015, chapter 4, sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from casbridge.algebra.fields import LONGEST_NAME, Ring
from casbridge.algebra.polynomials import Polynomial, variables
from casbridge.charset.ideals.bases import groebner_basis, without_variables
from casbridge.charset.ideals.ideal import Ideal


def eliminated(ideal: Ideal, positions: Sequence[int]) -> Ideal:
    """The elimination ideal without the variables at some positions, as an ideal of the same ring.

    >>> t, x, y = variables(Ring.of("t x y"))
    >>> eliminated(Ideal(t.ring, [x - t**2, y - t**3]), [0])
    ⟨y**2 - x**3⟩
    """
    found = without_variables(ideal.ring, ideal.generators, positions, ideal.deadline)
    return Ideal(ideal.ring, found, ideal.deadline)


def saturated(ideal: Ideal, polynomials: Iterable[Polynomial]) -> Ideal:
    """I : ⟨f, g, …⟩^∞ = (I : f^∞) ∩ (I : g^∞) ∩ …; the whole ring where no polynomial but 0 is given.

    >>> x, y = variables(Ring.of("x y"))
    >>> saturated(Ideal(x.ring, [x**2 * y]), [x]), saturated(Ideal(x.ring, [x**2 * y]), [x, y])
    (⟨y⟩, ⟨x**2*y⟩)
    """
    parts = [_saturated(ideal, f) for f in polynomials if f]
    return intersected(parts) if parts else Ideal(ideal.ring, [Polynomial.constant(ideal.ring, 1)], ideal.deadline)


def _saturated(ideal: Ideal, polynomial: Polynomial) -> Ideal:
    if polynomial.is_constant:
        return ideal
    return _with_t(ideal, lambda up, t: [*map(up, ideal.generators), 1 - t * up(polynomial)])


def in_radical(ideal: Ideal, polynomial: Polynomial) -> bool:
    """Whether a power of a polynomial is in the ideal: whether it vanishes at all zeros (Rabinowitsch).

    >>> x, y = variables(Ring.of("x y"))
    >>> in_radical(Ideal(x.ring, [x**2, x * y]), x), in_radical(Ideal(x.ring, [x**2, x * y]), y)
    (True, False)
    """
    if ideal.contains(polynomial):
        return True
    wider, up = wider_ring(ideal.ring)
    t = variables(wider)[-1]
    found = groebner_basis(wider, [*map(up, ideal.generators), 1 - t * up(polynomial)], "degrevlex", ideal.deadline)
    return any(one.is_constant for one in found)


def intersected(ideals: Sequence[Ideal]) -> Ideal:
    """The intersection of one or more ideals of one ring.

    >>> x, y = variables(Ring.of("x y"))
    >>> intersected([Ideal(x.ring, [x]), Ideal(x.ring, [x**2, y])])
    ⟨x**2, x*y⟩
    """
    return reduce(_intersected, ideals)


def _intersected(first: Ideal, second: Ideal) -> Ideal:
    if first.includes(second):
        return second
    if second.includes(first):
        return first
    return _with_t(first, lambda up, t: [*(t * up(f) for f in first.basis), *((1 - t) * up(f) for f in second.basis)])


def wider_ring(ring: Ring) -> tuple[Ring, Callable[[Polynomial], Polynomial]]:
    """The ring with one more, highest variable, and how its elements come from those of the ring.

    >>> x, y = variables(Ring.of("x y"))
    >>> wider, up = wider_ring(x.ring)
    >>> wider.variables, up(x + y)
    (('x', 'y', 'tt'), y + x)
    """
    longest = max(map(len, ring.variables), default=0)
    name = "t" * (longest + 1)
    if len(name) > LONGEST_NAME:
        name = next(f"t{number}" for number in range(ring.size + 1) if f"t{number}" not in ring.index)
    wider = Ring(ring.field, (*ring.variables, name))
    return wider, lambda polynomial: Polynomial(wider, {(*e, 0): c for e, c in polynomial.terms.items()})


def _with_t(
    ideal: Ideal, generators: Callable[[Callable[[Polynomial], Polynomial], Polynomial], list[Polynomial]]
) -> Ideal:
    """The elimination ideal without one more variable t. generators: told how to lift polynomials, and t."""
    wider, up = wider_ring(ideal.ring)
    t = variables(wider)[-1]
    found = without_variables(wider, generators(up, t), [ideal.ring.size], ideal.deadline)
    down = (Polynomial(ideal.ring, {e[:-1]: c for e, c in polynomial.terms.items()}) for polynomial in found)
    return Ideal(ideal.ring, down, ideal.deadline)
