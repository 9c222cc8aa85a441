"""Series over a field with parameters, with the conditions under which they hold for values of the parameters.

The series of a system over QQ(a, b) is about general values of a and b. Here the parameters are variables first, the
lowest. In Wu's sense the zeros of the system are the union of the Zero(C/I) over *all* chains of this series.

- A chain with polynomials in parameters alone has zeros only where these are 0. It is left out over QQ(a, b). So
  the others do for all values at which not all of these polynomials are 0.
- An initial of another chain vanishes identically at values at which all its coefficients are 0. There the chain is no
  chain any more.

Each of these is a condition: some polynomials in the parameters are not all 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import prod

from casbridge.algebra.fields import Coefficient
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.definitions.chains import Chain
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.elements import Element, ElementChain, Elements
from casbridge.charset.general.decomposition import contains
from casbridge.charset.series import series_of
from casbridge.errors import UsageError
from casbridge.limits import NEVER, Deadline

#: Polynomials in the parameters that must not all be 0.
Condition = tuple[Polynomial, ...]


@dataclass(frozen=True)
class GenericSeries:
    """The chains of a system over a field with parameters, and when they are right for values of the parameters.

    conditions: without those that others imply. Their polynomials are in the ring without parameters.

    Take values of the parameters, in the field or in an extension, at which all conditions hold. Then the zeros of the
    system are the union of the zeros of the chains, each without the zeros of its initials. No initial is identically 0
    there.

    >>> from casbridge.algebra import Ring, variables
    >>> a, x = variables(Ring.of("x", parameters="a"))
    >>> series = generic_series(PolynomialSystem.of(a.ring, [a * x**2 - a * x]))
    >>> series.chains, series.conditions, series.text
    (([x], [x - 1]), ((a,),), 'a != 0')
    """

    chains: tuple[Chain, ...]
    conditions: tuple[Condition, ...]

    @property
    def text(self) -> str:
        """The conditions in words; "" where there are none."""
        return conditions_text(self.conditions)

    def holds_at(self, values: Sequence[Coefficient]) -> bool:
        """Whether all conditions hold at values of the parameters in the ground field."""
        return all(any(_value(f, values) for f in condition) for condition in self.conditions)


def generic_series(system: PolynomialSystem, deadline: Deadline = NEVER) -> GenericSeries:
    """The irreducible characteristic series of a system with parameters, and the conditions under which it holds.

    It is harder to compute than the series alone. It is computed in this process: a library's function may come back
    after the deadline. Raises UsageError for a system without parameters, LimitError after the deadline.

    >>> from casbridge.algebra.formats import read_system
    >>> generic_series(read_system("parameters: a b\\nx^2 = a\\nx = b")).text
    'b**2 - a != 0'
    """
    ring = system.ring
    if not ring.parameters:
        raise UsageError("conditions on the parameters of a system without parameters", expected="'parameters: a b'")
    plain = replace(system, ring=ring.without_parameters())
    elements = Elements(plain.ring, deadline=deadline)
    kept: list[Chain] = []
    special: list[Chain] = []
    for chain in series_of(plain, deadline):
        if any(f.support()[-1] < ring.lowest for f in chain.polynomials):
            special.append(Chain(plain.ring, chain.polynomials))
        else:
            kept.append(Chain(ring, tuple(Polynomial(ring, f.terms) for f in chain.polynomials)))
    initials = [initial(f).coefficients().values() for chain in kept for f in chain.polynomials]
    found = list(needed([Polynomial(plain.ring, f.terms) for f in one] for one in initials))
    general = [_elements(elements, chain.polynomials) for chain in kept]
    for chain in sorted(special, key=lambda one: (len(one.polynomials), one.texts())):
        own = _elements(elements, chain.polynomials)
        # Where the initials of a general chain are not 0, it may have these zeros too.
        if any(_holds(elements, other, own, ring.lowest, found) for other in general):
            continue
        below = tuple(element for element in own if element.variable < ring.lowest)
        if not any(_vanish(elements, condition, below) for condition in found):
            found.append(tuple(map(elements.polynomial, below)))
    return GenericSeries(tuple(kept), needed(found))


def _holds(
    elements: Elements, general: ElementChain, special: ElementChain, units: int, conditions: Sequence[Condition]
) -> bool:
    """Whether a general chain has the zeros of a special one, with no more conditions than there are."""
    assumed: set[Element] = set()
    if not contains(elements, general, special, units=units, assumed=assumed):
        return False
    more = [(elements.polynomial(one),) for one in assumed if one.occurring]
    return needed([*conditions, *more]) == needed(conditions)


def _elements(elements: Elements, polynomials: Iterable[Polynomial]) -> ElementChain:
    return tuple(map(elements.of_polynomial, polynomials))


def _vanish(elements: Elements, condition: Condition, chain: ElementChain) -> bool:
    """Whether all polynomials of a condition are 0 at the zeros of a chain at which none of its initials is."""
    return all(elements.remainder_by(f, chain) is elements.zero for f in _elements(elements, condition))


def needed(conditions: Iterable[Sequence[Polynomial]]) -> tuple[Condition, ...]:
    """The same conditions, without those that others imply; common factors of a condition are conditions.

    conditions: polynomials of a ring without parameters. Each condition says that they are not all 0.

    >>> from casbridge.algebra import Ring, variables
    >>> a, b = variables(Ring.of("a b"))
    >>> needed([(a**2 * b,), (a * b, a * (b - 1)), (3 * a**2,), (b - b + 1, a)])
    ((a,), (b,))
    """
    found: dict[Condition, None] = {}
    for condition in conditions:
        common = reduce(Polynomial.gcd, condition)
        for factor, _ in common.factors():
            found[(factor,)] = None
        rest = [quotient for f in condition if (quotient := f.quotient(common)) is not None]
        if not any(f.is_constant and f for f in rest):
            bare = {prod((factor for factor, _ in f.factors()), start=f**0) for f in rest if f}
            found[tuple(sorted(bare, key=_key))] = None
    ordered = sorted(found, key=lambda one: (len(one), [_key(f) for f in one]))
    kept: list[Condition] = []
    for condition in ordered:
        if not any(_implies(other, condition) for other in kept):
            kept.append(condition)
    return tuple(kept)


def _key(polynomial: Polynomial) -> tuple[int, str]:
    return polynomial.total_degree, str(polynomial)


def _implies(first: Condition, second: Condition) -> bool:
    """Whether the first condition implies the second: where all of the second are 0, so are all of the first."""
    return all(any(f.quotient(g) is not None for g in second) for f in first)


def conditions_text(conditions: Iterable[Condition]) -> str:
    """Conditions in words.

    >>> from casbridge.algebra import Ring, variables
    >>> a, b = variables(Ring.of("a b"))
    >>> conditions_text([(a,), (b, a + 1)])
    'a != 0 and (b != 0 or a + 1 != 0)'
    """
    texts = [" or ".join(f"{f} != 0" for f in condition) for condition in conditions]
    return " and ".join(f"({text})" if " or " in text and len(texts) > 1 else text for text in texts)


def _value(polynomial: Polynomial, values: Sequence[Coefficient]) -> Coefficient:
    """The value of a polynomial in the parameters, the lowest variables."""
    return polynomial.evaluate((*values, *[0] * (polynomial.ring.size - len(values))))
