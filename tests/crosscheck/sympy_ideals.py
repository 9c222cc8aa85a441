"""Another way to what answers claim: ideals by SymPy, from the terms of polynomials. Nothing of casbridge computes.

A claim that is shown to be false has a name: `false_claims`. What is not shown counts as open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any

from sympy import GF, QQ, Poly, Rational, factor_list, sqrt, symbols
from sympy.polys.groebnertools import groebner, is_groebner
from sympy.polys.orderings import ProductOrder, grevlex, grlex, lex
from sympy.polys.rings import PolyRing

from casbridge.algebra import Polynomial, PolynomialSystem
from casbridge.algebra.answers import CHAINS, Answer, Component, Task

#: A reduced Gröbner basis.
Basis = tuple[Any, ...]
_ORDERS = {"lex": lex, "degrevlex": grevlex, "deglex": grlex}


def initial_of(polynomial: Polynomial) -> Polynomial | None:
    """The coefficient of the highest power of the highest variable; None for constants."""
    used = [v for v in polynomial.support() if v >= polynomial.ring.lowest]
    if not used:
        return None
    v, top = used[-1], max(e[used[-1]] for e in polynomial.terms)
    return Polynomial(
        polynomial.ring, {(*e[:v], 0, *e[v + 1 :]): c for e, c in polynomial.terms.items() if e[v] == top}
    )


class Ideals:
    """The ideals of one system's ring. The highest variable is SymPy's first, as it is the greatest in casbridge."""

    def __init__(self, system: PolynomialSystem) -> None:
        self.system = system
        ring, p = system.ring, system.ring.field.characteristic
        self.lowest = ring.lowest
        domain = GF(p) if p else QQ
        self.domain = domain.frac_field(*ring.variables[: ring.lowest]) if ring.lowest else domain
        names = ring.variables[ring.lowest :][::-1]
        self.ring = PolyRing(names, self.domain, grevlex)
        by_t = ProductOrder((lex, lambda m: m[:1]), (grevlex, lambda m: m[1:]))
        self.wide = PolyRing(["t_", *names], self.domain, by_t)
        self._known: dict[Any, Any] = {}

    def _once(self, key: Any, compute: Any) -> Any:
        if key not in self._known:
            self._known[key] = compute()
        return self._known[key]

    def element(self, polynomial: Polynomial, ring: PolyRing | None = None) -> Any:
        """SymPy's element with the terms of a polynomial."""
        terms: dict[Any, Any] = {}
        for exponents, coefficient in polynomial.terms.items():
            fraction = Fraction(coefficient)
            number = (
                self.domain.convert(QQ(fraction.numerator, fraction.denominator))
                if self.lowest
                else (self.domain.convert(fraction.numerator) / self.domain.convert(fraction.denominator))
            )
            for gen, power in zip(self.domain.gens if self.lowest else (), exponents, strict=False):
                number = number * gen**power
            key = exponents[self.lowest :][::-1]
            terms[key] = terms.get(key, self.domain.zero) + number
        return (ring or self.ring).from_dict({key: value for key, value in terms.items() if value})

    def basis(self, elements: Iterable[Any], ring: PolyRing | None = None) -> Basis:
        """The reduced Gröbner basis."""
        own = ring or self.ring
        key = (own, frozenset(filter(None, elements)))
        return self._once(key, lambda: tuple(groebner(list(key[1]), own)) if key[1] else ())  # type: ignore[no-any-return]

    def of(self, polynomials: Iterable[Polynomial]) -> Basis:
        return self.basis(map(self.element, polynomials))

    def has(self, basis: Basis, element: Any) -> bool:
        return not element.rem(list(basis)) if basis else not element

    def includes(self, basis: Basis, other: Basis) -> bool:
        return all(self.has(basis, element) for element in other)

    def is_whole(self, basis: Basis) -> bool:
        return any(element.is_ground for element in basis)

    def _up(self, element: Any, power: int = 0) -> Any:
        return self.wide.from_dict({(power, *m): c for m, c in element.terms()})

    def _without_t(self, elements: Sequence[Any]) -> Basis:
        kept = [one for one in self.basis(elements, self.wide) if not any(m[0] for m in one.monoms())]
        return self.basis(self.ring.from_dict({m[1:]: c for m, c in one.terms()}) for one in kept)

    def saturated(self, basis: Basis, element: Any) -> Basis:
        """I : f^∞."""
        inverse = 1 - self._up(element, 1)
        return self._once(  # type: ignore[no-any-return]
            ("saturated", basis, element), lambda: self._without_t([*map(self._up, basis), inverse])
        )

    def in_radical(self, basis: Basis, element: Any) -> bool:
        return self.is_whole(self.saturated(basis, element))

    def intersected(self, bases: Sequence[Basis]) -> Basis:
        """The intersection; the whole ring without ideals."""
        whole: Basis = (self.ring.one,)
        for basis in bases:
            both = [self._up(f, 1) for f in whole] + [self._up(f) - self._up(f, 1) for f in basis]
            whole = self._without_t(both) if basis and whole else ()
        return whole

    def eliminated(self, basis: Basis, positions: Sequence[int]) -> Basis:
        """What an ideal has without some variables."""
        size = self.ring.ngens
        away = [size - 1 - (v - self.lowest) for v in positions]
        order = ProductOrder(
            (grevlex, lambda m: tuple(m[i] for i in away)),
            (grevlex, lambda m: tuple(m[i] for i in range(size) if i not in away)),
        )
        ring = PolyRing(self.ring.symbols, self.domain, order)
        kept = groebner([one.set_ring(ring) for one in basis], ring) if basis else []
        return self.basis(f.set_ring(self.ring) for f in kept if not any(m[i] for m in f.monoms() for i in away))

    @cached_property
    def equations(self) -> Basis:
        return self.of(self.system.polynomials())

    # -- zeros --------------------------------------------------------------------------------------------------------

    def component(self, component: Component, task: Task) -> Basis:
        """An ideal whose zeros are those of a component."""
        basis = self.of(component)
        initials = [one for f in component if f and (one := initial_of(f)) is not None]
        if task in CHAINS and initials:
            basis = self.saturated(basis, self.element(prod(initials[1:], start=initials[0])))
        return basis

    def has_false_zero(self, basis: Basis) -> bool:
        return not all(self.in_radical(basis, element) for element in self.equations)

    def lacks_zeros(self, bases: Sequence[Basis], basis: Basis | None = None) -> bool:
        """Whether a zero of the system, or of a basis, is in none of the zero sets."""
        known = self.equations if basis is None else basis
        if self.is_whole(known) or not bases:
            return not self.is_whole(known)
        first, *others = bases
        return any(self.lacks_zeros(others, self.saturated(known, element)) for element in first)

    # -- what components are ------------------------------------------------------------------------------------------

    @cached_property
    def divisors(self) -> list[Any]:
        """Polynomials that may be zero divisors: the variables, and the factors of the equations."""
        factors = [factor for f in self.system.polynomials() for factor in self._factors(self.element(f))]
        return list(dict.fromkeys([*self.ring.gens, *factors]))

    def _factors(self, element: Any) -> list[Any]:
        if not element or element.is_ground:
            return []
        if self.domain == QQ or (self.domain.is_FiniteField and len(self._used(element)) == 1):
            if self.domain != QQ:
                variable = self.ring.symbols[self._used(element)[0]]
                poly = Poly(element.as_expr(), variable, modulus=self.domain.characteristic())
                return [self.ring.from_expr(factor.as_expr()) for factor, _ in poly.factor_list()[1]]
            return [factor for factor, _ in element.factor_list()[1]]
        return [element]

    def _used(self, element: Any) -> list[int]:
        return [i for i in range(self.ring.ngens) if any(m[i] for m in element.monoms())]

    def is_mixed(self, basis: Basis, *, primary: bool) -> bool:
        """Whether an ideal is shown to be not prime, or not primary."""
        if self.is_whole(basis):
            return True
        for divisor in dict.fromkeys([*self.divisors, *(f for one in basis for f in self._factors(one))]):
            outside = not self.in_radical(basis, divisor) if primary else not self.has(basis, divisor)
            if outside and not self.includes(basis, self.saturated(basis, divisor)):
                return True
        return False

    # -- claims -------------------------------------------------------------------------------------------------------

    def false_claims(self, answer: Answer, right: Answer) -> set[str]:
        """The claims of an answer that are shown to be false. right: the true answer, from which members are taken."""
        match answer.task:
            case Task.RADICAL | Task.SATURATION | Task.ELIMINATION:
                return set(self._of_ideal(answer, right))
            case Task.PRIMARY:
                return set(self._of_primary(answer))
            case Task.DIMENSION:
                dimension, degree = self.numbers
                return {"number"} if answer.dimension != dimension or answer.degree not in (None, degree) else set()
            case Task.FACTORS:
                return set(self._of_factors(answer, right))
            case Task.CHARSET:
                return set(self._of_charset(answer))
            case _:
                return set(self._of_zeros(answer))

    def _of_zeros(self, answer: Answer) -> Iterator[str]:
        components = answer.components
        if answer.task is Task.BASIS and not components:
            components = ((Polynomial.constant(answer.ring, 1),),)
        bases = [self.component(one, answer.task) for one in components]
        if any(map(self.has_false_zero, bases)):
            yield "false zero"
        if self.lacks_zeros(bases):
            yield "missing zero"
        if answer.task is Task.PRIMES:
            if any(self.is_mixed(basis, primary=False) for basis in bases):
                yield "form"
            if any(self.includes(one, other) for i, one in enumerate(bases) for j, other in enumerate(bases) if i != j):
                yield "irredundant"
        if answer.task is Task.BASIS:
            if bases[0] != self.equations:
                yield "ideal"
            own = PolyRing(self.ring.symbols, self.domain, _ORDERS[answer.order])
            elements = [self.element(f, own) for f in components[0] if f]
            if not is_groebner(elements, own):
                yield "form"
            if any(
                all(a <= b for a, b in zip(other.LM, m, strict=True))
                for one in elements
                for m in one.monoms()
                for other in elements
                if other is not one
            ):
                yield "irredundant"

    def _of_ideal(self, answer: Answer, right: Answer) -> Iterator[str]:
        generators = (
            [f for f in answer.components[0] if f] if answer.components else [Polynomial.constant(answer.ring, 1)]
        )
        basis = self.of(generators)
        goal = self.system.goal
        if answer.task is Task.RADICAL:
            # Whatever made the true generators: that a power of each is in the ideal is shown.
            members = [one for f in right.components[0] if self.in_radical(self.equations, one := self.element(f))]
            foreign = not all(self.in_radical(self.equations, self.element(f)) for f in generators)
        else:
            if answer.task is Task.SATURATION:
                by = [self.saturated(self.equations, self.element(f)) for f in goal.saturate]
                wanted = self.intersected(by)
            else:
                wanted = self.eliminated(self.equations, goal.eliminate)
            members = list(wanted)
            foreign = not self.includes(wanted, basis)
        eliminate = goal.eliminate if answer.task is Task.ELIMINATION else ()
        if foreign or any(v in eliminate for f in generators for v in f.support()):
            yield "foreign polynomial"
        if not all(self.has(basis, member) for member in (*members, *(self.equations if not eliminate else ()))):
            yield "missing polynomial"

    def _of_primary(self, answer: Answer) -> Iterator[str]:
        bases = [self.of(component) for component in answer.components]
        if self.intersected(bases) != self.equations:
            yield "intersection"
        if any(self.is_mixed(basis, primary=True) for basis in bases):
            yield "form"
        for i, basis in enumerate(bases):
            if self.includes(basis, self.intersected(bases[:i] + bases[i + 1 :])):
                yield "irredundant"
        for one, other in combinations(bases, 2):
            if all(self.in_radical(one, f) for f in other) and all(self.in_radical(other, f) for f in one):
                yield "irredundant"

    @cached_property
    def numbers(self) -> tuple[int, int]:
        """The dimension and the degree, from how many monomials of each degree are no multiples of leading ones."""
        if self.is_whole(self.equations):
            return -1, 0
        size, leading = self.ring.ngens, [one.LM for one in self.equations]
        start = sum(map(sum, leading)) + 1
        values = [self._standard(leading, degree, size) for degree in range(start, start + size + 2)]
        dimension = 0
        while len(set(values)) > 1:
            values = [b - a for a, b in pairwise(values)]
            dimension += 1
        return dimension, values[0]

    @staticmethod
    def _standard(leading: Sequence[tuple[int, ...]], most: int, size: int) -> int:
        """How many monomials up to a degree are no multiples: by inclusion and exclusion."""
        total = 0
        for number in range(len(leading) + 1):
            for some in combinations(leading, number):
                degree = sum(map(max, zip(*some, strict=True))) if some else 0
                total += (-1) ** number * (comb(most - degree + size, size) if degree <= most else 0)
        return total

    def _of_factors(self, answer: Answer, right: Answer) -> Iterator[str]:
        polynomial = self.system.goal.factor
        assert polynomial is not None
        powers = [(self.element(f), n) for (f,), n in zip(answer.components, answer.multiplicities, strict=True)]
        made = self.ring.one
        for factor, times in powers:
            made = made * factor**times
        if not self.has(self.equations, self.element(polynomial) - made):
            yield "product"
        # The equations of a tower x_v² − d, lowest first, are reduced: numbers are what has only their variables.
        adjoined = {v for f in self.system.polynomials() for v in [len(f.ring.variables) - 1 - f.support()[-1]]}
        real = [one.rem(list(self.equations)) if self.equations else one for one, _ in powers]
        real = [one for one in real if any(i not in adjoined for i in self._used(one))]
        for one, other in combinations(real, 2):
            if self.has(self.equations, one * other.LC - other * one.LC):
                yield "repeated"
        for one in real:
            divisors = (self.element(f) for (f,) in right.components)
            degree = sum(one.degrees())
            proper = any(0 < sum(f.degrees()) < degree and not one.rem([f]) for f in divisors)
            if not adjoined and (proper or sum(n for _, n in self._powers(one)) > 1):
                yield "reducible"
            if adjoined and self._splits_over_tower(one):
                yield "reducible"

    def _powers(self, element: Any) -> list[tuple[Any, int]]:
        if self.domain == QQ:
            return list(element.factor_list()[1])
        if len(self._used(element)) > 1:
            return [(element, 1)]
        variable = self.ring.symbols[self._used(element)[0]]
        poly = Poly(element.as_expr(), variable, modulus=self.domain.characteristic())
        return list(poly.factor_list()[1])

    def _splits_over_tower(self, element: Any) -> bool:
        """For towers of one step, a^2 - d over QQ."""
        (step,) = self.system.polynomials()
        root = sqrt(-Rational(str(step.terms[(0,) * step.ring.size])))
        variable = symbols(step.ring.variables[step.support()[-1]])
        _, factors = factor_list(element.as_expr().subs(variable, root), extension=root)
        return sum(times for _, times in factors) > 1

    def _of_charset(self, answer: Answer) -> Iterator[str]:
        (chain,) = answer.components
        if len(chain) == 1 and chain[0] and initial_of(chain[0]) is None:
            if not self.is_whole(self.equations):
                yield "foreign polynomial"
            return
        mains = [f.support()[-1] if f and f.support() else -1 for f in chain]
        if any(v < 0 for v in mains) or any(a >= b for a, b in pairwise(mains)):
            yield "triangular"
            return
        names = self.ring.symbols[::-1]
        for equation in self.system.polynomials():
            left = self.element(equation)
            for f, v in zip(reversed(chain), reversed(mains), strict=True):
                divisor, variable = self.element(f), names[v - self.lowest]
                index = self.ring.symbols.index(variable)
                while left and max(m[index] for m in left.monoms()) >= (
                    high := max(m[index] for m in divisor.monoms())
                ):
                    top = max(m[index] for m in left.monoms())
                    shift = self.ring.gens[index] ** (top - high)
                    left = left * self._leading(divisor, index) - divisor * self._leading(left, index) * shift
            if left:
                yield "remainder"
        if not all(self.in_radical(self.equations, self.element(f)) for f in chain):
            yield "foreign polynomial"

    def _leading(self, element: Any, index: int) -> Any:
        top = max(m[index] for m in element.monoms())
        terms = {(*m[:index], 0, *m[index + 1 :]): c for m, c in element.terms() if m[index] == top}
        return self.ring.from_dict(terms)
